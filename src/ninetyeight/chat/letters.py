"""Letters as they are meant: one plain Latin alphabet and ten plain digits.

People write `４２`, `④②`, `4️⃣2️⃣`, `fоrty` with a Cyrillic o, or put an invisible space inside a
word. Here all of that becomes `42` and `forty`, so that the rest can read plainly.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

#: Letters of other alphabets, and of our own, that look like a plain Latin letter.
_LOOK_ALIKES = {
    # Cyrillic
    **dict(zip("аеорсухіјѕвнткмгԁһԛԝьё", "aeopcyxijsbhtkmrdhqwbe", strict=True)),
    **dict(zip("АЕОРСУХІЈЅВНТКМҮЁ", "AEOPCYXIJSBHTKMYE", strict=True)),
    # Greek: the small letters and the capitals look like different ones of ours
    **dict(zip("αβγεζηικνοορτυχω", "abyezniKvooptuxw".lower(), strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
    # Armenian
    **dict(zip("օոսցհ", "onugh", strict=True)),
    # Latin letters that no decomposition brings back
    **dict(zip("ıłøđħŧŋɑɡɩ", "ilodhtnagi", strict=True)),
    **dict(zip("ɪʏꜰɴʀᴛᴇᴏᴡʜᴠᴜɢᴢᴀᴄᴅᴋᴍᴘʙʟᴊꜱ", "iyfnrteowhvugzacdkmpbljs", strict=True)),
    "Ł": "L", "Ø": "O", "Đ": "D", "ſ": "s", "ß": "ss", "ẞ": "SS", "œ": "oe", "æ": "ae",
    "Œ": "OE", "Æ": "AE",
}  # fmt: skip

#: Signs that name a number without a digit in them, and the digits they stand for.
_NUMBER_SIGNS = {
    "🔟": " 10 ",
    "💯": " 100 ",
    "🔞": " 18 ",
    **{chr(0x2680 + n): f" {n + 1} " for n in range(6)},  # dice
    **{chr(0x1F550 + n): f" {n % 12 + 1} " for n in range(24)},  # clock faces
}

#: Characters that take no room or only room, beside those Unicode calls so.
_NOTHING = {"\u3164", "\uffa0", "\u115f", "\u1160"}
_ROOM = {"\u2800"}

#: Playing cards with a rank; the back and the jokers have none.
_PLAYING_CARDS = range(0x1F0A1, 0x1F0DF)
_RANKLESS = {0x1F0A0, 0x1F0BF, 0x1F0CF}


def plain_letters(text: str) -> str:
    """The text with plain letters and digits; capitals stay, accents and hidden signs go.

    >>> plain_letters("ｆоrty‑②, zwölf, fif\u200bty")
    'forty-2, zwolf, fifty'
    """
    return "".join(map(_plain, text))


@lru_cache(maxsize=8192)
def _plain(sign: str) -> str:
    """A character as it is meant."""
    meant = _NUMBER_SIGNS.get(sign, sign)
    return "".join(map(_plain_part, unicodedata.normalize("NFKD", meant)))


def _plain_part(sign: str) -> str:
    """One character after decomposition: a plain one, a space, or nothing."""
    if sign.isascii():
        return sign if sign.isprintable() else " "
    if sign in _NOTHING:
        return ""
    if sign in _ROOM:
        return " "
    if sign in _LOOK_ALIKES:
        return _LOOK_ALIKES[sign]
    point = ord(sign)
    if point in _PLAYING_CARDS and point not in _RANKLESS:
        return " 1 " if point % 16 == 1 else f" {min(point % 16, 10)} "
    if 0x1F1E6 <= point <= 0x1F1FF:  # letters that flags are made of
        return chr(ord("A") + point - 0x1F1E6)
    for first in (0x1F150, 0x1F170):  # white letters on black
        if first <= point < first + 26:
            return chr(ord("A") + point - first)
    kind = unicodedata.category(sign)
    if kind in ("Mn", "Me", "Cf", "Cs"):
        return ""
    value = unicodedata.numeric(sign, None)
    if value is not None:
        # Digits of any script, circled and Chinese numbers, fractions.
        return str(int(value)) if value == int(value) else " 1/2 "
    if kind == "Pd":
        return "-"
    if sign in "’‘ʼ´`":
        return "'"
    if kind.startswith("Z") or kind == "Cc":
        return " "
    return sign
