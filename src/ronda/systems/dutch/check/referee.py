"""dutch: the first bracket and the first criterion in which a published round is worse than it could be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.checking.proofs import dense, exact_harm
from ronda.core.values import Frozen
from ronda.systems.dutch.check.bracket import Bracket, brackets_of, legal
from ronda.systems.dutch.check.order import Order
from ronda.systems.dutch.check.prices import proved
from ronda.systems.dutch.check.search import MOST, Search, absorbs
from ronda.systems.dutch.rules import Field


class Fault(Frozen, frozen=True):
    """What is wrong. `bracket`: which from the top, 0 for the round as a whole; `score`: of its residents; `made` and
    `best`: what the criterion counts, less being better. `sure` is false where it could not be decided."""

    article: str
    bracket: int
    score: int
    players: tuple[int, ...]
    made: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    sure: bool = True


def judge(field: Field, pairs: Sequence[tuple[int, int]], resting: int | None) -> Fault | None:
    """The first fault of a round in which everybody sits once; None: it is the round of the articles."""
    for a, b in pairs:
        if b in field.banned[a]:
            return Fault("C1", 0, 0, (a, b))
        if not legal(field, a, b):
            return Fault("C3", 0, 0, (a, b))
    if resting is not None and not field.may_rest[resting]:
        return Fault("C2", 0, 0, (resting,))
    if resting is not None and (lower := _lower_rest(field, resting)) is not None:
        return Fault("C5", 0, 0, (resting,), (field.scores[resting],), (field.scores[lower],))
    partner: dict[int, int] = {}
    for a, b in pairs:
        partner[a], partner[b] = b, a
    bye = None if resting is None else field.scores[resting]
    for bracket in brackets_of(field, partner, resting):
        fault = _in_bracket(bracket, partner, bye)
        if fault is not None:
            return fault
    return None


def _lower_rest(field: Field, resting: int) -> int | None:
    """C5: somebody with a lower score who could have the PAB so that all others can be paired."""
    low = [p for p in range(len(field)) if field.scores[p] < field.scores[resting] and field.may_rest[p]]

    def price(a: int, b: int) -> int:
        return int(not legal(field, a, b))

    for player in reversed(low):
        others = [p for p in range(len(field)) if p != player]
        if dense(others, price) or exact_harm(others, price, 1) is not None:
            return player
    return None


def _in_bracket(bracket: Bracket, partner: Mapping[int, int], bye: int | None) -> Fault | None:
    if proved(bracket, _nothing_lost(bracket, partner), bye):
        return None
    field = bracket.field
    below = range(bracket.following.stop, len(field))
    lowest = field.scores[bracket.following.start] if bracket.following else bracket.score
    far = bye is not None and bye < lowest  # the PAB is further below
    if below and absorbs(field, below, resting=far):
        beyond, own = None, None if far else bye
    else:
        beyond, own = below, bye
    if len(bracket.members) + len(bracket.following) + len(beyond or ()) > MOST:
        return Fault("C6", bracket.number, bracket.score, (), sure=False)
    return _compared(bracket, beyond, own, bye)


def _compared(bracket: Bracket, beyond: range | None, own: int | None, bye: int | None) -> Fault | None:
    """Against the best result of a matching over everything left."""
    one = len(bracket.members) % 2 == 1 and bye is not None and bye >= bracket.score

    plain = Search(bracket, beyond, own, unplayed=False)
    least = plain.least()
    if least is None:
        return Fault("C4", bracket.number, bracket.score, (), sure=False)
    unplayed = one and plain.unpack(least)["C6"] == (1,)  # C9 is about exactly one floater, who has the PAB
    best = Search(bracket, beyond, own, unplayed=True) if unplayed else plain
    least = best.least()
    assert least is not None
    made = best.published(least)
    if least < made:
        lost, possible = best.unpack(made), best.unpack(least)
        name = next(name for name in lost if lost[name] > possible[name])
        return Fault(name, bracket.number, bracket.score, bracket.members, lost[name], possible[name])
    if best.cut is not None:
        return Fault(best.cut, bracket.number, bracket.score, (), sure=False)
    later = Order(bracket, best).later()
    return None if later is None else Fault(later.article, bracket.number, bracket.score, later.players)


def _nothing_lost(bracket: Bracket, partner: Mapping[int, int]) -> bool:
    """C8: whether the published round shows that the next bracket loses nothing: all who come find an opponent there,
    and no more than one of it goes on, which cannot be otherwise."""
    comers = [p for p in bracket.floaters if p != bracket.resting]
    following = set(bracket.following)
    if any(partner.get(p) not in following for p in comers):
        return False
    if not comers:
        return True  # what becomes of the next bracket does not depend on this one
    there = following.union(comers)
    going = [p for p in there if partner.get(p) not in there]
    return len(going) == len(there) % 2
