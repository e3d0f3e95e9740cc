"""chess: completion over the rounds still to come (C5.4): who will play in them, who has not met whom, which plan was
kept, and whether counting alone guarantees them (C3.2).

Of the rounds in the rulebook's order the first is taken after which all remaining rounds can be made without a rematch;
where that is no longer possible, because players came or went, as many of them as can be. Only rematches count for the
rounds to come: colours and wishes are looked at when their time comes. A free point comes to those who have had the
fewest (C4.3, C4.4), also in the rounds to come; only where they cannot be made so, to anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ronda.core import Book, Draw, Frozen, Reason, replace
from ronda.pairing.least_harm import Packing
from ronda.systems.chess.field import CODE, ahead_of, bye_candidates, kept, pausing, written
from ronda.systems.chess.pair.ladder import Ballot, Ordered, Pairing, ballot_of, in_order, pairing_of
from ronda.systems.chess.pair.plan import (
    NOBODY,
    Effort,
    Exhausted,
    Pair,
    Stage,
    Task,
    circle,
    fits,
    mend,
    nearest,
    pair_of,
    removed,
    too_few_left,
)
from ronda.systems.chess.pair.plan_search import MOST_EXACT, countable, enough_opponents, exact_plan, improved


class Outlook(Frozen):
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
    for pairs in kept(book.round_reasons) or ():
        stage: set[Pair] = {pair_of(place[a], place[b]) for a, b in pairs if a in place and b in place}
        alone = set(place.values()).difference(*stage)
        stages.append(frozenset(stage | {(at, bye) for at in alone} if len(alone) == 1 else stage))
    return stages


MOST_ROUNDS = 5_000  # how many rounds are tried in small fields before the plan's own is taken
_WORK = 200_000  # in larger ones: players times pairs times rounds tried
_LEAST_ROUNDS = 3
_SHORTER = 3  # how many times it may stay open whether so many rounds can be planned
SEARCH = 400_000  # units that the searches of one round may spend together, in fields that are not tried out
EXCHANGES = 250_000  # the same for the exchanges within a plan


class _Level(Frozen):
    """How many rounds after this one are wanted, and whether anybody may rest."""

    rounds: int
    often: bool


class _Found(Frozen):
    """A round and the plan for those after it; `of_plan`: it was taken from a plan, not found in its order."""

    pairs: tuple[Pair, ...]
    later: Sequence[Stage]
    of_plan: bool = False


def with_later_rounds(book: Book, order: Sequence[int], outlook: Outlook, today: Pairing) -> Pairing:
    """The round for the longest outlook there is; `today` is the first choice if no later round counted."""
    search = _Search(book, order, outlook, today)
    found = search.longest()
    if found is not None:
        return search.told(*found)
    return replace(today, reasons=(*search.ahead(0), *search.left_open()))


def secured(book: Book, order: Sequence[int], outlook: Outlook, today: Pairing) -> int:
    """How many rounds after this one are known to be possible."""
    found = _Search(book, order, outlook, today).longest()
    return outlook.sure if found is None else max(outlook.sure, found[1].rounds)


class _Search:
    """Everything that is asked while one round is made. Pairs have places in the order of the round, with the bye after
    the last player."""

    def __init__(self, book: Book, order: Sequence[int], outlook: Outlook, today: Pairing) -> None:
        self.book, self.order, self.outlook, self.today = book, order, outlook, today
        self.exact = outlook.bye + outlook.odd <= MOST_EXACT
        self.draw = Draw(0, "C5.4", book.round)  # the history alone decides, not the seed of the event
        self.first = self._places(today)
        self.effort = Effort(None if self.exact else SEARCH)
        self.undecided = 0  # how many questions stayed open
        self.lengths_open = 0  # for how many levels it stayed open whether the rounds can be planned
        self._ballots: dict[bool, Ballot] = {}

    def levels(self) -> Iterator[_Level]:
        """The longest outlook first; for each first with the byes as they should be."""
        for rounds in range(self.outlook.rounds, 0, -1):
            for often in (False, True) if self.outlook.odd else (False,):
                if not self.outlook.too_few(rounds, often=often):
                    yield _Level(rounds, often)

    def longest(self) -> tuple[_Found, _Level] | None:
        """The first round of the longest outlook that one is found for, and that outlook."""
        for level in self.levels():
            try:
                found = self.at(level)
            except Exhausted:
                self.undecided += 1
                self.lengths_open += 1
                if self.lengths_open == _SHORTER or self.effort.spent:
                    return None
                continue
            if found is not None:
                return found, level
        return None

    def at(self, level: _Level) -> _Found | None:
        """The first round after which the later ones can be made; None where there is none. Raises `Exhausted`."""
        if self._first_at(level):
            later = self._known(self.first, level)
            if later is not None:
                return _Found(self.first, later)
        whole = self._plan(self.outlook.task(level.rounds + 1, often=level.often), self.outlook.plan)
        if whole is None:
            return None
        ballot = self.ballot(often=level.often)
        try:
            found = self._in_order(ballot, level)
        except Exhausted:
            found = None
        return found or self._from_plan(whole, ballot)

    def _in_order(self, ballot: Ballot, level: _Level) -> _Found | None:
        """The rounds of the ballot one after the other. A pair that no round with a future has is barred as soon as it
        is known; then the order begins anew without it."""
        failed: set[tuple[Pair, ...]] = set()
        judged: dict[Pair, bool] = {}
        while True:
            left = ballot.without({pair for pair, fine in judged.items() if not fine})
            for round_ in in_order(left, self.effort):
                if round_.pairs in failed:
                    continue
                later = self._known(round_.pairs, level)
                if later is not None:
                    return _Found(round_.pairs, later)
                failed.add(round_.pairs)
                if len(failed) >= self._most(ballot):
                    return None
                fresh = [pair for pair in round_.pairs if pair not in judged]
                judged |= {pair: self._fine(pair, level) for pair in fresh}
                if not all(judged[pair] for pair in fresh):
                    break
            else:
                return None

    def _fine(self, pair: Pair, level: _Level) -> bool:
        """Whether counting does not already show that no later rounds exist if these two meet now."""
        stage = self._stage([pair])
        later = self.outlook.task(level.rounds, often=level.often, after=stage)
        seated = frozenset(place for pair in stage for place in pair)
        task = replace(later, rounds=[self.outlook.now - seated, *later.rounds])
        return not self.exact or not countable(task) or enough_opponents(task, self.effort)

    def _first_at(self, level: _Level) -> bool:
        """Whether the first choice of today is the first of this level too."""
        at = next((a for a, b in self.first if b == len(self.order)), None)
        return not level.often and (at is None or at in self.outlook.fresh)

    def ballot(self, *, often: bool) -> Ballot:
        if often not in self._ballots:
            resting = bye_candidates(self.book, self.order, anybody=often) if len(self.order) % 2 else []
            self._ballots[often] = ballot_of(self.book, self.order, resting)
        return self._ballots[often]

    def _most(self, ballot: Ballot) -> int:
        if self.exact:
            return MOST_ROUNDS
        return max(_WORK // (ballot.size * len(ballot.harm)), _LEAST_ROUNDS)

    # --- plans ---------------------------------------------------------------------------------------------

    def _stage(self, pairs: Sequence[Pair]) -> Stage:
        """The pairs of this round in the places of the outlook: the bye is the last of them."""
        size = len(self.order)
        return frozenset((a, self.outlook.bye if b == size else b) for a, b in pairs)

    def _table(self, pair: Pair) -> Pair:
        """The other way: a pair of the outlook in the places of this round. Who pauses has none there."""
        a, b = pair
        size = len(self.order)
        return a, size if b == self.outlook.bye else NOBODY if b >= size else b

    def _known(self, pairs: Sequence[Pair], level: _Level) -> list[Stage] | None:
        """The same where it is enough not to know of one."""
        try:
            return self._later(pairs, level)
        except Exhausted:
            self.undecided += 1
            return None

    def _later(self, pairs: Sequence[Pair], level: _Level) -> list[Stage] | None:
        """A plan for the rounds after one of these pairs."""
        made = self._stage(pairs)
        start = self.outlook.start(made, level.rounds)
        if len(start) > level.rounds:
            start.pop(nearest(start, made))
        return self._plan(self.outlook.task(level.rounds, often=level.often, after=made), removed(start, made))

    def _plan(self, task: Task, start: Sequence[Sequence[Pair] | Stage]) -> list[Stage] | None:
        """A plan, None where there is none. Raises `Exhausted` where it is not known. What fits as it is costs nothing:
        a field that does not change always has a plan."""
        whole = [frozenset(stage) for stage in start[: len(task.rounds)]]
        if fits(task, whole):
            return whole
        draw = self.draw.about("mend", len(task.rounds))
        found = mend(task, start, draw, self.effort, steps=4)
        if found is not None or too_few_left(task) or (countable(task) and not enough_opponents(task, self.effort)):
            return found
        found = mend(task, start, draw, self.effort, attempts=3)
        if found is not None:
            return found
        return exact_plan(task, self.effort)

    def _from_plan(self, whole: Sequence[Stage], ballot: Ballot) -> _Found | None:
        """The best round that exchanges within the plan lead to. It is costed as the rulebook orders rounds: the harm,
        then from the top how well each player likes the opponent."""
        likings = Packing.of((ballot.size + 1,) * ballot.size)

        def cost(pair: Pair) -> int | None:
            a, b = self._table(pair)
            if (a, b) not in ballot.harm:
                return None  # met, or one of the two pauses
            return ballot.harm[a, b] * likings.full + ballot.rank(a, b) * likings.units[a]

        found = improved(whole, cost, self.draw.about("exchange"), Effort(None if self.exact else EXCHANGES))
        if found is None:
            return None
        pairs = tuple(sorted(map(self._table, found[0])))
        return _Found(pairs, found[1:], of_plan=True)

    # --- what is told --------------------------------------------------------------------------------------

    def _places(self, made: Pairing) -> tuple[Pair, ...]:
        place = {player: at for at, player in enumerate(self.order)}
        seated = made.seated.order
        pairs = [(place[seated[c.player]], place[seated[c.opponent]]) for c in made.choices]
        return tuple(sorted([*pairs, *((place[player], len(self.order)) for player in made.resting)]))

    def told(self, found: _Found, level: _Level) -> Pairing:
        """The pairing with what is to be said about the rounds to come."""
        outlook = self.outlook
        facts = {"rounds": level.rounds, **written(outlook.ids, map(outlook.by_id, found.later))}
        reasons = [Reason(CODE, "C5.4", facts)]
        if level.rounds < outlook.rounds:
            reasons += self.ahead(level.rounds)
        if found.of_plan:
            reasons.append(Reason("taken_from_plan", "C5.4"))
        else:
            reasons += self.left_open()
        if found.pairs == self.first:
            return replace(self.today, reasons=tuple(reasons))
        ballot = self.ballot(often=level.often)
        round_ = ballot.placed(found.pairs)
        made = pairing_of(self.book, self.order, ballot.choices(round_), {"ahead": level.rounds})
        return replace(made, reasons=tuple(reasons), spared=self._spared(ballot, round_))

    def ahead(self, rounds: int) -> tuple[Reason, ...]:
        """That not all rounds can be made any more; or, where the search ended before it knew, how many surely can."""
        planned = self.outlook.rounds
        if not self.lengths_open:
            return (Reason("rounds_ahead_short", "C5.4", {"rounds": rounds, "planned": planned}),)
        sure = max(rounds, self.outlook.sure)
        return (Reason("rounds_ahead_open", "C5.4", {"rounds": sure, "planned": planned}),)

    def left_open(self) -> tuple[Reason, ...]:
        """That the search ended before it knew everything, if it did."""
        return (Reason("search_ended", "C5.4", {"undecided": self.undecided}),) if self.undecided else ()

    def _spared(self, ballot: Ballot, round_: Ordered) -> frozenset[tuple[int, int]]:
        """Who was liked better and did not come for the sake of the rounds to come; in larger fields, where it would
        take long to tell, of this round as well. By id, the bye is 0."""
        ids = [*self.order, 0]
        found = set()
        for at, choice in enumerate(ballot.choices(round_)):
            for other in choice.rejected:
                if not self.exact or ballot.completes(round_, at, choice.player, other):
                    found.add((ids[choice.player], ids[other]))
        for other in bye_candidates(self.book, self.order) if len(self.order) % 2 else []:
            at = self.order.index(other)
            if (at, len(self.order)) not in round_.pairs and ballot.completes(round_, 0, at, len(self.order)):
                found.add((other, 0))
        return frozenset(found)
