"""The tables of the database, the same for SQLite and PostgreSQL.

A moment is kept as text in UTC with microseconds, such as ``2026-11-15T13:21:10.123456Z``: it
reads, sorts and travels the same way everywhere.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    false,
)

#: Every constraint has a name, so that a later migration can speak of it.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_MOMENT = String(27)

rooms = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("opened_at", _MOMENT, nullable=False, index=True),
    Column("plan", Text, nullable=False),
    Column("invite", Text, nullable=False),
    # The room of which this is the rematch. It may have been forgotten, so this is no foreign key.
    Column("follows", Text),
)

events = Table(
    "events",
    metadata,
    Column("room_id", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", _MOMENT, nullable=False),
    Column("seat", Integer),
    Column("request", Text),
    Column("body", Text, nullable=False),
)

# A message that comes twice is never applied twice. Databases hold two NULL seats to be different,
# so requests from people without a seat have an index of their own.
_asked = events.c.request.is_not(None)
Index(
    "uq_events_request_of_seat",
    events.c.room_id,
    events.c.seat,
    events.c.request,
    unique=True,
    sqlite_where=_asked,
    postgresql_where=_asked,
)
_asked_without_seat = and_(events.c.request.is_not(None), events.c.seat.is_(None))
Index(
    "uq_events_request_without_seat",
    events.c.room_id,
    events.c.request,
    unique=True,
    sqlite_where=_asked_without_seat,
    postgresql_where=_asked_without_seat,
)

results = Table(
    "results",
    metadata,
    # Results outlive their rooms, so this is no foreign key.
    Column("room_id", Text, primary_key=True),
    Column("deal", Text, nullable=False, index=True),
    Column("edition", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("left_cards", Integer, nullable=False),
    Column("reason", Text),
    Column("known_deal", Boolean, nullable=False),
    Column("names", Text, nullable=False),
    Column("bots", Integer, nullable=False),
    Column("ended_at", _MOMENT, nullable=False, index=True),
    Column("changed_hands", Boolean, nullable=False, server_default=false()),
    Column("hinted", Boolean, nullable=False, server_default=false()),
)


def moment_text(moment: datetime) -> str:
    """The moment as it is kept.

    >>> moment_text(datetime(2026, 11, 15, 13, 21, 10, tzinfo=UTC))
    '2026-11-15T13:21:10.000000Z'
    """
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone is no moment")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").zfill(27)


def moment(text: str) -> datetime:
    """The moment that was kept as ``text``.

    >>> moment("2026-11-15T13:21:10.000000Z")
    datetime.datetime(2026, 11, 15, 13, 21, 10, tzinfo=datetime.timezone.utc)
    """
    return datetime.fromisoformat(text)
