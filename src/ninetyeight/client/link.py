"""The links of a table: to watch it, to take a free seat, to come back to one's own seat.

What follows the ``#`` never reaches a server, and is never shown again: the parts of a link that
are secrets stay out of its text form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl, urlsplit

from ninetyeight.client.errors import ClientError, printable

_TABLE = re.compile(r"/t/([0-9a-hjkmnp-tv-z]{12})/?", re.IGNORECASE)
_SECRET = re.compile(r"[\w-]{16,64}", re.ASCII)
_INVITE = re.compile(r"[\w-]{1,64}", re.ASCII)


@dataclass(frozen=True)
class Link:
    """A table on a server, and what lets one sit there: an invite, a seat's secret, or neither."""

    base: str
    table: str
    invite: str | None = field(default=None, repr=False)
    secret: str | None = field(default=None, repr=False)

    @property
    def socket_url(self) -> str:
        """Where the table's WebSocket is."""
        return f"{self.base.replace('http', 'ws', 1)}/ws/{self.table}"

    @property
    def page(self) -> str:
        """The table's address without any secret: whoever has it may watch."""
        return f"{self.base}/t/{self.table}"

    def seated(self, secret: str) -> Link:
        """The link of a seat that was just taken."""
        return replace(self, invite=None, secret=secret)

    def at(self, table: str) -> Link:
        """The same seat at another table of the same people."""
        return replace(self, table=table)


def read_base(text: str) -> str:
    """The address of a server, as scheme, host and port; ClientError when it is none.

    >>> read_base("HTTP://LocalHost:8098/")
    'http://localhost:8098'
    """
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ClientError("not_an_address") from None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise ClientError("not_an_address")
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + ("" if port is None else f":{port}")


def read_link(text: str) -> Link:
    """The link that a person was given. ClientError says what is wrong with it.

    The complaint repeats no part of the text that may be a secret.
    """
    bare = text.strip()
    if not bare:
        raise ClientError("link_empty")
    base = read_base(bare)
    parts = urlsplit(bare)
    found = _TABLE.fullmatch(parts.path)
    if found is None or parts.query:
        raise ClientError("link_no_table", path=printable(parts.path or "/", 60))
    link = Link(base, found.group(1).lower())
    said = dict(parse_qsl(parts.fragment, keep_blank_values=True))
    if not parts.fragment:
        return link
    if set(said) == {"invite"} and _INVITE.fullmatch(said["invite"]):
        return replace(link, invite=said["invite"])
    if set(said) == {"seat"} and _SECRET.fullmatch(said["seat"]):
        return replace(link, secret=said["seat"])
    raise ClientError("link_broken")
