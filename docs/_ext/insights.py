"""The directive `insight NAME`: a question to the game, as in a notebook.

It shows the commands that were asked, a picture of what they answered, and the figures of the
picture as a table, for whoever prefers to read them. Commands, words and kind of picture stand in
`insights/cells.toml`; what the commands printed lies beside it, one line of JSON for each answer.
The pictures are drawn when the pages are built, so they cannot drift from the figures.

`python docs/_ext/insights.py [NAME ...]` asks what has no answer yet; who wants to ask anew removes
the answers.
"""

import json
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDER = Path(__file__).parent.parent / "insights"

#: Colours that people with any eyes can tell apart (Okabe and Ito); marks and lines differ as well.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")

Answer = Mapping[str, Any]


def cells() -> dict[str, dict[str, Any]]:
    """The questions by name, as `cells.toml` has them."""
    return tomllib.loads((FOLDER / "cells.toml").read_text("utf-8"))


def answers(name: str) -> Iterator[tuple[str, list[Answer]]]:
    """For each line of a question: what it is called, and what its command printed."""
    lines = cells()[name]["line"]
    kept: dict[str, list[Answer]] = {line["command"]: [] for line in lines}
    for text in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines():
        answer = json.loads(text)
        kept[answer.pop("asked")].append(answer)
    for line in lines:
        if not kept[line["command"]]:
            raise ValueError(f"{name}: no answer is kept for {line['command']!r}; ask it anew")
        yield line["name"], kept[line["command"]]


def ask(name: str) -> None:
    """Run those commands of a question that have no answer yet, and keep what they print."""
    path = FOLDER / f"{name}.jsonl"
    commands = [line["command"] for line in cells()[name]["line"]]
    kept = path.read_text("utf-8").splitlines() if path.exists() else []
    kept = [text for text in kept if json.loads(text)["asked"] in commands]
    for command in commands:
        if any(json.loads(text)["asked"] == command for text in kept):
            continue
        print("$", command, file=sys.stderr, flush=True)
        words = [sys.executable, "-m", "ninetyeight", *shlex.split(command), "--json"]
        printed = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        for text in printed.splitlines():
            kept.append(json.dumps({"asked": command, **json.loads(text)}))
        path.write_text("\n".join(kept) + "\n", "utf-8")


def percent(share: float) -> str:
    """A share as per cent, without a point where there is nothing to say behind it."""
    value = 100 * share
    if value in (0, 100):
        return f"{value:.0f}"
    # Close to none or all, the digits that tell it from them count.
    places = 1 if 0.1 <= value <= 99.9 else 2 if 0.01 <= value <= 99.99 else 3
    return f"{value:.{places}f}"


def spread(answer: Answer) -> tuple[float, float, float]:
    """A win rate and the ends of its 95 % interval."""
    low, high = answer["ci95"]
    return answer["win_rate"], low, high


# Pictures. Each draws into axes and gives the head and the rows of the table that says the same.

Table = tuple[list[str], list[list[str]]]


def draw_rates(axes: "Axes", told: Sequence[tuple[str, list[Answer]]]) -> Table:
    """Win rate by number of players, a line for each name."""
    seats = sorted({answer["players"] for _, found in told for answer in found})
    rows = []
    for k, (name, found) in enumerate(told):
        by_seats = {answer["players"]: spread(answer) for answer in found}
        there = sorted(by_seats)
        rates = [100 * by_seats[n][0] for n in there]
        errors = (
            [100 * max(0, by_seats[n][0] - by_seats[n][1]) for n in there],
            [100 * max(0, by_seats[n][2] - by_seats[n][0]) for n in there],
        )
        axes.errorbar(
            there,
            rates,
            yerr=errors,
            label=name,
            color=COLOURS[k % len(COLOURS)],
            marker=MARKS[k % len(MARKS)],
            linestyle=LINES[k % len(LINES)],
            capsize=3,
            clip_on=False,
        )
        cells_of = [
            "{} ({}–{})".format(*map(percent, by_seats[n])) if n in by_seats else "" for n in seats
        ]
        rows.append([name, *cells_of])
    axes.set_xticks(seats)
    axes.set_xlabel("players")
    axes.set_ylabel("games won, %")
    axes.set_ylim(0, 100)
    axes.legend(fontsize="small", framealpha=0.9)
    return ["won, % (95 % interval)", *(f"{n} players" if n > 1 else "alone" for n in seats)], rows


def draw_each(axes: "Axes", told: Sequence[tuple[str, list[Answer]]]) -> Table:
    """Win rate of one team after the other, each with its name below it."""
    names, found = [name for name, _ in told], [answer for _, (answer,) in told]
    rates = [100 * answer["win_rate"] for answer in found]
    below = [rate - 100 * answer["ci95"][0] for rate, answer in zip(rates, found, strict=True)]
    above = [100 * answer["ci95"][1] - rate for rate, answer in zip(rates, found, strict=True)]
    axes.errorbar(
        names,
        rates,
        yerr=(below, above),
        color=COLOURS[0],
        marker=MARKS[0],
        capsize=3,
        clip_on=False,
    )
    axes.set_ylabel("games won, %")
    axes.set_ylim(0, 100)
    rows = [
        [name, str(answer["games"]), "{} ({}–{})".format(*map(percent, spread(answer)))]
        for name, answer in zip(names, found, strict=True)
    ]
    return ["", "games", "won, % (95 % interval)"], rows


def draw_survival(axes: "Axes", told: Sequence[tuple[str, list[Answer]]]) -> Table:
    """How many games came how far: the share in which at least so many cards were laid."""
    stops = (20, 40, 60, 80, 90, 95)
    rows = []
    for k, (name, found) in enumerate(told):
        (answer,) = found
        cards, games = answer["cards"], answer["games"]
        left = {int(number): count for number, count in answer["histogram"].items()}
        came = [
            100 * sum(count for number, count in left.items() if cards - number >= laid) / games
            for laid in range(cards + 1)
        ]
        axes.plot(
            range(cards + 1),
            came,
            label=name,
            color=COLOURS[k % len(COLOURS)],
            linestyle=LINES[k % len(LINES)],
        )
        rows.append([name, *(percent(came[laid] / 100) for laid in (*stops, cards))])
    axes.set_xlabel("cards laid")
    axes.set_ylabel("games that came so far, %")
    axes.set_ylim(0, 100)
    axes.legend(fontsize="small", loc="lower left", framealpha=0.9)
    return ["came so far, %", *(f"{laid} cards" for laid in stops), "all"], rows


def draw_ceiling(axes: "Axes", told: Sequence[tuple[str, list[Answer]]]) -> Table:
    """Of random deals with all cards known: how many can be won, cannot, or are undecided."""
    seats = sorted({answer["players"] for _, found in told for answer in found})
    shares, rows = [], []
    for name, found in told:
        by_seats = {answer["players"]: answer for answer in found}
        shares.append([100 * by_seats[n]["won"] / by_seats[n]["deals"] for n in seats])
        rows.append([name, str(found[0]["deals"]), *(_verdicts(by_seats[n]) for n in seats)])
    lowest = min(min(row) for row in shares)
    axes.imshow(shares, cmap="cividis", vmin=min(lowest, 50), vmax=100, aspect="auto")
    for place, row in enumerate(shares):
        for column, share in enumerate(row):
            dark = share < (min(lowest, 50) + 100) / 2
            colour = "white" if dark else "black"
            text = percent(share / 100)
            axes.text(column, place, text, ha="center", va="center", color=colour, fontsize="small")
    axes.set_xticks(range(len(seats)), map(str, seats))
    axes.set_yticks(range(len(told)), [name for name, _ in told], fontsize="small")
    axes.set_xlabel("players")
    axes.set_title("deals won, %", fontsize="medium", loc="left")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    head = [f"{n} players" if n > 1 else "alone" for n in seats]
    return ["won / undecided / hopeless, %", "deals", *head], rows


def _verdicts(answer: Answer) -> str:
    parts = [answer[verdict] / answer["deals"] for verdict in ("won", "unknown", "hopeless")]
    return "100" if parts[0] == 1 else " / ".join(map(percent, parts))


PICTURES: dict[str, Callable[["Axes", Sequence[tuple[str, list[Answer]]]], Table]] = {
    "rates": draw_rates,
    "each": draw_each,
    "survival": draw_survival,
    "ceiling": draw_ceiling,
}


def draw(name: str, path: Path) -> Table:
    """Draw the picture of a question into ``path``, an SVG; its table."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    told = list(answers(name))
    kind = cells()[name]["picture"]
    tall = 1.2 + 0.3 * len(told) if kind == "ceiling" else 4.4
    figure = Figure(figsize=(7.6, tall), layout="constrained", facecolor="white")
    FigureCanvasSVG(figure)
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    if kind != "ceiling":
        axes.grid(alpha=0.3)
    table = PICTURES[kind](axes, told)
    with matplotlib.rc_context({"svg.hashsalt": "ninetyeight", "svg.fonttype": "path"}):
        figure.savefig(path, metadata={"Date": None})
    return table


# What Sphinx is told. Not needed for asking anew, and so imported only where it is built.


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx of the directive."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Insight(SphinxDirective):
        """One question: its commands, picture and table."""

        required_arguments = 1

        def run(self) -> list[nodes.Node]:
            name = self.arguments[0]
            cell = cells()[name]
            for file in ("cells.toml", f"{name}.jsonl"):
                self.env.note_dependency(str(FOLDER / file))
            folder = Path(self.env.app.outdir) / "_images"
            folder.mkdir(parents=True, exist_ok=True)
            head, rows = draw(name, folder / f"insight-{name}.svg")
            asked = "\n".join(f"$ ninetyeight {line['command']}" for line in cell["line"])
            commands = nodes.literal_block(asked, asked, language="console")
            depth = self.env.docname.count("/")
            picture = nodes.raw(
                "",
                f'<img src="{"../" * depth}_images/insight-{name}.svg" alt="{cell["says"]} '
                'The table below has the figures.">',
                format="html",
            )
            return [commands, picture, self.table(head, rows)]

        def table(self, head: list[str], rows: list[list[str]]) -> nodes.Node:
            group = nodes.tgroup(cols=len(head))
            group += [nodes.colspec(colwidth=1) for _ in head]
            for part, lines in ((nodes.thead(), [head]), (nodes.tbody(), rows)):
                for line in lines:
                    row = nodes.row()
                    for text in line:
                        row += nodes.entry("", nodes.paragraph("", text))
                    part += row
                group += part
            return nodes.table("", group)

    app.add_directive("insight", Insight)
    return {"parallel_read_safe": False, "parallel_write_safe": True}


if __name__ == "__main__":
    for wanted in sys.argv[1:] or cells():
        ask(wanted)
