"""An existing set of the five tables becomes the facts of a tournament of the system that has them (R7).

Scores, byes and drop-outs are taken over; everything derived is computed anew and compared with what was stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from sqlalchemy import URL

from ronda.core.book import Book
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.formats.errors import shown
from ronda.store.importing.choice import apart, choose
from ronda.store.importing.dump import read_dump
from ronda.store.importing.event import ImportedEvent, read_event
from ronda.store.importing.faults import ImportNote, NotImportable, Raw, Tables
from ronda.store.importing.live import read_database
from ronda.store.importing.rows import MatchRow, Participant
from ronda.systems import book_of, standings_book, system

__all__ = ["ImportNote", "Imported", "NotImportable", "import_database", "import_dump"]


@dataclass(frozen=True, slots=True)
class Imported:
    """A tournament that was read: its facts in the order in which they happened, what to look at, and which one it
    was there."""

    facts: tuple[Fact, ...]
    notes: tuple[ImportNote, ...]
    id: UUID
    code: str | None


def import_dump(data: bytes, wanted: Sequence[str] = ()) -> list[Imported]:
    """From the text of a plain dump. `wanted` are ids, codes or names of tournaments; without them all are taken.
    Raises NotImportable."""
    tables = read_dump(data)
    return [_imported(own) for own in apart(tables, choose(wanted, tables["tournaments"]))]


def import_database(url: str | URL, wanted: Sequence[str] = (), schema: str | None = None) -> list[Imported]:
    """The same from a database: `postgresql://…` or `sqlite:///…`. It is only read."""
    return [_imported(own) for own in read_database(url, partial(choose, wanted), schema)]


def _imported(tables: Tables) -> Imported:
    (chosen,) = tables["tournaments"]
    event = read_event(tables)
    if not isinstance(event, ImportedEvent):
        trouble = event[0]
        trouble.tournament = shown(str(chosen.cells.get("name") or chosen.cells.get("id") or ""))
        raise trouble
    notes = [*event.notes, *differences(event.facts, event.people, event.seated)]
    return Imported(tuple(event.facts), tuple(notes), event.settings.id, event.settings.code)


def differences(
    facts: Sequence[Fact], people: Sequence[Participant], seated: Mapping[tuple[int, int], MatchRow]
) -> Iterator[ImportNote]:
    """A note for every derived value that is stored and is not what Ronda computes."""
    tournament = fold(facts)
    book = book_of(tournament)
    ways = [_totals(book), _totals(standings_book(tournament))]  # a program may count a bye before its round is over
    for number, person in enumerate(people, start=1):
        for column, stored in (
            ("match_points", person.match_points),
            ("differential", person.differential),
            ("place", person.place or None),  # 0: none yet
        ):
            computed = [way[number][column] for way in ways]
            if stored not in computed and computed[-1] is not None:
                yield from _compared(person.raw, column, person.name, stored, computed[-1])
    numbers = {person.id: number for number, person in enumerate(people, start=1)}
    names = {person.id: person.name for person in people}
    for (round_number, _), match in seated.items():
        for at, who in enumerate(match.players):
            line = next(line for line in book.lines[numbers[who]] if line.round == round_number)
            if line.outcome == "pending":
                continue
            points, differential = f"player{at + 1}_match_points", ("differential", "differential2")[at]
            yield from _compared(match.raw, points, names[who], match.match_points[at], line.halves / book.unit)
            yield from _compared(match.raw, differential, names[who], match.differentials[at], line.differential)


def _totals(book: Book) -> dict[int, dict[str, float | None]]:
    """Everybody's points, differential and place; nobody has a place before the first round."""
    standings = system(book.setup.system).standings(book) if book.round > 1 else ()
    places = {row.player: row.place for row in standings}
    return {
        player: {
            "match_points": book.halves[player] / book.unit,
            "differential": sum(line.differential for line in lines),
            "place": places.get(player),
        }
        for player, lines in book.lines.items()
    }


def _compared(raw: Raw, column: str, name: str, stored: float | None, computed: float) -> Iterator[ImportNote]:
    if stored is not None and stored != computed:
        facts = {"name": shown(name), "stored": stored, "computed": float(computed)}
        yield ImportNote("differs", raw.table, raw.name or "", column, facts)
