"""`ronda console`: the dialogue of the chess assignment (seed of C1–C8), on a terminal or with piped input.

Everything entered is kept in a file at once, so that an interrupted event goes on where it stopped.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ronda import desk
from ronda.cli.counter import Counter
from ronda.cli.files import TournamentFile, UnreadableFile, bytes_of, save
from ronda.cli.listing import show_listing, the_list
from ronda.cli.trouble import Misused
from ronda.facts import Created, Entered, Fact, OptionsChanged
from ronda.formats.replacing import exclusive
from ronda.formats.shape import forbidden_character
from ronda.formats.tournament_file import read
from ronda.formats.unreadable import Unreadable
from ronda.model import Player, Setup
from ronda.systems import system
from ronda.systems.chess.rules import CODES, licence
from ronda.texts import Speaker
from ronda.turkish import upper
from ronda.verdicts import Refusal

T = TypeVar("T")
_DEFAULT = "ronda-console.json"
_MOST = 1_000_000_000
_LONGEST = 200
_UNFINISHED = 2


class _Ended(Exception):
    """The input ended before the event did."""


def console(values: Namespace, _: Counter) -> int:
    """Players, rounds, colour, results; final list and cross table. In Turkish unless another language is
    asked for."""
    if values.json:
        raise Misused("console_has_no_json")
    talk = Counter(Speaker(values.lang or "tr"), json=False)
    path = Path(values.file or _DEFAULT)
    file, resumed = _opened(path, fresh=values.new, named=values.file is not None)
    if resumed and not _finished(file):
        talk.line(talk.say("console.resumed", file=str(file.path)))
    dialogue = _Dialogue(file, talk)
    try:
        dialogue.run()
    except (_Ended, KeyboardInterrupt):
        talk.line()
        kept = dialogue.file.path.exists()
        talk.note(talk.say("console.interrupted" if kept else "console.nothing", file=str(dialogue.file.path)))
        return _UNFINISHED
    return 0


def _opened(path: Path, *, fresh: bool, named: bool) -> tuple[TournamentFile, bool]:
    """The file to go on with, or a new one; a finished or foreign event is never overwritten."""
    created: list[Fact] = [Created(Setup("chess"))]
    candidate, number = path, 2
    while candidate.exists():
        try:
            file = TournamentFile(candidate, read(bytes_of(candidate)))
        except Unreadable as trouble:
            raise UnreadableFile(candidate, trouble) from None
        if file.tournament.setup.system != "chess":
            raise Misused("console_not_chess", file=str(candidate))
        if not fresh and (named or not _finished(file)):
            return file, True
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return TournamentFile(candidate, created), False


def _finished(file: TournamentFile) -> bool:
    tournament = file.tournament
    planned = system("chess").rounds(tournament.setup, tournament.players)
    return len(tournament.rounds) >= planned and not desk.missing_results(tournament) and bool(tournament.rounds)


class _Dialogue:
    """The conversation; `file` holds what is already kept."""

    def __init__(self, file: TournamentFile, talk: Counter) -> None:
        self.file = file
        self.talk = talk

    def run(self) -> None:
        if "rounds" not in self.file.tournament.setup.options:
            self._players()
            self._list("start")
            self._settings()
        while not _finished(self.file):
            if not desk.missing_results(self.file.tournament) and not self._next_round():
                break
            self._results()
        self._list("final")
        self._list("cross")
        self.talk.line(self.talk.say("console.kept", file=str(self.file.path)))

    def _keep(self, fact: Fact) -> None:
        """Append to what the file holds now: a result may have been corrected meanwhile by `ronda result`."""
        path = self.file.path
        with exclusive(path):
            facts = read(bytes_of(path)) if path.exists() else self.file.facts
            self.file = TournamentFile(path, [*facts, fact])
            save(path, self.file.tournament)

    def _list(self, name: str) -> None:
        tournament = self.file.tournament
        last = tournament.rounds[-1] if tournament.rounds else None
        listing = the_list(name, tournament, last, self.talk)
        assert listing is not None
        self.talk.line()
        show_listing(listing, self.talk, round=len(tournament.rounds), after=len(tournament.rounds))
        self.talk.line()

    def _ask(self, prompt: str, understood: Callable[[str], T | None], wrong: str) -> T:
        """Ask until the answer can be used."""
        while True:
            print(prompt, end=" ", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise _Ended
            if not sys.stdin.isatty():
                print(line.strip())
            answer = understood(line.strip())
            if answer is not None:
                return answer
            self.talk.line(wrong)

    def _players(self) -> None:
        """C1: until a licence number of 0 or below."""
        say = self.talk.say
        while True:
            players = self.file.tournament.players
            number = self._ask(say("console.ask_lno", n=len(players) + 1), self._licence, say("console.bad_lno"))
            if number <= 0:
                if len(players) >= 2:
                    return
                self.talk.line(say("console.too_few"))
                continue
            if number in {licence(player) for player in players}:
                self.talk.line(say("console.lno_taken", lno=number))
                continue
            name = self._ask(say("console.ask_name"), _name, say("console.bad_name"))
            elo = self._ask(say("console.ask_elo"), _rating, say("console.bad_rating"))
            ukd = self._ask(say("console.ask_ukd"), _rating, say("console.bad_rating"))
            self._keep(Entered(Player(len(players) + 1, name, elo, ukd, number)))

    def _licence(self, text: str) -> int | None:
        number = _whole(text)
        return number if number is not None and number <= _MOST else None

    def _settings(self) -> None:
        """C3: the number of rounds and the first colour."""
        say = self.talk.say
        n = len(self.file.tournament.players)
        least, most = (n - 1).bit_length(), n - 1

        def rounds(text: str) -> int | None:
            number = _whole(text)
            return number if number is not None and least <= number <= most else None

        bounds = {"least": least, "most": most}
        chosen = self._ask(say("console.ask_rounds", **bounds), rounds, say("console.bad_rounds", **bounds))
        if 2 * chosen > n:
            self.talk.line(say("finding.rematches_ahead.planned", rounds=n // 2, planned=chosen))
        colour = self._ask(
            say("console.ask_colour"),
            lambda text: text.lower() if text.lower() in ("b", "s") else None,
            say("console.bad_colour"),
        )
        self._keep(OptionsChanged({"rounds": chosen, "first_colour": colour}))

    def _next_round(self) -> bool:
        made = desk.next_round(self.file.tournament)
        if isinstance(made, Refusal):
            named = self.talk.about(self.file.tournament)
            self.talk.line(f"{named.speaker.verdict('refusal', made)} ({made.article})")
            return False
        self._keep(made)
        return True

    def _results(self) -> None:
        """C6: a code for every table that has no result yet."""
        say = self.talk.say
        self._list("pairings")
        number = len(self.file.tournament.rounds)
        self.talk.line(say("console.codes"))
        for table in desk.missing_results(self.file.tournament):
            code = self._ask(
                say("console.ask_result", table=table.number),
                lambda text: text if text in CODES else None,
                say("console.bad_result"),
            )
            fact = desk.record_result(self.file.tournament, number, table.number, code)
            assert not isinstance(fact, Refusal)
            self._keep(fact)


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else None


def _name(text: str) -> str | None:  # C1.2
    name = upper(" ".join(text.split()))
    return name if name and len(name) <= _LONGEST and forbidden_character(name) is None else None


def _rating(text: str) -> int | None:  # C1.3
    number = _whole(text)
    return number if number is not None and (number == 0 or 1000 <= number <= _MOST) else None
