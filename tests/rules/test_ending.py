"""How a lost game is told: which duty was broken and by which card, and no praise for it (B9r)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from ninetyeight.locale import LANGUAGES, catalogue
from ninetyeight.rules import (
    EDITIONS,
    TINY,
    Commands,
    Deal,
    Edition,
    Ending,
    Game,
    Options,
    Outcome,
    Reason,
    Rules,
    how_it_ended,
    read_game,
    write_game,
)
from tests.rules import naive
from tests.rules.lost_games import BROKEN, STUCK, Case
from tests.rules.positions import plain, reason, table
from tests.rules.strategies import ANY_EDITION, endgame, mapping

each_edition = pytest.mark.parametrize("edition", EDITIONS)


@pytest.mark.rule("B9r", "X2", "X3", "F2")
@each_edition
@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_a_broken_duty_is_told_with_its_cards_and_earns_no_praise(case: Case, edition: str) -> None:
    game = case.game(edition)
    assert reason(game) == case.reason
    assert how_it_ended(game) == case.told
    assert game.outcome is not None
    assert game.rules.edition.praise_for(game.outcome) == "broken"


@pytest.mark.rule("X2", "X3", "X10r", "B8")
@each_edition
@pytest.mark.parametrize("case", STUCK, ids=lambda case: case.name)
def test_a_stuck_turn_names_the_command_that_could_not_be_obeyed(case: Case, edition: str) -> None:
    game = case.game(edition)
    assert reason(game) == case.reason
    assert how_it_ended(game) == case.told


@pytest.mark.rule("B9r")
@pytest.mark.parametrize("edition", [*EDITIONS.values(), TINY], ids=lambda edition: edition.id)
@pytest.mark.parametrize("left", [0, 1, 9, 14, 50])
def test_however_few_cards_are_left_a_broken_duty_is_not_praised(
    edition: Edition, left: int
) -> None:
    for duty in (Reason.SKULL, Reason.THREE, Reason.STOP, Reason.FIRE):
        assert edition.praise_for(Outcome(False, duty, left)) == "broken"
    if left:
        assert edition.praise_for(Outcome(False, Reason.STUCK, left)) != "broken"


def test_of_a_game_that_was_won_nothing_was_in_the_way() -> None:
    game = table([60], [], U1=50, draw=[]).lay(60, "U1")
    assert reason(game) == "won"
    assert how_it_ended(game) == Ending(0)


# In whose turn


@pytest.mark.rule("B7", "B8")
def test_a_seat_that_cannot_begin_ended_the_game_and_empty_hands_are_passed_over() -> None:
    game = table([94], [], [20, 21], draw=[], U1=50, U2=99, D1=2, D2=3).lay(94, "U1")
    over = game.end()
    assert reason(over) == "stuck"
    assert how_it_ended(over).seat == 2


@pytest.mark.rule("B8", "B8r")
@pytest.mark.rule("V1", "B7", "B8")
def test_that_a_card_more_was_asked_for_is_only_told_while_it_was() -> None:
    tops = {"U1": 98, "U2": 97, "D1": 3, "D2": 4}
    for draw, rule, owed in (([90], "V1", 3), ([], "B8", 1)):
        game = table([50, 51, 52], [60, 61, 62], draw=draw, options=["expert"], tops=tops)
        ending = how_it_ended(game)
        assert (ending.rule, ending.n) == (rule, owed)


def test_a_seat_that_gets_stuck_in_its_own_turn_ended_the_game() -> None:
    game = table([82, 94, 30], [60, 61], U1=81, U2=99, D1=2, D2=3).lay(94, "U1")
    assert reason(game) == "stuck"
    assert how_it_ended(game).seat == 0
    # Its text does not tell whose turn it was.
    again = read_game(write_game(game))
    assert again == game
    assert how_it_ended(again, seat=0) == how_it_ended(game)


@pytest.mark.rule("X10r", "X11r")
def test_a_starter_that_can_complete_nothing_ended_the_game_before_a_card_was_laid() -> None:
    rules = Rules.of("extreme", 3)
    skulls = Commands(dict.fromkeys(rules.cards, "skull"))
    game = Deal.of_bits(rules, 7).with_commands(skulls).game().start(1)
    assert reason(game) == "stuck"
    over = how_it_ended(game)
    assert (over.seat, over.code) == (1, "rules.ending.stuck_skull_in_hand")


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", [*BROKEN, *STUCK], ids=lambda case: case.name)
def test_the_sentence_names_the_cards_in_every_language(case: Case, language: str) -> None:
    end = case.told
    assert end.code is not None
    said = catalogue(language).text(end.code, **end.params)
    assert said.endswith(".")
    for figure in (end.card, end.row, end.by):
        assert figure is None or str(figure) in said


def test_no_sentence_is_there_that_nothing_tells() -> None:
    codes = {case.told.code for case in (*BROKEN, *STUCK)}
    assert set(catalogue("en").section("rules.ending")) == codes


# Compared with the naive rules


def without(box: naive.Box, *cards: int) -> naive.Box:
    """The same rules with cards that carry no command."""
    kinds = {card: kind for card, kind in (box.kinds or {}).items() if card not in cards}
    return replace(box, kinds=kinds)


def check_told(game: Game, mover: int) -> str | None:
    """What is told is what the naive rules say; the code of it."""
    over, outcome = how_it_ended(game), game.outcome
    assert outcome is not None
    players = game.rules.players
    around = ((mover + step) % players for step in range(not game.laid, players + 1))
    assert over.seat == next((seat for seat in around if game.laid or game.hands[seat]), mover)
    assert (over.code is None) == outcome.won
    praised = game.rules.edition.praise_for(outcome) != "broken"
    assert praised == (outcome.won or outcome.reason is Reason.STUCK)
    if outcome.won:
        return None
    box, spot = plain(game)
    spot = replace(spot, seat=over.seat)
    if len(spot.hands[spot.seat]) > 5:
        return over.code  # trying everything would take too long
    if game.laid and naive.broken(box, spot) is not None:
        check_broken(box, spot, over, outcome)
    else:
        check_in_the_way(box, spot, over)
    return over.code


def check_broken(box: naive.Box, spot: naive.Spot, over: Ending, outcome: Outcome) -> None:
    card, last = over.card, spot.mine[-1][0]
    assert card is not None
    assert last == (card if over.by is None else over.by)
    if outcome.reason is Reason.FIRE:
        assert card in naive.due(box, spot)
        assert (spot.top(str(over.row)), box.kind(last)) == (card, "stop")
    elif outcome.reason is Reason.SKULL:
        assert card in naive.showing(box, spot, "skull")
        assert spot.top(str(over.row)) == card
    else:
        assert box.kind(card) == "three"
        assert card in [laid for laid, _ in spot.mine]


def check_in_the_way(box: naive.Box, spot: naive.Spot, over: Ending) -> None:
    """The turn could be completed without the duty that is named, and no duty is overlooked."""
    duties = [card for card, kind in (box.kinds or {}).items() if kind in ("skull", "three")]
    due = naive.due(box, spot)
    assert not naive.completes(box, spot)
    if over.rule == "F2" and over.card is not None:
        assert over.card == spot.top(str(over.row))
        assert naive.completes(replace(box, fires=box.fires - {over.card}), spot)
    elif over.rule == "F2":
        assert over.n == len(due) > 1
        assert naive.completes(box, spot, fires=False)
        assert not any(naive.completes(replace(box, fires=box.fires - {one}), spot) for one in due)
    elif over.rule in ("B8", "V1"):
        check_too_few(box, spot, over)
        assert not naive.completes(without(box, *duties), spot, fires=False)
    elif over.card is not None:
        assert over.rule == {"skull": "X2", "three": "X3"}[box.kind(over.card) or ""]
        assert naive.completes(without(box, over.card), spot)
        assert over.row is None or spot.top(over.row) == over.card
    else:
        assert not any(naive.completes(without(box, one), spot) for one in duties)
        commands = naive.completes(without(box, *duties), spot)
        both = naive.completes(without(box, *duties), spot, fires=False)
        told = {"stuck_commands": (True, True), "stuck_commands_and_fire": (False, True)}
        assert (commands, both) == told[str(over.code).split(".")[-1]]


def check_too_few(box: naive.Box, spot: naive.Spot, over: Ending) -> None:
    """As many cards are named as could still be laid at most, and they could be laid."""
    named = [card for card in (over.card, over.by) if card is not None]
    assert over.code == f"rules.ending.stuck_{('none', 'one', 'two')[len(named)]}"
    assert over.n == naive.asked(box, spot) - len(spot.mine)
    found = [one for one in sequences(box, spot) if len(one) == len(named)]
    assert not any(len(one) > len(named) for one in sequences(box, spot))
    assert any([card for card, _ in one] == named for one in found)
    assert not named or any(one[0] == (over.card, over.row) for one in found)


def sequences(box: naive.Box, spot: naive.Spot) -> Iterator[list[tuple[int, str]]]:
    """Every sequence of lays that breaks no duty, the empty one included."""
    yield []
    for card, row in naive.lays(box, spot):
        then = naive.put(spot, card, row)
        if naive.broken(box, then) is None:
            for rest in sequences(box, then):
                yield [(card, row), *rest]


def played(rng: Random) -> tuple[Game, int]:
    """A late game played on by chance to its end, and who moved last."""
    game, seat = late_position(rng)
    mover, game = (seat - 1) % game.rules.players, game.start(seat)
    while game.outcome is None:
        assert game.seat is not None
        mover, game = game.seat, game.apply(rng.choice(list(game.legal)))
    return game, mover


def late_position(rng: Random) -> tuple[Game, int]:
    """A late position with commands, mostly with fires, some of them on one and the same card."""
    options = Options(
        expert=rng.random() < 0.3, fire=rng.random() < 0.7, commands=True, short_hand=True
    )
    edition = rng.choice(ANY_EDITION)
    rules = Rules(edition, options, rng.randint(1, edition.max_players))
    return endgame(rules, mapping(rules, rng), rng, most=4)


@pytest.mark.rule("B9r", "X2", "X3", "F2", "X10r")
@pytest.mark.parametrize("part", range(8))
def test_what_is_told_is_what_stood_in_the_way(part: int) -> None:
    rng = Random(f"ending {part}")
    codes = Counter(check_told(*played(rng)) for _ in range(300))
    assert codes[None]  # won
    assert codes["rules.ending.stuck_none"] > 10
    assert codes["rules.ending.stuck_one"]
    assert len(codes) > 8


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_what_is_told_of_a_great_many_games_is_what_stood_in_the_way(part: int) -> None:
    rng = Random(f"many endings {part}")
    codes = Counter(check_told(*played(rng)) for _ in range(1000))
    assert len(codes) > 8
