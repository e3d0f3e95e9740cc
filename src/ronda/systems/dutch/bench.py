"""dutch: how it is measured, and beside which programs."""

from ronda.systems.declarations import Benchmark, Program, ReportBenchmark

# A report file has four columns for a number of a player: there is no larger one.
MOST = 9_999

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

BENCHMARK = Benchmark(
    (28, 200, 2_000),
    rounds=9,
    base=200,
    reports=ReportBenchmark(
        (100, 200, 500, 1_000, 2_000, 5_000, MOST),
        rounds=(3, 5, 9),
        base=1_000,
        stress=(50, 2_000),
        programs=(_GACRUX, _PY4SWISS),
    ),
)
