"""What a dialogue on the terminal needs: questions that are asked until the answer can be used, and a file that keeps
every answer at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from ronda.cli.event_file import TournamentFile, bytes_of, save
from ronda.cli.listing import show_listing, the_list
from ronda.cli.output import Output
from ronda.core.facts import Fact
from ronda.formats.atomic_write import exclusive
from ronda.formats.tournament_file import read

T = TypeVar("T")
Commands = Mapping[str, Callable[[], None]]  # what can be typed instead of an answer


class Ended(Exception):
    """The input ended before the event did."""


class Dialogue:
    """The conversation; `file` holds what is already kept."""

    def __init__(self, file: TournamentFile, talk: Output) -> None:
        self.file = file
        self.talk = talk

    def keep(self, fact: Fact) -> None:
        """Append to what the file holds now: a result may have been corrected meanwhile by `ronda result`."""
        path = self.file.path
        with exclusive(path):
            facts = read(bytes_of(path)) if path.exists() else self.file.facts
            self.file = TournamentFile(path, [*facts, fact])
            save(path, self.file.tournament)

    def show(self, name: str) -> None:
        tournament = self.file.tournament
        last = tournament.rounds[-1] if tournament.rounds else None
        listing = the_list(name, tournament, last, self.talk)
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
