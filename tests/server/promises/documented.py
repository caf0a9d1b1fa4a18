"""Which codes are documented: those of the catalogue, and of ours those with a status."""

from __future__ import annotations

from ninetyeight.locale import catalogue
from ninetyeight.server.errors import STATUS


def documented(code: str) -> bool:
    """True when the code is one of the catalogue's, and of the table of codes if it is ours."""
    area, _, name = code.partition(".")
    if area == "server" and name not in STATUS:
        return False
    return catalogue("en").has(code)
