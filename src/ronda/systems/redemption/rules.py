"""redemption: card-game Swiss as values of swiss (R1–R6): its options, and what they say in those of swiss; how results
are read, and what players level on match points are ranked by (R6, PS4.2, CR6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ronda.core import Book, Criterion, Draw, Finding, Player, Refusal, Result, Setup
from ronda.systems.declarations import Game
from ronda.systems.swiss.results import read
from ronda.systems.swiss.rules import MatchForm, Settings, WalkOptions, Worth, validate_field
from ronda.systems.swiss.rules import draw_numbers as draw_numbers
from ronda.systems.swiss.rules import pairing_order as ordered
from ronda.systems.swiss.rules import rounds as suggested_rounds
from ronda.systems.system import Option, values_in
from ronda.tiebreaks.level import beat
from ronda.tiebreaks.library import rulebook_criterion

EDITION = "redemption-1"

FULL_WIN, AHEAD, LEVEL, BEHIND = 6, 4, 3, 2  # match points in halves (R2.1)

# R1
OPTIONS = (
    Option("rounds", "int", None, "R1", low=1, high=1000),
    Option("max_score", "int", 5, "R1", choices=(5, 7), frozen_after="result"),
    Option("bye_points", "halves", 6, "R1", low=0, high=200),
    Option("bye_differential", "int", 0, "R1", low=-1000, high=1000),
    Option("first_table", "int", 1, "R1", low=0, high=1_000_000),
    Option("round_minutes", "int", 45, "R1", low=1, high=1000),
    Option("sound", "bool", False, "R1"),
    Option("ranking", "choice", "differential", "R6.3", choices=("differential", "head-to-head", "losers", "host")),
    Option("absent_differential", "int", None, "CR6.3", choices=(0,), frozen_after="result"),
    Option("byes", "choice", "seed", "R3.4", choices=("seed", "even")),
    Option("fallback", "choice", "least", "R4.6", choices=("least", "list")),
)


def settings(setup: Setup) -> Settings:
    """R1, R2, R3.3: the options in those of swiss."""
    values = values_in(setup, OPTIONS)
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    most = numbers["max_score"]
    worth = Worth(
        win=FULL_WIN,
        draw=LEVEL,
        loss=0,
        bye=numbers["bye_points"],
        walkover=FULL_WIN,
        absent=0,
        time_win=AHEAD,
        time_loss=BEHIND,
        unit=2,
        forfeit_margin=(0, numbers.get("absent_differential", -most)),  # R2.4, or CR6.3
        bye_margin=numbers["bye_differential"],
    )
    walk = WalkOptions(
        byes="even" if values["byes"] == "even" else "seed",
        first_table=numbers["first_table"],
        round_minutes=numbers["round_minutes"],
        list_fallback=values["fallback"] == "list",
    )
    return Settings(worth, MatchForm("score", time=True, target=most, ending="exact"), walk)


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The number of rounds; where it is not set, the one suggested for the starting field, 8 at the most (R1)."""
    chosen = suggested_rounds(setup, players)
    return chosen if "rounds" in setup.options and setup.options["rounds"] is not None else min(chosen, 8)


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """What a director should know before round 1 (R3.5)."""
    return validate_field(rounds(setup, players), players)


def read_result(text: str, setup: Setup) -> Result | Refusal:
    """A result as typed (R2.1, R2.3, R2.4)."""
    found = read(text, settings(setup).match)
    if not isinstance(found, Refusal):
        return found
    code = "both_at_maximum" if found.code == "both_at_target" else found.code
    facts = {**found.facts, "example": example(setup)} if "example" in found.facts else found.facts
    return Refusal(code, "R2.3", facts)


def example(setup: Setup) -> str:
    return f"{settings(setup).match.target}-3"


def game(setup: Setup) -> Game:
    """R1: to so many game points, or until time is called."""
    own = settings(setup)
    return Game(own.match.target, own.walk.round_minutes)


def play(odds: int, setup: Setup, draw: Draw) -> str:
    """Game points one by one until somebody has the most, or until time is called (R2.1)."""
    most = settings(setup).match.target
    scores = [0, 0]
    for _ in range(most + draw.below(2 * most)):
        scores[0 if draw.below(1000) < odds else 1] += 1
        if max(scores) == most:
            break
    return f"{scores[0]}-{scores[1]}"


def pairing_order(book: Book, pool: Collection[int], numbers: Mapping[int, int]) -> list[int]:
    """R4.1: match points, differential, draw number, whatever ranks."""
    return ordered(book, pool, numbers, (_DIFFERENTIAL,))


_MATCH_POINTS = rulebook_criterion("points", "match_points")
_DIFFERENTIAL = rulebook_criterion("margin", "differential")
# R6.1, R6.3, PS4.2, CR6.3: what follows the match points, by the option `ranking`
_LEVEL: Mapping[str, tuple[Criterion, ...]] = {
    "differential": (_DIFFERENTIAL,),
    "head-to-head": (rulebook_criterion("beat", "head_to_head"), _DIFFERENTIAL, beat("head_to_head_again", again=True)),
    "losers": (rulebook_criterion("losers", "losers_lower"), _DIFFERENTIAL),
    # who is level by the first is level by the second, too; it is there to be seen
    "host": (rulebook_criterion("host"), _DIFFERENTIAL),
}


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    return (_MATCH_POINTS, *_LEVEL[str(setup.options.get("ranking", "differential"))])
