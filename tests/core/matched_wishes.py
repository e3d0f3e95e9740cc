"""The pairing of least harm, by matchings alone: slow, and apart from bounds and exchanges. What the product finds is
compared with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ronda.core.weighted_matching import cheapest
from ronda.pairing.least_harm import Packing
from ronda.pairing.walk import Choice, Pair

_COST_BITS = 100


def every_wish_matched(
    size: int, harm: Mapping[Pair, int], liking: Callable[[int, Sequence[int]], Sequence[int]]
) -> list[Choice] | None:
    """Pair everybody so that the sum of `harm` is least and, among all such pairings, each player from the
    top takes the opponent liked best that still allows it. `harm` names every allowed pair (i < j);
    `liking(i, below)` orders the opponents of `i` among those still free below. None: no pairing exists.

    One matching finds the least harm. Then the wishes of as many players as fit into the numbers are added as
    parts of the cost, most important first, and the matching is made again, until all are settled.
    """
    mates = _solve(range(size), harm)
    if mates is None:
        return None
    free = list(range(size))
    choices: list[Choice] = []
    while free:
        wishes = _wishes(free, mates, harm, liking)
        if wishes[0].liked != (mates[free[0]],):
            mates = _asserted(_solve(free, harm, wishes))
        granted = _granted(free, wishes, mates)
        choices += granted
        gone = {place for choice in granted for place in (choice.player, choice.opponent)}
        free = [place for place in free if place not in gone]
    return choices


def _asserted(mates: dict[int, int] | None) -> dict[int, int]:
    assert mates is not None, "a pairing was known"
    return mates


class _Wish(NamedTuple):
    """The opponents a player would like, down to the one already known to be possible."""

    player: int
    liked: tuple[int, ...]


def _wishes(
    free: Sequence[int],
    mates: Mapping[int, int],
    harm: Mapping[Pair, int],
    liking: Callable[[int, Sequence[int]], Sequence[int]],
) -> list[_Wish]:
    """The wishes of the players from the top, as many as fit into one cost beside the harm."""
    room = _COST_BITS - max(harm.values(), default=0).bit_length()
    wishes: list[_Wish] = []
    for at, player in enumerate(free):
        if mates[player] < player:
            continue
        liked = list(liking(player, [q for q in free[at + 1 :] if (player, q) in harm]))
        wish = _Wish(player, tuple(liked[: liked.index(mates[player]) + 1]))
        room -= (len(wish.liked) + 1).bit_length()
        if room < 0 and wishes:
            break
        wishes.append(wish)
        if len(wishes) == 1 and len(wish.liked) == 1:
            break  # the first player has the best there is: no need to ask
    return wishes


def _granted(free: Sequence[int], wishes: Sequence[_Wish], mates: Mapping[int, int]) -> list[Choice]:
    """What the matching settles: from the top, up to the first player who was not asked, or who got an
    opponent that was not asked about."""
    asked = {wish.player: wish.liked for wish in wishes}
    placed: set[int] = set()
    granted: list[Choice] = []
    for player in free:
        if player in placed:
            continue
        partner = mates[player]
        liked = asked.get(player, ())
        if partner not in liked:
            break
        better = liked[: liked.index(partner)]
        granted.append(Choice(player, partner, tuple(q for q in better if q not in placed)))
        placed |= {player, partner}
    return granted


def _solve(free: Sequence[int], harm: Mapping[Pair, int], wishes: Sequence[_Wish] = ()) -> dict[int, int] | None:
    """A pairing of the free players of least harm, then of the dearest wishes; by place."""
    packing = Packing.of(len(wish.liked) + 1 for wish in wishes)
    extra = {
        wish.player: (unit, {place: n for n, place in enumerate(wish.liked)})
        for wish, unit in zip(wishes, packing.units, strict=True)
    }
    index = {place: n for n, place in enumerate(free)}
    edges = []
    for (a, b), cost in harm.items():
        if a in index and b in index:
            total = cost * packing.full
            if a in extra:
                unit, order = extra[a]
                total += unit * order.get(b, len(order))
            edges.append((index[a], index[b], total))
    mates = cheapest(len(free), edges)
    if mates is None:
        return None
    return {place: free[mates[n]] for place, n in index.items()}
