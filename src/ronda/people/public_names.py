"""What of a person may be seen by everybody (PP1.2, PP1.3, PP5.1)."""

from __future__ import annotations

import re
from typing import Literal

Shown = Literal["full", "short", "initials", "number"]
ADULT = 18


def young(born: int | None, year: int, *, youth_event: bool = False) -> bool:
    """PP5.1: younger than 18 in the year of the event, or not known in a youth event."""
    return youth_event if born is None else year - born < ADULT


def short_name(name: str) -> str:
    """PP5.1: "Kaya, Deniz" and "Deniz Kaya" become "Deniz K."."""
    family, comma, given = (part.strip() for part in name.partition(","))
    if not comma:
        *before, last = name.split() or [""]
        given, family = " ".join(before), last
        if not given:
            return family
    first = given.split()[0] if given.split() else ""
    return f"{first} {family[:1]}.".strip() if family else first


def initials(name: str) -> str:
    family, comma, given = (part.strip() for part in name.partition(","))
    words = (given.split() + family.split()) if comma else name.split()
    return "".join(f"{word[0]}." for word in words)


def year_of(date: str) -> int | None:
    """PP1.2: of a date, written in any usual way, the year alone; a year out of reason is none."""
    found = re.search(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)", date)
    return int(found[1]) if found else None


def masked(number: str) -> str:
    """PP1.3: an identity number by its last three signs."""
    return f"…{number[-3:]}" if len(number) > 3 else "…"
