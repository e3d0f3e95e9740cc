"""chess: which colours two players get (C5.1 steps 1.1–1.4, C5.3) and when C4.2 must be lifted for it; what each pair
costs when the plain rules allow no complete round (C5.5); and the rounds one after the other, the first choice of the
rulebook first (C5.1, C5.2, C5.5).

The best one is found by `cheapest_pairing`. What is left falls into parts that share no round: those that differ from
it at the first table, those that keep the first and differ at the second, and so on; the best of each part is known
before the part is opened (Murty)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial
from heapq import heappop, heappush
from itertools import combinations
from typing import Any

from ronda.core import Book, Frozen, Reason, Refusal
from ronda.pairing.explain import proof_facts
from ronda.pairing.least_harm import Packing, cheapest_pairing
from ronda.pairing.matching import Unplaced
from ronda.pairing.walk import Choice, Pair, Relations, relations_of
from ronda.systems.chess.field import bye_candidates
from ronda.systems.chess.pair.plan import Effort
from ronda.systems.chess.rules import BLACK, WHITE, Colour, Colours, colours, free_points

# --- colours (C4.2, C5.1, C5.3) ----------------------------------------------------------------------------


STEPS = (1, 2, 3, 4)  # 1.1 to 1.4
LEGAL_STEPS = STEPS[:3]  # 1.4 belongs to the ladder (C5.5)


def other(colour: Colour) -> Colour:
    return BLACK if colour == WHITE else WHITE


def repeats(step: int) -> tuple[bool, bool]:
    """Whether the higher-ranked and the lower-ranked player repeat their colour in this step."""
    return step in (3, 4), step in (2, 4)


@cache  # there are only a few kinds of colour histories
def colour_by_step(p: Colours, q: Colours, step: int) -> Colour | None:
    """The colour of the higher-ranked `p` when the step applies to the two, else None. C5.3: a player without
    a previous colour takes what the other needs; if neither has one, `p` has white."""
    p_repeats, q_repeats = repeats(step)
    if p.previous is None and q.previous is None:
        return WHITE if step == 1 else None
    if (p.previous is None and p_repeats) or (q.previous is None and q_repeats):
        return None
    if breaks(p, again=p_repeats) or breaks(q, again=q_repeats):
        return None
    if p.previous is None:
        assert q.previous is not None
        return other(_next(q.previous, again=q_repeats))
    colour = _next(p.previous, again=p_repeats)
    if q.previous is not None and _next(q.previous, again=q_repeats) == colour:
        return None
    return colour


def _next(previous: Colour, *, again: bool) -> Colour:
    return previous if again else other(previous)


def breaks(own: Colours, *, again: bool) -> bool:
    """Whether repeating, or changing, the colour is against C4.2."""
    return own.previous is not None and not (own.may_repeat if again else own.may_alternate)


def freed(own: Colours) -> Colours:
    """The player with C4.2 lifted."""
    return Colours(own.previous, may_alternate=True, may_repeat=True)


@cache
def step_between(p: Colours, q: Colours) -> tuple[int, int]:
    """The first step that applies to the two, and for how many of them C4.2 must be lifted for it."""
    for step in STEPS:
        if colour_by_step(p, q, step) is not None:
            return step, 0
    lifted, step = min(
        (breaks(p, again=repeats(step)[0]) + breaks(q, again=repeats(step)[1]), step)
        for step in STEPS
        if colour_by_step(freed(p), freed(q), step) is not None
    )
    return step, lifted


# --- the players at tables ---------------------------------------------------------------------------------


class Field(Frozen):
    """By place: who, with how many half points, and which colours they may get."""

    relations: Relations
    halves: Sequence[int]
    colours: Sequence[Colours]

    @property
    def order(self) -> Sequence[int]:
        return self.relations.order

    def step(self, a: int, b: int) -> tuple[int, int]:
        """The step for `a` and the lower-ranked `b`, and for how many of them C4.2 must be lifted."""
        return step_between(self.colours[a], self.colours[b])

    def why(self, choice: Choice, other: int) -> dict[str, Any]:
        """Why somebody was passed over, as facts."""
        ground = self.relations.ground(choice.player, other)
        if ground is not None:
            return ground
        step, lifted = self.step(choice.player, other)
        who = {"player": self.order[other]}
        if lifted:
            return {**who, "why": "colours"}
        if other in choice.rejected or self.relations.round == 1:
            return {**who, "why": "completion"}
        return {**who, "why": "later_step", "step": f"1.{step}"}


class Pairing(Frozen):
    """A complete pairing and who rests; `proof` tells why the plain rules allow none. `spared`: a player and somebody
    who came first, by id (0: the bye), but not for the sake of the rounds to come; `reasons`: what is to be said about
    those."""

    seated: Field
    choices: Sequence[Choice]
    resting: Sequence[int]
    proof: dict[str, Any] = {}
    spared: frozenset[tuple[int, int]] = frozenset()
    reasons: tuple[Reason, ...] = ()

    def why(self, choice: Choice, other: int) -> dict[str, Any]:
        """Why somebody was passed over, as facts."""
        order = self.seated.order
        if (order[choice.player], order[other]) in self.spared:
            return {"player": order[other], "why": "rounds_to_come"}
        return self.seated.why(choice, other)


def field_of(book: Book, order: Sequence[int]) -> Field:
    return Field(
        relations=relations_of(book, order),
        halves=[book.halves[player] for player in order],
        colours=[colours(book.lines[player]) for player in order],
    )


# --- rounds in order ---------------------------------------------------------------------------------------


Liking = Callable[[int, Sequence[int]], Sequence[int]]
Key = tuple[int, tuple[int, ...]]  # the harm, then how well each player from the top likes the opponent


class Ordered(Frozen):
    """A complete round in its place among all rounds."""

    key: Key
    pairs: tuple[Pair, ...]  # in the order of the walk, the higher-placed first


class Ballot:
    """Everything between the players of one round: `harm` of the pairs that can be made at all, and the order in which
    each player likes those below."""

    def __init__(self, size: int, harm: Mapping[Pair, int], liking: Liking) -> None:
        self.size, self.harm, self.liking = size, harm, liking
        self._ranks: list[dict[int, int] | None] = [None] * size

    def without(self, barred: AbstractSet[Pair]) -> Ballot:
        """The same without these pairs."""
        if not barred:
            return self
        return Ballot(self.size, {pair: cost for pair, cost in self.harm.items() if pair not in barred}, self.liking)

    def rank(self, player: int, opponent: int) -> int:
        own = self._ranks[player]
        if own is None:
            below = [q for q in range(player + 1, self.size) if (player, q) in self.harm]
            own = self._ranks[player] = {q: n for n, q in enumerate(self.liking(player, below))}
        return own[opponent]

    def placed(self, pairs: Sequence[Pair]) -> Ordered:
        """The round with its key. Two rounds differ first where a player is still free in both."""
        walked = tuple(sorted(pairs))
        ranks = [-1] * self.size
        for player, opponent in walked:
            ranks[player] = self.rank(player, opponent)
        return Ordered((sum(self.harm[pair] for pair in walked), tuple(ranks)), walked)

    def first(self) -> list[Choice] | None:
        """The first of all rounds, as choices of the walk."""
        return cheapest_pairing(self.size, self.harm, self.liking)

    def best(self, fixed: Sequence[Pair] = (), barred: Sequence[Pair] = ()) -> Ordered | None:
        """The first of all rounds that have these tables and not those."""
        gone = {place for pair in fixed for place in pair}
        out = set(barred)
        harm = {
            pair: cost
            for pair, cost in self.harm.items()
            if pair not in out and pair[0] not in gone and pair[1] not in gone
        }
        harm |= {pair: self.harm[pair] for pair in fixed}
        found = cheapest_pairing(self.size, harm, self.liking)
        return None if found is None else self.placed([(choice.player, choice.opponent) for choice in found])

    def completes(self, round_: Ordered, at: int, player: int, other: int) -> bool:
        """Whether a round with its first `at` tables and these two at the next one does no more harm."""
        found = self.best((*round_.pairs[:at], (player, other)))
        return found is not None and found.key[0] <= round_.key[0]

    def choices(self, round_: Ordered) -> list[Choice]:
        """The tables as choices of the walk: with whom each player liked better and who was still free."""
        placed: set[int] = set()
        found: list[Choice] = []
        for player, opponent in round_.pairs:
            below = [q for q in range(player + 1, self.size) if (player, q) in self.harm and q not in placed]
            liked = self.liking(player, below)
            found.append(Choice(player, opponent, tuple(liked[: liked.index(opponent)])))
            placed |= {player, opponent}
        return found


def in_order(ballot: Ballot, effort: Effort) -> Iterator[Ordered]:
    """All rounds, the first choice first. Raises `Exhausted` where nothing more may be spent."""
    heap: list[tuple[Key, tuple[Pair, ...], tuple[Pair, ...], int]] = []

    def push(fixed: tuple[Pair, ...], barred: tuple[Pair, ...]) -> None:
        effort.spend(len(ballot.harm))
        found = ballot.best(fixed, barred)
        if found is not None:
            heappush(heap, (found.key, found.pairs, barred, len(fixed)))

    push((), ())
    while heap:
        key, pairs, barred, fixed = heappop(heap)
        yield Ordered(key, pairs)
        for at in range(fixed, len(pairs) - 1):
            push(pairs[:at], (*(barred if at == fixed else ()), pairs[at]))


# --- the ladder (C5.5) -------------------------------------------------------------------------------------


def climb(book: Book, order: Sequence[int], resting: Sequence[int], proof: dict[str, Any]) -> Pairing | Refusal:
    """The round of least harm among those without a rematch; `resting` are the candidates for the bye. The bye is one
    more vertex after the last player."""
    ballot = ballot_of(book, order, resting)
    found = ballot.first()
    if found is None:
        rest = Unplaced(range(ballot.size), lambda a, b: (min(a, b), max(a, b)) in ballot.harm)
        facts = proof_facts(rest.barrier(), [*order, 0])
        return Refusal("no_round_exists", "C5.5", {"round": book.round, "last_resort": True, **facts})
    return pairing_of(book, order, found, proof)


def fewest_rematches(book: Book, order: Sequence[int], refused: Refusal) -> Pairing:
    """The round of least harm if players may meet again, which only a director allows."""
    resting = bye_candidates(book, order) if len(order) % 2 else []
    ballot = ballot_of(book, order, resting, rematches=True)
    found = ballot.first()
    assert found is not None, "anybody may meet anybody"
    proof = {name: fact for name, fact in refused.facts.items() if name not in ("round", "last_resort")}
    return pairing_of(book, order, found, proof)


def ballot_of(book: Book, order: Sequence[int], resting: Sequence[int], *, rematches: bool = False) -> Ballot:
    """All pairs with their harm, the gravest first: rematches where they are allowed (how many, how many of the
    previous round, how many earlier meetings), a hard wish, a free point for somebody who has had more of them than
    others, the players for whom C4.2 is lifted, how far the bye moves up among the candidates, the tables by step 1.4,
    soft wishes."""
    everybody = field_of(book, order)
    size = len(order)
    return Ballot(size + size % 2, _harm(book, everybody, resting, rematches=rematches), _liking(everybody))


def _liking(everybody: Field) -> Liking:
    """C5.1, C5.2: by score group down, in each by steps, nearest first; what breaks more comes later, the bye last."""
    bye, relations = len(everybody.order), everybody.relations
    hard = relations.barred_by_wish()

    def key(player: int, other: int) -> tuple[int, ...]:
        if other == bye:
            return (2,)
        step, lifted = everybody.step(player, other)
        met = relations.meetings(player, other) if relations.met(player, other) else []
        again = (bool(met), relations.round - 1 in met, len(met))
        return *again, other in hard[player], lifted, step == 4, -everybody.halves[other], step, other

    return lambda player, below: sorted(below, key=partial(key, player))


def _harm(book: Book, everybody: Field, resting: Sequence[int], *, rematches: bool) -> Mapping[Pair, int]:
    size, relations = len(everybody.order), everybody.relations
    free = {player: free_points(book, player) for player in resting}
    fewest = min(free.values(), default=0)
    tables, meetings = size // 2 + 1, size * book.round + 1
    limits = (tables, max(free.values(), default=0) - fewest + 1, size + 1, size + 1, tables, tables)
    packing = Packing.of((tables, tables, meetings, *limits) if rematches else limits)
    hard, _, lifting, _, repeating, soft = packing.units[-len(limits) :]
    harm: dict[Pair, int] = {}
    for a, b in combinations(range(size), 2):
        met = relations.met(a, b)
        if rematches or not met:
            step, lifted = everybody.step(a, b)
            harm[a, b] = lifted * lifting + (not lifted and step == 4) * repeating
        if rematches and met:
            rounds = relations.meetings(a, b)
            harm[a, b] += packing.pack(1, book.round - 1 in rounds, len(rounds), *(0,) * len(limits))
    for a, b in combinations(relations.places_with_wishes(), 2):
        if (a, b) in harm:
            harm[a, b] += relations.hard(a, b) * hard + relations.soft(a, b) * soft
    for at, player in enumerate(everybody.order):
        if player in free:
            level = [other for other in resting if free[other] == free[player]]
            never = (0, 0, 0) if rematches else ()
            harm[at, size] = packing.pack(*never, 0, free[player] - fewest, 0, level.index(player), 0, 0)
    return harm


def pairing_of(book: Book, order: Sequence[int], found: Sequence[Choice], proof: dict[str, Any]) -> Pairing:
    """The pairing with places counted without the player who rests."""
    bye = len(order)
    rests = [order[choice.player] for choice in found if choice.opponent == bye]
    kept = [at for at, player in enumerate(order) if player not in rests]
    place = {at: n for n, at in enumerate(kept)}
    choices = [
        Choice(place[c.player], place[c.opponent], tuple(place[at] for at in c.rejected if at in place))
        for c in found
        if c.player in place and c.opponent in place
    ]
    return Pairing(field_of(book, [order[at] for at in kept]), choices, rests, proof)
