"""melee: the best setting of given teams, exactly (M5.2), apart from the code that sets them.

On a line the neighbours of the sorted order have the least differences. The settings that reach them cross a step
between two levels of points once where an odd number of teams stands above it, and never elsewhere; by the
squares no team goes further than to the next level. So without hard wishes the sums are known, and only the graph
of these pairs is matched. With hard wishes in the way, see `_reduced` and `_near`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from ronda.checking.proofs import Scale
from ronda.core import Avoided, Frozen
from ronda.core.weighted_matching import cheapest
from ronda.systems.melee.check.partners import Pair

NAMES = ("hard_avoid", "difference", "squares", "repeats", "soft_avoid")
Cost = tuple[int, int, int, int, int]  # in the order of NAMES
Edge = tuple[int, int]
Price = Callable[[int, int], Cost]

_FEW = 60  # teams that are matched at once
_NEIGHBOURS = 15


class Setting(Frozen):
    """Teams by their numbers; `points` are the sums of the members' (M5.1). Where the lot sets, nobody has points
    and nobody has met."""

    teams: Sequence[Pair]
    points: Sequence[int]
    met: Mapping[int, AbstractSet[int]]
    avoided: Avoided
    by_lot: bool = False

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

    def total(self, pairs: Sequence[Edge]) -> Cost:
        return _sum([self.cost(i, j) for i, j in pairs])

    def plain(self) -> tuple[int, int]:
        """The least sums of differences and squares without any wish: neighbours of the sorted order."""
        order = sorted(self.points)
        gaps = [above - below for below, above in zip(order[::2], order[1::2], strict=True)]
        return sum(gaps), sum(gap * gap for gap in gaps)


def least(setting: Setting, pairs: Sequence[Edge]) -> Cost:
    """The least cost of any setting, as far as it differs from that of the recorded one (`pairs`): where the
    recorded one has more of something, what is milder than that is not asked for."""
    made = setting.total(pairs)
    hard, gap, squares, repeats, soft = made
    plain = (0, *setting.plain())
    if (hard, gap, squares) == plain and not (repeats or soft):
        return made
    if (hard, gap, squares) != plain or setting.by_lot:
        best = _reduced(setting)
        if setting.by_lot or best[:3] < made[:3] or not (repeats or soft):
            return best
    if (hard, gap, squares) != plain:
        return _matched(range(len(setting.teams)), list(_near(setting)), setting.cost, _scale(setting))
    return _least_levelled(setting, pairs)


def _least_levelled(setting: Setting, pairs: Sequence[Edge]) -> Cost:
    """The least repeats and soft wishes among the settings with the plain sums, chain by chain."""
    costs = []
    for chain in _chains(setting):
        teams = [team for level in chain for team in level]
        there = set(teams)
        recorded = [pair for pair in pairs if pair[0] in there]
        best = setting.total(recorded)
        ways = [_chain_edges(chain)] if len(teams) <= _FEW else [_some_edges(teams, recorded), _chain_edges(chain)]
        for edges in ways:
            if any(best[3:]):
                legal = [edge for edge in edges if setting.cost(*edge)[0] == 0]
                best = _matched(teams, legal, setting.cost, _scale(setting))
        costs.append(best)
    return _sum(costs)


def _some_edges(teams: Sequence[int], recorded: Sequence[Edge]) -> Iterator[Edge]:
    """Enough pairs to see quickly, in a large chain, whether nothing need be repeated at all: those near one
    another. The recorded ones are there so that a setting is."""
    yield from recorded
    for at, i in enumerate(teams):
        yield from ((i, j) for j in teams[at + 1 : at + _NEIGHBOURS])


# --- graphs that hold a best setting -----------------------------------------------------------------------


def _levels(setting: Setting) -> list[list[int]]:
    """The teams by points, lowest first."""
    found: dict[int, list[int]] = defaultdict(list)
    for team, points in enumerate(setting.points):
        found[points].append(team)
    return [found[points] for points in sorted(found)]


def _chains(setting: Setting) -> Iterator[list[list[int]]]:
    """The levels that hang together by odd steps. No setting with the plain sums pairs teams of two chains."""
    chain: list[list[int]] = []
    odd = False
    for level in _levels(setting):
        chain.append(level)
        odd = (len(level) + odd) % 2 == 1
        if not odd:
            yield chain
            chain = []


def _chain_edges(chain: Sequence[Sequence[int]]) -> Iterator[Edge]:
    """All pairs of the settings with the plain sums: within a level, and to the next one."""
    for at, level in enumerate(chain):
        yield from combinations(level, 2)
        if at:
            yield from ((i, j) for i in chain[at - 1] for j in level)


def _conflicts(setting: Setting, avoided: Avoided) -> dict[int, set[int]]:
    """Teams that hold two players who should not meet, by team."""
    team_of = {player: team for team, players in enumerate(setting.teams) for player in players}
    found: dict[int, set[int]] = defaultdict(set)
    for neighbours in (avoided.hard, avoided.soft):
        for a, others in neighbours.items():
            for b in others:
                if a in team_of and b in team_of and team_of[a] != team_of[b]:
                    found[team_of[a]].add(team_of[b])
    return found


def _reduced(setting: Setting) -> Cost:
    """The least hard wishes, differences and squares; repeats are left out, and soft wishes too unless the
    lot sets. Teams of a level without a conflict are alike: at most one of them goes up and one goes down
    (two that go the same way would rather meet), and as many as there are teams with a conflict meet those.
    The others meet one another, at no cost, and can be left away."""
    decisive = Avoided(setting.avoided.hard, setting.avoided.soft if setting.by_lot else {})
    bare = Setting(setting.teams, setting.points, defaultdict(set), decisive)
    conflicts = _conflicts(setting, decisive)
    enough = len(conflicts) + 2
    kept: list[int] = []
    for level in _levels(setting):
        alike = [team for team in level if team not in conflicts]
        spare = max(len(alike) - enough, 0) // 2 * 2
        kept += [team for team in level if team in conflicts] + alike[spare:]
    return _matched(kept, list(combinations(kept, 2)), bare.cost, _scale(setting))


def _near(setting: Setting) -> Iterator[Edge]:
    """All pairs that a best setting can hold. Two pairs that overlap on the line of points cost less when they
    are exchanged, unless that makes a conflict with an end of the longer one: so strictly between two that meet
    there are at most two teams for each conflict of theirs."""
    conflicts = _conflicts(setting, Avoided(setting.avoided.hard, {}))
    counts = Counter(setting.points)
    below: dict[int, int] = {}
    total = 0
    for points in sorted(counts):
        below[points] = total
        total += counts[points]
    degree = [len(conflicts.get(team, ())) for team in range(len(setting.teams))]
    for i, j in combinations(range(len(setting.teams)), 2):
        low, high = sorted((setting.points[i], setting.points[j]))
        between = below[high] - below[low] - counts[low] if low < high else 0
        if between <= 2 * (degree[i] + degree[j]):
            yield i, j


# --- the matching of least cost ----------------------------------------------------------------------------


def _scale(setting: Setting) -> Scale:
    """Wide enough for the total of each part of a cost."""
    teams, spread = len(setting.teams), max(setting.points) - min(setting.points)
    wishes = (4 * teams).bit_length()
    differences, squares = (teams * spread).bit_length(), (teams * spread * spread).bit_length()
    return Scale((wishes, differences, squares, wishes, wishes), NAMES)


def _matched(teams: Sequence[int], edges: Sequence[Edge], price: Price, scale: Scale) -> Cost:
    """The least total price of a perfect matching; the edges hold one."""
    prices = {edge: scale.pack(price(*edge)) for edge in edges}
    node = {team: at for at, team in enumerate(teams)}
    mates = cheapest(len(teams), [(node[i], node[j], cost) for (i, j), cost in prices.items()])
    assert mates is not None, "the edges hold a perfect matching"
    return _sum([price(teams[i], teams[j]) for i, j in enumerate(mates) if i < j])


def _sum(costs: Sequence[Cost]) -> Cost:
    hard, gap, squares, repeats, soft = (sum(amounts) for amounts in zip(*costs, strict=True))
    return hard, gap, squares, repeats, soft
