"""The players inside the kernel are the bots of the same name, move by move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ninetyeight.bots import make_bot, play_match
from ninetyeight.bots.kernel import COMPILED, play_many, team_of
from ninetyeight.bots.kernel.team import Team
from ninetyeight.bots.weights import weights_for
from ninetyeight.rules import EDITIONS, LAW_OPTIONS, TINY, Deal, Edition, Options, Rules, Strictness
from tests.laws import (
    DISTINCT_LAWS,
    EVERY_EDITION,
    LAW_IDS,
    distinct_rules,
    every_law,
    rules_id,
)

#: Whole games of bots are slow in the reference engine: so many for each number of players.
GAMES = {"greedy": 4, "planner": 1}


def deals_of(rules: Rules, games: int) -> list[Deal]:
    return [Deal.of_bits(rules, 1_000 * games + number) for number in range(games)]


def assert_same_games(
    rules: Rules, policy: str, games: int, talk: Strictness = Strictness.SILENT
) -> None:
    deals = deals_of(rules, games)
    results = Team(rules, policy, talk).play_deals(deals)
    for at, deal in enumerate(deals):
        team = [make_bot(policy, seed) for seed in range(rules.players)]
        match = play_match(deal, team, talk=talk)
        assert results.moves_of(at) == list(match.moves), f"{rules} {deal.code}"
        assert results.outcome(at) == match.outcome
        assert results.starters[at] == match.starter
        assert results.draw_piles[at] == match.draw
        assert results.markers[at] == match.markers


@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_greedy_plays_as_the_bot_does(edition: Edition, options: Options) -> None:
    for players in range(1, edition.max_players + 1):
        assert_same_games(Rules(edition, options, players), "greedy", GAMES["greedy"])


@pytest.mark.parametrize("rules", tuple(distinct_rules()), ids=rules_id)
def test_the_planner_plays_as_the_bot_does(rules: Rules) -> None:
    """One number of players for each law, all of them by turns: the bot takes half a second."""
    assert_same_games(rules, "planner", 2 * GAMES["planner"])


@pytest.mark.parametrize("talk", [Strictness.SILENT, Strictness.MARKERS])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_games_that_are_won_end_as_the_bots_end_them(players: int, talk: Strictness) -> None:
    """The last card of all often fits on either row of the small edition."""
    rules = Rules(TINY, players=players)
    assert_same_games(rules, "planner", 100, talk)
    assert Team(rules, "planner", talk).play_deals(deals_of(rules, 100)).won.sum() > 40


@pytest.mark.parametrize("policy", COMPILED)
@pytest.mark.parametrize(("edition", "options"), DISTINCT_LAWS, ids=LAW_IDS)
def test_they_set_and_heed_markers_as_the_bots_do(
    edition: Edition, options: Options, policy: str
) -> None:
    players = 2 if options.expert else edition.max_players
    assert_same_games(Rules(edition, options, players), policy, 1, Strictness.MARKERS)


def test_alone_nobody_shows_anything() -> None:
    for policy in COMPILED:
        for fire in (False, True):
            rules = Rules.of("original", players=1, fire=fire)
            assert_same_games(rules, policy, 1, Strictness.MARKERS)
            shown = Team(rules, policy, Strictness.MARKERS).play_deals(deals_of(rules, 20)).markers
            assert shown.max() == 0


@pytest.mark.parametrize("policy", COMPILED)
@pytest.mark.parametrize("names", ["D1 U1", "U1 D1 U2", "D1 U1 U2", "U1 D1 U2 D2"])
def test_rows_may_stand_in_any_order(names: str, policy: str) -> None:
    rows = {row.name: row for row in EDITIONS["original"].rows}
    chosen = tuple(rows[name] for name in names.split())
    mixed = replace(EDITIONS["original"], id="mixed", rows=chosen, high=60)
    for players in (1, 3):
        assert_same_games(Rules(mixed, players=players), policy, GAMES[policy])


def test_terms_too_heavy_to_weigh_are_refused() -> None:
    rules = Rules.of("original", players=3)
    weights = weights_for(rules, markers=False)
    heavy = replace(weights, late=weights.late._replace(out0=1 << 40))
    with pytest.raises(ValueError, match="no room for terms"):
        Team(rules, "planner", weights=heavy).play(1, 7)


def test_other_weights_play_otherwise() -> None:
    rules = Rules.of("original", players=3)
    weights = weights_for(rules, markers=False)
    changed = replace(weights, late=weights.late._replace(hand3=9_000))
    usual = Team(rules, "planner", weights=weights).play(50, 7)
    assert usual.left.tolist() == play_many(rules, "planner", 50, 7).left.tolist()
    assert usual.left.tolist() != Team(rules, "planner", weights=changed).play(50, 7).left.tolist()


def test_hands_too_long_to_plan_are_refused() -> None:
    wide = replace(EDITIONS["original"], id="wide", hands=(9, 9, 9))
    assert team_of(Rules(wide, players=3), "planner") is None
    with pytest.raises(ValueError, match="no planner"):
        Team(Rules(wide, players=3), "planner")


def test_more_than_two_rows_of_a_kind_are_refused() -> None:
    original = EDITIONS["original"]
    rows = tuple(replace(row, up=row.up or row.name == "D1") for row in original.rows)
    lopsided = replace(original, id="lopsided", rows=rows)
    assert team_of(Rules(lopsided, players=3), "planner") is None
    assert team_of(Rules(lopsided, players=3), "greedy") is not None


@pytest.mark.parametrize("talk", [Strictness.CHAT, Strictness.FREE])
@pytest.mark.parametrize("policy", COMPILED)
def test_talk_that_the_kernel_does_not_have_is_refused(policy: str, talk: Strictness) -> None:
    rules = Rules.of("original", 3)
    assert team_of(rules, policy, talk) is None
    with pytest.raises(ValueError, match="kernel"):
        Team(rules, policy, talk)


@pytest.mark.soak
@pytest.mark.parametrize("policy", COMPILED)
@pytest.mark.parametrize("edition", EVERY_EDITION, ids=lambda e: e.id)
def test_many_games_of_each_player_are_the_bots_games(edition: Edition, policy: str) -> None:
    for options in every_law():
        for players in range(1, edition.max_players + 1):
            rules = Rules(edition, options, players)
            assert_same_games(rules, policy, 10 * GAMES[policy])
            assert_same_games(rules, policy, 5, Strictness.MARKERS)


@pytest.mark.parametrize("policy", COMPILED)
def test_games_do_not_depend_on_the_batch_they_are_played_in(policy: str) -> None:
    rules = Rules.of("gold", 6, **dict.fromkeys(LAW_OPTIONS, True))
    played = Team(rules, policy)
    together = played.play(40, 5, keep_moves=True)
    for first, games in ((0, 1), (1, 7), (8, 32)):
        apart = played.play(games, 5, first=first, keep_moves=True)
        assert apart.moves is not None
        assert together.moves is not None
        assert (apart.table == together.table[first : first + games]).all()
        assert (apart.moves == together.moves[first : first + games]).all()


def test_other_seeds_deal_other_games() -> None:
    rules = Rules.of("original", 3)
    one, other = (play_many(rules, "greedy", 50, seed=seed).left.tolist() for seed in (1, 2))
    assert one != other


@pytest.mark.parametrize(
    ("policy", "starter", "seed"), [("champion", None, 1), ("greedy", 3, 1), ("greedy", None, -1)]
)
def test_what_cannot_be_played_is_said(policy: str, starter: int | None, seed: int) -> None:
    with pytest.raises(ValueError, match=r"kernel|seat|zero"):
        play_many(Rules.of("original", 3), policy, 1, seed, starter=starter)
