"""What a change needs while somebody works on it, in under a minute: `make quick`, `make quick ONLY=store`.

ruff, the architecture, the tests that changed, and the tests of every package that changed since `main` (or of the one
that is named), without those that need a server of PostgreSQL. `make test` runs everything.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALWAYS = ("test_architecture.py", "test_class_names.py", "test_system_names.py", "test_plain_python.py")
# packages whose tests are not in the folder of the same name
ELSEWHERE = {
    **dict.fromkeys(("stages", "series", "prizes", "people"), ("beyond",)),
    "pairing": ("core", "chess", "redemption"),
    "checking": ("check",),
    "registry": ("systems",),
    "conformance": ("systems",),
    "five_tables": ("tables",),
    "ledgers": ("desk",),
    "engine": ("trf",),
    "library": ("test_python.py",),
}


def main(only: list[str]) -> int:
    packages = {name.removeprefix("systems.") for name in only} or {*map(package_of, changed())} - {""}
    tests = sorted({*places(packages), *(() if only else changed_tests(changed()))})
    print("quick:", *tests, flush=True)
    quietly = ("-q", "-n", "2", "-k", "not postgresql")
    lint = subprocess.run([sys.executable, "-m", "ruff", "check", "-q"], cwd=ROOT).returncode
    return subprocess.run([sys.executable, "-m", "pytest", *quietly, *tests], cwd=ROOT).returncode or lint


def changed() -> list[str]:
    """The files that differ from where this branch left `main`, those not yet added included."""
    since = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return [*_git("diff", "--name-only", since[0]), *_git("ls-files", "--others", "--exclude-standard")]


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.split()


def package_of(file: str) -> str:
    """`store`, or `chess` for a system; "" for what is no source."""
    parts = file.split("/")
    if parts[:2] != ["src", "ronda"]:
        return parts[0] if parts[0] == "tools" else ""
    inner = parts[3:] if parts[2] == "systems" and len(parts) > 4 else parts[2:]
    return inner[0].removesuffix(".py")


def places(packages: Iterable[str]) -> Iterator[str]:
    yield from (f"tests/{name}" for name in ALWAYS)
    for package in packages:
        listed = ELSEWHERE.get(package, (package,))
        yield from (f"tests/{name}" for name in listed if (ROOT / "tests" / name).exists())


def changed_tests(files: Iterable[str]) -> Iterator[str]:
    for file in files:
        path = Path(file)
        if path.parts[0] == "tests" and path.name.startswith("test_") and (ROOT / file).exists():
            yield file


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
