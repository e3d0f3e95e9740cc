"""`ronda log` and `ronda replay`: what happened, and whether it still holds."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ronda.cli.counter import Counter
from ronda.cli.shelf import Shelved, is_there, load_any, opened, url_of
from ronda.cli.trouble import Misused
from ronda.facts import Redone, Undone
from ronda.shapes import entry_value
from ronda.store import Damaged, Problem, Verified, read_code
from ronda.store.audit import Entry, Replayed, entries
from ronda.store.audit import replay as replayed
from ronda.store.seal import SHOWN_DIGITS, head_text, read_head
from ronda.store.verifying import Noted

VIOLATIONS = 3


def log(values: Namespace, counter: Counter) -> int:
    """Who did what when, with what stood there before."""
    place = load_any(values)
    found = entries(place.store.log(place.code) or (), counter.speaker.removed)
    shown = found if values.last is None else found[max(len(found) - values.last, 0) :]
    if counter.json:
        head = head_text(place.stored.version, place.stored.hash)
        listed = [entry_value(entry, counter.speaker) for entry in shown]
        counter.data({"code": place.code, "head": head, "entries": listed})
        return 0
    headings = [counter.say(f"label.log.{key}") for key in ("version", "time", "actor", "what")]
    counter.table(headings, [_row(entry, counter) for entry in shown], words=(1, 2, 3))
    return 0


def _row(entry: Entry, counter: Counter) -> list[str | int]:
    what = in_words(entry, counter)
    if not entry.counts:
        what = counter.say("say.undone_entry", text=what)
    return [entry.version, entry.at.astimezone().strftime("%Y-%m-%d %H:%M:%S"), entry.actor, what]


def in_words(entry: Entry, counter: Counter) -> str:
    return counter.say(f"log.{entry.code}", **entry.facts)


def stepped(before: Shelved, after: Shelved, counter: Counter) -> list[str]:
    """What the last undo or redo was about, in words."""
    last = after.stored.facts[-1]
    assert isinstance(last, Undone | Redone)
    log = entries(before.store.log(before.code) or (), counter.speaker.removed)
    by_version = {entry.version: entry for entry in log}
    return [in_words(by_version[version], counter) for version in last.versions]


def replay(values: Namespace, counter: Counter) -> int:
    """Everything once more from the facts, and the facts themselves: their chain, their end, and what the list of
    events says of them. Status 3 if something differs."""
    noted = None if values.head is None else read_head(values.head)
    if values.head is not None and noted is None:
        raise Misused("bad_head", found=values.head)
    code = read_code(values.tournament)
    if code is None or not is_there(url_of(values)) or code not in opened(values).codes():
        raise Misused("no_such_code", code=values.tournament)
    found = opened(values).verified(code, noted)
    try:
        again = replayed(opened(values).as_found(code))
    except Damaged as damaged:  # told by what was found as well
        again = Replayed(0, (), damaged.version)
    holds = again.holds and not found.problems
    if counter.json:
        counter.data(_replay_value(code, again, found, holds=holds, counter=counter))
    else:
        _tell_replay(code, again, found, noted, holds=holds, counter=counter)
    return 0 if holds else VIOLATIONS


def _replay_value(code: str, again: Replayed, found: Verified, *, holds: bool, counter: Counter) -> dict[str, Any]:
    return {
        "code": code,
        "holds": holds,
        "versions": again.versions,
        "broken": again.broken,
        "rounds": [{"version": r.version, "number": r.number, "outcome": r.outcome} for r in again.rounds],
        "redacted": list(again.redacted),
        "problems": [{"code": p.code, "version": p.version, "text": _problem(p, counter)} for p in found.problems],
        "seal": found.seal,
        "head": head_text(found.version, found.hash),
    }


def _problem(problem: Problem, counter: Counter) -> str:
    return counter.say(f"problem.{problem.code}", version=problem.version, **problem.facts)


def _tell_replay(
    code: str, again: Replayed, found: Verified, noted: Noted | None, *, holds: bool, counter: Counter
) -> None:
    for problem in found.problems:
        counter.line(f"! {_problem(problem, counter)}")
    if again.broken is not None:
        counter.line(f"! {counter.say('problem.does_not_fit', version=again.broken)}")
    for made in again.rounds:
        told = counter.say(f"replay.{made.outcome}", round=made.number, version=made.version)
        counter.line(f"! {told}" if made.outcome == "differs" else told)
    if again.redacted:
        counter.line(counter.say("say.redacted", n=len(again.redacted)))
    if noted is not None and not any(problem.code.startswith("noted") for problem in found.problems):
        counter.line(counter.say("say.noted_holds", version=noted[0], n=found.version - noted[0]))
    if found.seal != "broken":
        counter.line(counter.say(f"seal.{found.seal}", version=found.version))
    counter.line(counter.say("say.replay_holds" if holds else "say.replay_differs", code=code, n=again.versions))
    counter.line(counter.say("say.head", head=head_text(found.version, found.hash, SHOWN_DIGITS)))
