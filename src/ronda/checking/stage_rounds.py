"""A round of a stage verified from the facts alone (ST12): brackets by halving, round robins by sums.

By sums (ST5.1, ST5.3, ST5.4): numbers a, b below e meet when a + b ≡ r + 1 (mod e − 1), the lower one first when a + b
is odd; against e, the numbers up to e/2 are first.

Nothing here knows how such rounds are made, nor the tables that they are read from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ronda.core import Draw, Finding, Forfeit, Round, Scored, Side, Table
from ronda.core.stage_plan import Stage, StageStart


def turn_of(made: int, size: int, *, double: bool, close_last: bool) -> tuple[int, bool]:
    """Which round of the single table round `made` is, and whether the sides are exchanged (ST5.3, ST5.4)."""
    cycle = size - 1 + size % 2
    total = 2 * cycle if double else cycle
    at = total + 1 - made if close_last else made
    if not double:
        return at, False
    if at > cycle:
        return at - cycle, True
    return {cycle - 1: cycle, cycle: cycle - 1}.get(at, at), False


def opponent_of(number: int, turn: int, size: int) -> int:
    """Whom the number meets in that round of the single table; above the field: nobody."""
    even = size + size % 2
    around = even - 1
    if number == even:
        return next(x for x in range(1, even) if 2 * x % around == (turn + 1) % around)
    other = (turn + 1 - number) % around or around
    return even if other == number else other


def named_first(one: int, other: int, size: int) -> int:
    """Which of the two is named first in the single table."""
    even = size + size % 2
    low, high = sorted((one, other))
    if high == even:
        return low if 2 * low <= even else high
    return low if (low + high) % 2 else high


def stage_findings(stage: Stage, begun: StageStart, rounds: Sequence[Round]) -> Iterator[Finding]:
    """What is wrong in the last of these rounds; they have the tables of this stage only, from its first round on."""
    last = rounds[-1]
    if stage.kind == "table":
        yield from _table(begun, last, len(rounds), stage.form)
        return
    seeds = {side: seed for seed, side in enumerate(begun.entrants, start=1)}
    for table in last.tables:
        if table.first not in seeds or table.second not in seeds:
            yield _finding(last, "stage_side_unknown", "ST12", table)
            return
    if stage.kind == "elimination":
        yield from _bracket(stage, begun, rounds, seeds)
    else:
        yield from _sums(stage, begun, rounds, seeds)


def _finding(round_: Round, code: str, article: str, table: Table) -> Finding:
    return Finding(code, article, "violation", round_.number, table.players, {"table": table.number})


# --- brackets (ST3) ----------------------------------------------------------------------------------------


class _Standing(msgspec.Struct):
    """How far everybody is: rounds won, byes included, and in which round somebody lost."""

    size: int
    won: dict[int, int]
    lost: dict[int, int] = {}  # by seed, the round of the loss
    first_loss: set[int] = set()
    games: dict[frozenset[int], list[tuple[int, Table]]] = {}


def _bracket(stage: Stage, begun: StageStart, rounds: Sequence[Round], seeds: Mapping[Side, int]) -> Iterator[Finding]:
    count = len(begun.entrants)
    size = 1
    while size < count:
        size *= 2
    now = _Standing(size, {seed: int(seed <= size - count) for seed in range(1, count + 1)})
    _count(stage, begun, now, [table for round_ in rounds[:-1] for table in round_.tables], seeds)
    last = rounds[-1]
    alive = [seed for seed in now.won if seed not in now.lost]
    stage_round = min((now.won[seed] for seed in alive), default=0) + 1
    seated: set[int] = set()
    for table in last.tables:
        one, other = seeds[table.first], seeds[table.second]
        seated |= {one, other}
        if _follows(stage, now, one, other, alive):
            continue
        if one in now.lost or other in now.lost:
            yield _finding(last, "stage_out_already", "ST12", table)
        else:
            yield _finding(last, "stage_wrong_match", "ST3.2" if not stage.reseed else "ST3.6", table)
    waiting = [seed for seed in alive if now.won[seed] == stage_round - 1 and seed not in seated]
    for seed in waiting if len(alive) > 1 and any(seed in seated for seed in alive) else ():
        if not _walks_over(stage, now, seed, alive):
            yield Finding("player_missing", "S1", "violation", last.number, begun.entrants[seed - 1], {})


def _count(stage: Stage, begun: StageStart, now: _Standing, tables: Sequence[Table], seeds: Mapping[Side, int]) -> None:
    """Every game of two whom the bracket has meet counts, whenever it was played: after a correction it may have been
    before its time. What does not follow from the results counts for nothing."""
    games = [(seeds[one.first], seeds[one.second], one) for one in tables if one.first in seeds and one.second in seeds]
    while games:
        alive = [seed for seed in now.won if seed not in now.lost]
        at = next((at for at, (one, other, _) in enumerate(games) if _follows(stage, now, one, other, alive)), None)
        if at is None:
            return
        _note(stage, begun, now, *games.pop(at))


def _representative(seed: int, size: int, rounds: int) -> int:
    """Whose line it is after so many rounds, if the better seed always won: the field folded in half each time."""
    for _ in range(rounds):
        size //= 2
        if seed > size:
            seed = 2 * size + 1 - seed
    return seed


def _meet(stage: Stage, now: _Standing, one: int, other: int, alive: Sequence[int]) -> bool:
    level = now.won[one]
    if now.won[other] != level:
        return False
    lines = now.size >> level
    if stage.reseed and level:
        ranked = sorted(seed for seed in alive if now.won[seed] >= level)
        here = ranked.index(one) + 1, ranked.index(other) + 1
        return sum(here) == lines + 1
    return _representative(one, now.size, level) + _representative(other, now.size, level) == lines + 1


def _follows(stage: Stage, now: _Standing, one: int, other: int, alive: Sequence[int]) -> bool:
    """Whether the bracket has the two meet: both are in it, or both are out and play on."""
    one, other = sorted((one, other))
    if one in now.lost and other in now.lost:
        # ST3.7, ST3.8: who has lost plays for a place, or in the consolation
        if stage.third == "match" and now.lost[one] == now.lost[other] == now.size.bit_length() - 2:
            return True
        if stage.consolation == "first-loss":
            return {one, other} <= now.first_loss
        return stage.consolation == "places" and now.lost[one] == now.lost[other]
    return one not in now.lost and other not in now.lost and _meet(stage, now, one, other, alive)


def _walks_over(stage: Stage, now: _Standing, seed: int, alive: Sequence[int]) -> bool:
    """ST3.11: nobody is left whom the seed could meet."""
    return not any(other != seed and _meet(stage, now, min(seed, other), max(seed, other), alive) for other in alive)


def _note(stage: Stage, begun: StageStart, now: _Standing, one: int, other: int, table: Table) -> None:
    """One game more; where it decides the match, somebody goes on and somebody is out."""
    pair = frozenset((one, other))
    games = now.games.setdefault(pair, [])
    games.append((one, table))
    if one in now.lost or other in now.lost:
        return  # for a place, or in the consolation: nobody goes on in the bracket
    level = now.won[one]
    wanted = stage.final_best_of if now.size >> level == 2 and stage.final_best_of else stage.best_of
    out = _decided(stage, begun, games, min(pair), max(pair), wanted)
    for seed in out:
        now.lost[seed] = level + 1
        if level == 0 or (level == 1 and now.size - len(begun.entrants) >= seed):
            now.first_loss.add(seed)
    if out:
        for seed in pair - set(out):
            now.won[seed] += 1
        _advance_alone(stage, now)


def _advance_alone(stage: Stage, now: _Standing) -> None:
    """Whose opponent does not exist any more goes on (ST3.11). Where the field is drawn anew that is known once all
    others of the round are through; else at once, and whatever else is still open or was corrected."""
    alive = [seed for seed in now.won if seed not in now.lost]
    if stage.reseed:
        lowest = min((now.won[seed] for seed in alive), default=0)
        complete = not any(
            now.won[a] == now.won[b] == lowest and _meet(stage, now, a, b, alive) for a in alive for b in alive if a < b
        )
        for seed in alive if complete and len(alive) > 1 else ():
            if now.won[seed] == lowest < max(now.won[other] for other in alive):
                now.won[seed] += 1
        return
    for seed in alive:
        while now.size >> now.won[seed] > 1 and not any(_may_meet(now, seed, other) for other in alive):
            now.won[seed] += 1


def _may_meet(now: _Standing, seed: int, other: int) -> bool:
    """Whether the other may come out of the part of the bracket that the seed's next opponent comes from."""
    level = now.won[seed]
    lines = _representative(seed, now.size, level) + _representative(other, now.size, level)
    return lines == (now.size >> level) + 1


def _decided(
    stage: Stage, begun: StageStart, games: Sequence[tuple[int, Table]], low: int, high: int, wanted: int
) -> tuple[int, ...]:
    """Who is out after these games; nobody yet, if it is not decided (ST3.9–ST3.11). In halves."""
    points = {low: 0, high: 0}
    for number, (first, table) in enumerate(games, start=1):
        second = high if first == low else low
        match table.result:
            case Forfeit(first_absent=True, second_absent=True):
                return low, high
            case Forfeit(first_absent=first_absent):
                return (first,) if first_absent else (second,)
            case Scored(first=own, second=its):
                points[first] += 2 if own > its else 1 if own == its else 0
                points[second] += 2 if its > own else 1 if own == its else 0
            case None:
                return ()
        if max(points.values()) > wanted if number <= wanted else points[low] != points[high]:
            return (min(points, key=points.__getitem__),)
        if number == wanted and stage.level != "extra":
            lot = stage.level == "lot" and Draw(begun.seed, "ST3.9", low, high).below(2)
            return (low,) if lot else (high,)
    return ()


# --- everybody against everybody (ST5) ---------------------------------------------------------------------


def _sums(stage: Stage, begun: StageStart, rounds: Sequence[Round], seeds: Mapping[Side, int]) -> Iterator[Finding]:
    groups = list(begun.grouped)
    if not groups:
        numbers = list(range(1, len(begun.entrants) + 1))
        if stage.by_lot:
            numbers = Draw(begun.seed, "ST5.4").shuffled(numbers)
        groups = [tuple(numbers)]
    last, made = rounds[-1], len(rounds)
    seated: set[int] = set()
    for group in groups:
        number = {seed: at for at, seed in enumerate(group, start=1)}
        turn, exchanged = turn_of(made, len(group), double=stage.double, close_last=stage.close_last)
        for table in last.tables:
            one, other = seeds[table.first], seeds[table.second]
            if one not in number:
                continue
            seated |= {one, other}
            if other not in number or opponent_of(number[one], turn, len(group)) != number[other]:
                yield _finding(last, "stage_not_scheduled", "ST5.1", table)
            elif (named_first(number[one], number[other], len(group)) == number[one]) == exchanged:
                yield _finding(last, "stage_sides_exchanged", "ST5.1", table)
        if 0 < turn <= len(group) - 1 + len(group) % 2:
            for seed in group:
                if seed not in seated and opponent_of(number[seed], turn, len(group)) <= len(group):
                    yield Finding("player_missing", "S1", "violation", last.number, begun.entrants[seed - 1], {})


# --- the best four at a table (ST7.3) ----------------------------------------------------------------------


def _table(begun: StageStart, last: Round, made: int, form: str) -> Iterator[Finding]:
    one, two, three, four = (side[0] for side in begun.entrants)
    partner = {"alternate": three, "rotate": (two, three, four)[min(made, 3) - 1]}.get(form, four)
    for table in last.tables:
        sides = {frozenset(table.first), frozenset(table.second)}
        wanted = {frozenset((one, partner)), frozenset({two, three, four} - {partner})}
        if sides != wanted:
            yield _finding(last, "stage_wrong_match", "ST7.3", table)
