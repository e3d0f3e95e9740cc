"""Seasons and festivals, and who signed up before the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "collection",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collection"),
        sa.UniqueConstraint("code", name="uq_collection_code"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "collection_change",
        sa.Column("collection_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collection.id"], name="fk_collection_change_collection_id_collection"
        ),
        sa.PrimaryKeyConstraint("collection_id", "version", name="pk_collection_change"),
    )
    op.create_table(
        "sign_up",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sign_up"),
        sa.UniqueConstraint("hash", name="uq_sign_up_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sign_up_scope", "sign_up", ["scope"])
