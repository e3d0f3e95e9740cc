"""How each system is measured: at which sizes, in which rounds, and beside which programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Program:
    """A Python package that pairs the same report files, and the words after the interpreter that run it: `{file}` is
    what it reads, `{out}` where it writes the number of pairs and the pairs. `largest`: the most players that it is
    asked to pair. `times`: by size, how many times Ronda's processor time it takes at least."""

    name: str
    words: tuple[str, ...]
    largest: int
    times: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ReportBenchmark:
    """How rounds of report files are measured, reading included: sizes, and the rounds that are paired. From `base`
    players on the cost of a player grows at most by `growth`. `stress`: so many events of so many players, in which the
    worst round takes at most `spread` medians. `megabytes`: what the largest size takes at most."""

    sizes: tuple[int, ...]
    rounds: tuple[int, ...]
    base: int
    stress: tuple[int, int]
    programs: tuple[Program, ...] = ()
    growth: float = 2
    spread: float = 5
    megabytes: int = 300


@dataclass(frozen=True)
class Benchmark:
    """How a system is measured: whole events of these sizes and so many rounds; how the cost grows is told from `base`
    players on. `reports`: report files too."""

    sizes: tuple[int, ...] = (28, 200, 2_000)
    rounds: int = 9
    base: int = 200
    reports: ReportBenchmark | None = None


_GACRUX = Program(
    "gacrux",
    ("-m", "gacrux.pairingchecker", "-i", "{file}", "-o", "{out}", "-m", "dutch", "-p", "-d", "B"),
    largest=2_000,
    times={1_000: 100, 2_000: 200},
)
_PY4SWISS = Program(
    "py4swiss",
    ("-c", "from py4swiss.main import main; main()", "-t", "{file}", "-p", "{out}", "-e", "dutch"),
    largest=500,
)

# what is not named here is measured as usual
OF: Mapping[str, Benchmark] = {
    "domino": Benchmark((28, 80, 200, 400, 1_000, 2_000)),
    "melee": Benchmark((16, 100, 400, 2_000), rounds=7, base=100),
    "dutch": Benchmark(
        reports=ReportBenchmark(
            (100, 200, 500, 1_000, 2_000, 5_000, 9_999),
            rounds=(3, 5, 9),
            base=1_000,
            stress=(50, 2_000),
            programs=(_GACRUX, _PY4SWISS),
        )
    ),
}


def declared(name: str) -> Benchmark:
    return OF.get(name, Benchmark())
