"""What commands and fires ask of the lines of an endgame, as clauses of the CNF.

A line may end with a card that breaks a duty: it is laid although the turn might end instead, and
loses the game with one card fewer left. No other card that breaks a duty need be looked at: where a
turn can still be completed only by more cards, completing it leaves as few (B8r, X10r).
"""

from __future__ import annotations

from itertools import combinations

from ninetyeight.rules import Command
from ninetyeight.solver.clauses import FALSE, TRUE
from ninetyeight.solver.endgame_lines import EndgameLines


class EndgameDuties:
    """The duties and limits of an endgame, said of its lines."""

    def __init__(self, lines: EndgameLines) -> None:
        self._lines = lines
        self._clauses = lines.clauses
        self._began = len(lines.game.laid)
        self._above: dict[tuple[int, int], int] = {}
        #: For each card that may be the one that breaks a duty: it is.
        self._breaks: dict[int, int] = {}
        self._say_breaking()
        self._say_stops()
        self._say_skulls()
        self._say_threes()
        self._say_no_backs()
        self._say_one_rows()
        self._say_fires()

    def _with(self, kind: Command) -> list[int]:
        """The cards that carry a command."""
        lines = self._lines
        return [card for card in range(len(lines.cards)) if lines.command(card) is kind]

    def _tops_with(self, kind: Command) -> list[int]:
        """The rows on which a command is visible at first."""
        game = self._lines.game
        return [row for row, top in enumerate(game.tops) if game.commands.on(top) is kind]

    def _breaking(self, card: int) -> int:
        """The card, if it is laid, is the last one and breaks a duty."""
        return self._breaks.get(card, FALSE)

    def _say_breaking(self) -> None:
        """Which card may break a duty: a skull or a `three` its own, and any card a `three` that is
        laid before it."""
        lines, say = self._lines, self._clauses.say
        for hand, cards in enumerate(lines.hands):
            kinds = [lines.command(card) for card in cards]
            three = Command.THREE in kinds or (hand == 0 and lines.game.turn.three)
            for card, kind in zip(cards, kinds, strict=True):
                if three or kind is Command.SKULL:
                    self._breaks[card] = self._clauses.literal()
        #: The line ends with a card that breaks a duty.
        self.breaking = self._clauses.any_of(list(self._breaks.values()))
        for card, breaks in self._breaks.items():
            for other in range(len(lines.cards)):
                if other != card:
                    say(-breaks, -lines.laid(other), lines.before[other][card])
            hand = lines.hand_of[card]
            for at, now in enumerate(lines.in_round[card]):
                besides = [lines.in_round[other][at] for other in lines.hands[hand]]
                besides.remove(now)
                if not (self._began and hand == at == 0):
                    say(-breaks, -now, *besides)

    def _above_it(self, card: int, other: int) -> int:
        """A literal that may hold only when ``other`` is laid on the row of ``card``, and later."""
        known = self._above.get((card, other))
        if known is None:
            lines = self._lines
            known = self._above[card, other] = self._clauses.literal()
            self._clauses.say(-known, lines.before[card][other])
            for mine, its in zip(lines.on[card], lines.on[other], strict=True):
                self._clauses.say(-known, -mine, its)
        return known

    def _say_stops(self) -> None:
        """X1: a `stop` is the last card of its turn."""
        lines, say = self._lines, self._clauses.say
        for stop in self._with(Command.STOP):
            for other in lines.hands[lines.hand_of[stop]]:
                if other != stop:
                    both = zip(lines.in_round[stop], lines.in_round[other], strict=True)
                    for now, besides in both:
                        say(-now, -besides, lines.before[other][stop])

    def _say_skulls(self) -> None:
        """X2: a skull is covered in its own turn."""
        lines, say = self._lines, self._clauses.say
        for skull in self._with(Command.SKULL):
            covers = []
            for other in lines.hands[lines.hand_of[skull]]:
                if other != skull:
                    cover = self._clauses.literal()
                    covers.append(cover)
                    say(-cover, self._above_it(skull, other))
                    say(-cover, -self._breaking(other))
                    both = zip(lines.in_round[skull], lines.in_round[other], strict=True)
                    for now, besides in both:
                        say(-cover, -now, besides)
            say(-lines.laid(skull), self._breaking(skull), *covers)
        for row in self._tops_with(Command.SKULL):
            covers = []
            for card in lines.hands[0]:
                cover = self._clauses.literal()
                covers.append(cover)
                say(-cover, lines.on[card][row])
                say(-cover, lines.in_round[card][0])
                say(-cover, -self._breaking(card))
            say(*covers)

    def _say_threes(self) -> None:
        """X3: exactly three cards are laid in the turn of a `three`."""
        lines = self._lines
        for three in self._with(Command.THREE):
            hand = lines.hand_of[three]
            others = [card for card in lines.hands[hand] if card != three]
            for at, now in enumerate(lines.in_round[three]):
                laid = self._began if hand == at == 0 else 0
                self._say_exactly(2 - laid, others, at, (-now, self._breaking(three)))
        if lines.game.turn.three:
            self._say_exactly(3 - self._began, lines.hands[0], 0, ())

    def _say_exactly(self, count: int, cards: list[int], at: int, unless: tuple[int, ...]) -> None:
        """So many of these cards are laid in a round, one that breaks a duty not counted."""
        lines, say = self._lines, self._clauses.say
        laying = []
        for card in cards:
            lays = self._clauses.literal()
            laying.append(lays)
            say(-lays, lines.in_round[card][at])
            say(-lays, -self._breaking(card))
        if count < 0:
            say(*unless)
            return
        for some in combinations(laying, max(0, len(cards) - count + 1)):
            say(*unless, *some)
        for some_cards in combinations(cards, count + 1):
            breaking = [self._breaking(card) for card in some_cards]
            say(*unless, *(-lines.in_round[card][at] for card in some_cards), *breaking)

    def _covered_before(self, covers: list[int], card: int) -> int:
        """A literal that may hold only when one of the cards, each of which is on top of something
        when its literal in ``covers`` holds, comes before ``card``."""
        sooner = []
        for other, cover in enumerate(covers):
            if other != card and cover != FALSE:
                both = self._clauses.literal()
                sooner.append(both)
                self._clauses.say(-both, cover)
                self._clauses.say(-both, self._lines.before[other][card])
        covered = self._clauses.literal()
        self._clauses.say(-covered, *sooner)
        return covered

    def _limits(self, kind: Command) -> list[tuple[int | None, list[int]]]:
        """The cards with a command that binds while it is visible, each with its covers.

        None stands for a card that is visible at the start. The covers are one literal for every
        card, which may be true only if that card lies above the command's.
        """
        lines = self._lines
        cards = range(len(lines.cards))
        found: list[tuple[int | None, list[int]]] = [
            (None, [lines.on[card][row] for card in cards]) for row in self._tops_with(kind)
        ]
        for limit in self._with(kind):
            above = [FALSE if card == limit else self._above_it(limit, card) for card in cards]
            found.append((limit, above))
        return found

    def _say_no_backs(self) -> None:
        """X5: no trick is done while a `no_back` is visible."""
        lines = self._lines
        for limit, above in self._limits(Command.NO_BACK):
            covered: dict[int, int] = {}
            for done, card in lines.tricks:
                if card != limit:
                    if card not in covered:
                        covered[card] = self._covered_before(above, card)
                    sooner = FALSE if limit is None else lines.before[card][limit]
                    self._clauses.say(-done, sooner, covered[card])

    def _say_one_rows(self) -> None:
        """X6, X9r: all that a turn lays while the same `one_row` is visible lies on one row, which
        is its own where it is laid in that turn."""
        lines, say = self._lines, self._clauses.say
        limits = self._limits(Command.ONE_ROW)
        together = self._together() if limits else {}
        for limit, above in limits:
            covered = [
                FALSE if card == limit else self._covered_before(above, card)
                for card in range(len(lines.cards))
            ]
            for (one, other), same_turn in together.items():
                if limit != other:
                    sooner = FALSE if limit in (None, one) else lines.before[one][limit]
                    free = (-same_turn, lines.before[other][one], sooner, covered[other])
                    for mine, its in zip(lines.on[one], lines.on[other], strict=True):
                        say(*free, -mine, its)
        bound = lines.game.turn.bound if lines.game.commands else None
        if bound is not None:
            for row in self._tops_with(Command.ONE_ROW):
                there = [on[row] for on in lines.on]
                for card in lines.hands[0]:
                    sooner = self._covered_before(there, card)
                    say(-lines.in_round[card][0], lines.on[card][bound], sooner)

    def _together(self) -> dict[tuple[int, int], int]:
        """For each two cards of a hand, in both orders, a literal that must hold when they are laid
        in the same turn."""
        lines, found = self._lines, {}
        for cards in lines.hands:
            for one, other in combinations(cards, 2):
                same = self._clauses.literal()
                found[one, other] = found[other, one] = same
                for now, besides in zip(lines.in_round[one], lines.in_round[other], strict=True):
                    self._clauses.say(-now, -besides, same)
        return found

    def _say_fires(self) -> None:
        """F2: a fire is covered at the latest in the next turn that is taken."""
        lines, game = self._lines, self._lines.game
        for fire, number in enumerate(lines.cards):
            if number in game.rules.fires:
                hand = lines.hand_of[fire]
                rounds = enumerate(lines.in_round[fire])
                self._say_fire(
                    [(now, self._turns_after(hand, at)) for at, now in rounds],
                    {
                        card: self._above_it(fire, card)
                        for card in range(len(lines.cards))
                        if card != fire
                    },
                )
        for row, top in enumerate(game.tops):
            if top in game.rules.fires:
                due = row in game.turn.due_fires
                turns = [lines.turns[0]] if due else self._turns_after(0, 0)
                self._say_fire([(TRUE, turns)], dict(enumerate(on[row] for on in lines.on)))

    def _turns_after(self, hand: int, at: int) -> list[tuple[int, int]]:
        """The turns up to the next one of the same hand: if one is taken later, one of these is."""
        turns = self._lines.turns
        return [turn for turn in turns if (at, hand) < turn <= (at + 1, hand)]

    def _say_fire(
        self, laid: list[tuple[int, list[tuple[int, int]]]], covers: dict[int, int]
    ) -> None:
        """A fire is covered when the next turn ends, or by then all cards are laid (F3r).

        ``laid`` says with a literal when it is laid, and which turns may be the next; ``covers``
        has a literal for every other card, which holds only when it lies above.
        """
        lines, say = self._lines, self._clauses.say
        must = self._clauses.literal()
        every_card = self._clauses.literal()
        say(-every_card, -self.breaking)
        ways = [(every_card, list(covers))]
        for card, above in covers.items():
            way = self._clauses.literal()
            ways.append((way, [card]))
            say(-way, above)
            say(-way, -self._breaking(card))
        say(-must, *(way for way, _ in ways))
        for now, turns in laid:
            for at, hand in turns:
                taken = lines.taken[hand][at]
                say(-now, -taken, must)
                for way, cards in ways:
                    for card in cards:
                        by_then = lines.laid_by(card, at - (lines.hand_of[card] > hand))
                        say(-way, -now, -taken, by_then)
