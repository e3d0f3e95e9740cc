"""Inside the dialogue: a mistyped player or result put right, and the standings between rounds."""

from __future__ import annotations

from ronda import desk
from ronda.cli.console.dialogue import Dialogue, licence_number, name_of, offered, rating_of, whole
from ronda.cli.listing import show_listing
from ronda.core.model import Player, Round, Table
from ronda.core.values import replace
from ronda.desk.actions.bodies import PlayerEdit, PlayerFields, ResultEntry
from ronda.desk.actions.decide_rounds import written
from ronda.systems import console_system
from ronda.systems.lists import final_list


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
    fields = {name: getattr(player, name) for name in PlayerFields.__struct_fields__}
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
    rules = console_system()
    was = rules.write_result(seats.result) if seats.result else "–"
    names = [talk.speaker.name(side[0]) for side in (seats.first, seats.second)]
    talk.line(say("console.at_table", white=names[0], black=names[1], result=was))
    code = dialogue.ask_or_not(
        say("console.ask_result", table=seats.number),
        lambda text: text if text in rules.result_form.keys else None,
        say("console.bad_result"),
    )
    if code is None:
        return
    if rules.read_result(code, dialogue.file.tournament.setup) == seats.result:
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
