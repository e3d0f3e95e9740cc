"""What is to be written into somebody's tables: derived columns where they say something else than they should, and the
rows of the next round; and the findings about them: values that do not follow, rounds against the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from ronda.core import Book, Frozen, Round, Tournament, before_round, fold, replace, tallies_at
from ronda.core.facts import Paired
from ronda.core.verdicts import (
    COUNT,
    NUMBER,
    ROUND,
    VALUE,
    Codes,
    Finding,
    Refusal,
    Relaxation,
    Severity,
    misfits,
    uncited,
)
from ronda.desk import next_round
from ronda.desk.decisions import check_round
from ronda.five_tables import ForeignTournament, rules
from ronda.store.importing.rows import Raw, Tables
from ronda.store.read_model.rows import Row, RowContext, RowTimes, match_row, rows_of_round, standing_of, view_of
from ronda.systems import book_of


class DerivedChange(Frozen):
    """Values of one row that are to be others: as they are stored, and as they should be."""

    row: Raw
    stored: Mapping[str, Any]
    values: Mapping[str, Any]


def to_be_written(theirs: ForeignTournament, now: datetime) -> list[DerivedChange]:
    """Everything that makes the derived columns true, with the times that go with it."""
    changes = row_changes(theirs, theirs.tournament, now)
    ended = {"has_ended": has_ended(theirs)}
    for change in _changed(theirs.row, {"has_ended": theirs.event.settings.ended}, ended):
        changes.append(with_values(change, unless_set(theirs.row, "ended_at", now)))
    if changes:
        last = changes.pop() if changes[-1].row is theirs.row else DerivedChange(theirs.row, {}, {})
        changes.append(with_values(last, {"updated_at": now}))
    return changes


def row_changes(theirs: ForeignTournament, after: Tournament, now: datetime) -> list[DerivedChange]:
    """What is to be set in the rows of matches, rounds and participants that are there, for a tournament that goes on
    as `after`."""
    return [
        *(with_values(change, {"updated_at": now}) for change in match_changes(theirs)),
        *participant_changes(theirs, after),
        *ended_rounds(theirs, now),
    ]


def row_context(theirs: ForeignTournament) -> RowContext:
    """Of rows with their ids."""
    found = view_of(theirs.id, theirs.tournament.setup)
    return replace(found, players=theirs.ids, spelling=theirs.row.cells["id"])


def match_changes(theirs: ForeignTournament) -> Iterator[DerivedChange]:
    """R2: points and differentials, who won, and whether it was a tie."""
    view, numbers = row_context(theirs), theirs.event.ids
    for round_ in theirs.tournament.rounds:
        for table in round_.tables:
            match = theirs.event.seated[round_.number, table.number]
            stored = {
                "player1_match_points": match.match_points[0],
                "player2_match_points": match.match_points[1],
                "differential": match.differentials[0],
                "differential2": match.differentials[1],
                # an id may be spelt in several ways
                "winner_id": theirs.ids[numbers[match.winner]] if match.winner in numbers else match.winner,
                "is_tie": match.is_tie if table.result is not None else bool(match.is_tie),
            }
            tallies = tallies_at(table, round_.number, view.scoring, view.penalties)
            row = match_row(view, round_.number, table, tallies, None)
            yield from _changed(match.raw, stored, {name: row[name] for name in stored})


def participant_changes(theirs: ForeignTournament, after: Tournament) -> Iterator[DerivedChange]:
    """R2.2, R6: the sums over matches and byes, and the places."""
    standing = standing_of(book_of(after))
    for person in theirs.event.people:
        own = standing[theirs.event.ids[person.id]]
        stored = {"match_points": person.match_points, "differential": person.differential, "place": person.place}
        wanted = {"match_points": own.match_points, "differential": own.differential, "place": own.place}
        yield from _changed(person.raw, stored, wanted)


def round_changes(theirs: ForeignTournament) -> Iterator[DerivedChange]:
    """A round is completed with its last result (R5.5)."""
    for row in theirs.event.rounds:
        yield from _changed(row.raw, {"is_completed": row.completed}, {"is_completed": is_over(theirs, row.number)})


def is_over(theirs: ForeignTournament, number: int) -> bool:
    return theirs.tournament.rounds[number - 1].over


def has_ended(theirs: ForeignTournament) -> bool:
    """Whether it is said to have ended, or the last round that was planned is over."""
    made = len(theirs.tournament.rounds)
    planned = rules().rounds(theirs.tournament.setup, theirs.tournament.players)
    over = 0 < planned <= made and all(is_over(theirs, number) for number in range(1, made + 1))
    return theirs.event.settings.ended or over


def ended_rounds(theirs: ForeignTournament, now: datetime) -> Iterator[DerivedChange]:
    """Rounds that are over now, or are not after all, with the time of it. A time that is there stays, so a result that
    is corrected afterwards ends nothing anew (R5.5)."""
    flags = {id(change.row): change for change in round_changes(theirs)}
    for row in theirs.event.rounds:
        change = flags.get(id(row.raw), DerivedChange(row.raw, {}, {}))
        if is_over(theirs, row.number):
            change = with_values(change, unless_set(row.raw, "ended_at", now))
        elif row.completed:
            change = with_values(change, {"ended_at": None})
        if change.values:
            yield change


def unless_set(row: Raw, column: str, now: datetime) -> dict[str, object]:
    """The time for a column that has none yet."""
    return {column: now} if row.cells.get(column) is None else {}


def with_values(change: DerivedChange, more: Mapping[str, object]) -> DerivedChange:
    """The change with more values, where the table has such columns and they hold something else."""
    cells = change.row.cells
    other = {name: value for name, value in more.items() if name in cells and cells[name] != value}
    return DerivedChange(
        change.row,
        {**change.stored, **{name: cells[name] for name in other}},
        {**change.values, **other},
    )


def _changed(row: Raw, stored: Mapping[str, object], wanted: Mapping[str, object]) -> Iterator[DerivedChange]:
    other = {name: value for name, value in wanted.items() if name in row.cells and stored[name] != value}
    if other:
        yield DerivedChange(row, {name: stored[name] for name in other}, other)


class NextRows(Frozen):
    """A round that was made: the rows to be inserted, table by table, and what changes beside them."""

    made: Paired
    rows: Mapping[str, Sequence[Row]]
    changes: Sequence[DerivedChange]


def next_rows(theirs: ForeignTournament, seed: int | None, now: datetime) -> NextRows | Refusal:
    refused = _not_ready(theirs)
    if refused is not None:
        return refused
    made = next_round(theirs.tournament, seed)
    if isinstance(made, Refusal):
        return made
    after = fold([made], theirs.tournament)
    changes = [*row_changes(theirs, after, now), _started(theirs, made, now)]
    return NextRows(made, _rows(theirs, made.round, now), changes)


def _not_ready(theirs: ForeignTournament) -> Refusal | None:
    if theirs.event.settings.ended:
        return Refusal("not_now", "S4", {"action": "pair", "phase": "finished"})
    for round_ in theirs.tournament.rounds:  # also one before the last: somebody may have deleted a score there
        missing = [table.number for table in round_.tables if table.result is None]
        if missing:
            return Refusal("results_missing", "S4", {"round": round_.number, "tables": missing})
    return None


def _rows(theirs: ForeignTournament, round_: Round, now: datetime) -> dict[str, list[Row]]:
    """Without what is not known yet, and without the table of who sat where, which is ours."""
    times = RowTimes(
        round_started={round_.number: now},
        matches={(round_.number, table.number): now for table in round_.tables},
        byes={(round_.number, bye.player): now for bye in round_.byes},
    )
    found: dict[str, list[Row]] = {name: [] for name in ("rounds", "matches", "byes")}
    for name, row in rows_of_round(row_context(theirs), round_, times):
        if name in found:
            found[name].append({column: value for column, value in row.items() if value is not None})
    return found


def _started(theirs: ForeignTournament, made: Paired, now: datetime) -> DerivedChange:
    values = {"has_started": True, "current_round": made.round.number, "updated_at": now}
    return with_values(DerivedChange(theirs.row, {}, {}), {**values, **unless_set(theirs.row, "started_at", now)})


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


class Seen(Frozen):
    """Something about one value in the tables."""

    code: str
    severity: Severity
    row: Raw
    column: str
    facts: Mapping[str, Any]

    def __post_init__(self) -> None:
        assert not (wrong := [*misfits(CODES, "tables", self.code, "", self.facts)]), wrong


def findings(theirs: ForeignTournament, strays: Tables) -> Iterator[Seen | Finding]:
    """Values first, then every round."""
    yield from _differences(theirs)
    yield from _others(theirs)
    for raws in strays.values():
        for raw in raws:
            yield Seen("nobodys", "note", raw, "tournament_id", {})
    for round_ in theirs.tournament.rounds:
        yield from _judged(theirs, round_)


def _differences(theirs: ForeignTournament) -> Iterator[Seen]:
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


def _others(theirs: ForeignTournament) -> Iterator[Seen]:
    own, made = theirs.event.settings, len(theirs.tournament.rounds)
    if own.rounds is not None and own.rounds < made:
        yield Seen("more_rounds", "note", own.raw, "n_rounds", {"stored": own.rounds, "rounds": made})
    if own.current_round is not None and own.current_round != made:
        yield Seen("other_round", "note", own.raw, "current_round", {"stored": own.current_round, "rounds": made})
    for spot, match in theirs.event.seated.items():
        if theirs.event.results[spot] is None and (own.ended or match.round < made):
            yield Seen("result_missing", "violation", match.raw, "player1_score", {"round": match.round})


# --- the rounds --------------------------------------------------------------------------------------------


def _judged(theirs: ForeignTournament, round_: Round) -> list[Finding]:
    """The tables keep neither the lots nor what was relaxed. So whichever lots the round follows from are taken to
    be those that were drawn (R4.1), and a rematch is judged by whether it could be avoided (R4.4), not by whether it
    was stated."""
    # the lots that would put level players into the order of the tables; who rests has the last one
    seated = [player for table in sorted(round_.tables, key=lambda table: table.number) for player in table.players]
    order = [*seated, *(bye.player for bye in round_.byes)]
    numbers = {player: number for number, player in enumerate(order, start=1)}
    own = theirs.tournament
    players = tuple(replace(one, number=numbers.get(one.id, len(numbers) + one.id)) for one in own.players)
    drawn = replace(own, players=players, made_with={})
    book = book_of(before_round(drawn, round_.number))
    stated = replace(round_, relaxations=tuple(_rematches(book, round_)))
    return check_round(drawn, stated)


def _rematches(book: Book, round_: Round) -> Iterator[Relaxation]:
    for table in round_.tables:
        one, other = table.players
        if one in book.lines and other in book.met(one):
            yield Relaxation("rematch", "R4.4", (one, other))
