"""The event that a command names, in a file or under a code in the store: everything is done through the desk."""

from __future__ import annotations

import getpass
import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ronda.cli.errors import Misused, Refused
from ronda.cli.event_file import UnreadableFile, told
from ronda.cli.output import Output
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Player, Tournament
from ronda.core.turkish import upper
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.desk import Desk, decided
from ronda.desk.ledger import Ledger, Record, Stored
from ronda.desk.roles import Person
from ronda.formats.errors import Unreadable
from ronda.ledgers.file import FileLedger, Unfit
from ronda.systems.labels import Label, folded, labels, names

if TYPE_CHECKING:  # a database takes a while to import, and files do not need one
    from ronda.cli.stored_event import StoredEvent

ACTOR = "RONDA_ACTOR"
NOTHING = Body()
_ATTEMPTS = 50  # each time another one was faster, so the desk is not stuck


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it was read, and the way to change it."""

    ledger: Ledger[Any, Any]
    stored: Stored
    tournament: Tournament

    @property
    def code(self) -> str:
        return self.stored.code

    @property
    def label(self) -> str:
        """What the user calls it: the name of the file, or the code."""
        return self.stored.code

    @property
    def facts(self) -> Sequence[Fact]:
        return self.stored.facts

    @property
    def version(self) -> int:
        return len(self.stored.facts)

    def log(self) -> Sequence[Record]:
        return self.ledger.log(self.code) or ()

    def act(self, name: str, body: Body = NOTHING, *, confirmed: bool = False, seen_at: int | None = None) -> Self:
        """Decide on what is there now, and keep it. When somebody else was faster, it is decided again, on what is
        there then. Raises Refused."""
        request = self._request(name, body, confirmed=confirmed, seen_at=seen_at)
        for _ in range(_ATTEMPTS):
            try:
                answer = Desk(self.ledger).act(self.code, request)
            except Unfit as unfit:
                raise Refused(unfit.refusal, names_of(self.tournament)) from None
            if isinstance(answer, Refusal):
                raise Refused(answer, names_of(self.tournament))
            if isinstance(answer, type(self.stored)):
                return type(self)(self.ledger, answer, self.ledger.tournament(answer))
        raise Refused(Refusal("busy", "S4", {"code": self.code}))

    def tried(self, name: str, body: Body = NOTHING) -> Tournament:
        """What would become of it; nothing is written. Raises Refused."""
        answer = decided(self.tournament, self._request(name, body, confirmed=True))
        if isinstance(answer, Refusal):
            raise Refused(answer, names_of(self.tournament))
        return fold(answer, self.tournament)

    def _request(self, name: str, body: Body, *, confirmed: bool, seen_at: int | None = None) -> Request:
        return Request(ACTIONS[name], body, Person("owner", actor()), seen_at=seen_at, confirmed=confirmed)


@dataclass(frozen=True, slots=True)
class FileEvent(Event):
    """What may be done when is the same as in the store, but nothing needs a second word: whoever has a copy of the
    file has the way back."""

    def act(self, name: str, body: Body = NOTHING, *, confirmed: bool = False, seen_at: int | None = None) -> Self:
        with told(Path(self.code)):
            return Event.act(self, name, body, confirmed=confirmed, seen_at=seen_at)

    def _request(self, name: str, body: Body, *, confirmed: bool, seen_at: int | None = None) -> Request:  # noqa: ARG002
        return Event._request(self, name, body, confirmed=True, seen_at=seen_at)


def load(values: Namespace, output: Output) -> Event:
    """The tournament that the command names. A file of that name comes before a code."""
    if not Path(values.tournament).exists():
        from ronda.cli import stored_event

        return stored_event.load(values)
    return load_file(values.tournament, output)


def load_any(values: Namespace, output: Output) -> FileEvent | StoredEvent:
    """The same, also if it was deleted: its data are still there."""
    if Path(values.tournament).exists():
        return load_file(values.tournament, output)
    from ronda.cli import stored_event

    return stored_event.load_any(values)


def load_file(path: str, output: Output, ledger: FileLedger | None = None) -> FileEvent:
    """The event in a file. That somebody has changed it by hand is said."""
    ledger = ledger or FileLedger()
    try:
        stored = ledger.load(path)
    except Unreadable as trouble:
        raise UnreadableFile(Path(path), trouble) from None
    except OSError as trouble:
        raise Misused("cannot_read", file=path, detail=trouble.strerror or str(trouble)) from None
    if stored is None:
        raise Misused("no_such_tournament", file=path)
    if stored.restarted:
        output.note(output.say("say.history_restarted", file=path))
    return FileEvent(ledger, stored, stored.tournament)


def actor() -> str:
    """Who is at the desk: RONDA_ACTOR, else the name of the account."""
    name = os.environ.get(ACTOR, "").strip()
    if not name:
        try:
            name = getpass.getuser()
        except (OSError, KeyError):
            name = ""
    shown = "".join(sign for sign in name if sign.isprintable()) or "ronda"
    return f"ronda {shown}" if shown.startswith("#") else shown  # players are called so


def names_of(tournament: Tournament) -> dict[int, str]:
    """As they are told: no two alike."""
    return names(tournament)


def _called(tournament: Tournament, wish: str, *, whole: bool) -> list[Player]:
    """The players whose name is, or begins with, the wish: however the letters are cased, also by Turkish rules."""
    if not wish.strip():
        return []
    return [
        player
        for player in tournament.players
        if any(
            cased(player.name) == cased(wish) if whole else cased(player.name).startswith(cased(wish))
            for cased in (str.casefold, upper)
        )
    ]


def _with_id(player: Player, label: Label) -> str:
    return str(label) if label.kind == "id" else f"{label} (#{player.id})"


def find_player(tournament: Tournament, wish: str) -> Player:
    """The player with that id (`7`, `#7`), with that name as it is told, or the only one whose name begins so."""
    by_id = {str(player.id): player for player in tournament.players}
    if wish.removeprefix("#") in by_id:
        return by_id[wish.removeprefix("#")]
    called = labels(tournament)
    found = [player for player in tournament.players if folded(str(called[player.id])) == folded(wish)]
    found = found or _called(tournament, wish, whole=True) or _called(tournament, wish, whole=False)
    if len(found) != 1:
        told = [_with_id(player, called[player.id]) for player in found[:10]]
        raise Misused("player_not_clear" if found else "player_not_found", wish=wish, names=told)
    return found[0]
