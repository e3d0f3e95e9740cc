"""Worked cases of series (SE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.core.penalty_effects import LADDER, ladder_step
from ronda.core.values import exact
from ronda.people import Person, level, name_key, number_key
from ronda.prizes import EVERYBODY, FeeRule, Prize, Winner, assign, equal_split, fee_due, pay, percentages, pot
from ronda.prizes.categories import category_places, in_age
from ronda.series import DEFAULT_TIES, SeasonEvent, SeasonRules, season
from ronda.series.points import RatedGame, changes, circuit_points, club_points, expected, field_points, place_points
from tests.worked.not_offered import shared_prizes

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
        SeasonEvent(
            {who: exact(points) for who, points in event["points"].items()},
            event.get("places", {}),
            event.get("tier", ""),
            bool(event.get("must")),
        )
        for event in case["events"]
    ]
    best = case.get("best")
    missed = case.get("missed", 0)
    rules = SeasonRules(
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
        RatedGame(tuple(map(str, first)), tuple(map(str, second)), exact(score))
        for first, second, score in case["games"]
    ]
    change = changes(ratings, case["k"], games, case.get("cap", 400))
    return {"new": {who: ratings[who] + change[who] for who in ratings}, "change": change}


def _clubs(case: Case) -> Any:
    return club_points([(club, exact(points)) for club, points in case["points"]], case.get("k", 3))


SERIES = {
    "place points": _place_points,
    "season": _season,
    "circuit points": _circuit,
    "expected score in per cent": _expected,
    "club elo": _rating,
    "club points": _clubs,
}


def _shared(case: Case) -> Any:
    points = [exact(one) for one in case["points"]]
    unit, least = case.get("unit", 1), case.get("min_share") or 0
    return shared_prizes(points, case["prizes"], case["sharing"], unit=unit, min_share=least)


def _people(case: Case) -> list[Winner]:
    return [Winner(one["id"], tuple(one.get("cats", ()))) for one in case["players"]]


def _prizes(case: Case) -> list[Prize]:
    return [
        Prize(one["id"], one.get("cat", EVERYBODY), one.get("value", 0), one.get("kind", "money"))
        for one in case["prizes"]
    ]


def _assigned(case: Case) -> Any:
    found = assign(
        _people(case),
        _prizes(case),
        case.get("per_person", "one"),
        choices={int(who): prize for who, prize in (case.get("choices") or {}).items()},
        unclaimed_down=case.get("unclaimed") == "down",
    )
    return found.prizes


def _paid(case: Case) -> Any:
    found = pay(
        _people(case),
        _prizes(case),
        case.get("tie_groups", ()),
        case.get("sharing", "equal"),
        per_person=case.get("per_person", "one"),
        unit=case.get("unit", 1),
        min_share=case.get("min_share") or 0,
    )
    return {"assigned": found.assigned.prizes, "paid": found.paid}


def _fee(case: Case) -> Any:
    rules = [FeeRule(one["if"], one.get("amount", one.get("add", 0)), "add" in one) for one in case["rules"]]
    return fee_due(rules, case["labels"])


PRIZES = {
    "shared prizes": _shared,
    "more people than prizes": _shared,
    "smallest share": _shared,
    "equal split": lambda case: equal_split(case["total"], case["people"], case.get("unit", 1)),
    "percentages of a pot": lambda case: percentages(
        case["pot"], [exact(one) for one in case["percents"]], case.get("unit", 1)
    ),
    "assignment of prizes": _assigned,
    "nobody eligible": _assigned,
    "sharing inside categories": _paid,
    "age category": lambda case: in_age(case["kind"], case["limit"], case["born"], case["year"]),
    "places in a category": lambda case: category_places(case["overall"], [str(one) for one in case["members"]]),
    "pot": lambda case: pot(
        case["collected"], case.get("deductions", 0), exact(case.get("percent", 100)), case.get("guarantee", 0)
    ),
    "fee due": _fee,
}


def _person(given: Mapping[str, Any]) -> Person:
    return Person(
        given["name"],
        ids=given.get("ids") or {},
        club=given.get("club") or "",
        born=given.get("born"),
        sex=given.get("sex") or "",
    )


PEOPLE = {
    "name key": lambda case: name_key(case["name"]),
    "number key": lambda case: number_key(case["number"]),
    "same person": lambda case: level(_person(case["a"]), _person(case["b"])),
}


def _ladder(case: Mapping[str, Any]) -> str:
    return ladder_step(case["earlier"], case.get("ladder") or LADDER)


PENALTIES = {"ladder": _ladder}
