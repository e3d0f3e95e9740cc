"""Which systems there are, and where each one lives. Reading it imports none of them.

A system is a package: a folder with its rules and its `texts/`. Those that come with Ronda are the folders of
`ronda.systems`; another package brings one by an entry point of the group `ronda.systems`, whose name is the system's
name and whose value the package that has its `SYSTEM`. Whoever asks for a system that comes with Ronda pays nothing
for the others: only an unknown name, or a list of all, has the entry points read.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec.json import decode

GROUP = "ronda.systems"

_OWN = Path(__file__).parent / "systems"


def names() -> tuple[str, ...]:
    """Every system: those of Ronda by name, then those of other packages by name."""
    return (*_built_in(), *sorted(_brought()))


def known(name: object) -> bool:
    return name in _built_in() or name in _brought()


@cache
def package(name: str) -> str:
    """The package of a system that is known."""
    return f"{GROUP}.{name}" if name in (*_built_in(), *exchanging()) else _brought()[name]


@cache
def exchanging() -> tuple[str, ...]:
    """Those of Ronda that pair report files for other programs: they have a module `exchange`."""
    return _having("exchange.py")


@cache
def reporting() -> tuple[str, ...]:
    """Those of Ronda whose events can stand in report files: they have a module `report`."""
    return _having("report.py")


@cache
def texts_folder(name: str) -> Path | None:
    """Where the texts of a system are; None where there is no such system."""
    if name in _built_in():
        return _OWN / name / "texts"
    module = _brought().get(name)
    spec = find_spec(module) if module else None
    return Path(spec.origin).parent / "texts" if spec is not None and spec.origin else None


def picture(name: str, own: str = "") -> bytes | None:
    """The drawing of a system's table (SVG), in its folder beside the texts, or one of its `pictures`; None where there
    is none."""
    folder = texts_folder(name)
    drawing = folder.parent / (f"pictures/{own}.svg" if own else "picture.svg") if folder is not None else None
    return drawing.read_bytes() if drawing is not None and drawing.exists() else None


def seasons(name: str) -> dict[str, Any]:
    """The rules of seasons that are usual where a system is played (JSON), in its folder beside the texts, by name."""
    folder = texts_folder(name)
    file = folder.parent / "seasons.json" if folder is not None else None
    found: dict[str, Any] = decode(file.read_bytes()) if file is not None and file.exists() else {}
    return found


def forget() -> None:
    """Look again at what is installed."""
    _built_in.cache_clear()
    _brought.cache_clear()
    package.cache_clear()
    texts_folder.cache_clear()


@cache
def _built_in() -> tuple[str, ...]:
    return _having("texts")


def _having(name: str) -> tuple[str, ...]:
    """The folders in which there is something of that name."""
    return tuple(sorted(folder for folder in os.listdir(_OWN) if os.path.exists(f"{_OWN}/{folder}/{name}")))


@cache
def _brought() -> dict[str, str]:
    """The packages of other systems. A name of Ronda's own is never taken over: its events are made by its rules."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    own = _built_in()
    return {entry.name: entry.module for entry in entry_points(group=GROUP) if entry.name not in own}
