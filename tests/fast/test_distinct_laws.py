"""What the tests of both engines leave out is what they play already, under another name."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from ninetyeight.bots import play_match
from ninetyeight.bots.kernel import COMPILED
from ninetyeight.bots.kernel.team import Team
from ninetyeight.fast.deal_codes import codes_of, keys_of
from ninetyeight.fast.layout import law_of
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, Deal, Edition, Options, Rules, Strictness
from tests.laws import (
    DISTINCT_LAWS,
    EVERY_EDITION,
    distinct_rules,
    every_law,
    law_of_table,
    table_id,
)

LEFT_OUT = [law for law in product(EVERY_EDITION, every_law()) if law not in DISTINCT_LAWS]
KEPT = {law_of_table(*law): law for law in DISTINCT_LAWS}


def both(edition: Edition, options: Options, players: int) -> tuple[Rules, Rules]:
    """The rules that are left out, and those that stand for them."""
    return Rules(edition, options, players), Rules(*KEPT[law_of_table(edition, options)], players)


def test_every_law_of_two_boxes_is_that_of_the_first() -> None:
    assert {edition.id for edition, _ in LEFT_OUT} == {"gamefactory", "extreme"}
    assert len(LEFT_OUT) == 2 * len(tuple(every_law()))


def test_every_number_of_players_goes_round_with_and_without_every_option() -> None:
    seen = {
        (rules.edition, rules.players, name, getattr(rules.options, name))
        for rules in distinct_rules()
        for name in LAW_OPTIONS
    }
    editions = {edition for edition, _ in DISTINCT_LAWS}
    tables = [(edition, n + 1) for edition in editions for n in range(edition.max_players)]
    assert seen == {
        (*table, name, on) for table in tables for name in LAW_OPTIONS for on in (False, True)
    }


@pytest.mark.parametrize(
    ("edition", "options"),
    LEFT_OUT,
    ids=[table_id(*law) for law in LEFT_OUT],
)
def test_what_is_left_out_is_the_same_game(edition: Edition, options: Options) -> None:
    for players in range(1, edition.max_players + 1):
        rules, same = both(edition, options, players)
        mine, theirs = Deal.of_bits(rules, 98 + players), Deal.of_bits(same, 98 + players)
        assert (mine.deck, mine.commands) == (theirs.deck, theirs.commands)
        one, other = mine.game().start(players - 1), theirs.game().start(players - 1)
        rng = Random(players)
        while one.outcome is None:
            legal = list(one.legal)
            assert legal == list(other.legal)
            move = rng.choice(legal[:4])
            one, other = one.apply(move), other.apply(move)
            assert (one.hands, one.minimum, one.outcome) == (
                other.hands,
                other.minimum,
                other.outcome,
            )
        assert other.outcome is not None
        for mine_at, theirs_at in zip(law_of(rules), law_of(same), strict=True):
            assert np.array_equal(np.asarray(mine_at), np.asarray(theirs_at))
        keys = keys_of("left out ", 0, 5)  # only the name in front of the code is another one
        bits = [int.from_bytes(key.tobytes(), "big") for key in keys]
        assert codes_of(rules, keys) == [Deal.of_bits(rules, number).code for number in bits]


@pytest.mark.parametrize("talk", [Strictness.SILENT, Strictness.MARKERS])
@pytest.mark.parametrize("policy", COMPILED)
def test_the_bots_play_what_is_left_out_the_same(policy: str, talk: Strictness) -> None:
    for edition, options in LEFT_OUT:
        for players in (2, edition.max_players):
            rules, same = both(edition, options, players)
            mine, theirs = (Team(each, policy, talk).play(3, 98) for each in (rules, same))
            assert np.array_equal(mine.table, theirs.table)
    for edition in (EDITIONS["gamefactory"], EDITIONS["extreme"]):
        rules, same = both(edition, Options(), 3)
        mine_match, theirs_match = (
            play_match(Deal.of_bits(each, 98), [policy] * 3, talk=talk) for each in (rules, same)
        )
        assert mine_match.moves == theirs_match.moves
        assert mine_match.markers == theirs_match.markers
