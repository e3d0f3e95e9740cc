"""chess: what each pair costs when the plain rules allow no complete round (C5.5), and the round of least harm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from ronda.core.book import Book
from ronda.core.verdicts import Refusal
from ronda.pairing.cost import Packing
from ronda.pairing.explain import proof_facts
from ronda.pairing.matching import Unplaced
from ronda.pairing.walk import Choice, Pair
from ronda.systems.chess.pair.colours import step_between
from ronda.systems.chess.pair.ranked_rounds import Ballot
from ronda.systems.chess.pair.relations import Field, Pairing, bye_candidates, field_of
from ronda.systems.chess.rules import Colours, free_points


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


def _liking(everybody: Field) -> Callable[[int, Sequence[int]], Sequence[int]]:
    """C5.1, C5.2: by score group down, in each by steps, nearest first; what breaks more comes later. Whom nothing but
    colours stands against comes before everybody else, and of those one is as good as another with the same points and
    colours, but for the place."""
    bye, relations, colours = len(everybody.order), everybody.relations, everybody.colours
    hard = relations.barred_by_wish()
    classes = list(dict.fromkeys(zip(colours, everybody.halves, strict=True)))
    number = {own: at for at, own in enumerate(classes)}
    class_of = [number[own] for own in zip(colours, everybody.halves, strict=True)]
    ranks: dict[Colours, list[int]] = {}  # where each class comes for a player with those colours

    def ranks_for(own: Colours) -> list[int]:
        keys = []
        for other, halves in classes:
            step, lifted = step_between(own, other)
            keys.append((lifted, step == 4, -halves, step))
        place = {key: at for at, key in enumerate(sorted(set(keys)))}
        return [place[key] for key in keys]

    def key(player: int, other: int) -> tuple[int, ...]:
        step, lifted = everybody.step(player, other)
        met = relations.meetings(player, other) if relations.met(player, other) else []
        again = (bool(met), relations.round - 1 in met, len(met))
        return *again, other in hard[player], lifted, step == 4, -everybody.halves[other], step, other

    def liking(player: int, below: Sequence[int]) -> Sequence[int]:
        if colours[player] not in ranks:
            ranks[colours[player]] = ranks_for(colours[player])
        rank = ranks[colours[player]]
        met, wished = relations.faced[player], hard[player]
        plain = [rank[class_of[q]] * bye + q for q in below if q != bye and q not in met and q not in wished]
        plain.sort()
        others = [q for q in below if q != bye and (q in met or q in wished)]
        others.sort(key=lambda other: key(player, other))
        return [*(at % bye for at in plain), *others, *([bye] if bye in below else ())]

    return liking


def _harm(book: Book, everybody: Field, resting: Sequence[int], *, rematches: bool) -> Mapping[Pair, int]:
    size, relations = len(everybody.order), everybody.relations
    free = {player: free_points(book, player) for player in resting}
    fewest = min(free.values(), default=0)
    tables, meetings = size // 2 + 1, size * book.round + 1
    limits = (tables, max(free.values(), default=0) - fewest + 1, size + 1, size + 1, tables, tables)
    packing = Packing.of((tables, tables, meetings, *limits) if rematches else limits)
    hard, _, lifting, _, repeating, soft = packing.units[-len(limits) :]
    kinds = list(dict.fromkeys(everybody.colours))
    number = {own: at for at, own in enumerate(kinds)}
    kind_of = [number[own] for own in everybody.colours]
    steps = [[step_between(own, other) for other in kinds] for own in kinds]
    prices = [[lifted * lifting + (not lifted and step == 4) * repeating for step, lifted in row] for row in steps]
    harm: dict[Pair, int] = {}
    for a in range(size):
        row, met = prices[kind_of[a]], relations.faced[a]
        harm |= {(a, b): row[kind_of[b]] for b in range(a + 1, size) if b not in met}
        for b in met if rematches else ():
            if b > a:
                rounds = relations.meetings(a, b)
                again = (1, book.round - 1 in rounds, len(rounds))
                harm[a, b] = row[kind_of[b]] + packing.pack(*again, *(0,) * len(limits))
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
