"""Who advances from a stage, ties at the line, play-offs, replacements (ST2); the list of the whole
event; how a selection is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeVar

from ronda.core import Frozen, Refusal

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
