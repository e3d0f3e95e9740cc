"""Several organisers on one server, and who is told of what happens."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("desk_pass", sa.Column("account", sa.Integer))
    op.create_table(
        "account",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("most_events", sa.Integer),
        sa.Column("most_players", sa.Integer),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("suspended_at", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("key", name="uq_account_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "account_event",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_account_event_account_id_account"),
        sa.PrimaryKeyConstraint("code", name="pk_account_event"),
    )
    op.create_index("ix_account_event_account_id", "account_event", ["account_id"])
    op.create_table(
        "webhook",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("off_at", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_webhook"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_webhook_scope", "webhook", ["scope"])
    op.create_table(
        "delivery",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("webhook_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("next_at", sa.Text),
        sa.Column("done_at", sa.Text),
        sa.ForeignKeyConstraint(["webhook_id"], ["webhook.id"], name="fk_delivery_webhook_id_webhook"),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_delivery_webhook_id", "delivery", ["webhook_id"])
    op.create_index("ix_delivery_next_at", "delivery", ["next_at"])
