"""chess: the facts of a round, for `pair` and for `check`: who may have the bye (C4.3, C4.4), and of the rounds to come
who is counted on for them, whom everybody has not met yet, who may rest in them, and the plan that is kept with a round
(C5.4).

Nothing is decided here. Who rests after all, which colours two players get (C5.1, C5.3) and what that costs, `pair` and
`check` say each on their own. Order, points and colours had are in `rules`, meetings in the book.

A kept plan stands in the facts of the reason `plan_kept`: `players` by id, and for each round one text: the place in
`players` of the opponent of the first player not yet named, then of the next one, and so on; the own place: the bye, or
not in that round. A place is one sign, or two where there are more than 64 players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from ronda.core import Book, Frozen, Reason
from ronda.systems.chess.rules import free_points


def bye_candidates(book: Book, order: Sequence[int], *, anybody: bool = False) -> list[int]:
    """Who may rest, the first choice first: the lowest of those with the fewest free points (C4.3, C4.4); then, if
    anybody may, the lowest of those with one more, and so on."""
    free = {player: free_points(book, player) for player in order}
    fewest = min(free.values(), default=0)
    found = [player for player in reversed(order) if anybody or free[player] == fewest]
    return sorted(found, key=free.__getitem__)


def pausing(book: Book) -> list[int]:
    """Who misses the round to be made, or asked for a bye in it, but has entered before and not left, and so is counted
    on for the rounds to come."""
    number = book.round
    return sorted(
        player
        for player, who in book.players.items()
        if (number in who.missed or who.bye_asked(number))
        and who.joined_round <= number
        and (who.left_after is None or who.left_after >= number)
    )


class Ahead(Frozen):
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


CODE = "plan_kept"
_SIGNS = ascii_uppercase + ascii_lowercase + digits + "-_"
_VALUE = {sign: n for n, sign in enumerate(_SIGNS)}
_BASE = len(_SIGNS)

Pairs = tuple[tuple[int, int], ...]  # of one round, by id


def written(players: Sequence[int], rounds: Iterable[Iterable[tuple[int, int]]]) -> dict[str, Any]:
    """The facts that tell of these rounds; pairs by id."""
    place = {player: at for at, player in enumerate(players)}
    texts = []
    for pairs in rounds:
        mate = list(range(len(players)))
        for a, b in pairs:
            mate[place[a]], mate[place[b]] = place[b], place[a]
        texts.append("".join(_sign(other, len(players)) for at, other in enumerate(mate) if at <= other))
    return {"players": list(players), "plan": texts}


def _sign(place: int, size: int) -> str:
    high, low = divmod(place, _BASE)
    return _SIGNS[low] if size <= _BASE else _SIGNS[high] + _SIGNS[low]


def kept(reasons: Iterable[Reason]) -> list[Pairs] | None:
    """The rounds that one of the reasons tells of, pairs by id; None where none does, or not in this way."""
    for reason in reasons:
        if reason.code == CODE:
            players: Any = reason.facts.get("players")
            texts: Any = reason.facts.get("plan")
            if not _list_of(players, int) or not _list_of(texts, str):
                return None
            found = [_read(text, players) for text in texts]
            return None if None in found else [pairs for pairs in found if pairs is not None]
    return None


def _list_of(value: object, kind: type) -> bool:
    return isinstance(value, list | tuple) and all(type(item) is kind for item in value)


def _read(text: str, players: Sequence[int]) -> Pairs | None:
    size = len(players)
    width = 1 if size <= _BASE else 2
    mate: list[int | None] = [None] * size
    rest = text
    for at in range(size):
        if mate[at] is not None:
            continue
        value = 0
        for sign in rest[:width]:
            value = value * _BASE + _VALUE.get(sign, size)
        if len(rest) < width or not at <= value < size or mate[value] is not None:
            return None
        mate[at], mate[value] = value, at
        rest = rest[width:]
    if rest:
        return None
    return tuple((players[at], players[other]) for at, other in enumerate(mate) if other is not None and at < other)
