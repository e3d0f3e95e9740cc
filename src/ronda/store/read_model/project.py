"""The five tables kept true: each append changes the rows it touches, in its own transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, select

from ronda.core.book import Book, Line, open_book
from ronda.core.cache import Cache, CacheKind
from ronda.core.facts import Fact
from ronda.core.history import fold, in_force, running
from ronda.core.model import Round, Tournament
from ronda.store.read_model.changes import (
    as_visible,
    changed_byes,
    changed_rounds,
    changed_tables,
    struck_tables,
)
from ronda.store.read_model.places import Ranking, following_ranking, ranking_of
from ronda.store.read_model.rows import (
    Key,
    Row,
    RowContext,
    Rows,
    bye_row,
    key_of,
    participant_row,
    round_row,
    rows_of,
    table_rows,
    tournament_row,
    view_of,
)
from ronda.store.read_model.schema import BYES, PARTICIPANTS, ROUNDS, TABLES, TOURNAMENTS
from ronda.store.read_model.times import RowTimes, moved, times_of
from ronda.store.read_model.writing import erase, insert_all, write_difference, write_places
from ronda.systems import standings_book, system

_FEW = 64  # so many changed tables are patched; more, and the book is made anew


def following_book(book: Book, before: Tournament, after: Tournament) -> tuple[Book, set[int] | None]:
    """The book of the standings of `after`, knowing that of `before`, and whose lines are new; None: more than lines
    may be. After a few results only a few lines are; with the last one of a round its byes count."""
    if before.setup != after.setup or len(before.rounds) != len(after.rounds) or after.setup.stages:
        return standings_book(after), None
    changed = list(changed_tables(before, after))
    stays = all(was and now and was.players == now.players for _, was, now in changed)
    if not stays or len(changed) > _FEW or any(changed_byes(before, after)):
        return standings_book(after), None
    same_players = before.players == after.players
    if not same_players:
        book = _with_players(book, after)
    lines, halves = dict(book.lines), dict(book.halves)
    new: dict[tuple[int, int], Line] = {}  # by player and round
    for spot, _, table in changed:
        assert table is not None, "asked above"
        new |= _lines(after, book, replace(after.rounds[spot[0] - 1], tables=(table,), byes=()))
    playing = running(after)
    for number in {running(before), playing} - {None} if running(before) != playing else ():
        assert number is not None
        new |= _lines(after, book, replace(after.rounds[number - 1], tables=()), playing)
    for (pid, number), line in new.items():
        lines[pid] = tuple(line if old.round == number else old for old in lines[pid])
        halves[pid] = sum(own.halves for own in lines[pid]) - book.deducted.get(pid, 0)
    return replace(book, lines=lines, halves=halves), {pid for pid, _ in new} if same_players else None


def _with_players(book: Book, tournament: Tournament) -> Book:
    """The book with the tournament's players: who is new has no lines, who is gone had none."""
    players = {player.id: player for player in tournament.players}
    return replace(
        book,
        rounds=system(tournament.setup.system).rounds(tournament.setup, tournament.players),
        players=players,
        lines={pid: book.lines.get(pid, ()) for pid in players},
        halves={pid: book.halves.get(pid, 0) for pid in players},
    )


def _lines(
    tournament: Tournament, book: Book, round_: Round, playing: int | None = None
) -> dict[tuple[int, int], Line]:
    """The lines of some tables or byes of a round, by player and round."""
    alone = replace(tournament, players=tuple(book.players[pid] for pid in round_.players), rounds=(round_,))
    scoring = system(tournament.setup.system).scoring(tournament.setup)
    return {(pid, round_.number): own[0] for pid, own in open_book(alone, scoring, 0, playing).lines.items()}


__all__ = ["RowTimes", "Rows", "project", "rebuild", "rows_of", "times_of"]

History = Iterable[tuple[Fact, datetime]]


def project(
    connection: Connection,
    tournament_id: UUID,
    code: str | None,
    before: Tournament | None,
    after: Tournament,
    at: datetime,
    *,
    history: Callable[[], History] | None = None,
    cache: Cache | None = None,
) -> None:
    """Write what an append changed. `before` and `after` are the tournament without and with its facts. A deleted
    tournament has no rows; when one comes back, its old times are found in the `history`, otherwise they are
    `at`."""
    if after.deleted:
        if before is not None and not before.deleted:
            erase(connection, tournament_id)
        return
    if before is None or before.deleted:
        times = times_of(history()) if before and history else moved(RowTimes(), None, after, at)
        insert_all(connection, rows_of(tournament_id, code, after, times))
        return
    times = moved(RowTimes(), before, after, at)
    old, new = as_visible(before), as_visible(after)
    if (old.setup.system, old.setup.options) != (new.setup.system, new.setup.options):  # perhaps every row
        write_difference(
            connection, rows_of(tournament_id, None, old, RowTimes()), rows_of(tournament_id, code, new, times)
        )
        return
    step = _step(cache or Cache(), tournament_id, code or "", old, new)
    write_difference(connection, *_changed_rows(step, code, times))
    write_places(connection, tournament_id, step.places)


def rebuild(connection: Connection, tournament_id: UUID, code: str | None, history: History) -> None:
    """Delete all rows of the tournament and write them anew from its facts with their times."""
    facts = list(history)
    host = connection.scalar(select(TOURNAMENTS.c.host_id).where(TOURNAMENTS.c.id == tournament_id))
    erase(connection, tournament_id)
    tournament = fold(in_force([fact for fact, _ in facts]))
    insert_all(connection, rows_of(tournament_id, code, tournament, times_of(facts)))
    if host is not None:  # the only column that the facts do not know
        connection.execute(TOURNAMENTS.update().where(TOURNAMENTS.c.id == tournament_id).values(host_id=host))


# --- which rows differ -------------------------------------------------------------------------------------

_TABLE = {table.name: table for table in TABLES}
_Found = Mapping[str, Mapping[Key, Row]]
_Part = tuple[int, str, Row]  # 0: as it was, 1: as it is; the name of the table; the row


class _Step(NamedTuple):
    """From one shown state of a tournament to the next: whose rows may differ in more than the place, and the
    places that differ."""

    views: tuple[RowContext, RowContext]
    states: tuple[Tournament, Tournament]
    rankings: tuple[Ranking, Ranking]
    changed: Collection[int]
    places: Mapping[int, int | None]


def _step(cache: Cache, tournament_id: UUID, code: str, old: Tournament, new: Tournament) -> _Step:
    known = _recalled(cache, code, old).ranking
    book, changed = following_book(known.book, old, new)
    places: Mapping[int, int | None]
    if changed is None:
        ranking = ranking_of(book)
        changed, places = {*known.book.players, *book.players}, _other_places(known, ranking)
    else:
        ranking, places = following_ranking(known, book, changed)
    cache.put(_RANKING, code, _Known(new, ranking))
    view = view_of(tournament_id, old.setup)
    views = view, view if new.setup is old.setup else view_of(tournament_id, new.setup)
    return _Step(views, (old, new), (known, ranking), changed, places)


def _other_places(before: Ranking, after: Ranking) -> dict[int, int | None]:
    """The places that differ, of those who were and are there."""
    both = before.book.players.keys() & after.book.players.keys()
    places = {player: after.places.get(player) for player in both}
    return {player: place for player, place in places.items() if place != before.places.get(player)}


def _changed_rows(step: _Step, code: str | None, times: RowTimes) -> tuple[_Found, _Found]:
    """The rows that may differ, as they were and as they are, except where nothing but a place does. Where a time
    is UNKNOWN in both, it stays."""
    found: tuple[dict[str, dict[Key, Row]], ...] = tuple({name: {} for name in _TABLE} for _ in range(2))
    own_times = RowTimes(), times
    for at, own_code in enumerate((None, code)):  # a code given later is written too
        rounds = step.rankings[at].book.rounds
        row = tournament_row(step.views[at], own_code, step.states[at], rounds, own_times[at])
        found[at][TOURNAMENTS.name][key_of(TOURNAMENTS.name, row)] = row
    for at, name, row in (*_round_parts(step, own_times), *_participant_parts(step, own_times)):
        found[at][name][key_of(name, row)] = row
    return found[0], found[1]


def _round_parts(step: _Step, times: tuple[RowTimes, RowTimes]) -> Iterator[_Part]:
    """Rounds, matches and byes that may differ."""
    for pair in changed_rounds(*step.states):
        for at, round_ in enumerate(pair):
            if round_ is not None:
                yield at, ROUNDS.name, round_row(step.views[at], round_, times[at])
    for spot, *tables in (*changed_tables(*step.states), *struck_tables(*step.states)):
        for at, table in enumerate(tables):
            if table is not None:
                for name, row in table_rows(step.views[at], spot[0], table, times[at]):
                    yield at, name, row
    for spot, *byes in changed_byes(*step.states):
        for at, bye in enumerate(byes):
            if bye is not None:
                yield at, BYES.name, bye_row(step.views[at], spot[0], bye, times[at])


def _participant_parts(step: _Step, times: tuple[RowTimes, RowTimes]) -> Iterator[_Part]:
    """Who came or went, has another name, other points or another differential, left or came back."""
    old, new = step.rankings
    for pid in step.changed:
        if old.told(pid) == new.told(pid):
            continue
        for at, ranking in enumerate(step.rankings):
            if pid in ranking.book.players:
                standing = ranking.standing(pid)._replace(place=new.places.get(pid))  # places are written by themselves
                player = ranking.book.players[pid]
                yield at, PARTICIPANTS.name, participant_row(step.views[at], player, standing, times[at])


class _Known(NamedTuple):
    """The ranking of a shown state of a tournament."""

    tournament: Tournament
    ranking: Ranking


# The last state of a tournament at work, so that a result need not open the book again. It is only believed for an
# equal tournament, so a transaction that was rolled back, or another writer, does no harm.
_RANKING: CacheKind[_Known] = CacheKind("ranking in the five tables", most=32)


def _recalled(cache: Cache, code: str, shown: Tournament) -> _Known:
    found = cache.get(_RANKING, code)
    if found is not None and (found.tournament is shown or found.tournament == shown):
        return found
    return _Known(shown, ranking_of(standings_book(shown)))
