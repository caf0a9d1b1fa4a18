"""What is fixed before a table begins: the deal, who sits where, how strict talk is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ninetyeight.rules import Deal, Rules, SetupError, Strictness, Talk

#: Longest name of a seat, so that every screen can show it.
NAME_LENGTH = 24


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table: a person, or a bot by its name such as ``planner``.

    ``changed_hands`` says that this person took the seat of another while the game was running.
    """

    name: str
    bot: str | None = None
    changed_hands: bool = False

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > NAME_LENGTH or not self.name.isprintable():
            raise SetupError("seat_name", length=NAME_LENGTH)


@dataclass(frozen=True)
class Setup:
    """Everything that decides how a table begins; with the events it decides the whole game."""

    deal: Deal
    seats: tuple[Seat, ...]
    strictness: Strictness = Strictness.CHAT
    #: True when hands are picked from a face-down fan instead of being dealt.
    fan: bool = False
    #: True when the deal was chosen by its code or played before: somebody may know the cards.
    known_deal: bool = False
    #: Seed of the bots, so that a resumed game goes on as it would have.
    bot_seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "strictness", Strictness(self.strictness))
        if len(self.seats) != self.rules.players:
            raise SetupError(
                "seats_do_not_match", rule="B2", seats=len(self.seats), players=self.rules.players
            )

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.deal.rules

    @property
    def people(self) -> int:
        """How many people sat down."""
        return sum(seat.bot is None for seat in self.seats)

    def reseated(self, seat: int, name: str) -> Setup:
        """The same table after somebody of this name took over a seat in the running game."""
        seats = list(self.seats)
        seats[seat] = Seat(name, changed_hands=True)
        return replace(self, seats=tuple(seats))

    @classmethod
    def default(cls, deal: Deal, seats: tuple[Seat, ...], **more: object) -> Setup:
        """A setup with the edition's own strictness of talk (T10r)."""
        return cls(deal, seats, Talk.default(deal.rules).strictness, **more)  # type: ignore[arg-type]
