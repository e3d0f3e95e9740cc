"""`ronda fees`: what is due, paid and open; fees are set, money is taken and given back. `ronda prizes`: publish a
prize list, and show who gets what, with the working."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from types import SimpleNamespace as Namespace

import msgspec

from ronda.cli.errors import Misused, Refused
from ronda.cli.event import find_player, load
from ronda.cli.kept_event import KeptEvent, bytes_of, located, value_in
from ronda.cli.output import Output
from ronda.core.prize_rules import PrizeRules
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import FeeInput, Fees, OwnFeeInput, PaymentInput, Prizes, Refund
from ronda.desk.fees import fee_list
from ronda.desk.prizes import PrizeList, prize_list
from ronda.formats.json_text import text_of
from ronda.formats.tournament.money import fee_lines, prize_rules
from ronda.views.fees import FEE_COLUMNS, fee_list_view, fees_csv
from ronda.views.prizes import prize_list_view

_AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


def fees(values: Namespace, output: Output) -> None:
    """The list; what is asked for is done first."""
    event = _done(load(values, output), values)
    output = output.about(event.tournament)
    shown = fee_list_view(fee_list(event.tournament, date.today().isoformat()), output.speaker)
    if values.out and not output.json:
        Path(values.out).write_text(fees_csv(shown, output.speaker), encoding="utf-8-sig")
    else:
        output.data(shown)
        rows = [
            (line.name, *(output.speaker.money(sum_) for sum_ in (line.due, line.paid, line.open)), line.reason)
            for line in shown.players
        ]
        totals = tuple(output.speaker.money(sum_) for sum_ in (shown.due, shown.collected, shown.open))
        rows.append((output.say("label.fee.total"), *totals, shown.currency))
        output.table(output.headings("fee", FEE_COLUMNS), rows, words=(0, 4))


def _done(event: KeptEvent, values: Namespace) -> KeptEvent:
    if values.rules:
        event = event.act("fees", _rules(Path(values.rules), values), confirmed=values.yes)
    for word in values.pay:
        player, amount = _named(event, word)
        event = event.act("pay", PaymentInput(player, amount, values.how), confirmed=values.yes)
    for word in values.set:
        player, amount = _named(event, word)
        event = event.act("fee", OwnFeeInput(player, amount, values.reason), confirmed=values.yes)
    for word in values.refund:
        player, amount = _named(event, word)
        event = event.act("refund", Refund(player, amount, values.reason), confirmed=values.yes)
    return event


def _rules(path: Path, values: Namespace) -> Fees:
    with located(path):
        found = fee_lines(text_of(bytes_of(path)))
    rules = [FeeInput(one.amount, one.who, one.add, one.until) for one in found]
    return Fees(rules, values.currency, values.year)


def _named(event: KeptEvent, word: str) -> tuple[int, int | None]:
    """`PLAYER` or `PLAYER=AMOUNT`."""
    wish, equals, text = word.rpartition("=")
    if not equals:
        return find_player(event.tournament, word).id, None
    read = _AMOUNT.fullmatch(text)
    if read is None:
        raise Misused("usage_choice", name="AMOUNT", found=text, known="12.50")
    return find_player(event.tournament, wish).id, int(read[1]) * 100 + int((read[2] or "").ljust(2, "0"))


PRIZE_COLUMNS = ("prize", "category", "value", "winner", "passed")
PAID_COLUMNS = ("place", "winner", "paid", "shared")


def prizes(values: Namespace, output: Output) -> None:
    """The prize list by the standings of now; with `--rules` it is published first."""
    event = load(values, output)
    if values.rules:
        body = _body(value_in(Path(values.rules), prize_rules), values.by, values.reason)
        event = event.act("prizes", body, confirmed=values.yes)
    tournament = event.tournament
    output = output.about(tournament)
    found = prize_list(tournament)
    if found is None:
        raise Refused(Refusal("no_prizes", "PR3.1"))
    output.data(prize_list_view(found, output.speaker))
    _show(found, output)


def _body(rules: PrizeRules, by: str, reason: str) -> Prizes:
    return msgspec.convert({**msgspec.to_builtins(rules), "by": by, "reason": reason}, Prizes)


def _show(found: PrizeList, output: Output) -> None:
    currency = found.rules.currency

    def named(players: tuple[int, ...]) -> str:
        return ", ".join(output.speaker.name(player) for player in players)

    for category in found.categories:
        listed = ", ".join(f"{place} {output.speaker.name(player)}" for player, place in category.places.items())
        output.tell("say.labelled", label=category.name, text=listed or "–")
        if category.unknown:
            output.line("  " + output.say("say.category_unknown", names=named(category.unknown)))
    rows = [
        (
            line.prize.id,
            line.prize.category,
            output.speaker.money(line.prize.value, currency) if line.prize.value else "",
            output.speaker.name(line.winner) if line.winner is not None else "–",
            named(line.passed),
        )
        for line in found.lines
    ]
    output.table(output.headings("prize", PRIZE_COLUMNS), rows, words=(0, 1, 3, 4))
    if found.payouts:
        output.line()
        paid = [
            (
                one.place,
                output.speaker.name(one.player),
                output.speaker.money(one.amount, currency),
                named(tuple(other for other in one.shared if other != one.player)),
            )
            for one in found.payouts
        ]
        output.table(output.headings("prize", PAID_COLUMNS), paid, words=(1, 3))
    sum_ = sum(one.amount for one in found.payouts)
    facts = {"paid": output.speaker.money(sum_, currency), "fund": output.speaker.money(found.fund, currency)}
    output.tell("say.prize_sum", **facts, left=output.speaker.money(found.left, currency))
