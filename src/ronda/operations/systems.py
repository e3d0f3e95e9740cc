"""The systems with their options, and what to expect of an event."""

from __future__ import annotations

from typing import Any

from ronda import registry
from ronda.core import Frozen, Refusal, fold
from ronda.lab.forecast import Advice, advice, forecast, foreseeable
from ronda.operations.events import NewEvent, new_facts, unknown_system
from ronda.operations.operation import Caller, Misfit, Operation, Outcome
from ronda.systems import names, planned_rounds, rules_of, system
from ronda.views.events import SystemView, system_view
from ronda.views.verdicts import FindingLine, finding_line


class Systems(Frozen):
    systems: list[SystemView]


class OptionTrial(Frozen):
    """What an event with a value of an option is like, on average over simulated ones; `counts` by measure."""

    value: Any
    counts: dict[str, int]


class OptionAdvice(Frozen):
    """What was tried with each value of the option, the chosen one first; `better` is null where none is."""

    option: str
    players: int
    rounds: int
    runs: int
    tried: list[OptionTrial]
    better: Any


class ForecastState(Frozen):
    """What is to be expected of the planned rounds. `findings` are notes, warnings and violations of the rulebook for
    this field, and what was foreseen (nothing for a field too large to be tried); `advice` is null where
    nothing was worth comparing, `further_advice` what else was."""

    players: int
    tables: int
    byes: int
    rounds: int
    findings: list[FindingLine]
    advice: OptionAdvice | None
    further_advice: list[OptionAdvice]


def list_systems(caller: Caller) -> Systems:
    return Systems([system_view(system(name), caller.speaker) for name in names()])


def get_system(caller: Caller, name: str) -> SystemView | Outcome:
    return system_view(system(name), caller.speaker) if registry.known(name) else Outcome.MISSING


def forecast_event(caller: Caller, body: NewEvent) -> ForecastState | Refusal | Misfit:
    facts = unknown_system(body.system) or new_facts(body, "")
    if isinstance(facts, Refusal | Misfit):
        return facts
    tournament = fold(facts)
    setup, players = tournament.setup, tournament.players
    rules = rules_of(setup)
    tables, byes = rules.seating.seats(setup, len(players))
    found = list(rules.validate(setup, players))
    if foreseeable(tournament):
        found += forecast(tournament).findings()
    advised = [_advised(one) for one in advice(setup, players)]
    rounds = planned_rounds(tournament) if players else 0
    lines = [finding_line(one, caller.speaker) for one in found]
    return ForecastState(len(players), tables, byes, rounds, lines, advised[0] if advised else None, advised[1:])


def _advised(seen: Advice) -> OptionAdvice:
    tried = [OptionTrial(one.value, dict(zip(seen.measures, one.counts, strict=True))) for one in seen.tried]
    return OptionAdvice(seen.option, seen.players, seen.rounds, seen.runs, tried, seen.better)


OPERATIONS = (
    Operation("listSystems", "GET /systems", "public", list_systems, "The systems with their options"),
    Operation("getSystem", "GET /systems/{name}", "public", get_system, "One system with its options"),
    Operation(
        "forecastEvent",
        "POST /forecast",
        "organiser",
        forecast_event,
        "What to expect of an event before it is made; nothing is stored",
        answers="What is to be expected",
    ),
)
