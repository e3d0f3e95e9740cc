"""Machine output: the shapes that scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ronda.book import Book
from ronda.desk.departures import Departure
from ronda.desk.podium import Podium
from ronda.formats.fact_text import fact_body
from ronda.formats.tournament_text import approval_value, bye_value, table_value
from ronda.model import Round, Tournament
from ronda.ranking import Row
from ronda.systems import in_force, system
from ronda.texts import Speaker
from ronda.verdicts import Finding, Reason, Relaxation

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.audit import Entry


def round_value(tournament: Tournament, round_: Round, speaker: Speaker) -> dict[str, Any]:
    """A round as in the file, with its seed, edition and the reasons in words."""
    rules = system(tournament.setup.system)
    return {
        "number": round_.number,
        "tables": [table_value(table, rules) for table in round_.tables],
        "byes": [bye_value(bye) for bye in round_.byes],
        "seed": round_.seed,
        "system": rules.id,
        "edition": round_.edition,
        "reasons": [reason_value(reason, speaker) for reason in round_.reasons],
        "relaxations": [relaxation_value(relaxation, speaker) for relaxation in round_.relaxations],
        **({"approved": approval_value(round_.approved)} if round_.approved else {}),
        **in_force_value(tournament, speaker),
    }


def player_notes_value(book: Book, player: int, speaker: Speaker) -> list[dict[str, Any]]:
    """What the system tells about one player's event so far."""
    return [
        {"code": one.code, "facts": dict(one.facts), "text": speaker.verdict("player_note", one)}
        for one in system(book.setup.system).player_notes(book, player)
    ]


def in_force_value(tournament: Tournament, speaker: Speaker) -> dict[str, Any]:
    """`in_force`: what follows from the settings and the field; nothing where the system has nothing to say."""
    told = [
        {"article": one.article, "code": one.code, "facts": dict(one.facts), "text": speaker.verdict("in_force", one)}
        for one in in_force(tournament)
    ]
    return {"in_force": told} if told else {}


def reason_value(reason: Reason, speaker: Speaker) -> dict[str, Any]:
    about = {"table": reason.table, "player": reason.player}
    return {
        **{key: value for key, value in about.items() if value is not None},
        "article": reason.article,
        "code": reason.code,
        "facts": dict(reason.facts),
        "text": speaker.verdict("reason", reason),
    }


def relaxation_value(relaxation: Relaxation, speaker: Speaker) -> dict[str, Any]:
    return {
        "article": relaxation.article,
        "players": list(relaxation.players),
        "code": relaxation.code,
        "facts": dict(relaxation.facts),
        "text": speaker.verdict("relaxation", relaxation),
    }


def finding_value(finding: Finding, speaker: Speaker) -> dict[str, Any]:
    return {
        "round": finding.round,
        "article": finding.article,
        "severity": finding.severity,
        "code": finding.code,
        "players": list(finding.players),
        "text": speaker.verdict("finding", finding),
    }


def row_value(row: Row, speaker: Speaker) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "name": speaker.bare_name(row.player),
        "label": speaker.name(row.player),
        "status": row.status,
        "criteria": {name: measure.value for name, measure in row.measures.items()},
    }


def departure_value(departure: Departure, speaker: Speaker) -> dict[str, Any]:
    """An exception, and who stands for it."""
    told = departure.relaxation
    by_hand = {"article": "S3", "players": [], "code": "by_hand", "facts": {}, "text": speaker.say("reason.by_hand")}
    return {
        "round": departure.round,
        **(relaxation_value(told, speaker) if told else by_hand),
        "approved": approval_value(departure.approved) if departure.approved else None,
    }


def podium_value(podium: Podium | None, speaker: Speaker) -> dict[str, Any]:
    """Who has won, and the first places; both empty where nobody is declared."""
    steps = podium.steps if podium else ()
    return {
        "winners": list(podium.winners) if podium else [],
        "podium": [
            {"place": step.place, "players": list(step.players), "names": [speaker.name(p) for p in step.players]}
            for step in steps
        ],
    }


def entry_value(entry: Entry, speaker: Speaker) -> dict[str, Any]:
    """A line of the log: the fact itself, and in words."""
    kind, body = fact_body(entry.fact)
    change = {key: entry.facts[key] for key in ("before", "after") if key in entry.facts}
    return {
        "version": entry.version,
        "at": entry.at.isoformat(),
        "actor": entry.actor,
        "kind": kind,
        "counts": entry.counts,
        **change,
        "fact": body,
        "text": speaker.say(f"log.{entry.code}", **entry.facts),
    }
