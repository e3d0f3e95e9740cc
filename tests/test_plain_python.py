"""Python and the libraries are used as they are: nothing of them is replaced, and nothing is taken from their insides.
What does so works until the next version of either."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ronda"
NEVER = {
    *(("sys", name) for name in ("meta_path", "path_hooks")),
    *(("os", name) for name in ("_exit", "fork", "forkpty")),
    *(("builtins", name) for name in ("__import__", "compile")),
}
# A process with threads must not fork: `ronda.lab.simulate.processes` starts workers afresh.
FORKING = {"ProcessPoolExecutor", "Pool", "preexec_fn"}
MAY_MAKE_PROCESSES = "lab/simulate.py"
# Insides of libraries that are still used. None is to be added.
PRIVATE_YET = {
    ("web/http/connections.py", "uvicorn.protocols.http.httptools_impl.HttpToolsProtocol"),
    ("web/http/connections.py", "uvicorn.protocols.http.httptools_impl.RequestResponseCycle"),
}


def patched(tree: ast.Module) -> Iterator[str]:
    """What is changed in a module, class or function that was imported from outside."""
    foreign = {name for name, module in _imported(tree) if module.split(".")[0] != "ronda"}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ctx):
                if (owner, name) in NEVER or (owner in foreign and not isinstance(ctx, ast.Load)):
                    yield f"{owner}.{name}"
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[ast.Name(id=owner), *_]) if owner in foreign:
                yield f"setattr({owner})"
            case ast.Subscript(value=ast.Attribute(attr="modules"), ctx=ast.Store() | ast.Del()):
                yield "sys.modules"
            case ast.Attribute(value=ast.Attribute(attr="modules"), attr="update" | "pop" | "setdefault" | "clear"):
                yield "sys.modules"
            case ast.ImportFrom(module=module) if any((module, alias.name) in NEVER for alias in node.names):
                yield f"from {module}"


def private(tree: ast.Module) -> Iterator[str]:
    """Modules and names of others that begin with an underscore or say that they are an implementation."""
    for _, module in _imported(tree):
        parts = module.split(".")
        inside = any(one.startswith("_") or one.endswith("_impl") for one in parts)
        if inside and parts[0] not in ("ronda", "__future__"):
            yield module


def forking(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="concurrent.futures" | "multiprocessing" | "multiprocessing.pool"):
                yield from (alias.name for alias in node.names if alias.name in FORKING)
            case ast.keyword(arg="preexec_fn"):
                yield "preexec_fn"
            case ast.Attribute(value=ast.Name(id="os"), attr="fork" | "forkpty"):
                yield "os.fork"
            case ast.Attribute(value=ast.Name(id="multiprocessing" | "futures"), attr="Process" | "Pool" as name):
                yield name


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that imports bind, and the full name of what each stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def trees(folder: Path) -> dict[str, ast.Module]:
    return {str(path.relative_to(folder)): ast.parse(path.read_text("utf-8")) for path in folder.rglob("*.py")}


def test_nothing_of_others_is_replaced() -> None:
    found = {place: list(patched(tree)) for place, tree in trees(SOURCE).items()}
    assert {place: names for place, names in found.items() if names} == {}


def test_no_insides_of_libraries() -> None:
    found = {(place, name) for place, tree in trees(SOURCE).items() for name in private(tree)}
    assert found - PRIVATE_YET == set()


def test_nobody_forks() -> None:
    found = {place: list(forking(tree)) for folder in (SOURCE, ROOT / "tests") for place, tree in trees(folder).items()}
    found[MAY_MAKE_PROCESSES] = []
    assert {place: names for place, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "text",
    [
        "import re\nre.compile = print",
        "import typing as t\nt.ForwardRef = None",
        "import os.path\nos.sep = '/'",
        "from litestar import Router\nRouter.route = None",
        "import gc\nsetattr(gc, 'enable', print)",
        "import gc\ndel gc.enable",
        "import sys\nsys.modules['a'] = None",
        "import sys\nsys.modules.update({})",
        "import sys\ndel sys.modules['a']",
        "import sys\nsys.meta_path.insert(0, None)",
        "from sys import meta_path",
        "import os\nos._exit(0)",
        "import random\nrandom.seed += 1",
    ],
)
def test_a_patch_is_found(text: str) -> None:
    assert list(patched(ast.parse(text)))
    assert not list(patched(ast.parse("import gc, sys\ngc.freeze()\nown = sys.argv\nown.x = 1\nlist(sys.modules)")))


@pytest.mark.parametrize(
    "text", ["from litestar._a import b", "import uvicorn.protocols.http.httptools_impl", "from functools import _a"]
)
def test_an_inside_is_found(text: str) -> None:
    assert list(private(ast.parse(text)))
    assert not list(private(ast.parse("from __future__ import annotations\nfrom ronda._a import b\nimport os")))


@pytest.mark.parametrize(
    "text",
    [
        "from concurrent.futures import ProcessPoolExecutor",
        "from multiprocessing import Pool",
        "import subprocess\nsubprocess.run([], preexec_fn=print)",
        "import os\nos.fork()",
    ],
)
def test_a_fork_is_found(text: str) -> None:
    assert list(forking(ast.parse(text)))
