"""What is played in a stage that has begun: its matches so far, who won them, and what comes next (ST3–ST7).

All follows from the plan, from what was settled when the stage began, and from its tables. A wave is one game of each
match that can be played now: a round of the event has the next wave of every stage that runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ronda.core import Draw, Forfeit, Frozen, Result, Round, Scored, Side, turned
from ronda.core.stage_plan import Stage, StageStart
from ronda.stages.elimination import (
    Match,
    consolation_can_begin,
    first_losers,
    losers,
    matches_of,
    paired,
    places,
    round_name,
    rounds_of,
)
from ronda.stages.groups import REST, letter, schedule
from ronda.stages.sides import match_score, table_of_four

MAIN, THIRD, CONSOLATION = "main", "third", "consolation"
Pair = frozenset[int]


class MatchGame(Frozen):
    """One game of a match: where it was played, and its result as the better seed sees it."""

    round: int
    table: int
    result: Result | None

    @property
    def points(self) -> Fraction | None:
        """Of the first named; None: there is no result, or it is decided by absence."""
        if not isinstance(self.result, Scored):
            return None
        first, second = self.result.first, self.result.second
        return Fraction(1) if first > second else Fraction(0) if first < second else Fraction(1, 2)


class Fixture(Frozen):
    """A match of a stage. `tree`: which bracket, group or table of it; `round`: counted inside it; `called`: the key of
    the round's name. `over` without a winner: nobody goes on (ST3.11), or the match may be drawn. `sides`: who plays,
    where the sides are not those of the seeds (ST7.3)."""

    tree: str
    round: int
    called: str
    match: Match
    games: tuple[MatchGame, ...] = ()
    winner: int | None = None
    over: bool = False
    sides: tuple[Side, Side] | None = None

    @property
    def seeds(self) -> tuple[int, ...]:
        return self.match.seeds

    @property
    def playable(self) -> bool:
        """Whether another game of it can be played now."""
        return not self.over and len(self.seeds) == 2 and all(game.result is not None for game in self.games)


class StageProgress(Frozen):
    """A stage so far: all matches that are known, those of the next wave, and everybody's place who has one."""

    fixtures: tuple[Fixture, ...]
    coming: tuple[Fixture, ...]
    places: Mapping[int, int] = {}  # by seed
    consolation_places: Mapping[int, int] = {}
    ended: bool = False  # before its last match

    @property
    def over(self) -> bool:
        return self.ended or (not self.coming and all(fixture.over for fixture in self.fixtures))


def played(stage: Stage, begun: StageStart, rounds: Sequence[Round]) -> StageProgress:
    """How far a stage has come; `rounds` have its own tables only."""
    match stage.kind:
        case "elimination":
            return _Bracket(stage, begun, rounds).played()
        case "table":
            return _table_of_four(stage, begun, rounds)
        case _:
            return _everybody(stage, begun, rounds)


def _games(begun: StageStart, rounds: Sequence[Round]) -> dict[Pair, list[MatchGame]]:
    """All games by who played them, the better seed first."""
    seed_of = {side: seed for seed, side in enumerate(begun.entrants, start=1)}
    found: dict[Pair, list[MatchGame]] = {}
    for round_ in rounds:
        for table in round_.tables:
            one, other = seed_of.get(table.first), seed_of.get(table.second)
            if one is not None and other is not None:
                result = table.result
                if result is not None and other < one:
                    result = turned(result)
                found.setdefault(frozenset((one, other)), []).append(MatchGame(round_.number, table.number, result))
    return found


# --- elimination (ST3) -------------------------------------------------------------------------------------


class _Bracket:
    """One elimination with what belongs to it, worked out from its games."""

    def __init__(self, stage: Stage, begun: StageStart, rounds: Sequence[Round]) -> None:
        self.stage, self.begun = stage, begun
        self.games = _games(begun, rounds)
        self.size = len(begun.entrants)
        self.fixtures: list[Fixture] = []
        self.coming: list[Fixture] = []

    def played(self) -> StageProgress:
        main = self._tree(MAIN, list(range(1, self.size + 1)))
        third = self._third(main)
        found = dict(places(main, order=self.stage.places, third=third))
        consolation: dict[int, int] = {}
        if self.stage.consolation == "first-loss" and consolation_can_begin(self.size, len(main)):
            lost = first_losers(main)
            if len(lost) > 1:
                own = self._tree(CONSOLATION, list(lost))
                consolation = places(own)
        if self.stage.consolation == "places":
            found = self._played_on(main, found)
        return StageProgress(tuple(self.fixtures), tuple(self.coming), found, consolation)

    def _tree(self, tree: str, seeds: Sequence[int]) -> list[list[tuple[Match, int | None]]]:
        """The rounds of one bracket that are decided; the first one that is not is what comes next."""
        done: list[list[tuple[Match, int | None]]] = []
        size = len(seeds)
        drawing, reseed = self.stage.drawing, self.stage.reseed
        for number in range(1, rounds_of(size) + 1):
            at = {seed: line for line, seed in enumerate(seeds, start=1)}
            winners = [[None if winner is None else at[winner] for _, winner in round_] for round_ in done]
            matches = [
                _named(match, seeds) for match in matches_of(size, number, winners, drawing=drawing, reseed=reseed)
            ]
            called = round_name(2 * len(matches))
            here = [self._fixture(tree, number, called, match) for match in matches]
            self.fixtures += here
            if not all(fixture.over for fixture in here):
                self.coming += [fixture for fixture in here if fixture.playable]
                break
            done.append([(fixture.match, fixture.winner) for fixture in here])
        return done

    def _fixture(self, tree: str, number: int, called: str, match: Match) -> Fixture:
        if len(match.seeds) < 2:
            return Fixture(tree, number, called, match, (), match.alone, True)
        games = tuple(self.games.get(frozenset(match.seeds), ()))
        winner, over = self._decided(match, games, called)
        return Fixture(tree, number, called, match, games, winner, over)

    def _decided(self, match: Match, games: Sequence[MatchGame], called: str) -> tuple[int | None, bool]:
        """ST3.9–ST3.11: who goes on, and whether that is decided."""
        first, second = match.seeds
        points: list[Fraction] = []
        for game in games:
            if isinstance(game.result, Forfeit):
                if game.result.first_absent and game.result.second_absent:
                    return None, True
                return (second if game.result.first_absent else first), True
            if game.points is None:
                return None, False
            points.append(game.points)
        best_of = self.stage.final_best_of if called == "final" and self.stage.final_best_of else self.stage.best_of
        lot = Draw(self.begun.seed, "ST3.9", first, second).below(2) if self.stage.level == "lot" else 0
        score = match_score(best_of, points, level=self.stage.level, favoured="second" if lot else "first")
        if score.winner is None:
            return None, False
        return (first if score.winner == "first" else second), True

    def _third(self, main: Sequence[Sequence[tuple[Match, int | None]]]) -> int | None:
        """ST3.7: the match of the losers of the semi-finals."""
        semi = next((round_ for round_ in main if len(round_) == 2), None)
        if self.stage.third != "match" or semi is None:
            return None
        out = sorted(seed for match, winner in semi for seed in losers(match, winner))
        if len(out) < 2:
            return out[0] if out else None
        fixture = self._fixture(THIRD, rounds_of(self.size), THIRD, Match(1, out[0], out[1]))
        self.fixtures.append(fixture)
        self.coming += [fixture] if fixture.playable else []
        return fixture.winner

    def _played_on(self, main: Sequence[Sequence[tuple[Match, int | None]]], found: dict[int, int]) -> dict[int, int]:
        """ST3.8, `places`: the losers of each round play on among themselves, in the order of their matches."""
        for round_ in main:
            if self.stage.third != "match" or len(round_) != 2:
                self._on([next(iter(losers(*one)), None) for one in round_], len(round_) + 1, found)
        return found

    def _on(self, lines: Sequence[int | None], first: int, found: dict[int, int]) -> None:
        here = [seed for seed in lines if seed is not None]
        if len(here) < 2:
            found.update(dict.fromkeys(here, first))
            return
        tree = f"places {first}-{first + len(here) - 1}"
        fixtures = [self._fixture(tree, 1, tree, match) for match in paired(lines)]
        self.fixtures += fixtures
        if not all(fixture.over for fixture in fixtures):
            self.coming += [fixture for fixture in fixtures if fixture.playable]
            return
        won: list[int | None] = [fixture.winner for fixture in fixtures]
        lost: list[int | None] = [next(iter(losers(one.match, one.winner)), None) for one in fixtures]
        self._on(won, first, found)
        self._on(lost, first + sum(seed is not None for seed in won), found)


def _named(match: Match, seeds: Sequence[int]) -> Match:
    """A match of a bracket inside the stage, by the seeds of the stage."""

    def seed(line: int | None) -> int | None:
        return None if line is None else seeds[line - 1]

    return Match(match.number, seed(match.first), seed(match.second))


# --- everybody against everybody (ST5, ST6) ----------------------------------------------------------------


def groups_of(stage: Stage, begun: StageStart) -> tuple[tuple[int, ...], ...]:
    """The seeds of each group; a round robin is one group, its numbers by lot (ST5.4)."""
    if begun.grouped:
        return begun.grouped
    seeds = list(range(1, len(begun.entrants) + 1))
    if stage.by_lot:
        seeds = Draw(begun.seed, "ST5.4").shuffled(seeds)
    return (tuple(seeds),)


def _everybody(stage: Stage, begun: StageStart, rounds: Sequence[Round]) -> StageProgress:
    """All games of all rounds are known from the beginning; the next wave is the first round that was not made."""
    games = _games(begun, rounds)
    made_in = {number: round_.number for number, round_ in enumerate(rounds, start=1)}
    fixtures: list[Fixture] = []
    for at, group in enumerate(groups_of(stage, begun)):
        tree = letter(at) if stage.kind == "groups" else MAIN
        for number, plan in enumerate(schedule(len(group), double=stage.double, close_last=stage.close_last), start=1):
            for table, (one, other) in enumerate((game for game in plan if REST not in game), start=1):
                first, second = group[one - 1], group[other - 1]
                met = games.get(frozenset((first, second)), ())
                own = tuple(game for game in met if game.round == made_in.get(number))
                result = own[-1].result if own else None
                winner = _winner(result, min(first, second), max(first, second))
                match = Match(table, first, second)
                fixtures.append(Fixture(tree, number, f"round {number}", match, own, winner, result is not None))
    waits = any(table.result is None for round_ in rounds for table in round_.tables)
    coming = () if waits else tuple(one for one in fixtures if one.round == len(rounds) + 1)
    return StageProgress(tuple(fixtures), coming)


def _winner(result: Result | None, low: int, high: int) -> int | None:
    match result:
        case Scored(first=first, second=second):
            return low if first > second else high if second > first else None
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            return None if first_absent and second_absent else high if first_absent else low
    return None


# --- the best four at a table (ST7.3) ----------------------------------------------------------------------


def _table_of_four(stage: Stage, begun: StageStart, rounds: Sequence[Round]) -> StageProgress:
    form = stage.form if stage.form in ("fold", "alternate", "rotate") else "fold"
    plan = table_of_four(form, (1, 2, 3, 4))
    who = {seed: side[0] for seed, side in enumerate(begun.entrants, start=1)}
    tables = [(round_.number, table) for round_ in rounds for table in round_.tables]
    fixtures: list[Fixture] = []
    records = dict.fromkeys(who, (0, 0, 0))
    for number, sides in enumerate(plan, start=1):
        one, other = sides
        games = tuple(MatchGame(at, table.number, table.result) for at, table in tables[number - 1 : number])
        result = games[0].result if games else None
        winner = _winner(result, one[0], other[0])
        called = "final" if len(plan) == 1 else f"round {number}"
        players = tuple(who[seed] for seed in one), tuple(who[seed] for seed in other)
        match = Match(1, one[0], other[0])
        fixtures.append(Fixture(MAIN, number, called, match, games, winner, result is not None, players))
        scores = (result.first, result.second) if isinstance(result, Scored) else (0, 0)
        for side, own, others in ((one, *scores), (other, *scores[::-1])):
            for seed in side:
                points, difference, made = records[seed]
                records[seed] = points + (winner in side), difference + own - others, made + own
    waiting = [fixture for fixture in fixtures if not fixture.over]
    coming = waiting[:1] if waiting and not waiting[0].games else []
    return StageProgress(tuple(fixtures), tuple(coming), {} if waiting else _four(stage, records))


def _four(stage: Stage, records: Mapping[int, tuple[int, int, int]]) -> dict[int, int]:
    """ST7.3, ST7.4: individually after three games, by points, difference and points made; else the members of a side
    share its place."""
    rotates = stage.form == "rotate"
    order = sorted(records, key=lambda seed: ([-value for value in records[seed][: 3 if rotates else 1]], seed))
    if rotates or stage.places == "source":
        return {seed: place for place, seed in enumerate(order, start=1)}
    return {seed: 1 if records[seed][0] else 3 for seed in order}
