"""Databases damaged on purpose, by seed: bytes of the file or of its log, or rows by SQL."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ronda.core.chance import Draw
from ronda.core.facts import Closed, Entered, Fact, Paired, Published, ResultEntered
from ronda.core.history import fold
from ronda.core.model import Player, Proposal, Scored
from ronda.store import Stored, open_store
from ronda.store.access import issue
from ronda.store.notes import write_note
from ronda.store.store import now
from ronda.systems import book_of, system
from tests.store.samples import result, started, whole_life

PAGE = 4096
BLOCK = 64  # bytes that are lost together

BY_SQL = {  # each hurts one event, the first, unless it says otherwise
    "bad time of a fact": "UPDATE fact SET at = 'yesterday' WHERE ledger_id = 1 AND version = 9",
    "bad time in the list": "UPDATE ledger SET created_at = 'long ago' WHERE id = 1",
    "bad time of the last change": "UPDATE ledger SET updated_at = '' WHERE id = 1",
    "a body that is no JSON": "UPDATE fact SET body = '{' WHERE ledger_id = 1 AND version = 2",
    "a body that is another": "UPDATE fact SET body = replace(body, '5', '4') WHERE ledger_id = 1 AND version > 10",
    "a body as bytes": "UPDATE fact SET body = CAST(body AS BLOB) WHERE ledger_id = 1 AND version = 3",
    "a body that is no text": "UPDATE fact SET body = CAST(x'ff00fe' AS TEXT) WHERE ledger_id = 1 AND version = 3",
    "an actor that is no text": "UPDATE fact SET actor = CAST(x'ff00fe' AS TEXT) WHERE ledger_id = 1 AND version = 3",
    "a kind that is a number": "UPDATE fact SET kind = 7 WHERE ledger_id = 1 AND version = 3",
    "a hash that is a number": "UPDATE fact SET hash = 7 WHERE ledger_id = 1 AND version = 3",
    "a fact is missing": "DELETE FROM fact WHERE ledger_id = 1 AND version = 4",
    "the last fact is missing": "DELETE FROM fact WHERE ledger_id = 1 AND version = 14",
    "all facts are missing": "DELETE FROM fact WHERE ledger_id = 1",
    "a name that is no text": "UPDATE ledger SET name = CAST(x'ff' AS TEXT) WHERE id = 1",
    "a name as bytes": "UPDATE ledger SET name = x'00' WHERE id = 1",
    "a system that is none": "UPDATE ledger SET system = 'quoits' WHERE id = 1",
    "a version that is text": "UPDATE ledger SET version = 'many' WHERE id = 1",
    "a version too high": "UPDATE ledger SET version = 4000000000000000000 WHERE id = 1",
    "a version below all": "UPDATE ledger SET version = -1 WHERE id = 1",
    "a hash that is bytes": "UPDATE ledger SET hash = x'00' WHERE id = 1",
    "a seal that is none": "UPDATE ledger SET seal = 'wax' WHERE id = 1",
    "a code that is none": "UPDATE ledger SET code = 'no code at all' WHERE id = 1",
    "a note that is no JSON": "UPDATE note SET value = '{' WHERE name = 'display'",
    "a note that is something else": "UPDATE note SET value = '[1]' WHERE name = 'display'",
    "a clock that is something else": "UPDATE note SET value = '{\"round\": []}' WHERE name = 'clock'",
    "a pass without an end": "UPDATE desk_pass SET expires_at = 'never'",
    "a table is gone": "DROP TABLE note",
    "all tables are gone": "DROP TABLE match_players; DROP TABLE request; DROP TABLE fact",
    "a column is gone": "ALTER TABLE ledger RENAME COLUMN hash TO cash",
}


class Standing(NamedTuple):
    """A database to be damaged: the codes in it, and the facts of each."""

    path: Path
    codes: tuple[str, ...]
    facts: dict[str, tuple[Fact, ...]]


def make(folder: Path) -> Standing:
    """A database with three events, part of which is only in the log beside it."""
    live = folder / "live.db"
    target = folder / "whole" / "ronda.db"
    target.parent.mkdir(parents=True)
    with open_store(live) as store:
        first = store.create(started(), actor="Ana", key="k1")
        for table in (1, 2, 3):
            first = _more(store, first, result(table, 5, 3 - table))
        second = store.create(whole_life(), actor="Ben")
        third = _played(store)
        with store.writes() as connection:
            write_note(connection, first.code, "display", {"language": "tr"})
            write_note(connection, first.code, "clock", {"round": 1, "length": 60, "extra": {}, "earlier": []})
            issue(connection, "secret", "helper", "Desk 2", now(), scope=first.code, expires=now())
        first = _more(store, first, result(4, 5, 1))
        for ending in ("", "-wal"):  # as after a power cut: the log was not taken over yet
            shutil.copy(live.with_name(live.name + ending), target.with_name(target.name + ending))
        shutil.copy(live.with_name("live.db.seal-key"), target.with_name("ronda.db.seal-key"))
    events = (first, second, third)
    return Standing(target, tuple(one.code for one in events), {one.code: tuple(one.facts) for one in events})


def _more(store: Any, before: Stored, *facts: Fact) -> Stored:
    after = store.append(before.code, list(facts), expected=before.version, actor="Çiğdem", key=f"k{before.version}")
    assert isinstance(after, Stored)
    return after


def _played(store: Any) -> Stored:
    """An event with long rows: 120 players, two rounds by the rules."""

    rules = system("redemption").rules
    stored: Stored = store.create(
        [*started(2)[:1], *(Entered(Player(n, f"Player {n}")) for n in range(1, 121))], actor="A"
    )
    for number in (1, 2):
        tournament = fold(stored.facts)
        made = rules.pair(book_of(tournament), Draw(7, "round", number))
        assert isinstance(made, Proposal)
        results = [ResultEntered(number, table.number, Scored(5, table.number % 5)) for table in made.round.tables]
        stored = _more(store, stored, Paired(made.round, made.numbers), Published(number), *results, Closed(number))
    return stored


def damaged(standing: Standing, folder: Path, seed: int) -> tuple[Path, str]:
    """A copy with some damage in it, and what was done."""
    chance = Random(seed)
    path = _copied(standing, folder)
    name = chance.choice(("file", "file", "log"))
    target = path if name == "file" else path.with_name(path.name + "-wal")
    if name == "file" and chance.random() < 0.5:  # all in one file
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        name = "only file"
    data = bytearray(target.read_bytes())
    way = chance.choice(tuple(WAYS))
    WAYS[way](data, chance)
    target.write_bytes(data)
    return path, f"{seed}: {way}, {name}"


def hurt(standing: Standing, folder: Path, statements: str) -> Path:
    path = _copied(standing, folder)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)
    return path


def _copied(standing: Standing, folder: Path) -> Path:
    shutil.copytree(standing.path.parent, folder)
    return folder / standing.path.name


def _flip(data: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 1, 3, 20))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _flip_at_the_start(data: bytearray, chance: Random) -> None:
    data[chance.randrange(100)] ^= 1 << chance.randrange(8)


def _zero(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) // BLOCK) * BLOCK
    length = BLOCK * chance.choice((1, 4, 64))
    data[at : at + length] = bytes(len(data[at : at + length]))


def _noise(data: bytearray, chance: Random) -> None:
    at = chance.randrange(len(data) // PAGE) * PAGE
    data[at : at + PAGE] = chance.randbytes(len(data[at : at + PAGE]))


def _cut(data: bytearray, chance: Random) -> None:
    del data[chance.randrange(len(data)) :]


def _swap(data: bytearray, chance: Random) -> None:
    one, other = (chance.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


WAYS: dict[str, Callable[[bytearray, Random], None]] = {
    "flipped": _flip,
    "flipped at the start": _flip_at_the_start,
    "zeroed": _zero,
    "noise": _noise,
    "cut": _cut,
    "swapped": _swap,
}
