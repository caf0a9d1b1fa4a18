"""Fire cards at the table (F1, F2) and what is ruled about them (F3r)."""

import pytest

from ninetyeight.rules import EDITIONS, Game, Outcome, Reason, Rules
from tests.rules.positions import lay, reason, refused, table


def fire(*hands: list[int], **more: object) -> Game:
    return table(*hands, options=["fire"], **more)  # type: ignore[arg-type]


@pytest.mark.rule("F1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_six_plain_cards_become_fire_cards_and_the_deck_keeps_its_size(edition: str) -> None:
    with_fire, without = Rules.of(edition, 2, fire=True), Rules.of(edition, 2)
    assert with_fire.fires == {22, 33, 44, 55, 66, 77}
    assert without.fires == frozenset()
    assert with_fire.cards == without.cards


@pytest.mark.rule("F2")
def test_the_next_seat_must_cover_a_fire_before_it_ends_its_turn() -> None:
    game = fire([21, 22, 30], [23, 40, 41, 42], [50, 51])
    game = lay(game, (21, "U1"), (22, "U1")).end()
    game = lay(game, (40, "U2"), (41, "U2"))
    assert refused(game, "end") == "end_fire F2"
    assert refused(game.lay(23, "U1"), "end") is None


@pytest.mark.rule("F2")
def test_the_seat_that_lays_a_fire_may_end_its_turn() -> None:
    game = lay(fire([21, 22, 30], [23, 40, 41]), (21, "U1"), (22, "U1"))
    assert refused(game, "end") is None


@pytest.mark.rule("F2", "F3r")
def test_a_fire_that_the_next_seat_cannot_cover_loses_at_once_for_that_reason() -> None:
    game = fire([78, 77, 30, 31], [90, 91, 92, 93], D1=80, U1=50)
    game = lay(game, (78, "D1"), (77, "D1")).end()
    assert game.outcome == Outcome(won=False, reason=Reason.FIRE, left=game.left)


@pytest.mark.rule("F3r", "B8")
def test_a_seat_that_could_not_lay_anyway_is_stuck_and_not_burnt() -> None:
    # Nothing goes on any row but for one card: the minimum fails, with or without the fire.
    tops = {"U1": 97, "U2": 98, "D1": 22, "D2": 3}
    assert reason(fire([50, 99], [60], **tops)) == "stuck"
    assert reason(fire([50, 99, 96, 88, 87], [60], **tops)) == "fire"


@pytest.mark.rule("F2")
def test_a_stop_under_a_due_fire_loses() -> None:
    game = table(
        [40, 23, 60],
        [70, 71],
        edition="extreme",
        options=["fire"],
        commands={40: "stop"},
        U1=22,
    )
    assert reason(game.lay(40, "U2")) == "fire"
    assert reason(game.lay(40, "U1")) == "playing"  # it covers the fire itself


@pytest.mark.rule("F3r")
def test_the_layer_may_cover_its_own_fire_in_the_same_turn() -> None:
    game = fire([22, 23, 30], [40, 41, 42])
    game = lay(game, (22, "U1"), (23, "U1")).end()
    game = lay(game, (40, "U2"), (41, "U2"))
    assert refused(game, "end") is None


@pytest.mark.rule("F3r")
def test_a_fire_that_covers_a_fire_starts_a_new_deadline() -> None:
    game = fire([21, 22, 30], [33, 40, 41], [50, 51, 52])
    game = lay(game, (21, "U1"), (22, "U1")).end()
    game = lay(game, (33, "U1"), (40, "U2"))
    assert refused(game, "end") is None
    game = lay(game.end(), (50, "U2"), (51, "U2"))
    assert refused(game, "end") == "end_fire F2"
    assert refused(game.lay(52, "U1"), "end") is None


@pytest.mark.rule("F3r")
def test_each_fire_has_its_own_deadline() -> None:
    # 22 is due for the second seat; 77, which that seat lays, only for the third.
    game = fire([21, 22, 30], [23, 77, 41], [50, 51, 76])
    game = lay(game, (21, "U1"), (22, "U1")).end()
    game = lay(game, (77, "D1"), (41, "D2"))
    assert refused(game, "end") == "end_fire F2"
    game = game.lay(23, "U1")
    assert refused(game, "end") is None
    assert game.end().turn.due_fires == (2,)


@pytest.mark.rule("F3r")
def test_two_due_fires_need_a_card_each() -> None:
    tops = {"U1": 22, "D1": 77}
    assert reason(fire([80, 81, 82], [50], **tops)) == "fire"  # none of them goes on D1
    game = lay(fire([23, 76, 81], [50], **tops), (23, "U1"), (81, "U2"))
    assert refused(game, "end") == "end_fire F2"
    assert reason(game.lay(76, "D2")) == "fire"  # the last card of the hand, on another row
    assert refused(game.lay(76, "D1"), "end") is None


@pytest.mark.rule("F3r")
def test_alone_a_fire_is_due_in_the_own_next_turn() -> None:
    game = lay(fire([21, 22, 30, 31, 32, 40, 41, 42]), (21, "U1"), (22, "U1")).end()
    game = lay(game, (30, "U2"), (31, "U2"))
    assert refused(game, "end") == "end_fire F2"


@pytest.mark.rule("F3r", "B7")
def test_the_next_seat_is_the_next_one_that_takes_a_turn() -> None:
    game = fire([66, 90], [67], [40, 41], U1=50, draw=[], seat=1)
    game = game.lay(67, "D1").end()  # the second seat has no card left
    game = game.lay(40, "U2").end()
    game = game.lay(66, "D1").end()
    assert game.seat == 2
    assert game.turn.due_fires == (2,)


@pytest.mark.rule("F3r", "B8")
def test_a_fire_on_top_after_the_very_last_card_does_no_harm() -> None:
    game = fire([66], U1=50, draw=[])
    assert reason(game.lay(66, "U1")) == "won"
    due = fire([60], U1=50, D1=77, draw=[])
    assert reason(due.lay(60, "U1")) == "won"


@pytest.mark.rule("F3r", "X1")
def test_a_stop_as_the_very_last_card_wins_under_a_due_fire_too() -> None:
    game = table(
        [60], edition="extreme", options=["fire"], commands={60: "stop"}, U1=50, D1=77, draw=[]
    )
    assert reason(game.lay(60, "U1")) == "won"
