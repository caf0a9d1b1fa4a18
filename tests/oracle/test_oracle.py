"""The oracle against cases worked out by hand, so that it can be trusted to judge the product.

Base rules and variants (B, V), the answer's form, the search, the random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest

from .judge import FIRE_CARDS, KINDS, answer
from .positions import after, ending, position, refused_by, request
from .random_games import coverage, random_request
from .turn import (
    ROWS,
    Facts,
    Turn,
    completes,
    due_fire_visible,
    duty_broken,
    how_it_fits,
    lay_on,
    visible,
    why_not,
    why_not_end,
)


def fits_in_order(row: str, cards: list[int]) -> list[str]:
    number = ROWS.index(row)
    tops = [0, *cards]
    return [how_it_fits(card, number, top) for top, card in zip(tops, cards, strict=False)]


# B, V: the base rules


def test_b2_the_deck_is_dealt_seat_by_seat_and_the_rest_is_the_draw_pile() -> None:
    given = answer(request(list(range(2, 16)), [], players=2))
    assert given["hands"] == [[2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15]]
    assert (given["draw"], given["left"]) == (84, 98)


@pytest.mark.parametrize(
    ("row", "cards"),
    [
        ("U1", [3, 11, 12, 13, 18, 20, 34, 35, 51]),
        ("U2", [2, 7, 19, 25, 28, 29, 49]),
        ("D1", [94, 90, 78, 61, 60, 57]),
        ("D2", [98, 97, 88, 83, 81]),
    ],
)
def test_b3_the_rulebooks_rows_are_plain_plays(row: str, cards: list[int]) -> None:
    assert set(fits_in_order(row, cards)) == {"plain"}


def test_b3_a_wrong_number_is_refused() -> None:
    game = position({"U1": [47], "D1": [65]}, [{46, 66, 50}], draw=(2,))
    assert refused_by(game, "46@U1") == "B3"
    assert refused_by(game, "66@D1") == "B3"


def test_b3r_an_empty_row_takes_any_card() -> None:
    assert {how_it_fits(card, row, 0) for card in (1, 50, 99) for row in range(4)} == {"plain"}


def test_b4_the_rulebooks_backwards_tricks() -> None:
    assert how_it_fits(37, 0, 47) == "trick"
    assert how_it_fits(75, 2, 65) == "trick"
    assert fits_in_order("U2", [35, 25, 26])[1:] == ["trick", "plain"]
    assert fits_in_order("D2", [61, 71, 81])[1:] == ["trick", "trick"]
    assert how_it_fits(38, 0, 47) == how_it_fits(36, 0, 47) == "wrong"


def test_b4_no_trick_with_a_card_that_is_laid_already_or_does_not_exist() -> None:
    game = position({"U1": [19, 29], "D1": [94]}, [{50, 51}], draw=(2,))
    assert refused_by(game, "19@U1") == "B5"
    assert refused_by(game, "104@D1") == "B5"


def test_b5_two_cards_at_least_and_the_whole_hand_at_most() -> None:
    hand = [2, 3, 4, 5, 6, 7, 8, 9]
    early = answer(request(hand, ["2@U1", "end"]))
    assert (early["refused"]["at"], early["refused"]["rule"], early["need"]) == (1, "B5", 1)
    whole = answer(request(hand, [f"{card}@U1" for card in hand]))
    assert (whole["legal"], whole["laid"], whole["need"]) == (["end"], 8, 0)


def test_b6_the_hand_is_refilled_from_the_front_of_the_draw_pile() -> None:
    given = answer(request([2, 3, 4, 5, 6, 7, 8, 9, 50, 40], ["2@U1", "3@U1", "end"]))
    assert given["hands"] == [[4, 5, 6, 7, 8, 9, 40, 50]]
    assert (given["draw"], given["laid"], given["need"]) == (88, 0, 2)


def test_b6_the_draw_pile_gives_what_it_has() -> None:
    game = after(position({}, [{2, 3, 4}, {5, 6}], draw=(9,)), "2@U1", "3@U1", "end")
    assert (sorted(game.hands[0]), game.draw, game.seat) == ([4, 9], (), 1)


def test_b7_with_an_empty_draw_pile_one_card_is_enough() -> None:
    game = position({}, [{2, 3}, {5}])
    assert after(game, "2@U1", "end").seat == 1


def test_b7r_the_minimum_is_fixed_when_the_turn_begins() -> None:
    game = position({}, [{2, 3, 4}, {5, 6}], draw=(9,))
    assert game.facts.minimum == 2
    assert refused_by(after(game, "2@U1"), "end") == "B5"
    assert after(game, "2@U1", "3@U1", "end").facts.minimum == 1


def test_b7_a_seat_without_cards_is_skipped() -> None:
    game = position({}, [{2, 3}, set(), {5}])
    assert after(game, "2@U1", "end").seat == 2
    assert after(position({}, [{2, 3}, set()]), "2@U1", "end").seat == 0


def test_b8_a_seat_that_cannot_lay_its_minimum_has_lost_the_game() -> None:
    stuck = {"U1": [90], "U2": [91], "D1": [10], "D2": [11]}
    assert ending(position(stuck, [{50, 51}], draw=(2,))) == ("lost", "stuck")
    assert ending(position(stuck, [{50, 95}], draw=(2,))) == ("lost", "stuck")
    assert ending(position(stuck, [{50, 95}])) == ("playing", None)  # B7
    assert ending(position(stuck, [{50, 95}, {9}], draw=(3,), minimum=1)) == ("playing", None)


def test_b8_won_at_once_with_the_last_card() -> None:
    assert ending(after(position({"U1": [90]}, [{95}]), "95@U1")) == ("won", None)


def test_b8_nothing_is_accepted_when_the_game_is_over() -> None:
    game = after(position({"U1": [90]}, [{95}], take_backs=True), "95@U1")
    assert {refused_by(game, move) for move in ("end", "back", "95@U1")} == {"B8"}


def test_b8r_a_careless_first_card_loses_without_take_backs_only() -> None:
    rows = {"U1": [90], "U2": [99], "D1": [2], "D2": [3]}
    game = position(rows, [{95, 96, 40}], draw=(50,))
    assert ending(after(game, "96@U1")) == ("lost", "stuck")
    assert ending(after(game, "95@U1")) == ("playing", None)
    patient = position(rows, [{95, 96, 40}], draw=(50,), take_backs=True)
    stands = after(patient, "96@U1")
    assert ending(stands) == ("playing", None)
    assert after(stands, "back") == patient


def test_b8r_a_backwards_trick_can_save_the_turn() -> None:
    rows = {"U1": [90], "U2": [99], "D1": [2], "D2": [3]}
    assert ending(position(rows, [{95, 85}], draw=(50,))) == ("playing", None)
    assert ending(position(rows, [{95, 84}], draw=(50,))) == ("lost", "stuck")


def test_b12r_take_backs_last_first_within_the_turn_only() -> None:
    game = position({}, [{2, 3, 4}, {5, 6, 7}], draw=(9,), take_backs=True)
    assert refused_by(game, "back") == "B12r"
    two = after(game, "2@U1", "3@U2")
    assert after(two, "back") == after(game, "2@U1")
    assert after(two, "back", "back") == game
    assert refused_by(after(two, "end"), "back") == "B12r"
    without = position({}, [{2, 3, 4}], draw=(9,))
    assert refused_by(after(without, "2@U1"), "back") == "B12r"


def test_v1_expert_asks_for_three() -> None:
    given = answer(request([2, 3, 4], ["2@U1", "3@U1", "end"], expert=True))
    assert (given["need"], given["refused"]["rule"]) == (1, "B5")


@pytest.mark.parametrize(("players", "size"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6), (6, 6)])
def test_v2_hand_sizes_and_short_hands(players: int, size: int) -> None:
    for short in (False, True):
        given = answer(request([], [], edition="gold", players=players, short_hand=short))
        assert [len(hand) for hand in given["hands"]] == [size - short] * players
        assert given["left"] == 99


# The answer


def test_the_answer_tells_legal_and_losing_moves_sorted_as_text() -> None:
    commands = {"9": "skull", "10": "stop"}
    asked = request([9, 10, 11], ["11@D1", "9@U1"], edition="extreme", commands=commands)
    given = answer(asked)
    assert given["legal"] == sorted(given["legal"])
    assert "end" not in given["legal"]
    assert given["losing"] == ["10@D1", "10@D2", "10@U2"]
    assert given["refused"] is None


def test_end_is_a_losing_move_when_the_next_seat_is_stuck() -> None:
    game = position({"U1": [90], "U2": [91], "D1": [10], "D2": [11]}, [{95, 96}, {50}])
    assert ending(after(game, "95@U1", "end")) == ("lost", "stuck")


def test_a_finished_game_has_no_seat_no_need_and_no_moves() -> None:
    commands = {"3": "skull", "4": "stop"}
    moves = ["2@U1", "3@U1", "4@D1", "end"]
    given = answer(request([2, 3, 4], moves, edition="extreme", commands=commands))
    assert (given["status"], given["reason"], given["left"]) == ("lost", "skull", 95)
    assert (given["seat"], given["laid"], given["need"]) == (None, 3, 0)
    assert given["legal"] == given["losing"] == []
    assert (given["refused"]["at"], given["refused"]["rule"]) == (3, "B8")
    assert given["rows"] == {"U1": [2, 3], "U2": [], "D1": [4], "D2": []}


def test_a_refused_move_leaves_the_position_before_it() -> None:
    given = answer(request([9, 8, 7], ["9@U1", "8@U1", "7@D1"]))
    assert (given["refused"]["at"], given["refused"]["move"]) == (1, "8@U1")
    assert given["rows"]["U1"] == [9]
    assert given["rows"]["D1"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "other"},
        {"players": 6},
        {"players": True},
        {"starter": 1},
        {"deck": [2, 3]},
        {"deck": [*range(2, 99), 98]},
        {"options": {"expert": 1}},
        {"edition": "extreme"},
        {"edition": "extreme", "commands": {"1": "stop"}},
        {"edition": "extreme", "commands": {"2": "go"}},
        {"moves": ["lay 2"]},
        {"moves": "end"},
    ],
)
def test_a_bad_request_is_answered_with_an_error(wrong: dict[str, Any]) -> None:
    given = answer({**request([], []), **wrong})
    assert given.keys() == {"id", "error"}


# The search against every order on every row, one after the other


def every_turn(facts: Facts, start: Turn) -> Iterator[bool]:
    """Whether each accepted sequence from here completes the turn: no memory, no early exit."""
    yield why_not_end(facts, start) is None
    for count in range(1, len(start.hand) + 1):
        for order in permutations(start.hand, count):
            for rows in product(range(4), repeat=count):
                yield completes_so(facts, start, list(zip(order, rows, strict=True)))


def completes_so(facts: Facts, turn: Turn, lays: list[tuple[int, int]]) -> bool:
    for done, (card, row) in enumerate(lays, 1):
        if why_not(facts, turn, card, row) is not None:
            return False
        turn = lay_on(turn, card, row)
        if duty_broken(facts, turn) is not None:
            return False
        if facts.kinds.get(card) == "stop":
            very_last = facts.alone and not turn.hand
            return done == len(lays) and not (very_last and visible(facts, turn, "skull"))
    if facts.alone and not turn.hand:
        return not visible(facts, turn, "skull")
    return why_not_end(facts, turn) is None


def test_b8r_the_remembering_search_agrees_with_trying_everything() -> None:
    rng = random.Random(98)
    outcomes = set()
    kinds_drawn = ["skull", "three", "stop", "no_back", "one_row", "skull", ""]
    for _ in range(150):
        cards = rng.sample([*range(2, 30), *sorted(FIRE_CARDS - {22})], rng.choice([7, 7, 7, 8]))
        tops, hand = tuple(cards[:4]), frozenset(cards[4:])
        kinds = {card: kind for card in cards if (kind := rng.choice(kinds_drawn))}
        kinds = {card: kind for card, kind in kinds.items() if card in hand or kind != "skull"}
        facts = Facts(
            kinds=kinds,
            fires=FIRE_CARDS,
            minimum=rng.choice([1, 2, 3]),
            start_hand=hand,
            standing=tuple(top for top in tops if kinds.get(top) == "one_row"),
            alone=rng.random() < 0.3,
        )
        turn = Turn(hand, tops, ())
        expected = any(every_turn(facts, turn))
        assert completes(facts, turn) == expected
        outcomes.add((expected, due_fire_visible(facts, turn)))
    assert len(outcomes) == 4


# The random games


def test_a_random_request_is_the_same_for_the_same_seed() -> None:
    assert random_request(random.Random(5)) == random_request(random.Random(5))


def test_random_requests_reach_every_ending_and_every_command() -> None:
    counted = coverage(120, seed=7)
    wanted = {f"status {name}" for name in ("playing", "won", "lost")}
    wanted |= {f"laid {kind}" for kind in KINDS}
    wanted |= {"reason stuck", "draw pile empty", "due fire visible", "row fixed by one_row"}
    assert wanted <= counted.keys()
