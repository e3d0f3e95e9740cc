"""The benchmark: it measures what it says, misses what grew, and forgives a busy machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from ronda.lab.bench import __main__ as bench
from ronda.lab.bench.cases import Case
from ronda.lab.bench.measuring import cost, exponent, yardstick


def busy(times: int) -> None:
    for _ in range(times):
        yardstick()


def test_a_cost_is_told_in_yardsticks_and_waiting_costs_nothing() -> None:
    assert 2 < cost(lambda: busy(4), tries=3).ratio < 8
    assert cost(lambda: sleep(0.05), tries=1).ratio < 1


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
def test_the_exponent_is_that_of_the_curve(power: float) -> None:
    assert exponent({size: 3 * size**power for size in (200, 1_000, 5_000)}) == pytest.approx(power)


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, work: int, *more: str) -> int:
    def cases(_: Path, only: str) -> Iterator[Case]:
        yield Case("", "work", 0, lambda: busy(work))

    monkeypatch.setattr(bench, "cases", cases)
    monkeypatch.setattr(bench, "place_of", lambda name: folder / f"recorded{name}.json")
    return bench.main(["--json", str(folder / "figures.json"), *more])


def test_what_was_recorded_is_kept_and_what_grew_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path, 2, "--record") == 0
    earlier = tmp_path / "earlier.json"
    earlier.write_bytes((tmp_path / "figures.json").read_bytes())
    assert run(monkeypatch, tmp_path, 2) == 0
    capsys.readouterr()
    assert run(monkeypatch, tmp_path, 8, "--against", str(earlier)) == 1
    told = capsys.readouterr().out
    assert "MISSED" in told
    assert "× work" in told
    assert json.loads((tmp_path / "figures.json").read_text())["work"]["ratio"] > 3
