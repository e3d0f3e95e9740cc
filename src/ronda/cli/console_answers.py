"""What the dialogue takes for an answer (C1)."""

from __future__ import annotations

from ronda.cli.dialogue import whole
from ronda.formats.shape import forbidden_character
from ronda.invisible import visible
from ronda.turkish import upper

_MOST = 1_000_000_000
_LONGEST = 200


def licence_number(text: str) -> int | None:  # C1.1; 0 and below end the list
    number = whole(text)
    return number if number is not None and number <= _MOST else None


def name_of(text: str) -> str | None:  # C1.2
    name = upper(" ".join(visible(text).split()))
    return name if name and len(name) <= _LONGEST and forbidden_character(name) is None else None


def rating_of(text: str) -> int | None:  # C1.3
    number = whole(text)
    return number if number is not None and (number == 0 or 1000 <= number <= _MOST) else None
