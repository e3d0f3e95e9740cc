"""The rows of one tournament in the five tables as an event (R7): its facts, what was decided on the way, and every
fault. Scores, byes and drop-outs are taken over; everything derived is computed anew and compared with what was stored.

Whatever reads such tables reads them here: the import, and the engine that works on somebody else's tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from uuid import UUID

from sqlalchemy import URL

from ronda.core import (
    Bye,
    Draw,
    Forfeit,
    Frozen,
    OptionValue,
    Player,
    Refusal,
    Result,
    Round,
    Scored,
    Setup,
    Table,
    fold,
)
from ronda.core.facts import Created, Entered, Fact, Finished, Left, Missed, Paired, ResultEntered
from ronda.core.text_rules import forbidden_character, is_blank, visible_text
from ronda.formats.errors import shown
from ronda.formats.json_types import MOST_SEED
from ronda.store.importing.rows import (
    NAMES,
    ByeRow,
    Faults,
    ImportNote,
    MatchRow,
    NotImportable,
    Participant,
    Raw,
    RoundRow,
    Tables,
    TournamentRow,
    read_byes,
    read_matches,
    read_participants,
    read_rounds,
    read_settings,
)
from ronda.store.importing.sources import read_database, read_dump
from ronda.store.read_model.rows import standing_of
from ronda.systems import book_of, standings_book, system

SYSTEM = "redemption"  # R7: the system whose events the five tables hold
_MOST_NAME = 200
_LOTS = 1 << 62  # so many that no two are the same

Spot = tuple[int, int]  # round and table


def read_event(tables: Tables) -> ImportedEvent | Faults:
    """One tournament, or everything that is wrong: first the values for themselves, then how they fit together."""
    faults: Faults = []
    (chosen,) = tables["tournaments"]
    settings = read_settings(chosen, faults)
    people = read_participants(tables, faults)
    parts = read_matches(tables, faults), read_byes(tables, faults), read_rounds(tables, faults)
    if faults:
        return faults
    event = ImportedEvent(settings, people, *parts, faults)
    return faults or event


class ImportedEvent:
    """An event that was read, with notes on what had to be decided. What does not fit goes to the faults; then there
    are no facts."""

    def __init__(
        self,
        settings: TournamentRow,
        people: Sequence[Participant],
        matches: Sequence[MatchRow],
        rests: Sequence[ByeRow],
        rounds: Sequence[RoundRow],
        faults: Faults,
    ) -> None:
        self.settings = settings
        self.people = people
        self.matches = matches
        self.rests = rests
        self.rounds = rounds
        self.notes: list[ImportNote] = []
        self._faults = faults
        self.ids = {person.id: number for number, person in enumerate(people, start=1)}
        self.last = max([*(match.round for match in matches), *(rest.round for rest in rests)], default=0)
        self.setup = self._setup(matches)
        self.seated: Mapping[Spot, MatchRow] = self._seated(matches)
        self.rounds_of = self._rounds_of()
        self.draw_numbers = self._draw_numbers()
        self.results = {spot: self._result(match) for spot, match in self.seated.items()}
        self.facts: Sequence[Fact] = () if faults else self._facts()

    def _note(self, code: str, raw: Raw, column: str, **facts: object) -> None:
        self.notes.append(ImportNote(code, raw.table, raw.name or "", column, facts))

    def _setup(self, matches: Sequence[MatchRow]) -> Setup:
        own = self.settings
        options: dict[str, OptionValue] = {
            "rounds": own.rounds,
            "max_score": own.max_score,
            "bye_points": own.bye_halves,
            "bye_differential": own.bye_differential,
            "first_table": own.first_table,
            "round_minutes": own.minutes,
            "sound": own.sound,
        }
        if own.rounds is not None and own.rounds < self.last:
            options["rounds"] = self.last
            self._note("rounds_raised", own.raw, "n_rounds", stored=own.rounds, rounds=self.last)
        known = next(option.choices for option in system(SYSTEM).rules.options if option.name == "max_score")
        if own.max_score is None:
            most = max((score for match in matches for score in match.scores if score is not None), default=0)
            options["max_score"] = 5 if most <= 5 else 7
            self._note("max_score_assumed", own.raw, "max_score", max_score=options["max_score"])
        elif own.max_score not in known:
            self._faults.append(own.raw.fault("unknown_choice", "max_score", found=own.max_score, known=list(known)))
        given = {name: value for name, value in options.items() if value is not None}
        name = self._clean(own.raw, own.name, "")
        return Setup(SYSTEM, name, given, own.id.int % (MOST_SEED + 1))

    def _clean(self, raw: Raw, name: str, instead: str) -> str:
        """The name as one line that can be shown and saved."""
        line = visible_text("".join(" " if forbidden_character(c) else c for c in name))[:_MOST_NAME]
        line = instead if is_blank(line) else line
        if line != name:
            self._note("name_changed", raw, "name", stored=shown(name), name=line)
        return line

    # --- who sat where -------------------------------------------------------------------------------------

    def _seated(self, matches: Sequence[MatchRow]) -> dict[Spot, MatchRow]:
        seated: dict[Spot, MatchRow] = {}
        first = self.settings.first_table
        start = 1 if first is None else first
        for number in range(1, self.last + 1):
            here = [match for match in matches if match.round == number]
            for table, match in zip(_tables(here, start), _in_order(here), strict=True):
                seated[number, table] = match
        return seated

    def _rounds_of(self) -> dict[UUID, set[int]]:
        """The rounds in which each was seated or rested; nobody is in one twice."""
        rounds: dict[UUID, set[int]] = {person.id: set() for person in self.people}
        names = {person.id: person.name for person in self.people}
        seats = [
            (m.raw, m.round, who, f"player{n}_id") for m in self.seated.values() for n, who in enumerate(m.players, 1)
        ]
        seats += [(rest.raw, rest.round, rest.participant, "participant_id") for rest in self.rests]
        for raw, number, who, column in seats:
            if who not in rounds:
                self._faults.append(raw.fault("unknown_participant", column, found=str(who)))
                continue
            if number in rounds[who]:
                self._faults.append(raw.fault("player_twice", column, name=shown(names[who]), round=number))
            rounds[who].add(number)
        there = {number for _, number, _, _ in seats}
        for number in range(1, self.last + 1):
            if number not in there:
                self._faults.append(NotImportable("round_missing", {"round": number}, "matches", column="round"))
        return rounds

    def _result(self, match: MatchRow) -> Result | None:
        """The result of a match; scores as they are, absence by its points (R2.4)."""
        first, second = match.scores
        if first is not None and second is not None:
            result = system(SYSTEM).rules.results.read(f"{first}-{second}", self.setup)
            if isinstance(result, Refusal):
                facts = {"code": result.code, "article": result.article, "facts": dict(result.facts)}
                column = "player1_score" if first >= second else "player2_score"  # the higher one is to blame
                self._faults.append(match.raw.fault("bad_result", column, **facts))
                return None
            assert isinstance(result, Scored)
            return result
        if first is not None or second is not None:
            column = "player2_score" if second is None else "player1_score"
            self._faults.append(match.raw.fault("score_missing", column))
            return None
        absences: Mapping[tuple[float | None, float | None], Result] = {
            (3, 0): Forfeit(first_absent=False, second_absent=True),
            (0, 3): Forfeit(first_absent=True, second_absent=False),
            (0, 0): Forfeit(first_absent=True, second_absent=True),
        }
        return absences.get(match.match_points)

    # --- facts ---------------------------------------------------------------------------------------------

    def _facts(self) -> list[Fact]:
        facts: list[Fact] = [Created(self.setup)]
        for number in range(1, self.last + 1):
            facts += self._arrivals(number)
            facts += self._departures(number)
            facts += self._round(number)
        facts += self._arrivals(self.last + 1)
        facts += self._departures(self.last + 1)
        return [*facts, Finished()] if self.settings.ended else facts

    def _joined(self, person: Participant) -> int:
        """The first round somebody is seated in; who never was is in the field from the start, or from the next
        round on."""
        own = self.rounds_of[person.id]
        return min(own) if own else 1 if person.dropped_out else self.last + 1

    def _arrivals(self, number: int) -> list[Fact]:
        return [
            Entered(
                Player(
                    self.ids[one.id],
                    self._clean(one.raw, one.name, f"#{self.ids[one.id]}"),
                    joined_round=number,
                    number=self.draw_numbers[one.id],
                )
            )
            for one in self.people
            if self._joined(one) == number
        ]

    def _draw_numbers(self) -> Mapping[UUID, int]:
        """R4.1. The tables have no column for them, so everybody has a lot that follows from the ids of the tournament
        and of the participant and from nothing else: whoever comes, goes or gets another name, the others keep their
        order. Late entries come after those before them."""
        lots = {one.id: Draw(self.setup.seed, "draw number", one.id.hex).below(_LOTS) for one in self.people}
        order = sorted(self.people, key=lambda one: (self._joined(one), lots[one.id]))
        return {one.id: number for number, one in enumerate(order, start=1)}

    def _departures(self, number: int) -> list[Fact]:
        """Who is in the field and not in this round: gone for good, or for a while."""
        facts: list[Fact] = []
        for person in self.people:
            own, here = self.rounds_of[person.id], self.ids[person.id]
            after = max(own, default=0)
            if person.dropped_out and after < number:
                facts += [Left(here, after)] if after == number - 1 else []
            elif number <= self.last and self._joined(person) < number and number not in own:
                facts.append(Missed(here, number))
        return facts

    def _round(self, number: int) -> list[Fact]:
        here = {table: match for (round_, table), match in self.seated.items() if round_ == number}
        tables = tuple(
            Table(table, (self.ids[match.players[0]],), (self.ids[match.players[1]],)) for table, match in here.items()
        )
        byes = tuple(
            Bye(self.ids[rest.participant], rest.halves, rest.differential)
            for rest in self.rests
            if rest.round == number
        )
        facts: list[Fact] = [Paired(Round(number, tables, byes))]
        results = {table: self.results[number, table] for table in here}
        facts += [ResultEntered(number, table, result) for table, result in results.items() if result is not None]
        completed = {row.number for row in self.rounds if row.completed}
        if number < self.last or number in completed or self.settings.ended:
            for table in [table for table, result in results.items() if result is None]:
                self._note("result_missing", here[table].raw, "player1_score", round=number, table=table)
        return facts


def _in_order(matches: Sequence[MatchRow]) -> list[MatchRow]:
    return sorted(matches, key=lambda match: (match.order is None, match.order or 0, match.raw.name or ""))


def _tables(matches: Sequence[MatchRow], start: int) -> list[int]:
    """The numbers of the tables, in order: as `match_order` has them, from 1 or from 0; one after the other where
    it does not tell them apart."""
    orders = [match.order for match in _in_order(matches)]
    known = [order for order in orders if order is not None]
    if len(set(known)) < len(orders) or any(order < 0 for order in known):
        return [start + at for at in range(len(orders))]
    base = 0 if 0 in known else 1
    return [start + order - base for order in known]


class Imported(Frozen):
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
    return [_imported(own) for own in split_tournaments(tables, choose(wanted, tables["tournaments"]))]


def import_database(url: str | URL, wanted: Sequence[str] = ()) -> list[Imported]:
    """The same from a database: `postgresql://…` or `sqlite:///…`. It is only read."""
    return [_imported(own) for own in read_database(url, partial(choose, wanted))]


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


def split_tournaments(tables: Tables, chosen: Sequence[Raw]) -> list[Tables]:
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
