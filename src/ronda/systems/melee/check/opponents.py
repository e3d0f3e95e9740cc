"""melee: the best setting of given teams, exactly (M5.2), apart from the code that sets them: one matching over all
pairs of teams. On a line the neighbours of the sorted order have the least differences: a setting that reaches these
without a repeated meeting needs no matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from ronda.checking.proofs import Scale
from ronda.core.model import Avoided
from ronda.core.values import Frozen
from ronda.core.weighted_matching import cheapest
from ronda.systems.melee.check.partners import Pair

NAMES = ("hard_avoid", "difference", "squares", "repeats", "soft_avoid")
Cost = tuple[int, ...]  # in the order of NAMES


class Setting(Frozen, frozen=True):
    """Teams by their numbers; `points` are the sums of the members' (M5.1). Where the lot sets, nobody has points
    and nobody has met."""

    teams: Sequence[Pair]
    points: Sequence[int]
    met: Mapping[int, AbstractSet[int]]
    avoided: Avoided

    def cost(self, i: int, j: int) -> Cost:
        gap = abs(self.points[i] - self.points[j])
        hard = repeats = soft = 0
        for a in self.teams[i]:
            met = self.met[a]
            for b in self.teams[j]:
                repeats += b in met
                hard += self.avoided.is_hard(a, b)
                soft += self.avoided.is_soft(a, b)
        return hard, gap, gap * gap, repeats, soft

    def total(self, pairs: Sequence[Pair]) -> Cost:
        return tuple(map(sum, zip(*(self.cost(i, j) for i, j in pairs), strict=True)))


def least(setting: Setting, pairs: Sequence[Pair]) -> Cost:
    """The least cost of any setting; `pairs` is the recorded one."""
    order = sorted(setting.points)
    gaps = [above - below for below, above in zip(order[::2], order[1::2], strict=True)]
    made = setting.total(pairs)
    if made == (0, sum(gaps), sum(gap * gap for gap in gaps), 0, 0):
        return made
    teams, spread = len(order), order[-1] - order[0]
    most = (4 * teams, teams * spread, teams * spread * spread, 4 * teams, 4 * teams)  # of each part in total
    scale = Scale(tuple(amount.bit_length() for amount in most), NAMES)
    edges = [(i, j, scale.pack(setting.cost(i, j))) for i, j in combinations(range(teams), 2)]
    mates = cheapest(teams, edges)
    assert mates is not None, "any two teams can meet"
    return setting.total([(i, j) for i, j in enumerate(mates) if i < j])
