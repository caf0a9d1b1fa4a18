"""How results of the arena look in a terminal: plain tables that need no colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ninetyeight.commands.frame import say

_BAR = 40
_COLUMNS = (
    *("players", "games", "wins", "win_rate", "ci95", "left", "under_ten", "speed", "engine"),
    "team",
)
#: The team stands last, because a program's command may be long.
_WIDTHS = (7, 8, 8, 8, 13, 10, 11, 9, 12)


def decimal(value: float, digits: int = 1) -> str:
    """A number as people write it."""
    return f"{value:.{digits}f}".replace(".", say("arena.decimal_point"))


def pace(rate: float) -> str:
    """Games per second; digits only where they say something."""
    return decimal(rate, 0 if rate >= 100 else 1)


def clock(seconds: float) -> str:
    """A time to wait: minutes and seconds, with hours if need be."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def title(result: Mapping[str, Any]) -> str:
    """What was played."""
    names = [result["edition"], *(name for name, on in result["options"].items() if on)]
    return say(
        "arena.title", rules=" + ".join(names), talk=say(f"arena.talk.{result['talk']}"),
        seed=result["seed"],
    )  # fmt: skip


def heading() -> str:
    """The first line of the table."""
    return _line([say(f"arena.column.{name}") for name in _COLUMNS])


def row(result: Mapping[str, Any]) -> str:
    """One run, one line of the table."""
    low, high = (decimal(100 * end) for end in result["ci95"])
    return _line(
        [
            str(result["players"]),
            str(result["games"]),
            str(result["wins"]),
            _percent(result["win_rate"]),
            f"{low}–{high} %",
            decimal(result["mean_left"]),
            _percent(result["under_ten"]),
            pace(result["games_per_s"]),
            say(f"arena.engine.{result['engine'] or 'none'}"),
            result["bot"],
        ]
    )


def details(result: Mapping[str, Any]) -> str:
    """Cards left as bars; why and where games were lost; turns, tricks and markers."""
    lines = ["", say("arena.cards_left"), *_bars(result["histogram"], "0")]
    lost = result["games"] - result["wins"]
    if lost:
        reasons = ", ".join(
            f"{say(f'arena.reason.{reason}')} {count}"
            for reason, count in result["reasons"].items()
        )
        empty = say("arena.draw_empty")
        lines += ["", say("arena.lost_draw"), *_bars(result["lost_draw"], empty)]
        lines += ["", say("arena.lost_by", reasons=reasons), _lost_turn(result)]
    else:
        lines.append("")
    lines.append(
        say(
            "arena.means",
            turns=decimal(result["mean_turns"]),
            tricks=decimal(result["mean_tricks"]),
            markers=decimal(result["mean_markers"]),
        )
    )
    if result["games_with_markers"]:
        kinds = ", ".join(f"{kind} {times}" for kind, times in result["markers"].items())
        lines.append(say("arena.marker_use", kinds=kinds, n=result["games_with_markers"]))
    return "\n".join(lines)


def comparison(result: Mapping[str, Any]) -> str:
    """Two teams on the same deals, and how likely the difference would be by luck."""
    first, second = result["compare"]
    names = {"first": first, "second": second}
    low, high = (_signed(100 * end) for end in result["win_rate_difference_ci95"])
    title = say("arena.compare.title", **names, players=result["players"], games=result["games"])
    wins = say(
        "arena.compare.wins",
        **names,
        both=result["both_won"],
        neither=result["neither_won"],
        only_first=result["only_first_won"],
        only_second=result["only_second_won"],
    )
    rate = say(
        "arena.compare.rate",
        difference=_signed(100 * result["win_rate_difference"]),
        low=low,
        high=high,
        p=_chance(result["p_wins"]),
    )
    lines = ["", title, f"  {wins}", f"  {rate}"]
    if result["left_difference_ci95"] is not None:
        low, high = (_signed(end) for end in result["left_difference_ci95"])
        left = say(
            "arena.compare.left",
            difference=_signed(result["left_difference"]),
            low=low,
            high=high,
            fewer=result["fewer_left"],
            more=result["more_left"],
            p=_chance(result["p_left"]),
        )
        lines.append(f"  {left}")
    return "\n".join(lines)


def _lost_turn(result: Mapping[str, Any]) -> str:
    # Imported here so that `ninetyeight arena --help` is quick.
    from ninetyeight.arena.statistics import middle

    found = middle(Counter({int(turn): n for turn, n in result["lost_turn"].items()}))
    assert found is not None, "asked only when games were lost"
    low, median, high = found
    return say("arena.lost_turn", low=low, median=median, high=high)


def _bars(histogram: Mapping[str, int], zero: str) -> list[str]:
    """Bars in tens, and one of its own for 0, which is called ``zero``."""
    groups: Counter[int] = Counter()
    for number, count in histogram.items():
        groups[0 if number == "0" else 1 + int(number) // 10] += count
    most, total = max(groups.values()), groups.total()
    lines = []
    for group in range(max(groups) + 1):
        count = groups[group]
        name = zero if group == 0 else f"{max(1, 10 * group - 10)}–{10 * group - 1}"
        bar = "#" * round(_BAR * count / most)
        lines.append(f"{name:>7}  {count:>7}  {_percent(count / total):>8}  {bar}".rstrip())
    return lines


def _line(cells: list[str]) -> str:
    *figures, team = cells
    return "  ".join([*map(str.rjust, figures, _WIDTHS), team])


def _percent(share: float) -> str:
    return f"{decimal(100 * share)} %"


def _signed(value: float) -> str:
    rounded = round(value, 1) + 0.0  # so that nobody reads "−0.0"
    return ("−" if rounded < 0 else "+" if rounded > 0 else "") + decimal(abs(rounded))


def _chance(p: float) -> str:
    return f"p < {decimal(0.0001, 4)}" if p < 0.0001 else f"p = {decimal(p, 4)}"
