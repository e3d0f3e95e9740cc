"""`ronda console`: a whole event as a dialogue (seed of C1–C8), on a terminal or with piped input, for the system that
offers it.

Everything entered is kept in a file at once, so that an interrupted event goes on where it stopped.

The order of the questions stands here; all that is asked and answered is in the texts of the system (`console.*`, and
`help.console` for the list of commands). To offer the dialogue, a system of games between two declares

- `console`: the language unless another one is asked for, the number a player is known by, and the option of two
  choices, in the order of `label.colour_letters`, that is set with the number of rounds (option `rounds`);
- the player fields `licence`, `rating` and `national_rating`;
- `result_form.keys`: the codes that a result is entered by;
- the lists `start`, `pairings`, `final` and `cross`.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace as Namespace

from ronda import desk
from ronda.cli.dialogue import (
    Commands,
    Dialogue,
    DialogueFile,
    Ended,
    correct_player,
    correct_result,
    interim_standings,
    licence_number,
    name_of,
    offered,
    rating_of,
    whole,
)
from ronda.cli.event import load_file
from ronda.cli.output import Misused, Output
from ronda.core import Setup
from ronda.core.facts import Created
from ronda.desk.bodies import NextRound, Options, PlayerFields, ResultEntry
from ronda.desk.prizes import podium_of
from ronda.systems import console_system
from ronda.texts import Speaker
from ronda.views.verdicts import podium_text

_DEFAULT = "ronda-console.json"
_UNFINISHED = 2


def console(values: Namespace, _: Output) -> int:
    """Players, rounds, colour, results; final list and cross table. In Turkish unless another language is
    asked for."""
    if values.json:
        raise Misused("console_has_no_json")
    talk = Output(Speaker(values.lang or offered().language, system=console_system().id), json=False)
    path = Path(values.file or _DEFAULT)
    file, resumed = _opened(path, talk, fresh=values.new, named=values.file is not None)
    if resumed and not _finished(file):
        talk.tell("console.resumed", file=str(file.path))
    dialogue = _Event(file, talk)
    try:
        dialogue.run()
    except (Ended, KeyboardInterrupt):
        talk.line()
        kept = dialogue.file.path.exists()
        talk.note(talk.say("console.interrupted" if kept else "console.nothing", file=str(dialogue.file.path)))
        return _UNFINISHED
    return 0


def _opened(path: Path, talk: Output, *, fresh: bool, named: bool) -> tuple[DialogueFile, bool]:
    """The file to go on with, or a new one; a finished or foreign event is never overwritten."""
    created = Created(Setup(console_system().id, options=console_system().rules.new_options({})))
    candidate, number = path, 2
    while candidate.exists():
        file = DialogueFile(candidate, created, load_file(str(candidate), talk))
        if file.tournament.setup.system != console_system().id:
            raise Misused("console_not_offered", file=str(candidate), system=console_system().id)
        if not fresh and (named or not _finished(file)):
            return file, True
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return DialogueFile(candidate, created, None), False


def _finished(file: DialogueFile) -> bool:
    tournament = file.tournament
    planned = console_system().rules.rounds(tournament.setup, tournament.players)
    return len(tournament.rounds) >= planned and not desk.missing_results(tournament) and bool(tournament.rounds)


class _Event(Dialogue):
    """An event from its players to its final list."""

    def run(self) -> None:
        if "rounds" not in self.file.tournament.setup.options:
            self._players()
            self.show("start")
            self._settings()
        while True:
            while not _finished(self.file):
                if not desk.missing_results(self.file.tournament) and not self.keep("pair", NextRound(publish=True)):
                    break
                self._results()
            self._end()
            if not self._corrected_at_the_end():
                break
        self.talk.tell("console.kept", file=str(self.file.path))

    def _end(self) -> None:
        """Final list, winner, cross table."""
        tournament = self.file.tournament
        self.show("final")
        podium = podium_of(desk.standings_after(tournament, len(tournament.rounds))) if tournament.rounds else None
        if podium is not None:
            for line in podium_text(podium, self.talk.about(tournament).speaker):
                self.talk.line(line)
        self.show("cross")

    def _corrected_at_the_end(self) -> bool:
        """The last chance to put a result right; who just goes on, or has nothing more to say, is done."""
        if not self.file.tournament.rounds:
            return False
        say, key = self.talk.say, self.talk.say("console.key_correct")
        wrong = say("console.bad_end", correct=key)
        prompt = say("console.ask_end", correct=key)
        try:
            again = self.ask(prompt, lambda text: {"": False, key: True}.get(text.lower()), wrong)
        except Ended:
            self.talk.line()
            return False
        if again:
            correct_result(self)
        return again

    def _players(self) -> None:
        """C1: until a licence number of 0 or below."""
        say = self.talk.say
        self.talk.line(say("console.hint_players", correct=say("console.key_correct")))
        while True:
            players = self.file.tournament.players
            prompt = say("console.ask_lno", n=len(players) + 1)
            number = self.ask(
                prompt,
                licence_number,
                say("console.bad_lno"),
                {self.talk.say("console.key_correct"): lambda: correct_player(self)},
            )
            players = self.file.tournament.players
            if number <= 0:
                if len(players) >= 2:
                    return
                self.talk.line(say("console.too_few"))
                continue
            if number in {offered().number(player) for player in players}:
                self.talk.line(say("console.lno_taken", lno=number))
                continue
            name = self.ask(say("console.ask_name"), name_of, say("console.bad_name"))
            elo = self.ask(say("console.ask_elo"), rating_of, say("console.bad_rating"))
            ukd = self.ask(say("console.ask_ukd"), rating_of, say("console.bad_rating"))
            self.keep("enter", PlayerFields(name, elo, ukd, str(number)))

    def _settings(self) -> None:
        """C3: the number of rounds and the first colour. Until then a player can still be put right."""
        say = self.talk.say
        n = len(self.file.tournament.players)
        least, most = (n - 1).bit_length(), n - 1

        def rounds(text: str) -> int | None:
            number = whole(text)
            return number if number is not None and least <= number <= most else None

        def correct() -> None:
            correct_player(self)
            self.show("start")

        colours = next(option for option in console_system().rules.options if option.name == offered().option)
        commands: Commands = {say("console.key_correct"): correct}
        bounds = {"least": least, "most": most}
        chosen = self.ask(say("console.ask_rounds", **bounds), rounds, say("console.bad_rounds", **bounds), commands)
        if 2 * chosen > n:
            self.talk.line(say("finding.rematches_ahead.planned", rounds=n // 2, planned=chosen))
        light, dark = tuple(say("label.colour_letters"))
        # what the language calls the colours comes first: in English b is black, though files have it for beyaz
        kept = [str(choice) for choice in colours.choices]
        meant = dict(zip((*kept, light, dark), (*kept, *kept), strict=True))
        letters = {"light": light, "dark": dark}
        colour = self.ask(
            say("console.ask_colour", **letters),
            lambda text: meant.get(text.lower()),
            say("console.bad_colour", **letters),
            commands,
        )
        self.keep("options", Options({"rounds": chosen, colours.name: colour}))

    def _results(self) -> None:
        """C6: a code for every table that has no result yet. Corrections may add or take a table, or the round."""
        say, codes = self.talk.say, console_system().rules.results.form_for(self.file.tournament.setup).keys
        keys = {"correct": say("console.key_correct"), "standings": say("console.key_standings")}
        number = len(self.file.tournament.rounds)
        self.show("pairings")
        self.talk.line(say("console.codes"))
        self.talk.line(say("console.hint_results", **keys))
        while len(self.file.tournament.rounds) == number:
            missing = desk.missing_results(self.file.tournament)
            if not missing:
                return
            table = missing[0].number
            code = self.ask(
                say("console.ask_result", table=table),
                lambda text: text if text in codes or text.lower() in keys.values() else None,
                say("console.bad_result"),
            )
            if code.lower() == keys["correct"]:
                correct_result(self)
            elif code.lower() == keys["standings"]:
                interim_standings(self)
            else:
                self.keep("result", ResultEntry(number, table, code))
