"""Deals with codes inside the kernel are those of the rules, card by card."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ninetyeight.bots import make_bot, play_match
from ninetyeight.bots.kernel.team import Team
from ninetyeight.fast.deal_codes import (
    codes_of,
    deal_keys,
    is_fair,
    keys_of,
    new_deal_scratch,
    next_numbers,
    take_keys,
)
from ninetyeight.fast.layout import HANDS, Games, cards_in, empty_games, law_of
from ninetyeight.fast.sha256 import HASH, HASH_WORDS, LANES
from ninetyeight.rules import Command, Deal, Edition, Options, Rules, Strictness
from tests.fast.side_by_side import commands_of
from tests.laws import DISTINCT_LAWS, LAW_IDS, law_id

PAGE = Path(__file__).parents[2] / "docs" / "deals.md"


def vectors() -> list[dict[str, Any]]:
    found = re.search(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    told: list[dict[str, Any]] = json.loads(found[1])
    return told


def dealt(rules: Rules, keys: NDArray[np.uint8]) -> Games:
    games = empty_games(len(keys))
    deal_keys(law_of(rules), games, keys, new_deal_scratch())
    return games


def key_of(deal: Deal) -> list[int]:
    """The ten bytes of a deal's code, worked out from the characters."""
    assert deal.code is not None
    bits = 0
    for character in deal.code[-16:]:
        bits = bits * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(character)
    return list(bits.to_bytes(10, "big"))


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector["code"])
def test_the_vectors_of_the_documentation_are_dealt(vector: dict[str, Any]) -> None:
    deal = Deal.from_code(vector["code"])
    games = dealt(deal.rules, np.array([key_of(deal)], np.uint8))
    assert games.deck[0, : len(vector["deck"])].tolist() == vector["deck"]
    told = {int(card): Command(kind) for card, kind in vector["commands"].items()}
    assert dict(commands_of(games.sets[0])) == told


@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_deck_commands_and_hands_follow_from_the_key(edition: Edition, options: Options) -> None:
    keys = keys_of(f"{edition.id} {law_id(options)} ", 0, 50)  # three lots of lanes and a rest
    for players in (1, edition.max_players):
        rules = Rules(edition, options, players)
        games = dealt(rules, keys)
        codes = codes_of(rules, keys)
        for at, key in enumerate(keys):
            deal = Deal.of_bits(rules, int.from_bytes(key.tobytes(), "big"))
            assert codes[at] == deal.code
            assert tuple(games.deck[at, : len(deal.deck)].tolist()) == deal.deck
            assert commands_of(games.sets[at]) == deal.commands
            for seat, hand in enumerate(deal.game().hands):
                assert cards_in(games.sets[at, HANDS + seat]) == tuple(sorted(hand))


def test_a_stream_goes_on_for_as_long_as_it_is_needed() -> None:
    """Deals need few blocks; more would be needed only after very unlikely numbers."""
    key, label = bytes(range(200, 210)), b"deal-1/deck"
    hashing = new_deal_scratch()
    keys = np.array([[0] * 10, list(key)], np.uint8)
    take_keys(keys, 0, 2, hashing)
    for first in (0, LANES, 250, 65_530):
        next_numbers(np.frombuffer(label, np.uint8), 1, first, hashing)
        words = hashing.work[HASH:].reshape(HASH_WORDS, LANES)
        for block in range(LANES):
            message = label + (first + block).to_bytes(8, "big")
            told = hmac.new(key, message, hashlib.sha256).digest()
            assert words[:, block].tolist() == np.frombuffer(told, ">u4").tolist()


@pytest.mark.parametrize("n", [2, 3, 64, 97, 98, 126])
def test_numbers_that_would_favour_low_cards_are_thrown_away(n: int) -> None:
    last_fair = 2**32 // n * n - 1
    assert is_fair(np.uint32(0), n)
    assert is_fair(np.uint32(last_fair), n)
    if last_fair < 2**32 - 1:
        assert not is_fair(np.uint32(last_fair + 1), n)
        assert not is_fair(np.uint32(2**32 - 1), n)


@pytest.mark.parametrize("length", [0, 1, 20, 52, 53, 54, 55, 56, 61, 63, 64, 117, 118, 119, 500])
@pytest.mark.parametrize("first", [0, 7, 95, 99_990, 123_456_789_012])
def test_the_key_of_a_numbered_game_is_a_plain_hash(length: int, first: int) -> None:
    prefix = "ninetyeight/arena/1/".ljust(length, "7")[:length]
    keys = keys_of(prefix, first, 35)
    for at, key in enumerate(keys):
        whole = hashlib.sha256(f"{prefix}{first + at}".encode()).digest()
        assert key.tobytes() == whole[:10]


@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_games_of_keys_are_those_of_the_bots_with_turns_and_tricks(
    edition: Edition, options: Options
) -> None:
    for players in (2, edition.max_players):
        rules = Rules(edition, options, players)
        keys = keys_of("counted ", 0, 4)
        results = Team(rules, "greedy").play_keys(keys)
        assert results.turns is not None
        assert results.tricks is not None
        for at, code in enumerate(codes_of(rules, keys)):
            team = [make_bot("greedy") for _ in range(players)]
            match = play_match(Deal.from_code(code), team, talk=Strictness.SILENT)
            assert results.outcome(at) == match.outcome
            assert results.starters[at] == match.starter
            assert results.draw_piles[at] == match.draw
            assert (results.turns[at], results.tricks[at]) == (match.turns, match.tricks)


def test_many_keys_are_played_as_few_are() -> None:
    """Games are dealt in lots; the seams must not show."""
    rules = Rules.of("original", 3)
    keys = keys_of("seams ", 0, 2100)
    together = Team(rules, "greedy").play_keys(keys)
    for first, end in ((0, 1), (1020, 1030), (2040, 2100)):
        apart = Team(rules, "greedy").play_keys(keys[first:end])
        assert (apart.table == together.table[first:end]).all()
        for name in ("turns", "tricks"):
            assert (getattr(apart, name) == getattr(together, name)[first:end]).all()
    assert len(Team(rules, "greedy").play_keys(keys[:0])) == 0
