"""Taking back at a table of people: when it is usual, and that it is no way to talk."""

from __future__ import annotations

import pytest

from ninetyeight.rules import (
    BACK,
    Commands,
    Deal,
    NotationError,
    Reason,
    Refused,
    Rules,
    Strictness,
    Talk,
    parse_move,
    usual_take_backs,
)
from ninetyeight.table import (
    Moved,
    Seat,
    Setup,
    Table,
    TableState,
    advance,
    preview,
    read_record,
    write_record,
)
from ninetyeight.table.state import MOST_TAKEN_BACK
from tests.rules.positions import table as position

TWO = (Seat("Ada"), Seat("Ben"))
BESIDE_A_BOT = (Seat("Ada"), Seat("Bot", "greedy"))


def dealt(
    rules: Rules,
    hand: list[int],
    commands: dict[int, str],
    seats: tuple[Seat, ...] = TWO,
    **more: object,
) -> Table:
    """A table at which the first seat has this hand and the first turn."""
    deck = hand + [card for card in rules.cards if card not in hand]
    deal = Deal(rules, tuple(deck), Commands(dict(commands)))
    table = Table(Setup.default(deal, seats, **more))
    table.start(0)
    return table


def extreme(*hand: int, silence: int = 30, seats: tuple[Seat, ...] = TWO, **more: object) -> Table:
    rules = Rules.of("extreme", 2, take_backs=True)
    size = rules.hand_size
    rest = [card for card in range(50, 90) if card not in hand][: size - len(hand)]
    return dealt(rules, [*hand, *rest], {silence: "silence"}, seats, **more)


def move(table: Table, *texts: str) -> None:
    for text in texts:
        active = table.state.active
        assert active is not None
        if text == "back":
            table.back(active)
        elif text == "end":
            table.end(active)
        else:
            card, row = text.split("@")
            table.lay(active, int(card), row)


def refused(table: Table) -> str:
    active = table.state.active
    assert active is not None
    with pytest.raises(Refused) as why:
        table.back(active)
    return f"{why.value.code} {why.value.rule}"


def may_take_back(table: Table) -> bool:
    """What a view says to whoever looks: page, terminal, bot and program."""
    active = table.state.active
    return BACK in table.view(active).legal


@pytest.mark.rule("B12r")
def test_it_is_usual_where_one_person_plays_and_not_where_several_do() -> None:
    assert [usual_take_backs(people) for people in range(7)] == [True, True, *[False] * 5]


@pytest.mark.rule("B12r", "X4")
def test_nothing_comes_back_under_a_silence_card() -> None:
    table = extreme(30, 31, 32)
    move(table, "31@U2")
    assert may_take_back(table)
    move(table, "back", "30@U1")
    assert not may_take_back(table)
    assert refused(table) == "back_is_talk B12r"
    move(table, "31@U2")
    assert refused(table) == "back_is_talk B12r"


@pytest.mark.rule("B12r", "X4")
def test_a_card_that_covers_the_silence_stays_and_what_follows_may_come_back() -> None:
    table = extreme(30, 31, 32, 33)
    move(table, "30@U1", "32@U1")
    assert refused(table) == "back_is_talk B12r"  # the silence would be visible again
    assert not may_take_back(table)
    move(table, "33@U1")
    assert may_take_back(table)
    move(table, "back")
    assert refused(table) == "back_is_talk B12r"
    move(table, "end")
    assert table.state.active == 1


@pytest.mark.rule("B12r", "X4")
def test_the_silence_of_others_holds_as_well() -> None:
    table = extreme(30, 31, 32)
    move(table, "31@U1", "30@U2", "end")
    assert not table.view(1).rules.options.take_backs
    low = table.view(1).hand[0]
    move(table, f"{low}@D1")
    assert refused(table) == "back_is_talk B12r"


@pytest.mark.rule("B12r", "T7")
@pytest.mark.parametrize(
    ("talk", "back"), [(Strictness.MARKERS, False), (Strictness.FREE, True)], ids=str
)
def test_nothing_comes_back_where_gold_plays_in_silence(talk: Strictness, back: bool) -> None:
    hands = [60, 61, 62], [20, 21, 22]
    game = position(*hands, draw=[70], U1=10, edition="gold", options=["take_backs"], seat=1)
    setup = Setup(Deal(game.rules, game.rules.cards), TWO, talk)
    state = after(TableState(setup, game, Talk(talk)), "20@U1")
    assert BACK in state.view(1).legal  # while the pile has a card
    state = after(state, "21@U1", "end", "60@U1")
    assert (BACK in state.view(0).legal) == back
    if not back:
        with pytest.raises(Refused) as why:
            after(state, "back")
        assert (why.value.code, why.value.rule) == ("back_is_talk", "B12r")


@pytest.mark.rule("B12r")
def test_beside_bots_a_person_takes_back_under_a_silence_card() -> None:
    table = extreme(30, 31, seats=BESIDE_A_BOT)
    move(table, "30@U1")
    assert may_take_back(table)
    move(table, "31@U1", "back", "back")
    assert table.view(0).laid == ()


#: Of these cards 94 on U1 leaves none for the second one that a turn needs; 83 and then 94 is fine.
NARROW = [83, 94, 30]


def narrow(silence: int, seat: int) -> TableState:
    """A position with little room for the first seat, after which nothing has been said yet."""
    game = position(
        NARROW,
        [3, 5, 40],
        U1=93,
        U2=98,
        D1=6 if seat else 3,
        D2=2,
        edition="extreme",
        commands={silence: "silence"},
        options=["take_backs"],
        seat=seat,
    )
    setup = Setup.default(Deal(game.rules, game.rules.cards, game.commands), TWO)
    return TableState(setup, game, Talk(setup.strictness))


def after(state: TableState, *texts: str) -> TableState:
    for text in texts:
        assert state.active is not None
        state = advance(state, Moved(state.active, parse_move(text)))
    return state


@pytest.mark.rule("B12r", "B8r")
def test_under_silence_a_card_into_a_dead_end_loses_and_is_shown_to_do_so() -> None:
    state = after(narrow(silence=3, seat=1), "5@D1", "3@D1", "end")
    assert state.active == 0
    shown = next(p for p in preview(state.view(0), 94) if p.lay.row == "U1")
    assert (shown.loses, shown.dead_end) == (Reason.STUCK, False)
    lost = after(state, "94@U1").outcome
    assert lost is not None
    assert lost.reason is Reason.STUCK
    assert after(state, "83@U1", "94@U1").view(0).turn.may_end


@pytest.mark.rule("B12r", "B8r")
def test_a_silence_card_laid_into_a_dead_end_does_come_back() -> None:
    """Otherwise its turn could neither go on nor end."""
    state = after(narrow(silence=94, seat=0), "94@U1")
    assert state.outcome is None
    assert list(state.view(0).legal) == [BACK]
    assert after(state, "back").view(0).hand == (30, 83, 94)


@pytest.mark.rule("B12r")
def test_a_record_of_earlier_rules_in_which_that_happened_is_told_as_such() -> None:
    table = extreme(30, 31, seats=BESIDE_A_BOT)
    move(table, "30@U1", "back", "31@U1")
    several = Setup.default(table.setup.deal, TWO)
    alone = write_record(table.setup, table.log).splitlines()
    today = write_record(several, ()).splitlines()[0]
    written = "\n".join([today, *alone[1:]]) + "\n"
    with pytest.raises(NotationError) as wrong:
        read_record(written.encode())
    assert wrong.value.code == "record_refused"
    with pytest.raises(NotationError) as earlier:
        read_record(written.replace('"rules":3', '"rules":1', 1).encode())
    assert earlier.value.code == "record_earlier_rules"


def full_of_second_thoughts(state: TableState) -> TableState:
    """The same turn after everything that may be taken back in it was."""
    for _ in range(MOST_TAKEN_BACK):
        state = after(state, "83@U1", "back")
    return state


@pytest.mark.rule("B12r")
def test_a_turn_takes_back_so_many_cards_and_the_next_one_as_many_again() -> None:
    table = dealt(Rules.of("original", 2, take_backs=True), [30, 31, 60], {}, BESIDE_A_BOT)
    for _ in range(MOST_TAKEN_BACK):
        assert may_take_back(table) is False
        move(table, "30@U1")
        assert may_take_back(table)
        move(table, "back")
    move(table, "30@U1")
    assert not may_take_back(table)
    assert refused(table) == "enough_taken_back B12r"
    move(table, "31@U1", "end")
    card = table.state.view(1).hand[0]
    move(table, f"{card}@U2", "back")
    assert table.state.taken_back == 1


@pytest.mark.rule("B12r", "B8r")
def test_who_has_taken_back_enough_is_told_what_would_lose_and_never_stuck_for_ever() -> None:
    """From then on the turn is that of a table without take-backs: a careless card can lose."""
    state = full_of_second_thoughts(narrow(silence=50, seat=0))
    assert state.outcome is None
    assert state.game is not None
    assert not state.game.rules.options.take_backs
    shown = next(p for p in preview(state.view(0), 94) if p.lay.row == "U1")
    assert (shown.loses, shown.dead_end) == (Reason.STUCK, False)
    lost = after(state, "94@U1").outcome
    assert lost is not None
    assert lost.reason is Reason.STUCK
