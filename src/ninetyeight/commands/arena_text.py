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
#: A terminal with fewer characters in a line gets no table.
TABLE_WIDTH = sum(_WIDTHS) + 2 * len(_WIDTHS) + 7
#: Waiting longer than this is told in days, longer than this in years, and longer than this not.
_DAYS, _YEARS, _AGES = 2 * 86_400, 2 * 31_557_600, 1_000 * 31_557_600


def decimal(value: float, digits: int = 1) -> str:
    """A number as people write it."""
    return f"{value:.{digits}f}".replace(".", say("arena.decimal_point"))


def pace(rate: float) -> str:
    """Games per second; digits only where they say something."""
    return decimal(rate, 0 if rate >= 100 else 1)


def clock(seconds: float) -> str:
    """A time to wait: minutes and seconds, with hours if need be; what is longer in words."""
    if seconds >= _AGES:
        return say("arena.clock.ages")
    if seconds >= _YEARS:
        return say("arena.clock.years", n=round(seconds / 31_557_600))
    if seconds >= _DAYS:
        return say("arena.clock.days", n=round(seconds / 86_400))
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def remaining(games: int, rate: float) -> str:
    """How long so many games will take; there may be more of them than a fraction can count."""
    return clock(min(games, 10**15) / rate)


def title(result: Mapping[str, Any]) -> str:
    """What was played."""
    named = rules_named(result["edition"], result["options"])
    talk = say(f"arena.talk.{result['talk']}")
    return say("arena.title", rules=named, talk=talk, seed=result["seed"])


def rules_named(edition: str, options: Mapping[str, bool]) -> str:
    """The edition with its options, by their ids: ``original + fire``."""
    return " + ".join([edition, *(name for name, on in options.items() if on)])


def heading() -> str:
    """The first line of the table."""
    return _line([say(f"arena.column.{name}") for name in _COLUMNS])


def row(result: Mapping[str, Any]) -> str:
    """One run, one line of the table."""
    return _line(_cells(result))


def block(result: Mapping[str, Any], width: int) -> str:
    """The same for a narrow terminal: the team, and below it what the columns of the table say."""
    *cells, team = _cells(result)
    names = [say(f"arena.column.{name}") for name in _COLUMNS[:-1]]
    told = [f"{name} {cell}" for name, cell in zip(names, cells, strict=True)]
    lines = [team]
    for text in told:
        if len(lines) > 1 and len(lines[-1]) + 2 + len(text) <= width:
            lines[-1] += f", {text}"
        else:
            lines.append(f"  {text}")
    return "\n".join(lines)


def _cells(result: Mapping[str, Any]) -> list[str]:
    low, high = (decimal(100 * end) for end in result["ci95"])
    return [
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


def details(result: Mapping[str, Any], width: int) -> str:
    """Cards left as bars; why and where games were lost; turns, tricks and markers."""
    lines = ["", say("arena.cards_left"), *_bars(result["histogram"], "0", width)]
    lost = result["games"] - result["wins"]
    if lost:
        reasons = ", ".join(
            f"{say(f'arena.reason.{reason}')} {count}"
            for reason, count in result["reasons"].items()
        )
        empty = say("arena.draw_empty")
        lines += ["", say("arena.lost_draw"), *_bars(result["lost_draw"], empty, width)]
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
    named = {**result, "first": first, "second": second}
    title, wins = say("arena.compare.title", **named), say("arena.compare.wins", **named)
    low, high = (_signed(100 * end) for end in result["win_rate_difference_ci95"])
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
            p=_chance(result["p_left"]),
            **result,
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


def _bars(histogram: Mapping[str, int], zero: str, width: int) -> list[str]:
    """Bars in tens, and one of its own for 0, which is called ``zero``."""
    groups: Counter[int] = Counter()
    for number, count in histogram.items():
        groups[0 if number == "0" else 1 + int(number) // 10] += count
    most, total = max(groups.values()), groups.total()
    longest = max(4, min(_BAR, width - 30))
    lines = []
    for group in range(max(groups) + 1):
        count = groups[group]
        name = zero if group == 0 else f"{max(1, 10 * group - 10)}–{10 * group - 1}"
        bar = "#" * round(longest * count / most)
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
