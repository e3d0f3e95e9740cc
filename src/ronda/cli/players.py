"""`ronda enter`, `leave`, `return`, `bye`: who is in the pool."""

from __future__ import annotations

from types import SimpleNamespace as Namespace

from ronda.cli.event import find_player, find_surely, load
from ronda.cli.kept_event import KeptEvent
from ronda.cli.output import Output
from ronda.desk.actions.bodies import ByeWish, OnePlayer, PlayerFields


def enter(values: Namespace, output: Output) -> None:
    """A new player, from the next round on."""
    body = PlayerFields(
        name=values.name,
        rating=values.rating,
        national_rating=values.national_rating,
        licence=values.licence,
        club=values.club,
    )
    after = load(values, output).act("enter", body, confirmed=values.yes)
    _tell(after, after.tournament.players[-1].id, "say.entered", output)


def leave(values: Namespace, output: Output) -> None:
    """Out of the pool from the next pairing on."""
    _moved("leave", "say.left", values, output)


def come_back(values: Namespace, output: Output) -> None:
    """Back in the pool from the next pairing on."""
    _moved("return", "say.returned", values, output)


def bye(values: Namespace, output: Output) -> None:
    """A bye in a round to come, for the asking; `none` takes the wish back."""
    event = load(values, output)
    player, kind = find_player(event.tournament, values.player).id, None if values.kind == "none" else values.kind
    wish = ByeWish(player=player, round=values.round, kind=kind)
    output = output.about(event.act("bye", wish, confirmed=values.yes).tournament)
    key = "say.bye_withdrawn" if kind is None else "say.bye_requested"
    facts = {"player": player, "round": values.round, "kind": kind}
    output.answer(facts, key, **facts)


def _moved(name: str, key: str, values: Namespace, output: Output) -> None:
    event = load(values, output)
    wish = values.player
    leaves = name == "leave"  # who comes back by mistake leaves again
    player = (find_surely(event.tournament, wish, output) if leaves else find_player(event.tournament, wish)).id
    _tell(event.act(name, OnePlayer(player), confirmed=values.yes), player, key, output)


def _tell(after: KeptEvent, player: int, key: str, output: Output) -> None:
    number = after.tournament.next_round
    output = output.about(after.tournament)
    output.answer({"player": player, "round": number}, key, player=player, id=player, round=number)
