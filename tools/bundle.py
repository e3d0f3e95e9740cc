"""`make bundle`: one folder with Ronda, everything it needs, and scripts that install and start it without a network.

The wheels are those of `requirements/run.lock`, for one or several systems and versions of Python. Which packages a
system needs is for uv to say (pip would look at the system that it runs on); pip fetches them.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "deploy" / "bundle"
PIP = "pip>=25,<27"  # goes along, for systems whose Python has none


class Platform(NamedTuple):
    """A system as uv calls it, and the tags of wheels that fit it."""

    uv: str
    tags: tuple[str, ...]


PLATFORMS = {
    "linux": Platform(
        "x86_64-manylinux_2_28",
        ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    ),
    "linux-arm": Platform(
        "aarch64-manylinux_2_28",
        ("manylinux_2_28_aarch64", "manylinux_2_27_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    ),
    "macos": Platform("aarch64-apple-darwin", ("macosx_14_0_arm64", "macosx_14_0_universal2")),
    "windows": Platform("x86_64-pc-windows-msvc", ("win_amd64",)),
}


def locked() -> str:
    """The versions of the lock as constraints, without hashes: the lock names files of all systems."""
    text = (ROOT / "requirements" / "run.lock").read_text("utf-8")
    return "\n".join(line.strip() for line in re.findall(r"^[a-z0-9][^ ]*==[^\\\n]+", text, re.MULTILINE)) + "\n"


def fetch(wheel: Path, house: Path, platform: Platform, python: str, uv: str) -> None:
    """All wheels for one system and one version of Python."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "constraints.txt").write_text(locked())
        (folder / "wanted.in").write_text(f"ronda @ {wheel.as_uri()}\n{PIP}\n")
        found = folder / "needed.txt"
        compile_ = [uv, "pip", "compile", "-q", "--python-platform", platform.uv, "--python-version", python]
        compile_ += ["--no-header", "--no-annotate", "-c", str(folder / "constraints.txt")]
        subprocess.run([*compile_, "-o", str(found), str(folder / "wanted.in")], check=True)
        needed = [line for line in found.read_text().splitlines() if line and not line.startswith(("ronda ", "#"))]
        (folder / "needed.in").write_text("\n".join(needed) + "\n")
        tags = [word for tag in platform.tags for word in ("--platform", tag)]
        download = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
        download += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, *tags]
        subprocess.run([*download, "-d", str(house), "-r", str(folder / "needed.in")], check=True)


def bundle(wheel: Path, target: Path, platforms: list[str], pythons: list[str], uv: str) -> None:
    shutil.rmtree(target, ignore_errors=True)
    house = target / "wheelhouse"
    house.mkdir(parents=True)
    for name in platforms:
        for python in pythons:
            print(f"== {name}, Python {python}", flush=True)
            fetch(wheel, house, PLATFORMS[name], python, uv)
    shutil.copy(wheel, house)
    for script in ("start.sh", "start.bat", "README.txt"):
        text = (SCRIPTS / script).read_text("utf-8")
        (target / script).write_text(text, "utf-8", newline="\n" if script == "start.sh" else "\r\n")
    shutil.copy(target / "start.sh", target / "start.command")
    for script in ("start.sh", "start.command"):
        os.chmod(target / script, 0o755)
    (target / "VERSION").write_text(wheel.name.split("-")[1] + "\n")
    (target / "PYTHONS").write_text("\n".join(reversed(pythons)) + "\n")
    shutil.copytree(ROOT / "docs", target / "docs")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--wheel", type=Path, required=True)
    asked.add_argument("--to", type=Path, required=True)
    asked.add_argument("--uv", required=True)
    asked.add_argument("--platforms", nargs="+", choices=PLATFORMS, default=["linux"])
    asked.add_argument("--pythons", nargs="+", default=[f"{sys.version_info[0]}.{sys.version_info[1]}"])
    values = asked.parse_args()
    bundle(values.wheel.resolve(), values.to, values.platforms, values.pythons, values.uv)
    wheels = list((values.to / "wheelhouse").iterdir())
    size = sum(path.stat().st_size for path in wheels)
    print(f"{values.to}: {len(wheels)} wheels, {size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
