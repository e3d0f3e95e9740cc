"""What a command on a database loads before it does anything: who only looks waits for neither migrations nor server.
What a command on a file loads is in `tests/test_dependencies.py`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.running import Desk

PROGRAM = """
import sys
from ronda.__main__ import main
sys.argv = ["ronda", *sys.argv[1:]]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
NOT_FOR_THEM = {"alembic", "litestar", "psycopg", "sqlalchemy.dialects.postgresql", "sqlalchemy.orm"}


@pytest.mark.parametrize("command", ["list", "standings"])
def test_who_looks_into_a_database_loads_neither_migrations_nor_server(desk: Desk, command: str) -> None:
    players = desk.write("names.csv", "\n".join(f"Player {n}" for n in range(1, 9)))
    db = ("--db", desk.path("e.db"))
    made = desk("new", "store", "--system", "redemption", "--players", players, "--seed", 7, *db, "--json")
    words = ("list",) if command == "list" else (command, made.value["code"])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, (*words, *db))],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found = set(done.stderr.split())
    assert "sqlalchemy" in found
    assert found & NOT_FOR_THEM == set()
