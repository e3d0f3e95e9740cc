"""What was stored with the five tables against what follows from their scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ronda.core.book import Book
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.formats.errors import shown
from ronda.store.importing.faults import Note, Raw
from ronda.store.importing.rows import Match, Participant
from ronda.systems import book_of, standings_book, system


def differences(
    facts: Sequence[Fact], people: Sequence[Participant], seated: Mapping[tuple[int, int], Match]
) -> Iterator[Note]:
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
            yield from _compared(match.raw, points, names[who], match.match_points[at], line.halves / 2)
            yield from _compared(match.raw, differential, names[who], match.differentials[at], line.differential)


def _totals(book: Book) -> dict[int, dict[str, float | None]]:
    """Everybody's points, differential and place; nobody has a place before the first round."""
    standings = system(book.setup.system).standings(book) if book.round > 1 else ()
    places = {row.player: row.place for row in standings}
    return {
        player: {
            "match_points": book.halves[player] / 2,
            "differential": sum(line.differential for line in lines),
            "place": places.get(player),
        }
        for player, lines in book.lines.items()
    }


def _compared(raw: Raw, column: str, name: str, stored: float | None, computed: float) -> Iterator[Note]:
    if stored is not None and stored != computed:
        facts = {"name": shown(name), "stored": stored, "computed": float(computed)}
        yield Note("differs", raw.table, raw.name or "", column, facts)
