"""Which phones speak for a player: the card from the desk, and phones that joined with the public code.

The link on a card is derived from a key of the event and opens the player's page on any phone. A phone that joined
has a secret of its own, of which only a hash is kept, in a note of the player beside the facts. Whoever is first is
let in at once, within limits; a player who is taken already is given to another phone only by the card or the desk.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from ipaddress import ip_address
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection

from ronda.core.model import Table, Tournament
from ronda.store.notes import PHONE_NOTES, Note, notes_of, read_note, write_note
from ronda.web.auth.roles import now
from ronda.web.runtime import Display, Joining, Runtime
from ronda.web.settings import is_loopback

Answer = Literal["allow", "refuse", "end"]

_PREFIX = f"{PHONE_NOTES}:"
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS = 20  # 100 bits; a card has fewer, so that the two cannot be mistaken for each other
_MOST_PHONES = 4  # of one player; nobody needs more, and a list that grows for ever is a leak


class _Limit(NamedTuple):
    """How many players one device, and one place, may take before the desk is asked."""

    device: int
    place: int


_LIMITS: Mapping[Joining, _Limit] = {"open": _Limit(6, 12), "careful": _Limit(1, 3), "card": _Limit(0, 0)}
_RUSH = _Limit(10, 1)  # claims, minutes: from where places cannot be told apart


@dataclass(frozen=True, slots=True)
class Machine:
    """What is known of the browser that asks: a cookie of its own, and where it is."""

    device: str
    place: str


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that joined; a `waiting` one is let in by the desk."""

    hash: str
    device: str
    place: str
    since: str
    waiting: bool = False

    @property
    def id(self) -> str:
        """How the desk names it; the hash of a secret tells nothing about the secret."""
        return self.hash[:12]

    @property
    def joined(self) -> datetime:
        return datetime.fromisoformat(self.since)

    @property
    def machine(self) -> Machine:
        return Machine(self.device, self.place)

    def is_on(self, machine: Machine) -> bool:
        """Whether it is the same machine, as far as one can tell."""
        return self.device == machine.device or (self.place != "" and self.place == machine.place)


@dataclass(frozen=True, slots=True)
class Holders:
    """Who speaks for a player; `card` once somebody has opened the link of the card."""

    card: bool = False
    phones: tuple[Phone, ...] = ()

    @property
    def live(self) -> tuple[Phone, ...]:
        return tuple(phone for phone in self.phones if not phone.waiting)

    @property
    def taken(self) -> bool:
        return self.card or bool(self.live)


class Claimed(NamedTuple):
    """The mark of the phone that joined, and whether it waits for the desk."""

    mark: str
    waiting: bool


def machine_of(device: str, host: str, agent: str) -> Machine:
    """In a hall's own network every phone has an address of its own. Beyond, many share one, so that the kind of
    browser counts as well. What comes through this very machine has no place: a proxy may speak for anybody."""
    if not host or is_loopback(host):
        place = ""
    elif _private(host):
        place = _digest(host)
    else:
        place = _digest(f"{host} {agent}")
    return Machine(_digest(device), place)


def _private(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_private
    except ValueError:
        return False


def new_device() -> str:
    return secrets.token_urlsafe(16)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# --- what is kept ------------------------------------------------------------------------------------------


def holders(runtime: Runtime, code: str, player: int, display: Display) -> Holders:
    """Who speaks for the player now."""
    return _read(runtime.phone_note(code, f"{_PREFIX}{player}"), player, display)


def _read(value: Any, player: int, display: Display) -> Holders:
    found = value or {}
    phones = tuple(Phone(**phone) for phone in found.get("phones", ()))
    return Holders(bool(found.get("card")) or display.claimed_by_card(player), phones)


def _all(connection: Connection, code: str) -> Iterator[tuple[int, Note]]:
    for name, note in notes_of(connection, code, _PREFIX):
        yield int(name.removeprefix(_PREFIX)), note


def _amend(runtime: Runtime, code: str, player: int, change: Callable[[Connection, Holders], Holders | None]) -> bool:
    """A change of what stands there at this moment; False if there was nothing to do."""
    name = f"{_PREFIX}{player}"
    display = runtime.display(code)
    while True:
        with runtime.store.writes() as connection:
            note = read_note(connection, code, name)
            changed = change(connection, _read(note.value, player, display))
            if changed is None:
                return False
            value = {"card": changed.card, "phones": [asdict(phone) for phone in changed.phones]}
            written = write_note(connection, code, name, value, expected=note.version)
        if written is not None:
            runtime.phone_changed(code, name)
            return True


# --- joining -----------------------------------------------------------------------------------------------


def claim(runtime: Runtime, code: str, player: int, machine: Machine) -> Claimed:
    """Takes the player for this machine, or asks the desk to."""
    mark = f"{player}-{''.join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))}"
    waiting = False

    def joined(connection: Connection, standing: Holders) -> Holders:
        nonlocal waiting
        again = any(phone.device == machine.device for phone in standing.live)  # it has only lost its secret
        joining = runtime.display(code).joining
        waiting = not again and (standing.taken or _too_many(connection, code, machine, joining))
        phone = Phone(_digest(mark), machine.device, machine.place, now().isoformat(), waiting)
        kept = [other for other in standing.phones if other.device != machine.device]
        return replace(standing, phones=(*_spared(kept), phone))

    _amend(runtime, code, player, joined)
    return Claimed(mark, waiting)


def _spared(phones: list[Phone]) -> list[Phone]:
    """Room for one more: who waits longest goes first."""
    while len(phones) >= _MOST_PHONES:
        phones.remove(next((phone for phone in phones if phone.waiting), phones[0]))
    return phones


def _too_many(connection: Connection, code: str, machine: Machine, joining: Joining) -> bool:
    limit = _LIMITS[joining]
    taken = [Phone(**phone) for _, note in _all(connection, code) for phone in (note.value or {}).get("phones", ())]
    live = [phone for phone in taken if not phone.waiting]
    if sum(phone.device == machine.device for phone in live) >= limit.device:
        return True
    if machine.place:
        return sum(phone.place == machine.place for phone in live) >= limit.place
    since = now() - timedelta(minutes=_RUSH.place)
    return sum(not phone.place and phone.joined > since for phone in live) >= _RUSH.device


def found_phone(runtime: Runtime, code: str, mark: str, display: Display) -> tuple[int, Phone] | None:
    """The phone with this secret, and whose it is. It may still be waiting."""
    number, _, letters = mark.upper().partition("-")
    if len(letters) != _LETTERS or not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    wanted = _digest(f"{number}-{letters}")
    for phone in holders(runtime, code, int(number), display).phones:
        if hmac.compare_digest(phone.hash, wanted):
            return int(number), phone
    return None


def card_opened(runtime: Runtime, code: str, player: int, display: Display) -> None:
    """From now on the card speaks for the player, and nobody joins as them without the desk."""
    if not holders(runtime, code, player, display).card:
        _amend(runtime, code, player, lambda _, standing: None if standing.card else replace(standing, card=True))


# --- the desk ----------------------------------------------------------------------------------------------


def asking(runtime: Runtime, code: str) -> list[tuple[int, Phone]]:
    """The phones that wait for the desk, the longest first."""
    with runtime.store.reads() as connection:
        found = [
            (player, Phone(**phone))
            for player, note in _all(connection, code)
            for phone in (note.value or {}).get("phones", ())
        ]
    return sorted(((player, phone) for player, phone in found if phone.waiting), key=lambda one: one[1].since)


def answer(runtime: Runtime, code: str, player: int, phone_id: str, said: Answer) -> bool:
    """Lets a waiting phone in, sends it away, or ends one; False if it is gone."""

    def changed(_: Connection, standing: Holders) -> Holders | None:
        known = next((phone for phone in standing.phones if phone.id == phone_id), None)
        if known is None or (said == "allow" and not known.waiting):
            return None
        others = [phone for phone in standing.phones if phone is not known]
        kept = [*others, replace(known, waiting=False)] if said == "allow" else others
        return replace(standing, phones=tuple(kept))

    return _amend(runtime, code, player, changed)


def end_all(runtime: Runtime, code: str, player: int) -> None:
    """With a new link of the card everything before it ends."""
    _amend(runtime, code, player, lambda *_: Holders())


# --- one machine, two sides --------------------------------------------------------------------------------


def same_machine(runtime: Runtime, code: str, tournament: Tournament, player: int, machine: Machine) -> frozenset[int]:
    """The opponents of the player for whom this very machine speaks as well: what it says for both sides is for the
    desk to confirm."""
    table = _table_of(tournament, player)
    if table is None:
        return frozenset()
    other = table.second if player in table.first else table.first
    display = runtime.display(code)
    return frozenset(
        rival for rival in other if any(phone.is_on(machine) for phone in holders(runtime, code, rival, display).live)
    )


def _table_of(tournament: Tournament, player: int) -> Table | None:
    last = tournament.rounds[-1].tables if tournament.rounds else ()
    return next((table for table in last if player in table.players), None)
