"""Bringing a database to the form that this release works with, by Alembic's migrations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

import ninetyeight.server.migrations
from ninetyeight.server.store.errors import StoreError
from ninetyeight.server.store.tables import metadata

if TYPE_CHECKING:
    from alembic.config import Config

#: The revision this release works with: the last of the folder `migrations/versions`.
HEAD = "0003"

#: Where a database keeps its revision, in a table of our own: it may be shared with other programs.
VERSION_TABLE = "ninetyeight_revision"

_FOLDER = Path(ninetyeight.server.migrations.__file__).parent


def revision(connection: Connection) -> str | None:
    """The revision a database is at; None for one that holds nothing of ours yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    return found


def migrate(connection: Connection, database: str, target: str = HEAD) -> None:
    """Bring the database to ``target``, inside the transaction that is going on.

    StoreError when it is of a newer release, or when it holds tables of the same names that are
    somebody else's.
    """
    at = revision(connection)
    if at == target:
        return  # Alembic is not even imported
    if at is None and set(inspect(connection).get_table_names()) & set(metadata.tables):
        raise StoreError("foreign", database=database)

    from alembic import command

    if at is not None and not known_revision(at):
        raise StoreError("newer", database=database, revision=at)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, target)


def known_revision(name: str) -> bool:
    """True when this release knows databases of that revision."""
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory.from_config(_config()).walk_revisions()
    return name in {step.revision for step in steps}


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
