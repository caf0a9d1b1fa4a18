"""Pictures of results: cards left, win rate by players, and how far games came.

Everything is drawn from reports, so a picture can also be made of results that were kept as JSON.
The words come from whoever asks, because this room speaks no language.
"""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ninetyeight.arena.runs import ArenaError
from ninetyeight.arena.statistics import survival
from ninetyeight.arena.tables import beside, named

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: What a picture may be called.
KINDS = (".png", ".svg", ".pdf")
#: The words that a picture needs.
WORDS = ("players_team", "cards_left", "cards_laid", "players", "share_games", "share_came", "won")
#: Colours that people with any eyes can tell apart (Okabe and Ito), and lines that differ as well.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_LINES = ("-", "--", "-.", ":")
_MARKS = ("o", "s", "^", "D", "v", "P", "X")


def check_plot(path: Path) -> None:
    """ArenaError or OSError when no picture of that name could be drawn. Draws nothing."""
    if path.suffix.lower() not in KINDS:
        raise ArenaError("plot_kind", path=str(path), known=", ".join(KINDS))
    try:
        import matplotlib  # noqa: F401 - only whether it is there
    except ImportError as missing:
        raise ArenaError("plot_missing") from missing
    if not os.access(path.parent, os.W_OK | os.X_OK):
        why = errno.EACCES if path.parent.is_dir() else errno.ENOENT
        raise OSError(why, os.strerror(why), str(path))


def draw_plots(reports: Sequence[Mapping[str, Any]], path: Path, words: Mapping[str, str]) -> None:
    """Draw the results into ``path``; ``words`` has a text for each of :data:`WORDS`.

    ``players_team`` is a pattern with ``{players}`` and ``{team}``. OSError when the file cannot be
    written.
    """
    check_plot(path)
    # Not pyplot: it would look for a screen, and keep every figure it ever drew.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    told = [report for report in reports if report["games"]]
    figure = Figure(figsize=(15, 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    left, rate, came = figure.subplots(1, 3)
    for k, report in enumerate(told):
        _draw_left(left, k, report, words)
        _draw_survival(came, k, report, words)
    _draw_rates(rate, told, words)
    for axes in (left, rate, came):
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_ylim(bottom=0)
    came.set_ylim(0, 100)
    if told:
        left.legend(fontsize="small")
        rate.legend(fontsize="small")
    # The same results give the same file: no date, and no random names inside an SVG.
    plain = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
    import matplotlib

    part = beside(path)
    try:
        with named(path), matplotlib.rc_context({"svg.hashsalt": "ninetyeight"}):
            figure.savefig(part, dpi=120, format=path.suffix.lower()[1:], metadata=plain)
            part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)  # half a picture is of no use to anybody
        raise


def _style(k: int) -> dict[str, Any]:
    return {"color": _COLOURS[k % len(_COLOURS)], "linestyle": _LINES[k % len(_LINES)]}


def _name(report: Mapping[str, Any], words: Mapping[str, str]) -> str:
    return words["players_team"].format(players=report["players"], team=_short(report["bot"]))


def _short(team: str) -> str:
    return team if len(team) <= 30 else team[:29] + "…"


def _draw_left(axes: Axes, k: int, report: Mapping[str, Any], words: Mapping[str, str]) -> None:
    """How many cards were left: the share of games for each number."""
    counts = {int(left): count for left, count in report["histogram"].items()}
    numbers = range(max(counts) + 2)
    shares = [100 * counts.get(left, 0) / report["games"] for left in numbers]
    axes.step(numbers, shares, where="mid", label=_name(report, words), **_style(k))
    axes.set_xlabel(words["cards_left"])
    axes.set_ylabel(words["share_games"])


def _draw_rates(axes: Axes, reports: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> None:
    """Win rate with its interval by number of players, one line for each team."""
    teams: dict[str, list[Mapping[str, Any]]] = {}
    for report in reports:
        teams.setdefault(report["bot"], []).append(report)
    for k, (team, rows) in enumerate(teams.items()):
        rows.sort(key=lambda row: int(row["players"]))
        rates = [100 * row["win_rate"] for row in rows]
        below = [rate - 100 * row["ci95"][0] for rate, row in zip(rates, rows, strict=True)]
        above = [100 * row["ci95"][1] - rate for rate, row in zip(rates, rows, strict=True)]
        axes.errorbar(
            [row["players"] for row in rows],
            rates,
            yerr=[below, above],
            marker=_MARKS[k % len(_MARKS)],
            capsize=4,
            clip_on=False,
            label=_short(team),
            **_style(k),
        )
    axes.set_xticks(sorted({int(row["players"]) for row in reports}))
    axes.set_xlabel(words["players"])
    axes.set_ylabel(words["won"])


def _draw_survival(axes: Axes, k: int, report: Mapping[str, Any], words: Mapping[str, str]) -> None:
    """The share of games in which so many cards were laid; at its end is the win rate."""
    lefts = Counter({int(left): count for left, count in report["histogram"].items()})
    shares = [100 * share for share in survival(report["cards"], lefts)]
    axes.plot(range(len(shares)), shares, label=_name(report, words), **_style(k))
    axes.set_xlabel(words["cards_laid"])
    axes.set_ylabel(words["share_came"])
