"""What is imported is declared, bounded and locked; and a command on a file loads no more than it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from ronda.systems import NAMES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DECLARED = PROJECT["dependencies"]
WHOLE = [*DECLARED, *EXTRAS["postgresql"]]
# Used without being imported by name: uvicorn finds them.
UNNAMED = {"httptools", "uvloop"}
# What tools find by themselves.
TOOLS = {"mypy", "openapi-python-client", "pytest-xdist", "ruff", "types-networkx"}
# What is installed by hand for one of the tools (its docstring says so).
BY_HAND = {"fontTools"}
# Ronda, its tests and tools, and the packages that stand among them, to be found as if they were installed.
OWN = {"ronda", "tests", "tools", *(path.name.partition("-")[0] for path in (ROOT / "tests").rglob("*.dist-info"))}


def plain(name: str) -> str:
    """The name of a distribution as all of its spellings have it in common."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names(lines: Iterator[str] | list[str]) -> set[str]:
    """Of the distributions in requirement lines."""
    return {plain(found[0]) for line in lines if (found := re.match(r"[A-Za-z][\w.-]*", line.strip()))}


def requirements(file: str) -> list[str]:
    text = (ROOT / "requirements" / file).read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith(("#", "-", " "))]


@cache
def distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


@cache
def imported(folder: str) -> set[str]:
    """The distributions that the code of a folder imports, wherever in it."""
    known = distributions()
    found: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Import(names=aliases):
                    modules = [alias.name for alias in aliases]
                case ast.ImportFrom(module=str(module), level=0):
                    modules = [module]
                case _:
                    continue
            found |= {module.partition(".")[0] for module in modules}
    others = found - set(sys.stdlib_module_names) - OWN
    return {plain(known[module][0]) if module in known else module for module in others}


def test_everything_imported_is_declared_and_nothing_else() -> None:
    assert imported("src") == names(WHOLE) - UNNAMED


def test_what_the_tools_import_is_named() -> None:
    assert imported("tools") <= names(requirements("dev.in")) | names(requirements("bench.in")) | names(WHOLE) | BY_HAND


@pytest.mark.parametrize("line", WHOLE)
def test_every_dependency_has_a_lower_and_an_upper_bound(line: str) -> None:
    assert re.search(r"(>=\d+\.\d+,<\d+|~=\d+\.\d+\.\d+)( ;|$)", line)


def test_requirements_say_the_same() -> None:
    lines = requirements("run.in")
    assert lines[: len(WHOLE)] == WHOLE
    assert names(lines[len(WHOLE) :]) == {"editables", "hatchling"}, "what installs Ronda itself"


def test_what_the_tests_import_is_named() -> None:
    named = names(requirements("dev.in")) | names(WHOLE)
    assert imported("tests") <= named
    assert names(requirements("dev.in")) - imported("tests") - imported("tools") - imported("src") <= TOOLS


@pytest.mark.parametrize("lock", ["run", "dev"])
def test_the_locks_have_all_of_it(lock: str) -> None:
    wanted = names(WHOLE) | (names(requirements("dev.in")) if lock == "dev" else set())
    text = (ROOT / "requirements" / f"{lock}.lock").read_text("utf-8")
    assert wanted <= names(re.findall(r"^[a-z][^ ]*==", text, re.MULTILINE))


# --- what a command on a file loads ------------------------------------------------------------------------

LIST = "name\nAnn\nBen\nCal\nDee\nEve\nFay\n"
LOADED = """
import sys
from ronda.cli import run
status = run(sys.argv[1:])
print("\\nloaded", *sys.modules)
sys.exit(status)
"""
LIGHT = {"msgspec", "rustworkx", "typing_extensions"}
BUILT_ON = {"redemption": "swiss"}  # a set of values of the other
HEAVY = ("store", "web", "sheets", "lab", "five_tables")


@pytest.mark.parametrize("system", NAMES)
def test_pairing_in_a_file_loads_neither_store_nor_server(tmp_path: Path, system: str) -> None:
    (tmp_path / "players.csv").write_text(LIST)
    event = str(tmp_path / "x.json")

    def loaded(*words: str) -> set[str]:
        done = subprocess.run([sys.executable, "-c", LOADED, *words], text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        return set(done.stdout.rpartition("\nloaded ")[2].split())

    loaded("new", event, "--system", system, "--name", "X", "--players", str(tmp_path / "players.csv"), "--seed", "7")
    for words in (("pair", event, "--write"), ("check", event), ("standings", event), ("explain", event)):
        modules = loaded(*words)
        foreign = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names) - {"ronda", "__main__"}
        assert foreign <= LIGHT, words
        rooms = {name.split(".")[1] for name in modules if name.startswith("ronda.")}
        assert not rooms & set(HEAVY), words
        systems = {name.split(".")[2] for name in modules if re.match(r"ronda\.systems\.\w+\.", name)}
        assert systems & set(NAMES) == {system, BUILT_ON.get(system, system)}, words
