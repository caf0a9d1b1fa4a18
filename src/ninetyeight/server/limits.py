"""How much one may ask for: token buckets per connection, seat and address, in bounded memory.

A bucket holds ``burst`` tokens and gains ``rate`` of them a second; whoever takes one that is not
there is turned away. It is kept as one number, the moment at which it would be full again, which
makes a bucket that is full and one that was never used the same thing: it can be forgotten.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from ninetyeight.server.settings import Settings

Clock = Callable[[], float]

#: Addresses that are remembered at once. Beyond it the one unheard of longest is forgotten.
ADDRESSES = 20_000
#: Messages beyond the limit that are refused kindly before the connection is ended, and the code
#: it is ended with.
STRIKES = 20
CLOSE_TOO_MANY = 4029
#: Requests beyond the limit that an address is refused at once; after that it is kept waiting.
REFUSED_AT_ONCE = 100
#: Connections beside the WebSockets: pages being loaded, probes. All in all, and of one address.
SPARE = 1_000
SPARE_OF_ONE = 50


def address_key(client: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 that an IPv6 customer is given.

    >>> address_key("2001:db8:1:2:3:4:5:6"), address_key("::ffff:192.0.2.7"), address_key(None)
    ('2001:db8:1:2::/64', '192.0.2.7', '?')
    """
    try:
        address = ipaddress.ip_address((client or "").partition("%")[0])
    except ValueError:
        return "?"  # a Unix socket, or a proxy that told nonsense: all of them share one bucket
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class TokenBucket:
    """``burst`` at once, then ``rate`` a second; a rate of 0 does not limit."""

    __slots__ = ("_burst", "_clock", "_full_at", "_rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._burst = max(burst, 1.0)
        self._clock = clock
        self._full_at = 0.0

    def take(self) -> bool:
        """Take one token; False when there is none, and then nothing has changed."""
        if not self._rate:
            return True
        now = self._clock()
        full_at = max(self._full_at, now) + 1 / self._rate
        if full_at - now > self._burst / self._rate + 1e-9:
            return False
        self._full_at = full_at
        return True

    def wait(self) -> float:
        """Seconds until the next token."""
        if not self._rate:
            return 0.0
        missing = self._full_at + 1 / self._rate - self._clock() - self._burst / self._rate
        return max(0.0, missing)

    @property
    def full(self) -> bool:
        """True when it is as if it had never been used."""
        return self._full_at <= self._clock()


class Buckets:
    """One bucket for every key, made when a key is first heard of and forgotten when full.

    There are never more than ``most``. When a new key finds no room, keys that have been quiet
    long enough are forgotten first, then whichever was heard of longest ago.
    """

    def __init__(
        self, rate: float, burst: float, *, most: int = ADDRESSES, clock: Clock = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Take a token of ``key``; False when it has none."""
        if not self._rate:
            return True
        return self.of(key).take()

    def wait(self, key: str) -> float:
        """Seconds until ``key`` has a token."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait()

    def of(self, key: str) -> TokenBucket:
        """The bucket of ``key``."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._make_room()
            bucket = TokenBucket(self._rate, self._burst, self._clock)
            self._buckets[key] = bucket
        else:
            self._buckets.move_to_end(key)
        return bucket

    def _make_room(self) -> None:
        # The front was unheard of longest; two looks per arrival keep up with any arrivals.
        for _ in range(2):
            if self._buckets and next(iter(self._buckets.values())).full:
                self._buckets.popitem(last=False)
        while len(self._buckets) >= self._most:
            self._buckets.popitem(last=False)


class Seating:
    """How many connections there are, all in all and from each address."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._by_address: dict[str, int] = {}
        self.total = 0

    def enter(self, address: str | None) -> bool:
        """Count a connection in; False when there is no room, and then it is not counted.

        One of no address counts all in all only.
        """
        if self._most and self.total >= self._most:
            return False
        if address is not None:
            here = self._by_address.get(address, 0)
            if self._per_address and here >= self._per_address:
                return False
            self._by_address[address] = here + 1
        self.total += 1
        return True

    def leave(self, address: str | None) -> None:
        """Count out a connection that was counted in."""
        if address is not None:
            here = self._by_address.pop(address) - 1
            if here:
                self._by_address[address] = here
        self.total -= 1


class Limits:
    """Every limit of a server, shared by all its connections."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        #: HTTP requests and WebSocket handshakes, by address.
        self.requests = Buckets(
            settings.requests_per_minute / 60, settings.requests_per_minute, clock=clock
        )
        #: Requests that were refused, by address.
        self.refused = Buckets(settings.requests_per_minute / 60, REFUSED_AT_ONCE, clock=clock)
        #: Tables set up, by address.
        self.new_tables = Buckets(
            settings.new_tables_per_hour / 3600, settings.new_tables_per_hour, clock=clock
        )
        #: Spoken codes tried, by address: as many as tables, so that guessing finds none.
        self.codes = Buckets(
            settings.new_tables_per_hour / 3600, settings.new_tables_per_hour, clock=clock
        )
        #: Messages, by the hash of the secret that a seat is held with.
        self.seats = Buckets(
            settings.messages_per_second,
            settings.message_burst,
            most=max(ADDRESSES, settings.max_connections),
            clock=clock,
        )
        #: Open WebSockets.
        self.connections = Seating(settings.max_connections, settings.connections_per_address)
        #: Open connections of any kind, before a word is said.
        self.sockets = Seating(
            settings.max_connections and settings.max_connections + SPARE,
            settings.connections_per_address and settings.connections_per_address + SPARE_OF_ONE,
        )

    def messages(self) -> TokenBucket:
        """A bucket for the messages of one new connection."""
        return TokenBucket(
            self._settings.messages_per_second, self._settings.message_burst, self._clock
        )
