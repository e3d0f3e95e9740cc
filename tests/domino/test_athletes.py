"""Statistics of one athlete: only games that took place count (D2.3, D2.4)."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

from ronda.core.model import Bye, Forfeit, Result, Round, Scored, Table, Tournament
from ronda.systems.domino import SYSTEM
from tests.domino.events import book_of, event, play_next

NOT_PLAYED = Forfeit(first_absent=True, second_absent=True)
WALKOVER = Forfeit(first_absent=False, second_absent=True)


def rounds(*tables: tuple[tuple[int, int], tuple[int, int], Result] | None) -> Tournament:
    """Athlete 1 with and against whom, round by round; None is a bye."""
    made = []
    for number, seats in enumerate(tables, start=1):
        at = () if seats is None else (Table(1, seats[0], seats[1], seats[2], (3,) if seats[2] == NOT_PLAYED else ()),)
        made.append(Round(number, at, (Bye(1),) if seats is None else ()))
    tournament = event(9)
    return Tournament(tournament.setup, tournament.players, tuple(made))


def told(tournament: Tournament, player: int = 1) -> dict[str, dict[str, Any]]:
    return {note.code: dict(note.facts) for note in SYSTEM.words.notes_on(book_of(tournament), player)}


def test_nothing_is_told_before_the_first_game() -> None:
    assert told(event(9)) == {}
    assert told(rounds(None, ((1, 2), (3, 4), NOT_PLAYED), ((1, 2), (3, 4), WALKOVER))) == {}


def test_streaks_pass_over_byes_absences_and_tables_not_played() -> None:
    notes = told(
        rounds(
            ((1, 2), (3, 4), Scored(200, 120)),
            ((5, 6), (1, 3), Scored(200, 0)),
            ((1, 4), (5, 7), Scored(200, 150)),
            None,
            ((7, 8), (1, 2), Scored(90, 140)),
            ((1, 5), (3, 6), NOT_PLAYED),
            ((1, 6), (4, 8), WALKOVER),
            ((1, 7), (2, 4), Scored(201, 180)),
        )
    )
    assert notes["games"] == {"played": 5, "wins": 4, "losses": 1}
    assert notes["winning_now"] == {"n": 3}
    assert notes["longest_streak"] == {"n": 3, "first_round": 3, "last_round": 8}
    assert notes["best_partner"] == {"players": [2], "wins": 2, "difference": 130}
    assert notes["most_met"] == {"players": [4, 5, 7], "times": 2}


def test_a_losing_streak_and_nobody_to_praise() -> None:
    notes = told(rounds(((1, 2), (3, 4), Scored(20, 200)), ((1, 3), (2, 4), Scored(30, 200))))
    assert list(notes) == ["games", "losing_now", "most_met"]
    assert notes["losing_now"] == {"n": 2}
    assert notes["most_met"] == {"players": [4], "times": 2}


def test_the_difference_decides_between_partners_and_level_ones_are_all_named() -> None:
    games = [((1, 2), (3, 4), Scored(200, 120)), ((1, 3), (5, 6), Scored(200, 100)), ((1, 4), (7, 8), Scored(200, 100))]
    assert told(rounds(*games))["best_partner"] == {"players": [3, 4], "wins": 1, "difference": 100}
    assert told(rounds(*games[:2]))["best_partner"] == {"players": [3], "wins": 1, "difference": 100}
    assert "most_met" not in told(rounds(*games))


def test_of_equal_streaks_the_first_is_told() -> None:
    won, lost = Scored(200, 1), Scored(1, 200)
    notes = told(rounds(*(((1, 2), (3, 4), result) for result in (won, won, lost, won, won, lost))))
    assert notes["longest_streak"] == {"n": 2, "first_round": 1, "last_round": 2}
    assert notes["losing_now"] == {"n": 1}


def test_whole_events_counted_once_more() -> None:
    """The same figures from the tables themselves."""
    tournament, chance = event(14), random.Random(5)
    for _ in range(7):
        tournament = play_next(tournament, chance)
    for player in range(1, 15):
        wins: Counter[int] = Counter()
        difference: defaultdict[int, int] = defaultdict(int)
        marks = ""
        for round_ in tournament.rounds:
            for table in round_.tables:
                if player not in table.players or not isinstance(table.result, Scored):
                    continue
                made, lost = table.result.first, table.result.second
                own = table.first
                if player in table.second:
                    made, lost, own = lost, made, table.second
                marks += "W" if made > lost else "L"
                (partner,) = set(own) - {player}
                wins[partner] += made > lost
                difference[partner] += made - lost
        notes = told(tournament, player)
        assert notes["games"] == {"played": len(marks), "wins": marks.count("W"), "losses": marks.count("L")}
        current = len(marks) - len(marks.rstrip(marks[-1]))
        assert notes["winning_now" if marks[-1] == "W" else "losing_now"] == {"n": current}
        longest = max(map(len, marks.split("L")))
        assert notes.get("longest_streak", {"n": 0})["n"] == longest
        if longest:
            best = max((wins[p], difference[p]) for p in wins)
            assert notes["best_partner"]["players"] == sorted(p for p in wins if (wins[p], difference[p]) == best)
