"""What a change needs while somebody works on it, in under a minute: `make quick`, `make quick ONLY=store`.

ruff, the architecture, the tests of every package that changed since `main` (or of the one that is named), those named
like a module that changed, and those that changed themselves; without those that need a server of PostgreSQL. A change
of many packages takes as long as they take. `make test` runs everything.
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
    # the main pages: all of the folder takes minutes
    "web": tuple(f"web/test_{name}.py" for name in ("api", "rounds", "results", "phone", "public", "wall")),
}


def main(only: list[str]) -> int:
    tests = [*{*(f"tests/{name}" for name in ALWAYS), *(of_packages(only) if only else of_files(changed()))}]
    print("quick:", *sorted(tests), flush=True)
    lint = subprocess.run([sys.executable, "-m", "ruff", "check", "-q"], cwd=ROOT).returncode
    words = ["pytest", "-q", "-n", "2", "-k", "not postgresql", *sorted(tests)]
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode or lint


def changed() -> list[Path]:
    """The files that differ from where this branch left `main`, those not yet added included."""
    since = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return [*map(Path, _git("diff", "--name-only", since[0]) + _git("ls-files", "--others", "--exclude-standard"))]


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.split()


def of_files(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        if file.parts[0] == "tests" and file.name.startswith("test_") and (ROOT / file).exists():
            yield str(file)
        if file.parts[0] == "tools" or file.parts[:2] == ("src", "ronda"):
            yield from of_packages([package_of(file)])
            if file.parts[2:3] != ("systems",) or len(file.parts) == 4:  # systems have the same names in them
                yield from (str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob(f"test_{file.stem}.py"))


def package_of(file: Path) -> str:
    """`store`; `chess` for a system; `tools`."""
    inner = file.parts[2:] if file.parts[0] == "src" else file.parts
    return inner[1] if inner[0] == "systems" and len(inner) > 2 else inner[0].removesuffix(".py")


def of_packages(packages: Iterable[str]) -> Iterator[str]:
    for package in packages:
        places = ELSEWHERE.get(package, (package,))
        yield from (f"tests/{name}" for name in places if (ROOT / "tests" / name).exists())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
