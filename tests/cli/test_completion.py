"""The script with which a shell completes what is typed, run by the shells that are here."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from ronda.cli.commands import COMMANDS, SHELLS
from tests.cli.running import Desk

ASKED = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_ronda
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(desk: Desk, *words: str) -> set[str]:
    script = desk.write("ronda.bash", desk("completion", "bash").out)
    told = subprocess.run(
        ["bash", "-c", ASKED, "bash", script, "ronda", *words], cwd=desk.folder, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    return set(told.stdout.split())


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_commands_options_choices_and_files(desk: Desk) -> None:
    desk.write("spring.json", "{}")
    assert completed(desk, "sta") == {"stages", "standings"}
    assert completed(desk, "") >= set(COMMANDS)
    assert {"--write", "--seed", "--lang"} <= completed(desk, "pair", "spring.json", "--")
    assert completed(desk, "export", "spring.json", "--to", "tr") == {"trf", "trf16"}
    assert completed(desk, "pair", "spr") == {"spring.json"}


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_every_command(desk: Desk, shell: str) -> None:
    script = desk("completion", shell).out
    assert not [name for name in COMMANDS if name not in script]
    assert desk("completion", shell, "--json").value == {"shell": shell, "script": script.removesuffix("\n")}


def test_a_shell_that_shows_help_shows_it_in_the_readers_language(desk: Desk) -> None:
    assert "das Turnierbüro im Browser starten" in desk("completion", "zsh", "--lang", "de").out
