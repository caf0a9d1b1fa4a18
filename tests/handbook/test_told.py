"""The rules of exactly one table: only what is in force, with examples that the law confirms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

from ninetyeight.chat import find_number
from ninetyeight.handbook import EntryTold, ExampleTold, RulesTold, in_force
from ninetyeight.handbook import rules_told as told_at
from ninetyeight.handbook.examples import Example, examples
from ninetyeight.handbook.told import example_told
from ninetyeight.locale import LANGUAGES
from ninetyeight.rules import (
    EDITIONS,
    LAW_OPTIONS,
    Lay,
    SetupError,
    Strictness,
    View,
    fits,
    is_legal,
    is_trick,
    parse_move,
    read_game,
    write_game,
)
from ninetyeight.wire.plan import Choices, Plan


def plans() -> Iterator[Plan]:
    """Every edition with every combination of options that change the law, alone and together."""
    for edition in EDITIONS.values():
        for chosen in product((False, True), repeat=len(LAW_OPTIONS)):
            for players, take_backs in ((1, True), (edition.max_players, False)):
                options = Choices(
                    **dict(zip(LAW_OPTIONS, chosen, strict=True)), take_backs=take_backs
                )
                yield Plan(edition=edition.id, players=players, options=options)


PLANS = list(plans())
STRICT_PLANS = [
    Plan(edition=edition, players=3, options=Choices(commands=True), talk=talk.value)
    for edition in EDITIONS
    for talk in Strictness
]


def rules_told(plan: Plan, language: str) -> RulesTold:
    return told_at(plan.rules, plan.strictness, plan.picks_from_fan, language)


def named(plan: Plan) -> str:
    on = [name for name in (*LAW_OPTIONS, "take_backs") if getattr(plan.options, name)]
    return "+".join([plan.edition, f"{plan.players}p", *on, *([plan.talk] if plan.talk else [])])


each_plan = pytest.mark.parametrize("plan", [*PLANS, *STRICT_PLANS], ids=named)
#: Every plan in one language, the languages taking turns; every strictness of talk in all three.
in_turn = pytest.mark.parametrize(
    ("plan", "language"),
    [
        *((plan, LANGUAGES[nth % len(LANGUAGES)]) for nth, plan in enumerate(PLANS)),
        *product(STRICT_PLANS, LANGUAGES),
    ],
    ids=lambda value: named(value) if isinstance(value, Plan) else value,
)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def all_examples(plan: Plan) -> list[Example]:
    return list(examples(plan.rules, plan.strictness, fan=plan.picks_from_fan))


def entries(told: RulesTold) -> list[EntryTold]:
    return [entry for section in told.sections for entry in section.entries]


def told_examples(told: RulesTold, number: str) -> list[ExampleTold]:
    return next(entry.examples for entry in entries(told) if entry.number == number)


def numbers(told: RulesTold) -> list[str]:
    return [entry.number for entry in entries(told)]


@each_plan
def test_every_position_is_a_whole_game_of_this_table(plan: Plan) -> None:
    for example in all_examples(plan):
        line = write_game(example.game)
        assert read_game(line) == example.game, example.name


@each_plan
def test_every_answer_is_what_the_law_does_with_the_move(plan: Plan) -> None:
    """Held against `is_legal`, the law's second opinion, and against playing the move."""
    tried = 0
    for example in all_examples(plan):
        game = example.game
        for answer in example_told(example, "en").answers:
            if answer.does not in ("lay", "end", "back"):
                continue
            tried += 1
            move = parse_move(answer.move)
            assert is_legal(game, move) is (answer.verdict != "refused"), (example.name, move)
            if answer.verdict == "refused":
                assert answer.code is not None
                assert answer.rule is not None
                continue
            after = game.apply(move)
            if answer.verdict == "dead_end":
                assert plan.options.take_backs
                continue
            lost = after.outcome is not None and not after.outcome.won
            assert lost is (answer.verdict == "loses"), (example.name, move)
            won = after.outcome is not None and after.outcome.won
            assert won is (answer.verdict == "wins"), (example.name, move)
            if after.outcome is None:
                passed = not after.laid and answer.does != "back"
                assert passed is (answer.verdict == "ends"), (example.name, move)
                assert answer.drawn == len(game.draw) - len(after.draw)
            if isinstance(move, Lay):
                place = game.rules.edition.row_index[move.row]
                top, up = game.tops[place], game.rules.ups[place]
                assert answer.trick is is_trick(top, move.card, up, game.rules.edition.step)
                begin = game.rules.edition.rows[place].shows[0] if top is None else top
                ahead = (move.card - begin) * (1 if up else -1)
                assert answer.step == ahead
    assert tried > 15


@in_turn
def test_signs_and_words_are_answered_as_at_this_table(plan: Plan, language: str) -> None:
    for example in all_examples(plan):
        view = View.of(example.game, None, example.talk)
        told = example_told(example, language).answers
        signs = [a for a in told if a.does in ("marker", "chat", "command")]
        for sign, answer in zip(example.signs, signs, strict=True):
            assert (view.talk_refusal(sign) is None) is (answer.verdict == "fine")
        for answer in (a for a in told if a.does == "say"):
            if answer.verdict == "fine":
                assert example.rule == "T2"
                assert find_number(answer.move, language) is None
            elif answer.code == "chat.number":
                assert find_number(answer.move, language) is not None


@in_turn
def test_only_rules_in_force_are_told(plan: Plan, language: str) -> None:
    told = rules_told(plan, language)
    assert told.language == language
    assert numbers(told) == list(in_force(plan.rules, plan.strictness))


@in_turn
def test_no_placeholder_is_left_open_and_the_same_plan_tells_the_same(
    plan: Plan, language: str
) -> None:
    told = rules_told(plan, language)
    for entry in entries(told):
        for example in entry.examples:
            assert not re.search(r"[{}]", example.caption)
            assert all(answer.text and "{" not in answer.text for answer in example.answers)
    heard = numbers(told)
    again = [example_told(e, language) for e in all_examples(plan) if e.rule in heard]
    shown = [example for entry in entries(told) for example in entry.examples]
    assert sorted(map(msgspec.json.encode, again)) == sorted(map(msgspec.json.encode, shown))


@pytest.mark.parametrize("plan", PLANS, ids=named)
def test_the_examples_say_what_they_are_there_for(plan: Plan) -> None:
    """Each example shows the answers that its rule is about."""
    told = rules_told(plan, "en")
    stuck = "dead_end" if plan.options.take_backs else "loses"
    wanted = {
        "lay_up": ["fine", "fine", "refused"],
        "lay_down": ["fine", "fine", "refused"],
        "empty": ["fine", "fine"],
        "trick_up": ["fine", "refused"],
        "trick_down": ["fine", "refused"],
        "trick_after": ["fine"],
        "short": ["refused", "fine"],
        "enough": ["ends"],
        "last": ["ends"],
        "won": ["wins"],
        "careless": ["fine", stuck],
        "take_back": ["fine" if plan.options.take_backs else "refused"],
        "fan": ["fine", "refused"],
        "stop": ["ends"],
        "skull": ["refused", "fine"],
        "broken": ["loses"],
        "three": ["refused", "ends"],
        "fourth": ["loses"],
        "silence": ["refused", "refused", "refused"],
        "no_back": ["refused", "fine"],
        "one_row": ["refused", "fine"],
        "own_row": ["refused", "fine"],
        "draw_one": ["ends"],
        "due": ["refused", "fine"],
        "fresh": ["ends"],
        "number": ["refused", "refused"],
        "speak": ["fine", "fine"],
        "laying": ["refused"],
        "phase_1": ["fine", "refused"],
        "phase_2": ["refused", "refused"],
    }
    for entry in entries(told):
        for example in entry.examples:
            if example.name in wanted:
                verdicts = [answer.verdict for answer in example.answers]
                assert verdicts == wanted[example.name], (entry.number, example.name)
            assert (example.lost is not None) is (example.name == "stuck")


@pytest.mark.parametrize("plan", PLANS, ids=named)
def test_every_rule_that_needs_one_has_an_example(plan: Plan) -> None:
    told, rules = rules_told(plan, "de"), plan.rules
    shown = {entry.number for entry in entries(told) if entry.examples}
    wanted = {"B3", "B4", "B6", "B7", "B8", "B8r", "B11", "B12r", "T8r"}
    wanted |= {"V1"} if rules.options.expert else {"B5"}
    wanted |= {"V2"} if rules.options.short_hand else set()
    wanted |= {"B2"} if plan.picks_from_fan else set()
    wanted |= {"T5", "T6", "T7"} if rules.edition.quiet else {"T1", "T2"}
    if rules.has_commands:
        wanted |= {f"X{nth}" for nth in range(1, 8)} | {"X8r"}
    wanted |= {"F1", "F2", "F3r"} if rules.fires else set()
    assert wanted <= shown


@pytest.mark.parametrize("plan", PLANS, ids=named)
def test_captions_hold_in_the_position_they_describe(plan: Plan) -> None:
    shown = {example.name: example for example in all_examples(plan)}
    # "No card of this hand fits", on any row.
    stuck = shown["stuck"].game
    step = stuck.rules.edition.step
    for card, (top, up) in product(
        shown["stuck"].hand, zip(stuck.tops, stuck.rules.ups, strict=True)
    ):
        assert not fits(top, card, up, step)
    assert shown["stuck"].hand == stuck.hands[0]
    # "Only these cards fit anywhere, all on one row".
    careless = shown["careless"]
    lays = [move for move in careless.game.legal if isinstance(move, Lay)]
    assert {lay.card for lay in lays} == set(careless.hand)
    assert len({lay.row for lay in lays}) == 1
    # "The draw pile is empty", "a single card is left", "as demanded".
    assert not shown["last"].game.draw
    assert len(shown["last"].game.laid) == 1
    assert shown["won"].game.left == 1
    assert len(shown["enough"].game.laid) == shown["enough"].game.minimum
    assert len(shown["short"].game.laid) == shown["short"].game.minimum - 1
    # "Enough cards have been laid": only the duty itself is open.
    for name in ("skull", "due"):
        if name in shown:
            assert shown[name].game.turn.owed == 0


def test_the_backwards_trick_is_shown_in_both_directions() -> None:
    told = rules_told(Plan(edition="gold", players=2), "en")
    up, down, after = told_examples(told, "B4")
    assert (up.rows[0].up, down.rows[0].up) == (True, False)
    for example, back in ((up, -10), (down, 10)):
        top = example.rows[0].cards[-1].card
        trick = example.answers[0]
        assert trick.card is not None
        assert trick.card.card == top + back == example.rows[0].trick
        assert trick.trick
        assert trick.step == -10
    assert after.answers[0].step == 1


def test_commands_are_drawn_on_their_cards() -> None:
    told = rules_told(Plan(edition="extreme", players=4), "en")
    for entry in entries(told):
        if entry.command is not None:
            seen = {card.command for x in entry.examples for row in x.rows for card in row.cards}
            seen |= {a.card.command for x in entry.examples for a in x.answers if a.card}
            assert entry.command in seen, entry.number


def test_a_fire_is_due_in_the_turn_after_the_one_it_was_laid_in() -> None:
    told = rules_told(Plan(players=2, options=Choices(fire=True)), "en")
    (due,), (fresh,) = told_examples(told, "F2"), told_examples(told, "F3r")
    assert due.rows[0].burning
    assert due.rows[0].cards[-1].fire
    assert not fresh.rows[0].burning
    (burning,) = told_examples(told, "F1")
    assert [card.card for card in burning.hand] == [22, 33, 44, 55, 66, 77]


def test_rows_are_drawn_as_this_table_shows_them() -> None:
    shut = rules_told(Plan(), "en")
    opened = rules_told(Plan(options=Choices(open_rows=True)), "en")
    (hidden,), (seen,) = told_examples(shut, "B11"), told_examples(opened, "B11")
    assert [len(x.rows[0].cards) for x in (hidden, seen)] == [1, 3]
    assert hidden.rows[0].count == seen.rows[0].count == 3


@each_language
def test_what_may_be_said_here_stands_above_the_rules_of_talk(language: str) -> None:
    intros = set()
    for talk in Strictness:
        told = rules_told(Plan(players=2, talk=talk.value), language)
        (section,) = [section for section in told.sections if section.id == "T"]
        intros.add(section.intro[0])
    assert len(intros) == len(Strictness)


def test_a_silent_table_has_no_markers_and_no_words() -> None:
    told = rules_told(Plan(edition="extreme", players=2, talk="silent"), "en")
    assert not {"T2", "T3", "T8r", "T9r"} & set(numbers(told))
    assert {"T1", "T4", "T10r"} <= set(numbers(told))
    shown = [example for entry in entries(told) for example in entry.examples]
    assert shown
    assert not [a for x in shown for a in x.answers if a.does in ("marker", "chat", "command")]
    assert told_examples(told, "X4") == []


def test_at_a_table_of_markers_nothing_is_said_in_words() -> None:
    assert {"T2"} & set(numbers(rules_told(Plan(players=2), "en")))
    told = rules_told(Plan(players=2, talk="markers"), "en")
    assert "T2" not in numbers(told)
    assert "T8r" in numbers(told)


def test_quiet_phases_are_told_only_where_they_are_kept() -> None:
    quiet = {"T5", "T6", "T7"}
    assert quiet <= set(numbers(rules_told(Plan(edition="gold", players=2), "fr")))
    assert not quiet & set(numbers(rules_told(Plan(edition="gold", players=2, talk="free"), "fr")))
    assert not quiet & set(numbers(rules_told(Plan(players=2, talk="markers"), "fr")))


def test_the_fan_is_shown_only_where_hands_are_picked_from_it() -> None:
    names = {x.name for x in told_examples(rules_told(Plan(edition="gold", players=2), "en"), "B2")}
    assert names == {"fan"}
    dealt = rules_told(Plan(edition="gold", players=2, fan=False), "en")
    assert told_examples(dealt, "B2") == []


def test_a_plan_that_does_not_fit_is_refused() -> None:
    with pytest.raises(SetupError):
        rules_told(Plan(players=9), "en")


def test_it_travels_as_json() -> None:
    told = rules_told(Plan(edition="extreme", players=2), "de")
    assert msgspec.json.decode(msgspec.json.encode(told), type=RulesTold) == told
