"""How long the store takes: `python -m ronda.lab.bench_store [DATABASE]`.

Without a database named, SQLite files in a temporary directory are used. Appends, which wait for the disk, are on the
wall clock, with their processor time beside it; loading is processor time, the best of several tries, as in
`ronda.lab.bench`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from ronda.core.facts import Created, Entered, Fact, Paired, Published, ResultEntered
from ronda.core.history import fold, in_force
from ronda.lab.bench import best, played
from ronda.store import Store, Stored, open_store
from ronda.systems import names

SIZES = ((2_000, 11), (600, 5))
APPENDS = 100
LOAD_SECONDS, APPEND_SECONDS = 1.0, 0.010


def story(system: str, players: int, rounds: int) -> Iterator[list[Fact]]:
    """A large event as it is recorded: one list for each request."""
    event = played(system, players, rounds)
    yield [Created(event.setup), *(Entered(player) for player in event.players)]
    for round_ in event.rounds:
        bare = replace(round_, tables=tuple(replace(table, result=None) for table in round_.tables), status="draft")
        yield [Paired(bare), Published(round_.number)]
        yield [ResultEntered(round_.number, table.number, table.result) for table in round_.tables]


def timed(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def first_load(place: str | Path, code: str) -> None:
    with open_store(place, projections=()) as store:
        store.load(code)


def told(what: str, seconds: float, most: float) -> bool:
    print(f"  {what}: {seconds * 1000:.2f} ms (at most {most * 1000:.0f}) {'ok' if seconds <= most else 'MISSED'}")
    return seconds <= most


def recorded(store: Store, requests: Iterable[Sequence[Fact]]) -> Stored:
    first, *others = requests
    stored = store.create(first, actor="bench")
    for facts in others:
        answer = store.append(stored.code, facts, expected=stored.version, actor="bench")
        assert isinstance(answer, Stored)
        stored = answer
    return stored


class Times(NamedTuple):
    wall: list[float]
    processor: list[float]


def appends(store: Store, stored: Stored, facts: Iterable[Fact]) -> Times:
    """The times of single facts appended to the event."""
    times = Times([], [])
    for number, fact in enumerate(facts):
        start, busy = perf_counter(), process_time()
        answer = store.append(stored.code, [fact], expected=stored.version, actor="bench", key=f"key {number}")
        times.wall.append(perf_counter() - start)
        times.processor.append(process_time() - busy)
        assert isinstance(answer, Stored)
        stored = answer
    return times


def measure(place: str | Path, system: str, size: tuple[int, int], read_model: bool = True) -> bool:
    """Prints the figures for one database; whether all bounds are kept."""
    projections = None if read_model else ()
    *requests, last = story(system, *size)
    half = len(last) // 2  # the last round is under way
    with open_store(place, projections=projections) as store:
        stored = recorded(store, [*requests, last[:half]])
    print(f"{system}, {size[0]} players × {size[1]} rounds, {'with' if read_model else 'without'} the read model")
    loading = best(lambda: first_load(place, stored.code), tries=3)
    folding = best(lambda: fold(in_force(stored.facts)), tries=3)
    kept = told("first load and fold", loading + folding, LOAD_SECONDS)
    print(f"    of this: load {loading * 1000:.0f} ms, fold {folding * 1000:.0f} ms; {stored.version} facts")
    with open_store(place, projections=projections) as store:
        store.load(stored.code)
        print(f"  load again: {timed(lambda: store.load(stored.code)) * 1000:.2f} ms")
        print(f"  verify: {timed(lambda: store.verify(stored.code)) * 1000:.0f} ms")
        times = appends(store, stored, last[half : half + APPENDS])
    kept &= told(f"append of one result, median of {len(times.wall)}", median(times.wall), APPEND_SECONDS)
    print(
        f"    of this: processor {median(times.processor) * 1000:.2f} ms; 95 % within "
        f"{quantiles(times.wall, n=20)[-1] * 1000:.2f} ms, longest {max(times.wall) * 1000:.2f} ms"
    )
    return kept


def cases() -> Iterator[tuple[str, tuple[int, int], bool]]:
    """Every system in both sizes, and what the store takes without the read model."""
    yield names()[0], SIZES[0], False
    for size in SIZES:
        for system in names():
            yield system, size, True


def main() -> int:
    kept = True
    with tempfile.TemporaryDirectory() as directory:
        for number, case in enumerate(cases()):
            file = Path(directory) / f"{number}.db"
            kept &= measure(sys.argv[1] if len(sys.argv) > 1 else file, *case)
            if file.exists():
                print(f"  on disk: {file.stat().st_size / 1_000_000:.1f} MB")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
