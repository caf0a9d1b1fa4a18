"""What can go wrong with a database, in words of the catalogue.

No text here ever carries a password, nor anything that stood in a row: whatever a driver says is
reduced to its kind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from ninetyeight.rules import GameError


class StoreError(GameError):
    """The database could not do what was asked. Unless it is Uncertain, nothing was changed."""

    area = "store"


class Conflict(StoreError):
    """Somebody else wrote in between: the number or the room is taken. Read the room anew."""


class Repeated(StoreError):
    """The request is known already; ``params["number"]`` is the event it brought about."""


class Unreachable(StoreError):
    """The database server cannot be reached, or the connection to it was lost."""


class Uncertain(Unreachable):
    """The connection was lost during a commit: whether it was written is not known."""


def told(error: BaseException, database: str) -> StoreError:
    """The error of a driver as ours; ``database`` is how the database may be named in a text."""
    if isinstance(error, StoreError):
        return error
    for cause in _causes(error):
        if isinstance(cause, sqlite3.Error):
            return _of_sqlite(cause, database)
        state = getattr(cause, "sqlstate", None)
        if isinstance(state, str):
            return _of_postgresql(state, type(cause).__name__, database)
    for cause in _causes(error):
        # The last two are what drivers call the confusion after a connection was cut.
        lost = type(cause).__name__ in {"InterfaceError", "InternalError"}
        if lost or isinstance(cause, (OSError, TimeoutError)):
            return Unreachable("unreachable", database=database)
    return StoreError("failed", database=database, why=type(error).__name__)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from, innermost last."""
    seen: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is not None and one not in seen:
            seen.append(one)
            yield one
            waiting += [getattr(one, "orig", None), one.__cause__, one.__context__]


def _of_sqlite(error: sqlite3.Error, database: str) -> StoreError:
    name = getattr(error, "sqlite_errorname", "") or type(error).__name__
    match name.split("_")[1:2]:
        case ["FULL"]:
            return StoreError("full", database=database)
        case ["READONLY"]:
            return StoreError("read_only", database=database)
        case ["BUSY" | "LOCKED"]:
            return StoreError("locked", database=database)
        case ["NOTADB"]:
            return StoreError("not_a_database", database=database)
        case ["CORRUPT"]:
            return StoreError("damaged", database=database)
        case ["CANTOPEN" | "PERM" | "AUTH"]:
            return StoreError("cannot_open", database=database)
    return StoreError("failed", database=database, why=f"{error} ({name})")


def _of_postgresql(state: str, name: str, database: str) -> StoreError:
    match state[:2]:
        case "53" if state == "53100":
            return StoreError("full", database=database)
        case "08" | "53" | "57":  # connection trouble, too many connections, shutting down
            return Unreachable("unreachable", database=database)
        case "25" if state == "25006":
            return StoreError("read_only", database=database)
        case "28":
            return StoreError("login", database=database)
        case "3D":
            return StoreError("no_such_database", database=database)
        case "42" if state == "42501":
            return StoreError("not_allowed", database=database)
        case "55":
            return StoreError("locked", database=database)
    return StoreError("failed", database=database, why=f"{name} {state}")
