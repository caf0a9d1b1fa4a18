"""The work that a message makes grows as the message does, whatever it is made of."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from ninetyeight.chat import find_number

#: Each keeps the filter at some step busy without naming a number early.
UNITS = [
    "a ", "ab", "un", "one ", "one one ", "fi*b*x ", "$ab ", "U1 ", "rows 1 and 2 ", "row number ",
    "exactly three ", "3! ", "stop x2 ", "two cards ", "two or three cards ", "ten back ", "i v x ",
    "the one over ", "kein eins über uns ", "sixsi ", "eineinx ", "zzz ", "!? ", "\U0001f51f",
    "a\u0301\u0323", "\ufdfa", "\U0001f4af½",
]  # fmt: skip


def calls(message: str) -> int:
    """How many functions are called to read a message, compiled ones included."""
    made = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        find_number(message, "en", commands=True)
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize("unit", UNITS)
def test_twice_the_message_makes_twice_the_work(unit: str) -> None:
    short, long = (unit * (length // len(unit)) for length in (900, 1800))
    find_number(long, "en", commands=True)  # whatever is remembered of words is remembered now
    assert calls(long) < 2.2 * calls(short) + 100
    assert calls(long) < 100 * len(long)
