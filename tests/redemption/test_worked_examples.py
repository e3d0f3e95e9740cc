"""The worked example of the redemption rulebook, to the letter."""

from __future__ import annotations

from ronda.core.model import Player
from ronda.desk import standings_after
from tests.playing import Event, byes, hand_made, tables

NAMES = ["Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus"]
ANN, BEN, CAL, DEE, EVE, FAY, GUS = range(1, 8)


def rows(event: Event, after: int) -> list[tuple[int | None, int, float, int]]:
    return [
        (
            row.place,
            row.player,
            float(row.measures["match_points"].value or 0),
            int(row.measures["differential"].value or 0),
        )
        for row in standings_after(event.tournament, after)
    ]


def test_seven_players() -> None:
    players = [Player(n, name, number=n) for n, name in enumerate(NAMES, start=1)]
    event = Event("redemption", players, {"rounds": 3, "max_score": 5})
    event.given(hand_made(1, (ANN, BEN), (CAL, DEE), (EVE, FAY), bye=[GUS]))
    event.results("1-0", "3-1", "5-2")
    assert [row[1:] for row in rows(event, 1)] == [
        (EVE, 3, 3),
        (GUS, 3, 0),
        (CAL, 2, 2),
        (ANN, 2, 1),
        (BEN, 1, -1),
        (DEE, 1, -2),
        (FAY, 0, -3),
    ]
    second = event.pair()
    assert (tables(second), byes(second)) == ([(EVE, GUS), (CAL, ANN), (BEN, DEE)], [FAY])
    event.results("5-0", "5-3", "2-2")
    third = event.pair()
    assert (tables(third), byes(third)) == ([(EVE, CAL), (FAY, BEN), (GUS, DEE)], [ANN])
    assert next(r for r in third.reasons if r.table == 2).article == "R4.4"
    event.results("3-4", "5-0", "4-0")
    assert rows(event, 3) == [
        (1, EVE, 7, 7),
        (2, CAL, 7, 5),
        (3, FAY, 6, 2),
        (4, ANN, 5, -1),
        (4, GUS, 5, -1),
        (6, DEE, 3.5, -6),
        (7, BEN, 2.5, -6),
    ]
