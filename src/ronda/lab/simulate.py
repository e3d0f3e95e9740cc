"""Whole events with random results: same plan and seed, same event, at any number of workers; and an event to
look at: made-up players, a round that is over and one that is being played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from time import perf_counter

from ronda.core import (
    Approval,
    Avoid,
    Draw,
    Finding,
    Frozen,
    OptionValue,
    Player,
    Refusal,
    Setup,
    Table,
    Tournament,
    fold,
    replace,
)
from ronda.core.facts import CheckedIn, Created, Entered, Fact, Published, ResultEntered
from ronda.desk import check_rounds, enter, leave, next_round, rounds
from ronda.desk.players import check_in, register
from ronda.lab.quality import EventQuality, added, event_quality, round_quality
from ronda.systems import rules_of, system

_EVEN = 500  # chances are in per mille, so that no float decides


def chance(strength_first: int, strength_second: int) -> int:
    """How often, in per mille, the first side wins one trial: 500 at equal strength, 760 at 200 more."""
    return min(max(_EVEN + (strength_first - strength_second) * 13 // 10, 30), 970)


def play(name: str, table: Table, strength: Mapping[int, int], options: Mapping[str, OptionValue], draw: Draw) -> str:
    """A result for the table, as a person would type it."""
    odds = chance(_mean(table.first, strength), _mean(table.second, strength))
    return system(name).trial.play(odds, Setup(name, options=options), draw)


def _mean(side: tuple[int, ...], strength: Mapping[int, int]) -> int:
    return sum(strength[player] for player in side) // len(side)


_APPROVAL = Approval("Director", "the event goes on")


class SimulationPlan(Frozen):
    """What to simulate. The rates are in per mille, for each player and round. `entries`: those who play, where they
    are not made up; `strengths`: what they can really do, where it is known."""

    system: str
    players: int
    rounds: int
    seed: int = 0
    options: Mapping[str, OptionValue] = {}
    absences: int = 0
    drop_outs: int = 0
    late_entries: int = 0
    corrections: int = 0
    avoid: tuple[Avoid, ...] = ()
    approved: bool = False  # whether a director stands for what no rule allows
    entries: tuple[Player, ...] = ()
    strengths: Mapping[int, int] = {}


class SimulatedEvent(Frozen):
    """One simulated event: as far as it could be played, how good it was, and what a check found. `ended` is
    the refusal that ended it early, None where all rounds were played."""

    tournament: Tournament
    quality: EventQuality
    seconds: tuple[float, ...]
    findings: tuple[Finding, ...]
    ended: Refusal | None


def simulate(plan: SimulationPlan, *, checked: bool = True) -> SimulatedEvent:
    """Play the whole event."""
    chance = Draw(plan.seed, "simulate", plan.system, plan.players)
    options = system(plan.system).rules.new_options({**plan.options, "rounds": plan.rounds})
    facts: list[Fact] = [Created(Setup(plan.system, "", options, plan.seed, plan.avoid))]
    facts += [Entered(player) for player in plan.entries or _field(plan, chance)]
    strength = {**_strengths(facts, chance), **plan.strengths}
    seconds: list[float] = []
    ended: Refusal | None = None
    for number in range(1, plan.rounds + 1):
        start = perf_counter()
        made = next_round(fold(facts), approval=_APPROVAL if plan.approved else None)
        seconds.append(perf_counter() - start)
        if isinstance(made, Refusal):
            ended = made
            break
        facts.append(made)
        facts += _played(plan, fold(facts), strength, chance.about("round", number))
        facts += _moved(plan, fold(facts), strength, chance.about("between", number))
    tournament = fold(facts)
    rounds = [round_quality(tournament, n + 1) for n in range(len(tournament.rounds))]
    findings = tuple(check_rounds(tournament)) if checked else ()
    return SimulatedEvent(tournament, event_quality(tournament, rounds), tuple(seconds), findings, ended)


def _field(plan: SimulationPlan, chance: Draw) -> list[Player]:
    ratings = chance.about("ratings")
    kept, setup = system(plan.system).forms.name, Setup(plan.system, options=plan.options)
    names = [kept(setup, f"Player {n}") for n in range(1, plan.players + 1)]
    return [Player(n, name, rating=1000 + ratings.below(1400)) for n, name in enumerate(names, start=1)]


def _strengths(facts: list[Fact], chance: Draw) -> dict[int, int]:
    """What a player can really do: the rating and some luck of the day."""
    day = chance.about("strength")
    return {f.player.id: f.player.rating - 150 + day.below(301) for f in facts if isinstance(f, Entered)}


def played_round(
    tournament: Tournament, strength: Mapping[int, int], chance: Draw, absences: int = 0
) -> Iterator[Fact]:
    """Results for the tables of the last round that have none; `absences` of 1000 are decided by absence."""
    last = tournament.rounds[-1]
    for table in last.tables:
        if table.result is not None:
            continue
        text = play(tournament.setup.system, table, strength, tournament.setup.options, chance)
        if chance.below(1000) < absences:
            text = chance.choice(("+--", "--+", "---"))
        yield _recorded(tournament, last.number, table.number, text)


def _played(plan: SimulationPlan, tournament: Tournament, strength: Mapping[int, int], chance: Draw) -> Iterator[Fact]:
    """The results of the last round, and now and then the correction of an older one."""
    yield from played_round(tournament, strength, chance, plan.absences)
    last = tournament.rounds[-1]
    if last.number > 1 and chance.below(1000) < plan.corrections:
        older = tournament.rounds[chance.below(last.number - 1)]
        table = chance.choice(older.tables)
        text = play(plan.system, table, strength, tournament.setup.options, chance)
        yield _recorded(tournament, older.number, table.number, text)


def _recorded(tournament: Tournament, round_number: int, table: int, text: str) -> Fact:
    result = rules_of(tournament.setup).results.read(text, tournament.setup)
    assert not isinstance(result, Refusal), (text, result)
    return ResultEntered(round_number, table, result)


def _moved(plan: SimulationPlan, tournament: Tournament, strength: dict[int, int], chance: Draw) -> list[Fact]:
    """Who leaves and who comes between two rounds. Four players always stay."""
    facts: list[Fact] = []
    pool = [player for player in tournament.players if player.plays_in(tournament.next_round)]
    for player in pool[4:]:
        if chance.below(1000) < plan.drop_outs:
            gone = leave(tournament, player)
            assert not isinstance(gone, Refusal)
            facts.append(gone)
    late = sum(1 for _ in pool if chance.below(1000) < plan.late_entries)
    for n in range(late):
        entered = enter(tournament, Player(0, "Latecomer", rating=1000 + chance.below(1400)))
        if isinstance(entered, Refusal):
            break  # D9: late entry until round 2 is drawn
        name = system(plan.system).forms.name(tournament.setup, f"Player {entered.player.id + n}")
        newcomer = replace(entered.player, id=entered.player.id + n, name=name)
        strength[newcomer.id] = newcomer.rating
        facts.append(Entered(newcomer))
    return facts


class Campaign(Frozen):
    """Many events added up."""

    events: int
    quality: EventQuality
    median_seconds: float
    max_seconds: float
    findings: int
    ended_early: int


def run(
    plan: SimulationPlan, repeat: int, *, workers: int | None = None, progress: Callable[[int], None] | None = None
) -> Campaign:
    """The plan, `repeat` times with following seeds, on all cores. Only the times depend on the workers."""
    plans = [replace(plan, seed=plan.seed + n) for n in range(repeat)]
    workers = min(workers or os.cpu_count() or 1, repeat)
    outcomes: list[SimulatedEvent] = []
    for outcome in _outcomes(plans, workers):
        outcomes.append(outcome)
        if progress:
            progress(len(outcomes))
    times = [second for outcome in outcomes for second in outcome.seconds]
    return Campaign(
        events=repeat,
        quality=added([outcome.quality for outcome in outcomes]),
        median_seconds=median(times),
        max_seconds=max(times),
        findings=sum(1 for o in outcomes for f in o.findings if f.severity == "violation"),
        ended_early=sum(1 for outcome in outcomes if outcome.ended),
    )


def _outcomes(plans: list[SimulationPlan], workers: int) -> Iterator[SimulatedEvent]:
    if workers == 1:
        yield from map(simulate, plans)
        return
    with processes(workers) as pool:
        yield from pool.map(simulate, plans, chunksize=max(1, len(plans) // (8 * workers)))


def processes(workers: int | None = None) -> ProcessPoolExecutor:
    """So many processes, or one for each core. They start afresh: a fork would copy locks that threads hold."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


NAMES = (
    *("Ada", "Björn", "Çiğdem", "Elif", "Íñigo", "Jürgen", "Léa", "Mateo", "Noor", "Şirin", "Zoë"),
    *("Beatriz", "Chloé", "Deniz", "Emil", "Fatma", "Greta", "Hugo"),
)
_ROUNDS = 5
DEMONSTRATED = "domino"  # the system that a demonstration in the browser shows, unless another one is asked for


def demo_players(count: int = len(NAMES)) -> list[Player]:
    """The first so many, the strongest first."""
    return [Player(n, name, rating=max(2000 - 70 * n, 1000)) for n, name in enumerate(NAMES[:count], start=1)]


def demo_facts(system: str, name: str, seed: int) -> list[Fact]:
    """Everybody is here, round 1 is played, round 2 is on the wall and half of its results are in."""
    facts: list[Fact] = [Created(Setup(system, name, rules_of(Setup(system)).new_options({"rounds": _ROUNDS}), seed))]
    for player in demo_players():
        facts += _welcomed(facts, player)
    facts += _round(facts)
    facts += _results(facts, whole=True)
    facts += _round(facts)
    facts += _results(facts, whole=False)
    return facts


def _welcomed(facts: list[Fact], player: Player) -> list[Entered | CheckedIn]:
    before = fold(facts)
    entered = register(before, player)
    assert not isinstance(entered, Refusal), entered
    here = check_in(fold([entered], before), entered.player)
    assert not isinstance(here, Refusal), here
    return [entered, here]


def _round(facts: list[Fact]) -> list[Fact]:
    made = rounds.draft(fold(facts))
    assert not isinstance(made, Refusal), made
    return [made, Published(made.round.number)]


def _results(facts: list[Fact], *, whole: bool) -> list[Fact]:
    tournament = fold(facts)
    strength = {player.id: player.rating for player in tournament.players}
    results = list(played_round(tournament, strength, Draw(tournament.setup.seed, "demo", len(tournament.rounds))))
    return results if whole else results[: (len(results) + 1) // 2]
