"""A round of a report file, past or to come, as it is handed over to be paired; and the chart of the file
for tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Literal, NamedTuple

from ronda.formats.trf.consistency import extra_points, same_result
from ronda.formats.trf.values import TENTHS, TrfEvent
from ronda.systems.exchange import Coming, PairingEntry, Pairs
from ronda.tiebreaks.chart import Chart


def chart_of(event: TrfEvent) -> Chart:
    """The rounds that were paired; points in tenths."""
    place = {player.number: at for at, player in enumerate(event.players)} | {0: -1}
    worth = event.scoring.by_result()
    points = [tuple(map(worth.__getitem__, player.results)) for player in event.players]
    extra: list[int] = []
    if event.abnormal:
        _assign(event, place, points)
        beside = extra_points(event, event.played)
        extra = [beside.get(player.number, 0) for player in event.players]
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


def _assign(event: TrfEvent, place: dict[int, int], points: list[tuple[int, ...]]) -> None:
    """Points of a round that are not those of the scoring (299)."""
    for one in event.abnormal:
        for number in one.players if one.result else ():
            at = place[number]
            results = event.players[at].results
            points[at] = tuple(
                one.points if results[r] in same_result(one.result) and one.round in (0, r + 1) else own
                for r, own in enumerate(points[at])
            )


BAKU = "_BAKU"


class Handed(NamedTuple):
    """The round, and the numbers of the file by those of the round, where they are not the same (XXC rank)."""

    coming: Coming
    called: Mapping[int, int]

    def as_called(self, found: Pairs) -> Pairs:
        return [(self.called[one], self.called[other]) for one, other in found] if self.called else found


def round_to_pair(event: TrfEvent, number: int | None = None) -> Handed:
    """The next round, or one that was paired: then everybody who was paired in it is there."""
    number = event.next_round if number is None else number
    past = number - 1
    chart = chart_of(event)
    out = _out(event, number)
    order = event.pairing_numbers()
    beside = points_beside(event, number)
    nothing = (0, 0, 0)
    entries = []
    for player, points in zip(event.players, chart.points, strict=True):
        own = player.number
        opponents = player.opponents[:past]
        entries.append(
            PairingEntry(
                order.get(own, own),
                player.results[:past],
                player.colours[:past],
                tuple(order[o] if o else 0 for o in opponents) if order else opponents,
                points[:past],
                beside.get(own, nothing),
                own not in out,
            )
        )
    coming = Coming(
        round=number,
        rounds=event.rounds or max(number, event.played),
        entries=entries,
        win=event.scoring.win,
        draw=event.scoring.draw,
        loss=event.scoring.loss,
        initial=event.initial_colour or inferred_colour(event) or "w",
        forbidden=_forbidden(event, number, order),
        accelerated=event.type_code.endswith(BAKU) and not event.virtual,
    )
    return Handed(coming, {new: old for old, new in order.items()} | {0: 0} if order else {})


def paired(event: TrfEvent, number: int) -> Pairs:
    """The pairs of a round as they are in the file, white first; where neither has a colour, the lower number."""
    found = []
    for player in event.players:
        own, opponent, colour = player.number, player.opponents[number - 1], player.colours[number - 1]
        if not opponent:
            if player.results[number - 1] == "U":
                found.append((own, 0))
        elif colour == "w" or (colour == "-" and _white_unnamed(event, opponent, number, own)):
            found.append((own, opponent))
    return found


def _white_unnamed(event: TrfEvent, opponent: int, number: int, own: int) -> bool:
    other = next(player for player in event.players if player.number == opponent)
    return other.colours[number - 1] == "b" or (other.colours[number - 1] == "-" and own < opponent)


def _out(event: TrfEvent, number: int) -> set[int]:
    """DU2.4: known absentees; of a past round those who were not paired."""
    if number <= event.played:
        at = number - 1
        return {p.number for p in event.players if not p.opponents[at] and p.results[at] != "U"}
    return {bye.player for bye in event.byes if bye.round == number}


def points_beside(event: TrfEvent, number: int) -> dict[int, tuple[int, int, int]]:
    """Virtual points (DU9), and bonuses and penalties (PE7.2), when that round is paired, the last one, and the one
    before: of everybody who has some."""
    found = virtual_points(event, (number, number - 1, number - 2))
    if event.abnormal:
        for ago in range(3):
            for player, amount in extra_points(event, number - 1 - ago).items():
                own = list(found.get(player, (0, 0, 0)))
                own[ago] += amount
                found[player] = (own[0], own[1], own[2])
    return found


def virtual_points(event: TrfEvent, rounds: tuple[int, int, int]) -> dict[int, tuple[int, int, int]]:
    """Of everybody who has some in one of three rounds; where ranges overlap the later holds (Q13)."""
    found: dict[int, tuple[int, int, int]] = {}
    for one in event.virtual:
        within = [one.first_round <= number <= one.last_round for number in rounds]
        for player in range(one.first, one.last + 1) if any(within) else ():
            known = found.get(player, (0, 0, 0))
            a, b, c = (one.points if here else own for here, own in zip(within, known, strict=True))
            found[player] = a, b, c
    return found


def _forbidden(event: TrfEvent, number: int, order: Mapping[int, int]) -> frozenset[tuple[int, int]]:
    groups = (one.players for one in event.forbidden if one.first_round <= number <= one.last_round)
    if order:  # who is not in the file has no place in its order
        groups = (tuple(order[player] for player in players if player in order) for players in groups)
    return frozenset(pair for players in groups for pair in combinations(sorted(players), 2))


def inferred_colour(event: TrfEvent) -> Literal["w", "b"] | None:
    """T8: the initial colour by the first pair of round 1, where no record says it."""
    effective = 0
    order = event.pairing_numbers() or {player.number: player.number for player in event.players}
    for player in sorted(event.players, key=lambda player: order[player.number]) if event.played else ():
        if player.opponents[0] or player.results[0] == "U":
            effective += 1
        opponent, colour = player.opponents[0], player.colours[0]
        if opponent and order[opponent] > order[player.number] and colour != "-":  # the higher ranked of the two
            return "w" if (colour == "w") == bool(effective % 2) else "b"
    return None
