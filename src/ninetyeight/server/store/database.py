"""What a store needs of a database, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from ninetyeight.server.store.urls import Address

P = ParamSpec("P")
T = TypeVar("T")


class Database(Protocol):
    """One writing connection and some reading ones.

    Work is a plain function of a connection. Each call is a transaction of its own: when the
    function returns it is committed and then the call returns; when it raises, nothing happened.
    IntegrityError comes through as it is; every other trouble of the database as StoreError.
    """

    address: Address

    async def write(
        self,
        work: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do ``work`` on the writing connection; one call at a time."""
        ...

    async def read(
        self,
        work: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do ``work``, which changes nothing, on a consistent snapshot."""
        ...

    async def reshape(
        self,
        work: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do ``work`` that changes tables, not only rows, on a connection of its own kind."""
        ...

    async def close(self) -> None:
        """Let go of everything. Whoever waits for ``write`` must have been answered before."""
        ...


async def connect(address: Address, *, serving: bool) -> Database:
    """The database of that address.

    ``serving`` takes the lock that one process at a time has, and makes an SQLite file that is not
    there yet. Without it nothing can be written.
    """
    if address.path is not None:
        from ninetyeight.server.store.sqlite import Sqlite

        return await Sqlite.connect(address, serving=serving)
    from ninetyeight.server.store.postgresql import Postgresql

    return await Postgresql.connect(address, serving=serving)
