"""What a command loads before it does anything: a small file is not to wait for what it does not need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ronda
from ronda.startup import ASKED_AT_ONCE
from tests.cli.running import Desk

DEAR = (
    *("dataclasses", "inspect", "json", "argparse", "threading", "getpass", "ipaddress", "ntpath", "rustworkx"),
    *("ronda.stages", "ronda.views.rounds"),
)
MOST_MODULES = 100  # of Ronda

PROGRAM = """
import os, sys
import ronda.__main__ as program, ronda.startup
ronda.startup.end = lambda status: None
sys.argv = ["ronda", *sys.argv[1:]]
program.main()
print(*sys.modules, file=sys.stderr)
"""


def loaded(*words: object) -> set[str]:
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


@pytest.fixture
def file(desk: Desk) -> Path:
    players = desk.write("names.csv", "\n".join(f"Player {n}" for n in range(1, 9)))
    path = desk.path("e.json")
    assert desk("new", path, "--system", "redemption", "--players", players, "--seed", 7).status == 0
    assert desk("pair", path, "--write").status == 0
    history = path.with_name("e.json.history")
    history.unlink()
    return path


def test_a_pairing_loads_what_it_needs(file: Path, desk: Desk) -> None:
    for table in (1, 2, 3, 4):
        assert desk("result", file, 1, table, "5-3").status == 0
    file.with_name("e.json.history").unlink()
    found = loaded("pair", file)
    assert found & {*DEAR} == set()
    assert sum(name.partition(".")[0] == "ronda" for name in found) <= MOST_MODULES


@pytest.mark.parametrize("words", [("standings",), ("result", 1, 1, "5-3")], ids=str)
def test_who_does_not_pair_loads_no_pairing(file: Path, words: tuple[object, ...]) -> None:
    command, *more = words
    found = loaded(command, file, *more)
    not_for_them = {*DEAR, "ronda.pairing.walk", "ronda.systems.redemption.check"} - {"ronda.views.rounds"}
    assert found & not_for_them == set()


def test_no_pattern_is_compiled_before_it_is_used(file: Path) -> None:
    """Each costs as much as a module or two. What is compiled after the start is what the command asked for."""
    watching = (
        "import re._compiler as compiler, traceback\n"
        "whole = compiler.compile\n"
        "def seen(pattern, *more):\n"
        "    print('PATTERN', repr(pattern), file=sys.stderr)\n"
        "    return whole(pattern, *more)\n"
        "compiler.compile = seen\n"
    )
    program = PROGRAM.replace("ronda.startup.end", f"{watching}ronda.startup.end", 1)
    command = [sys.executable, "-c", program, "standings", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert [line for line in done.stderr.splitlines() if line.startswith("PATTERN")] == []


def test_no_text_is_compiled_while_a_round_is_made(file: Path, desk: Desk) -> None:
    """The first `compile` of a process makes the classes of `ast`, which takes as long as twenty modules."""
    for table in (1, 2, 3, 4):
        assert desk("result", file, 1, table, "5-3").status == 0
    file.with_name("e.json.history").unlink()
    watching = (
        "import builtins\n"
        "whole = builtins.compile\n"
        "def seen(source, *more, **named):\n"
        "    if isinstance(source, str):\n"  # a module that was not compiled yet comes as bytes
        "        print('COMPILED', source, file=sys.stderr)\n"
        "    return whole(source, *more, **named)\n"
        "builtins.compile = seen\n"
    )
    program = PROGRAM.replace("ronda.startup.end", f"{watching}ronda.startup.end", 1)
    command = [sys.executable, "-c", program, "pair", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert [line for line in done.stderr.splitlines() if line.startswith("COMPILED")] == []


def test_modules_are_found_quickly_and_as_python_finds_them(tmp_path: Path) -> None:
    """Also without compiled files, with those of an earlier source, and as a package."""
    package = tmp_path / "ronda"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text(f"__path__.append({str(Path(ronda.__file__).parent)!r})\n")
    (package / "inner" / "__init__.py").write_text("from ronda.inner import part\n")
    part = package / "inner" / "part.py"
    program = (
        "import importlib.resources, sys\nfrom ronda.startup import find_modules_quickly\nfind_modules_quickly()\n"
        "import ronda.inner\nmodule = ronda.inner.part\n"
        "print(module.VALUE, module.__file__, module.__package__, module.__cached__.endswith('.pyc'),\n"
        "      importlib.resources.files('ronda.inner').joinpath('part.py').is_file(), ronda.inner.__path__)"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    for value in (1, 1, 22):  # compiled, from the compiled file, and compiled again
        part.write_text(f"VALUE = {value}\n")
        os.utime(part, (1_000_000_000, 1_000_000_000))  # only its length tells that it changed
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=environment)
        inner = str(package / "inner")
        assert done.stdout.strip() == f"{value} {part} ronda.inner True True [{inner!r}]"


def test_what_stood_in_for_a_module_is_the_module_when_it_is_needed() -> None:
    program = (
        "from ronda.startup import import_libraries\nimport_libraries()\n"
        "import sys, msgspec, pathlib, uuid\n"
        "assert 'msgspec.inspect' not in sys.modules\n"
        "print(msgspec.inspect.type_info(int), msgspec.json.schema(int), pathlib.PurePosixPath('/a b').as_uri(),\n"
        "      uuid.UUID(int=1), uuid.getnode() > 0)\n"
        "import typing\nassert typing.get_type_hints(type('A', (), {'__annotations__': {'a': 'int'}})) == {'a': int}\n"
        "Made = msgspec.defstruct('Made', [('a', 'int')])\nassert msgspec.json.decode(b'{\"a\":1}', type=Made).a == 1\n"
        "import platform, ipaddress, urllib.parse, datetime, fractions, ntpath, re, string\n"
        "assert datetime.datetime.strptime('2026-01-02', '%Y-%m-%d').isoformat() == '2026-01-02T00:00:00'\n"
        "assert fractions.Fraction('3/4') == 0.75 and string.Template('$a b').substitute(a=1) == '1 b'\n"
        "assert ntpath.join('a', 'b') == 'a' + chr(92) + 'b' and type(re.compile('a')) is re.Pattern\n"
        "print(platform.python_version(), ipaddress.ip_address('1.2.3.4'), urllib.parse.quote('ä'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert "file:///a%20b" in done.stdout
    assert "1.2.3.4 %C3%A4" in done.stdout
    assert all(callable(function) for functions in ASKED_AT_ONCE.values() for function in functions.values())


def test_the_status_and_all_output_survive_the_quick_end(file: Path) -> None:
    command = [sys.executable, "-m", "ronda"]
    done = subprocess.run([*command, "check", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stdout.endswith("\n")
    refused = subprocess.run([*command, "pair", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert refused.returncode == 1
    assert refused.stderr
