"""What a command leads to, and who may give it. Nothing here is written down anywhere."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import Command, GameError, Lay, Marker, Phrase, Strictness, Wish
from ninetyeight.server.decisions import course_of, decide, sit
from ninetyeight.server.room_events import (
    Dealt,
    Freed,
    Played,
    Readied,
    RoomEvent,
    Sat,
    Talked,
    read_room_event,
    write_room_event,
)
from ninetyeight.server.room_state import RoomState, advance_room
from ninetyeight.table import Marked, Moved, Offered, Phase, Phrased, Picked, Said, Started
from ninetyeight.wire import messages as wire
from ninetyeight.wire.plan import Choices, Plan
from ninetyeight.wire.state import PhraseWord, WishWord
from tests.server.promises.rooms import a_deal
from tests.table.random_tables import a_move


def room(plan: Plan, *events: RoomEvent) -> RoomState:
    state = RoomState.opened("0123456789ab", plan, "invite", None)
    for seat in range(plan.players):
        state = advance_room(state, Sat(seat, f"Person {seat}", f"{seat}" * 64))
    for event in events:
        state = advance_room(state, event)
    return state


def dealt(plan: Plan, seed: int = 1) -> RoomState:
    code = a_deal(plan.rules, Random(seed)).code
    assert code is not None
    return room(plan, Dealt(code, False, 7))


def playing(plan: Plan, seed: int = 1) -> RoomState:
    state = dealt(plan, seed)
    if plan.players == 1:
        return state
    return advance_room(state, Played(Started(0)))


def refused(state: RoomState, seat: int, command: wire.Command) -> str:
    with pytest.raises(GameError) as caught:
        decide(state, seat, command)
    return caught.value.message_code


# --- before the deal


def test_the_cards_are_dealt_when_the_last_is_ready() -> None:
    state = room(Plan(players=2))
    [(first, state)] = decide(state, 0, wire.DoReady("1", True))
    assert first == Readied(0, True)
    (_, _), (then, after) = decide(state, 1, wire.DoReady("2", True))
    assert isinstance(then, Dealt)
    assert then.known is False
    assert after.phase is Phase.AGREEING


def test_two_deals_are_two_deals() -> None:
    codes = set()
    for _ in range(5):
        (_, _), (event, _) = decide(room(Plan()), 0, wire.DoReady("1", True))
        assert isinstance(event, Dealt)
        codes.add((event.code, event.bot_seed))
    assert len({code for code, _ in codes}) == len({seed for _, seed in codes}) == 5


def test_a_chosen_deal_is_dealt_and_counts_as_known() -> None:
    code = a_deal(Plan().rules, Random(3)).code
    (_, _), (event, after) = decide(room(Plan(deal=code)), 0, wire.DoReady("1", True))
    assert event == Dealt(str(code), True, event.bot_seed if isinstance(event, Dealt) else 0)
    assert after.table is not None
    assert after.table.setup.known_deal


def test_nobody_plays_before_the_deal_or_sets_up_after_it() -> None:
    playing_commands: list[wire.Command] = [
        wire.DoMove("1", "end", 0),
        wire.DoOffer("1", "can"),
        wire.DoStart("1", 0),
        wire.DoPick("1", [1]),
        wire.DoMark("1", "U1", "keep"),
        wire.DoShow("1", {"U1": "keep"}),
        wire.DoName("1", "stop"),
        wire.DoStandIn("1", 1, "greedy"),
    ]
    for command in playing_commands:
        assert refused(room(Plan(players=2)), 0, command) == "server.not_dealt"
    setting_up: list[wire.Command] = [
        wire.DoReady("1", True),
        wire.DoChange("1", Plan()),
        wire.DoSeatBot("1", 1, "greedy"),
    ]
    for command in setting_up:
        assert refused(dealt(Plan(players=2)), 0, command) == "server.already_dealt"


@pytest.mark.rule("T8r")
def test_who_shows_markers_withdraws_the_others() -> None:
    state = dealt(Plan(players=2))
    state = decide(state, 0, wire.DoStart("1", 1))[-1][1]
    state = decide(state, 0, wire.DoShow("2", {"U1": "keep", "D2": "small"}))[-1][1]
    course = decide(state, 0, wire.DoShow("3", {"U1": "keep", "D1": "keep!"}))
    played = [event.event for event, _ in course if isinstance(event, Played)]
    shown = {(event.row, event.marker) for event in played if isinstance(event, Marked)}
    assert shown == {("D1", Marker.HARD), ("D2", None)}
    assert decide(course[-1][1], 0, wire.DoShow("4", {"U1": "keep", "D1": "keep!"})) == []
    assert refused(state, 0, wire.DoShow("5", {"X9": "keep"})) == "refusal.no_such_row"
    silent = decide(dealt(Plan(players=2, talk="silent")), 0, wire.DoStart("6", 1))[-1][1]
    assert refused(silent, 0, wire.DoShow("7", {"U1": "keep"})) == "refusal.silent_table"


def test_a_freed_seat_may_be_taken_by_number_or_the_first_that_is_free() -> None:
    state = room(Plan(players=3), Freed(1, 0), Freed(2, 0))
    [(event, _)] = sit(state, state.invite, None, "New", "x")
    assert event == Sat(1, "New", "x")
    [(event, _)] = sit(state, state.invite, 2, "New", "x")
    assert event == Sat(2, "New", "x")
    for wanted, code in ((0, "seat_taken"), (3, "no_such_seat"), (-1, "no_such_seat")):
        with pytest.raises(GameError) as caught:
            sit(state, state.invite, wanted, "New", "x")
        assert caught.value.message_code == f"server.{code}"
    with pytest.raises(GameError) as caught:
        sit(room(Plan()), room(Plan()).invite, None, "New", "x")
    assert caught.value.message_code == "server.no_free_seat"


@pytest.mark.parametrize("name", ["I hold 42 and 97", "Ada 42", "zweiundvierzig", "Quarante-deux"])
def test_while_numbers_are_taboo_a_name_tells_none_either(name: str) -> None:
    """T1: whoever frees their seat and takes it again could call themselves by their cards."""
    silent, free = (
        advance_room(playing(Plan(players=2, talk=talk)), Freed(1, 1)) for talk in (None, "free")
    )
    with pytest.raises(GameError) as caught:
        sit(silent, silent.invite, 1, name, "x" * 64)
    assert (caught.value.message_code, caught.value.rule) == ("server.name_number", "T1")
    for language in LANGUAGES:
        assert caught.value.text(language)
    assert sit(free, free.invite, 1, name, "x" * 64)
    undealt = room(Plan(players=2), Freed(1, 1))
    assert sit(undealt, undealt.invite, 1, name, "x" * 64)  # nobody knows a card yet


def test_a_name_from_before_the_deal_may_come_back_with_its_number() -> None:
    state = advance_room(playing(Plan(players=2)), Freed(1, 1))
    for name in ("Person 1", "Ada", "Zoë U1"):
        assert sit(state, state.invite, 1, name, "x" * 64)


def test_words_before_the_deal_need_no_permission_and_may_hold_numbers() -> None:
    for talk in ("silent", "markers", "markers+chat", "free"):
        [(event, _)] = decide(room(Plan(talk=talk)), 0, wire.DoSay("1", " at\n 8 "))
        assert event == Talked(0, "at 8")
    assert refused(room(Plan()), 0, wire.DoSay("1", "\n\u202e ")) == "server.nothing_said"


# --- who starts


def test_when_everybody_has_answered_the_strongest_wish_starts() -> None:
    state = dealt(Plan(players=3))
    for seat, offer in ((0, wire.DoOffer("0", "can")), (1, wire.DoOffer("1", None))):
        [(event, state)] = decide(state, seat, offer)
        assert isinstance(event, Played)
    (first, _), (second, after) = decide(state, 2, wire.DoOffer("2", "must"))
    assert isinstance(first, Played)
    assert isinstance(first.event, Offered)
    assert second == Played(Started(2))
    assert after.phase is Phase.PLAYING


def test_an_answer_may_be_changed_while_others_think() -> None:
    state = dealt(Plan(players=2))
    for offer in (wire.DoOffer("1", "must"), wire.DoOffer("2", None), wire.DoOffer("3", "want")):
        [(_, state)] = decide(state, 0, offer)
    assert state.table is not None
    assert state.table.answered == {0}
    assert state.phase is Phase.AGREEING


def test_only_the_host_settles_who_starts() -> None:
    state = dealt(Plan(players=2))
    assert refused(state, 1, wire.DoStart("1", 1)) == "server.host_only"
    [(event, _)] = decide(state, 0, wire.DoStart("1", 1))
    assert event == Played(Started(1))


@pytest.mark.rule("B10r")
def test_until_the_first_card_the_starter_and_the_host_may_settle_it_otherwise() -> None:
    state = dealt(Plan(players=3))
    assert [state.may_start(seat) for seat in range(3)] == [(0, 1, 2), (), ()]
    [(_, state)] = decide(state, 0, wire.DoStart("1", 1))
    assert [state.may_start(seat) for seat in range(3)] == [(0, 2), (0, 2), ()]
    assert refused(state, 2, wire.DoStart("1", 2)) == "server.start_given"
    [(event, state)] = decide(state, 1, wire.DoStart("1", 2))
    assert event == Played(Started(2))
    assert refused(state, 1, wire.DoStart("1", 1)) == "server.start_given"
    [(_, state)] = decide(state, 0, wire.DoStart("1", 0))
    table = state.table
    assert table is not None
    assert table.game is not None
    lay = wire.DoMove("1", f"{table.game.hands[0][0]}@U1", 0)
    [(_, state)] = decide(state, 0, lay)
    assert [state.may_start(seat) for seat in range(3)] == [(), (), ()]
    for seat in range(3):
        assert refused(state, seat, wire.DoStart("1", 1)) == "refusal.begun"


def ready(state: RoomState, *offers: WishWord | None) -> RoomState:
    for seat, wish in enumerate(offers):
        state = decide(state, seat, wire.DoOffer("1", wish))[-1][1]
    return state


@pytest.mark.rule("B10r")
def test_at_a_quiet_table_whoever_feels_like_it_starts_once_all_are_ready() -> None:
    state = ready(dealt(Plan(edition="gold", players=3, fan=False)), "must", None)
    table = state.table
    assert table is not None
    assert table.talk.offers == {0: Wish.CAN}, "nobody says how much they would like to"
    assert refused(state, 0, wire.DoStart("1", 0)) == "server.not_all_ready"
    state = ready(state, "must", None, None)
    assert state.phase is Phase.AGREEING
    assert [state.may_start(seat) for seat in range(3)] == [(0,), (1,), (2,)]
    # Not even the host names somebody else, and who left it to others may think again.
    assert refused(state, 0, wire.DoStart("1", 1)) == "server.start_for_oneself"
    [(event, state)] = decide(state, 2, wire.DoStart("1", 2))
    assert event == Played(Started(2))
    # Whoever was first has it, the host included, and may hand it on.
    assert [state.may_start(seat) for seat in range(3)] == [(), (), (0, 1)]
    assert refused(state, 0, wire.DoStart("1", 0)) == "server.start_given"
    decide(state, 2, wire.DoStart("1", 1))


@pytest.mark.rule("B10r")
def test_at_a_quiet_table_where_nobody_feels_like_it_the_lowest_seat_starts() -> None:
    state = ready(dealt(Plan(edition="gold", players=2, fan=False)), "can", None)
    assert state.phase is Phase.AGREEING
    (_, _), (event, _) = decide(state, 0, wire.DoOffer("1", None))
    assert event == Played(Started(0))


@pytest.mark.rule("B10r")
def test_where_a_bot_plays_it_is_left_to_the_bot_who_of_them_starts() -> None:
    code = a_deal(Plan(edition="gold", players=3).rules, Random(1)).code
    assert code is not None
    state = room(
        Plan(edition="gold", players=3, fan=False),
        Freed(2, 0),
        Sat(2, "Greedy", bot="greedy"),
        Dealt(code, False, 0),
    )
    state = advance_room(state, Played(Offered(2, Wish.CAN)))
    state = ready(state, None, None)
    assert state.phase is Phase.AGREEING
    [(_, state)] = decide(state, 1, wire.DoStart("1", 1))  # and a person may still be faster
    assert state.table is not None
    assert state.table.active == 1


def test_hands_are_picked_from_the_fan() -> None:
    state = dealt(Plan(edition="gold", players=2))
    assert state.phase is Phase.PICKING
    places = list(range(7))
    [(event, state)] = decide(state, 0, wire.DoPick("1", places))
    assert event == Played(Picked(0, tuple(places)))
    assert refused(state, 1, wire.DoPick("1", places)) == "refusal.wrong_pick"
    assert refused(state, 0, wire.DoPick("1", [9, 10])) == "refusal.picked_already"
    [(_, state)] = decide(state, 1, wire.DoPick("1", list(range(7, 14))))
    assert state.phase is Phase.AGREEING


# --- the game


@pytest.mark.parametrize("seed", range(5))
def test_a_move_is_what_the_law_says_it_is(seed: int) -> None:
    rng = Random(seed)
    state = playing(Plan(players=2, options=Choices(take_backs=True)), seed)
    for _ in range(60):
        table = state.table
        assert table is not None
        game, active = table.game, table.active
        if game is None or active is None:
            return
        move = a_move(game, rng)
        idle = 1 - active
        assert refused(state, idle, wire.DoMove("1", str(move), 0)) == "refusal.not_your_turn"
        for card in game.hands[idle]:
            stolen = wire.DoMove("1", str(Lay(card, "U1")), 0)
            assert refused(state, active, stolen) == "refusal.not_in_hand"
        [(event, state)] = decide(state, active, wire.DoMove("1", str(move), 0))
        assert event == Played(Moved(active, move))
        assert state.table is not None
        assert state.table.game == game.apply(move)


def test_a_command_may_be_named_only_by_who_holds_it() -> None:
    state = playing(Plan(edition="extreme", players=2))
    table = state.table
    assert table is not None
    assert table.game is not None
    held = {table.game.commands.on(card) for card in table.game.hands[0]}
    for kind in Command:
        if kind in held:
            decide(state, 0, wire.DoName("1", kind.value))
        else:
            assert refused(state, 0, wire.DoName("1", kind.value)) == "refusal.not_holding"


@pytest.mark.parametrize("strictness", list(Strictness))
def test_a_number_is_stopped_wherever_talk_is_not_free(strictness: Strictness) -> None:
    state = playing(Plan(players=2, talk=strictness.value))
    if strictness is Strictness.FREE:
        [(event, _)] = decide(state, 0, wire.DoSay("1", "take 42"))
        assert event == Played(Said(0, "take 42"))
    else:
        assert refused(state, 0, wire.DoSay("1", "take 42")) == "chat.number"


@pytest.mark.rule("T3")
@pytest.mark.parametrize("edition", ["original", "extreme"])
def test_rows_may_be_named_in_the_chat_and_commands_where_they_are_in_force(edition: str) -> None:
    state = playing(Plan(edition=edition, players=2))
    [(event, _)] = decide(state, 0, wire.DoSay("1", "please leave U1 and row two"))
    assert event == Played(Said(0, "please leave U1 and row two"))
    assert refused(state, 0, wire.DoSay("1", "row five, please")) == "chat.number"
    if edition == "extreme":
        [(event, _)] = decide(state, 0, wire.DoSay("1", "I hold exactly three"))
        assert event == Played(Said(0, "I hold exactly three"))
    else:
        assert refused(state, 0, wire.DoSay("1", "I hold exactly three")) == "chat.number"


def test_a_phrase_needs_no_deal_unless_it_is_of_a_row() -> None:
    waiting = room(Plan(players=2))
    [(event, _)] = decide(waiting, 0, wire.DoPhrase("1", "wow"))
    assert event == Talked(0, None, Phrase.WOW)
    assert read_room_event(write_room_event(event)) == event
    assert refused(waiting, 0, wire.DoPhrase("1", "step", "U1")) == "server.not_dealt"
    state = playing(Plan(players=2))
    [(event, _)] = decide(state, 1, wire.DoPhrase("1", "step", "U1"))
    assert event == Played(Phrased(1, Phrase.STEP, "U1"))
    assert refused(state, 1, wire.DoPhrase("1", "step")) == "refusal.phrase_row"
    silent = playing(Plan(players=2, talk="silent"))
    assert refused(silent, 1, wire.DoPhrase("1", "wow")) == "refusal.silent_table"


def test_every_phrase_of_the_law_goes_over_the_wire() -> None:
    assert get_args(PhraseWord) == tuple(Phrase)


def test_the_host_frees_people_everybody_frees_themselves_and_a_bot_plays_to_the_end() -> None:
    code = a_deal(Plan(players=3).rules, Random(1)).code
    assert code is not None
    state = room(
        Plan(players=3), Freed(2, 0), Sat(2, "Greedy", bot="greedy"), Dealt(code, False, 0)
    )
    assert refused(state, 1, wire.DoFree("1", 0)) == "server.host_only"
    assert refused(state, 0, wire.DoFree("1", 2)) == "server.already_dealt"
    assert refused(state, 0, wire.DoFree("1", 3)) == "server.no_such_seat"
    [(event, state)] = decide(state, 1, wire.DoFree("1", 1))
    assert event == Freed(1, 1)
    assert refused(state, 0, wire.DoFree("1", 1)) == "server.seat_free"
    assert refused(state, 0, wire.DoStandIn("1", 1, None)) == "server.nobody_there"
    assert refused(state, 0, wire.DoStandIn("1", 2, "random")) == "refusal.seat_of_a_bot"


def test_nothing_decided_changes_the_state_it_was_decided_on() -> None:
    state = playing(Plan(players=2, talk="free"))
    before = repr(state)
    decide(state, 0, wire.DoSay("1", "hello"))
    decide(state, 0, wire.DoFree("1", 1))
    course_of(state, [Played(Said(1, "hello"))])
    assert repr(state) == before
