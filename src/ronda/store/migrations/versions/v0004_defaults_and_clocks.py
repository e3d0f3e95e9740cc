"""The defaults of the assignment in the five tables, and a table for the clocks of the rounds."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

Id = sa.Uuid().with_variant(sa.CHAR(36), "sqlite")
Moment = sa.DateTime(timezone=True)
UUID_ON_SQLITE = (
    "(lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || "
    "substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))"
)
FRESH = {"postgresql": "gen_random_uuid()", "sqlite": UUID_ON_SQLITE}
NOW = {"postgresql": "now()", "sqlite": "(CURRENT_TIMESTAMP)"}
NO = {"postgresql": "false", "sqlite": "0"}
DEFAULTS = {
    "tournaments": {
        "id": FRESH,
        "created_at": NOW,
        "updated_at": NOW,
        "has_started": NO,
        "has_ended": NO,
        "sound_notifications": NO,
    },
    "participants": {"id": FRESH, "joined_at": NOW, "dropped_out": NO},
    "rounds": {"id": FRESH, "started_at": NOW, "is_completed": NO},
    "matches": {"id": FRESH, "updated_at": NOW, "is_tie": NO},
    "byes": {"id": FRESH, "created_at": NOW},
}
PARENTS_FIRST = ("tournaments", "participants", "rounds", "matches", "match_players", "byes")


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _make_again()
    else:
        for table, columns in DEFAULTS.items():
            for column, default in columns.items():
                op.alter_column(table, column, server_default=sa.text(default["postgresql"]))
    op.create_table(
        "round_clocks",
        sa.Column("round_id", Id, nullable=False),
        sa.Column("tournament_id", Id, nullable=False),
        sa.Column("round_number", sa.Integer, nullable=False),
        sa.Column("length_seconds", sa.Integer, nullable=False),
        sa.Column("added_seconds", sa.Integer, nullable=False),
        sa.Column("started_at", Moment),
        sa.Column("running_since", Moment),
        sa.Column("paused_at", Moment),
        sa.Column("remaining_seconds", sa.Double, nullable=False),
        sa.Column("ends_at", Moment),
        sa.Column("extra_by_table", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], onupdate="CASCADE", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("round_id"),
    )
    op.create_index("round_clocks_tournament_id_idx", "round_clocks", ["tournament_id"])


def _make_again() -> None:
    """SQLite cannot change a default: the tables are made again with their rows, indexes and triggers. Dropping one
    deletes its rows, and what refers to them; so all are put aside first, and those that refer go first."""
    connection = op.get_bind()
    tables = sa.MetaData()
    tables.reflect(connection, only=PARENTS_FIRST)
    beside = _beside(connection)
    for name in reversed(PARENTS_FIRST):
        op.execute(f"CREATE TEMP TABLE kept_{name} AS SELECT * FROM main.{name}")
        op.execute(f"DROP TABLE main.{name}")
    for name in PARENTS_FIRST:
        table = tables.tables[name]
        for column, default in DEFAULTS.get(name, {}).items():
            table.columns[column].server_default = sa.DefaultClause(sa.text(default["sqlite"]))
        table.indexes.clear()  # they come with `beside`
        table.create(connection)
        op.execute(f"INSERT INTO main.{name} SELECT * FROM temp.kept_{name}")
        op.execute(f"DROP TABLE temp.kept_{name}")
    for statement in beside:
        connection.exec_driver_sql(statement)


def _beside(connection: sa.Connection) -> Iterable[str]:
    """Indexes and triggers, also those that somebody has added."""
    query = sa.text(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('index', 'trigger') AND tbl_name IN :names"
    ).bindparams(sa.bindparam("names", expanding=True))
    return [str(sql) for sql in connection.execute(query, {"names": PARENTS_FIRST}).scalars()]
