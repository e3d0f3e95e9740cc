"""The worked examples of the melee rulebook, to the letter."""

from __future__ import annotations

from collections import Counter

import pytest

from ronda.core.chance import Draw
from ronda.core.model import Tournament
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.pair.opponents import Teams, power_setting, teams_of
from tests.melee.events import begin, book_of, hand_made, paired, played, repeated, side, with_round


def nine() -> Tournament:
    event = begin(9, {"rounds": 9})
    event = with_round(event, hand_made(1, "AE-BF", "CG-DH", free="I"))
    return with_round(event, hand_made(2, "AF-EI", "CD-BG", free="H"))


def table(event: Tournament) -> dict[str, tuple[int | None, int, int]]:
    return {
        chr(64 + row.player): (
            row.place,
            int(row.measures["points"].value or 0),
            int(row.measures["buchholz"].value or 0),
        )
        for row in SYSTEM.rules.standings(book_of(event))
    }


def test_nine_players_after_round_1() -> None:
    event = begin(9)
    found = table(with_round(event, nine().rounds[0]))
    assert found["I"] == (1, 1, 0)
    assert {found[p] for p in "ACEG"} == {(2, 1, -1)}
    assert {found[p] for p in "BDFH"} == {(6, 0, 2)}


def test_nine_players_after_round_2() -> None:
    found = table(nine())
    groups = {"AC": (1, 2, 1), "FG": (3, 1, 3), "HI": (5, 1, 2), "DE": (7, 1, 1), "B": (9, 0, 4)}
    assert found == {player: values for players, values in groups.items() for player in players}


def test_buchholz_by_hand_and_its_working() -> None:
    row = next(row for row in SYSTEM.rules.standings(book_of(nine())) if row.player == 1)
    terms = [(t.round, t.code, t.opponents, t.amount) for t in row.measures["buchholz"].terms]
    assert terms == [
        (1, "opponent", side("B"), 0),
        (1, "opponent", side("F"), 2),
        (1, "partner", side("E"), -2),
        (2, "opponent", side("E"), 2),
        (2, "opponent", side("I"), 2),
        (2, "partner", side("F"), -2),
    ]
    assert row.measures["buchholz"].value == 1


def test_round_3_free_game_of_nine_players() -> None:
    for seed in range(20):
        made = paired(nine(), seed)
        assert [bye.player for bye in made.byes] == [2]


def test_round_3_setting_of_nine_players() -> None:
    pairs = [(1, 4), (3, 5), (6, 7), (8, 9)]
    teams = teams_of(book_of(nine()), pairs, Draw(3))
    assert sorted(teams.points, reverse=True) == [3, 3, 2, 2]
    found = {frozenset((teams.members[a], teams.members[b])) for a, b in power_setting(teams, Draw(3))}
    assert found == {frozenset({(1, 4), (3, 5)}), frozenset({(6, 7), (8, 9)})}


@pytest.mark.parametrize(
    ("points", "expected"),
    [((6, 5, 3, 2), [(6, 5), (3, 2)]), ((3, 2, 2, 1), [(3, 2), (2, 1)])],
)
def test_setting(points: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    nothing: list[dict[int, int]] = [{} for _ in points]
    members = [(2 * at + 1, 2 * at + 2) for at in range(len(points))]
    teams = Teams(members, points, nothing, nothing, nothing)
    for seed in range(20):
        found = sorted(sorted(pair) for pair in power_setting(teams, Draw(seed)))
        assert [(points[a], points[b]) for a, b in found] == expected


@pytest.mark.parametrize("option", ["bottom", "random"])
def test_free_games(option: str) -> None:
    for n, rounds, expected in ((7, 7, {3: 7}), (11, 4, {1: 10, 2: 1})):
        for seed in range(5):
            event = played(begin(n, {"rounds": rounds, "free_games": option}), rounds, seed)
            counts = Counter(bye.player for made in event.rounds for bye in made.byes)
            assert Counter(counts.values()) == expected


def test_guarantee() -> None:
    for seed in range(60):
        assert repeated(played(begin(8, {"rounds": 7}, seed), 7, seed)) == 0
    refusal = SYSTEM.rules.validate(begin(8, {"rounds": 8}).setup, begin(8).players)
    assert [(f.code, f.severity, f.facts) for f in refusal] == [
        ("rounds_out_of_bounds", "violation", {"rounds": 8, "most": 7, "players": 8})
    ]
    assert SYSTEM.rules.validate(begin(9, {"rounds": 9}).setup, begin(9).players) == []
