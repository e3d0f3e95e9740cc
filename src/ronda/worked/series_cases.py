"""Worked cases of series (SE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.core.exact_numbers import exact
from ronda.series.house_rating import Game, changes, expected
from ronda.series.points import circuit_points, club_points, field_points, place_points
from ronda.series.season import DEFAULT_TIES, Event, Rules, season

Case = Mapping[str, Any]


def _place_points(case: Case) -> Any:
    if case.get("rule") == "field":
        return field_points(case["places"], exact(case.get("factor", 1)))
    return place_points(
        case["places"],
        [exact(one) for one in case["table"]],
        rest=exact(case.get("rest", 0)),
        share=case.get("share", "average"),
        attendance=exact(case.get("attendance", 0)),
        factor=exact(case.get("factor", 1)),
    )


def _season(case: Case) -> Any:
    events = [
        Event(
            {who: exact(points) for who, points in event["points"].items()},
            event.get("places", {}),
            event.get("tier", ""),
            bool(event.get("must")),
        )
        for event in case["events"]
    ]
    best = case.get("best")
    missed = case.get("missed", 0)
    rules = Rules(
        best=best if isinstance(best, int) else None,
        drop=case.get("drop") or 0,
        caps=case.get("caps") or {},
        min_events=case.get("min_events") or 0,
        ties=tuple(case.get("ties", DEFAULT_TIES)),
        missed="average" if missed == "average" else exact(missed),
        excused_max=case.get("excused_max", 0),
    )
    adjusted = {who: exact(points) for who, points in (case.get("adjusted") or {}).items()}
    found = season(events, rules, adjusted=adjusted, excused=case.get("excused"), lots=case.get("lots"))
    return {
        line.person: {"total": line.total, "kept": line.kept, "played": line.played, "place": line.place}
        for line in found
    }


def _circuit(case: Case) -> Any:
    table = [exact(one) for one in case["table"]]
    per_win, attendance = exact(case.get("per_win", 0)), exact(case.get("attendance", 0))
    return circuit_points(case["place"], case["wins"], table, per_win, attendance)


def _expected(case: Case) -> Any:
    return expected(exact(case["own"]), exact(case["opponent"]), case.get("cap", 400))


def _rating(case: Case) -> Any:
    ratings = {who: exact(value) for who, value in case["ratings"].items()}
    games = [
        Game(tuple(map(str, first)), tuple(map(str, second)), exact(score)) for first, second, score in case["games"]
    ]
    change = changes(ratings, case["k"], games, case.get("cap", 400))
    return {"new": {who: ratings[who] + change[who] for who in ratings}, "change": change}


def _clubs(case: Case) -> Any:
    return club_points([(club, exact(points)) for club, points in case["points"]], case.get("k", 3))


WORKED = {
    "place points": _place_points,
    "season": _season,
    "circuit points": _circuit,
    "expected score in per cent": _expected,
    "club elo": _rating,
    "club points": _clubs,
}
