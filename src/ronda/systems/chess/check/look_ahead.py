"""chess, for the check: whether the rounds after a round can be made without a rematch, and whether a round that does
less harm, or that has a nearer opponent at some table, would have let them be made as well (C5.4).

Up to 16 players (the bye counted as one) this is decided by trying; above, and where the trying takes too many steps,
only a plan that was kept with the round shows it, and what is not shown is not held against the round. Players are ids,
the bye is 0. Written from the rulebook, apart from the search that made the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import asdict

from ronda.checking.proofs import BYE, Overlooked, exact_harm, least_harm
from ronda.core import Book, Frozen, Round
from ronda.core.weighted_matching import cheapest
from ronda.systems.chess.check.relations import Field
from ronda.systems.chess.field import CODE, Ahead, ahead_of, kept, pausing

MOST_PLAYERS = 16
STEPS = 20_000  # of one attempt to lay out the rounds

Table = frozenset[int]  # two players, or one and the bye
Open = dict[int, set[int]]  # whom each player can still get


class Level(Frozen):
    """So many rounds after this one; `anybody` may rest in them, or only those with the fewest free points so far, each
    once (C4.3, C4.4)."""

    rounds: int
    anybody: bool


class ToCome(Ahead):
    """The rounds after this one, with what is known about them when it is made."""

    made: frozenset[Table]
    plan: Sequence[frozenset[Table]] | None
    known: dict[tuple[frozenset[Table] | None, Level], bool | None] = {}
    tables: dict[tuple[Table, Level], bool] = {}

    @property
    def exact(self) -> bool:
        """Whether it can be decided by trying."""
        return len(self.unmet) + self._odd <= MOST_PLAYERS

    @property
    def _odd(self) -> bool:
        return bool(len(self.now) % 2 or len(self.later) % 2)

    def levels(self) -> list[Level]:
        """From the best to the least: as many rounds as possible, the byes as they should be."""
        kinds = (False, True) if self._odd else (False,)
        return [Level(rounds, anybody) for rounds in range(self.rounds, 0, -1) for anybody in kinds]

    def possible(self, level: Level, tables: frozenset[Table] | None) -> bool | None:
        """Whether the rounds can be made after one with these tables; without tables: with any round now. None: not
        known."""
        key = (tables, level)
        if key not in self.known:
            self.known[key] = self._possible(level, tables)
        return self.known[key]

    def _possible(self, level: Level, tables: frozenset[Table] | None) -> bool | None:
        if tables is not None and not level.anybody and any(BYE in t and not t & self.fresh for t in tables):
            return False
        if self._too_few(level, tables):
            return False
        planned = tables == self.made and self.plan is not None and len(self.plan) >= level.rounds
        if not (planned or self.exact):
            return None
        wanted = [self._seats(self.later)] * level.rounds
        if tables is None:
            wanted.insert(0, self._seats(self.now))
        open_ = self._open(level, tables or ())
        if planned and _shown(self.plan or (), wanted, open_, level):
            return True
        if not self.exact:
            return None
        return _chosen(wanted, open_, level) and _Layout(wanted, open_, level).answer()

    def _too_few(self, level: Level, tables: frozenset[Table] | None) -> bool:
        """Whether counting shows that there are too few opponents: for somebody, with the bye as one of them; or, where
        anybody may rest, for all together, as there is one bye in a round."""
        byes = level.rounds * (len(self.later) % 2) + (tables is None and len(self.now) % 2)
        resting = self.fresh.difference(*(table for table in tables or () if BYE in table))
        taken = {a for table in tables or () for a in table if not self.unmet.get(a, table).isdisjoint(table)}
        lacking = 0
        for player, others in self.unmet.items():
            lack = level.rounds + (tables is None and player in self.now) + (player in taken) - len(others)
            if not level.anybody and lack > (byes > 0 and player in resting):
                return True
            lacking += max(0, lack)
        return lacking > byes if level.anybody else byes > len(resting)

    def thinkable(self, level: Level, table: Table) -> bool:
        """Whether counting does not already rule the rounds out if these two meet now."""
        key = (table, level)
        if key not in self.tables:
            rest = self._seats(self.now) - table
            wanted = [rest, *[self._seats(self.later)] * level.rounds]
            self.tables[key] = _chosen(wanted, self._open(level, [table]), level)
        return self.tables[key]

    def _seats(self, pool: frozenset[int]) -> frozenset[int]:
        return pool | {BYE} if len(pool) % 2 else pool

    def _open(self, level: Level, tables: Iterable[Table]) -> Open:
        open_: Open = {player: set(others) for player, others in self.unmet.items()}
        open_[BYE] = set(self.unmet if level.anybody else self.fresh)
        for player in open_[BYE]:
            open_[player].add(BYE)
        for a, b in tables:
            if not (level.anybody and BYE in (a, b)):
                open_[a].discard(b)
                open_[b].discard(a)
        return open_

    def plan_is_true(self) -> bool:
        """Whether the plan kept with the round, if there is one, can be played after it."""
        if self.plan is None:
            return True
        level = Level(len(self.plan), anybody=True)
        wanted = [self._seats(self.later)] * level.rounds
        return _shown(self.plan, wanted, self._open(level, self.made), level)


def counted_on(book: Book, round_: Round) -> list[frozenset[int]]:
    """Who may have been counted on for the rounds after this one when it was made. A plan kept with it names them.
    Without one: everybody who plays, and those who miss only this round; or, as a file does not tell pausing from
    having left and come back, without these."""
    now = frozenset(book.pool())
    for reason in round_.reasons:
        named = reason.facts.get("players") if reason.code == CODE else None
        if isinstance(named, list | tuple) and now <= set(named) <= set(book.players):
            return [frozenset(named)]
    away = pausing(book)
    return [now.union(away), now] if away else [now]


def to_come(book: Book, round_: Round, players: frozenset[int]) -> ToCome | None:
    """The rounds after this one with these players; None where no round comes after it, or where counting guarantees
    them all (C3.2)."""
    now = frozenset(book.pool())
    rounds = book.rounds - book.round
    met = {p: frozenset(book.met(p)) for p in players}
    if not rounds or _counted([now, *[players] * rounds], met):
        return None
    resting = [frozenset((bye.player, BYE)) for bye in round_.byes]
    return ToCome(
        **asdict(ahead_of(book, players)),
        made=frozenset([*(frozenset(table.players) for table in round_.tables), *resting]),
        plan=_plan(round_, players, rounds),
    )


def _counted(pools: Sequence[frozenset[int]], met: Mapping[int, AbstractSet[int]]) -> bool:
    """C3.2: in each round everybody has at least half of those at tables as opponents, whatever comes before."""
    for more, pool in enumerate(pools):
        tables = len(pool) // 2
        for player in pool:
            possible = 2 * tables - 1 - len(met[player] & pool) - more
            if possible < tables:
                return False
    return True


def _plan(round_: Round, players: frozenset[int], rounds: int) -> list[frozenset[Table]] | None:
    """The plan kept with the round; who is in the pool and not in it rests."""
    found = kept(round_.reasons)
    if found is None or len(found) > rounds:
        return None
    stages = []
    for pairs in found:
        tables = {frozenset(pair) for pair in pairs}
        alone = players.difference(*tables)
        stages.append(frozenset(tables | {frozenset((player, BYE)) for player in alone}))
    return stages


def _shown(plan: Sequence[frozenset[Table]], wanted: Sequence[frozenset[int]], open_: Open, level: Level) -> bool:
    """Whether the plan seats everybody of each round once and uses no pair that is not open, or twice."""
    if len(plan) < len(wanted):
        return False
    left = {player: set(others) for player, others in open_.items()}
    for tables, seats in zip(plan, wanted, strict=False):
        named = [player for table in tables for player in table]
        if len(named) != len(set(named)) or set(named) != seats:
            return False
        for table in tables:
            a, b = table
            if b not in left[a]:
                return False
            if not (level.anybody and BYE in table):
                left[a].discard(b)
                left[b].discard(a)
    return True


def _chosen(wanted: Sequence[frozenset[int]], open_: Open, level: Level) -> bool:
    """Whether pairs can be chosen, in whatever order they are played, so that everybody has one for each round. A
    perfect matching tells: of a seat for every round of every player, and of the two halves of every pair, which go
    together where the pair is not chosen."""
    vertices = 0
    seats: dict[int, range] = {}
    for player in open_:
        seats[player] = range(vertices, vertices + sum(player in pool for pool in wanted))
        vertices = seats[player].stop
    edges: list[tuple[int, int, int]] = []
    for a, others in open_.items():
        for b in others:
            if a >= b:
                continue
            if level.anybody and a == BYE:
                edges += ((x, y, 0) for x in seats[a] for y in seats[b])
                continue
            one, other = vertices, vertices + 1
            edges += [(one, other, 0), *((one, x, 0) for x in seats[a]), *((other, y, 0) for y in seats[b])]
            vertices += 2
    return cheapest(vertices, edges) is not None


class _Layout:
    """All rounds laid out at once: the seat with the fewest possible opponents is filled first."""

    def __init__(self, wanted: Sequence[frozenset[int]], open_: Open, level: Level) -> None:
        self.level, self.steps = level, STEPS
        self.wanted = wanted
        self.open = open_
        self.seats = [set(players) for players in wanted]  # who is still without an opponent, by round

    def answer(self) -> bool | None:
        """None: not decided within the steps."""
        try:
            return self._fill()
        except TimeoutError:
            return None

    def _fill(self) -> bool:
        self.steps -= 1
        if self.steps < 0:
            raise TimeoutError
        tightest = self._tightest()
        if tightest is None:
            return True
        at, player, opponents = tightest
        for other in opponents:
            self._seat(at, player, other)
            if self._fill():
                return True
            self._rise(at, player, other)
        return False

    def _tightest(self) -> tuple[int, int, list[int]] | None:
        """The round and player with the fewest opponents to choose from. Of rounds nobody sits in yet that have the
        same players only the first is looked at: they are alike."""
        best: tuple[int, int, list[int]] | None = None
        untouched: set[frozenset[int]] = set()
        for at, seats in enumerate(self.seats):
            if len(seats) == len(self.wanted[at]):
                if self.wanted[at] in untouched:
                    continue
                untouched.add(self.wanted[at])
            for player in seats:
                opponents = self.open[player] & seats
                if best is None or len(opponents) < len(best[2]):
                    best = (at, player, sorted(opponents))
                    if len(opponents) < 2:
                        return best
        return best

    def _seat(self, at: int, one: int, other: int) -> None:
        self.seats[at] -= {one, other}
        if not (self.level.anybody and BYE in (one, other)):
            self.open[one].discard(other)
            self.open[other].discard(one)

    def _rise(self, at: int, one: int, other: int) -> None:
        self.seats[at] |= {one, other}
        self.open[one].add(other)
        self.open[other].add(one)


TABLES_TRIED = 60_000  # tables tried for one question
ROUNDS_TRIED = 1_000  # complete rounds looked at for one question
FEW = 10  # after so many of them it is asked about each table alone


class Joint(Frozen):
    """The field with what is asked of the rounds to come; without a level nothing could be decided about them."""

    field: Field
    ahead: ToCome
    level: Level | None

    @property
    def decided(self) -> bool:
        return self.level is not None and self.ahead.exact

    def allows(self, tables: frozenset[Table]) -> bool:
        return self.level is not None and bool(self.ahead.possible(self.level, tables))

    def least(self, made: int) -> int:
        """The least harm of a round that lets the rounds to come be made. What cannot be decided counts as needed."""
        field = self.field
        resting = [] if field.bye is None else [BYE]
        without = exact_harm([*field.order, *resting], field.price, field.harms.forbidden)
        if without is None or without >= made or not self.decided:
            return made
        least = made
        search = _Rounds(self, [*field.order, *resting])
        while least > without:
            found = search.within(least - 1)
            if found is None:
                return least
            least = found
        return least

    def overlooked(self) -> Iterator[Overlooked]:
        """From the top, somebody preferred to the recorded opponent who could have been had, now and for later."""
        field = self.field
        partner = dict(field.pairs) | {q: p for p, q in field.pairs}
        rest = [player for player in field.order if player != field.bye]
        left = sum(field.price(p, q) for p, q in field.pairs)
        above = [frozenset((field.bye, BYE))] if field.bye is not None else []
        while rest:
            player = rest.pop(0)
            opponent = partner[player]
            for candidate in field.better(player, opponent, rest):
                if self._free(above, player, candidate, rest, left):
                    yield Overlooked(player, opponent, candidate)
                    break
            rest.remove(opponent)
            above.append(frozenset((player, opponent)))
            left -= field.price(player, opponent)

    def _free(self, above: Sequence[Table], player: int, candidate: int, rest: Sequence[int], left: int) -> bool:
        field = self.field
        left -= field.price(player, candidate)
        others = [p for p in rest if p != candidate]
        if left < 0:
            return False
        least = least_harm(others, field.price, field.harms.forbidden)
        if least is None or least > left:
            return False
        together = [*above, frozenset((player, candidate))]
        return _Rounds(self, others, together).within(left) is not None


class _Rounds:
    """Complete rounds of the players, one after the other, with the tables that are settled."""

    def __init__(self, joint: Joint, players: Sequence[int], settled: Sequence[Table] = ()) -> None:
        self.joint, self.players, self.settled = joint, list(players), list(settled)
        self.steps, self.rounds = TABLES_TRIED, ROUNDS_TRIED

    def within(self, most: int) -> int | None:
        """The harm of the tables of one that does at most so much, and lets the rounds to come be made. None: there is
        none, or none was found in the steps."""
        try:
            return self._seated(self.players, self.settled, most, 0)
        except TimeoutError:
            return None

    def _seated(self, rest: Sequence[int], tables: Sequence[Table], left: int, harm: int) -> int | None:
        if not rest:
            self.rounds -= 1
            if self.rounds < 0:
                raise TimeoutError
            return harm if self.joint.allows(frozenset(tables)) else None
        player, *others = rest
        for other in others:
            self.steps -= 1
            if self.steps < 0:
                raise TimeoutError
            price = self.joint.field.price(player, other)
            if price <= left and self._thinkable(frozenset((player, other))):
                following = [p for p in others if p != other]
                together = [*tables, frozenset((player, other))]
                found = self._seated(following, together, left - price, harm + price)
                if found is not None:
                    return found
        return None

    def _thinkable(self, table: Table) -> bool:
        level = self.joint.level
        return level is None or self.rounds > ROUNDS_TRIED - FEW or self.joint.ahead.thinkable(level, table)
