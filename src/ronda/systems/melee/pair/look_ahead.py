"""melee: no dead ends (M4.4). A round is made only if the rounds after it can be drawn too.

The search that judges this uses no seed of the event: it depends on the history alone, so that the next
round finds the same plan again (see `standing_plan`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.systems.melee.pair.plan import PlannedRound, Task, make_plan
from ronda.systems.melee.pair.relations import Field, field_of

_SHORTER = 3  # how many lengths are tried when not all rounds can be planned


def plan_needed(field: Field) -> bool:
    """Whether the later rounds could fail at all. They cannot while everybody has at least half of those at
    tables as possible partners, even in the last round (Dirac 1952), whoever rests."""
    most = max(map(len, field.barred())) + field.later
    return field.later > 0 and 2 * (field.seats - 1 - most) < field.seats


def secured(field: Field, stage: PlannedRound, rounds: int) -> bool:
    """Whether `rounds` more rounds can be drawn if this one is made so."""
    return _judged(field.task_after(stage, rounds)) is not None


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
    unused = sum(map(len, field.task(1).open)) // 2
    longest = min(field.later, unused // teams - 1)
    for later in range(longest, max(longest - _SHORTER, 0), -1):
        found = _judged(field.task(later + 1, first if field.entering else None))
        if found is not None:
            return later, found[0]
    return 0, None


def standing_plan(book: Book, number: int) -> list[PlannedRound] | None:
    """The plan that stood when round `number - 1` was published, for round `number` and all after it.

    It is either the one found for the history as it is, or what is left of the one before: a round is
    published only if one of the two is there. After round 1 the plan for the whole event can be renamed so
    that it begins with round 1 as it was drawn."""
    field = field_of(book, number)
    found = _judged(field.task(field.later + 1))
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
