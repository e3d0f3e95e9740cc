"""chess: whether the rounds to come exist at all, and a better round out of a plan of them (C5.4).

First it is asked whether everybody can get as many different opponents as there are rounds to play, whatever the order
(a factor of the graph of open pairs; Tutte 1954): this is one matching, and where it fails nearly everything that is
impossible is known to be so. Then, in small fields, a search that fills the seat with the fewest possible opponents
first. Players are bits there.

Any round of a plan can be played now. Two rounds of it fall into rings of tables that belong to them by turns; in each
ring the two can be exchanged, and the plan stays a plan. Where the search for the first choice ended its steps, the
round to be played takes from the others, ring by ring, what the rulebook likes better, until nothing changes or nothing
more may be spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache

from ronda.core import Draw
from ronda.core.weighted_matching import NOBODY
from ronda.pairing.matching import perfect
from ronda.systems.chess.pair.plan import Effort, Exhausted, Pair, Stage, Task, pair_of, too_few_left

MOST_EXACT = 16  # players, the bye counted as one
BUDGET = 20_000  # tables tried
MOST_SEATS = 300
MOST_COUNTED = 10_000  # open pairs times rounds
_STEP = 4  # units that a step costs, without the seats looked at


def exact_plan(task: Task, effort: Effort) -> list[Stage] | None:
    """A plan for the task, or None where there is none at all. Raises `Exhausted`, at once where there are too many
    seats to be filled. Ask `enough_opponents` first."""
    if too_few_left(task):
        return None
    if sum(map(len, task.rounds)) > MOST_SEATS:
        raise Exhausted
    return _Search(task, effort).run()


def countable(task: Task) -> bool:
    """Whether `enough_opponents` is answered quickly."""
    rounds = len(task.rounds)
    return rounds * sum(map(len, task.open)) <= MOST_COUNTED


def enough_opponents(task: Task, effort: Effort) -> bool:
    """Whether open pairs can be chosen so that everybody is in as many of them as there are rounds to play.

    Each player is there once for every round; each open pair is two vertices that either take each other, and then the
    pair is not chosen, or a vertex of each of the two players."""
    seats: list[range] = []
    near: list[list[int]] = []
    for v in range(len(task.open)):
        needed = sum(v in players for players in task.rounds)
        seats.append(range(len(near), len(near) + needed))
        near += ([] for _ in range(needed))
    halves: dict[Pair, Pair] = {}  # the two vertices of each open pair
    for a, others in enumerate(task.open):
        for b in others:
            if a > b or not seats[a] or not seats[b]:
                continue
            if task.often and b == task.bye:
                _join(near, seats[a], seats[b])
                continue
            halves[a, b] = one, other = len(near), len(near) + 1
            near += ([other], [one])
            _join(near, [one], seats[a])
            _join(near, [other], seats[b])
    mates = _chosen_greedily(len(near), seats, halves)
    effort.spend(sum(map(len, near)) * (1 + mates.count(NOBODY) // 2) // 4)
    return perfect(near, mates)


def _join(near: Sequence[list[int]], some: Sequence[int], others: Sequence[int]) -> None:
    for v in some:
        near[v] += others
    for v in others:
        near[v] += some


def _chosen_greedily(size: int, seats: Sequence[range], halves: Mapping[Pair, Pair]) -> list[int]:
    """Mates to begin with: who has the fewest opponents to spare chooses first, among those who need most."""
    mates = [NOBODY] * size
    open_: list[dict[int, Pair]] = [{} for _ in seats]
    for (a, b), (one, other) in halves.items():
        mates[one], mates[other] = other, one
        open_[a][b], open_[b][a] = (one, other), (other, one)
    free = [list(own) for own in seats]
    for v in sorted(range(len(seats)), key=lambda v: len(open_[v]) - len(seats[v])):
        for w in sorted(open_[v], key=lambda w: -len(free[w]))[: len(free[v])]:
            if free[w]:
                one, other = open_[v].pop(w)
                del open_[w][v]
                for half, seat in ((one, free[v].pop()), (other, free[w].pop())):
                    mates[half], mates[seat] = seat, half
    return mates


class _Search:
    """`near[v]`: whom v can still get; `seats[t]`: who is without an opponent in round t."""

    def __init__(self, task: Task, effort: Effort) -> None:
        self.budget, self.effort = BUDGET, effort
        self.endless = 1 << task.bye if task.often else 0
        self.near = [sum(1 << w for w in others) for others in task.open]
        self.rounds = [sum(1 << v for v in players) for players in task.rounds]
        self.seats = list(self.rounds)
        self.made: list[list[Pair]] = [[] for _ in task.rounds]

    def run(self) -> list[Stage] | None:
        return [frozenset(pairs) for pairs in self.made] if self._fill() else None

    def _fill(self) -> bool:
        self.budget -= 1
        if self.budget < 0:
            raise Exhausted
        t, a = self._tightest()
        if t < 0:
            return True
        others = self.near[a] & self.seats[t]
        while others:
            bit = others & -others
            others ^= bit
            b = bit.bit_length() - 1
            self._seat(t, a, b)
            self.made[t].append(pair_of(a, b))
            if self._fill():
                return True
            self.made[t].pop()
            self._rise(t, a, b)
        return False

    def _tightest(self) -> tuple[int, int]:
        """The round and the player with the fewest opponents to choose from; rounds of the same players in which nobody
        is seated yet are alike, so only one of them is looked at. (-1, -1): everybody is seated."""
        best, found = len(self.near) + 1, (-1, -1)
        alike: set[int] = set()
        looked = 0
        for t, seats in enumerate(self.seats):
            if seats == self.rounds[t]:
                if seats in alike:
                    continue
                alike.add(seats)
            looked += seats.bit_count()
            rest = seats
            while rest:
                bit = rest & -rest
                rest ^= bit
                v = bit.bit_length() - 1
                choices = (self.near[v] & seats).bit_count()
                if choices < best:
                    best, found = choices, (t, v)
                    if choices < 2:
                        break
            if best < 2:
                break
        self.effort.spend(_STEP + looked // 4)
        return found

    def _seat(self, t: int, a: int, b: int) -> None:
        self.seats[t] ^= 1 << a | 1 << b
        if not self.endless & (1 << a | 1 << b):
            self.near[a] ^= 1 << b
            self.near[b] ^= 1 << a

    _rise = _seat  # taking a pair twice leaves everything as it was


Cost = Callable[[Pair], int | None]  # None: not allowed in the round to be played
Mates = dict[int, int]  # of one round, from the lowest place up

_STARTS = 4
_SWEEPS = 12


def improved(plan: Sequence[Stage], cost: Cost, draw: Draw, effort: Effort) -> list[Stage] | None:
    """The plan with the best round that was found as its first; None where no round of it is allowed now."""
    cost = cache(cost)
    totals = [(total, t) for t in range(len(plan)) if (total := _total(plan[t], cost)) is not None]
    best: tuple[int, list[Stage]] | None = None
    for _, t in sorted(totals)[:_STARTS]:
        turned = [dict(sorted((*stage, *((b, a) for a, b in stage)))) for stage in (plan[t], *plan[:t], *plan[t + 1 :])]
        with suppress(Exhausted):  # every exchange leaves a plan
            _sweep(turned, cost, draw.about(t), effort)
        found = [frozenset((a, b) for a, b in mates.items() if a < b) for mates in turned]
        total = _total(found[0], cost)
        assert total is not None, "the exchanges keep to what is allowed"
        if best is None or total < best[0]:
            best = (total, found)
    return best[1] if best else None


def _total(stage: Stage, cost: Cost) -> int | None:
    total = 0
    for pair in stage:
        own = cost(pair)
        if own is None:
            return None
        total += own
    return total


def _sweep(plan: list[Mates], cost: Cost, draw: Draw, effort: Effort) -> None:
    """Exchanges until nothing gets better; between two sweeps the other rounds are mixed."""
    for _ in range(_SWEEPS):
        better = False
        for other in plan[1:]:
            effort.spend(len(other))  # of its tables, one half is for the mixing
            for ring in list(_rings(plan[0], other)):
                if _saves(ring, cost):
                    _exchange(ring, plan[0], other)
                    better = True
        if not better and len(plan) < 3:
            break
        for t in range(2, len(plan)):
            s = 1 + draw.below(t - 1)
            rings = list(_rings(plan[s], plan[t]))
            if rings:
                _exchange(rings[draw.below(len(rings))], plan[s], plan[t])


def _saves(ring: Sequence[int], cost: Cost) -> bool:
    """Whether the tables of the second round, from the second place on, cost less than those of the first."""
    change = 0
    for at, a in enumerate(ring):
        b = ring[at + 1] if at + 1 < len(ring) else ring[0]
        own = cost((a, b) if a < b else (b, a))
        if own is None:
            return False
        change += own if at % 2 else -own
    return change < 0


def _exchange(ring: Sequence[int], one: Mates, other: Mates) -> None:
    for place in ring:
        one[place], other[place] = other[place], one[place]


def _rings(one: Mates, other: Mates) -> Iterator[list[int]]:
    """The rings of two rounds, by the lowest place: each place sits with the next one, in the first round and in the
    other by turns. Where their players differ, a chain that is not closed is left out; so is a table of both."""
    seen: set[int] = set()
    for start in one:
        if start in seen:
            continue
        ring: list[int] = []
        at = start
        while at in one and at not in seen and one[at] in other:
            across = one[at]
            ring += (at, across)
            seen.add(at)
            seen.add(across)
            at = other[across]
        if at == start and len(ring) > 2:
            yield ring
