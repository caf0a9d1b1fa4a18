"""Which rules are in force: those that the law goes by at the table, and no others."""

from __future__ import annotations

from itertools import product

import pytest

from ninetyeight.handbook import in_force, is_ruling, rule_numbers
from ninetyeight.handbook.examples import Scene
from ninetyeight.rules import EDITIONS, Game, Rules, Sign, Strictness, Talk, View
from ninetyeight.rules.editions import TINY

each_table = pytest.mark.parametrize(
    ("edition", "strictness", "commands"),
    [*product([*EDITIONS, TINY.id], Strictness, (False, True))],
)


def moments(rules: Rules, strictness: Strictness) -> tuple[Game, Game, Game]:
    """A turn that nothing was laid in, one that is being laid, one without a draw pile."""
    scene = Scene(rules, Talk(strictness))
    row = scene.row(True)
    start = scene.position({row: scene.spot(0.3)})
    laying = start.lay(max(start.hands[0]), row)
    late = scene.last_cards([[scene.edge + 4], *([] for _ in range(rules.players - 1))])
    return start, laying, late


@each_table
@pytest.mark.rule("T1", "T2", "T3", "T5", "T6", "T7", "T8r", "T9r", "T10r")
def test_a_rule_of_talk_is_listed_exactly_where_a_view_answers_by_it(
    edition: str, strictness: Strictness, commands: bool
) -> None:
    rules = Rules.of(edition, 2, commands=commands)
    answers: dict[tuple[str, Sign], str | None] = {}
    for when, game in zip(("start", "laying", "late"), moments(rules, strictness), strict=True):
        for sign in Sign:
            refusal = View.of(game, None, Talk(strictness)).talk_refusal(sign)
            answers[when, sign] = None if refusal is None else refusal.rule
    listed = in_force(rules, strictness)
    named = set(answers.values())
    for quiet in ("T5", "T6", "T7"):
        assert (quiet in listed) is (quiet in named)
    chatting = {when for (when, sign), rule in answers.items() if sign is Sign.CHAT and not rule}
    assert ("T2" in listed) is (chatting == {"start", "laying", "late"})
    assert ("T3" in listed) is (answers["start", Sign.COMMAND] is None)
    for markers in ("T8r", "T9r"):
        assert (markers in listed) is (answers["start", Sign.MARKER] is None)
    assert {"T1", "T10r"} <= set(listed)
    assert ("T4" in listed) is rules.has_commands


def test_a_table_has_the_editions_own_strictness_unless_it_says_otherwise() -> None:
    for edition in EDITIONS.values():
        rules = Rules.of(edition, 2)
        assert in_force(rules) == in_force(rules, Talk.default(rules).strictness)


def test_whatever_is_said_goes_in_a_quiet_edition_that_is_played_freely() -> None:
    assert set(in_force(Rules.of("gold", 3), Strictness.FREE)) == set(
        in_force(Rules.of("original", 3), Strictness.FREE)
    )


def test_the_order_is_that_of_the_rulebook() -> None:
    rules = Rules.of("gold", 3, expert=True, short_hand=True, fire=True, commands=True)
    listed = in_force(rules)
    assert list(listed) == [number for number in rule_numbers() if number in listed]
    assert any(map(is_ruling, listed))


@pytest.mark.parametrize(
    ("number", "there", "not_there"),
    [
        ("B9r", [("extreme", "markers"), ("original+fire", "free")], [("original", "free")]),
        ("T1r", [("original", "markers+chat"), ("gold", "free")], [("original", "markers")]),
        (
            "T4r",
            [("extreme", "markers+chat")],
            [("original", "markers+chat"), ("extreme", "silent")],
        ),
        ("T5r", [("gold", "markers")], [("gold", "free"), ("original", "markers")]),
        (
            "T7r",
            [("gold", "markers"), ("extreme", "free")],
            [("original", "markers"), ("extreme", "silent"), ("gold", "free")],
        ),
        ("T11r", [("original", "markers")], [("original", "silent"), ("gold", "silent")]),
    ],
)
def test_rulings_have_their_place_at_some_tables_only(
    monkeypatch: pytest.MonkeyPatch,
    number: str,
    there: list[tuple[str, str]],
    not_there: list[tuple[str, str]],
) -> None:
    """Asked as if the catalogue had the rule, whether it has a text for it or not."""
    known = "ninetyeight.handbook.numbered.rule_numbers"
    monkeypatch.setattr(known, lambda: ("B1", number))

    def listed(table: tuple[str, str]) -> tuple[str, ...]:
        edition, _, fire = table[0].partition("+")
        return in_force(Rules.of(edition, 2, fire=bool(fire)), Strictness(table[1]))

    assert [listed(table) for table in there] == [("B1", number)] * len(there)
    assert [listed(table) for table in not_there] == [("B1",)] * len(not_there)


def test_a_number_without_a_text_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninetyeight.handbook.numbered.rule_numbers", lambda: ("B1", "T2"))
    assert in_force(Rules.of("extreme", 2)) == ("B1", "T2")
