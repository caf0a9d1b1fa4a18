"""How a game ends."""

from __future__ import annotations

from dataclasses import dataclass

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
    """The end of a game: won or lost, why, and how many cards were not laid (B9)."""

    won: bool
    reason: Reason | None
    left: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", Reason.maybe(self.reason))

    @property
    def broken(self) -> bool:
        """True when a command or a fire deadline lost the game: that earns no praise (B9r)."""
        return self.reason not in (None, Reason.STUCK)
