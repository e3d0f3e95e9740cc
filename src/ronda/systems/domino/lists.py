"""domino: the columns of the classification (D11, 001 §8)."""

from __future__ import annotations

from ronda.core.book import Outcome
from ronda.core.model import Setup
from ronda.systems.columns import NAME, NO_VALUE, PLACE, ListColumn, Lists, Source, Values, value
from ronda.systems.domino.rules import settings

# how the last round ended; an absence or a table that was not played is neither won nor lost (D2.3)
_TOLD: dict[Outcome, str] = {"win": "win", "walkover": "win", "loss": "loss", "bye": "bye"}


def _records(source: Source) -> Values:
    return {row.player: f"{row.measures['wins'].amount}–{row.measures['losses'].amount}" for row in source.rows}


def _last(source: Source) -> Values:
    found = {}
    for row in source.rows:
        book = row.measured.book
        line = next((line for line in book.lines[row.player] if line.round == book.round - 1), None)
        told = _TOLD.get(line.outcome) if line else None
        found[row.player] = f"label.last.{told}" if told else NO_VALUE
    return found


RECORD = ListColumn(
    "record", "criterion.record.short", _records, priority=3, label="criterion.record", tells=("wins", "losses")
)
LAST = ListColumn("last", "criterion.last.short", _last, words=True, priority=4, label="criterion.last")


def _standings(setup: Setup) -> tuple[ListColumn, ...]:
    """As in the document; as in mistorneos by what decides there (PS2.1)."""
    if settings(setup).house:
        return PLACE, NAME, value("wins", 1), value("effectiveness", 2), value("points_for", 3), LAST
    first, second = (2, 1) if settings(setup).order == "index" else (1, 2)
    return (
        PLACE,
        NAME,
        value("points", first),
        RECORD,
        *([value("played", 7)] if settings(setup).bye_played else []),  # D10.7: else V-D says it
        value("win_rate", 6),
        value("eff", 5),
        value("index", second),
        LAST,
    )


LISTS = Lists(standings=_standings)
