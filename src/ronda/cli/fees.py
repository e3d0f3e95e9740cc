"""`ronda fees`: what is due, paid and open; fees are set, money is taken and given back."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused
from ronda.cli.event import find_player, load
from ronda.cli.event_file import UnreadableFile, bytes_of
from ronda.cli.kept_event import KeptEvent
from ronda.cli.output import Output
from ronda.desk.actions.bodies import FeeInput, Fees, OwnFeeInput, PaymentInput, Refund
from ronda.desk.fees import fee_list
from ronda.formats.errors import Unreadable
from ronda.formats.strict_json.text import text_of
from ronda.formats.tournament.fees import fee_lines
from ronda.views.fees import FEE_COLUMNS, fee_list_view, fees_csv

_AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


def fees(values: Namespace, output: Output) -> int:
    """The list; what is asked for is done first."""
    event = _done(load(values, output), values)
    output = output.about(event.tournament)
    shown = fee_list_view(fee_list(event.tournament, date.today().isoformat()), output.speaker)
    if output.json:
        output.data(shown)
    elif values.out:
        Path(values.out).write_text(fees_csv(shown, output.speaker), encoding="utf-8-sig")
    else:
        rows = [
            (line.name, *(output.speaker.money(sum_) for sum_ in (line.due, line.paid, line.open)), line.reason)
            for line in shown.players
        ]
        totals = tuple(output.speaker.money(sum_) for sum_ in (shown.due, shown.collected, shown.open))
        rows.append((output.say("label.fee.total"), *totals, shown.currency))
        output.table([output.say(f"label.fee.{name}") for name in FEE_COLUMNS], rows, words=(0, 4))
    return 0


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
    try:
        found = fee_lines(text_of(bytes_of(path)))
    except Unreadable as trouble:
        raise UnreadableFile(path, trouble) from None
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
