"""Tournaments that a command names: a file, found, read and replaced in one piece, or a code in the store."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ronda.cli.errors import Misused, Refused
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Player, Tournament
from ronda.core.turkish import upper
from ronda.core.verdicts import Refusal
from ronda.desk.desk import decided
from ronda.desk.phases import Action
from ronda.formats.atomic_write import exclusive, replace_file
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_bytes, kind_of
from ronda.formats.json_text import MOST_BYTES
from ronda.formats.tournament_file import read
from ronda.formats.tournament_text import write
from ronda.systems.labels import Label, folded, labels, names

if TYPE_CHECKING:  # a database takes a while to import, and files do not need one
    from ronda.cli.stored_event import StoredEvent

Decide = Callable[[Tournament], Fact | Sequence[Fact] | Refusal]


class Place(Protocol):
    """Where a tournament is kept."""

    @property
    def tournament(self) -> Tournament: ...

    @property
    def label(self) -> str:
        """What the user calls it: the name of the file, or the code."""

    def act(self, action: Action, decide: Decide, *, confirmed: bool = False) -> Place:
        """Decide on what is there now and keep it. Raises Refused."""


class UnreadableFile(Exception):
    """A file that cannot be read, and why."""

    def __init__(self, path: Path, trouble: Unreadable) -> None:
        super().__init__(str(path))
        self.path = path
        self.trouble = trouble


class TournamentFile:
    """A file and the facts in it. What may be done when is the same as in the store, but nothing needs a second word:
    whoever has a copy of the file has the way back."""

    def __init__(self, path: Path, facts: list[Fact]) -> None:
        self.path = path
        self.facts = facts
        self.tournament = fold(facts)

    @property
    def label(self) -> str:
        return str(self.path)

    def after(self, *facts: Fact) -> TournamentFile:
        """The same with more facts; nothing is written yet."""
        return TournamentFile(self.path, [*self.facts, *facts])

    def save(self) -> None:
        save(self.path, self.tournament)

    def act(self, action: Action, decide: Decide, *, confirmed: bool = True) -> TournamentFile:  # noqa: ARG002
        facts = decided(self.tournament, action, decide, confirmed=True)
        if isinstance(facts, Refusal):
            raise Refused(facts, names_of(self.tournament))
        after = self.after(*facts)
        after.save()
        return after


@contextmanager
def writing(tournament: str) -> Iterator[None]:
    """From reading to writing nobody else writes to the file: of two results entered at once none is lost. The store
    sees to that by itself."""
    path = Path(tournament)
    if not path.exists():
        yield
        return
    with exclusive(path):
        yield


def bytes_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content; too large a file is not even read."""
    try:
        size = path.stat().st_size
        if size > most:
            raise UnreadableFile(path, Unreadable("too_large", {"bytes": size, "most": most}))
        return path.read_bytes()
    except OSError as trouble:
        raise Misused("cannot_read", file=str(path), detail=trouble.strerror or str(trouble)) from None


def load(values: Namespace) -> TournamentFile | StoredEvent:
    """The tournament that the command names. A file of that name comes before a code."""
    path = Path(values.tournament)
    if not path.exists():
        from ronda.cli import stored_event

        return stored_event.load(values)
    try:
        return TournamentFile(path, read(bytes_of(path)))
    except Unreadable as trouble:
        raise UnreadableFile(path, trouble) from None


def save(path: Path, tournament: Tournament) -> None:
    data = event_bytes(tournament, kind_of(path.suffix))
    if isinstance(data, Refusal):
        raise Refused(data, names_of(tournament))
    write_out(path, data)


def readable(tournament: Tournament, label: str | Path) -> None:
    """Nothing is written that could not be read again."""
    try:
        read(write(tournament))
    except Unreadable as trouble:  # nothing is written, so no line of it is to blame
        raise UnreadableFile(Path(label), Unreadable(trouble.code, trouble.facts, trouble.path)) from None


def write_out(path: Path, data: bytes) -> None:
    try:
        replace_file(path, data)
    except OSError as trouble:
        raise Misused("cannot_write", file=str(path), detail=trouble.strerror or str(trouble)) from None


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
