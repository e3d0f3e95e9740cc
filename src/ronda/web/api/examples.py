"""Examples in the document: who asks for it with the code of an event (`?event=CODE`) finds values in it that are
there, so that a program that tries the API out gets further than 404.

Nobody learns more than the routes tell: the asker said the code, and everything else is what this person may know of
the event. Without a code the document is the same for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ronda.core.model import Tournament
from ronda.systems import system
from ronda.views.seat import as_published
from ronda.web.context import EventContext

_PLAIN: dict[str, str | int] = {"name": "Ana", "by": "Dora", "reason": "as agreed", "text": "Ana", "amount": 1}
_PLAIN |= {"url": "https://hook.invalid/ronda"}  # leads nowhere
_OF_EVENTS = ("/api/events/{code}", "/api/phones/{code}", "/api/signups/{code}")
_OF_ROUNDS = "/api/events/{code}/rounds/{number}"


def with_examples(schema: dict[str, Any], context: EventContext, bodies: Iterable[str]) -> dict[str, Any]:
    """The document, with examples from this event in parameters, and in the schemas of these bodies."""
    known = _known(context)
    paths = {
        path: {method: _operation(path, one, known) for method, one in methods.items()}
        for path, methods in schema["paths"].items()
    }
    told = dict(schema["components"]["schemas"])
    for name in bodies:
        if name in told:
            told[name] = {**told[name], "properties": _properties(told[name].get("properties", {}), known)}
    return {**schema, "paths": paths, "components": {**schema["components"], "schemas": told}}


def _known(context: EventContext) -> dict[str, str | int]:
    """What there is in the event, by the names under which the API asks for it. The player sits at the table, which is
    one that plays, if there is any."""
    tournament = context.seen
    found = {**_PLAIN, "code": context.code, "after": len(as_published(tournament).rounds)}
    players = [player.id for player in tournament.players if not player.removed]
    if tournament.rounds:
        last = tournament.rounds[-1]
        found |= {"round": last.number, **_result(tournament)}
        tables = sorted(last.tables, key=lambda table: table.result is not None)
        players = [player for table in tables for player in (*table.first, *table.second)] or players
        found |= {"table": tables[0].number} if tables else {}
    if players:
        found |= {"player": players[0], "one": players[0], "other": players[-1]}
        if context.staff:  # a personal link is itself a right
            found["mark"] = context.runtime.mark(context.code, players[0])
    return found


def _result(tournament: Tournament) -> dict[str, str | int]:
    """One that was entered, as it is written."""
    found = (table.result for one in tournament.rounds for table in one.tables if table.result is not None)
    written = system(tournament.setup.system).rules.results.written(next(found, None))
    return {} if written is None else {"result": written}


def _operation(path: str, one: dict[str, Any], known: dict[str, str | int]) -> dict[str, Any]:
    if not path.startswith(_OF_EVENTS) or "parameters" not in one:
        return one
    own = {**known, "number": known["round"]} if path.startswith(_OF_ROUNDS) and "round" in known else known
    parameters = [
        {**given, "example": own[given["name"]]} if given["name"] in own else given for given in one["parameters"]
    ]
    return {**one, "parameters": parameters}


def _properties(told: dict[str, Any], known: dict[str, str | int]) -> dict[str, Any]:
    return {name: {**kind, "examples": [known[name]]} if name in known else kind for name, kind in told.items()}
