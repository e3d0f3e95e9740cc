"""A game to a target, without draws: its length, how its result is read, and which score is doubted (D1.1, D2.1)."""

from __future__ import annotations

from ronda.core.model import Result, Scored, Setup
from ronda.core.verdicts import Refusal
from ronda.systems.declarations import Game
from ronda.systems.effectiveness import CEILING
from ronda.systems.results import read_forfeit, read_scores, unreadable
from ronda.systems.system import Option

_TARGET, _MINUTES = 200, 35
HOUSE = "fvd"  # PS2.1: the value of the option by which no score counts above the ceiling

# D1.1
LENGTH = (
    Option("target", "int", _TARGET, "D1.1", low=1, high=100_000),
    Option("minutes", "int", _MINUTES, "D1.1", low=1, high=1000),
)


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
