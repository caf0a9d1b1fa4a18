"""A view holds what its seat may know and nothing else (B11, B11r)."""

from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninetyeight.rules import (
    END,
    Commands,
    Deal,
    Game,
    Lay,
    Mark,
    Marker,
    Refused,
    Rules,
    Talk,
    View,
)
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


def test_the_rows_before_the_turn_are_those_without_what_was_laid_in_it() -> None:
    before = table([10, 11, 90], [50, 51], U1=5, D1=95)
    laid = lay(before, (10, "U1"), (90, "D1"), (11, "U1"))
    for viewer in (0, 1, None):
        assert View.of(laid, viewer).rows_before_turn() == before.rows
        assert View.of(before, viewer).rows_before_turn() == before.rows


def endgame(rng: Random, players: int, edition: str) -> Game:
    """A turn begins, the draw pile is empty and few cards are left, with rows far on."""
    cards = rng.sample(range(2, 100), 4 * players + 4)
    tops = dict(zip(("U1", "U2", "D1", "D2"), cards[-4:], strict=True))
    hands = [sorted(cards[at : at + rng.randint(1, 4)]) for at in range(0, 4 * players, 4)]
    carriers = rng.sample(cards, 3)
    kinds = ("stop", "skull", "three")
    commands = dict(zip(carriers, kinds, strict=True)) if edition == "extreme" else None
    game = table(*hands, draw=[], edition=edition, commands=commands, tops=tops)
    return replace(game, open_commands=True) if commands else game


@pytest.mark.rule("B8", "B7", "X1")
@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("edition", ["original", "extreme"])
def test_at_the_end_a_seat_knows_which_moves_lose(edition: str, players: int) -> None:
    rng = Random(players)
    told = dict.fromkeys((True, False), 0)
    for _ in range(400):
        game = endgame(rng, players, edition)
        while game.outcome is None:
            view = View.of(game, game.seat)
            others = sum(size > 0 for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
            for move in game.legal:
                after = game.apply(move).outcome
                lost = after is not None and not after.won
                passes_on = move is END or (isinstance(move, Lay) and view.turn.judge(move).stops)
                # Of several other hands nobody can tell which one the next seat holds.
                hidden = (
                    passes_on
                    and others > 1
                    and not (isinstance(move, Lay) and view.turn.judge(move).fails)
                )
                assert view.loses(move) == (lost and not hidden), (str(game), str(move))
                told[view.loses(move)] += 1
            assert list(view.losing) == [move for move in game.legal if view.loses(move)]
            game = game.apply(rng.choice(list(game.legal)))
    assert min(told.values()) > 20


@pytest.mark.rule("X11r")
def test_while_the_next_hand_may_hold_a_hidden_command_nothing_is_told_of_it() -> None:
    stuck = table([60, 61], [30, 31], edition="extreme", draw=[], U1=59, U2=97, D1=3, D2=5)
    one = stuck.lay(60, "U1")
    assert View.of(one, 0).loses("end")
    hiding = table(
        [60, 61],
        [30, 31],
        edition="extreme",
        draw=[],
        commands={30: "draw_one"},
        U1=59,
        U2=97,
        D1=3,
        D2=5,
    )
    assert not View.of(hiding.lay(60, "U1"), 0).loses("end")
    assert not View.of(table([60, 61, 62], [30, 31], U1=59).lay(60, "U1").lay(61, "U1"), 0).loses(
        END
    )


@pytest.mark.rule("T8r")
def test_of_the_markers_wanted_only_those_that_change_something_are_named() -> None:
    game = table([3, 4, 5], [50, 51], U1=20, D1=70)
    stands = (
        Mark(0, "U1", Marker.KEEP, 20),  # as it is wanted
        Mark(0, "U2", Marker.KEEP, None),  # to be withdrawn
        Mark(0, "D1", Marker.SMALL, 71),  # speaks of a row that has moved on
        Mark(1, "D2", Marker.HARD, None),  # somebody else's
    )
    view = View.of(game, 0, Talk(marks=stands))
    wanted: dict[str, Marker | str] = {"U1": "keep", "D1": Marker.SMALL, "D2": "keep!"}
    changes = [("U2", None), ("D1", Marker.SMALL), ("D2", Marker.HARD)]
    assert list(view.mark_changes(wanted)) == changes
    louder = {"U1": Marker.HARD, "U2": Marker.KEEP, "D1": Marker.SMALL}
    assert list(view.mark_changes(louder)) == [("U1", Marker.HARD), ("D1", Marker.SMALL)]
    with pytest.raises(Refused):
        list(view.mark_changes({"U3": Marker.KEEP}))


def test_views_that_differ_are_told_apart_in_a_set() -> None:
    game = table([3, 4, 5], [50, 51], U1=20)
    views = [View.of(game, viewer) for viewer in (0, 1, None)] + [View.of(game.lay(3, "U2"), 0)]
    assert len({hash(view) for view in views}) == len(set(views)) == 4
