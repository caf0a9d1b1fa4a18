"""Before the first card: rows, decks, hands, who starts (B1, B2, B10)."""

import pytest

from ninetyeight.rules import EDITIONS, OPTION_NAMES, TINY, Deal, Edition, Game, Refused, Rules
from tests.rules.positions import legal, refused

EVERY_TABLE = [
    (edition, players)
    for edition in EDITIONS.values()
    for players in range(1, edition.max_players + 1)
]
TABLE_NAMES = [f"{edition.id}-{players}" for edition, players in EVERY_TABLE]


@pytest.mark.rule("B1")
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_two_rows_go_up_and_two_go_down(edition: Edition) -> None:
    assert [(row.name, row.up) for row in edition.rows] == [
        ("U1", True),
        ("U2", True),
        ("D1", False),
        ("D2", False),
    ]


@pytest.mark.rule("B1", "B3r")
@pytest.mark.parametrize(
    ("edition", "up", "down"),
    [
        ("original", (1, 99), (100, 2)),
        ("gamefactory", (2, 100), (99, 1)),
        ("extreme", (1, 99), (100, 2)),
        ("gold", (1, 99), (99, 1)),
    ],
)
def test_the_row_cards_show_what_the_box_shows(
    edition: str, up: tuple[int, int], down: tuple[int, int]
) -> None:
    assert [row.shows for row in EDITIONS[edition].rows] == [up, up, down, down]


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("edition", "low", "count"),
    [("original", 2, 98), ("gamefactory", 2, 98), ("extreme", 2, 98), ("gold", 1, 99)],
)
def test_the_deck_holds_each_number_once(edition: str, low: int, count: int) -> None:
    cards = EDITIONS[edition].cards
    assert (cards[0], cards[-1], len(cards), len(set(cards))) == (low, 99, count, count)


@pytest.mark.rule("B2")
@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE, ids=TABLE_NAMES)
def test_every_seat_is_dealt_its_hand_and_the_rest_is_the_draw_pile(
    edition: Edition, players: int
) -> None:
    game = Deal.of_bits(Rules.of(edition, players), 2024).game()
    size = {1: 8, 2: 7}.get(players, 6)
    assert [len(hand) for hand in game.hands] == [size] * players
    assert len(game.draw) == len(edition.cards) - size * players
    assert game.rows == ((),) * 4


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("edition", "most"), [("original", 5), ("gamefactory", 5), ("extreme", 5), ("gold", 6)]
)
def test_as_many_may_play_as_the_box_says(edition: str, most: int) -> None:
    assert EDITIONS[edition].max_players == most


@pytest.mark.rule("B2")
def test_hands_come_from_the_front_of_the_deck_seat_by_seat() -> None:
    deck = list(reversed(range(2, 100)))
    game = Game.deal(Rules.of("original", 2), deck)
    assert game.hands == ((93, 94, 95, 96, 97, 98, 99), (86, 87, 88, 89, 90, 91, 92))
    assert game.draw[:3] == (85, 84, 83)


@pytest.mark.rule("B10")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_any_seat_may_start_and_nobody_lays_before(starter: int) -> None:
    dealt = Deal.of_bits(Rules.of("original", 3), 1).game()
    assert legal(dealt) == set()
    assert refused(dealt, f"{dealt.hands[0][0]}@U1") == "not_started B10"
    assert dealt.start(starter).seat == starter


@pytest.mark.rule("B10")
def test_a_game_is_started_once_by_a_seat_that_exists() -> None:
    dealt = Deal.of_bits(Rules.of("original", 3), 1).game()
    with pytest.raises(Refused) as unknown:
        dealt.start(3)
    assert (unknown.value.code, unknown.value.params["seat"]) == ("unknown_seat", "3")
    with pytest.raises(Refused) as twice:
        dealt.start(0).start(1)
    assert twice.value.code == "already_started"


def test_the_options_are_those_of_the_rulebooks_and_the_table() -> None:
    assert OPTION_NAMES == (
        "expert",
        "short_hand",
        "fire",
        "commands",
        "take_backs",
        "open_rows",
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("option", OPTION_NAMES)
def test_every_option_goes_with_every_edition(edition: str, option: str) -> None:
    rules = Rules.of(edition, 2, **{option: True})
    game = Deal.of_bits(rules, 5).game().start(0)
    assert rules.options.named() == (option,)
    assert game.outcome is None


@pytest.mark.rule("X11r")
@pytest.mark.parametrize("edition", ["original", "gamefactory", "gold"])
def test_commands_may_be_added_to_an_edition_without_them(edition: str) -> None:
    plain = Deal.of_bits(Rules.of(edition, 2), 5)
    added = Deal.of_bits(Rules.of(edition, 2, commands=True), 5)
    assert (len(plain.commands), len(added.commands)) == (0, 28)
    assert plain.deck == added.deck


@pytest.mark.rule("X11r", "F1")
def test_a_deal_puts_no_command_on_a_fire_card() -> None:
    for bits in range(40):
        deal = Deal.of_bits(Rules.of("extreme", 2, fire=True), bits)
        assert not deal.rules.fires & set(deal.commands)


def test_a_tiny_edition_has_twenty_cards_and_two_rows() -> None:
    game = Deal.of_bits(Rules.of(TINY, 2), 5).game()
    assert (len(TINY.cards), len(game.rows), [len(hand) for hand in game.hands]) == (20, 2, [3, 3])
