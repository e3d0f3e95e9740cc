"""chess: the facts of a round, for `pair` and for `check`: who may have the bye (C4.3, C4.4), and of the rounds to come
who is counted on for them, whom everybody has not met yet and who may rest in them (C5.4).

Nothing is decided here. Who rests after all, which colours two players get (C5.1, C5.3) and what that costs, `pair` and
`check` say each on their own. Order, points and colours had are in `rules`, meetings in the book.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ronda.core.book import Book
from ronda.core.values import Frozen
from ronda.systems.chess.rules import free_points


def bye_candidates(book: Book, order: Sequence[int], *, anybody: bool = False) -> list[int]:
    """Who may rest, the first choice first: the lowest of those with the fewest free points (C4.3, C4.4); then, if
    anybody may, the lowest of those with one more, and so on."""
    free = {player: free_points(book, player) for player in order}
    fewest = min(free.values(), default=0)
    found = [player for player in reversed(order) if anybody or free[player] == fewest]
    return sorted(found, key=free.__getitem__)


def pausing(book: Book) -> list[int]:
    """Who misses the round to be made but has entered before and not left, and so is counted on for the rounds to
    come."""
    number = book.round
    return sorted(
        player
        for player, who in book.players.items()
        if number in who.missed and who.joined_round <= number and (who.left_after is None or who.left_after >= number)
    )


class Ahead(Frozen, frozen=True):
    """The rounds after the one to be made: who plays `now`, who in each of the `later` ones, how many of them there
    are; whom everybody has not met yet, and who may rest by C4.3 and C4.4."""

    now: frozenset[int]
    later: frozenset[int]
    rounds: int
    unmet: Mapping[int, frozenset[int]]
    fresh: frozenset[int]


def ahead_of(book: Book, players: Collection[int]) -> Ahead:
    """With these players in the rounds to come."""
    now, later = frozenset(book.pool()), frozenset(players)
    free = {player: free_points(book, player) for player in players}
    fewest = min((free[player] for player in now), default=0)
    return Ahead(
        now=now,
        later=later,
        rounds=book.rounds - book.round,
        unmet={player: later.difference(book.met(player), (player,)) for player in players},
        fresh=frozenset(player for player in players if free[player] <= fewest),
    )
