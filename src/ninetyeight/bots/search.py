"""Determinised search: how good a turn is, found out by playing on from it many times.

The search stands at the start of a seat's turn and knows its view, nothing else.

1. *Candidates.* The planner lists the cheapest distinct turns.
2. *Worlds.* The unseen cards are dealt at random into the other hands and the draw pile
   (determinisation), so that they fit the markers that stand.
3. *Playouts.* In each world each candidate is made, and planners, who see their own hands only,
   play the game to its end, talking as the table talks. All candidates meet the same worlds (common
   random numbers): their differences have a fraction of the noise.
4. *Shrinkage.* Playouts are few and noisy, and the best of many noisy figures is mostly luck. So
   each candidate's figure is drawn towards what its cost lets expect (empirical Bayes), the more
   the noisier it is.
5. *Sequential halving.* The effort, counted in playouts, is split evenly over some rounds. After
   each of them the worse half of the candidates is dropped, and whoever is clearly behind; when one
   is left, the search stops early.

The choice follows from the view, the effort and the seed, on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from ninetyeight.fast import available, missing

if not available():
    raise missing()

import numpy as np
from numpy.typing import NDArray

from ninetyeight.bots.kernel.beliefs import deal_believed_worlds
from ninetyeight.bots.kernel.duty_plans import new_duty_scratch
from ninetyeight.bots.kernel.figures import figures_of
from ninetyeight.bots.kernel.looking import list_turns
from ninetyeight.bots.kernel.planner import new_planner_scratch
from ninetyeight.bots.kernel.playouts import play_out_plain, play_out_with_duties
from ninetyeight.bots.kernel.team import MOST_MOVES
from ninetyeight.bots.kernel.worlds import deal_worlds, new_worlds
from ninetyeight.bots.weights import Weights, weights_for
from ninetyeight.fast.batch import GameBatch, move_of
from ninetyeight.fast.completion import new_scratch
from ninetyeight.fast.layout import END, LONGEST, ROWS, SEATS, empty_games
from ninetyeight.fast.talk import talk_mode
from ninetyeight.rules import Lay, Marker, Rules, View

#: Worlds dealt and played at once: between two such handfuls the search can be stopped.
_HANDFUL = 64
#: Fewest worlds of a round: with less there is nothing to tell the noise by.
_FEWEST = 32
#: How many cards ahead of each row are tried for candidates, and how many ways are followed: more
#: than a planner tries for itself.
_NEAREST = (3, 2)
_BEAM = (24, 12)
#: What a lost game is worth that leaves one card, and after how many more cards that has faded to
#: a third: a team that searches wins many a game that its playouts nearly win.
_CLOSE, _FADE = 0.25, 6.0
#: How much less a turn wins for each thousandth that it costs more, and how far turns differ from
#: that (standard deviation), while cards are drawn and afterwards. Measured with 192 playouts of
#: each of 16 candidates over whole games: original, one to five players.
_SLOPE, _SPREAD, _SPREAD_LATE = 0.03e-3, 0.03, 0.1
#: No cost lets expect less than this.
_WORST = -0.25
#: How many standard deviations behind the leader is clearly behind.
_CLEARLY = 3.0


@dataclass(frozen=True)
class Option:
    """A turn that was considered to the end: its lays, how often it won, how many cards it left on
    average, and what it is worth when its cost has been heard, too."""

    lays: tuple[Lay, ...]
    wins: float
    left: float
    worth: float


@dataclass(frozen=True)
class Thought:
    """What a search found: the options that were not dropped, the best first; worlds that each of
    them met, and playouts of all candidates together. ``second`` is the next best turn, though it
    may have been dropped after fewer worlds."""

    options: tuple[Option, ...]
    worlds: int
    playouts: int
    second: Option | None = None

    @property
    def lays(self) -> tuple[Lay, ...]:
        """The lays of the best turn."""
        return self.options[0].lays


class Search:
    """Working memory for searching at one kind of table, made once. Used by one thread."""

    def __init__(
        self,
        rules: Rules,
        *,
        markers: bool,
        candidates: int,
        weights: Weights | None = None,
    ) -> None:
        self.rules, self.markers = rules, markers
        self.law = GameBatch.deal(rules, 0, 0).law
        self.talk = talk_mode(rules, markers=markers)
        weights = weights or weights_for(rules, markers=markers)
        wide = figures_of(replace(weights, nearest=_NEAREST, beam=_BEAM))
        self.lister = new_planner_scratch(self.law, wide, self.talk, candidates)
        self.player = new_planner_scratch(self.law, figures_of(weights), self.talk)
        self.duties = new_duty_scratch()
        self.scratch = new_scratch()
        self.room = empty_games(1)
        self.worlds = new_worlds(_HANDFUL)
        self.moves = np.zeros(MOST_MOVES, np.int16)
        self.turns = np.zeros((candidates, LONGEST), np.int16)
        self.marks = np.zeros((SEATS, ROWS, 2), np.int64)
        self.values = _values(len(rules.cards))
        self.plain = not rules.has_commands and not rules.fires

    def think(
        self,
        view: View,
        effort: int,
        seed: int,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought | None:
        """Search from the start of the viewer's turn, where ``view.talk`` holds the markers of the
        others, with so many playouts at most; None when there is no turn. Once ``stopped`` says so,
        the best found so far is good enough."""
        # Which of the worlds that fit the view is laid out here makes no difference: of the unseen
        # cards only their set is looked at.
        self.position = GameBatch.of_games([view.sample(Random(0))])
        count = self._list(view)
        if count == 0:
            return None
        alive, believed = np.arange(count), _prior(self.lister.listed.costs[:count])
        lefts = np.zeros((count, 0), np.int16)
        played = done = 0
        fallen: Option | None = None
        while len(alive) > 1 and played < effort and not stopped():
            rounds = (len(alive) - 1).bit_length()
            wanted = max(_FEWEST, (effort - played) // (rounds * len(alive)))
            lefts = np.concatenate([lefts, np.zeros((count, wanted), np.int16)], axis=1)
            until = done + wanted
            while done < until and not stopped():
                end = min(done + _HANDFUL, until)
                self._play_out(done, end, seed, alive, lefts)
                played += (end - done) * len(alive)
                done = end
            if done > 1:
                costs = self.lister.listed.costs[alive]
                spread = _SPREAD if view.draw_size else _SPREAD_LATE
                found, doubt = _believe(self.values[lefts[alive, :done]], costs, spread)
                kept = _survivors(found, doubt)
                left_out = np.setdiff1d(np.arange(len(alive)), kept)
                at = left_out[np.argmax(found[left_out])]
                fallen = self._option(int(alive[at]), lefts[alive[at], :done], found[at])
                alive, believed = alive[kept], found[kept]
        return self._thought(lefts[:, :done], alive, believed, played, fallen)

    def _list(self, view: View) -> int:
        """Write down the candidates; how many there are."""
        self.marks[:] = 0
        strengths = tuple(Marker)
        for mark in view.talk.marks:
            row = self.rules.edition.row_index[mark.row]
            self.marks[mark.seat, row, 0] = strengths.index(mark.marker) + 1
            self.marks[mark.seat, row, 1] = mark.top or 0
        games = self.position.games
        count: int = list_turns(
            self.position.law,
            games.sets[0],
            games.nums[0],
            self.lister,
            self.duties,
            self.scratch,
            self.marks,
            self.turns,
        )
        return count

    def _play_out(
        self, first: int, end: int, seed: int, alive: NDArray[np.int64], lefts: NDArray[np.int16]
    ) -> None:
        """Deal worlds number ``first`` to before ``end``; make each candidate in each of them."""
        games, law, n = self.position.games, self.position.law, end - first
        seen = law, games.sets[0], games.nums[0], self.worlds
        if self.marks.any():
            board = self.lister.board
            deal_believed_worlds(*seen, board, self.marks, n, np.uint64(seed), first)
        else:
            deal_worlds(*seen, n, np.uint64(seed), first)
        given = (*seen, n, self.turns, alive, self.room, self.moves, self.player)
        into = lefts[:, first:end]
        if self.plain:
            play_out_plain(*given, self.talk, into)
        else:
            play_out_with_duties(*given, self.duties, self.scratch, self.talk, into)

    def _thought(
        self,
        lefts: NDArray[np.int16],
        alive: NDArray[np.int64],
        believed: NDArray[np.float64],
        played: int,
        fallen: Option | None,
    ) -> Thought:
        order = np.argsort(-believed, kind="stable")
        options = [self._option(int(alive[at]), lefts[alive[at]], believed[at]) for at in order]
        second = options[1] if len(options) > 1 else fallen
        return Thought(tuple(options), lefts.shape[1], played, second)

    def _option(self, candidate: int, lefts: NDArray[np.int16], worth: np.float64) -> Option:
        wins = float((lefts == 0).mean()) if len(lefts) else 0.0
        left = float(lefts.mean()) if len(lefts) else 0.0
        return Option(self._lays(candidate), wins, left, float(worth))

    def _lays(self, candidate: int) -> tuple[Lay, ...]:
        """A candidate in the words of the rules."""
        codes = self.turns[candidate]
        lays = (move_of(self.rules, int(code)) for code in codes[codes != END])
        return tuple(lay for lay in lays if isinstance(lay, Lay))


def _values(cards: int) -> NDArray[np.float64]:
    """What it is worth to leave 0, 1, 2 … cards."""
    values: NDArray[np.float64] = _CLOSE * np.exp((1 - np.arange(cards + 1)) / _FADE)
    values[0] = 1.0
    return values


def _prior(costs: NDArray[np.int64]) -> NDArray[np.float64]:
    """What turns of these costs are worth, less what the cheapest is."""
    expected: NDArray[np.float64] = np.maximum(_WORST, _SLOPE * (costs.min() - costs))
    return expected


def _believe(
    values: NDArray[np.float64], costs: NDArray[np.int64], spread: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the candidates are worth after these playouts, a row each, and the standard deviations.

    The noise of a candidate is what is left of its values when the world's mean is taken away.
    """
    candidates, worlds = values.shape
    rest = values - values.mean(axis=0)
    noise = rest.var(axis=1) * candidates / (candidates - 1) / worlds
    prior = _prior(costs)
    beyond = values.mean(axis=1) - prior
    trust = spread**2 / (spread**2 + noise)
    centre = np.average(beyond, weights=trust)
    return prior + centre + trust * (beyond - centre), np.sqrt(trust * noise)


def _survivors(found: NDArray[np.float64], doubt: NDArray[np.float64]) -> NDArray[np.int64]:
    """The better half, less whoever is clearly behind the leader; of equals the cheaper ones. The
    leader alone when there is no doubt at all: whatever was chosen, it would make no difference."""
    order = np.argsort(-found, kind="stable")[: (len(found) + 1) // 2]
    leader = order[0]
    unsure = np.hypot(doubt[leader], doubt[order])
    near = found[leader] - found[order] < _CLEARLY * unsure
    near[0] = True
    kept: NDArray[np.int64] = order[near]
    return kept
