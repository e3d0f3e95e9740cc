"""What a command on a small file and the reading of a large one cost, and how much more a command on a database."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.bench.cases import TWICE, Case
from ronda.lab.bench.events import played, recorded, story
from ronda.lab.bench.measuring import timed
from ronda.lab.bench.reports import Figure
from ronda.store import open_store
from ronda.systems import NAMES, system

SMALL = (28, 8)  # players and rounds
LARGE = (2_000, 3)
TURNS = 8
COMMANDS = ("pair", "standings")
MOST_ON_DATABASE = 4.5  # times the same on a file: the import of SQLAlchemy alone is two and a half


def commands(folder: Path) -> Iterator[Case]:
    """Of every system."""
    for name in NAMES:
        file = folder / f"small-{name}.json"
        file.write_bytes(write(played(name, *SMALL)))
        for command in COMMANDS:
            yield Case(name, f"ronda {command}", 0, partial(ronda, command, str(file)), allowed=TWICE)


def readings() -> Iterator[Case]:
    """Of every system."""
    for name in NAMES:
        data = write(played(name, *LARGE))
        yield Case(name, f"reading a file of {LARGE[0]} players", 0, partial(read, data), allowed=TWICE)


def on_database(folder: Path, name: str) -> Iterator[Figure]:
    """The same event in a database and in a file, in turns: a busy machine makes both slower alike."""
    event = played(name, *SMALL)
    file, place = folder / "beside.json", folder / "beside.db"
    file.write_bytes(write(event))
    with open_store(place) as store:
        code = recorded(store, story(event)).code
    database = ("--db", str(place))
    on_file = partial(ronda, "standings", str(file))
    yield _figure("ronda list", partial(ronda, "list", *database), on_file)
    yield _figure("ronda standings", partial(ronda, "standings", code, *database), on_file)
    last = event.rounds[-1]
    texts = [system(name).write_result(table.result) for table in last.tables if table.result is not None]

    def typed(where: str, *more: str) -> Callable[[], None]:
        """Another result each time, so that each time something is written."""
        given = cycle(sorted({*texts})[:2])
        return lambda: ronda("result", where, str(last.number), "1", next(given), "--yes", *more)

    yield _figure("ronda result", typed(code, *database), typed(str(file)))


def _figure(what: str, own: Callable[[], object], floor: Callable[[], object]) -> Figure:
    own()  # compiled, and in memory
    floor()
    found = [(timed(own), timed(floor)) for _ in range(TURNS)]
    best, least = (min(column) for column in zip(*found, strict=True))
    told = f"{best * 1000:.0f} ms against {least * 1000:.0f} ms"
    key = f"{what} on a database, in commands on a file"
    return Figure(key, best / least, told, MOST_ON_DATABASE, lambda: _figure(what, own, floor))


def ronda(*words: str) -> None:
    """As somebody runs it who has used the program before: compiled files are kept."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-m", "ronda", *words], check=True, stdout=subprocess.DEVNULL, env=environment)
