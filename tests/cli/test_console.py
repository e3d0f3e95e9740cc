"""`ronda console`: the Turkish dialogue of the assignment, with piped input."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Answer, Desk

NAMES = ["Ada", "Baki", "Can", "Çiler", "Deniz", "Ege", "Funda", "Gül"]
PLAYERS = [line for n, name in enumerate(NAMES) for line in (str(100 + n), name, str(2000 - 100 * n), "0")]
RESULTS = ["1", "0", "2", "1", "1", "1", "0", "2", "0", "1", "2", "1"]


def talk(desk: Desk, monkeypatch: pytest.MonkeyPatch, lines: list[str], *words: str) -> Answer:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return desk("console", *words)


def test_the_rulebooks_eight_players(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = talk(desk, monkeypatch, [*PLAYERS, "0", "3", "b", *RESULTS])
    assert answer.status == 0
    assert "ÇİLER" in answer.out
    assert "Beyazlar" in answer.out
    assert "BH-1" in answer.out
    final = answer.out[answer.out.rindex("BH-1") :].splitlines()[1:9]
    assert [line.split()[1] for line in final] == ["6", "4", "1", "7", "5", "3", "8", "2"]
    assert final[0].split()[-5:] == ["2.50", "4.00", "2.00", "4.00", "2"]
    cross = answer.out[answer.out.rindex("BH-1") :]
    assert "2 b 1" in cross  # 1 beat 2 with white


def test_every_invalid_entry_is_asked_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["x", "0", "5", "", "ışık i", "999", "1000", "abc", "0", "5", "7", "Bora", "-1", "0", "0"]
    lines += ["-3", "0", "2", "1", "w", "s", "9", "", "5"]
    answer = talk(desk, monkeypatch, lines)
    assert answer.status == 0, answer.err
    saved = json.loads(Path("ronda-console.json").read_text())
    assert [player["name"] for player in saved["players"]] == ["IŞIK İ", "BORA"]
    assert saved["rounds"][0]["tables"][0] == {"number": 1, "first": [2], "second": [1], "result": "---"}


def test_an_interrupted_event_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = [*PLAYERS, "0", "3", "b", *RESULTS]
    whole = talk(desk, monkeypatch, everything, "whole.json")
    for cut in (10, 33, 36, 40, 44):
        name = f"cut{cut}.json"
        first = talk(desk, monkeypatch, everything[:cut], name)
        assert first.status == 2
        saved = json.loads(Path(name).read_text())
        kept = sum(t["result"] is not None for r in saved["rounds"] for t in r["tables"])
        assert kept == max(0, cut - 35)
        players = 4 * len(saved["players"])
        rest = everything[cut:] if cut > 35 else everything[min(cut, players) :]
        assert talk(desk, monkeypatch, rest, name).status == 0
        assert Path(name).read_bytes() == Path("whole.json").read_bytes()
    assert whole.status == 0


def test_a_finished_event_is_left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["1", "A", "0", "0", "2", "B", "0", "0", "0", "1", "b", "1"]
    for _ in range(2):
        assert talk(desk, monkeypatch, lines).status == 0
    assert Path("ronda-console.json").exists()
    assert Path("ronda-console-2.json").exists()


def test_as_a_process_of_its_own_it_never_shows_a_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ronda", "console"]
    done = subprocess.run(command, input=b"1\n\xff\xfe\n", capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
