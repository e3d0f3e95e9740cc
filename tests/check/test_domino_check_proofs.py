"""domino: the proofs of the check against trying every round, and large fields in a moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Literal

import pytest

from ronda.core.model import Avoid, Bye, Player, Round, Scored, Setup, Table, Tournament
from ronda.systems import book_of
from ronda.systems.domino.check import check
from ronda.systems.domino.check.exchanges import Weight, better_exchange, weight
from ronda.systems.domino.check.ladder import Ladder, LadderVerdict, Rung, stages_below, stricter
from ronda.systems.domino.check.pyramids import (
    NO_SWAP,
    Pyramid,
    Swap,
    crossing,
    displacement,
    halved,
    pyramids,
    swaps,
)
from ronda.systems.domino.check.relations import FORCED, Sides, Ties
from ronda.systems.domino.check.search import Budget, Question, asked, cumulated
from ronda.systems.domino.check.walk import walk
from ronda.systems.domino.field import Pair, Relation, upper_size
from tests.counting import counted
from tests.sampling import by_chance

ROUND = 5
ENOUGH = 10_000_000


def every_round(players: Sequence[int]) -> Iterator[list[Sides]]:
    """All ways to seat the players at tables of two against two."""
    if not players:
        yield []
        return
    one, *others = players
    for two, three, four in combinations(others, 3):
        rest = [p for p in others if p not in (two, three, four)]
        for after in every_round(rest):
            yield [((one, two), (three, four)), *after]
            yield [((one, three), (two, four)), *after]
            yield [((one, four), (two, three)), *after]


def relation(
    kind: Literal["partners", "rivals"],
    window: int,
    players: Sequence[int],
    last: Mapping[Pair, int] | None = None,
    hard: Sequence[Pair] = (),
) -> Relation:
    """Of these players, from what is said of pairs of them."""
    rounds: dict[int, dict[int, int]] = {player: {} for player in players}
    wishes: dict[int, set[int]] = {player: set() for player in players}
    for (a, b), round_ in (last or {}).items():
        rounds[a][b] = rounds[b][a] = round_
    for a, b in hard:
        wishes[a].add(b)
        wishes[b].add(a)
    return Relation(kind, ROUND, window, rounds, wishes, {player: set() for player in players})


def random_ties(random: Random, players: Sequence[int], windows: tuple[int, int], history: float) -> Ties:
    def made(kind: Literal["partners", "rivals"], window: int) -> Relation:
        pairs = list(combinations(sorted(players), 2))
        last = {pair: random.randint(1, ROUND - 1) for pair in pairs if random.random() < history}
        return relation(kind, window, players, last, [pair for pair in pairs if random.random() < 0.03])

    partner, rival = windows
    return Ties(made("partners", partner), made("rivals", rival))


def harms(ties: Ties, tables: Sequence[Sides]) -> list[int]:
    return [kind for sides in tables for kind in ties.harms(sides)]


def exchanged(pyramid: Pyramid, tables: Sequence[Sides]) -> int:
    """Exchanges of D6.6, counted the long way: over all choices of the A pair at each table."""
    least = [0]
    for sides in tables:
        strangers = [sum(p not in pyramid.better for p in side) for side in sides]
        at_home = [2 - count for count in strangers]
        ways = [strangers[0] + at_home[1], strangers[1] + at_home[0]]
        least = [before + way for before in least for way in ways]
    return min(least) // 2


# --- one pyramid -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "seeds"), [(4, 40), (8, 120), (12, 2)])
def test_a_search_is_the_same_as_trying_everything(size: int, seeds: int) -> None:
    answers = set()
    for seed in range(seeds):
        random = Random(seed)
        players = random.sample(range(1, 50), size)
        ties = random_ties(random, players, (2, 3), random.choice([0.2, 0.5, 0.8]))
        pyramid, gravest = halved(players), random.randint(1, ties.kinds)
        exchanges = random.randint(0, 2)
        possible = any(
            min(harms(ties, tables), default=ties.kinds) >= gravest and exchanged(pyramid, tables) <= exchanges
            for tables in every_round(players)
        )
        question = Question(pyramid, gravest, misplaced=2 * exchanges)
        tables, proved = asked(question, ties, Budget(ENOUGH))
        assert proved
        assert (tables is not None) == possible
        answers.add(possible)
        if tables is not None:
            assert sorted(p for sides in tables for side in sides for p in side) == sorted(players)
            assert min(harms(ties, tables), default=ties.kinds) >= gravest
            assert exchanged(pyramid, tables) <= exchanges
    assert answers == {True, False} or size == 12


@by_chance
def test_fewer_or_milder_relaxations_are_found_where_there_are_any(chance: Random) -> None:
    players = chance.sample(range(1, 50), 8)
    ties = random_ties(chance, players, (3, 4), 0.7)
    pyramid = halved(players)
    rounds = list(every_round(players))
    made = cumulated(harms(ties, chance.choice(rounds)), ties.kinds)
    kinds = [at for at, count in enumerate(made) for _ in range(count - (made[at - 1] if at else 0))]
    if not kinds:
        return
    less = False
    for tables in rounds:
        other = cumulated(harms(ties, tables), ties.kinds)
        dominated = other != made and all(a <= b for a, b in zip(other, made, strict=True))
        less = less or (dominated and exchanged(pyramid, tables) <= 2)
    found = any(
        asked(Question(pyramid, 0, caps, 4), ties, Budget(ENOUGH)).tables for caps in stricter(kinds, ties.kinds)
    )
    assert found == less


# --- whole rounds ------------------------------------------------------------------------------------------


def stage_of(ties: Ties, order: Sequence[int], tables: Sequence[Sides]) -> Rung:
    seen = crossing(order, tables, frozenset())
    return Rung(min(harms(ties, tables), default=1 << 30), len(seen.swap.fallen))


@by_chance
def test_s3_a_lower_step_is_found_exactly_where_there_is_one(chance: Random) -> None:
    order = chance.sample(range(1, 50), 8)
    ties = random_ties(chance, order, chance.choice([(1, 2), (2, 3)]), chance.choice([0.4, 0.6, 0.8]))
    rounds = list(every_round(order))
    made = chance.choice(rounds)
    stage = stage_of(ties, order, made)
    verdict = Ladder(ties, order, crossing(order, made, frozenset()), compares=False).verdict(stage)
    possible = {stage_of(ties, order, tables) for tables in rounds}
    below = stages_below(ties.kinds, stage, 2, compares=False)
    assert verdict.undecided == []
    assert verdict.stage == next((step for step in below if any(stands_on(step, other) for other in possible)), None)
    if verdict.stage is not None:
        assert stands_on(verdict.stage, stage_of(ties, order, verdict.tables))


def stands_on(step: Rung, made: Rung) -> bool:
    """Whether a round has no graver pairs and no more exchanges than the step allows."""
    return made.gravest >= step.gravest and made.exchanges <= step.exchanges


def weighed(ties: Ties, order: Sequence[int], swap: Swap) -> tuple[int, ...]:
    """D7.2 the long way: each pyramid of four in its three ways, as mild as it can be."""
    total = Weight(-ties.kinds, 0, 0, 0)
    for pyramid in pyramids(order, swap):
        own = min(weight(ties, tables) for tables in every_round(pyramid.players))
        total = Weight(max(total[0], own[0]), *(a + b for a, b in zip(total[1:], own[1:], strict=True)))
    return (*total, len(swap.fallen), displacement(order, swap))


@by_chance
def test_d7_2_a_better_exchange_is_found_exactly_where_there_is_one(chance: Random) -> None:
    order = chance.sample(range(1, 50), 8)
    ties = random_ties(chance, order, chance.choice([(1, 2), (2, 3)]), chance.choice([0.4, 0.6, 0.8]))
    every = [swap for number in (1, 2) for swap in swaps(order, number)]
    swap = chance.choice(every)
    made = [min(every_round(p.players), key=lambda tables: weight(ties, tables))[0] for p in pyramids(order, swap)]
    own = (*weight(ties, made), len(swap.fallen), displacement(order, swap))
    allowed = [NO_SWAP, *every] if min(harms(ties, made), default=9) <= FORCED else every
    best = min(weighed(ties, order, other) for other in allowed)
    found = better_exchange(ties, order, swap, made, lambda other: pyramids(order, other)).better
    assert (found is not None) == (best < own)
    if found is not None:
        assert (*found.weight, len(found.swap.fallen), displacement(order, found.swap)) < own
        assert weight(ties, found.tables) == found.weight


def test_d6_2_pyramids() -> None:
    assert [len(p.players) for p in pyramids(range(1, 29))] == [12, 16]
    assert [len(p.players) for p in pyramids(range(1, 5))] == [4]
    upper, lower = pyramids(range(1, 13))
    assert upper_size(12) == len(upper.players) == 4
    assert lower.better == {5, 6, 7, 8}


@pytest.mark.parametrize(("size", "severity"), [(8, "violation"), (24, "violation"), (32, "note"), (200, "note")])
def test_d6_4_a_nearer_partner_in_a_pyramid_of_any_size(size: int, severity: str) -> None:
    pyramid = halved(range(1, size + 1))
    nothing = Ties(relation("partners", 3, pyramid.players), relation("rivals", 4, pyramid.players))
    ideal = pyramid.ideal()
    assert walk(nothing, pyramid, ideal) == []
    (one, three), (two, four) = ideal[-2][0], ideal[-1][0]
    changed = [*ideal[:-2], ((one, four), ideal[-2][1]), ((two, three), ideal[-1][1])]
    (finding,) = walk(nothing, pyramid, changed)
    assert (finding.code, finding.severity) == ("nearer_partner_free", severity)
    assert finding.facts == {"player": one, "partner": four, "free": three}
    exchanged = [*ideal[:-2], (ideal[-2][0], ideal[-1][1]), (ideal[-1][0], ideal[-2][1])]
    (finding,) = walk(nothing, pyramid, exchanged)
    assert (finding.code, finding.severity) == ("nearer_pair_free", "violation")
    barred = relation("partners", 3, pyramid.players, {(one, three): ROUND - 1})  # the only reason for another partner
    excused = replace(nothing, partners=barred)
    assert walk(excused, pyramid, changed) == []


# --- large fields ------------------------------------------------------------------------------------------


def large(count: int, rounds: int, avoid: Sequence[Avoid] = ()) -> Tournament:
    """An event that somebody paired without looking at the rules."""
    random = Random(count)
    players = tuple(Player(at, f"P{at}") for at in range(1, count + 1))
    event = Tournament(Setup("domino", options={"rounds": rounds}, avoid=tuple(avoid)), players)
    for number in range(1, rounds + 1):
        seats = random.sample(range(1, count + 1), count)
        made = []
        for at in range(count // 4):
            a, b, c, d = seats[4 * at : 4 * at + 4]
            made.append(Table(at + 1, (a, b), (c, d), Scored(200, random.randrange(200))))
        byes = tuple(map(Bye, seats[count - count % 4 :]))
        event = replace(event, rounds=(*event.rounds, Round(number, tuple(made), byes)))
    return event


@pytest.mark.parametrize("count", [60, 500, 2001])
def test_the_worst_rounds_are_seen_through_in_a_moment(count: int) -> None:
    event = large(count, 5)
    book = book_of(replace(event, rounds=event.rounds[:4]))
    found, calls = counted(lambda: check(book, event.rounds[4]))
    assert calls < 1000 * count
    assert "pyramids_mixed" in {finding.code for finding in found}


def test_s3_one_avoidable_repetition_in_a_large_pyramid() -> None:
    order = list(range(1, 201))
    tables = [sides for pyramid in pyramids(order) for sides in pyramid.ideal()]
    (one, other), ((a, b), _) = tables[7], tables[30]
    met = {(one[0], other[0]): ROUND - 1, (a, b): ROUND - 2}
    ties = Ties(relation("partners", 3, order, met), relation("rivals", 4, order, met))
    stage = stage_of(ties, order, tables)
    verdict: LadderVerdict = Ladder(ties, order, crossing(order, tables, frozenset())).verdict(stage)
    assert verdict.stage == Rung(7, 0)
    assert harms(ties, verdict.tables) == []
    assert sorted(p for sides in verdict.tables for side in sides for p in side) == order
