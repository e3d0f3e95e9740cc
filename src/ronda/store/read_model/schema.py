"""The users' five tables (R7) with their columns, types, defaults, keys and cascades, one more for who sat where and
one for the clocks.

What Ronda says in them only repeats the facts and the clock: `read_model` and `clocks` write that, nobody else does.
The types are those of the assignment, except where they could not hold the truth: `bye_points` may be a half, and a
target does not fit a smallint.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    JSON,
    REAL,
    BigInteger,
    Boolean,
    Column,
    Connection,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    Uuid,
    false,
    func,
    inspect,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from ronda.store.values import DamagedFile

METADATA = MetaData()


class PlainUuid(TypeDecorator[UUID]):
    """A uuid of its own kind on PostgreSQL; elsewhere its 36 characters, as people write it."""

    impl = Uuid
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        native = dialect.name == "postgresql"
        return dialect.type_descriptor(Uuid() if native else CHAR(36))

    def process_bind_param(self, value: UUID | None, dialect: Dialect) -> Any:
        return value if value is None or dialect.name == "postgresql" else str(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> UUID | None:  # noqa: ARG002
        if value is None or isinstance(value, UUID):
            return value
        try:
            return UUID(value)
        except (ValueError, TypeError, AttributeError) as error:
            raise DamagedFile("five tables", "an id that is none") from error


class Moment(TypeDecorator[datetime]):
    """A time with its zone; where the database knows no zones, it is kept in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class fresh_uuid(FunctionElement[UUID]):  # noqa: N801 - it is called like the functions of the database
    """A random id that the database makes for whoever inserts a row without one."""

    type = PlainUuid()
    inherit_cache = True


@compiles(fresh_uuid)
def _of_postgresql(element: fresh_uuid, compiler: SQLCompiler, **_: Any) -> str:  # noqa: ARG001
    return "gen_random_uuid()"


@compiles(fresh_uuid, "sqlite")
def _of_sqlite(element: fresh_uuid, compiler: SQLCompiler, **_: Any) -> str:  # noqa: ARG001
    """The same by hand: version 4 of 122 random bits, as PostgreSQL writes it."""
    return (
        "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || "
        "substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
    )


def _id() -> Column[UUID]:
    return Column("id", PlainUuid, primary_key=True, server_default=fresh_uuid())


def _now(name: str, *, nullable: bool = True) -> Column[datetime]:
    """A time that is that of the insertion unless another one is given."""
    return Column(name, Moment, nullable=nullable, server_default=func.now())


def _no(name: str, *, nullable: bool = True) -> Column[bool]:
    return Column(name, Boolean, nullable=nullable, server_default=false())


def _reference(name: str, target: str, *, follows: bool = True, nullable: bool = True) -> Column[UUID]:
    """A foreign key that goes when its target goes, and, if it `follows`, changes with it."""
    key = ForeignKey(target, ondelete="CASCADE", onupdate="CASCADE" if follows else None)
    return Column(name, PlainUuid, key, nullable=nullable)


TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    _id(),
    Column("name", Text, nullable=False),
    Column("host_id", PlainUuid),
    Column("code", Text, unique=True),
    _now("created_at"),
    _now("updated_at"),
    Column("started_at", Moment),
    Column("ended_at", Moment),
    _no("has_started"),
    _no("has_ended"),
    Column("n_rounds", Integer),
    Column("current_round", Integer),
    Column("round_length", Integer),
    Column("max_score", Integer),
    Column("bye_points", REAL),
    Column("bye_differential", SmallInteger),
    Column("starting_table_number", BigInteger),
    _no("sound_notifications"),
)

ROUNDS = Table(
    "rounds",
    METADATA,
    _id(),
    _reference("tournament_id", "tournaments.id"),
    Column("round_number", Integer, nullable=False),
    _now("started_at"),
    Column("ended_at", Moment),
    _no("is_completed"),
    UniqueConstraint("tournament_id", "round_number", name="rounds_tournament_id_round_number_key"),
)

PARTICIPANTS = Table(
    "participants",
    METADATA,
    _id(),
    _reference("tournament_id", "tournaments.id"),
    _now("joined_at"),
    Column("place", Double),
    Column("match_points", Double),
    Column("differential", Double),
    Column("name", Text),
    _no("dropped_out", nullable=False),
    Index("participants_tournament_id_idx", "tournament_id"),
)

MATCHES = Table(
    "matches",
    METADATA,
    _id(),
    _reference("tournament_id", "tournaments.id"),
    Column("round", Integer, nullable=False),
    _reference("player1_id", "participants.id", follows=False),
    _reference("player2_id", "participants.id", follows=False),
    Column("player1_score", REAL),
    Column("player2_score", REAL),
    _reference("winner_id", "participants.id", follows=False),
    _now("updated_at"),
    _no("is_tie"),
    Column("player1_match_points", REAL),
    Column("player2_match_points", REAL),
    Column("differential2", Double),
    Column("differential", Double),
    Column("match_order", BigInteger),
    Index("matches_tournament_id_round_idx", "tournament_id", "round"),
    Index("matches_player1_id_idx", "player1_id"),
    Index("matches_player2_id_idx", "player2_id"),
    Index("matches_winner_id_idx", "winner_id"),
)

BYES = Table(
    "byes",
    METADATA,
    _id(),
    _reference("participant_id", "participants.id", nullable=False),
    _reference("tournament_id", "tournaments.id", nullable=False),
    Column("round_number", REAL, nullable=False),
    _reference("round_id", "rounds.id"),
    _now("created_at", nullable=False),
    Column("match_points", REAL, nullable=False),
    Column("differential", REAL, nullable=False),
    Index("byes_participant_id_idx", "participant_id"),
    Index("byes_tournament_id_idx", "tournament_id"),
    Index("byes_round_id_idx", "round_id"),
)

# Not of the assignment: everybody at a table with their own points, so that doubles have their partners
MATCH_PLAYERS = Table(
    "match_players",
    METADATA,
    Column("match_id", PlainUuid, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("side", SmallInteger, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    _reference("participant_id", "participants.id", nullable=False),
    Column("outcome", Text, nullable=False),
    Column("match_points", REAL),
    Column("differential", Double),
    Index("match_players_participant_id_idx", "participant_id"),
)

# Not of the assignment either: the clock of every round that somebody has touched
ROUND_CLOCKS = Table(
    "round_clocks",
    METADATA,
    Column("round_id", PlainUuid, ForeignKey("rounds.id", ondelete="CASCADE", onupdate="CASCADE"), primary_key=True),
    _reference("tournament_id", "tournaments.id", nullable=False),
    Column("round_number", Integer, nullable=False),
    Column("length_seconds", Integer, nullable=False),
    Column("added_seconds", Integer, nullable=False),
    Column("started_at", Moment),
    Column("running_since", Moment),
    Column("paused_at", Moment),
    Column("remaining_seconds", Double, nullable=False),
    Column("ends_at", Moment),
    Column("extra_by_table", JSON, nullable=False),
    Index("round_clocks_tournament_id_idx", "tournament_id"),
)

# What refers to others comes after them.
TABLES = (TOURNAMENTS, PARTICIPANTS, ROUNDS, MATCHES, MATCH_PLAYERS, BYES, ROUND_CLOCKS)


class TablesTaken(Exception):
    """The database has tables of these names that are somebody else's; nothing was made."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names)
        self.names = names


def create_all(connection: Connection) -> None:
    """Make the tables, or find them all there. The users' own five tables are never written to."""
    there = {table.name for table in TABLES} & set(inspect(connection).get_table_names())
    if there and len(there) < len(TABLES):
        raise TablesTaken(tuple(sorted(there)))
    METADATA.create_all(connection)


def drop_all(connection: Connection) -> None:
    METADATA.drop_all(connection)
