"""Lists on the terminal."""

from __future__ import annotations

from typing import Any

from ronda import lists
from ronda.cli.counter import Counter
from ronda.cli.grid import width
from ronda.lists import Listing
from ronda.model import Round, Tournament
from ronda.spoken import told_in_force, worded, worded_listing


def pairings(tournament: Tournament, round_: Round) -> Listing:
    if tournament.setup.system == "chess":
        return lists.chess_pairing_list(tournament, round_)
    return lists.pairing_list(tournament, round_)


def the_list(name: str, tournament: Tournament, round_: Round | None, counter: Counter) -> Listing | None:
    """One of the four lists (C8, and its like in the other systems); pairings need a round."""
    chess = tournament.setup.system == "chess"
    match name:
        case "start":
            return lists.start_list(tournament)
        case "pairings":
            return pairings(tournament, round_) if round_ else None
        case "final" if chess:
            return lists.chess_final_list(tournament)
        case "final":
            return lists.final_list(tournament, counter.speaker.number)
        case _ if chess:
            return lists.chess_cross_table(tournament, counter.say("label.colour_letters"))
        case _:
            return lists.cross_table(tournament, counter.speaker.number)


def tell_in_force(tournament: Tournament, counter: Counter) -> None:
    """What follows from the settings and the field, before a list."""
    for text in told_in_force(tournament, counter.speaker):
        counter.line(text)


def show_listing(listing: Listing, counter: Counter, *, missing: int = 0, **facts: Any) -> None:
    """The list under its title; standings that wait for results are provisional, and say so."""
    if missing:
        counter.line(counter.say("label.standings_in", round=facts["after"]))
        counter.line(counter.say("label.sheet.provisional", n=missing))
    else:
        counter.line(counter.say(listing.title, **facts))
    headings, rows = worded_listing(listing, counter.speaker)
    if listing.over:
        counter.line(_over(listing, headings, rows, counter))
    counter.table(headings, rows, listing.words)


def _over(listing: Listing, headings: list[str], rows: list[list[Any]], counter: Counter) -> str:
    """A line over the table that names groups of columns."""
    columns = [max(width(str(cell)) for cell in column) for column in zip(headings, *rows, strict=True)]
    parts: list[str] = []
    at = 0
    for title, count in listing.over:
        space = sum(columns[at : at + count]) + 2 * (count - 1)
        word = worded(title, counter.speaker)
        parts.append(word + " " * max(space - width(word), 0))
        at += count
    return "  ".join(parts).rstrip()
