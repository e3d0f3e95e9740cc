"""Imports point downward only: cli → web → sheets, lab → store → desk → formats → systems → ranking → book → model…

Texts are plugged in from outside: nothing below the rooms that speak to people imports them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ronda"

# The floors of the house, from the ground up. A module may import from its own floor and from lower ones.
FLOORS = (
    ("verdicts", "lots", "turkish", "collector", "invisible"),
    ("model",),
    ("facts", "matching"),
    ("erasing",),
    ("history", "book"),
    ("ranking",),
    ("systems",),
    ("labels",),
    ("lists", "formats"),
    ("desk",),
    ("store",),
    ("sheets", "lab", "shapes", "spoken", "personal", "five_tables"),
    ("library",),
    ("web",),
    ("cli",),
)
SPEAKING = ("sheets", "web", "cli", "shapes", "spoken", "personal", "library")
OUTSIDE = ("texts",)  # knows codes and facts, and nothing of the core
FREE = ("", "__main__")
# what a check must never know: how the pairing decided
DECIDING = (
    *("pair", "completion", "matching", "ladder", "steps", "contest", "told", "telling", "hall", "seating"),
    *("ahead", "ballot", "exchange", "factors", "outlook", "plan"),
)


def modules() -> Iterator[tuple[str, Path]]:
    for path in SOURCE.rglob("*.py"):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        yield ("" if name == "__init__" else name), path


def imported(path: Path) -> Iterator[str]:
    """The modules below `ronda` that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name.removeprefix("ronda.") for name in names if name.startswith("ronda."))


def room_of(module: str) -> str:
    return module.split(".")[0]


def floor(module: str) -> int:
    return next(n for n, rooms in enumerate(FLOORS) if room_of(module) in rooms)


def test_every_room_has_its_floor() -> None:
    rooms = {name.split(".")[0] for name, _ in modules()} - set(OUTSIDE) - set(FREE)
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


def test_texts_know_nothing_of_the_core() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, path in modules()
        if name.split(".")[0] in OUTSIDE
        for other in imported(path)
        if other.split(".")[0] not in OUTSIDE
    ]
    assert not wrong


def test_checks_never_import_what_pair_uses_to_decide() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, path in modules()
        if name.startswith("systems.") and (name.split(".")[-1].startswith("check") or name == "systems.proofs")
        for other in imported(path)
        if other.split(".")[-1] in DECIDING
    ]
    assert not wrong


def test_no_global_randomness() -> None:
    wrong = []
    for name, path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
                if "random" in names:
                    wrong.append(name)
    assert not wrong
