"""The kernel's search for a way to complete a turn gives the answers of the rules, everywhere."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.bench import KNOWN, changed, random_turn, turn_of
from ninetyeight.fast.completion import completes as kernel_completes
from ninetyeight.fast.completion import new_scratch
from ninetyeight.fast.layout import KINDS, SETS, card_set, law_of
from ninetyeight.fast.turn import OPEN_ROW
from ninetyeight.fast.turn import Turn as KernelTurn
from ninetyeight.rules import Command, Rules, Turn, completes
from tests.rules.strategies import ANY_EDITION, all_rules, endgame, mapping, play_on

SCRATCH = new_scratch()


def in_kernel(turn: Turn, *, ignoring_fires: bool = False) -> bool:
    """What the kernel says of a turn of the rules."""
    edition = turn.rules.edition
    tops = 0
    for row, (top, up) in enumerate(zip(turn.tops, turn.rules.ups, strict=True)):
        shown = (edition.low - 1 if up else edition.high + 1) if top is None else top
        tops |= shown << 7 * row
    sets = np.zeros((SETS, 2), np.uint64)
    for place, kind in enumerate(Command):
        carriers = [card for card in turn.commands if turn.commands[card] is kind]
        sets[KINDS + place] = card_set(carriers)
    lo, hi = card_set(turn.hand)
    stands = KernelTurn(
        lo,
        hi,
        tops,
        len(turn.laid),
        turn.minimum,
        turn.elsewhere,
        sum(1 << row for row in turn.fresh),
        int(turn.three),
        OPEN_ROW if turn.bound is None else turn.bound,
    )
    return bool(kernel_completes(law_of(turn.rules), sets, stands, SCRATCH, int(ignoring_fires)))


def assert_same(turn: Turn) -> None:
    assert in_kernel(turn) == completes(turn)
    if turn.due_fires:
        assert in_kernel(turn, ignoring_fires=True) == completes(
            turn, ignoring_fires=turn.rules.fires
        )


@given(all_rules(ANY_EDITION), st.integers(0, 2**32), st.integers(0, 6))
@settings(max_examples=400)
def test_late_turns_at_any_point(rules: Rules, seed: int, moves: int) -> None:
    rng = Random(seed)
    plain = Rules.of(rules.edition, rules.players, fire=rules.options.fire, commands=True)
    waiting, seat = endgame(plain, mapping(plain, rng), rng, 6)
    size = len(waiting.hands[seat])
    minimum = rng.choice([1, 2, 3])
    elsewhere = waiting.left - size
    turn = Turn(plain, waiting.commands, waiting.tops, waiting.hands[seat], (), minimum, elsewhere)
    if not turn.skulls:
        assert_same(turn)
    game = play_on(waiting.start(seat), rng, moves)
    if game.seat is not None:
        assert_same(game.turn)


def test_full_hands_with_an_official_set_of_commands() -> None:
    rng = Random(4)
    turn = random_turn(rng)
    for number in range(1_500):
        turn = random_turn(rng) if number % 3 else changed(turn, rng)
        assert_same(turn)


@pytest.mark.parametrize("text", KNOWN)
def test_the_hardest_positions_known(text: str) -> None:
    assert_same(turn_of(text))


def test_a_table_that_overflows_changes_no_answer() -> None:
    """The memory of hopeless positions may forget; the answers may not change."""
    rng = Random(8)
    for turn in [*map(turn_of, KNOWN), *(random_turn(rng) for _ in range(200))]:
        SCRATCH.keys[:] = 0
        SCRATCH.ages[:] = SCRATCH.figures[0] + 1  # every slot looks taken in the coming search
        assert in_kernel(turn) == completes(turn)
