"""What a dialogue on the terminal needs: questions that are asked until the answer can be used, a file that keeps every
answer at once, a mistyped player or result put right, and the standings between rounds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from ronda import desk
from ronda.cli.event import FileEvent
from ronda.cli.kept_event import NOTHING, actor, reporting_trouble
from ronda.cli.output import Output, Refused
from ronda.cli.rounds import show_listing, the_list
from ronda.core import Player, Refusal, Round, Setup, Table, Tournament, fold, replace
from ronda.core.facts import Created
from ronda.core.text_rules import visible_text
from ronda.desk.actions import Body
from ronda.desk.bodies import Particulars, PlayerEdit, ResultEntry
from ronda.desk.results import written
from ronda.ledgers import FileLedger
from ronda.systems import console_system
from ronda.systems.declarations import Console
from ronda.systems.lists import final_list
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
            with reporting_trouble(self.path):
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
    found = console_system().forms.console
    assert found is not None, "it offers one"
    return found


def _fits(**typed: Any) -> bool:
    """Whether the desk would take it of a player."""
    system = console_system()
    fit = fit_player(system.forms, Setup(system.id), Player(**{"id": 1, "name": "?", **typed}))
    return not isinstance(fit, Refusal)


def licence_number(text: str) -> int | None:  # C1.1; 0 and below end the list
    number = whole(text)
    return number if number is not None and (number <= 0 or _fits(licence=str(number))) else None


def name_of(text: str) -> str | None:  # C1.2
    system = console_system()
    name = system.forms.name(Setup(system.id), " ".join(visible_text(text).split()))
    return name if _fits(name=name) else None


def rating_of(text: str) -> int | None:  # C1.3
    number = whole(text)
    return number if number is not None and _fits(rating=number, national_rating=number) else None


def correct_player(dialogue: Dialogue) -> None:
    """Before round 1: any of a player's particulars, an empty answer keeps the old one (C1)."""
    say = dialogue.talk.say
    players = {offered().number(player): player for player in dialogue.file.tournament.players}
    if not players:
        dialogue.talk.line(say("console.nobody_yet"))
        return
    wanted = dialogue.ask_or_not(
        say("console.ask_which_player"),
        lambda text: number if (number := licence_number(text)) in players else None,
        say("console.unknown_lno"),
    )
    if wanted is None:
        return
    player = players[wanted]
    dialogue.talk.line(say("console.enter_keeps"))
    corrected = _particulars(dialogue, player, taken={*players} - {wanted})
    if corrected != player:
        dialogue.keep("edit", _edit(corrected))
    told = {"lno": offered().number(corrected), "name": corrected.name, "elo": corrected.rating}
    dialogue.talk.line(say("console.player_corrected", **told, ukd=corrected.national_rating))


def _edit(player: Player) -> PlayerEdit:
    fields = {name: getattr(player, name) for name in Particulars.__struct_fields__}
    return PlayerEdit(player=player.id, **fields)


def _particulars(dialogue: Dialogue, player: Player, taken: set[int | str]) -> Player:
    say = dialogue.talk.say

    def free(text: str) -> int | None:
        number = licence_number(text)
        return number if number is not None and number > 0 and number not in taken else None

    asked = dialogue.ask_or_not
    number = asked(say("console.new_lno", value=offered().number(player)), free, say("console.bad_new_lno"))
    name = asked(say("console.new_name", value=player.name), name_of, say("console.bad_name"))
    elo = asked(say("console.new_elo", value=player.rating), rating_of, say("console.bad_rating"))
    ukd = asked(say("console.new_ukd", value=player.national_rating), rating_of, say("console.bad_rating"))
    return replace(
        player,
        licence=player.licence if number is None else str(number),
        name=player.name if name is None else name,
        rating=player.rating if elo is None else elo,
        national_rating=player.national_rating if ukd is None else ukd,
    )


def correct_result(dialogue: Dialogue) -> None:
    """The result of any table so far. A later round without results can be paired again; any other stays (S4)."""
    say = dialogue.talk.say
    table = _which_table(dialogue)
    if table is None:
        return
    round_, seats = table
    talk = dialogue.talk.about(dialogue.file.tournament)
    rules = console_system().rules
    was = rules.results.write(seats.result) if seats.result else "–"
    names = [talk.speaker.name(side[0]) for side in (seats.first, seats.second)]
    talk.line(say("console.at_table", white=names[0], black=names[1], result=was))
    code = dialogue.ask_or_not(
        say("console.ask_result", table=seats.number),
        lambda text: text if text in rules.results.form_for(dialogue.file.tournament.setup).keys else None,
        say("console.bad_result"),
    )
    if code is None:
        return
    if rules.results.read(code, dialogue.file.tournament.setup) == seats.result:
        return
    standing = written(dialogue.file.tournament, round_.number, seats.number)
    if dialogue.keep("result", ResultEntry(round_.number, seats.number, code, standing)):
        _pair_again(dialogue, round_.number)


def _which_table(dialogue: Dialogue) -> tuple[Round, Table] | None:
    say = dialogue.talk.say
    rounds = dialogue.file.tournament.rounds
    most = len(rounds)
    number = dialogue.ask_or_not(
        say("console.ask_which_round", most=most),
        lambda text: found if (found := whole(text)) is not None and 1 <= found <= most else None,
        say("console.bad_round", most=most),
    )
    round_ = rounds[(most if number is None else number) - 1]
    tables = {table.number: table for table in round_.tables}
    chosen = dialogue.ask_or_not(
        say("console.ask_which_table"),
        lambda text: found if (found := whole(text)) in tables else None,
        say("console.bad_table", round=round_.number),
    )
    return None if chosen is None else (round_, tables[chosen])


def _pair_again(dialogue: Dialogue, corrected: int) -> None:
    """A round that was made from the wrong points: nobody has played it yet, so it can be made again."""
    say = dialogue.talk.say
    last = dialogue.file.tournament.rounds[-1]
    if corrected == last.number:
        return
    if any(table.result is not None for table in last.tables):
        dialogue.talk.line(say("console.round_stays", round=last.number))
        return
    yes, no = say("console.key_yes"), say("console.key_no")
    again = dialogue.ask(
        say("console.ask_redraw", round=last.number, yes=yes, no=no),
        lambda text: {yes: True, no: False}.get(text.lower()),
        say("console.bad_yes", yes=yes, no=no),
    )
    if again:
        dialogue.keep("discard")


def interim_standings(dialogue: Dialogue) -> None:
    """After the last whole round while nobody of the next has a result; then provisional."""
    tournament = dialogue.file.tournament
    last = tournament.rounds[-1]
    if all(table.result is None for table in last.tables):
        tournament = replace(tournament, rounds=tournament.rounds[:-1])
    after = len(tournament.rounds)
    if not after:
        dialogue.show("start")
        return
    listing = replace(final_list(tournament, dialogue.talk.speaker.number, document=True), title="label.standings")
    dialogue.talk.line()
    show_listing(listing, dialogue.talk, missing=desk.waiting_for(tournament, after), after=after)
    dialogue.talk.line()
