"""`make starts`: Ronda is started on every Python that it promises and that this machine has.

A version is promised by the classifiers in `pyproject.toml`. Interpreters are looked for on the PATH and where pyenv
and uv keep theirs. Each gets an environment with the locked packages (`.venvs/3.12`, kept until the lock changes; the
Python that runs this has one already), runs the commands of an evening, simulates an event of every system, and serves
pages. The simulated files must be the same, byte for byte, on all of them.

    python -m tests.pythons --uv PATH
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LOCK, PROJECT = ROOT / "requirements" / "run.lock", ROOT / "pyproject.toml"
ENVIRONMENTS = ROOT / ".venvs"
HERE = "{}.{}".format(*sys.version_info)
UNREACHED = re.compile(r"Failed to fetch|error sending request|dns error|Connection refused|timed out", re.IGNORECASE)
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
PAGES = ("/", "/e/{code}", "/guide", "/wall/{code}")
ASK = "import platform, ssl, sys, venv; print(platform.python_version(), sys.executable, sep='\\n')"
SIMULATE = """
import sys, ronda
for name in sys.argv[1:]:
    ronda.dump(ronda.simulate(name, 12, 4, seed=3), f"{name}.json")
"""


class Python(NamedTuple):
    """An interpreter. `version` has three parts, `minor` two."""

    path: Path
    version: str

    @property
    def minor(self) -> str:
        return self.version.rpartition(".")[0]


class Broken(Exception):
    """What went wrong, for people."""


class NoIndex(Exception):
    """The packages could not be fetched."""


def promised(project: Path = PROJECT) -> tuple[str, ...]:
    """The versions that the project says it runs on, the oldest first."""
    told = tomllib.loads(project.read_text("utf-8"))["project"]
    named = [one.rpartition(" ")[2] for one in told["classifiers"] if re.search(r":: Python :: 3\.\d+$", one)]
    assert named[0] == told["requires-python"].removeprefix(">="), "requires-python and the classifiers differ"
    return tuple(named)


def places(versions: Iterable[str], uv: str) -> Iterator[Path]:
    """Where an interpreter may be."""
    for version in versions:
        yield from (Path(folder, f"python{version}") for folder in os.get_exec_path())
    yield from (Path(folder, "python3") for folder in os.get_exec_path())
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    told = subprocess.run([uv, "python", "dir"], capture_output=True, text=True, check=True).stdout.strip()
    for folder in (pyenv / "versions", Path(told)):
        yield from sorted(folder.glob("*/bin/python3"))


def found(versions: tuple[str, ...], candidates: Iterable[Path]) -> tuple[list[Python], list[str]]:
    """One interpreter for each version, the newest of its kind; and the names of those that do not run."""
    running: dict[str, Python] = {}
    broken = []
    for path in dict.fromkeys(candidates):
        if not os.access(path, os.X_OK):
            continue
        told = subprocess.run([str(path), "-c", ASK], capture_output=True, text=True, check=False)
        if told.returncode:
            broken.append(str(path))
            continue
        version, place = told.stdout.splitlines()
        one = Python(Path(place), version)  # a shim of pyenv leads elsewhere
        if one.minor in versions and _numbers(one) > _numbers(running.get(one.minor)):
            running[one.minor] = one
    usable = [running[version] for version in versions if version in running]
    named = [path for path in broken if not any(f"python{one.minor}" in path or one.version in path for one in usable)]
    return usable, named


def _numbers(python: Python | None) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", python.version)] if python else []


def environment(python: Python, uv: str) -> Path:
    """Its folder of programs. Made when there is none for the lock and the interpreter as they are now."""
    if python.minor == HERE:
        return Path(sys.prefix, "bin")
    folder = ENVIRONMENTS / python.minor
    made_of = sha256(LOCK.read_bytes() + PROJECT.read_bytes() + f"{python}".encode()).hexdigest()
    mark = folder / "made-of"
    if not mark.exists() or mark.read_text() != made_of:
        to = ("--python", str(folder / "bin" / "python"))
        for words in (
            ("venv", "--clear", "--python", str(python.path), str(folder)),
            ("pip", "sync", *to, "--require-hashes", str(LOCK)),
            ("pip", "install", *to, "--offline", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)),
        ):
            done = subprocess.run([uv, *words, "-q"], capture_output=True, text=True, check=False)
            if done.returncode:
                raise (NoIndex if UNREACHED.search(done.stderr) else Broken)(done.stderr.strip())
        mark.write_text(made_of)
    return folder / "bin"


def walk(programs: Path, folder: Path) -> dict[str, str]:
    """What people do first, in an empty folder. Gives the digests of the simulated events. Raises Broken."""

    def run(program: str, *words: object) -> str:
        done = subprocess.run(
            [programs / program, *map(str, words)], cwd=folder, env=_surroundings(), capture_output=True, text=True
        )
        if done.returncode:
            raise Broken(f"{program} {' '.join(map(str, words))[:80]}: status {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    run("ronda", "--help")
    (folder / "names.csv").write_text("\n".join(NAMES))
    run("ronda", "new", "evening.json", "--system", "redemption", "--players", "names.csv", "--seed", 7)
    run("ronda", "pair", "evening.json", "--write")
    for table in range(1, len(NAMES) // 2 + 1):
        run("ronda", "result", "evening.json", 1, table, "5-3")
    run("ronda", "standings", "evening.json")
    run("ronda", "check", "evening.json")
    systems = [one["id"] for one in json.loads(run("ronda", "systems", "--json"))["systems"]]
    for name in systems:
        run("ronda", "simulate", "--system", name, "--players", 8, "--rounds", 3, "--repeat", 2, "--workers", 1)
    run("ronda", "simulate", "--system", systems[0], "--players", 8, "--rounds", 3, "--repeat", 4, "--workers", 2)
    run("python", "-c", SIMULATE, *systems)
    code = json.loads(run("ronda", "import", "evening.json", "--store", "--db", "hall.db", "--json"))["code"]
    run("ronda", "standings", code, "--db", "hall.db")
    with _serving(programs, folder) as address:
        for page in PAGES:
            _look(address + page.format(code=code))
    return {name: sha256((folder / f"{name}.json").read_bytes()).hexdigest() for name in systems}


def _surroundings() -> dict[str, str]:
    """Those of this shell, without what is set for Ronda or Python; a fork beside threads is an error."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("RONDA_", "PYTHON"))}
    return {**own, "RONDA_LANG": "en", "PYTHONWARNINGS": "error:This process:DeprecationWarning"}


@contextmanager
def _serving(programs: Path, folder: Path) -> Iterator[str]:
    words = [str(programs / "ronda"), "serve", "--db", "hall.db", "--port", "0", "--trust-local", "--json"]
    with (
        (folder / "server.log").open("w+") as log,
        subprocess.Popen(
            words, cwd=folder, env=_surroundings(), stdout=subprocess.PIPE, stderr=log, text=True
        ) as server,
    ):
        try:
            assert server.stdout is not None
            told = server.stdout.readline()
            if not told:
                raise Broken(f"ronda serve ended\n{Path(log.name).read_text()[-2000:]}")
            yield json.loads(told)["url"]
            server.send_signal(signal.SIGINT)
            if server.wait(60):
                raise Broken(f"ronda serve stopped with status {server.returncode}")
        finally:
            server.kill()


def _look(url: str) -> None:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            page = answer.read().decode()
    except OSError as error:
        raise Broken(f"{url}: {error}") from error
    if "</html>" not in page:
        raise Broken(f"{url}: no page")


def attempt(python: Python, uv: str) -> tuple[str, dict[str, str] | None]:
    """A line that says how it went, and the digests; None where it could not be tried. Raises Broken."""
    try:
        programs = environment(python, uv)
    except NoIndex as trouble:
        return f"{python.version}: NOT TRIED, the package index could not be reached: {trouble}"[:400], None
    with tempfile.TemporaryDirectory() as folder:
        events = walk(programs, Path(folder))
    return f"{python.version}: starts, serves, and simulates {len(events)} systems ({python.path})", events


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.pythons")
    parser.add_argument("--uv", default=shutil.which("uv") or "uv")
    parser.add_argument("--jobs", type=int, default=2)
    values = parser.parse_args()
    versions = promised()
    pythons, broken = found(versions, places(versions, values.uv))
    events: dict[str, dict[str, str]] = {}
    failed = []
    with ThreadPoolExecutor(values.jobs) as pool:
        for python, going in [(one, pool.submit(attempt, one, values.uv)) for one in pythons]:
            try:
                told, made = going.result()
                print(told, flush=True)
                if made is not None:
                    events[python.version] = made
            except Broken as trouble:
                failed.append(python.version)
                print(f"{python.version}: FAILED ({python.path})\n{trouble}", flush=True)
    return judged(versions, events, failed, broken)


def judged(versions: tuple[str, ...], events: dict[str, dict[str, str]], failed: list[str], broken: list[str]) -> int:
    """Says the rest, and gives the status."""
    for path in broken:
        print(f"{path}: does not run")
    tried = [version.rpartition(".")[0] for version in (*events, *failed)]
    missing = [version for version in versions if version not in tried]
    if missing:
        print(f"not on this machine, or not tried: {', '.join(missing)}")
    differing = sorted(
        {name for made in events.values() for name in made if len({other.get(name) for other in events.values()}) > 1}
    )
    if differing:
        print(f"the same event is another file on another Python: {', '.join(differing)}")
    alone = bool(broken) and set(tried) <= {HERE}
    if alone:
        print("only the Python that runs the tests could be tried, though others are here")
    return 1 if failed or differing or alone or not events else 0


if __name__ == "__main__":
    sys.exit(main())
