"""The users' five tables, and who sat at which table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ronda.store.values import Unusable

revision = "0002"
down_revision = "0001"

Id = sa.Uuid().with_variant(sa.CHAR(36), "sqlite")
Moment = sa.DateTime(timezone=True)
NAMES = ("tournaments", "participants", "rounds", "byes", "matches", "match_players")


def upgrade() -> None:
    connection = op.get_bind()
    taken = sorted(set(NAMES) & set(sa.inspect(connection).get_table_names()))
    if taken:  # of this very assignment, perhaps: the users' own tables are never written to
        raise Unusable(
            connection.engine.url.render_as_string(),
            f"has tables of another program ({', '.join(taken)}): Ronda needs a database or schema of its own",
        )
    _tournaments()
    _participants()
    _rounds()
    _byes()
    _matches()
    _match_players()


def _moments(*names: str) -> list[sa.Column[object]]:
    return [sa.Column(name, Moment) for name in names]


def _reference(column: str, table: str, onupdate: str | None = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], onupdate=onupdate, ondelete="CASCADE")


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", Id, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("host_id", Id),
        sa.Column("code", sa.Text),
        *_moments("created_at", "updated_at", "started_at", "ended_at"),
        sa.Column("has_started", sa.Boolean),
        sa.Column("has_ended", sa.Boolean),
        sa.Column("n_rounds", sa.Integer),
        sa.Column("current_round", sa.Integer),
        sa.Column("round_length", sa.Integer),
        sa.Column("max_score", sa.Integer),
        sa.Column("bye_points", sa.REAL),
        sa.Column("bye_differential", sa.SmallInteger),
        sa.Column("starting_table_number", sa.BigInteger),
        sa.Column("sound_notifications", sa.Boolean),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
    )


def _participants() -> None:
    op.create_table(
        "participants",
        sa.Column("id", Id, nullable=False),
        sa.Column("tournament_id", Id),
        *_moments("joined_at"),
        sa.Column("place", sa.Double),
        sa.Column("match_points", sa.Double),
        sa.Column("differential", sa.Double),
        sa.Column("name", sa.Text),
        sa.Column("dropped_out", sa.Boolean, server_default=sa.false(), nullable=False),
        _reference("tournament_id", "tournaments"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("participants_tournament_id_idx", "participants", ["tournament_id"])


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("id", Id, nullable=False),
        sa.Column("tournament_id", Id),
        sa.Column("round_number", sa.Integer, nullable=False),
        *_moments("started_at", "ended_at"),
        sa.Column("is_completed", sa.Boolean),
        _reference("tournament_id", "tournaments"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("tournament_id", "round_number", name="rounds_tournament_id_round_number_key"),
    )


def _byes() -> None:
    op.create_table(
        "byes",
        sa.Column("id", Id, nullable=False),
        sa.Column("participant_id", Id, nullable=False),
        sa.Column("tournament_id", Id, nullable=False),
        sa.Column("round_number", sa.REAL, nullable=False),
        sa.Column("round_id", Id),
        sa.Column("created_at", Moment, nullable=False),
        sa.Column("match_points", sa.REAL, nullable=False),
        sa.Column("differential", sa.REAL, nullable=False),
        _reference("participant_id", "participants"),
        _reference("round_id", "rounds"),
        _reference("tournament_id", "tournaments"),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("participant_id", "round_id", "tournament_id"):
        op.create_index(f"byes_{column}_idx", "byes", [column])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", Id, nullable=False),
        sa.Column("tournament_id", Id),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("player1_id", Id),
        sa.Column("player2_id", Id),
        sa.Column("player1_score", sa.REAL),
        sa.Column("player2_score", sa.REAL),
        sa.Column("winner_id", Id),
        *_moments("updated_at"),
        sa.Column("is_tie", sa.Boolean),
        sa.Column("player1_match_points", sa.REAL),
        sa.Column("player2_match_points", sa.REAL),
        sa.Column("differential2", sa.Double),
        sa.Column("differential", sa.Double),
        sa.Column("match_order", sa.BigInteger),
        _reference("player1_id", "participants", onupdate=None),
        _reference("player2_id", "participants", onupdate=None),
        _reference("tournament_id", "tournaments"),
        _reference("winner_id", "participants", onupdate=None),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("matches_tournament_id_round_idx", "matches", ["tournament_id", "round"])
    for column in ("player1_id", "player2_id", "winner_id"):
        op.create_index(f"matches_{column}_idx", "matches", [column])


def _match_players() -> None:
    op.create_table(
        "match_players",
        sa.Column("match_id", Id, nullable=False),
        sa.Column("side", sa.SmallInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("participant_id", Id, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("match_points", sa.REAL),
        sa.Column("differential", sa.Double),
        _reference("match_id", "matches", onupdate=None),
        _reference("participant_id", "participants"),
        sa.PrimaryKeyConstraint("match_id", "side", "seat"),
    )
    op.create_index("match_players_participant_id_idx", "match_players", ["participant_id"])
