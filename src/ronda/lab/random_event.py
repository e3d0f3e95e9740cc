"""Random events as report files: players with ratings, rounds paired by some engine, results by chance."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from ronda.core import Draw, Frozen
from ronda.formats.trf.consistency import totals
from ronda.formats.trf.round_to_pair import round_to_pair
from ronda.formats.trf.values import RequestedBye, TrfEvent, TrfHead, TrfPlayer, TrfScoring
from ronda.systems.exchange import Coming, Pairs
from ronda.tiebreaks.performance import expected_percent

_LINE = re.compile(r"\s*([A-Za-z]+)\s*=\s*([0-9]+)\s*")


class RandomEventPlan(Frozen):
    """What is played: ratings from the highest, rounds, and how often things happen. `forfeits`, `half_byes` and
    `withdrawals`: one of so many (0: none)."""

    ratings: tuple[int, ...]
    rounds: int
    draw_percent: int = 30
    forfeits: int = 30
    half_byes: int = 50
    withdrawals: int = 200
    initial: Literal["w", "b"] = "w"
    scoring: TrfScoring = TrfScoring()

    @classmethod
    def of(cls, draw: Draw, model: TrfEvent | None = None, config: str = "") -> RandomEventPlan:
        """By chance, like a model, or as the lines `Name=Value` of a configuration say."""
        said = {found[1].lower(): int(found[2]) for found in map(_LINE.fullmatch, config.splitlines()) if found}
        own = draw.about("plan")
        size = said.get("playersnumber", 15 + own.below(186))
        rounds = said.get("roundsnumber", 5 + own.below(5))
        initial: Literal["w", "b"] = "w" if own.below(2) else "b"
        if model is not None:
            ratings = tuple(player.rating for player in model.players)
            return cls(ratings, model.rounds or rounds, initial=model.initial_colour or initial, scoring=model.scoring)
        high, low = said.get("highestrating", 2600), said.get("lowestrating", 1400)
        ratings = tuple(sorted((low + own.below(max(high - low, 0) + 1) for _ in range(size)), reverse=True))
        return cls(
            ratings,
            min(rounds, max(size - 1, 1)),
            said.get("drawpercentage", 30),
            said.get("forfeitrate", 30),
            said.get("halfpointbyerate", 50),
            said.get("retiredrate", 200),
            initial,
        )


def play(plan: RandomEventPlan, pair: Callable[[Coming], Pairs | None], draw: Draw, type_code: str = "") -> TrfEvent:
    """The whole event, or as many rounds as there can be."""
    event = TrfEvent(
        tuple(TrfPlayer(at, f"Player {at}", rating=own, points=0, rank=at) for at, own in enumerate(plan.ratings, 1)),
        head=TrfHead(name=f"Random event {draw.seed}", program="ronda"),
        rounds=plan.rounds,
        initial_colour=plan.initial,
        scoring=plan.scoring,
        type_code=type_code,
    )
    gone: set[int] = set()
    for number in range(1, plan.rounds + 1):
        lots = draw.about("round", number)
        event = replace(event, byes=tuple(_absences(plan, event, gone, lots.about("byes"), number)))
        found = pair(round_to_pair(event).coming)
        if found is None:
            break
        event = _played(event, plan, found, lots)
    return _ranked(replace(event, byes=()))


def _absences(plan: RandomEventPlan, event: TrfEvent, gone: set[int], lots: Draw, number: int) -> list[RequestedBye]:
    found = []
    for player in event.players:
        own = player.number
        if number > 1 and _happens(lots, plan.withdrawals):
            gone.add(own)
        if own in gone:
            found.append(RequestedBye(number, "Z", own))
        elif _happens(lots, plan.half_byes):
            found.append(RequestedBye(number, "H", own))
    return found if len(event.players) - len(found) > 1 else []


def _happens(lots: Draw, rate: int) -> bool:
    return rate > 0 and lots.below(rate) == 0


def _played(event: TrfEvent, plan: RandomEventPlan, pairs: Pairs, lots: Draw) -> TrfEvent:
    rating = {player.number: player.rating for player in event.players}
    rows = {bye.player: (0, "-", str(bye.kind)) for bye in event.byes}
    for white, black in pairs:
        if not black:
            rows[white] = (0, "-", "U")
            continue
        own, other = _result(plan, rating[white] - rating[black], lots)
        rows[white], rows[black] = (black, "w", own), (white, "b", other)
    players = tuple(
        replace(
            player,
            opponents=(*player.opponents, rows[player.number][0]),
            colours=player.colours + rows[player.number][1],
            results=player.results + rows[player.number][2],
        )
        for player in event.players
    )
    return replace(event, players=players, played=event.played + 1)


def _result(plan: RandomEventPlan, difference: int, lots: Draw) -> tuple[str, str]:
    if _happens(lots, plan.forfeits):
        return ("+", "-") if lots.below(2) else ("-", "+")
    expected = expected_percent(difference)
    drawn = min(plan.draw_percent, 2 * min(expected, 100 - expected))
    lot = lots.below(200)  # in half per cents
    if lot < 2 * drawn:
        return "=", "="
    return ("1", "0") if lot < 2 * expected + drawn else ("0", "1")


def _ranked(event: TrfEvent) -> TrfEvent:
    points = totals(event)
    order = sorted(points, key=lambda number: (-points[number], number))
    rank = {number: at for at, number in enumerate(order, start=1)}
    players = (replace(p, points=points[p.number], rank=rank[p.number]) for p in event.players)
    return replace(event, players=tuple(players))
