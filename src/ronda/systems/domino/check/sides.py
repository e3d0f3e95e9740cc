"""domino, for the check: no exchange between the sides of a pyramid where it could be completed without, and none
larger than needed (D6.6). Only where the pyramid is strict, and small enough to be searched completely. A soft wish
may be the reason for an exchange: it is kept where no rule suffers, and which players are exchanged breaks none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from ronda.core.verdicts import Finding
from ronda.systems.domino.check.ladder import WHOLE, asked
from ronda.systems.domino.check.pyramids import MOST_EXCHANGES, Pyramid
from ronda.systems.domino.check.relations import Sides, Ties
from ronda.systems.domino.check.search import Purse

_BUDGET = 60_000  # tables tried for one pyramid

Exchange = tuple[int, int]  # of an A player with a B player
Again = tuple[int, int] | None


def side_exchanges(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], again: Again = None) -> list[Finding]:
    """`again`: how many partners and rivals of old the exchanges may bring back (D10.5); None: they do not count."""
    exchanges = pyramid.misplaced(tables) // 2
    if exchanges == 0 or (again is not None and exchanges > MOST_EXCHANGES):
        return []
    if exchanges > MOST_EXCHANGES:
        players = tuple(p for sides in tables if pyramid.misplaced_at(sides) for side in sides for p in side)
        facts = {"exchanges": exchanges, "most": MOST_EXCHANGES}
        return [Finding("sides_mixed", "D6.6", "note", ties.round, players, facts)]
    if len(pyramid.players) > WHOLE or any(ties.harms(sides) for sides in tables):
        return []
    purse = Purse(_BUDGET)
    question = pyramid.question(ties.kinds, misplaced=2 * exchanges - 2, wishes=True, again=again)
    fewer = asked(question, ties, purse).tables
    if fewer is not None:
        facts = {"exchanges": exchanges, "possible": pyramid.misplaced(fewer) // 2}
        players = tuple(p for sides in tables if pyramid.misplaced_at(sides) for side in sides for p in side)
        return [Finding("side_exchange_avoidable", "D6.6", "violation", ties.round, players, facts)]
    return _nearer(ties, pyramid, tables, purse, again) if exchanges == 1 else []


def _nearer(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], purse: Purse, again: Again) -> list[Finding]:
    """Smallest displacement first; ties: the lower-placed A player first. Where the exchange can be read in two
    ways, the smaller one counts."""
    position = {player: at for at, player in enumerate(pyramid.players)}

    def displacement(exchange: Exchange) -> tuple[int, int]:
        a, b = exchange
        return position[b] - position[a], -position[a]

    made = min(_readings(pyramid, tables), key=displacement)
    worse = [player for player in pyramid.players if player not in pyramid.better]
    own = pyramid.upper
    every = sorted(((a, b) for a in pyramid.better for b in worse if (a in own) == (b in own)), key=displacement)
    for exchange in every[: every.index(made)]:
        other = pyramid.with_sides(pyramid.better ^ set(exchange))
        if purse.empty:
            return []
        if asked(other.question(ties.kinds, misplaced=0, wishes=True, again=again), ties, purse).tables:
            facts = {"made": list(made), "nearer": list(exchange)}
            return [Finding("nearer_exchange_free", "D6.6", "violation", ties.round, exchange, facts)]
    return []


def _readings(pyramid: Pyramid, tables: Sequence[Sides]) -> Iterator[Exchange]:
    """The ways to read the tables as one exchange."""
    if pyramid.upper:
        mixed = [side for sides in tables for side in sides if len(_a_players(pyramid, side)) == 1]
        for one, other in permutations(mixed):
            yield _a_players(pyramid, other)[0], _b_players(pyramid, one)[0]
        return
    fixed_a: list[int] = []  # on side B's chairs
    fixed_b: list[int] = []
    for sides in tables:
        if pyramid.misplaced_at(sides) == 2:  # an A and a B player in each pair: either can be the A pair
            for one, other in (sides, sides[::-1]):
                yield _a_players(pyramid, one)[0], _b_players(pyramid, other)[0]
        elif pyramid.misplaced_at(sides) == 1:
            lower = max(sides, key=lambda side: len(_b_players(pyramid, side)))
            upper = min(sides, key=lambda side: len(_b_players(pyramid, side)))
            fixed_a += _a_players(pyramid, lower)
            fixed_b += _b_players(pyramid, upper)
    if fixed_a and fixed_b:
        yield fixed_a[0], fixed_b[0]


def _a_players(pyramid: Pyramid, side: Sequence[int]) -> list[int]:
    return [player for player in side if player in pyramid.better]


def _b_players(pyramid: Pyramid, side: Sequence[int]) -> list[int]:
    return [player for player in side if player not in pyramid.better]
