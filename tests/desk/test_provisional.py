"""Standings while a round is played: results count at once, a bye after its round (M2, D2.4, R3.3, C4.3, ST5.7)."""

from __future__ import annotations

import pytest

from ronda.core.facts import Closed, Discarded, ResultEntered
from ronda.core.history import before_round
from ronda.core.model import Player
from ronda.desk import standings_after, waiting_for
from ronda.systems import NAMES, book_of, system
from ronda.systems.lists import cross_table
from ronda.texts import Speaker
from tests.playing import Event, hand_made

RESULTS = {
    "domino_pairs": "200-100",
    "chess": "1-0",
    "dutch": "1-0",
    "domino": "200-100",
    "melee": "13-7",
    "redemption": "5-3",
    "robin": "1-0",
    "swiss": "1-0",
}
WORTH = {
    "domino_pairs": 2,
    "chess": 2,
    "dutch": 2,
    "domino": 1,
    "melee": 2,
    "redemption": 6,
    "robin": 0,
    "swiss": 2,
}  # of a bye, in halves


def running(name: str) -> tuple[Event, int]:
    """Nine players in round 2, with all results but the last; and who rests."""
    event = Event(name, [Player(n, f"P{n}") for n in range(1, 10)], {"rounds": 4})
    for _ in range(2):
        made = event.pair()
        for table in made.tables:
            event.result(made.number, table.number, RESULTS[name])
    last = event.facts.pop()
    assert isinstance(last, ResultEntered)
    return event, made.byes[0].player


def points(event: Event, player: int, after: int = 2) -> int:
    rows = {row.player: row for row in standings_after(event.tournament, after)}
    first = next(iter(rows[player].measures.values()))
    return int((first.value or 0) * 2)


@pytest.mark.parametrize("name", NAMES)
def test_a_bye_counts_with_the_last_result_of_its_round(name: str) -> None:
    event, resting = running(name)
    before = points(event, resting, after=1)
    assert points(event, resting) == before
    assert waiting_for(event.tournament, 2) == 1
    event.result(2, event.tournament.rounds[1].tables[-1].number, RESULTS[name])
    assert points(event, resting) == before + WORTH[name]
    assert waiting_for(event.tournament, 2) == 0


@pytest.mark.parametrize("name", NAMES)
def test_results_count_at_once(name: str) -> None:
    event, _ = running(name)
    winner = event.tournament.rounds[1].tables[0].first[0]
    assert points(event, winner) > points(event, winner, after=1)


@pytest.mark.parametrize("name", NAMES)
def test_a_result_that_is_taken_back_makes_them_provisional_again(name: str) -> None:
    event, resting = running(name)
    table = event.tournament.rounds[1].tables[-1].number
    before = points(event, resting)
    event.result(2, table, RESULTS[name])
    event.facts += [Closed(2), ResultEntered(2, table, None)]
    assert points(event, resting) == before
    assert waiting_for(event.tournament, 2) == 1


def test_a_round_with_a_later_one_is_over() -> None:
    event = Event("redemption", [Player(n, f"P{n}", number=n) for n in (1, 2, 3)], {"rounds": 3})
    event.given(hand_made(1, (1, 2), bye=[3]))
    event.given(hand_made(2, (1, 3), bye=[2]))
    assert points(event, 3) == 6
    assert points(event, 2) == 0
    event.facts.append(Discarded(2))
    assert points(event, 3, after=1) == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_pairing_is_not_touched_by_it(name: str) -> None:
    """What a round is made and checked from counts every bye, as before."""
    event, resting = running(name)
    book = book_of(before_round(event.tournament, 3))
    assert book.lines[resting][-1].outcome == "bye"
    assert not system(name).rules.check(book_of(before_round(event.tournament, 2)), event.tournament.rounds[1])


def test_a_bye_that_does_not_count_yet_has_no_point_in_the_cross_table() -> None:
    chess, resting = running("chess")
    listing = cross_table(chess.tournament, Speaker().number, "bs", document=True)
    row = listing.rows[listing.who.index(resting)]
    assert row[6] == "- -"
    other, resting = running("redemption")
    listing = cross_table(other.tournament, Speaker().number, "bs")
    assert listing.rows[listing.who.index(resting)][3] == "- ?"
