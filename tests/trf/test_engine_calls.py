"""`ronda engine` as it is called by programs that know bbpPairings or JaVaFo: words, files, exit statuses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

import ronda
from ronda import __version__, engine
from ronda.core.chance import Draw
from ronda.formats.trf.writing import write_trf
from ronda.lab.random_event import RandomEventPlan, play
from ronda.systems.dutch import exchange
from ronda.systems.exchange import Coming, Pairs
from tests.trf.files import ROWS, trf
from tests.trf.test_engine import SEVEN

PAIRS = "4\n4 1\n2 5\n6 3\n7 0\n"
RONDA = [sys.executable, "-m", "ronda", "engine"]


@pytest.fixture
def seven(tmp_path: Path) -> Path:
    path = tmp_path / "seven.trf"
    path.write_text(SEVEN)
    return path


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [*RONDA, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "words",
    [
        ["FILE", "-p"],
        ["-p", "OUT", "FILE"],
        ["FILE", "-p", "OUT", "-q", "1000"],
        ["-q", "FILE", "-p"],
        ["-w", "FILE", "-p", "OUT"],
        ["FILE", "-w", "-q", "50", "-p", "OUT"],
        ["--dutch", "FILE", "-p", "OUT", "-l"],
        ["-r", "--dutch", "FILE", "-p"],
    ],
)
def test_both_ways_of_calling_give_the_same_round(
    words: list[str], seven: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.txt"
    named = {"FILE": str(seven), "OUT": str(out)}
    assert engine.main([named.get(word, word) for word in words]) == 0
    assert (out.read_text() if "OUT" in words else capsys.readouterr().out) == PAIRS


def test_r_alone_prints_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(["-r"]) == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize("word", ["--burstein", "--team", "--dubov"])
def test_another_system_is_told_which_one_there_is(word: str, seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main([word, str(seven), "-p"]) == 3
    told = capsys.readouterr().err
    assert word in told
    assert "--dutch" in told


def test_baku_by_an_option_is_baku_by_the_type_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """DU9: 1 and 2 won, 3 and 4 lost; with a virtual point more for 1 and 2 the groups are others."""
    rows = [f"001 {n:4}      P{n:<32} {2000 - n:4}{'':28} 0.0 {n:4}" for n in range(1, 9)]
    plain, coded = tmp_path / "plain.trf", tmp_path / "coded.trf"
    plain.write_text(trf(*rows, head=("142 5", "152 W", "192 FIDE_DUTCH")))
    coded.write_text(trf(*rows, head=("142 5", "152 W", "192 FIDE_DUTCH_BAKU")))
    told = []
    for words in (["--dutch", str(plain), "-p"], ["--dutch", str(coded), "-p"], [str(plain), "-p", "-b"]):
        assert engine.main(words) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == "4\n1 5\n6 2\n3 7\n8 4\n"
    assert told[1] == told[2] == "4\n1 3\n4 2\n5 7\n8 6\n"  # GA is 1 to 4: half of eight, an even number


@pytest.mark.parametrize("seed", range(6))
def test_baku_of_the_engine_is_that_of_the_event(seed: int) -> None:
    """DU9: byes of round 1, odd and even fields; the check knows nothing of how the engine counts."""
    plan = RandomEventPlan.of(
        Draw(seed, "plan"), None, f"PlayersNumber={9 + seed}\nRoundsNumber=7\nHalfPointByeRate=6\n"
    )

    def accelerated(coming: Coming) -> Pairs | None:
        return exchange.pairs(structs.replace(coming, accelerated=True))

    made = play(plan, accelerated, Draw(seed, "results"), "FIDE_DUTCH_BAKU")
    assert made.played > 3
    taken = ronda.loads(write_trf(made), "trf")
    assert [one for one in ronda.check(taken) if one.severity == "violation"] == []


# --- exit statuses -----------------------------------------------------------------------------------------


def test_a_file_that_is_not_there_is_status_5(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(["--dutch", str(tmp_path / "none.trf"), "-p"]) == 5
    assert "none.trf" in capsys.readouterr().err
    assert engine.main(["--dutch", str(tmp_path), "-p"]) == 5


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xff\xfe0\x000\x001\x00", b"hello\n", b"001\n"])
def test_what_is_no_report_file_is_status_3(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.trf"
    path.write_bytes(content)
    assert engine.main(["--dutch", str(path), "-p"]) == 3
    assert str(path) in capsys.readouterr().err


def test_a_file_that_is_too_large_is_status_4(tmp_path: Path) -> None:
    path = tmp_path / "x.trf"
    path.write_bytes(b"### \n" * 4_000_001)
    assert engine.main(["--dutch", str(path), "-p"]) == 4


@pytest.mark.parametrize("option", ["-p", "-l"])
def test_what_cannot_be_written_is_status_5(
    option: str, seven: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "missing" / "out.txt"
    words = ["-p", str(there)] if option == "-p" else ["-p", str(tmp_path / "out.txt"), "-l", str(there)]
    assert engine.main(["--dutch", str(seven), *words]) == 5
    assert "out.txt" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_status_5(seven: Path) -> None:
    assert run("--dutch", seven, "-p", "/dev/full").returncode == 5
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*RONDA, str(seven), "-p"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert done.returncode == 5
    assert "Traceback" not in done.stderr


def test_the_report_file_is_not_overwritten(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main([str(seven), "-p", str(seven)]) == 3
    assert engine.main([str(seven), "-p", "-l", str(seven)]) == 3
    assert seven.read_text() == SEVEN
    assert capsys.readouterr().out == ""


def test_a_fault_of_the_program_is_status_2_and_no_missing_round(
    seven: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("a fault")

    monkeypatch.setattr(engine, "round_to_pair", broken)
    assert engine.main([str(seven), "-p"]) == 2
    assert "a fault" in capsys.readouterr().err


def test_no_round_leaves_an_empty_file_and_a_list_without_pairs(tmp_path: Path) -> None:
    """Callers read the file whatever the status: they must not find a round of another time in it."""
    rows = [
        "001    1      Ann                               2000                             1.0    1     2 w 1",
        "001    2      Bea                               1900                             0.0    2     1 b 0",
    ]
    path, out, listed = tmp_path / "two.trf", tmp_path / "out.txt", tmp_path / "list.txt"
    path.write_text(trf(*rows))
    out.write_text("1\n1 2\n")
    assert engine.main(["--dutch", str(path), "-p", str(out), "-l", str(listed)]) == 1
    assert out.read_text() == ""
    assert [line.split("\t")[7].strip() for line in listed.read_text().splitlines()] == ["Cur", "", ""]


# --- pipes -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("words", [["-p"], ["-c"], ["-g", "-s", "1"]])
def test_a_reader_that_has_gone_is_told_nothing(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "four.trf"
    path.write_text(trf())
    ended, other = os.pipe()
    os.close(ended)
    done = subprocess.run(
        [*RONDA, "--dutch", str(path), *words], stdout=other, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    os.close(other)
    assert (done.returncode, done.stderr) == (0, "")


# --- the checklist -----------------------------------------------------------------------------------------


def columns(path: Path) -> list[list[str]]:
    """As its readers take it apart."""
    header, *lines = path.read_text().split("\n")
    assert header.startswith("ID\t")
    return [[part.strip() for part in line.split("\t")] for line in (header, *lines) if line]


def test_the_checklist_has_a_line_for_every_player(tmp_path: Path) -> None:
    path, out, listed = tmp_path / "four.trf", tmp_path / "out.txt", tmp_path / "list.txt"
    path.write_text(trf(more=("240 H 003    1",)))
    assert engine.main(["--dutch", str(path), "-p", str(out), "-l", str(listed)]) == 0
    assert out.read_text() == "2\n3 2\n4 0\n"
    assert columns(listed) == [
        ["ID", "Pts", "---", "Pref", "C2", "C14", "C16", "Cur", "", "R1", "R2", ""],
        ["1", "1.5", "WB", "w", "Y", "", "", "", "", "3", "2", ""],
        ["2", "1.5", "BW", "b", "Y", "", "", "(3B)", "", "4", "1", ""],
        ["3", "1.0", "B", "(W)", "N", "D", "", "(2W)", "", "1", "", ""],
        ["4", "0.0", "W", "(B)", "Y", "", "", "(bye)", "", "2", "", ""],
    ]


def test_colours_stand_at_the_right_behind_one_more_blank(tmp_path: Path) -> None:
    """Readers skip the first character, and take a blank for a round without a game."""
    path, listed = tmp_path / "four.trf", tmp_path / "list.txt"
    path.write_text(trf())
    assert engine.main([str(path), "-p", "-l", str(listed)]) == 0
    assert [line.split("\t")[2] for line in listed.read_text().splitlines()] == ["---", " WB", " BW", "  B", "  W"]


def test_l_without_a_name_writes_beside_the_report_file(seven: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert engine.main(["--dutch", str(seven), "-p", "-l"]) == 0
    assert capsys.readouterr().out == PAIRS
    assert len(columns(seven.with_suffix(".list"))) == 8


def test_c_with_l_lists_every_round(tmp_path: Path) -> None:
    path, listed = tmp_path / "four.trf", tmp_path / "list.txt"
    path.write_text(trf())
    engine.main(["--dutch", str(path), "-c", "-l", str(listed)])
    lines = listed.read_text().splitlines()
    assert [line for line in lines if line.startswith("Round")] == ["Round #1", "Round #2"]
    assert sum(line.startswith("ID\t") for line in lines) == 2


# --- the file ----------------------------------------------------------------------------------------------


def test_line_ends_and_names_of_every_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = (ROWS[0].replace("Ann", "Åñn"), *ROWS[1:])
    told = set()
    for name, content in {
        "ä.trf": trf(*rows).encode(),
        "crlf.trf": trf(*rows).replace("\n", "\r\n").encode(),
        "cr.trf": trf(*rows).replace("\n", "\r").encode(),
        "latin.trf": trf(*rows).encode("latin-1"),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert engine.main([str(path), "-p"]) == 0
        told.add(capsys.readouterr().out)
    assert len(told) == 1


def test_one_team_record_is_ignored_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four.trf"
    path.write_text(trf())
    assert engine.main([str(path), "-p"]) == 0
    plain = capsys.readouterr()
    path.write_text(trf(more=("013 Club                             1    2",)))
    assert engine.main([str(path), "-p"]) == 0
    told = capsys.readouterr()
    assert told.out == plain.out
    assert plain.err == ""
    assert "013" in told.err


def test_two_team_records_are_a_team_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "four.trf"
    path.write_text(
        trf(more=("013 Club                             1    2", "013 Other                            3    4"))
    )
    assert engine.main([str(path), "-p"]) == 3
    assert "013" in capsys.readouterr().err
