"""What the source weighs: `python -m tests.weight`. Comments, docstrings, layout and migrations count nothing."""

from __future__ import annotations

import ast
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parent.parent / "src" / "ronda"
_LAYOUT = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Weight(NamedTuple):
    tokens: int
    modules: int
    largest_declaration: int  # annotated fields in one class
    imports_in_functions: int


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            yield node.body[0].lineno


def _tokens(path: Path, tree: ast.Module) -> int:
    docstrings = frozenset(_docstring_lines(tree))
    with path.open("rb") as file:
        return sum(
            token.type not in _LAYOUT | {tokenize.ENCODING}
            and not (token.type == tokenize.STRING and token.start[0] in docstrings)
            for token in tokenize.tokenize(file.readline)
        )


def _imports_in_functions(tree: ast.Module) -> int:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return len({id(node) for function in functions for node in ast.walk(function) if isinstance(node, _IMPORTS)})


_IMPORTS = (ast.Import, ast.ImportFrom)


def weight(source: Path = SOURCE) -> Weight:
    counted: Counter[str] = Counter()
    largest = 0
    for path in sorted(source.rglob("*.py")):
        if "migrations" in path.parts:
            continue
        tree = ast.parse(path.read_bytes())
        counted["modules"] += 1
        counted["tokens"] += _tokens(path, tree)
        counted["imports"] += _imports_in_functions(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                largest = max(largest, sum(isinstance(part, ast.AnnAssign) for part in node.body))
    return Weight(counted["tokens"], counted["modules"], largest, counted["imports"])


if __name__ == "__main__":
    for name, value in weight()._asdict().items():
        print(f"{value:>9,} {name}")
