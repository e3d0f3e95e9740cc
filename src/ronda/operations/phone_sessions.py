"""Which phones speak for a player: the card from the desk, and phones that joined with the public code.

The link on a card is derived from a key of the event and opens the player's page on any phone. A phone that joined
has a secret of its own, of which only a hash is kept, in a note of the player beside the facts. It is let in by the
hall word or by the desk; where joining is open, also by nobody, and then the desk confirms what it reports. A player
who is taken already is given to another phone only by the card or the desk.
"""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from ronda.core import Frozen, Tournament, replace
from ronda.desk.desk import now
from ronda.operations.event_settings import EventSettings, Setting
from ronda.store.notes import PHONE_NOTES, notes_of

Answer = Literal["allow", "refuse", "end"]
LetIn = Literal["", "word", "desk"]

_PREFIX = f"{PHONE_NOTES}:"
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS = 20  # 100 bits; a card has fewer, so that the two cannot be mistaken for each other
_MOST_PHONES = 4  # of one player; nobody needs more, and a list that grows for ever is a leak
MANY_AT_A_PLACE = 6  # players whose phones nobody let in, from one address
MANY_ON_A_PHONE = 5  # players for whom one browser speaks: more than a family


class Machine(Frozen):
    """What is known of the browser that asks: a cookie of its own, and where it is."""

    device: str
    place: str


class Phone(Frozen):
    """A phone that joined; a `waiting` one is let in by the desk. `let_in`: by what the others were, if by anything."""

    hash: str
    device: str
    place: str
    since: str
    waiting: bool = False
    let_in: LetIn = ""

    @property
    def id(self) -> str:
        """How the desk names it; the hash of a secret tells nothing about the secret."""
        return self.hash[:12]

    @property
    def joined(self) -> datetime:
        return datetime.fromisoformat(self.since)


class Holders(Frozen):
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


class PlayerPhone(NamedTuple):
    """A phone, and the player whom it speaks for or would like to."""

    player: int
    phone: Phone


class Crowd(NamedTuple):
    """Many players in one hand, as it seems: phones from one address that nobody let in, or one browser (`device`)."""

    id: str
    device: bool
    phones: tuple[PlayerPhone, ...]

    @property
    def players(self) -> list[int]:
        return sorted({one.player for one in self.phones})

    @property
    def waiting(self) -> bool:
        return any(one.phone.waiting for one in self.phones)

    @property
    def until(self) -> str:
        """When the last of them came: whoever comes later is not answered with them."""
        return max(one.phone.since for one in self.phones)


def machine_of(device: str, place: str) -> Machine:
    return Machine(_digest(device), _digest(place) if place else "")


def new_device() -> str:
    return secrets.token_urlsafe(16)


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# --- what is kept ------------------------------------------------------------------------------------------


def holders(settings: EventSettings, code: str, player: int) -> Holders:
    """Who speaks for the player now."""
    return settings.setting(code, _setting(settings, code, player))


def _setting(settings: EventSettings, code: str, player: int) -> Setting[Holders]:
    by_card = settings.display(code).claimed_by_card(player)

    def make(card: bool = False, phones: Sequence[Mapping[str, Any]] = ()) -> Holders:
        return Holders(by_card or card, tuple(Phone(**phone) for phone in phones))

    return Setting(f"{_PREFIX}{player}", make, asdict)


def all_phones(settings: EventSettings, code: str) -> list[PlayerPhone]:
    """Every phone that joined or would like to, the longest first."""
    with settings.store.reads() as connection:
        found = [
            PlayerPhone(int(name.removeprefix(_PREFIX)), Phone(**phone))
            for name, note in notes_of(connection, code, _PREFIX)
            for phone in (note.value or {}).get("phones", ())
        ]
    return sorted(found, key=lambda one: one.phone.since)


def _amend(settings: EventSettings, code: str, player: int, change: Callable[[Holders], Holders | None]) -> bool:
    return settings.amend(code, _setting(settings, code, player), change)


# --- joining -----------------------------------------------------------------------------------------------


def claim(settings: EventSettings, code: str, player: int, machine: Machine, *, by_word: bool = False) -> Claimed:
    """Takes the player for this machine, or asks the desk to. `by_word`: it has the word of the hall."""
    mark = f"{player}-{''.join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))}"
    waiting = False

    def joined(standing: Holders) -> Holders:
        nonlocal waiting
        before = next((phone for phone in standing.live if phone.device == machine.device), None)
        opened = by_word or settings.display(code).joining == "open"
        waiting = before is None and (standing.taken or not opened)  # it may only have lost its secret
        let_in: LetIn = before.let_in if before and before.let_in else "word" if by_word and not waiting else ""
        phone = Phone(_digest(mark), machine.device, machine.place, now().isoformat(), waiting, let_in)
        kept = [other for other in standing.phones if other.device != machine.device]
        return replace(standing, phones=(*_spared(kept), phone))

    _amend(settings, code, player, joined)
    return Claimed(mark, waiting)


def _spared(phones: list[Phone]) -> list[Phone]:
    """Room for one more: who waits longest goes first."""
    while len(phones) >= _MOST_PHONES:
        phones.remove(next((phone for phone in phones if phone.waiting), phones[0]))
    return phones


def found_phone(settings: EventSettings, code: str, mark: str) -> PlayerPhone | None:
    """The phone with this secret, and whose it is. It may still be waiting."""
    number, _, letters = mark.upper().partition("-")
    if len(letters) != _LETTERS or not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    wanted = _digest(f"{number}-{letters}")
    for phone in holders(settings, code, int(number)).phones:
        if hmac.compare_digest(phone.hash, wanted):
            return PlayerPhone(int(number), phone)
    return None


def card_opened(settings: EventSettings, code: str, player: int) -> None:
    """From now on the card speaks for the player, and nobody joins as them without the desk."""
    if not holders(settings, code, player).card:
        _amend(settings, code, player, lambda standing: None if standing.card else replace(standing, card=True))


# --- the desk ----------------------------------------------------------------------------------------------


def asking(phones: Sequence[PlayerPhone]) -> list[PlayerPhone]:
    """Those that wait for the desk."""
    return [one for one in phones if one.phone.waiting]


def alone_asking(phones: Sequence[PlayerPhone]) -> list[PlayerPhone]:
    """Of those, who can be let in without a second look: for the player no other phone asks."""
    several = Counter(one.player for one in asking(phones))
    return [one for one in asking(phones) if several[one.player] == 1]


def crowds(phones: Sequence[PlayerPhone]) -> list[Crowd]:
    """What the desk is asked about: the phones that it has let in itself count no more. A whole honest hall may come
    from one address, so there only those count that have nothing to show, neither card nor word."""
    places: dict[str, list[PlayerPhone]] = {}
    devices: dict[str, list[PlayerPhone]] = {}
    for one in phones:
        if one.phone.place and not one.phone.let_in:
            places.setdefault(one.phone.place, []).append(one)
        if one.phone.let_in != "desk":
            devices.setdefault(one.phone.device, []).append(one)
    found = [Crowd(place, False, tuple(some)) for place, some in places.items()]
    many = [crowd for crowd in found if len(crowd.players) >= MANY_AT_A_PLACE]
    known = {one.phone.hash for crowd in many for one in crowd.phones}
    found = [Crowd(device, True, tuple(some)) for device, some in devices.items()]
    return many + [
        crowd
        for crowd in found
        if len(crowd.players) >= MANY_ON_A_PHONE and not all(one.phone.hash in known for one in crowd.phones)
    ]


def answer(settings: EventSettings, code: str, player: int, phone_id: str, said: Answer) -> bool:
    """Lets a phone in, sends it away, or ends one; False if it is gone."""
    return _amend(settings, code, player, lambda standing: _answered(standing, phone_id, said))


def answer_all(settings: EventSettings, code: str, some: Sequence[PlayerPhone], said: Answer) -> int:
    """The same for many; how many it was. Nobody is let in so as a player who is taken."""

    def changed(standing: Holders, phone: Phone) -> Holders | None:
        second = said == "allow" and phone.waiting and standing.taken
        return None if second else _answered(standing, phone.id, said)

    return sum(
        _amend(settings, code, one.player, lambda standing, phone=one.phone: changed(standing, phone))  # type: ignore[misc]
        for one in some
    )


def _answered(standing: Holders, phone_id: str, said: Answer) -> Holders | None:
    known = next((phone for phone in standing.phones if phone.id == phone_id), None)
    if known is None or (said == "allow" and not known.waiting and known.let_in == "desk"):
        return None
    others = [phone for phone in standing.phones if phone is not known]
    kept = [*others, replace(known, waiting=False, let_in="desk")] if said == "allow" else others
    return replace(standing, phones=tuple(kept))


def end_all(settings: EventSettings, code: str, player: int) -> None:
    """With a new link of the card everything before it ends."""
    _amend(settings, code, player, lambda _: Holders())


# --- who agrees with whom ----------------------------------------------------------------------------------


def unconfirmed_opponents(
    settings: EventSettings, code: str, tournament: Tournament, player: int, phone: Phone | None
) -> frozenset[int]:
    """The opponents with whom the player cannot agree, so that the desk confirms what both say: all of them while
    nobody let this phone in (None: the card); else those for whom such a phone speaks, or this very one."""
    last = tournament.rounds[-1].tables if tournament.rounds else ()
    table = next((table for table in last if player in table.players), None)
    if table is None:
        return frozenset()
    other = table.second if player in table.first else table.first
    if phone is not None and not phone.let_in:
        return frozenset(other)
    device = phone.device if phone else ""
    return frozenset(
        rival
        for rival in other
        if any(not one.let_in or one.device == device for one in holders(settings, code, rival).live)
    )
