"""melee: all remaining rounds at once (M4.4), over partner history and free-game counts only.

A plan is a round-by-round list of partners and resting players that repeats no partnership and follows the
tier rule of M3.2. It is found by hill climbing in the manner of Dinitz and Stinson (1987) for
one-factorizations: a place that is still empty takes somebody from elsewhere, so that the number of filled
places never falls. Every search is bounded by a number of steps, never by time (S5).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from ronda.core.chance import Draw
from ronda.core.values import Frozen

NOBODY = -1
PINNED = -2
_STEPS_PER_PLACE = 20
_LEAST_STEPS = 300

Used = tuple[int, int]  # two players, or a turn of free games (counted from the number of players) and a player


class Task(Frozen, frozen=True):
    """What is left to be drawn. Vertices are places in list order. `open[v]`: those who may still become the
    partner of v; `free_games[v]`: how often v rested; `resting`: how many rest in a round. `first`: who rests
    in the first of these rounds, where that is settled."""

    open: Sequence[AbstractSet[int]]
    rounds: int
    free_games: Sequence[int]
    resting: int
    first: tuple[int, ...] | None = None


class PlannedRound(Frozen, frozen=True):
    """One planned round."""

    resting: tuple[int, ...]
    teams: tuple[tuple[int, int], ...]


def make_plan(task: Task, draw: Draw, attempts: int = 6) -> list[PlannedRound] | None:
    """All rounds of the task, or None if none was found within the steps allowed."""
    if _hopeless(task):
        return None
    for attempt in range(attempts):
        found = _Climb(task, draw.about("climb", attempt)).run()
        if found is not None:
            return found
    return None


def _hopeless(task: Task) -> bool:
    """Whether somebody would have to play more often than there are partners left, even with as many free
    games as M3.2 can give, or everybody together."""
    players, settled = len(task.open), task.first or ()
    free_games = [had + (v in settled) for v, had in enumerate(task.free_games)]
    to_come = turns(free_games, task.resting * (task.rounds - (task.first is not None)))
    for v, others in enumerate(task.open):
        rests = (v in settled) + sum(v in members for members, _ in to_come)
        if len(others) < task.rounds - rests:
            return True
    return sum(map(len, task.open)) < task.rounds * (players - task.resting)


def turns(free_games: Sequence[int], seats: int) -> list[tuple[frozenset[int], int]]:
    """The free games to come, turn by turn (M3.2): who can have one in the turn, and how many there are. A
    turn ends when everybody in it has as many free games as the next tier."""
    found: list[tuple[frozenset[int], int]] = []
    level = min(free_games)
    while seats > 0:
        members = frozenset(v for v, had in enumerate(free_games) if had <= level)
        taken = min(len(members), seats)
        found.append((members, taken))
        seats -= taken
        level += 1
    return found


class _Climb:
    """One hill climb. In each round the vertices are the players and, after them, the seats of rest."""

    def __init__(self, task: Task, draw: Draw) -> None:
        self.size, self.resting, self.rounds = len(task.open), task.resting, task.rounds
        self.below = draw.below
        self.allowed = task.open
        self.unused = [set(others) for others in task.open]
        vertices = self.size + self.resting
        self.mate = [[NOBODY] * vertices for _ in range(task.rounds)]
        self.lonely = [list(range(vertices)) for _ in range(task.rounds)]
        self.where: dict[Used, tuple[int, int]] = {}
        self.turn_of: list[int] = []
        self.turn: list[AbstractSet[int]] = []
        free_games = list(task.free_games)
        if task.first is not None:
            for v in task.first:
                free_games[v] += 1
            self._pin(task.first)
        seats = task.resting * (task.rounds - (task.first is not None))
        for members, taken in turns(free_games, seats):
            self.turn_of += [len(self.turn)] * taken
            self.turn.append(members)
        self.unfinished = [at for at in range(task.rounds) if self.lonely[at]]

    def _pin(self, first: tuple[int, ...]) -> None:
        self.turn_of = [NOBODY] * self.resting
        for v in (*first, *range(self.size, self.size + self.resting)):
            self.mate[0][v] = PINNED
        self.lonely[0] = [v for v, mate in enumerate(self.mate[0]) if mate == NOBODY]

    def run(self) -> list[PlannedRound] | None:
        below = self.below
        for _ in range(_LEAST_STEPS + _STEPS_PER_PLACE * self.size * self.rounds):
            if not self.unfinished:
                return [self._stage(at) for at in range(self.rounds)]
            at = self.unfinished[below(len(self.unfinished))]
            lonely = self.lonely[at]
            a = lonely[below(len(lonely))]
            if below(2):  # a pair that is in no round yet displaces another pair from this round
                choices = self._unused_with(at, a)
                if choices:
                    self._put(at, a, choices[below(len(choices))])
            else:  # two who are both alone here leave the round in which they are together
                b = lonely[below(len(lonely))]
                if b != a and self._possible(at, min(a, b), max(a, b)):
                    self._put(at, a, b)
        return None

    def _stage(self, at: int) -> PlannedRound:
        mates = self.mate[at]
        resting = tuple(v for v in range(self.size) if mates[v] >= self.size or mates[v] == PINNED)
        teams = tuple((v, mates[v]) for v in range(self.size) if v < mates[v] < self.size)
        return PlannedRound(resting, teams)

    def _turn(self, at: int, seat: int) -> int:
        return self.turn_of[at * self.resting + seat - self.size]

    def _possible(self, at: int, a: int, b: int) -> bool:
        """Whether a < b may be together in that round at all."""
        if b < self.size:
            return b in self.allowed[a]
        return a < self.size and a in self.turn[self._turn(at, b)]

    def _key(self, at: int, a: int, b: int) -> Used:
        """What can be used once: a partnership, or a player's free game in a turn."""
        return (a, b) if b < self.size else (self.size + self._turn(at, b), a)

    def _unused_with(self, at: int, a: int) -> list[int]:
        mates, size = self.mate[at], self.size
        if a >= size:
            turn = self._turn(at, a)
            here = (v for v in sorted(self.turn[turn]) if (size + turn, v) not in self.where)
            return [v for v in here if mates[v] != PINNED]
        found = [b for b in sorted(self.unused[a]) if mates[b] != PINNED]
        for seat in range(size, size + self.resting):
            takes = mates[seat] != PINNED and self._possible(at, a, seat)
            if takes and self._key(at, a, seat) not in self.where:
                found.append(seat)
        return found

    def _put(self, at: int, a: int, b: int) -> None:
        if a > b:
            a, b = b, a
        key = self._key(at, a, b)
        if key in self.where:
            self._part(*self.where[key])
        mates = self.mate[at]
        for v in (a, b):
            if mates[v] != NOBODY:
                self._part(at, v)
        mates[a], mates[b] = b, a
        self.where[key] = (at, a)
        if b < self.size:
            self.unused[a].discard(b)
            self.unused[b].discard(a)
        lonely = self.lonely[at]
        lonely.remove(a)
        lonely.remove(b)
        if not lonely:
            self.unfinished.remove(at)

    def _part(self, at: int, v: int) -> None:
        mates = self.mate[at]
        a, b = min(v, mates[v]), max(v, mates[v])
        mates[a] = mates[b] = NOBODY
        del self.where[self._key(at, a, b)]
        if b < self.size:
            self.unused[a].add(b)
            self.unused[b].add(a)
        if not self.lonely[at]:
            self.unfinished.append(at)
        self.lonely[at] += [a, b]
