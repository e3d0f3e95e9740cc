"""Points of a system that counts in whole ones (`Scoring.unit` is 1) are told as they are, not as halves."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest

from ronda.core.history import before_round
from ronda.core.model import Player
from ronda.lab.quality import event_quality, round_quality
from ronda.store.importing.event import differences
from ronda.store.importing.rows import MatchRow, Raw
from ronda.store.read_model.rows import match_row, view_of
from ronda.systems import book_of, system
from tests.playing import Event
from tools.bench import beside


@pytest.fixture
def event(toy: str) -> Event:
    """Two rounds of four players: three points for a win, one for a draw."""
    played = Event(toy, [Player(n, f"P{n}") for n in range(1, 5)], {"rounds": 3})
    for _ in range(2):
        played.pair()
        played.results("4-2", "3-3")
    return played


def test_the_gap_between_opponents(event: Event) -> None:
    tournament = event.tournament
    book = book_of(before_round(tournament, 2))
    tables = tournament.rounds[1].tables
    gaps = [abs(book.points(table.first[0]) - book.points(table.second[0])) for table in tables]
    assert sum(gaps)
    rounds = [round_quality(tournament, number) for number in (1, 2)]
    assert rounds[1].mean_score_gap == Fraction(sum(gaps), len(gaps))
    assert event_quality(tournament, rounds).mean_score_gap == Fraction(sum(gaps), 2 * len(gaps))
    own = beside.Sum(rounds=1, gap=rounds[1].score_gap, tables=len(tables))
    assert own.told()["mean_gap_points"] == float(sum(gaps)) / len(gaps)


def test_the_columns_of_the_five_tables(event: Event) -> None:
    tournament = event.tournament
    ids = {player.id: UUID(int=player.id) for player in tournament.players}
    book = book_of(tournament)
    people = [
        SimpleNamespace(
            id=ids[player.id],
            raw=Raw("participants", {}),
            name=player.name,
            match_points=float(book.points(player.id)),
            differential=None,
            place=None,
        )
        for player in tournament.players
    ]
    seated = {}
    for round_ in tournament.rounds:
        for table in round_.tables:
            sides = ids[table.first[0]], ids[table.second[0]]
            stored = (3.0, 0.0) if table.number == 1 else (1.0, 1.0)
            raw, unknown = Raw("matches", {}), (None, None)
            row = MatchRow(raw, round_.number, sides, unknown, stored, unknown, None, None, table.number)
            seated[round_.number, table.number] = row
            tallies = system(tournament.setup.system).rules.scoring(tournament.setup).table(table)
            wanted = match_row(view_of(uuid4(), tournament.setup), round_.number, table, tallies, None)
            assert (wanted["player1_match_points"], wanted["player2_match_points"]) == stored
    noted = differences(event.facts, cast(Any, people), seated)
    assert not [note for note in noted if note.column in ("match_points", "player1_match_points")]
