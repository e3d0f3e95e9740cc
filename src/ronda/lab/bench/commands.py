"""What a command on a small file costs, in bare interpreters; and what it costs to read a large file, in `json.loads`.

Both are timed in turns, one right after the other, so that a busy machine makes both slower alike.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ronda.core.gc_pause import collector_at_rest
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.bench.events import played
from ronda.lab.bench.measuring import timed
from ronda.lab.bench.reports import Figure
from ronda.systems import NAMES

SMALL = (28, 8)  # players and rounds
LARGE = (2_000, 3)
TURNS = 16
READ_TURNS = 40  # they are short, and a busy machine disturbs most of them
COMMANDS = ("pair", "standings")
MOST_BARE = 6.0  # bare interpreters that a command may take: five are wanted, a fifth is for the busy machine
MOST_LOADS = 2.2  # 2 are wanted; a tenth is for the busy machine


def commands(folder: Path) -> Iterator[tuple[str, Figure]]:
    """Of every system, with its name."""
    bare = partial(_run, [sys.executable, "-c", "pass"])
    for name in NAMES:
        file = folder / f"small-{name}.json"
        file.write_bytes(write(played(name, *SMALL)))
        for command in COMMANDS:
            run = partial(_run, [sys.executable, "-m", "ronda", command, str(file)])
            yield name, _figure(f"{name}: ronda {command}, in bare interpreters", run, bare, MOST_BARE, TURNS)


def readings() -> Iterator[tuple[str, Figure]]:
    """The same for files."""
    for name in NAMES:
        data = write(played(name, *LARGE))
        text = data.decode()
        with collector_at_rest():
            yield (
                name,
                _figure(
                    f"{name}: reading a file of {LARGE[0]} players, in json.loads",
                    partial(read, data),
                    partial(json.loads, text),
                    MOST_LOADS,
                    READ_TURNS,
                ),
            )


def _figure(key: str, own: Callable[[], object], floor: Callable[[], object], most: float, turns: int) -> Figure:
    own()  # compiled, and in memory
    found = [(timed(own), timed(floor)) for _ in range(turns)]
    best, least = (min(column) for column in zip(*found, strict=True))
    told = f"{best * 1000:.1f} ms against {least * 1000:.1f} ms"
    return Figure(key, best / least, told, most, lambda: _figure(key, own, floor, most, turns))


def _run(command: list[str]) -> None:
    """As somebody does who has used the program before: compiled files are kept."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
