"""What of a person may be seen by everybody (PP1.2, PP5.1)."""

from __future__ import annotations

import re

ADULT = 18


def young(born: int, year: int) -> bool:
    """PP5.1: younger than 18 in the year of the event; nobody is where one of the two is not known (0)."""
    return bool(born and year) and year - born < ADULT


def short_name(name: str) -> str:
    """PP5.1: "Kaya, Deniz" and "Deniz Kaya" become "Deniz K.", and of a pair each of the two."""
    if " / " in name:
        return " / ".join(map(short_name, name.split(" / ")))
    family, comma, given = (part.strip() for part in name.partition(","))
    if not comma:
        *before, last = name.split() or [""]
        given, family = " ".join(before), last
        if not given:
            return family
    first = given.split()[0] if given.split() else ""
    return f"{first} {_letter(family)}.".strip() if family else first


def initials(name: str) -> str:
    """`A. L.` of `Ann Lee`."""
    return " ".join(f"{_letter(word)}." for word in name.replace(",", " ").split())


def _letter(word: str) -> str:
    return next(filter(str.isalnum, word), word[0])


def year_of(date: str) -> int | None:
    """PP1.2: of a date, written in any usual way, the year alone; a year out of reason is none."""
    found = re.search(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)", date)
    return int(found[1]) if found else None
