"""chess: all rounds still to come at once (C5.4), as matchings that share no pair.

A plan is mended, not searched from nothing: what is left of an older one is taken, and wherever a player has no
opponent in some round yet, pairs are exchanged along chains of two rounds (Kempe) until nobody is alone. Everything is
bounded by a number of steps and by what may be spent (`Effort`), never by time (S5). Players are places; the bye is one
more place that plays in rounds with an odd number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from ronda.core import Draw, Frozen


class Exhausted(Exception):
    """The search ended its steps before it could decide."""


class Effort:
    """How much may still be looked at for the sake of the rounds to come; without a bound, whatever a search needs that
    has an end of its own.

    A unit is what takes about a microsecond: a table put down or taken apart, a pair whose harm is weighed, four seats
    looked at. Units are counted, never time: the same history gives the same round on every machine (S5). All searches
    of one round share what they may spend, so a round costs no more in a field that is made to be hard."""

    def __init__(self, units: int | None = None) -> None:
        self.left = units

    def spend(self, units: int) -> None:
        if self.left is not None:
            self.left -= units
            if self.left < 0:
                raise Exhausted

    @property
    def spent(self) -> bool:
        return self.left is not None and self.left < 0


Pair = tuple[int, int]  # the lower place first
Stage = frozenset[Pair]  # one planned round

NOBODY = -1
AWAY = -2  # not in the pool of that round
_STEPS_PER_PLACE = 40
_ALWAYS = 10  # as if so many places more were empty
_STEP = 6  # units that a step costs, without the tables of a chain


class Task(Frozen):
    """What is to be planned. `rounds`: who plays in each, with the place of the bye where the number is odd.
    `open[v]`: whom v can still get, the bye among them. `often`: whether the bye may come to a player again."""

    rounds: Sequence[AbstractSet[int]]
    open: Sequence[AbstractSet[int]]
    bye: int
    often: bool = False


def pair_of(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def too_few_left(task: Task) -> bool:
    """Whether somebody plays in more rounds than there are opponents left: then no plan exists."""
    needed = [0] * len(task.open)
    for players in task.rounds:
        for v in players:
            needed[v] += 1
    without_end = {task.bye, *task.open[task.bye]} if task.often else ()
    return any(len(others) < needed[v] for v, others in enumerate(task.open) if v not in without_end)


def fits(task: Task, plan: Sequence[Stage]) -> bool:
    """Whether the plan seats everybody of each round once, without a pair that is not open or used twice."""
    if len(plan) != len(task.rounds):
        return False
    used: set[Pair] = set()
    for players, stage in zip(task.rounds, plan, strict=True):
        seated = [v for pair in stage for v in pair]
        if len(seated) != len(players) or set(seated) != set(players):
            return False
        for a, b in stage:
            if b not in task.open[a] or (a, b) in used:
                return False
            if not (task.often and b == task.bye):
                used.add((a, b))
    return True


def circle(players: Sequence[int], first: Stage, rounds: int) -> list[Stage]:
    """Up to `rounds` rounds in which everybody meets everybody else once, after a round `first` that seats them all:
    the circle method, with the players renamed so that it begins with that round."""
    size = len(players)
    turning = size - 1
    name: dict[int, int] = {}
    pairs = sorted(first)
    for (a, b), (x, y) in zip(pairs, sorted(_turn(0, turning)), strict=True):
        name[x], name[y] = a, b
    return [
        frozenset(pair_of(name[x], name[y]) for x, y in _turn(turn, turning))
        for turn in range(1, min(rounds + 1, turning))
    ]


def _turn(turn: int, turning: int) -> list[Pair]:
    """One turn of the circle: place `turning` sits in the middle."""
    opposite = [pair_of((turn + step) % turning, (turn - step) % turning) for step in range(1, (turning + 1) // 2)]
    return [(turn, turning), *opposite]


def mend(
    task: Task,
    start: Iterable[Iterable[Pair]],
    draw: Draw,
    effort: Effort,
    *,
    attempts: int = 1,
    steps: int = _STEPS_PER_PLACE,
) -> list[Stage] | None:
    """A plan for the task that begins with what can be kept of `start`, or None if none was found in so many steps for
    each empty place. Raises `Exhausted` where nothing more may be spent."""
    if too_few_left(task):
        return None
    kept = [list(stage) for stage in start]
    for attempt in range(attempts):
        effort.spend(sum(map(len, task.rounds)) // 2)
        found = _Mending(task, kept, draw.about(attempt), effort).run(steps)
        if found is not None:
            return found
    return None


class _Mending:
    """`mate[t][v]`: whom v meets in round t; `here[t]`: who plays in it, as bits; `lonely[t]`: who has nobody there,
    `alone[t]`: the same as bits; `lacks[v]`: the rounds in which v has nobody; `unused[v]`: whom v can still get and
    does not meet in any round, as bits."""

    def __init__(self, task: Task, start: Sequence[Sequence[Pair]], draw: Draw, effort: Effort) -> None:
        self.task, self.below, self.spend = task, draw.below, effort.spend
        size, rounds = len(task.open), len(task.rounds)
        self.bit = [1 << v for v in range(size)]
        self.mate = [[NOBODY if v in players else AWAY for v in range(size)] for players in task.rounds]
        self.here = [_bits(players) for players in task.rounds]
        self.alone = list(self.here)
        self.unused = [_bits(others) for others in task.open]
        for t, pairs in enumerate(start[:rounds]):
            for a, b in pairs:
                if b < size and self.alone[t] >> a & self.alone[t] >> b & self.unused[a] >> b & 1:
                    self._meet(t, a, b)
        for t in range(rounds):
            self._greedily(t)
        self.lonely = [list(_places(alone)) for alone in self.alone]
        self.lacks: list[set[int]] = [set() for _ in range(size)]
        for t, lonely in enumerate(self.lonely):
            for v in lonely:
                self.lacks[v].add(t)
        self.unfinished = [t for t in range(rounds) if self.lonely[t]]

    def _greedily(self, t: int) -> None:
        for a in _places(self.alone[t]):
            others = self.unused[a] & self.alone[t]
            if others and self.alone[t] >> a & 1:
                self._meet(t, a, (others & -others).bit_length() - 1)

    def _meet(self, t: int, a: int, b: int) -> None:
        """The two are alone in the round and have not met."""
        mates, bit = self.mate[t], self.bit
        mates[a], mates[b] = b, a
        self.alone[t] ^= bit[a] | bit[b]
        if not (self.task.often and self.task.bye in (a, b)):
            self.unused[a] ^= bit[b]
            self.unused[b] ^= bit[a]

    def _put(self, t: int, a: int, b: int) -> None:
        self._meet(t, a, b)
        for v in (a, b):
            self.lonely[t].remove(v)
            self.lacks[v].discard(t)

    def _part(self, t: int, a: int) -> int:
        """Take the table of `a` apart; the answer is who sat there."""
        mates, bit = self.mate[t], self.bit
        b = mates[a]
        mates[a] = mates[b] = NOBODY
        for v in (a, b):
            if not self.lonely[t] and t not in self.unfinished:
                self.unfinished.append(t)
            self.lonely[t].append(v)
            self.lacks[v].add(t)
        self.alone[t] |= bit[a] | bit[b]
        self.unused[a] |= bit[b]
        self.unused[b] |= bit[a]
        return b

    def run(self, steps: int) -> list[Stage] | None:
        places = sum(map(len, self.lonely))
        for _ in range(steps * (places + _ALWAYS)):
            while self.unfinished and not self.lonely[self.unfinished[-1]]:
                self.unfinished.pop()
            if not self.unfinished:
                return [frozenset((a, b) for a, b in enumerate(self.mate[t]) if a < b) for t in range(len(self.mate))]
            t = self.unfinished[self.below(len(self.unfinished))]
            if not self.lonely[t]:
                self.unfinished.remove(t)
                continue
            self.spend(_STEP)
            self._step(t, self.lonely[t][self.below(len(self.lonely[t]))])
        return None

    def _step(self, t: int, u: int) -> None:
        """One attempt to seat u in round t."""
        others = self.unused[u] & self.here[t]
        alone = others & self.alone[t]
        if alone:
            self._put(t, u, _place(alone, self.below(alone.bit_count())))
        elif others and self.below(4):
            self._bring(t, u, _place(others, self.below(others.bit_count())))
        else:
            self._turn_over(t, u)

    def _bring(self, t: int, u: int, w: int) -> None:
        """Seat u with w, who sits with somebody else: after an exchange of two rounds that frees w, or else the other
        one is left alone."""
        lacking = sorted(self.lacks[w])
        if lacking:
            s = lacking[self.below(len(lacking))]
            chain = self._chain(w, t, s)
            if chain and chain[-1] != u and self.mate[t][u] == NOBODY:
                self._exchange(chain, t, s)
                if self.mate[t][w] == NOBODY:
                    self._put(t, u, w)
                return
        self._part(t, w)
        self._put(t, u, w)

    def _turn_over(self, t: int, u: int) -> None:
        """Another place to look for: u takes the opponent of another round, all along the chain; or the pair of two who
        are both alone here comes from there."""
        others = [v for v in self.lonely[t] if v != u]
        v = others[self.below(len(others))]
        if self.below(2):
            s = next((s for s, mates in enumerate(self.mate) if s != t and mates[u] == v), NOBODY)
            if s != NOBODY:
                self._part(s, u)
                self._put(t, u, v)
                return
        s = self.below(len(self.mate))
        if s != t and self.mate[s][u] >= 0:
            chain = self._chain(u, s, t)
            if chain:
                self._exchange(chain, s, t)

    def _chain(self, start: int, t: int, s: int) -> list[int]:
        """The players from `start`, who is alone in round s, along tables of round t and s by turns, up to the end.
        Empty where somebody on it is not in the pool of both."""
        chain = [start]
        here, there = self.mate[t], self.mate[s]
        while True:
            following = here[chain[-1]]
            if following == AWAY:
                return []
            if following == NOBODY:
                return chain
            chain.append(following)
            here, there = there, here

    def _exchange(self, chain: Sequence[int], t: int, s: int) -> None:
        """The tables along the chain change rounds: the first one is of round t. Only its two ends change where they
        are alone."""
        if len(chain) < 2:
            return
        self.spend(1 + len(chain) // 4)
        here, there = self.mate[t], self.mate[s]
        for v in chain:
            here[v], there[v] = there[v], here[v]
        ends = ((chain[0], t, s), (chain[-1], *((s, t) if len(chain) % 2 else (t, s))))
        for v, left, _ in ends:
            if not self.lonely[left] and left not in self.unfinished:
                self.unfinished.append(left)
            self.lonely[left].append(v)
        for v, left, taken in ends:
            self.lonely[taken].remove(v)
            self.lacks[v] ^= {left, taken}
            self.alone[left] |= self.bit[v]
            self.alone[taken] &= ~self.bit[v]


def _bits(places: Iterable[int]) -> int:
    return sum(1 << v for v in places)


def _places(bits: int) -> Iterator[int]:
    """From the lowest up."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _place(bits: int, n: int) -> int:
    """Number n of them, counted from 0."""
    return next(islice(_places(bits), n, None))


def removed(plan: Iterable[Stage], gone: AbstractSet[Pair]) -> list[list[Pair]]:
    """The rounds of the plan without these pairs."""
    return [sorted(stage - gone) for stage in plan]


def nearest(plan: Sequence[Stage], wanted: Stage) -> int:
    """The round of the plan that has most tables in common with the wanted one."""
    return max(range(len(plan)), key=lambda t: (len(plan[t] & wanted), -t))
