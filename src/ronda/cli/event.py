"""The event that a command names, in a file or under a code in the store: everything is done through the desk."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import TYPE_CHECKING, Self

from ronda.cli.kept_event import (
    NOTHING,
    KeptEvent,
    cannot,
    located,
    reporting_trouble,
)
from ronda.cli.output import Misused, Output, Refused
from ronda.core import Player, Refusal, Tournament
from ronda.core.text_rules import upper
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.formats.event_text import kind_of
from ronda.formats.trf.reading import read_trf
from ronda.ledgers import FileLedger
from ronda.systems.labels import Label, folded, labels

if TYPE_CHECKING:  # a database takes a while to import, and files do not need one
    from ronda.cli.stored_event import StoredEvent


class FileEvent(KeptEvent):
    """What may be done when is the same as in the store, but no phase needs a second word: whoever has a copy of the
    file has the way back."""

    def act(self, name: str, body: Body = NOTHING, *, confirmed: bool = False, seen_at: int | None = None) -> Self:
        with reporting_trouble(Path(self.code)):
            return KeptEvent.act(self, name, body, confirmed=confirmed, seen_at=seen_at)

    def _request(self, name: str, body: Body, *, confirmed: bool, seen_at: int | None = None) -> Request:
        sure = confirmed or ACTIONS[name].question is None
        return KeptEvent._request(self, name, body, confirmed=sure, seen_at=seen_at)


def load(values: Namespace, output: Output) -> KeptEvent:
    """The tournament that the command names, unless it was deleted. A file of that name comes before a code."""
    found = load_any(values, output)
    if found.tournament.deleted:
        raise Refused(Refusal("deleted", "S4", {"code": found.code}))
    return found


def looked_at(values: Namespace, output: Output) -> tuple[Tournament, Output]:
    """The same tournament, and an output that knows its players."""
    tournament = load(values, output).tournament
    return tournament, output.about(tournament)


def load_any(values: Namespace, output: Output) -> FileEvent | StoredEvent:
    """The same, also if it was deleted: its data are still there."""
    if Path(values.tournament).exists():
        return load_file(values.tournament, output)
    from ronda.cli import stored_event

    return stored_event.load_any_stored(values, output)


def load_file(path: str, output: Output) -> FileEvent:
    """The event in a file. That somebody has changed it by hand is said."""
    ledger = FileLedger()
    try:
        with located(Path(path)):
            if kind_of(Path(path).suffix) == "trf":
                _tell_notes(Path(path), output)
            stored = ledger.load(path)
    except OSError as trouble:
        raise cannot("read", path, trouble) from None
    if stored is None:
        raise Misused("no_such_tournament", file=path)
    output.speak_of(stored.tournament.setup)
    if stored.restarted:
        output.note(output.say("say.history_restarted", file=path))
    return FileEvent(ledger, stored, stored.tournament)


def _tell_notes(path: Path, output: Output) -> None:
    """How a report file was read, where somebody may want to know it: who is absent from the next round (T2.5)."""
    for code, facts in read_trf(path.read_bytes()).notes:
        output.note(output.say(f"note.{code}", **facts))


# --- players by what somebody types ------------------------------------------------------------------------


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
    return _only(tournament, wish, _named(tournament, wish) or _called(tournament, wish, whole=False))


def find_surely(tournament: Tournament, wish: str, output: Output) -> Player:
    """The same for what is hard to take back: the beginning of a name is not enough, unless somebody at a terminal says
    that it is who was meant."""
    found = find_player(tournament, wish)
    if found in _named(tournament, wish):
        return found
    told = _with_id(found, labels(tournament)[found.id])
    if output.agreed("say.is_meant", player=told):
        return found
    raise Misused("whole_name", wish=wish, names=[told])


def _named(tournament: Tournament, wish: str) -> list[Player]:
    """By the id, or by the whole name."""
    by_id = [player for player in tournament.players if wish.removeprefix("#") == str(player.id)]
    if by_id:
        return by_id
    called = labels(tournament)
    found = [player for player in tournament.players if folded(str(called[player.id])) == folded(wish)]
    return found or _called(tournament, wish, whole=True)


def _only(tournament: Tournament, wish: str, found: list[Player]) -> Player:
    if len(found) != 1:
        called = labels(tournament)
        told = [_with_id(player, called[player.id]) for player in found[:10]]
        raise Misused("player_not_clear" if found else "player_not_found", wish=wish, names=told)
    return found[0]
