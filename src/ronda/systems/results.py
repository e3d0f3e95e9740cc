"""Results as people type them, as far as all systems agree."""

from __future__ import annotations

import re

from ronda.core.model import Forfeit, Result, Scored
from ronda.core.verdicts import Refusal

_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-"})
_SCORES = re.compile(r"(\d{1,6})\s*-\s*(\d{1,6})")
_NEGATIVE = re.compile(r"-\s*\d+\s*-\s*-?\s*\d+|\d+\s*-\s*-\s*\d+")
_FRACTION = r"\d*(?:[.,/]\d+|[½¼¾])"
_FRACTIONAL = re.compile(rf"{_FRACTION}\s*-\s*(?:{_FRACTION}|\d+)|\d+\s*-\s*{_FRACTION}")
_FORFEITS = {
    "+--": Forfeit(first_absent=False, second_absent=True),
    "--+": Forfeit(first_absent=True, second_absent=False),
    "---": Forfeit(first_absent=True, second_absent=True),
}
_SHORT = {"+-": "+--", "-+": "--+"}


def plain(text: str) -> str:
    """The text with every kind of dash, and the colon, as a hyphen."""
    return text.strip().translate(_DASHES)


def read_scores(text: str) -> Scored | None:
    """Two whole numbers ≥ 0, such as 200-120; None for anything else."""
    found = _SCORES.fullmatch(plain(text))
    if found is None or not found[0].isascii():
        return None
    return Scored(int(found[1]), int(found[2]))


def unreadable(text: str, article: str, example: str) -> Refusal:
    """Why something typed is no pair of scores: one of them is negative, or no whole number, or it is none at all."""
    typed = plain(text)
    why = {"negative": _NEGATIVE.fullmatch(typed) is not None, "fractional": _FRACTIONAL.fullmatch(typed) is not None}
    told = {name: True for name, is_so in why.items() if is_so}
    return Refusal("result_unreadable", article, {"text": text, "example": example, **told})


def read_forfeit(text: str) -> Forfeit | None:
    """`+--` second absent, `--+` first absent, `---` both or not played (also `+-`, `-+`); None for anything
    else."""
    if text[:1].isdigit():  # a score: most are
        return None
    typed = plain(text).replace(" ", "")
    return _FORFEITS.get(_SHORT.get(typed, typed))


def score_text(result: Result) -> str:
    """A result as it is written: 200-120, or the absence."""
    match result:
        case Scored(first=first, second=second):
            return f"{first}-{second}"
        case Forfeit():
            return forfeit_text(result)


def forfeit_text(forfeit: Forfeit) -> str:
    return next(text for text, meaning in _FORFEITS.items() if meaning == forfeit)
