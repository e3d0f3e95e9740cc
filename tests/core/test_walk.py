"""The walk that always completes, against plain search on small fields and for its cost on hard ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import pytest

from ronda.core.values import replace
from ronda.pairing import least_harm as walking
from ronda.pairing.least_harm import cheapest_pairing
from ronda.pairing.matching import Barrier
from ronda.pairing.walk import Choice, Column, Graph, walk
from tests.sampling import by_chance

Legal = Callable[[int, int], bool]
Near = Callable[[int, Sequence[int]], list[int]]


def walked(graph: Graph) -> list[Choice] | Barrier:
    placed = bytearray(len(graph.clan))
    everybody = Column(range(len(placed)), placed)
    return walk(graph, lambda p: (q for q in everybody if q != p and graph.legal(p, q)), placed)


def plain_walk_with_search(free: list[int], legal: Legal) -> list[tuple[int, int]] | None:
    """The first complete pairing, by plain backtracking."""
    if not free:
        return []
    top = free[0]
    for other in free[1:]:
        if legal(top, other):
            rest = plain_walk_with_search([p for p in free if p not in (top, other)], legal)
            if rest is not None:
                return [(top, other), *rest]
    return None


def without_edges(size: int, pairs: Sequence[tuple[int, int]]) -> Graph:
    barred: list[set[int]] = [set() for _ in range(size)]
    for a, b in pairs:
        barred[a].add(b)
        barred[b].add(a)
    return Graph(barred, [""] * size)


@by_chance
def test_s2_equals_the_first_complete_pairing_or_proves_that_there_is_none(chance: Random) -> None:
    size = chance.choice([2, 4, 6, 8, 10, 12])
    density = chance.random()
    graph = without_edges(size, [p for p in combinations(range(size), 2) if chance.random() < density])
    graph = replace(graph, clan=[chance.choice(["", "", "", "white", "black"]) for _ in range(size)])
    wanted = plain_walk_with_search(list(range(size)), graph.legal)
    found = walked(graph)
    if wanted is None:
        assert isinstance(found, Barrier)
        assert_proof(found, graph)
    else:
        assert not isinstance(found, Barrier)
        assert [choice[:2] for choice in found] == wanted


def assert_proof(proof: Barrier, graph: Graph) -> None:
    """Tutte–Berge: more odd groups, not connected with each other, than players in the hub."""
    assert len(proof.groups) > len(proof.hub)
    outside = [place for group in proof.groups for place in group]
    assert len(set(outside)) == len(outside)
    assert not set(outside) & set(proof.hub)
    group_of = {place: n for n, group in enumerate(proof.groups) for place in group}
    for group in proof.groups:
        assert len(group) % 2 == 1
        for place in group:
            for other in range(len(graph.clan)):
                if other != place and graph.legal(place, other):
                    assert other in proof.hub or group_of[other] == group_of[place]


def brute_least_harm(
    size: int, harm: dict[tuple[int, int], int], liking: Callable[[int, Sequence[int]], Sequence[int]]
) -> list[tuple[int, int]] | None:
    def pairings(free: list[int]) -> list[tuple[int, list[tuple[int, int]]]]:
        if not free:
            return [(0, [])]
        top = free[0]
        return [
            (cost + harm[top, other], [(top, other), *pairs])
            for other in free[1:]
            if (top, other) in harm
            for cost, pairs in pairings([p for p in free if p not in (top, other)])
        ]

    everything = pairings(list(range(size)))
    if not everything:
        return None
    least = min(cost for cost, _ in everything)
    allowed = [pairs for cost, pairs in everything if cost == least]
    free, chosen = list(range(size)), []
    while free:
        top = free[0]
        for other in liking(top, [p for p in free[1:] if (top, p) in harm]):
            fitting = [pairs for pairs in allowed if (top, other) in pairs]
            if fitting:
                allowed = fitting
                chosen.append((top, other))
                free = [p for p in free if p not in (top, other)]
                break
    return chosen


@by_chance
def test_s3_least_harm_then_the_dearest_wishes(chance: Random) -> None:
    size = chance.choice([2, 4, 6, 8])
    harm = {p: chance.choice([0, 0, 1, 2, 100, 10**12]) for p in combinations(range(size), 2) if chance.random() < 0.9}
    taste = {(a, b): chance.random() for a in range(size) for b in range(size)}

    def liking(player: int, below: Sequence[int]) -> Sequence[int]:
        return sorted(below, key=lambda other: (harm[player, other] // 50, taste[player, other]))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(walking, "_COST_BITS", chance.choice([100, 60, 48]))  # also with little room for wishes
        found = cheapest_pairing(size, harm, liking)
    wanted = brute_least_harm(size, harm, liking)
    assert (None if found is None else [choice[:2] for choice in found]) == wanted


# --- none of these may explode -----------------------------------------------------------------------------


def round_robin(size: int) -> list[list[tuple[int, int]]]:
    """The rounds of the circle method."""
    rounds = []
    ring = list(range(1, size))
    for _ in range(size - 1):
        circle = [0, *ring]
        rounds.append([(circle[n], circle[size - 1 - n]) for n in range(size // 2)])
        ring = [ring[-1], *ring[:-1]]
    return rounds


def met_in(rounds: Sequence[Sequence[tuple[int, int]]], size: int) -> Graph:
    return without_edges(size, [pair for round_ in rounds for pair in round_])


@pytest.mark.parametrize(
    "played", [1, 500, 998, *(pytest.param(n, marks=pytest.mark.soak) for n in (20, 400, 501, 700, 990, 997))]
)
def test_a_thousand_players_up_to_the_last_possible_round(played: int) -> None:
    rounds = round_robin(1000)
    graph = met_in(rounds[:played], 1000)
    found = walked(graph)
    assert not isinstance(found, Barrier)
    assert sorted(place for choice in found for place in choice[:2]) == list(range(1000))
    assert all(graph.legal(choice.player, choice.opponent) for choice in found)


def test_two_cliques_of_five_hundred_that_have_met_completely() -> None:
    pairs = [(a, b) for a, b in combinations(range(1000), 2) if a % 2 == b % 2]
    found = walked(without_edges(1000, pairs))
    assert not isinstance(found, Barrier)
    assert [choice[:2] for choice in found] == [(a, a + 1) for a in range(0, 1000, 2)]


def test_two_uneven_cliques_are_proved_impossible() -> None:
    pairs = [*combinations(range(501), 2), *combinations(range(501, 1000), 2)]
    graph = without_edges(1000, pairs)
    found = walked(graph)
    assert isinstance(found, Barrier)
    assert_proof(found, graph)


def test_six_players_after_k33_are_two_triangles() -> None:
    graph = without_edges(6, [(a, b) for a in (0, 2, 4) for b in (1, 3, 5)])
    found = walked(graph)
    assert isinstance(found, Barrier)
    assert (found.hub, found.groups) == ((), ((0, 2, 4), (1, 3, 5)))


def test_two_clans_of_exactly_half_the_field() -> None:
    graph = Graph([set() for _ in range(2000)], ["white"] * 1000 + ["black"] * 1000)
    found = walked(graph)
    assert not isinstance(found, Barrier)
    assert [choice[:2] for choice in found] == [(a, 1000 + a) for a in range(1000)]
