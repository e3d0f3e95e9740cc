"""melee: who rests and who is partner of whom (M3.4, M4.2–M4.5), by random perfect matchings, of players into teams
and of teams onto tables (M5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, islice
from typing import Literal

from ronda.core import Book, Draw, Frozen
from ronda.core.weighted_matching import cheapest
from ronda.pairing.least_harm import Packing
from ronda.pairing.matching import Barrier, Unplaced
from ronda.systems.melee.pair.plan import (
    PlannedRound,
    horizon,
    make_plan,
    plan_needed,
    secured,
    secured_rounds,
    stage_of,
    task_of,
)
from ronda.systems.melee.pair.relations import Field, Queue

Pairs = list[tuple[int, int]]

_WHOLE_DRAWS = 250  # complete matchings drawn before the walk
_SWAPS_PER_PAIR = 8  # exchanges that stir the matching of a walk


def random_pairs(who: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs | None:
    """A random perfect matching that pairs nobody with somebody barred, or None where there is none.

    Complete matchings are drawn until one is legal: each legal one is then equally likely. Where that takes
    too long, a walk finds one and random exchanges stir it."""
    for _ in range(_WHOLE_DRAWS):
        found = _one_draw(who, barred, draw)
        if found is not None:
            return found
    walked = _walk(who, lambda a, b: b not in barred[a], draw)
    return None if walked is None else _stirred(walked, barred, draw)


def _one_draw(who: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs | None:
    left = list(who)
    below = draw.below
    found = []
    while left:
        a = left.pop()
        at = below(len(left))
        b = left[at]
        if b in barred[a]:
            return None
        left[at] = left[-1]
        left.pop()
        found.append((a, b))
    return found


def random_halves(who: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs | None:
    """Everybody of the first half with a random player of the second half (M4.2)."""
    half = len(who) // 2
    top, bottom = who[:half], who[half:]
    for _ in range(_WHOLE_DRAWS):
        found = list(zip(top, draw.shuffled(bottom), strict=True))
        if not any(b in barred[a] for a, b in found):
            return found
    above = frozenset(top)
    return _walk(who, lambda a, b: (a in above) is not (b in above) and b not in barred[a], draw)


def _walk(who: Sequence[int], legal: Callable[[int, int], bool], draw: Draw) -> Pairs | None:
    """One after the other gets a random partner who leaves the others a perfect matching."""
    order = draw.shuffled(who)
    rest = Unplaced(order, legal)
    if not rest.perfect:
        return None
    found = []
    while order:
        a = order.pop()
        for tried in range(len(order)):  # a shuffle that goes only as far as it is needed
            at = tried + draw.below(len(order) - tried)
            order[tried], order[at] = order[at], order[tried]
            b = order[tried]
            if legal(a, b) and rest.release(a, b):
                break
        order[tried] = order[-1]
        order.pop()
        found.append((a, b))
    return found


def _stirred(pairs: Pairs, barred: Sequence[AbstractSet[int]], draw: Draw) -> Pairs:
    if len(pairs) < 2:
        return pairs
    for _ in range(_SWAPS_PER_PAIR * len(pairs)):
        one, other = draw.below(len(pairs)), draw.below(len(pairs))
        (a, b), (c, d) = pairs[one], pairs[other]
        if draw.below(2):
            c, d = d, c
        if one != other and c not in barred[a] and d not in barred[b]:
            pairs[one], pairs[other] = (a, c), (b, d)
    return pairs


_DRAWS = 24  # partnerings drawn until one leaves the later rounds possible
_CHOICES = 40  # sets of resting players looked at before the plan decides
_LOT = 1 << 16


class Partnering(Frozen):
    """`planned`: how many later rounds were made sure of, None where nothing can go wrong. `proof`: why
    partners are repeated or a hard wish is broken. `compared`: whether all whole rounds, or only some, were
    looked at to break fewer hard wishes, and `moved`: why the first choice does not rest; both only then."""

    stage: PlannedRound
    planned: int | None = None
    proof: Barrier | None = None
    compared: Literal["all", "some"] | None = None
    moved: Literal["hard_wish", "no_plan"] | None = None


class Outlook(Frozen):
    """How many later rounds can be planned, None where nothing can go wrong, and this round in such a plan."""

    planned: int | None = None
    first: PlannedRound | None = None


def outlook_of(book: Book, field: Field, queue: Queue) -> Outlook:
    return Outlook(*horizon(book, field, queue.first_choice)) if plan_needed(field) else Outlook()


def partnering(field: Field, queue: Queue, outlook: Outlook, draw: Draw) -> Partnering:
    """Everybody's partner."""
    planned, first = outlook.planned, outlook.first
    found: PlannedRound | None
    if planned is not None and first is not None:
        if field.round > 1:
            found = _with_plan(field, queue, planned, draw) or first
            return Partnering(found, planned)
        found = _secured_with(field, queue.first_choice, planned, draw)
        if found is not None:
            return Partnering(found, planned)
    found = _drawn(field, queue.first_choice, draw) or _drawn_with_others(field, queue, draw)
    proof: Barrier | None = None
    if found is None:
        found, proof = fewest_repeats(field, queue, draw)
    if planned and any(field.hard):  # else any round 1 can begin a plan of the event, with the players renamed
        planned = secured_rounds(field, found, planned)
    return Partnering(found, planned, proof)


# --- one round at a time -----------------------------------------------------------------------------------


def _drawn_with_others(field: Field, queue: Queue, draw: Draw) -> PlannedRound | None:
    """The same with other players resting, if the first choice leaves no legal partnering (M3.4). Soft wishes
    do not move a free game."""
    resting = _first_possible(field, queue)
    if resting is None or resting == queue.first_choice:
        return None
    return _drawn(field, resting, draw)


def _first_possible(field: Field, queue: Queue) -> tuple[int, ...] | None:
    """The first choice of resting players that leaves a legal partnering: one by one, always the first in the
    tier with whom the others can still be completed."""
    if unpartnered(field, queue.first_choice).perfect:
        return queue.first_choice
    chosen = queue.chosen_by(lambda resting, tier, seats: unpartnered(field, resting, tier, seats).perfect)
    return queue.with_chosen(chosen) if len(chosen) == queue.places else None


def unpartnered(field: Field, resting: Sequence[int], tier: Sequence[int] = (), open_seats: int = 0) -> Unplaced:
    """As many legal partners as can be when `resting` rest and so many more of the tier: the seats of rest are vertices
    too."""
    size, barred = len(field.order), field.barred()
    gone, rests = set(resting), set(tier)

    def legal(a: int, b: int) -> bool:
        return min(a, b) in rests if a >= size or b >= size else b not in barred[a]

    return Unplaced([v for v in range(size + open_seats) if v not in gone], legal)


def _drawn(field: Field, resting: Sequence[int], draw: Draw) -> PlannedRound | None:
    """Random partners with all wishes kept, or None: then the least harm is looked for."""
    return _sampled(field, resting, field.barred(soft=True), draw.about("M4"))


def _sampled(
    field: Field, resting: Sequence[int], barred: Sequence[AbstractSet[int]], draw: Draw
) -> PlannedRound | None:
    """Random partners (M4.2, M4.3), nobody with somebody barred; None where there are none."""
    seated = [v for v in range(len(field.order)) if v not in resting]
    teams = (random_halves if field.round == 1 else random_pairs)(seated, barred, draw)
    return None if teams is None else stage_of(resting, teams)


# --- with the later rounds in mind -------------------------------------------------------------------------


def _with_plan(field: Field, queue: Queue, later: int, draw: Draw) -> PlannedRound | None:
    """A random round after which `later` more can be drawn (M4.4), with the first resting players who allow
    it; None if none of those looked at does."""
    for resting in islice(queue.choices(), _CHOICES):
        found = _secured_with(field, resting, later, draw)
        if found is not None:
            return found
    return None


def _secured_with(field: Field, resting: tuple[int, ...], later: int, draw: Draw) -> PlannedRound | None:
    """Random partners that leave the later rounds possible while these rest."""
    planned = make_plan(task_of(field, later + 1, resting), draw.about("M4.4", *resting))
    if planned is None:
        return None
    for barred in (field.barred(soft=True), field.barred()) if any(field.soft) else (field.barred(),):
        found = _secured_draw(field, resting, later, barred, draw)
        if found is not None:
            return found
    if field.round > 1 and secured(field, planned[0], later):
        return planned[0]
    return None


def _secured_draw(
    field: Field, resting: tuple[int, ...], later: int, barred: Sequence[AbstractSet[int]], draw: Draw
) -> PlannedRound | None:
    dead_ends: set[PlannedRound] = set()
    for attempt in range(_DRAWS):
        stage = _sampled(field, resting, barred, draw.about("M4", attempt))
        if stage is None:
            return None
        if stage not in dead_ends and secured(field, stage, later):
            return stage
        dead_ends.add(stage)
    return None


# --- where no legal partners exist (M4.5, S3) --------------------------------------------------------------


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
    legal = unpartnered(field, queue.due, queue.candidates, queue.places)
    return stage_of(resting, teams), None if legal.perfect else legal.barrier()


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

    least = harm(queue.due, queue.candidates, queue.places)
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
