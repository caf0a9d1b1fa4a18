"""How Alembic runs a migration: over the connection it is handed, in the transaction going on."""

from __future__ import annotations

from alembic import context

from ninetyeight.server.store.migrate import VERSION_TABLE
from ninetyeight.server.store.tables import metadata


def run() -> None:
    """Run the migrations that Alembic was asked for."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        version_table=VERSION_TABLE,
        # SQLite changes a table by making it anew.
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


# The name under which Alembic loads this file; an ordinary import does nothing.
if __name__ == "env_py":
    run()
