"""melee: a round that breaks no hard wish which any round keeps (S3).

Partners are drawn first and the teams set then. Where the best setting still breaks a hard wish about opponents,
other partners may keep it: by another lot, and else whole rounds are compared, with everybody who may rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from heapq import heapify, heapreplace

from ronda.core import Book, Draw, Frozen, Table, replace
from ronda.systems.melee.pair.opponents import tables_of
from ronda.systems.melee.pair.partners import Outlook, Partnering, partnering
from ronda.systems.melee.pair.plan import PlannedRound, secured, secured_rounds, stage_of
from ronda.systems.melee.pair.relations import Field, Queue
from ronda.systems.melee.pair.whole_rounds import Arrangement, WholeRounds, comparable, descended, prices_of, reseated
from ronda.systems.melee.rules import AT_A_TABLE

# Bounds of the search, in tries and never in time (S5); what they mean together is told in docs/design/melee-search.md.
_REDRAWS = 8  # M4.3: further lots for the partners, before whole rounds are compared (S3),
_PLANNED_REDRAWS = 2  # M4.4: and where each lot needs a plan of the later rounds
_RESTING_SETS = 12  # M3.4, M4.4: sets of resting players of least harm that are tried for the sake of the later rounds
_ROUNDS_A_SET = 6  # S3, M4.4: rounds of least harm drawn for each of these sets; and dead ends whose length is measured
_ROUNDS_JUDGED = 16  # M4.4: rounds of least harm of which is asked whether the later ones can be drawn
_EXCHANGES_A_SHAKE = 3  # S3: exchanges by lot from which a new descent starts
_DESCENT_PLAYERS = 1800  # S3: players in all descents after the first ones: the larger the field, the fewer descents


class Draft(Frozen):
    """A round before its reasons are given."""

    made: Partnering
    tables: Sequence[Table]


class DraftBasis(Frozen, dict=True):
    """What every draft of the round begins with, and what it costs."""

    book: Book
    field: Field
    queue: Queue
    outlook: Outlook

    def draft(self, draw: Draw) -> Draft:
        return self.seated(partnering(self.field, self.queue, self.outlook, draw), draw)

    def seated(self, made: Partnering, draw: Draw) -> Draft:
        return Draft(made, tables_of(self.book, self.field, made.stage, draw))

    def arrangement(self, draft: Draft) -> Arrangement:
        place = {player: at for at, player in enumerate(self.field.order)}
        seats = tuple(place[player] for table in draft.tables for player in table.players)
        return Arrangement(seats, draft.made.stage.resting)

    def cost(self, arranged: Arrangement) -> int:
        return prices_of(self.field, arranged.resting).round(arranged.seats)

    def grave(self, draft: Draft) -> int:
        return prices_of(self.field, draft.made.stage.resting).grave(self.cost(self.arrangement(draft)))

    @cached_property
    def floor(self) -> int:
        """What is grave in any round at least, by counting how many of a club there are."""
        field = self.field
        broken = least_broken(field.hard, field.rivals, field.resting)
        prices = prices_of(field, self.queue.first_choice)
        return prices.grave(broken * prices.packing.units[0])

    def at_floor(self, draft: Draft) -> bool:
        """Whether no round does less harm, with the first choice of free games."""
        return draft.made.stage.resting == self.queue.first_choice and self.grave(draft) == self.floor

    @property
    def tries(self) -> int:
        return max(_DESCENT_PLAYERS // len(self.field.order), 1)

    def moved(self, stage: PlannedRound, *, harmless: bool) -> Partnering:
        """`harmless`: whether the first choice of free games would have done no more harm."""
        if stage.resting == self.queue.first_choice:
            return Partnering(stage)
        return Partnering(stage, moved="no_plan" if harmless else "hard_wish")


def keeping_wishes(basis: DraftBasis, first: Draft, draw: Draw) -> Draft:
    """The first draft, unless it breaks a hard wish; then the best that is found."""
    if not prices_of(basis.field, first.made.stage.resting).broken(basis.cost(basis.arrangement(first))):
        return first
    small = comparable(basis.field, basis.queue)
    if not small and basis.at_floor(first):
        return replace(first, made=replace(first.made, compared="some"))
    dear = small and basis.outlook.planned  # a lot with a plan costs more than the comparison
    others = [] if dear else list(_redrawn(basis, first, draw))
    if others and basis.grave(others[-1]) == 0:
        return others[-1]
    if small:
        return _least_of_all(basis, first, draw.about("whole"))
    return _least_found(basis, [first, *others], draw.about("exchanged"))


def _redrawn(basis: DraftBasis, first: Draft, draw: Draw) -> Iterator[Draft]:
    """Other lots for the partners, until nothing is broken. Where the partners alone do harm, there is no lot."""
    field, stage = basis.field, first.made.stage
    prices = prices_of(field, stage.resting)
    if any(prices.grave(prices.partners(a, b)) for a, b in stage.teams):
        return
    for attempt in range(min(_PLANNED_REDRAWS if basis.outlook.planned else _REDRAWS, basis.tries)):
        draft = basis.draft(draw.about("again", attempt))
        yield draft
        if basis.grave(draft) == 0:
            return


# --- small fields ------------------------------------------------------------------------------------------


def _least_of_all(basis: DraftBasis, first: Draft, draw: Draw) -> Draft:
    """All rounds compared: the fewest hard wishes broken, then halves, repeated partners, then the first choice of
    free games, soft wishes, a lot; of all that do no more harm one that leaves the later rounds possible."""
    rounds = WholeRounds(basis.field)
    least, choices = _least_choices(basis, rounds)
    resting, planned = first.made.stage.resting, basis.outlook.planned
    if basis.grave(first) == least and (resting == choices[0] or (planned and resting in choices)):
        return replace(first, made=replace(first.made, compared="all"))
    stage, planned = _ahead(basis, _least_rounds(basis, rounds, choices, draw))
    made = basis.moved(stage, harmless=basis.queue.first_choice in choices)
    return basis.seated(replace(made, planned=planned, compared="all"), draw)


def _least_choices(basis: DraftBasis, rounds: WholeRounds) -> tuple[int, list[tuple[int, ...]]]:
    """The least grave harm, and the choices of resting players with it, the first choice first."""
    least, choices = -1, list[tuple[int, ...]]()
    for resting in basis.queue.choices():
        grave = prices_of(basis.field, resting).grave(rounds.least(resting))
        if least < 0 or grave < least:
            least, choices = grave, []
        if grave == least:
            choices.append(resting)
        if least == 0 and not basis.outlook.planned and resting == basis.queue.first_choice:
            break
    return least, sorted(choices, key=basis.queue.levels)  # the lot stands among level ones


def _least_rounds(
    basis: DraftBasis, rounds: WholeRounds, choices: Sequence[tuple[int, ...]], draw: Draw
) -> Iterator[PlannedRound]:
    """Some rounds of least harm; soft wishes are left out of account at the end: the later rounds are a rule."""
    searches = [rounds, WholeRounds(basis.field, soft=False)] if any(basis.field.soft) else [rounds]
    for at, search in enumerate(searches):
        for resting in choices[:_RESTING_SETS]:
            for sample in range(_ROUNDS_A_SET):
                yield search.drawn(resting, draw.about("M4", at, sample, *resting))


def _ahead(basis: DraftBasis, stages: Iterable[PlannedRound]) -> tuple[PlannedRound, int | None]:
    """The first of the stages after which as many rounds can be drawn as were planned (M4.4); else the one after
    which the most can. Hard wishes come before the plan."""
    planned = basis.outlook.planned
    if not planned:
        return next(iter(stages)), planned
    dead_ends: list[PlannedRound] = []
    for stage in stages:
        if stage in dead_ends:
            continue
        if secured(basis.field, stage, planned):
            return stage, planned
        dead_ends.append(stage)
        if len(dead_ends) == _ROUNDS_JUDGED:
            break
    lengths = [(secured_rounds(basis.field, stage, planned - 1), stage) for stage in dead_ends[:_ROUNDS_A_SET]]
    most = max(length for length, _ in lengths)
    return next((stage, length) for length, stage in lengths if length == most)


# --- large fields ------------------------------------------------------------------------------------------


def _least_found(basis: DraftBasis, drafts: Sequence[Draft], draw: Draw) -> Draft:
    """Every draft made better by exchanges, and the best of them; the first one, if none is better."""
    found: list[Draft] = []
    for at, draft in enumerate(drafts):
        found.append(_settled(basis, draft, draw.about(at)))
        if _harm(basis, found[-1]) == (0, basis.queue.levels(basis.queue.first_choice)) and not basis.outlook.planned:
            break
        if basis.at_floor(found[-1]) and not basis.outlook.planned:
            break
    least = min(map(basis.grave, found))
    if least and not any(map(basis.at_floor, found)):
        found.append(_shaken(basis, min(found, key=basis.grave), draw.about("shaken")))
        least = min(least, basis.grave(found[-1]))
    best = [_lowered(basis, draft, draw.about(at)) for at, draft in enumerate(found) if basis.grave(draft) == least]
    best.sort(key=lambda draft: _harm(basis, draft))
    if _harm(basis, drafts[0]) <= _harm(basis, best[0]):
        return replace(drafts[0], made=replace(drafts[0].made, compared="some"))
    best = [draft for draft in best if basis.grave(draft) == basis.grave(best[0])]
    stage, planned = _ahead(basis, [draft.made.stage for draft in best])
    chosen = next(draft for draft in best if draft.made.stage == stage)
    same = any(draft.made.stage.resting == basis.queue.first_choice for draft in best)
    made = basis.moved(stage, harmless=same)
    return replace(chosen, made=replace(made, planned=planned, compared="some"))


def _harm(basis: DraftBasis, draft: Draft) -> tuple[int, tuple[int, ...]]:
    return basis.grave(draft), basis.queue.levels(draft.made.stage.resting)


def _settled(basis: DraftBasis, draft: Draft, draw: Draw) -> Draft:
    """The draft after exchanges. The new teams are set anew (M5.2), and the exchanges go on from there."""
    while True:
        before = basis.arrangement(draft)
        after = descended(basis.field, basis.queue, before)
        if basis.cost(after) >= basis.cost(before):
            return draft
        draft = _set_anew(basis, after, draw)


def _shaken(basis: DraftBasis, draft: Draft, draw: Draw) -> Draft:
    """The best of many descents, each from the best so far with some players exchanged by lot, also with level
    ones who rest."""
    queue = basis.queue
    for shake in range(basis.tries):
        if not basis.grave(draft):
            break
        lots = draw.about(shake)
        arranged = basis.arrangement(draft)
        seats, resting = list(arranged.seats), set(arranged.resting)
        for _ in range(_EXCHANGES_A_SHAKE):
            here, there = lots.below(len(seats)), lots.below(len(seats))
            seats[here], seats[there] = seats[there], seats[here]
        for rests in sorted(resting):
            at = lots.below(len(seats))
            if rests in queue.level and queue.level.get(seats[at]) == queue.level[rests]:
                resting ^= {rests, seats[at]}
                seats[at] = rests
        start = Arrangement(tuple(seats), tuple(sorted(resting)))
        other = _settled(basis, _set_anew(basis, start, lots), lots)
        if _harm(basis, other) <= _harm(basis, draft):
            draft = other
    return draft


def _lowered(basis: DraftBasis, draft: Draft, draw: Draw) -> Draft:
    """The same with lower-ranked players resting (M3.3), as far as that does no more harm: one after the other, and
    at last with those whom the ranks and the list name. It ends where nothing is better, so that whoever starts
    from these free games finds nothing better either."""
    queue = basis.queue
    for v in queue.candidates[: basis.tries]:
        resting = draft.made.stage.resting
        above = [r for r in resting if r in queue.level and queue.level[r] > queue.level[v]]
        if above and v not in resting:
            highest = max(above, key=queue.level.__getitem__)
            draft = _with_resting(basis, draft, {*resting, v} - {highest}, draw)
    named = {*queue.due, *sorted(queue.candidates, key=lambda v: (queue.level[v], v))[: queue.places]}
    while True:
        other = _with_resting(basis, draft, named, draw)
        if other is draft:
            return draft
        draft = other


def _with_resting(basis: DraftBasis, draft: Draft, resting: AbstractSet[int], draw: Draw) -> Draft:
    """The draft with these resting, if that makes it better; else the draft."""
    seats, rested = basis.arrangement(draft).seats, draft.made.stage.resting
    out = sorted((v for v in resting if v not in rested), key=basis.field.order.__getitem__)
    back = sorted((v for v in rested if v not in resting), key=basis.field.order.__getitem__)
    instead = dict(zip(out, back, strict=True))
    start = Arrangement(tuple(instead.get(v, v) for v in seats), tuple(sorted(resting)))
    other = _settled(basis, _set_anew(basis, reseated(basis.field, start), draw), draw)
    return other if _harm(basis, other) < _harm(basis, draft) else draft


def _set_anew(basis: DraftBasis, arranged: Arrangement, draw: Draw) -> Draft:
    seats = arranged.seats
    stage = stage_of(arranged.resting, [(seats[at], seats[at + 1]) for at in range(0, len(seats), 2)])
    return basis.seated(Partnering(stage), draw)


_SMALLEST = 3

# what a table breaks at least that has 0, 1, … 4 of a club
_APART = (0, 0, 1, 3, 6)  # who should be neither partners nor opponents
_NOT_OPPONENTS = (0, 0, 0, 2, 4)
_NOT_PARTNERS = (0, 0, 0, 1, 2)

Wishes = Sequence[AbstractSet[int]]  # for each place those whom it should not be with


def least_broken(partners: Wishes, opponents: Wishes, resting: int) -> int:
    """The wishes that are broken at least when so many of all rest, whoever they are."""
    tables = (len(partners) - resting) // AT_A_TABLE
    if not tables:
        return 0
    both = [one & other for one, other in zip(partners, opponents, strict=True)]
    sizes: list[tuple[int, Sequence[int]]] = []
    taken: set[int] = set()
    for wishes, broken in ((both, _APART), (opponents, _NOT_OPPONENTS), (partners, _NOT_PARTNERS)):
        for club in _clubs(wishes, taken):
            sizes.append((len(club), broken))
            taken |= club
    return _without(sizes, tables, resting) if sizes else 0


def _without(sizes: Sequence[tuple[int, Sequence[int]]], tables: int, resting: int) -> int:
    """When those rest who spare most. One more of a club never breaks less than the one before, so that they can be
    taken out one after the other."""

    def least(size: int, broken: Sequence[int]) -> int:
        each, more = divmod(min(size, AT_A_TABLE * tables), tables)
        return (tables - more) * broken[each] + (more * broken[each + 1] if more else 0)

    def spared(at: int, size: int) -> tuple[int, int, int]:
        broken = sizes[at][1]
        return (least(size - 1, broken) - least(size, broken) if size else 0, at, size)

    total = sum(least(size, broken) for size, broken in sizes)
    heap = [spared(at, size) for at, (size, _) in enumerate(sizes)]
    heapify(heap)
    for _ in range(resting):
        gain, at, size = heap[0]
        if not gain:
            break
        total += gain
        heapreplace(heap, spared(at, size - 1))
    return total


def _clubs(wishes: Wishes, taken: AbstractSet[int]) -> Iterator[set[int]]:
    """Groups of players all of whom have a wish about each other, one after the other."""
    near = {a: set(others - taken) for a, others in enumerate(wishes) if others and a not in taken}
    while near:
        club: set[int] = set()
        among: AbstractSet[int] = near.keys()
        while among:
            chosen = max(among, key=lambda a: (len(near[a] & among), -a))
            club.add(chosen)
            among = near[chosen] & among
        if len(club) < _SMALLEST:
            return
        yield club
        near = {a: others - club for a, others in near.items() if a not in club}
