"""The benchmark: it measures what it says, misses what grew, and forgives a busy machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from ronda.formats.trf.reading import read_trf
from ronda.systems import NAMES
from tools.bench import __main__ as bench
from tools.bench import declared as declared_by
from tools.bench import hard_fields, measuring, reports
from tools.bench.cases import Case
from tools.bench.declared import Program, ReportBenchmark
from tools.bench.measuring import cost, exponent, timed
from tools.bench.reports import STATUS, Figure, figures, made


def busy(times: int) -> None:
    for _ in range(times):
        measuring.yardstick()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that does nothing else: every yardstick takes the 64th of a second."""
    spent: list[None] = []
    monkeypatch.setattr(measuring, "yardstick", lambda: spent.append(None))
    monkeypatch.setattr(measuring, "processor", lambda: len(spent) / 64)


@pytest.mark.usefixtures("counted")
def test_a_cost_is_told_in_yardsticks() -> None:
    assert cost(lambda: busy(4), tries=3) == (62.5, 4)


def test_waiting_costs_nothing() -> None:
    assert timed(lambda: sleep(0.5)) < 0.25


@pytest.mark.parametrize("power", [1.0, 1.5, 2.0])
def test_the_exponent_is_that_of_the_curve(power: float) -> None:
    assert exponent({size: 3 * size**power for size in (200, 1_000, 5_000)}) == pytest.approx(power)


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, work: int, *more: str, allowed: float = 1.5) -> int:
    def cases(_: Path, only: str) -> Iterator[Case]:
        yield Case("", "work", 0, lambda: busy(work), allowed=allowed)

    monkeypatch.setattr(bench, "cases", cases)
    monkeypatch.setattr(bench, "beside_others", lambda _only, _folder: None)
    monkeypatch.setattr(bench, "reports", lambda _folder, _only: ())
    monkeypatch.setattr(bench, "RECORDED", folder / "recorded.json")
    return bench.main(["--json", str(folder / "figures.json"), *more])


@pytest.mark.usefixtures("counted")
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


@pytest.mark.usefixtures("counted")
def test_a_case_may_be_allowed_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, tmp_path, 10, "--record") == 0
    assert run(monkeypatch, tmp_path, 19) == 1
    assert run(monkeypatch, tmp_path, 19, allowed=2.0) == 0
    assert run(monkeypatch, tmp_path, 21, allowed=2.0) == 1


def test_tables_name_systems_that_are_there() -> None:
    assert {*declared_by.OF, *hard_fields.OF} <= set(NAMES)
    of_a_system = {key.partition(": ")[0] for key in bench.recorded() if ": " in key}
    assert of_a_system - {"page weight"} == set(NAMES)


# --- rounds of report files -----------------------------------------------------------------------------------


def test_rounds_of_report_files_are_measured_and_what_is_not_installed_is_skipped(tmp_path: Path) -> None:
    missing = Program("no_such_program", ("-c", "pass"), largest=20)
    own = ReportBenchmark((10, 20), rounds=(3, 5), base=10, stress=(2, 20), programs=(missing,))
    found = {figure.key: figure for figure in figures("dutch", own, tmp_path)}
    rounds = [f"dutch: report, round {number} of {size}" for size in (10, 20) for number in (3, 5)]
    for key in rounds:
        assert (found[key].value or 0) > 0
        beside = found[f"{key}: against no_such_program"]
        assert beside.value is None
        assert beside.told.startswith("skipped")
    growth = found["dutch: report, round 3: a player at 20 to one at 10"]
    each = [float(found[f"dutch: report, round 3 of {size}"].told.removesuffix(" ms")) / size for size in (10, 20)]
    assert growth.value == pytest.approx(each[1] / each[0], rel=0.05)  # told with two decimals
    assert growth.most == 2
    stress = found["dutch: report, 2 hard events of 20: worst round in medians"]
    assert (stress.value or 0) >= 1
    assert stress.told.startswith("18 rounds")
    if STATUS.exists():
        assert 5 < (found["dutch: report, round 5 of 20: megabytes"].value or 0) < 300


def test_a_program_beside_is_told_with_its_time_and_whether_it_makes_the_same_round(tmp_path: Path) -> None:
    work = "import sys; from ronda.engine import main; sum(range(3_000_000 * (len(open(sys.argv[2]).read()) > 1200)))"
    words = ("-c", f"{work}; main(sys.argv[1:])", "--dutch", "{file}", "-p", "{out}")
    other = ("-c", "import sys; open(sys.argv[1], 'w').write('1\\n1 2\\n')", "{out}")
    both = (Program("json", words, largest=20, times={20: 3}), Program("csv", other, largest=20))
    own = ReportBenchmark((20,), rounds=(3,), base=20, stress=(1, 8), programs=both)
    found = {figure.key: figure for figure in figures("dutch", own, tmp_path)}
    same = found["dutch: report, round 3 of 20: against json"]
    assert same.told.endswith("the same round")
    assert same.most == pytest.approx(1 / 3)
    assert 0 < (same.value or 0) < 1
    assert found["dutch: report, round 3 of 20: against csv"].told.endswith("another round")


def test_a_program_that_takes_too_long_is_stopped_and_said_to_take_at_least_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reports, "PATIENCE", 1)
    words = ("-c", "import sys\nwhile len(open(sys.argv[1]).read()) > 1200: pass", "{file}")
    own = ReportBenchmark((20,), rounds=(3,), base=20, stress=(1, 8), programs=(Program("json", words, largest=20),))
    (beside,) = [figure for figure in figures("dutch", own, tmp_path) if "against" in figure.key]
    assert beside.told.startswith("stopped after")
    assert "at least" in beside.told
    assert 0 < (beside.value or 0) < 1


def test_a_figure_keeps_to_what_was_recorded_and_to_what_is_demanded() -> None:
    kept: bench.Figures = {}
    assert bench._told_figure(Figure("a", 1.4, "", 2), 1.0, kept) == []
    assert bench._told_figure(Figure("a", 1.6, "", 2), 1.0, kept) == ["a"]
    assert bench._told_figure(Figure("a", 2.1, "", 2), None, kept) == ["a"]
    assert bench._told_figure(Figure("b", None, "skipped"), None, kept) == []
    assert kept == {"a": {"ratio": 2.1}}


def test_a_figure_that_misses_is_measured_again_before_that_counts() -> None:
    tries = iter((1.7, 1.4, 1.2))

    def again() -> Figure:
        return Figure("a", next(tries), "", again=again)

    assert bench._told_figure(again(), 1.0, {}) == []
    assert next(tries) == 1.2  # no more often than needed
    tries = iter((1.7,) * 9)
    assert bench._told_figure(again(), 1.0, {}) == ["a"]
    assert len(list(tries)) == 9 - 1 - bench.AGAIN


@pytest.mark.usefixtures("counted")
def test_beside_another_the_best_of_both_stands() -> None:
    """One disturbed try, of ours or of the other, decides nothing."""
    turns = iter((8, 2, 2, 2, 2, 2, 2, 2, 2, 2))
    ours, other = Case("", "ours", 0, lambda: busy(next(turns, 2))), Case("", "other", 0, lambda: busy(2))
    assert bench.measured(other, 1.5, ours).ratio == 1


@pytest.mark.usefixtures("counted")
def test_a_disturbed_try_does_not_count_as_growth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "recorded", lambda: {"dutch: work: exponent": 1.0})
    sizes = [Case("dutch", "work", size, partial(busy, size)) for size in (2, 8)]
    monkeypatch.setattr(bench, "cases", lambda _folder, _only: iter(sizes))
    assert bench._told_growth("dutch", "work", {2: 1e6, 8: 1e9}, {}) == []
    assert bench._told_growth("dutch", "work", {2: 1e-6, 8: 1e9}, {}) == ["dutch: work: exponent"]


def test_a_report_file_stands_before_its_round_and_is_the_same_each_time() -> None:
    text = made("dutch", 20, 5)
    event = read_trf(text).event
    assert (len(event.players), event.played, event.rounds) == (20, 4, 9)
    assert made("dutch", 20, 5) == text
