"""What may be said: markers, offers to start, named commands, and when all must be silent.

Talk never changes the cards, so it is kept beside the game: a :class:`Talk` is an immutable value
of what has been said. What may be said *now* is asked with :func:`talk_refusal`.

Numbers are taboo in any form (T1) and everything else may be said (T2). A marker cannot name a
number; whether written words do is for whoever delivers them to judge, once chat is allowed here.
That a bot's markers never give a card away (T9r) is kept by :mod:`ninetyeight.bots`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ninetyeight.rules.cards import Card, Command, Commands
from ninetyeight.rules.choices import Choice
from ninetyeight.rules.editions import Rules
from ninetyeight.rules.errors import Refused
from ninetyeight.rules.game import Game
from ninetyeight.rules.moves import BACK, Lay, Move, parse_move


class Strictness(Choice, code="unknown_talk", rule="T10r"):
    """How strictly a table keeps the rules of talk (T10r). ``Strictness("silent")`` reads a word.

    >>> Strictness("quiet")
    Traceback (most recent call last):
    ninetyeight.rules.errors.SetupError: There is no talk setting “quiet”. Choose from: silent, \
markers, markers+chat, free.
    """

    SILENT = "silent"
    MARKERS = "markers"
    CHAT = "markers+chat"
    FREE = "free"


class Marker(Choice, code="unknown_marker", rule="T8r"):
    """What a seat may put on a row, weakest first (T8r)."""

    SMALL = "small"
    KEEP = "keep"
    HARD = "keep!"


class Wish(Choice, code="unknown_wish", rule="B10r"):
    """How strongly a seat offers to start, weakest first (B10r)."""

    CAN = "can"
    WANT = "want"
    MUST = "must"


class Phrase(Choice, code="unknown_phrase", rule="T2"):
    """What may be said at one tap: the catalogue has the words, so that everybody reads it in the
    language they chose. None of them names a number (T1), and a reply is a phrase like any other.
    """

    NOTHING = "nothing"
    STEP = "step"
    MINE = "mine"
    HELP = "help"
    TIGHT = "tight"
    HURRY = "hurry"
    MOMENT = "moment"
    YES = "yes"
    THANKS = "thanks"
    PHEW = "phew"
    LAUGH = "laugh"
    WOW = "wow"
    SORRY = "sorry"

    @property
    def of_row(self) -> bool:
        """True for what is said of a row, and then names it."""
        return self in (Phrase.NOTHING, Phrase.STEP, Phrase.MINE)


class Sign(Choice, code="unknown_sign"):
    """The ways to say something."""

    MARKER = "marker"
    CHAT = "chat"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker on a row: whose, which, and the top card it speaks of (T8r)."""

    seat: int
    row: str
    marker: Marker
    top: Card | None

    def __post_init__(self) -> None:
        if type(self.marker) is not Marker:
            object.__setattr__(self, "marker", Marker(self.marker))


@dataclass(frozen=True)
class Talk:
    """What has been said and still stands."""

    strictness: Strictness = Strictness.CHAT
    marks: tuple[Mark, ...] = ()
    #: The strongest wish to start of each seat that made one (B10r).
    offers: Mapping[int, Wish] = field(default_factory=dict)
    #: Commands that a seat has said it holds (T3).
    named: tuple[tuple[int, Command], ...] = ()
    #: T5r: a card was laid in this turn, also when it was taken back since.
    laying: bool = False
    #: T7r: the markers that this turn has taken off; they may be remembered.
    heard: tuple[Mark, ...] = ()

    def __post_init__(self) -> None:
        if type(self.strictness) is not Strictness:
            object.__setattr__(self, "strictness", Strictness(self.strictness))
        if self.offers:
            offers = {seat: Wish(wish) for seat, wish in self.offers.items()}
            object.__setattr__(self, "offers", offers)
        if self.named:
            named = tuple((seat, Command(command)) for seat, command in self.named)
            object.__setattr__(self, "named", named)

    @classmethod
    def default(cls, rules: Rules) -> Talk:
        """Nothing said yet, with the edition's own strictness (T10r)."""
        return cls(Strictness.MARKERS if rules.edition.quiet else Strictness.CHAT)

    def mark(self, seat: int, row: str) -> Mark | None:
        """The mark of ``seat`` on ``row``, if any."""
        return next((m for m in self.marks if m.seat == seat and m.row == row), None)

    def set_mark(self, mark: Mark) -> Talk:
        """With this marker in place of the seat's earlier one on that row."""
        return replace(self, marks=(*self.without(mark.seat, mark.row).marks, mark))

    def without(self, seat: int, row: str) -> Talk:
        """With the seat's marker on that row withdrawn."""
        kept = tuple(m for m in self.marks if (m.seat, m.row) != (seat, row))
        return self if len(kept) == len(self.marks) else replace(self, marks=kept)

    def after_lay(self, seat: int, row: str) -> Talk:
        """T8r: a marker is cleared when its owner lays there."""
        return self.without(seat, row) if self.marks else self

    def after_move(self, before: Game, move: Move | str, after: Game) -> Talk:
        """What still stands once ``move`` has led from ``before`` to ``after``."""
        move = parse_move(move)
        talk, seat = self, before.seat
        assert seat is not None
        if isinstance(move, Lay):
            talk = talk.after_lay(seat, move.row)
            command = before.commands.on(move.card)
            if command is not None:
                talk = talk.without_named(seat, command)
        laying = bool(after.laid) or move is BACK
        if laying is not talk.laying:
            talk = replace(talk, laying=laying, heard=())
        if not talk.marks:
            return talk
        silence = silenced(after.commands, after.tops)
        sizes = [len(hand) for hand in after.hands]
        return talk.standing(after.rules, sizes, silence=silence, draw=len(after.draw))

    def standing(
        self, rules: Rules, hand_sizes: Sequence[int], *, silence: bool, draw: int
    ) -> Talk:
        """What goes on standing: no marker once talk has ended (T7r), and none of a seat that has
        no cards left (T11r)."""
        if self.marks and (silence or self._quiet_end(rules, draw)):
            heard = (*self.heard, *self.marks) if self.laying else ()
            return replace(self, marks=(), heard=heard)
        # Who has laid the whole hand while there is a draw pile goes on with new cards.
        kept = tuple(mark for mark in self.marks if draw or hand_sizes[mark.seat])
        return self if len(kept) == len(self.marks) else replace(self, marks=kept)

    def has_ended(self, game: Game) -> bool:
        """True when no sign may be given, whoever's turn it is (X4, T7)."""
        return silenced(game.commands, game.tops) or self._quiet_end(game.rules, len(game.draw))

    def _quiet_end(self, rules: Rules, draw: int) -> bool:
        """T7: True in the phase without any signs. Where talk is free, people see to it."""
        return rules.edition.quiet and draw == 0 and self.strictness is not Strictness.FREE

    def with_offer(self, seat: int, wish: Wish | str | None) -> Talk:
        """With the seat's wish to start; None withdraws it."""
        offers = {s: w for s, w in self.offers.items() if s != seat}
        if wish is not None:
            offers[seat] = Wish(wish)
        return replace(self, offers=offers)

    def with_named(self, seat: int, command: Command | str) -> Talk:
        """With a command named by its holder (T3)."""
        return replace(self, named=(*self.named, (seat, Command(command))))

    def without_named(self, seat: int, command: Command | str) -> Talk:
        """With one mention of the command gone, because its card was laid."""
        mention = (seat, Command(command))
        if mention not in self.named:
            return self
        at = self.named.index(mention)
        return replace(self, named=self.named[:at] + self.named[at + 1 :])

    def settled(self, players: int) -> int:
        """Who starts when nobody decides otherwise: the strongest wish, the lowest seat first."""
        order = list(Wish)
        return max(
            range(players),
            key=lambda seat: (order.index(self.offers[seat]) if seat in self.offers else -1, -seat),
        )


def silenced(commands: Commands, tops: Iterable[Card | None]) -> bool:
    """True when a silence card is visible (X4)."""
    return bool(commands) and any(commands.on(top) is Command.SILENCE for top in tops)


def speakers(game: Game) -> tuple[int, ...]:
    """The order of speaking before a turn: every seat with cards, from the active one (T11r).

    Each may change its markers then, if talk is allowed, and sees what was said before it.
    """
    seat, players = game.seat, game.rules.players
    if seat is None or players == 1:
        return ()
    order = ((seat + after) % players for after in range(players))
    return tuple(other for other in order if game.hands[other])


def talk_refusal(
    rules: Rules, talk: Talk, sign: Sign | str, *, silence: bool, laying: bool, draw: int
) -> Refused | None:
    """Why ``sign`` may not be given now, or None when it may.

    ``silence``: a silence card is visible. ``laying``: a seat has begun to lay its cards (T5r).
    ``draw``: cards in the draw pile.
    """
    sign = Sign(sign)
    if silence:
        return Refused("silence", rule="X4")  # T4: at any strictness, it is a card's command
    if sign is Sign.COMMAND and not rules.has_commands:
        return Refused("no_commands", rule="T3")
    strictness = talk.strictness
    if strictness is Strictness.SILENT:
        return Refused("silent_table", rule="T10r")
    if sign is Sign.CHAT and strictness is Strictness.MARKERS:
        return Refused("markers_only", rule="T6" if rules.edition.quiet else "T10r")
    if talk._quiet_end(rules, draw):
        return Refused("quiet_end", rule="T7")
    if rules.edition.quiet and laying and strictness is not Strictness.FREE:
        return Refused("quiet_laying", rule="T5")
    return None
