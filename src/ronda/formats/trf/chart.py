"""The chart of a report file, for tie-breaks straight from it."""

from __future__ import annotations

from ronda.formats.trf.consistency import same_result
from ronda.formats.trf.values import TENTHS, TrfEvent
from ronda.tiebreaks.chart import Chart


def chart_of(event: TrfEvent) -> Chart:
    """The rounds that were paired; points in tenths."""
    place = {player.number: at for at, player in enumerate(event.players)} | {0: -1}
    worth = event.scoring.by_result()
    points = [tuple(map(worth.__getitem__, player.results)) for player in event.players]
    extra: list[int] = []
    if event.abnormal:
        extra = [0] * len(event.players)
        _assign(event, place, points, extra)
    return Chart(
        ids=[player.number for player in event.players],
        results=[player.results for player in event.players],
        opponents=[tuple(map(place.__getitem__, player.opponents)) for player in event.players],
        colours=[player.colours for player in event.players],
        points=points,
        ratings=[player.rating for player in event.players],
        numbers=[player.number for player in event.players],
        win=event.scoring.win,
        draw=event.scoring.draw,
        unit=TENTHS,
        rounds=event.played,
        extra=extra,
    )


def _assign(event: TrfEvent, place: dict[int, int], points: list[tuple[int, ...]], extra: list[int]) -> None:
    """Points that are not those of the scoring (299)."""
    for one in event.abnormal:
        for number in one.players:
            at = place[number]
            if not one.result:
                extra[at] += one.points
                continue
            results = event.players[at].results
            points[at] = tuple(
                one.points if results[r] in same_result(one.result) and one.round in (0, r + 1) else own
                for r, own in enumerate(points[at])
            )
