"""What the server remembers: rooms, their events and results, in SQLite or PostgreSQL.

:class:`Store` is all that the rest of the server sees of it. Nothing of SQLAlchemy leaves this
package.
"""

from __future__ import annotations

from ninetyeight.server.store.errors import (
    Conflict,
    Repeated,
    StoreError,
    Uncertain,
    Unreachable,
)
from ninetyeight.server.store.store import Store
from ninetyeight.server.store.urls import DATABASE, default_database_url, shown_url
from ninetyeight.server.store.values import NewEvent, NewRoom, Result, StoredEvent, StoredRoom

__all__ = [
    "DATABASE",
    "Conflict",
    "NewEvent",
    "NewRoom",
    "Repeated",
    "Result",
    "Store",
    "StoreError",
    "StoredEvent",
    "StoredRoom",
    "Uncertain",
    "Unreachable",
    "default_database_url",
    "shown_url",
]
