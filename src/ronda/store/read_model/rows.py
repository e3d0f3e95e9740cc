"""A tournament as rows of the five tables: a pure function, with ids that are the same each time.

The time of a row is that of the append that brought it about. The rule is the same for the appends of one transaction
and for the whole history, so both give the same times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar
from uuid import UUID, uuid5

from ronda.core import (
    Book,
    Bye,
    Frozen,
    Penalty,
    Player,
    Round,
    Scored,
    Scoring,
    Setup,
    Table,
    Tally,
    Tournament,
    fold,
    in_force,
    replace,
    tallies_at,
)
from ronda.core.facts import Fact, Redone, Reported, Undone
from ronda.core.penalty_effects import in_force as penalties_in_force
from ronda.store.read_model.schema import BYES, MATCH_PLAYERS, MATCHES, PARTICIPANTS, ROUNDS, TABLES, TOURNAMENTS
from ronda.systems import rules_of, standings_book

K = TypeVar("K")
Spot = tuple[int, int]  # round and table, or round and player
History = Iterable[tuple[Fact, datetime]]


class RowTimes(Frozen):
    """Times by player, round, (round, table) and (round, player): those that are known. Whatever has none here keeps
    the time that stands in the tables."""

    created: datetime | None = None
    updated: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    joined: Mapping[int, datetime] = {}
    round_started: Mapping[int, datetime] = {}
    round_ended: Mapping[int, datetime] = {}
    matches: Mapping[Spot, datetime] = {}
    byes: Mapping[Spot, datetime] = {}


def moved(times: RowTimes, before: Tournament | None, after: Tournament, at: datetime) -> RowTimes:
    """The times after an append at `at` that turned `before` into `after`. Only what it brought about is new."""
    old, new = as_visible(before) if before else None, as_visible(after)
    rounds = list(changed_rounds(old, new))
    known = old.players if old else ()
    came = set() if known == new.players else {one.id for one in new.players} - {one.id for one in known}
    return replace(
        times,
        created=times.created if old else at,
        updated=at,
        started=at if new.rounds and not (old and old.rounds) else times.started,
        ended=at if new.finished and not (old and old.finished) else times.ended,
        joined=_added(times.joined, came, at),
        round_started=_added(times.round_started, {now.number for was, now in rounds if now and not was}, at),
        round_ended=_added(
            times.round_ended, {now.number for was, now in rounds if now and now.over and not (was and was.over)}, at
        ),
        matches=_added(times.matches, {spot for spot, _, now in changed_tables(old, new) if now}, at),
        byes=_added(times.byes, {spot for spot, was, now in changed_byes(old, new) if now and not was}, at),
    )


def times_of(history: History) -> RowTimes:
    """The times that follow from the whole history, undone facts included. Facts with the same time that stand
    together were appended together."""
    times = RowTimes()
    facts: list[Fact] = []
    state: Tournament | None = None
    for at, together in groupby(history, key=itemgetter(1)):
        added = [fact for fact, _ in together]
        facts += added
        if any(isinstance(fact, Undone | Redone) for fact in added):
            following = fold(in_force(facts))
        else:
            following = fold(added, state)
        if not only_said(added):
            times = moved(times, state, following, at)
        state = following
    return times


def only_said(facts: Iterable[Fact]) -> bool:
    """Whether players said something and nothing else happened: the five tables do not show that."""
    return all(isinstance(fact, Reported) for fact in facts)


def as_visible(tournament: Tournament) -> Tournament:
    """The tournament without a draft: nobody but the director knows of it yet."""
    if not any(round_.status == "draft" for round_ in tournament.rounds):
        return tournament
    return replace(tournament, rounds=tuple(r for r in tournament.rounds if r.status != "draft"))


# --- what differs between two states, as far as the five tables show it ------------------------------------


def changed_rounds(before: Tournament | None, after: Tournament) -> Iterator[tuple[Round | None, Round | None]]:
    """The rounds that are not the same, as they were and as they are; None: there is none."""
    for was, now in zip_longest(before.rounds if before else (), after.rounds):
        if was is not now:
            yield was, now


def changed_tables(before: Tournament | None, after: Tournament) -> Iterator[tuple[Spot, Table | None, Table | None]]:
    """The tables where somebody else sits or the result is another."""
    for was, now in changed_rounds(before, after):
        tables = zip_longest(was.tables if was else (), now.tables if now else ())
        pairs = [pair for pair in tables if pair[0] is not pair[1]]  # few, as a rule
        old = {one.number: one for one, _ in pairs if one is not None}
        new = {other.number: other for _, other in pairs if other is not None}
        for at in old.keys() | new.keys():
            one, other = old.get(at), new.get(at)
            if one is not other and (one is None or other is None or _shown(one) != _shown(other)):
                yield (_number(was, now), at), one, other


def changed_byes(before: Tournament | None, after: Tournament) -> Iterator[tuple[Spot, Bye | None, Bye | None]]:
    for was, now in changed_rounds(before, after):
        if was and now and was.byes == now.byes:
            continue
        old = {bye.player: bye for bye in was.byes} if was else {}
        new = {bye.player: bye for bye in now.byes} if now else {}
        for player in old.keys() | new.keys():
            if old.get(player) != new.get(player):
                yield (_number(was, now), player), old.get(player), new.get(player)


def _number(was: Round | None, now: Round | None) -> int:
    there = was or now
    assert there is not None, "one of the two is there"
    return there.number


def _shown(table: Table) -> tuple[object, ...]:
    """Earlier results are not shown, so they make no difference."""
    return table.first, table.second, table.result, table.absent


def _added(known: Mapping[K, datetime], keys: set[K], at: datetime) -> Mapping[K, datetime]:
    return {**known, **dict.fromkeys(keys, at)} if keys else known


Row = Mapping[str, Any]
Key = tuple[Any, ...]
Rows = Mapping[str, Mapping[Key, Row]]  # by name of the table and primary key

_TOURNAMENTS = UUID("3d0f7f9e-5a0b-5c57-9a53-7e2b0c6f1d42")  # the name space of the codes


def tournament_uuid(code: str) -> UUID:
    """The id of a tournament in the five tables. A code is never used again, so neither is an id."""
    return uuid5(_TOURNAMENTS, code)


@lru_cache(maxsize=1 << 16)
def id_of(tournament: UUID, kind: str, *numbers: int) -> UUID:
    """The id of a player, round, match or bye: always the same one for the same tournament and numbers."""
    return uuid5(tournament, "/".join([kind, *map(str, numbers)]))


class ParticipantStanding(NamedTuple):
    """What `participants` says of a player beside the name. Nobody has a place before the first round is there, and
    who left may have none."""

    place: int | None
    match_points: float
    differential: float | None
    dropped_out: bool


def standing_of(book: Book) -> dict[int, ParticipantStanding]:
    rules = rules_of(book.setup)
    places = {row.player: row.place for row in rules.standings(book)} if book.round > 1 else {}
    counted = rules.differential(book.setup)
    return {
        player: ParticipantStanding(
            places.get(player),
            book.halves[player] / book.unit,
            float(sum([line.differential for line in lines])) if counted else None,
            book.has_left(player),
        )
        for player, lines in book.lines.items()
    }


class TouchedParts(NamedTuple):
    """Rounds, tables (by round and number) and byes (by round and player) of a tournament."""

    rounds: Collection[int]
    tables: Collection[Spot]
    byes: Collection[Spot]


def parts_touched(before: Tournament, after: Tournament, times: RowTimes) -> TouchedParts | None:
    """What may have other rows than before; None: every round. `times` know what was touched between the two, also
    where it is again as it was."""
    was, now = before.setup, after.setup
    if (was.system, was.options) != (now.system, now.options):
        return None
    old, new = as_visible(before), as_visible(after)
    penalties = {*penalties_in_force(was.penalties)} ^ {*penalties_in_force(now.penalties)}
    rounds = {round_.number for pair in changed_rounds(old, new) for round_ in pair if round_}
    return TouchedParts(
        rounds={*times.round_started, *times.round_ended, *rounds},
        tables={
            *times.matches,
            *(spot for spot, _, _ in changed_tables(old, new)),
            *((one.round, one.table) for one in penalties if one.table is not None),
        },
        byes={*times.byes, *(spot for spot, _, _ in changed_byes(old, new))},
    )


_WON = ("win", "walkover")


class RowContext(Frozen):
    """What the rows of one tournament have in common; `penalties` are those in force. In somebody else's tables the
    tournament and the `players` have ids already: new ones are spelt like that of the tournament (`spelling`)."""

    id: UUID
    scoring: Scoring
    penalties: Sequence[Penalty]
    differential: bool
    score_unit: int
    first_table: int
    players: Mapping[int, object] = {}
    spelling: object = None

    @property
    def tournament(self) -> object:
        return self.id if self.spelling is None else self.spelling

    def row_id(self, kind: str, *numbers: int) -> object:
        made = id_of(self.id, kind, *numbers)
        return made if self.spelling is None else _spelt_like(self.spelling, made)

    def player(self, number: int) -> object:
        return self.players[number] if self.players else id_of(self.id, "player", number)


def _spelt_like(known: object, made: UUID) -> object:
    """A new id in the form of a known one: a uuid, or text with or without hyphens."""
    if isinstance(known, UUID):
        return made
    text = str(made) if "-" in str(known) else made.hex
    return text.upper() if str(known) == str(known).upper() != str(known).lower() else text


def view_of(tournament_id: UUID, setup: Setup) -> RowContext:
    first = setup_option(setup, "first_table")
    return RowContext(
        id=tournament_id,
        scoring=rules_of(setup).scoring(setup),
        penalties=penalties_in_force(setup.penalties),
        differential=rules_of(setup).differential(setup),
        score_unit=rules_of(setup).results.unit,
        first_table=first if isinstance(first, int) else 1,
    )


def setup_option(setup: Setup, *names: str) -> int | None:
    """The one of these options that the system has, as a number; None: it has none of them."""
    for option in rules_of(setup).options:
        if option.name in names:
            value = setup.options.get(option.name, option.default)
            return value if isinstance(value, int) else None
    return None


def rows_of(
    tournament_id: UUID, code: str | None, tournament: Tournament, times: RowTimes, parts: TouchedParts | None = None
) -> Rows:
    """What the tables say of a tournament that is not deleted; with `parts` only these of its rounds."""
    visible = as_visible(tournament)
    view, book = view_of(tournament_id, visible.setup), standings_book(visible)
    standing = standing_of(book)
    row = tournament_row(view, code, visible, book.rounds, times)
    people = [participant_row(view, player, standing[player.id], times) for player in visible.players]
    return {
        **round_rows(tournament_id, tournament, times, parts),
        TOURNAMENTS.name: {key_of(TOURNAMENTS.name, row): row},
        PARTICIPANTS.name: {key_of(PARTICIPANTS.name, row): row for row in people},
    }


def round_rows(
    tournament_id: UUID, tournament: Tournament, times: RowTimes, parts: TouchedParts | None
) -> dict[str, dict[Key, Row]]:
    """The rounds with their matches and byes; the other tables are empty."""
    rows: dict[str, dict[Key, Row]] = {table.name: {} for table in TABLES}
    visible = as_visible(tournament)
    view = view_of(tournament_id, visible.setup)
    for round_ in visible.rounds:
        for name, row in rows_of_round(view, round_, times, parts):
            rows[name][key_of(name, row)] = row
    return rows


def rows_of_round(
    view: RowContext, round_: Round, times: RowTimes, parts: TouchedParts | None = None
) -> Iterator[tuple[str, Row]]:
    """The round, its matches with everybody at them, and its byes."""
    number = round_.number
    if parts is None or number in parts.rounds:
        yield ROUNDS.name, round_row(view, round_, times)
    for table in round_.tables:
        if parts is None or (number, table.number) in parts.tables:
            yield from table_rows(view, number, table, times)
    for bye in round_.byes:
        if parts is None or (number, bye.player) in parts.byes:
            yield BYES.name, bye_row(view, number, bye, times)


_KEYS = {table.name: tuple(column.name for column in table.primary_key) for table in TABLES}


def key_of(name: str, row: Row) -> Key:
    return tuple(row[column] for column in _KEYS[name])


# --- row by row --------------------------------------------------------------------------------------------


def _known(column: str, time: datetime | None) -> Row:
    """A time, if it is known: otherwise what stands there stays."""
    return {} if time is None else {column: time}


def tournament_row(view: RowContext, code: str | None, own: Tournament, rounds: int, times: RowTimes) -> Row:
    bye = view.scoring.bye(Bye(0))
    return {
        "id": view.id,
        "name": own.setup.name,
        "code": code,
        "has_started": bool(own.rounds),
        "has_ended": own.finished,
        "n_rounds": rounds,
        "current_round": len(own.rounds) or None,
        "round_length": setup_option(own.setup, "round_minutes", "minutes"),
        "max_score": setup_option(own.setup, "max_score", "target"),
        "bye_points": bye.halves / view.scoring.unit,
        "bye_differential": bye.differential if view.differential else None,
        "starting_table_number": view.first_table,
        "sound_notifications": bool(setup_option(own.setup, "sound")),
        **_known("created_at", times.created),
        **_known("updated_at", times.updated),
        **(_known("started_at", times.started) if own.rounds else {"started_at": None}),
        **(_known("ended_at", times.ended) if own.finished else {"ended_at": None}),
    }


def participant_row(view: RowContext, player: Player, standing: ParticipantStanding, times: RowTimes) -> Row:
    return {
        "id": view.player(player.id),
        "tournament_id": view.id,
        "place": standing.place,
        "match_points": standing.match_points,
        "differential": standing.differential,
        "name": player.name,
        "dropped_out": standing.dropped_out,
        **_known("joined_at", times.joined.get(player.id)),
    }


def round_row(view: RowContext, round_: Round, times: RowTimes) -> Row:
    return {
        "id": view.row_id("round", round_.number),
        "tournament_id": view.tournament,
        "round_number": round_.number,
        "is_completed": round_.over,
        **_known("started_at", times.round_started.get(round_.number)),
        **(_known("ended_at", times.round_ended.get(round_.number)) if round_.over else {"ended_at": None}),
    }


def table_rows(view: RowContext, round_number: int, table: Table, times: RowTimes) -> Iterator[tuple[str, Row]]:
    """The match, and everybody at it: the scores as they were entered, and what counts after penalties (PE2)."""
    tallies = tallies_at(table, round_number, view.scoring, view.penalties)
    match = match_row(view, round_number, table, tallies, times.matches.get((round_number, table.number)))
    yield MATCHES.name, match
    seats = [(side, seat) for side, who in enumerate((table.first, table.second), 1) for seat in range(1, len(who) + 1)]
    for (side, seat), player, tally in zip(seats, table.players, tallies, strict=True):
        row = {
            "match_id": match["id"],
            "side": side,
            "seat": seat,
            "participant_id": view.player(player),
            "outcome": tally.outcome,
            "match_points": _points(view, tally),
            "differential": _differential(view, tally),
        }
        yield MATCH_PLAYERS.name, row


def match_row(
    view: RowContext, round_number: int, table: Table, tallies: Sequence[Tally], updated: datetime | None
) -> Row:
    first, second = tallies[0], tallies[len(table.first)]
    scores = table.result if isinstance(table.result, Scored) else None
    ids = view.player(table.first[0]), view.player(table.second[0])
    return {
        "id": view.row_id("match", round_number, table.number),
        "tournament_id": view.tournament,
        "round": round_number,
        "player1_id": ids[0],
        "player2_id": ids[1],
        "player1_score": scores.first / view.score_unit if scores else None,
        "player2_score": scores.second / view.score_unit if scores else None,
        "winner_id": next((who for who, own in zip(ids, (first, second), strict=True) if own.outcome in _WON), None),
        "is_tie": first.outcome == "draw",
        "player1_match_points": _points(view, first),
        "player2_match_points": _points(view, second),
        "differential2": _differential(view, second),
        "differential": _differential(view, first),
        "match_order": table.number - view.first_table + 1,
        **_known("updated_at", updated),
    }


def _points(view: RowContext, tally: Tally) -> float | None:
    return None if tally.outcome == "pending" else tally.halves / view.scoring.unit


def _differential(view: RowContext, tally: Tally) -> float | None:
    return None if tally.outcome == "pending" or not view.differential else float(tally.differential)


def bye_row(view: RowContext, round_number: int, bye: Bye, times: RowTimes) -> Row:
    tally = view.scoring.bye(bye)
    return {
        "id": view.row_id("bye", round_number, bye.player),
        "participant_id": view.player(bye.player),
        "tournament_id": view.tournament,
        "round_number": round_number,
        "round_id": view.row_id("round", round_number),
        "match_points": tally.halves / view.scoring.unit,
        "differential": float(tally.differential),
        **_known("created_at", times.byes.get((round_number, bye.player))),
    }
