"""How a game ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from ninetyeight.rules.choices import Choice


class Reason(Choice, code="unknown_reason"):
    """Why a game was lost: the minimum (B8) or a duty that was broken or could not be met."""

    STUCK = "stuck"
    SKULL = "skull"
    THREE = "three"
    STOP = "stop"
    FIRE = "fire"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: won or lost, why, and how many cards were not laid (B9).

    ``seat`` is the one whose turn it was, also when it could lay nothing at all. The text form of a
    game does not tell it: of a game that was read from there it is None. It is no part of the
    result, so that two outcomes are equal whoever ended the game.
    """

    won: bool
    reason: Reason | None
    left: int
    seat: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", Reason.maybe(self.reason))

    @property
    def broken(self) -> bool:
        """True when a command or a fire deadline lost the game: that earns no praise (B9r)."""
        return self.reason not in (None, Reason.STUCK)
