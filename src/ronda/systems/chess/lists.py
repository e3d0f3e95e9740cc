"""chess: the lists of C8."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ronda.core.book import Line
from ronda.core.history import before_round
from ronda.core.model import Round, Setup, Tournament
from ronda.core.values import replace
from ronda.systems import book_of
from ronda.systems.chess.rules import licence, start_numbers
from ronda.systems.columns import ListColumn, Lists, Source, Values, attribute, named, placed, value
from ronda.systems.declarations import Cell, Listing, Written

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


# --- pairings, cross table ---------------------------------------------------------------------------------

MARKS = {"win": "1", "draw": "½", "loss": "0", "walkover": "+", "absent": "-", "pending": ""}


def pairing_list(tournament: Tournament, round_: Round, number: Written) -> Listing:
    """White left, black right, with the points as they were known before the round; the bye last."""
    book = book_of(before_round(tournament, round_.number))
    numbers = start_numbers(book.players)

    def side(pid: int) -> tuple[Cell, ...]:
        points = number(Fraction(book.halves[pid], 2), decimals=DECIMALS)
        return numbers[pid], licence(book.players[pid]), points

    rows: list[tuple[Cell, ...]] = []
    for table in round_.tables:
        rows.append((table.number, *side(table.first[0]), "-", *reversed(side(table.second[0]))))
    for at, bye in enumerate(round_.byes, start=len(rows) + 1):
        rows.append((at, *side(bye.player), "-", "label.bye", "", ""))
    own = (BSNO.heading, LNO.heading, "label.points_short")
    return Listing(
        "label.pairing_list",
        ("label.mno", *own, "-", *reversed(own)),
        tuple(rows),
        (("", 1), ("label.whites", 3), ("-", 1), ("label.blacks", 3)),
        words=(4, 5),
    )


def _cross_cell(line: Line | None, numbers: Mapping[int, int], colours: str) -> str:
    """The opponent's BSNo, the colour and the result."""
    if line is None:
        return ""
    if line.seat is None:
        return f"- - {'' if line.outcome == 'pending' else 1}".rstrip()
    return f"{numbers[line.opponents[0]]} {colours[line.seat]} {MARKS[line.outcome]}".rstrip()


LISTS = Lists(
    start=_PLAYER,
    beside=(BSNO, attribute("licence", LNO.heading, personal=True)),  # who has no LNo has none beside the name
    standings=_standings,
    final_title="label.final_list",
    pairings=pairing_list,
    cross=_PLAYER,
    cross_cell=_cross_cell,
    decimals=DECIMALS,
    cross_about="web.cross.about.colours",
    marks=MARKS,
)
