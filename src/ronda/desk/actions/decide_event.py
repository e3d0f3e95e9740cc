"""How actions on the event and its players are decided: name, options, wishes, prizes and fees; on the shelf or
deleted; undo and redo; who enters, leaves, comes back or is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ronda.core import Avoid, OptionValue, Player, Refusal, Tournament, fold, in_force, replace
from ronda.core.erasing import people_in
from ronda.core.facts import Archived, CheckedIn, Deleted, Entered, Fact
from ronda.core.prize_rules import FeeRules, Pot, PrizeRules, PublishedCategory, PublishedFee, PublishedPrize
from ronda.desk import decisions, fees, ledger, people, players, prizes, settings
from ronda.desk.actions.action import Decided
from ronda.desk.actions.bodies import (
    Archive,
    AvoidList,
    Body,
    ByeWish,
    Deletion,
    Fees,
    FullErasure,
    Links,
    Name,
    OnePlayer,
    Options,
    OwnBye,
    OwnFeeInput,
    OwnPresence,
    Particulars,
    PaymentInput,
    PlayerEdit,
    PlayerErasure,
    PlayerFields,
    PlayerList,
    Presence,
    Prizes,
    Refund,
    Step,
)
from ronda.desk.fees import come_in
from ronda.desk.ledger import LedgerEntry
from ronda.desk.people import forget_everybody
from ronda.desk.permissions import Actor
from ronda.desk.settings import joined
from ronda.formats.errors import Unreadable
from ronda.formats.option_text import read_option
from ronda.formats.player_lists import understand
from ronda.systems import system


def rename(tournament: Tournament, body: Name, _: Actor) -> Decided:
    return settings.rename(tournament, body.name)


def change_options(tournament: Tournament, body: Options, _: Actor) -> Decided:
    return settings.reset_options(tournament, read_options(tournament.setup.system, body.options))


def read_options(name: str, given: Mapping[str, bool | float | str | None]) -> dict[str, OptionValue]:
    """Values as a form or JSON has them; what cannot be one is left as it is, to be refused by name."""
    known = {option.name: option for option in system(name).rules.options}
    found: dict[str, OptionValue] = {}
    for key, value in given.items():
        typed = (str(int(value)) if value.is_integer() else str(value)) if isinstance(value, float) else value
        try:
            found[key] = read_option(known[key], "" if typed is None else str(typed))
        except (KeyError, ValueError):
            found[key] = typed
    return found


def avoid(tournament: Tournament, body: AvoidList, _: Actor) -> Decided:
    return settings.change_avoid(tournament, [Avoid(pair.players, pair.relation, pair.hard) for pair in body.avoid])


def archive(_: Tournament, body: Archive, __: Actor) -> Decided:
    return Archived(body.away)


def delete(_: Tournament, body: Deletion, __: Actor) -> Decided:
    return Deleted(body.gone)


def publish_prizes(tournament: Tournament, body: Prizes, _: Actor) -> Decided:
    rules = PrizeRules(
        tuple(PublishedPrize(one.id, one.value, one.category, one.kind, _percent(one.percent)) for one in body.prizes),
        tuple(PublishedCategory(one.name, one.who) for one in body.categories),
        body.per_person,
        body.sharing,
        body.tie_on,
        body.unit,
        body.min_share,
        body.min_rounds,
        body.year,
        body.currency,
        tuple(body.excluded),
        None if body.pot is None else Pot(_percent(body.pot.percent), body.pot.deductions, body.pot.guarantee),
    )
    return prizes.publish_prizes(tournament, rules, body.by, body.reason)


def _percent(typed: str) -> str:
    """With a point, however it was typed."""
    return typed.strip().replace(",", ".")


def publish_fees(tournament: Tournament, body: Fees, _: Actor) -> Decided:
    rules = tuple(PublishedFee(one.amount, one.who, one.add, one.until.strip()) for one in body.rules)
    return fees.publish_fees(tournament, FeeRules(rules, body.currency, body.year, body.pay_first))


def set_fee(tournament: Tournament, body: OwnFeeInput, person: Actor) -> Decided:
    return fees.set_fee(tournament, body.player, body.amount, body.reason, person.actor)


def pay(tournament: Tournament, body: PaymentInput, person: Actor) -> Decided:
    return fees.pay(tournament, body.player, body.amount, body.how, person.actor, body.day)


def refund(tournament: Tournament, body: Refund, person: Actor) -> Decided:
    return fees.refund(tournament, body.player, body.amount, body.reason, person.actor)


def undo_step(log: Sequence[LedgerEntry], at: int, body: Step) -> Decided:
    return ledger.undo(log, at, body.of)


def redo_step(log: Sequence[LedgerEntry], at: int, body: Step) -> Decided:
    return ledger.redo(log, at, body.of)


def player_of(body: Particulars, number: int = 0) -> Player:
    """The player as asked for. Licences and ids are texts; who sends a number means its digits."""
    given = {name: getattr(body, name) for name in Particulars.__struct_fields__}
    texts = {name: str(given[name] or "") for name in ("licence", "fide_id")}
    return Player(number, **{**given, **texts})


def enter(tournament: Tournament, body: PlayerFields, _: Actor) -> Decided:
    entered = players.register(tournament, player_of(body))
    if isinstance(entered, Refusal) or not body.here:
        return entered
    arrived = come_in(fold([entered], tournament), entered.player)
    return [entered] if isinstance(arrived, Refusal) else [entered, arrived]


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


def check_in_all(tournament: Tournament, _: Body, __: Actor) -> Decided:
    """Everybody of the next round; where fees are paid first, who has paid."""
    asked = (come_in(tournament, player) for player in tournament.players if player.plays_in(tournament.next_round))
    return [one for one in asked if isinstance(one, CheckedIn)] or Refusal("nothing_changed", "S4")


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
    return people.forget(fold(in_force(facts)), [body.player], body.rounds, known=people_in(facts))


def forget_all(tournament: Tournament, body: FullErasure, _: Actor) -> Decided:
    return forget_everybody(tournament, body.rounds)
