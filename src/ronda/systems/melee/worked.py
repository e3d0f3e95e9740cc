"""melee: its worked cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ronda.series.totals import Evening, totals
from ronda.systems.melee.house_rules import (
    Filled,
    evening,
    filled_with_doublettes,
    filled_with_triplettes,
    late_points,
)


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
