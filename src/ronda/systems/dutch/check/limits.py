"""dutch: whether players can sit two by two for less than a limit, by trying.

Prices are never negative: a way is left as soon as it has reached the limit. Most often that is soon, because what is
dear is asked first, and because what was published is hardly ever dearer than it must be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_TRIES = 400  # after that a matching is cheaper


def any_below(
    limit: int,
    dear: Sequence[int],
    others: Sequence[int],
    prices: Mapping[tuple[int, int], int],
    alone: Mapping[int, int],
) -> bool | None:
    """Whether the players can be seated for less than the limit, two by two at these prices, or alone; those who are
    `dear` before the others. None: not known after many tries."""
    degree = dict.fromkeys((*dear, *others), 0)
    for a, b in prices:
        degree[a] += 1
        degree[b] += 1
    order = [*sorted(dear, key=degree.__getitem__), *sorted(others, key=degree.__getitem__)]
    rank = {player: n for n, player in enumerate(order)}
    ways: list[list[tuple[int, int]]] = [[] for _ in order]  # of everybody: who sits down besides, and the price
    for player, price in alone.items():
        ways[rank[player]].append((0, price))
    for (a, b), price in prices.items():
        first, second = sorted((rank[a], rank[b]))
        ways[first].append((1 << second, price))
    waiting = [((1 << len(order)) - 1, 0)]  # who is left, and what the others cost
    seen: dict[int, int] = {}
    while waiting:
        left, total = waiting.pop()
        if not left:
            return True
        if seen.get(left, limit) <= total:
            continue
        seen[left] = total
        if len(seen) > _TRIES:
            return None
        first = left & -left
        left ^= first
        for other, price in ways[first.bit_length() - 1]:
            if left & other == other and total + price < limit:
                waiting.append((left ^ other, total + price))
    return False
