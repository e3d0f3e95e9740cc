"""The imports of the source as a graph: of modules, and of packages. For the tests, and for the picture in
`docs/architecture.md` (`python -m tests.import_graph --write`)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from statistics import median

from tests.import_contract import imported_by

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ronda"
Graph = Mapping[str, frozenset[str]]


def modules(source: Path = SOURCE) -> dict[str, Path]:
    """The files by module name, without `ronda.`; the package itself is left out, since everything is inside it."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        name = ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        if name != "__init__":
            found[name] = path
    return found


@cache
def imports(source: Path = SOURCE) -> Graph:
    """What each module imports, wherever in it, but for what is there only for type checkers and never run."""
    files = modules(source)
    texts = {name: path.read_text("utf-8") for name, path in files.items()}
    return {
        name: frozenset(
            other
            for other in imported_by(name, text, texts, package=files[name].name == "__init__.py", typing=False)
            if other in texts and other != name
        )
        for name, text in texts.items()
    }


def inside(package: str, graph: Graph) -> Graph:
    """What a package is made of: its modules, and its sub-packages with all that is below them, and which of these
    imports from which. The package itself, which may gather them up, is none of them. "" is the whole."""
    prefix = f"{package}." if package else ""
    found: dict[str, set[str]] = {}
    for name, others in graph.items():
        if name.startswith(prefix):
            part = name.removeprefix(prefix).split(".")[0]
            below = {o.removeprefix(prefix).split(".")[0] for o in others if o.startswith(prefix)}
            found.setdefault(part, set()).update(below - {part})
    return {name: frozenset(others) for name, others in sorted(found.items())}


def packages(source: Path = SOURCE) -> list[str]:
    return ["", *(name for name, path in modules(source).items() if path.name == "__init__.py")]


def cycles(graph: Graph) -> list[frozenset[str]]:
    """The sets of nodes that reach each other (Tarjan), larger than one."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[frozenset[str]] = []

    def visit(node: str) -> None:
        numbers[node] = lowest[node] = len(numbers)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in numbers:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], numbers[other])
        if lowest[node] == numbers[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(frozenset(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in numbers:
            visit(node)
    return found


def without_shortcuts(graph: Graph) -> Graph:
    """Only the arrows that no longer way replaces; for a graph without cycles."""

    def reach(node: str) -> frozenset[str]:
        return frozenset(graph[node]).union(*(reach(other) for other in graph[node]))

    return {
        node: frozenset(o for o in others if not any(o in reach(another) for another in others if another != o))
        for node, others in graph.items()
    }


def mermaid(graph: Graph, leave_out: Iterable[str] = ()) -> str:
    """The picture: an arrow means "imports"."""
    out = frozenset(leave_out)
    kept = {name: others - out for name, others in graph.items() if name not in out}
    lines = [f"    {name} --> {other}" for name, others in without_shortcuts(kept).items() for other in sorted(others)]
    alone = [f"    {name}" for name, others in kept.items() if not others and not any(name in o for o in kept.values())]
    return "\n".join(["```mermaid", "graph TD", *lines, *alone, "```"])


def figures(source: Path = SOURCE) -> dict[str, float]:
    """How the source is cut."""
    files, graph = modules(source), imports(source)
    lines = {name: len(path.read_text("utf-8").splitlines()) for name, path in files.items()}
    inner = [name for name, path in files.items() if path.name != "__init__.py"]
    importers = {name: sum(name in others for others in graph.values()) for name in inner}
    return {
        "modules": len(inner),
        "median lines": median(lines[name] for name in inner),
        "imported by one other": sum(count == 1 for count in importers.values()),
        "under 60 lines": sum(lines[name] < 60 for name in inner),
        "imported by one other and under 60 lines": sum(importers[n] == 1 and lines[n] < 60 for n in inner),
        "cycles of modules": len(cycles(graph)),
        "cycles of packages": sum(len(cycles(inside(package, graph))) for package in packages(source)),
    }


PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- picture: make picture -->\n", "<!-- end of the picture -->"


def page_with_picture() -> str:
    """The page as it should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, found, after = rest.partition(END)
    assert found, "the end of the picture is marked"
    return f"{before}{BEGIN}{mermaid(inside('', imports()), leave_out=('__main__',))}\n{END}{after}"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page_with_picture(), "utf-8")
    else:
        for name, value in figures(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE).items():
            print(f"{name}: {value:g}")
