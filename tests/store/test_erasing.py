"""PP6: somebody is erased. The chain still holds, on both databases, and nothing is left of the name."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, delete, select, text, update

from ronda.core.facts import AppealDecided, Appealed, Approved, Created, Edited, Entered, Erased, Fact, Reported, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Appeal, Approval, Player, Scored, Setup
from ronda.store import KeyReused, Problem, Store, Stored, open_store
from ronda.store.copies import backup
from ronda.store.database.engine import make_engine
from ronda.store.database.location import database_url
from ronda.store.database.tables import fact as fact_table
from ronda.store.database.tables import ledger, particulars
from ronda.store.database.tables import request as request_table
from ronda.store.event_log import entries
from ronda.store.notes import read_note, write_note
from ronda.store.replay import replay
from ronda.store.restore import restore
from ronda.store.salvage import salvage
from tests.remembering import remembering
from tests.store.samples import started, whole_life
from tests.store.test_contract import appended, tamper
from tests.store.test_schema import LAST, copied, restored

NAME, CLUB, LICENCE = "Żofia Quéribus", "Ægir Sjakklubb", "918273645"
PERSON = Player(9, NAME, rating=1700, club=CLUB, licence=LICENCE)


def with_person(store: Store) -> Stored:
    made = store.create([*started(), Entered(PERSON)], actor="Dora", key="make")
    made = appended(store, made, Edited(Player(9, f"{NAME} II", 1710, club=CLUB)), key="edit")
    return appended(store, made, Approved(1, Approval("Dora", f"so that {NAME} can go home")), key="approve")


def rows_of(place: str, table: Any) -> list[Any]:
    engine = create_engine(database_url(place))
    with engine.connect() as connection:
        found = connection.execute(select(table)).all()
    engine.dispose()
    return list(found)


def traces(data: bytes) -> list[str]:
    """Which of the personal data are in there, in whatever spelling."""
    spellings = [spelled for word in (*NAME.split(), *CLUB.split(), str(LICENCE)) for spelled in (word, word.upper())]
    spellings += [spelled.encode("unicode_escape").decode() for spelled in spellings]  # as in JSON of ASCII only
    encoded = {spelled.encode(coding) for spelled in spellings for coding in ("utf-8", "utf-16-le", "utf-16-be")}
    return [found.decode("latin-1") for found in sorted(encoded) if found in data]


def everything(place: str) -> bytes:
    """All that a database has, as it lies there."""
    url = database_url(place)
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        return b"".join(part.read_bytes() for part in path.parent.glob(f"{path.name}*"))
    engine = create_engine(url)
    with engine.connect() as connection:
        tables = connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"))
        found = [repr(connection.execute(text(f"SELECT * FROM {name}")).all()) for name in tables.scalars().all()]
    engine.dispose()
    return "".join(found).encode()


def test_pp6_1_the_chain_has_a_digest_and_the_person_stands_beside_it(store: Store, place: str) -> None:
    made = with_person(store)
    assert made.facts == store.load(made.code).facts  # type: ignore[union-attr]
    bodies = [row.body for row in rows_of(place, fact_table) if row.kind in ("entered", "edited")]
    assert len(bodies) == 10
    assert not any("name" in body or "club" in body or "licence" in body for body in bodies)
    beside = rows_of(place, particulars)
    assert [row.version for row in beside] == [2, 3, 4, 5, 6, 7, 8, 9, 11, 12]
    assert len({row.salt for row in beside}) == 10
    assert all(len(bytes.fromhex(row.salt)) >= 16 for row in beside)
    with open_store(place, read_model=False) as other:
        assert other.load(made.code) == made
        assert other.verify(made.code) == []


def test_pp6_1_the_chain_verifies_before_and_after(store: Store, place: str) -> None:
    made = with_person(store)
    before = {row.version: (row.body, row.hash) for row in rows_of(place, fact_table)}
    after = appended(store, made, Erased((9,), rounds=(1,)), key="erase")
    assert store.verify(made.code) == []
    for row in rows_of(place, fact_table):
        if row.version in before and row.kind != "approved":
            assert before[row.version] == (row.body, row.hash)  # also of the rows about the person
    assert after.facts[10] == Entered(Player(9, "#9", 1700))
    assert after.facts[11] == Edited(Player(9, "#9", 1710))
    assert after.facts[12] == Approved(1, Approval("Dora", "–"))
    with open_store(place, read_model=False) as other:
        assert other.load(made.code) == after == store.load(made.code)
        assert other.tournament(after) == store.tournament(after) == fold(in_force(after.facts))
        assert other.verify(made.code) == []


def test_pp6_1_nothing_is_left_in_the_database_nor_in_copies_of_it(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:  # with the five tables
        made = with_person(store)
        with store.writes() as connection:
            write_note(connection, made.code, "phone:9", {"phones": [{"place": "x"}]})
        assert traces(everything(place))
        appended(store, made, Erased((9,), rounds=(1,)))
        assert traces(everything(place)) == []
        for name in ("copy.jsonl", "copy.db"):
            copy = backup(place, tmp_path / name, portable=name.endswith("jsonl"))
            assert traces(copy.read_bytes()) == []
        with store.reads() as connection:
            assert read_note(connection, made.code, "phone:9").value is None
            shown = connection.execute(text("SELECT name FROM participants")).scalars().all()
        assert "#9" in shown


def test_pp6_1_what_was_written_in_an_appeal_goes_with_the_person(store: Store, place: str) -> None:
    made = appended(store, with_person(store), Appealed(Appeal(1, 9, 1, f"{NAME} heard no bell")))
    made = appended(store, made, AppealDecided(1, "upheld", "Dora", f"{NAME} was right"))
    after = appended(store, made, Erased((9,), rounds=(0, 1)))
    assert traces(everything(place)) == []
    assert store.verify(made.code) == []
    with open_store(place, read_model=False) as other:
        assert other.load(made.code) == after


def test_other_workers_forget_as_well(store: Store, place: str) -> None:
    made = with_person(store)
    with open_store(place, read_model=False) as other:
        held = other.load(made.code)
        assert held is not None
        assert other.tournament(held).players[-1].name == f"{NAME} II"
        after = appended(store, made, Erased((9,), rounds=(1,)))
        seen = other.load(made.code)
        assert seen == after
        assert other.live.of(after) is other.last_known(made.code)
        assert other.tournament(seen).players[-1].name == "#9"
        for kept in (other, store):
            assert kept.last_known(made.code) is not None
            assert remembering([NAME], kept) == []


def test_a_changed_name_is_found(store: Store, place: str) -> None:
    made = with_person(store)
    own = particulars.c.version == 11
    changed = update(particulars).where(own).values(body='{"name":"Somebody Else"}')
    tamper(place, lambda connection: connection.execute(changed))
    assert store.verify(made.code) == [Problem("particulars", 11)]
    tamper(place, lambda connection: connection.execute(delete(particulars).where(own)))
    assert store.verify(made.code) == [Problem("particulars", 11)]  # nobody was erased


def test_somebody_who_was_not_erased_must_still_be_there(store: Store, place: str) -> None:
    made = appended(store, with_person(store), Erased((9,)))
    tamper(place, lambda connection: connection.execute(delete(particulars).where(particulars.c.version == 2)))
    assert store.verify(made.code) == [Problem("particulars", 2)]


# --- requests that come again ------------------------------------------------------------------------------


def test_a_request_that_comes_again_is_known_by_its_people_too(store: Store) -> None:
    made = store.create(started(), actor="Dora", key="make")
    assert store.create(started(), actor="Dora", key="make").code == made.code
    entered = appended(store, made, Entered(PERSON), key="enter")
    assert appended(store, made, Entered(PERSON), key="enter") == entered
    with pytest.raises(KeyReused):
        appended(store, made, Entered(Player(9, "Somebody Else", rating=1700)), key="enter")
    other = [*started()[:8], Entered(Player(8, "Somebody Else")), *started()[9:]]
    with pytest.raises(KeyReused):
        store.create(other, actor="Dora", key="make")


def test_a_retry_after_an_erasure_is_answered(store: Store, place: str) -> None:
    made = with_person(store)
    version = made.version
    appended(store, made, Erased((9,), rounds=(1,)), key="erase")
    again = store.append(made.code, [Erased((9,), rounds=(1,))], expected=version, actor="ann", key="erase")
    assert isinstance(again, Stored)
    assert again.version == version + 1
    with open_store(place, read_model=False) as other:
        entered = other.create([*started(), Entered(PERSON)], actor="Dora", key="make")
        assert entered.facts[-1] == Entered(Player(9, "#9", 1700))
        answer = other.append(
            made.code,
            [Approved(1, Approval("Dora", f"so that {NAME} can go home"))],
            expected=version - 1,
            actor="ann",
            key="approve",
        )
        assert isinstance(answer, Stored)


def test_no_digest_of_a_request_says_who_somebody_is(store: Store, place: str) -> None:
    """Two requests that differ in nothing but the name have the same one."""
    for name, key in (("Ann", "a"), ("Ben", "b")):
        made = store.create([Created(Setup("chess")), Entered(Player(1, name))], actor="Dora", key=key)
        assert store.verify(made.code) == []
    assert len({row.digest for row in rows_of(place, request_table)}) == 1


# --- what earlier releases wrote ---------------------------------------------------------------------------


def old_store(place: str, release: str, tmp_path: Path) -> str:
    """A database of that release, with somebody who reported from a phone."""
    file = restored(release, tmp_path / "old.db")
    url = database_url(place)
    if url.get_backend_name() == "sqlite":
        Path(url.database or "").write_bytes(file.read_bytes())
    else:
        copied(LAST[release], file, make_engine(url))
    with open_store(place) as store:
        code = store.codes()[0]
        found = store.load(code)
        assert found is not None
        after = store.append(
            code, [Reported(1, 1, 5, Scored(5, 4))], expected=found.version, actor="Łucja Nowak (#5)", key="said"
        )
        assert isinstance(after, Stored)
    return code


@pytest.mark.parametrize("release", sorted(LAST))
def test_names_of_an_old_database_are_taken_out(release: str, place: str, tmp_path: Path) -> None:
    code = old_store(place, release, tmp_path)
    with open_store(place) as store:
        found = store.load(code)
        assert found is not None
        assert store.tournament(found).players[4].name == "Łucja Nowak"
        hashes = {row.hash for row in rows_of(place, fact_table)}
        after = appended(store, found, Erased((5,), rounds=(1,)))
        erased = after.facts[-1]
        assert isinstance(erased, Erased)
        assert sorted(erased.redacted) == [9, 10, 16, found.version]  # entered, edited, approved, and the report
        assert store.verify(code) == []
        assert hashes < {row.hash for row in rows_of(place, fact_table)}
        assert store.tournament(after).players[4] == Player(5, "#5", 1500, 1400, number=1, pinned_table=1, missed=(2,))
        log = store.log(code) or ()
        assert log[found.version - 1].actor == "#5"
        assert [entry.facts["player"] for entry in entries(log) if entry.code == "edited"] == ["#5"]
        left = everything(place)
        for name in ("Nowak", "漢字", "\\u6f22", "only six came"):
            assert name.encode() not in left
        assert "Çiğdem".encode() in left  # somebody else
    with open_store(place) as other:
        assert other.load(code) == after
        assert other.verify(code) == []


@pytest.mark.parametrize(
    "values",
    [{"body": '{"player":{"id":5,"rating":2700,"removed":true}}'}, {"actor": "Somebody"}, {"key": "other"}],
    ids=lambda values: next(iter(values)),
)
def test_what_is_left_of_a_redacted_entry_cannot_be_changed(values: dict[str, str], place: str, tmp_path: Path) -> None:
    code = old_store(place, "0.1-0004", tmp_path)
    with open_store(place) as store:
        found = store.load(code)
        assert found is not None
        appended(store, found, Erased((5,)))
        changed = update(fact_table).where(fact_table.c.ledger_id == 1, fact_table.c.version == 10).values(values)
        tamper(place, lambda connection: connection.execute(changed))
        assert Problem("changed", 10) in store.verify(code)


def test_nobody_can_say_afterwards_that_an_entry_was_redacted(store: Store, place: str) -> None:
    """The erasure says so, and that is a link of the chain."""
    made = appended(store, with_person(store), Erased((9,)))
    own = (fact_table.c.ledger_id == 1) & (fact_table.c.version == made.version)
    forged = update(fact_table).where(own).values(body='{"players":[9],"redacted":{"10":"x"}}')
    tamper(place, lambda connection: connection.execute(forged))
    assert Problem("changed", made.version) in store.verify(made.code)


def test_entries_that_were_undone_go_with_the_last_person(store: Store, place: str) -> None:
    made = store.create([Created(Setup("chess")), Entered(Player(1, "Ann"))], actor="Dora")
    made = appended(store, made, Entered(PERSON))
    made = appended(store, made, Undone((3,)))
    after = appended(store, made, Erased((1,)))
    assert after.facts[-1] == Erased((1, 9))
    assert traces(everything(place)) == []
    assert store.verify(made.code) == []


# --- copies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("portable", [True, False])
def test_pp6_3_a_copy_of_before_is_put_back_without_those_who_were_erased_since(
    portable: bool, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(place) as store:
        made = with_person(store)
        copy = backup(place, tmp_path / "copy", portable=portable)
        assert traces(copy.read_bytes())
        appended(store, made, Erased((9,), rounds=(1,)))
    done = restore(copy, place, force=True)
    assert (done.tournaments, done.erased) == (1, 1)
    with open_store(place) as store:
        found = store.load(made.code)
        assert found is not None
        assert store.tournament(found).players[-1].name == "#9"
        assert store.verify(made.code) == []
        assert traces(everything(place)) == []
    assert restore(copy, tmp_path / "elsewhere.db").erased == 0  # nothing is known there


def test_the_old_file_is_read_without_harm(tmp_path: Path) -> None:
    """The database to be replaced may be of an earlier release, in which nobody could be erased."""
    target = restored("0.1", tmp_path / "ronda.db")
    with open_store(tmp_path / "other.db") as store:
        store.create(started(), actor="Dora")
    copy = backup(tmp_path / "other.db", tmp_path / "copy.db")
    assert restore(copy, target, force=True).erased == 0
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("SELECT count(*) FROM ledger").fetchone() == (1,)


def test_replay_holds_and_says_what_was_redacted(place: str, tmp_path: Path) -> None:
    code = old_store(place, "0.1", tmp_path)
    with open_store(place) as store:
        found = store.load(code)
        assert found is not None
        before = replay(found.facts)
        after = appended(store, found, Erased((2, 5)))
        again = replay(after.facts)
        assert again.rounds == before.rounds
        assert (again.broken, len(again.redacted)) == (before.broken, 4)


def facts_kept(store: Store, code: str) -> tuple[Fact, ...]:
    found = store.load(code)
    assert found is not None
    return tuple(found.facts)


def test_a_ledger_is_not_touched_by_an_erasure_elsewhere(store: Store, place: str) -> None:
    one, other = with_person(store), store.create([*started(), Entered(PERSON)], actor="Dora")
    appended(store, one, Erased((9,)))
    assert facts_kept(store, other.code)[-1] == Entered(PERSON)
    assert store.verify(other.code) == []
    assert len(rows_of(place, ledger)) == 2


# --- the file ----------------------------------------------------------------------------------------------


def test_bytes_that_must_wait_for_a_reader_go_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ronda.store.erasure._PATIENCE", 10)
    place = tmp_path / "ronda.db"
    with open_store(place) as store:
        made = with_person(store)
        with closing(sqlite3.connect(place, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM fact").fetchone()
            appended(store, made, Erased((9,), rounds=(1,)))
            assert traces(everything(f"sqlite:///{place}"))
            assert not store.scrub()
        assert store.scrub()
        assert traces(everything(f"sqlite:///{place}")) == []
        assert store.scrub()  # nothing to do


@pytest.mark.parametrize("release", [None, "0.1-0004"])
def test_what_is_saved_from_a_damaged_file_has_the_people_and_not_those_who_were_erased(
    release: str | None, tmp_path: Path
) -> None:
    place = tmp_path / "ronda.db"
    if release is not None:
        old_store(f"sqlite:///{place}", release, tmp_path)
    with open_store(place) as store:
        made = with_person(store) if release is None else store.load(store.codes()[0])
        assert made is not None
        made = appended(store, made, Erased((9,) if release is None else (5,), rounds=(1,)), key="erase")
        made = appended(store, made, Entered(Player(10, "Later Person", club="Later Club")))
        with closing(sqlite3.connect(place)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = place.read_bytes()
    place.write_bytes(b"broken" * 16 + data[96:])  # not even a heading
    saved = next(one for one in salvage(place).saved if one.code == made.code)
    assert saved.whole
    assert saved.facts == tuple(made.facts)
    with open_store(tmp_path / "other.db") as other:
        assert other.take_over([saved]) == set()
        assert other.load(made.code) == made
        assert other.verify(made.code) == []
        again = other.append(
            made.code, [Erased((9,) if release is None else (5,), rounds=(1,))], expected=1, actor="ann", key="erase"
        )
        assert isinstance(again, Stored)


def test_a_retry_of_what_made_an_event_is_answered_after_its_entries_were_redacted(place: str, tmp_path: Path) -> None:
    code = old_store(place, "0.1-0004", tmp_path)
    with open_store(place) as store:
        found = store.load(code)
        assert found is not None
        appended(store, found, Erased((5,), rounds=(1,)))
        again = store.create(whole_life()[:9], actor="Ann", key="make")
        assert (again.code, again.version) == (code, 9)
        assert again.facts[8] == Entered(Player(5, "#5", 1005))
