"""melee: whole rounds compared, where a hard wish about opponents may decide who are partners (S3).

Small fields are searched to the end. In large ones a better round is looked for by exchanging two players; what
is found is a proof, what is not found is not held against the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb

from ronda.systems.melee.check.relations import Field, Pair

Harm = tuple[int, int, int, tuple[int, ...]]  # hard wishes, halves broken, partner repeats, ranks of the resting
Seats = list[int]  # four to a table: the first two against the last two

_SEARCHED = 60_000  # ways to rest and partner


def whole_harm(field: Field) -> Harm:
    """Of the recorded round."""
    return _harm(field, [player for team in field.teams for player in team], field.resting)


def _harm(field: Field, seats: Seats, resting: Iterable[int]) -> Harm:
    there = set(seats)
    upper = field.upper([player for player in field.pool if player in there])
    tables = [_table_harm(field, seats[at : at + 4], upper) for at in range(0, len(seats), 4)]
    hard, halves, repeats = (sum(amounts) for amounts in zip(*tables, strict=True))
    return hard, halves, repeats, _ranks(field, resting)


def _ranks(field: Field, resting: Iterable[int]) -> tuple[int, ...]:
    return tuple(field.rank[player] for player in field.chosen(resting))


def _table_harm(field: Field, table: Sequence[int], upper: frozenset[int]) -> tuple[int, int, int]:
    a, b, c, d = table
    first, second = field.harm(a, b, upper), field.harm(c, d, upper)
    hard = first[0] + second[0] + _hard(field, (a, b), (c, d))
    return hard, first[1] + second[1], first[2] + second[2]


def _hard(field: Field, team: Pair, other: Pair) -> int:
    return sum(field.opponents.is_hard(a, b) for a in team for b in other)


def least_whole_round(field: Field) -> Harm:
    """The least harm of any round: exact where the field is small, else the best that was found."""
    seated = len(field.seated)
    ways = comb(len(field.tier.candidates), field.tier.places)
    for odd in range(1, seated, 2):
        ways *= odd
        if ways > _SEARCHED:
            return min(_descended(field, *start) for start in _starts(field))
    return min(_all_partners(field))


# --- small fields ------------------------------------------------------------------------------------------


def _all_partners(field: Field) -> Iterator[Harm]:
    """The harm of all ways to rest and to partner, each with its best setting."""
    best = whole_harm(field)
    yield best
    between: dict[tuple[Pair, Pair], int] = {}

    def meeting(team: Pair, other: Pair) -> int:
        if (team, other) not in between:
            between[team, other] = _hard(field, team, other)
        return between[team, other]

    for resting in _rests(field):
        seated = [player for player in field.pool if player not in resting]
        upper, moved = field.upper(seated), _ranks(field, resting)
        for teams in _pairings(seated):
            harms = [field.harm(a, b, upper) for a, b in teams]
            hard, halves, repeats, _ = (sum(amounts) for amounts in zip(*harms, strict=True))
            if (hard, halves, repeats, moved) < best:
                best = min(best, (hard + _least_hard(meeting, teams, best[0] - hard + 1), halves, repeats, moved))
                yield best


def _rests(field: Field) -> Iterator[frozenset[int]]:
    if not field.keeps_tiers:
        yield field.resting
        return
    for chosen in combinations(field.tier.candidates, field.tier.places):
        yield field.tier.due | frozenset(chosen)


def _pairings(players: Sequence[int]) -> Iterator[list[Pair]]:
    if not players:
        yield []
        return
    first, *others = players
    for at, second in enumerate(others):
        for rest in _pairings(others[:at] + others[at + 1 :]):
            yield [(first, second), *rest]


def _least_hard(meeting: Callable[[Pair, Pair], int], teams: Sequence[Pair], enough: int) -> int:
    """The fewest hard wishes broken by any setting of the teams; no more is asked of what breaks `enough`."""
    if not teams:
        return 0
    first, *others = teams
    for at, other in enumerate(others):
        broken = meeting(first, other)
        if broken < enough:
            rest = others[:at] + others[at + 1 :]
            enough = min(enough, broken + _least_hard(meeting, rest, enough - broken))
    return enough


# --- large fields ------------------------------------------------------------------------------------------


def _starts(field: Field) -> Iterator[tuple[Seats, frozenset[int]]]:
    """The recorded round, and the same with the free games of M3.3."""
    seats = [player for team in field.teams for player in team]
    yield seats, field.resting
    if field.keeps_tiers:
        proper = field.tier.due | frozenset(field.proper_rest())
        back, out = sorted(field.resting - proper), sorted(proper - field.resting)
        instead = dict(zip(out, back, strict=True))
        yield [instead.get(player, player) for player in seats], proper


def _descended(field: Field, seats: Seats, resting: frozenset[int]) -> Harm:
    """Exchange two players while that lessens the harm."""
    upper = field.upper([player for player in field.pool if player not in resting])
    seats = list(seats)
    while _exchanged(field, seats, upper):
        pass
    return _harm(field, seats, resting)


def _exchanged(field: Field, seats: Seats, upper: frozenset[int]) -> bool:
    """One exchange that lessens the harm, made in place; False where there is none."""
    tables = [_table_harm(field, seats[at : at + 4], upper) for at in range(0, len(seats), 4)]
    troubled = [at for at in range(len(seats)) if any(tables[at // 4])]
    for here in troubled:
        for there in range(len(seats)):
            one, other = here // 4, there // 4
            places = {one, other}
            before = _sum(tables[at] for at in places)
            seats[here], seats[there] = seats[there], seats[here]
            after = _sum(_table_harm(field, seats[4 * at : 4 * at + 4], upper) for at in places)
            if after < before:
                return True
            seats[here], seats[there] = seats[there], seats[here]
    return False


def _sum(harms: Iterable[tuple[int, int, int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*harms, strict=True)))
