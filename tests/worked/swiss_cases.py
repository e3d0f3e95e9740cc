"""Worked cases of any game: results, what they are worth, rounds, lists of criteria and standings by them (AG, CR)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ronda.core.book import Book, Tally, open_book
from ronda.core.chance import Draw
from ronda.core.model import (
    Avoid,
    Forfeit,
    Penalty,
    Player,
    Proposal,
    Result,
    Round,
    Scored,
    Setup,
    Table,
    Tournament,
)
from ronda.core.ranking import rank
from ronda.core.values import exact, replace
from ronda.core.verdicts import Refusal
from ronda.systems.swiss.pair import pair, pair_by
from ronda.systems.swiss.results import decided, read, scores
from ronda.systems.swiss.rules import Settings, settings, swiss_order, unfit
from ronda.systems.swiss.scoring import awarded, scoring_by, tallies
from ronda.tiebreaks.library import Terms, parse_order


def option_text(name: str, value: Any) -> Any:
    """A value of the options as somebody would type it."""
    if not isinstance(value, list):
        return value
    if name == "margin_table":
        return "; ".join(f"{least}: {winner}-{loser}" for least, winner, loser in value)
    return ("-" if name.endswith("_games") else ", ").join(map(str, value))


def setup_of(case: Mapping[str, Any]) -> Setup:
    return Setup("swiss", options={name: option_text(name, value) for name, value in case["options"].items()})


def refused(refusal: Refusal) -> dict[str, str]:
    number = f" {refusal.facts['number']}" if refusal.code == "set_impossible" else ""
    return {"refused": refusal.code + number}


def _reading(case: Mapping[str, Any]) -> Any:
    own = settings(setup_of(case))
    found = read(case["text"], own.match)
    match found:
        case Refusal():
            return refused(found)
        case Forfeit(first_absent=first, second_absent=second):
            return {"forfeit": [first, second]}
        case Scored():
            one, _ = tallies(found, own)
            return {
                "outcome": one.outcome,
                "games": list(one.games),
                "score": list(scores(found, own.match)),
                "decided": decided(found, own.match),
            }


def _points(case: Mapping[str, Any]) -> Any:
    setup = setup_of(case)
    wrong = unfit(setup)
    own = settings(setup)
    found = read(case["text"], own.match)
    if wrong is not None or isinstance(found, Refusal):
        return refused(wrong or found)  # type: ignore[arg-type]
    return [
        {"points": f"{one.halves}/{own.worth.unit}", "margin": one.differential, "games": list(one.games)}
        for one in tallies(found, own)
    ]


def _parts(case: Mapping[str, Any]) -> Any:
    setup = setup_of(case)
    wrong = unfit(setup)
    return settings(setup).worth.unit if wrong is None else refused(wrong)


# --- rounds (AG5) ------------------------------------------------------------------------------------------


def players_of(case: Mapping[str, Any]) -> tuple[Player, ...]:
    found = []
    for row in case["players"]:
        one = row if isinstance(row, Mapping) else {"id": row, "draw": row}
        found.append(
            Player(one["id"], f"P{one['id']}", one.get("rating", 0), number=one["draw"], start=one.get("start", 0))
        )
    return tuple(found)


def tournament_of(case: Mapping[str, Any]) -> Tournament:
    """The event as it is told; who comes for a later round joins there, and byes asked for stand with the players."""
    setup, players = setup_of(case), players_of(case)
    taken = [
        Penalty(at, row["id"], "points", 0, amount=amount.numerator, parts=amount.denominator)
        for at, row in enumerate(case["players"], start=1)
        if isinstance(row, Mapping) and (amount := exact(row.get("deducted", 0)))
    ]
    setup = replace(setup, penalties=tuple(taken))
    own = settings(setup)
    rounds = tuple(
        Round(
            number,
            tuple(
                Table(at, tuple(one["first"]), tuple(one["second"]), _result(one["result"], own))
                for at, one in enumerate(row["tables"], start=1)
            ),
            tuple(awarded(one["player"], one.get("kind", "U"), own.worth) for one in row.get("byes", ())),
        )
        for number, row in enumerate(case["rounds"], start=1)
    )
    first = {player: round_.number for round_ in reversed(rounds) for player in round_.players}
    asked = {one["player"]: one["kind"] for one in case.get("asked", ())}
    coming = len(rounds) + 1
    joined = (
        replace(
            player,
            joined_round=first.get(player.id, coming),
            byes=((coming, asked[player.id]),) if player.id in asked else (),
        )
        for player in players
    )
    return Tournament(setup, tuple(joined), rounds)


def _result(text: str, own: Settings) -> Result:
    found = read(text, own.match)
    assert not isinstance(found, Refusal), text
    return found


def book_of(tournament: Tournament) -> Book:
    own = settings(tournament.setup)
    planned = tournament.setup.options.get("rounds")
    rounds = planned if isinstance(planned, int) else len(tournament.rounds) + 2
    return open_book(tournament, scoring_by(own), rounds)


def _opening(case: Mapping[str, Any]) -> Any:
    players = tuple(Player(one, f"P{one}", number=at) for at, one in enumerate(case["order"], start=1))
    avoid = tuple(Avoid((one, other), "opponents") for one, other in case.get("avoid", ()))
    setup = Setup("swiss", options={"first": case["first"]}, avoid=avoid)
    made = pair(book_of(Tournament(setup, players)), Draw(1))
    assert isinstance(made, Proposal)
    byes = [bye.player for bye in made.round.byes]
    tables = [[*table.first, *table.second] for table in made.round.tables]
    return {"tables": tables, "bye": byes[0] if byes else None}


def _next_round(case: Mapping[str, Any]) -> Any:
    book = book_of(tournament_of(case))
    own = settings(book.setup)
    lots = {int(player): lot for player, lot in case.get("lots", {}).items()}
    order = swiss_order(book, own.walk, lots)
    made = pair_by(book, Draw(1), own, order, "worked")
    assert isinstance(made, Proposal)
    tables = [[*table.first, *table.second] for table in made.round.tables]
    return {
        "order": order,
        "tables": tables,
        "byes": [{"player": bye.player, "kind": bye.kind} for bye in made.round.byes],
        "rematches": [two for two in tables if two[1] in book.met(two[0])],
    }


# --- criteria (CR) -----------------------------------------------------------------------------------------


def _criteria_list(case: Mapping[str, Any]) -> Any:
    terms = Terms(
        2, 1, scores=case.get("scores", True), partners=case.get("partners", False), scheduled=case.get("robin", False)
    )
    found = parse_order(", ".join(case["order"]), terms)
    return refused(found) if isinstance(found, Refusal) else [one.name for one in found]


def _standings(case: Mapping[str, Any]) -> Any:
    """Places with the values of the listed criteria; those between level players have none of their own."""
    tournament = tournament_of(case)
    own = settings(tournament.setup)
    partners = any(len(one["first"]) > 1 for row in case["rounds"] for one in row["tables"])
    terms = Terms(own.worth.win, own.worth.draw, own.worth.loss, scores=True, partners=partners)
    criteria = parse_order(", ".join(case["order"]), terms)
    if isinstance(criteria, Refusal):
        return refused(criteria)
    lots = {int(player): lot for player, lot in case.get("lots", {}).items()}
    if lots:
        drawn = replace(criteria[-1], values=lambda book, players: {one: lots[one] for one in players})
        criteria = (*criteria[:-1], drawn)
    book = _partners_book(tournament, own) if partners else book_of(tournament)
    return [
        {"place": row.place, "player": row.player}
        | {
            one.name: row.measures[one.name].value
            for one in criteria
            if one.working_within is None and one.name != "lot"
        }
        for row in rank(book, criteria)
    ]


def _partners_book(tournament: Tournament, own: Settings) -> Book:
    """Everybody of a side gets what the side gets."""
    scoring = scoring_by(own)

    def table(at: Table) -> tuple[Tally, ...]:
        first, second = scoring.table(at)
        return (first,) * len(at.first) + (second,) * len(at.second)

    return open_book(tournament, replace(scoring, table=table), len(tournament.rounds))


WORKED: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "reading a result": _reading,
    "points of a result": _points,
    "parts of a point": _parts,
    "opening round": _opening,
    "next swiss round": _next_round,
    "criteria list": _criteria_list,
    "standings by criteria": _standings,
}
