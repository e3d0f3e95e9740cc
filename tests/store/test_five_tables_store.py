"""R7: a store keeps the five tables true by itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from ronda.core.facts import Created, Deleted, Entered, Fact, Paired, ResultEntered, Undone
from ronda.core.model import Player, Round, Scored, Setup, Table
from ronda.store import Store, Stored, open_store
from ronda.store.database.engine import make_engine
from ronda.store.database.location import database_url
from ronda.store.read_model.rows import tournament_uuid
from tests.store.test_five_tables_growing import contents


def clock() -> Iterator[datetime]:
    now = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
    while True:
        now += timedelta(seconds=1)
        yield now


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    ticks = clock()
    with open_store(place, clock=lambda: next(ticks)) as opened:
        yield opened


@pytest.fixture
def looking(place: str, store: Store) -> Iterator[Connection]:
    engine = make_engine(database_url(place))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def append(store: Store, stored: Stored, *facts: Fact) -> Stored:
    after = store.append(stored.code, facts, expected=stored.version, actor="desk")
    assert isinstance(after, Stored)
    return after


def test_every_append_is_followed_and_projecting_again_gives_the_same(store: Store, looking: Connection) -> None:
    players = [Entered(Player(n, f"Player {n}")) for n in range(1, 5)]
    stored = store.create([Created(Setup("redemption", "Cup")), *players], actor="desk")
    stored = append(store, stored, Paired(Round(1, (Table(1, (1,), (2,)), Table(2, (3,), (4,))))))
    stored = append(store, stored, ResultEntered(1, 1, Scored(5, 2)))
    stored = append(store, stored, ResultEntered(1, 1, Scored(2, 5)))
    stored = append(store, stored, Undone((stored.version,)))
    found = contents(looking)
    looking.rollback()
    assert list(found["tournaments"]) == [(tournament_uuid(stored.code),)]
    assert {row["name"]: row["place"] for row in found["participants"].values()} == {
        "Player 1": 1,
        "Player 2": 4,
        "Player 3": 2,
        "Player 4": 2,
    }
    store.rebuild_tables(stored.code)
    assert contents(looking) == found
    looking.rollback()
    stored = append(store, stored, Deleted())
    assert not any(contents(looking).values())
    looking.rollback()
    append(store, stored, Deleted(gone=False))
    back = contents(looking)
    for name in found.keys() - {"tournaments"}:
        assert back[name] == found[name]
