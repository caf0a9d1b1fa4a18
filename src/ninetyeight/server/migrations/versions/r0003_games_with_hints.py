"""Results tell when somebody was given a hint.

What is written here stays as it is: databases out there were made by it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Before, there were no hints."""
    op.add_column(
        "results", sa.Column("hinted", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Forget it again."""
    op.drop_column("results", "hinted")
