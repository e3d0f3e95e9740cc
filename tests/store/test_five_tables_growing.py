"""Tournaments that grow by appends while the five tables follow, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, select

from ronda.core.chance import Draw
from ronda.core.facts import (
    Archived,
    Closed,
    Created,
    Deleted,
    Discarded,
    Entered,
    Fact,
    Finished,
    Left,
    Missed,
    Paired,
    Published,
    Redone,
    Renamed,
    ResultEntered,
    Returned,
    Undone,
)
from ronda.core.history import fold, in_force
from ronda.core.model import OptionValue, Player, RoundStatus, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import enter, leave, next_round
from ronda.lab.simulate import play
from ronda.store.database.engine import make_engine, writing
from ronda.store.database.location import database_url
from ronda.store.read_model.schema import TABLES, create_all
from ronda.store.read_model.tables import rebuild, update
from ronda.systems import system

ID = UUID("8a4b3c2d-0000-4000-8000-000000000001")
OTHER = UUID("8a4b3c2d-0000-4000-8000-000000000002")
START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


@contextmanager
def opened(place: str) -> Iterator[Connection]:
    """A connection to empty tables."""
    engine = make_engine(database_url(place))
    with writing(engine).connect() as connection:
        create_all(connection)
        yield connection
        connection.rollback()
    engine.dispose()


def contents(connection: Connection) -> dict[str, dict[tuple[Any, ...], dict[str, Any]]]:
    found: dict[str, dict[tuple[Any, ...], dict[str, Any]]] = {}
    for table in TABLES:
        rows = [dict(row._mapping) for row in connection.execute(select(table))]
        found[table.name] = {tuple(row[c.name] for c in table.primary_key): row for row in rows}
    return found


class Growing:
    """A tournament that grows by an append a minute; the tables follow when so many have come `together`."""

    def __init__(
        self, connection: Connection, tournament_id: UUID = ID, code: str = "K7Q2", *, together: int = 1
    ) -> None:
        self.connection = connection
        self.id = tournament_id
        self.code = code
        self.history: list[tuple[Fact, datetime]] = []
        self.state: Tournament | None = None
        self.now = START
        self.together = together
        self.written: Tournament | None = None
        self.steps: list[tuple[Tournament, datetime]] = []

    @property
    def tournament(self) -> Tournament:
        assert self.state is not None
        return self.state

    def append(self, *facts: Fact) -> None:
        self.now += timedelta(minutes=1)
        self.history += [(fact, self.now) for fact in facts]
        before = self.state
        if any(isinstance(fact, Undone | Redone) for fact in facts):
            self.state = fold(in_force([fact for fact, _ in self.history]))
        else:
            self.state = fold(facts, before)
        self.steps.append((self.state, self.now))
        if len(self.steps) >= self.together:
            self.write()

    def write(self) -> None:
        if self.written is None or (
            self.steps and not update(self.connection, self.id, self.code, self.written, self.steps)
        ):
            rebuild(self.connection, self.id, self.code, self.history)
        self.written, self.steps = self.state, []

    def pair(self, status: RoundStatus = "published") -> bool:
        made = next_round(self.tournament)
        if isinstance(made, Refusal):
            return False
        self.append(Paired(replace(made.round, status=status), made.numbers))
        return True

    def rebuilt(self) -> dict[str, dict[tuple[Any, ...], dict[str, Any]]]:
        """What stands in the tables once they are written anew from the facts."""
        rebuild(self.connection, self.id, self.code, self.history)
        return contents(self.connection)


def random_event(
    growing: Growing, system_name: str, chance: Draw, rounds: int = 4, chosen: Mapping[str, OptionValue] | None = None
) -> None:
    """An event with everything that happens: late entries, leaving, coming back, pauses, drafts, rounds taken
    back, corrections, results taken back, undoing."""
    players = 9 + chance.below(6)
    options: dict[str, OptionValue] = {"rounds": rounds}
    if system_name == "redemption" and chance.below(4) == 0:
        options["ranking"] = "head-to-head"
        options["absent_differential"] = 0
    options |= chosen or {}
    setup = Setup(system_name, "Öffnung", options, chance.below(1000))
    growing.append(Created(setup), *(Entered(Player(n, f"Player {n}", rating=1500)) for n in range(1, players + 1)))
    strength = dict.fromkeys(range(1, 100), 1500)
    for _ in range(rounds):
        if not growing.pair("draft" if chance.below(2) else "published"):
            break
        last = growing.tournament.rounds[-1]
        if chance.below(4) == 0:
            growing.append(Discarded(last.number))
            if not growing.pair():
                break
            last = growing.tournament.rounds[-1]
        if last.status == "draft":
            growing.append(Published(last.number))
        for table in last.tables:
            entered_result(growing, last.number, table, strength, chance)
        stirred(growing, strength, chance)
        if chance.below(2):
            growing.append(Closed(last.number))
    if chance.below(2):
        growing.append(Finished())


def entered_result(growing: Growing, number: int, table: Table, strength: dict[int, int], chance: Draw) -> None:
    setup = growing.tournament.setup
    text = play(setup.system, table, strength, setup.options, chance)
    if chance.below(8) == 0:
        text = chance.choice(("+--", "--+", "---"))
    result = system(setup.system).rules.results.read(text, setup)
    assert not isinstance(result, Refusal)
    absent = table.first[:1] if text == "---" and setup.system == "domino" else ()
    growing.append(ResultEntered(number, table.number, result, absent))


def stirred(growing: Growing, strength: dict[int, int], chance: Draw) -> None:
    """One or two of the other things that happen."""
    for _ in range(1 + chance.below(2)):
        state = growing.tournament
        somebody = chance.choice(state.players[4:])
        older = chance.choice(state.rounds)
        match chance.below(10):
            case 0:
                late = enter(state, Player(0, "Çağ", rating=1400))
                if isinstance(late, Entered):
                    growing.append(late)
            case 1:
                gone = leave(state, somebody)
                if isinstance(gone, Left):
                    growing.append(gone)
            case 2 | 8:
                away = [player for player in state.players if player.left_after is not None]
                if away:
                    growing.append(Returned(chance.choice(away).id, state.next_round))
            case 3:
                growing.append(Missed(somebody.id, state.next_round))
            case 4:
                entered_result(growing, older.number, chance.choice(older.tables), strength, chance)
            case 5:
                table = chance.choice(older.tables)
                growing.append(ResultEntered(older.number, table.number, None))
                entered_result(growing, older.number, table, strength, chance)
            case 6 if isinstance(growing.history[-1][0], ResultEntered | Entered | Left | Missed):
                version = len(growing.history)
                growing.append(Undone((version,)))
                growing.append(Redone((version,)))
            case 7:
                growing.append(Renamed("Kapanış"), Archived())
            case _:
                growing.append(Deleted())
                growing.append(Deleted(gone=False))
