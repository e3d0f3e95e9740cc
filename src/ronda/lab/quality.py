"""How good the rounds of an event were (D8, and its like in every system), and the report of one that was really
played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from math import isqrt
from time import perf_counter
from typing import Any, NamedTuple

from ronda.core import Book, Draw, Frozen, Line, Proposal, Round, Tournament, before_round
from ronda.desk.rounds import Departure, departures
from ronda.systems import book_of, rules_of, system
from ronda.systems.system import Goal

RELAXED_ALERT = Fraction(5, 100)  # D8: more relaxed tables than this share
BYES_ALERT = 2  # D8: more byes than this for one player
SPREAD_GOAL = 15  # D8: per cent


class RoundQuality(Frozen):
    """One round. `score_gap` is the sum over the tables of the difference in points before the round,
    between the sides; `rematches` counts pairs of opponents who had met before, `partner_repeats` pairs of
    partners who had been partners before."""

    number: int
    tables: int
    relaxed_tables: int
    relaxations: int
    forced: int
    rematches: int
    partner_repeats: int
    byes: int
    score_gap: Fraction

    @property
    def mean_score_gap(self) -> Fraction:
        """In points."""
        return self.score_gap / self.tables if self.tables else Fraction(0)


class EventQuality(Frozen):
    """A whole event, or several added up."""

    tables: int = 0
    relaxed_tables: int = 0
    relaxations: int = 0
    forced: int = 0
    rematches: int = 0
    partner_repeats: int = 0
    byes_max: int = 0
    byes_min: int = 0
    score_gap: Fraction = Fraction(0)
    opponent_spread: Fraction = Fraction(0)

    @property
    def mean_score_gap(self) -> Fraction:
        return self.score_gap / self.tables if self.tables else Fraction(0)

    @property
    def clean_share(self) -> Fraction:
        """The share of tables without a relaxation."""
        return 1 - Fraction(self.relaxed_tables, self.tables) if self.tables else Fraction(1)


def round_quality(tournament: Tournament, number: int) -> RoundQuality:
    """The quality of a round that was made, by what was known then."""
    book = book_of(before_round(tournament, number))
    round_ = tournament.rounds[number - 1]
    partners_before = {pid: {p for line in lines for p in line.partners} for pid, lines in book.lines.items()}
    rematches = partner_repeats = gap = 0
    for table in round_.tables:
        gap += abs(_points(book, table.first) - _points(book, table.second))
        for one in table.first:
            met = book.met(one)
            rematches += sum(1 for other in table.second if other in met)
        for side in (table.first, table.second):
            partner_repeats += sum(1 for one in side for other in side if one < other and other in partners_before[one])
    return RoundQuality(
        number=number,
        tables=len(round_.tables),
        relaxed_tables=len(relaxed_tables(round_)),
        relaxations=len(round_.relaxations),
        forced=sum(1 for relaxation in round_.relaxations if relaxation.code == "forced"),
        rematches=rematches,
        partner_repeats=partner_repeats,
        byes=len(round_.byes),
        score_gap=Fraction(gap, book.unit),
    )


def _points(book: Book, side: Iterable[int]) -> int:
    """In the unit of the system."""
    return sum(book.halves[player] for player in side)


def relaxed_tables(round_: Round) -> set[int]:
    """The numbers of the tables at which a rule was relaxed."""
    relaxed = {player for relaxation in round_.relaxations for player in relaxation.players}
    return {table.number for table in round_.tables if relaxed.intersection(table.players)}


def event_quality(tournament: Tournament, rounds: Sequence[RoundQuality]) -> EventQuality:
    """The quality of an event from that of its rounds."""
    stayed = [p.id for p in tournament.players if p.joined_round <= 1 and p.left_after is None and not p.missed]
    byes = Counter(bye.player for round_ in tournament.rounds for bye in round_.byes)
    counts = [byes[player] for player in stayed] or [0]
    book = book_of(tournament)
    per_game = rules_of(tournament.setup).seating.side_size
    return EventQuality(
        tables=sum(r.tables for r in rounds),
        relaxed_tables=sum(r.relaxed_tables for r in rounds),
        relaxations=sum(r.relaxations for r in rounds),
        forced=sum(r.forced for r in rounds),
        rematches=sum(r.rematches for r in rounds),
        partner_repeats=sum(r.partner_repeats for r in rounds),
        byes_max=max(counts),
        byes_min=min(counts),
        score_gap=sum((r.score_gap for r in rounds), Fraction(0)),
        opponent_spread=_spread([_variety(book.lines[player], per_game) for player in stayed]),
    )


def _variety(lines: Iterable[Line], per_game: int) -> Fraction:
    """Distinct opponents ÷ all seats opposite: 1 when nobody was met twice (D8)."""
    opponents = [opponent for line in lines for opponent in line.opponents]
    return Fraction(len(set(opponents)), max(len(opponents), per_game))


def _spread(values: Sequence[Fraction]) -> Fraction:
    """The standard deviation in per cent, cut to hundredths."""
    if not values:
        return Fraction(0)
    mean = sum(values, Fraction(0)) / len(values)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)
    return Fraction(isqrt(int(variance * 10**8)), 100)


def added(events: Sequence[EventQuality]) -> EventQuality:
    """Several events as one: counts are added up, extremes kept, the spread is the largest."""
    if not events:
        return EventQuality()
    extremes = ("byes_max", "byes_min", "opponent_spread")
    summed = [f.name for f in fields(EventQuality) if f.name not in extremes]
    return EventQuality(
        **{name: sum(getattr(event, name) for event in events) for name in summed},
        byes_max=max(event.byes_max for event in events),
        byes_min=min(event.byes_min for event in events),
        opponent_spread=max(event.opponent_spread for event in events),
    )


SLOW = 60  # seconds: an alert (D8)


class Aim(NamedTuple):
    """A goal of the rulebook, and what came of it."""

    goal: Goal
    value: Fraction

    @property
    def met(self) -> bool:
        return self.goal.met(self.value)


class SimulationReport(Frozen):
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
    return tuple(Aim(goal, values[goal.quality]) for goal in system(name).trial.goals)


def _byes(tournament: Tournament) -> Counter[int]:
    return Counter(bye.player for round_ in tournament.rounds for bye in round_.byes)


def _made_again(tournament: Tournament, round_: Round) -> tuple[float, bool]:
    book = book_of(before_round(tournament, round_.number))
    seed = tournament.setup.seed if round_.seed is None else round_.seed
    start = perf_counter()
    again = rules_of(tournament.setup).again(book, Draw(seed, "round", round_.number), round_)
    seconds = perf_counter() - start
    return seconds, isinstance(again, Proposal) and again.round.seating == round_.seating


def round_values(quality: RoundQuality) -> dict[str, Any]:
    keys = ("number", "tables", "relaxed_tables", "relaxations", "forced", "rematches", "partner_repeats", "byes")
    return {key: getattr(quality, key) for key in (*keys, "mean_score_gap")}


def quality_values(quality: EventQuality) -> dict[str, Any]:
    """The keys that reports and simulations share."""
    keys = ("tables", "relaxed_tables", "clean_share", "relaxations", "forced", "rematches", "partner_repeats")
    return {key: getattr(quality, key) for key in (*keys, "byes_max", "byes_min", "mean_score_gap", "opponent_spread")}


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
    current = rules_of(tournament.setup).edition  # by an older one a round may well have been another
    for values in rounds:
        if values["seconds"] > SLOW:
            yield "slow", {"round": values["number"]}
        if not values["remade"] and tournament.rounds[values["number"] - 1].edition in (None, current):
            yield "not_remade", {"round": values["number"]}
