"""domino: the first seating of a pyramid in the order of the rulebook (D6.4–D6.6) on a level of the
ladder (D7).

Where the plain walk ends at once, its result is the first in that order. Otherwise small pyramids are
searched to the end. Of larger ones the ideal sides and the nearest exchanges are searched, then the
whole pyramid within the budget; the largest are walked plainly down to the last tables, and those are
searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple

from ronda.systems.domino.board import Board, Foursome, Meter
from ronda.systems.domino.crowds import IMPOSSIBLE, crowds, least_of
from ronda.systems.domino.harm import in_two_stages
from ronda.systems.domino.inorder import first_in_order
from ronda.systems.domino.pyramids import Sides, exchanges, halved, sides_with
from ronda.systems.domino.room import Level, Room
from ronda.systems.domino.seats import Seating, plain, plain_top

EXACT = 24  # pyramids of so many players are searched to the end
WHOLE = 40  # of pyramids of so many, all possible tables are looked at where that is needed
MIDDLE = 48  # of pyramids of so many, all tables between two sides are
SECTOR = 10  # the last tables of larger pyramids that are looked at together
FEW_EXCHANGES = 12  # tried on pyramids above EXACT before the whole is looked at
BUDGET = 40_000  # steps for one question about one pyramid on one level
_TABLES_A_UNIT = 4  # tables laid out for the work of one step

Proof = Literal["first", "level", "none"]


class Attempt(NamedTuple):
    """What was found on a level, what it costs and what is proved: that it is the `first` in order,
    that nothing milder exists (`level`), or `none`. Without a seating, `level` says that none exists
    there, `none` that the search gave up."""

    seating: Seating | None
    cost: int
    proof: Proof
    work: int


def attempt(room: Room, pyramid: Sequence[int], level: Level) -> Attempt:
    """The pyramid on one level."""
    if level.strict:
        found = plain(room, halved(pyramid))
        if found is not None:
            return Attempt(found, 0, "first", len(found.meets))
    floor = least_of(crowds(room, pyramid, level), sum(1 << place for place in pyramid))
    if floor >= IMPOSSIBLE:
        return Attempt(None, 0, "level", 0)
    if len(pyramid) <= EXACT:
        return _exact(room, pyramid, level)
    if len(pyramid) <= MIDDLE:
        return _middle(room, pyramid, level, floor)
    return _large(room, pyramid, level)


def _exact(room: Room, pyramid: Sequence[int], level: Level) -> Attempt:
    walked = Meter(BUDGET)
    if level.strict:
        sides = halved(pyramid)
        found = first_in_order(_laid(walked, room, pyramid, level, sides), sides, 0, walked)
        if found is not None:
            return Attempt(found, 0, "level" if walked.empty else "first", walked.work)
    meter = Meter(BUDGET)
    board = _laid(meter, room, pyramid, level)
    known = _known(board, meter)
    if known is None:
        return Attempt(None, 0, "none" if meter.empty else "level", walked.work + meter.work)
    proved: Proof = "none" if meter.empty else "first"
    for sides in exchanges(pyramid):
        found = first_in_order(board, sides, known.cost, walked)
        if walked.empty:
            break
        if found is not None:
            return Attempt(found, known.cost, proved, walked.work + meter.work)
    near = _near(room, pyramid, level, known)
    return Attempt(near, known.cost, "none" if meter.empty else "level", walked.work + meter.work)


def _middle(room: Room, pyramid: Sequence[int], level: Level, floor: int) -> Attempt:
    walked = Meter(BUDGET)
    best: _Known | None = None
    for sides in islice(exchanges(pyramid), FEW_EXCHANGES if level.strict else 1):
        board = _laid(walked, room, pyramid, level, sides)
        known = _known(board, walked)
        if known is not None and known.cost == floor:
            found = first_in_order(board, sides, floor, walked, known.tables)
            return Attempt(found, floor, "level" if walked.empty else "first", walked.work)
        best = min((way for way in (best, known) if way is not None), default=None)
    meter = Meter(BUDGET)
    proved = False
    if len(pyramid) <= WHOLE:
        known = _known(_laid(meter, room, pyramid, level), meter)
        proved = not meter.empty
        best = min((way for way in (best, known) if way is not None), default=None)
    if best is None:
        return Attempt(None, 0, "level" if proved else "none", walked.work + meter.work)
    found = _near(room, pyramid, level, best)
    return Attempt(found, best.cost, "level" if proved else "none", walked.work + meter.work)


def _laid(meter: Meter, room: Room, places: Sequence[int], level: Level, sides: Sides | None = None) -> Board:
    board = Board(room, places, level, sides)
    meter.laid += board.size // _TABLES_A_UNIT
    return board


class _Known(NamedTuple):
    cost: int
    tables: list[Foursome]


def _known(board: Board, meter: Meter) -> _Known | None:
    found = board.cheapest(meter)
    return None if found is None else _Known(board.cost(found), board.tables(found))


def _near(room: Room, pyramid: Sequence[int], level: Level, known: _Known) -> Seating:
    """The first in order on the sides of a known seating: on each table the better pair is on side A."""
    sides = sides_with({place for table in known.tables for place in min(table, key=sum)}, pyramid)
    board = Board(room, pyramid, level, sides)
    found = first_in_order(board, sides, known.cost, Meter(BUDGET), known.tables)
    assert found is not None, "a seating is known"
    return found


def _large(room: Room, pyramid: Sequence[int], level: Level) -> Attempt:
    """The plain walk for the upper tables, an exact search for the last ones."""
    meter = Meter(BUDGET)
    top = plain_top(room, halved(pyramid), SECTOR)
    if top is not None:
        seated = {place for table in top for pair in table for place in pair}
        rest = [place for place in pyramid if place not in seated]
        half = {*halved(pyramid).better}
        sides = Sides(
            tuple(place for place in rest if place in half),
            tuple(place for place in rest if place not in half),
        )
        board = _laid(meter, room, rest, level, sides)
        known = _known(board, meter)
        if known is not None:
            found = first_in_order(board, sides, known.cost, Meter(BUDGET), known.tables)
            assert found is not None, "a seating is known"
            joined = _joined(halved(pyramid), [*top, *found.tables()])
            strict = level.strict and not known.cost
            return Attempt(joined, known.cost, "level" if strict else "none", meter.work)
    if level.wishes:
        return Attempt(None, 0, "none", meter.work)
    seating, cost = in_two_stages(room, halved(pyramid), level)
    return Attempt(seating, cost, "none", meter.work)


def _joined(sides: Sides, tables: Sequence[Foursome]) -> Seating:
    tables = sorted(tables)
    lower = tuple(sorted(pair for _, pair in tables))
    at = {pair: n for n, pair in enumerate(lower)}
    return Seating(sides, tuple(pair for pair, _ in tables), lower, tuple(at[pair] for _, pair in tables))
