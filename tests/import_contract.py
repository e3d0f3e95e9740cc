"""What a check may import, in any system there is or will be: a contract over the imports of a source tree.

A check is written from the rulebook. It knows the record (CORE), the rules and the facts of its own system (BESIDE, of
which `field` is what pairing and check both read), the proofs that all checks share, and other modules of its own.
Whatever it reaches through those is none of the pairing either.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import resolve_name

# the facts and what is read from them without deciding anything
CORE = {"core"}.union(
    f"core.{name}"
    for name in (
        *("book", "chance", "history", "model"),
        *("penalty_effects", "ranking", "stage_plan", "values", "verdicts", "weighted_matching"),
    )
)
# beside `pair` and `check` in a system's own folder: its articles, the facts of a field, and the form in which a round
# keeps things
BESIDE = frozenset({"codes", "criteria", "field", "ranking", "rules", "scoring"})


@cache
def import_statements(source: str, *, typing: bool) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Wherever they stand in the source; with or without those that only type checkers read."""
    found: list[ast.Import | ast.ImportFrom] = []
    ahead: list[ast.AST] = [ast.parse(source)]
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(node)
        elif isinstance(node, ast.If) and not typing and ast.unparse(node.test) == "TYPE_CHECKING":
            ahead += node.orelse
        elif not isinstance(node, ast.expr):  # no statement is within one
            ahead += ast.iter_child_nodes(node)
    return tuple(found)


def imported_by(
    module: str, source: str, known: Mapping[str, str], *, package: bool, typing: bool = True
) -> Iterator[str]:
    """The modules of the tree that the source of `module` imports, wherever in it: the names of `known`."""
    at = module if package else module.rpartition(".")[0]
    for node in import_statements(source, typing=typing):
        if isinstance(node, ast.ImportFrom):
            full = f"ronda.{at}".rstrip(".")
            base = resolve_name("." * node.level + (node.module or ""), full) if node.level else (node.module or "")
            for alias in node.names:
                inner = f"{base}.{alias.name}".removeprefix("ronda.")
                yield inner if inner in known else base.removeprefix("ronda.")
        else:
            yield from (alias.name.removeprefix("ronda.") for alias in node.names)


def _imports(tree: Mapping[str, str], packages: frozenset[str]) -> dict[str, set[str]]:
    return {
        name: {other for other in imported_by(name, source, tree, package=name in packages) if other in tree}
        for name, source in tree.items()
    }


def is_check(module: str) -> bool:
    """A module of the check of some system, or one that all checks share."""
    parts = module.split(".")
    return parts[0] == "checking" or (parts[0] == "systems" and len(parts) > 2 and parts[2].startswith("check"))


def is_pairing(module: str) -> bool:
    """A module that decides about rounds: the shared tools, or the pairing of some system."""
    parts = module.split(".")
    return parts[0] == "pairing" or (parts[0] == "systems" and len(parts) > 2 and parts[2].startswith("pair"))


def _allowed(check: str, other: str) -> bool:
    parts = other.split(".")
    if parts[0] == "checking" or other in CORE:
        return True
    own = check.split(".")[:2]
    return own[0] == "systems" and parts[:2] == own and len(parts) > 2 and (is_check(other) or parts[2] in BESIDE)


def broken_contract(tree: Mapping[str, str], packages: frozenset[str] = frozenset()) -> list[str]:
    """What breaks the contract in a tree of sources by module name (without `ronda.`)."""
    imports = _imports(tree, packages)
    wrong = []
    for check in sorted(filter(is_check, tree)):
        wrong += [f"{check} imports {other}" for other in sorted(imports[check]) if not _allowed(check, other)]
        reached: set[str] = set()
        ahead = sorted(imports[check])
        while ahead:
            module = ahead.pop()
            if module not in reached:
                reached.add(module)
                ahead += imports[module]
        wrong += [f"{check} reaches {other}" for other in sorted(filter(is_pairing, reached - imports[check]))]
    return wrong
