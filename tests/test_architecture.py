"""Imports point downward only: cli → web → sheets, lab → store → desk → formats → systems → ranking → book → model…

Texts are plugged in from outside: nothing below the rooms that speak to people imports them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ronda.systems import NAMES
from tests.import_contract import broken_contract, import_statements, is_check
from tests.import_graph import cycles, imports, inside, packages

SOURCE = Path(__file__).parent.parent / "src" / "ronda"

# The floors of the house, from the ground up. A module may import from its own floor and from lower ones.
FLOORS = (
    ("registry",),  # which systems there are: imports nothing
    tuple(
        f"core.{name}"
        for name in (
            "values",
            "verdicts",
            "chance",
            "prize_rules",
            "text_rules",
            "weighted_matching",
        )
    ),
    ("core.stage_plan",),
    ("core.model",),
    ("core.facts", "core.penalty_effects"),
    ("core.erasing",),
    ("core.history", "core.book"),
    ("core.ranking", "pairing", "checking", "core"),
    ("tiebreaks",),
    ("stages", "series", "prizes", "people"),  # rules beyond the rounds: pure, of no system
    ("systems",),
    ("formats",),
    ("desk",),
    ("store", "ledgers"),
    ("sheets", "lab", "views", "five_tables"),
    ("library", "engine", "conformance", "manual", "operations"),
    ("web",),
    ("cli",),
)
SPEAKING = ("sheets", "web", "cli", "views", "operations", "library", "engine", "conformance")
OUTSIDE = ("texts",)  # knows codes and facts, and nothing of the core
FREE = ("", "__main__")


def modules() -> Iterator[tuple[str, Path]]:
    for path in SOURCE.rglob("*.py"):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        yield ("" if name == "__init__" else name), path


def imported(path: Path) -> Iterator[str]:
    """The modules below `ronda` that a file imports, wherever in it."""
    for node in import_statements(path.read_text("utf-8"), typing=True):
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            names = [node.module, *(f"{node.module}.{name}" for name in names)] if node.module else []
        yield from (name.removeprefix("ronda.") for name in names if name.startswith("ronda."))


def room_of(module: str) -> str:
    """The package; in the core, where each module stands on the ones below, the module."""
    return module if module.startswith("core.") else module.split(".")[0]


def floor(module: str) -> int:
    return next(n for n, rooms in enumerate(FLOORS) if room_of(module) in rooms)


def test_every_room_has_its_floor() -> None:
    rooms = {room_of(name) for name, _ in modules()} - set(OUTSIDE) - set(FREE)
    assert rooms == {room for rooms in FLOORS for room in rooms}


def test_imports_point_downward() -> None:
    wrong = []
    known = {name for name, _ in modules()}
    for name, path in modules():
        if name in FREE or name.split(".")[0] in OUTSIDE:
            continue
        for other in imported(path):
            room = other.split(".")[0]
            if room in OUTSIDE:
                if room_of(name) not in SPEAKING:
                    wrong.append(f"{name} imports {other}")
            elif other in known and floor(other) > floor(name):
                wrong.append(f"{name} imports {other}")
    assert not wrong


def test_the_program_needs_nothing_of_its_makers() -> None:
    """Tools and tests stand outside of `src`: they are not in the wheel."""
    found = [
        f"{name} imports {module}"
        for name, path in modules()
        for node in import_statements(path.read_text("utf-8"), typing=True)
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
        if module.split(".")[0] in ("tests", "tools")
    ]
    assert not found


def test_no_package_imports_in_a_circle() -> None:
    """Nor its modules and sub-packages among themselves: what imports stands above what is imported."""
    assert {package: found for package in packages() if (found := cycles(inside(package, imports())))} == {}


def test_a_circle_is_found() -> None:
    graph = {"a.x": {"a.b.y"}, "a.b.y": {"a.z"}, "a.z": {"a.x"}, "a": {"a.x"}, "c": {"a.x"}}
    given = {name: frozenset(others) for name, others in graph.items()}
    assert cycles(inside("a", given)) == [{"x", "b", "z"}]
    assert cycles(inside("", given)) == []
    assert cycles(inside("a", given | {"a.z": frozenset({"c"})})) == []
    assert cycles(inside("", given | {"a.z": frozenset({"c"})})) == [{"a", "c"}]


def test_texts_know_nothing_of_the_core() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, path in modules()
        if name.split(".")[0] in OUTSIDE
        for other in imported(path)
        if other.split(".")[0] not in (*OUTSIDE, "registry")
    ]
    assert not wrong


def test_checks_know_the_rules_and_nothing_of_the_pairing() -> None:
    tree = {name: path.read_text("utf-8") for name, path in modules()}
    packages = frozenset(name for name, path in modules() if path.name == "__init__.py")
    assert {name.split(".")[1] for name in tree if name.startswith("systems.") and is_check(name)} == set(NAMES)
    assert not broken_contract(tree, packages)


FIFTH = {
    "pairing.walk": "",
    "checking.proofs": "",
    "core.book": "",
    "systems.dutch": "from ronda.systems.dutch.check import check\nfrom ronda.systems.dutch.pair.round import pair",
    "systems.dutch.rules": "from ronda.core.book import Book",
    "systems.dutch.pair.round": "from ronda.pairing.walk import walk",
    "systems.dutch.check.field": "",
    "systems.dutch.check.round": "from ronda.systems.dutch import rules\nfrom ronda.checking.proofs import Scale\n"
    "from ronda.systems.dutch.check.field import Field",
    "systems.other.rules": "",
}


@pytest.mark.parametrize(
    "line",
    [
        "from ronda.systems.dutch.pair.round import attempt",
        "from ronda.systems.dutch.pair import round",
        "import ronda.systems.dutch.pair.round",
        "from ..pair.round import attempt",
        "from ronda.systems.dutch import SYSTEM",  # the system's own value carries its pairing
        "from ronda.pairing.walk import walk",
        "from ronda.pairing import walk",
        "from ronda.systems.other import rules",
        "def late():\n    from ronda.pairing.walk import walk",
    ],
)
def test_a_fifth_system_is_held_to_it(line: str) -> None:
    assert not broken_contract(FIFTH)
    assert broken_contract(FIFTH | {"systems.dutch.check.field": line})


@pytest.mark.parametrize("module", ["systems.dutch.rules", "checking.proofs", "core.book"])
def test_no_way_round_through_what_a_check_may_import(module: str) -> None:
    assert broken_contract(FIFTH | {module: "from ronda.systems.dutch.pair.round import attempt"})


@pytest.mark.parametrize(
    ("check", "line"),
    [
        ("systems.domino.check", "from ronda.systems.domino.pair.search import attempt"),
        ("systems.melee.check", "from ronda.systems.melee.pair.opponents import Desk"),
    ],
)
def test_a_line_too_many_in_a_check_is_found(check: str, line: str) -> None:
    tree = {name: path.read_text("utf-8") for name, path in modules()}
    assert broken_contract(tree | {check: f"{tree[check]}\n{line}\n"})


def test_no_global_randomness() -> None:
    wrong = []
    for name, path in modules():
        for node in import_statements(path.read_text("utf-8"), typing=True):
            names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            if "random" in names:
                wrong.append(name)
    assert not wrong
