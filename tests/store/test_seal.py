"""The end of the log is proved as well: by a seal, by answered requests, and by what somebody noted."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from ronda.cli import run
from ronda.core.facts import Renamed
from ronda.store import Store, Stored, open_store
from ronda.store.copies import backup
from ronda.store.copy_files import BadCopy
from ronda.store.database.engine import make_engine
from ronda.store.database.location import database_url
from ronda.store.restore import restore
from ronda.store.seal import VARIABLE, Sealer, head_text, key_file, read_head
from tests.store.conftest import fresh_database
from tests.store.samples import result, started
from tests.store.test_schema import copied, restored


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # a server's key is there


@pytest.fixture
def played(place: str) -> Iterator[tuple[Store, Stored]]:
    with open_store(place) as store:
        made = store.create(started(), actor="Ana")
        for table in (1, 2, 3):
            made = more(store, made, table)
        yield store, made


def more(store: Store, before: Stored, table: int, key: str | None = None) -> Stored:
    after = store.append(before.code, [result(table, 5)], expected=before.version, actor="Ana", key=key)
    assert isinstance(after, Stored)
    return after


def tamper(place: str, *statements: str) -> None:
    engine = create_engine(database_url(place))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


CUT = (  # the last two facts, and the head moved so that the chain holds
    "UPDATE ledger SET version = version - 2",
    "DELETE FROM fact WHERE version > (SELECT version FROM ledger)",
    "UPDATE ledger SET hash = (SELECT hash FROM fact WHERE fact.version = ledger.version),"
    " updated_at = (SELECT at FROM fact WHERE fact.version = ledger.version), progress = NULL",
)


def codes(store: Store, code: str, noted: tuple[int, str] | None = None) -> list[str]:
    return [problem.code for problem in store.verified(code, noted).problems]


def test_a_tail_that_was_cut_off_is_found(played: tuple[Store, Stored], place: str) -> None:
    store, made = played
    found = store.verified(made.code)
    assert (found.seal, found.problems, found.version, found.hash) == ("sealed", (), made.version, made.hash)
    tamper(place, *CUT)
    assert codes(store, made.code) == ["seal"]
    assert store.verified(made.code).seal == "broken"


def test_without_a_seal_no_more_is_claimed_than_was_verified(
    played: tuple[Store, Stored], place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store, made = played
    tamper(place, *CUT, "UPDATE ledger SET seal = NULL")
    assert (store.verified(made.code).seal, codes(store, made.code)) == ("unsealed", [])
    capsys.readouterr()
    assert run(["replay", made.code, "--db", place, "--lang", "en"]) == 0
    assert f"whether entries are missing after entry {made.version - 2} cannot be told" in capsys.readouterr().out
    noted = head_text(made.version, made.hash, 12)
    assert run(["replay", made.code, "--db", place, "--head", noted, "--lang", "en"]) == 3
    assert f"Entry {made.version}, which was noted, is not in the log" in capsys.readouterr().out
    again = more(store, store.load(made.code) or made, 4)
    assert store.verified(made.code).seal == "sealed"
    assert again.version == made.version - 1


def test_a_request_that_was_answered_shows_what_is_missing(place: str) -> None:
    with open_store(place) as store:
        made = store.create(started(), actor="Ana")
        made = more(store, more(store, made, 1), 2, key="k")
        tamper(place, *CUT, "UPDATE ledger SET seal = NULL")
        found = store.verify(made.code)
    assert [(one.code, one.version, one.facts) for one in found] == [
        ("request", made.version, {"last": made.version - 2})
    ]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("name", "'Another'"),
        ("system", "'chess'"),
        ("finished", "TRUE"),
        ("archived", "TRUE"),
        ("deleted", "TRUE"),
        ("created_at", "'2020-01-01T00:00:00.000000+00:00'"),
        ("updated_at", "'2020-01-01T00:00:00.000000+00:00'"),
    ],
)
def test_what_the_list_says_must_follow_from_the_facts(
    column: str, value: str, played: tuple[Store, Stored], place: str
) -> None:
    store, made = played
    tamper(place, f"UPDATE ledger SET {column} = {value}")
    (problem,) = store.verify(made.code)
    assert (problem.code, problem.facts["column"]) == ("outline", column)


def test_a_head_that_was_noted_is_found_again(
    played: tuple[Store, Stored], place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store, made = played
    noted = head_text(made.version, made.hash, 8)
    made = more(store, made, 4)
    assert codes(store, made.code, read_head(noted)) == []
    assert codes(store, made.code, (made.version, "0" * 8)) == ["noted_differs"]
    assert codes(store, made.code, (made.version + 1, made.hash)) == ["noted_lost"]
    words = ["replay", made.code, "--db", place, "--lang", "en"]
    capsys.readouterr()
    assert run([*words, "--head", noted]) == 0
    assert f"entry {made.version - 1}, is in the log; 1 entry has been added since" in capsys.readouterr().out
    assert run([*words, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["head"], value["seal"]) == (head_text(made.version, made.hash), "sealed")
    for wrong in ("", "14", "14:", "14:1234567", "0:12345678", "x:12345678", "14:1234567g", "14:" + "1" * 65):
        assert run([*words, "--head", wrong]) == 2, wrong


def test_the_key_is_for_its_owner_only_and_not_in_copies(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:
        file = key_file(database_url(place))
        assert not file.exists()  # nothing was written yet
        store.create(started(), actor="Ana")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    key = file.read_text("ascii").strip()
    for copy in (backup(place, tmp_path / "copy"), backup(place, tmp_path / "copy.jsonl", portable=True)):
        assert key.encode() not in copy.read_bytes()
        assert bytes.fromhex(key) not in copy.read_bytes()


def test_several_workers_make_one_key(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "key"
    with ThreadPoolExecutor(8) as pool:
        seals = set(pool.map(lambda _: Sealer(file).seal("ABC123", 1, "0"), range(32)))
    assert len(seals) == 1
    assert [path.name for path in file.parent.iterdir()] == ["key"]


def test_another_place_for_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_SEAL_KEY_FILE", str(tmp_path / "elsewhere" / "key"))
    with open_store(tmp_path / "ronda.db") as store:
        code = store.create(started(), actor="Ana").code
        assert store.verified(code).seal == "sealed"
    assert (tmp_path / "elsewhere" / "key").exists()
    assert not (tmp_path / "ronda.db.seal-key").exists()


def test_what_is_no_key_seals_nothing(tmp_path: Path) -> None:
    (tmp_path / "ronda.db.seal-key").write_text("rubbish")
    with open_store(tmp_path / "ronda.db") as store:
        code = store.create(started(), actor="Ana").code
        assert store.verified(code).seal == "unsealed"


def moved(place: str, target: str, tmp_path: Path, *, portable: bool) -> Any:
    return restore(backup(place, tmp_path / f"copy{portable}", portable=portable), target, force=True)


def test_another_machine_seals_anew(played: tuple[Store, Stored], place: str, tmp_path: Path, postgres: str) -> None:
    _, made = played
    here = database_url(place).get_backend_name() == "sqlite"
    target = fresh_database(postgres) if here else str(tmp_path / "target" / "ronda.db")
    for portable in (False, True):
        done = moved(place, target, tmp_path, portable=portable)
        assert (done.tournaments, done.elsewhere, done.unsealed) == (1, 1, 0)
        with open_store(target) as store:
            assert (store.verified(made.code).seal, codes(store, made.code)) == ("sealed", [])
    done = moved(target, target, tmp_path, portable=False)
    assert (done.elsewhere, done.unsealed) == (0, 0)


class Machines:
    """Several machines on one database: each has a file for a key of its own."""

    def __init__(self, place: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place, self.folder, self._monkeypatch = place, folder, monkeypatch

    @contextmanager
    def at(self, name: str) -> Iterator[Store]:
        self._monkeypatch.setenv(VARIABLE, str(self.key(name)))
        with open_store(self.place) as store:
            yield store

    def key(self, name: str) -> Path:
        return self.folder / name / "key"

    def run(self, name: str, *words: str) -> int:
        self._monkeypatch.setenv(VARIABLE, str(self.key(name)))
        return run([*words, "--db", self.place, "--lang", "en"])


@pytest.fixture
def machines(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machines:
    return Machines(place, tmp_path / "machines", monkeypatch)


def known(store: Store, code: str) -> tuple[str, int]:
    found = store.verified(code)
    assert found.problems == ()
    return found.seal, found.sealed


def test_a_machine_without_the_key_neither_verifies_nor_seals(machines: Machines) -> None:
    with machines.at("a") as store:
        made = more(store, store.create(started(), actor="Ana"), 1)
        assert known(store, made.code) == ("sealed", made.version)
    with machines.at("b") as store:
        last = more(store, more(store, made, 2), 3)  # results go on
        assert known(store, made.code) == ("other_key", made.version)
        new = store.create(started(), actor="Ben")
        assert known(store, new.code) == ("unsealed", 0)
        assert store.sealed_elsewhere() == 1
    assert not machines.key("b").exists()
    with machines.at("a") as store:
        assert store.sealed_elsewhere() == 0
        assert known(store, made.code) == ("behind", made.version)  # it tells since when there is no seal
        last, new = more(store, last, 4), more(store, new, 1)
        assert known(store, made.code) == ("sealed", last.version)
        assert known(store, new.code) == ("sealed", new.version)


def test_what_was_cut_below_the_seal_is_found_behind_entries_without_one(machines: Machines) -> None:
    with machines.at("a") as store:
        made = more(store, more(store, store.create(started(), actor="Ana"), 1), 2)
    tamper(machines.place, *CUT)
    with machines.at("b") as store:
        more(store, store.load(made.code) or made, 2)
    with machines.at("a") as store:
        assert codes(store, made.code) == ["seal"]


def test_no_change_mends_a_broken_seal(played: tuple[Store, Stored], place: str) -> None:
    store, made = played
    tamper(place, *CUT)
    more(store, store.load(made.code) or made, 4)
    assert codes(store, made.code) == ["seal"]
    assert [one.known.state for one in store.seal_anew()] == ["broken"]
    assert codes(store, made.code) == []


def test_a_machine_that_gets_the_key_goes_on_sealing(machines: Machines) -> None:
    with machines.at("a") as store:
        made = store.create(started(), actor="Ana")
    with machines.at("b") as store:
        made = more(store, made, 1)
        assert store.verified(made.code).seal == "other_key"
        machines.key("b").parent.mkdir()
        machines.key("b").write_bytes(machines.key("a").read_bytes())
        made = more(store, made, 2)
        assert known(store, made.code) == ("sealed", made.version)


def test_taking_over_is_said(machines: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    with machines.at("a") as store:
        made = store.create(started(), actor="Ana")
        other = store.create(started(), actor="Ana")
    assert machines.run("b", "seal") == 0
    told = capsys.readouterr().out
    assert "2 events are sealed with a key that is not on this machine" in told
    assert str(machines.key("b")) in told
    assert machines.run("b", "replay", made.code) == 0
    assert "changes made here are not sealed" in capsys.readouterr().out
    assert machines.run("b", "seal", "--anew", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["key_file"], set(answer["anew"])) == (str(machines.key("b")), {made.code, other.code})
    assert {(one["code"], one["seal"]) for one in answer["events"]} == {(c, "sealed") for c in (made.code, other.code)}
    with machines.at("a") as store:
        assert known(store, made.code) == ("other_key", made.version)
        assert store.create(started(), actor="Ana").version  # no key of the old machine comes back
        assert [one.known.state for one in store.seals()] == ["other_key", "other_key", "unsealed"]


def test_what_is_damaged_is_not_sealed_anew(machines: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    with machines.at("a") as store:
        made = store.create(started(), actor="Ana")
    tamper(machines.place, "UPDATE fact SET actor = 'Eve' WHERE version = 2")
    assert machines.run("b", "seal", "--anew", "--json") == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["anew"], answer["damaged"]) == ([], [made.code])
    assert answer["events"] == [{"code": made.code, "seal": "other_key", "sealed": made.version}]


def test_a_lost_key_does_not_frighten(played: tuple[Store, Stored], place: str) -> None:
    _, made = played
    key_file(database_url(place)).unlink()
    with open_store(place) as store:
        assert (store.verified(made.code).seal, codes(store, made.code)) == ("other_key", [])
        last = more(store, made, 4)
        assert known(store, made.code) == ("other_key", made.version)
        store.seal_anew()
        assert known(store, made.code) == ("sealed", last.version)


def test_a_copy_that_was_cut_is_refused(played: tuple[Store, Stored], place: str, tmp_path: Path) -> None:
    _, made = played
    tamper(place, *CUT)
    with pytest.raises(BadCopy) as caught:
        moved(place, place, tmp_path, portable=True)
    assert (caught.value.code, caught.value.facts["tournament"]) == ("seal", made.code)


def test_what_an_earlier_release_wrote_is_sealed_from_the_next_change_on(place: str, tmp_path: Path) -> None:
    old = restored("0.1-0004", tmp_path / "old.db")
    if "sqlite" in place:
        restored("0.1-0004", Path(database_url(place).database or ""))
    else:
        copied("0004", old, make_engine(database_url(place)))
    with open_store(place) as store:
        first, second = store.codes()
        assert store.verified(first).seal == store.verified(second).seal == "unsealed"
        found = store.load(second)
        assert found is not None
        store.append(second, [Renamed("New")], expected=found.version, actor="Ana")
        assert (store.verified(first).seal, store.verified(second).seal) == ("unsealed", "sealed")
        assert codes(store, second) == []


def test_what_is_written_meanwhile_is_no_problem(played: tuple[Store, Stored], place: str) -> None:
    """Everything is verified as it stands at one moment."""
    store, made = played

    def write() -> None:
        last = made
        for _ in range(60):
            last = more(store, last, 4)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        with open_store(place) as other:
            while not writing.done():
                assert other.verify(made.code) == []
        writing.result()
    assert store.verified(made.code).version == made.version + 60
