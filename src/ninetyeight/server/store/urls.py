"""Where the database is: the addresses people write, and the one that is used without any.

``sqlite:///games.db`` is a file beside the program, ``sqlite:////var/lib/games.db`` one with a full
path, ``postgresql://user:password@host:5432/database`` a PostgreSQL server. A password never leaves
this module in a text: :attr:`Address.shown` is what messages and logs may say.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ninetyeight.server.store.errors import StoreError

#: With this set in the environment, the database is there.
DATABASE = "NINETYEIGHT_DATABASE"

_POSTGRESQL = {"postgresql", "postgres", "postgresql+asyncpg"}
_SQLITE = {"sqlite", "sqlite+pysqlite", "sqlite+aiosqlite"}


@dataclass(frozen=True, slots=True)
class Address:
    """A database's address. ``path`` is the file of an SQLite database, None for PostgreSQL."""

    shown: str
    path: Path | None
    url: URL = field(repr=False)


def default_database_url(environ: Mapping[str, str] = os.environ) -> str:
    """``$NINETYEIGHT_DATABASE``, else a file in ``$NINETYEIGHT_HOME`` or the user's data folder.

    >>> default_database_url({"NINETYEIGHT_DATABASE": "postgresql://localhost/games"})
    'postgresql://localhost/games'
    >>> default_database_url({"NINETYEIGHT_HOME": "/srv/ninetyeight"})
    'sqlite:////srv/ninetyeight/games.db'
    """
    if environ.get(DATABASE):
        return environ[DATABASE]
    if environ.get("NINETYEIGHT_HOME"):
        folder = Path(environ["NINETYEIGHT_HOME"])
    else:
        import platformdirs  # only needed here, and only without the variables

        folder = platformdirs.user_data_path("ninetyeight")
    return f"sqlite:///{folder.absolute() / 'games.db'}"


def shown_url(url: str) -> str:
    """How a database may be named in a log: without password or options.

    >>> shown_url("postgresql://ada:secret@db.example/games?ssl=require")
    'postgresql://ada@db.example/games'
    """
    return read_url(url).shown


def read_url(url: str) -> Address:
    """What the address says; StoreError when it says nothing we know."""
    kind = url.partition(":")[0]
    if kind in _SQLITE:
        return _sqlite(url)
    if kind in _POSTGRESQL:
        return _postgresql(url)
    raise StoreError("bad_url")


def _sqlite(url: str) -> Address:
    # Read by hand: a path may hold signs that have a meaning in other addresses.
    _, slashes, rest = url.partition(":///")
    name, _, query = rest.partition("?")
    if not slashes or not name or name == ":memory:" or name.endswith("/"):
        raise StoreError("bad_url")
    timeout = query.removeprefix("timeout=")
    if query and (timeout == query or not timeout.replace(".", "", 1).isdecimal()):
        raise StoreError("bad_url")
    path = Path(name).expanduser().absolute()
    options = {"timeout": timeout} if query else {}
    made = URL.create("sqlite+pysqlite", database=str(path), query=options)
    return Address(str(path), path, made)


def _postgresql(url: str) -> Address:
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        read = None  # what the parser says may quote a part of the password
    # A password with an @ that was not written as %40 would be taken for a part of the host.
    if read is None or not read.database or "@" in f"{read.host or ''}{read.database}":
        raise StoreError("bad_url")
    shown = f"{read.username}@" if read.username else ""
    shown += f"[{read.host}]" if ":" in (read.host or "") else read.host or ""
    shown += f":{read.port}" if read.port else ""
    query = dict(read.query)
    if "sslmode" in query:  # libpq's word for it
        query["ssl"] = query.pop("sslmode")
    made = read.set(drivername="postgresql+asyncpg", query=query)
    return Address(f"postgresql://{shown}/{read.database}", None, made)
