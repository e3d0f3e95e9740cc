"""One name, one meaning: a class is called as no other is. A system may call things by its own words in its folder."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "ronda"

# names that two classes have, and why
TWICE = {
    "KeyReused": "of any ledger; that of the store is a kind of it",
    "NextRound": "what the library answers, and the body with which the API asks for it: both are published names",
    "Refused": "a rule forbids it: to a command, and to a program that imports ronda",
}


def of_a_system(path: Path) -> bool:
    parts = path.relative_to(SOURCE).parts
    return parts[0] == "systems" and len(parts) > 2


def repeated(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """The names of public classes that stand in several places of these sources, with the places."""
    found: dict[str, list[str]] = {}
    for where, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(where)
    return {name: places for name, places in found.items() if len(places) > 1}


def test_a_class_is_called_as_no_other_is() -> None:
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if not of_a_system(path)]
    found = repeated({str(path.relative_to(SOURCE)): path.read_text("utf-8") for path in paths})
    assert {name: places for name, places in found.items() if name not in TWICE} == {}
    assert TWICE.keys() <= found.keys(), "no longer there twice"


def test_a_second_class_of_a_name_is_found() -> None:
    sources = {"a.py": "class Desk: ...\nclass _Own: ...", "b.py": "def f():\n    class Desk: ...\nclass _Own: ..."}
    assert repeated(sources) == {"Desk": ["a.py", "b.py"]}
