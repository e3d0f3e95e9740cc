"""melee: rounds in which nobody rests: doublettes filled with triplettes (PS1.2–PS1.6), and the lanes (PS1.9).

Over a round are minimised, in this order: hard wishes broken; repeated pairs of partners; how often those in a three
were in one before; how often those beside it (the two against a three, or one against one) were there before; then
what the setting asks for; soft wishes; the lot. The search exchanges two players at a time until no exchange is better,
from several lots; each search is bounded by steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from ronda.core import (
    Avoided,
    Book,
    Bye,
    Draw,
    Frozen,
    Proposal,
    Reason,
    Refusal,
    Relaxation,
    Round,
    Table,
    avoided_opponents,
    avoided_partners,
    replace,
)
from ronda.core.weighted_matching import cheapest
from ronda.systems.melee.field import is_beside, partners_of, threes_and_beside
from ronda.systems.melee.rules import AT_A_TABLE, EDITION, POINT, Shape, settings, shape

Cost = tuple[int, ...]
Game = tuple[list[int], list[int]]
_LOTS = 12  # searches from so many lots
_AHEAD = 40  # fields up to so many are planned ahead
_PASSES = 60  # of exchanges, at most
_UNIT = 1 << 20  # more than any sum over a round


class FilledPast(Frozen):
    """What the rounds so far say: partners and opponents with the number of times, who was in a three, who beside one
    (against it with two, or one against one); everybody's points."""

    partners: Mapping[int, Mapping[int, int]]
    met: Mapping[int, Mapping[int, int]]
    threes: Mapping[int, int]
    beside: Mapping[int, int]
    points: Mapping[int, int]


def pair_filled(book: Book, draw: Draw) -> Proposal | Refusal:
    """The next round: who plays with whom and against whom, on which lane."""
    pool = book.pool()
    if len(pool) < AT_A_TABLE:
        return Refusal("too_few_players", "PS1.2", {"players": len(pool), "least": AT_A_TABLE})
    own = settings(book.setup)
    wanted = shape(len(pool), seven_rests=own.seven_rests)
    search = _Search(book, pool, wanted, power=own.power)
    past = filled_past(book, pool)
    by_lot = draw.about("PS1.3").shuffled(pool)
    resting = sorted(by_lot, key=lambda player: len(book.byes(player)))[: wanted.rest]  # PS1.3, M3.2
    games = _planned(search, [p for p in pool if p not in resting], past, book.rounds - book.round, draw)
    tables = [Table(at, tuple(one), tuple(other)) for at, (one, other) in enumerate(games, start=1)]
    return Proposal(
        Round(
            number=book.round,
            tables=tuple(tables),
            byes=tuple(Bye(player) for player in resting),
            seed=draw.seed,
            edition=EDITION,
            reasons=tuple(_told(tables, past, wanted, draw.seed)),
            relaxations=tuple(_relaxed(book, tables, past)),
        )
    )


def filled_past(book: Book, pool: Sequence[int]) -> FilledPast:
    partners = {player: partners_of(book, player, book.round) for player in pool}
    return FilledPast(
        {player: {other: len(rounds) for other, rounds in mates.items()} for player, mates in partners.items()},
        {player: {other: len(rounds) for other, rounds in book.met(player).items()} for player in pool},
        *threes_and_beside(book, pool),
        {player: book.halves[player] // POINT for player in pool},
    )


def _after(past: FilledPast, games: Sequence[Game]) -> FilledPast:
    """The past once these games are played, as far as partners and threes go."""
    partners = {player: dict(mates) for player, mates in past.partners.items()}
    threes, beside = dict(past.threes), dict(past.beside)
    for game in games:
        for side, others in (game, game[::-1]):
            for player in side:
                threes[player] += len(side) == 3
                beside[player] += is_beside(len(side), len(others))
                for mate in side:
                    if mate != player:
                        partners[player][mate] = partners[player].get(mate, 0) + 1
    return replace(past, partners=partners, threes=threes, beside=beside)


def _planned(search: _Search, players: Sequence[int], past: FilledPast, later: int, draw: Draw) -> list[Game]:
    """M4.4: of several rounds that are as good, one after which the others can be drawn without a repeated partner; the
    one that was found to lead farthest, if none."""
    best: tuple[Cost, list[Game]] | None = None
    for attempt in range(_LOTS if later > 0 and len(players) <= _AHEAD else 1):
        games, cost = search.best(players, past, draw.about("PS1.5", attempt))
        reach, then = past, _after(past, games)
        behind = [0, 0]
        for ahead in range(later if len(players) <= _AHEAD else 0):
            reach = then
            following, price = search.best(players, reach, draw.about("PS1.5", attempt, "ahead", ahead), lots=2)
            then = _after(reach, following)
            behind[0] += price[1]
        spread = [then.threes[player] for player in players]
        behind[1] = max(max(spread) - min(spread) - 1, 0)
        key = (*cost[:4], *behind, *cost[4:])
        if best is None or key < best[0]:
            best = key, games
        if not any(key[:2]) and not any(behind):
            break
    assert best is not None
    return best[1]


class _Search:
    """Exchanges of two players at a time."""

    def __init__(self, book: Book, pool: Sequence[int], wanted: Shape, *, power: bool) -> None:
        self._wanted = wanted
        self._power = power
        self._apart: Avoided = avoided_partners(book.setup, pool)
        self._against: Avoided = avoided_opponents(book.setup, pool)

    def best(self, players: Sequence[int], past: FilledPast, draw: Draw, lots: int = _LOTS) -> tuple[list[Game], Cost]:
        found: tuple[Cost, list[Game]] | None = None
        seats = 3 * sum(size == 3 for game in self._wanted.games for size in game)
        fewest = sum(sorted(past.threes[player] for player in players)[:seats])  # nobody can have it fairer
        for lot in range(lots):
            games, cost = self._descend(self._dealt(players, past, draw.about(lot)), past)
            if found is None or cost < found[0]:
                found = cost, games
            if not any(cost[:2]) and cost[2] == fewest and not any(cost[4:]):
                break
        assert found is not None
        return found[1], found[0]

    def _dealt(self, players: Sequence[int], past: FilledPast, draw: Draw) -> list[Game]:
        """By lot; the threes go to those who were in the fewest, the places beside them likewise."""
        left = sorted(draw.shuffled(players), key=lambda player: past.threes[player])
        by_size: dict[int, list[int]] = {3: [], 0: [], 2: []}
        sizes = [(size, is_beside(size, other)) for a, b in self._wanted.games for size, other in ((a, b), (b, a))]
        for size, _ in sizes:
            if size == 3:
                by_size[3] += [left.pop(0) for _ in range(3)]
        left.sort(key=lambda player: past.beside[player])
        for size, beside in sizes:
            if beside:
                by_size[0] += [left.pop(0) for _ in range(size)]
        by_size[2] = left
        seats = {kind: draw.shuffled(found) for kind, found in by_size.items()}
        games: list[Game] = []
        for sides in self._wanted.games:
            made = []
            for own, other in (sides, sides[::-1]):
                kind = 3 if own == 3 else 0 if is_beside(own, other) else 2
                made.append([seats[kind].pop() for _ in range(own)])
            games.append((made[0], made[1]))
        return games

    def _descend(self, games: list[Game], past: FilledPast) -> tuple[list[Game], Cost]:
        """Exchanges for the better until there is none."""
        prices = [self._price(game, past) for game in games]
        where = {p: (at, s) for at, game in enumerate(games) for s, side in enumerate(game) for p in side}

        def gain(one: int, other: int) -> Cost:
            """What the exchange changes: the two games with it, less without it."""
            concerned = {where[one][0], where[other][0]}
            after = [self._price(_exchanged(games[at], one, other), past) for at in concerned]
            before = [prices[at] for at in concerned]
            return tuple(
                sum(a) - sum(b) for a, b in zip(zip(*after, strict=True), zip(*before, strict=True), strict=True)
            )

        for _ in range(_PASSES):
            changed = False
            for one in where:
                if not any(prices[where[one][0]]):
                    continue
                gains = {other: gain(one, other) for other, seat in where.items() if seat != where[one]}
                other = min(gains, key=gains.__getitem__)
                if gains[other] < (0,) * len(gains[other]):
                    for at in {where[one][0], where[other][0]}:
                        games[at] = _exchanged(games[at], one, other)
                        prices[at] = self._price(games[at], past)
                    where |= {one: where[other], other: where[one]}
                    changed = True
            if not changed:
                break
        return games, tuple(map(sum, zip(*prices, strict=True)))

    def _price(self, game: Game, past: FilledPast) -> Cost:
        """PS1.5, PS1.6, of one game."""
        hard = repeated = threes = beside = soft = again = 0
        for side, others in (game, game[::-1]):
            if len(side) == 3:
                threes += sum(past.threes[player] for player in side)
            elif is_beside(len(side), len(others)):
                beside += sum(past.beside[player] for player in side)
            for a, b in combinations(side, 2):
                repeated += past.partners[a].get(b, 0)
                hard += self._apart.is_hard(a, b)
                soft += self._apart.is_soft(a, b)
        for a in game[0]:
            met = past.met[a]
            for b in game[1]:
                again += met.get(b, 0)
                hard += self._against.is_hard(a, b)
                soft += self._against.is_soft(a, b)
        if not self._power:
            return hard, repeated, threes, beside, again, soft
        one, other = (sum(past.points[player] for player in side) for side in game)
        gap = abs(one * len(game[1]) - other * len(game[0])) * 6 // (len(game[0]) * len(game[1]))  # means, in sixths
        return hard, repeated, threes, beside, gap, gap * gap, again, soft


def _exchanged(game: Game, one: int, other: int) -> Game:
    """The game with one of the two instead of the other."""
    name = {one: other, other: one}
    first, second = ([name.get(player, player) for player in side] for side in game)
    return first, second


def laned(book: Book, round_: Round, draw: Draw) -> Round:
    """PS1.9: the games on the lanes: by the list, by lot, or so that everybody is on each lane as seldom as can be."""
    how, count = settings(book.setup).lanes, len(round_.tables)
    if how == "order" or count < 2:
        return round_
    order = draw.about("PS1.9").shuffled(range(count))
    if how == "rotate":
        been = {player: Counter(line.table for line in lines) for player, lines in book.lines.items()}
        edges = [
            (
                game,
                count + lane,
                sum(been[p][lane + 1] for p in table.players) * _UNIT + order[(game + lane) % count],
            )
            for game, table in enumerate(round_.tables)
            for lane in range(count)
        ]
        mates = cheapest(2 * count, edges)
        assert mates is not None, "every game can be on every lane"
        order = [mates[game] - count for game in range(count)]
    number = {table.number: order[at] + 1 for at, table in enumerate(round_.tables)}
    tables = sorted((replace(t, number=number[t.number]) for t in round_.tables), key=lambda t: t.number)
    reasons = tuple(r if r.table is None else replace(r, table=number[r.table]) for r in round_.reasons)
    told = Reason("lanes_drawn" if how == "lot" else "lanes_rotated", "PS1.9", {"seed": draw.seed})
    return replace(round_, tables=tuple(tables), reasons=(*reasons, told))


# --- what is told ------------------------------------------------------------------------------------------


def _told(tables: Sequence[Table], past: FilledPast, wanted: Shape, seed: int) -> Iterator[Reason]:
    sizes = [size for game in wanted.games for size in game]
    facts = {"players": sum(sizes), "threes": sizes.count(3), "twos": sizes.count(2), "seed": seed}
    yield Reason("filled", "PS1.2", facts)
    for table in tables:
        points = [sum(past.points[player] for player in side) for side in (table.first, table.second)]
        seated: dict[str, object] = {
            "first": list(table.first),
            "second": list(table.second),
            "first_points": points[0],
            "second_points": points[1],
            "difference": abs(points[0] - points[1]),
            "seed": seed,
        }
        yield Reason("set_by_lot", "M5.2", seated, table=table.number)
        for side in (table.first, table.second):
            for player in side if len(side) == 3 else ():
                again = {"player": player, "times": past.threes[player]}
                yield Reason("in_a_three", "PS1.5", again, table=table.number, player=player)


def _relaxed(book: Book, tables: Sequence[Table], past: FilledPast) -> Iterator[Relaxation]:
    sides = [side for table in tables for side in (table.first, table.second)]
    again = [(a, b) for side in sides for a, b in combinations(side, 2) if past.partners[a].get(b)]
    for a, b in again:
        rounds = [line.round for line in book.lines[a] if b in line.partners]
        yield Relaxation(
            "partner_repeat", "PS1.4", (a, b), {"rounds": rounds, "fewest": len(again), "compared": "some"}
        )
    everybody = [player for table in tables for player in table.players]
    apart, against = avoided_partners(book.setup, everybody), avoided_opponents(book.setup, everybody)
    together = [pair for side in sides for pair in combinations(side, 2) if apart.is_hard(*pair)]
    opposed = [pair for table in tables for pair in product(table.first, table.second) if against.is_hard(*pair)]
    for relation, pairs in (("partners", together), ("opponents", opposed)):
        for pair in pairs:
            yield Relaxation("avoid_broken", "S3", pair, {"relation": relation})
