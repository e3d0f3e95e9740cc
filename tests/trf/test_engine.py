"""`ronda engine` as callers of bbpPairings and JaVaFo know it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ronda import engine
from ronda.formats.trf.reading import read_trf
from tests.trf.files import ROWS, trf
from tests.trf.test_samples import SAMPLES

SEVEN = "".join(
    f"{line}\n"
    for line in (
        "012 DU10.1",
        "142 5",
        "152 B",
        *(f"001 {n:4}      P{n:<32} {2000 - n:4}{'':28} 0.0 {n:4}" for n in range(1, 8)),
    )
)


@pytest.fixture
def seven(tmp_path: Path) -> Path:
    path = tmp_path / "seven.trf"
    path.write_text(SEVEN)
    return path


def test_p_prints_the_number_of_pairs_and_the_pairs(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """DU10.1: 4–1, 2–5, 6–3, bye 7."""
    assert engine.main(["--dutch", str(seven), "-p"]) == 0
    assert capsys.readouterr().out == "4\n4 1\n2 5\n6 3\n7 0\n"


def test_p_writes_a_file(seven: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pairs.txt"
    assert engine.main(["--dutch", str(seven), "-p", str(out)]) == 0
    assert out.read_text() == "4\n4 1\n2 5\n6 3\n7 0\n"
    assert capsys.readouterr().out == ""


def test_no_complete_round_is_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        "001    1      Ann                               2000                             1.0    1     2 w 1",
        "001    2      Bea                               1900                             0.0    2     1 b 0",
    ]
    path = tmp_path / "two.trf"
    path.write_text(trf(*rows))
    assert engine.main(["--dutch", str(path), "-p"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--dutch"],
        ["--swiss", "x.trf", "-p"],
        ["--dutch", "x.trf"],
        ["--dutch", "x.trf", "-p", "-c"],
        ["x.trf", "y.trf", "z.trf", "-p"],
        ["x.trf", "-x", "-p"],
        ["--dutch", "-g", "-s", "many"],
        ["--dutch", str(SAMPLES / "bad-results-contradict.trf"), "-p"],
    ],
)
def test_wrong_usage_and_bad_files_are_status_3(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(words) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.strip()


def test_the_number_of_rounds_must_be_said(tmp_path: Path) -> None:
    path = tmp_path / "four.trf"
    path.write_text(trf(head=("012 x",)))
    assert engine.main(["--dutch", str(path), "-p"]) == 3


def test_g_is_repeatable_and_c_finds_every_round_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = tmp_path / "one.trf", tmp_path / "other.trf"
    for path in (one, other):
        assert engine.main(["--dutch", "-g", "-o", str(path), "-s", "5"]) == 0
    assert one.read_bytes() == other.read_bytes()
    event = read_trf(one.read_bytes()).event
    assert event.played == event.rounds
    assert engine.main(["--dutch", str(one), "-c"]) == 0
    assert capsys.readouterr().out.count(": OK\n") == event.played


def test_g_by_a_configuration(tmp_path: Path) -> None:
    config, out = tmp_path / "config.txt", tmp_path / "made.trf"
    config.write_text("PlayersNumber=10\nRoundsNumber=4\nForfeitRate=0\nHalfPointByeRate=0\nRetiredRate=0\n")
    assert engine.main(["--dutch", "-g", str(config), "-o", str(out), "-s", "1"]) == 0
    event = read_trf(out.read_bytes()).event
    assert (len(event.players), event.played) == (10, 4)
    assert set("".join(player.results for player in event.players)) <= set("1=0")


def test_c_names_a_round_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row.replace("3 w 1", "2 w 1").replace("2 b =", "3 b =") for row in ROWS[:1]]
    rows.append(ROWS[1].replace("4 b 1", "1 b 0").replace("1 w =", "4 w 1").replace("1.5", "1.0"))
    rows.append(ROWS[2].replace("1 b 0", "4 w 1").replace("0000 - U", "   1 w =").replace("1.0", "1.5"))
    rows.append(ROWS[3].replace("2 w 0", "3 b 0").replace("0000 - Z", "   2 b 0"))
    path = tmp_path / "other.trf"
    path.write_text(trf(*rows))
    assert engine.main(["--dutch", str(path), "-c"]) == 1
    assert "Round #1: differs" in capsys.readouterr().out


def test_a_script_written_for_others(seven: Path, tmp_path: Path) -> None:
    """As such scripts do it: a program, a file in, a file out, lines of two numbers."""
    out = tmp_path / "pairs.txt"
    command = [sys.executable, "-m", "ronda", "engine", "--dutch", str(seven), "-p", str(out)]
    subprocess.run(command, check=True, timeout=60)
    count, *lines = out.read_text().split("\n")
    pairs = [tuple(map(int, line.split())) for line in lines if line]
    assert int(count) == len(pairs)
    assert sorted(player for pair in pairs for player in pair) == list(range(8))


def test_it_starts_without_web_and_database(seven: Path) -> None:
    code = (
        "import sys; from ronda.engine import main; main(sys.argv[1:]);"
        "print([n for n in ('sqlalchemy', 'litestar', 'numpy', 'ronda.cli', 'ronda.web', 'ronda.store', 'argparse')"
        " if n in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--dutch", str(seven), "-p"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr.strip() == "[]"
