"""What there is to say about somebody's tables: values that do not follow, and rounds against the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ronda.core.book import Book
from ronda.core.history import before_round
from ronda.core.model import Round
from ronda.core.verdict_codes import COUNT, NUMBER, ROUND, VALUE, Codes, misfits, uncited
from ronda.core.verdicts import Finding, Relaxation, Severity
from ronda.desk.decisions import check_round
from ronda.five_tables.changes import DerivedChange, match_changes, participant_changes, round_changes
from ronda.five_tables.reading import Theirs
from ronda.store.importing.faults import Raw, Tables
from ronda.systems import book_of

# A row that cannot be read is told by a `NotImportable`.
CODES: Codes = {
    "tables": {
        "differs": uncited(stored=VALUE, computed=VALUE),  # a derived value does not follow from the scores
        "unscored": uncited(),  # a derived value is not there yet
        "result_missing": uncited(round=ROUND),  # it is over, they say
        "more_rounds": uncited(stored=NUMBER, rounds=COUNT),  # than were planned
        "other_round": uncited(stored=NUMBER, rounds=COUNT),  # is the current one, they say
        "nobodys": uncited(),  # a row of no tournament
    }
}


@dataclass(frozen=True, slots=True)
class Seen:
    """Something about one value in the tables."""

    code: str
    severity: Severity
    row: Raw
    column: str
    facts: Mapping[str, Any]

    def __post_init__(self) -> None:
        assert not (wrong := [*misfits(CODES, "tables", self.code, "", self.facts)]), wrong


def findings(theirs: Theirs, strays: Tables) -> Iterator[Seen | Finding]:
    """Values first, then every round."""
    yield from _differences(theirs)
    yield from _others(theirs)
    for raws in strays.values():
        for raw in raws:
            yield Seen("nobodys", "note", raw, "tournament_id", {})
    for round_ in theirs.tournament.rounds:
        yield from _judged(theirs, round_)


def _differences(theirs: Theirs) -> Iterator[Seen]:
    """Derived values that are not there, or not what the results give. While a match is not scored yet, the sums of
    its players and all places cannot be right, and are not spoken of."""
    matches = list(match_changes(theirs))
    unscored = {id(change.row) for change in matches if change.stored.get("player1_match_points", 0) is None}
    waiting = {who for match in theirs.event.matches if id(match.raw) in unscored for who in match.players}
    for change in (*matches, *round_changes(theirs)):
        yield from _differing(change, frozenset(change.values))
    people = {id(person.raw): person.id for person in theirs.event.people}
    for change in participant_changes(theirs, theirs.tournament):
        sums = frozenset(("match_points", "differential")) if people[id(change.row)] not in waiting else frozenset()
        yield from _differing(change, sums | (frozenset() if unscored else {"place"}))


def _differing(change: DerivedChange, columns: Collection[str]) -> Iterator[Seen]:
    """Of these columns, a stored value that is wrong, each by itself; of those that are not there yet, the first."""
    here = [column for column in change.values if column in columns]
    missing = [column for column in here if change.stored[column] is None or _not_yet(change, column)]
    for column in here:
        if column not in missing:
            facts = {"stored": change.stored[column], "computed": change.values[column]}
            yield Seen("differs", "violation", change.row, column, facts)
    if missing:
        yield Seen("unscored", "note", change.row, missing[0], {})


def _not_yet(change: DerivedChange, column: str) -> bool:
    """A flag that is still as the row was made: no match was a tie, no round was completed before its scores came."""
    if column == "is_completed":
        return change.stored[column] is False
    return column == "is_tie" and change.stored[column] is False and "player1_match_points" in change.values


def _others(theirs: Theirs) -> Iterator[Seen]:
    own, made = theirs.event.settings, len(theirs.tournament.rounds)
    if own.rounds is not None and own.rounds < made:
        yield Seen("more_rounds", "note", own.raw, "n_rounds", {"stored": own.rounds, "rounds": made})
    if own.current_round is not None and own.current_round != made:
        yield Seen("other_round", "note", own.raw, "current_round", {"stored": own.current_round, "rounds": made})
    for spot, match in theirs.event.seated.items():
        if theirs.event.results[spot] is None and (own.ended or match.round < made):
            yield Seen("result_missing", "violation", match.raw, "player1_score", {"round": match.round})


# --- the rounds --------------------------------------------------------------------------------------------


def _judged(theirs: Theirs, round_: Round) -> list[Finding]:
    """The tables keep neither the lots nor what was relaxed. So whichever lots the round follows from are taken to
    be those that were drawn (R4.1), and a rematch is judged by whether it could be avoided (R4.4), not by whether it
    was stated."""
    numbers = _lots_of(round_)
    own = theirs.tournament
    players = tuple(replace(one, number=numbers.get(one.id, len(numbers) + one.id)) for one in own.players)
    drawn = replace(own, players=players, made_with={})
    book = book_of(before_round(drawn, round_.number))
    stated = replace(round_, relaxations=tuple(_rematches(book, round_)))
    return check_round(drawn, stated)


def _lots_of(round_: Round) -> dict[int, int]:
    """The lots that would put level players into the order of the tables; who rests has the last one."""
    seated = [player for table in sorted(round_.tables, key=lambda table: table.number) for player in table.players]
    order = [*seated, *(bye.player for bye in round_.byes)]
    return {player: number for number, player in enumerate(order, start=1)}


def _rematches(book: Book, round_: Round) -> Iterator[Relaxation]:
    for table in round_.tables:
        one, other = table.players
        if one in book.lines and other in book.met(one):
            yield Relaxation("rematch", "R4.4", (one, other))
