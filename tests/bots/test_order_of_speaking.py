"""T11r: whoever asks bots for their markers asks them in one and the same order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from ninetyeight.bots import make_bot, play_match
from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.episode import Episode
from ninetyeight.envs.settings import EnvSettings
from ninetyeight.rules import Deal, Marker, Move, Rules, Strictness, View, Wish
from ninetyeight.table import Company, Seat, Setup, Started, Table
from tests.bots.positions import random_deal

#: Who was asked, after how many cards, and what stood on the rows then: whose, where, which marker,
#: and the top that it speaks of.
Asked = tuple[int, int, tuple[tuple[int, str, str, int], ...]]


class Listening:
    """Marks the first row that nobody else marks, so that it matters what it has heard."""

    name = "listening"

    def __init__(self, heard: list[Asked]) -> None:
        self._heard = heard
        self._plays = make_bot("planner")

    def move(self, view: View) -> Move:
        return self._plays.move(view)

    def offer(self, view: View) -> Wish | None:
        return None

    def marks(self, view: View) -> Mapping[str, Marker]:
        assert view.viewer is not None
        others = {mark.row for mark in view.talk.marks if mark.seat != view.viewer}
        stands = sorted((m.seat, m.row, m.marker.value, m.top or 0) for m in view.talk.marks)
        laid = len(view.rules.cards) - view.left
        self._heard.append((view.viewer, laid, tuple(stands)))
        free = [row for row in view.rules.edition.row_names if row not in others]
        return dict.fromkeys(free[:1], Marker.SMALL)

    def close(self) -> None:
        pass


def in_a_match(deal: Deal, heard: list[Asked]) -> None:
    team = [Listening(heard) for _ in range(deal.rules.players)]
    play_match(deal, team, starter=1, talk=Strictness.MARKERS)


def at_a_table(deal: Deal, heard: list[Asked]) -> None:
    seats = tuple(Seat(f"Seat {seat}") for seat in range(deal.rules.players))
    table = Table(Setup(deal, seats, Strictness.MARKERS), [Started(1)])
    company = Company({seat: Listening(heard) for seat in range(deal.rules.players)}, seed=1)
    while (event := company.next_event(table.state, table.log)) is not None:
        table.submit(event)
    assert table.over


def in_an_environment(deal: Deal, heard: list[Asked]) -> None:
    settings = EnvSettings(deal.rules, talk="markers")
    episode = Episode(settings, Encoder(deal.rules, markers=True), deal, starter=1)
    team = [Listening(heard) for _ in range(deal.rules.players)]
    while (seat := episode.seat) is not None:
        if episode.speakers:
            episode.show(seat, team[seat].marks(episode.view(seat)))
        else:
            episode.make(team[seat].move(episode.view(seat)))


LAWS = [Rules.of("original", 3), Rules.of("extreme", 4), Rules.of("gold", 5)]


@pytest.mark.rule("T11r", "T7r")
@pytest.mark.parametrize("rules", LAWS, ids=lambda rules: rules.edition.id)
@pytest.mark.parametrize("driver", [at_a_table, in_an_environment])
def test_bots_are_asked_alike_in_an_arena_at_a_table_and_in_an_environment(
    rules: Rules, driver: Callable[[Deal, list[Asked]], None]
) -> None:
    for number in range(3):
        deal = random_deal(rules, Random(number))
        arena: list[Asked] = []
        other: list[Asked] = []
        in_a_match(deal, arena)
        driver(deal, other)
        assert other == arena
        first = [seat for seat, laid, _ in arena if laid == 0]
        assert first == [(1 + after) % rules.players for after in range(rules.players)]
        # Each one sees what was said before it, in this round as well.
        assert [len(stands) for _, laid, stands in arena if laid == 0] == list(range(len(first)))
