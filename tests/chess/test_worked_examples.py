"""The worked examples of the chess rulebook, to the letter."""

from __future__ import annotations

from fractions import Fraction

from ronda.core.model import Player
from ronda.desk import standings_after
from tests.playing import Event, byes, tables

NAMES = ["Ada", "Baki", "Can", "Çiler", "Deniz", "Ege", "Funda", "Gül"]


def field(n: int) -> list[Player]:
    return [Player(i + 1, NAMES[i], rating=2000 - 100 * i) for i in range(n)]


def final(event: Event, rounds: int) -> list[tuple[int, list[float]]]:
    rows = standings_after(event.tournament, rounds)
    return [
        (row.player, [float(row.measures[name].value or 0) for name in ("points", "bh1", "bh2", "sb", "wins")])
        for row in rows
    ]


def test_eight_players() -> None:
    event = Event("chess", field(8), {"rounds": 3, "first_colour": "b"})
    assert tables(event.pair()) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    event.results("1", "0", "2", "1")
    assert tables(event.pair()) == [(6, 1), (4, 7), (2, 3), (8, 5)]
    event.results("1", "1", "0", "2")
    assert tables(event.pair()) == [(4, 6), (1, 3), (5, 7), (8, 2)]
    event.results("0", "1", "2", "1")
    assert final(event, 3) == [
        (6, [2.5, 4, 2, 4, 2]),
        (4, [2, 4.5, 2.5, 3.75, 1]),
        (1, [2, 3.5, 2.5, 1.5, 2]),
        (7, [2, 3, 2, 2, 2]),
        (5, [1, 4.5, 2.5, 1, 1]),
        (3, [1, 4, 2, 1.25, 0]),
        (8, [1, 3, 2, 0.5, 1]),
        (2, [0.5, 3, 2, 0.5, 0]),
    ]


def test_seven_players_with_byes_and_an_absence() -> None:
    event = Event("chess", field(7), {"rounds": 3, "first_colour": "b"})
    first = event.pair()
    assert (tables(first), byes(first)) == ([(1, 2), (3, 4), (5, 6)], [7])
    event.results("1", "2", "3")
    second = event.pair()
    assert (tables(second), byes(second)) == ([(4, 1), (7, 5), (2, 3)], [6])
    event.results("0", "1", "1")
    third = event.pair()
    assert (tables(third), byes(third)) == ([(1, 7), (5, 4), (6, 2)], [3])
    event.results("1", "2", "0")
    assert final(event, 3) == [
        (1, [2.5, 4.5, 2.5, 4.75, 2]),
        (4, [2.5, 3.5, 2.5, 3.25, 2]),
        (7, [2, 3.5, 2.5, 2, 1]),
        (2, [1.5, 4, 2.5, 1.75, 1]),
        (6, [1.5, 2.5, 1.5, 1.25, 0]),
        (5, [1, 4.5, 2.5, 1, 1]),
        (3, [1, 4, 2.5, 0, 0]),
    ]


def test_six_players_where_the_plain_walk_gets_stuck() -> None:
    event = Event("chess", field(6), {"rounds": 3, "first_colour": "b"})
    event.pair()
    event.results("1", "1", "1")
    assert tables(event.pair()) == [(3, 1), (2, 5), (4, 6)]
    event.results("2", "1", "1")
    third = event.pair()
    assert tables(third) == [(1, 4), (6, 2), (5, 3)]
    second_table = next(reason for reason in third.reasons if reason.table == 2)
    assert (second_table.code, second_table.article) == ("completed_by_look_ahead", "C5.4")
    assert {"player": 3, "why": "completion"} in second_table.facts["skipped"]
    assert third.relaxations == ()


def test_s6_values_are_exact() -> None:
    event = Event("chess", field(4), {"rounds": 2})
    event.pair()
    event.results("0", "0")
    measure = standings_after(event.tournament, 1)[0].measures["points"]
    assert measure.value == Fraction(1, 2)
