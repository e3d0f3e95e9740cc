"""`ronda enter`, `leave`, `return`: who is in the pool."""

from __future__ import annotations

from argparse import Namespace

from ronda import desk
from ronda.cli.counter import Counter
from ronda.cli.files import TournamentFile, find_player, load
from ronda.cli.setting_up import readable
from ronda.cli.trouble import Refused
from ronda.facts import Fact
from ronda.model import Player
from ronda.turkish import upper
from ronda.verdicts import Refusal


def enter(values: Namespace, counter: Counter) -> int:
    """A new player, from the next round on."""
    file = load(values)
    name = upper(values.name) if file.tournament.setup.system == "chess" else values.name
    fact = desk.enter(
        file.tournament,
        Player(
            0,
            " ".join(name.split()),
            rating=values.rating,
            national_rating=values.national_rating,
            licence=values.licence,
            club=values.club,
        ),
    )
    return _keep(file, fact, 0 if isinstance(fact, Refusal) else fact.player.id, "say.entered", counter)


def leave(values: Namespace, counter: Counter) -> int:
    """Out of the pool from the next pairing on."""
    file = load(values)
    player = find_player(file.tournament, values.player)
    return _keep(file, desk.leave(file.tournament, player), player.id, "say.left", counter)


def come_back(values: Namespace, counter: Counter) -> int:
    """Back in the pool from the next pairing on."""
    file = load(values)
    player = find_player(file.tournament, values.player)
    return _keep(file, desk.come_back(file.tournament, player), player.id, "say.returned", counter)


def _keep(file: TournamentFile, fact: Fact | Refusal, player: int, key: str, counter: Counter) -> int:
    counter = counter.about(file.tournament)
    if isinstance(fact, Refusal):
        raise Refused(fact, counter.speaker.names)
    after = file.after(fact)
    readable(after.tournament, file.path)
    after.save()
    number = after.tournament.next_round
    counter = counter.about(after.tournament)
    if counter.json:
        counter.data({"player": player, "round": number})
    else:
        counter.line(counter.say(key, player=player, id=player, round=number))
    return 0
