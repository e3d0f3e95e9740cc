"""One contract, kept by both databases."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, func, select, text, update
from sqlalchemy.exc import DBAPIError

from ronda.core.facts import Archived, Created, Deleted, Entered, Fact, Finished, Renamed, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Player, Setup
from ronda.formats.fact_text import FactUnreadable
from ronda.store import (
    Conflict,
    Damaged,
    KeyReused,
    Problem,
    Store,
    Stored,
    UnknownCode,
    Unusable,
    open_store,
    read_code,
)
from ronda.store import store as store_module
from ronda.store.database.location import database_url
from ronda.store.database.tables import fact as fact_table
from ronda.store.database.tables import ledger
from ronda.store.read_model.schema import TOURNAMENTS
from ronda.store.values import ALPHABET, fresh_code
from tests.store.samples import result, started, whole_life

ANN = "ann"


def appended(store: Store, before: Stored, *facts: Fact, key: str | None = None) -> Stored:
    after = store.append(before.code, facts, expected=before.version, actor=ANN, key=key)
    assert isinstance(after, Stored)
    return after


def tamper(place: str, change: Callable[[Connection], object]) -> None:
    """Changes the database behind the store's back."""
    engine = create_engine(database_url(place))
    with engine.begin() as connection:
        change(connection)
    engine.dispose()


def rows_in(place: str) -> int:
    engine = create_engine(database_url(place))
    with engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(fact_table)).scalar_one()
    engine.dispose()
    return count


# What is stored comes back.


def test_a_whole_life_comes_back(store: Store, place: str) -> None:
    made = store.create(whole_life()[:1], actor=ANN)
    for fact in whole_life()[1:]:
        made = appended(store, made, fact)
    with open_store(place, read_model=False) as other:
        assert other.load(made.code) == store.load(made.code) == made
        assert made.facts == tuple(whole_life())
        assert other.verify(made.code) == []
        assert fold(in_force(made.facts)).setup.name == "Redone"


def test_strange_letters_come_back(store: Store, place: str) -> None:
    for name in ("\0", "\ud800", "😀", "'; DROP TABLE fact; --", "\u2028", "é" * 5000):
        made = store.create([Created(Setup("chess", name)), Entered(Player(1, name))], actor="Çiğdem 漢字")
        with open_store(place, read_model=False) as other:
            assert other.load(made.code) == made
            assert other.verify(made.code) == []
            assert len(other.summaries()) == len(store.codes())


def test_a_code_is_read_as_people_type_it(store: Store) -> None:
    made = store.create(started(), actor=ANN)
    assert store.load(f" {made.code.lower()} ") == made
    assert isinstance(store.append(made.code.lower(), [Renamed("x")], expected=made.version, actor=ANN), Stored)


def test_codes_are_six_clear_characters_and_never_the_same(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = store.create(started(), actor=ANN)
    lots = iter([made.code, made.code, "ABC123"])
    monkeypatch.setattr(store_module, "fresh_code", lambda: next(lots))
    assert store.create(started(), actor=ANN).code == "ABC123"
    assert store.load(made.code) == made
    many = {fresh_code() for _ in range(2000)}
    assert len(many) > 1990
    assert all(len(code) == 6 and set(code) <= set(ALPHABET) for code in many)
    assert read_code("oil0-1z") == "0110" + "1Z"
    assert read_code("ABC12") is read_code("ABC12U") is read_code("ABC12é") is None


def test_an_unknown_code_is_told(store: Store) -> None:
    for code in ("ZZZZZZ", "", "nonsense", "ſſſſſſ"):
        assert (store.load(code), store.log(code), store.changes_since(code, 3)) == (None, None, None)
        with pytest.raises(UnknownCode):
            store.append(code, [Renamed("x")], expected=1, actor=ANN)
        with pytest.raises(UnknownCode):
            store.verify(code)


# Versions and conflicts.


def test_versions_have_no_gaps_and_carry_who_and_when(store: Store, place: str) -> None:
    moments = iter([datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 12, 30, tzinfo=UTC)])
    with open_store(place, read_model=False, clock=lambda: next(moments)) as clocked:
        made = clocked.create(started(), actor="Ann")
        after = clocked.append(made.code, [result(1, 5), result(2, 4)], expected=made.version, actor="Ben", key="k1")
    assert isinstance(after, Stored)
    log = store.log(made.code)
    assert log is not None
    assert [record.version for record in log] == list(range(1, after.version + 1))
    assert {record.actor for record in log[: made.version]} == {"Ann"}
    assert [(r.actor, r.key, r.fact) for r in log[-2:]] == [("Ben", "k1", result(1, 5)), ("Ben", "k1", result(2, 4))]
    assert log[-1].at - log[0].at == timedelta(minutes=30)
    assert (after.at, after.hash) == (log[-1].at, log[-1].hash)
    assert store.changes_since(made.code, made.version) == log[made.version :]
    assert store.changes_since(made.code, after.version) == store.changes_since(made.code, 10_000) == ()


def test_every_request_has_a_time_of_its_own_even_if_the_clock_goes_back(store: Store, place: str) -> None:
    moments = iter([datetime(2026, 1, 1, 12, minute, tzinfo=UTC) for minute in (30, 30, 0)])
    with open_store(place, read_model=False, clock=lambda: next(moments)) as clocked:
        made = clocked.create(started(), actor=ANN)
        again = appended(clocked, appended(clocked, made, result(1, 5)), result(1, 4))
    assert again.at - made.at == timedelta(microseconds=2)
    assert not store.verify(made.code)


def test_a_second_writer_gets_the_current_state(store: Store, place: str) -> None:
    made = store.create(started(), actor=ANN)
    with open_store(place, read_model=False) as other:
        other.load(made.code)
        won = appended(store, made, result(1, 5))
        lost = other.append(made.code, [result(1, 3)], expected=made.version, actor="ben")
        assert lost == Conflict(won)
        again = other.append(made.code, [result(1, 3)], expected=won.version, actor="ben")
    assert isinstance(again, Stored)
    assert again.version == made.version + 2
    assert store.append(made.code, [result(1, 3)], expected=99, actor=ANN) == Conflict(again)


def test_all_facts_are_written_or_none(store: Store, place: str) -> None:
    made = store.create(started(), actor=ANN)
    rows = rows_in(place)
    bad: Any = Undone([1])  # type: ignore[arg-type]
    with pytest.raises(FactUnreadable):
        store.append(made.code, [result(1, 5), bad], expected=made.version, actor=ANN)
    with pytest.raises(ValueError, match="nothing"):
        store.append(made.code, [], expected=made.version, actor=ANN)
    for actor, key in (("", None), ("a\0", None), (ANN, ""), (ANN, "a\nb")):
        with pytest.raises(ValueError, match="printable"):
            store.append(made.code, [result(1, 5)], expected=made.version, actor=actor, key=key)
    with pytest.raises(ValueError, match="first fact"):
        store.create([Renamed("x")], actor=ANN)
    assert rows_in(place) == rows
    assert store.load(made.code) == made


# The five tables.


def test_the_five_tables_are_written_in_the_same_transaction(place: str) -> None:
    with open_store(place) as store:
        made = store.create(started(), actor=ANN, key="make")
        after = appended(store, made, result(1, 5), key="enter")
        with store.writes() as connection:
            connection.execute(text("ALTER TABLE tournaments RENAME TO away"))
        with pytest.raises((Unusable, DBAPIError)):
            store.append(made.code, [Renamed("x"), Renamed("y")], expected=after.version, actor=ANN, key="rename")
        assert store.load(made.code) == after
        with store.writes() as connection:
            connection.execute(text("ALTER TABLE away RENAME TO tournaments"))
        assert store.append(made.code, [result(1, 5)], expected=made.version, actor=ANN, key="enter") == after
        assert appended(store, after, Renamed("z"), key="rename").version == after.version + 1
        with store.reads() as connection:
            assert connection.scalar(select(TOURNAMENTS.c.name)) == "z"


# A request with a key counts once.


def test_a_retried_request_gives_what_the_first_gave(store: Store, place: str) -> None:
    made = store.create(started(), actor=ANN, key="a")
    first = appended(store, made, result(1, 5), key="a")
    later = appended(store, first, result(2, 5))
    rows = rows_in(place)
    with open_store(place, read_model=False) as other:  # also after a restart
        for one in (store, other):
            assert one.create(started(), actor=ANN, key="a") == made
            for expected in (made.version, later.version, 0):
                assert one.append(made.code, [result(1, 5)], expected=expected, actor=ANN, key="a") == first
    assert rows_in(place) == rows


def test_a_key_with_other_content_is_refused(store: Store, place: str) -> None:
    made = store.create(started(), actor=ANN, key="make")
    first = appended(store, made, result(1, 5), key="enter")
    rows = rows_in(place)
    with pytest.raises(KeyReused):
        store.append(made.code, [result(1, 4)], expected=first.version, actor=ANN, key="enter")
    with pytest.raises(KeyReused):
        store.append(made.code, [result(1, 5)], expected=first.version, actor="ben", key="enter")
    with pytest.raises(KeyReused):
        store.create(started(6), actor=ANN, key="make")
    assert rows_in(place) == rows
    other = store.create(started(), actor=ANN)  # keys of one tournament are not those of another
    appended(store, other, result(2, 2), key="enter")


def test_what_a_request_was_decided_on(store: Store) -> None:
    """So that it can be decided again in the same way, when it comes again later."""
    made = store.create(started(), actor=ANN, key="make")
    first = appended(store, made, result(1, 5), result(1, 4), key="enter")
    appended(store, first, result(1, 3))
    assert store.decided_on(made.code.lower(), "enter") == made.version
    assert store.decided_on(made.code, "other") is store.decided_on("ZZZZZZ", "enter") is None
    with store.together() as batch:
        batch.append(made.code, [result(1, 2)], expected=first.version + 1, actor=ANN, key="later")
        assert batch.decided_on(made.code, "later") == first.version + 1


def test_requests_are_prepared_for_together(store: Store) -> None:
    made = store.create(started(), actor=ANN)
    first = appended(store, made, result(1, 5), key="enter")
    code = made.code
    with store.together() as batch:
        batch.expect([(code, "enter"), (code.lower(), "later"), (code, None), ("ZZZZZZ", "enter"), ("no code", "x")])
        assert batch.decided_on(code, "enter") == made.version
        assert batch.decided_on(code, "later") is batch.decided_on("ZZZZZZ", "enter") is None
        assert batch.append(code, [result(1, 5)], expected=0, actor=ANN, key="enter") == first
        later = batch.append(code, [result(1, 4)], expected=first.version, actor=ANN, key="later")
        assert batch.append(code, [result(1, 4)], expected=0, actor=ANN, key="later") == later
    assert store.load(code) == later
    assert store.verify(code) == []


def test_a_conflict_uses_no_key_up(store: Store) -> None:
    made = store.create(started(), actor=ANN)
    won = appended(store, made, result(1, 5))
    assert store.append(made.code, [result(1, 3)], expected=made.version, actor=ANN, key="k") == Conflict(won)
    assert isinstance(store.append(made.code, [result(1, 3)], expected=won.version, actor=ANN, key="k"), Stored)


def test_keys_count_once_when_all_come_at_the_same_time(store: Store, place: str) -> None:
    with ThreadPoolExecutor(8) as pool, open_store(place, read_model=False) as other:
        made = set(pool.map(lambda n: (store, other)[n % 2].create(started(), actor=ANN, key="a").hash, range(16)))
        assert len(made) == 1
        (code,) = store.codes()
        version = len(started())
        answers = pool.map(
            lambda n: (store, other)[n % 2].append(code, [result(1, 5)], expected=version, actor=ANN, key="b"),
            range(16),
        )
        assert {answer.version for answer in answers if isinstance(answer, Stored)} == {version + 1}
    assert rows_in(place) == version + 1
    assert store.verify(code) == []


def test_many_threads_lose_nothing(store: Store) -> None:
    """Each goes on from the current value until it wins."""
    made = store.create(started(), actor=ANN)

    def enter(number: int) -> int:
        expected = made.version
        while True:
            answer = store.append(made.code, [result(1, number)], expected=expected, actor=f"writer {number}")
            if isinstance(answer, Stored):
                return answer.version
            assert answer.current.version > expected
            expected = answer.current.version

    with ThreadPoolExecutor(8) as pool:
        versions = sorted(pool.map(enter, range(40)))
    assert versions == list(range(made.version + 1, made.version + 41))
    assert store.verify(made.code) == []


# Lists.


def test_summaries_follow_the_facts(store: Store) -> None:
    made = store.create(started(), actor=ANN)
    other = store.create([Created(Setup("chess", "Kulüp"))], actor=ANN)
    after = appended(store, made, Renamed("New name"), Archived(), Finished(), Deleted())
    undone = appended(store, after, Undone((made.version + 1, made.version + 4)))
    first, second = store.summaries()
    assert (first.code, first.name, first.system, first.version) == (
        made.code,
        "Club night",
        "redemption",
        undone.version,
    )
    assert (first.archived, first.finished, first.deleted) == (True, True, False)
    assert (first.created_at, first.updated_at) == (made.at, undone.at)
    assert (second.code, second.name, second.system, second.archived) == (other.code, "Kulüp", "chess", False)
    assert store.codes() == (made.code, other.code)


# The chain.


def changed_rows(place: str, at_version: int, /, **values: object) -> None:
    tamper(place, lambda c: c.execute(update(fact_table).where(fact_table.c.version == at_version).values(values)))


@pytest.mark.parametrize(
    "values",
    [
        {"body": '{"result":{"first":5,"kind":"scored","second":4},"round":1,"table":1}'},
        {"kind": "closed", "body": '{"round":1}'},
        {"actor": "ben"},
        {"at": "2020-01-01T00:00:00.000000+00:00"},
        {"key": "other"},
        {"hash": "0" * 64},
    ],
    ids=lambda values: next(iter(values)),
)
def test_a_changed_row_is_found(store: Store, place: str, values: dict[str, object]) -> None:
    made = appended(store, store.create(started(), actor=ANN), result(1, 5), result(2, 4), result(3, 2))
    assert store.verify(made.code) == []
    changed_rows(place, made.version - 1, **values)
    found = store.verify(made.code)
    assert Problem("changed", made.version - 1) in found
    assert all(problem.version >= made.version - 1 for problem in found)


def test_unreadable_rows_are_found_and_not_loaded(store: Store, place: str) -> None:
    made = appended(store, store.create(started(), actor=ANN), result(1, 5))
    changed_rows(place, made.version, kind="exploded", at="yesterday")
    found = store.verify(made.code)
    assert [(problem.code, problem.version) for problem in found] == [
        ("changed", made.version),
        ("unreadable", made.version),
        ("time", made.version),
    ]
    with open_store(place, read_model=False) as other, pytest.raises(Damaged, match="exploded"):
        other.load(made.code)
    assert store.codes() == (made.code,)


def test_missing_rows_are_found(store: Store, place: str) -> None:
    made = appended(store, store.create(started(), actor=ANN), result(1, 5))
    tamper(place, lambda c: c.execute(fact_table.delete().where(fact_table.c.version == 4)))
    assert Problem("gap", 5, {"expected": 4}) in store.verify(made.code)
    with open_store(place, read_model=False) as other, pytest.raises(Damaged, match="missing"):
        other.load(made.code)
    tamper(place, lambda c: c.execute(fact_table.delete().where(fact_table.c.version >= made.version - 1)))
    assert Problem("head", made.version, {"last": made.version - 2}) in store.verify(made.code)


def test_reordered_rows_are_found(store: Store, place: str) -> None:
    made = appended(store, store.create(started(), actor=ANN), result(1, 5), result(1, 3))
    last, spare = made.version, made.version + 100
    for old, new in ((last, spare), (last - 1, last), (spare, last - 1)):
        changed_rows(place, old, version=new)
    assert {problem.code for problem in store.verify(made.code)} == {"changed", "head"}


def test_rows_of_another_tournament_are_found(store: Store, place: str) -> None:
    made, other = store.create(started(), actor=ANN), store.create(started(), actor=ANN)
    for old, new in ((made.code, "X"), (other.code, made.code), ("X", other.code)):
        swap = update(ledger).where(ledger.c.code == old).values(code=new)
        tamper(place, lambda c, swap=swap: c.execute(swap))  # type: ignore[misc]
    for end in (made, other):
        assert store.verify(end.code) == [Problem("changed", 1), Problem("seal", end.version)]


def test_folding_goes_on_from_what_was_folded(store: Store, place: str) -> None:
    made = store.create(whole_life()[:1], actor=ANN)
    with open_store(place, read_model=False) as other:
        for fact in whole_life()[1:]:
            made = appended(store, made, fact)
            loaded = other.load(made.code)
            assert loaded is not None
            assert store.tournament(made) == other.tournament(loaded) == fold(in_force(made.facts))
            assert store.tournament(made) is store.tournament(made)


# What is known already is not read again, and never believed against the database.


def test_a_database_that_went_another_way_is_read_anew(store: Store, place: str) -> None:
    """As after restoring a copy: same code, other facts."""
    made = appended(store, store.create(started(), actor=ANN), result(1, 5))
    assert store.load(made.code) is made
    with open_store(place, read_model=False) as other:
        tamper(place, lambda c: c.execute(fact_table.delete().where(fact_table.c.version == made.version)))
        head = {"version": made.version - 1, "hash": last_hash(place), "seal": None}
        tamper(place, lambda c: c.execute(update(ledger).values(head)))
        restored = other.load(made.code)
        assert restored is not None
        rival = other.append(made.code, [result(1, 1)], expected=restored.version, actor="ben")
        longer = other.append(made.code, [result(1, 2)], expected=made.version, actor="ben")
    assert isinstance(rival, Stored)
    assert store.load(made.code) == longer
    assert store.verify(made.code) == []


def last_hash(place: str) -> str:
    engine = create_engine(database_url(place))
    with engine.connect() as connection:
        found = connection.execute(
            select(fact_table.c.hash).order_by(fact_table.c.version.desc()).limit(1)
        ).scalar_one()
    engine.dispose()
    assert isinstance(found, str)
    return found
