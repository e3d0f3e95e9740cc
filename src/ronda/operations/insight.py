"""Why a round is as it is, whether it is right, and what is to be expected."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

import msgspec

from ronda.core.history import before_round
from ronda.core.model import Round, Table
from ronda.desk.decisions import check_round
from ronda.lab.forecast import forecast as forecast_of
from ronda.lab.forecast import foreseeable
from ronda.operations.operation import EventCaller, Operation, Outcome
from ronda.systems import book_of
from ronda.views.verdicts import (
    Concerning,
    FindingLine,
    ShownReason,
    concerning_bye,
    concerning_table,
    finding_line,
    shown_reasons,
)

Which = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class WhyState(msgspec.Struct, frozen=True):
    """`short`: why, in a sentence or two; `working`: who was passed over and the proof, what was given up, and what is
    true of the whole round; `met`: when two of the table sat together before, null for a bye."""

    title: str
    short: list[ShownReason]
    working: list[ShownReason]
    met: list[str] | None


class CheckState(msgspec.Struct, frozen=True):
    """What the independent check says; `holds`: it found no violation."""

    code: str
    version: int
    round: int
    holds: bool
    findings: list[FindingLine]


class EventForecast(msgspec.Struct, frozen=True):
    """What is to be expected of the rounds to come; nothing for a field too large to be tried."""

    code: str
    version: int
    findings: list[FindingLine]


def _round(caller: EventCaller, number: int) -> Round | None:
    rounds = caller.tournament.rounds
    return rounds[number - 1] if 1 <= number <= len(rounds) else None


def explain(
    caller: EventCaller, number: int, table: Which | None = None, player: Which | None = None
) -> WhyState | Outcome:
    found = _round(caller, number)
    if found is None:
        return Outcome.MISSING
    if table is None:
        if player is None or player not in {bye.player for bye in found.byes}:
            return Outcome.MISSING
        return WhyState(caller.speaker.told_name(player), *_told(caller, found, concerning_bye(found, player)), None)
    at = next((one for one in found.tables if one.number == table), None)
    if at is None:
        return Outcome.MISSING
    title = caller.speaker.say("web.table", table=table)
    return WhyState(title, *_told(caller, found, concerning_table(found, at)), _meetings(caller, found, at))


def _told(caller: EventCaller, round_: Round, found: Concerning) -> tuple[list[ShownReason], list[ShownReason]]:
    """A sentence each, and the working behind."""
    speaker = caller.speaker
    short = [ShownReason(speaker.sentence("reason", reason), reason.article) for reason in found.reasons]
    working = [told for told in shown_reasons(found.reasons, speaker) if told not in short]
    return short, working + shown_reasons([*found.relaxations, *round_.general_reasons], speaker)


def _meetings(caller: EventCaller, round_: Round, table: Table) -> list[str]:
    """For each two at the table, when they sat together before."""
    lines = book_of(before_round(caller.tournament, round_.number)).lines
    told: list[str] = []
    for one, other in combinations(table.players, 2):
        for key, earlier in (
            ("web.round.were_partners", [line.round for line in lines[one] if other in line.partners]),
            ("web.round.were_opponents", [line.round for line in lines[one] if other in line.opponents]),
        ):
            if earlier:
                told.append(caller.speaker.say(key, players=[one, other], rounds=earlier))
    return told


def check(caller: EventCaller, number: int) -> CheckState | Outcome:
    round_ = _round(caller, number)
    if round_ is None:
        return Outcome.MISSING
    found = check_round(caller.tournament, round_)
    holds = all(one.severity != "violation" for one in found)
    lines = [finding_line(one, caller.speaker) for one in found]
    return CheckState(caller.code, caller.version, number, holds, lines)


def forecast(caller: EventCaller) -> EventForecast:
    found = list(forecast_of(caller.tournament).findings()) if foreseeable(caller.tournament) else []
    return EventForecast(caller.code, caller.version, [finding_line(one, caller.speaker) for one in found])


OPERATIONS = (
    Operation(
        "explainTable",
        "GET /rounds/{number}/why",
        "helper",
        explain,
        "Why a table, or the bye of a player, is as it is",
        scope="event",
    ),
    Operation(
        "checkRound",
        "GET /rounds/{number}/check",
        "helper",
        check,
        "What the independent check says about a round",
        scope="event",
    ),
    Operation(
        "forecastRounds", "GET /forecast", "helper", forecast, "What to expect of the rounds to come", scope="event"
    ),
)
