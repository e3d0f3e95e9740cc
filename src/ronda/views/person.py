"""All that is known of a person, as machine output and in words (PP5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ronda.core.model import PERSONAL, Avoid, Bye, Player
from ronda.systems import system
from ronda.texts import Speaker

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.privacy.person import PersonReport, Said, Sat


def person_value(report: PersonReport, speaker: Speaker) -> dict[str, Any]:
    """Everything; the speaker knows the names of opponents and partners as the person may know them."""
    setup = report.tournament.setup
    return {
        "event": {"code": report.code, "name": setup.name, "system": setup.system},
        "player": {**particulars_value(report.player, setup.system), "here": report.here},
        "history": [
            {
                "version": one.version,
                "at": one.at.isoformat(),
                "counts": one.counts,
                **particulars_value(one.player, setup.system),
            }
            for one in report.history
        ],
        "rounds": [_sat_value(report, sat, speaker) for sat in report.rounds],
        "reports": [_said_value(report, one) for one in report.said],
        "wishes": [_wish_value(report.player.id, wish, speaker) for wish in report.wishes],
        "card_opened": report.card,
        "phones": [dict(phone) for phone in report.phones],
        "log": [
            {"version": one.version, "at": one.at.isoformat(), "counts": one.counts, "text": _told(one, speaker)}
            for one in report.entries
        ],
        "texts": [{"round": one.round, "text": one.text} for one in report.texts],
        "kept_until": None if report.until is None else report.until.isoformat(),
    }


def particulars_value(player: Player, system_id: str) -> dict[str, Any]:
    """A player as files have them, with everything that is not said there."""
    keys = ("id", *PERSONAL, "rating", "national_rating", "joined_round", "left_after")
    found = {key: getattr(player, key) for key in keys}
    ends = {system(system_id).number_key: player.number, "pinned_table": player.pinned_table}
    return {**found, "missed": list(player.missed), **ends, "byes": dict(player.byes)}


def _sat_value(report: PersonReport, sat: Sat, speaker: Speaker) -> dict[str, Any]:
    own = report.player.id
    if isinstance(sat.place, Bye):
        return {"round": sat.round.number, "table": None, "bye": True}
    table = sat.place
    mine, others = (table.first, table.second) if own in table.first else (table.second, table.first)
    written = system(report.tournament.setup.system).written
    return {
        "round": sat.round.number,
        "table": table.number,
        "bye": False,
        "side": "first" if own in table.first else "second",
        "partners": [speaker.name(player) for player in mine if player != own],
        "opponents": [speaker.name(player) for player in others],
        "result": written(table.result),
        "absent": own in table.absent,
    }


def _said_value(report: PersonReport, said: Said) -> dict[str, Any]:
    fact = said.fact
    result = system(report.tournament.setup.system).written(fact.result)
    return {"at": said.at.isoformat(), "round": fact.round, "table": fact.table, "result": result}


def _wish_value(own: int, wish: Avoid, speaker: Speaker) -> dict[str, Any]:
    other = next(player for player in wish.players if player != own)
    return {"with": speaker.name(other), "as": wish.relation, "hard": wish.hard}


def _told(entry: Any, speaker: Speaker) -> str:
    return speaker.say(f"log.{entry.code}", **entry.facts)
