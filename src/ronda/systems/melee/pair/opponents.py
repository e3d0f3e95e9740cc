"""melee: which team meets which (M5.2).

Why the search of `power` is exact. Sort the teams by points into groups of level teams. Where the number of
teams above the gap between two neighbouring groups is odd, at least one table must cross it; Σ|difference| is
least exactly when one table crosses each such gap and none the others. A table that passes over a whole group
crosses two odd gaps, so that group is even and has two teams that could take part instead, and a² + b² is
less than (a + b)². So Σ difference² is then least exactly when no table passes over a group. The settings
that are best in both respects are therefore the matchings inside groups and between neighbouring groups with
one crossing at each odd gap. Groups joined by odd gaps form a chain; chains are independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain as joined
from itertools import combinations, groupby, pairwise, product

from ronda.core import Book, Draw, Frozen, Table, avoided_opponents
from ronda.core.weighted_matching import cheapest
from ronda.pairing.least_harm import Packing
from ronda.systems.melee.pair.partners import Pairs, random_pairs
from ronda.systems.melee.pair.plan import PlannedRound
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.rules import POINT, settings

_LIGHT_DRAWS = 8  # settings of a chain drawn before the exact search
_LOT = 1 << 16
_MEETINGS = 4  # at one table

Team = tuple[int, int]
Counts = Sequence[Mapping[int, int]]
Chain = list[list[int]]


# --- the teams (M5.1) --------------------------------------------------------------------------------------


class Teams(Frozen):
    """The strongest first; level teams stand in an order by lot. `repeats[a][b]`: how many of the four meetings of
    teams a and b are repeated ones; `hard`, `soft`: how many should be avoided (S3)."""

    members: Sequence[Team]
    points: Sequence[int]
    repeats: Counts
    hard: Counts
    soft: Counts

    def clashes(self) -> list[set[int]]:
        """For each team those it should rather not meet, for whatever ground."""
        return [{*again, *h, *s} for again, h, s in zip(self.repeats, self.hard, self.soft, strict=True)]


def teams_of(book: Book, pairs: Sequence[Team], draw: Draw) -> Teams:
    points = {pair: (book.halves[pair[0]] + book.halves[pair[1]]) // POINT for pair in pairs}
    members = sorted(draw.about("M5.2", "order").shuffled(pairs), key=lambda pair: -points[pair])
    team = {player: at for at, pair in enumerate(members) for player in pair}
    repeats: list[dict[int, int]] = [{} for _ in members]
    for player, at in team.items():
        for opponent in {who for line in book.lines[player] for who in line.opponents}:
            if opponent in team and team[opponent] != at:
                repeats[at][team[opponent]] = repeats[at].get(team[opponent], 0) + 1
    avoided = avoided_opponents(book.setup, team)
    hard = [(a, b) for a, others in avoided.hard.items() for b in others]
    soft = [(a, b) for a, others in avoided.soft.items() for b in others if not avoided.is_hard(a, b)]
    return Teams(
        members=members,
        points=[points[pair] for pair in members],
        repeats=repeats,
        hard=_wishes(hard, team),
        soft=_wishes(soft, team),
    )


def _wishes(pairs: Iterable[Team], team: Mapping[int, int]) -> list[dict[int, int]]:
    found: list[dict[int, int]] = [{} for _ in range(len(team) // 2)]
    for one, other in pairs:  # both ways
        a, b = team[one], team[other]
        if a != b:
            found[a][b] = found[a].get(b, 0) + 1
    return found


# --- the setting (M5.2) ------------------------------------------------------------------------------------


def power_setting(teams: Teams, draw: Draw) -> Pairs:
    """Over all settings the least Σ|difference|, Σ difference², repeated meetings; then a lot (M5.2). Hard
    wishes come before all of them, soft ones before the lot."""
    clashes = teams.clashes()
    tables: Pairs = []
    for at, chain in enumerate(_chains(teams.points)):
        own = draw.about("M5.2", at)
        found = _without_clash(chain, clashes, own) or _exact(teams, chain, own)
        if found is None:  # a hard wish makes the differences larger
            return _weighed(teams, draw.about("M5.2", "weighed"), power=True)
        tables += found
    return tables


def random_setting(teams: Teams, draw: Draw) -> Pairs:
    """A lot (M5.2), with wishes kept as far as possible."""
    barred = [{*hard, *soft} for hard, soft in zip(teams.hard, teams.soft, strict=True)]
    found = random_pairs(range(len(teams.members)), barred, draw.about("M5.2"))
    return found or _weighed(teams, draw.about("M5.2", "weighed"), power=False)


def _chains(points: Sequence[int]) -> list[Chain]:
    chains: list[Chain] = []
    above = 0
    for _, level in groupby(range(len(points)), key=points.__getitem__):
        group = list(level)
        if above % 2:
            chains[-1].append(group)
        else:
            chains.append([group])
        above += len(group)
    return chains


def _without_clash(chain: Chain, clashes: Sequence[set[int]], draw: Draw) -> Pairs | None:
    """A random setting of the chain in which nobody meets again: it needs no comparison."""
    for attempt in range(_LIGHT_DRAWS if len(chain) > 1 else 1):
        found = _one_draw(chain, clashes, draw.about(attempt))
        if found is not None:
            return found
    return None


def _one_draw(chain: Chain, clashes: Sequence[set[int]], draw: Draw) -> Pairs | None:
    left = [draw.shuffled(group) for group in chain] if len(chain) > 1 else [list(group) for group in chain]
    tables: Pairs = []
    for upper, lower in pairwise(left):  # one table crosses each gap
        a, b = upper.pop(), lower.pop()
        if b in clashes[a]:
            return None
        tables.append((a, b))
    for group in left:
        found = random_pairs(group, clashes, draw)
        if found is None:
            return None
        tables += found
    return tables


def _exact(teams: Teams, chain: Chain, draw: Draw) -> Pairs | None:
    """The fewest repeated meetings of the chain, then soft wishes, then a lot. None if a hard wish does not
    allow a setting of least difference."""
    order = list(joined.from_iterable(chain))
    group_of = {team: at for at, group in enumerate(chain) for team in group}
    inside = (combinations(group, 2) for group in chain)
    between = (product(upper, lower) for upper, lower in pairwise(chain))
    above = _MEETINGS * len(order) + 1
    packed = Packing.of((above, above, above, above * _LOT)).pack

    def cost(a: int, b: int) -> int:
        crossing = group_of[a] != group_of[b]
        return packed(crossing, teams.repeats[a].get(b, 0), teams.soft[a].get(b, 0), draw.below(_LOT))

    legal = ((a, b) for a, b in joined(*inside, *between) if b not in teams.hard[a])
    found = _cheapest(order, ((a, b, cost(a, b)) for a, b in legal))
    if found is None or sum(group_of[a] != group_of[b] for a, b in found) > len(chain) - 1:
        return None
    return found


def _weighed(teams: Teams, draw: Draw, *, power: bool) -> Pairs:
    """The best of all settings, every pair of teams considered: for hard wishes that cost something."""
    count = len(teams.members)
    widest = teams.points[0] - teams.points[-1] + 1
    above = _MEETINGS * count + 1
    strength = (count * widest, count * widest * widest, above) if power else ()
    hard, *units, soft, _ = Packing.of((above, *strength, above, above * _LOT)).units
    apart, squares, again = units or (0, 0, 0)  # where the lot sets, strength and repeats do not count

    def cost(a: int, b: int) -> int:
        gap = teams.points[a] - teams.points[b]  # a < b: a is not weaker
        strength = gap * apart + gap * gap * squares + teams.repeats[a].get(b, 0) * again
        return teams.hard[a].get(b, 0) * hard + strength + teams.soft[a].get(b, 0) * soft + draw.below(_LOT)

    found = _cheapest(range(count), ((a, b, cost(a, b)) for a, b in combinations(range(count), 2)))
    assert found is not None, "any two teams can meet"
    return found


def _cheapest(order: Sequence[int], edges: Iterable[tuple[int, int, int]]) -> Pairs | None:
    index = {team: at for at, team in enumerate(order)}
    mates = cheapest(len(order), [(index[a], index[b], cost) for a, b, cost in edges])
    if mates is None:
        return None
    return [(order[a], order[b]) for a, b in enumerate(mates) if a < b]


def tables_of(book: Book, field: Field, stage: PlannedRound, draw: Draw) -> list[Table]:
    """`power`: the strongest table and team first, level ones by lot. `random`: all by lot."""
    teams = teams_of(book, [(field.order[a], field.order[b]) for a, b in stage.teams], draw)
    if settings(book.setup).power:
        found = sorted(sorted(table) for table in power_setting(teams, draw))
    else:
        lots = draw.about("M5.2", "tables")
        found = [lots.shuffled(table) for table in lots.shuffled(random_setting(teams, draw))]
    return [
        Table(number, teams.members[first], teams.members[second])
        for number, (first, second) in enumerate(found, start=1)
    ]
