"""Endgames with cards unknown: what each choice of a seat is worth by expectation.

:func:`best_moves` lists every move that a seat can make now with its chance to win and the cards
left on average, in whole fractions. What these figures mean depends on who can know what:

* ``exact``: everybody who still holds cards knows all of them. That is so when the draw pile is
  empty and one seat is left with cards, or two: each sees in the rows and in its own hand what the
  other one must hold. Nothing is hidden, and the figures are what perfect play comes to: 0 or 1.
* ``exact`` with chance: a seat alone, with cards in the draw pile. All that is unknown is the order
  of the draw pile, and nobody else decides anything. The figures are those of the best play there
  is, over all orders.
* ``bound``: cards are hidden from seats that have something to decide. For each world (a way in
  which the unseen cards can lie; a determinization) the move is made, and from then on everybody is
  taken to see all cards, as a double-dummy solver does. No team can do better than that, so ``win``
  is an upper bound. ``at_least``, where it can be had, is what the team reaches when every seat
  plays by this very table from its own view: a team can do that, so it is a lower bound. The best
  choice is *proven* when its ``at_least`` is no lower than any other choice's ``win``.

>>> from ninetyeight.rules import View, read_game
>>> line = "tiny 2 U1:1.4.5.6.9.10.11.12.13.14.15.16.17.18/D1:20.19.3 2.8/7 - 1 - 1 - playing"
>>> found = best_moves(View.of(read_game(line), 0))
>>> found.meaning.value, [(str(one.move), str(one.win), str(one.left)) for one in found.choices]
('exact', [('8@D1', '1', '0'), ('2@D1', '0', '1')])
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import islice
from math import factorial

from ninetyeight.fast import available
from ninetyeight.rules import BACK, Game, GameError, Move, View
from ninetyeight.solver.weighing import NOTHING, TooManyPositions, Weigher, WeigherByRules, Worth
from ninetyeight.solver.worlds import count_worlds, worlds

#: More worlds than this are not looked at.
MOST_WORLDS = 20_000
#: Positions looked at before the search gives up: compiled, and by the rules.
BUDGET = 1_000_000
BUDGET_BY_RULES = 60_000
#: Worlds looked at on behalf of teammates before it is left open what the team is sure of.
TEAM_WORLDS = 10_000
#: Worlds handed over at a time, so that Ctrl-C is heard.
_BATCH = 64


class Meaning(StrEnum):
    """What the figures of a choice are."""

    EXACT = "exact"
    BOUND = "bound"


class NotFeasible(GameError):
    """The endgame is too large for exact figures, or it is not one."""

    area = "solve.error"


@dataclass(frozen=True)
class WeighedMove:
    """One move, its chance to win and the cards left on average; see the module for what they are.

    ``left`` goes with play that wants to win above all; None when only wins were counted.
    ``at_least`` is a chance that the team is sure to have, the same as ``win`` where that is exact;
    None when it was not worked out.
    """

    move: Move
    win: Fraction
    left: Fraction | None
    at_least: Fraction | None = None


@dataclass(frozen=True)
class WeighedMoves:
    """All moves of a seat, the best first; among equals as the rules list them."""

    meaning: Meaning
    choices: tuple[WeighedMove, ...]
    #: How many ways the unseen cards can lie.
    worlds: int
    #: Positions that were looked at.
    positions: int

    @property
    def best(self) -> WeighedMove:
        """The first of them."""
        return self.choices[0]

    @property
    def proven(self) -> bool:
        """True when no choice wins more often than the best one, whatever the team does later."""
        if self.meaning is Meaning.EXACT:
            return True
        sure = self.best.at_least or 0
        return all(sure >= other.win for other in self.choices[1:])


def best_moves(
    view: View,
    *,
    most_worlds: int = MOST_WORLDS,
    budget: int | None = None,
    wins_only: bool | None = None,
    with_team: bool = True,
) -> WeighedMoves:
    """Every move of the viewer, whose turn it must be, with what it is worth.

    NotFeasible when there are more than ``most_worlds`` worlds or more than ``budget`` positions to
    look at; Refused when it is not the viewer's turn. With ``wins_only`` cards left are not
    counted, which needs far fewer positions; None counts them where the budget lasts.
    ``with_team`` False leaves ``at_least`` out. Taking cards back is no choice here: it only leads
    to where one was before.
    """
    view = _without_take_backs(view)
    moves = [move for move in view.turn.moves() if move is not BACK]
    visited = 0
    for only in (False, True) if wins_only is None else (wins_only,):
        weigher = open_weigher(view, budget, wins_only=only)
        table = _Table(weigher, most_worlds, wins_only=only)
        try:
            found = table.choices(view, moves)
        except TooManyPositions:
            visited += weigher.visited
            continue
        if with_team and found.meaning is Meaning.BOUND:
            with suppress(TooManyPositions):  # then the upper bounds stand alone
                found = table.with_team(view, found)
        return replace(found, positions=visited + weigher.visited)
    raise NotFeasible("too_many_positions", n=visited)


def open_weigher(view: View, budget: int | None = None, *, wins_only: bool = False) -> Weigher:
    """The compiled weigher where it can be had, else the one by the rules."""
    if available():
        from ninetyeight.fast.layout import fits
        from ninetyeight.solver.weighing_by_kernel import WeigherByKernel

        if fits(view.rules):
            wanted = BUDGET if budget is None else budget
            return WeigherByKernel(view.rules, wanted, wins_only=wins_only)
    return WeigherByRules(BUDGET_BY_RULES if budget is None else budget, wins_only=wins_only)


def _without_take_backs(view: View) -> View:
    options = replace(view.rules.options, take_backs=False)
    return replace(view, rules=replace(view.rules, options=options))


class _Table:
    """Looks choices up; what was learned of one position serves all others."""

    def __init__(self, weigher: Weigher, most_worlds: int, *, wins_only: bool) -> None:
        self.weigher = weigher
        self.most_worlds = most_worlds
        self.wins_only = wins_only
        self.team_worlds = 0
        self.favourites: dict[Hashable, Move] = {}

    def choices(self, view: View, moves: list[Move]) -> WeighedMoves:
        """The moves with exact figures or upper bounds."""
        if view.rules.players == 1 and not view.hidden_commands:
            return self._alone(view, moves)
        count = count_worlds(view)
        if count > self.most_worlds:
            raise NotFeasible("too_many_worlds", n=count, most=self.most_worlds)
        total = [NOTHING] * len(moves)
        every = worlds(view)
        while batch := list(islice(every, _BATCH)):
            found = self.weigher.weigh(batch, moves, chance=False)
            total = [one.plus(other) for one, other in zip(total, found, strict=True)]
        exact = count == 1 and _everybody_knows(next(worlds(view)))
        meaning = Meaning.EXACT if exact else Meaning.BOUND
        return self._sorted(meaning, moves, total, count, count)

    def _alone(self, view: View, moves: list[Move]) -> WeighedMoves:
        """One seat: only the order of the draw pile is unknown, and that is chance."""
        game = next(worlds(view))
        total = self.weigher.weigh([game], moves, chance=True)
        orders = factorial(view.draw_size)
        return self._sorted(Meaning.EXACT, moves, total, orders, orders)

    def _sorted(
        self, meaning: Meaning, moves: list[Move], total: list[Worth], cases: int, count: int
    ) -> WeighedMoves:
        ranked = sorted(zip(moves, total, strict=True), key=lambda one: one[1].rank, reverse=True)
        choices = []
        for move, worth in ranked:
            win = Fraction(worth.won, cases)
            left = None if self.wins_only else Fraction(worth.left, cases)
            choices.append(WeighedMove(move, win, left, win if meaning is Meaning.EXACT else None))
        return WeighedMoves(meaning, tuple(choices), count, self.weigher.visited)

    # What a team reaches that plays by this table.

    def with_team(self, view: View, found: WeighedMoves) -> WeighedMoves:
        """The same choices, each with the chance that the team is sure to have."""
        won = [0] * len(found.choices)
        for game in worlds(view):
            for at, choice in enumerate(found.choices):
                won[at] += self._played_on(game.apply(choice.move))
        sure = [Fraction(wins, found.worlds) for wins in won]
        choices = (
            replace(choice, at_least=share)
            for choice, share in zip(found.choices, sure, strict=True)
        )
        return replace(found, choices=tuple(choices))

    def _played_on(self, game: Game) -> bool:
        while game.outcome is None:
            game = game.apply(self._favourite(game))
        return game.outcome.won

    def _favourite(self, game: Game) -> Move:
        """The move that the active seat chooses from its own view."""
        view = View.of(game, game.seat)
        key = (
            view.viewer,
            view.hand,
            view.hand_sizes,
            view.tops,
            view.unseen,
            view.laid,
            view.commands,
            tuple(view.hidden_commands.items()),
        )
        move = self.favourites.get(key)
        if move is None:
            move = self.favourites[key] = self._look_up(view)
        return move

    def _look_up(self, view: View) -> Move:
        self.team_worlds += count_worlds(view)
        if self.team_worlds > TEAM_WORLDS:
            raise TooManyPositions
        try:
            return self.choices(view, list(view.legal)).best.move
        except NotFeasible:
            raise TooManyPositions from None


def _everybody_knows(game: Game) -> bool:
    """True when every seat that still holds cards can tell where each card is and what it says."""
    return all(
        count_worlds(View.of(game, seat)) == 1 for seat, hand in enumerate(game.hands) if hand
    )
