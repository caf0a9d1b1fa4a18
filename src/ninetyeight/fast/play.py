"""Whole games played inside the kernel, a million of them in one call.

>>> from ninetyeight.rules import Rules
>>> results = play(Rules.of("original", players=3), "greedy", games=1000, seed=7)
>>> len(results), bool((results.left[results.won] == 0).all())
(1000, True)
>>> again = play(Rules.of("original", players=3), "greedy", games=10, seed=7, first=500)
>>> again.left.tolist() == results.left[500:510].tolist()
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ninetyeight.fast import POLICIES as POLICIES
from ninetyeight.fast import available, knows, missing

if not available():
    raise missing()

import numpy as np
from numpy.typing import NDArray

from ninetyeight.fast.batch import Batch
from ninetyeight.fast.compiled import inlined, jit, whole
from ninetyeight.fast.completion import Scratch, new_scratch
from ninetyeight.fast.counting import count_moves
from ninetyeight.fast.deal_codes import deal_keys, new_press
from ninetyeight.fast.dealing import draw_commands, key_of, shuffle
from ninetyeight.fast.duty_plans import DutyDesk, new_duty_desk
from ninetyeight.fast.game import make, put_down, tops_of
from ninetyeight.fast.greedy import greedy_move, plain_game, settle
from ninetyeight.fast.layout import (
    ASKED,
    COMMANDS,
    COUNT,
    DRAWN,
    END,
    FIRES,
    HANDS,
    LEFT,
    LOST,
    MINIMUM,
    OUTCOME,
    PLAYERS,
    PLAYING,
    REASON,
    SEAT,
    SEATS,
    STUCK,
    WON,
    Games,
    Law,
    empty_games,
    fits,
    law_of,
)
from ninetyeight.fast.markers import SILENT, Board, manner_of, new_board
from ninetyeight.fast.planned_game import planned_game
from ninetyeight.fast.planner import (
    Desk,
    can_plan,
    new_desk,
    opening_wish,
    plan_hand,
)
from ninetyeight.fast.results import (
    CARDS_DRAWN,
    COLUMNS,
    HOW_ENDED,
    KINDS_OF_MARKERS,
    LEFT_OVER,
    MARKS_SET,
    MOVES_MADE,
    STARTED,
    WHY_LOST,
    Results,
)
from ninetyeight.fast.talking import clear, hush, may_speak, speak
from ninetyeight.fast.turn import Array
from ninetyeight.rules import Deal, Rules, Strictness

#: No game has more moves than this: each card is laid once and each turn lays one.
MOST_MOVES = 256

#: Deals with codes are played so many at a time, so that they stay in the processor's cache.
_TOGETHER = 1024


@jit
def _play_plain_greedy(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
) -> None:
    """Play one game for each row of ``results``: the ``given`` ones or, of a single row of
    ``given`` as working memory, those that the seed deals. There are no commands and no fires."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            shuffle(law, deck, key_of(seed, first + at))
        put_down(law, deck, sets, nums)
        seat = settle(law, sets) if starter < 0 else starter
        told = moves[at if len(moves) == len(results) else 0]
        left, made, drawn = plain_game(
            law, deck, sets[HANDS : HANDS + SEATS], tops_of(nums), seat, told
        )
        result = results[at]
        result[LEFT_OVER] = left
        result[HOW_ENDED] = WON if left == 0 else LOST
        result[WHY_LOST] = 0 if left == 0 else STUCK
        result[STARTED] = seat
        result[MOVES_MADE] = made
        result[CARDS_DRAWN] = drawn


@jit
def _play_greedy(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
    scratch: Scratch,
    board: Board,
    talk: int,
) -> None:
    """The same where every lay has to be asked of the law, or where the seats show markers; nobody
    heeds them."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            key = key_of(seed, first + at)
            shuffle(law, deck, key)
            draw_commands(law, sets, key)
        put_down(law, deck, sets, nums)
        seat = settle(law, sets) if starter < 0 else starter
        told = moves[at if len(moves) == len(results) else 0]
        made = markers = 0
        move = -1 - seat
        board.shown[:] = 0
        while True:
            clear(board, nums, move)
            make(law, deck, sets, nums, move, scratch)
            if nums[OUTCOME] != PLAYING:
                break
            hush(law, board, sets, nums, talk)
            if nums[COUNT] == 0 and may_speak(law, sets, nums, talk):
                markers += speak(law, board, sets, nums)
            move = greedy_move(law, sets, nums, scratch)
            told[made] = move
            made += 1
        result = results[at]
        result[LEFT_OVER] = nums[LEFT]
        result[HOW_ENDED] = nums[OUTCOME]
        result[WHY_LOST] = nums[REASON]
        result[STARTED] = seat
        result[MOVES_MADE] = made
        result[CARDS_DRAWN] = nums[DRAWN]
        _count(result, markers)


@jit
def _play_plain_planner(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
    desk: Desk,
    talk: int,
) -> None:
    """The same for planners, again without commands and fires."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            shuffle(law, deck, key_of(seed, first + at))
        put_down(law, deck, sets, nums)
        told = moves[at if len(moves) == len(results) else 0]
        left, made, drawn, seat, markers = planned_game(
            law, deck, sets[HANDS : HANDS + SEATS], tops_of(nums), starter, told, desk, talk
        )
        result = results[at]
        result[LEFT_OVER] = left
        result[HOW_ENDED] = WON if left == 0 else LOST
        result[WHY_LOST] = 0 if left == 0 else STUCK
        result[STARTED] = seat
        result[MOVES_MADE] = made
        result[CARDS_DRAWN] = drawn
        _count(result, markers)


@jit
def _play_planner(
    law: Law,
    given: Games,
    seed: int,
    first: int,
    starter: int,
    results: Array,
    moves: Array,
    desk: Desk,
    duties: DutyDesk,
    scratch: Scratch,
    talk: int,
) -> None:
    """The same for planners where every lay has to be asked of the law."""
    dealing = seed >= 0
    for at in range(len(results)):
        row = 0 if dealing else at
        deck, sets, nums = given.deck[row], given.sets[row], given.nums[row]
        if dealing:
            key = key_of(seed, first + at)
            shuffle(law, deck, key)
            draw_commands(law, sets, key)
        put_down(law, deck, sets, nums)
        told = moves[at if len(moves) == len(results) else 0]
        seat, strongest, asked = max(starter, 0), -1, 0
        offering = starter < 0 and law.rule[PLAYERS] > 1  # B10r: every seat says what it wishes
        move = -1 - seat
        made = planned = markers = 0
        desk.board.shown[:] = 0
        while True:
            if not offering:
                clear(desk.board, nums, move)
                make(law, deck, sets, nums, move, scratch)
                if nums[OUTCOME] != PLAYING:
                    break
                hush(law, desk.board, sets, nums, talk)
            if offering or nums[COUNT] == 0:
                planning = asked if offering else whole(nums[SEAT])
                minimum = law.rule[ASKED] if offering else whole(nums[MINIMUM])
                talking = SILENT if offering else talk
                planned, price, set_now = plan_hand(
                    law, sets, nums, desk, duties, planning, minimum, scratch, talking
                )
                markers += set_now
                if offering:
                    wish = opening_wish(law, desk, planned, price)
                    if wish > strongest:
                        seat, strongest = asked, wish
                    asked += 1
                    offering = asked < law.rule[PLAYERS]
                    move = -1 - seat
                    continue
            move = desk.plan[nums[COUNT]] if nums[COUNT] < planned else END
            told[made] = move
            made += 1
        result = results[at]
        result[STARTED] = seat
        result[LEFT_OVER] = nums[LEFT]
        result[HOW_ENDED] = nums[OUTCOME]
        result[WHY_LOST] = nums[REASON]
        result[CARDS_DRAWN] = nums[DRAWN]
        result[MOVES_MADE] = made
        _count(result, markers)


@inlined
def _count(result: Array, markers: int) -> None:
    """Write down how many markers were set, as `show_all` counts them."""
    for kind in range(KINDS_OF_MARKERS):
        result[MARKS_SET + kind] = (markers >> (16 * kind)) & 0xFFFF


def play(
    rules: Rules,
    policy: str,
    games: int,
    seed: int,
    *,
    first: int = 0,
    starter: int | None = None,
    keep_moves: bool = False,
    figures: NDArray[np.int64] | None = None,
    talk: Strictness | str = Strictness.SILENT,
) -> Results:
    """Play games number ``first`` and following of the deals that ``seed`` gives.

    Every seat is played by ``policy``, in silence or with markers. Without a ``starter`` the team
    settles it by its offers (B10r). A game depends on the seed and its number alone. The `planner`
    needs its ``figures``, which :mod:`ninetyeight.bots.kernel` gives.
    """
    if seed < 0 or first < 0:
        raise ValueError("seed and game numbers count from zero")
    team = _Team(rules, law_of(rules), policy, starter, figures, talk)
    return team.play(empty_games(1), games, seed, first, keep_moves)


def play_deals(
    deals: Sequence[Deal],
    policy: str,
    *,
    starter: int | None = None,
    figures: NDArray[np.int64] | None = None,
    talk: Strictness | str = Strictness.SILENT,
) -> Results:
    """Play the given deals, all of the same rules, and keep the moves."""
    batch = Batch.of_deals(deals)
    team = _Team(batch.rules, batch.law, policy, starter, figures, talk)
    return team.play(batch.games, len(deals), -1, 0, True)


def play_keys(
    rules: Rules,
    policy: str,
    keys: NDArray[np.uint8],
    *,
    figures: NDArray[np.int64] | None = None,
    talk: Strictness | str = Strictness.SILENT,
) -> Results:
    """Play the deals whose codes have these keys, ``uint8[N, 10]``; turns and tricks are counted.

    The team settles by its offers who starts (B10r).
    """
    team = _Team(rules, law_of(rules), policy, None, figures, talk)
    given, press = empty_games(min(_TOGETHER, max(1, len(keys)))), new_press()
    table = np.zeros((len(keys), COLUMNS), np.int16)
    turns, tricks = np.zeros((2, len(keys)), np.int16)
    for first in range(0, len(keys) or 1, _TOGETHER):  # with no keys: only made ready
        part = slice(first, first + _TOGETHER)
        deal_keys(team.law, given, keys[part], press)
        played = team.play(given, len(keys[part]), -1, 0, True)
        assert played.moves is not None
        table[part] = played.table
        count_moves(team.law, given.sets, played.lengths, played.moves, turns[part], tricks[part])
    return Results(rules, table, None, turns, tricks)


def can_play(rules: Rules, policy: str, talk: Strictness | str = Strictness.SILENT) -> bool:
    """True when the kernel has this player for these rules and this kind of talk."""
    if not knows(policy, talk) or not fits(rules):
        return False
    return policy != "planner" or can_plan(rules)


@dataclass(frozen=True)
class _Team:
    """A player for every seat, and who starts."""

    rules: Rules
    law: Law
    policy: str
    starter: int | None
    figures: NDArray[np.int64] | None
    talk: Strictness | str

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            known = ", ".join(POLICIES)
            raise ValueError(f"the kernel does not know {self.policy!r}; it knows {known}")
        if not can_play(self.rules, self.policy, self.talk):
            raise ValueError(f"the kernel has no {self.policy} for these rules yet")
        if self.starter is not None:
            self.rules.check_seat(self.starter)

    @property
    def manner(self) -> int:
        """How the table talks, as the kernel numbers it."""
        return manner_of(self.rules, markers=Strictness(self.talk) is not Strictness.SILENT)

    @cached_property
    def _desk(self) -> Desk:
        """A planner's working memory, which is dear to make; a team plays in one thread."""
        assert self.figures is not None
        return new_desk(self.law, self.figures, self.manner)

    def play(self, given: Games, games: int, seed: int, first: int, keep_moves: bool) -> Results:
        results = np.zeros((games, COLUMNS), np.int16)
        moves = np.full((games if keep_moves else 1, MOST_MOVES), END, np.int16)
        starter = -1 if self.starter is None else self.starter
        where = (self.law, given, seed, first, starter, results, moves)
        # What a game does not need is not compiled for it.
        plain = self.law.rule[COMMANDS] == 0 and self.law.rule[FIRES] == 0
        if self.policy == "greedy":
            if plain and self.manner == SILENT:
                _play_plain_greedy(*where)
            else:
                _play_greedy(*where, new_scratch(), new_board(), self.manner)
        elif self.figures is None:
            raise ValueError("the kernel's planner needs its figures")
        elif plain:
            _play_plain_planner(*where, self._desk, self.manner)
        else:
            _play_planner(*where, self._desk, new_duty_desk(), new_scratch(), self.manner)
        return Results(self.rules, results, moves if keep_moves else None)
