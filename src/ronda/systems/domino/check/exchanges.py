"""domino, for the check: whether another exchange between pyramids would have been better (D7.2).

Since the second edition all exchanges are compared: the mildest windows count, then the fewest relaxed pairs, then the
fewest players exchanged and the smallest displacement. Each pyramid goes down the ladder on its own (D7.1). Only fields
of which every exchange can be tried are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ronda.core import Finding
from ronda.systems.domino.check.pyramids import (
    MOST_EXCHANGES,
    NO_SWAP,
    Crossing,
    Pyramid,
    Swap,
    all_swaps,
    displacement,
    swaps,
)
from ronda.systems.domino.check.relations import FORCED, FREE, HARD, Sides, Ties
from ronda.systems.domino.check.search import Budget, OutOfBudget, Question, cumulated, searched

_BUDGET = 600_000  # tables tried for all exchanges together
_LARGEST = 16  # players: with more there are too many exchanges to try all of them


class Weight(NamedTuple):
    """What a round costs, in the order of D7.2: `mildness` is the gravest kind, told so that less is better."""

    mildness: int
    hard: int
    forced: int
    relaxed: int


class Better(NamedTuple):
    """An exchange that would have been better, with its weight and its tables."""

    swap: Swap
    weight: Weight
    tables: list[Sides]


def weight(ties: Ties, tables: Sequence[Sides]) -> Weight:
    harms = ties.harms_of(tables)
    gravest = min(harms, default=FREE)
    hard, forced = harms.count(HARD), harms.count(FORCED)
    return Weight(-min(gravest, ties.kinds), hard, forced, len(harms) - hard - forced)


class Comparison(NamedTuple):
    """The first exchange that is better than the one made, and whether all were compared."""

    better: Better | None
    every: bool = True


def better_exchange(
    ties: Ties, order: Sequence[int], made: Swap, tables: Sequence[Sides], layout: Callable[[Swap], list[Pyramid]]
) -> Comparison:
    """What counting shows to be no better is not searched."""
    if len(order) > _LARGEST or not all_swaps(order, 1):
        return Comparison(None, every=False)
    own = weight(ties, tables)
    known = own, *_reach(order, made)
    purse = Budget(_BUDGET)
    try:
        for swap in _every(order, own):
            pyramids = layout(swap)
            if (_at_best(ties, pyramids), *_reach(order, swap)) >= known:
                continue
            found = _least(ties, pyramids, own, purse)
            if found is not None and (weight(ties, found), *_reach(order, swap)) < known:
                return Comparison(Better(swap, weight(ties, found), found))
    except OutOfBudget:
        return Comparison(None, every=False)
    return Comparison(None)


def _at_best(ties: Ties, pyramids: Sequence[Pyramid]) -> Weight:
    """What counting chairs leaves possible."""
    broken = sum(ties.least_broken(pyramid.players) for pyramid in pyramids)
    return Weight(-(HARD if broken else ties.kinds), broken, 0, 0)


def another_exchange(ties: Ties, seen: Crossing, better: Better) -> Finding:
    """What is wrong with the exchange of the round: another leaves less harm; or as much, and exchanges fewer players
    or nearer ones."""
    swap, possible, tables = better
    made = weight(ties, [*seen.upper, *seen.lower])
    players = (*seen.swap.fallen, *seen.swap.risen)
    expected = [*swap.fallen, *swap.risen]
    if possible == made:
        return Finding("exchange_not_nearest", "D7.2", "violation", ties.round, players, {"expected": expected})
    first, second = tables[0]
    facts: dict[str, object] = {"made": sum(made[1:]), "possible": sum(possible[1:])}
    facts["example"] = [list(first), list(second)]
    if not expected:
        return Finding("too_many_relaxed", "D7.2", "violation", ties.round, players, facts)
    facts["exchange"] = expected
    return Finding("exchange_not_mildest", "D7.2", "violation", ties.round, players or tuple(expected), facts)


def _every(order: Sequence[int], own: Weight) -> Iterator[Swap]:
    """The exchanges of D7.2; where something is forced also none at all (D7.3)."""
    if -own.mildness <= FORCED:
        yield NO_SWAP
    for number in range(1, MOST_EXCHANGES + 1):
        yield from swaps(order, number)


def _reach(order: Sequence[int], swap: Swap) -> tuple[int, int]:
    return len(swap.fallen), displacement(order, swap)


def _least(ties: Ties, pyramids: Sequence[Pyramid], own: Weight, purse: Budget) -> list[Sides] | None:
    """The round with these pyramids, each on the first step of the ladder that it can be seated on, with the fewest
    relaxed pairs there. None: one of them would have to go further down than the round did."""
    tables: list[Sides] = []
    for pyramid in pyramids:
        found = _mildest(ties, pyramid, -own.mildness, purse)
        if found is None:
            return None
        tables += _fewest(ties, pyramid, found, purse)
    return tables


def _mildest(ties: Ties, pyramid: Pyramid, gravest: int, purse: Budget) -> list[Sides] | None:
    if searched(Question(pyramid, gravest), ties, purse) is None:
        return None
    for kind in range(ties.kinds, gravest - 1, -1):
        found = searched(Question(pyramid, kind), ties, purse)
        if found is not None:
            return found
    raise AssertionError("it was seated on the last of these steps")


def _fewest(ties: Ties, pyramid: Pyramid, tables: list[Sides], purse: Budget) -> list[Sides]:
    """As few hard wishes and forced repetitions as can be, then as few relaxed pairs."""
    gravest = -weight(ties, tables).mildness
    for first in sorted({HARD, FORCED, ties.kinds - 1}):
        while (counted := cumulated(ties.harms_of(tables), ties.kinds))[first]:
            caps = tuple(
                count if at < first and at in (HARD, FORCED) else counted[first] - 1 if at <= first else FREE
                for at, count in enumerate(counted)
            )
            found = searched(Question(pyramid, gravest, caps), ties, purse)
            if found is None:
                break
            tables = found
    return tables
