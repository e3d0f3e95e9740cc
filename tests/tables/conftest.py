"""Somebody's own database: the five tables and nothing else, and a hand that writes SQL to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine, event, text

from tests.cli.conftest import desk
from tests.store.conftest import postgres
from tests.store.their_tables import STATEMENTS, seed_database, seed_file

__all__ = ["desk", "postgres"]  # fixtures


class App:
    """The users' program, as far as it is SQL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        if url.startswith("sqlite"):
            event.listen(self.engine, "connect", lambda raw, _: raw.execute("pragma foreign_keys=on"))

    def __call__(self, query: str, **values: object) -> list[Any]:
        with self.engine.begin() as connection:
            done = connection.execute(text(query), values)
            return list(done.mappings()) if done.returns_rows else []

    def one(self, query: str, **values: object) -> Any:
        (row,) = self(query, **values)
        return row

    def insert(self, table: str, **values: object) -> Any:
        columns, named = ", ".join(values), ", ".join(f":{name}" for name in values)
        return self.one(f"insert into {table} ({columns}) values ({named}) returning id", **values)["id"]

    def start(self, name: str, players: str, **settings: object) -> Any:
        """A tournament with these players."""
        settings = {"code": name[:3].upper(), "max_score": 5, **settings}
        cup = self.insert("tournaments", name=name, **settings)
        for player in players.split():
            self.insert("participants", tournament_id=cup, name=player)
        return cup

    def result(self, round_: int, order: int, first: int | None, second: int | None) -> None:
        self(
            "update matches set player1_score = :first, player2_score = :second "
            "where round = :round and match_order = :order",
            first=first,
            second=second,
            round=round_,
            order=order,
        )

    def everything(self) -> dict[str, list[dict[str, Any]]]:
        tables = ("tournaments", "rounds", "participants", "matches", "byes")
        return {name: [dict(row) for row in self(f"select * from {name} order by id")] for name in tables}


@pytest.fixture(scope="session")
def apps(postgres: str) -> str:
    """A database for all tests, one after the other: to make one takes longer than to play an event in it."""
    return seed_database(postgres, "apps")


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[App]:
    if request.param == "sqlite":
        made = App(seed_file(tmp_path / "app.db"))
    else:
        made = App(request.getfixturevalue("apps"))
        with psycopg.connect(made.url, autocommit=True) as connection:
            connection.execute("drop schema public cascade")
            connection.execute("create schema public")
            connection.execute(STATEMENTS.encode())
    yield made
    made.engine.dispose()
