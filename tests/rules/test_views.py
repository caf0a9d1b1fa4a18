"""A view holds what its seat may know and nothing else (B11, B11r)."""

from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.rules import Commands, Deal, Game, Lay, Refused, Rules, View
from tests.rules.positions import lay, table
from tests.rules.strategies import games

seeds = st.integers(0, 2**32)


def hidden_cards_mixed(game: Game, viewer: int | None, rng: Random) -> Game:
    """The same game with everything that ``viewer`` cannot see dealt anew.

    Deliberately not :meth:`View.sample`: the test must not trust what it tests.
    """
    hidden = [card for seat, hand in enumerate(game.hands) if seat != viewer for card in hand]
    hidden += game.draw
    order = list(hidden)
    rng.shuffle(order)
    swap = dict(zip(hidden, order, strict=True))
    hands = tuple(
        hand if seat == viewer else tuple(sorted(swap[card] for card in hand))
        for seat, hand in enumerate(game.hands)
    )
    commands = game.commands
    if not game.open_commands:  # commands on hidden cards are hidden too
        commands = Commands({swap.get(card, card): kind for card, kind in commands.items()})
    return replace(
        game, hands=hands, draw=tuple(swap[card] for card in game.draw), commands=commands
    )


def every_viewer(game: Game) -> list[int | None]:
    return [*range(game.rules.players), None]


@settings(max_examples=150)
@given(games(), seeds)
def test_games_that_differ_only_in_hidden_cards_give_the_same_view(game: Game, seed: int) -> None:
    rng = Random(seed)
    for viewer in every_viewer(game):
        other = hidden_cards_mixed(game, viewer, rng)
        view, same = View.of(game, viewer), View.of(other, viewer)
        assert view == same
        assert repr(view) == repr(same)
        assert (view.unseen, view.left, view.tops) == (same.unseen, same.left, same.tops)
        assert view.shown_rows() == same.shown_rows()


@settings(max_examples=150)
@given(games(), seeds)
def test_hidden_cards_change_nothing_about_the_own_turn(game: Game, seed: int) -> None:
    if game.seat is None:
        return
    other = hidden_cards_mixed(game, game.seat, Random(seed))
    assert list(game.legal) == list(other.legal)
    for move in game.legal:
        if isinstance(move, Lay) and game.commands.get(move.card) != "stop":
            mine, theirs = game.apply(move), other.apply(move)
            assert View.of(mine, game.seat) == View.of(theirs, game.seat)


@settings(max_examples=150)
@given(games(), seeds)
def test_a_sample_looks_the_same_to_its_viewer_and_loses_no_card(game: Game, seed: int) -> None:
    for viewer in every_viewer(game):
        view = View.of(game, viewer)
        sample = view.sample(Random(seed))
        assert View.of(sample, viewer) == view
        held = sorted(c for place in (*sample.rows, *sample.hands, sample.draw) for c in place)
        assert held == list(game.rules.cards)
        assert sorted(sample.commands.values()) == sorted(game.commands.values())


def test_samples_differ_where_cards_are_hidden() -> None:
    view = View.of(Deal.of_bits(Rules.of("extreme", 3), 9).game().start(0), 0)
    samples = [view.sample(Random(seed)) for seed in range(20)]
    assert len({sample.draw for sample in samples}) == 20
    assert len({sample.hands[1] for sample in samples}) == 20
    assert len({sample.commands for sample in samples}) == 20


def test_every_unseen_card_may_turn_up_in_any_hidden_place() -> None:
    view = View.of(Deal.of_bits(Rules.of("original", 2), 9).game().start(0), 0)
    samples = [view.sample(Random(seed)) for seed in range(1500)]
    assert {card for sample in samples for card in sample.hands[1]} == set(view.unseen)
    assert {sample.draw[0] for sample in samples} == set(view.unseen)


def numbers_in(thing: object) -> set[int]:
    """Every number that can be reached from a value, through tuples, mappings and fields."""
    if isinstance(thing, bool):
        return set()
    if isinstance(thing, int):
        return {thing}
    if isinstance(thing, Commands):
        return set(thing)
    if isinstance(thing, dict):
        return numbers_in(tuple(thing)) | numbers_in(tuple(thing.values()))
    if isinstance(thing, tuple | list | set | frozenset):
        return set().union(*map(numbers_in, thing))
    if is_dataclass(thing):
        return set().union(*(numbers_in(getattr(thing, f.name)) for f in fields(thing)))
    return set()


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_no_hidden_card_can_be_reached_from_a_view(viewer: int | None) -> None:
    game = lay(Deal.of_bits(Rules.of("extreme", 3), 4242).game().start(0))
    view = View.of(game, viewer)
    hidden = set(game.draw).union(*(h for seat, h in enumerate(game.hands) if seat != viewer))
    # Counts (sizes of hands and draw pile, the minimum) are small numbers or the draw pile's size.
    counts = {*range(9), len(game.draw)}
    reached = set().union(
        *(numbers_in(getattr(view, f.name)) for f in fields(view) if f.name != "rules")
    )
    assert not (reached - counts) & hidden
    assert {f.name for f in fields(View)} == {
        "rules", "viewer", "rows", "hand", "hand_sizes", "draw_size", "seat", "laid", "minimum",
        "commands", "hidden_commands", "outcome", "talk",
    }  # fmt: skip


def test_a_command_is_known_once_its_card_has_been_seen() -> None:
    game = table(
        [10, 11, 12], [50, 51], edition="extreme", commands={10: "stop", 50: "skull", 70: "three"}
    )
    assert dict(View.of(game, 0).commands) == {10: "stop"}
    assert dict(View.of(game, 1).commands) == {50: "skull"}
    assert dict(View.of(game, None).commands) == {}
    assert dict(View.of(game, 0).hidden_commands) == {"skull": 1, "three": 1}
    laid = game.lay(10, "U1")
    assert dict(View.of(laid, 1).commands) == {10: "stop", 50: "skull"}


@pytest.mark.rule("B11")
@pytest.mark.parametrize("edition", ["original", "gamefactory", "extreme", "gold"])
def test_people_are_shown_tops_only_unless_rows_lie_open(edition: str) -> None:
    tops, whole = ((11,), (), (98,), ()), ((10, 11), (), (99, 98), ())

    def shown(open_rows: bool | None) -> tuple[tuple[int, ...], ...]:
        rules = Rules.of(edition, 1, open_rows=open_rows)
        game = Game(rules, whole, ((50, 51, 52),), ()).start(0)
        return View.of(game, 0).shown_rows()

    assert shown(True) == whole
    assert shown(False) == tops
    assert shown(None) == (whole if edition == "gold" else tops)


@pytest.mark.rule("B11r")
@pytest.mark.parametrize("open_rows", [True, False])
def test_a_view_remembers_every_laid_card_whatever_is_shown(open_rows: bool) -> None:
    rules = Rules.of("original", 2, open_rows=open_rows)
    game = Deal.of_bits(rules, 3).game().start(0)
    low, *_, high = game.hands[0]
    game = lay(game, (low, "U1"), (high, "U1"))
    for viewer in (0, 1, None):
        view = View.of(game, viewer)
        assert view.rows[0] == (low, high)
        assert not {low, high} & set(view.unseen)


def test_only_the_active_seat_has_a_turn() -> None:
    game = table([10, 11, 12], [50, 51, 52])
    assert View.of(game, 0).turn == game.turn
    for viewer in (1, None):
        view = View.of(game, viewer)
        assert not view.my_turn
        with pytest.raises(Refused) as caught:
            _ = view.turn
        assert caught.value.rule == "B6"
