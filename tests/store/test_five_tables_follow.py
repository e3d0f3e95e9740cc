"""R7: the five tables follow every transaction, and a rebuild from the facts gives the same, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered, Penalised, PenaltyLifted, ResultEntered
from ronda.core.model import Penalty, Player, Scored, Setup
from ronda.store.read_model.rows import rows_of, times_of
from ronda.systems import NAMES, standings_book, system
from tests.sampling import in_turn
from tests.store.test_five_tables_growing import ID, OTHER, Growing, contents, opened, random_event


@pytest.fixture
def connection(place: str) -> Iterator[Connection]:
    with opened(place) as connection:
        yield connection


@pytest.mark.parametrize("together", [1, 2, 9])
@pytest.mark.parametrize(("name", "seed"), in_turn(NAMES, range(4)))
def test_following_every_transaction_gives_what_a_rebuild_gives(
    connection: Connection, name: str, seed: int, together: int
) -> None:
    growing = Growing(connection, together=together)
    other = Growing(connection, OTHER, "OTHER")
    random_event(other, "redemption", Draw(seed, "other"), rounds=1)
    random_event(growing, name, Draw(seed, "five tables", name))
    growing.write()
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
        standings = system(name).rules.standings(book)
        names = {player.id: player.name for player in growing.tournament.players}
        told = sorted((row["place"] or 0, row["match_points"], row["name"], row["dropped_out"]) for row in rows)
        assert told == sorted(
            (row.place or 0, book.halves[row.player] / 2, names[row.player], row.status == "left") for row in standings
        )


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


@pytest.mark.parametrize("damage", ["delete from participants where name = '3'", "update participants set place = 77"])
def test_what_somebody_else_wrote_to_the_players_is_put_right(connection: Connection, damage: str) -> None:
    growing = Growing(connection)
    growing.append(Created(Setup("chess", "")), *(Entered(Player(n, str(n))) for n in range(1, 9)))
    growing.pair()
    connection.execute(text(damage))
    growing.append(ResultEntered(1, 1, Scored(2, 0)))
    followed = contents(connection)
    assert growing.rebuilt() == followed


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
        assert sum(written) <= 1 + 2 + 1 + 2 + 40  # tournament, points of two, match, its two sides, places
