"""Results as people type them, as far as systems agree: absences, scores, and games between two that are won, drawn or
lost (kept as 2, 1 and 0 halves)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ronda.core import Draw, Forfeit, Refusal, Result, Scored, Table, Tally

GAME = "1-0"
GAMES: dict[str, Result] = {GAME: Scored(2, 0), "0-1": Scored(0, 2), "½-½": Scored(1, 1), "0-0": Scored(0, 0)}
GAME_KEYS = {"1": GAME, "0": "0-1", "=": "½-½", "+": "+--", "-": "--+", "x": "---"}

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


def with_hyphens(text: str) -> str:
    """The text with every kind of dash, and the colon, as a hyphen."""
    return text.strip().translate(_DASHES)


def read_scores(text: str) -> Scored | None:
    """Two whole numbers ≥ 0, such as 200-120; None for anything else."""
    first, _, second = text.partition("-")
    if text.isascii() and first.isdecimal() and second.isdecimal() and len(first) <= 6 >= len(second):  # nearly all
        return Scored(int(first), int(second))
    found = _SCORES.fullmatch(with_hyphens(text))
    if found is None or not found[0].isascii():
        return None
    return Scored(int(found[1]), int(found[2]))


def unreadable(text: str, article: str, example: str) -> Refusal:
    """Why something typed is no pair of scores: one of them is negative, or no whole number, or it is none at all."""
    typed = with_hyphens(text)
    why = {"negative": _NEGATIVE.fullmatch(typed) is not None, "fractional": _FRACTIONAL.fullmatch(typed) is not None}
    told = {name: True for name, is_so in why.items() if is_so}
    return Refusal("result_unreadable", article, {"text": text, "example": example, **told})


def read_forfeit(text: str) -> Forfeit | None:
    """`+--` second absent, `--+` first absent, `---` both or not played (also `+-`, `-+`); None for anything
    else."""
    if text[:1].isdigit():  # a score: most are
        return None
    typed = with_hyphens(text).replace(" ", "")
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


# --- games between two -------------------------------------------------------------------------------------


def read_game(text: str, known: Mapping[str, Result], article: str) -> Result | Refusal:
    """One of the `known` results, an absence, or one key for either; a half may be typed as ½, 1/2, 0.5 or =."""
    typed = with_hyphens(text).replace(" ", "").replace("1/2", "½").replace("0.5", "½").replace("=", "½")
    typed = GAME_KEYS.get(text.strip().lower(), typed)
    unknown = Refusal("result_unreadable", article, {"text": text, "example": GAME})
    return read_forfeit(typed) or known.get(typed) or unknown


def game_text(result: Result, known: Mapping[str, Result]) -> str:
    """A result as it is written: one of the `known`, or the absence."""
    match result:
        case Forfeit():
            return forfeit_text(result)
        case Scored():
            return next(text for text, meaning in known.items() if meaning == result)


def random_game(odds: int, draw: Draw, draws: int) -> str:
    """The nearer the two are in strength, the more draws: at the most so many of a thousand."""
    if draw.below(1000) < draws * min(odds, 1000 - odds) // 500:
        return "½-½"
    return GAME if draw.below(1000) < odds else "0-1"


def game_tallies(win: int, draw: int, loss: int = 0) -> Callable[[Table], tuple[Tally, ...]]:
    """What the two of a table get; who comes in vain gets as much as for a win."""
    played = (Tally("loss", loss), Tally("draw", draw), Tally("win", win))
    walkover, absent = Tally("walkover", win), Tally("absent")

    def tallies(table: Table) -> tuple[Tally, ...]:
        match table.result:
            case Scored(first=first, second=second):
                return played[first], played[second]
            case Forfeit(first_absent=first_absent, second_absent=second_absent):
                return absent if first_absent else walkover, absent if second_absent else walkover
            case None:
                raise AssertionError("only tables with a result are scored")

    return tallies
