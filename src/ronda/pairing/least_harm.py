"""The pairing that breaks least, where no complete round keeps everything (S3).

Bounds come first. Every table costs at least half of the least that each of its two can cost: where everybody can be
seated for just that, the pairings of least harm are the perfect matchings of the pairs that cost no more (complementary
slackness), and the walk only has to keep one of those. Otherwise one matching finds the least harm, and the walk goes
down its tables: a better-liked opponent is had by changing two or three of them, or is out of reach by the bound; only
where neither is plain, a matching with the wishes of many players at once decides.

Harm is one whole number (`Packing`): several parts, the gravest first, whose sums compare like tuples. A matching adds
up numbers much faster than tuples, and the library can match by numbers only.

Players are places in the pairing order: 0 is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import mul

from ronda.core import Frozen
from ronda.core.weighted_matching import cheapest
from ronda.pairing.matching import Unplaced
from ronda.pairing.walk import Choice, Pair


class Packing(Frozen):
    """`units`: what one of each part counts, the gravest part first; `full`: more than anything packed within the
    limits. The gravest part itself may be as large as it likes."""

    units: tuple[int, ...]
    full: int

    @classmethod
    def of(cls, limits: Iterable[int]) -> Packing:
        """`limits`: for each part, the gravest first, more than any sum of it over a round."""
        units = []
        unit = 1
        for limit in reversed(tuple(limits)):
            units.append(unit)
            unit *= limit
        return cls(tuple(reversed(units)), unit)

    def pack(self, *parts: int) -> int:
        if len(parts) != len(self.units):
            raise ValueError(f"{len(self.units)} parts wanted: {parts}")
        return sum(map(mul, parts, self.units))

    def down_to(self, part: int, cost: int) -> int:
        """What counts as much as part number `part` or more, as a number that compares; what is milder is left out."""
        return cost // self.units[part]


_COST_BITS = 100  # leaves the library's 128-bit sums ample room

Liking = Callable[[int, Sequence[int]], Sequence[int]]
Rows = Sequence[dict[int, int]]  # for each place what it costs to be with whom


def cheapest_pairing(size: int, harm: Mapping[Pair, int], liking: Liking) -> list[Choice] | None:
    """Pair everybody so that the sum of `harm` is least and, among all such pairings, each player from the
    top takes the opponent liked best that still allows it. `harm` names every allowed pair (i < j);
    `liking(i, below)` orders the opponents of `i` among those still free below. None: no pairing exists."""
    rows: list[dict[int, int]] = [{} for _ in range(size)]
    for (a, b), cost in harm.items():
        rows[a][b] = rows[b][a] = cost
    return cheapest_of_rows(rows, liking)


def cheapest_of_rows(rows: Rows, liking: Liking) -> list[Choice] | None:
    """The same, where for each place it is known what it costs to be with whom."""
    if not all(rows):
        return None  # somebody has nobody
    bound = _Bound(rows, [min(row.values()) for row in rows])
    rest = Unplaced(range(len(rows)), bound.tight, bound.near)
    if rest.perfect:
        return _walk_tight(bound, rest, liking)
    return _Walk(bound, liking).run()


class _Bound(Frozen):
    """`floor`: the least that each place can cost, its opponent paying half."""

    rows: Rows
    floor: Sequence[int]

    def beyond(self, a: int, b: int) -> int:
        """Twice what the two cost more than that."""
        return 2 * self.rows[a][b] - self.floor[a] - self.floor[b]

    def tight(self, a: int, b: int) -> bool:
        return b in self.rows[a] and not self.beyond(a, b)

    def near(self, a: int, among: Sequence[int]) -> list[int]:
        """Those of them with whom `a` costs no more than the bound."""
        floor, own, row = self.floor, self.floor[a], self.rows[a]
        return [b for b in among if b in row and 2 * row[b] - own == floor[b]]


# --- where the bound is reached ------------------------------------------------------------------------------


def _walk_tight(bound: _Bound, rest: Unplaced, liking: Liking) -> list[Choice]:
    """The pairing, where everybody can be seated for the least that anybody can cost."""
    rows, tight, size = bound.rows, bound.tight, len(bound.rows)
    placed = bytearray(size)
    choices: list[Choice] = []
    for player in range(size):
        if placed[player]:
            continue
        liked = liking(player, [q for q in range(player + 1, size) if not placed[q] and q in rows[player]])
        at = next(at for at, q in enumerate(liked) if tight(player, q) and rest.release(player, q))
        placed[player] = placed[liked[at]] = 1
        choices.append(Choice(player, liked[at], tuple(liked[:at])))
    return choices


# --- where it is not -------------------------------------------------------------------------------------------


class _Wish(Frozen):
    """The opponents a player would like, down to the one already known to be possible."""

    player: int
    liked: tuple[int, ...]


class _Walk:
    """The walk down a pairing of least harm. `spare`: twice what it costs beyond the bound; no table of it can cost
    more beyond its own."""

    def __init__(self, bound: _Bound, liking: Liking) -> None:
        self.bound = bound
        self.rows = rows = bound.rows
        self.liking = liking
        self.free = list(range(len(rows)))
        self.mates: dict[int, int] = {}
        self.spare = 0
        self.asked: dict[int, tuple[int, ...]] = {}
        self.room = _COST_BITS - max(max(row.values()) for row in rows).bit_length()

    def run(self) -> list[Choice] | None:
        found = self._solve(())
        if found is None:
            return None
        self.mates = found
        self.spare = sum(self.bound.beyond(a, b) for a, b in found.items() if a < b)
        choices: list[Choice] = []
        while self.free:
            choices += self._next()
        return choices

    def _next(self) -> list[Choice]:
        """The table of the first free player, and perhaps some more."""
        player = self.free[0]
        liked = self._liked(player)
        for at, other in enumerate(liked):
            if other == self.mates[player] or self._exchanged(player, other):
                return [self._settle(player, other, liked[:at])]
            if self.bound.beyond(player, other) <= self.spare:
                break  # neither had nor ruled out
        mates = self._solve(self._wishes())
        assert mates is not None, "a pairing is known"
        self.mates = mates
        return self._granted()

    def _liked(self, player: int) -> Sequence[int]:
        own = self.rows[player]
        return self.liking(player, [q for q in self.free if q > player and q in own])

    def _settle(self, player: int, other: int, rejected: Sequence[int]) -> Choice:
        self.spare -= self.bound.beyond(player, other)
        self.free = [place for place in self.free if place not in (player, other)]
        return Choice(player, other, tuple(rejected))

    def _exchanged(self, player: int, other: int) -> bool:
        """Seat the two together, if those they leave can sit together as well, or with the two of one more table,
        for no more harm."""
        mates, rows = self.mates, self.rows
        x, y = mates[player], mates[other]
        saved = rows[player][x] + rows[other][y] - rows[player][other]
        of_x, of_y = rows[x], rows[y]
        direct = of_x.get(y)
        if direct is not None and direct <= saved:
            self._join((player, other), (x, y))
            return True
        taken = (player, other, x, y)
        for u in reversed(self.free):  # those at the end are needed least
            to_x = of_x.get(u)
            if to_x is None or u in taken:
                continue
            w = mates[u]
            to_y = of_y.get(w)
            if to_y is not None and to_x + to_y <= saved + rows[u][w]:
                self._join((player, other), (x, u), (y, w))
                return True
        return False

    def _join(self, *tables: Pair) -> None:
        for a, b in tables:
            self.mates[a], self.mates[b] = b, a

    def _wishes(self) -> list[_Wish]:
        """The wishes of the players from the top, as many as fit into one cost beside the harm."""
        room = self.room
        wishes: list[_Wish] = []
        for player in self.free:
            if self.mates[player] < player:
                continue
            liked = self._liked(player)
            wish = _Wish(player, tuple(liked[: liked.index(self.mates[player]) + 1]))
            room -= (len(wish.liked) + 1).bit_length()
            if room < 0 and wishes:
                break
            wishes.append(wish)
        self.asked = {wish.player: wish.liked for wish in wishes}
        return wishes

    def _granted(self) -> list[Choice]:
        """What the matching settles: from the top, up to the first player who was not asked, or who got an
        opponent that was not asked about."""
        granted: list[Choice] = []
        placed: set[int] = set()
        for player in self.free:
            if player in placed:
                continue
            partner = self.mates[player]
            liked = self.asked.get(player, ())
            if partner not in liked:
                break
            rejected = [q for q in liked[: liked.index(partner)] if q not in placed]
            placed |= {player, partner}
            granted.append(Choice(player, partner, tuple(rejected)))
        for choice in granted:
            self._settle(choice.player, choice.opponent, ())
        return granted

    def _solve(self, wishes: Sequence[_Wish]) -> dict[int, int] | None:
        """A pairing of the free players of least harm, then of the dearest wishes; by place."""
        packing = Packing.of(len(wish.liked) + 1 for wish in wishes)
        ranks = {
            wish.player: (unit, {place: n for n, place in enumerate(wish.liked)})
            for wish, unit in zip(wishes, packing.units, strict=True)
        }
        index = {place: n for n, place in enumerate(self.free)}
        edges = []
        for a, b, cost in self._usable(known=bool(wishes)):
            total = cost * packing.full
            if a in ranks:
                unit, order = ranks[a]
                total += unit * order.get(b, len(order))
            edges.append((index[a], index[b], total))
        mates = cheapest(len(self.free), edges)
        return None if mates is None else {place: self.free[mates[n]] for place, n in index.items()}

    def _usable(self, *, known: bool) -> Iterator[tuple[int, int, int]]:
        """The pairs among the free that a pairing of least harm can have; all, where none is known yet."""
        free, floor = set(self.free), self.bound.floor
        for a in self.free:
            own = floor[a] + self.spare
            for b, cost in self.rows[a].items():
                if b > a and b in free and (not known or 2 * cost - floor[b] <= own):
                    yield a, b, cost
