"""Worked cases of melee: filled sides, missed rounds, lateness, the season of evenings (PS1, PE6, SE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from ronda.core.values import Frozen
from ronda.series.points import NONE, Evening, totals
from ronda.systems.melee.rules import shape

Seven = Literal["single", "rest"]
TARGET = 13
LATE_GRACE, TIMED_GRACE, LATE_STEP, LOST_AFTER = 15, 5, 5, 60  # minutes (PE6.3)


class Filled(Frozen, frozen=True):
    """How many play in threes, twos and ones, and the games they make, largest first."""

    players: int
    triplettes: int
    doublettes: int
    games: tuple[str, ...]
    singles: int = 0
    rest: int = 0


def filled_with_triplettes(players: int, seven: Seven = "single") -> Filled | None:
    """PS1.2, PS1.3: doublettes filled with triplettes, so that nobody rests; None: fewer than four."""
    if players < 4:
        return None
    made = shape(players, seven_rests=seven == "rest")
    sizes = [size for game in made.games for size in game]
    games = tuple(f"{one}v{other}" for one, other in made.games)
    return Filled(players, sizes.count(3), sizes.count(2), games, sizes.count(1), made.rest)


def filled_with_doublettes(players: int) -> Filled | None:
    """PS1.8: triplettes filled with doublettes; None: it cannot be done."""
    twos = -players % 6
    threes, odd = divmod(players - 2 * twos, 3)
    if players < 4 or threes < 0 or odd or (threes + twos) % 2:
        return None
    return Filled(players, threes, twos, _games(threes, twos))


def _games(threes: int, twos: int) -> tuple[str, ...]:
    mixed = threes % 2
    return ("3v3",) * (threes // 2) + ("3v2",) * mixed + ("2v2",) * ((twos - mixed) // 2)


def evening(games: Sequence[tuple[int, int]], missed: int, score: tuple[int, int] = (0, TARGET)) -> Evening:
    """PS1.7: the games of an evening, every missed round counted as lost by that score."""
    sum_ = NONE
    for own, other in (*games, *[score] * missed):
        sum_ += Evening(int(own > other), int(own < other), own, other)
    return sum_


def late_points(minutes: int, grace: int = LATE_GRACE) -> int | None:
    """PE6.3: what the opponents start with when somebody comes so late; None: the game is lost 0–13."""
    if minutes >= LOST_AFTER:
        return None
    return 0 if minutes < grace else 1 + (minutes - grace) // LATE_STEP


def _late(case: Mapping[str, Any]) -> Any:
    points = late_points(case["minutes"], case.get("grace", 15))
    return "lost" if points is None else points


def _shape(found: Filled | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"n": found.players, "lanes": len(found.games)} | {
        key: value for key, value in asdict(found).items() if key != "players"
    }


def _triplettes(case: Mapping[str, Any]) -> Any:
    return _shape(filled_with_triplettes(case["players"], case.get("seven", "single")))


def _doublettes(case: Mapping[str, Any]) -> Any:
    found = _shape(filled_with_doublettes(case["players"]))
    return found and {key: value for key, value in found.items() if key not in ("singles", "rest")}


def _missed(case: Mapping[str, Any]) -> Any:
    low, high = case.get("score", (0, 13))
    found = evening([(own, other) for own, other in case["games"]], case["missed"], (low, high))
    return {
        "wins": found.wins,
        "losses": found.losses,
        "for": found.points_for,
        "against": found.against,
        "difference": found.difference,
    }


def _season(case: Mapping[str, Any]) -> Any:
    people = {
        who: [one and Evening(one["w"], one["l"], one["pf"], one["pa"]) for one in evenings]
        for who, evenings in case["people"].items()
    }
    by_days = case.get("order") == "days"
    return [
        {
            "id": row.person,
            "w": row.sum.wins,
            "l": row.sum.losses,
            "pf": row.sum.points_for,
            "pa": row.sum.against,
            "diff": row.sum.difference,
            "days": row.days,
            "dropped": row.dropped,
            "place": row.place,
        }
        for row in totals(people, case.get("drop", 0), by_days=by_days)
    ]


WORKED = {
    "pétanque": _late,
    "teams when filling with triplettes": _triplettes,
    "n players": _triplettes,
    "teams when filling with doublettes": _doublettes,
    "missed rounds": _missed,
    "supermêlée season": _season,
}
