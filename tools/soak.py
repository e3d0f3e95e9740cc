"""A long campaign: thousands of simulated events of every system and many sizes, each round checked: `make soak`.

Zero exceptions and zero violations are expected; the figures are printed. `EVENTS=500 make soak` is a short one.

    python -m tools.soak
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from time import perf_counter
from typing import get_args

from ronda.core.chance import Draw
from ronda.core.model import Avoid, Player, Setup, Togetherness
from ronda.lab.quality import EventQuality, added
from ronda.lab.simulate import SimulationPlan, processes, simulate
from ronda.systems import names, system

EVENTS = 10_000
SIZES = (4, 5, 6, 7, 8, 9, 11, 12, 14, 17, 20, 25, 28, 33, 40, 57)


def plans(events: int, seed: int = 1) -> Iterator[SimulationPlan]:
    """Plans over all systems and sizes; half of them with people coming, leaving, absent and results corrected."""
    for n in range(events):
        name = names()[n % len(names())]
        chance = Draw(seed, "soak", n)
        players = chance.choice(SIZES)
        turbulent = bool(chance.below(2))
        yield SimulationPlan(
            name,
            players,
            _rounds(name, players, chance),
            seed=n,
            absences=60 * turbulent,
            drop_outs=30 * turbulent,
            late_entries=25 * turbulent,
            corrections=300 * turbulent,
            avoid=tuple(_wishes(players, chance)) if chance.below(5) == 0 else (),
        )


def _rounds(name: str, players: int, chance: Draw) -> int:
    """A number of rounds that the system allows; a few events go on until everybody has met everybody."""
    least = next(n for n in range(1, players + 1) if n == players or _allowed(name, players, n))
    most = players - 1 if chance.below(4) == 0 else min(players - 1, 9)
    return max(least, min(least + chance.below(max(most - least + 1, 1)), 24))


def _allowed(name: str, players: int, rounds: int) -> bool:
    field = [Player(n, str(n)) for n in range(1, players + 1)]
    found = system(name).rules.validate(Setup(name, options={"rounds": rounds}), field)
    return not any(finding.code == "rounds_out_of_bounds" for finding in found)


def _wishes(players: int, chance: Draw) -> Iterator[Avoid]:
    for _ in range(1 + chance.below(3)):
        pair = chance.shuffled(range(1, players + 1))[:2]
        relation: Togetherness = chance.choice(get_args(Togetherness))
        yield Avoid((pair[0], pair[1]), relation, hard=bool(chance.below(2)))


Figures = tuple[str, EventQuality, int, Counter[str], str | None, float]


def tried(plan: SimulationPlan) -> Figures:
    """One event: system, quality, rounds, violations by code, what ended it early, the slowest round."""
    outcome = simulate(plan)
    violations = Counter(f.code for f in outcome.findings if f.severity == "violation")
    ended = outcome.ended.code if outcome.ended else None
    rounds = len(outcome.tournament.rounds)
    return plan.system, outcome.quality, rounds, violations, ended, max(outcome.seconds, default=0.0)


def campaign(events: int, workers: int | None = None) -> dict[str, list[Figures]]:
    """All events, by system."""
    found: dict[str, list[Figures]] = {name: [] for name in names()}
    with processes(workers) as pool:
        for figures in pool.map(tried, plans(events), chunksize=8):
            found[figures[0]].append(figures)
    return found


def main() -> int:
    events = int(os.environ.get("EVENTS", EVENTS))
    start = perf_counter()
    violations: Counter[str] = Counter()
    for name, all_figures in campaign(events).items():
        quality = added([figures[1] for figures in all_figures])
        own = sum((figures[3] for figures in all_figures), Counter[str]())
        violations += own
        ended = Counter(figures[4] for figures in all_figures if figures[4])
        print(
            f"{name}: {len(all_figures)} events, {sum(f[2] for f in all_figures)} rounds, {quality.tables} tables, "
            f"{float(quality.clean_share):.2%} of them without relaxation, {quality.forced} forced, "
            f"slowest round {max(f[5] for f in all_figures):.2f} s, ended early {dict(ended)}, violations {dict(own)}"
        )
    print(f"{events} events in {perf_counter() - start:.0f} s, {sum(violations.values())} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
