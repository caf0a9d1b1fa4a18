"""Limits: a burst, then a steady rate; addresses are counted apart; memory stays bounded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetyeight.server.limits import Buckets, Limits, Seating, TokenBucket, address_key
from ninetyeight.server.settings import Settings


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_then_it_takes_time() -> None:
    clock = Clock()
    bucket = TokenBucket(2.0, 5, clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now += 0.49
    assert not bucket.take()
    clock.now += 0.01
    assert bucket.take()
    assert not bucket.take()


def test_what_is_refused_costs_nothing() -> None:
    clock = Clock()
    bucket = TokenBucket(1.0, 1, clock)
    assert bucket.take()
    for _ in range(100):
        assert not bucket.take()
    clock.now += 1
    assert bucket.take()


def test_one_is_told_how_long_to_wait() -> None:
    clock = Clock()
    bucket = TokenBucket(0.5, 2, clock)
    assert bucket.wait() == 0
    bucket.take()
    bucket.take()
    assert bucket.wait() == pytest.approx(2.0)
    clock.now += 2.0
    assert bucket.wait() == pytest.approx(0)
    assert bucket.take()


def test_a_rate_of_nothing_does_not_limit() -> None:
    bucket = TokenBucket(0, 1, Clock())
    assert all(bucket.take() for _ in range(1000))
    assert all(Buckets(0, 1).take("a") for _ in range(1000))


@given(
    rate=st.floats(0.1, 50),
    burst=st.integers(1, 50),
    steps=st.lists(st.floats(0, 3), max_size=80),
)
def test_nobody_ever_gets_more_than_burst_and_rate(
    rate: float, burst: int, steps: list[float]
) -> None:
    clock = Clock()
    bucket = TokenBucket(rate, burst, clock)
    taken = []
    for step in steps:
        clock.now += step
        for _ in range(3):
            if bucket.take():
                taken.append(clock.now)
    for i, start in enumerate(taken):
        for j, end in enumerate(taken[i:], i):
            assert j - i + 1 <= burst + rate * (end - start) + 1e-3


def test_one_address_does_not_use_up_anothers_share() -> None:
    buckets = Buckets(1.0, 2, clock=Clock())
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    assert buckets.wait("a") > 0
    assert buckets.wait("never heard of") == 0


def test_addresses_that_went_quiet_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(1.0, 2, clock=clock)
    for n in range(100):
        buckets.take(f"a{n}")
    clock.now += 10
    for n in range(60):
        buckets.take(f"b{n}")
    assert len(buckets) == 60


def test_a_flood_of_addresses_does_not_fill_the_memory() -> None:
    buckets = Buckets(1.0, 1, most=50, clock=Clock())
    for n in range(5_000):
        assert buckets.take(f"a{n}")
    assert len(buckets) == 50
    # Whoever was heard of lately is still known.
    assert not buckets.take("a4999")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::1", "::2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", None, True),
    ],
)
def test_what_counts_as_one_address(one: str, other: str | None, same: bool) -> None:
    assert (address_key(one) == address_key(other)) is same


def test_connections_are_counted_in_and_out() -> None:
    seating = Seating(most=3, per_address=2)
    assert [seating.enter("a") for _ in range(3)] == [True, True, False]
    assert seating.enter("b")
    assert not seating.enter("c")
    seating.leave("a")
    assert seating.enter("c")
    assert seating.total == 3
    for address in ("a", "b", "c"):
        seating.leave(address)
    assert seating.total == 0


def test_settings_say_how_much() -> None:
    clock = Clock()
    limits = Limits(
        Settings(database="x", messages_per_second=1, message_burst=3, requests_per_minute=2),
        clock,
    )
    first, second = limits.messages(), limits.messages()
    assert [first.take() for _ in range(4)] == [True, True, True, False]
    assert second.take()
    assert [limits.seats.take("table/0") for _ in range(4)] == [True, True, True, False]
    assert limits.seats.take("table/1")
    assert [limits.requests.take("a") for _ in range(3)] == [True, True, False]
    clock.now += 30
    assert limits.requests.take("a")
