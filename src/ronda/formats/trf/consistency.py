"""Whether the records of a file fit together: the two sides of every game, one bye a round, points that add up
(T2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from ronda.formats.trf.fields import Collector, FieldPlace
from ronda.formats.trf.records import FIRST_ROUND, STRIDE, TrfPlayerLine
from ronda.formats.trf.values import BYES, PENDING, TrfEvent, TrfPlayer, TrfScoring, scoring

# what the two sides of one table may have (T2.3); either side may stand first
_FITTING = ("10", "==", "00", "=0", "WL", "DD", "LL", "DL", "+-", "--", PENDING * 2)
FITTING = frozenset(pair for both in _FITTING for pair in (both, both[::-1]))
_FORFEITED = frozenset(("+-", "-+", "--"))


def check_rounds(
    players: Sequence[TrfPlayer], played: int, by_number: Mapping[int, TrfPlayerLine], defects: Collector
) -> None:
    """Takes down what does not fit in the rounds that were paired."""
    place = {player.number: at for at, player in enumerate(players)}
    for number in range(1, played + 1):
        _check_round(players, number, played, place, by_number, defects)


def _check_round(
    players: Sequence[TrfPlayer],
    number: int,
    played: int,
    place: Mapping[int, int],
    by_number: Mapping[int, TrfPlayerLine],
    defects: Collector,
) -> None:
    pab: int | None = None
    for player in players:
        opponent, result = player.opponents[number - 1], player.results[number - 1]
        column = FIRST_ROUND + 1 + STRIDE * (number - 1)
        at = FieldPlace(defects, by_number[player.number].line, column, player.number, number)
        if result in BYES:
            if opponent or player.colours[number - 1] != "-":
                at.add("bye_with_opponent", opponent=opponent, found=result)
            if result == "U":
                if pab is not None:
                    at.add("second_pab", other=pab)
                pab = player.number
        elif not opponent:
            at.add("game_without_opponent", found=result)
        elif opponent == player.number:
            at.add("own_opponent")
        elif opponent not in place:
            at.add("unknown_opponent", opponent=opponent)
        else:
            _check_table(player, players[place[opponent]], number, at)
        if result == PENDING and number < played:
            at.add("no_result")


def _check_table(player: TrfPlayer, other: TrfPlayer, number: int, at: FieldPlace) -> None:
    named, own, theirs = other.opponents[number - 1], player.results[number - 1], other.results[number - 1]
    if named != player.number:
        at.add("not_mutual", opponent=other.number, other=named)
        return
    colour, their_colour = player.colours[number - 1], other.colours[number - 1]
    first = player.number < other.number  # what concerns both is told once
    if own + theirs not in FITTING:
        if theirs not in BYES and first:  # a bye with an opponent is told as such
            at.add("results_contradict", opponent=other.number, own=_shown(own), other=_shown(theirs))
    elif own + theirs not in _FORFEITED and "-" in (colour, their_colour):
        if colour == "-":
            at.add("no_colour", opponent=other.number)
    elif colour == their_colour != "-" and first:
        at.add("same_colour", opponent=other.number, colour=colour)


def _shown(result: str) -> str:
    return "" if result == PENDING else result


# --- points ------------------------------------------------------------------------------------------------

# T4: what is tried where no scoring is declared, in this order
_USUAL = (
    TrfScoring(),
    scoring(pab=5),
    scoring(pab=0),
    scoring(win=30, draw=10),
    scoring(win=30, draw=10, pab=10),
    scoring(win=30, draw=10, pab=0),
)


def totals(event: TrfEvent) -> dict[int, int]:
    """Everybody's points after the rounds that were paired, in tenths, by the scoring of the event and what was
    assigned beside it (299)."""
    worth = event.scoring.by_result().__getitem__
    found = {player.number: sum(map(worth, player.results)) for player in event.players}
    results = {player.number: player.results for player in event.players} if event.abnormal else {}
    for one in event.abnormal:
        for player in one.players if one.result else ():
            for at, own in enumerate(results[player], start=1):
                if own in same_result(one.result) and one.round in (0, at):
                    found[player] += one.points - worth(own)
    for player, amount in extra_points(event, event.played).items():
        found[player] += amount
    return found


def extra_points(event: TrfEvent, after: int) -> dict[int, int]:
    """PE7.2: bonuses and penalties of everybody who has some, dated up to that round (299 without a result)."""
    found: dict[int, int] = {}
    for one in event.abnormal:
        if not one.result and one.round <= after:
            for player in one.players:
                found[player] = found.get(player, 0) + one.points
    return found


def same_result(kind: str) -> str:
    """The letters of results that a record of abnormal points means."""
    return {"W": "1W", "D": "=D", "L": "0L"}.get(kind, kind)


def settle_scoring(
    event: TrfEvent, given: Mapping[str, int], lines: Mapping[int, int], defects: Collector
) -> tuple[TrfEvent, bool]:
    """The event with its scoring, and whether the file declares one. Where it does, the points must add up by it; else
    the first of the usual ones by which they do is taken (T4)."""
    tried = [replace(event, scoring=scoring(**given))] if given else [replace(event, scoring=one) for one in _USUAL]
    fewest: list[tuple[TrfPlayer, int]] | None = None
    for one in tried:
        wrong = _misfits(one)
        if not wrong:
            return _without_byes_ahead(one), bool(given)
        if fewest is None or len(wrong) < len(fewest):
            fewest = wrong
    if fewest and not given and 2 * len(fewest) > len(event.players) > 2:
        defects.add("scoring_unclear")
    for player, expected in fewest or ():
        at = FieldPlace(defects, lines[player.number], 81, player.number)
        at.add("points_differ", found=points_text(player.points or 0), expected=points_text(expected))
    return tried[0], bool(given)


def _misfits(event: TrfEvent) -> list[tuple[TrfPlayer, int]]:
    """Players whose points are not the sum of their rounds: with or without byes of the round to come (T2.4)."""
    expected = totals(event)
    worth = event.scoring.by_result()
    ahead: dict[int, int] = {}
    for bye in event.byes:
        ahead[bye.player] = ahead.get(bye.player, 0) + worth[bye.kind]
    return [
        (player, expected[player.number])
        for player in event.players
        if player.points is not None
        and player.points != expected[player.number]
        and player.points != expected[player.number] + ahead.get(player.number, 0)
    ]


def _without_byes_ahead(event: TrfEvent) -> TrfEvent:
    """The points are those of the rounds that were paired, whatever the file counted."""
    if not event.byes:
        return event
    expected = totals(event)
    players = tuple(
        player if player.points in (None, own) else replace(player, points=own)
        for player in event.players
        for own in (expected[player.number],)
    )
    return replace(event, players=players)


def points_text(tenths: int) -> str:
    """With one decimal."""
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"
