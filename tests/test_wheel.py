"""The wheel holds the program and its guide, and nothing that only its makers use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# by file or folder: what measures, studies and tries out the program, and what they recorded
OF_THE_MAKERS = {"bench", "beside", "recorded", "fairness", "soak", "worked", "tests", "tools"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("ronda-*.whl")
    with zipfile.ZipFile(made) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_nothing_of_the_makers_is_in_it(wheel: Path) -> None:
    files = [path.relative_to(wheel) for path in wheel.rglob("*") if path.is_file()]
    assert {path.parts[0] for path in files if ".dist-info" not in path.parts[0]} == {"ronda"}
    code = [path for path in files if path.parts[1] != "docs"]
    assert not [path for path in code if OF_THE_MAKERS & {part.partition(".")[0] for part in path.parts}]


def test_it_pairs_a_round_and_has_its_guide(wheel: Path, tmp_path: Path) -> None:
    def said(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(wheel)}
        command = [sys.executable, "-P", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
        return done.stdout

    assert Path(said("-c", "import ronda; print(ronda.__file__)").strip()).is_relative_to(wheel)
    (tmp_path / "players.csv").write_text("name\nAnn\nBen\nCal\nDee\n")
    said("-m", "ronda", "new", "cup.json", "--system", "redemption", "--players", "players.csv")
    said("-m", "ronda", "pair", "cup.json", "--write")
    assert len(json.loads((tmp_path / "cup.json").read_text())["rounds"]) == 1
    assert "guide/commands" in said("-m", "ronda", "guide")
