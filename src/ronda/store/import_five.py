"""An existing set of the five tables becomes the facts of a redemption tournament (R7).

Scores, byes and drop-outs are taken over; everything derived is computed anew and compared with what was stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from sqlalchemy import URL

from ronda.facts import Closed, Created, Entered, Fact, Finished, Left, Missed, Paired, ResultEntered
from ronda.formats.shape import MOST_SEED, forbidden_character, is_blank
from ronda.formats.unreadable import shown
from ronda.model import Bye, Forfeit, OptionValue, Player, Result, Round, Scored, Setup, Table
from ronda.store.import_choice import apart, choose
from ronda.store.import_compare import differences
from ronda.store.import_dump import read_dump
from ronda.store.import_live import read_database
from ronda.store.import_rows import (
    Match,
    Participant,
    Rest,
    Settings,
    read_byes,
    read_completed,
    read_matches,
    read_participants,
    read_settings,
)
from ronda.store.import_trouble import Note, NotImportable, Raw, Tables
from ronda.systems import system
from ronda.verdicts import Refusal

__all__ = ["Imported", "NotImportable", "Note", "import_database", "import_dump"]

_SYSTEM = "redemption"
_MOST_NAME = 200


@dataclass(frozen=True, slots=True)
class Imported:
    """A tournament that was read: its facts in the order in which they happened, what to look at, and which one it
    was there."""

    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
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
    try:
        settings = read_settings(chosen)
        people = read_participants(tables)
        event = _Event(settings, people, read_matches(tables), read_byes(tables), read_completed(tables))
        facts = event.facts()
    except NotImportable as trouble:
        trouble.tournament = shown(str(chosen.cells.get("name") or chosen.cells.get("id") or ""))
        raise
    notes = [*event.notes, *differences(facts, people, event.seated)]
    return Imported(tuple(facts), tuple(notes), settings.id, settings.code)


class _Event:
    """An event in the making, with notes on what had to be decided."""

    def __init__(
        self,
        settings: Settings,
        people: Sequence[Participant],
        matches: Sequence[Match],
        rests: Sequence[Rest],
        completed: set[int],
    ) -> None:
        self.settings = settings
        self.people = people
        self.rests = rests
        self.completed = completed
        self.notes: list[Note] = []
        self.ids = {person.id: number for number, person in enumerate(people, start=1)}
        self.last = _last_round(matches, rests)
        self.setup = self._setup(matches)
        self.seated = self._seated(matches)  # by round and table
        self.rounds_of = self._rounds_of()

    def _note(self, code: str, raw: Raw, column: str, **facts: object) -> None:
        self.notes.append(Note(code, raw.table, raw.name or "", column, facts))

    def _setup(self, matches: Sequence[Match]) -> Setup:
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
        known = next(option.choices for option in system(_SYSTEM).options if option.name == "max_score")
        if own.max_score is None:
            most = max((score for match in matches for score in match.scores if score is not None), default=0)
            options["max_score"] = 5 if most <= 5 else 7
            self._note("max_score_assumed", own.raw, "max_score", max_score=options["max_score"])
        elif own.max_score not in known:
            raise own.raw.fault("unknown_choice", "max_score", found=own.max_score, known=list(known))
        given = {name: value for name, value in options.items() if value is not None}
        name = self._clean(own.raw, own.name, "")
        return Setup(_SYSTEM, name, given, own.id.int % (MOST_SEED + 1))

    def _clean(self, raw: Raw, name: str, instead: str) -> str:
        """The name as one line that can be shown and saved."""
        line = "".join(" " if forbidden_character(c) else c for c in name)[:_MOST_NAME]
        line = instead if is_blank(line) else line
        if line != name:
            self._note("name_changed", raw, "name", stored=shown(name), name=line)
        return line

    # --- who sat where -------------------------------------------------------------------------------------

    def _seated(self, matches: Sequence[Match]) -> dict[tuple[int, int], Match]:
        seated: dict[tuple[int, int], Match] = {}
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
                raise raw.fault("unknown_participant", column, found=str(who))
            if number in rounds[who]:
                raise raw.fault("player_twice", column, name=shown(names[who]), round=number)
            rounds[who].add(number)
        for number in range(1, self.last + 1):
            if not any(number in own for own in rounds.values()):
                raise NotImportable("round_missing", {"round": number}, "matches", column="round")
        return rounds

    # --- facts ---------------------------------------------------------------------------------------------

    def facts(self) -> list[Fact]:
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
            Entered(Player(self.ids[person.id], self._name(person), joined_round=number))
            for person in self.people
            if self._joined(person) == number
        ]

    def _name(self, person: Participant) -> str:
        return self._clean(person.raw, person.name, f"#{self.ids[person.id]}")

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
        results = {table: _result(match, self.setup) for table, match in here.items()}
        facts += [ResultEntered(number, table, result) for table, result in results.items() if result is not None]
        over = number < self.last or number in self.completed or self.settings.ended
        missing = [table for table, result in results.items() if result is None]
        if over and not missing:
            facts.append(Closed(number))
        elif over:
            for table in missing:
                self._note("result_missing", here[table].raw, "player1_score", round=number, table=table)
        return facts


def _last_round(matches: Sequence[Match], rests: Sequence[Rest]) -> int:
    return max([match.round for match in matches] + [rest.round for rest in rests], default=0)


def _in_order(matches: Sequence[Match]) -> list[Match]:
    return sorted(matches, key=lambda match: (match.order is None, match.order or 0, match.raw.name or ""))


def _tables(matches: Sequence[Match], start: int) -> list[int]:
    """The numbers of the tables, in order: as `match_order` has them, from 1 or from 0; one after the other where
    it does not tell them apart."""
    orders = [match.order for match in _in_order(matches)]
    known = [order for order in orders if order is not None]
    if len(set(known)) < len(orders) or any(order < 0 for order in known):
        return [start + at for at in range(len(orders))]
    base = 0 if 0 in known else 1
    return [start + order - base for order in known]


def _result(match: Match, setup: Setup) -> Result | None:
    """The result of a match; scores as they are, absence by its points (R2.4)."""
    first, second = match.scores
    if first is not None and second is not None:
        result = system(_SYSTEM).read_result(f"{first}-{second}", setup)
        if isinstance(result, Refusal):
            facts = {"code": result.code, "article": result.article, "facts": dict(result.facts)}
            raise match.raw.fault("bad_result", "player1_score", **facts)
        assert isinstance(result, Scored)
        return result
    if first is not None or second is not None:
        raise match.raw.fault("score_missing", "player2_score" if second is None else "player1_score")
    absences: Mapping[tuple[float | None, float | None], Result] = {
        (3, 0): Forfeit(first_absent=False, second_absent=True),
        (0, 3): Forfeit(first_absent=True, second_absent=False),
        (0, 0): Forfeit(first_absent=True, second_absent=True),
    }
    return absences.get(match.match_points)
