"""`ronda seal`: with which key the ends of the logs are sealed, and to take that over."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused
from ronda.cli.output import Output
from ronda.cli.stored_event import is_there, opened, url_of
from ronda.store.seal import EventSeal
from ronda.store.values import SEALS

VIOLATIONS = 3


def seal(values: Namespace, output: Output) -> int:
    """What is known of every event's seal; with --anew all are sealed with the key here first. Status 3 if a seal is
    broken, or the facts are not those that were written."""
    if not is_there(url_of(values)):
        raise Misused("no_store", url=url_of(values))
    store = opened(values)
    before = store.seal_anew() if values.anew else []
    found = store.seals()
    damaged = [one.code for one in before if not one.sound]
    anew = [one.code for one in before if one.sound and one.known.state != "sealed"]
    bad = damaged or any(one.known.state == "broken" for one in found)
    if output.json:
        events = [{"code": one.code, "seal": one.known.state, "sealed": one.known.version} for one in found]
        output.data({"key_file": str(store.key_file), "events": events, "anew": anew, "damaged": damaged})
        return VIOLATIONS if bad else 0
    if damaged:
        output.note(output.say("say.list_damaged", codes=damaged))
    if anew:
        output.line(output.say("say.sealed_anew", n=len(anew), codes=anew))
    for line in _told(found, str(store.key_file), output):
        output.line(line)
    return VIOLATIONS if bad else 0


def _told(found: list[EventSeal], file: str, output: Output) -> list[str]:
    counts = Counter(one.known.state for one in found)
    codes = {state: [one.code for one in found if one.known.state == state] for state in SEALS}
    if not counts:
        return [output.say("say.store_empty")]
    return [
        output.say(f"say.seals.{state}", n=counts[state], codes=codes[state], file=file)
        for state in SEALS
        if counts[state]
    ]
