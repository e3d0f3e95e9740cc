"""Fees: what is due from whom, what was paid, and what is open (PR7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from ronda.core import Frozen, Player, Refusal, Tournament, replace
from ronda.core.facts import CheckedIn, FeeSet, FeesPublished, Paid
from ronda.core.prize_rules import FeeRules, Payment, PublishedFee
from ronda.core.text_rules import MOST_LETTERS, hidden_text
from ronda.desk.bodies import Fees, OwnFeeInput, OwnPresence, PaymentInput, Presence, Refund
from ronda.desk.collections import is_day
from ronda.desk.desk import Decided
from ronda.desk.permissions import Actor
from ronda.desk.players import check_in, find_player, with_player
from ronda.prizes import ELSE, FeeRule, fee_due
from ronda.prizes.categories import KnownPlayer, category_test, fits

K = TypeVar("K", int, str)


def known_player(player: Player) -> KnownPlayer:
    """What categories and fees ask for (PR1)."""
    ratings = {"rating": player.rating, "national_rating": player.national_rating}
    return KnownPlayer(player.birth_year or None, player.sex, player.club, player.federation, player.title, ratings)


# --- what is decided ---------------------------------------------------------------------------------------


def publish_fees(tournament: Tournament, body: Fees) -> FeesPublished | Refusal:
    """PR7.1. What was set for one player stays."""
    listed = tuple(PublishedFee(one.amount, one.who, one.add, one.until.strip()) for one in body.rules)
    rules = FeeRules(listed, body.currency, body.year, body.pay_first)
    for rule in rules.rules:
        test = category_test(rule.who)
        if isinstance(test, Refusal):
            return test
        if rule.until and not is_day(rule.until):
            return Refusal("fee_day", "PR7.1", {"found": rule.until[:100]})
    hidden = hidden_text(rules.currency, *(rule.who for rule in rules.rules), most=MOST_LETTERS)
    if hidden is not None:
        return hidden
    return Refusal("nothing_changed", "S4") if rules == tournament.fees.rules else FeesPublished(rules)


def _payer(tournament: Tournament, number: int, unfit: Refusal | None) -> Player | Refusal:
    """The player, unless what was typed is `unfit`."""
    player = find_player(tournament, number)
    return player if isinstance(player, Refusal) else unfit or player


def set_fee(tournament: Tournament, body: OwnFeeInput, person: Actor) -> FeeSet | Refusal:
    """What is due from one player, with a reason; None: as the rules say."""
    number, reason = body.player, body.reason.strip()
    player = _payer(tournament, number, hidden_text(body.reason))
    if isinstance(player, Refusal):
        return player
    own = tournament.fees.own.get(number)
    if body.amount is None:
        return Refusal("nothing_changed", "S4") if own is None else FeeSet(number, None, "", person.actor)
    if not reason:
        return Refusal("fee_reason_needed", "PR7.2")
    if own is not None and (own.amount, own.reason) == (body.amount, reason):
        return Refusal("nothing_changed", "S4")
    return FeeSet(number, body.amount, reason, person.actor)


def pay(tournament: Tournament, body: PaymentInput, person: Actor) -> Paid | Refusal:
    """Money taken from a player on that day; without an amount all that is open."""
    number, day = body.player, body.day
    player = _payer(tournament, number, hidden_text(body.how, most=MOST_LETTERS))
    if isinstance(player, Refusal):
        return player
    if day and not is_day(day):
        return Refusal("fee_day", "PR7.1", {"found": day[:100]})
    given = body.amount if body.amount is not None else fee_of(tournament, player, day).open
    if given <= 0:
        return Refusal("nothing_open", "PR7.2", {"player": number})
    dated = any(rule.until for rule in tournament.fees.rules.rules)
    return Paid(Payment(number, given, body.how.strip(), person.actor, day=day if dated else ""))


def refund(tournament: Tournament, body: Refund, person: Actor) -> Paid | Refusal:
    """PR7.2: nobody gets back more than was paid."""
    player = _payer(tournament, body.player, hidden_text(body.reason))
    if isinstance(player, Refusal):
        return player
    if not body.reason.strip():
        return Refusal("fee_reason_needed", "PR7.2")
    paid = fee_of(tournament, player).paid
    given = paid if body.amount is None else body.amount
    if not 0 < given <= paid:
        return Refusal("refund_too_high", "PR7.2", {"player": player.id, "paid": f"{paid // 100}.{paid % 100:02}"})
    return Paid(Payment(player.id, -given, "", person.actor, body.reason.strip()))


def come_in(tournament: Tournament, player: Player, *, here: bool = True) -> CheckedIn | Refusal:
    """Somebody is checked in; where fees are paid first, only who owes nothing (PR7.3). A day is not asked for here:
    whoever paid less than is due without an early fee pays the rest."""
    if here and tournament.fees.rules.pay_first and fee_of(tournament, player).open > 0:
        return Refusal("pay_first", "PR7.3", {"player": player.id})
    return check_in(tournament, player, here=here)


def decide_check_in(tournament: Tournament, body: Presence) -> Decided:
    return with_player(tournament, body.player, lambda t, p: come_in(t, p, here=body.here))


def check_self_in(tournament: Tournament, body: OwnPresence, person: Actor) -> Decided:
    return with_player(tournament, person.player, lambda t, p: come_in(t, p, here=body.here))


def check_in_all(tournament: Tournament) -> Decided:
    """Everybody of the next round; where fees are paid first, who has paid."""
    asked = (come_in(tournament, player) for player in tournament.players if player.plays_in(tournament.next_round))
    return [one for one in asked if isinstance(one, CheckedIn)] or Refusal("nothing_changed", "S4")


# --- what follows ------------------------------------------------------------------------------------------


class FeeLine(Frozen):
    """One player: what is due and by which rule (its number, 0: set by hand or by none), what was paid and is open.
    `unknown`: a rule asks for something that is not known of the player (PR2.4)."""

    player: int
    due: int
    paid: int
    rule: int = 0
    reason: str = ""
    unknown: bool = False

    @property
    def open(self) -> int:
        return self.due - self.paid


class FeeList(Frozen):
    """Everybody, and the totals per way of paying and per helper (PR7.2)."""

    rules: FeeRules
    lines: tuple[FeeLine, ...]
    by_how: Mapping[str, int]
    by_helper: Mapping[str, int]

    @property
    def due(self) -> int:
        return sum(line.due for line in self.lines)

    @property
    def collected(self) -> int:
        """PR7.3: paid less given back."""
        return sum(line.paid for line in self.lines)

    @property
    def open(self) -> int:
        """What is still to come; what somebody paid too much fills nobody else's gap."""
        return sum(max(line.open, 0) for line in self.lines)


def fee_list(tournament: Tournament, today: str = "") -> FeeList:
    """`today`: for rules up to a day, of those who have not paid yet; without it the day is over."""
    payments = tournament.fees.payments
    paid = _sums((one.player, one.amount) for one in payments)
    return FeeList(
        tournament.fees.rules,
        tuple(_line(tournament, player, paid.get(player.id, 0), today) for player in tournament.players),
        _sums((one.how, one.amount) for one in payments),
        _sums((one.by, one.amount) for one in payments),
    )


def fee_of(tournament: Tournament, player: Player, today: str = "") -> FeeLine:
    paid = sum(one.amount for one in tournament.fees.payments if one.player == player.id)
    return _line(tournament, player, paid, today)


def collected(tournament: Tournament) -> int:
    """PR7.3."""
    return sum(one.amount for one in tournament.fees.payments)


def has_fees(tournament: Tournament) -> bool:
    book = tournament.fees
    return bool(book.rules.rules or book.own or book.payments)


def _line(tournament: Tournament, player: Player, paid: int, today: str) -> FeeLine:
    """Every member of an entry pays (AG1.1)."""
    own = tournament.fees.own.get(player.id)
    if own is not None:
        return FeeLine(player.id, own.amount, paid, reason=own.reason)
    days = [one.day for one in tournament.fees.payments if one.player == player.id and one.amount > 0]
    asked = min(days) if paid > 0 and days else today  # who has paid in time keeps that fee
    rules = replace(tournament.fees.rules, rules=tuple(one for one in tournament.fees.rules.rules if _open(one, asked)))
    numbers = [at for at, one in enumerate(tournament.fees.rules.rules, 1) if _open(one, asked)]
    who = known_player(player)
    verdicts = {rule.who: _fits(rule.who, who, rules.year) for rule in rules.rules}
    true = [ELSE, *(text for text, verdict in verdicts.items() if text and verdict)]
    due = fee_due([FeeRule(rule.who or ELSE, rule.amount, rule.add) for rule in rules.rules], true)
    first = next((at for at, rule in enumerate(rules.rules, 1) if not rule.add and (rule.who or ELSE) in true), 0)
    before = rules.rules[: first or len(rules.rules)]
    unknown = any(verdicts[rule.who] is None for rule in before if rule.who)
    return FeeLine(player.id, due * max(player.size, 1), paid, numbers[first - 1] if first else 0, unknown=unknown)


def _open(rule: PublishedFee, day: str) -> bool:
    """PR7.1: whether a rule still holds on that day; days are written so that their texts are in order."""
    return not rule.until or "" < day <= rule.until


def _fits(text: str, who: KnownPlayer, year: int) -> bool | None:
    test = category_test(text)
    return False if isinstance(test, Refusal) else fits(test, who, year)  # refused when it was published


def _sums(given: Iterable[tuple[K, int]]) -> dict[K, int]:
    found: Counter[K] = Counter()
    for key, amount in given:
        found[key] += amount
    return dict(found)
