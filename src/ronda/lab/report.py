"""The report of an event that was really played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import Any, NamedTuple

from ronda.core.chance import Draw
from ronda.core.history import before_round
from ronda.core.model import Proposal, Round, Tournament
from ronda.desk.rounds import Departure, departures
from ronda.lab.quality import (
    BYES_ALERT,
    RELAXED_ALERT,
    SPREAD_GOAL,
    EventQuality,
    RoundQuality,
    event_quality,
    round_quality,
)
from ronda.systems import book_of, system
from ronda.systems.system import Goal

SLOW = 60  # seconds: an alert (D8)


class Aim(NamedTuple):
    """A goal of the rulebook, and what came of it."""

    goal: Goal
    value: Fraction

    @property
    def met(self) -> bool:
        return self.goal.met(self.value)


@dataclass(frozen=True, slots=True)
class SimulationReport:
    rounds: tuple[Mapping[str, Any], ...]
    event: Mapping[str, Any]
    alerts: tuple[tuple[str, Mapping[str, Any]], ...]
    goals: tuple[Aim, ...] = ()
    departures: tuple[Departure, ...] = ()


def event_report(tournament: Tournament) -> SimulationReport:
    """The quality of each round and of the event. Each round is made again from what was known then: that tells
    how long it takes here (`seconds`) and whether it comes out the same (`remade`)."""
    qualities = [round_quality(tournament, round_.number) for round_ in tournament.rounds]
    rounds = []
    for quality, round_ in zip(qualities, tournament.rounds, strict=True):
        seconds, remade = _made_again(tournament, round_)
        rounds.append({**round_values(quality), "seconds": seconds, "remade": remade})
    event = event_quality(tournament, qualities)
    byes = max(_byes(tournament).values(), default=0)
    return SimulationReport(
        tuple(rounds),
        quality_values(event),
        tuple(_alerts(tournament, event, rounds)),
        aims(tournament.setup.system, event, seconds=max((r["seconds"] for r in rounds), default=0.0), byes=byes),
        tuple(departures(tournament)),
    )


def aims(name: str, quality: EventQuality, *, seconds: float, byes: int) -> tuple[Aim, ...]:
    """The goals of the system's document beside the values, where it has any (D8). `seconds` is the longest that a
    round took, `byes` the most that one player had."""
    values = {
        "clean_share": quality.clean_share,
        "relaxed_share": 1 - quality.clean_share,
        "opponent_spread": quality.opponent_spread,
        "seconds_max": Fraction(seconds).limit_denominator(1000),
        "byes_max": Fraction(byes),
    }
    return tuple(Aim(goal, values[goal.quality]) for goal in system(name).goals)


def _byes(tournament: Tournament) -> Counter[int]:
    return Counter(bye.player for round_ in tournament.rounds for bye in round_.byes)


def _made_again(tournament: Tournament, round_: Round) -> tuple[float, bool]:
    book = book_of(before_round(tournament, round_.number))
    seed = tournament.setup.seed if round_.seed is None else round_.seed
    start = perf_counter()
    again = system(tournament.setup.system).again(book, Draw(seed, "round", round_.number), round_)
    seconds = perf_counter() - start
    return seconds, isinstance(again, Proposal) and again.round.seating == round_.seating


def round_values(quality: RoundQuality) -> dict[str, Any]:
    return {
        "number": quality.number,
        "tables": quality.tables,
        "relaxed_tables": quality.relaxed_tables,
        "relaxations": quality.relaxations,
        "forced": quality.forced,
        "rematches": quality.rematches,
        "partner_repeats": quality.partner_repeats,
        "byes": quality.byes,
        "mean_score_gap": quality.mean_score_gap,
    }


def quality_values(quality: EventQuality) -> dict[str, Any]:
    """The keys that reports and simulations share."""
    return {
        "tables": quality.tables,
        "relaxed_tables": quality.relaxed_tables,
        "clean_share": quality.clean_share,
        "relaxations": quality.relaxations,
        "forced": quality.forced,
        "rematches": quality.rematches,
        "partner_repeats": quality.partner_repeats,
        "byes_max": quality.byes_max,
        "byes_min": quality.byes_min,
        "mean_score_gap": quality.mean_score_gap,
        "opponent_spread": quality.opponent_spread,
    }


def _alerts(
    tournament: Tournament, event: EventQuality, rounds: list[dict[str, Any]]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if 1 - event.clean_share > RELAXED_ALERT:
        yield "many_relaxed", {"tables": event.relaxed_tables, "of": event.tables}
    if event.forced:
        yield "forced", {"n": event.forced}
    for player, count in _byes(tournament).items():
        if count > BYES_ALERT:
            yield "many_byes", {"player": player, "byes": count}
    if event.opponent_spread > SPREAD_GOAL:
        yield "uneven_opponents", {"spread": event.opponent_spread}
    current = system(tournament.setup.system).edition  # by an older one a round may well have been another
    for values in rounds:
        if values["seconds"] > SLOW:
            yield "slow", {"round": values["number"]}
        if not values["remade"] and tournament.rounds[values["number"] - 1].edition in (None, current):
            yield "not_remade", {"round": values["number"]}
