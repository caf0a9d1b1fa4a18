"""Every sentence a person reads, in English, German and French, from one catalogue.

Standard library only, and a leaf: this room imports no other. A text has a dotted code whose first
part is the file it stands in, so ``refusal.wrong_number`` is ``wrong_number`` in ``refusal.toml``.

>>> catalogue("en").text("rules.command.skull.name")
'Skull'
>>> catalogue("de").text("rules.command.skull.name")
'Totenkopf'
>>> language_of({"LANG": "fr_CH.UTF-8"})
'fr'
"""

from __future__ import annotations

from ninetyeight.locale.catalogue import (
    LANGUAGES,
    Catalogue,
    CatalogueError,
    Entry,
    MissingParameter,
    Plural,
    UnknownCode,
    catalogue,
    language_of,
)

__all__ = [
    "LANGUAGES",
    "Catalogue",
    "CatalogueError",
    "Entry",
    "MissingParameter",
    "Plural",
    "UnknownCode",
    "catalogue",
    "language_of",
]
