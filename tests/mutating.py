"""Do the tests notice? Small mistakes are made in a copy of the source, one at a time, and the narrow tests are run.

`make mutate` (SAMPLES=40 SEED=1 ONLY=core): each mistake that no test notices is named; it is either a gap in the tests
or changes nothing that can be seen. The sample is drawn by the seed, so it can be repeated. Nothing in the working tree
is touched: the copy stands first on the path of the tests.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ronda"
SECONDS = 300  # of processor: a mistake that makes a loop endless is noticed, too

WORKING = ("tests/core/test_working.py", "tests/core/test_lists.py")  # of every system
# Which tests are expected to notice, narrowest first.
NARROW: dict[str, tuple[str, ...]] = {
    "core": ("tests/core", "tests/test_turkish.py", "tests/desk", "tests/redemption", "tests/formats"),
    "desk": ("tests/desk", "tests/states/test_walk.py", "tests/cli/test_contract.py"),
    "pairing": ("tests/core", "tests/redemption", "tests/chess"),
    "checking": ("tests/check/test_proofs.py", "tests/check/test_redemption_check.py", "tests/check"),
    "systems/redemption": ("tests/redemption", "tests/check/test_redemption_check.py", *WORKING),
    "systems/chess": ("tests/chess", "tests/check/test_chess_check.py", *WORKING),
    "systems/domino": ("tests/domino", "tests/check", *WORKING),
    "systems/melee": ("tests/melee", "tests/check", *WORKING),
    "formats": ("tests/formats",),
    "store": ("tests/store",),
}
USUAL = ("core", "desk", "pairing", "systems/redemption", "systems/chess")

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


class Mistake(NamedTuple):
    """One change of one node."""

    module: Path
    line: int
    what: str
    apply: Callable[[], None]
    tree: ast.Module

    @property
    def place(self) -> str:
        return f"{self.module.relative_to(ROOT)}:{self.line}"


def mistake(module: Path, at: int) -> Mistake:
    """One of those that can be made in a module, on a tree of its own."""
    tree = ast.parse(module.read_text("utf-8"))
    line, what, apply = list(_sites(tree))[at]
    return Mistake(module, line, what, apply, tree)


Site = tuple[int, str, Callable[[], None]]


def _sites(tree: ast.Module) -> Iterator[Site]:
    for node in _decided(tree):
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
                other = COMPARED[type(operator)]()
                said = f"{type(operator).__name__} becomes {type(other).__name__} in `{ast.unparse(node)}`"
                yield node.lineno, said, partial(setattr, node, "ops", [other])
            case ast.BoolOp(op=operator):
                swapped = ast.Or() if isinstance(operator, ast.And) else ast.And()
                said = f"and/or swapped in `{ast.unparse(node)}`"
                yield node.lineno, said, partial(setattr, node, "op", swapped)
            case ast.Constant(value=bool(value)):
                said = f"{value} becomes {not value}"
                yield node.lineno, said, partial(setattr, node, "value", not value)
            case ast.Constant(value=int(value)):
                yield node.lineno, f"{value} becomes {value + 1}", partial(setattr, node, "value", value + 1)
            case ast.BinOp(op=ast.Add() | ast.Sub() as operator):
                turned = ast.Sub() if isinstance(operator, ast.Add) else ast.Add()
                said = f"+/- swapped in `{ast.unparse(node)}`"
                yield node.lineno, said, partial(setattr, node, "op", turned)
            case ast.If(test=test) | ast.IfExp(test=test):
                negated = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
                said = f"if/else swapped at `{ast.unparse(test)}`"
                yield node.lineno, said, partial(setattr, node, "test", negated)
        if isinstance(node, ast.FunctionDef | ast.For | ast.If | ast.With | ast.While):
            yield from _drops(node.body)


def _drops(body: list[ast.stmt]) -> Iterator[Site]:
    """Statements that are there for what they do."""
    for at, statement in enumerate(body):
        match statement:
            case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign():
                said = f"without `{ast.unparse(statement)}`"
                yield statement.lineno, said, partial(body.__setitem__, at, ast.Pass())


def _decided(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes in which something is decided: no annotations, decorators, assertions or imports, and not the keyword
    `strict`, which only guards."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
                continue
            if isinstance(node, ast.keyword) and node.arg in ("strict", "slots", "frozen"):
                continue
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                continue
            yield node
            yield from _decided(node)


def noticed(made: Mistake, tests: Sequence[str], copy: Path) -> bool:
    """Whether some test fails with this mistake in the copy."""
    target = copy / "ronda" / made.module.relative_to(SOURCE)
    right = target.read_text("utf-8")
    made.apply()
    target.write_text(ast.unparse(ast.fix_missing_locations(made.tree)), "utf-8")
    try:
        return not pass_with(copy, tests)
    finally:
        target.write_text(right, "utf-8")


def pass_with(copy: Path, tests: Sequence[str]) -> bool:
    bounded = ["sh", "-c", f'ulimit -t {SECONDS}; exec "$@"', "sh"]
    words = [*bounded, sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    surroundings = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(words, cwd=ROOT, env=surroundings, capture_output=True)
    return done.returncode == 0


def sample(only: Sequence[str], count: int, seed: int) -> list[tuple[str, Mistake]]:
    """So many mistakes, spread over the packages by how much can go wrong there."""
    modules = {path: folder for folder in only for path in sorted((SOURCE / folder).rglob("*.py"))}
    sizes = {path: len(list(_sites(ast.parse(path.read_text("utf-8"))))) for path in modules}
    chance = random.Random(seed)
    every = [(path, at) for path, size in sizes.items() for at in range(size)]
    chosen = chance.sample(every, min(count, len(every)))
    return [(modules[path], mistake(path, at)) for path, at in chosen]


def main() -> int:
    count, seed = int(os.environ.get("SAMPLES", "40")), int(os.environ.get("SEED", "1"))
    only = tuple(os.environ["ONLY"].split(",")) if os.environ.get("ONLY") else USUAL
    tally: Counter[tuple[str, bool]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(SOURCE, copy / "ronda", ignore=shutil.ignore_patterns("__pycache__"))
        for at, (part, made) in enumerate(sample(only, count, seed), start=1):
            found = noticed(made, NARROW[part], copy)
            tally[part, found] += 1
            mark = "noticed " if found else "SURVIVES"
            print(f"{at:4} {mark} {made.place}: {made.what}", flush=True)
    for part in only:
        right, wrong = tally[part, True], tally[part, False]
        if right + wrong:
            print(f"{part}: {right} of {right + wrong} noticed")
    right = sum(number for (_, found), number in tally.items() if found)
    print(f"all: {right} of {tally.total()} noticed ({right / max(tally.total(), 1):.0%}), seed {seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
