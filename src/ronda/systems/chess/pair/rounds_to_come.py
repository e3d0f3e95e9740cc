"""chess: the rounds still to come, as far as they are known (C5.4): who will play, who has not met whom, which plan was
kept, and whether counting alone guarantees them (C3.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ronda.core.book import Book
from ronda.core.values import Frozen
from ronda.systems.chess.field import ahead_of, pausing
from ronda.systems.chess.kept_plan import kept
from ronda.systems.chess.pair.plan import Pair, Stage, Task, circle, pair_of


class Outlook(Frozen, frozen=True):
    """Players by place: first those of the round to be made in their order, then whoever pauses; the last place is the
    bye. `later`: who plays in each of the rounds after this one; `rounds`: how many these are."""

    ids: Sequence[int]
    now: AbstractSet[int]
    later: frozenset[int]
    rounds: int
    unmet: Sequence[AbstractSet[int]]
    fresh: AbstractSet[int]  # who may rest by C4.3 and C4.4
    plan: Sequence[Stage]  # what is left of the one that was kept with the last round, this round first

    @property
    def bye(self) -> int:
        return len(self.ids)

    @property
    def odd(self) -> bool:
        return self.bye in self.now or self.bye in self.later

    def too_few(self, rounds: int, *, often: bool) -> bool:
        """Whether counting rules out this round and so many after it: somebody plays more often than there are
        opponents left, the bye among them where there is one; or, where anybody may rest, all rest too often."""
        missing = [(v in self.now) + rounds - len(others) for v, others in enumerate(self.unmet)]
        byes = (self.bye in self.now) + rounds * (self.bye in self.later)
        if often:
            return sum(lack for lack in missing if lack > 0) > byes
        return byes > len(self.fresh) or any(lack > (byes > 0 and v in self.fresh) for v, lack in enumerate(missing))

    @property
    def sure(self) -> int:
        """How many rounds after this one there are whatever is played, by counting (Dirac 1952)."""
        size, resting = len(self.ids), len(self.ids) % 2
        left = min(map(len, self.unmet)) - resting  # opponents, whoever rests; one fewer with every round
        return max(0, min(self.rounds, left - (size - resting) // 2))

    def task(self, rounds: int, *, often: bool, after: Stage | None = None) -> Task:
        """This round and the next ones, `rounds` in all; or those after a round of these pairs."""
        resting = frozenset(range(self.bye)) if often else self.fresh
        open_ = [set(others) for others in self.unmet] + [set(resting)]
        for player in resting:
            open_[player].add(self.bye)
        for a, b in after or ():
            if not (often and b == self.bye):
                open_[a].discard(b)
                open_[b].discard(a)
        wanted = [self.later] * rounds if after is not None else [self.now, *[self.later] * (rounds - 1)]
        return Task(wanted, open_, self.bye, often)

    def start(self, first: Stage, rounds: int) -> list[Stage]:
        """The plan to begin with when all rounds after `first` are to be planned."""
        if self.plan:
            return list(self.plan)
        if not any(len(others) < self.bye - 1 for others in self.unmet) and self.later == self.now:
            return circle(sorted(self.now), first, rounds)
        return []

    def by_id(self, stage: Stage) -> list[tuple[int, int]]:
        """The pairs without the bye."""
        return sorted((self.ids[a], self.ids[b]) for a, b in stage if b != self.bye)


def outlook_of(book: Book, order: Sequence[int]) -> Outlook | None:
    """What lies ahead after the round of these players; None where this is the last round, or where counting guarantees
    all the others. Whoever plays now is counted on for all of them, and so is who only pauses: what else was announced
    may not have been known yet when a round of a file was made."""
    ids = [*order, *pausing(book)]
    rounds = book.rounds - book.round
    met = {player: frozenset(book.met(player)) for player in ids}
    if not rounds or _sure([set(order), *[set(ids)] * rounds], met):
        return None
    place = {player: at for at, player in enumerate(ids)}
    bye = len(ids)

    def seated(pool: AbstractSet[int]) -> frozenset[int]:
        return frozenset(place[player] for player in pool) | ({bye} if len(pool) % 2 else frozenset())

    ahead = ahead_of(book, ids)
    return Outlook(
        ids=ids,
        now=seated(ahead.now),
        later=seated(ahead.later),
        rounds=rounds,
        unmet=[frozenset(place[other] for other in ahead.unmet[player]) for player in ids],
        fresh=frozenset(place[player] for player in ahead.fresh),
        plan=_kept(book, place, bye),
    )


def _sure(pools: Sequence[AbstractSet[int]], met: Mapping[int, AbstractSet[int]]) -> bool:
    """Whether everybody has at least half of those at tables left as opponents, even in the last round, whoever rests
    and whoever is met until then (Dirac 1952)."""
    for until, pool in enumerate(pools):
        seats = len(pool) - len(pool) % 2
        most = max(len(met[player] & pool) for player in pool) + until
        if 2 * (seats - 1 - most) < seats:
            return False
    return True


def _kept(book: Book, place: Mapping[int, int], bye: int) -> list[Stage]:
    """The plan that the last round tells of, with those players who are still there; who has nobody in it rests."""
    stages = []
    for pairs in kept(book.told) or ():
        stage: set[Pair] = {pair_of(place[a], place[b]) for a, b in pairs if a in place and b in place}
        alone = set(place.values()).difference(*stage)
        stages.append(frozenset(stage | {(at, bye) for at in alone} if len(alone) == 1 else stage))
    return stages
