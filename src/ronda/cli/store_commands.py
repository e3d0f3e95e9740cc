"""`ronda duplicate`, `archive`, `delete`, `recover`, `backup`, `restore`, `seal`, `rebuild`: the store as a whole."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.kept_event import cannot
from ronda.cli.new_event import fresh_seed
from ronda.cli.output import Misused, Output, Refused, checked_seed, seen_only
from ronda.cli.stored_event import (
    create,
    is_there,
    load_any_stored,
    load_stored,
    opened,
    reporting_store_trouble,
    tell_damaged,
    url_of,
)
from ronda.core import Refusal
from ronda.desk.bodies import Archive, Deletion
from ronda.desk.permissions import phase
from ronda.desk.settings import duplicate as again
from ronda.store import Damage, Damaged, Store, UnknownCode
from ronda.store.copies import backup as back_up
from ronda.store.copies import heads_in
from ronda.store.copy_files import BadCopy
from ronda.store.database.location import database_url, shown_url
from ronda.store.live_events import LiveEvent
from ronda.store.restore import Broken, InUse, NotEmpty, Restored
from ronda.store.restore import restore as put_back
from ronda.store.salvage import Salvage, Saved, salvage
from ronda.store.seal import SHOWN_DIGITS, EventSeal, head_text
from ronda.store.values import SEALS, Stored

MISUSED = 2


def duplicate(values: Namespace, output: Output) -> None:
    """A new event with the same settings and players, before its first round."""
    place = load_stored(values, output)
    seed = fresh_seed() if values.seed is None else checked_seed(values.seed)
    name = place.tournament.setup.name if values.name is None else seen_only(values.name)
    made = create(values, again(place.tournament, name, seed))
    output.answer(
        {"code": made.code, "players": len(made.tournament.players), "seed": seed},
        "say.made_stored",
        code=made.code,
        n=len(made.tournament.players),
        seed=seed,
    )


def archive(values: Namespace, output: Output) -> None:
    """Put away, or with --back take out again."""
    _mark(values, output, Archive(not values.back), "say.unarchived" if values.back else "say.archived")


def delete(values: Namespace, output: Output) -> None:
    """Not shown any more; nothing is really removed."""
    _mark(values, output, Deletion(), "say.deleted")


def bring_back(values: Namespace, output: Output) -> None:
    """A deleted event is there again."""
    _mark(values, output, Deletion(gone=False), "say.recovered")


def _mark(values: Namespace, output: Output, body: Archive | Deletion, key: str) -> None:
    recovering = body == Deletion(gone=False)
    place = load_any_stored(values, output) if recovering else load_stored(values, output)
    tournament = place.tournament
    if isinstance(body, Archive) and tournament.archived == body.away:
        raise Refused(Refusal("nothing_changed", "S4"))
    if recovering and not tournament.deleted:
        raise Refused(Refusal("nothing_changed", "S4"))
    harmless = recovering or body == Archive(away=False)
    name = "archive" if isinstance(body, Archive) else "delete"
    after = place.act(name, body, confirmed=values.yes or harmless)
    marks = {"archived": after.tournament.archived, "deleted": after.tournament.deleted}
    output.answer({"code": after.code, "version": after.stored.version, **marks}, key, code=after.code)


def backup(values: Namespace, output: Output) -> None:
    """A copy of the whole store, while others work on."""
    url = url_of(values)
    _existing(values)
    try:
        made = back_up(url, Path(values.out) if values.out else None, portable=values.portable)
    except OSError as trouble:
        raise cannot("write", values.out or url, trouble) from None
    ends = heads_in(made) or ()  # of each event in the copy, to be noted
    heads = {code: head_text(version, hash_) for code, version, hash_ in ends}
    output.data({"file": str(made), "bytes": made.stat().st_size, "heads": heads})
    output.tell("say.backed_up", file=str(made))
    for code, version, hash_ in ends:
        output.line(f"  {code}  {head_text(version, hash_, SHOWN_DIGITS)}")


def _existing(values: Namespace) -> Store:
    if not is_there(url_of(values)):
        raise Misused("no_store", url=url_of(values))
    return opened(values)


def restore(values: Namespace, output: Output) -> int:
    """A copy in the place of the store, after everything in it was verified."""
    copy = Path(values.file)
    done = _put_back(copy, values)
    if isinstance(done, BadCopy):
        output.fail(f"copy_{done.code}", "", output.say(f"copy.{done.code}", file=str(copy), **done.facts))
        return MISUSED
    kept = None if done.kept is None else str(done.kept)
    told = {"erased": done.erased, "sealed_elsewhere": done.elsewhere, "unsealed": done.unsealed}
    output.data({"tournaments": done.tournaments, "facts": done.facts, "kept": kept, **told})
    output.tell("say.restored", file=str(copy), n=done.tournaments, facts=done.facts)
    for key, count in (
        ("erased_again", done.erased),
        ("sealed_elsewhere", done.elsewhere),
        ("sealed_now", done.unsealed),
    ):
        if count:
            output.tell(f"say.{key}", n=count)
    if done.kept is not None:
        output.tell("say.kept_before", file=str(done.kept))
    return 0


def _put_back(copy: Path, values: Namespace) -> Restored | BadCopy:
    """What was put back, or what is wrong with the copy."""
    url = url_of(values)
    try:
        with reporting_store_trouble(url):
            try:
                return put_back(copy, url, force=values.force)
            except BadCopy as bad:
                return bad
            except NotEmpty as trouble:
                raise Misused("store_not_empty", n=trouble.tournaments) from None
            except InUse:
                raise Misused("store_in_use", url=url) from None
            except Broken:
                raise Misused("store_broken", url=url) from None
    except OSError as trouble:
        raise cannot("read", str(trouble.filename or copy), trouble) from None


def rebuild(values: Namespace, output: Output) -> None:
    """The tables for reports once more from the facts, for one event or for all."""
    store = _existing(values)
    codes, damaged = _rebuilt(store) if not values.tournament else ([_again(values, store, output)], [])
    output.data({"rebuilt": codes, "damaged": damaged})
    output.tell("say.rebuilt", n=len(codes))
    tell_damaged(damaged, output)


def _again(values: Namespace, store: Store, output: Output) -> str:
    code = load_any_stored(values, output).code
    store.rebuild_tables(code)
    return code


def _rebuilt(store: Store) -> tuple[list[str], list[str]]:
    """Which could be, and which are damaged."""
    done: list[str] = []
    damaged: list[str] = []
    for summary in store.summaries():
        try:
            store.rebuild_tables(summary.code)
            done.append(summary.code)
        except (Damage, UnknownCode):
            damaged.append(summary.code)
    return done, damaged


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
    events = [{"code": one.code, "seal": one.known.state, "sealed": one.known.version} for one in found]
    output.data({"key_file": str(store.key_file), "events": events, "anew": anew, "damaged": damaged})
    tell_damaged(damaged, output)
    if anew:
        output.tell("say.sealed_anew", n=len(anew), codes=anew)
    for line in _told_seals(found, str(store.key_file), output):
        output.line(line)
    return VIOLATIONS if bad else 0


def _told_seals(found: list[EventSeal], file: str, output: Output) -> list[str]:
    counts = Counter(one.known.state for one in found)
    codes = {state: [one.code for one in found if one.known.state == state] for state in SEALS}
    if not counts:
        return [output.say("say.store_empty")]
    return [
        output.say(f"say.seals.{state}", n=counts[state], codes=codes[state], file=file)
        for state in SEALS
        if counts[state]
    ]


REFUSED = 1


def recover(values: Namespace, output: Output) -> int:
    """Either of the two."""
    if (values.damaged is None) == (values.tournament is None):
        raise Misused("recover_what")
    if values.damaged is not None:
        return _from_damaged(values, output)
    bring_back(values, output)
    return 0


def _from_damaged(values: Namespace, output: Output) -> int:
    """All that verifies goes to the store; an event that is there already is left alone. Status 1 if nothing could be
    saved."""
    path = Path(values.damaged)
    target = database_url(url_of(values))
    if target.get_backend_name() == "sqlite" and Path(target.database or "").resolve() == path.resolve():
        raise Misused("recover_onto_itself", file=str(path))
    try:
        found = salvage(path)
    except OSError as trouble:
        raise cannot("read", path, trouble) from None
    taken = opened(values).take_over(found.saved) if found.saved else set()
    events = [_told(one, written=one.code not in taken) for one in found.saved]
    shown = target.database if target.get_backend_name() == "sqlite" else shown_url(target)
    told = {"from": str(path), "database": shown, "events": events}
    output.data({**told, "lost": list(found.lost), "nameless": found.nameless, "passes": found.passes})
    _say(path, found, events, output)
    return 0 if any(event["written"] for event in events) else REFUSED


def _told(saved: Saved, *, written: bool) -> dict[str, Any]:
    """What was saved of an event, and where it stands with that."""
    last = saved.rows[-1]
    value: dict[str, Any] = {
        "code": saved.code,
        "written": written,
        "name": "",
        "saved": len(saved.rows),
        "of": saved.total,
        "whole": saved.whole,
        "until": last.at,
        "notes": len(saved.notes),
        "phase": "damaged",
        "rounds": 0,
        "players": 0,
    }
    try:
        at = datetime.fromisoformat(last.at)
        tournament = LiveEvent(Stored(saved.code, last.version, last.hash, at, saved.facts)).tournament
    except (Damaged, ValueError):
        return value
    rounds = {"phase": phase(tournament), "rounds": len(tournament.rounds), "players": len(tournament.players)}
    return {**value, "name": tournament.setup.name, **rounds}


def _say(path: Path, found: Salvage, events: list[dict[str, Any]], output: Output) -> None:
    for event in events:
        facts = {key: event[key] for key in ("code", "name", "saved", "of", "rounds", "players")}
        if not event["written"]:
            output.tell("recover.taken", **facts)
            continue
        key = "recover.whole" if event["whole"] else "recover.part"
        output.tell(key, n=event["saved"], **facts)
        if not event["whole"]:
            until = event["until"][:19].replace("T", " ")
            key = "recover.lost_from" if event["rounds"] else "recover.lost_from_0"
            lost, first = event["of"] - event["saved"], event["saved"] + 1
            entries = str(first) if lost == 1 else f"{first}–{event['of']}"
            output.line("  " + output.say(key, n=lost, entries=entries, until=until, **facts))
        if event["phase"] == "draft":
            output.line("  " + output.say("recover.draft", **facts))
        output.line("  " + output.say("recover.notes", n=event["notes"]))
    for code in found.lost:
        output.tell("recover.lost", code=code)
    if found.nameless:
        output.tell("recover.nameless", n=found.nameless)
    if not events:
        output.tell("recover.nothing", file=str(path))
    elif found.passes != 0:
        output.tell("recover.passes")
    if any(event["written"] for event in events):
        output.tell("recover.look")
