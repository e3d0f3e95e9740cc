"""A list of tournaments says where each of them stands without reading its facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("ledger", sa.Column("progress", sa.Text))
