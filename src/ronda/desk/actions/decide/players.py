"""Who plays: entered, edited, here or away, byes, and erased."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ronda.core.erasing import people_in
from ronda.core.facts import Entered, Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Player, Tournament
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk import decisions, erasure, players
from ronda.desk.actions.action import Decided
from ronda.desk.actions.bodies import (
    ByeWish,
    FullErasure,
    Links,
    OnePlayer,
    OwnBye,
    OwnPresence,
    PlayerEdit,
    PlayerErasure,
    PlayerFields,
    PlayerList,
    Presence,
)
from ronda.desk.erasure import forget_everybody
from ronda.desk.fees import come_in
from ronda.desk.ledger import LedgerEntry
from ronda.desk.new_event import joined
from ronda.desk.roles import Actor
from ronda.formats.errors import Unreadable
from ronda.formats.player_lists.reading import understand


def player_of(body: PlayerFields, number: int = 0) -> Player:
    """The player as asked for. Licences and ids are texts; who sends a number means its digits."""
    given = {name: getattr(body, name) for name in PlayerFields.__struct_fields__}
    texts = {name: str(given[name] or "") for name in ("licence", "fide_id")}
    return Player(number, **{**given, **texts})


def enter(tournament: Tournament, body: PlayerFields, _: Actor) -> Decided:
    return players.register(tournament, player_of(body))


def has_left(tournament: Tournament, body: PlayerFields) -> Refusal | None:
    """Somebody of that name has left: perhaps it is the same person, who should come back."""
    gone = players.gone_by_name(tournament, body.name)
    return None if gone is None else Refusal("has_left", "S4", {"player": gone.id})


def enter_all(tournament: Tournament, body: PlayerList, _: Actor) -> list[Entered] | Refusal:
    """All of the list, or none of it."""
    try:
        found = understand(body.text.encode("utf-8", "replace"), encoding="utf-8")
    except Unreadable as trouble:
        return Refusal("unreadable_list", "S4", {"trouble": trouble})
    if found.remarks and not body.lenient:
        return Refusal("unreadable_list", "S4", {"trouble": found.remarks[0]})
    return joined(tournament, found.players) or Refusal("nothing_changed", "S4")


def edit(tournament: Tournament, body: PlayerEdit, _: Actor) -> Decided:
    return players.edit(tournament, replace(player_of(body), id=body.player))


def link(tournament: Tournament, body: Links, _: Actor) -> Decided:
    return players.link(tournament, {one.player: one.person for one in body.links})


def leave(tournament: Tournament, body: OnePlayer, _: Actor) -> Decided:
    return _with_player(tournament, body.player, decisions.leave)


def come_back(tournament: Tournament, body: OnePlayer, _: Actor) -> Decided:
    return _with_player(tournament, body.player, decisions.come_back)


def pause(tournament: Tournament, body: OnePlayer, _: Actor) -> Decided:
    return _with_player(tournament, body.player, players.pause)


def bye(tournament: Tournament, body: ByeWish, _: Actor) -> Decided:
    return _with_player(tournament, body.player, lambda t, p: players.request_bye(t, p, body.round, body.kind))


def own_bye(tournament: Tournament, body: OwnBye, person: Actor) -> Decided:
    return _with_player(tournament, person.player, lambda t, p: players.request_own_bye(t, p, body.round, body.kind))


def check_in(tournament: Tournament, body: Presence, _: Actor) -> Decided:
    return _come_in(tournament, body.player, here=body.here)


def check_self_in(tournament: Tournament, body: OwnPresence, person: Actor) -> Decided:
    return _come_in(tournament, person.player, here=body.here)


def _come_in(tournament: Tournament, player: int | None, *, here: bool) -> Decided:
    return _with_player(tournament, player, lambda t, p: come_in(t, p, here=here))


def _with_player(
    tournament: Tournament, number: int | None, decide: Callable[[Tournament, Player], Fact | Refusal]
) -> Decided:
    player = players.find_player(tournament, number or 0)
    return player if isinstance(player, Refusal) else decide(tournament, player)


def forget(records: Sequence[LedgerEntry], version: int, body: PlayerErasure) -> Decided:
    """From the log: also somebody whose entry was undone is named there still."""
    facts = [record.fact for record in records[:version]]
    return erasure.forget(fold(in_force(facts)), [body.player], body.rounds, known=people_in(facts))


def forget_all(tournament: Tournament, body: FullErasure, _: Actor) -> Decided:
    return forget_everybody(tournament, body.rounds)
