"""melee: the partnering of least harm when no legal one exists (M4.5, S3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from ronda.core.chance import Draw
from ronda.pairing.cost import Packing
from ronda.pairing.matching import Barrier, Unplaced, cheapest
from ronda.systems.melee.pair.free_games import Queue
from ronda.systems.melee.pair.look_ahead import stage_of
from ronda.systems.melee.pair.plan import PlannedRound
from ronda.systems.melee.pair.random_pairs import Pairs
from ronda.systems.melee.pair.relations import Field

_LOT = 1 << 16


def fewest_repeats(field: Field, queue: Queue, draw: Draw) -> tuple[PlannedRound, Barrier | None]:
    """The fewest hard wishes broken, then the fewest repeated partners (M4.5), over everybody who may rest;
    then the first choice of resting players, then the halves of round 1, beyond M4.1 those who were partners least
    often and longest ago, soft wishes, a lot. With a proof where partners must be repeated or a hard wish broken."""
    resting = _resting(field, queue)
    above = len(field.order) + 1  # more than any sum of most parts
    packed = Packing.of((above, above, above, field.most_worn, above, _LOT * above)).pack
    seated = [v for v in range(len(field.order)) if v not in resting]
    top = set(seated[: len(seated) // 2])
    lots = draw.about("M4.5")

    def cost(a: int, b: int) -> int:
        same_half = field.round == 1 and (a in top) is (b in top)
        grave = b in field.hard[a], b in field.partners[a]
        return packed(*grave, same_half, field.worn(a, b), b in field.soft[a], lots.below(_LOT))

    teams = _cheapest(len(field.order), resting, (), 0, cost)
    assert teams is not None, "with repeated partners everybody can be paired"
    return stage_of(resting, teams), _proof(field, queue)


def _gravity(field: Field) -> Callable[[int, int], int]:
    """Of a team: a hard wish broken counts above everything, a repeated partner one."""
    hard, repeated = Packing.of((1, len(field.order) + 1)).units

    def grave(a: int, b: int) -> int:
        return (b in field.hard[a]) * hard + (b in field.partners[a]) * repeated

    return grave


def _resting(field: Field, queue: Queue) -> tuple[int, ...]:
    """The first choice of resting players with whom the least harm is done (M3.4)."""

    grave = _gravity(field)

    def harm(resting: Sequence[int], tier: Sequence[int], open_seats: int) -> int | None:
        teams = _cheapest(len(field.order), resting, tier, open_seats, grave)
        return None if teams is None else sum(grave(a, b) for a, b in teams)

    least = harm(queue.due, queue.tier, queue.wanted)
    if harm(queue.first_choice, (), 0) == least:
        return queue.first_choice
    return queue.with_chosen(queue.chosen_by(lambda resting, tier, seats: harm(resting, tier, seats) == least))


def _cheapest(
    size: int,
    resting: Sequence[int],
    tier: Sequence[int],
    open_seats: int,
    cost: Callable[[int, int], int],
) -> Pairs | None:
    """The teams of least cost when `resting` rest and so many more of the tier, whoever is best."""
    players = [v for v in range(size) if v not in resting]
    index = {v: at for at, v in enumerate(players)}
    edges = [(index[a], index[b], cost(a, b)) for a, b in combinations(players, 2)]
    total = len(players) + open_seats
    edges += [(index[v], seat, 0) for v in tier for seat in range(len(players), total)]
    mates = cheapest(total, edges)
    if mates is None:
        return None
    return [(players[a], players[b]) for a, b in enumerate(mates) if a < b < len(players)]


def _proof(field: Field, queue: Queue) -> Barrier | None:
    """Why there is no legal partnering, whoever of the tier rests: the seats of rest are vertices too."""
    size = len(field.order)
    barred, tier = field.barred(), set(queue.tier)
    vertices = [v for v in range(size + queue.wanted) if v not in queue.due]

    def legal(a: int, b: int) -> bool:
        if a >= size or b >= size:
            return min(a, b) in tier
        return b not in barred[a]

    rest = Unplaced(vertices, legal)
    return None if rest.perfect else rest.barrier()
