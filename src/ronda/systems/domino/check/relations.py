"""domino, for the check: what lies between two players (D1.2, D1.3, D2.3, D2.4), and which step of the
ladder of D7 would have to be taken to seat them together.

A kind of harm is a whole number, the gravest is 0: a hard avoid pair, a forced repetition (D7.3), the
rivals by the rounds since they met (D7.1, two rounds first), the partners likewise. `FREE` is no harm
at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from ronda.core.book import PLAYED, Book
from ronda.core.model import Avoid, Side
from ronda.core.values import Frozen
from ronda.systems.domino.check.pigeonholes import Club, clubs, least_broken
from ronda.systems.domino.rules import windows

HARD, FORCED = 0, 1
FREE = 1 << 30

Pair = tuple[int, int]
Sides = tuple[Side, Side]


def ordered(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def rivals(sides: Sides) -> Iterator[Pair]:
    return product(*sides)


class Relation(Frozen, frozen=True):
    """Partners or rivals: when two last were (in a game that took place), and who should not be. Only players
    who are in somebody's way are listed."""

    name: str
    window: int
    last: Mapping[Pair, int]
    hard: frozenset[Pair]
    soft: frozenset[Pair]
    first_kind: int  # that of a repetition after two rounds
    before: frozenset[Pair] = frozenset()  # who were so at any time in the event, where that counts (D10.5)

    @property
    def wishes(self) -> frozenset[Pair]:
        return self.hard | self.soft


class Ties(Frozen, frozen=True):
    """All that lies between the players of a round."""

    round: int
    partners: Relation
    rivals: Relation
    kinds: int
    clubs: tuple[Club, ...] = ()

    def least_broken(self, players: Collection[int]) -> int:
        """The hard wishes that these players break at least, however they sit."""
        return least_broken(self.clubs, players)

    def kind(self, relation: Relation, a: int, b: int) -> int:
        return HARD if ordered(a, b) in relation.hard else self.repetition(relation, a, b)

    def repetition(self, relation: Relation, a: int, b: int) -> int:
        """The kind of a repetition inside the window, FREE for none."""
        gap = self.round - relation.last.get(ordered(a, b), -FREE)
        if gap > relation.window:  # D1.3
            return FREE
        return FORCED if gap <= 1 else relation.first_kind + gap - 2

    def together(self, sides: Sides) -> list[tuple[Relation, Pair]]:
        """The two partner pairs and the four rival pairs of a table."""
        found = [(self.partners, (side[0], side[1])) for side in sides]
        return found + [(self.rivals, pair) for pair in rivals(sides)]

    def harms(self, sides: Sides) -> list[int]:
        """The kinds of harm done at a table. Two who should not meet may be a repetition as well."""
        found = []
        for relation, pair in self.together(sides):
            if ordered(*pair) in relation.hard:
                found.append(HARD)
            kind = self.repetition(relation, *pair)
            if kind != FREE:
                found.append(kind)
        return found

    def again(self, tables: Iterable[Sides]) -> tuple[int, int]:
        """How many partners, and how many rivals, were so before in the event (D10.5)."""
        every = [together for sides in tables for together in self.together(sides)]
        partners = sum(ordered(*pair) in relation.before for relation, pair in every if relation is self.partners)
        rivals_ = sum(ordered(*pair) in relation.before for relation, pair in every if relation is self.rivals)
        return partners, rivals_

    def breaks_wish(self, sides: Sides) -> bool:
        return any(ordered(*pair) in relation.wishes for relation, pair in self.together(sides))


def ties_of(book: Book, pool: Sequence[int], *, fresh: bool = False) -> Ties:
    own = windows(book.setup, book.players.values())
    since = book.round - 1
    partner_steps, rival_steps = (max(0, min(window, since) - 1) for window in own)
    partners = _relation("partner", own.partner, book, pool, 2 + rival_steps, fresh=fresh)
    rivals_ = _relation("rival", own.rival, book, pool, 2, fresh=fresh)
    return Ties(
        round=book.round,
        partners=partners,
        rivals=rivals_,
        kinds=2 + rival_steps + partner_steps,
        clubs=clubs(partners.hard, rivals_.hard),
    )


def _relation(name: str, window: int, book: Book, pool: Sequence[int], first_kind: int, *, fresh: bool) -> Relation:
    there = set(pool)
    barred = [wish for wish in book.setup.avoid if _bars(wish, name) and there.issuperset(wish.players)]
    hard = frozenset(ordered(*wish.players) for wish in barred if wish.hard)
    soft = frozenset(ordered(*wish.players) for wish in barred if not wish.hard)
    before = frozenset(_last(name, book.round, book, pool)) if fresh else frozenset[Pair]()
    return Relation(name, window, _last(name, window, book, pool), hard, soft - hard, first_kind, before)


def _bars(wish: Avoid, name: str) -> bool:
    return wish.bars_partners() if name == "partner" else wish.bars_opponents()


def _last(name: str, window: int, book: Book, pool: Sequence[int]) -> dict[Pair, int]:
    """The last round of any two, as far back as the window reaches. Only games that took place (D2.3,
    D2.4)."""
    found: dict[Pair, int] = {}
    for player in pool:
        for line in book.lines[player]:
            if line.outcome in PLAYED and book.round - line.round <= window:
                for other in line.partners if name == "partner" else line.opponents:
                    found[ordered(player, other)] = line.round
    return found
