"""A list of people over many events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Text, nullable=False),
        sa.Column("merged_into", sa.Text),
        sa.Column("merged_by", sa.Text),
        sa.Column("merged_at", sa.Text),
        sa.Column("erased_at", sa.Text),
        sa.PrimaryKeyConstraint("key", name="pk_person"),
    )
    op.create_table(
        "not_same",
        sa.Column("one", sa.Text, nullable=False),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("said_by", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("one", "other", name="pk_not_same"),
    )
