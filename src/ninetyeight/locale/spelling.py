"""Texts on a stream whose encoding lacks some of their characters: others that can be read there.

>>> "Zürich → 5–7 ░·◇".encode("ascii", READABLE)
b'Zuerich -> 5-7 #.o'
>>> "Zürich → 5–7 ░·◇".encode("latin-1", READABLE).decode("latin-1")
'Zürich -> 5-7 #·o'
"""

from __future__ import annotations

import codecs
import io
import unicodedata

#: Name of the error handler that writes what can be read, for any encoding.
READABLE = "ninetyeight.readable"

#: ASCII under another name: click takes a stream of that name for misconfigured and writes UTF-8.
_ASCII = "ninetyeight_ascii"

#: Of the characters without an ASCII letter at their heart. The marks on a lane differ.
_STAND_INS = {
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "×": "x",
    "\N{NO-BREAK SPACE}": " ",
    "‘": "'",
    "’": "'",
    "‹": "<",
    "›": ">",
    **dict.fromkeys("“”„«»", '"'),
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "ß": "ss",
    "œ": "oe",
    "Œ": "Oe",
    "æ": "ae",
    "Æ": "Ae",
    "↑": "^",
    "↓": "v",
    "→": "->",
    "←": "<-",
    "↩": "<-",
    "↚": "<-",
    "↗": "^",
    "↘": "v",
    "·": ".",
    "░": "#",
    "◇": "o",
    "◆": "@",
    "▲": "^",
    "∞": "oo",
    "⊘": "0",
    "≡": "=",
    "⚡": "!",
    "☠": "X",
    "♨": "*",
    "‼": "!!",
    "■": "#",
    "▶": ">",
    "▷": ">",
    "▸": ">",
    "◀": "<",
    "◁": "<",
    "◂": "<",
    "─": "-",
    "━": "=",
    "═": "=",
    "│": "|",
    "┃": "|",
    "┊": ":",
    "╿": "|",
}


def spelt(text: str) -> str:
    """``text`` in ASCII: a question mark only for what has no stand-in.

    >>> spelt("„Œuvre“"), spelt("déjà vu"), spelt("\\N{CJK UNIFIED IDEOGRAPH-4E00}")
    ('"Oeuvre"', 'deja vu', '?')
    """
    text = text.replace("«\N{NO-BREAK SPACE}", '"').replace("\N{NO-BREAK SPACE}»", '"')
    return "".join(map(_spelt, text))


def _spelt(sign: str) -> str:
    if sign in _STAND_INS or sign.isascii():
        return _STAND_INS.get(sign, sign)
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return bare or "?"


def write_readably(*streams: object) -> None:
    """From now on each of these text streams writes whatever it is given, in what it can."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if ascii else None, errors=READABLE)


def _readable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return spelt(error.object[error.start : error.end]), error.end


def _find(name: str) -> codecs.CodecInfo | None:
    if name != _ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        known.streamreader,
        known.streamwriter,
        known.incrementalencoder,
        known.incrementaldecoder,
        name,
    )


codecs.register_error(READABLE, _readable)
codecs.register(_find)
