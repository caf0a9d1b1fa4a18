"""Deal codes: the same cards everywhere, from the description alone (`deal-1`)."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.rules import (
    EDITIONS,
    LAW_OPTIONS,
    Command,
    Deal,
    Game,
    GameError,
    Options,
    Rules,
    SetupError,
    View,
)
from tests.rules import deal_one
from tests.rules.strategies import all_rules

HERE = Path(__file__).parent
VECTORS: list[dict[str, Any]] = json.loads((HERE / "deal_vectors.json").read_text("utf-8"))
PAGE = HERE.parent.parent / "docs" / "deals.md"
CODE = "original-3p-K7Q2M9XA4TWB3H8C"

bits_80 = st.integers(0, 2**80 - 1)
box_rules = all_rules(tuple(EDITIONS.values()))


def told(deal: Deal) -> dict[str, Any]:
    """A deal in the words of a test vector."""
    return {
        "code": deal.code,
        "edition": deal.rules.edition.id,
        "options": [name for name in LAW_OPTIONS if getattr(deal.rules.options, name)],
        "players": deal.rules.players,
        "deck": list(deal.deck),
        "commands": {str(card): kind.value for card, kind in deal.commands.items()},
    }


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["code"] for vector in VECTORS])
def test_a_test_vector_is_dealt_by_the_product_and_by_its_description(
    vector: dict[str, Any],
) -> None:
    assert told(Deal.from_code(vector["code"])) == vector
    assert {"code": vector["code"], **deal_one.deal(vector["code"])._asdict()} == vector


def test_the_vectors_cover_every_edition_and_option() -> None:
    assert len(VECTORS) >= 5
    assert {vector["edition"] for vector in VECTORS} >= set(EDITIONS)
    assert {option for vector in VECTORS for option in vector["options"]} == set(LAW_OPTIONS)


def test_the_page_on_deals_shows_exactly_the_vectors_of_the_file() -> None:
    blocks = re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert [json.loads(block) for block in blocks if block.startswith("[")] == [VECTORS]


@settings(max_examples=60)
@given(box_rules, bits_80)
def test_any_code_is_dealt_as_its_description_says(rules: Rules, bits: int) -> None:
    deal = Deal.of_bits(rules, bits)
    assert deal.code is not None
    other = deal_one.deal(deal.code)
    assert list(deal.deck) == other.deck
    assert {str(card): kind.value for card, kind in deal.commands.items()} == other.commands


@settings(max_examples=100)
@given(box_rules, bits_80)
def test_a_code_reads_back_as_the_same_deal(rules: Rules, bits: int) -> None:
    deal = Deal.of_bits(rules, bits)
    assert deal.code is not None
    again = Deal.from_code(
        deal.code, take_backs=rules.options.take_backs, open_rows=rules.options.open_rows
    )
    assert (again.deck, again.commands, again.code) == (deal.deck, deal.commands, deal.code)
    assert again.rules.has_commands == rules.has_commands
    for name in ("fires", "hand_size", "minimum", "players", "open_rows", "edition"):
        assert getattr(again.rules, name) == getattr(rules, name)


@pytest.mark.parametrize(
    "written",
    [
        "original-3p-k7q2m9xa4twb3h8c",
        "ORIGINAL-3P-K7Q2M9XA4TWB3H8C",
        "  original-3p-K7Q2M9XA4TWB3H8C\n",
    ],
)
def test_case_and_blanks_around_do_not_matter(written: str) -> None:
    assert Deal.from_code(written) == Deal.from_code(CODE)


def test_letters_that_look_like_digits_are_read_as_those_digits() -> None:
    meant = Deal.from_code("gold-2p-1010101010101010")
    assert Deal.from_code("gold-2p-IOLOioloIOLO10lo") == meant
    assert meant.code == "gold-2p-1010101010101010"


def test_the_order_of_options_in_a_code_does_not_matter() -> None:
    one = Deal.from_code("gold-fire-expert-2p-K7Q2M9XA4TWB3H8C")
    other = Deal.from_code("gold-expert-fire-2p-K7Q2M9XA4TWB3H8C")
    assert one == other
    assert one.code == "gold-expert-fire-2p-K7Q2M9XA4TWB3H8C"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("", "not_a_deal_code"),
        ("K7Q2M9XA4TWB3H8C", "not_a_deal_code"),
        ("original-K7Q2M9XA4TWB3H8C", "not_a_deal_code"),
        ("original-3-K7Q2M9XA4TWB3H8C", "not_a_deal_code"),
        ("original-3p-K7Q2M9XA4TWB3H8", "not_a_deal_code"),
        ("original-3p-K7Q2M9XA4TWB3H8CC", "not_a_deal_code"),
        ("original-3p-U7Q2M9XA4TWB3H8C", "not_a_deal_code"),
        ("original-3p-K7Q2 9XA4TWB3H8C", "not_a_deal_code"),
        ("original-٣p-K7Q2M9XA4TWB3H8C", "not_a_deal_code"),
        ("original-3p-ſ7Q2M9XA4TWB3H8C", "not_a_deal_code"),
        ("silver-3p-K7Q2M9XA4TWB3H8C", "unknown_edition"),
        ("-3p-K7Q2M9XA4TWB3H8C", "unknown_edition"),
        ("original-wild-3p-K7Q2M9XA4TWB3H8C", "unknown_option"),
        ("original-take_backs-3p-K7Q2M9XA4TWB3H8C", "unknown_option"),
        ("original-6p-K7Q2M9XA4TWB3H8C", "impossible_seats"),
        ("original-0p-K7Q2M9XA4TWB3H8C", "impossible_seats"),
    ],
)
def test_a_code_that_deals_nothing_is_told_why(code: str, error: str) -> None:
    with pytest.raises(GameError) as caught:
        Deal.from_code(code)
    assert caught.value.code == error
    if error == "not_a_deal_code":
        assert caught.value.params == {"text": code}


def test_what_is_wrong_with_a_code_is_told_with_what_is_right() -> None:
    with pytest.raises(SetupError) as caught:
        Deal.from_code("original-WILD-3p-K7Q2M9XA4TWB3H8C")
    known = "expert, short_hand, fire, commands"
    assert caught.value.params == {"option": "wild", "known": known}
    for long in ("x" * 61, "original-3p-" + "K" * 49):
        with pytest.raises(GameError) as caught_long:
            Deal.from_code(long)
        assert caught_long.value.params == {"text": long[:60]}


def test_a_table_of_more_than_nine_is_read_whole_and_refused() -> None:
    with pytest.raises(SetupError) as caught:
        Deal.from_code("original-12p-K7Q2M9XA4TWB3H8C")
    assert caught.value.params["players"] == 12


def chi_square(counts: Counter[int], places: int, total: int) -> float:
    expected = total / places
    return sum((counts[place] - expected) ** 2 / expected for place in range(places))


def test_every_card_is_as_likely_in_every_place() -> None:
    # Fixed deals, so this never fails by chance. With 97 degrees of freedom a fair shuffle stays
    # between these bounds all but once in ten thousand times.
    rules = Rules.of("original", 1)
    decks = [Deal.of_bits(rules, 0x9E3779B97F4A7C15F39D * i % 2**80).deck for i in range(2000)]
    for card in (2, 50, 99):
        where = Counter(deck.index(card) for deck in decks)
        assert 50 < chi_square(where, 98, len(decks)) < 160
    after = Counter(deck[(deck.index(2) + 1) % 98] - 3 for deck in decks)
    assert 50 < chi_square(after, 97, len(decks)) < 160


@pytest.mark.rule("X11r")
def test_every_card_is_as_likely_to_carry_a_command() -> None:
    rules = Rules.of("extreme", 1)
    deals = [Deal.of_bits(rules, 0x9E3779B97F4A7C15F39D * i % 2**80) for i in range(1000)]
    stops = Counter(
        card - 2 for deal in deals for card, kind in deal.commands.items() if kind is Command.STOP
    )
    assert 50 < chi_square(stops, 98, 4000) < 160


def test_fresh_deals_differ() -> None:
    rules = Rules.of("gold", 4)
    assert len({Deal.new(rules).deck for _ in range(20)}) == 20


def test_the_game_shows_nobody_the_code() -> None:
    deal = Deal.from_code(CODE)
    assert deal.code is not None
    for viewer in (0, 1, 2, None):
        assert deal.code[-16:] not in repr(View.of(deal.game().start(0), viewer))


# The fan: hands picked from cards spread face down


@pytest.mark.rule("B2")
def test_seats_pick_their_hands_from_the_face_down_fan() -> None:
    deal = Deal.from_code("gold-2p-K7Q2M9XA4TWB3H8C")
    picks = [list(range(0, 14, 2)), list(range(98, 84, -2))]
    game = deal.fan(picks).game()
    assert game.hands == tuple(tuple(sorted(deal.deck[i] for i in pick)) for pick in picks)
    taken = {*picks[0], *picks[1]}
    assert game.draw == tuple(card for i, card in enumerate(deal.deck) if i not in taken)
    assert deal.fan(picks).code is None, "the code deals other hands"


@pytest.mark.rule("B2")
def test_picking_in_the_order_of_dealing_gives_the_same_game() -> None:
    deal = Deal.from_code("gold-commands-3p-K7Q2M9XA4TWB3H8C")
    picks = [range(6), range(6, 12), range(12, 18)]
    assert deal.fan(picks).game() == deal.game()


@pytest.mark.parametrize(
    ("picks", "error"),
    [
        ([range(7)], "fan_wrong_count"),
        ([range(7), range(7, 13)], "fan_wrong_count"),
        ([range(7), range(7, 15)], "fan_wrong_count"),
        ([range(7), range(6, 13)], "fan_wrong_place"),
        ([range(7), range(93, 100)], "fan_wrong_place"),
        ([range(7), range(-1, 6)], "fan_wrong_place"),
    ],
)
def test_impossible_picks_are_refused(picks: list[range], error: str) -> None:
    deal = Deal.from_code("gold-2p-K7Q2M9XA4TWB3H8C")
    with pytest.raises(SetupError) as caught:
        deal.fan(picks)
    assert (caught.value.code, caught.value.rule) == (error, "B2")
    told = {"players": 2, "hand": 7} if error == "fan_wrong_count" else {"cards": 99}
    assert caught.value.params == told


@pytest.mark.rule("B2", "X11r")
def test_a_fan_may_be_picked_empty_and_keeps_what_the_table_knows() -> None:
    small = Rules(replace(EDITIONS["gold"], low=1, high=14), Options(), 2)
    deal = Deal(small, tuple(range(1, 15)))
    assert deal.fan([range(7), range(7, 14)]).deck == deal.deck
    known = Deal.from_code("gold-commands-2p-K7Q2M9XA4TWB3H8C").with_commands({5: "stop"})
    assert known.code == "gold-commands-2p-K7Q2M9XA4TWB3H8C"
    assert known.fan([range(7), range(7, 14)]).open_commands


def test_a_deal_is_written_so_that_python_reads_it_back() -> None:
    code = "gold-commands-2p-K7Q2M9XA4TWB3H8C"
    deal = Deal.from_code(code, take_backs=True, open_rows=True)
    assert repr(deal) == f"Deal.from_code({code!r}, take_backs=True, open_rows=True)"


def test_a_deal_makes_the_game_of_its_deck() -> None:
    deal = Deal.from_code("extreme-2p-K7Q2M9XA4TWB3H8C")
    assert deal.game() == Game.deal(deal.rules, deal.deck, deal.commands)
