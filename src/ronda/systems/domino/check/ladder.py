"""domino, for the check: whether a round with less harm existed (S3, D7), apart from the code that pairs.

Small pyramids are searched completely, so that "there is none" is a proof. In large ones the relaxed tables of the
round are rearranged with a few others: what is found is a proof, what is not found is only not proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ronda.core import Draw, Frozen
from ronda.systems.domino.check.exchanges import Better, better_exchange
from ronda.systems.domino.check.pyramids import (
    DEFAULT,
    MOST_EXCHANGES,
    Crossing,
    Pyramid,
    Swap,
    all_swaps,
    nearer,
    pyramids,
    seated_in,
    swaps,
)
from ronda.systems.domino.check.relations import FORCED, FREE, HARD, Sides, Ties, least_exchanged
from ronda.systems.domino.check.search import NOT_PROVED, Answer, Budget, Question, asked, cumulated
from ronda.systems.domino.field import upper_size
from ronda.systems.domino.rules import Choices

WHOLE = 24  # the most players of a group that is searched completely
BUDGET = 200_000  # tables tried on one step of the ladder
AT_ONCE = 4  # tables rearranged together in a larger pyramid
LOCAL_BUDGET = 10_000  # tables tried in such a rearrangement
ATTEMPTS = 12  # rearrangements tried for one table
_SEATS = 2 * MOST_EXCHANGES  # players whom D6.6 may put on the other side


class Rung(NamedTuple):
    """One step of the ladder: the gravest kind of pairs allowed, and the exchanges between pyramids (D7.2)."""

    gravest: int
    exchanges: int


def stages_below(
    kinds: int, made: Rung, most: int, *, compares: bool = True, exchange_first: bool = False
) -> list[Rung]:
    """The steps to be tried before the one that the round is on, in the order of D7. `most`: the exchanges between
    pyramids that are possible at all; `compares`: their number comes after the harm they leave (D7.2);
    `exchange_first`: those that leave none come before every relaxed window (D10.6)."""
    clean = [Rung(kinds, number) for number in range(1, most + 1)] if exchange_first else []
    if clean and made.gravest == FREE:
        return [Rung(kinds, 0), *clean[: made.exchanges - 1]]
    windows = [Rung(kinds, 0), *clean, *(Rung(kind, 0) for kind in range(kinds - 1, FORCED, -1))]  # strict, then D7.1
    exchanges = [Rung(FORCED + 1, number) for number in range(1, most + 1)]  # D7.2
    if made.gravest == HARD:
        return windows + exchanges + [Rung(FORCED, number) for number in range(most + 1)]
    if made.gravest == FORCED:
        return windows + exchanges
    if made.exchanges:
        return windows if compares else windows + exchanges[: made.exchanges - 1]
    return [stage for stage in windows if stage.gravest > made.gravest]


class Less(Frozen):
    """A pyramid with fewer relaxed pairs than it got, or milder ones."""

    made: int
    possible: int
    players: tuple[int, ...]
    tables: list[Sides]
    searched: bool = True  # whether the pyramid is small enough to be searched completely


class LadderVerdict(msgspec.Struct):
    """The first step on which a round was found, and the steps that could not be decided."""

    stage: Rung | None = None
    tables: list[Sides] = []
    undecided: list[Rung] = []
    less: list[Less] = []
    count_undecided: bool = False
    nearer: Swap | None = None
    better: Better | None = None
    counted: tuple[int, int] | None = None  # hard wishes broken, and the least by counting, where that is less

    @property
    def blames(self) -> bool:
        """Whether the round should have been another."""
        return self.stage is not None or bool(self.less) or self.nearer is not None or self.better is not None


class Ladder(Frozen):
    """The proofs about one round. In round 1 there is one group without sides (D5)."""

    ties: Ties
    order: Sequence[int]
    seen: Crossing
    first_round: bool = False
    choices: Choices = DEFAULT
    compares: bool = True  # all exchanges between pyramids are compared, since the second edition (D7.2)

    def layout(self, swap: Swap) -> list[Pyramid]:
        if self.first_round:
            return [Pyramid(self.order, frozenset())]
        return pyramids(self.order, swap, self.choices)

    def verdict(self, made: Rung) -> LadderVerdict:
        found = LadderVerdict()
        most = 0 if self.first_round or not upper_size(len(self.order)) else MOST_EXCHANGES
        crowded = self.ties.least_broken(self.order) > 0
        first = self.choices.exchange_first
        for stage in stages_below(self.ties.kinds, made, most, compares=self.compares, exchange_first=first):
            if crowded and stage.gravest > HARD:
                continue  # whatever is exchanged, a hard wish is broken
            tables, proved = self._round_on(stage)
            if tables is not None:
                found.stage, found.tables = stage, tables
                return found
            if not proved:
                found.undecided.append(stage)
        if made.exchanges <= most:
            self._count(found)
        if self.compares and made.exchanges <= most and (made.exchanges or made.gravest <= FORCED < most):
            tables = [*self.seen.upper, *self.seen.lower]
            compared = better_exchange(self.ties, self.order, self.seen.swap, tables, self.layout)
            found.better = compared.better
            if not compared.every:
                found.counted = self._counted(tables)
                if first and made.gravest == FREE:
                    self._nearest_clean(found, made)
        elif 0 < made.exchanges <= most:
            self._nearest(found)
        return found

    def _counted(self, tables: Sequence[Sides]) -> tuple[int, int] | None:
        """D7.2b: the hard wishes that are broken, where counting alone would let another exchange break fewer."""
        broken, cut = self.ties.harms_of(tables).count(HARD), upper_size(len(self.order))
        upper, lower = frozenset(self.order[:cut]), frozenset(self.order[cut:])
        if self.choices.across:
            least = self.ties.least_broken(self.order)
        else:
            least = least_exchanged(self.ties.clubs, upper, lower, MOST_EXCHANGES)
        return (broken, least) if broken > least else None

    def _round_on(self, stage: Rung) -> Answer:
        """A whole round on that step; of the exchanges between pyramids, the nearest first."""
        purse = Budget(BUDGET)
        proved = all_swaps(self.order, stage.exchanges)
        for swap in swaps(self.order, stage.exchanges):
            answer = self._round_with(swap, stage.gravest, purse)
            if answer.tables is not None:
                return answer
            proved = proved and answer.proved
            if purse.empty:
                return NOT_PROVED
        return Answer(None, proved)

    def _round_with(self, swap: Swap, gravest: int, purse: Budget) -> Answer:
        """One pyramid that is impossible is enough for a proof."""
        layout = self.layout(swap)
        answers = []
        for pyramid, tables in zip(layout, seated_in(layout, self.seen), strict=True):
            answers.append(self._seated(pyramid, tables if self._conforms(swap) else (), gravest, purse))
            if answers[-1] == Answer(None):
                return answers[-1]
        if any(answer.tables is None for answer in answers):
            return NOT_PROVED
        return Answer([sides for answer in answers for sides in answer.tables or ()])

    def _conforms(self, swap: Swap) -> bool:
        """Whether the tables of the round are such as this exchange leads to: those across pyramids are not moved."""
        return not self.choices.across or swap == self.seen.swap

    def _seated(self, pyramid: Pyramid, tables: Sequence[Sides], gravest: int, purse: Budget) -> Answer:
        if gravest > HARD and self.ties.least_broken(pyramid.players):
            return Answer(None)
        if len(pyramid.players) <= WHOLE:
            answer = asked(Question(pyramid, gravest, misplaced=_SEATS), self.ties, purse)
            if answer != NOT_PROVED:
                return answer
        return self._repaired(pyramid, tables, gravest, purse) if tables else NOT_PROVED

    def _repaired(self, pyramid: Pyramid, tables: Sequence[Sides], gravest: int, purse: Budget) -> Answer:
        """One offending table after the other, rearranged with some others."""
        now = list(tables) if pyramid.misplaced(tables) <= _SEATS else pyramid.ideal()
        draw = Draw(self.ties.round, "check", gravest)
        while offending := [at for at, sides in enumerate(now) if self._gravest([sides]) < gravest]:
            for group in _groups(offending[0], len(now), draw):
                better = self._rearranged(pyramid, now, group, gravest, purse)
                if better is not None:
                    now = [sides for at, sides in enumerate(now) if at not in group] + better
                    break
            else:
                return NOT_PROVED
        return Answer(now)

    def _rearranged(
        self,
        pyramid: Pyramid,
        tables: Sequence[Sides],
        group: set[int],
        gravest: int,
        purse: Budget,
        caps: tuple[int, ...] = (),
    ) -> list[Sides] | None:
        players = [player for at in sorted(group) for side in tables[at] for player in side]
        elsewhere = pyramid.misplaced([sides for at, sides in enumerate(tables) if at not in group])
        some = pyramid.part(players)
        if purse.empty or (pyramid.better and len(some.better) in (0, len(players))):
            return None
        if pyramid.upper and len(some.upper) * 2 != len(players) - 4 * (pyramid.head in players):
            return None  # not tables of the one against the other
        own = Budget(min(LOCAL_BUDGET, purse.left))
        purse.left -= own.left
        answer = asked(Question(some, gravest, caps, _SEATS - elsewhere), self.ties, own)
        purse.left += max(0, own.left) - 1
        return answer.tables

    # --- only as many pairs as necessary (D7.1) ------------------------------------------------------------

    def _count(self, found: LadderVerdict) -> None:
        layout = self.layout(self.seen.swap)
        for pyramid, tables in zip(layout, seated_in(layout, self.seen), strict=True):
            harms = self.ties.harms_of(tables)
            if not harms:
                continue
            answer = self._fewer(pyramid, tables)
            if answer.tables is not None:
                possible = len(self.ties.harms_of(answer.tables))
                small = len(pyramid.players) <= WHOLE
                found.less.append(Less(len(harms), possible, self._relaxed(tables), answer.tables, small))
            found.count_undecided |= not answer.proved

    def _fewer(self, pyramid: Pyramid, tables: Sequence[Sides]) -> Answer:
        """Fewer relaxed pairs, or as many and milder ones; of no kind or graver more than now."""
        harms = self.ties.harms_of(tables)
        least = self.ties.least_broken(pyramid.players)
        open_ = [caps for caps in stricter(harms, self.ties.kinds) if min(caps) >= least]
        if not open_:
            return Answer(None)
        if len(pyramid.players) <= WHOLE:
            purse, proved = Budget(BUDGET), True
            for caps in open_:
                answer = asked(Question(pyramid, min(harms), caps, _SEATS), self.ties, purse)
                if answer.tables is not None:
                    return answer
                proved = proved and answer.proved
            if proved:
                return Answer(None)
        return self._locally_fewer(pyramid, tables)

    def _locally_fewer(self, pyramid: Pyramid, tables: Sequence[Sides]) -> Answer:
        draw, purse = Draw(self.ties.round, "check", "fewer"), Budget(BUDGET)
        for relaxed in [at for at, sides in enumerate(tables) if self.ties.harms(sides)]:
            for group in _groups(relaxed, len(tables), draw):
                harms = self.ties.harms_of([tables[at] for at in group])
                caps = next(stricter(harms, self.ties.kinds))
                better = self._rearranged(pyramid, tables, group, min(harms), purse, caps)
                if better is not None:
                    return Answer([sides for at, sides in enumerate(tables) if at not in group] + better)
        return NOT_PROVED

    def _nearest(self, found: LadderVerdict) -> None:
        """An exchange that goes less far and needs no more harm in either pyramid (D7.2)."""
        own = seated_in(self.layout(self.seen.swap), self.seen)
        limits = [cumulated(self.ties.harms_of(tables), self.ties.kinds) for tables in own]
        purse = Budget(BUDGET)
        for swap in nearer(self.order, self.seen.swap):
            pairs = zip(self.layout(swap), limits, strict=True)
            if all(self._within(pyramid, caps, purse) for pyramid, caps in pairs):
                found.nearer = swap
            if found.nearer or purse.empty:
                return

    def _nearest_clean(self, found: LadderVerdict, made: Rung) -> None:
        """An exchange that goes less far and needs no window relaxed either (D10.6)."""
        purse = Budget(BUDGET)
        proved = all_swaps(self.order, made.exchanges)
        for swap in nearer(self.order, self.seen.swap):
            answer = self._round_with(swap, self.ties.kinds, purse)
            if answer.tables is not None:
                found.nearer = swap
                return
            proved = proved and answer.proved and not purse.empty
        if not proved:
            found.undecided.append(Rung(self.ties.kinds, made.exchanges))

    def _within(self, pyramid: Pyramid, caps: tuple[int, ...], purse: Budget) -> bool:
        if len(pyramid.players) > WHOLE:
            return False
        return asked(Question(pyramid, HARD, caps, _SEATS, wishes=True), self.ties, purse).tables is not None

    def _gravest(self, tables: Sequence[Sides]) -> int:
        return min(self.ties.harms_of(tables), default=self.ties.kinds)

    def _relaxed(self, tables: Sequence[Sides]) -> tuple[int, ...]:
        return tuple(player for sides in tables if self.ties.harms(sides) for side in sides for player in side)


def stricter(harms: Sequence[int], kinds: int) -> Iterator[tuple[int, ...]]:
    """The caps for less harm than this: one pair fewer; then as many, but one fewer of some kind and all graver."""
    made = cumulated(harms, kinds)
    for first in [kinds - 1, *(at for at in range(kinds - 1) if made[at] > (made[at - 1] if at else 0))]:
        yield tuple(min(count, made[first] - 1) if at <= first else count for at, count in enumerate(made))


def _groups(at: int, count: int, draw: Draw) -> list[set[int]]:
    """The table with its neighbours, then with others by lot."""
    size = min(AT_ONCE, count)
    first = max(0, min(at - size // 2, count - size))
    found = [set(range(first, first + size))]
    others = [other for other in range(count) if other != at]
    while len(found) < ATTEMPTS and others:
        chosen = {at}
        while len(chosen) < size:
            chosen.add(draw.choice(others))
        found.append(chosen)
    return found
