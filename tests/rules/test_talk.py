"""What may be said, when and by whom (T1-T10r, X4, B10r)."""

from dataclasses import fields

import pytest

from ninetyeight.rules import (
    BACK,
    EDITIONS,
    END,
    Command,
    Game,
    Lay,
    Mark,
    Marker,
    Rules,
    Sign,
    Strictness,
    Talk,
    View,
    Wish,
    speakers,
)
from ninetyeight.rules.talk import talk_refusal
from tests.rules.positions import lay, table

SIGNS = list(Sign)


def said(game: Game, strictness: Strictness | None = None) -> dict[Sign, str | None]:
    """For each sign, the number of the rule that refuses it now; None when it is allowed."""
    talk = Talk.default(game.rules) if strictness is None else Talk(strictness)
    view = View.of(game, 0, talk)
    answers = {sign: view.talk_refusal(sign) for sign in SIGNS}
    return {sign: answer.rule if answer else None for sign, answer in answers.items()}


@pytest.mark.rule("T1")
def test_nothing_said_with_signs_has_room_for_a_number_of_a_hand() -> None:
    # Markers, offers and named commands are closed lists of words. Free words are chat, which a
    # strict table does not have at all.
    assert {field.name for field in fields(Mark)} == {"seat", "row", "marker", "top"}
    words = [*Marker, *Wish, *Command]
    assert not [word for word in words if any(letter.isdigit() for letter in word)]
    game = table([3, 4, 5], [50, 51])
    assert said(game, Strictness.MARKERS)[Sign.CHAT] == "T10r"


@pytest.mark.rule("T2")
def test_everything_else_may_be_said_at_any_time() -> None:
    game = table([3, 4, 5, 6], [50, 51, 52])
    for moment in (game, game.lay(3, "U1"), lay(game, (3, "U1"), (4, "U1")).end()):
        for viewer in (0, 1, None):
            view = View.of(moment, viewer, Talk.default(game.rules))
            assert view.talk_refusal(Sign.CHAT) is None
            assert view.talk_refusal(Sign.MARKER) is None


@pytest.mark.rule("T3")
def test_commands_may_be_named_where_there_are_commands() -> None:
    extreme = table([3, 4, 5], [50, 51], edition="extreme", commands={3: "stop"})
    assert said(extreme)[Sign.COMMAND] is None
    assert said(table([3, 4, 5], [50, 51]))[Sign.COMMAND] == "T3"
    talk = Talk().with_named(0, Command.STOP).with_named(1, Command.SKULL)
    assert talk.named == ((0, Command.STOP), (1, Command.SKULL))


@pytest.mark.rule("T4", "X4")
@pytest.mark.parametrize("strictness", Strictness)
def test_a_visible_silence_card_silences_everybody_at_any_strictness(
    strictness: Strictness,
) -> None:
    game = table([10, 11, 12, 13], [50, 51, 52], edition="extreme", commands={11: "silence"}).lay(
        10, "U1"
    )
    silent = game.lay(11, "U1")
    assert said(silent, strictness) == dict.fromkeys(SIGNS, "X4")


@pytest.mark.rule("T4", "X4")
def test_talk_is_free_again_once_the_silence_card_is_covered() -> None:
    game = table([10, 11, 12, 13], [50, 51, 52], edition="extreme", commands={11: "silence"})
    silent = lay(game, (10, "U1"), (11, "U1"))
    assert set(said(silent.end()).values()) == {"X4"}
    assert set(said(silent.lay(12, "U1")).values()) == {None}
    assert set(said(silent.lay(12, "U2")).values()) == {"X4"}


@pytest.mark.rule("T5")
def test_gold_gives_no_sign_while_a_seat_is_laying() -> None:
    game = table([3, 4, 5, 6], [50, 51, 52], edition="gold")
    assert said(game)[Sign.MARKER] is None
    laying = game.lay(3, "U1")
    assert said(laying)[Sign.MARKER] == "T5"
    assert said(laying.lay(4, "U1").end())[Sign.MARKER] is None


@pytest.mark.rule("T5r", "B12r")
def test_golds_quiet_lasts_until_the_turn_ends_also_when_the_card_is_taken_back() -> None:
    game = table([3, 4, 5, 6], [50, 51, 52], edition="gold", options=["take_backs"])
    talk = Talk.default(game.rules)
    assert View.of(game, 1, talk).talk_refusal(Sign.MARKER) is None  # thinking is not laying
    moments = [game]
    for move in (Lay(3, "U1"), BACK, Lay(4, "U1"), BACK, Lay(5, "U1"), Lay(6, "U1"), END):
        moments.append(moments[-1].apply(move))
        talk = talk.after_move(moments[-2], move, moments[-1])
        refusal = View.of(moments[-1], 1, talk).talk_refusal(Sign.MARKER)
        assert (refusal and refusal.rule) == (None if move is END else "T5")


@pytest.mark.rule("T7r", "X4")
def test_markers_are_taken_off_under_a_silence_card_and_do_not_come_back() -> None:
    game = table([10, 11, 12, 13], [50, 51, 52], edition="extreme", commands={11: "silence"}, U2=40)
    talk = (
        Talk().set_mark(Mark(1, "U2", Marker.KEEP, 40)).set_mark(Mark(0, "D1", Marker.HARD, None))
    )
    plain = game.lay(10, "U1")
    assert talk.after_move(game, Lay(10, "U1"), plain).marks == talk.marks
    silent = plain.lay(11, "U1")
    hushed = talk.after_move(plain, Lay(11, "U1"), silent)
    assert hushed.marks == ()
    covered = silent.lay(12, "U1")
    assert hushed.after_move(silent, Lay(12, "U1"), covered).marks == ()


@pytest.mark.rule("T7r", "X4")
def test_markers_go_when_a_silence_card_is_uncovered_by_a_take_back() -> None:
    game = table(
        [10, 11, 12, 13],
        [50, 51, 52],
        edition="extreme",
        options=["take_backs"],
        commands={11: "silence"},
    )
    covered = lay(game, (11, "U1"), (12, "U1"))
    talk = Talk().set_mark(Mark(1, "U2", Marker.KEEP, None))
    assert talk.after_move(covered, BACK, covered.back()).marks == ()


@pytest.mark.rule("T7r", "T7")
@pytest.mark.parametrize(
    ("edition", "strictness", "stands"),
    [
        ("gold", Strictness.MARKERS, False),
        ("gold", Strictness.CHAT, False),
        ("gold", Strictness.FREE, True),  # people see to it themselves (T10r)
        ("original", Strictness.CHAT, True),
    ],
)
def test_markers_are_taken_off_when_golds_second_phase_begins(
    edition: str, strictness: Strictness, stands: bool
) -> None:
    game = table([60, 61, 62], [70, 71, 72], U1=50, draw=[90, 91], edition=edition)
    mark = Mark(1, "U1", Marker.KEEP, 50)
    talk = Talk(strictness).set_mark(mark)
    laid = lay(game, (60, "U2"), (61, "U2"))
    assert talk.after_move(game, Lay(61, "U2"), laid).marks == (mark,)
    ended = laid.end()
    assert not ended.draw
    assert talk.after_move(laid, END, ended).marks == ((mark,) if stands else ())


@pytest.mark.rule("T11r", "B7")
def test_seats_with_cards_speak_in_order_from_the_active_one() -> None:
    game = table([3, 4], [50, 51], [], [60, 61], U1=2, draw=[])
    assert speakers(game) == (0, 1, 3)
    assert speakers(lay(game, (3, "U1")).end()) == (1, 3, 0)
    assert speakers(lay(game, (3, "U1"), (4, "U1")).end()) == (1, 3)
    assert speakers(table([3, 4, 5, 6])) == ()  # alone there is nobody to speak to


@pytest.mark.rule("T11r", "B7")
def test_a_seat_that_has_laid_its_last_card_shows_no_marker_any_more() -> None:
    game = table([60, 61], [70, 71], U1=50, draw=[])
    mine, others = Mark(0, "D1", Marker.KEEP, None), Mark(1, "D1", Marker.SMALL, None)
    talk = Talk().set_mark(mine).set_mark(others)
    one, two = game.lay(60, "U1"), lay(game, (60, "U1"), (61, "U1"))
    talk = talk.after_move(game, Lay(60, "U1"), one)
    assert talk.marks == (mine, others)
    assert talk.after_move(one, Lay(61, "U1"), two).marks == (others,)
    # While there is a draw pile, new cards follow at the end of the turn.
    pile = table([60, 61], [70, 71], U1=50, draw=[80, 81, 82])
    one, two = pile.lay(60, "U1"), lay(pile, (60, "U1"), (61, "U1"))
    assert talk.after_move(one, Lay(61, "U1"), two).marks == (mine, others)


@pytest.mark.rule("T4r", "X4")
def test_a_silence_card_closes_all_written_talk() -> None:
    # Nobody can tell from outside whether a message speaks of the game.
    silent = table([10, 11], [50, 51], edition="extreme", commands={5: "silence"}, U1=5)
    assert said(silent, Strictness.FREE)[Sign.CHAT] == "X4"


@pytest.mark.rule("T6")
def test_gold_tolerates_only_inconspicuous_signs_in_phase_one() -> None:
    game = table([3, 4, 5, 6], [50, 51, 52], edition="gold")
    assert said(game)[Sign.MARKER] is None
    assert said(game)[Sign.CHAT] == "T6"


@pytest.mark.rule("T7")
def test_gold_gives_no_sign_at_all_once_the_draw_pile_is_empty() -> None:
    game = table([60, 61], [70, 71], U1=50, draw=[], edition="gold")
    assert said(game)[Sign.MARKER] == "T7"
    assert None not in said(game).values()


@pytest.mark.rule("T5", "T7")
def test_other_editions_know_no_such_quiet() -> None:
    game = table([60, 61], [70, 71], U1=50, draw=[]).lay(60, "U1")
    assert said(game)[Sign.MARKER] is None


@pytest.mark.rule("T8r")
def test_a_seat_has_at_most_one_marker_on_a_row_and_everybody_sees_whose() -> None:
    talk = Talk().set_mark(Mark(0, "U1", Marker.SMALL, 47))
    talk = talk.set_mark(Mark(1, "U1", Marker.KEEP, 47)).set_mark(Mark(0, "U1", Marker.HARD, 47))
    assert talk.mark(0, "U1") == Mark(0, "U1", Marker.HARD, 47)
    assert talk.mark(1, "U1") == Mark(1, "U1", Marker.KEEP, 47)
    assert len(talk.marks) == 2
    game = table([3, 4, 5], [50, 51])
    for viewer in (0, 1, None):
        assert View.of(game, viewer, talk).talk.marks == talk.marks


@pytest.mark.rule("T8r")
def test_a_marker_goes_when_its_owner_lays_there_or_withdraws_it() -> None:
    talk = Talk().set_mark(Mark(0, "U1", Marker.SMALL, 47)).set_mark(Mark(1, "U1", Marker.KEEP, 47))
    assert talk.after_lay(0, "U1").marks == (Mark(1, "U1", Marker.KEEP, 47),)
    assert talk.after_lay(0, "U2") == talk
    assert talk.after_lay(2, "U1") == talk
    assert talk.without(1, "U1").marks == (Mark(0, "U1", Marker.SMALL, 47),)


@pytest.mark.rule("T8r")
def test_a_marker_speaks_of_the_row_as_it_stood() -> None:
    talk = Talk().set_mark(Mark(0, "U1", Marker.SMALL, 47)).after_lay(1, "U1")
    assert talk.marks[0].top == 47


@pytest.mark.rule("T9r")
def test_a_marker_tells_how_much_it_hurts_and_no_card() -> None:
    # Three words and a public top are all there is: the owner may hold any other hand, and what
    # the others see of it stays the same.
    assert [marker.value for marker in Marker] == ["small", "keep", "keep!"]
    talk = Talk().set_mark(Mark(1, "U1", Marker.KEEP, 47))
    hands = ([48, 49, 50], [46, 60, 70], [2, 3, 4], [37, 98, 99])
    views = [View.of(table([5, 6, 7], hand, U1=47), 0, talk) for hand in hands]
    assert views == [views[0]] * len(hands)


@pytest.mark.rule("T10r")
@pytest.mark.parametrize(
    ("strictness", "markers", "chat"),
    [
        (Strictness.SILENT, "T10r", "T10r"),
        (Strictness.MARKERS, None, "T10r"),
        (Strictness.CHAT, None, None),
        (Strictness.FREE, None, None),
    ],
)
def test_a_table_chooses_how_strict_it_is(
    strictness: Strictness, markers: str | None, chat: str | None
) -> None:
    answers = said(table([3, 4, 5], [50, 51]), strictness)
    assert (answers[Sign.MARKER], answers[Sign.CHAT]) == (markers, chat)


@pytest.mark.rule("T10r")
def test_free_tables_of_gold_police_themselves() -> None:
    game = table([60, 61], [70, 71], U1=50, draw=[], edition="gold").lay(60, "U1")
    answers = said(game, Strictness.FREE)
    assert (answers[Sign.MARKER], answers[Sign.CHAT]) == (None, None)


@pytest.mark.rule("T10r")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_strictness_follows_the_edition_unless_chosen(edition: str) -> None:
    default = Talk.default(Rules.of(edition, 2)).strictness
    assert default == ("markers" if edition == "gold" else "markers+chat")


@pytest.mark.rule("B10r")
def test_the_strongest_wish_starts_and_the_lower_seat_on_a_tie() -> None:
    talk = Talk().with_offer(1, Wish.CAN)
    assert talk.settled(4) == 1
    talk = talk.with_offer(3, Wish.MUST).with_offer(2, Wish.MUST)
    assert talk.settled(4) == 2
    assert talk.with_offer(2, None).settled(4) == 3


@pytest.mark.rule("B10r")
def test_a_wish_may_be_changed_and_without_any_the_first_seat_starts() -> None:
    talk = Talk().with_offer(2, Wish.MUST).with_offer(2, Wish.CAN)
    assert dict(talk.offers) == {2: Wish.CAN}
    assert Talk().settled(3) == 0


def test_what_is_said_may_be_given_by_its_words() -> None:
    mark = Mark(0, "U1", "keep", 47)  # type: ignore[arg-type]
    assert mark.marker is Marker.KEEP
    talk = Talk("markers", (mark,), {1: "must"}, ((0, "stop"),))  # type: ignore[arg-type, dict-item]
    assert talk.strictness is Strictness.MARKERS
    assert talk.offers[1] is Wish.MUST
    assert talk.named[0][1] is Command.STOP
    assert talk == Talk(Strictness.MARKERS, (mark,), {1: Wish.MUST}, ((0, Command.STOP),))


def test_talks_that_differ_in_anything_are_told_apart() -> None:
    mark = Mark(0, "U1", Marker.KEEP, 47)
    talks = [
        Talk(),
        Talk(Strictness.FREE),
        Talk(marks=(mark,)),
        Talk(offers={0: Wish.CAN}),
        Talk(offers={0: Wish.WANT}),
        Talk(named=((0, Command.STOP),)),
        Talk(laying=True),
        Talk(heard=(mark,)),
    ]
    assert len({hash(talk) for talk in talks}) == len(set(talks)) == len(talks)
    assert hash(Talk(offers={0: Wish.CAN, 1: Wish.MUST})) == hash(
        Talk(offers={1: Wish.MUST, 0: Wish.CAN})
    )


@pytest.mark.rule("T8r", "T5r")
def test_a_move_takes_off_its_owners_marker_on_that_row_alone() -> None:
    game = table([3, 4, 5], [50, 51], options=["take_backs"])
    mine, other_row = Mark(0, "U1", Marker.SMALL, None), Mark(0, "D1", Marker.KEEP, None)
    others = Mark(1, "U1", Marker.HARD, None)
    talk = Talk(marks=(mine, other_row, others))
    one = game.lay(3, "U1")
    laid = talk.after_move(game, Lay(3, "U1"), one)
    assert laid.marks == (other_row, others)
    assert laid.laying
    assert laid.after_move(one, BACK, one.back()).laying
    two = one.lay(4, "U1")
    assert not laid.after_move(two, END, two.end()).laying


@pytest.mark.rule("T3")
def test_naming_a_command_lasts_until_a_card_with_it_is_laid() -> None:
    game = table([3, 4, 5], [50, 51, 52], edition="extreme", commands={3: "one_row", 4: "skull"})
    talk = Talk().with_named(1, "skull")
    for name in ("skull", "one_row", "one_row"):
        talk = talk.with_named(0, name)
    one = game.lay(3, "U1")
    after = talk.after_move(game, Lay(3, "U1"), one)
    expected = ((1, "skull"), (0, "skull"), (0, "one_row"))
    assert after.named == tuple((seat, Command(kind)) for seat, kind in expected)
    again = after.without_named(0, Command.ONE_ROW)
    assert again.named == ((1, Command.SKULL), (0, Command.SKULL))
    assert again.without_named(0, Command.ONE_ROW) is again
    nothing = table([3, 4, 5], [50, 51, 52], edition="extreme")
    assert talk.after_move(nothing, Lay(3, "U1"), nothing.lay(3, "U1")).named == talk.named


@pytest.mark.rule("T7r", "T5r")
@pytest.mark.parametrize("laying", [True, False])
def test_what_a_turn_takes_off_may_be_remembered_in_that_turn(laying: bool) -> None:
    earlier, mark = Mark(2, "D1", Marker.HARD, 60), Mark(1, "U2", Marker.KEEP, 40)
    talk = Talk(marks=(mark,), heard=(earlier,), laying=laying)
    rules = Rules.of("extreme", 3)
    quiet = talk.standing(rules, [5, 5, 5], silence=True, draw_size=9)
    assert quiet.marks == ()
    assert quiet.heard == ((earlier, mark) if laying else ())
    assert talk.standing(rules, [5, 5, 5], silence=False, draw_size=9) is talk


@pytest.mark.rule("X4", "T7")
def test_talk_has_ended_under_a_silence_card_and_in_golds_second_phase() -> None:
    silent = table([10, 11], [50, 51], edition="extreme", commands={5: "silence"}, U1=5)
    assert Talk().has_ended(silent)
    assert not Talk().has_ended(table([10, 11], [50, 51], edition="extreme", U1=5))
    empty = table([60, 61], [70, 71], U1=50, draw=[], edition="gold")
    assert Talk(Strictness.MARKERS).has_ended(empty)
    assert not Talk(Strictness.FREE).has_ended(empty)
    assert not Talk(Strictness.MARKERS).has_ended(table([60, 61], [70, 71], edition="gold"))
    assert not Talk().has_ended(table([60, 61], [70, 71], U1=50, draw=[]))


@pytest.mark.rule("T3", "T5", "T6", "T7", "T10r", "X4")
@pytest.mark.parametrize(
    ("edition", "strictness", "sign", "moment", "answer"),
    [
        ("extreme", "free", "chat", {"silence": True}, "silence X4"),
        ("original", "free", "command", {}, "no_commands T3"),
        ("original", "silent", "marker", {}, "silent_table T10r"),
        ("original", "markers", "chat", {}, "markers_only T10r"),
        ("gold", "markers", "chat", {}, "markers_only T6"),
        ("gold", "markers", "marker", {"draw_size": 0}, "quiet_end T7"),
        ("gold", "markers", "marker", {"laying": True}, "quiet_laying T5"),
        ("gold", "free", "marker", {"laying": True}, None),
        ("extreme", "markers+chat", "command", {"laying": True}, None),
    ],
)
def test_a_refusal_to_speak_says_why_and_by_which_rule(
    edition: str, strictness: str, sign: str, moment: dict[str, int], answer: str | None
) -> None:
    given = {"silence": False, "laying": False, "draw_size": 10, **moment}
    talk, rules = Talk(Strictness(strictness)), Rules.of(edition, 2)
    refusal = talk_refusal(rules, talk, sign, **given)  # type: ignore[arg-type]
    assert (refusal and f"{refusal.code} {refusal.rule}") == answer
    if refusal is not None:
        for language in ("en", "de", "fr"):
            assert refusal.text(language)
