"""What the dialogue takes for an answer (C1)."""

from __future__ import annotations

from ronda.cli.dialogue import whole
from ronda.core.invisible import visible
from ronda.core.model import Setup
from ronda.core.text_rules import forbidden_character
from ronda.systems import console_system
from ronda.systems.declarations import Console


def offered() -> Console:
    """What the system that offers the dialogue says about it."""
    found = console_system().console
    assert found is not None, "it offers one"
    return found


_MOST = 1_000_000_000
_LONGEST = 200


def licence_number(text: str) -> int | None:  # C1.1; 0 and below end the list
    number = whole(text)
    return number if number is not None and number <= _MOST else None


def kept_name(name: str) -> str:
    rules = console_system()
    return rules.kept_name(Setup(rules.id), name)


def name_of(text: str) -> str | None:  # C1.2
    name = kept_name(" ".join(visible(text).split()))
    return name if name and len(name) <= _LONGEST and forbidden_character(name) is None else None


def rating_of(text: str) -> int | None:  # C1.3
    number = whole(text)
    return number if number is not None and (number == 0 or 1000 <= number <= _MOST) else None
