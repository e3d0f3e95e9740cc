"""domino, for the check: the walk inside a pyramid that was completed without exchange and without relaxation: the
nearest partner (D6.4) and the first free pair (D6.5) that still let everybody else be seated (S2).

After the first pair of a side that is not the ideal one, the rulebook can be read in more than one way; the partners
below it are not verified. A soft wish may be the reason for another choice. In a pyramid too large for a complete
search only a few tables are rearranged, and a nearer partner found so is only noted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.core.verdicts import Finding, Severity
from ronda.systems.domino.check.ladder import WHOLE, asked
from ronda.systems.domino.check.pyramids import Pyramid, ideal_pairs
from ronda.systems.domino.check.relations import FREE, Pair, Sides, Ties, ordered, rivals
from ronda.systems.domino.check.search import Purse
from ronda.systems.domino.check.sides import Again

_BUDGET = 60_000  # tables tried for one pyramid
_AROUND = 4  # tables rearranged in a pyramid that is too large for a complete search


def walk(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], again: Again = None) -> list[Finding]:
    """`again`: how many partners and rivals of old may come back (D10.5); None: they do not count."""
    strict = not any(ties.harms(sides) for sides in tables)
    if pyramid.misplaced(tables) or not strict or any(map(ties.breaks_wish, tables)):
        return []
    better, lower = pyramid.halves([(side[0], side[1]) for sides in tables for side in sides])
    first = {pair: at for at, pair in enumerate(better)}
    position = {player: at for at, player in enumerate(pyramid.players)}
    in_place: list[tuple[Pair, Pair]] = []
    for one, other in (_upward(sides, position) for sides in tables):
        if (one in first) == (other in first):
            return [Finding("not_opposite", "D10.1", "violation", ties.round, (*one, *other))]
        in_place.append((one, other) if one in first else (other, one))
    in_place.sort(key=lambda table: first[table[0]])
    found = _partners(ties, pyramid, in_place, again)
    if found or (again is not None and again[1]):
        return found  # where rivals come back, which of them do is not a matter of order alone
    return _meetings(ties, lower, in_place)


def _upward(sides: Sides, position: Mapping[int, int]) -> tuple[Pair, Pair]:
    """The two pairs, each with the better player first."""
    (a, b), (c, d) = (sorted(side, key=position.__getitem__) for side in sides)
    return (a, b), (c, d)


# --- partners (D6.4) ---------------------------------------------------------------------------------------


def _partners(ties: Ties, pyramid: Pyramid, tables: Sequence[tuple[Pair, Pair]], again: Again) -> list[Finding]:
    fixed: list[Pair] = []
    purse = Purse(_BUDGET)
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
    tables: Sequence[tuple[Pair, Pair]],
    fixed: Sequence[Pair],
    purse: Purse,
    again: Again,
) -> bool:
    """Whether everybody can be seated with these partners. In a large pyramid only the nearby tables are tried."""
    player, candidate = fixed[-1]
    if purse.empty or ties.kind(ties.partners, player, candidate) != FREE:
        return False
    if ordered(player, candidate) in ties.partners.soft:
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
    question = pyramid.part(players).question(ties.kinds, misplaced=0, wishes=True, partners=partners, again=again)
    return bool(asked(question, ties, purse).tables)


# --- tables (D6.5) -----------------------------------------------------------------------------------------


def _meetings(ties: Ties, lower: Sequence[Pair], tables: Sequence[tuple[Pair, Pair]]) -> list[Finding]:
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
    barred = ties.rivals.soft | ties.rivals.before
    return all(ties.kind(ties.rivals, *pair) == FREE and ordered(*pair) not in barred for pair in rivals((a, b)))


def _completes(ties: Ties, tables: Sequence[tuple[Pair, Pair]], taken: Pair, left: Pair) -> bool:
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
