"""Tournaments, their facts, and the requests that were answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ledger"),
        sa.UniqueConstraint("code", name="uq_ledger_code"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "fact",
        sa.Column("ledger_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("hash", sa.Text, nullable=False),
        sa.CheckConstraint("version >= 1", name="version_from_1"),
        sa.ForeignKeyConstraint(["ledger_id"], ["ledger.id"], name="fk_fact_ledger_id_ledger"),
        sa.PrimaryKeyConstraint("ledger_id", "version", name="pk_fact"),
    )
    op.create_table(
        "request",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("ledger_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["ledger_id"], ["ledger.id"], name="fk_request_ledger_id_ledger"),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_request"),
    )
