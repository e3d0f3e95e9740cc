"""The book of the next state of a tournament from that of the last one."""

from __future__ import annotations

from dataclasses import replace

from ronda.core.book import Book, Line, open_book
from ronda.core.history import running
from ronda.core.model import Round, Tournament
from ronda.store.read_model.changes import changed_byes, changed_tables
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
