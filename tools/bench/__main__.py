"""`make bench`: what people wait for, against what it took before. Status 1 where something really grew.

Each figure is processor time as a multiple of a yardstick timed beside it, and may be at most half as much again as the
multiple in `recorded.json` (commands: twice). What misses its bound is measured again, several times over, before that
counts; beside another program both are, in turns, and the best of each stands. At the end Ronda stands beside what
people use today (`beside.py`); those figures go into `beside.json` beside the others.

    python -m tools.bench [--against FILE] [--json FILE] [--record] [--only PART]

A part is a system, or `start`, `commands`, `reports`, `weights` or `beside`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ronda.cli.commands import DEMONSTRATED
from ronda.systems import NAMES
from tools.bench import beside
from tools.bench.cases import ALLOWED, Case, of_start, of_system
from tools.bench.commands import commands, on_database
from tools.bench.declared import declared
from tools.bench.measuring import Cost, best, cost, exponent
from tools.bench.pages import weights
from tools.bench.reports import Figure
from tools.bench.reports import figures as of_reports

RECORDED = Path(__file__).parent / "recorded.json"
STEEPER = 0.2  # so much may an exponent grow
AGAIN = 3  # times that a miss is measured before it counts

Figures = dict[str, dict[str, float]]  # by key: milliseconds, ratio, bound, exponent


def key_of(case: Case) -> str:
    parts = (case.of, case.name, f"against {case.against}" if case.against else "")
    return ": ".join(part for part in parts if part)


def recorded() -> dict[str, float]:
    """The multiples of earlier, by key."""
    return json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}


def measured(case: Case, most: float | None, ours: Case | None) -> Cost:
    """The multiple of the yardstick; where it is another's way to do what `ours` does, what ours takes as a part of
    that. Once more where it misses its bound."""
    found = _once(case, ours)
    for _ in range(AGAIN):
        if most is None or _ratio(*found) <= most:
            break
        found = [best(*both) for both in zip(found, _once(case, ours), strict=True)]
    return Cost(found[0].milliseconds, _ratio(*found))


def _once(case: Case, ours: Case | None) -> list[Cost]:
    return [cost(one.run) for one in (case, ours) if one is not None]


def _ratio(own: Cost, ours: Cost | None = None) -> float:
    """Beside each other they need no yardstick."""
    return own.ratio if ours is None else ours.milliseconds / own.milliseconds


def cases(folder: Path, only: str) -> Iterator[Case]:
    """All of them, or those of one system, of the `start` or of `commands`."""
    if only in ("", "start"):
        yield from of_start(folder, DEMONSTRATED)
    for name in NAMES:
        if only in ("", name):
            yield from of_system(name, folder)
    if only in ("", "commands"):
        yield from commands(folder)
        yield from on_database(folder, DEMONSTRATED)


def reports(folder: Path, only: str) -> Iterator[Figure]:
    """Those of report files, of the systems that pair them, and the weights of pages."""
    if only in ("", "weights"):
        yield from weights(folder, DEMONSTRATED)
    for name in NAMES:
        own = declared(name).reports
        if own is not None and only in ("", name, "reports"):
            yield from of_reports(name, own, folder)


def run(only: str) -> tuple[Figures, list[str]]:
    """All figures, and the keys of those that miss their bounds."""
    figures: Figures = {}
    missed: list[str] = []
    known = recorded()
    ours: Case | None = None
    growing: dict[tuple[str, str], dict[int, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(Path(folder), only):
            key = key_of(case)
            before = known.get(key)
            most = None if before is None else case.allowed * before
            found = measured(case, most, ours if case.against else None)
            ours = ours if case.against else case
            figures[key] = {"milliseconds": round(found.milliseconds, 3), "ratio": round(found.ratio, 4)}
            if case.size and case.size >= min(declared(case.of).base, 200):
                growing.setdefault((case.of, case.series), {})[case.size] = found.milliseconds
            missed += _told(key, found, most)
        for figure in reports(Path(folder), only):
            missed += _told_figure(figure, known.get(figure.key), figures)
    for (of, series), costs in growing.items():
        if len(costs) > 1:
            missed += _told_growth(of, series, costs, figures)
    return figures, missed


def _told(key: str, found: Cost, most: float | None) -> list[str]:
    bound = "nothing recorded" if most is None else f"at most {most:.3g}"
    kept = most is None or found.ratio <= most
    print(f"{key}: {found.milliseconds:.2f} ms, {found.ratio:.3g} ({bound}) {'ok' if kept else 'MISSED'}", flush=True)
    return [] if kept else [key]


def _told_figure(figure: Figure, before: float | None, figures: Figures) -> list[str]:
    bounds = [*([ALLOWED * before] if before is not None else []), *([figure.most] if figure.most is not None else [])]
    for _ in range(AGAIN):
        if figure.value is None or figure.again is None or not bounds or figure.value <= min(bounds):
            break
        figure = figure.again()
    if figure.value is None:
        print(f"{figure.key}: {figure.told}", flush=True)
        return []
    figures[figure.key] = {"ratio": round(figure.value, 6)}
    kept = not bounds or figure.value <= min(bounds)
    bound = f"at most {min(bounds):.3g}" if bounds else "nothing recorded"
    told = f"{figure.told}, " if figure.told else ""
    print(f"{figure.key}: {told}{figure.value:.3g} ({bound}) {'ok' if kept else 'MISSED'}", flush=True)
    return [] if kept else [figure.key]


def _told_growth(of: str, series: str, costs: dict[int, float], figures: Figures) -> list[str]:
    """`costs`: the least milliseconds by size. A yardstick that was disturbed at one size would bend the line."""
    key, known = f"{of}: {series}: exponent", recorded()
    most = known[key] + STEEPER if key in known else None
    for _ in range(AGAIN):
        if most is None or exponent(costs) <= most:
            break
        _measure_again(of, series, costs)
    found = exponent(costs)
    figures[key] = {"ratio": round(found, 3)}
    kept = most is None or found <= most
    bound = "nothing recorded" if most is None else f"at most {most:.2f}"
    print(f"{key}: {found:.2f} ({bound}) {'ok' if kept else 'MISSED'}")
    return [] if kept else [key]


def _measure_again(of: str, series: str, costs: dict[int, float]) -> None:
    """All sizes once more; the best stands."""
    with tempfile.TemporaryDirectory() as folder:
        left = set(costs)
        for case in cases(Path(folder), of):
            if case.series == series and case.size in left:
                costs[case.size] = min(costs[case.size], cost(case.run).milliseconds)
                left.remove(case.size)
            if not left:
                break


def compared(figures: Figures, earlier: Figures) -> Iterator[str]:
    """What grew or shrank since an earlier run, the most first."""
    known = [key for key in figures if earlier.get(key, {}).get("ratio")]
    both = [(figures[key]["ratio"] / earlier[key]["ratio"], key) for key in known]
    for change, key in sorted(both, reverse=True):
        yield f"{change:6.2f} × {key}: {earlier[key]['ratio']:.3g} → {figures[key]['ratio']:.3g}"


def beside_others(only: str, folder: Path) -> None:
    """The same events by Ronda and by what people use today."""
    if only in ("", "beside"):
        print()
        beside.main(["--json", str(folder / "beside.json")])


def record(figures: Figures) -> None:
    known = recorded() | {key: one["ratio"] for key, one in figures.items()}
    RECORDED.write_text(json.dumps(known, indent=2, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.bench")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--json", type=Path, default=Path("bench.json"))
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--only", default="")
    values = parser.parse_args(arguments)
    figures, missed = run(values.only)
    values.json.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", "utf-8")
    beside_others(values.only, values.json.parent)
    if values.against is not None:
        earlier: Figures = json.loads(values.against.read_text("utf-8"))
        print("\n".join(["", f"against {values.against}:", *compared(figures, earlier)]))
    if values.record:
        record(figures)
    print(f"\n{len(figures)} figures in {values.json}; {len(missed)} missed" + "".join(f"\n  {key}" for key in missed))
    return 1 if missed and not values.record else 0


if __name__ == "__main__":
    sys.exit(main())
