"""Which texts the program needs, read off its source: so that no code is without a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import ronda
from ronda.formats.unreadable import FACTS
from ronda.systems import NAMES, system

SOURCE = Path(ronda.__file__).parent
KINDS = {"Reason": "reason", "Relaxation": "relaxation", "Finding": "finding", "Refusal": "refusal"}


def wanted_keys() -> dict[str, str]:
    """Every key that is needed, and where."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for key in _in_source(ast.parse(path.read_text("utf-8"))):
            found.setdefault(key, str(path.relative_to(SOURCE)))
    for code in FACTS:
        found.setdefault(f"unreadable.{code}", "formats/unreadable.py")
    for name in NAMES:
        checking = import_module(f"ronda.systems.{name}.check")
        keys = [f"system.{name}.name", f"system.{name}.about"]
        keys += [f"option.{name}.{option.name}" for option in system(name).options]
        keys += [f"finding.{code}" for code in getattr(checking, "CODES", ())]
        for key in keys:
            found.setdefault(key, f"systems/{name}")
    return found


def _in_source(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from _codes_by_name(node)
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in KINDS:
                yield from (f"{KINDS[name]}.{code}" for code in _strings(first))
            case ast.Call(func=ast.Name(id="Criterion"), args=[first, *_]):
                yield from (f"criterion.{code}" for code in _strings(first))
            case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(key)), *_]):
                yield key
            case ast.Dict(keys=keys, values=values):
                for name_, value in zip(keys, values, strict=True):
                    if isinstance(name_, ast.Constant) and name_.value == "why":
                        yield from (f"skipped.{code}" for code in _strings(value))
            case _:
                pass


def _codes_by_name(function: ast.FunctionDef) -> Iterator[str]:
    """`code, article = "bye_even", "R3.4"` … `Reason(code, article, …)` in one function."""
    kinds = {
        KINDS[call.func.id]
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KINDS
        if call.args and isinstance(call.args[0], ast.Name) and call.args[0].id == "code"
    }
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple):
            continue
        names = [target.id if isinstance(target, ast.Name) else "" for target in node.targets[0].elts]
        if "code" not in names:
            continue
        for value in _branches(node.value):
            if isinstance(value, ast.Tuple):
                codes = _strings(value.elts[names.index("code")])
                yield from (f"{kind}.{code}" for kind in kinds for code in codes)


def _branches(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from _branches(value.body)
        yield from _branches(value.orelse)
    else:
        yield value


def _strings(value: ast.expr) -> list[str]:
    return [v.value for v in _branches(value) if isinstance(v, ast.Constant) and isinstance(v.value, str)]
