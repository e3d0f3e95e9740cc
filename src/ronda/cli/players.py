"""`ronda enter`, `leave`, `return`: who is in the pool."""

from __future__ import annotations

from argparse import Namespace

from ronda import desk
from ronda.cli.event_file import Decide, Place, find_player, load, readable
from ronda.cli.output import Output
from ronda.cli.typed import seen_only
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Player, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.phases import Action
from ronda.systems import system


def enter(values: Namespace, output: Output) -> int:
    """A new player, from the next round on."""
    seen_only(values.name, values.club)
    place = load(values)
    setup = place.tournament.setup
    player = Player(
        0,
        system(setup.system).kept_name(setup, " ".join(values.name.split())),
        rating=values.rating,
        national_rating=values.national_rating,
        licence=values.licence,
        club=values.club,
    )

    def decide(tournament: Tournament) -> Fact | Refusal:
        fact = desk.enter(tournament, player)
        if not isinstance(fact, Refusal):
            readable(fold([fact], tournament), place.label)
        return fact

    after = place.act("enter", decide, confirmed=values.yes)
    return _tell(after, after.tournament.players[-1].id, "say.entered", output)


def leave(values: Namespace, output: Output) -> int:
    """Out of the pool from the next pairing on."""
    place = load(values)
    player = find_player(place.tournament, values.player).id
    return _keep(place, "leave", lambda t: desk.leave(t, _known(t, player)), player, "say.left", values, output)


def come_back(values: Namespace, output: Output) -> int:
    """Back in the pool from the next pairing on."""
    place = load(values)
    player = find_player(place.tournament, values.player).id
    return _keep(
        place, "return", lambda t: desk.come_back(t, _known(t, player)), player, "say.returned", values, output
    )


def _known(tournament: Tournament, player: int) -> Player:
    return next(known for known in tournament.players if known.id == player)


def _keep(
    place: Place, action: Action, decide: Decide, player: int, key: str, values: Namespace, output: Output
) -> int:
    return _tell(place.act(action, decide, confirmed=values.yes), player, key, output)


def _tell(after: Place, player: int, key: str, output: Output) -> int:
    number = after.tournament.next_round
    output = output.about(after.tournament)
    if output.json:
        output.data({"player": player, "round": number})
    else:
        output.line(output.say(key, player=player, id=player, round=number))
    return 0
