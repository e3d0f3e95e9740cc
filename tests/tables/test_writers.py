"""Two who write at once: one wins, the other is told. All is written, or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from ronda.five_tables import ForeignTournament
from ronda.five_tables.changes import NextRows, next_rows
from ronda.five_tables.database import RowWriter, open_for_writing
from ronda.store.read_model.rows import Row
from tests.cli.running import Desk
from tests.tables.conftest import App


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a lock."""
    for module in ("ronda.store.importing.sources", "ronda.five_tables.database"):
        monkeypatch.setattr(f"{module}.BUSY_SECONDS", 2)


@pytest.fixture(autouse=True)
def started(app: App) -> None:
    app.start("Friday", "Ann Ben Cal Dee Eve", n_rounds=3)


@contextmanager
def pairing(app: App, go_on: threading.Event) -> Iterator[None]:
    """Somebody who has written round 1 and has not committed it before they `go_on`."""
    there = threading.Event()

    def write() -> None:
        with open_for_writing(app.url, "FRI") as (looked, hand):
            assert isinstance(looked.found, ForeignTournament)
            made = next_rows(looked.found, 1, datetime.now(UTC))
            assert isinstance(made, NextRows)
            for name, rows in made.rows.items():
                hand.insert(name, rows)
            for change in made.changes:
                hand.change(change)
            there.set()
            go_on.wait(30)

    writer = threading.Thread(target=write)
    writer.start()
    assert there.wait(10)
    yield
    writer.join(30)


def test_who_comes_while_another_pairs_is_told(desk: Desk, app: App) -> None:
    go_on = threading.Event()
    with pairing(app, go_on):
        threading.Timer(0.5, go_on.set).start()
        second = desk("tables", app.url, "pair", "FRI", "--write", "--json")
    assert (second.status, second.value["error"]["code"]) == (1, "results_missing")
    assert len(app("select id from rounds")) == 1
    assert len(app("select id from matches")) == 2
    assert desk("tables", app.url, "check", "FRI", "--json").value["findings"] == []


def test_who_finds_the_round_there_already_is_told(desk: Desk, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that locks nothing has written the same round in the meantime."""
    taken = "insert into rounds (tournament_id, round_number) select id, 1 from tournaments"
    insert = RowWriter.insert

    def late(self: RowWriter, name: str, rows: Sequence[Row]) -> None:
        if name == "rounds":
            self._live.connection.execute(text(taken))
        insert(self, name, rows)

    monkeypatch.setattr(RowWriter, "insert", late)
    told = desk("tables", app.url, "pair", "FRI", "--write", "--json")
    assert (told.status, told.value["error"]["code"]) == (1, "other_writer")
    assert app("select id from rounds") == []


def test_who_waits_too_long_is_told(desk: Desk, app: App) -> None:
    go_on = threading.Event()
    with pairing(app, go_on):
        second = desk("tables", app.url, "score", "FRI", "--write", "--json")
        go_on.set()
    assert (second.status, second.value["error"]["code"]) == (1, "other_writer")


def test_a_score_that_the_app_is_writing_is_not_missed(desk: Desk, app: App) -> None:
    """The app has a result in hand that it has not committed: `score` does not write points without it."""
    assert desk("tables", app.url, "pair", "FRI", "--write").status == 0
    app.result(1, 1, 5, 3)
    with app.engine.connect() as connection:
        connection.execute(text("update matches set player1_score = 4 where match_order = 1"))
        threading.Timer(0.5, connection.commit).start()
        told = desk("tables", app.url, "score", "FRI", "--write", "--json")
    assert told.status == 0  # it waited, and then saw the new score
    assert app.one("select player1_match_points as points from matches where match_order = 1")["points"] == 2
    assert desk("tables", app.url, "check", "FRI").status == 0


def test_of_three_programs_at_once_one_pairs(app: App) -> None:
    words = [sys.executable, "-m", "ronda", "tables", app.url, "pair", "FRI", "--write"]
    running = [
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "RONDA_LANG": "en"})
        for _ in range(3)
    ]
    told = [program.communicate(timeout=120) for program in running]
    assert sorted(program.returncode for program in running) == [0, 1, 1], told
    assert len(app("select id from rounds")) == 1
    assert len(app("select id from matches")) == 2
    assert len(app("select id from byes")) == 1


def test_what_the_database_does_not_take_leaves_nothing_behind(desk: Desk, app: App) -> None:
    if app.url.startswith("sqlite"):
        app("create trigger never before insert on byes begin select raise(abort, 'no byes here'); end")
    else:
        app("alter table byes add constraint never check (match_points < 0)")
    before = app.everything()
    refused = desk("tables", app.url, "pair", "FRI", "--write")
    assert (refused.status, refused.out) == (2, "")
    assert "Nothing was written" in refused.err
    assert "never" in refused.err or "no byes here" in refused.err
    assert app.everything() == before


def test_a_table_with_fewer_columns_is_enough(desk: Desk, app: App) -> None:
    app("alter table matches drop column match_order")
    app("alter table tournaments drop column current_round")
    app("alter table participants drop column place")
    for number in (1, 2):
        assert desk("tables", app.url, "pair", "FRI", "--write").status == 0
        app(f"update matches set player1_score = 5, player2_score = 0 where round = {number}")
        assert desk("tables", app.url, "score", "FRI", "--write").status == 0
    assert {row["match_points"] for row in app("select match_points from participants")} <= {0, 3, 6}
