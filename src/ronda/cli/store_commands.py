"""`ronda duplicate`, `archive`, `delete`, `backup`, `restore`, `rebuild`: the store as a whole."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused, Refused, checked_seed, seen_only
from ronda.cli.new_event import fresh_seed
from ronda.cli.output import Output
from ronda.cli.stored_event import create, is_there, load, load_any, opened, told, url_of
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import Archive, Deletion
from ronda.desk.settings import duplicate as again
from ronda.store import Damage, Store, UnknownCode
from ronda.store.backup.copies import backup as back_up
from ronda.store.backup.copies import heads_in
from ronda.store.backup.restore import Broken, InUse, NotEmpty, Restored
from ronda.store.backup.restore import restore as put_back
from ronda.store.copy_files import BadCopy
from ronda.store.seal import SHOWN_DIGITS, head_text

MISUSED = 2


def duplicate(values: Namespace, output: Output) -> int:
    """A new event with the same settings and players, before its first round."""
    place = load(values, output)
    seed = fresh_seed() if values.seed is None else checked_seed(values.seed)
    name = place.tournament.setup.name if values.name is None else seen_only(values.name)
    made = create(values, again(place.tournament, name, seed))
    if output.json:
        output.data({"code": made.code, "players": len(made.tournament.players), "seed": seed})
    else:
        output.line(output.say("say.made_stored", code=made.code, n=len(made.tournament.players), seed=seed))
    return 0


def archive(values: Namespace, output: Output) -> int:
    """Put away, or with --back take out again."""
    return _mark(values, output, Archive(not values.back), "say.unarchived" if values.back else "say.archived")


def delete(values: Namespace, output: Output) -> int:
    """Not shown any more; nothing is really removed."""
    return _mark(values, output, Deletion(), "say.deleted")


def bring_back(values: Namespace, output: Output) -> int:
    """A deleted event is there again."""
    return _mark(values, output, Deletion(gone=False), "say.recovered")


def _mark(values: Namespace, output: Output, body: Archive | Deletion, key: str) -> int:
    recovering = body == Deletion(gone=False)
    place = load_any(values, output) if recovering else load(values, output)
    tournament = place.tournament
    if isinstance(body, Archive) and tournament.archived == body.away:
        raise Refused(Refusal("nothing_changed", "S4"))
    if recovering and not tournament.deleted:
        raise Refused(Refusal("nothing_changed", "S4"))
    harmless = recovering or body == Archive(away=False)
    name = "archive" if isinstance(body, Archive) else "delete"
    after = place.act(name, body, confirmed=values.yes or harmless)
    if output.json:
        marks = {"archived": after.tournament.archived, "deleted": after.tournament.deleted}
        output.data({"code": after.code, "version": after.stored.version, **marks})
    else:
        output.line(output.say(key, code=after.code))
    return 0


def backup(values: Namespace, output: Output) -> int:
    """A copy of the whole store, while others work on."""
    url = url_of(values)
    _existing(values)
    try:
        made = back_up(url, Path(values.out) if values.out else None, portable=values.portable)
    except OSError as trouble:
        raise Misused("cannot_write", file=values.out or url, detail=trouble.strerror or str(trouble)) from None
    if output.json:
        output.data({"file": str(made), "bytes": made.stat().st_size, "heads": _heads_in(made, digits=None)})
    else:
        output.line(output.say("say.backed_up", file=str(made)))
        for code, head in _heads_in(made, digits=SHOWN_DIGITS).items():
            output.line(f"  {code}  {head}")
    return 0


def _heads_in(copy: Path, digits: int | None) -> dict[str, str]:
    """Where each event ends in the copy, to be noted."""
    return {code: head_text(version, hash_, digits) for code, version, hash_ in heads_in(copy) or ()}


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
    if output.json:
        kept = None if done.kept is None else str(done.kept)
        told = {"erased": done.erased, "sealed_elsewhere": done.elsewhere, "unsealed": done.unsealed}
        output.data({"tournaments": done.tournaments, "facts": done.facts, "kept": kept, **told})
        return 0
    output.line(output.say("say.restored", file=str(copy), n=done.tournaments, facts=done.facts))
    for key, count in (
        ("erased_again", done.erased),
        ("sealed_elsewhere", done.elsewhere),
        ("sealed_now", done.unsealed),
    ):
        if count:
            output.line(output.say(f"say.{key}", n=count))
    if done.kept is not None:
        output.line(output.say("say.kept_before", file=str(done.kept)))
    return 0


def _put_back(copy: Path, values: Namespace) -> Restored | BadCopy:
    """What was put back, or what is wrong with the copy."""
    url = url_of(values)
    try:
        with told(url):
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


def rebuild(values: Namespace, output: Output) -> int:
    """The tables for reports once more from the facts, for one event or for all."""
    store = _existing(values)
    codes, damaged = _rebuilt(store) if not values.tournament else ([_again(values, store, output)], [])
    if output.json:
        output.data({"rebuilt": codes, "damaged": damaged})
        return 0
    output.line(output.say("say.rebuilt", n=len(codes)))
    if damaged:
        output.note(output.say("say.list_damaged", codes=damaged))
    return 0


def _again(values: Namespace, store: Store, output: Output) -> str:
    return store.project_again(load_any(values, output).code).code


def _rebuilt(store: Store) -> tuple[list[str], list[str]]:
    """Which could be, and which are damaged."""
    done: list[str] = []
    damaged: list[str] = []
    for summary in store.summaries():
        try:
            done.append(store.project_again(summary.code).code)
        except (Damage, UnknownCode):
            damaged.append(summary.code)
    return done, damaged
