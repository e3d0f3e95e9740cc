"""`ronda simulate`: whole events with random results; `ronda report`: how good a real one was; `ronda demo`: a complete
event, played before your eyes."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda import desk
from ronda.cli.commands import DEMONSTRATED
from ronda.cli.event import looked_at
from ronda.cli.kept_event import KeptEvent, actor, write_out
from ronda.cli.new_event import founded_tournament, known_system, options_of
from ronda.cli.output import Misused, Output, Refused, checked_seed
from ronda.cli.rounds import pairings, show_listing, tell_round, the_list
from ronda.core import Draw, Player, Refusal, Setup, Tournament, replace
from ronda.core.facts import Created, Entered
from ronda.desk.bodies import NextRound, OnePlayer, PlayerFields, ResultEntry
from ronda.desk.prizes import podium_of
from ronda.lab.quality import Aim, aims, event_report, quality_values
from ronda.lab.simulate import Campaign, SimulationPlan, demo_players, play, run
from ronda.ledgers import MemoryLedger
from ronda.views import plain_json
from ronda.views.rounds import round_state
from ronda.views.standings import standings_line
from ronda.views.verdicts import departure_line, departure_texts, podium_text

_MOST_PLAYERS = 20_000


def simulate(values: Namespace, output: Output) -> None:
    """Play whole events and print how good they were."""
    output.speak_of(Setup(values.system))
    plan = _plan(values)
    rules = known_system(plan.system).rules
    setup = Setup(plan.system, "", rules.new_options({**plan.options, "rounds": plan.rounds}), plan.seed)
    field = [Player(n, f"Player {n}") for n in range(1, plan.players + 1)]
    for finding in rules.validate(setup, field):
        if finding.severity == "violation":
            raise Refused(Refusal(finding.code, finding.article, finding.facts))
    campaign = run(plan, values.repeat, workers=values.workers, progress=_progress(values.repeat))
    value = _value(plan, campaign)
    if values.out:
        write_out(Path(values.out), json.dumps(value, default=plain_json, indent=2).encode() + b"\n")
    output.data(value)
    said = output.say("say.simulated", n=campaign.events, system=plan.system, players=plan.players, rounds=plan.rounds)
    output.line(said)
    rows = [(output.say(f"label.quality.{key}"), cell(v, output)) for key, v in value["quality"].items()]
    rows += [(output.say(f"label.quality.seconds_{k}"), cell(v, output)) for k, v in value["seconds_per_round"].items()]
    output.table([output.say("label.quality"), output.say("label.value")], rows, words=(0,))
    tell_aims(_aims(plan, campaign), output)


def _plan(values: Namespace) -> SimulationPlan:
    for name, least, most in (("players", 2, _MOST_PLAYERS), ("rounds", 1, 1000), ("repeat", 1, 1_000_000)):
        if not least <= getattr(values, name) <= most:
            raise Misused("bad_option", option=name, found=getattr(values, name), expected=f"{least}…{most}")
    for name in ("absences", "drop_outs", "late_entries"):
        if not 0 <= getattr(values, name) <= 1000:
            raise Misused("bad_option", option=name, found=getattr(values, name), expected="0…1000")
    return SimulationPlan(
        values.system,
        values.players,
        values.rounds,
        seed=checked_seed(values.seed or 0),
        options=options_of(values.system, values.option),
        absences=values.absences,
        drop_outs=values.drop_outs,
        late_entries=values.late_entries,
    )


def _value(plan: SimulationPlan, campaign: Campaign) -> dict[str, Any]:
    quality = quality_values(campaign.quality)
    return {
        "system": plan.system,
        "players": plan.players,
        "rounds": plan.rounds,
        "repeat": campaign.events,
        "seed": plan.seed,
        "quality": {**quality, "violations": campaign.findings, "ended_early": campaign.ended_early},
        "seconds_per_round": {"median": campaign.median_seconds, "max": campaign.max_seconds},
        "goals": [aim_value(aim) for aim in _aims(plan, campaign)],
    }


def _aims(plan: SimulationPlan, campaign: Campaign) -> tuple[Aim, ...]:
    quality = campaign.quality
    return aims(plan.system, quality, seconds=campaign.max_seconds, byes=quality.byes_max)


def _progress(repeat: int) -> Any:
    """A bar on a terminal; silence elsewhere."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int) -> None:
        bar = "█" * (30 * done // repeat)
        print(f"\r{bar:<30} {done}/{repeat}", end="\n" if done == repeat else "", file=sys.stderr, flush=True)

    return tell


def report(values: Namespace, output: Output) -> None:
    """Quality and statistics of every round and of the event, with alerts."""
    tournament, output = looked_at(values, output)
    made = event_report(tournament)
    alerts = [{"code": code, "text": output.say(f"alert.{code}", **facts)} for code, facts in made.alerts]
    output.data(
        {
            "rounds": list(made.rounds),
            "event": made.event,
            "alerts": alerts,
            "goals": [aim_value(aim) for aim in made.goals],
            "exceptions": [departure_line(one, output.speaker) for one in made.departures],
        }
    )
    keys = list(made.rounds[0]) if made.rounds else []
    rows = [[cell(value, output) for value in round_.values()] for round_ in made.rounds]
    if rows:
        output.table(output.headings("quality", keys), rows, words=())
        output.line()
    for key, value in made.event.items():
        output.tell("say.labelled", label=output.say(f"label.quality.{key}"), text=cell(value, output))
    tell_aims(made.goals, output)
    for alert in alerts:
        output.line(f"! {alert['text']}")
    output.line()
    if made.departures:
        output.tell("label.exceptions")
    for line in departure_texts(made.departures, output.speaker) or [output.say("say.no_exceptions")]:
        output.line(line)


def aim_value(aim: Aim) -> dict[str, Any]:
    goal = aim.goal
    told = {"quality": goal.quality, "value": aim.value, "goal": goal.limit, "better": goal.better}
    return {**told, "met": aim.met, "article": goal.article}


def tell_aims(aims: Sequence[Aim], output: Output) -> None:
    """The values beside the goals of the document, where it has any (D8)."""

    def amount(value: Fraction, unit: str) -> str:
        if not unit:
            return output.speaker.number(value)
        written = output.speaker.number(round(100 * value if unit == "share" else value, 2))
        return output.say("label.unit.seconds" if unit == "seconds" else "label.unit.percent", value=written)

    rows = [
        (
            output.say(f"label.quality.{aim.goal.quality}"),
            amount(aim.value, aim.goal.unit),
            output.say(f"label.goal.{aim.goal.better}", goal=amount(aim.goal.limit, aim.goal.unit)),
            output.say("label.goal.met" if aim.met else "label.goal.missed"),
            aim.goal.article,
        )
        for aim in aims
    ]
    if rows:
        output.line()
        headings = [output.say(key) for key in ("label.quality", "label.value", "label.goal")]
        output.table([*headings, "", output.say("label.article")], rows, words=(0, 2, 3, 4))


def cell(value: Any, output: Output) -> str:
    """A number as people read it."""
    if isinstance(value, bool):
        return output.say("label.yes" if value else "label.no")
    if isinstance(value, Fraction):
        return output.speaker.number(value, decimals=2)
    if isinstance(value, float):
        return output.speaker.number(Fraction(value), decimals=3)
    return str(value)


_SEED = 2026
_ROUNDS = 4
_PLAYERS = 11


def demo(values: Namespace, output: Output) -> None:
    """Eleven players, four rounds, one who leaves and one who comes late where that is allowed; then the check."""
    name = values.system or DEMONSTRATED
    output.speak_of(Setup(name))
    players = demo_players(_PLAYERS)
    start = founded_tournament(name, "Demo", {"rounds": _ROUNDS}, _SEED, players)
    ledger = MemoryLedger()
    founded = ledger.create([Created(start.setup), *map(Entered, start.players)], actor=actor())
    event = KeptEvent(ledger, founded, start)
    output = output.about(start)
    output.tell("demo.welcome", system=name, n=len(players), rounds=_ROUNDS, seed=_SEED)
    for number in range(1, _ROUNDS + 1):
        event = _played(_moved(number, event))
        _show_round(event.tournament, output.about(event.tournament))
    tournament = event.tournament
    output = output.about(tournament)
    rows = [standings_line(row, output.speaker) for row in desk.standings_after(tournament, _ROUNDS)]
    rounds = [round_state(tournament, round_, output.speaker) for round_ in tournament.rounds]
    output.data({"rounds": rounds, "standings": rows})
    for which in ("final", "cross"):
        listing = the_list(which, tournament, None, output)
        assert listing is not None
        show_listing(listing, output, after=_ROUNDS)
        podium = podium_of(desk.standings_after(tournament, _ROUNDS)) if which == "final" else None
        for line in podium_text(podium, output.speaker) if podium else ():
            output.line(line)
        output.line()
    violations = [f for f in desk.check_rounds(tournament) if f.severity == "violation"]
    output.tell("say.checked", n=len(violations), rounds=_ROUNDS)
    output.tell("demo.next", system=name)


def _moved(number: int, event: KeptEvent) -> KeptEvent:
    """Between the rounds somebody comes and somebody goes; where the rulebook takes nobody late, nobody comes."""
    match number:
        case 2:
            with suppress(Refused):
                return event.act("enter", PlayerFields("Umut", rating=1500))
            return event
        case 3:
            return event.act("leave", OnePlayer(event.tournament.players[1].id))
        case _:
            return event


def _played(event: KeptEvent) -> KeptEvent:
    event = event.act("pair", NextRound(publish=True))
    setup, made = event.tournament.setup, event.tournament.rounds[-1]
    strength = {player.id: player.rating for player in event.tournament.players}
    chance = Draw(_SEED, "demo", made.number)
    for table in made.tables:
        text = play(setup.system, table, strength, setup.options, chance)
        event = event.act("result", ResultEntry(made.number, table.number, text, sure=True))
    return event


def _show_round(tournament: Tournament, output: Output) -> None:
    """The round with its results, and the first few of its reasons."""
    last = tournament.rounds[-1]
    show_listing(pairings(tournament, last, output), output, round=last.number)
    tell_round(replace(last, reasons=last.reasons[:3]), output)
    output.line()
