"""Rooms, their events, and results.

What is written here stays as it is: databases out there were made by it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.String(27), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("invite", sa.Text(), nullable=False),
        sa.Column("follows", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_index("ix_rooms_opened_at", "rooms", ["opened_at"])
    op.create_table(
        "events",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("request", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("room_id", "number", name="pk_events"),
        sa.ForeignKeyConstraint(
            ["room_id"], ["rooms.id"], name="fk_events_room_id_rooms", ondelete="CASCADE"
        ),
    )
    asked = sa.text("request IS NOT NULL")
    op.create_index(
        "uq_events_request_of_seat",
        "events",
        ["room_id", "seat", "request"],
        unique=True,
        sqlite_where=asked,
        postgresql_where=asked,
    )
    asked_without_seat = sa.text("request IS NOT NULL AND seat IS NULL")
    op.create_index(
        "uq_events_request_without_seat",
        "events",
        ["room_id", "request"],
        unique=True,
        sqlite_where=asked_without_seat,
        postgresql_where=asked_without_seat,
    )
    op.create_table(
        "results",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("left_cards", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("known_deal", sa.Boolean(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("bots", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_results"),
    )
    op.create_index("ix_results_deal", "results", ["deal"])
    op.create_index("ix_results_ended_at", "results", ["ended_at"])


def downgrade() -> None:
    """There is nothing before the first step."""
    op.drop_table("results")
    op.drop_table("events")
    op.drop_table("rooms")
