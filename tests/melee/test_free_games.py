"""Free games and late entries (M3, M6)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ronda.core.model import Player, Tournament
from ronda.systems.melee import SYSTEM
from tests.melee.events import begin, book_of, decided, hand_made, paired, played, with_round, without


def counts(event: Tournament) -> dict[int, int]:
    found = {player.id: 0 for player in event.players}
    for made in event.rounds:
        for bye in made.byes:
            found[bye.player] += 1
    return found


@pytest.mark.parametrize("n", range(5, 26))
@pytest.mark.parametrize("option", ["bottom", "random"])
def test_m3_2_never_more_than_one_apart(n: int, option: str) -> None:
    def look(event: Tournament) -> Tournament:
        had = counts(event).values()
        assert max(had) - min(had) <= 1
        return event

    played(begin(n, {"rounds": 6 if n > 5 else 5, "free_games": option}), 5, n, look)


def test_m3_3_bottom_takes_the_lowest_of_the_tier() -> None:
    for seed in range(10):
        event = begin(11, {"rounds": 4})
        for number in range(4):
            made = paired(event, 10 * seed + number)
            had = counts(event)
            resting = {bye.player for bye in made.byes}
            place = {row.player: row.place or 0 for row in SYSTEM.rules.standings(book_of(event))}
            for rested in resting:
                for other in had.keys() - resting:
                    assert (had[rested], -place[rested]) <= (had[other], -place[other])
            event = with_round(event, decided(made, random.Random(seed)))


def test_m6_late_entry_plays_first_and_then_rests_first() -> None:
    event = played(begin(9, {"rounds": 6}), 2, 3)
    event = replace(event, players=(*event.players, Player(10, "late", joined_round=3)))
    made = paired(event, 5)
    assert 10 not in [bye.player for bye in made.byes]
    assert not made.relaxations
    event = played(event, 1, 3)
    assert 10 in [bye.player for bye in paired(event, 6).byes]


def test_m6_late_entry_rests_only_where_nobody_else_is_left() -> None:
    event = with_round(begin(4, {"rounds": 3}), hand_made(1, "AB-CD"))
    late = [Player(number, "late", joined_round=2) for number in (5, 6, 7)]
    event = without(replace(event, players=(*event.players, *late)), 1, 2)
    made = paired(event, 1)  # five players, one rests: C or D
    assert [bye.player in (3, 4) for bye in made.byes] == [True]
    event = without(event, 3, 4)
    more = [Player(number, "late", joined_round=2) for number in (8, 9)]
    made = paired(replace(event, players=(*event.players, *more)), 1)
    assert [(r.code, r.article) for r in made.relaxations] == [("free_game_on_entry", "M6")]


def test_m6_pause_and_return() -> None:
    event = played(begin(9, {"rounds": 5}), 2, 1)
    event = replace(event, players=(replace(event.players[0], missed=(3,)), *event.players[1:]))
    assert 1 not in paired(event, 1).players
    assert 1 in played(event, 2, 1).rounds[-1].players


def test_m3_4_moved_free_game_is_said() -> None:
    event = begin(6, {"rounds": 7})
    moved = 0
    for seed in range(4):
        last = played(replace(event, setup=replace(event.setup, seed=seed)), 7, seed).rounds[-1]
        for reason in last.reasons:
            if reason.code == "free_game_moved":
                moved += 1
                assert reason.article == "M3.4"
                assert {entry["why"] for entry in reason.facts["skipped"]} == {"no_partnering"}
    assert moved
