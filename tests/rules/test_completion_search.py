"""B8r, X10r: the completion search leaves plays out and looks ahead; it must never be wrong for it.

Here it is compared with trying every play in every order, on crowded positions: many commands, due
fires, narrow rows, hands at the end of the game.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ninetyeight.rules import Command, Commands, Lay, Rules, Turn, completes

RULES = Rules.of("gold", players=1, expert=True, fire=True, commands=True)
NO_FIRES = replace(RULES, options=replace(RULES.options, fire=False))


def tries_everything(turn: Turn, known: dict[object, bool]) -> bool:
    """Can the turn be completed? Found by laying every card that is accepted, one after another."""
    if turn.may_end:
        return True
    key = (turn.hand, turn.tops, turn.bound, turn.fresh, turn.three)
    if key not in known:
        known[key] = any(finishes(turn, lay, known) for lay in turn.lays())
    return known[key]


def finishes(turn: Turn, lay: Lay, known: dict[object, bool]) -> bool:
    if turn.broken_by(lay) is not None:
        return False
    after = turn.after(lay)
    if not after.hand and after.elsewhere == 0:
        return True  # B8: won
    if turn.commands.on(after.laid[-1].card) is Command.STOP:
        return True  # X1
    return tries_everything(after, known)


def crowded(rng: Random) -> Turn:
    """A position in which little fits and much is forbidden, some cards laid already."""
    hand = rng.sample(range(rng.choice([1, 40]), rng.choice([75, 99])), rng.randint(2, 6))
    free = [card for card in RULES.cards if card not in hand]
    rng.shuffle(free)
    tops: list[int | None] = [None] * 4
    for row in range(4):
        narrow = rng.random() < 0.5
        for card in free:
            if card in tops:
                continue
            if not narrow or (card > 70 if row < 2 else card < 30):
                tops[row] = card
                break
        if rng.random() < 0.3:
            fires = [card for card in RULES.fires if card not in hand and card not in tops]
            tops[row] = rng.choice(sorted(fires))
    kinds = rng.sample(list(Command), rng.randint(1, 7))
    share = rng.choice([0.2, 0.5, 0.9])
    commands = {card: rng.choice(kinds) for card in RULES.cards if rng.random() < share}
    turn = Turn(
        rules=RULES,
        commands=Commands(commands),
        tops=tuple(tops),
        hand=tuple(sorted(hand)),
        laid=(),
        minimum=rng.choice([1, 1, 2, 3]),
        elsewhere=rng.choice([0, 0, 5]),
    )
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        lays = [
            lay
            for lay in turn.lays()
            if turn.broken_by(lay) is None and turn.commands.on(lay.card) is not Command.STOP
        ]
        if lays and len(turn.hand) > 1:
            turn = turn.after(rng.choice(lays))
    return turn


@pytest.mark.parametrize("seed", range(8))
def test_the_search_is_as_exact_as_trying_everything(seed: int) -> None:
    rng = Random(seed)
    hopeless = 0
    for _ in range(200):
        turn = crowded(rng)
        expected = tries_everything(turn, {})
        hopeless += not expected
        assert completes(turn) is expected, turn
        without = replace(turn, rules=NO_FIRES)
        assert completes(turn, ignoring_fires=turn.rules.fires) is tries_everything(without, {}), (
            turn
        )
    assert hopeless > 20  # such positions test it, the others hardly do
