"""The rounds of stages: the next games of all that run, as one round of the event."""

from __future__ import annotations

from ronda.core.chance import Draw
from ronda.core.facts import Paired
from ronda.core.model import Round, Side, Table, Tournament, next_stage
from ronda.core.verdicts import Reason, Refusal
from ronda.stages.elimination import better_is_first, bracket_size
from ronda.stages.fixtures import Fixture, StageProgress
from ronda.systems import system
from ronda.systems.event_stages import Running, begun_stages

EDITION = "stages-1"


def stage_round(tournament: Tournament, seed: int | None = None) -> Paired | Refusal:
    """The next wave of every stage that runs, as one round of the event."""
    chosen = tournament.setup.seed if seed is None else seed
    coloured = system(tournament.setup.system).words.sides.coloured
    tables: list[Table] = []
    reasons: list[Reason] = []
    for running in begun_stages(tournament):
        state = running.played
        for fixture in state.coming:
            first, second = seated(running, fixture, coloured=coloured)
            tables.append(Table(len(tables) + 1, first, second))
            reasons.append(_reason(running, fixture, tables[-1]))
        reasons += _byes(running, state)
    if not tables:
        waiting = next_stage(tournament)
        if waiting is not None:
            return Refusal("stage_to_begin", "ST1.4", {"stage": waiting})
        return Refusal("rounds_done", "S1", {"rounds": len(tournament.rounds)})
    return Paired(Round(tournament.next_round, tuple(tables), (), chosen, EDITION, tuple(reasons)))


def seated(running: Running, fixture: Fixture, *, coloured: bool) -> tuple[Side, Side]:
    """ST3.3, ST5.1: who is named first."""
    if fixture.sides is not None:
        return fixture.sides
    one, other = fixture.match.first, fixture.match.second
    assert one is not None, "somebody plays"
    assert other is not None, "somebody plays"
    sides = running.begun.entrants[one - 1], running.begun.entrants[other - 1]
    if running.stage.kind != "elimination" or not coloured:
        return sides
    lot = bool(Draw(running.begun.seed, "ST3.3", running.number).below(2))
    first = better_is_first(fixture.round, fixture.match.number, lot) == (len(fixture.games) % 2 == 0)
    return sides if first else (sides[1], sides[0])


def _reason(running: Running, fixture: Fixture, table: Table) -> Reason:
    who = {"player": table.first[0], "opponent": table.second[0]}
    one, other = fixture.seeds
    if running.stage.everybody:
        return Reason("stage_schedule", "ST5.1", {**who, "turn": fixture.round}, table=table.number)
    if running.stage.kind == "table":
        return Reason("stage_table_game", "ST7.3", who, table=table.number)
    facts = {**who, "one": one, "other": other}
    if fixture.games:
        return Reason("stage_further_game", "ST3.9", {**facts, "game": len(fixture.games) + 1}, table=table.number)
    if fixture.tree == "third":
        return Reason("stage_third", "ST3.7", facts, table=table.number)
    if fixture.tree != "main":
        return Reason("stage_consolation", "ST3.8", facts, table=table.number)
    if fixture.round == 1:
        return Reason("stage_lines", "ST3.2", {**facts, "size": bracket_size(len(running.begun.entrants))},
                      table=table.number)  # fmt: skip
    return Reason("stage_winners", "ST3.6" if running.stage.reseed else "ST3.2", facts, table=table.number)


def _byes(running: Running, state: StageProgress) -> list[Reason]:
    """ST3.1: who goes on without a game; told with round 1."""
    if running.stage.kind != "elimination" or running.rounds:
        return []
    size, count = bracket_size(len(running.begun.entrants)), len(running.begun.entrants)
    return [
        Reason("stage_bye", "ST3.1", {"player": player, "one": fixture.match.alone, "of": count, "size": size},
               player=player)
        for fixture in state.fixtures
        if fixture.tree == "main" and fixture.round == 1 and fixture.match.alone is not None
        for player in running.begun.entrants[fixture.match.alone - 1]
    ]  # fmt: skip
