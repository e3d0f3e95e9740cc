"""melee: no dead ends (M4.4). A round is made only if the rounds after it can be drawn too: all remaining rounds are
planned at once, over partner history and free-game counts only.

A plan is a round-by-round list of partners and resting players that repeats no partnership and follows the
tier rule of M3.2. It is found by hill climbing in the manner of Dinitz and Stinson (1987) for
one-factorizations: a place that is still empty takes somebody from elsewhere, so that the number of filled
places never falls. Every search is bounded by a number of steps, never by time (S5).

The search that judges a round uses no seed of the event: it depends on the history alone, so that the next round finds
the same plan again (see `standing_plan`).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from ronda.core import Book, Draw, Frozen, replace
from ronda.systems.melee.pair.relations import Field, field_of

NOBODY = -1
PINNED = -2
_STEPS_PER_PLACE = 20
_LEAST_STEPS = 300

Used = tuple[int, int]  # two players, or a turn of free games (counted from the number of players) and a player


class Task(Frozen):
    """What is left to be drawn. Vertices are places in list order. `open[v]`: those who may still become the
    partner of v; `free_games[v]`: how often v rested; `resting`: how many rest in a round. `first`: who rests
    in the first of these rounds, where that is settled."""

    open: Sequence[set[int]]
    rounds: int
    free_games: Sequence[int]
    resting: int
    first: tuple[int, ...] | None = None


class PlannedRound(Frozen):
    """One planned round."""

    resting: tuple[int, ...]
    teams: tuple[tuple[int, int], ...]


_ATTEMPTS = 6


def make_plan(task: Task, draw: Draw) -> list[PlannedRound] | None:
    """All rounds of the task, or None if none was found within the steps allowed."""
    if _hopeless(task):
        return None
    for attempt in range(_ATTEMPTS):
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


_SHORTER = 3  # how many lengths are tried when not all rounds can be planned


def task_of(field: Field, rounds: int, first: tuple[int, ...] | None = None) -> Task:
    """This round and those after it, `rounds` in all, to be planned."""
    everybody = set(range(len(field.order)))
    unused = [everybody - barred - {a} for a, barred in enumerate(field.barred())]
    return Task(unused, rounds, field.free_games, field.resting, first)


def _task_after(field: Field, stage: PlannedRound, rounds: int) -> Task:
    """The rounds after this one if it is made so."""
    task = task_of(field, rounds)
    for a, b in stage.teams:
        task.open[a].discard(b)
        task.open[b].discard(a)
    return replace(task, free_games=[had + (v in stage.resting) for v, had in enumerate(field.free_games)])


def plan_needed(field: Field) -> bool:
    """Whether the later rounds could fail at all. They cannot while everybody has at least half of those at
    tables as possible partners, even in the last round (Dirac 1952), whoever rests."""
    most = max(map(len, field.barred())) + field.later
    return field.later > 0 and 2 * (field.seats - 1 - most) < field.seats


def secured(field: Field, stage: PlannedRound, rounds: int) -> bool:
    """Whether `rounds` more rounds can be drawn if this one is made so."""
    return _judged(_task_after(field, stage, rounds)) is not None


def secured_rounds(field: Field, stage: PlannedRound, most: int) -> int:
    """How many more rounds, up to `most`, are sure to be drawn if this one is made so."""
    lengths = range(most, max(most - _SHORTER, 0), -1)
    return next((rounds for rounds in lengths if secured(field, stage, rounds)), 0)


def _judged(task: Task) -> list[PlannedRound] | None:
    return make_plan(task, Draw(0, "M4.4", task.rounds))


def horizon(book: Book, field: Field, first: tuple[int, ...]) -> tuple[int, PlannedRound | None]:
    """How many of the later rounds can be planned together with this one, and this round in such a plan. All
    of them, unless players came or went or wishes stand in the way. `first`: who rests if nobody is moved."""
    if not field.entering:
        standing = standing_plan(book, field.round)
        if standing is not None:
            return field.later, standing[0]
    teams = field.seats // 2
    unused = sum(map(len, task_of(field, 1).open)) // 2
    longest = min(field.later, unused // teams - 1)
    for later in range(longest, max(longest - _SHORTER, 0), -1):
        found = _judged(task_of(field, later + 1, first if field.entering else None))
        if found is not None:
            return later, found[0]
    return 0, None


def standing_plan(book: Book, number: int) -> list[PlannedRound] | None:
    """The plan that stood when round `number - 1` was published, for round `number` and all after it.

    It is either the one found for the history as it is, or what is left of the one before: a round is
    published only if one of the two is there. After round 1 the plan for the whole event can be renamed so
    that it begins with round 1 as it was drawn."""
    field = field_of(book, number)
    found = _judged(task_of(field, field.later + 1))
    if found is not None or number == 1:
        return found
    before = field_of(book, number - 1)
    earlier = standing_plan(book, number - 1) if before.order == field.order else None
    if earlier is None:
        return None
    drawn = stage_drawn(book, before)
    if number == 2 and not any(before.hard):
        earlier = renamed(earlier, drawn)
    return earlier[1:] if earlier[0] == drawn else None


def stage_drawn(book: Book, field: Field) -> PlannedRound:
    """The round of that field as it was made."""
    place = {player: at for at, player in enumerate(field.order)}
    resting: list[int] = []
    teams: set[tuple[int, int]] = set()
    for at, player in enumerate(field.order):
        line = next((line for line in book.lines[player] if line.round == field.round), None)
        if line is None or not line.partners:
            resting.append(at)
        else:
            mate = place[line.partners[0]]
            teams.add((min(at, mate), max(at, mate)))
    return stage_of(resting, list(teams))


def stage_of(resting: Sequence[int], teams: Sequence[tuple[int, int]]) -> PlannedRound:
    """A stage in its plain form: everything in list order."""
    return PlannedRound(tuple(sorted(resting)), tuple(sorted((min(team), max(team)) for team in teams)))


def renamed(plan: Sequence[PlannedRound], first: PlannedRound) -> list[PlannedRound]:
    """The plan with players exchanged so that it begins with `first`."""
    name = dict(zip(plan[0].resting, first.resting, strict=True))
    for (a, b), (c, d) in zip(plan[0].teams, first.teams, strict=True):
        name[a], name[b] = c, d
    return [stage_of([name[v] for v in stage.resting], [(name[a], name[b]) for a, b in stage.teams]) for stage in plan]
