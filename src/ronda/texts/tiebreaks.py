"""The names of chosen tie-breaks: put together from that of the tie-break and those of its modifiers."""

from __future__ import annotations

import re
from collections.abc import Callable

from ronda.texts.catalogue import catalogue

_CODE = re.compile(r"([A-Z]{2,4})((?:/[A-Z][+-]?[0-9]*)*)(\.short|\.about)?")
_MODIFIER = re.compile(r"/([A-Z])([+-]?[0-9]*)")


def composed_criterion(name: str, say: Callable[..., str]) -> str | None:
    """The text of a criterion that is called by the code of a tie-break (`BH/C1`, `BH/C1.about`); None: it is none.
    Its short name is the code."""
    found = _CODE.fullmatch(name)
    if found is None or f"tiebreak.{found[1]}" not in catalogue("en"):
        return None
    if found[3] == ".short":
        return found[1] + found[2]
    text = say(f"tiebreak.{found[1]}{found[3] or ''}")
    more = [_modifier(letter, digits, say) for letter, digits in _MODIFIER.findall(found[2])]
    return f"{text} ({', '.join(more)})" if more else text


def _modifier(letter: str, digits: str, say: Callable[..., str]) -> str:
    return say(f"tiebreak.cut.{letter}", n=int(digits)) if digits else say(f"tiebreak.cut.{letter}")
