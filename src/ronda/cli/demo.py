"""`ronda demo`: a complete event, played before your eyes."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace as Namespace

from ronda import desk
from ronda.cli.errors import Refused
from ronda.cli.event import KeptEvent, actor
from ronda.cli.listing import pairings, show_listing, the_list
from ronda.cli.new_event import made
from ronda.cli.output import Output
from ronda.cli.pair import tell_round
from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered
from ronda.core.model import Setup, Tournament
from ronda.core.values import replace
from ronda.desk.actions.bodies import NextRound, OnePlayer, PlayerFields, ResultEntry
from ronda.desk.podium import podium_of
from ronda.lab.simulate import demo_players, play
from ronda.ledgers import MemoryLedger
from ronda.systems import demonstrated
from ronda.views.rounds import round_state
from ronda.views.standings import standings_line
from ronda.views.wording import told_podium

_SEED = 2026
_ROUNDS = 4
_PLAYERS = 11


def demo(values: Namespace, output: Output) -> int:
    """Eleven players, four rounds, one who leaves and one who comes late where that is allowed; then the check."""
    name = values.system or demonstrated("terminal")
    output.speak_of(Setup(name))
    players = demo_players(_PLAYERS)
    start = made(name, "Demo", {"rounds": _ROUNDS}, _SEED, players)
    ledger = MemoryLedger()
    founded = ledger.create([Created(start.setup), *map(Entered, start.players)], actor=actor())
    event = KeptEvent(ledger, founded, start)
    output = output.about(start)
    if not output.json:
        output.line(output.say("demo.welcome", system=name, n=len(players), rounds=_ROUNDS, seed=_SEED))
    for number in range(1, _ROUNDS + 1):
        event = _played(_moved(number, event))
        if not output.json:
            _show_round(event.tournament, output.about(event.tournament))
    tournament = event.tournament
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


def _moved(number: int, event: KeptEvent) -> KeptEvent:
    """Between the rounds somebody comes and somebody goes; where the rulebook takes nobody late, nobody comes."""
    match number:
        case 2:
            with suppress(Refused):
                return event.act("enter", PlayerFields("Umut", rating=1500))
            return event
        case 3:
            return event.act("leave", OnePlayer(event.tournament.players[1].id))
        case _:
            return event


def _played(event: KeptEvent) -> KeptEvent:
    event = event.act("pair", NextRound(publish=True))
    setup, made = event.tournament.setup, event.tournament.rounds[-1]
    strength = {player.id: player.rating for player in event.tournament.players}
    chance = Draw(_SEED, "demo", made.number)
    for table in made.tables:
        text = play(setup.system, table, strength, setup.options, chance)
        event = event.act("result", ResultEntry(made.number, table.number, text, sure=True))
    return event


def _show_round(tournament: Tournament, output: Output) -> None:
    """The round with its results, and the first few of its reasons."""
    last = tournament.rounds[-1]
    show_listing(pairings(tournament, last, output), output, round=last.number)
    tell_round(replace(last, reasons=last.reasons[:3]), output)
    output.line()
