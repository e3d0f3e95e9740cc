"""How the corpus of a release is made: random events of all kinds, each as its file and its final standings.

`python -m tests.corpus.making` writes the file of the present edition. A corpus is made once, from the code of a
release, and never made anew: later code must read it, find nothing wrong in it, and make the same rounds again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ronda.core.model import Avoid, OptionValue, Tournament
from ronda.formats.tournament.writing import write
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of, system

CORPUS = Path(__file__).with_name("released-0.1.jsonl.gz")

_OPTIONS: dict[str, list[dict[str, OptionValue]]] = {
    "chess": [{}, {"first_colour": "s"}],
    "domino": [{}, {}, {"first_round": "random"}, {"target": 100}, {"partner_window": 2, "rival_window": 3}],
    "melee": [{}, {"setting": "random"}, {"free_games": "random"}, {"free_game_buchholz": True}],
    "redemption": [{}, {"byes": "even"}, {"ranking": "head-to-head"}, {"max_score": 7}],
}

_WISHES = (Avoid((1, 2)), Avoid((3, 4), "opponents"), Avoid((1, 4), "both", hard=False))


def plans() -> Iterator[SimulationPlan]:
    for name in _OPTIONS:
        for seed in range(80):
            players = (4 + seed) if seed < 34 else (5 + seed * 7 % 37) if seed < 76 else 60 + seed % 7 * 13
            unchanging = seed % 3 == 0
            yield SimulationPlan(
                name,
                players,
                rounds=_rounds(name, players, seed),
                seed=1000 + seed,
                options=_OPTIONS[name][seed % len(_OPTIONS[name])],
                absences=0 if unchanging else 60,
                drop_outs=0 if unchanging else 25,
                late_entries=0 if unchanging else 15,
                corrections=0 if unchanging else 150,
                avoid=_WISHES if seed % 5 == 2 else (),
            )


def _rounds(name: str, players: int, seed: int) -> int:
    """Mostly what people play; now and then as many as the rules allow."""
    least = (players - 1).bit_length()
    if seed % 4 == 1:
        return max(least, min(players - 1, 9))
    return max(least, min(players // 2, 5 + seed % 4)) if name == "chess" else 4 + seed % 5


def final_standings(tournament: Tournament) -> list[Any]:
    rows = system(tournament.setup.system).rules.standings(book_of(tournament))
    return [[row.place, row.player, {key: str(measure.value) for key, measure in row.measures.items()}] for row in rows]


def main() -> None:
    with gzip.GzipFile(CORPUS, "wb", compresslevel=9, mtime=0) as out:
        for plan in plans():
            outcome = simulate(plan, checked=False)
            record = {
                "plan": asdict(plan),
                "file": write(outcome.tournament).decode(),
                "standings": final_standings(outcome.tournament),
            }
            out.write((json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n").encode())


if __name__ == "__main__":
    main()
