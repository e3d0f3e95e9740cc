"""`ronda demo`: a complete event, played before your eyes."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace

from ronda import desk
from ronda.cli.listing import pairings, show_listing, the_list
from ronda.cli.new_event import made
from ronda.cli.output import Output
from ronda.cli.rounds import tell_round
from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import Player, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.podium import podium_of
from ronda.lab.demo import demo_players
from ronda.lab.results import play
from ronda.systems import demonstrated
from ronda.views.rounds import round_state
from ronda.views.standings import standings_line
from ronda.views.wording import told_podium

_SEED = 2026
_ROUNDS = 4
_PLAYERS = 11


def demo(values: Namespace, output: Output) -> int:
    """Eleven players, four rounds, one who leaves and one who comes late; then the check."""
    name = values.system or demonstrated("terminal")
    players = demo_players(_PLAYERS)
    start = made(name, "Demo", {"rounds": _ROUNDS}, _SEED, players)
    facts: list[Fact] = [Created(start.setup), *(Entered(player) for player in start.players)]
    output = output.about(start)
    if not output.json:
        output.line(output.say("demo.welcome", system=name, n=len(players), rounds=_ROUNDS, seed=_SEED))
    for number in range(1, _ROUNDS + 1):
        facts += _moves(number, fold(facts))
        _play_round(facts)
        if not output.json:
            _show_round(fold(facts), output.about(fold(facts)))
    tournament = fold(facts)
    output = output.about(tournament)
    if output.json:
        rows = [standings_line(row, output.speaker) for row in desk.standings_after(tournament, _ROUNDS)]
        rounds = [round_state(tournament, round_, output.speaker) for round_ in tournament.rounds]
        output.data({"rounds": rounds, "standings": rows})
        return 0
    for which in ("final", "cross"):
        listing = the_list(which, tournament, None, output)
        assert listing is not None
        show_listing(listing, output, after=_ROUNDS)
        podium = podium_of(desk.standings_after(tournament, _ROUNDS)) if which == "final" else None
        for line in told_podium(podium, output.speaker) if podium else ():
            output.line(line)
        output.line()
    violations = [f for f in desk.check_rounds(tournament) if f.severity == "violation"]
    output.line(output.say("say.checked", n=len(violations), rounds=_ROUNDS))
    output.line(output.say("demo.next", system=name))
    return 0


def _moves(number: int, tournament: Tournament) -> list[Fact]:
    """Between the rounds somebody comes and somebody goes."""
    if number == 2:
        come = desk.enter(tournament, Player(0, "Umut", rating=1500))
        assert not isinstance(come, Refusal)
        return [come]
    if number == 3:
        gone = desk.leave(tournament, tournament.players[1])
        assert not isinstance(gone, Refusal)
        return [gone]
    return []


def _play_round(facts: list[Fact]) -> None:
    tournament = fold(facts)
    paired = desk.next_round(tournament)
    assert not isinstance(paired, Refusal), paired
    facts.append(paired)
    strength = {player.id: player.rating for player in tournament.players}
    chance = Draw(_SEED, "demo", paired.round.number)
    for table in paired.round.tables:
        text = play(tournament.setup.system, table, strength, tournament.setup.options, chance)
        fact = desk.record_result(fold(facts), paired.round.number, table.number, text)
        assert not isinstance(fact, Refusal)
        facts.append(fact)


def _show_round(tournament: Tournament, output: Output) -> None:
    """The round with its results, and the first few of its reasons."""
    last = tournament.rounds[-1]
    show_listing(pairings(tournament, last), output, round=last.number)
    tell_round(replace(last, reasons=last.reasons[:3]), output)
    output.line()
