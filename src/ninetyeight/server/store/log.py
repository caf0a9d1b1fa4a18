"""The log of all rooms in SQL: what is asked of either database, inside a transaction.

Everything here is a plain function of a connection. Whoever calls it owns the transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, text

from ninetyeight.server.store.errors import Conflict, Repeated, StoreError
from ninetyeight.server.store.migrate import VERSION_TABLE
from ninetyeight.server.store.tables import events, moment, moment_text, results, rooms
from ninetyeight.server.store.values import Result, StoredEvent, StoredRoom

Row: TypeAlias = dict[str, Any]

#: How many rooms are looked up or forgotten at once; databases limit the parameters of a query.
AT_ONCE = 200
#: How many events of a room are read at once: others have their turn between two pages.
PAGE = 250

_INSERT_ROOM = insert(rooms)
_INSERT_EVENT = insert(events)
_INSERT_RESULT = insert(results)


@dataclass(frozen=True, slots=True)
class Write:
    """What one caller wants written, all of it or nothing: rows of a single room."""

    room: str
    number: int
    events: list[Row]
    result: Row | None = None
    opens: Row | None = None
    #: The opening of another room, written together with this or not at all.
    along: Write | None = None

    @property
    def last(self) -> int:
        """The number of the room's last event after this."""
        return self.number + len(self.events) - 1


def write_group(
    connection: Connection, group: Sequence[Write], heads: Mapping[str, int]
) -> tuple[list[StoreError | None], dict[str, int]]:
    """Write what fits; for each of the group None or why it was left out, and the new heads.

    ``heads`` tells the number of the last event of rooms that are known already. IntegrityError
    when the database finds something that was not seen here; then nothing must be committed.
    """
    ends = _heads(connection, group, heads)
    fit: list[Write] = []
    misfit: dict[int, Write] = {}
    for place, write in enumerate(group):
        head = ends.get(write.room)
        if head is None if write.opens is not None else head == write.number - 1:
            for one in filter(None, (write, write.along)):
                ends[one.room] = one.last
                fit.append(one)
        else:
            misfit[place] = write
    _insert(connection, _INSERT_ROOM, [write.opens for write in fit])
    _insert(connection, _INSERT_EVENT, [row for write in fit for row in write.events])
    _insert(connection, _INSERT_RESULT, [write.result for write in fit])
    # Only now, because what does not fit may be at odds with another of the group.
    verdicts: list[StoreError | None] = [None] * len(group)
    for place, write in misfit.items():
        verdicts[place] = explain(connection, write)
    return verdicts, ends


def _insert(connection: Connection, statement: Any, rows: Iterable[Row | None]) -> None:
    given = [row for row in rows if row is not None]
    if given:
        connection.execute(statement, given)


def _heads(
    connection: Connection, group: Sequence[Write], heads: Mapping[str, int]
) -> dict[str, int]:
    """The number of the last event of every room of the group; a room that is not there has none.

    Rooms about to be opened are not looked up: the database refuses one that is there.
    """
    found: dict[str, int] = {}
    unknown: list[str] = []
    for write in group:
        head = heads.get(write.room)
        if head is not None:
            found[write.room] = head
        elif write.opens is None:
            unknown.append(write.room)
    for start in range(0, len(unknown), AT_ONCE):
        some = unknown[start : start + AT_ONCE]
        found.update(
            (room, head or 0)
            for room, head in connection.execute(
                select(rooms.c.id, func.max(events.c.number))
                .select_from(rooms.outerjoin(events))
                .where(rooms.c.id.in_(some))
                .group_by(rooms.c.id)
            )
        )
    return found


def explain(connection: Connection, write: Write) -> StoreError | None:
    """Why the write does not fit; None when it is there already, word for word.

    The latter happens when a connection is lost while it commits: the caller was not told, and it
    was written all the same. Its moment, to the microsecond, tells it from any other.
    """
    if _is_there(connection, write):
        return None
    if write.opens is not None:
        return Conflict("room_taken", room=write.room)
    head = connection.scalar(
        select(func.count(events.c.number))
        .select_from(rooms.outerjoin(events))
        .where(rooms.c.id == write.room)
        .having(func.count(rooms.c.id) > 0)
    )
    if head is None:
        return StoreError("no_such_room", room=write.room)
    for row in write.events:
        if row["request"] is not None:
            seat = events.c.seat
            number = connection.scalar(
                select(events.c.number).where(
                    events.c.room_id == write.room,
                    seat.is_(None) if row["seat"] is None else seat == row["seat"],
                    events.c.request == row["request"],
                )
            )
            if number is not None:
                return Repeated(
                    "repeated", room=write.room, request=row["request"], number=int(number)
                )
    ended = select(results.c.room_id).where(results.c.room_id == write.room)
    if write.result is not None and connection.scalar(ended) is not None:
        return Conflict("ended", room=write.room)
    return Conflict("number_taken", room=write.room, number=write.number, next=int(head) + 1)


def _is_there(connection: Connection, write: Write) -> bool:
    if not write.events:
        return False
    stored = connection.execute(
        select(events)
        .where(events.c.room_id == write.room)
        .where(events.c.number.between(write.number, write.last))
        .order_by(events.c.number)
    )
    return [dict(row) for row in stored.mappings()] == write.events


def read_room(connection: Connection, room: str) -> StoredRoom | None:
    """The room with its first events, see :func:`read_events`; None when there is none."""
    found = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
    if found is None:
        return None
    return StoredRoom(
        id=found.id,
        opened_at=moment(found.opened_at),
        plan=found.plan,
        invite=found.invite,
        follows=found.follows,
        events=read_events(connection, room, 0),
    )


def read_events(connection: Connection, room: str, after: int) -> tuple[StoredEvent, ...]:
    """The next events of the room in order, at most :data:`PAGE` of them."""
    told = connection.execute(
        select(events.c.number, events.c.at, events.c.seat, events.c.request, events.c.body)
        .where(events.c.room_id == room, events.c.number > after)
        .order_by(events.c.number)
        .limit(PAGE)
    )
    return tuple(
        StoredEvent(number, moment(at), seat, request, body)
        for number, at, seat, request, body in told
    )


def read_results(connection: Connection, deal: str, limit: int) -> tuple[Result, ...]:
    """Results on a deal, best first: won, then fewest cards left, then the earliest."""
    return _results(
        connection,
        select(results)
        .where(results.c.deal == deal)
        .order_by(results.c.won.desc(), results.c.left_cards, results.c.ended_at, results.c.room_id)
        .limit(limit),
    )


#: What sets a result apart from others on its deal.
_APART = (results.c.known_deal, results.c.changed_hands, results.c.hinted)


def count_results(connection: Connection, deal: str) -> dict[int, int]:
    """How many games on a deal left so many cards, without those that stand apart."""
    counted = connection.execute(
        select(results.c.left_cards, func.count())
        .where(results.c.deal == deal, *(~mark for mark in _APART))
        .group_by(results.c.left_cards)
    )
    return {int(left): int(count) for left, count in counted}


def _results(connection: Connection, query: Any) -> tuple[Result, ...]:
    return tuple(
        Result(
            room=row.room_id,
            deal=row.deal,
            edition=row.edition,
            options=row.options,
            players=row.players,
            won=row.won,
            left=row.left_cards,
            reason=row.reason,
            known_deal=row.known_deal,
            names=tuple(json.loads(row.names)),
            bots=row.bots,
            ended_at=moment(row.ended_at),
            changed_hands=row.changed_hands,
            hinted=row.hinted,
        )
        for row in connection.execute(query)
    )


def result_row(result: Result) -> Row:
    """The result as a row of its table."""
    return {
        "room_id": result.room,
        "deal": result.deal,
        "edition": result.edition,
        "options": result.options,
        "players": result.players,
        "won": result.won,
        "left_cards": result.left,
        "reason": result.reason,
        "known_deal": result.known_deal,
        "names": json.dumps(result.names, ensure_ascii=False),
        "bots": result.bots,
        "ended_at": moment_text(result.ended_at),
        "changed_hands": result.changed_hands,
        "hinted": result.hinted,
    }


def forget_rooms(
    connection: Connection, before: str, spared: Callable[[str], bool], after: str
) -> tuple[list[str], str | None]:
    """Look at some rooms beyond ``after``, by id, in which nothing has happened since ``before``,
    and remove those that are not ``spared``.

    The ids of the removed, and how far it has come: None when there are no more.
    """
    since = exists().where(and_(events.c.room_id == rooms.c.id, events.c.at >= before))
    old = select(rooms.c.id).where(rooms.c.opened_at < before, rooms.c.id > after, ~since)
    found = list(connection.scalars(old.order_by(rooms.c.id).limit(AT_ONCE)))
    ids = [room for room in found if not spared(room)]
    if ids:
        connection.execute(delete(events).where(events.c.room_id.in_(ids)))
        connection.execute(delete(rooms).where(rooms.c.id.in_(ids)))
    return ids, found[-1] if found else None


def read_heads(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """The number of the last event of each of these rooms; one that is not there has none."""
    return _heads(connection, [Write(room, 1, []) for room in ids], {})


def touch(connection: Connection) -> None:
    """Write something that nobody reads: proof that writing works."""
    if connection.dialect.name == "sqlite":
        # Setting a row to what it is writes nothing there. This number is free for programs.
        number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {(number + 1) % 2**31}")
    else:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = version_num"))


def look(connection: Connection) -> None:
    """Ask something small that only a healthy database answers."""
    connection.execute(select(rooms.c.id).limit(1)).all()
