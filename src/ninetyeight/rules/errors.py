"""What the law answers when something is not allowed or makes no sense.

Every error carries a message code, the rule it stands on where there is one, and parameters; the
catalogue in :mod:`ninetyeight.locale` turns these into a sentence in any of the three languages.
``str(error)`` is the English sentence.
"""

from __future__ import annotations


class GameError(ValueError):
    """Something was wrong with what was asked; nothing has changed.

    ``code`` names a text of the catalogue, ``params`` fill it, ``rule`` is the number of the rule
    that says so (None where no rule is concerned, as with a misspelt text).
    """

    area = "errors"
    #: Parameters that hold the id of something in the game, which has a name for people.
    named: frozenset[str] = frozenset({"command", "edition", "option", "marker"})

    def __init__(self, code: str, *, rule: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.params = params

    @property
    def message_code(self) -> str:
        """The full code in the catalogue, such as ``refusal.wrong_number``."""
        return f"{self.area}.{self.code}"

    def text(self, language: str = "en") -> str:
        """The sentence for a person, in the given language.

        Things of the game are told by their names. Where the sentence lists the words that are
        ``known``, the next step is to type one: there words stay as they are typed.
        """
        # The catalogue is a leaf of plain texts; imported late because most games never need it.
        from ninetyeight.locale import catalogue

        texts, told = catalogue(language), dict(self.params)
        for name, value in self.params.items():
            if isinstance(value, GameError):
                told[name] = value.text(language)  # a cause is told in the same language
            elif name in self.named and "known" not in self.params:
                code = f"rules.{name}.{value}.name"
                told[name] = texts.text(code) if texts.has(code) else value
        return texts.text(self.message_code, **told)

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process borders in the arena; the keyword arguments must survive that.
        return (_rebuild, (type(self), self.code, self.rule, self.params))


def _rebuild(
    kind: type[GameError], code: str, rule: str | None, params: dict[str, object]
) -> GameError:
    return kind(code, rule=rule, **params)


class Refused(GameError):
    """A move, a sign or a word that the rules do not allow now. The game is unchanged."""

    area = "refusal"


class SetupError(GameError):
    """A game that cannot be set up: seats, edition, options, deck or commands are off."""


class NotationError(GameError):
    """A text that is no move, no deal code, no game or no record; it is told as it was written."""

    named = frozenset()
