"""One round of a report file, reading included, as `ronda engine` makes it: at all sizes, in hard events, beside other
programs that read the same file, and what memory it takes.

Ronda's times are multiples of the yardstick. Another program runs as a process of its own; what it takes to start, on a
file of a few players, is taken off, since Ronda is measured without its start too. What is measured again is told by
the best time of each side: a single try of a program that takes long, on a busy machine, flatters Ronda.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from math import inf
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ronda import registry
from ronda.core.chance import Draw
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.round_to_pair import round_to_pair
from ronda.formats.trf.writing import write_trf
from ronda.lab.random_event import RandomEventPlan, play
from ronda.systems.exchange import Coming, Pairs
from tools.bench.declared import Program, ReportBenchmark
from tools.bench.measuring import LEAST, TRIES, Cost, best, cost, timed

ROUNDS = 9
SMALL = 8  # players of the file on which a program does little but start
LONG = 2.0  # seconds
PATIENCE = 60  # seconds of processor time after which another program is stopped: it takes at least that
AGAIN = 3  # times that a round beyond the bound is measured again
STATUS = Path("/proc/self/status")

_PEAK = f"""
import sys
from ronda.engine import main
if main(sys.argv[1:]):
    sys.exit(1)
print(*[line.split()[1] for line in open("{STATUS}") if line.startswith("VmHWM")])
"""


class Lots(NamedTuple):
    """How often things happen: draws per cent; forfeits, half-point byes and withdrawals one of so many."""

    draws: int
    forfeits: int
    byes: int
    withdrawals: int


USUAL = Lots(30, 30, 50, 200)
HARD = (USUAL, Lots(0, 30, 50, 200), Lots(90, 30, 50, 200), Lots(30, 4, 50, 200), Lots(30, 30, 6, 30))


class Figure(NamedTuple):
    """`most`: what it may be, whatever was recorded; `again`: the same after one more try. Without a value: why nothing
    was measured."""

    key: str
    value: float | None
    told: str
    most: float | None = None
    again: Callable[[], Figure] | None = None


def figures(name: str, own: ReportBenchmark, folder: Path) -> Iterator[Figure]:
    """All of one system."""
    return _Reports(name, own, folder).figures()


def made(name: str, size: int, number: int) -> bytes:
    """The file of a random event before that round, in the dialect that every program reads."""
    pairs = pairing_of(name)
    draw = Draw(1, "bench", name, size)
    event = play(plan(size, draw), lambda coming: None if coming.round == number else pairs(coming), draw)
    return write_trf(event, "trf16").encode()


def plan(size: int, draw: Draw, lots: Lots = USUAL) -> RandomEventPlan:
    names = ("PlayersNumber", "RoundsNumber", "DrawPercentage", "ForfeitRate", "HalfPointByeRate", "RetiredRate")
    said = zip(names, (size, ROUNDS, *lots), strict=True)
    return RandomEventPlan.of(draw, None, "\n".join(f"{name}={value}" for name, value in said))


def pairing_of(name: str) -> Callable[[Coming], Pairs | None]:
    found: Callable[[Coming], Pairs | None] = import_module(f"{registry.package(name)}.exchange").pairs
    return found


class _Reports:
    def __init__(self, name: str, own: ReportBenchmark, folder: Path) -> None:
        self._name, self._own, self._folder = name, own, folder
        self._costs: dict[tuple[int, int], Cost] = {}
        self._starts: dict[str, float] = {}
        self._seconds: dict[tuple[str, int, int], float] = {}

    def figures(self) -> Iterator[Figure]:
        rounds = [(size, number) for size in self._own.sizes for number in self._own.rounds]
        for size, number in rounds:
            yield self._round(size, number)
        yield from self._growth()
        yield self._memory()
        yield self._stress()
        for size, number in rounds:
            for program in self._own.programs:
                if size <= program.largest:
                    yield self._beside(program, size, number)

    def _key(self, size: int, number: int) -> str:
        return f"{self._name}: report, round {number} of {size}"

    def _file(self, size: int, number: int) -> Path:
        return self._folder / f"{self._name}-{size}-{number}.trf"

    def _round(self, size: int, number: int) -> Figure:
        self._file(size, number).write_bytes(made(self._name, size, number))
        return self._timed(size, number)

    def _timed(self, size: int, number: int) -> Figure:
        file, pairs = self._file(size, number), pairing_of(self._name)
        own = cost(lambda: _pair(pairs, file, file.with_suffix(".txt")))
        found = self._costs[size, number] = best(own, self._costs.get((size, number), own))
        key, told = self._key(size, number), f"{found.milliseconds:.2f} ms"
        return Figure(key, found.ratio, told, again=lambda: self._timed(size, number))

    def _beside(self, program: Program, size: int, number: int) -> Figure:
        """Ronda's processor time as a part of the other's."""
        key = f"{self._key(size, number)}: against {program.name}"
        if find_spec(program.name) is None:
            return Figure(key, None, "skipped, not installed (requirements/bench.lock)")
        file, out = self._file(size, number), self._folder / "other.txt"
        out.unlink(missing_ok=True)
        tried = program.name, size, number
        start, whole = self._start(program), min(_seconds(program, file, out), self._seconds.get(tried, inf))
        self._seconds[tried] = whole
        value = self._costs[size, number].milliseconds / 1000 / max(whole - start, LEAST)
        if out.exists():
            same = "the same round" if _answer(out) == _answer(file.with_suffix(".txt")) else "another round"
            told = f"{whole:.2f} s, of which {start:.2f} to start; {1 / value:.0f} times, {same}"
        else:
            told = f"stopped after {whole:.2f} s, of which {start:.2f} to start; at least {1 / value:.0f} times"
        most = 1 / program.times[size] if size in program.times else None

        def again() -> Figure:
            self._timed(size, number)
            return self._beside(program, size, number)

        return Figure(key, value, told, most, again if out.exists() else None)

    def _start(self, program: Program) -> float:
        if program.name not in self._starts:
            file = self._folder / "small.trf"
            file.write_bytes(made(self._name, SMALL, min(self._own.rounds)))
            self._starts[program.name] = _seconds(program, file, self._folder / "small.txt")
        return self._starts[program.name]

    def _growth(self) -> Iterator[Figure]:
        """How many times the cost of a player is at the largest size what it is at the base."""
        base, largest = self._own.base, self._own.sizes[-1]
        for number in self._own.rounds if largest > base else ():
            yield self._grown(base, largest, number)

    def _grown(self, base: int, largest: int, number: int) -> Figure:
        small, large = (self._costs[size, number].milliseconds / size for size in (base, largest))

        def again() -> Figure:
            for size in (base, largest):
                self._timed(size, number)
            return self._grown(base, largest, number)

        key = f"{self._name}: report, round {number}: a player at {largest} to one at {base}"
        return Figure(key, large / small, "", self._own.growth, again)

    def _memory(self) -> Figure:
        """The peak of a whole process, interpreter included."""
        size, number = self._own.sizes[-1], self._own.rounds[-1]
        key = f"{self._key(size, number)}: megabytes"
        if not STATUS.exists():
            return Figure(key, None, f"skipped, no {STATUS}")
        file = self._file(size, number)
        words = [f"--{self._name}", str(file), "-p", str(file.with_suffix(".txt"))]
        told = subprocess.run([sys.executable, "-c", _PEAK, *words], check=True, capture_output=True, text=True).stdout
        return Figure(key, int(told) / 1024, "", self._own.megabytes)

    def _stress(self) -> Figure:
        """The worst of all rounds of events with many draws, forfeits, byes and withdrawals, in medians."""
        events, size = self._own.stress
        pairs = pairing_of(self._name)
        seconds: list[float] = []

        def pair(coming: Coming) -> Pairs | None:
            found: Pairs | None = None

            def once() -> None:
                nonlocal found
                found = pairs(coming)

            own = timed(once)
            for _ in range(AGAIN if seconds and own > self._own.spread * median(seconds) else 0):
                own = min(own, timed(once))
            seconds.append(own)
            return found

        for seed in range(1, events + 1):
            draw = Draw(seed, "stress", self._name)
            play(plan(size, draw, HARD[seed % len(HARD)]), pair, draw)
        middle, worst = median(seconds), max(seconds)
        told = f"{len(seconds)} rounds, median {middle * 1000:.1f}, worst {worst * 1000:.1f} ms"
        key = f"{self._name}: report, {events} hard events of {size}: worst round in medians"
        return Figure(key, worst / middle if middle else 0.0, told, self._own.spread)


def _pair(pairs: Callable[[Coming], Pairs | None], file: Path, out: Path) -> None:
    """From file to file."""
    handed = round_to_pair(read_trf(file.read_bytes()).event)
    found = pairs(handed.coming)
    assert found is not None, file
    lines = [f"{white} {black}\n" for white, black in handed.as_called(found)]
    out.write_text("".join([f"{len(found)}\n", *lines]), "ascii")


def _seconds(program: Program, file: Path, out: Path) -> float:
    """Of the best try; what takes long is not tried again, and stopped where it takes longer than anybody waits."""
    bounded = ["sh", "-c", f'ulimit -S -t {PATIENCE}; exec "$@"', "sh"]
    words = [*bounded, sys.executable, *(word.format(file=file, out=out) for word in program.words)]

    def run() -> None:
        ended = subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode
        if ended == -signal.SIGXCPU:
            out.unlink(missing_ok=True)
        elif ended:
            raise subprocess.CalledProcessError(ended, words)

    least = inf
    for _ in range(TRIES):
        least = min(least, timed(run))
        if least > LONG:
            break
    return least


def _answer(out: Path) -> list[str]:
    """The pairs, in no order: boards are numbered differently."""
    return sorted(filter(None, out.read_text("utf-8").splitlines()[1:]))
