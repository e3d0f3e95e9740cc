"""R7: the five tables follow every append, and a rebuild from the facts gives the same, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered, Penalised, PenaltyLifted, ResultEntered
from ronda.core.history import fold, in_force
from ronda.core.model import Penalty, Player, Scored, Setup
from ronda.store.read_model.project import following_book, rows_of, times_of
from ronda.systems import NAMES, standings_book, system
from tests.sampling import in_turn
from tests.store.test_five_tables_growing import ID, OTHER, Growing, contents, opened, random_event


@pytest.fixture
def connection(place: str) -> Iterator[Connection]:
    with opened(place) as connection:
        yield connection


@pytest.mark.parametrize(("name", "seed"), in_turn(NAMES, range(4)))
def test_following_every_append_gives_what_a_rebuild_gives(connection: Connection, name: str, seed: int) -> None:
    growing = Growing(connection)
    other = Growing(connection, OTHER, "OTHER")
    random_event(other, "redemption", Draw(seed, "other"), rounds=1)
    random_event(growing, name, Draw(seed, "five tables", name))
    followed = contents(connection)
    times = times_of(growing.history)
    if not growing.tournament.deleted:
        wanted = rows_of(ID, "K7Q2", growing.tournament, times)
        for table, rows in wanted.items():
            for key, row in rows.items():
                assert {c: followed[table][key][c] for c in row} == row, table
    assert growing.rebuilt() == followed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_places_and_points_are_those_of_the_standings(tmp_path: Path, name: str, seed: int) -> None:
    with opened(f"sqlite:///{tmp_path / 'ronda.db'}") as connection:
        growing = Growing(connection)
        random_event(growing, name, Draw(seed, "standings", name))
        book = standings_book(growing.tournament)
        rows = contents(connection)["participants"].values()
        standings = system(name).standings(book)
        names = {player.id: player.name for player in growing.tournament.players}
        told = sorted((row["place"] or 0, row["match_points"], row["name"], row["dropped_out"]) for row in rows)
        assert told == sorted(
            (row.place or 0, book.halves[row.player] / 2, names[row.player], row.status == "left") for row in standings
        )


def test_a_transaction_that_was_rolled_back_leaves_no_trace(connection: Connection) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("chess", "")), *(Entered(Player(n, str(n))) for n in range(1, 9)))
    growing.pair()
    growing.append(ResultEntered(1, 1, Scored(2, 0)))
    known = growing.state, len(growing.history)
    attempt = connection.begin_nested()
    growing.append(ResultEntered(1, 2, Scored(0, 2)))
    attempt.rollback()
    growing.state = known[0]
    del growing.history[known[1] :]
    growing.append(ResultEntered(1, 3, Scored(1, 1)))
    followed = contents(connection)
    assert growing.rebuilt() == followed


def test_pe2_a_penalty_at_a_table_is_followed_and_taken_back(connection: Connection) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("redemption", "")), *(Entered(Player(n, str(n))) for n in range(1, 5)))
    growing.pair()
    growing.append(*(ResultEntered(1, table.number, Scored(5, 1)) for table in growing.tournament.rounds[0].tables))
    before = contents(connection)
    table = growing.tournament.rounds[0].tables[0]
    growing.append(Penalised(Penalty(1, table.first[0], "game-loss", 1, table.number)))
    followed = contents(connection)
    (match,) = [row for row in followed["matches"].values() if row["match_order"] == 1]
    assert (match["player1_score"], match["player2_score"]) == (5, 1), "the result stays what it is"
    assert (match["player1_match_points"], match["player2_match_points"]) == (0, 3)
    assert match["winner_id"] == match["player2_id"]
    here = [row for row in followed["match_players"].values() if row["match_id"] == match["id"]]
    assert sorted(row["outcome"] for row in here) == ["absent", "walkover"]
    assert growing.rebuilt() == followed
    growing.append(PenaltyLifted(1, "mistaken", "Dora"))
    lifted = contents(connection)
    for name in ("matches", "match_players"):
        assert lifted[name] == before[name]
    assert growing.rebuilt() == lifted


# --- little is written -------------------------------------------------------------------------------------


def test_one_result_touches_few_rows(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'ronda.db'}") as connection:
        growing = Growing(connection)
        growing.append(Created(Setup("redemption", "")), *(Entered(Player(n, str(n))) for n in range(1, 41)))
        growing.pair()
        growing.append(*(ResultEntered(1, table.number, Scored(5, 0)) for table in growing.tournament.rounds[0].tables))
        written: list[int] = []

        def count(*call: Any) -> None:
            written.append(len(call[3]) if call[5] else 1)

        event.listen(connection, "before_cursor_execute", count)
        growing.append(ResultEntered(1, 1, Scored(5, 1)))
        event.remove(connection, "before_cursor_execute", count)
        assert sum(written) <= 1 + 2 + 1 + 2 + 1  # tournament, points of two, match, its two sides, all places


@pytest.mark.parametrize("name", NAMES)
def test_the_book_that_is_patched_is_the_book(name: str, tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'ronda.db'}") as connection:
        growing = Growing(connection)
        random_event(growing, name, Draw(5, name))
    states = [fold(in_force([f for f, _ in growing.history[:n]])) for n in range(1, len(growing.history) + 1)]
    for before, after in pairwise(states):
        assert following_book(standings_book(before), before, after)[0] == standings_book(after)
