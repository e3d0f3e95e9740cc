"""What a command loads before it does anything: a small file is not to wait for what it does not need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Desk

DEAR = ("json", "argparse", "getpass", "rustworkx", "sqlalchemy", "ronda.stages", "ronda.views.rounds")
MOST_MODULES = 104  # of Ronda

PROGRAM = """
import sys
from ronda.__main__ import main
sys.argv = ["ronda", *sys.argv[1:]]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded(*words: object) -> set[str]:
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


@pytest.fixture
def file(desk: Desk) -> Path:
    players = desk.write("names.csv", "\n".join(f"Player {n}" for n in range(1, 9)))
    path = desk.path("e.json")
    assert desk("new", path, "--system", "redemption", "--players", players, "--seed", 7).status == 0
    assert desk("pair", path, "--write").status == 0
    history = path.with_name("e.json.history")
    history.unlink()
    return path


def test_a_pairing_loads_what_it_needs(file: Path, desk: Desk) -> None:
    for table in (1, 2, 3, 4):
        assert desk("result", file, 1, table, "5-3").status == 0
    file.with_name("e.json.history").unlink()
    found = loaded("pair", file)
    assert found & {*DEAR} == set()
    assert sum(name.partition(".")[0] == "ronda" for name in found) <= MOST_MODULES


@pytest.mark.parametrize("words", [("standings",), ("result", 1, 1, "5-3")], ids=str)
def test_who_does_not_pair_loads_no_pairing(file: Path, words: tuple[object, ...]) -> None:
    command, *more = words
    found = loaded(command, file, *more)
    not_for_them = {*DEAR, "ronda.pairing.walk", "ronda.systems.redemption.check"} - {"ronda.views.rounds"}
    assert found & not_for_them == set()


@pytest.mark.parametrize("command", ["list", "standings"])
def test_who_looks_into_a_database_loads_no_migrations_and_nothing_that_writes(
    file: Path, desk: Desk, command: str
) -> None:
    db = ("--db", desk.path("e.db"))
    code = desk("import", file, "--store", *db, "--json").value["code"]
    found = loaded(*(("list",) if command == "list" else (command, code)), *db)
    assert "sqlalchemy" in found
    not_for_them = {"alembic", "psycopg", "sqlalchemy.dialects.postgresql", "sqlalchemy.orm"}
    not_for_them |= {f"ronda.store.{name}" for name in ("read_model", "salvage", "backup", "people")}
    assert found & not_for_them == set()
