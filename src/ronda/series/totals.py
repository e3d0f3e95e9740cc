"""A season whose evenings are added column by column (SE3.2 `totals`, SE5.2, SE13.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.core.values import Frozen


class Evening(Frozen, frozen=True):
    """Games won and lost, points for and against."""

    wins: int
    losses: int
    points_for: int
    against: int

    @property
    def difference(self) -> int:
        return self.points_for - self.against

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """What evenings, and seasons, are compared by."""
        return self.wins, self.wins - self.losses, self.difference, self.points_for

    def __add__(self, other: Evening) -> Evening:
        return Evening(
            self.wins + other.wins,
            self.losses + other.losses,
            self.points_for + other.points_for,
            self.against + other.against,
        )


NONE = Evening(0, 0, 0, 0)


class Total(Frozen, frozen=True):
    """`days`: evenings played, those that fell out included; `dropped`: the evenings that fell out, from 1."""

    person: str
    place: int
    sum: Evening
    days: int
    dropped: tuple[int, ...]


def totals(people: Mapping[str, Sequence[Evening | None]], drop: int = 0, *, by_days: bool = False) -> list[Total]:
    """SE13.2: everybody in order; None is an evening that was missed. `by_days`: evenings played count before all but
    the wins. An absence falls out before any evening played, of equal ones the earlier; one evening always counts."""
    rows = []
    for person, evenings in people.items():
        worst = sorted(range(len(evenings)), key=lambda at: (_worth(evenings[at]), at))
        dropped = sorted(worst[: min(drop, max(0, len(evenings) - 1))])
        sum_ = NONE
        for at, evening in enumerate(evenings):
            if evening is not None and at not in dropped:
                sum_ += evening
        days = sum(evening is not None for evening in evenings)
        rows.append((person, sum_, days, tuple(at + 1 for at in dropped)))

    def key(row: tuple[str, Evening, int, tuple[int, ...]]) -> tuple[int, ...]:
        merit = row[1].merit
        return (merit[0], row[2], *merit[1:]) if by_days else merit

    rows.sort(key=key, reverse=True)
    found: list[Total] = []
    for at, row in enumerate(rows):
        level = at > 0 and key(rows[at - 1]) == key(row)
        found.append(Total(row[0], found[-1].place if level else at + 1, row[1], row[2], row[3]))
    return found


def _worth(evening: Evening | None) -> tuple[int, ...]:
    return (0,) if evening is None else (1, *evening.merit)
