"""Can this turn still be completed? Decided exactly (B8r, X10r).

A turn completes when some sequence of lays, each accepted and breaking no duty, leads to a point
where it may be ended, or to a lawful `stop`, or to the end of a won game. The search below tries
sequences depth first and remembers the positions that lead nowhere. Positions that differ only in
the order of lays on different rows are one and the same to it, because all it keeps is what can
still matter: the hand, the tops, which rows were touched this turn, and what `three` and
`one_row` have fixed so far.
"""

from __future__ import annotations

from ninetyeight.rules.cards import Card, Command
from ninetyeight.rules.turn import Binder, Turn, fits

_Place = tuple[tuple[Card, ...], tuple[Card | None, ...], int, tuple[Binder, ...], bool]


def completes(turn: Turn, *, ignoring_fires: bool = False) -> bool:
    """True when ``turn`` can be completed lawfully from where it stands.

    With ``ignoring_fires`` due fires are left out of account: that tells a turn lost to fire from
    one that is simply stuck.
    """
    if turn.may_end:
        return True
    if not turn.due_fires and not _matters(turn):
        return _plain(turn.hand, turn.tops, turn.minimum - len(turn.laid), turn)
    return _Search(turn, ignoring_fires).run()


def search_size(turn: Turn) -> int:
    """How many positions the full search visits for ``turn``: for measuring its worst case."""
    search = _Search(turn, ignoring_fires=False)
    search.run()
    return search.visited


def _matters(turn: Turn) -> bool:
    """True when a command in the hand, on a top or laid this turn may change the answer."""
    commands = turn.commands
    return bool(commands) and (
        bool(turn.visible) or turn.three or any(card in commands for card in turn.hand)
    )


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

    def __init__(self, turn: Turn, ignoring_fires: bool) -> None:
        self.rules = turn.rules
        self.commands = turn.commands
        self.fires = frozenset() if ignoring_fires else turn.rules.fires
        self.minimum = turn.minimum
        self.elsewhere = turn.elsewhere
        self.full = turn.full
        self.start: _Place = (
            turn.hand,
            turn.tops,
            sum(1 << place for place in turn.fresh),
            turn.binders,
            turn.three,
        )
        self.hopeless: set[_Place] = set()
        self.visited = 0

    def run(self) -> bool:
        return self._reaches_end(self.start)

    def _reaches_end(self, place: _Place) -> bool:
        if place in self.hopeless:
            return False
        self.visited += 1
        hand, tops, fresh, _, three = place
        count = self.full - len(hand)
        due = self._due(tops, fresh)
        skull = self._skull(tops)
        if count >= self.minimum and not due and not skull and (not three or count == 3):
            return True  # the turn may be ended here
        if self._can_go_on(place, due) and any(
            self._leads_on(place, card, row) for card, row in self._tries(place, due)
        ):
            return True
        self.hopeless.add(place)
        return False

    def _leads_on(self, place: _Place, card: Card, row: int) -> bool:
        """Lay ``card`` on ``row``: does that complete the turn now or later?"""
        hand, tops, fresh, binders, three = place
        kind = self.commands.on(card)
        at = hand.index(card)
        rest = hand[:at] + hand[at + 1 :]
        then = tops[:row] + (card,) + tops[row + 1 :]
        count = self.full - len(rest)
        stop = kind is Command.STOP
        last = not rest and self.elsewhere == 0
        three = three or kind is Command.THREE
        if (stop or last) and self._skull(then):
            return False  # X2
        if three and (count > 3 or self.full < 3 or (stop and count < 3)):
            return False  # X3
        if last:
            return True  # every card is laid; F3r: a fire on top does no harm now
        fresh |= 1 << row
        if stop:
            return not self._due(then, fresh)  # X1: the turn ends here
        if binders or kind is Command.ONE_ROW:
            binders = _next_binders(binders, row, kind is Command.ONE_ROW)
        return self._reaches_end((rest, then, fresh, binders, three))

    def _tries(self, place: _Place, due: list[int]) -> list[tuple[Card, int]]:
        """The accepted lays, the most promising first: what must be covered, then plain cards."""
        hand, tops, _, binders, _ = place
        step, ups = self.rules.edition.step, self.rules.ups
        no_back = any(self.commands.on(top) is Command.NO_BACK for top in tops)
        bound = binders[0][1] if binders else None
        found: list[tuple[int, Card, int]] = []
        for row, top in enumerate(tops):
            if bound is not None and row != bound:
                continue  # X6
            urgent = row in due or self.commands.on(top) is Command.SKULL
            for card in hand:
                if not fits(top, card, ups[row], step):
                    continue  # B3, B4
                if no_back and top is not None and card == (top - step if ups[row] else top + step):
                    continue  # X5
                found.append((2 * (not urgent) + (card in self.commands), card, row))
        found.sort()
        return [(card, row) for _, card, row in found]

    def _can_go_on(self, place: _Place, due: list[int]) -> bool:
        """False when counting alone shows that the turn cannot be completed."""
        hand = place[0]
        if self.elsewhere == 0:
            return bool(hand)  # laying the whole hand wins, whatever is due
        kinds = [self.commands.on(card) for card in hand]
        if self.full < self.minimum and Command.STOP not in kinds:
            return False  # X12r
        skulls = sum(self.commands.on(top) is Command.SKULL for top in place[1])
        if skulls > len(kinds) - kinds.count(Command.SKULL):
            return False  # X2: each skull needs a card that is none
        return not due or self._all_coverable(place[1], due, hand)

    def _all_coverable(
        self, tops: tuple[Card | None, ...], due: list[int], hand: tuple[Card, ...]
    ) -> bool:
        """True when every due fire could be given a card of its own from the hand."""
        if not due:
            return True
        row = due[0]
        up, step = self.rules.ups[row], self.rules.edition.step
        return any(
            fits(tops[row], card, up, step)
            and self._all_coverable(tops, due[1:], hand[:at] + hand[at + 1 :])
            for at, card in enumerate(hand)
        )

    def _due(self, tops: tuple[Card | None, ...], fresh: int) -> list[int]:
        if not self.fires:
            return []
        return [row for row, top in enumerate(tops) if top in self.fires and not fresh >> row & 1]

    def _skull(self, tops: tuple[Card | None, ...]) -> bool:
        return any(self.commands.on(top) is Command.SKULL for top in tops)


def _next_binders(binders: tuple[Binder, ...], row: int, one_row: bool) -> tuple[Binder, ...]:
    """The visible `one_row` cards after a card was laid on ``row`` (X9r)."""
    kept = tuple(
        (place, row if after is None else after) for place, after in binders if place != row
    )
    return (*kept, (row, None)) if one_row else kept
