"""Results tell when somebody took the seat of another while the game was running.

What is written here stays as it is: databases out there were made by it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of the games before nobody knows any more: they count as played by the same people."""
    op.add_column(
        "results",
        sa.Column("changed_hands", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    """Forget it again."""
    op.drop_column("results", "changed_hands")
