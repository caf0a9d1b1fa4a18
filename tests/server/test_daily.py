"""The games of the day: one deal for the whole world, and a table that only one device finds."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from datetime import date, timedelta

import msgspec
import pytest

from ninetyeight.rules import Deal, Rules
from ninetyeight.server.daily import COMPANY, Daily, seconds_left
from ninetyeight.server.par import par_of
from ninetyeight.server.tokens import secret_of_device, table_id_of
from ninetyeight.wire.http import DailyName, Par

DAY = date(2026, 2, 28)


def test_a_day_has_one_deal_for_each_game_and_others_the_day_after() -> None:
    codes = [Daily(name, day).code for name in COMPANY for day in (DAY, DAY + timedelta(days=1))]
    assert len(set(codes)) == len(codes)
    assert [Daily(name, DAY).code for name in COMPANY] == codes[::2]


@pytest.mark.parametrize(
    ("name", "game", "players"), [("alone", "original-1p", 1), ("bots", "original-3p", 3)]
)
def test_the_deal_is_made_from_the_day_and_the_game_alone(
    name: DailyName, game: str, players: int
) -> None:
    digest = hashlib.sha256(f"ninetyeight/daily/2026-02-28/{game}".encode()).digest()
    deal = Deal.of_bits(Rules.of("original", players), int.from_bytes(digest[:10], "big"))
    assert Daily(name, DAY).code == deal.code


def test_a_first_try_begins_at_once_on_a_deal_that_nobody_knew() -> None:
    for name, bots in COMPANY.items():
        _, events = Daily(name, DAY).first_try("0123456789ab", "secret", "Ada")
        dealt = events[-1]
        assert getattr(dealt, "known", None) is False
        assert len(events) == 1 + len(bots) + 2


def test_a_device_has_a_seat_of_its_own_for_each_game() -> None:
    one, other = "a" * 32, "b" * 32
    purposes = [Daily(name, day).purpose for name in COMPANY for day in (DAY, date(2026, 3, 1))]
    secrets = [secret_of_device(device, what) for device in (one, other) for what in purposes]
    assert len(set(secrets)) == len({table_id_of(secret) for secret in secrets}) == 8
    assert secret_of_device(one, purposes[0]) == secrets[0]
    assert not {*secrets} & {one, other}


def test_a_day_is_never_longer_than_a_day() -> None:
    assert 1 <= seconds_left() <= 24 * 60 * 60


@pytest.mark.parametrize("name", ["alone", "bots"])
def test_the_par_is_what_the_bots_make_of_the_deal(name: DailyName) -> None:
    daily = Daily(name, DAY)
    par = par_of(daily)
    assert par == par_of(daily)
    assert par.won == (par.left == 0)
    assert par.winnable is (True if par.won else None)


def test_the_process_tells_what_the_bots_left_before_it_asks_the_solver() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "ninetyeight.server.par", "alone", "2026-11-19"],
        capture_output=True,
        check=True,
        timeout=120,
    ).stdout.splitlines()
    pars = [msgspec.json.decode(line, type=Par) for line in told]
    assert pars[0] == par_of(Daily("alone", date(2026, 11, 19)))
    assert [(par.won, par.left) for par in pars] == [(pars[0].won, pars[0].left)] * len(pars)
    assert len(pars) == 2  # the bots lose this one
