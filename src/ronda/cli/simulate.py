"""`ronda simulate`: whole events with random results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.errors import Misused, Refused, checked_seed
from ronda.cli.event_file import write_out
from ronda.cli.new_event import known_system, options_of
from ronda.cli.output import Output
from ronda.cli.views import aim_value, cell, tell_aims
from ronda.core.model import Player, Setup
from ronda.core.verdicts import Refusal
from ronda.lab.report import Aim, aims, quality_values
from ronda.lab.simulate import Campaign, SimulationPlan, run
from ronda.views import plain_json

_MOST_PLAYERS = 20_000


def simulate(values: Namespace, output: Output) -> int:
    """Play whole events and print how good they were."""
    output.speak_of(Setup(values.system))
    plan = _plan(values)
    rules = known_system(plan.system)
    setup = Setup(plan.system, "", rules.new_options({**plan.options, "rounds": plan.rounds}), plan.seed)
    field = [Player(n, f"Player {n}") for n in range(1, plan.players + 1)]
    for finding in rules.validate(setup, field):
        if finding.severity == "violation":
            raise Refused(Refusal(finding.code, finding.article, finding.facts))
    campaign = run(plan, values.repeat, workers=values.workers, progress=_progress(values.repeat))
    value = _value(plan, campaign)
    if values.out:
        write_out(Path(values.out), json.dumps(value, default=plain_json, indent=2).encode() + b"\n")
    if output.json:
        output.data(value)
        return 0
    said = output.say("say.simulated", n=campaign.events, system=plan.system, players=plan.players, rounds=plan.rounds)
    output.line(said)
    rows = [(output.say(f"label.quality.{key}"), cell(v, output)) for key, v in value["quality"].items()]
    rows += [(output.say(f"label.quality.seconds_{k}"), cell(v, output)) for k, v in value["seconds_per_round"].items()]
    output.table([output.say("label.quality"), output.say("label.value")], rows, words=(0,))
    tell_aims(_aims(plan, campaign), output)
    return 0


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
