"""The stages of an event as pages, the API, `--json`, wall and paper have them: brackets, groups, who entered."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core import Forfeit, Side, Tournament, replace, turned
from ronda.core.stage_plan import Stage
from ronda.stages.elimination import bracket_size, round_name, rounds_of
from ronda.stages.fixtures import CONSOLATION, MAIN, THIRD, Fixture
from ronda.stages.groups import letter
from ronda.systems import rules_of
from ronda.systems.columns import in_short
from ronda.systems.event_stages import Running, begun_stages, group_rows
from ronda.systems.lists import standings_columns
from ronda.texts import Speaker
from ronda.texts.catalogue import known
from ronda.views import View
from ronda.views.standings import shown_rows
from ronda.views.verdicts import worded

GROUP_COLUMNS = 3  # beside place and name


class SideView(View):
    """A side of a match; `score` is told game by game, this side first."""

    seed: int | None
    players: list[int]
    name: str
    score: list[str]
    won: bool


class MatchView(View):
    """`table` and `round`: where its last game is or was played; `bye`: somebody goes on without playing;
    `provisional`: who plays it is known in part or in full, but its round is not paired yet."""

    number: int
    sides: list[SideView]
    over: bool
    bye: bool
    round: int | None
    table: int | None
    provisional: bool = False


class ColumnView(View):
    name: str
    matches: list[MatchView]

    @property
    def provisional(self) -> bool:
        return any(match.provisional for match in self.matches)


class TreeView(View):
    """A bracket, or the games of a group, round by round."""

    name: str
    columns: list[ColumnView]


class GroupLine(View):
    place: int | None
    player: int
    name: str
    values: list[str]


class GroupView(View):
    name: str
    headings: list[str]
    rows: list[GroupLine]


class EntrantView(View):
    """`instead`: of whom the director let the player in, with `by` and `reason` of the stage; `lot`: what was drawn."""

    seed: int
    players: list[int]
    name: str
    lot: int | None
    instead: str | None


class StageView(View):
    """`state`: planned, running or over. `title` is its name, or what it is."""

    number: int
    kind: str
    title: str
    take: str
    state: str
    entrants: list[EntrantView]
    trees: list[TreeView]
    groups: list[GroupView]
    by: str
    reason: str
    consolation_winner: str | None = None


def stage_title(stage: Stage, speaker: Speaker) -> str:
    return stage.name or speaker.say(f"label.stage.kind.{stage.word}")


def stage_views(tournament: Tournament, speaker: Speaker) -> list[StageView]:
    """All stages of the plan; nothing where there is none."""
    running = {one.number: one for one in begun_stages(tournament)}
    found = []
    for number, stage in enumerate(tournament.setup.stages, start=1):
        one = running.get(number)
        found.append(_planned(tournament, number, stage, speaker) if one is None else _begun(tournament, one, speaker))
    return found


def _planned(tournament: Tournament, number: int, stage: Stage, speaker: Speaker) -> StageView:
    state = "planned"
    if stage.kind == "rounds":
        later = any(one.begun is not None for one in tournament.setup.stages[number:])
        state = "over" if later else "running" if tournament.rounds else "planned"
    return StageView(number, stage.kind, stage_title(stage, speaker), stage.take, state, [], [], [], "", "")


def _begun(tournament: Tournament, running: Running, speaker: Speaker) -> StageView:
    stage, begun, state = running.stage, running.begun, running.played
    lots = dict(begun.lots)
    instead = {one.into: speaker.name(one.out) for one in begun.changes}
    entrants = [
        EntrantView(seed, list(side), side_name(side, speaker), lots.get(side[0]), instead.get(side[0]))
        for seed, side in enumerate(begun.entrants, start=1)
    ]
    groups = _groups(tournament, running, speaker) if stage.everybody else []
    first = next((seed for seed, place in state.consolation_places.items() if place == 1), None)
    return StageView(
        running.number,
        stage.kind,
        stage_title(stage, speaker),
        stage.take,
        "over" if state.over else "running",
        entrants,
        _trees(tournament, running, state.fixtures, speaker),
        groups,
        begun.by,
        begun.reason,
        None if first is None else side_name(begun.entrants[first - 1], speaker),
    )


def side_name(side: Side, speaker: Speaker) -> str:
    return " / ".join(speaker.name(player) for player in side)


def tree_name(tree: str, running: Running, speaker: Speaker) -> str:
    if tree == MAIN:
        return stage_title(running.stage, speaker)
    if tree in (THIRD, CONSOLATION):
        return speaker.say(f"label.stage.{tree}")
    if tree.startswith("places "):
        return speaker.say("label.stage.places", places=tree.removeprefix("places ").replace("-", "–"))
    return speaker.say("label.stage.group", name=tree)


def called(name: str, speaker: Speaker) -> str:
    """The name of a round inside a stage."""
    if name.startswith("round "):
        return speaker.say("label.stage.round", n=int(name.removeprefix("round ")))
    if name.startswith("round_of_"):
        own, players = f"label.stage.{name}", int(name.removeprefix("round_of_"))
        return speaker.say(own) if known(own) else speaker.say("label.stage.round_of", n=players)
    if name.startswith("places "):
        return speaker.say("label.stage.places", places=name.removeprefix("places ").replace("-", "–"))
    return speaker.say(f"label.stage.{name}")


def _trees(tournament: Tournament, running: Running, fixtures: Sequence[Fixture], speaker: Speaker) -> list[TreeView]:
    found = []
    for tree in dict.fromkeys(fixture.tree for fixture in fixtures):
        own = [fixture for fixture in fixtures if fixture.tree == tree]
        columns = []
        for number in sorted({fixture.round for fixture in own}):
            here = [fixture for fixture in own if fixture.round == number]
            matches = [_match(tournament, running, fixture, speaker) for fixture in here]
            columns.append(ColumnView(called(here[0].called, speaker), matches))
        if tree in (MAIN, CONSOLATION) and running.stage.kind == "elimination":
            entrants = sum(len(fixture.seeds) for fixture in own if fixture.round == 1)
            columns += _to_come(columns, entrants, speaker, reseed=running.stage.reseed)
        found.append(TreeView(tree_name(tree, running, speaker), columns))
    return found


def _to_come(known: Sequence[ColumnView], entrants: int, speaker: Speaker, *, reseed: bool) -> list[ColumnView]:
    """The rounds of a bracket whose matches are not known yet. Who has won stands there already, on the line that the
    match leads to (ST3.2); not where the next round is seeded anew (ST3.6)."""
    size = bracket_size(entrants)
    winners: list[SideView | None] = []
    if known and not reseed:
        winners = [next((side for side in match.sides if side.won), None) for match in known[-1].matches]
    found = []
    for number in range(len(known), rounds_of(entrants)):
        count = size >> (number + 1)
        sides = [_expected(one) for one in (*winners, *[None] * (2 * count - len(winners)))]
        matches = [
            MatchView(at + 1, two, False, False, None, None, provisional=any(side.players for side in two))
            for at, two in enumerate([one, other] for one, other in zip(sides[::2], sides[1::2], strict=True))
        ]
        found.append(ColumnView(called(round_name(size >> number), speaker), matches))
        winners = []
    return found


def _expected(winner: SideView | None) -> SideView:
    """A side as it stands in the next match; nobody, where that is not decided."""
    return SideView(None, [], "", [], False) if winner is None else replace(winner, score=[], won=False)


def _match(tournament: Tournament, running: Running, fixture: Fixture, speaker: Speaker) -> MatchView:
    sides = []
    written = rules_of(tournament.setup).results.write
    seeds = (fixture.match.first, fixture.match.second)
    for at, seed in enumerate(seeds):
        if seed is None:
            sides.append(SideView(None, [], "", [], False))
            continue
        players = running.begun.entrants[seed - 1] if fixture.sides is None else fixture.sides[at]
        low = fixture.sides is not None or seed == min(fixture.seeds)
        own_first = low if fixture.sides is None else at == 0
        scores = []
        for game in fixture.games:
            if game.result is not None:
                result = game.result if own_first else turned(game.result)
                text = written(result)
                scores.append(text if isinstance(result, Forfeit) else text.split("-")[0])
        shown = seed if fixture.sides is None else None
        sides.append(SideView(shown, list(players), side_name(players, speaker), scores, fixture.winner == seed))
    last = fixture.games[-1] if fixture.games else None
    return MatchView(
        fixture.match.number,
        sides,
        fixture.over,
        fixture.match.alone is not None,
        None if last is None else last.round,
        None if last is None else last.table,
        provisional=running.stage.kind == "elimination" and last is None and not fixture.over,
    )


def _groups(tournament: Tournament, running: Running, speaker: Speaker) -> list[GroupView]:
    found = []
    several = running.stage.kind == "groups"
    for at, rows in enumerate(group_rows(rules_of(tournament.setup), tournament, running)):
        name = speaker.say("label.stage.group", name=letter(at)) if several else stage_title(running.stage, speaker)
        columns = in_short(standings_columns(rows), GROUP_COLUMNS)
        headings = [worded(column.heading, speaker) for column in columns]
        lines = [
            GroupLine(row.place, row.player, row.name, [value for _, value in row.values])
            for row in shown_rows(rows, speaker, columns)
        ]
        found.append(GroupView(name, headings, lines))
    return found


def round_title(tournament: Tournament, number: int, speaker: Speaker) -> str:
    """What a round of the event is called by its stages (ST1.3): "Final · quarter-final"; nothing for others."""
    if not tournament.setup.stages:
        return ""
    parts: dict[str, None] = {}
    for running in begun_stages(tournament):
        if not any(round_.number == number for round_ in running.rounds):
            continue
        names: dict[str, None] = {}
        for fixture in running.played.fixtures:
            for at, game in enumerate(fixture.games):
                if game.round == number:
                    name = called(fixture.called, speaker)
                    further = at and running.stage.kind == "elimination"
                    names[f"{name} ({speaker.say('label.stage.game', n=at + 1)})" if further else name] = None
        parts[f"{stage_title(running.stage, speaker)} · {', '.join(names)}"] = None
    return "; ".join(parts)


__all__ = ["StageView", "round_title", "stage_title", "stage_views"]
