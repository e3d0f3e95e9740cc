"""The codes of tie-breaks: `NAME[/modifier…]`, as records 202 and 212 of a report file have them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ronda.core import Refusal

# every name with the modifiers that it takes
NAMES = {
    "PTS": "",
    "WIN": "",
    "WON": "",
    "BPG": "",
    "BWG": "",
    "REP": "",
    "STD": "",
    "PS": "C",
    "TPN": "R",
    "RTNG": "RU",
    "BH": "CMP",
    "FB": "CMP",
    "AOB": "FCMP",
    "SB": "CMP",
    "KS": "L",
    "DE": "P",
    "ARO": "CMU",
    "TPR": "U",
    "PTP": "U",
    "APRO": "U",
    "APPO": "U",
}
_OLDER = {"GE": "REP", "BHC1": "BH/C1", "BHC2": "BH/C2"}  # names of earlier editions
_MODIFIER = re.compile(r"([CM])([1-9])|(P|F|R)|L([+-][0-9]{1,2})|U([0-9]{3,4})")


class TieBreak(NamedTuple):
    """One tie-break. `low` and `high`: how many contributions are cut at either end; `forfeits`: forfeited games count
    as played (/P); `fore` (/F); `reverse` (/R); `limit`: half points above one half (/L); `unrated`: the rating of
    players without one (/U)."""

    name: str
    low: int = 0
    high: int = 0
    forfeits: bool = False
    fore: bool = False
    reverse: bool = False
    limit: int = 0
    unrated: int | None = None

    @property
    def code(self) -> str:
        """As it is written: the same for every way in which it can be typed."""
        parts = [self.name]
        if self.low:
            parts.append(f"{'M' if self.high else 'C'}{self.low}")
        if self.limit:
            parts.append(f"L{self.limit:+}")
        parts += [letter for letter, on in (("P", self.forfeits), ("F", self.fore), ("R", self.reverse)) if on]
        if self.unrated is not None:
            parts.append(f"U{self.unrated}")
        return "/".join(parts)


def parse_list(text: str) -> tuple[TieBreak, ...] | Refusal:
    """The tie-breaks of a list, separated by commas. What is not known, or is there twice, is refused."""
    found: list[TieBreak] = []
    for word in text.split(","):
        if not word.strip():
            continue
        one = parse(word)
        if isinstance(one, Refusal):
            return one
        if one in found:
            return Refusal("tiebreak_twice", "TB1.1", {"found": one.code})
        found.append(one)
    return tuple(found) if found else Refusal("tiebreak_unknown", "TB1.1", {"found": text.strip(), "known": known()})


def parse(word: str) -> TieBreak | Refusal:
    """One code, in whatever case."""
    typed = word.strip().upper()
    name, *modifiers = _OLDER.get(typed, typed).split("/")
    name = _OLDER.get(name, name)
    if name not in NAMES:
        return Refusal("tiebreak_unknown", "TB4", {"found": word.strip(), "known": known()})
    one = TieBreak(name)
    for modifier in modifiers:
        changed = _modified(one, modifier)
        if changed is None:
            facts = {"found": word.strip(), "modifier": modifier, "name": name, "known": _taken(name) or ["–"]}
            return Refusal("tiebreak_modifier", "TB4", facts)
        one = changed
    return one


def known() -> list[str]:
    return sorted(NAMES)


def _taken(name: str) -> list[str]:
    """The modifiers of a name, as they are typed."""
    shown = {"C": "/C1", "M": "/M1", "L": "/L+1", "U": "/U1400"}
    return [shown.get(letter, f"/{letter}") for letter in NAMES[name]]


def _modified(one: TieBreak, modifier: str) -> TieBreak | None:
    found = _MODIFIER.fullmatch(modifier)
    if found is None or modifier[0] not in NAMES[one.name]:
        return None
    if found[1]:
        count = int(found[2])
        return None if one.low else one._replace(low=count, high=count if found[1] == "M" else 0)
    if found[4]:
        return one._replace(limit=int(found[4]))
    if found[5]:
        return one._replace(unrated=int(found[5]))
    match found[3]:
        case "P":
            return one._replace(forfeits=True)
        case "F":
            return one._replace(fore=True)
        case _:
            return one._replace(reverse=True)
