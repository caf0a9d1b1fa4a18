"""What can go wrong between a client and its server."""

from __future__ import annotations

from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import GameError
from ninetyeight.wire.state import Why


class ClientError(GameError):
    """A link that cannot be used, or a server that cannot be reached or will not have us."""

    area = "join"


class Declined(GameError):
    """The server's own refusal, with the code and figures that it sent."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.code, rule=why.rule, **why.params)
        self.why = why

    @property
    def message_code(self) -> str:
        """The full code in the catalogue, as the server sent it."""
        return self.why.code

    def text(self, language: str = LANGUAGES[0]) -> str:
        """The sentence for a person; a code that this release does not know is shown as it is."""
        try:
            return super().text(language)
        except KeyError:
            return catalogue(language).text("join.declined", code=printable(self.why.code))


def printable(text: str, most: int = 400) -> str:
    """Somebody else's text as it may be shown: one line without control characters.

    >>> printable("a\\x1b[2J b\\n c")
    'a [2J b c'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:most]
