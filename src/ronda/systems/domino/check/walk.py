"""domino, for the check: the inside of a pyramid: exchanges between its sides (D6.6), partners and tables in order
(D6.4, D6.5), and partners and rivals of old (D10.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from ronda.core import Finding, Severity
from ronda.systems.domino.check.ladder import WHOLE
from ronda.systems.domino.check.pyramids import MOST_EXCHANGES, Pyramid, ideal_pairs
from ronda.systems.domino.check.relations import FREE, Sides, Ties, rivals
from ronda.systems.domino.check.search import UNLIMITED, Budget, Question, asked, cumulated
from ronda.systems.domino.field import Foursome, Pair

_BUDGET = 60_000  # tables tried for the order of one pyramid
_FRESH_BUDGET = 200_000  # and for new partners and rivals in it
_AROUND = 4  # tables rearranged in a pyramid that is too large for a complete search

Exchange = tuple[int, int]  # of an A player with a B player
Again = tuple[int, int] | None


# --- exchanges between the sides (D6.6) --------------------------------------------------------------------


def side_exchanges(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], again: Again = None) -> list[Finding]:
    """No exchange where the pyramid could be completed without, and none larger than needed. Only where the pyramid is
    strict, and small enough to be searched completely. A soft wish may be the reason for an exchange: it is kept where
    no rule suffers, and which players are exchanged breaks none. `again`: how many partners and rivals of old the
    exchanges may bring back (D10.5); None: they do not count."""
    exchanges = pyramid.misplaced(tables) // 2
    if exchanges == 0 or (again is not None and exchanges > MOST_EXCHANGES):
        return []
    if exchanges > MOST_EXCHANGES:
        players = tuple(p for sides in tables if pyramid.misplaced_at(sides) for side in sides for p in side)
        facts = {"exchanges": exchanges, "most": MOST_EXCHANGES}
        return [Finding("sides_mixed", "D6.6", "note", ties.round, players, facts)]
    if len(pyramid.players) > WHOLE or any(ties.harms(sides) for sides in tables):
        return []
    purse = Budget(_BUDGET)
    question = Question(pyramid, ties.kinds, misplaced=2 * exchanges - 2, wishes=True, again=again)
    fewer = asked(question, ties, purse).tables
    if fewer is not None:
        facts = {"exchanges": exchanges, "possible": pyramid.misplaced(fewer) // 2}
        players = tuple(p for sides in tables if pyramid.misplaced_at(sides) for side in sides for p in side)
        return [Finding("side_exchange_avoidable", "D6.6", "violation", ties.round, players, facts)]
    return _nearer(ties, pyramid, tables, purse, again) if exchanges == 1 else []


def _nearer(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], purse: Budget, again: Again) -> list[Finding]:
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
        if asked(Question(other, ties.kinds, misplaced=0, wishes=True, again=again), ties, purse).tables:
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


# --- the walk (D6.4, D6.5) ---------------------------------------------------------------------------------


def walk(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], again: Again = None) -> list[Finding]:
    """In a pyramid that was completed without exchange and without relaxation: the nearest partner (D6.4) and the first
    free pair (D6.5) that still let everybody else be seated (S2).

    After the first pair of a side that is not the ideal one, the rulebook can be read in more than one way; the
    partners below it are not verified. A soft wish may be the reason for another choice. In a pyramid too large for a
    complete search only a few tables are rearranged, and a nearer partner found so is only noted. `again`: how many
    partners and rivals of old may come back (D10.5); None: they do not count."""
    strict = not any(ties.harms(sides) for sides in tables)
    if pyramid.misplaced(tables) or not strict or any(map(ties.breaks_wish, tables)):
        return []
    better, lower = pyramid.halves([(side[0], side[1]) for sides in tables for side in sides])
    first = {pair: at for at, pair in enumerate(better)}
    position = {player: at for at, player in enumerate(pyramid.players)}
    in_place: list[Foursome] = []
    for one, other in (_upward(sides, position) for sides in tables):
        if (one in first) == (other in first):
            return [Finding("not_opposite", "D10.1", "violation", ties.round, (*one, *other))]
        in_place.append((one, other) if one in first else (other, one))
    in_place.sort(key=lambda table: first[table[0]])
    found = _partners(ties, pyramid, in_place, again)
    if found or (again is not None and again[1]):
        return found  # where rivals come back, which of them do is not a matter of order alone
    return _meetings(ties, lower, in_place)


def _upward(sides: Sides, position: Mapping[int, int]) -> Foursome:
    """The two pairs, each with the better player first."""
    (a, b), (c, d) = (sorted(side, key=position.__getitem__) for side in sides)
    return (a, b), (c, d)


# --- partners (D6.4) ---------------------------------------------------------------------------------------


def _partners(ties: Ties, pyramid: Pyramid, tables: Sequence[Foursome], again: Again) -> list[Finding]:
    fixed: list[Pair] = []
    purse = Budget(_BUDGET)
    partner = {p: q for table in tables for pair in table for p, q in (pair, pair[::-1])}
    for side in pyramid.sides():
        player, better, settled = _first_deviation(side, partner, consecutive=pyramid.consecutive)
        for candidate in better:
            if _possible(ties, pyramid, tables, [*fixed, *settled, (player, candidate)], purse, again):
                facts = {"player": player, "partner": partner[player], "free": candidate}
                severity: Severity = "violation" if len(pyramid.players) <= WHOLE else "note"
                return [Finding("nearer_partner_free", "D6.4", severity, ties.round, (player, candidate), facts)]
        at = {player: n for n, player in enumerate(side)}
        fixed += [(player, partner[player]) for player in side if at[player] < at[partner[player]]]
    return []


def _first_deviation(
    order: Sequence[int], partner: dict[int, int], *, consecutive: bool
) -> tuple[int, list[int], list[Pair]]:
    """The first player without the ideal partner, those who come before the partner that he got, and the pairs
    made until then."""
    settled: list[Pair] = []
    for player, wanted in ideal_pairs(order, consecutive=consecutive):
        if partner[player] != wanted:
            taken = {p for pair in settled for p in pair}
            at = order.index(wanted)
            below = [p for p in order[at:] if p not in taken]
            skipped = [p for p in reversed(order[:at]) if p not in taken and p != player]
            preferred = below + skipped  # of those skipped, the nearest to the ideal partner first
            return player, preferred[: preferred.index(partner[player])], settled
        settled.append((player, wanted))
    return order[0], [], settled


def _possible(
    ties: Ties,
    pyramid: Pyramid,
    tables: Sequence[Foursome],
    fixed: Sequence[Pair],
    purse: Budget,
    again: Again,
) -> bool:
    """Whether everybody can be seated with these partners. In a large pyramid only the nearby tables are tried."""
    player, candidate = fixed[-1]
    if purse.empty or ties.kind(ties.partners, player, candidate) != FREE:
        return False
    if candidate in ties.partners.soft[player]:
        return False
    group = list(tables)
    if len(pyramid.players) > WHOLE:
        near = [at for at, (a, b) in enumerate(tables) if {player, candidate} & {*a, *b}]
        nearest = sorted(range(len(tables)), key=lambda at: (at not in near, abs(at - near[0])))
        group = [tables[at] for at in nearest[:_AROUND]]
    there = {p for a, b in group for p in (*a, *b)}
    players = [p for p in pyramid.players if p in there]
    partners = [pair for pair in fixed if there.issuperset(pair)]
    if again is not None and len(group) < len(tables):
        again = ties.again(group)  # the other tables stay as they are
    question = Question(pyramid.part(players), ties.kinds, misplaced=0, wishes=True, partners=partners, again=again)
    return bool(asked(question, ties, purse).tables)


# --- tables (D6.5) -----------------------------------------------------------------------------------------


def _meetings(ties: Ties, lower: Sequence[Pair], tables: Sequence[Foursome]) -> list[Finding]:
    """The k-th A pair has the first free B pair that is possible and leaves every later A pair one."""
    free = list(lower)
    for at, (a, b) in enumerate(tables):
        later = tables[at + 1 :]
        for other in free[: free.index(b)]:
            if _may_meet(ties, a, other) and _completes(ties, later, other, b):
                facts = {"pair": list(a), "rivals": list(b), "free": list(other)}
                return [Finding("nearer_pair_free", "D6.5", "violation", ties.round, (*a, *other), facts)]
        free.remove(b)
    return []


def _may_meet(ties: Ties, a: Pair, b: Pair) -> bool:
    return all(
        ties.kind(ties.rivals, p, q) == FREE and q not in ties.rivals.soft[p] and not ties.rivals.again(p, q)
        for p, q in rivals((a, b))
    )


def _completes(ties: Ties, tables: Sequence[Foursome], taken: Pair, left: Pair) -> bool:
    """Whether the A pair that lost `taken` finds another B pair when those who have one may change, too, and `left`
    is free: a chain of changes that ends there."""
    holder = {b: a for a, b in tables}
    waiting, tried = [holder[taken]], {taken}
    while waiting:
        a = waiting.pop()
        if _may_meet(ties, a, left):
            return True
        for b, its in holder.items():
            if b not in tried and _may_meet(ties, a, b):
                tried.add(b)
                waiting.append(its)
    return False


# --- partners and rivals of old (D10.5) --------------------------------------------------------------------


def fresher(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], *, claimed: bool) -> list[Finding]:
    """Fewer partners, or as many and fewer rivals, with no more harm done. `claimed`: the round says that it cannot
    be; where it does not, a fresher round is only noted. Groups that can be searched completely are; where the search
    gives up, or the group is too large, it is noted that nothing is proved."""
    partners, rivals = ties.again(tables)
    if not partners and not rivals:
        return []
    facts: dict[str, object] = {"partners": partners, "rivals": rivals}
    players = tuple(p for sides in tables if any(ties.again([sides])) for side in sides for p in side)
    unproved = Finding("variety_unproved", "D10.5", "note", ties.round, players, facts)
    if len(pyramid.players) > WHOLE:
        return [unproved]
    harms = ties.harms_of(tables)
    caps = cumulated(harms, ties.kinds)
    purse, proved = Budget(_FRESH_BUDGET), True
    for again in ((partners - 1, UNLIMITED), (partners, rivals - 1)):
        if min(again) < 0:
            continue
        question = Question(pyramid, min(harms, default=ties.kinds), caps, wishes=True, again=again)
        answer = asked(question, ties, purse)
        if answer.tables is not None:
            fewer = dict(zip(("possible_partners", "possible_rivals"), ties.again(answer.tables), strict=True))
            first, second = answer.tables[0]
            facts |= {**fewer, "example": [list(first), list(second)]}
            severity: Severity = "violation" if claimed else "note"
            return [Finding("fresher_round", "D10.5", severity, ties.round, players, facts)]
        proved = proved and answer.proved
    return [] if proved else [unproved]
