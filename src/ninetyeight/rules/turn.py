"""The law of one turn.

What a seat may lay, when it may end and which duties it has depend only on what that seat can see:
its own hand, the visible tops, what it laid this turn, and the commands on those cards. A
:class:`Turn` is exactly that, so that the game, a view and a bot's plan all ask one and the same
law.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from ninetyeight.rules.cards import Card, Command, Commands, fits, is_trick
from ninetyeight.rules.completion import completes, why_stuck
from ninetyeight.rules.editions import Rules, Step
from ninetyeight.rules.errors import Refused
from ninetyeight.rules.moves import BACK, END, Lay, Move, parse_move
from ninetyeight.rules.outcome import Reason

if TYPE_CHECKING:
    from ninetyeight.rules.game import Game
    from ninetyeight.rules.view import View


class Verdict(NamedTuple):
    """What one lay would do. At most one of ``refusal``, ``loses``, ``wins``, ``stops`` and
    ``dead_end`` holds, asked in this order; when none does, the turn simply goes on.

    ``refusal``: the law does not accept it. ``loses`` says why the game would be lost at once: the
    duty that is broken (X8r), or without take-backs why the turn could not be completed (B8r).
    ``wins``: it is the very last card. ``stops``: the turn is over with it (X1). ``dead_end``: the
    turn could not be completed from there, so that the card would have to be taken back (B8r,
    B12r). ``turn`` is the one that was asked.
    """

    turn: Turn
    lay: Lay
    refusal: Refused | None = None
    loses: Reason | None = None
    wins: bool = False
    stops: bool = False
    dead_end: bool = False

    @property
    def step(self) -> int | None:
        """How far the row moves on, below zero for the backwards trick; None when refused."""
        return None if self.refusal else self._step.by

    @property
    def trick(self) -> bool:
        """True for a backwards trick (B4); False when refused."""
        return self.refusal is None and self._step.trick

    @property
    def _step(self) -> Step:
        return self.turn.rules.edition.step_of(self.lay, self.turn.tops)

    @property
    def fails(self) -> bool:
        """True when it loses, or leads to where the turn cannot be completed any more."""
        return self.loses is not None or self.dead_end


@dataclass(frozen=True)
class Turn:
    """One seat's turn as it stands: everything that decides what may be laid next.

    ``hand`` is what the seat still holds, ``laid`` what it laid this turn in order, ``tops`` the
    visible cards now, ``minimum`` the cards asked for this turn (fixed at its start, B7r), and
    ``elsewhere`` how many cards lie in other hands and the draw pile.
    """

    rules: Rules
    commands: Commands
    tops: tuple[Card | None, ...]
    hand: tuple[Card, ...]
    laid: tuple[Lay, ...]
    minimum: int
    elsewhere: int

    @classmethod
    def of(cls, shown: Game | View, hand: tuple[Card, ...]) -> Self:
        """The running turn of a game or a view, taken as that of the seat that holds ``hand``."""
        return cls(
            shown.rules,
            shown.commands,
            shown.tops,
            hand,
            shown.laid,
            shown.minimum,
            shown.left - len(hand),
        )

    # What is visible.

    @cached_property
    def visible(self) -> frozenset[Command]:
        """The commands that lie visible on top of a row."""
        if not self.commands:
            return frozenset()
        kinds = (self.commands.on(top) for top in self.tops)
        return frozenset(kind for kind in kinds if kind is not None)

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Places of the rows that were laid on this turn."""
        places = self.rules.edition.row_index
        return frozenset(places[lay.row] for lay in self.laid)

    @property
    def due_fires(self) -> tuple[int, ...]:
        """Places of rows whose fire must be covered this turn.

        F2, F3r: a fire that was visible when the turn began is due; one laid this turn is not.
        """
        fires = self.rules.fires
        if not fires:
            return ()
        return tuple(
            place for place, top in enumerate(self.tops) if top in fires and place not in self.fresh
        )

    @cached_property
    def skulls(self) -> tuple[int, ...]:
        """Places of rows with a visible skull, which this seat must cover (X2)."""
        if Command.SKULL not in self.visible:
            return ()
        return tuple(
            place for place, top in enumerate(self.tops) if self.commands.on(top) is Command.SKULL
        )

    @cached_property
    def three(self) -> bool:
        """True when a `three` was laid this turn (X3)."""
        return bool(self.commands) and any(
            self.commands.on(lay.card) is Command.THREE for lay in self.laid
        )

    @cached_property
    def bound(self) -> int | None:
        """Place of the only row that may be laid on now, or None when all are open (X6, X9r).

        A `one_row` laid this turn fixes its own row, one from before the row of the first card.
        Both times that is the row of the latest card, since no other has been open meanwhile.
        """
        if not self.laid or Command.ONE_ROW not in self.visible:
            return None
        return self.rules.edition.row_index[self.laid[-1].row]

    @property
    def full(self) -> int:
        """Cards in hand when the turn began."""
        return len(self.hand) + len(self.laid)

    @property
    def left(self) -> int:
        """Cards of the whole game that are not laid (B9)."""
        return len(self.hand) + self.elsewhere

    @property
    def commanded(self) -> bool:
        """True when a command in the hand, on a top or laid this turn may matter to it."""
        commands = self.commands
        return bool(commands) and (
            bool(self.visible) or self.three or any(card in commands for card in self.hand)
        )

    # What may be laid.

    def lays(self) -> Iterator[Lay]:
        """Every lay that the rules accept now, by card and then by row."""
        edition = self.rules.edition
        step = edition.step
        no_back = Command.NO_BACK in self.visible
        bound = self.bound if self.commands else None
        rows = [
            (name, top, up)
            for place, (name, top, up) in enumerate(
                zip(edition.row_names, self.tops, self.rules.ups, strict=True)
            )
            if bound is None or place == bound  # X6
        ]
        for card in self.hand:
            for name, top, up in rows:
                if top is None:  # B3r
                    yield Lay(card, name)
                elif up:
                    if card > top or (card == top - step and not no_back):  # B3, B4, X5
                        yield Lay(card, name)
                elif card < top or (card == top + step and not no_back):
                    yield Lay(card, name)

    def moves(self) -> Iterator[Move]:
        """Every move that the rules accept now: lays, then `end` and `back` where allowed."""
        yield from self.lays()
        if self.may_end:
            yield END
        if self.laid and self.rules.options.take_backs:
            yield BACK

    def refusal(self, move: Move | str) -> Refused | None:
        """Why ``move`` is not accepted now, or None when it is; NotationError if it is no move."""
        move = parse_move(move)
        if isinstance(move, Lay):
            return self.lay_refusal(move)
        return self.end_refusal() if move is END else self.back_refusal()

    def lay_refusal(self, lay: Lay) -> Refused | None:
        """Why ``lay`` is not accepted now, or None when it is."""
        edition = self.rules.edition
        card, name = lay
        place = edition.row_index.get(name)
        if place is None:
            return Refused("no_such_row", rule="B1", row=name, known=", ".join(edition.row_names))
        if card not in self.hand:
            return Refused("not_in_hand", rule="B5", card=card)
        top, up = self.tops[place], self.rules.ups[place]
        if not fits(top, card, up, edition.step):
            code = "too_low" if up else "too_high"
            return Refused(code, rule="B3", card=card, row=name, top=top, step=edition.step)
        if not self.commands:
            return None
        trick = is_trick(top, card, up, edition.step)
        if trick and Command.NO_BACK in self.visible:
            return Refused("no_back", rule="X5", card=card, row=name, top=top)
        bound = self.bound
        if bound is not None and bound != place:
            only = edition.row_names[bound]
            return Refused("one_row", rule="X6", row=name, only=only)
        return None

    def after(self, lay: Lay) -> Turn:
        """The turn once ``lay`` (which must be accepted) has been made."""
        place = self.rules.edition.row_index[lay.row]
        tops = self.tops[:place] + (lay.card,) + self.tops[place + 1 :]
        at = self.hand.index(lay.card)
        return Turn(
            self.rules,
            self.commands,
            tops,
            self.hand[:at] + self.hand[at + 1 :],
            (*self.laid, lay),
            self.minimum,
            self.elsewhere,
        )

    def judge(self, lay: Lay, *, accepted: bool = False) -> Verdict:
        """What ``lay`` would do, asked in the order of the numbered rules.

        ``accepted`` says that the law is known to accept it, so that it need not be asked again.
        """
        refusal = None if accepted else self.lay_refusal(lay)
        if refusal is not None:
            return Verdict(self, lay, refusal)
        if not self.commands and len(self.laid) + 1 >= self.minimum and not self.due_fires:
            # The ordinary case: the turn may be ended after it.
            return Verdict(self, lay, wins=self.left == 1)
        after = self.after(lay)
        broken = self.broken_by(lay, after)
        if broken is not None:
            return Verdict(self, lay, loses=broken)  # X8r
        if after.left == 0:
            return Verdict(self, lay, wins=True)  # B8
        if after.stopped:
            return Verdict(self, lay, stops=True)  # X1
        if completes(after):
            return Verdict(self, lay)
        if self.rules.options.take_backs:
            return Verdict(self, lay, dead_end=True)  # B12r
        return Verdict(self, lay, loses=why_stuck(after))  # B8r

    def broken_by(self, lay: Lay, after: Turn | None = None) -> Reason | None:
        """Which duty ``lay`` would break beyond repair, losing the game at once (X8r).

        ``after`` is the turn after it, for those who know it already.
        """
        rules = self.rules
        if not self.commands:
            return None  # fire alone is only ever broken through a `stop` or by being stuck
        kind = self.commands.on(lay.card)
        stop = kind is Command.STOP
        last = len(self.hand) == 1 and self.elsewhere == 0
        three = self.three or kind is Command.THREE
        if not (stop or last or three):
            return None
        after = after or self.after(lay)
        count = len(after.laid)
        if (stop or last) and after.skulls:
            return Reason.SKULL  # X2
        if three and (count > 3 or self.full < 3):
            return Reason.THREE  # X3: a fourth card, or never three cards to lay
        if three and stop and count < 3:
            return Reason.STOP  # X3: a stop may be the third card and only the third
        if rules.fires and stop and not last and after.due_fires:
            return Reason.FIRE  # F2; F3r: after the very last card a fire does no harm
        return None

    # When the turn may end.

    @property
    def stopped(self) -> bool:
        """True when its last card was a `stop`: the turn is over (X1)."""
        return bool(self.laid) and self.commands.on(self.laid[-1].card) is Command.STOP

    @property
    def owed(self) -> int:
        """How many more cards before the minimum, or exactly three, is reached (B5, X3)."""
        wanted = 3 if self.three else self.minimum
        return max(0, wanted - len(self.laid))

    @property
    def may_end(self) -> bool:
        """True when the turn may be ended now, every duty met."""
        count = len(self.laid)
        if count < self.minimum:
            return False
        if self.commands and (self.skulls or (self.three and count != 3)):
            return False
        return not self.due_fires

    def end_refusal(self) -> Refused | None:
        """Why the turn may not be ended now, or None when it may."""
        count = len(self.laid)
        names = self.rules.edition.row_names
        if self.three and count != 3:
            return Refused("end_three", rule="X3", n=max(0, 3 - count))
        if count < self.minimum:
            if self.minimum == 1:
                return Refused("end_minimum", rule="B7", n=self.owed)
            return Refused(
                "end_minimum", rule="V1" if self.rules.options.expert else "B5", n=self.owed
            )
        if self.skulls:
            return Refused("end_skull", rule="X2", row=names[self.skulls[0]])
        if self.due_fires:
            return Refused("end_fire", rule="F2", row=names[self.due_fires[0]])
        return None

    def back_refusal(self) -> Refused | None:
        """Why no card may be taken back now, or None when one may (B12r)."""
        if not self.rules.options.take_backs:
            return Refused("no_take_backs", rule="B12r")
        return None if self.laid else Refused("nothing_to_take_back", rule="B12r")
