"""The catalogue: texts by code, with named parameters and plurals.

Texts live in ``<language>/<area>.toml`` next to this file. An area is read when one of its texts
is first asked for, so that a command which prints one line does not parse every sentence we have.
A table with exactly the keys ``one`` and ``other`` is a plural, chosen by the parameter ``n``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

LANGUAGES = ("en", "de", "fr")

_HERE = Path(__file__).parent

#: Where a person's language is looked up; the first that is set decides, as in POSIX.
_VARIABLES = ("NINETYEIGHT_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


class Plural(NamedTuple):
    """A text that depends on a number: ``one`` of something, or any ``other`` number of it."""

    one: str
    other: str

    def of(self, n: int, language: str) -> str:
        """The form that goes with ``n``: French says "0 carte", English and German "0 cards"."""
        singular = (0, 1) if language == "fr" else (1,)
        return self.one if n in singular else self.other


Entry: TypeAlias = str | Plural


class CatalogueError(KeyError):
    """A text was asked for that cannot be given. ``code`` names it."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code

    def __str__(self) -> str:
        # A KeyError shows its key in quotes; people who read this want the sentence.
        return self.message


class UnknownCode(CatalogueError):
    """The catalogue has no text of that code."""


class MissingParameter(CatalogueError):
    """The text needs a parameter that was not given, or cannot use the one it got."""


class Catalogue:
    """All texts of one language. Get it from :func:`catalogue`, which keeps one per language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no texts in language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self._folder = _HERE / language
        self._areas: dict[str, Mapping[str, Entry]] = {}

    def text(self, code: str, /, **params: object) -> str:
        """The sentence for ``code``, its placeholders filled.

        Parameters the text has no place for are ignored, so that one set of figures can serve
        a whole page. UnknownCode or MissingParameter otherwise, naming the code.
        """
        entry = self._area_of(code).get(code)
        if entry is None:
            raise UnknownCode(f"no text {code!r} in language {self.language!r}", code)
        if isinstance(entry, Plural):
            n = params.get("n")
            if not isinstance(n, int):
                raise MissingParameter(f"text {code!r} needs a whole number n", code)
            entry = entry.of(n, self.language)
        try:
            return entry.format(**params)
        except KeyError as missing:
            raise MissingParameter(f"text {code!r} needs the parameter {missing}", code) from None

    def has(self, code: str) -> bool:
        """True when there is a text of exactly that code."""
        return code in self._area_of(code)

    def of_edition(self, code: str, edition: str) -> str:
        """The code of an edition's own words in place of ``code`` where it has some, else ``code``.

        >>> catalogue("en").of_edition("end.praise.lost", "gold")
        'end.praise.gold.lost'
        >>> catalogue("en").of_edition("end.praise.lost", "original")
        'end.praise.lost'
        """
        head, _, last = code.rpartition(".")
        own = f"{head}.{edition}.{last}"
        return own if self.has(own) else code

    def section(self, prefix: str) -> Mapping[str, Entry]:
        """The unfilled texts whose codes start with the dotted ``prefix``, in the file's order."""
        within = self._area_of(prefix)
        return {
            code: entry
            for code, entry in within.items()
            if code == prefix or code.startswith(prefix + ".")
        }

    def areas(self) -> tuple[str, ...]:
        """Names of all areas there are, sorted."""
        return tuple(sorted(file.stem for file in self._folder.glob("*.toml")))

    def _area_of(self, code: str) -> Mapping[str, Entry]:
        """The texts of the area that ``code`` belongs to; empty when there is no such area."""
        area = code.partition(".")[0]
        if area not in self._areas:
            # A code is no path: anything but a plain name has no file.
            file = self._folder / f"{area}.toml"
            known = area.isidentifier() and file.is_file()
            self._areas[area] = read_area(file) if known else {}
        return self._areas[area]


def read_area(file: Path) -> Mapping[str, Entry]:
    """All texts of one catalogue file by full code, in the file's order."""
    with file.open("rb") as source:
        table = tomllib.load(source)
    return dict(_flatten(file.stem, table))


def _flatten(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, Entry]]:
    for key, value in table.items():
        code = f"{prefix}.{key}"
        match value:
            case str():
                yield code, value
            case {"one": str(one), "other": str(other), **rest} if not rest:
                yield code, Plural(one, other)
            case dict():
                yield from _flatten(code, value)
            case _:
                raise TypeError(f"{code}: a catalogue holds texts only, not {value!r}")


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of ``language``, one for the whole process; ValueError if we have none."""
    return Catalogue(language)


def language_of(environ: Mapping[str, str]) -> str:
    """The language a person's environment asks for; English when it asks for none we have.

    >>> language_of({"NINETYEIGHT_LANG": "fr", "LANG": "de_CH.UTF-8"})
    'fr'
    """
    wanted = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    language = re.split(r"[^a-z]", wanted.strip().lower(), maxsplit=1)[0]
    return language if language in LANGUAGES else LANGUAGES[0]
