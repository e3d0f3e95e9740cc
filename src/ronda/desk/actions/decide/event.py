"""The event itself: name, options, wishes, prizes and fees; on the shelf or deleted; undo and redo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.core.facts import Archived, Deleted
from ronda.core.model import Avoid, OptionValue, Tournament
from ronda.core.prize_rules import FeeRules, Pot, PrizeRules, PublishedCategory, PublishedFee, PublishedPrize
from ronda.desk import fees, prizes, settings, undo
from ronda.desk.actions.action import Decided
from ronda.desk.actions.bodies import (
    Archive,
    AvoidList,
    Deletion,
    Fees,
    Name,
    Options,
    OwnFeeInput,
    PaymentInput,
    Prizes,
    Refund,
    Step,
)
from ronda.desk.ledger import LedgerEntry
from ronda.desk.roles import Actor
from ronda.formats.option_text import read_option
from ronda.systems import system


def rename(tournament: Tournament, body: Name, _: Actor) -> Decided:
    return settings.rename(tournament, body.name)


def change_options(tournament: Tournament, body: Options, _: Actor) -> Decided:
    return settings.reset_options(tournament, read_options(tournament.setup.system, body.options))


def read_options(name: str, given: Mapping[str, bool | float | str | None]) -> dict[str, OptionValue]:
    """Values as a form or JSON has them; what cannot be one is left as it is, to be refused by name."""
    known = {option.name: option for option in system(name).options}
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
    return undo.undo(log, at, body.of)


def redo_step(log: Sequence[LedgerEntry], at: int, body: Step) -> Decided:
    return undo.redo(log, at, body.of)
