"""An existing set of the five tables becomes the facts of a tournament of the system that has them (R7).

Scores, byes and drop-outs are taken over; everything derived is computed anew and compared with what was stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from sqlalchemy import URL

from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.formats.errors import shown
from ronda.store.importing.dump import read_dump
from ronda.store.importing.event import ImportedEvent, read_event
from ronda.store.importing.faults import NAMES, ImportNote, NotImportable, Raw, Tables
from ronda.store.importing.live import read_database
from ronda.store.importing.rows import MatchRow, Participant
from ronda.store.read_model.rows import standing_of
from ronda.systems import book_of, standings_book

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
    # a program may count a bye before its round is over
    ways = [standing_of(book), standing_of(standings_book(tournament))]
    for number, person in enumerate(people, start=1):
        for column, stored in (
            ("match_points", person.match_points),
            ("differential", person.differential),
            ("place", person.place or None),  # 0: none yet
        ):
            computed = [getattr(way[number], column) for way in ways]
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


def _compared(raw: Raw, column: str, name: str, stored: float | None, computed: float) -> Iterator[ImportNote]:
    if stored is not None and stored != computed:
        facts = {"name": shown(name), "stored": stored, "computed": float(computed)}
        yield ImportNote("differs", raw.table, raw.name or "", column, facts)


# --- which tournaments are meant, and which rows are theirs -----------------------------------------------

_KEYS = ("id", "code", "name")


def choose(wanted: Sequence[str], rows: Sequence[Raw]) -> list[Raw]:
    """The tournaments that are meant by their id, code or name; without a wish, all of them. Raises NotImportable."""
    if not rows:
        raise NotImportable("no_tournament", {}, "tournaments")
    chosen = [_meant(wish, rows) for wish in wanted]
    return [row for row in rows if not wanted or any(row is one for one in chosen)]


def _meant(wish: str, rows: Sequence[Raw]) -> Raw:
    for key in _KEYS:
        found = [row for row in rows if str(row.cells.get(key) or "").casefold() == wish.strip().casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotImportable("several_tournaments", {"wanted": shown(wish), "found": listed(found)}, "tournaments")
    raise NotImportable("unknown_tournament", {"wanted": shown(wish), "found": listed(rows)}, "tournaments")


def listed(rows: Sequence[Raw]) -> list[dict[str, str]]:
    return [{key: shown(str(row.cells.get(key) or "")) for key in _KEYS} for row in rows]


def apart(tables: Tables, chosen: Sequence[Raw]) -> list[Tables]:
    """The rows of each of the chosen tournaments."""
    found: dict[str, dict[str, list[Raw]]] = {}
    for name in NAMES[1:]:
        own: dict[str, list[Raw]] = {}
        for row in tables[name]:
            if "tournament_id" not in row.cells:
                raise row.fault("missing_column", "tournament_id")
            own.setdefault(str(row.cells["tournament_id"]).lower(), []).append(row)
        found[name] = own
    return [
        {"tournaments": [one], **{name: own.get(str(one.cells.get("id")).lower(), []) for name, own in found.items()}}
        for one in chosen
    ]
