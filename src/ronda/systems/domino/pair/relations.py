"""domino: the players at tables by place, and what stands between any two of them (D1.3, D7, S3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from ronda.core.avoidance import avoided_opponents, avoided_partners
from ronda.core.book import Book
from ronda.core.values import Frozen, replace
from ronda.pairing.cost import Packing
from ronda.pairing.relations import by_place
from ronda.systems.domino.pair.pyramids import Pattern
from ronda.systems.domino.rules import Windows, settings, windows

Kind = Literal["partners", "rivals"]
Pair = tuple[int, int]

# What one pair of players costs, so that sums compare like (hard wishes broken, repetitions forced, windows
# relaxed, rival windows among them, rounds too early, soft wishes broken, partners and rivals of old met again).
_PARTS, _LIMIT = 8, 1 << 24
HARD, FORCED, RELAXED, RIVAL, DEPTH, SOFT, OLD_PARTNER, OLD_RIVAL = Packing.of((_LIMIT,) * _PARTS).units


class Level(NamedTuple):
    """A step of the ladder: the windows that are kept, and whether hard wishes are (D7, S3)."""

    article: str
    code: str
    windows: Windows
    wishes: bool = True

    @property
    def strict(self) -> bool:
        return self.code == "strict"


def levels(own: Windows, now: int) -> list[Level]:
    """D7.1: strict, then the partner window down to 1, then the rival window down to 1. A window that
    reaches back behind round 1 counts as one that just reaches it."""
    partner, rival = min(own.partner, now), min(own.rival, now)
    ladder = [Level("D6", "strict", own)]
    ladder += [Level("D7.1", "partner_window", Windows(w, own.rival)) for w in range(partner - 1, 0, -1)]
    least = min(own.partner, 1)
    ladder += [Level("D7.1", "rival_window", Windows(least, w)) for w in range(rival - 1, 0, -1)]
    return ladder


FORCED_LEVEL = Level("D7.3", "forced", Windows(0, 0))
LAST_LEVEL = Level("S3", "avoid_broken", Windows(0, 0), wishes=False)


class Ties(Frozen, frozen=True):
    """One kind of relation: the last round in which two players had it, and who should not have it. `fresh`: nobody
    should have it with the same player again, however long ago it was (D10.5)."""

    kind: Kind
    window: int
    last: Sequence[Mapping[int, int]]
    hard: Sequence[AbstractSet[int]]
    soft: Sequence[AbstractSet[int]]
    fresh: bool = False

    def barred(self, place: int, now: int) -> set[int]:
        """Those who may not in a strict round, or should not."""
        last = self.last[place]
        inside = {other for other, round_ in last.items() if self.fresh or now - round_ <= self.window}  # D1.3
        return inside.union(self.hard[place], self.soft[place])

    def again(self, a: int, b: int) -> int:
        """What it costs that the two had it before in the event (D10.5)."""
        if not self.fresh or b not in self.last[a]:
            return 0
        return OLD_PARTNER if self.kind == "partners" else OLD_RIVAL


class Field(Frozen, frozen=True):
    """Place 0 is the best player; byes are taken out."""

    order: Sequence[int]
    round: int
    windows: Windows
    partners: Ties
    rivals: Ties
    pattern: Pattern = "alternate"  # of ideal partners (D10.2)
    across: bool = False  # whether the pairs of one pyramid meet those of the other (D10.1)
    exchange_first: bool = False  # whether players change pyramids before a window is relaxed (D10.6)

    def less_fresh(self) -> Iterator[Field]:
        """The same field, then without the wish for new rivals, then without that for new partners either: for walks
        that cannot weigh one against the other (D10.5)."""
        yield self
        if self.rivals.fresh:
            partners_only = replace(self, rivals=replace(self.rivals, fresh=False))
            yield partners_only
            yield replace(partners_only, partners=replace(self.partners, fresh=False))

    def cost(self, ties: Ties, a: int, b: int, level: Level) -> int | None:
        """What it costs to let the two be partners, or rivals; None: not on this level."""
        cost = ties.again(a, b) + (SOFT if b in ties.soft[a] else 0)
        if b in ties.hard[a]:
            if level.wishes:
                return None
            cost += HARD
        gap = self.gap(ties, a, b)
        if gap is None:
            return cost
        kept = level.windows.partner if ties.kind == "partners" else level.windows.rival
        if gap <= kept:
            return None
        if gap <= 1:
            return cost + FORCED
        return cost + RELAXED + DEPTH * (ties.window - gap + 1) + (RIVAL if ties.kind == "rivals" else 0)

    def repeated(self, table: tuple[Pair, Pair]) -> int:
        """What the partners and rivals at a table cost who were so before (D10.5)."""
        first, second = table
        partners = self.partners.again(*first) + self.partners.again(*second)
        return partners + sum(self.rivals.again(a, b) for a in first for b in second)

    def gap(self, ties: Ties, a: int, b: int) -> int | None:
        """The rounds since the two were last partners, or rivals, if that is inside the window."""
        last = ties.last[a].get(b)
        return None if last is None or self.round - last > ties.window else self.round - last


def field_of(book: Book, order: Sequence[int]) -> Field:
    """The players to be seated, best first."""
    place = {player: at for at, player in enumerate(order)}
    own = windows(book.setup, book.players.values())
    chosen = settings(book.setup)
    since = 0 if chosen.fresh else book.round - max(own)
    partners: list[dict[int, int]] = [{} for _ in order]
    rivals: list[dict[int, int]] = [{} for _ in order]
    for player, at in place.items():
        for line in book.lines[player]:
            if line.round < since or line.outcome not in ("win", "loss", "pending"):
                continue  # D2.3: where no game took place there is no history
            for found, others in ((partners, line.partners), (rivals, line.opponents)):
                for other in others:
                    if other in place:
                        found[at][place[other]] = line.round
    as_partners = by_place(avoided_partners(book.setup, order), order)
    as_rivals = by_place(avoided_opponents(book.setup, order), order)
    return Field(
        order=order,
        round=book.round,
        windows=own,
        partners=Ties("partners", own.partner, partners, *as_partners, chosen.fresh),
        rivals=Ties("rivals", own.rival, rivals, *as_rivals, chosen.fresh),
        pattern=chosen.partners,
        across=chosen.tables == "pyramids",
        exchange_first=chosen.exchange_first,
    )
