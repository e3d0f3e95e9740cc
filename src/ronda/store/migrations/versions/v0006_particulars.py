"""Who somebody is stands beside the chain of facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "particulars",
        sa.Column("ledger_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["ledger_id"], ["ledger.id"], name="fk_particulars_ledger_id_ledger"),
        sa.PrimaryKeyConstraint("ledger_id", "version", name="pk_particulars"),
    )
