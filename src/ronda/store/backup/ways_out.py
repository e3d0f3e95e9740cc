"""Damage put into sentences: what is damaged, in which database, and the way out."""

from __future__ import annotations

from typing import Any

from ronda.store.backup.copies import newest_copy
from ronda.store.database.location import database_url, shown_url
from ronda.store.values import Damage, Damaged

Sentence = tuple[str, dict[str, Any]]  # the key of a text, and its facts


def damage_told(damage: Damage, url: str) -> list[Sentence]:
    """The first one says what, the others what can be done about it."""
    address = database_url(url)
    on_file = address.get_backend_name() == "sqlite"
    named = (address.database or "") if on_file else shown_url(address)
    match damage:
        case Damaged(version=0):
            found: list[Sentence] = [
                ("say.damaged_beside", {"url": named, "code": damage.code or "–", "detail": damage.why})
            ]
        case Damaged():
            found = [("say.damaged_entry", {"url": named, "code": damage.code, "version": damage.version})]
        case _:
            found = [("say.damaged_file", {"url": named, "detail": damage.why})]
    copy = newest_copy(url)
    if copy is not None:
        found.append(("say.way_restore", {"file": str(copy)}))
    if on_file:
        found.append(("say.way_recover" if copy is None else "say.or_recover", {"file": named}))
    return found
