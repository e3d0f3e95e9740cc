"""Single elimination: the lines of the bracket, its rounds, places, third place and consolation (ST3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeVar

from ronda.core import Frozen, Refusal, replace

Drawing = Literal["plain", "mirrored"]
LARGEST = 32  # ST3: 2–32 entrants


class Match(Frozen):
    """Two seeds who meet; None: nobody comes from there (a bye in round 1, later two who were both absent)."""

    number: int
    first: int | None
    second: int | None

    @property
    def seeds(self) -> tuple[int, ...]:
        return tuple(seed for seed in (self.first, self.second) if seed is not None)

    @property
    def alone(self) -> int | None:
        """Who goes on without playing, where the other side is nobody."""
        return self.seeds[0] if len(self.seeds) == 1 else None


def bracket_size(entrants: int) -> int:
    """ST3.1: the smallest power of two that holds them."""
    return 1 << (entrants - 1).bit_length() if entrants > 1 else 1


def lines(size: int, drawing: Drawing = "plain") -> tuple[int, ...]:
    """ST3.2: the seeds from the top line to the bottom; `size` is a power of two."""
    found = [1]
    while len(found) < size:
        across = 2 * len(found) + 1
        after: list[int] = []
        for at, seed in enumerate(found, start=1):
            upside_down = drawing == "mirrored" and at % 2 == 0
            after += [across - seed, seed] if upside_down else [seed, across - seed]
        found = after
    return tuple(found)


def paired(seeds: Sequence[int | None]) -> tuple[Match, ...]:
    """The lines taken two by two; without colours the better seed is first (ST3.3)."""
    found = []
    for number, at in enumerate(range(0, len(seeds), 2), start=1):
        here = sorted(seed for seed in seeds[at : at + 2] if seed is not None)
        first, second = (*here, None, None)[:2]
        found.append(Match(number, first, second))
    return tuple(found)


def first_round(entrants: int, drawing: Drawing = "plain") -> tuple[Match, ...]:
    """ST3.1: the best seeds have the byes, because the lines above the field are nobody."""
    return paired([seed if seed <= entrants else None for seed in lines(bracket_size(entrants), drawing)])


def better_is_first(round_number: int, match: int, lot: bool) -> bool:
    """ST3.3, `first: lot`: whether the better seed of a match is first; `lot`: whether it is in match 1 of round 1."""
    return lot if (match + round_number) % 2 == 0 else not lot


class Exchange(Frozen):
    """Two worse seeds of round 1 who changed lines (ST3.12)."""

    match: int
    seed: int
    other: int


def kept_apart(
    matches: Sequence[Match],
    conflict: Callable[[int, int], bool],
    allowed: Callable[[int, int], bool] = lambda seed, other: True,  # noqa: ARG005
) -> tuple[tuple[Match, ...], tuple[Exchange, ...]]:
    """ST3.12: from match 1 down, the worse seed of a match with a conflict changes lines with another worse seed of
    round 1 so that neither new match has one: the nearest seed, of two equally near the worse one. Where nobody fits,
    the match stays as it is."""
    now = list(matches)
    exchanges: list[Exchange] = []
    for at, match in enumerate(now):
        own, worse = match.first, match.second
        if own is None or worse is None or not conflict(own, worse):
            continue
        fitting = [
            (abs(other.second - worse), -other.second, where)
            for where, other in enumerate(now)
            if where != at
            and other.first is not None
            and other.second is not None
            and allowed(worse, other.second)
            and not conflict(own, other.second)
            and not conflict(other.first, worse)
        ]
        if fitting:
            where = min(fitting)[2]
            other = now[where].second
            assert other is not None
            now[at], now[where] = replace(now[at], second=other), replace(now[where], second=worse)
            exchanges.append(Exchange(match.number, worse, other))
    return tuple(now), tuple(exchanges)


Places = Literal["shared", "source"]
# Who won each match, round by round, in the order of the matches; None: nobody, both sides were absent (ST3.11).
Winners = Sequence[Sequence[int | None]]


def rounds_of(entrants: int) -> int:
    return bracket_size(entrants).bit_length() - 1


def matches_of(
    entrants: int, number: int, winners: Winners, *, drawing: Drawing = "plain", reseed: bool = False
) -> tuple[Match, ...]:
    """The matches of round `number`, after the rounds before it."""
    if number == 1:
        return first_round(entrants, drawing)
    left = winners[number - 2]
    if not reseed:
        return paired(left)  # ST3.2: the winners of matches 1 and 2 meet, of 3 and 4, …
    ranked = sorted(seed for seed in left if seed is not None)  # ST3.6
    size = len(left)
    return paired([ranked[line - 1] if line <= len(ranked) else None for line in lines(size, drawing)])


def losers(match: Match, winner: int | None) -> tuple[int, ...]:
    """Who is out after a match; a bye is no match and nobody loses it (ST3.5)."""
    if match.alone is not None and winner == match.alone:
        return ()
    return tuple(seed for seed in match.seeds if seed != winner)


def places(
    played: Sequence[Sequence[tuple[Match, int | None]]], *, order: Places = "shared", third: int | None = None
) -> dict[int, int]:
    """ST3.4: everybody's place who has one: the winner 1, who lost in the round of 2m entrants shares m + 1. `third`:
    who won the match of the losers of the semi-finals (ST3.7). `played`: all rounds so far, each match with its winner;
    those still in have no place yet (ST9.4)."""
    if not played:
        return {}
    found: dict[int, int] = {}
    lines_left = 2 * len(played[0])
    for round_ in played:
        lines_left //= 2
        out = sorted(seed for match, winner in round_ for seed in losers(match, winner))
        found |= _shared(out, lines_left + 1, order, third if lines_left == 2 else None)
    last = played[-1]
    if len(last) == 1 and last[0][1] is not None:
        found[last[0][1]] = 1
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


def _shared(out: Sequence[int], place: int, order: Places, third: int | None) -> dict[int, int]:
    if third in out:
        return {seed: place if seed == third else place + 1 for seed in out}
    if order == "source":
        return {seed: place + at for at, seed in enumerate(out)}
    return dict.fromkeys(out, place)


def first_losers(played: Sequence[Sequence[tuple[Match, int | None]]]) -> tuple[int, ...]:
    """ST3.8, `first-loss`: who lost the first match they played, in seed order."""
    beaten: set[int] = set()
    seen: set[int] = set()
    for round_ in played:
        for match, winner in round_:
            if match.alone is not None and winner == match.alone:
                continue
            beaten |= {seed for seed in losers(match, winner) if seed not in seen}
            seen |= set(match.seeds)
    return tuple(sorted(beaten))


def consolation_can_begin(entrants: int, rounds_played: int) -> bool:
    """ST3.8: when nobody can join any more: after round 1, with byes after round 2."""
    return rounds_played >= min(1 if bracket_size(entrants) == entrants else 2, rounds_of(entrants))


def round_name(left: int) -> str:
    """ST3.4: the key of a round's name by the lines that are left in it."""
    return {2: "final", 4: "semi_final", 8: "quarter_final"}.get(left, f"round_of_{left}")


def match_count(entrants: int, *, third: bool) -> int:
    """ST13.2: how many matches there are."""
    return entrants - 1 + (third and entrants > 3)


Why = Literal["withdrawn", "unavailable", "expelled", "unplaced", "club"]
Replace = Literal["shift", "slot"]


class Candidate(Frozen):
    """A row of the source's standings. `further`: what the published further criteria say of him, more is better."""

    id: int
    place: int | None
    status: str = ""
    club: str = ""
    further: tuple[Fraction, ...] = ()


class Skipped(Frozen):
    id: int
    why: Why


class Cut(Frozen):
    """Who advances, in the order of their seeds. `tied`: who share the place that lies on both sides of the line,
    for so many `spots`; `open`: that is not settled yet."""

    advance: tuple[int, ...]
    tied: tuple[int, ...] = ()
    spots: int | None = None
    open: bool = False
    skipped: tuple[Skipped, ...] = ()


def cut(
    rows: Sequence[Candidate],
    take: int,
    *,
    lots: Mapping[int, int] | None = None,
    all_tied: bool = False,
    per_club: int | None = None,
) -> Cut:
    """The first `take` of those who can advance (ST2.2–ST2.5, ST2.7, ST2.10). `lots`: the numbers that tied players
    drew, the lowest first."""
    drawn = lots or {}
    skipped = [Skipped(row.id, why) for row in rows if (why := _unable(row))]
    able = sorted(
        (row for row in rows if not _unable(row)),
        key=lambda row: (row.place, [-value for value in row.further], drawn.get(row.id, len(rows) + 1)),
    )
    able, surplus = _few_of_a_club(able, take, per_club)
    skipped += [Skipped(row.id, "club") for row in surplus]
    inside, outside = able[:take], able[take:]
    if not inside or not outside or not _level(inside[-1], outside[0]):
        return Cut(tuple(row.id for row in inside), skipped=tuple(skipped))
    tied = [row for row in able if _level(row, outside[0])]
    sure = [row.id for row in inside if not _level(row, outside[0])]
    spots = take - len(sure)
    shown = tuple(row.id for row in rows if row in tied)
    if all_tied:
        return Cut((*sure, *(row.id for row in tied)), shown, spots, skipped=tuple(skipped))
    if len({drawn[row.id] for row in tied if row.id in drawn}) < len(tied):
        return Cut(tuple(sure), shown, spots, True, tuple(skipped))
    return Cut((*sure, *(row.id for row in tied[:spots])), shown, spots, skipped=tuple(skipped))


def _unable(row: Candidate) -> Why | None:
    """ST2.2: why somebody is passed over, whatever his place."""
    match row.status:
        case "withdrawn" | "left":
            return "withdrawn"
        case "expelled":
            return "expelled"
        case "unavailable":
            return "unavailable"
    return "unplaced" if row.place is None else None


def _level(one: Candidate, other: Candidate) -> bool:
    """ST2.4: level on every published criterion, those for the cut included (ST2.5)."""
    return one.place == other.place and one.further == other.further


def _few_of_a_club(rows: list[Candidate], take: int, most: int | None) -> tuple[list[Candidate], list[Candidate]]:
    """ST2.10: without the surplus of a club; where then too few are left, the first of the surplus come back."""
    if most is None:
        return rows, []
    counts: dict[str, int] = {}
    kept: list[Candidate] = []
    surplus: list[Candidate] = []
    for row in rows:
        counts[row.club] = counts.get(row.club, 0) + 1
        if row.club and counts[row.club] > most:
            surplus.append(row)
        else:
            kept.append(row)
    back = surplus[: max(0, take - len(kept))]
    ordered = [row for row in rows if row in kept or row in back]
    passed = [row for row in surplus if row not in back]
    last = ordered[take - 1] if len(ordered) >= take else None
    before = rows.index(last) if last is not None else len(rows)
    return ordered, [row for row in passed if rows.index(row) < before]


def replaced(seeds: Sequence[int], gone: int, new: int, how: Replace = "shift") -> tuple[int, ...]:
    """ST2.8: the entrants by seed after somebody who cannot come was replaced, before the stage is published."""
    if how == "slot":
        return tuple(new if one == gone else one for one in seeds)
    return (*(one for one in seeds if one != gone), new)


def sizes(field_size: int) -> tuple[int, ...]:
    """ST2.11: the sizes to propose, the largest first: two powers of two up to half of the field, rounded up."""
    half = (field_size + 1) // 2
    return tuple(1 << power for power in range(half.bit_length() - 1, 0, -1))[:2]


def refused_size(take: int, field_size: int) -> Refusal | None:
    """ST2.11: at least two, and no more than there are."""
    if 2 <= take <= field_size:
        return None
    return Refusal("cut_size", "ST2.11", {"take": take, "least": 2, "most": field_size})


Who = TypeVar("Who", int, str)


def continued(before: Mapping[Who, int], source: Sequence[tuple[Who, int | None]]) -> dict[Who, int]:
    """ST9.1, ST9.2: the places of a later stage, and behind them those who did not go on, in the order of the stage
    where they stopped: places go on counting, shared ones stay shared, without a place there is none."""
    found = dict(sorted(before.items(), key=lambda item: item[1]))
    behind = sorted(
        (place, at, who) for at, (who, place) in enumerate(source) if place is not None and who not in found
    )
    count, last, shown = len(found), None, 0
    for place, _, who in behind:
        count += 1
        if place != last:
            last, shown = place, count
        found[who] = shown
    return found


_FORMS = {
    "top": re.compile(r"top\s+(\d{1,3})"),
    "places": re.compile(r"places\s+(\d{1,3})\s*[-–]\s*(\d{1,3})"),
    "groups": re.compile(r"(\d{1,2})\s+of\s+each\s+group(?:\s*\+\s*(\d{1,2})\s+best)?"),
    "winners": re.compile(r"winners\s+(\d{1,2})"),
    "losers": re.compile(r"losers\s+of\s+(\d)"),
    "all": re.compile(r"all"),
}


class Take(Frozen):
    """`one` and `other`: the numbers of it, in the order in which they are written."""

    kind: Literal["top", "places", "groups", "winners", "losers", "all"]
    one: int = 0
    other: int = 0

    @property
    def count(self) -> int:
        """How many, where that does not depend on the source."""
        return self.other - self.one + 1 if self.kind == "places" else self.one


def read_take(text: str) -> Take | None:
    """None: it is none of these."""
    typed = " ".join(text.lower().split())
    for kind, form in _FORMS.items():
        found = form.fullmatch(typed)
        if found:
            numbers = [int(part or 0) for part in found.groups()]
            take = Take(kind, *numbers)  # type: ignore[arg-type]
            return take if kind != "places" or 1 <= take.one < take.other else None
    return None
