"""domino, for the check: an exact search for the tables of a group of players, apart from the code that
pairs.

It either finds tables, or proves that there are none, or says that its budget ran out. A group is a
pyramid, or some whole tables of one.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import msgspec

from ronda.core import Frozen
from ronda.systems.domino.check.pyramids import Pyramid, misplaced
from ronda.systems.domino.check.relations import FREE, HARD, Sides, Ties
from ronda.systems.domino.field import Pair, Relation

Caps = tuple[int, ...]
UNLIMITED = 1 << 20


class OutOfBudget(Exception):
    """The search was given up before it proved anything."""


class Budget(msgspec.Struct):
    """How many more tables may be tried."""

    left: int

    @property
    def empty(self) -> bool:
        return self.left < 0

    def spend(self, amount: int = 1) -> None:
        self.left -= amount
        if self.left < 0:
            raise OutOfBudget


class Question(Frozen):
    """Can the players of a pyramid sit so that no pair is of a graver kind than `gravest`, with at most so many players
    `misplaced` on the other side than theirs (two by an exchange, D6.6), and, where `caps` are given, with at most so
    many pairs of the first kind, of the first two kinds together, and so on?"""

    pyramid: Pyramid
    gravest: int
    caps: Caps = ()
    misplaced: int = UNLIMITED
    wishes: bool = False  # whether soft avoid pairs are kept too
    partners: Sequence[Pair] = ()  # those who are partners already
    again: tuple[int, int] | None = None  # at most so many partners and rivals of old (D10.5)


class Answer(NamedTuple):
    """Tables, or none; without tables, whether it is proved that there are none."""

    tables: list[Sides] | None
    proved: bool = True


NOT_PROVED = Answer(None, proved=False)


def asked(question: Question, ties: Ties, purse: Budget) -> Answer:
    try:
        return Answer(searched(question, ties, purse))
    except OutOfBudget:
        return NOT_PROVED


def searched(question: Question, ties: Ties, purse: Budget) -> list[Sides] | None:
    """The tables, None where there are none. Raises OutOfBudget."""
    players = question.pyramid.players
    purse.spend(len(players) ** 2 // 4)  # for looking at every pair
    everybody = (1 << len(players)) - 1
    return _Search(question, ties, purse).fill(everybody, question.misplaced, question.caps + (question.again or ()))


class _Search:
    """One search: players are bits of a mask, and what failed is remembered."""

    def __init__(self, question: Question, ties: Ties, purse: Budget) -> None:
        self.question, self.ties, self.purse = question, ties, purse
        pyramid = question.pyramid
        self.players = players = pyramid.players
        self.failed: set[tuple[int, int, Caps]] = set()
        self.clubs = [(club, members) for club in ties.clubs if (members := self._mask(club.members))]
        self.side_b = self._mask(set(players) - pyramid.better) if pyramid.better else 0
        self.upper = self._mask(pyramid.upper)
        self.head = self._mask({pyramid.head})
        self.partner_kind, self.rival_kind = self._kinds(ties.partners), self._kinds(ties.rivals)
        self.partner_ok, self.rival_ok = self._allowed(self.partner_kind), self._allowed(self.rival_kind)
        for pair in question.partners:
            self._bind(*map(players.index, pair))
        if self.upper:
            self._keep_pyramids()
        if question.again is not None:
            self.old_partners, self.old_rivals = self._old(ties.partners), self._old(ties.rivals)
            partners, rivals = question.again
            if not partners:  # nobody is tried of those who must not be together
                self.partner_ok = _without(self.partner_ok, self.old_partners)
            if not rivals:
                self.rival_ok = _without(self.rival_ok, self.old_rivals)

    def _mask(self, some: Container[int | None]) -> int:
        return sum(1 << at for at, player in enumerate(self.players) if player in some)

    def _kinds(self, relation: Relation) -> list[list[int]]:
        """Of each two the kind of harm; -1: not to be together."""
        place = {player: at for at, player in enumerate(self.players)}
        rows = [[FREE] * len(place) for _ in place]
        for a, at in place.items():
            rows[at][at] = -1
            for b in relation.soft[a] if self.question.wishes else ():
                if b in place:
                    rows[at][place[b]] = -1
            for b in {*relation.last[a], *relation.hard[a]}:
                if b in place and rows[at][place[b]] == FREE:
                    rows[at][place[b]] = self.ties.kind(relation, a, b)
        return rows

    def _allowed(self, rows: list[list[int]]) -> list[int]:
        return [sum(1 << at for at, kind in enumerate(row) if kind >= self.question.gravest) for row in rows]

    def _old(self, relation: Relation) -> list[int]:
        """With whom each was so before (D10.5)."""
        return [sum(1 << at for at, b in enumerate(self.players) if relation.again(a, b)) for a in self.players]

    def _bind(self, a: int, b: int) -> None:
        together = self.partner_ok[a] >> b & 1
        self.partner_ok = [row & ~(1 << a | 1 << b) for row in self.partner_ok]
        self.partner_ok[a], self.partner_ok[b] = together << b, together << a

    def _keep_pyramids(self) -> None:
        """D10.1: partners of the same pyramid, rivals of the other."""
        for at in range(len(self.players)):
            own = self.upper if self.upper >> at & 1 else ~self.upper
            self.partner_ok[at] &= own
            if self.upper >> at & 1 or not self.head:
                self.rival_ok[at] &= ~own

    def _again(self, table: tuple[int, int, int, int]) -> tuple[int, int]:
        """How many partners and rivals of old a table has."""
        one, two, three, four = table
        across = 1 << three | 1 << four
        return (
            (self.old_partners[one] >> two & 1) + (self.old_partners[three] >> four & 1),
            (self.old_rivals[one] & across).bit_count() + (self.old_rivals[two] & across).bit_count(),
        )

    def fill(self, free: int, spare: int, caps: Caps) -> list[Sides] | None:
        if not free:
            return []
        key = (free, spare, caps)
        if key in self.failed or (self.clubs and self._crowded(free, caps)):
            return None
        hardest = self._hardest(free)
        if hardest is not None:
            for table, moved, left in self._tables(hardest, free, spare, caps):
                rest = self.fill(free & ~sum(1 << at for at in table), spare - moved, left)
                if rest is not None:
                    a, b, c, d = (self.players[at] for at in table)
                    return [((a, b), (c, d)), *rest]
        self.failed.add(key)
        return None

    def _crowded(self, free: int, caps: Caps) -> bool:
        """Whether counting alone tells that those who are left break too many hard wishes."""
        limited = self.question.caps
        most = min(caps[: len(limited)]) if limited else UNLIMITED if self.question.gravest == HARD else 0
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
            a, b, c, d = (self.players[at] for at in table)
            kinds = self.ties.harms(((a, b), (c, d)))
        spent = cumulated(kinds, len(self.question.caps)) + again
        left = tuple(cap - own for cap, own in zip(caps, spent, strict=True))
        return left if min(left) >= 0 else None


def _without(rows: Sequence[int], old: Sequence[int]) -> list[int]:
    return [row & ~own for row, own in zip(rows, old, strict=True)]


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
