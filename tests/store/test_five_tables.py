"""R7: the five tables have the columns of the assignment, and what stands in them is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect, select, text

from ronda.core.chance import Draw
from ronda.core.facts import (
    Closed,
    Created,
    Edited,
    Entered,
    Finished,
    Left,
    OptionsChanged,
    Paired,
    Published,
    Redone,
    Reported,
    ResultEntered,
    Returned,
    Undone,
)
from ronda.core.model import Bye, Forfeit, Player, Round, Scored, Setup, Table
from ronda.store.read_model.schema import (
    BYES,
    MATCH_PLAYERS,
    MATCHES,
    PARTICIPANTS,
    ROUNDS,
    TABLES,
    TOURNAMENTS,
    TablesTaken,
    create_all,
)
from ronda.systems import NAMES
from tests.store.test_five_tables_growing import ID, OTHER, START, Growing, contents, opened, random_event

SEED_COLUMNS = {
    "tournaments": "id name host_id code created_at updated_at started_at ended_at has_started has_ended n_rounds "
    "current_round round_length max_score bye_points bye_differential starting_table_number sound_notifications",
    "rounds": "id tournament_id round_number started_at ended_at is_completed",
    "participants": "id tournament_id joined_at place match_points differential name dropped_out",
    "matches": "id tournament_id round player1_id player2_id player1_score player2_score winner_id updated_at is_tie "
    "player1_match_points player2_match_points differential2 differential match_order",
    "byes": "id participant_id tournament_id round_number round_id created_at match_points differential",
}


@pytest.fixture
def connection(place: str) -> Iterator[Connection]:
    with opened(place) as connection:
        yield connection


# --- the tables themselves ---------------------------------------------------------------------------------


def test_the_five_tables_have_the_columns_of_the_assignment(connection: Connection) -> None:
    found = inspect(connection)
    for name, columns in SEED_COLUMNS.items():
        assert [column["name"] for column in found.get_columns(name)] == columns.split()


def test_ids_and_times_are_native_on_postgresql_and_readable_on_sqlite(connection: Connection) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("redemption", "Cup")), Entered(Player(1, "Ann")))
    row = connection.execute(text("select id, created_at, has_started from tournaments")).one()
    if connection.dialect.name == "postgresql":
        assert (row.id, row.created_at, row.has_started) == (ID, START + timedelta(minutes=1), False)
    else:
        assert row == (str(ID), "2026-05-01 09:01:00.000000", 0)


def test_a_tournament_takes_its_rows_with_it(connection: Connection) -> None:
    random_event(Growing(connection), "domino", Draw(3))
    random_event(Growing(connection, OTHER, "OTHER"), "redemption", Draw(3))
    connection.execute(TOURNAMENTS.delete().where(TOURNAMENTS.c.id == ID))
    left = contents(connection)
    assert set(left["tournaments"]) == {(OTHER,)}
    assert all(
        row["tournament_id"] == OTHER for name in SEED_COLUMNS if name != "tournaments" for row in left[name].values()
    )


def test_somebody_elses_tables_are_left_alone(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'theirs.db'}")
    with engine.connect() as connection:
        connection.execute(text("create table matches (id text)"))
        with pytest.raises(TablesTaken) as refused:
            create_all(connection)
        assert refused.value.names == ("matches",)
        assert inspect(connection).get_table_names() == ["matches"]
    engine.dispose()


# --- what stands in them, by the worked example ------------------------------------------------------------


def worked_example(growing: Growing) -> None:
    """The worked example of the rulebook, rounds 1 and 2."""
    names = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus")
    growing.append(
        Created(Setup("redemption", "Friday", {"rounds": 3, "first_table": 11, "bye_points": 5})),
        *(Entered(Player(n, name, number=n)) for n, name in enumerate(names, start=1)),
    )
    tables = (Table(11, (1,), (2,)), Table(12, (3,), (4,)), Table(13, (5,), (6,)))
    growing.append(Paired(Round(1, tables, (Bye(7, 6, 0),))))


def named(connection: Connection, columns: str) -> list[tuple[Any, ...]]:
    query = text(f"select p.name, {columns} from participants p order by p.place, p.name")
    return [tuple(row) for row in connection.execute(query)]


def test_r7_a_result_gives_scores_points_differentials_winner_and_places(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    for table, result in ((11, Scored(1, 0)), (12, Scored(3, 1)), (13, Scored(5, 2))):
        growing.append(ResultEntered(1, table, result))
    assert named(connection, "p.place, p.match_points, p.differential") == [
        ("Eve", 1, 3, 3),
        ("Gus", 2, 3, 0),
        ("Cal", 3, 2, 2),
        ("Ann", 4, 2, 1),
        ("Ben", 5, 1, -1),
        ("Dee", 6, 1, -2),
        ("Fay", 7, 0, -3),
    ]
    match = connection.execute(select(MATCHES).where(MATCHES.c.match_order == 3)).one()
    names = {row.id: row.name for row in connection.execute(select(PARTICIPANTS))}
    assert (names[match.player1_id], names[match.player2_id], names[match.winner_id]) == ("Eve", "Fay", "Eve")
    assert (match.player1_score, match.player2_score, match.is_tie) == (5, 2, False)
    assert (match.player1_match_points, match.player2_match_points) == (3, 0)
    assert (match.differential, match.differential2) == (3, -3)
    bye = connection.execute(select(BYES)).one()
    assert (names[bye.participant_id], bye.round_number, bye.match_points, bye.differential) == ("Gus", 1, 3, 0)
    cup = connection.execute(select(TOURNAMENTS)).one()
    assert (cup.has_started, cup.has_ended, cup.current_round, cup.n_rounds) == (True, False, 1, 3)
    assert (cup.max_score, cup.bye_points, cup.starting_table_number, cup.code) == (5, 2.5, 11, "K7Q2")


def test_r2_4_absence_has_points_but_no_scores(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    growing.append(ResultEntered(1, 11, Forfeit(first_absent=True, second_absent=False)))
    match = connection.execute(select(MATCHES).where(MATCHES.c.match_order == 1)).one()
    assert (match.player1_score, match.player2_score, match.is_tie) == (None, None, False)
    assert (match.player1_match_points, match.player2_match_points) == (0, 3)
    assert (match.differential, match.differential2, match.winner_id) == (-5, 0, match.player2_id)


def test_a_match_without_a_result_has_none_and_0_0_is_a_tie(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    growing.append(ResultEntered(1, 11, Scored(0, 0)))
    tie, pending, _ = connection.execute(select(MATCHES).order_by(MATCHES.c.match_order)).all()
    assert (tie.player1_score, tie.is_tie, tie.player1_match_points, tie.winner_id) == (0, True, 1.5, None)
    assert (pending.player1_score, pending.is_tie, pending.player1_match_points) == (None, False, None)


def test_a_draft_is_not_shown_before_it_is_published(connection: Connection) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("redemption", "")), *(Entered(Player(n, str(n))) for n in range(1, 4)))
    growing.pair("draft")
    hidden = contents(connection)
    assert [len(hidden[name]) for name in ("rounds", "matches", "match_players", "byes")] == [0, 0, 0, 0]
    assert {(row["place"], row["match_points"]) for row in hidden["participants"].values()} == {(None, 0)}
    growing.append(Published(1))
    shown = contents(connection)
    assert [row["started_at"] for row in shown["rounds"].values()] == [growing.now]
    assert [row["created_at"] for row in shown["byes"].values()] == [growing.now]


def test_r5_5_a_round_is_over_with_its_last_result(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    over = select(ROUNDS.c.is_completed, ROUNDS.c.ended_at)
    for table in (11, 12):
        growing.append(ResultEntered(1, table, Scored(5, 0)))
    assert connection.execute(over).one() == (False, None)
    growing.append(Reported(1, 13, 5, Scored(5, 0)), Reported(1, 13, 6, Scored(0, 5)))  # they do not agree
    assert connection.execute(over).one() == (False, None)
    growing.append(ResultEntered(1, 13, Scored(5, 0)))
    ended = growing.now
    assert connection.execute(over).one() == (True, ended)
    growing.append(Closed(1))  # as earlier releases wrote
    growing.append(ResultEntered(1, 11, Scored(0, 5)))
    growing.append(Finished())
    assert connection.execute(over).one() == (True, ended)
    growing.append(ResultEntered(1, 11, None))
    assert connection.execute(over).one() == (False, None)
    growing.append(ResultEntered(1, 11, Scored(0, 5)))
    assert connection.execute(over).one() == (True, growing.now)
    version = len(growing.history)
    growing.append(Undone((version,)))
    assert connection.execute(over).one() == (False, None)
    growing.append(Redone((version,)))
    assert connection.execute(over).one() == (True, growing.now)


def test_who_left_is_told_and_has_no_place(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    growing.append(Left(7, 1), Edited(Player(1, "Anna", number=1)))
    told = {name: rest for name, *rest in named(connection, "p.place is null, p.dropped_out")}
    assert told["Gus"] == [True, True]
    assert told["Anna"] == [False, False]
    growing.append(Returned(7, 2))
    assert ("Gus", False) in named(connection, "p.dropped_out")


def test_times_are_those_of_the_appends(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    growing.append(ResultEntered(1, 11, Scored(5, 0)))
    growing.append(Finished())
    cup = connection.execute(select(TOURNAMENTS)).one()
    minute = timedelta(minutes=1)
    wanted = (START + minute, START + 2 * minute, START + 4 * minute, START + 4 * minute)
    assert (cup.created_at, cup.started_at, cup.ended_at, cup.updated_at) == wanted
    changed = connection.scalars(select(MATCHES.c.updated_at).order_by(MATCHES.c.match_order)).all()
    assert changed == [START + 3 * minute, START + 2 * minute, START + 2 * minute]


def test_settings_that_change_before_the_start_are_followed(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    growing.append(OptionsChanged({"max_score": 7, "first_table": 10}))
    assert connection.execute(select(TOURNAMENTS.c.max_score, TOURNAMENTS.c.starting_table_number)).one() == (7, 10)
    assert connection.scalars(select(MATCHES.c.match_order).order_by(MATCHES.c.match_order)).all() == [2, 3, 4]


def test_the_host_is_nobody_elses_business(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    connection.execute(TOURNAMENTS.update().values(host_id=OTHER))
    growing.append(ResultEntered(1, 11, Scored(5, 0)))
    assert next(iter(growing.rebuilt()["tournaments"].values()))["host_id"] == OTHER


def test_r3_3_a_bye_counts_when_its_round_is_over(connection: Connection) -> None:
    growing = Growing(connection)
    worked_example(growing)
    growing.append(ResultEntered(1, 11, Scored(1, 0)))
    assert ("Gus", 3, 0) in named(connection, "p.place, p.match_points")
    growing.append(ResultEntered(1, 12, Scored(3, 1)))
    growing.append(ResultEntered(1, 13, Scored(5, 2)))
    assert ("Gus", 2, 3) in named(connection, "p.place, p.match_points")
    growing.append(ResultEntered(1, 13, None))
    assert ("Gus", 5, 0) in named(connection, "p.place, p.match_points")
    followed = contents(connection)
    assert growing.rebuilt() == followed


@pytest.mark.parametrize("name", NAMES)
def test_points_add_up_from_matches_and_byes(connection: Connection, name: str) -> None:
    """The query of the guide: what `participants` says can be found again in the rows of every match."""
    random_event(Growing(connection), name, Draw(11, name))
    counts = (
        "(b.round_number < t.current_round or not exists (select 1 from matches w where w.tournament_id = t.id"
        " and w.round = b.round_number and w.player1_match_points is null))"
    )
    query = text(
        "select p.id, p.match_points, coalesce(p.differential, 0), "
        " (select coalesce(sum(m.match_points), 0) from match_players m where m.participant_id = p.id) +"
        f" (select coalesce(sum(b.match_points), 0) from byes b where b.participant_id = p.id and {counts}),"
        " (select coalesce(sum(m.differential), 0) from match_players m where m.participant_id = p.id) +"
        f" (select coalesce(sum(b.differential), 0) from byes b where b.participant_id = p.id and {counts})"
        " from participants p join tournaments t on t.id = p.tournament_id"
    )
    rows = connection.execute(query).all()
    assert rows
    for _, points, differential, added_points, added_differential in rows:
        assert (points, differential) == (added_points, added_differential)


@pytest.mark.parametrize(
    ("ranking", "places"),
    [
        ("buchholz", {"1": (1, None), "4": (1, None), "5": (1, None), "8": (1, None), "2": (5, None)}),
        ("difference", {"1": (1, 11), "4": (1, 11), "5": (3, 2), "8": (3, 2), "2": (7, -11)}),
    ],
)
def test_m5_3_places_and_differences_follow_the_ranking(
    connection: Connection, ranking: str, places: dict[str, tuple[int, int | None]]
) -> None:
    growing = Growing(connection)
    setup = Setup("melee", "", {"ranking": ranking, "rounds": 3})
    growing.append(Created(setup), *(Entered(Player(n, str(n))) for n in range(1, 9)))
    growing.append(Paired(Round(1, (Table(1, (1, 4), (2, 3)), Table(2, (5, 8), (6, 7))))))
    growing.append(ResultEntered(1, 1, Scored(13, 2)))
    growing.append(ResultEntered(1, 2, Scored(13, 11)))
    found = {row.name: (row.place, row.differential) for row in connection.execute(select(PARTICIPANTS))}
    assert {name: found[name] for name in places} == places


def test_doubles_have_everybody_in_match_players(connection: Connection) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("domino", "")), *(Entered(Player(n, str(n))) for n in range(1, 5)))
    growing.append(Paired(Round(1, (Table(1, (1, 4), (2, 3)),))))
    growing.append(ResultEntered(1, 1, Scored(200, 120)))
    match = connection.execute(select(MATCHES)).one()
    seats = connection.execute(select(MATCH_PLAYERS).order_by(MATCH_PLAYERS.c.side, MATCH_PLAYERS.c.seat)).all()
    names = {row.id: row.name for row in connection.execute(select(PARTICIPANTS))}
    assert [(s.side, s.seat, names[s.participant_id], s.outcome, s.match_points, s.differential) for s in seats] == [
        (1, 1, "1", "win", 1, 80),
        (1, 2, "4", "win", 1, 80),
        (2, 1, "2", "loss", 0, -80),
        (2, 2, "3", "loss", 0, -80),
    ]
    assert (names[match.player1_id], names[match.player2_id], names[match.winner_id]) == ("1", "2", "1")


def test_chess_scores_are_points_and_there_is_no_differential(connection: Connection) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("chess", "")), *(Entered(Player(n, str(n))) for n in range(1, 3)))
    growing.append(Paired(Round(1, (Table(1, (1,), (2,)),))))
    growing.append(ResultEntered(1, 1, Scored(1, 1)))
    match = connection.execute(select(MATCHES)).one()
    assert (match.player1_score, match.player1_match_points, match.is_tie, match.differential) == (0.5, 0.5, True, None)
    assert set(connection.scalars(select(PARTICIPANTS.c.differential))) == {None}


# --- the guide ---------------------------------------------------------------------------------------------

GUIDE = Path(__file__).parent.parent.parent / "docs" / "guide" / "database.md"


def test_the_guide_names_every_column_of_every_table_in_order() -> None:
    parts = re.split(r"^## (.+)$", GUIDE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    for table in TABLES:
        told = re.findall(r"^\| `(\w+)` \|", sections[f"`{table.name}`"], re.MULTILINE)
        assert told == [column.name for column in table.columns]


@pytest.mark.parametrize("name", NAMES)
def test_the_queries_of_the_guide_run(connection: Connection, name: str) -> None:
    random_event(Growing(connection), name, Draw(2, name))
    queries = re.findall(r"^```sql\n(.*?);\n```$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(queries) >= 6
    answers = {query: connection.execute(text(query), {"code": "K7Q2"}).all() for query in queries}
    for query, rows in answers.items():
        assert rows or "is null\norder" in query or "byes b\njoin" in query or "a.side and" in query, query
    added_up = next(rows for query, rows in answers.items() if "added_up" in query)
    assert all(points == added for _, points, added in added_up)
