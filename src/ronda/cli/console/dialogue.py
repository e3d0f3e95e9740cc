"""What a dialogue on the terminal needs: questions that are asked until the answer can be used, and a file that keeps
every answer at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from ronda.cli.errors import Refused
from ronda.cli.event import NOTHING, FileEvent, actor
from ronda.cli.event_file import told
from ronda.cli.listing import show_listing, the_list
from ronda.cli.output import Output
from ronda.core.facts import Created
from ronda.core.history import fold
from ronda.core.model import Player, Setup, Tournament
from ronda.core.text_rules import visible_text
from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.ledgers import FileLedger
from ronda.systems import console_system
from ronda.systems.declarations import Console
from ronda.systems.players import fit_player

T = TypeVar("T")
Commands = Mapping[str, Callable[[], None]]  # what can be typed instead of an answer


class Ended(Exception):
    """The input ended before the event did."""


class DialogueFile:
    """The event of a dialogue: `created`, or as it stands in its file, which is made with the first answer."""

    def __init__(self, path: Path, created: Created, event: FileEvent | None) -> None:
        self.path = path
        self._created = created
        self._event = event

    @property
    def tournament(self) -> Tournament:
        return fold([self._created]) if self._event is None else self._event.tournament

    def act(self, name: str, body: Body) -> None:
        """Decided on what the file holds now: a result may have been corrected meanwhile by `ronda result`. Raises
        Refused."""
        if self._event is None:
            ledger = FileLedger()
            with told(self.path):
                begun = ledger.create(str(self.path), [self._created], actor=actor())
            self._event = FileEvent(ledger, begun, begun.tournament)
        self._event = self._event.act(name, body)


class Dialogue:
    """The conversation; `file` holds what is already kept."""

    def __init__(self, file: DialogueFile, talk: Output) -> None:
        self.file = file
        self.talk = talk

    def keep(self, name: str, body: Body = NOTHING) -> bool:
        """Does it, or says why not."""
        try:
            self.file.act(name, body)
        except Refused as refused:
            named = self.talk.about(self.file.tournament)
            refusal = refused.refusal
            self.talk.line(f"{named.speaker.verdict('refusal', refusal)} ({refusal.article})")
            return False
        return True

    def show(self, name: str) -> None:
        tournament = self.file.tournament
        last = tournament.rounds[-1] if tournament.rounds else None
        listing = the_list(name, tournament, last, self.talk, document=True)
        assert listing is not None
        self.talk.line()
        show_listing(listing, self.talk, round=len(tournament.rounds), after=len(tournament.rounds))
        self.talk.line()

    def ask(
        self, prompt: str, understood: Callable[[str], T | None], wrong: str, commands: Commands = MappingProxyType({})
    ) -> T:
        """Ask until the answer can be used. A command is done, and the question asked again."""
        while True:
            line = self._line(prompt)
            command = commands.get(line.lower())
            if command is not None:
                command()
                continue
            answer = understood(line)
            if answer is not None:
                return answer
            self.talk.line(wrong)

    def ask_or_not(self, prompt: str, understood: Callable[[str], T | None], wrong: str) -> T | None:
        """The same; an empty line is no answer."""
        found = self.ask(prompt, lambda text: (None,) if not text else _one(understood(text)), wrong)
        return found[0]

    def _line(self, prompt: str) -> str:
        print(prompt, end=" ", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise Ended
        if not sys.stdin.isatty():
            print(line.strip())
        return line.strip()


def _one(answer: T | None) -> tuple[T] | None:
    return None if answer is None else (answer,)


def whole(text: str) -> int | None:
    """A whole number as people type it."""
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else None


def offered() -> Console:
    """What the system that offers the dialogue says about it."""
    found = console_system().console
    assert found is not None, "it offers one"
    return found


def _fits(**typed: Any) -> bool:
    """Whether the desk would take it of a player."""
    rules = console_system()
    fit = fit_player(rules, Setup(rules.id), Player(**{"id": 1, "name": "?", **typed}))
    return not isinstance(fit, Refusal)


def licence_number(text: str) -> int | None:  # C1.1; 0 and below end the list
    number = whole(text)
    return number if number is not None and (number <= 0 or _fits(licence=str(number))) else None


def name_of(text: str) -> str | None:  # C1.2
    rules = console_system()
    name = rules.kept_name(Setup(rules.id), " ".join(visible_text(text).split()))
    return name if _fits(name=name) else None


def rating_of(text: str) -> int | None:  # C1.3
    number = whole(text)
    return number if number is not None and _fits(rating=number, national_rating=number) else None
