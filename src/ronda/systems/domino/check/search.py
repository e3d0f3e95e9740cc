"""domino, for the check: an exact search for the tables of a group of players, apart from the code that
pairs.

It either finds tables, or proves that there are none, or says that its budget ran out. A group is a
pyramid, or some whole tables of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate

import msgspec
from msgspec import field

from ronda.core.values import Frozen
from ronda.systems.domino.check.relations import FREE, HARD, Club, Sides, Ties
from ronda.systems.domino.field import Pair, Relation

Caps = tuple[int, ...]
UNLIMITED = 1 << 20


class OutOfBudget(Exception):
    """The search was given up before it proved anything."""


class Purse(msgspec.Struct):
    """How many more tables may be tried."""

    left: int

    @property
    def empty(self) -> bool:
        return self.left < 0

    def spend(self, amount: int = 1) -> None:
        self.left -= amount
        if self.left < 0:
            raise OutOfBudget


class Question(Frozen, frozen=True):
    """Can these players sit so that no pair is of a graver kind than `mildest`, with at most so many
    players `misplaced` on the other side than theirs (two by an exchange, D6.6), and, where `caps` are
    given, with at most so many pairs of the first kind, of the first two kinds together, and so on?"""

    players: Sequence[int]
    better: AbstractSet[int]  # side A; nobody where sides do not matter
    mildest: int
    misplaced: int = UNLIMITED
    caps: Caps = ()
    wishes: bool = False  # whether soft avoid pairs are kept too
    partners: Sequence[Pair] = ()  # those who are partners already
    upper: AbstractSet[int] = frozenset()  # the upper pyramid, where its pairs meet those of the lower one (D10.1)
    head: int | None = None  # then, of an odd number of tables, whose pair stands in for an upper one
    again: tuple[int, int] | None = None  # at most so many partners and rivals of old (D10.5)


class Search(msgspec.Struct):
    """One search: players are bits of a mask, and what failed is remembered."""

    question: Question
    ties: Ties
    purse: Purse
    partner_ok: list[int] = field(default_factory=list)
    rival_ok: list[int] = field(default_factory=list)
    partner_kind: list[list[int]] = field(default_factory=list)
    rival_kind: list[list[int]] = field(default_factory=list)
    side_b: int = 0
    upper: int = 0
    head: int = 0
    old_partners: list[int] = field(default_factory=list)
    old_rivals: list[int] = field(default_factory=list)
    clubs: list[tuple[Club, int]] = field(default_factory=list)
    failed: set[tuple[int, int, Caps]] = field(default_factory=set)

    def __post_init__(self) -> None:
        players, mildest = self.question.players, self.question.mildest
        place = {player: at for at, player in enumerate(players)}
        for club in self.ties.clubs:
            members = sum(1 << at for at, player in enumerate(players) if player in club.members)
            if members:
                self.clubs.append((club, members))

        def kinds(relation: Relation) -> list[list[int]]:
            rows = [[FREE] * len(players) for _ in players]
            for at, a in enumerate(players):
                rows[at][at] = -1
                for b in relation.soft[a] if self.question.wishes else ():
                    if b in place:
                        rows[at][place[b]] = -1
                for b in {*relation.last[a], *relation.hard[a]}:
                    if b in place and rows[at][place[b]] == FREE:
                        rows[at][place[b]] = self.ties.kind(relation, a, b)
            return rows

        def allowed(rows: list[list[int]]) -> list[int]:
            return [sum(1 << at for at, kind in enumerate(row) if kind >= mildest) for row in rows]

        self.partner_kind, self.rival_kind = kinds(self.ties.partners), kinds(self.ties.rivals)
        self.partner_ok, self.rival_ok = allowed(self.partner_kind), allowed(self.rival_kind)
        for pair in self.question.partners:
            self._bind(*(players.index(player) for player in pair))
        better = self.question.better
        self.side_b = sum(1 << at for at, player in enumerate(players) if better and player not in better)
        self.upper = sum(1 << at for at, player in enumerate(players) if player in self.question.upper)
        self.head = sum(1 << at for at, player in enumerate(players) if player == self.question.head)
        if self.upper:
            self._keep_pyramids()
        if self.question.again is not None:
            self._note_old(*self.question.again)

    def _keep_pyramids(self) -> None:
        """D10.1: partners of the same pyramid, rivals of the other."""
        for at in range(len(self.question.players)):
            own = self.upper if self.upper >> at & 1 else ~self.upper
            self.partner_ok[at] &= own
            if self.upper >> at & 1 or not self.head:
                self.rival_ok[at] &= ~own

    def _note_old(self, partners: int, rivals: int) -> None:
        """Who were together before (D10.5); of those who must not be at all, nobody is tried."""
        players = self.question.players

        def rows(relation: Relation) -> list[int]:
            return [sum(1 << at for at, b in enumerate(players) if relation.again(a, b)) for a in players]

        self.old_partners, self.old_rivals = rows(self.ties.partners), rows(self.ties.rivals)
        if not partners:
            self.partner_ok = [row & ~old for row, old in zip(self.partner_ok, self.old_partners, strict=True)]
        if not rivals:
            self.rival_ok = [row & ~old for row, old in zip(self.rival_ok, self.old_rivals, strict=True)]

    def _again(self, table: tuple[int, int, int, int]) -> tuple[int, int]:
        """How many partners and rivals of old a table has."""
        one, two, three, four = table
        across = 1 << three | 1 << four
        return (
            (self.old_partners[one] >> two & 1) + (self.old_partners[three] >> four & 1),
            (self.old_rivals[one] & across).bit_count() + (self.old_rivals[two] & across).bit_count(),
        )

    def _bind(self, a: int, b: int) -> None:
        together = self.partner_ok[a] >> b & 1
        self.partner_ok = [row & ~(1 << a | 1 << b) for row in self.partner_ok]
        self.partner_ok[a], self.partner_ok[b] = together << b, together << a

    def run(self) -> list[Sides] | None:
        self.purse.spend(len(self.question.players) ** 2 // 4)  # for looking at every pair
        everybody = (1 << len(self.question.players)) - 1
        return self._fill(everybody, self.question.misplaced, self.question.caps + (self.question.again or ()))

    def _fill(self, free: int, spare: int, caps: Caps) -> list[Sides] | None:
        if not free:
            return []
        key = (free, spare, caps)
        if key in self.failed or (self.clubs and self._crowded(free, caps)):
            return None
        hardest = self._hardest(free)
        if hardest is not None:
            for table, moved, left in self._tables(hardest, free, spare, caps):
                rest = self._fill(free & ~sum(1 << at for at in table), spare - moved, left)
                if rest is not None:
                    a, b, c, d = (self.question.players[at] for at in table)
                    return [((a, b), (c, d)), *rest]
        self.failed.add(key)
        return None

    def _crowded(self, free: int, caps: Caps) -> bool:
        """Whether counting alone tells that those who are left break too many hard wishes."""
        limited = self.question.caps
        most = min(caps[: len(limited)]) if limited else UNLIMITED if self.question.mildest == HARD else 0
        tables = free.bit_count() // 4
        return sum(club.least((free & members).bit_count(), tables) for club, members in self.clubs) > most

    def _hardest(self, free: int) -> int | None:
        """The free player with the fewest rivals left; None where somebody has not even a table left."""
        best, fewest = None, UNLIMITED
        for at in _bits(free):
            left = (self.rival_ok[at] & free).bit_count()
            if left < 2 or not self.partner_ok[at] & free:
                return None
            if left < fewest:
                best, fewest = at, left
        return best

    def _tables(
        self, one: int, free: int, spare: int, caps: Caps
    ) -> Iterator[tuple[tuple[int, int, int, int], int, Caps]]:
        """The tables that the player may sit at, those with nobody misplaced first."""
        kept = []
        for two in _bits(self.partner_ok[one] & free):
            across = self.rival_ok[one] & self.rival_ok[two] & free & ~(1 << one) & ~(1 << two)
            astray = 0 if spare else self._astray(one, two)
            for three in _bits(across):
                fourth = across & self.partner_ok[three] & -(1 << three)
                if astray >> three & 1:
                    self.purse.spend(fourth.bit_count())
                    continue
                for four in _bits(fourth):
                    self.purse.spend()
                    table = (one, two, three, four)
                    moved = self._misplaced(table)
                    left = self._left(table, caps) if caps else caps
                    if moved > spare or left is None or self._not_led(table):
                        continue
                    if moved == 0:
                        yield table, 0, left
                    else:
                        kept.append((table, moved, left))
        yield from sorted(kept, key=lambda option: option[1])

    def _astray(self, one: int, two: int) -> int:
        """With whom as their rival somebody at the table of these partners is misplaced, whoever is the fourth."""
        if not self.side_b or self.upper:
            return 0
        own = self.side_b if self.side_b >> one & 1 else ~self.side_b
        return own if own >> two & 1 else -1

    def _misplaced(self, table: tuple[int, int, int, int]) -> int:
        if not self.side_b:
            return 0
        one, two, three, four = table
        side_b = self.side_b
        if self.upper:  # whoever is partner of somebody of the other side
            return (side_b >> one ^ side_b >> two) % 2 + (side_b >> three ^ side_b >> four) % 2
        return misplaced((side_b >> one & 1) + (side_b >> two & 1), (side_b >> three & 1) + (side_b >> four & 1))

    def _not_led(self, table: tuple[int, int, int, int]) -> bool:
        """Whether it is a table of the lower pyramid alone, without the one who leads there (D10.1)."""
        seats = sum(1 << at for at in table)
        return bool(self.upper) and not seats & (self.upper | self.head)

    def _left(self, table: tuple[int, int, int, int], caps: Caps) -> Caps | None:
        """What of the caps is left after this table."""
        one, two, three, four = table
        kinds = [self.partner_kind[one][two], self.partner_kind[three][four]]
        kinds += [self.rival_kind[a][b] for a in (one, two) for b in (three, four)]
        again = () if self.question.again is None else self._again(table)
        if min(kinds) == FREE and not any(again):
            return caps
        if HARD in kinds:  # behind a broken wish there may be a repetition too
            a, b, c, d = (self.question.players[at] for at in table)
            kinds = self.ties.harms(((a, b), (c, d)))
        spent = cumulated(kinds, len(self.question.caps)) + again
        left = tuple(cap - own for cap, own in zip(caps, spent, strict=True))
        return left if min(left) >= 0 else None


def misplaced(first: int, second: int) -> int:
    """How many sit on the other side of a table than theirs, from the number of B players in each of
    its pairs: the pair with fewer of them is the A pair. Two by an exchange."""
    return 2 - abs(first - second)


def cumulated(kinds: Sequence[int], count: int) -> Caps:
    """How many are of the first kind, of the first two kinds together, and so on."""
    each = [0] * count
    for kind in kinds:
        if kind != FREE and count:
            each[kind] += 1
    return tuple(accumulate(each))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
