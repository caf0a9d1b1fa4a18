"""Chat at the table: whether a message names a number (T1).

Standard library only. A message is read in the three languages at once, the table's own first,
because people mix them.

>>> find_number("please nothing on the lowest row", "en")
>>> find_number("meine ist vier-und-sechzig", "de")
FoundNumber(text='vier-und-sechzig')
>>> find_number("j'ai encore deux cartes", "fr")
"""

from __future__ import annotations

from ninetyeight.chat.number_filter import FoundNumber, find_number

__all__ = ["FoundNumber", "find_number"]
