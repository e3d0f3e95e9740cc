"""What is set beside the facts of an event, by name: how it shows itself, its face, its phones. And the key from which
the links of its players are derived."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from ronda.core import Frozen
from ronda.desk.desk import now
from ronda.store import Damaged, Store
from ronda.store.notes import read_note, write_note
from ronda.systems.labels import NAME_MODES, NameMode

V = TypeVar("V")

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # cannot be misread: no I, L, O, U
_MAC_LETTERS = 10  # 50 bits
Joining = Literal["word", "open", "card"]
JOININGS: tuple[Joining, ...] = get_args(Joining)


def new_secret() -> str:
    return secrets.token_urlsafe(24)


class Display(Frozen):
    """How an event shows itself. `language` is that of the wall and of paper ("" leaves it to the reader); `names` what
    the public sees, and `own` of whom it sees less than of others; `joining` what lets a phone in that has the public
    code, and `word_changes` how often the hall word was changed; `found` whether search engines may show the public
    pages; `calls` and `leaving` whether phones may call the arbiter, and ask to leave; `editions` ends links of phones.
    `claimed` is who had joined before phones had secrets of their own: with the link of the card."""

    language: str = ""
    names: str = "adults"
    joining: Joining = "word"
    reports: bool = True
    found: bool = False
    calls: bool = True
    leaving: bool = False
    editions: Mapping[str, int] = {}
    claimed: Mapping[str, str] = {}
    own: Mapping[str, str] = {}
    word_changes: int = 0

    @property
    def join(self) -> bool:
        """Whether players may find themselves at all."""
        return self.joining != "card"

    @property
    def name_mode(self) -> NameMode:
        """How the public sees names; rather too little of them than too much."""
        return own_mode(self.names)

    @property
    def own_modes(self) -> tuple[tuple[int, NameMode], ...]:
        return tuple((int(player), own_mode(mode)) for player, mode in self.own.items())

    def claimed_by_card(self, player: int) -> bool:
        """A renewed link has a new edition, and with it the claim ends."""
        return self.claimed.get(str(player)) == str(self.editions.get(str(player), 0))


def own_mode(name: str) -> NameMode:
    return next((mode for mode in NAME_MODES if mode == name), "number")


def read_joining(name: str) -> Joining:
    """What counted devices and places (`careful`) is asked for the word; so is what this release does not know."""
    return next((mode for mode in JOININGS if mode == name), "word")


def _display(join: bool = True, joining: str = "", **others: Any) -> Display:
    """Earlier releases only knew whether players may join, then a careful way to do so."""
    return Display(joining=read_joining(joining or ("word" if join else "card")), **others)


class Setting(NamedTuple, Generic[V]):
    """Something that is set beside the facts: the name of its note, what makes it of the fields of the note, and how it
    is written there."""

    name: str
    make: Callable[..., V]
    written: Callable[[V], Any]

    def read(self, note: Any) -> V:
        try:
            return self.make(**(note or {}))
        except (KeyError, TypeError, ValueError) as error:
            raise Damaged("", 0, f"note {self.name}") from error


DISPLAY: Setting[Display] = Setting("display", _display, asdict)


class EventSettings:
    """Reads and changes them. `notify_note` is called after each change."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = now

    def notify_note(self, code: str, name: str) -> None:
        """Nobody has to hear of it, unless a server shows pages."""

    def note(self, code: str, name: str) -> Any:
        with self.store.reads() as connection:
            return read_note(connection, code, name).value

    def _as_last_read(self, code: str, name: str, read: Callable[[], V]) -> V:
        """What is read from a note and asked for with every request. It is read again when this or another worker has
        written it (`_heard_note`)."""
        event = self.store.last_known(code)
        return read() if event is None else event.notes.get_or_make(name, read)

    def note_written(self, code: str, name: str) -> None:
        self.store.live.note_changed(code, name)
        self.notify_note(code, name)

    def write(self, code: str, name: str, value: Any) -> None:
        with self.store.writes() as connection:
            write_note(connection, code, name, value)
        self.note_written(code, name)

    def setting(self, code: str, setting: Setting[V]) -> V:
        """What is set; another worker's change may take a moment to be seen."""
        return self._as_last_read(code, setting.name, lambda: setting.read(self.note(code, setting.name)))

    def amend(self, code: str, setting: Setting[V], change: Callable[[V], V | None]) -> bool:
        """A change of what stands there at this moment, so that of two at once none is lost; False if `change` found
        nothing to do."""
        while True:
            with self.store.writes() as connection:
                found = read_note(connection, code, setting.name)
                changed = change(setting.read(found.value))
                if changed is None:
                    return False
                written = write_note(connection, code, setting.name, setting.written(changed), expected=found.version)
            if written is not None:
                self.note_written(code, setting.name)
                return True

    def display(self, code: str) -> Display:
        """How the event shows itself."""
        return self.setting(code, DISPLAY)

    def amend_display(self, code: str, change: Callable[[Display], Display | None]) -> bool:
        return self.amend(code, DISPLAY, change)

    def mark(self, code: str, player: int) -> str:
        """What the link of the player's card carries."""
        return player_mark(self.key(code), code, player, self.display(code).editions.get(str(player), 0))

    def marked(self, code: str, mark: str) -> int | None:
        """The player whose card it is."""
        return read_mark(self.key(code), code, mark, self.display(code).editions)

    def key(self, code: str) -> str:
        """From which the links of the players and the hall word are derived."""
        return self._as_last_read(code, "key", lambda: event_key(self.store, code))


# --- links of players ------------------------------------------------------------------------------------------------


def event_key(store: Store, code: str) -> str:
    """The secret from which the links of all players are derived."""
    with store.reads() as connection:
        found = read_note(connection, code, "key").value
    if found:
        return str(found)
    with store.writes() as connection:
        found = read_note(connection, code, "key").value
        if not found:
            found = new_secret()
            write_note(connection, code, "key", found)
    return str(found)


def player_mark(key: str, code: str, player: int, edition: int = 0) -> str:
    """`7-2K9D…`: the player's number, and proof that the link came from the desk. A new edition ends older links."""
    digest = blake2b(f"{code}/{player}/{edition}".encode(), key=key.encode()[:64], digest_size=8).digest()
    bits = int.from_bytes(digest)
    letters = "".join(_ALPHABET[bits >> 5 * at & 31] for at in range(_MAC_LETTERS))
    return f"{player}-{letters}"


def read_mark(key: str, code: str, mark: str, editions: Mapping[str, int]) -> int | None:
    """The player whose mark it is."""
    number, _, _ = mark.partition("-")
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    player = int(number)
    expected = player_mark(key, code, player, editions.get(str(player), 0))
    return player if hmac.compare_digest(expected.encode(), mark.upper().encode("utf-8", "replace")) else None
