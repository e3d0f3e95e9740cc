"""Ronda: tournament desk software. For programs: `docs/guide/python.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ronda.library import (
        ActionField,
        Event,
        NextRound,
        Refused,
        StandingsRow,
        act,
        actions,
        check,
        dump,
        dumps,
        explain,
        load,
        loads,
        new,
        pair,
        publish,
        record,
        sheet,
        simulate,
        standings,
        tell,
    )

__version__ = "0.1.0"
__all__ = [
    "ActionField",
    "Event",
    "NextRound",
    "Refused",
    "StandingsRow",
    "act",
    "actions",
    "check",
    "dump",
    "dumps",
    "explain",
    "load",
    "loads",
    "new",
    "pair",
    "publish",
    "record",
    "sheet",
    "simulate",
    "standings",
    "tell",
]


def __getattr__(name: str) -> Any:
    """Imported with the first use: a command that needs little starts at once."""
    if name not in __all__:
        raise AttributeError(f"module 'ronda' has no attribute {name!r}")
    from ronda import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return __all__
