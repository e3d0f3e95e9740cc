"""Tournaments in the store: opened by their code, and every change through the desk."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace as Namespace

from sqlalchemy.exc import DBAPIError

from ronda.cli.kept_event import KeptEvent, actor
from ronda.cli.output import Misused, Output, Refused
from ronda.core import Refusal
from ronda.core.facts import Fact
from ronda.store import (
    Damage,
    DiskFull,
    ReadOnly,
    Store,
    Stored,
    StoreTrouble,
    default_url,
    open_store,
    read_code,
)
from ronda.store.copies import automatic, damage_sentences
from ronda.store.database.location import VARIABLE, database_url


class StoredEvent(KeptEvent):
    """A tournament of the store."""

    ledger: Store
    stored: Stored

    @property
    def store(self) -> Store:
        return self.ledger


def shelved(store: Store, stored: Stored) -> StoredEvent:
    return StoredEvent(store, stored, store.tournament(stored))


def load_stored(values: Namespace, output: Output) -> StoredEvent:
    """The tournament with the code that the command names, unless it was deleted."""
    found = load_any_stored(values, output)
    if found.tournament.deleted:
        raise Refused(Refusal("deleted", "S4", {"code": found.code}))
    return found


def load_any_stored(values: Namespace, output: Output) -> StoredEvent:
    """The tournament with the code that the command names, also if it was deleted."""
    code = read_code(values.tournament)
    if code is None:
        raise Misused("no_such_tournament", file=values.tournament)
    stored = opened(values).load(code) if is_there(url_of(values)) else None
    if stored is None:
        raise Misused("no_such_code", code=values.tournament)
    found = shelved(opened(values), stored)
    output.speak_of(found.tournament.setup)
    return found


def create(values: Namespace, facts: Sequence[Fact]) -> StoredEvent:
    store = opened(values)
    return shelved(store, store.create(facts, actor=actor()))


def back_up(values: Namespace, output: Output) -> None:
    """Before each pairing. Without it the event goes on all the same."""
    try:
        automatic(url_of(values))
    except OSError as trouble:
        output.note(output.say("say.backup_failed", detail=trouble.strerror or str(trouble)))


def tell_damaged(codes: Sequence[str], output: Output) -> None:
    """A script reads it in the data."""
    if codes and not output.json:
        output.note(output.say("say.list_damaged", codes=codes))


def opened(values: Namespace) -> Store:
    """The store that the command means, open until the command is done."""
    if getattr(values, "store_opened", None) is None:
        closing: ExitStack = values.closing
        closing.enter_context(reporting_store_trouble(url_of(values)))
        values.store_opened = closing.enter_context(open_store(url_of(values)))
    found = values.store_opened
    assert isinstance(found, Store)
    return found


@contextmanager
def reporting_store_trouble(url: str) -> Iterator[None]:
    """Trouble with the database is told like any other."""
    try:
        yield
    except StoreTrouble as trouble:
        raise _misused(trouble, url) from trouble
    except DBAPIError as trouble:
        raise Misused("store_trouble", detail=str(trouble.orig).strip()) from trouble


def _misused(trouble: StoreTrouble, url: str) -> Misused:
    """What is damaged or cannot be written, and the way out."""
    match trouble:
        case Damage():
            return _damaged(trouble, url)
        case DiskFull():
            return Misused("disk_full", folder=_folder(trouble.url))
        case ReadOnly():
            return Misused("store_read_only", folder=_folder(trouble.url))
        case _:
            return Misused("store_trouble", detail=str(trouble))


def _damaged(damage: Damage, url: str) -> Misused:
    (key, facts), *ways = damage_sentences(damage, url)
    found = Misused(key.removeprefix("say."), **facts)
    found.ways.extend(ways)
    return found


def _folder(url: str) -> str:
    """Of a SQLite file; a server is named as it is."""
    return url if "://" in url else str(Path(url).parent)


def url_of(values: Namespace) -> str:
    """The database that is named, or the usual one. A folder that does not exist was mistyped: only the usual one is
    made."""
    named = values.db or os.environ.get(VARIABLE, "").strip()
    if not named:
        return default_url()
    with reporting_store_trouble(named):
        address = database_url(named)
    if address.get_backend_name() == "sqlite" and not (folder := Path(address.database or "").parent).is_dir():
        raise Misused("no_such_folder", folder=str(folder), file=named)
    return named


def is_there(url: str) -> bool:
    """A database is not made only to find nothing in it."""
    with reporting_store_trouble(url):
        address = database_url(url)
    return address.get_backend_name() != "sqlite" or Path(address.database or "").exists()
