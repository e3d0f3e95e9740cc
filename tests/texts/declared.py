"""Every verdict code that the packages declare, and the places in the source that raise one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_args

import ronda
from ronda.core.verdicts import PASSED, PROOF, Codes, Kind, joined

SOURCE = Path(ronda.__file__).parent
KINDS: tuple[Kind, ...] = get_args(Kind)
# the classes of verdicts, with the position of their facts
RAISED: dict[str, tuple[Kind, int]] = {
    "Reason": ("reason", 2),
    "InForce": ("in_force", 2),
    "PlayerNote": ("player_note", 2),
    "Refusal": ("refusal", 2),
    "Relaxation": ("relaxation", 3),
    "Finding": ("finding", 5),
    "Unreadable": ("unreadable", 1),
    "NotImportable": ("unimportable", 1),
}
# functions whose answer is a part of the facts
ANSWERS = {"skipped_facts": PASSED, "proof_facts": PROOF}


@cache
def modules() -> dict[str, Codes]:
    """Each module that declares codes in `CODES`, by its path below `ronda`."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if "\nCODES: Codes = " in path.read_text("utf-8"):
            name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
            found[name] = import_module(f"ronda.{name}").CODES
    return found


def system_of(module: str) -> str:
    """The system that the module is of, "" for what all have."""
    parts = module.split(".")
    return parts[1] if parts[0] == "systems" and len(parts) > 2 else ""


@cache
def codes_of(system: str) -> Codes:
    """What may be said in an event of the system; without one, whatever no system says alone."""
    return joined(*(codes for of in ("", system) for name, codes in modules().items() if system_of(name) == of))


@cache
def systems() -> tuple[str, ...]:
    return tuple(dict.fromkeys(system_of(name) for name in modules()))


@dataclass(frozen=True, slots=True)
class Raised:
    """A place that raises a verdict: what can be read off it. `whole`: all of its facts can."""

    where: str
    system: str
    kind: Kind
    codes: frozenset[str]
    articles: frozenset[str]
    facts: frozenset[str]
    whole: bool


@cache
def places() -> tuple[Raised, ...]:
    return tuple(raised for path in sorted(SOURCE.rglob("*.py")) for raised in _in_file(path))


def _in_file(path: Path) -> Iterator[Raised]:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    yield from read(path.read_text("utf-8"), name)


def read(source: str, module: str) -> Iterator[Raised]:
    """The places of one module."""
    tree = ast.parse(source)
    function = {
        node: outer for outer in ast.walk(tree) if isinstance(outer, ast.FunctionDef) for node in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED):
            continue
        kind, at = RAISED[node.func.id]
        named = {word.arg: word.value for word in node.keywords}
        code, article, facts = (
            node.args[place] if len(node.args) > place else named.get(word)
            for place, word in ((0, "code"), (1, "article"), (at, "facts"))
        )
        where = function.get(node)
        names, whole = _names(facts, where, node.lineno) if facts is not None else (set(), True)
        yield Raised(
            f"{module}:{node.lineno}",
            system_of(module),
            kind,
            frozenset(_strings(code)),
            frozenset(_strings(article)),
            frozenset(names),
            whole,
        )


def _strings(value: ast.expr | None) -> set[str]:
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return _strings(one) | _strings(other)
        case _:
            return set()


Named = tuple[set[str], bool]


def _names(value: ast.expr, function: ast.FunctionDef | None, line: int, seen: tuple[str, ...] = ()) -> Named:
    """The names of the facts in an expression on that line; False where there may be others."""
    found: list[Named]
    match value:
        case ast.Dict(keys=keys, values=values):
            found = [
                ({str(key.value)}, True)
                if isinstance(key, ast.Constant)
                else _names(inner, function, line, seen)
                if key is None
                else (set(), False)
                for key, inner in zip(keys, values, strict=True)
            ]
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, op=ast.BitOr(), right=other):
            found = [_names(one, function, line, seen), _names(other, function, line, seen)]
        case ast.Call(func=ast.Name(id=name)) if name in ANSWERS:
            found = [(set(ANSWERS[name]), True)]
        case ast.Name(id=name) if function is not None and name not in seen:
            found = _assigned(name, function, line, seen) or [(set(), False)]
        case _:
            found = [(set(), False)]
    return {name for names, _ in found for name in names}, all(whole for _, whole in found)


def _assigned(name: str, function: ast.FunctionDef, line: int, seen: tuple[str, ...]) -> list[Named]:
    """What a name of the function holds on that line: what it was last set to, and what was added since."""
    found: list[Named] = []
    nodes = [node for node in ast.walk(function) if isinstance(node, ast.stmt) and node.lineno < line]
    for node in sorted(nodes, key=lambda node: node.lineno):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=target)], value=value)
                | ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value)
            ) if target == name:
                found = [_names(value, function, node.lineno, (*seen, name))]
            case ast.AugAssign(target=ast.Name(id=target), op=ast.BitOr(), value=value) if target == name:
                found.append(_names(value, function, node.lineno, (*seen, name)))
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=target), slice=ast.Constant(value=str(key)))]) if (
                target == name
            ):
                found.append(({key}, True))
            case _:
                pass
    return found
