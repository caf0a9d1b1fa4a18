"""Roman numerals, as far as a card can carry one."""

from __future__ import annotations

import re

from ninetyeight.chat.tongue import words

# Up to a hundred, for there are no higher cards: so `mix`, `di`, `CD` and `MD` are no numerals.
# The careless forms IIII, VIIII and IC are read as well.
_UP_TO_99 = r"(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})"
_NUMERAL = re.compile(rf"ic|c|{_UP_TO_99}")
#: A year names its last two digits; shorter ones than this are words.
_YEAR = re.compile(rf"(?=.{{5}})m{{1,2}}(?:cm|cd|d?c{{0,4}}){_UP_TO_99}")

#: Numerals that are words, names or signs in small letters.
_SMALL_WORDS = {"li", "c", "xl", "lv", "ic", "xx", "vi", "ci"}
#: Two-letter words in capitals only when everything is shouted.
_CAPITAL_WORDS = {"CI", "C"}
_SINGLE = set("ivxl")
_NUMBER_FOLLOWS = words("card karte carte number nummer numero zahl chiffre value")


def is_roman(word: str, before: str = "", alone: bool = False) -> bool:
    """Whether ``word``, in its own capitals, is a roman numeral; ``before`` is the word before.

    >>> is_roman("XLII"), is_roman("lxiv"), is_roman("mix"), is_roman("I")
    (True, True, False, False)
    """
    small = word.lower()
    if word not in (small, word.upper()):
        return False
    if not _NUMERAL.fullmatch(small):
        return _YEAR.fullmatch(small) is not None
    if len(word) == 1:
        return small in _SINGLE and before in _NUMBER_FOLLOWS
    if alone or before in _NUMBER_FOLLOWS:
        return True
    return word not in _SMALL_WORDS and word not in _CAPITAL_WORDS
