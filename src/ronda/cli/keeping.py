"""`ronda list`, `duplicate`, `archive`, `delete`, `recover`, `backup`, `restore`, `rebuild`: the store as a whole."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from ronda.cli.counter import Counter
from ronda.cli.setting_up import checked_seed, fresh_seed
from ronda.cli.shelf import create, is_there, load, load_any, opened, shelved, told, url_of
from ronda.cli.trouble import Misused, Refused
from ronda.cli.typed import seen_only
from ronda.desk.setting import duplicate as again
from ronda.desk.states import Action, phase
from ronda.facts import Archived, Deleted
from ronda.store import Damaged, Store, Summary
from ronda.store.backup import backup as back_up
from ronda.store.backup_files import BadCopy
from ronda.store.restore import Broken, InUse, NotEmpty, Restored
from ronda.store.restore import restore as put_back
from ronda.systems import system
from ronda.verdicts import Refusal

MISUSED = 2


def list_(values: Namespace, counter: Counter) -> int:
    """The events in the store; with --all also those put away or deleted."""
    store = opened(values) if is_there(url_of(values)) else None
    summaries = store.summaries() if store else ()
    shown = [s for s in summaries if values.all or not (s.archived or s.deleted)]
    found = [_listed(store, summary) for summary in shown if store]
    if counter.json:
        counter.data({"tournaments": found})
        return 0
    if not found:
        counter.line(counter.say("say.store_empty"))
        return 0
    keys = ("code", "name", "system", "state", "rounds", "players")
    rows = [[_cell(entry, key, counter) for key in keys] for entry in found]
    counter.table([counter.say(f"label.list.{key}") for key in keys], rows, words=(0, 1, 2, 3))
    return 0


def _listed(store: Store, summary: Summary) -> dict[str, Any]:
    value: dict[str, Any] = {
        "code": summary.code,
        "name": summary.name,
        "system": summary.system,
        "state": "damaged",
        "rounds": 0,
        "planned": None,
        "players": 0,
        "version": summary.version,
        "created": summary.created_at.isoformat(),
        "updated": summary.updated_at.isoformat(),
        "archived": summary.archived,
        "deleted": summary.deleted,
    }
    try:
        stored = store.load(summary.code)
        assert stored is not None
        tournament = shelved(store, stored).tournament
    except Damaged:  # one damaged event does not hide the others; `replay` tells more
        return value
    planned = system(summary.system).rounds(tournament.setup, tournament.players) if tournament.players else None
    found = {"state": phase(tournament), "rounds": len(tournament.rounds), "planned": planned}
    return {**value, **found, "players": len(tournament.players)}


def _cell(entry: dict[str, Any], key: str, counter: Counter) -> str | int:
    if key == "rounds":
        return str(entry["rounds"]) if entry["planned"] is None else f"{entry['rounds']}/{entry['planned']}"
    if key == "state":
        away = "deleted" if entry["deleted"] else "archived" if entry["archived"] else entry["state"]
        return counter.say(f"phase.{away}")
    value = entry[key]
    return value if isinstance(value, int) else str(value)


def duplicate(values: Namespace, counter: Counter) -> int:
    """A new event with the same settings and players, before its first round."""
    place = load(values)
    seed = fresh_seed() if values.seed is None else checked_seed(values.seed)
    name = place.tournament.setup.name if values.name is None else seen_only(values.name)
    made = create(values, again(place.tournament, name, seed))
    if counter.json:
        counter.data({"code": made.code, "players": len(made.tournament.players), "seed": seed})
    else:
        counter.line(counter.say("say.made_stored", code=made.code, n=len(made.tournament.players), seed=seed))
    return 0


def archive(values: Namespace, counter: Counter) -> int:
    """Put away, or with --back take out again."""
    return _mark(values, counter, Archived(not values.back), "say.unarchived" if values.back else "say.archived")


def delete(values: Namespace, counter: Counter) -> int:
    """Not shown any more; nothing is really removed."""
    return _mark(values, counter, Deleted(), "say.deleted")


def recover(values: Namespace, counter: Counter) -> int:
    """A deleted event is there again."""
    return _mark(values, counter, Deleted(gone=False), "say.recovered")


def _mark(values: Namespace, counter: Counter, fact: Archived | Deleted, key: str) -> int:
    recovering = fact == Deleted(gone=False)
    place = load_any(values) if recovering else load(values)
    tournament = place.tournament
    if isinstance(fact, Archived) and tournament.archived == fact.away:
        raise Refused(Refusal("nothing_changed", "S4"))
    if recovering and not tournament.deleted:
        raise Refused(Refusal("nothing_changed", "S4"))
    harmless = recovering or fact == Archived(away=False)
    action: Action = "archive" if isinstance(fact, Archived) else "delete"
    after = place.act(action, lambda _: fact, confirmed=values.yes or harmless)
    if counter.json:
        marks = {"archived": after.tournament.archived, "deleted": after.tournament.deleted}
        counter.data({"code": after.code, "version": after.stored.version, **marks})
    else:
        counter.line(counter.say(key, code=after.code))
    return 0


def backup(values: Namespace, counter: Counter) -> int:
    """A copy of the whole store, while others work on."""
    url = url_of(values)
    _existing(values)
    try:
        made = back_up(url, Path(values.out) if values.out else None, portable=values.portable)
    except OSError as trouble:
        raise Misused("cannot_write", file=values.out or url, detail=trouble.strerror or str(trouble)) from None
    if counter.json:
        counter.data({"file": str(made), "bytes": made.stat().st_size})
    else:
        counter.line(counter.say("say.backed_up", file=str(made)))
    return 0


def _existing(values: Namespace) -> Store:
    if not is_there(url_of(values)):
        raise Misused("no_store", url=url_of(values))
    return opened(values)


def restore(values: Namespace, counter: Counter) -> int:
    """A copy in the place of the store, after everything in it was verified."""
    copy = Path(values.file)
    done = _put_back(copy, values)
    if isinstance(done, BadCopy):
        counter.fail(f"copy_{done.code}", "", counter.say(f"copy.{done.code}", file=str(copy), **done.facts))
        return MISUSED
    if counter.json:
        kept = None if done.kept is None else str(done.kept)
        counter.data({"tournaments": done.tournaments, "facts": done.facts, "kept": kept})
        return 0
    counter.line(counter.say("say.restored", file=str(copy), n=done.tournaments, facts=done.facts))
    if done.kept is not None:
        counter.line(counter.say("say.kept_before", file=str(done.kept)))
    return 0


def _put_back(copy: Path, values: Namespace) -> Restored | BadCopy:
    """What was put back, or what is wrong with the copy."""
    url = url_of(values)
    try:
        with told():
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
        named = str(trouble.filename or copy)
        raise Misused("cannot_read", file=named, detail=trouble.strerror or str(trouble)) from None


def rebuild(values: Namespace, counter: Counter) -> int:
    """The tables for reports once more from the facts, for one event or for all."""
    store = _existing(values)
    codes = [load_any(values).code] if values.tournament else list(store.codes())
    for code in codes:
        store.project_again(code)
    if counter.json:
        counter.data({"rebuilt": codes})
    else:
        counter.line(counter.say("say.rebuilt", n=len(codes)))
    return 0
