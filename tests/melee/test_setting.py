"""Which team meets which (M5.2)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from ronda.core.chance import Draw
from ronda.core.model import Avoid, Round
from ronda.core.weighted_matching import cheapest
from ronda.systems.melee.pair.opponents import Teams, power_setting, random_setting
from tests.melee.events import begin, book_of, paired, played
from tests.melee.test_partners import matchings
from tests.sampling import by_chance

Value = tuple[int, int, int, int, int]


def teams_with(points: list[int], rng: random.Random, again: float, wishes: float) -> Teams:
    count = len(points)
    tables: list[list[dict[int, int]]] = [[{} for _ in points] for _ in range(3)]
    for table, share in zip(tables, (again, wishes, wishes), strict=True):
        for a, b in combinations(range(count), 2):
            if rng.random() < share:
                table[a][b] = table[b][a] = rng.randint(1, 4)
    members = [(2 * at + 1, 2 * at + 2) for at in range(count)]
    return Teams(members, sorted(points, reverse=True), *tables)


def value(teams: Teams, found: list[tuple[int, int]]) -> Value:
    """Hard wishes broken, Σ|difference|, Σ difference², repeated meetings, soft wishes broken."""
    gaps = [abs(teams.points[a] - teams.points[b]) for a, b in found]
    hard, again, soft = (sum(table[a].get(b, 0) for a, b in found) for table in (teams.hard, teams.repeats, teams.soft))
    return hard, sum(gaps), sum(gap * gap for gap in gaps), again, soft


@by_chance
def test_m5_2_best_of_all_settings(chance: random.Random) -> None:
    count = chance.choice((2, 4, 6, 8, 8, 10))
    points = [chance.randint(0, chance.choice((2, 5, 12))) for _ in range(count)]
    teams = teams_with(points, chance, chance.choice((0.1, 0.5, 0.9)), chance.choice((0, 0, 0.1, 0.4)))
    found = power_setting(teams, Draw(1))
    assert sorted(team for pair in found for team in pair) == list(range(count))
    assert value(teams, found) == min(value(teams, other) for other in matchings(range(count)))


@pytest.mark.parametrize("seed", range(6))
def test_m5_2_best_of_all_settings_on_larger_fields(seed: int) -> None:
    """Against one matching of least cost over all pairs of 60 teams."""
    rng = random.Random(seed)
    teams = teams_with([rng.randint(0, 8) for _ in range(60)], rng, rng.choice((0.05, 0.6)), seed % 2 * 0.02)
    base = 1 << 14

    def cost(a: int, b: int) -> int:
        total = 0
        for part in value(teams, [(a, b)]):
            total = total * base + part
        return total

    mates = cheapest(60, [(a, b, cost(a, b)) for a, b in combinations(range(60), 2)])
    assert mates is not None
    best = value(teams, [(a, b) for a, b in enumerate(mates) if a < b])
    assert value(teams, power_setting(teams, Draw(seed))) == best


def team_points(event_points: dict[int, int], made: Round) -> list[tuple[int, int]]:
    return [
        (sum(event_points[p] for p in table.first) // 2, sum(event_points[p] for p in table.second) // 2)
        for table in made.tables
    ]


@pytest.mark.parametrize("n", [8, 13, 17, 20, 25])
def test_m5_2_in_an_event(n: int) -> None:
    event = played(begin(n, {"rounds": 5}), 4, n)
    made = paired(event, n)
    points = team_points(dict(book_of(event).halves), made)
    flat = sorted((p for pair in points for p in pair), reverse=True)
    least = sum(a - b for a, b in zip(flat[::2], flat[1::2], strict=True))
    total = next(reason.facts for reason in made.reasons if reason.code == "power_total")
    assert total["difference"] == least
    assert points == sorted(points, key=lambda pair: -pair[0])
    assert all(first >= second for first, second in points)


def test_m5_2_level_settings_are_drawn_by_lot() -> None:
    nothing: list[dict[int, int]] = [{} for _ in range(6)]
    teams = Teams([(2 * at + 1, 2 * at + 2) for at in range(6)], [3] * 6, nothing, nothing, nothing)
    for setting in (power_setting, random_setting):
        counts = Counter(frozenset(map(frozenset, setting(teams, Draw(seed)))) for seed in range(600))
        assert len(counts) == 15
        assert max(counts.values()) < 80


@pytest.mark.parametrize("setting", ["power", "random"])
def test_s3_avoided_opponents(setting: str) -> None:
    avoid = (Avoid((1, 2), "opponents"), Avoid((3, 4), "both", hard=False))
    for seed in range(6):
        event = played(begin(16, {"rounds": 4, "setting": setting}, avoid=avoid), 4, seed)
        for made in event.rounds:
            assert not made.relaxations
            for table in made.tables:
                assert len({1, 2} & set(table.players)) < 2 or {1, 2} in (set(table.first), set(table.second))


def test_s3_a_hard_wish_about_opponents_that_cannot_be_kept_is_stated() -> None:
    avoid = tuple(Avoid((a, b), "opponents") for a, b in combinations(range(1, 5), 2))
    made = paired(begin(4, {"rounds": 1}, avoid=avoid), 1)
    assert {(r.code, r.facts["relation"]) for r in made.relaxations} == {("avoid_broken", "opponents")}
    assert len(made.relaxations) == 4
