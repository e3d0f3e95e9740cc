"""chess: the lists of C8."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.core import Line, Setup, replace
from ronda.systems.chess.rules import licence, start_numbers
from ronda.systems.columns import (
    FEW,
    NAME,
    ListColumn,
    Lists,
    Pairings,
    Source,
    Values,
    named,
    placed,
    points_before,
    value,
)

# --- columns (C8) ------------------------------------------------------------------------------------------

DECIMALS = 2


def _licences(source: Source) -> Values:
    return {pid: licence(player) for pid, player in source.players.items()}


def _ratings(code: str, heading: str) -> ListColumn:
    """0 is none, and stands there as such."""

    def values(source: Source) -> Values:
        return {pid: getattr(player, code) for pid, player in source.players.items()}

    return ListColumn(code, heading, values, personal=True)


BSNO = ListColumn("number", "label.bsno", lambda source: start_numbers(source.players), label="criterion.bsno")
LNO = ListColumn("licence", "label.lno", _licences, personal=True)
_PLAYER = (
    BSNO,
    LNO,
    named("label.full_name"),
    _ratings("rating", "label.elo"),
    _ratings("national_rating", "label.ukd"),
)


def _standings(setup: Setup) -> tuple[ListColumn, ...]:  # noqa: ARG001
    return (
        placed("label.sno"),
        replace(BSNO, tells=("bsno",)),
        *_PLAYER[1:],
        value("points", 1, heading="label.points_short", decimals=DECIMALS),
        value("bh1", 2, decimals=DECIMALS),
        value("bh2", 3, decimals=DECIMALS),
        value("sb", 5, decimals=DECIMALS),
        value("wins", 6, heading="label.wins_short"),
    )


# --- cross table -------------------------------------------------------------------------------------------

MARKS = {"win": "1", "draw": "½", "loss": "0", "walkover": "+", "absent": "-", "pending": ""}


def _cross_cell(line: Line | None, numbers: Mapping[int, int], colours: str) -> str:
    """The opponent's BSNo, the colour and the result."""
    if line is None:
        return ""
    if line.seat is None:
        return f"- - {'' if line.outcome == 'pending' else ('0', '½', '1')[line.halves]}".rstrip()
    return f"{numbers[line.opponents[0]]} {colours[line.seat]} {MARKS[line.outcome]}".rstrip()


LISTS = Lists(
    start=_PLAYER,
    pairings=Pairings(
        "label.mno",
        (replace(BSNO, priority=FEW), LNO, NAME, points_before(DECIMALS)),
        mirrored=True,
        document=("number", "licence", "points"),
    ),
    standings=_standings,
    final_title="label.final_list",
    cross=_PLAYER,
    cross_cell=_cross_cell,
    decimals=DECIMALS,
    cross_about="web.cross.about.colours",
    marks=MARKS,
)
