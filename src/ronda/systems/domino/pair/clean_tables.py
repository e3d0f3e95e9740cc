"""domino: whether some players can be seated with every window and every hard wish kept, as a question of its own.

Between many exchanges of pyramids few leave such a round (D10.6). To lay out the tables of the whole field once, and to
ask for each exchange whether those of either pyramid can be filled from them, costs a small part of searching each.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from ronda.systems.domino.pair.relations import Field, Level, Ties


class CleanTables:
    """The tables of a field at which nothing is relaxed, as sets of places, by the best of them."""

    def __init__(self, field: Field, strict: Level) -> None:
        partners, rivals = (_allowed(field, ties, strict) for ties in (field.partners, field.rivals))
        self._by_best: defaultdict[int, list[int]] = defaultdict(list)
        for a, b, c, d in combinations(range(len(field.order)), 4):
            for (p, q), (r, s) in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
                apart = 1 << r | 1 << s
                if partners[p] >> q & 1 and partners[r] >> s & 1 and rivals[p] & rivals[q] & apart == apart:
                    self._by_best[a].append(1 << a | 1 << b | 1 << c | 1 << d)
                    break

    def seat(self, players: int) -> bool:
        """Whether these, given as a set of places, can be seated at such tables."""
        if not players:
            return True
        best = (players & -players).bit_length() - 1
        return any(not table & ~players and self.seat(players & ~table) for table in self._by_best[best])


def _allowed(field: Field, ties: Ties, strict: Level) -> list[int]:
    """For each place those with whom it may share that relation."""
    everybody = range(len(field.order))
    return [sum(1 << b for b in everybody if b != a and field.cost(ties, a, b, strict) is not None) for a in everybody]
