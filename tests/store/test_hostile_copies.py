"""Copies and dumps made to hurt whoever opens them: they are refused, and nothing outside their place is touched."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.store import open_store
from ronda.store.copies import FOLDER, backup, keep_up, prune
from ronda.store.copy_files import BadCopy
from ronda.store.database.engine import NEWEST
from ronda.store.importing import sources as import_dump
from ronda.store.importing.event import import_dump as taken_over
from ronda.store.importing.rows import NotImportable
from ronda.store.importing.sources import read_dump
from ronda.store.restore import restore
from tests.store.samples import started

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
SECONDS = 20.0
STAMP = "-2026-01-01T00-00-00Z.db"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "ronda.db"
    with open_store(path) as made:
        made.create(started(), actor="Ana")
    return path


def refused(copy: Path, folder: Path) -> str:
    """Why it is not put back; and nothing is left of it."""
    target = folder / "target" / "ronda.db"
    with pytest.raises(BadCopy) as caught:
        restore(copy, target)
    assert [path for path in (folder / "target").rglob("*") if path.is_file()] == []
    return caught.value.code


# --- copies ------------------------------------------------------------------------------------------------

ACTING = (
    "CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM fact; END",
    "CREATE TRIGGER evil AFTER UPDATE ON ledger BEGIN UPDATE ledger SET name = 'evil'; END",
    "ALTER TABLE note RENAME TO hidden; CREATE VIEW note AS SELECT * FROM hidden",
    "CREATE VIRTUAL TABLE evil USING fts5(x)",
)


@pytest.mark.parametrize("statement", ACTING)
def test_a_copy_in_which_something_acts_by_itself_is_refused(store: Path, tmp_path: Path, statement: str) -> None:
    copy = backup(store, tmp_path / "copy.db")
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(statement)
    assert refused(copy, tmp_path) == "foreign"


def test_a_view_of_ones_own_does_no_harm(store: Path, tmp_path: Path) -> None:
    copy = backup(store, tmp_path / "copy.db")
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript("CREATE VIEW mine AS SELECT name FROM ledger")
    assert restore(copy, tmp_path / "target.db").tournaments == 1


@pytest.mark.parametrize("code", ["../../etc/passwd", "/etc/passwd", 'A"\r\nX: y', "abcdef", ""])
def test_a_code_that_is_none_is_refused(store: Path, tmp_path: Path, code: str) -> None:
    """Codes stand in addresses and in names of files."""
    copy = backup(store, tmp_path / "copy.db")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE ledger SET code = ?", (code,))
        connection.commit()
    assert refused(copy, tmp_path) == "foreign"


def test_a_file_without_line_ends_is_not_taken_into_memory(tmp_path: Path) -> None:
    """600 MB of nothing: a heading, then one line without an end."""
    copy = tmp_path / "copy.jsonl"
    heading = json.dumps({"ronda_backup": 1, "schema": NEWEST, "at": NOW.isoformat()}).encode() + b"\n"
    with open(copy, "wb") as file:
        file.write(heading)
        file.truncate(600_000_000)
    before = getrusage(RUSAGE_SELF).ru_maxrss
    assert refused(copy, tmp_path) == "line"
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 300_000, "kB"


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b'{"ledger": {"code": 1}}', b'{"end": {}}', b"\xff\xfe", b'{"fact": []}', b"{}"]
)
def test_lines_that_are_none(tmp_path: Path, line: bytes) -> None:
    copy = tmp_path / "copy.jsonl"
    heading = json.dumps({"ronda_backup": 1, "schema": NEWEST}).encode() + b"\n"
    copy.write_bytes(heading + line + b"\n")
    assert refused(copy, tmp_path) in ("line", "incomplete")


def test_an_archive_is_no_copy(tmp_path: Path) -> None:
    """50 MB of zeros, packed into 50 kB, under the name of a copy."""
    for name in ("copy.zip", "copy.db", "copy.jsonl"):
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("../../ronda.db", bytes(50_000_000))
        start = process_time()
        assert refused(tmp_path / name, tmp_path) == "foreign"
        assert process_time() - start < SECONDS
    assert not list(tmp_path.parent.glob("ronda.db"))


def test_a_checksum_is_over_everything(store: Path, tmp_path: Path) -> None:
    copy = backup(store, tmp_path / "copy.jsonl", portable=True)
    lines = copy.read_bytes().splitlines(keepends=True)
    doubled = [*lines[:-1], lines[-2]]
    end = {"end": {"rows": len(doubled) - 1, "sha256": sha256(b"".join(lines[:-1])).hexdigest()}}
    copy.write_bytes(b"".join(doubled) + json.dumps(end).encode() + b"\n")
    assert refused(copy, tmp_path) == "incomplete"


# --- names -------------------------------------------------------------------------------------------------


def test_what_only_has_the_name_of_a_copy_is_left_alone(store: Path, tmp_path: Path) -> None:
    """Links are not followed, folders not deleted, pipes not waited for."""
    folder = store.parent / FOLDER
    folder.mkdir(exist_ok=True)
    precious = tmp_path / "precious.db"
    precious.write_text("mine")
    link, pipe, inside = (folder / f"ronda-{year}-01-01T00-00-00Z.db" for year in (2020, 2021, 2022))
    link.symlink_to(precious)
    os.mkfifo(pipe)
    inside.mkdir()
    assert prune(folder, "ronda", NOW) == []
    pipe.rename(folder / "ronda-2027-01-01T00-00-00Z.db")  # the latest: its content would be looked at
    made = keep_up(store, now=NOW)
    assert made is not None
    assert made.parent == folder
    assert precious.read_text() == "mine"
    assert link.is_symlink()
    assert inside.is_dir()


def test_a_copy_does_not_write_through_a_link(store: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    link = tmp_path / "copy.db"
    link.symlink_to(precious)
    assert backup(store, link) == link
    assert precious.read_text() == "mine"
    assert not link.is_symlink()
    link.unlink()
    link.symlink_to(tmp_path / "nowhere")
    backup(store, link)
    assert not (tmp_path / "nowhere").exists()


def test_a_copy_goes_only_where_it_is_told(store: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    made = backup(store, tmp_path / "deep" / ".." / "copy.db")
    assert {path for path in tmp_path.rglob("*") if path.is_file()} - before == {made.resolve()}


# --- dumps -------------------------------------------------------------------------------------------------

MANY = 500_000
HOSTILE: dict[str, tuple[str, Callable[[], bytes]]] = {
    "comments never closed": ("cut_off", lambda: b"SELECT 1 / 2; " + b"/* " * MANY),
    "bodies never closed": ("cut_off", lambda: b" ".join(b"$a%d$" % n for n in range(MANY // 4))),
    "a statement without end": ("too_many", lambda: b"INSERT INTO matches (id) VALUES " + b"(1)," * MANY),
    "rows without number": (
        "too_many",
        lambda: b"COPY matches (id) FROM stdin;\n" + b"1\n" * MANY + b"\\.\n",
    ),
    "a row of tabs": ("wrong_length", lambda: b"COPY matches (id) FROM stdin;\n" + b"\t" * MANY + b"\n\\.\n"),
    "brackets": ("cut_off", lambda: b"INSERT INTO matches (id) VALUES " + b"(" * (MANY // 2)),
    "a string without end": ("cut_off", lambda: b"INSERT INTO matches (id) VALUES ('" + b"x" * 10 * MANY),
    "quotes": ("no_tournament", lambda: b"'" * 2 * MANY),
    "garbage": ("no_tournament", lambda: b"( " * MANY),
    "lines": ("no_tournament", lambda: b"\n" * 10 * MANY),
    "commands to psql": ("no_tournament", lambda: b"\\! rm -rf /\n" * 100_000),
}


@pytest.mark.parametrize(("code", "make"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_dump_is_refused_soon(code: str, make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_dump, "MOST_ROWS", MANY // 5)  # to be soon done here, too
    monkeypatch.setattr(import_dump, "MOST_TOKENS", MANY)
    data = make()
    start = process_time()
    with pytest.raises(NotImportable) as caught:
        taken_over(data)
    assert process_time() - start < SECONDS
    assert caught.value.code == code
    assert all(len(str(fact)) < 1000 for fact in caught.value.facts.values())


def test_nothing_in_a_dump_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    data = (
        f"\\! touch {mark}\n\\o |touch {mark}\nCOPY x FROM PROGRAM 'touch {mark}';\nSELECT pg_sleep(1000);\n".encode()
    )
    assert not any(read_dump(data).values())
    assert not mark.exists()


PIECES = st.sampled_from(
    [
        "INSERT INTO ",
        "COPY ",
        "CREATE TABLE ",
        "public.",
        "matches",
        "tournaments ",
        "byes",
        "(id, round)",
        "(",
        ")",
        " VALUES ",
        "(1, 2)",
        ",",
        ";",
        "'",
        "''",
        '"',
        "$$",
        "$a$",
        "/*",
        "*/",
        "--",
        "\n",
        "\\.\n",
        "\\N",
        "\\000",
        "\\x4",
        "E'\\",
        " FROM stdin;\n",
        "1\t2\n",
        "9" * 5000,
        "::uuid",
        "-",
        "NULL",
        "only ",
        "ı",
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_any_dump_is_read_or_refused(text: str) -> None:
    try:
        taken_over(text.encode())
    except NotImportable as trouble:
        assert trouble.code  # noqa: PT017
