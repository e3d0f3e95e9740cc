"""Lists on the terminal."""

from __future__ import annotations

from typing import Any

from ronda.cli.output import Output, width
from ronda.core.model import Round, Tournament
from ronda.systems import lists
from ronda.systems.lists import Listing, Written
from ronda.texts import Speaker
from ronda.texts.languages import SOURCE
from ronda.views.wording import told_in_force, worded, worded_listing


def pairings(tournament: Tournament, round_: Round, output: Output) -> Listing:
    return lists.pairing_list(tournament, round_, _written(output))


def the_list(
    name: str, tournament: Tournament, round_: Round | None, output: Output, *, document: bool = False
) -> Listing | None:
    """One of the four lists (C8, and its like in the other systems); pairings need a round. `document`: as it stands in
    the rulebook, with the columns that say nothing."""
    match name:
        case "start":
            return lists.start_list(tournament, document=document)
        case "pairings":
            return lists.pairing_list(tournament, round_, _written(output), document=document) if round_ else None
        case "final":
            return lists.final_list(tournament, _written(output), document=document)
        case _:
            colours = output.say("label.colour_letters")
            return lists.cross_table(tournament, _written(output), colours, document=document)


def _written(output: Output) -> Written:
    """Numbers in the way of the language; programs read the same in every one."""
    return Speaker(SOURCE).number if output.json else output.speaker.number


def tell_in_force(tournament: Tournament, output: Output) -> None:
    """What follows from the settings and the field, before a list."""
    for text in told_in_force(tournament, output.speaker):
        output.line(text)


def show_listing(listing: Listing, output: Output, *, missing: int = 0, **facts: Any) -> None:
    """The list under its title; standings that wait for results are provisional, and say so."""
    if missing:
        output.tell("label.standings_in", round=facts["after"])
        output.tell("label.sheet.provisional", n=missing)
    else:
        output.tell(listing.title, **facts)
    headings, rows = worded_listing(listing, output.speaker)
    if listing.over:
        output.line(_over(listing, headings, rows, output))
    output.table(headings, rows, listing.words)


def _over(listing: Listing, headings: list[str], rows: list[list[Any]], output: Output) -> str:
    """A line over the table that names groups of columns."""
    columns = [max(width(str(cell)) for cell in column) for column in zip(headings, *rows, strict=True)]
    parts: list[str] = []
    at = 0
    for title, count in listing.over:
        space = sum(columns[at : at + count]) + 2 * (count - 1)
        word = worded(title, output.speaker)
        parts.append(word + " " * max(space - width(word), 0))
        at += count
    return "  ".join(parts).rstrip()
