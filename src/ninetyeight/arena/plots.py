"""Pictures of results: win rate by players, cards left, and how far games came.

Everything is drawn from reports, so a picture can also be made of results that were kept as JSON.
The words come from whoever asks, because this room speaks no language. A team has the same colour,
line, mark and hatching everywhere, so that it can be told by any eyes and on any printer.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ninetyeight.arena.runs import ArenaError
from ninetyeight.arena.statistics import survival
from ninetyeight.arena.tables import beside, named

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: What a picture may be called.
KINDS = (".png", ".svg", ".pdf")
#: The words that a picture needs; `seats` of ``n`` players, the others as they are.
WORDS = ("seats", "players", "won", "cards_left", "share_games", "cards_laid", "share_came")
#: Colours that people with any eyes can tell apart (Okabe and Ito).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_LINES = ("-", "--", "-.", ":")
_MARKS = ("o", "s", "^", "D", "v", "P", "X")
_HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "++++", "oooo")
_SMALL = 9

Words = Callable[..., str]
Report = Mapping[str, Any]


def check_plot(path: Path) -> None:
    """ArenaError or OSError when no picture of that name could be drawn. Draws nothing."""
    if path.suffix.lower() not in KINDS:
        raise ArenaError("plot_kind", path=str(path), known=", ".join(KINDS))
    _check_matplotlib()
    if not os.access(path.parent, os.W_OK | os.X_OK):
        why = errno.EACCES if path.parent.is_dir() else errno.ENOENT
        raise OSError(why, os.strerror(why), str(path))


def _check_matplotlib() -> None:
    try:
        import matplotlib  # noqa: F401 - only whether it is there
    except ImportError as missing:
        raise ArenaError("plot_missing") from missing


def draw_plots(reports: Sequence[Report], path: Path, title: str, words: Words) -> None:
    """Draw the results into ``path``; ``words`` gives the text for each of :data:`WORDS`.

    OSError when the file cannot be written.
    """
    check_plot(path)
    import matplotlib

    # The same results give the same file: no date, and no random names inside an SVG.
    plain = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
    part = beside(path)
    with matplotlib.rc_context({"svg.hashsalt": "ninetyeight", "hatch.linewidth": 0.6}):
        figure = figure_of(reports, title, words)
        try:
            with named(path):
                figure.savefig(part, dpi=120, format=path.suffix.lower()[1:], metadata=plain)
                part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)  # half a picture is of no use to anybody
            raise


def figure_of(reports: Sequence[Report], title: str, words: Words) -> Figure:
    """Win rates on top; below, for each number of players, cards left and how far games came.

    ArenaError when matplotlib is not there.
    """
    _check_matplotlib()
    reports = [report for report in reports if report["games"]]
    # Not pyplot: it would look for a screen, and keep every figure it ever drew.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    teams = list(dict.fromkeys(str(report["bot"]) for report in reports))
    tables = sorted({int(report["players"]) for report in reports}) or [0]
    figure = Figure(figsize=(max(9.5, 3.1 * len(tables)), 9), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, fontsize=12)
    grid = figure.add_gridspec(3, len(tables), height_ratios=(1.2, 1, 1))
    rate = figure.add_subplot(grid[0, :])
    _draw_rates(rate, reports, teams, words)
    groups = 2 + max((int(left) for told in reports for left in told["histogram"]), default=0) // 10
    left: Axes | None = None
    came: Axes | None = None
    for column, players in enumerate(tables):
        told = [report for report in reports if report["players"] == players]
        left = figure.add_subplot(grid[1, column], sharey=left)
        came = figure.add_subplot(grid[2, column], sharey=came, sharex=came)
        if told:
            left.set_title(words("seats", n=players), fontsize=10)
        _draw_left(left, told, teams, groups, words)
        _draw_survival(came, told, teams, words)
        for axes in (left, came):
            if column == 0:
                axes.yaxis.set_tick_params(labelleft=True)
            else:
                axes.set_ylabel("")
                axes.yaxis.set_tick_params(labelleft=False)
    if came is not None and reports:
        came.set_xlim(_first_loss(reports), max(report["cards"] for report in reports))
    for axes in figure.axes:
        axes.grid(alpha=0.3, axis="y" if axes.containers and axes is not rate else "both")
        axes.set_axisbelow(True)
        axes.tick_params(labelsize=_SMALL)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_ylim(bottom=0)
    if reports:
        _draw_legend(figure, rate)
    _settle(figure)
    return figure


def _settle(figure: Figure) -> None:
    """Lay everything out for good, and evenly: the last digits differ from time to time."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, low, wide, high = (round(end, 4) for end in axes.get_position().bounds)
        axes.set_position((left, low, wide, high))


def _draw_legend(figure: Figure, rate: Axes) -> None:
    """Each team once, with its line and its bar."""
    from matplotlib.legend_handler import HandlerTuple
    from matplotlib.patches import Patch

    lines, names = rate.get_legend_handles_labels()
    handles: list[Any] = [(line, Patch(**_bar(k))) for k, line in enumerate(lines)]
    figure.legend(
        handles,
        names,
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0.5)},
        handlelength=5,
        loc="outside lower center",
        ncols=min(3, len(names)),
    )


def _line(k: int) -> dict[str, Any]:
    return {"color": _COLOURS[k % len(_COLOURS)], "linestyle": _LINES[k % len(_LINES)]}


def _bar(k: int) -> dict[str, Any]:
    look = {"facecolor": _COLOURS[k % len(_COLOURS)], "hatch": _HATCHES[k % len(_HATCHES)]}
    return {**look, "edgecolor": "white", "linewidth": 0.4}


def _short(team: str) -> str:
    return team if len(team) <= 40 else team[:39] + "…"


def _draw_rates(axes: Axes, reports: Sequence[Report], teams: Sequence[str], words: Words) -> None:
    """Win rate with its interval by number of players, one line for each team."""
    for k, team in enumerate(teams):
        rows = sorted(
            (report for report in reports if report["bot"] == team), key=lambda row: row["players"]
        )
        rates = [100 * row["win_rate"] for row in rows]
        aside = 0.04 * (k - (len(teams) - 1) / 2)  # so that equal teams do not hide each other
        axes.errorbar(
            [row["players"] + aside for row in rows],
            rates,
            yerr=[
                [rate - 100 * row["ci95"][0] for rate, row in zip(rates, rows, strict=True)],
                [100 * row["ci95"][1] - rate for rate, row in zip(rates, rows, strict=True)],
            ],
            marker=_MARKS[k % len(_MARKS)],
            capsize=4,
            clip_on=False,
            label=_short(team),
            **_line(k),
        )
    tables = sorted({int(report["players"]) for report in reports})
    if tables:
        axes.set_xticks(tables)
        axes.set_xlim(tables[0] - 0.5, tables[-1] + 0.5)
    axes.set_xlabel(words("players"), fontsize=_SMALL)
    axes.set_ylabel(words("won"), fontsize=_SMALL)


def _draw_left(
    axes: Axes, reports: Sequence[Report], teams: Sequence[str], groups: int, words: Words
) -> None:
    """How many cards were left: the share of games for none, and then in tens."""
    wide = 0.84 / max(1, len(reports))
    for at, report in enumerate(reports):
        k = teams.index(report["bot"])
        shares = [0.0] * groups
        for left, count in report["histogram"].items():
            shares[0 if left == "0" else 1 + int(left) // 10] += 100 * count / report["games"]
        axes.bar(
            [group + (at - (len(reports) - 1) / 2) * wide for group in range(groups)],
            shares,
            wide,
            **_bar(k),
        )
    names = ["0", "1–9", *(f"{10 * ten}–{10 * ten + 9}" for ten in range(1, groups - 1))]
    axes.set_xticks(range(groups), names, rotation=50, ha="right", rotation_mode="anchor")
    axes.set_xlabel(words("cards_left"), fontsize=_SMALL)
    axes.set_ylabel(words("share_games"), fontsize=_SMALL)


def _draw_survival(
    axes: Axes, reports: Sequence[Report], teams: Sequence[str], words: Words
) -> None:
    """The share of games in which so many cards were laid; at its end is the win rate."""
    for report in reports:
        shares = [100 * share for share in _survival(report)]
        axes.plot(range(len(shares)), shares, **_line(teams.index(report["bot"])))
    axes.set_ylim(0, 102)
    axes.set_xlabel(words("cards_laid"), fontsize=_SMALL)
    axes.set_ylabel(words("share_came"), fontsize=_SMALL)


def _survival(report: Report) -> list[float]:
    lefts = Counter({int(left): count for left, count in report["histogram"].items()})
    return survival(report["cards"], lefts)


def _first_loss(reports: Sequence[Report]) -> int:
    """Ten or a few more cards before games begin to be lost: there is nothing to see earlier."""
    reached = min(sum(share > 0.99 for share in _survival(report)) for report in reports)
    return max(0, reached // 10 * 10 - 10)
