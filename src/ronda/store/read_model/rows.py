"""A tournament as rows of the five tables: a pure function, with ids that are the same each time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from ronda.core.book import Scoring, Tally, tallies_at
from ronda.core.model import Bye, Penalty, Player, Round, Scored, Setup, Table, Tournament
from ronda.core.penalty_effects import in_force
from ronda.store.read_model.changes import as_visible
from ronda.store.read_model.ids import id_of
from ronda.store.read_model.places import ParticipantStanding, standing_of
from ronda.store.read_model.schema import BYES, MATCH_PLAYERS, MATCHES, PARTICIPANTS, ROUNDS, TABLES, TOURNAMENTS
from ronda.store.read_model.times import UNKNOWN, RowTimes
from ronda.systems import standings_book, system

Row = Mapping[str, Any]
Key = tuple[Any, ...]
Rows = Mapping[str, Mapping[Key, Row]]  # by name of the table and primary key

_WON = ("win", "walkover")


@dataclass(frozen=True, slots=True)
class RowContext:
    """What the rows of one tournament have in common; `penalties` are those in force."""

    id: UUID
    setup: Setup
    scoring: Scoring
    penalties: Sequence[Penalty]
    differential: bool
    score_unit: int
    first_table: int

    def player(self, number: int) -> UUID:
        return id_of(self.id, "player", number)


def view_of(tournament_id: UUID, setup: Setup) -> RowContext:
    first = setup_option(setup, "first_table")
    return RowContext(
        id=tournament_id,
        setup=setup,
        scoring=system(setup.system).scoring(setup),
        penalties=in_force(setup.penalties),
        differential=system(setup.system).differential(setup),
        score_unit=system(setup.system).score_unit,
        first_table=first if isinstance(first, int) else 1,
    )


def setup_option(setup: Setup, *names: str) -> int | None:
    """The one of these options that the system has, as a number; None: it has none of them."""
    for option in system(setup.system).options:
        if option.name in names:
            value = setup.options.get(option.name, option.default)
            return value if isinstance(value, int) else None
    return None


def rows_of(tournament_id: UUID, code: str | None, tournament: Tournament, times: RowTimes) -> Rows:
    """Everything the tables say of the tournament; nothing if it was deleted."""
    rows: dict[str, dict[Key, Row]] = {table.name: {} for table in TABLES}
    if tournament.deleted:
        return rows
    shown = as_visible(tournament)
    view = view_of(tournament_id, shown.setup)
    for name, row in all_rows(view, code, shown, times):
        rows[name][key_of(name, row)] = row
    return rows


def all_rows(view: RowContext, code: str | None, shown: Tournament, times: RowTimes) -> Iterator[tuple[str, Row]]:
    """The rows of a tournament without a draft, with the names of their tables."""
    book = standings_book(shown)
    yield TOURNAMENTS.name, tournament_row(view, code, shown, book.rounds, times)
    standing = standing_of(book)
    for player in shown.players:
        yield PARTICIPANTS.name, participant_row(view, player, standing[player.id], times)
    for round_ in shown.rounds:
        yield ROUNDS.name, round_row(view, round_, times)
        for table in round_.tables:
            yield from table_rows(view, round_.number, table, times)
        for bye in round_.byes:
            yield BYES.name, bye_row(view, round_.number, bye, times)


_KEYS = {table.name: tuple(column.name for column in table.primary_key) for table in TABLES}


def key_of(name: str, row: Row) -> Key:
    return tuple(row[column] for column in _KEYS[name])


# --- row by row --------------------------------------------------------------------------------------------


def tournament_row(view: RowContext, code: str | None, shown: Tournament, rounds: int, times: RowTimes) -> Row:
    bye = view.scoring.bye(Bye(0))
    return {
        "id": view.id,
        "name": shown.setup.name,
        "code": code,
        "created_at": times.created,
        "updated_at": times.updated,
        "started_at": times.started if shown.rounds else None,
        "ended_at": times.ended if shown.finished else None,
        "has_started": bool(shown.rounds),
        "has_ended": shown.finished,
        "n_rounds": rounds,
        "current_round": len(shown.rounds) or None,
        "round_length": setup_option(shown.setup, "round_minutes", "minutes"),
        "max_score": setup_option(shown.setup, "max_score", "target"),
        "bye_points": bye.halves / view.scoring.unit,
        "bye_differential": bye.differential if view.differential else None,
        "starting_table_number": view.first_table,
        "sound_notifications": bool(setup_option(shown.setup, "sound")),
    }


def participant_row(view: RowContext, player: Player, standing: ParticipantStanding, times: RowTimes) -> Row:
    return {
        "id": view.player(player.id),
        "tournament_id": view.id,
        "joined_at": times.joined.get(player.id, UNKNOWN),
        "place": standing.place,
        "match_points": standing.match_points,
        "differential": standing.differential,
        "name": player.name,
        "dropped_out": standing.dropped_out,
    }


def round_row(view: RowContext, round_: Round, times: RowTimes) -> Row:
    return {
        "id": id_of(view.id, "round", round_.number),
        "tournament_id": view.id,
        "round_number": round_.number,
        "started_at": times.round_started.get(round_.number, UNKNOWN),
        "ended_at": times.round_ended.get(round_.number, UNKNOWN) if round_.over else None,
        "is_completed": round_.over,
    }


def table_rows(view: RowContext, round_number: int, table: Table, times: RowTimes) -> Iterator[tuple[str, Row]]:
    """The match, and everybody at it: the scores as they were entered, and what counts after penalties (PE2)."""
    tallies = tallies_at(table, round_number, view.scoring, view.penalties)
    match = id_of(view.id, "match", round_number, table.number)
    updated = times.matches.get((round_number, table.number), UNKNOWN)
    yield MATCHES.name, _match_row(view, round_number, table, tallies, updated)
    seats = [(side, seat) for side, who in enumerate((table.first, table.second), 1) for seat in range(1, len(who) + 1)]
    for (side, seat), player, tally in zip(seats, table.players, tallies, strict=True):
        row = {
            "match_id": match,
            "side": side,
            "seat": seat,
            "participant_id": view.player(player),
            "outcome": tally.outcome,
            "match_points": _points(view, tally),
            "differential": _differential(view, tally),
        }
        yield MATCH_PLAYERS.name, row


def _match_row(view: RowContext, round_number: int, table: Table, tallies: Sequence[Tally], updated: datetime) -> Row:
    first, second = tallies[0], tallies[len(table.first)]
    scores = table.result if isinstance(table.result, Scored) else None
    ids = view.player(table.first[0]), view.player(table.second[0])
    return {
        "id": id_of(view.id, "match", round_number, table.number),
        "tournament_id": view.id,
        "round": round_number,
        "player1_id": ids[0],
        "player2_id": ids[1],
        "player1_score": scores.first / view.score_unit if scores else None,
        "player2_score": scores.second / view.score_unit if scores else None,
        "winner_id": next((who for who, own in zip(ids, (first, second), strict=True) if own.outcome in _WON), None),
        "updated_at": updated,
        "is_tie": first.outcome == "draw",
        "player1_match_points": _points(view, first),
        "player2_match_points": _points(view, second),
        "differential2": _differential(view, second),
        "differential": _differential(view, first),
        "match_order": table.number - view.first_table + 1,
    }


def _points(view: RowContext, tally: Tally) -> float | None:
    return None if tally.outcome == "pending" else tally.halves / view.scoring.unit


def _differential(view: RowContext, tally: Tally) -> float | None:
    return None if tally.outcome == "pending" or not view.differential else float(tally.differential)


def bye_row(view: RowContext, round_number: int, bye: Bye, times: RowTimes) -> Row:
    tally = view.scoring.bye(bye)
    return {
        "id": id_of(view.id, "bye", round_number, bye.player),
        "participant_id": view.player(bye.player),
        "tournament_id": view.id,
        "round_number": round_number,
        "round_id": id_of(view.id, "round", round_number),
        "created_at": times.byes.get((round_number, bye.player), UNKNOWN),
        "match_points": tally.halves / view.scoring.unit,
        "differential": float(tally.differential),
    }
