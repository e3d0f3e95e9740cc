"""Worked cases of stages (ST)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda.core.values import as_json, exact
from ronda.stages.elimination import (
    Candidate,
    Match,
    continued,
    cut,
    first_losers,
    first_round,
    lines,
    matches_of,
    places,
    replaced,
    rounds_of,
)
from ronda.stages.groups import GroupRecord, berger_round, clubs_apart, compared, crossed, schedule, snake
from ronda.stages.sides import balanced, match_score, splits, table_of_four
from tests.worked.not_offered import (
    ScoredGame,
    carried,
    counted,
    forecast,
    meetings_between,
    member_places,
    parallel_places,
    playoff_round,
    poule_of_four,
    structure,
)

Case = Mapping[str, Any]


def _match(match: Match) -> dict[str, Any]:
    return {"match": match.number, "first": match.first, "second": match.second}


def _played(case: Case) -> list[list[tuple[Match, int | None]]]:
    """A bracket in which the better seed wins, but for the upsets (round, match)."""
    entrants, upsets = case["entrants"], {tuple(one) for one in case.get("upsets", ())}
    rounds: list[list[tuple[Match, int | None]]] = []
    for number in range(1, rounds_of(entrants) + 1):
        winners = [[winner for _, winner in played] for played in rounds]
        drawing, reseed = case.get("drawing", "plain"), bool(case.get("reseed"))
        rounds.append(
            [
                (match, match.second if (number, match.number) in upsets and match.alone is None else match.first)
                for match in matches_of(entrants, number, winners, drawing=drawing, reseed=reseed)
            ]
        )
    return rounds


def _bracket(case: Case) -> Any:
    played = _played(case)
    found: dict[str, Any] = {
        "rounds": [[_match(match) | {"winner": winner} for match, winner in round_] for round_ in played]
    }
    if case.get("places") == "source":
        return found | {"places_source": places(played, order="source")}
    return found | {"places_shared": places(played)}


def _best_of(case: Case) -> Any:
    points = [exact(one) for one in case["first_points_per_game"]]
    level = case.get("level", "extra")
    favoured = case.get("better", "first") if level == "seed" else case.get("lot")
    found = match_score(case["best_of"], points, level=level, favoured=favoured)
    score = f"{as_json(found.first)}-{as_json(found.second)}"
    return {"winner": found.winner, "games": found.games, "score": score}


def _candidates(case: Case) -> list[Candidate]:
    named = [one for one in case.get("cut_ties", ()) if isinstance(one, str) and one.startswith("criteria:")]
    criteria = [name.strip() for one in named for name in one.removeprefix("criteria:").split(",")]
    criteria += case.get("criteria", [])
    return [
        Candidate(
            row["id"],
            row.get("place"),
            row.get("status") or "",
            row.get("club") or "",
            tuple(exact(row.get(name, 0)) for name in criteria),
        )
        for row in case["rows"]
    ]


def _cut(case: Case) -> Any:
    lots = case.get("lots") or {}
    found = cut(
        _candidates(case),
        case["take"],
        lots={int(who): number for who, number in lots.items()},
        all_tied=bool(case.get("all_tied")) or "all" in case.get("cut_ties", ()),
        per_club=case.get("per_club"),
    )
    return {
        "advance": found.advance,
        "tie_at_cut": found.tied,
        "spots": found.spots,
        "open": found.open,
        "skipped": [{"id": one.id, "why": one.why} for one in found.skipped],
    }


def _playoff(case: Case) -> Any:
    games, waiting = playoff_round(case["by_lot"], case["spots"])
    return {"games": games, "waiting": waiting}


def _withdrawal(case: Case) -> Any:
    games = [ScoredGame(first, second, exact(points)) for first, second, points in case["games"]]
    double = bool(case.get("double"))
    found = counted(range(1, case["players"] + 1), games, case["withdrawn"], double=double)
    return {"points": found.points, "not_counted": found.cancelled}


def _apart(case: Case) -> Any:
    found = clubs_apart(case["players"], case["groups"], {int(seed): club for seed, club in case["club"].items()})
    return {"groups": found.groups, "same_club_pairs": found.pairs, "moved": found.moved}


def _poule(case: Case) -> Any:
    games = ("1v4", "2v3", "winners", "losers", "barrage")
    by_game = dict(zip(case.get("winners_of", games), case["winners"], strict=True))
    order = poule_of_four(*(by_game[game] for game in games))
    return dict(enumerate(order, start=1))


def _compared(case: Case) -> Any:
    rows = next(value for key, value in case.items() if key.startswith("rows"))
    records = {
        name: GroupRecord(games, (exact(points), *(exact(one) for one in further)))
        for name, (points, games, *further) in rows.items()
    }
    return compared(records, case.get("lots"))


def _whole_event(case: Case) -> Any:
    source = [(str(who), place) for who, place in case["source"]]
    final = {str(who): place for who, place in case["final_places"].items()}
    if case.get("b_final_places") and case.get("b_places", "own") == "own":  # ST9.3
        beside = {str(who): place for who, place in case["b_final_places"].items()}
        final |= parallel_places(len(final) + 1, beside)
    return continued(final, source)


def _forecast(case: Case) -> Any:
    waves, minutes = forecast(case["matches"], case["tables"], case["minutes"], case["turnover"])
    return {"waves": waves, "minutes": minutes}


def _carried(case: Case) -> Any:
    carry, bonus = case["carry"], case.get("bonus", ())
    if isinstance(carry, Mapping):
        bonus, carry = carry["bonus"], "bonus"
    if carry == "meetings" and "games" in case:
        games = [(first, second, exact(points)) for first, second, points in case["games"]]
        return meetings_between(games, case["advanced"])
    return carried(carry, exact(case.get("points", 0)), case.get("place"), [exact(one) for one in bonus])


def _two_sides(case: Case) -> Any:
    """The best six in two sides: a number of the ten splits, or the balanced one."""
    size = case.get("sides", case.get("size", 3))
    if case.get("form") == "balanced":
        return balanced(size)
    numbers = [case[key] for key in ("lot", "number", "split") if key in case]
    return splits(size)[numbers[0] - 1] if numbers else splits(size)


def _table_of_four(case: Case) -> Any:
    games = table_of_four(case.get("form", "fold"), case.get("order", (1, 2, 3, 4)))
    return games if case.get("form") == "rotate" else games[0]


def _structure(case: Case) -> Any:
    return [
        [name, [[one.name, str(one.first), str(one.second)] for one in matches]]
        for name, matches in structure(case["size"])
    ]


WORKED = {
    "seed lines": lambda case: lines(case["size"], case.get("drawing", "plain")),
    "first round with byes": lambda case: [
        _match(match) for match in first_round(case["entrants"], case.get("drawing", "plain"))
    ],
    "bracket played": _bracket,
    "consolation of first losers": lambda case: first_losers(_played(case)),
    "double elimination structure": _structure,
    "best of n": _best_of,
    "cut": _cut,
    "first play-off round": _playoff,
    "play-off round": _playoff,
    "berger rounds": lambda case: schedule(case["players"]),
    "one berger round": lambda case: berger_round(case["players"], case["round"]),
    "double round robin": lambda case: schedule(case["players"], double=True),
    "withdrawal from a round robin": _withdrawal,
    "withdrawal from a double round robin": lambda case: _withdrawal({**case, "double": True}),
    "snake with clubs apart": _apart,
    "snake": lambda case: snake(case["players"], case["groups"]),
    "crossing": lambda case: crossed(case["groups"]),
    "poule of n": _poule,
    "whole event": _whole_event,
    "forecast": _forecast,
    "replacement before publication": lambda case: replaced(
        case["seeds"], case["gone"], case["new"], case.get("replace", "shift")
    ),
    "comparing across groups": _compared,
    "n players dealt into n sides": lambda case: snake(case["players"], case["sides"]),
    "carried points": _carried,
    "best n as triplette": _two_sides,
    "split of n": _two_sides,
    "splits of n": _two_sides,
    "final of n": _two_sides,
    "n players in n sides": _two_sides,
    "places of a side": lambda case: member_places(case["sides"], source=case.get("places") == "source"),
    "best n at a table": _table_of_four,
}
