"""Copies of the store: taken, thinned out and put back, on both databases."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from ronda.core.facts import Renamed
from ronda.store import Conflict, open_store
from ronda.store.copies import backup, prune
from ronda.store.copy_files import BadCopy
from ronda.store.restore import restore
from tests.cli.running import Desk
from tests.store.conftest import fresh_database, postgres
from tests.store.samples import result, started, whole_life

__all__ = ["postgres"]  # a fixture

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = desk.path("ronda.db")
    monkeypatch.setenv("RONDA_DB", str(path))
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "one.db")
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "other.db")
    return fresh_database(request.getfixturevalue("postgres"))


def fill(url: str | Path) -> list[str]:
    with open_store(url) as store:
        first = store.create(started(), actor="Ana", key="k1")
        store.append(first.code, [result(1, 5)], expected=first.version, actor="Çiğdem", key="k2")
        return [first.code, store.create(whole_life(), actor="Ana").code]


def content(url: str | Path) -> object:
    with open_store(url) as store:
        return [(code, store.log(code), store.verify(code)) for code in store.codes()]


@pytest.mark.parametrize("portable", [False, True])
def test_what_is_backed_up_comes_back_on_either_database(desk: Desk, place: str, other: str, portable: bool) -> None:
    codes = fill(place)
    words = ("--portable",) if portable else ()
    assert desk("backup", "--out", "copy", *words, "--db", place).status == 0
    answer = desk("restore", "copy", "--db", other, "--json")
    assert answer.status == 0, answer.out
    assert answer.value["tournaments"] == 2
    assert content(other) == content(place)
    with open_store(other) as store:  # goes on: with the same keys, and with ids that are free
        found = store.load(codes[0])
        assert found is not None
        again = store.append(codes[0], [result(1, 5)], expected=found.version - 1, actor="Çiğdem", key="k2")
        assert not isinstance(again, Conflict)
        assert again.version == found.version
        assert store.create(started(), actor="Ana").code not in codes


def test_a_store_that_is_not_empty_is_not_overwritten_by_chance(desk: Desk, place: str) -> None:
    fill(place)
    desk("backup", "--out", "copy", "--db", place)
    wanted = content(place)
    with open_store(place) as store:
        late = store.create(started(), actor="Ana").code
    refused = desk("restore", "copy", "--db", place)
    assert refused.status == 2
    assert "3 tournaments" in refused.err
    assert "--force" in refused.err
    with open_store(place) as store:
        assert late in store.codes()
    answer = desk("restore", "copy", "--db", place, "--force", "--json")
    assert answer.status == 0
    assert content(place) == wanted
    desk("restore", answer.value["kept"], "--db", desk.path("before.db"))
    with open_store(desk.path("before.db")) as store:
        assert late in store.codes()


def test_a_damaged_copy_changes_nothing(desk: Desk, database: Path) -> None:
    fill(database)
    desk("backup", "--out", "copy.db")
    desk("backup", "--out", "copy.jsonl", "--portable")
    whole = desk.path("copy.jsonl").read_bytes()
    before = content(database)
    lines = whole.splitlines(keepends=True)
    spoiled = {
        "cut.jsonl": b"".join(lines[:-1]),
        "half.jsonl": whole[: len(whole) // 2],
        "less.jsonl": b"".join(lines[:5] + lines[6:]),
        "changed.jsonl": whole.replace(b"Ana", b"Eve", 1),
        "more.jsonl": whole + b"{}\n",
        "else.jsonl": b'{"ronda": 1}\n',
        "wrong.jsonl": lines[0] + b'{"fact": 5}\n',
        "text": "çok güzel".encode(),
        "empty": b"",
    }
    for name, data in spoiled.items():
        desk.write(name, data)
        answer = desk("restore", name, "--force")
        assert answer.status == 2, name
        assert "Traceback" not in answer.err
        assert content(database) == before
    with sqlite3.connect("copy.db") as connection:
        connection.execute("UPDATE fact SET actor = 'Eve' WHERE version = 2")
    connection.close()
    assert desk("restore", "copy.db", "--force").status == 2
    assert desk("restore", "nothing.db").status == 2
    assert content(database) == before
    assert not [path for path in desk.folder.iterdir() if path.name.startswith(".ronda-")]


def test_a_database_in_use_is_not_replaced(desk: Desk, database: Path) -> None:
    fill(database)
    desk("backup", "--out", "copy.db")
    with open_store(database) as store:
        assert store.codes()
        answer = desk("restore", "copy.db", "--force")
        assert answer.status == 2
        assert store.codes()


def test_a_copy_is_one_moment_while_others_write(tmp_path: Path) -> None:
    path = tmp_path / "ronda.db"
    code = fill(path)[0]

    def write() -> None:
        with open_store(path, read_model=False) as store:
            for n in range(40):
                stored = store.load(code)
                assert stored is not None
                store.append(code, [Renamed(f"Name {n}")], expected=stored.version, actor="Ben")

    writer = Thread(target=write)
    writer.start()
    copies = [backup(path, tmp_path / f"copy{n}.{'db' if n % 2 else 'jsonl'}", portable=n % 2 == 0) for n in range(6)]
    writer.join()
    for number, copy in enumerate(copies):
        assert restore(copy, tmp_path / f"again{number}.db").tournaments == 2


@pytest.mark.parametrize("spoiled", ["schema", "form"])
def test_a_copy_of_a_newer_release_is_refused_in_plain_words(desk: Desk, database: Path, spoiled: str) -> None:
    fill(database)
    desk("backup", "--out", "copy.jsonl", "--portable")
    heading, rest = desk.path("copy.jsonl").read_bytes().split(b"\n", 1)
    newer = {**json.loads(heading), **({"schema": "9999"} if spoiled == "schema" else {"ronda_backup": 2})}
    desk.write("newer.jsonl", json.dumps(newer).encode() + b"\n" + rest)
    answer = desk("restore", "newer.jsonl", "--force")
    assert answer.status == 2
    assert answer.err.startswith("newer.jsonl was made by a newer release of Ronda (schema ")
    assert "Nothing was changed" in answer.err
    assert desk("restore", "newer.jsonl", "--force", "--json").value["error"]["code"] == "copy_newer"


def test_a_broken_database_is_replaced_when_one_insists(desk: Desk, database: Path) -> None:
    fill(database)
    desk("backup", "--out", "copy.db")
    wanted = content(database)
    database.write_bytes(b"rubbish" * 1000)
    answer = desk("restore", "copy.db")
    assert answer.status == 2
    assert "--force" in answer.err
    kept = desk("restore", "copy.db", "--force", "--json").value["kept"]
    assert Path(kept).read_bytes() == b"rubbish" * 1000
    assert content(database) == wanted


def test_every_pairing_that_is_kept_is_preceded_by_a_copy(
    desk: Desk, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RONDA_DB", place)
    listed = desk.write("p.csv", "Ann\nBen\nCal\nDee\n")
    code = desk("new", "store", "--system", "redemption", "--players", listed, "--json").value["code"]
    folder = desk.path("data/ronda/backups" if place.startswith("postgresql") else "backups")
    assert desk("pair", code).status == 0
    assert not folder.exists()
    assert desk("pair", code, "--write").status == 0
    (copy,) = folder.iterdir()
    desk("restore", copy, "--db", "before.db")
    with open_store("before.db") as store:
        assert [entry.fact.__class__.__name__ for entry in store.log(code) or ()] == ["Created", *["Entered"] * 4]


def test_a_pairing_goes_on_without_its_copy(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = desk.write("p.csv", "Ann\nBen\nCal\nDee\n")
    code = desk("new", "store", "--system", "redemption", "--players", listed, "--json").value["code"]
    desk.write("backups", "a file where the folder should be")
    answer = desk("pair", code, "--write", "--json")
    assert answer.status == 0
    assert answer.err.strip()
    assert answer.value["number"] == 1
    desk.path("backups").unlink()

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("ronda.store.copies.copy_sqlite", full)
    for table in answer.value["tables"]:
        desk("result", code, 1, table["number"], "5-0")
    answer = desk("pair", code, "--write", "--json")
    assert answer.status == 0, answer.out
    assert "disk is full" in answer.err


def test_old_copies_are_thinned_out(tmp_path: Path) -> None:
    ages = [timedelta(hours=hours) for hours in range(0, 24 * 500, 6)]
    stamps = {(NOW - age).strftime("%Y-%m-%dT%H-%M-%SZ"): age for age in ages}
    for stamp in stamps:
        (tmp_path / f"ronda-{stamp}.db").touch()
    for foreign in ("ronda-notes.db", "other-2020-01-01T00-00-00Z.db", "ronda-2020-01-01T00-00-00Z.db.txt"):
        (tmp_path / foreign).touch()
    prune(tmp_path, "ronda", NOW)
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names & {"ronda-notes.db", "other-2020-01-01T00-00-00Z.db", "ronda-2020-01-01T00-00-00Z.db.txt"}) == 3
    kept = sorted(age for stamp, age in stamps.items() if f"ronda-{stamp}.db" in names)
    day, month, year = timedelta(days=1), timedelta(days=30), timedelta(days=365)
    assert [age for age in kept if age <= day] == [age for age in ages if age <= day]
    assert 28 <= len([age for age in kept if day < age <= month]) <= 31
    assert 11 <= len([age for age in kept if month < age <= year]) <= 13
    assert max(kept) <= year
    assert prune(tmp_path, "ronda", NOW) == []
    prune(tmp_path, "ronda", NOW + timedelta(days=4000))
    assert len([path for path in tmp_path.iterdir() if path.name.startswith("ronda-20")]) == 2  # the newest, and a text


def test_the_portable_copy_is_lines_of_json(tmp_path: Path) -> None:
    fill(tmp_path / "ronda.db")
    copy = backup(tmp_path / "ronda.db", tmp_path / "copy", portable=True, now=NOW)
    first, *rows, last = (json.loads(line) for line in copy.read_text("ascii").splitlines())
    assert first["ronda_backup"] == 1
    assert last["end"]["rows"] == len(rows)
    assert {next(iter(row)) for row in rows} == {"ledger", "fact", "particulars", "request"}
    with pytest.raises(BadCopy):
        restore(copy_without_end(copy), tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def copy_without_end(copy: Path) -> Path:
    cut = copy.with_name("cut")
    cut.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:-1]))
    return cut
