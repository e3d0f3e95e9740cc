"""A game to a target, without draws: its length, how its result is read, and which score is doubted (D1.1, D2.1); and
what one table gives one player, or one pair, where effectiveness ranks those with as many wins (PE4, PS2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Literal

from ronda.core import (
    Book,
    Criterion,
    Frozen,
    Line,
    Refusal,
    Result,
    Scored,
    Setup,
    Term,
    line_terms,
)
from ronda.systems.declarations import Game
from ronda.systems.results import read_forfeit, read_scores, unreadable
from ronda.systems.system import Option
from ronda.tiebreaks.library import rulebook_criterion

_TARGET, _MINUTES = 200, 35
HOUSE = "fvd"  # PS2.1: the value of the option by which no score counts above the ceiling

# D1.1
LENGTH = (
    Option("target", "int", _TARGET, "D1.1", low=1, high=100_000),
    Option("minutes", "int", _MINUTES, "D1.1", low=1, high=1000),
)

Whom = Literal["me", "other"]
CEILING = Fraction(8, 5)  # PS2.1: of the target


# --- effectiveness (PE4, PS2) ------------------------------------------------------------------------------


class HouseLine(Frozen):
    """What one table gives one player: his side's score and the other's as they count for him."""

    own: int
    opponents: int
    won: bool
    effectiveness: int


def line(
    own: int,
    opponents: int,
    target: int,
    *,
    sanction: int = 0,
    forfeit: Whom | None = None,
    card: Whom | None = None,
) -> HouseLine:
    """PE4.2, PE4.3: absence before card before sanction. Level is lost for who was sanctioned into it."""
    if forfeit == "me" or (card == "me" and forfeit is None):
        return HouseLine(0, target, False, -target)
    if forfeit == "other":
        return bye_line(target)
    if card == "other":
        return HouseLine(target, 0, True, target)
    left = max(0, own - sanction)
    reached = max(left, opponents) >= target
    if left > opponents:
        return HouseLine(left, opponents, True, target - opponents if reached else left - opponents)
    return HouseLine(left, opponents, False, -(target - left) if reached else left - opponents)


def bye_line(target: int) -> HouseLine:
    """PE4.3, PS2.2: a bye counts like an absent opponent."""
    return HouseLine(target, 0, True, target // 2)


def _house_points(book: Book, players: Collection[int]) -> Mapping[int, int]:
    """PS2.1: no score counts above the ceiling."""
    most = CEILING.numerator * target_of(book.setup)
    return {p: sum([min(line.made * CEILING.denominator, most) for line in book.lines[p]]) for p in players}


def _house_point_terms(book: Book, player: int) -> Iterable[Term]:
    most = CEILING.numerator * target_of(book.setup)
    return line_terms(_over, lambda line: min(line.made * CEILING.denominator, most))(book, player)


def _over(book: Book, player: int) -> list[Line]:
    """All lines with a result, byes and absences too."""
    return [line for line in book.lines[player] if line.outcome != "pending"]


# PS2.1, as in mistorneos
HOUSE_CRITERIA = (
    rulebook_criterion("points", "wins"),
    rulebook_criterion("margin", "effectiveness"),
    Criterion("points_for", _house_points, _house_point_terms, unit=CEILING.denominator),
)


# --- the game (D1.1, D2.1) ---------------------------------------------------------------------------------


def target_of(setup: Setup) -> int:
    return _whole(setup, "target", _TARGET)


def game(setup: Setup) -> Game:
    """D1.1: to so many points, or until time is called."""
    return Game(target_of(setup), _whole(setup, "minutes", _MINUTES))


def example(setup: Setup) -> str:
    return f"{target_of(setup)}-120"


def read_score(text: str, setup: Setup, counted: str) -> Result | Refusal:
    """A result as typed (D2.1, D2.3). `counted`: the option that says how scores count."""
    scores = read_scores(text)
    if scores is None:
        return read_forfeit(text) or unreadable(text, "D2.1", example(setup))
    if scores.first == scores.second:
        return Refusal("draw_impossible", "D2.1", {"text": text})
    if setup.options.get(counted) != HOUSE:  # most; a file has thousands of results
        return scores
    highest, ceiling = max(scores.first, scores.second), CEILING * target_of(setup)
    if highest > ceiling:
        return Refusal("score_above_ceiling", "PS2.5", {"score": highest, "most": int(ceiling)})
    return scores


def doubt(result: Result, setup: Setup) -> Refusal | None:
    """What has to be confirmed before it is believed: more than 1.6 × the target (D2.1)."""
    target = target_of(setup)
    if isinstance(result, Scored) and max(result.first, result.second) > CEILING * target:
        facts = {"score": max(result.first, result.second), "target": target, "most": int(CEILING * target)}
        return Refusal("score_needs_confirmation", "D2.1", facts)
    return None


def _whole(setup: Setup, option: str, usual: int) -> int:
    value = setup.options.get(option, usual)
    return value if isinstance(value, int) else usual
