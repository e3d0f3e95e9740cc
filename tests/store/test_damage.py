"""Damaged databases: whatever is broken, every command says so in words, and no standings are silently others."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ronda.cli import run
from ronda.cli.output import Output
from ronda.core.history import fold, in_force
from ronda.desk import standings_after
from ronda.store import Stored, open_store
from ronda.store.notes import read_note
from ronda.texts import Speaker
from ronda.views import plain_json
from ronda.views.standings import standings_line
from tests.store.damaging import BY_SQL, Standing, damaged, hurt, make

FEW = range(8)
MANY = range(int(os.environ.get("RONDA_DAMAGED", "400")))
STATUSES = (0, 1, 2, 3)


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    return make(tmp_path_factory.mktemp("standing"))


def looking(path: Path, code: str) -> list[list[str]]:
    out = path.parent
    return [
        ["list", "--all"],
        ["log", code],
        ["replay", code],
        ["check", code],
        ["export", code, "--to", "json", "--out", str(out / "out.json")],
        ["export", code, "--to", "csv", "--out", str(out / "out.csv")],
        ["backup", "--out", str(out / "copy.db")],
        ["backup", "--portable", "--out", str(out / "copy.jsonl")],
    ]


def writing(code: str) -> list[list[str]]:
    return [["rebuild"], ["result", code, "1", "1", "5-4", "--yes"], ["undo", code, "--yes"]]


def asked(capsys: pytest.CaptureFixture[str], words: list[str]) -> tuple[int, str]:
    """What a command answers; an exception would be a traceback."""
    capsys.readouterr()
    status = run([*words, "--lang", "en"])
    caught = capsys.readouterr()
    assert status in STATUSES, (words, status)
    assert "Traceback" not in caught.err, words
    if status == 2:
        assert caught.err.strip() or "error" in caught.out, words
    return status, caught.out


def standings_of(standing: Standing, code: str, version: int) -> list[Any]:
    tournament = fold(in_force(standing.facts[code][:version]))
    speaker = Output(Speaker("en"), json=True).about(tournament).speaker
    rows = [standings_line(row, speaker) for row in standings_after(tournament, len(tournament.rounds))]
    return without_cells(json.loads(json.dumps(rows, default=plain_json)))


def without_cells(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the list shows is made of the rest."""
    return [{key: value for key, value in row.items() if key != "cells"} for row in rows]


def try_out(standing: Standing, path: Path, log_hurt: bool, capsys: pytest.CaptureFixture[str]) -> None:
    here = ["--db", str(path)]
    for code in standing.codes:
        status, out = asked(capsys, ["standings", code, "--json", *here])
        if status == 0:
            found = without_cells(json.loads(out)["rows"])
            # a log that ends early is an earlier state, which is all that SQLite can know of it
            versions = range(len(standing.facts[code]), 0, -1) if log_hurt else [len(standing.facts[code])]
            assert any(found == standings_of(standing, code, version) for version in versions), code
    for words in looking(path, standing.codes[0]):
        asked(capsys, [*words, *here])
    save_and_write(standing, path, capsys)


def save_and_write(standing: Standing, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = ["--db", str(path)]
    asked(capsys, ["restore", str(path), "--db", str(path.parent / "restored.db")])
    asked(capsys, ["recover", "--from", str(path), "--db", str(path.parent / "saved.db")])
    for name in ("restored.db", "saved.db"):
        if (path.parent / name).exists():
            assert_true(standing, path.parent / name)
    for words in writing(standing.codes[0]):
        asked(capsys, [*words, *here])


def assert_true(standing: Standing, path: Path) -> None:
    """What is in it is what was written, or the beginning of it."""
    with open_store(path) as store:
        for code in store.codes():
            assert store.verify(code) == []
            stored = store.load(code)
            assert stored is not None
            assert stored.facts == standing.facts[code][: stored.version]


@pytest.mark.parametrize("seed", FEW)
def test_damaged_files(seed: int, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, what = damaged(standing, tmp_path / "db", seed)
    try_out(standing, path, what.endswith("log"), capsys)


@pytest.mark.soak
@pytest.mark.parametrize("seed", MANY)
def test_many_damaged_files(seed: int, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, what = damaged(standing, tmp_path / "db", 1000 + seed)
    try_out(standing, path, what.endswith("log"), capsys)


@pytest.mark.parametrize("what", BY_SQL)
def test_rows_that_are_wrong(what: str, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = hurt(standing, tmp_path / "db", BY_SQL[what])
    code, db = standing.codes[0], ["--db", str(path)]
    status, out = asked(capsys, ["standings", code, "--json", *db])
    found = without_cells(json.loads(out)["rows"]) if status == 0 else None
    assert found in (None, standings_of(standing, code, len(standing.facts[code])))
    for words in (["list"], ["log", code], ["replay", code], ["result", code, "1", "1", "5-4", "--yes"]):
        asked(capsys, [*words, *db])


@pytest.mark.soak
@pytest.mark.parametrize("what", BY_SQL)
def test_rows_that_are_wrong_in_every_command(
    what: str, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try_out(standing, hurt(standing, tmp_path / "db", BY_SQL[what]), log_hurt=False, capsys=capsys)


def test_the_list_stands_for_itself(standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It reads no facts, however many events there are: who opens an event, or replays it, is told of its damage."""
    path = hurt(standing, tmp_path / "db", BY_SQL["a body that is no JSON"])
    code, db = standing.codes[0], ["--db", str(path)]
    listed = json.loads(asked(capsys, ["list", "--all", "--json", *db])[1])["tournaments"]
    assert [one["code"] for one in listed] == list(standing.codes)
    assert asked(capsys, ["standings", code, *db])[0] == 2
    assert asked(capsys, ["replay", code, *db])[0] == 3


@pytest.mark.parametrize("what", ["bad time in the list", "a name that is no text"])
def test_one_bad_row_hides_one_event(
    what: str, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hurt(standing, tmp_path / "db", BY_SQL[what])
    capsys.readouterr()
    assert run(["list", "--all", "--json", "--db", str(path)]) == 0
    listed = json.loads(capsys.readouterr().out)["tournaments"]
    assert [one["code"] for one in listed] == list(standing.codes)
    assert [one["state"] == "damaged" for one in listed] == [True, False, False]
    assert run(["list", "--all", "--lang", "en", "--db", str(path)]) == 0
    shown = capsys.readouterr()
    assert all(code in shown.out for code in standing.codes)
    assert f"Damaged: {standing.codes[0]}" in shown.err
    assert run(["standings", standing.codes[2], "--db", str(path)]) == 0


def test_damage_is_named_with_the_way_out(
    standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hurt(standing, tmp_path / "db", BY_SQL["a body that is another"])
    code = standing.codes[0]
    capsys.readouterr()
    assert run(["standings", code, "--json", "--lang", "en", "--db", str(path)]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "damaged_entry"
    assert str(path) in error["message"]
    assert f"entry 11 of event {code}" in error["message"]
    assert f"ronda recover --from {path}" in error["message"]
    assert "ronda restore" not in error["message"]  # there is no copy yet
    copy = path.parent / "backups" / "ronda-2026-11-15T12-00-00Z.db"
    copy.parent.mkdir()
    copy.touch()
    assert run(["standings", code, "--lang", "en", "--db", str(path)]) == 2
    assert f"ronda restore {copy} --force" in capsys.readouterr().err
    path.write_bytes(path.read_bytes()[:5000])
    assert run(["list", "--lang", "de", "--db", str(path)]) == 2
    assert f"Die Datenbank {path} ist beschädigt" in capsys.readouterr().err


def test_the_header_of_another_program_is_not_traced_back(
    standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names inside the file that are no text: SQLite's own complaint cannot be read then."""
    path = hurt(standing, tmp_path / "db", "PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE ledger", b"CREATE TAB\xff\xfe ledger", 1))
    for words in (["list"], ["standings", standing.codes[0]], ["backup"], ["serve", "--port", "0"]):
        assert asked(capsys, [*words, "--db", str(path)])[0] == 2


# --- what can be saved -------------------------------------------------------------------------------------


def recovered(path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    target = path.parent / "saved.db"
    status = run(["recover", "--from", str(path), "--db", str(target), "--json"])
    value = json.loads(capsys.readouterr().out)
    assert status == (0 if value["events"] else 1)
    return value


def test_a_file_that_is_whole_is_saved_whole(
    standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also what stands only in the log beside it."""
    path = hurt(standing, tmp_path / "db", "")
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    value = recovered(path, capsys)
    assert {one["code"]: (one["saved"], one["of"]) for one in value["events"]} == {
        code: (len(facts), len(facts)) for code, facts in standing.facts.items()
    }
    assert (value["lost"], value["nameless"], value["passes"]) == ([], 0, 1)
    assert {file: file.read_bytes() for file in before} == before
    assert_true(standing, path.parent / "saved.db")
    with open_store(path.parent / "saved.db") as store:
        found = store.load(standing.codes[0])
        assert found is not None
        again = store.append(  # a request that was answered is known again
            found.code, found.facts[-1:], expected=1, actor="Çiğdem", key=f"k{found.version - 1}"
        )
        assert isinstance(again, Stored)
        assert again.version == found.version
        with store.reads() as connection:
            assert read_note(connection, found.code, "display").value == {"language": "tr"}
    assert run(["recover", "--from", str(path), "--db", str(path.parent / "saved.db")]) == 1  # they are there already
    assert run(["recover", "--from", str(path), "--db", str(path)]) == 2
    assert run(["recover"]) == run(["recover", "ABCDEF", "--from", str(path)]) == 2


@pytest.mark.parametrize("what", ["a fact is missing", "a body that is another", "a body as bytes"])
def test_facts_are_saved_as_far_as_they_verify(
    what: str, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = hurt(standing, tmp_path / "db", BY_SQL[what] + "; PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
    path.with_name("ronda.db-wal").unlink(missing_ok=True)
    first = next(one for one in recovered(path, capsys)["events"] if one["code"] == standing.codes[0])
    kept = {"a fact is missing": 3, "a body that is another": 10, "a body as bytes": 2}[what]
    assert (first["saved"], first["of"], first["whole"]) == (kept, 14, False)
    assert_true(standing, path.parent / "saved.db")
    assert run(["recover", "--from", str(path), "--db", str(tmp_path / "other.db"), "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert f"entries 1 to {kept} of 14" in shown
    assert f"Lost: {14 - kept} entries ({kept + 1}–14)" in shown
    assert "invitations were not saved" in shown


@pytest.mark.parametrize("lost", ["ledger", "sqlite_schema"])
def test_neither_the_list_nor_the_heading_is_needed(
    lost: str, standing: Standing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The codes are known from elsewhere: the first fact tells which one is its own."""
    path = hurt(standing, tmp_path / "db", "PRAGMA wal_checkpoint(TRUNCATE); VACUUM")
    path.with_name("ronda.db-wal").unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'ledger'"
        number = 1 if lost == "sqlite_schema" else connection.execute(query).fetchone()[0]
    data = bytearray(path.read_bytes())
    data[(number - 1) * 4096 : number * 4096] = bytes(4096)
    path.write_bytes(data)
    value = recovered(path, capsys)
    assert {one["code"]: one["saved"] for one in value["events"]} == {
        code: len(facts) for code, facts in standing.facts.items()
    }
    assert_true(standing, path.parent / "saved.db")


def test_what_has_nothing_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, content in enumerate((b"", b"no database", bytes(9000), b"SQLite format 3\0" + bytes(50))):
        path = tmp_path / f"{number}.db"
        path.write_bytes(content)
        assert recovered(path, capsys)["events"] == []
    assert run(["recover", "--from", str(tmp_path / "none.db")]) == 2
