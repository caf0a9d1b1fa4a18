"""The lines of an endgame as a CNF: who lays what when, and on which row.

A line is a number of lawful turns. The draw pile being empty, each seat that has cards lays one or
more in each of its turns (B7), so its last turn is at most as late as it has cards; and all cards
of a line come one after the other, which is told by who is before whom. What commands and fires ask
for besides is said in :mod:`ninetyeight.solver.endgame_duties`.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from ninetyeight.rules import Card, Command, Game, is_trick
from ninetyeight.solver.clauses import FALSE, TRUE, Clauses


class EndgameLines:
    """Every line from a position whose draw pile is empty.

    Cards are numbered hand by hand, and the hands, which are those that are not empty, in the order
    of their turns; the first is that of the running turn. Rounds are counted from 0, which is the
    one that begins with the running turn.
    """

    def __init__(self, game: Game, clauses: Clauses) -> None:
        self.game = game
        self.clauses = clauses
        players = game.rules.players
        assert game.seat is not None
        seats = [(game.seat + after) % players for after in range(players)]
        seats = [seat for seat in seats if game.hands[seat] or seat == game.seat]
        self.cards: list[Card] = [card for seat in seats for card in game.hands[seat]]
        #: For each hand its cards, for each card its hand.
        self.hands: list[list[int]] = []
        self.hand_of: list[int] = []
        for hand, seat in enumerate(seats):
            first = len(self.hand_of)
            self.hand_of += [hand] * len(game.hands[seat])
            self.hands.append(list(range(first, len(self.hand_of))))
        #: How many rounds each hand may last. A turn that has begun may end without another card.
        self.rounds = [len(cards) for cards in self.hands]
        self.rounds[0] += bool(game.laid)
        self._say_when()
        self._say_turns()
        self._say_order()
        self._say_rows()

    def command(self, card: int) -> Command | None:
        """The command on a card."""
        return self.game.commands.on(self.cards[card])

    def laid_by(self, card: int, round_: int) -> int:
        """The card is laid in that round or before; in none before the first, and after its last
        round it is laid or will not be."""
        laid = self._laid[card]
        return FALSE if round_ < 0 else laid[min(round_, len(laid) - 1)]

    def laid(self, card: int) -> int:
        """The card is laid."""
        return self._laid[card][-1]

    def _say_when(self) -> None:
        """In which round a card is laid, if it is."""
        clauses = self.clauses
        self._laid = [clauses.literals(self.rounds[hand]) for hand in self.hand_of]
        #: For each card and round: it is laid in that round.
        self.in_round: list[list[int]] = []
        for laid in self._laid:
            earlier = FALSE
            self.in_round.append([])
            for later in laid:
                now = clauses.literal()
                self.in_round[-1].append(now)
                clauses.say(-earlier, later)
                clauses.say(-now, later)
                clauses.say(-now, -earlier)
                clauses.say(now, earlier, -later)
                earlier = later
        #: For each number: more cards than that are left.
        self.more_left = clauses.counted([-laid[-1] for laid in self._laid])

    def _say_turns(self) -> None:
        """B7: a seat that has cards lays at least one in its turn, as long as the line goes on."""
        clauses, began = self.clauses, bool(self.game.laid)
        #: For each hand and round: that turn is taken.
        self.taken: list[list[int]] = []
        for hand, cards in enumerate(self.hands):
            self.taken.append([])
            for round_ in range(self.rounds[hand]):
                running = began and hand == round_ == 0
                laying = [self.in_round[card][round_] for card in cards]
                self.taken[-1].append(TRUE if running else clauses.any_of(laying))
        turns = [(at, hand) for hand, rounds in enumerate(self.rounds) for at in range(rounds)]
        #: Every turn that may be taken, as its round and hand, in order.
        self.turns = sorted(turns)
        reached = {turn: clauses.literal() for turn in self.turns}
        for earlier, later in pairwise(reached.values()):
            clauses.say(-later, earlier)
        for (round_, hand), goes_on in reached.items():
            taken = self.taken[hand][round_]
            by_then = [self.laid_by(card, round_) for card in self.hands[hand]]
            clauses.say(-taken, goes_on)
            for laid in by_then:
                clauses.say(-goes_on, laid, taken)
            # It follows how many are laid by then; said besides, it need not be found out.
            turns_taken = round_ + 1 - (began and hand == 0)
            clauses.at_least(min(turns_taken, len(by_then)), by_then, unless=-goes_on)

    def _say_order(self) -> None:
        """Cards are laid one after the other, turn by turn; those that are not laid come last.

        Cards of two hands are never laid in the same turn, so the turns tell their order.
        """
        clauses, cards = self.clauses, range(len(self.cards))
        #: For each two cards: the one comes before the other.
        self.before = [[FALSE] * len(cards) for _ in cards]
        for one, other in combinations(cards, 2):
            self.before[one][other] = clauses.literal()
            self.before[other][one] = -self.before[one][other]
        before = self.before
        for hand in self.hands:
            for one, two, three in combinations(hand, 3):
                first, second, both = before[one][two], before[two][three], before[one][three]
                clauses.say(-first, -second, both)
                clauses.say(first, second, -both)
        for one in cards:
            for other in cards:
                if one != other:
                    later = self.hand_of[other] > self.hand_of[one]
                    for round_, laid in enumerate(self._laid[one]):
                        by_then = self.laid_by(other, round_ - later)
                        clauses.say(-laid, by_then, before[one][other])

    def _say_rows(self) -> None:
        """B3, B4: on a row every card is ahead of the one before, or a step back from it.

        So of two cards on a row the one that is ahead comes later, unless a trick between them
        leads from beyond the other one back to it or before it. That says it all: of two cards that
        follow one another, nothing comes between, and the trick must be theirs.
        """
        clauses, tops = self.clauses, self.game.tops
        #: For each card and row: it is laid there.
        self.on = [clauses.literals(len(tops)) for _ in self.cards]
        for card, rows in enumerate(self.on):
            clauses.say(-self.laid(card), *rows)
            for one, other in combinations(rows, 2):
                clauses.say(-one, -other)
        #: Every trick that may be done: a literal that may hold only when it is done, and the card
        #: that it lays.
        self.tricks: list[tuple[int, int]] = []
        for row in range(len(tops)):
            self._say_row(row)

    def _say_row(self, row: int) -> None:
        clauses, before = self.clauses, self.before
        up, top = self.game.rules.ups[row], self.game.tops[row]
        numbers = [*self.cards, top]
        on = [*(rows[row] for rows in self.on), TRUE]
        first = len(self.cards)  # stands for what lies there now
        lower = range(first + (top is not None))
        tricks = self._tricks_on(row, on)
        for card, number in enumerate(self.cards):
            back = [
                (from_, to, done)
                for from_, to, done in tricks
                if from_ != card and not _ahead(numbers[from_], number, up)
                if to == card or _ahead(self.cards[to], number, up)
            ]
            for below in lower:
                if below == card or _ahead(numbers[below], number, up):
                    continue
                ways = [FALSE if below == first else before[card][below]]
                for from_, to, done in back:
                    if to == below or from_ == first != below:
                        continue
                    way = done
                    if from_ != below or to != card:
                        way = clauses.literal()
                        clauses.say(-way, done)
                        if from_ != below != first:
                            clauses.say(-way, before[below][from_])
                        if to != card:
                            clauses.say(-way, before[to][card])
                    ways.append(way)
                clauses.say(-on[below], -on[card], *ways)

    def _tricks_on(self, row: int, on: list[int]) -> list[tuple[int, int, int]]:
        """Every trick that may be done on a row: the card it is done on, the one that it lays, and
        a literal that may hold only when it is done. ``on`` says which cards lie on the row."""
        clauses, tricks = self.clauses, []
        numbers = [*self.cards, self.game.tops[row]]
        up, step = self.game.rules.ups[row], self.game.rules.edition.step
        for card, number in enumerate(self.cards):
            for below, under in enumerate(numbers):
                if is_trick(under, number, up, step):
                    done = clauses.literal()
                    tricks.append((below, card, done))
                    self.tricks.append((done, card))
                    clauses.say(-done, on[below])
                    clauses.say(-done, on[card])
                    if below != len(self.cards):
                        clauses.say(-done, self.before[below][card])
        return tricks


def _ahead(top: Card | None, card: Card, up: bool) -> bool:
    """True when ``card`` moves a row on."""
    return top is None or (card > top if up else card < top)
