"""What a command on a small file, and one on a database, costs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from ronda.formats.tournament.writing import write
from ronda.store import open_store
from ronda.systems import NAMES, system
from tools.bench.cases import TWICE, Case
from tools.bench.events import played, recorded, story

SMALL = (28, 8)  # players and rounds
COMMANDS = ("pair", "standings")


def commands(folder: Path) -> Iterator[Case]:
    """Of every system."""
    for name in NAMES:
        file = folder / f"small-{name}.json"
        file.write_bytes(write(played(name, *SMALL)))
        for command in COMMANDS:
            yield Case(name, f"ronda {command}", 0, partial(ronda, command, str(file)), allowed=TWICE)


def on_database(folder: Path, name: str) -> Iterator[Case]:
    """The same on an event in a database."""
    event = played(name, *SMALL)
    place = folder / "commands.db"
    with open_store(place) as store:
        code = recorded(store, story(event)).code
    database = ("--db", str(place))
    last = event.rounds[-1]
    texts = {system(name).rules.results.write(table.result) for table in last.tables if table.result is not None}
    given = cycle(sorted(texts)[:2])  # another result each time, so that each time something is written
    runs: dict[str, Callable[[], None]] = {
        "list": lambda: ronda("list", *database),
        "standings": lambda: ronda("standings", code, *database),
        "result": lambda: ronda("result", code, str(last.number), "1", next(given), "--yes", *database),
    }
    for command, run in runs.items():
        yield Case("", f"ronda {command} on a database", 0, run, allowed=TWICE)


def ronda(*words: str) -> None:
    """As somebody runs it who has used the program before: compiled files are kept."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-m", "ronda", *words], check=True, stdout=subprocess.DEVNULL, env=environment)
