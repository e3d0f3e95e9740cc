"""dutch: what a published round did in one bracket, and every criterion counted as its article reads (DU5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ronda.core import Frozen
from ronda.systems.dutch.rules import ABSOLUTE, BLACK, DOWN, STRONG, UP, WHITE, Field


class Bracket(Frozen, dict=True):
    """One bracket of a published round, by positions: who was moved down into it, its scoregroup, the next one; who was
    paired with whom in it and who floated; `resting`: who has the PAB in the round."""

    field: Field
    number: int
    moved: tuple[int, ...]
    group: range
    following: range
    partner: Mapping[int, int]
    resting: int | None

    @cached_property
    def members(self) -> tuple[int, ...]:
        return (*self.moved, *self.group)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs made here, the higher ranked first."""
        inside = set(self.members)
        return [(a, self.partner[a]) for a in self.members if a in self.partner and self.partner[a] in inside
                and a < self.partner[a]]  # fmt: skip

    @cached_property
    def floaters(self) -> tuple[int, ...]:
        inside = set(self.members)
        return tuple(p for p in self.members if self.partner.get(p) not in inside)

    @property
    def score(self) -> int:
        return self.field.scores[self.group.start]


def brackets_of(field: Field, partner: Mapping[int, int], resting: int | None) -> list[Bracket]:
    """The published round bracket by bracket: whoever was not paired in one came into the next (DU3.4)."""
    groups = field.groups()
    found: list[Bracket] = []
    moved: tuple[int, ...] = ()
    for n, group in enumerate(groups):
        following = groups[n + 1] if n + 1 < len(groups) else range(group.stop, group.stop)
        bracket = Bracket(field, n + 1, moved, group, following, partner, resting)
        found.append(bracket)
        moved = bracket.floaters
    return found


def has_white(field: Field, a: int, b: int) -> bool:
    """Whether the higher ranked `a` has white against `b`: DU8.1 to DU8.5, read one after the other."""
    wishes = field.wish[a], field.wish[b]
    if wishes == (0, 0):
        return field.odd[a] is (field.terms.initial == WHITE)  # DU8.5
    if wishes[0] + wishes[1] == 0 or 0 in wishes:  # DU8.1
        return (wishes[0] or -wishes[1]) == WHITE
    granted = _granted(field, a, b)
    return (wishes[0] == WHITE) is (granted == a)


def _granted(field: Field, a: int, b: int) -> int:
    """Whose preference is granted where both want one colour."""
    weight = [(field.strength[p], abs(field.difference[p]) if field.strength[p] == ABSOLUTE else 0) for p in (a, b)]
    if weight[0] != weight[1]:
        return a if weight[0] > weight[1] else b  # DU8.2
    games_a, games_b = field.games[a], field.games[b]
    wanted = "w" if field.wish[a] == WHITE else "b"
    for back in range(1, min(len(games_a), len(games_b)) + 1):
        if games_a[-back] != games_b[-back]:
            return b if games_a[-back] == wanted else a  # DU8.3
    return a  # DU8.4


def colour_harms(field: Field, a: int, b: int) -> tuple[int, int, int, int]:
    """C10 to C13 for one pair."""
    far = run = missed = strong = 0
    first, second = min(a, b), max(a, b)
    white = has_white(field, first, second)
    topscorers = field.top[a] or field.top[b]
    for player, colour in ((first, 1 if white else -1), (second, -1 if white else 1)):
        if topscorers:
            far += abs(field.difference[player] + colour) > 2
            run += field.games[player][-2:] == ("ww" if colour == 1 else "bb")
        if field.wish[player] == -colour:
            missed += 1
            strong += field.strength[player] == STRONG
    return far, run, missed, strong


def legal(field: Field, a: int, b: int) -> bool:
    """C1 and C3, as they read."""
    if b in field.banned[a] or a in field.banned[b]:
        return False
    both = field.strength[a] == ABSOLUTE and field.strength[b] == ABSOLUTE and field.wish[a] == field.wish[b]
    return not both or field.top[a] or field.top[b]


def remainder(bracket: Bracket) -> Sequence[int]:
    """The residents who are not opponents of somebody moved down (DU3.3)."""
    taken = {bracket.partner.get(p) for p in bracket.moved}
    return [p for p in bracket.group if p not in taken]


Kind = tuple[int, int]  # the colour wanted; 0 nothing, 1 mild, 2 strong or absolute
_KINDS: tuple[Kind, ...] = ((0, 0), (WHITE, 1), (WHITE, 2), (BLACK, 1), (BLACK, 2))


def kind_of(field: Field, player: int) -> Kind:
    return field.wish[player], min(field.strength[player], 2)


def _cost(a: Kind, b: Kind) -> tuple[int, int]:
    """Twice C12 and C13 of a pair of these kinds, two absolute ones left out."""
    clash = a[0] != 0 and a[0] == b[0]
    return 2 * clash, 2 * (clash and a[1] == b[1] == 2)


def _price_lists() -> Iterator[dict[Kind, tuple[int, int]]]:
    """Prices that fit: nobody wants too much; more want one colour than can have it; and so strongly."""
    yield dict.fromkeys(_KINDS, (0, 0))
    for much in (WHITE, BLACK):
        for strong, mild in ((0, 0), (1, -1)):
            yield {kind: ((1, strong if kind[1] == 2 else mild) if kind[0] == much else (-1, -strong))
                   for kind in _KINDS}  # fmt: skip


def _sum(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] + b[0], a[1] + b[1]


PRICE_LISTS = tuple(_price_lists())


def prices_fit(prices: Mapping[Kind, tuple[int, int]]) -> bool:
    """Whether no pair costs less than its two prices together; a test asks that of all lists."""
    return all(_cost(a, b) >= _sum(prices[a], prices[b]) for a in _KINDS for b in _KINDS)


def proved(bracket: Bracket, nothing_lost_below: bool, bye: int | None) -> bool:
    """Whether the published result of the bracket is shown to be the first of the best. False: not shown so.
    `nothing_lost_below`: C8 is as good as it can be; `bye`: the score of the PAB."""
    field, floaters = bracket.field, bracket.floaters
    if not nothing_lost_below or len(floaters) != len(bracket.members) % 2 or set(floaters) & set(bracket.moved):
        return False
    candidates = _floating(bracket, bye)
    if candidates is None or not set(floaters) <= set(candidates):
        return False
    moved = set(bracket.moved)
    for a, b in bracket.pairs:
        if colour_harms(field, a, b)[:2] != (0, 0) or (a in moved and UP in field.floated[b]):
            return False
        if b in field.soft.get(a, ()):
            return False
    if any(field.top[p] for p in bracket.members) and not all(_usual(field, p) for p in bracket.members):
        return False
    return any(_shown(bracket, prices, candidates) for prices in PRICE_LISTS)


def _usual(field: Field, player: int) -> bool:
    wanted = "ww" if field.wish[player] == WHITE else "bb"
    return abs(field.difference[player]) <= 2 and field.games[player][-2:] != wanted


def _floating(bracket: Bracket, bye: int | None) -> list[int] | None:
    """Who might float without any fault; None where it is not that simple."""
    field = bracket.field
    found = [p for p in bracket.group if DOWN not in field.floated[p]]
    if bye is None or bye < bracket.score:
        return found
    if bye > bracket.score or len(bracket.members) % 2 == 0:
        return None
    fewest = min((field.unplayed[p] for p in bracket.group if field.may_rest[p]), default=0)
    return [p for p in found if field.may_rest[p] and field.unplayed[p] == fewest]


def _shown(bracket: Bracket, prices: Mapping[Kind, tuple[int, int]], candidates: Sequence[int]) -> bool:
    field = bracket.field
    kinds = {p: kind_of(field, p) for p in bracket.members}
    dearest = max(prices[kind] for kind in set(kinds.values()))
    if any(prices[kinds[p]] != dearest for p in bracket.floaters):
        return False
    for a, b in bracket.pairs:
        if _cost(kinds[a], kinds[b]) != _sum(prices[kinds[a]], prices[kinds[b]]):
            return False
    floating = [p for p in candidates if prices[kinds[p]] == dearest]
    return _first(bracket, _Tight(bracket, prices, kinds), floating)


class _Tight:
    """Which residents a player may meet at exactly the two prices, as bits from the first resident on."""

    def __init__(self, bracket: Bracket, prices: Mapping[Kind, tuple[int, int]], kinds: Mapping[int, Kind]) -> None:
        self.field, self.group, self.kinds = bracket.field, bracket.group, kinds
        of_kind = {kind: self.bits([p for p in bracket.group if kinds[p] == kind]) for kind in _KINDS}
        self._meets = {a: sum(of_kind[b] for b in _KINDS if _cost(a, b) == _sum(prices[a], prices[b])) for a in _KINDS}
        absolute = [p for p in bracket.group if self.field.strength[p] == ABSOLUTE]
        self._absolute = {
            wish: self.bits([p for p in absolute if self.field.wish[p] == wish]) for wish in (WHITE, BLACK)
        }

    def bits(self, players: Sequence[int]) -> int:
        marks = bytearray(b"0" * len(self.group))
        for player in players:
            marks[self.group.stop - 1 - player] = 49
        return int(marks or b"0", 2)

    def meets(self, player: int) -> int:
        found = self._meets[self.kinds[player]]
        if self.field.strength[player] == ABSOLUTE:
            found &= ~self._absolute[self.field.wish[player]]
        for other in (*self.field.banned[player], *self.field.soft.get(player, ())):
            if other in self.group:
                found &= ~(1 << (other - self.group.start))
        return found


def _first(bracket: Bracket, tight: _Tight, floating: Sequence[int]) -> bool:
    """DU6.6 (b), (c), (d): nobody could have had an opponent nearer to the front."""
    start, partner = bracket.group.start, bracket.partner
    free = (1 << len(bracket.group)) - 1
    rested = tight.bits([p for p in bracket.group if UP not in bracket.field.floated[p]])
    for player in bracket.moved:
        own = 1 << (partner[player] - start)
        if tight.meets(player) & free & rested & (own - 1):
            return False  # perhaps for a good reason: not seen from here
        free ^= own
    rest = remainder(bracket)
    upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    below = set(lower)
    if any(partner.get(p) not in below for p in upper):
        return False  # an exchange
    columns = tight.bits(lower)
    rows = [tight.meets(p) & columns for p in upper]
    taken = [partner[p] - start for p in upper]
    if bracket.floaters:
        rows.append(tight.bits(floating) & columns)
        taken.append(bracket.floaters[0] - start)
    return _no_earlier(rows, taken, columns)


def _no_earlier(rows: Sequence[int], taken: Sequence[int], columns: int) -> bool:
    """Whether no row could have an earlier column while those before it keep theirs and all after it find one."""
    owner = {column: row for row, column in enumerate(taken)}
    traps: list[int] = []  # columns whose owners have no others: nobody comes out of them
    for row, column in enumerate(taken):
        earlier = rows[row] & columns & ((1 << column) - 1)
        for trap in traps:
            if not trap >> column & 1:
                earlier &= ~trap
        while earlier:
            bit = earlier & -earlier
            reached = _reached(rows, owner, owner[bit.bit_length() - 1], columns & ~bit) | bit
            if reached >> column & 1:
                return False
            earlier &= ~reached
            traps = [trap for trap in traps if trap & ~reached] + [reached]
        columns ^= 1 << column
    return True


def _reached(rows: Sequence[int], owner: Mapping[int, int], start: int, columns: int) -> int:
    """The columns that open up for others when this row looks for a new one."""
    seen = 0
    queue = [start]
    for row in queue:
        new = rows[row] & columns & ~seen
        seen |= new
        while new:
            bit = new & -new
            new ^= bit
            queue.append(owner[bit.bit_length() - 1])
    return seen
