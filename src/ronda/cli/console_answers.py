"""What the dialogue takes for an answer (C1)."""

from __future__ import annotations

from typing import Any

from ronda.cli.dialogue import whole
from ronda.core.invisible import visible
from ronda.core.model import Player, Setup
from ronda.core.verdicts import Refusal
from ronda.systems import console_system
from ronda.systems.declarations import Console
from ronda.systems.players import fit_player


def offered() -> Console:
    """What the system that offers the dialogue says about it."""
    found = console_system().console
    assert found is not None, "it offers one"
    return found


def _fits(**typed: Any) -> bool:
    """Whether the desk would take it of a player."""
    rules = console_system()
    fit = fit_player(rules, Setup(rules.id), Player(**{"id": 1, "name": "?", **typed}))
    return not isinstance(fit, Refusal)


def licence_number(text: str) -> int | None:  # C1.1; 0 and below end the list
    number = whole(text)
    return number if number is not None and (number <= 0 or _fits(licence=str(number))) else None


def name_of(text: str) -> str | None:  # C1.2
    rules = console_system()
    name = rules.kept_name(Setup(rules.id), " ".join(visible(text).split()))
    return name if _fits(name=name) else None


def rating_of(text: str) -> int | None:  # C1.3
    number = whole(text)
    return number if number is not None and _fits(rating=number, national_rating=number) else None
