"""The whole desk, in any order: on memory, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test
from sqlalchemy import Connection, Engine, create_engine, select

from ronda.core.history import fold, in_force
from ronda.store import Store, open_store
from ronda.store.database.location import database_url
from ronda.store.read_model.rows import tournament_uuid
from ronda.store.read_model.schema import MATCH_PLAYERS, MATCHES, TABLES, TOURNAMENTS
from ronda.store.read_model.tables import rebuild
from ronda.systems import NAMES
from tests.desk.machine import DeskMachine
from tests.desk.memory import MemoryStore

STEADY = settings(
    derandomize=True,  # the same events on every machine, also in a search: an event takes long
    database=None,
    suppress_health_check=list(HealthCheck),
)
MEMORY = settings(STEADY, max_examples=15, stateful_step_count=40)
# what fails here and not on memory has to do with the database: a long story is no harm
DATABASE = settings(STEADY, max_examples=3, stateful_step_count=15, phases=[Phase.generate])


@pytest.mark.parametrize("system", NAMES)
def test_the_desk_on_memory(system: str) -> None:
    class OnMemory(DeskMachine):
        place = MemoryStore()
        systems = (system,)

    run_state_machine_as_test(OnMemory, settings=MEMORY)


def rows_about(connection: Connection, own: UUID) -> dict[str, dict[Any, Any]]:
    """What the five tables have about a tournament, by their keys."""
    matches = select(MATCHES.c.id).where(MATCHES.c.tournament_id == own)
    about = {table: table.c.tournament_id == own for table in TABLES if "tournament_id" in table.c}
    about |= {TOURNAMENTS: TOURNAMENTS.c.id == own, MATCH_PLAYERS: MATCH_PLAYERS.c.match_id.in_(matches)}
    found: dict[str, dict[Any, Any]] = {}
    for table, where in about.items():
        keys = [column.name for column in table.primary_key]
        rows = connection.execute(select(table).where(where)).mappings()
        found[table.name] = {tuple(row[key] for key in keys): dict(row) for row in rows}
    return found


class OnDatabase(DeskMachine):
    """The same with a database, which has a little more to keep."""

    store: ClassVar[Store]
    engine: ClassVar[Engine]
    systems = NAMES
    compared = 0

    @invariant()
    def the_five_tables_are_as_if_written_anew(self) -> None:
        own = tournament_uuid(self.code)
        records = self.store.log(self.code) or ()
        if len(records) == self.compared:
            return
        self.compared = len(records)
        with self.engine.connect() as connection:
            followed = rows_about(connection, own)
            rebuild(connection, own, self.code, [(record.fact, record.at) for record in records])
            assert rows_about(connection, own) == followed
            connection.rollback()

    def teardown(self) -> None:
        """Another store on the same database knows the same."""
        with open_store(self.engine.url.render_as_string(hide_password=False)) as other:
            stored = other.load(self.code)
            assert stored is not None
            assert fold(in_force(stored.facts)) == self.now == other.tournament(stored)
            assert other.verify(self.code) == []


def test_the_desk_on_a_database(place: str) -> None:
    reading = create_engine(database_url(place))
    with open_store(place) as opened:

        class Here(OnDatabase):
            place = store = opened
            engine = reading

        run_state_machine_as_test(Here, settings=DATABASE)
    reading.dispose()
