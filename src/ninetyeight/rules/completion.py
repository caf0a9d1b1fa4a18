"""Can this turn still be completed? Decided exactly (B8r, X10r).

A turn completes when some sequence of lays, each accepted and breaking no duty, leads to a point
where it may be ended, or to a lawful `stop`, or to the end of a won game. The search below tries
sequences depth first and remembers the positions that lead nowhere. Positions that differ only in
the order of lays on different rows are one and the same to it, because all it keeps is what can
still matter: the hand, the tops, which rows were touched this turn, and what `three` and
`one_row` have fixed so far.

Trying everything would take seconds in the worst case, so lays without a purpose are left out. Once
enough cards lie to end the turn, another one can only help by covering something: a skull, a due
fire, a `no_back` or a `one_row`. For suppose that a sequence completes the turn and lays, after
enough cards lie, on a row that shows none of these. Leave out that lay and all later ones on that
row. Every other lay is still accepted, since the row goes on showing a card that forbids nothing;
no skull and no due fire shows that did not show before; and enough cards lie. So the shorter
sequence completes the turn as well, and a shortest one has no such lay. "Enough" is the minimum, or
three cards when a `three` may be among those laid, because then their number must not fall below.
Winning the game needs the whole hand, purpose or not, and is searched for separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ninetyeight.rules.cards import Card, Command, fits
from ninetyeight.rules.outcome import Reason

if TYPE_CHECKING:
    from ninetyeight.rules.turn import Turn  # a turn is judged with this search

#: A step for :func:`fits` that no card is back: without the backwards trick.
NO_STEP = 0
#: For :func:`completes`: every duty counts.
NONE: frozenset[Card] = frozenset()


class _Place(NamedTuple):
    """A position within the search: all that can still matter."""

    hand: tuple[Card, ...]
    tops: tuple[Card | None, ...]
    #: The rows laid on this turn, one bit each; only kept where there are fires.
    fresh: int
    #: The only row that may be laid on now (X6).
    bound: int | None
    three: bool


#: A top, whether its row ascends, the hand, the step.
_Covering = tuple[Card | None, bool, tuple[Card, ...], int]


def completes(
    turn: Turn,
    *,
    ignoring_fires: frozenset[Card] = NONE,
    ignoring_commands: frozenset[Card] = NONE,
) -> bool:
    """True when ``turn`` can be completed lawfully from where it stands.

    The cards named are taken for cards that need not be covered, or that ask for no three cards:
    that tells which duty stands in the way of a turn that cannot be completed.
    """
    if turn.may_end:
        return True
    if not turn.due_fires and not turn.commanded:
        owed = turn.minimum - len(turn.laid)
        if turn.elsewhere == 0:
            owed = min(owed, len(turn.hand))  # B8: laying the last cards of all wins
        return _plain(turn.hand, turn.tops, owed, turn)
    return _Search(turn, ignoring_fires, ignoring_commands).run()


def why_stuck(turn: Turn) -> Reason:
    """The reason of the defeat when ``turn`` cannot be completed: fire, if that alone stands in
    the way (F3r)."""
    fire = bool(turn.due_fires) and completes(turn, ignoring_fires=turn.rules.fires)
    return Reason.FIRE if fire else Reason.STUCK


def search_size(turn: Turn) -> int:
    """How many positions the full search visits for ``turn``: for measuring its worst case."""
    search = _Search(turn)
    search.run()
    return search.visited


def _plain(hand: tuple[Card, ...], tops: tuple[Card | None, ...], owed: int, turn: Turn) -> bool:
    """The base game: can ``owed`` more cards be laid? (B8)

    No memory is needed: where many cards fit, the first try succeeds; where it fails, few fit.
    """
    if owed <= 0:
        return True
    if owed > len(hand):
        return False
    ups, step = turn.rules.ups, turn.rules.edition.step
    if owed == 1:
        return any(
            fits(top, card, up, step) for top, up in zip(tops, ups, strict=True) for card in hand
        )
    for at, card in enumerate(hand):
        rest = hand[:at] + hand[at + 1 :]
        for place, top in enumerate(tops):
            if fits(top, card, ups[place], step):
                then = tops[:place] + (card,) + tops[place + 1 :]
                if _plain(rest, then, owed - 1, turn):
                    return True
    return False


class _Search:
    """Depth-first search with commands and fires; one use each."""

    def __init__(
        self,
        turn: Turn,
        ignoring_fires: frozenset[Card] = NONE,
        ignoring: frozenset[Card] = NONE,
    ) -> None:
        self.ups = turn.rules.ups
        self.step = turn.rules.edition.step
        self.fires = turn.rules.fires - ignoring_fires
        self.minimum = turn.minimum
        self.elsewhere = turn.elsewhere
        self.full = turn.full
        in_play = {card for card in (*turn.hand, *turn.tops) if card is not None}
        kinds = {card: turn.commands.on(card) for card in in_play}
        self.skulls = {card for card, kind in kinds.items() if kind is Command.SKULL}
        self.stops = {card for card, kind in kinds.items() if kind is Command.STOP}
        self.threes = {card for card, kind in kinds.items() if kind is Command.THREE}
        self.no_backs = {card for card, kind in kinds.items() if kind is Command.NO_BACK}
        self.one_rows = {card for card, kind in kinds.items() if kind is Command.ONE_ROW}
        self.with_command = {card for card, kind in kinds.items() if kind is not None}
        three = turn.three
        if ignoring:
            self.skulls -= ignoring
            self.threes -= ignoring
            laid = [lay.card for lay in turn.laid if lay.card not in ignoring]
            three = any(turn.commands.on(card) is Command.THREE for card in laid)
        #: Cards that may be worth covering: skulls must be, the others stand in the way.
        self.in_the_way = self.skulls | self.no_backs | self.one_rows
        self.start = _Place(
            turn.hand,
            turn.tops,
            sum(1 << row for row in turn.fresh) if self.fires else 0,
            turn.bound,
            three,
        )
        may_have_three = three or any(card in self.threes for card in turn.hand)
        self.enough = max(self.minimum, 3) if may_have_three else self.minimum
        self.hopeless: set[_Place] = set()
        self.known_covers: dict[_Covering, frozenset[Card]] = {}
        self.visited = 0

    def run(self) -> bool:
        """True when the turn can be completed from where it stands."""
        return self._completes(self.start) or (self.elsewhere == 0 and self._may_win())

    # Completing the turn by ending it or by a `stop`.

    def _completes(self, place: _Place) -> bool:
        if place in self.hopeless:
            return False
        self.visited += 1
        count = self.full - len(place.hand)
        due = self._due(place)
        if self._may_end(place, count, due):
            return True
        if self._can_go_on(place, count, due):
            for card, row in self._tries(place, self._worthwhile(place, count, due)):
                if self._completes_by(place, card, row):
                    return True
        self.hopeless.add(place)
        return False

    def _may_end(self, place: _Place, count: int, due: list[int]) -> bool:
        if count < self.minimum or due or (place.three and count != 3):
            return False
        return not any(top in self.skulls for top in place.tops)

    def _completes_by(self, place: _Place, card: Card, row: int) -> bool:
        """Lay ``card`` on ``row``: does that complete the turn now or later?"""
        then = self._after(place, card, row)
        count = self.full - len(then.hand)
        stop = card in self.stops
        last = not then.hand and self.elsewhere == 0
        if (stop or last) and any(top in self.skulls for top in then.tops):
            return False  # X2
        if then.three and (count > 3 or self.full < 3 or (stop and count < 3)):
            return False  # X3
        if last:
            return True  # every card is laid; F3r: a fire on top does no harm now
        if stop:
            return not self._due(then)  # X1: the turn ends here
        return self._completes(then)

    def _worthwhile(self, place: _Place, count: int, due: list[int]) -> list[int]:
        """The rows that may help: all while cards are owed, then those with something to cover."""
        return [
            row
            for row, top in enumerate(place.tops)
            if count < self.enough or top in self.in_the_way or row in due
        ]

    def _can_go_on(self, place: _Place, count: int, due: list[int]) -> bool:
        """False when counting alone shows that the turn cannot be ended, nor by a `stop`."""
        hand = place.hand
        if place.three and count == 3:
            return False  # X3: a fourth card loses
        if self.full < self.minimum and not any(card in self.stops for card in hand):
            return False  # X12r
        return self._all_coverable(place, count, due)

    # Winning the game with this turn.

    def _may_win(self) -> bool:
        """True when the whole hand can be laid, no duty broken and no skull left visible."""
        hand = self.start.hand
        if sum(card in self.stops for card in hand) > 1:
            return False  # X1: a stop can only be the very last card
        if self.full != 3 and (self.start.three or any(card in self.threes for card in hand)):
            return False  # X3
        self.hopeless.clear()
        return self._wins(self.start)

    def _wins(self, place: _Place) -> bool:
        if not place.hand:
            return not any(top in self.skulls for top in place.tops)  # X2
        if place in self.hopeless:
            return False
        self.visited += 1
        if self._all_coverable(place, self.full - len(place.hand), []) and self._each_reachable(
            place
        ):
            for card, row in self._tries(place, range(len(self.ups))):
                if card in self.stops and len(place.hand) > 1:
                    continue  # X1: it would end the turn
                if self._wins(self._after(place, card, row)):
                    return True
        self.hopeless.add(place)
        return False

    def _each_reachable(self, place: _Place) -> bool:
        """False when some card can find no place, whatever is laid before it.

        A skull finds one only where it can be covered in turn (X2).
        """
        hand, step = place.hand, self._lasting_step(place)
        shut = self._shut(place)
        missing = set(hand)
        for row, up in enumerate(self.ups):
            if shut not in (None, row):
                continue  # X6: no other row gets a card in this turn
            below, waiting = [place.tops[row]], set(hand)
            while below and waiting:
                card = below.pop()
                fitting = {other for other in waiting if fits(card, other, up, step)}
                below += fitting
                waiting -= fitting
            for card in missing - waiting:
                if card not in self.skulls or self._covers(card, up, hand, step):
                    missing.remove(card)
            if not missing:
                return True
        return False

    # What both share.

    def _tries(self, place: _Place, rows: Iterable[int]) -> list[tuple[Card, int]]:
        """The accepted lays on ``rows``, the most promising first: on what must be covered before
        other rows, plain cards before commands, skulls last."""
        step = NO_STEP if any(top in self.no_backs for top in place.tops) else self.step  # X5
        found: list[tuple[int, Card, int]] = []
        for row in rows:
            if place.bound not in (None, row):
                continue  # X6
            top, up = place.tops[row], self.ups[row]
            urgent = top in self.skulls or (top in self.fires and not place.fresh >> row & 1)
            for card in place.hand:
                if not fits(top, card, up, step):
                    continue  # B3, B4
                burden = (card in self.with_command) + 2 * (card in self.in_the_way)
                burden += 4 * (not urgent) + 8 * (card in self.skulls)
                found.append((burden, card, row))
        found.sort()
        return [(card, row) for _, card, row in found]

    def _after(self, place: _Place, card: Card, row: int) -> _Place:
        hand, tops, fresh, _, three = place
        at = hand.index(card)
        tops = tops[:row] + (card,) + tops[row + 1 :]
        return _Place(
            hand[:at] + hand[at + 1 :],
            tops,
            fresh | 1 << row if self.fires else 0,
            row if any(top in self.one_rows for top in tops) else None,
            three or card in self.threes,
        )

    def _shut(self, place: _Place) -> int | None:
        """The only row that will get cards in this turn, if a `one_row` that cannot be covered
        any more says so: one that lies elsewhere (X6, X9r)."""
        if any(top in self.one_rows for row, top in enumerate(place.tops) if row != place.bound):
            return place.bound
        return None

    def _all_coverable(self, place: _Place, count: int, due: list[int]) -> bool:
        """False when some due fire or some skull must stay uncovered (F2, X2)."""
        rows = [row for row, top in enumerate(place.tops) if top in self.skulls or row in due]
        hand = place.hand
        shut = self._shut(place)
        if shut is not None and any(row != shut for row in rows):
            return False  # X6: no other row gets a card in this turn
        if shut is None and (len(rows) > 1 or place.bound is not None):
            binding = [row for row, top in enumerate(place.tops) if top in self.one_rows]
            if len(binding) > 1:
                return False  # X6: covering one of them fixes the row for the others
            if any(row not in binding for row in rows):
                rows = sorted({*rows, *binding})  # X6: it must be covered first
        if count + len(rows) > 3 and self.threes:
            if place.three:
                return False  # X3: a fourth card loses
            hand = tuple(card for card in hand if card not in self.threes)
        step = self._lasting_step(place)
        choices = [self._covers(place.tops[row], self.ups[row], hand, step) for row in rows]
        # X1, X6: after a `one_row` that stays or a stop no other row gets a card.
        return self._can_share_out(choices, final=1)

    def _can_share_out(self, choices: list[frozenset[Card]], final: int) -> bool:
        """True when each gets a card of its own choice, at most ``final`` of them `one_row`s or
        stops."""
        if not choices:
            return True
        first, *others = choices
        for card in first:
            left = final - (card in self.one_rows or card in self.stops)
            if left >= 0 and self._can_share_out([other - {card} for other in others], left):
                return True
        return False

    def _covers(
        self, top: Card | None, up: bool, hand: tuple[Card, ...], step: int
    ) -> frozenset[Card]:
        """The cards that may come to lie on ``top`` for good, over skulls and `one_row`s if need
        be: any but skulls."""
        known = self.known_covers.get((top, up, hand, step))
        if known is None:
            below, found = [top], set[Card]()
            while below:
                card = below.pop()
                back = NO_STEP if card in self.no_backs else step  # X5 forbids it on itself too
                fitting = {c for c in hand if fits(card, c, up, back)} - found
                below += fitting & (self.skulls | self.one_rows)
                found |= fitting
            known = frozenset(found - self.skulls)
            self.known_covers[top, up, hand, step] = known
        return known

    def _lasting_step(self, place: _Place) -> int:
        """The step of the backwards trick; NO_STEP when a `no_back` stays visible for good (X5)."""
        for top, up in zip(place.tops, self.ups, strict=True):
            if top in self.no_backs and not any(fits(top, c, up, NO_STEP) for c in place.hand):
                return NO_STEP
        return self.step

    def _due(self, place: _Place) -> list[int]:
        if not self.fires:
            return []
        return [
            row
            for row, top in enumerate(place.tops)
            if top in self.fires and not place.fresh >> row & 1
        ]
