"""A plan becomes the law's own rules, or is refused with the law's own words."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetyeight.rules import EDITIONS, Deal, GameError, Strictness
from ninetyeight.server.names import tidy
from ninetyeight.table import NAME_LENGTH, Seat
from ninetyeight.wire.plan import Choices, Plan

plans = st.builds(
    Plan,
    edition=st.sampled_from(list(EDITIONS)),
    players=st.integers(1, 5),
    options=st.builds(Choices, *[st.booleans()] * 5, st.none() | st.booleans()),
    talk=st.sampled_from([None, "silent", "markers", "markers+chat", "free"]),
    fan=st.none() | st.booleans(),
    watchers=st.booleans(),
)


@given(plans)
def test_a_plan_survives_the_wire_and_gives_the_rules_it_names(plan: Plan) -> None:
    assert msgspec.json.decode(msgspec.json.encode(plan), type=Plan) == plan
    rules = plan.rules
    assert (rules.edition.id, rules.players) == (plan.edition, plan.players)
    for name in Choices.__struct_fields__:
        assert getattr(rules.options, name) == getattr(plan.options, name)
    plan.check()


@given(plans, st.integers(0, 2**80 - 1))
def test_a_deal_of_the_same_game_fits_and_gives_its_cards(plan: Plan, bits: int) -> None:
    code = Deal.of_bits(plan.rules, bits).code
    chosen = msgspec.structs.replace(plan, deal=code).chosen_deal()
    assert chosen is not None
    assert chosen.code == code
    assert chosen.deck == Deal.of_bits(plan.rules, bits).deck
    assert chosen.rules.options.take_backs == plan.options.take_backs
    assert chosen.rules.open_rows == plan.rules.open_rows


@given(plans, plans)
def test_a_deal_of_another_game_is_refused(plan: Plan, other: Plan) -> None:
    def of_the_deal(p: Plan) -> tuple[object, ...]:
        o = p.options
        return (p.edition, p.players, o.expert, o.short_hand, o.fire, p.rules.has_commands)

    code = Deal.of_bits(other.rules, 1).code
    asked = msgspec.structs.replace(plan, deal=code)
    if of_the_deal(plan) == of_the_deal(other):
        asked.check()
    else:
        with pytest.raises(GameError) as refused:
            asked.check()
        assert refused.value.message_code == "errors.deal_of_another_game"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(edition="tiny"), "errors.unknown_edition"),
        (Plan(edition="chess"), "errors.unknown_edition"),
        (Plan(players=6), "errors.impossible_seats"),
        (Plan(edition="gold", players=7), "errors.impossible_seats"),
        (Plan(deal="nonsense"), "errors.not_a_deal_code"),
    ],
)
def test_what_does_not_fit_is_told_by_the_law(plan: Plan, code: str) -> None:
    with pytest.raises(GameError) as refused:
        plan.check()
    assert refused.value.message_code == code


def test_what_is_not_chosen_is_as_the_edition_has_it() -> None:
    assert Plan(edition="gold").strictness is Strictness.MARKERS
    assert Plan(edition="original").strictness is Strictness.CHAT
    assert Plan(edition="gold").picks_from_fan
    assert not Plan(edition="gold", fan=False).picks_from_fan
    assert Plan(edition="original", fan=True).picks_from_fan


@given(st.text(max_size=200))
def test_a_tidy_name_can_be_shown_and_stays_as_it_is(name: str) -> None:
    kept = tidy(name)
    assert len(kept) <= NAME_LENGTH
    assert kept.isprintable()
    assert tidy(kept) == kept.rstrip()
    if kept:
        Seat(kept)


def test_a_name_keeps_its_letters_and_loses_what_only_confuses() -> None:
    assert tidy("  Zoë\t\n Müller ") == "Zoë Müller"
    assert tidy("Zoe\u0308") == "Zoë"
    assert tidy("a\u202eb\u200bc") == "a b c"
    assert tidy("\u2028\u0000\u0007") == ""
