"""Fees as JSON in the tournament file, and as the lines that people type (PR7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import msgspec

from ronda.core.facts import Fact, FeeSet, FeesPublished, Paid
from ronda.core.prize_rules import FeeBook, FeeRules, OwnFee, Payment, PublishedFee
from ronda.formats.errors import Fault, Unreadable, shown
from ronda.formats.strict_json.types import Line, LongLine, Positive, Row, Signed, Whole, Year


class FeeRow(Row):
    amount: Whole
    who: Line = ""
    add: bool = False
    until: Line = ""


class FeesRow(Row):
    rules: tuple[FeeRow, ...] = ()
    currency: Line = ""
    year: Year = 0
    pay_first: bool = False


class OwnFeeRow(Row):
    amount: Whole
    reason: LongLine = ""


class PaymentRow(Row):
    player: Positive
    amount: Signed
    how: Line = ""
    by: Line = ""
    reason: LongLine = ""
    day: Line = ""


class FeeBookRow(Row):
    """`own`: by the number of the player."""

    rules: FeesRow | msgspec.UnsetType = msgspec.UNSET
    own: dict[str, OwnFeeRow] = msgspec.field(default_factory=dict)
    payments: tuple[PaymentRow, ...] = ()


def fee_book(row: FeeBookRow, players: Collection[int]) -> FeeBook:
    """Rules and payments of the players of a file. Raises Fault."""
    for key in row.own:
        if not key.isascii() or not key.isdecimal() or len(key) > 10 or int(key) not in players:
            raise Fault("unknown_player", player=shown(key)).within("own", key)
    for at, payment in enumerate(row.payments):
        if payment.player not in players:
            raise Fault("unknown_player", player=payment.player).within("payments", at, "player")
    rules = FeeRules() if row.rules is msgspec.UNSET else msgspec.convert(row.rules, FeeRules, from_attributes=True)
    return FeeBook(
        rules,
        {int(key): OwnFee(one.amount, one.reason) for key, one in row.own.items()},
        msgspec.convert(row.payments, tuple[Payment, ...], from_attributes=True),
    )


def fees_row(book: FeeBook) -> FeeBookRow:
    """The same the other way round."""
    return FeeBookRow(
        msgspec.UNSET if book.rules == FeeRules() else msgspec.convert(book.rules, FeesRow, from_attributes=True),
        {str(player): OwnFeeRow(own.amount, own.reason) for player, own in book.own.items()},
        msgspec.convert(book.payments, tuple[PaymentRow, ...], from_attributes=True),
    )


def fee_facts(book: FeeBook) -> Iterator[Fact]:
    """The facts that tell of it."""
    if book.rules != FeeRules():
        yield FeesPublished(book.rules)
    for player, own in book.own.items():
        yield FeeSet(player, own.amount, own.reason)
    yield from map(Paid, book.payments)


_FEE_LINE = re.compile(r"(\+?)\s*([0-9]{1,7})(?:[.,]([0-9]{1,2}))?(?:\s+(?!until\s)(.*?))?(?:\s+until\s+(\S+))?")


def fee_lines(text: str) -> tuple[PublishedFee, ...]:
    """The rules as people type them, one to a line: the amount, then who (`5.00 U18`), perhaps up to which day
    (`8.00 until 2026-04-30`); `+` before what comes on top. Raises Unreadable."""
    found: list[PublishedFee] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        read = _FEE_LINE.fullmatch(line.strip())
        if read is None:
            raise Unreadable("bad_number", {"meaning": "fee", "value": shown(line.strip())}, f"line {number}", number)
        cents = int(read[2]) * 100 + int((read[3] or "").ljust(2, "0"))
        found.append(PublishedFee(cents, (read[4] or "").strip(), add=bool(read[1]), until=read[5] or ""))
    return tuple(found)


def fees_text(rules: FeeRules, decimal: str = ".") -> str:
    """The same the other way round, with the decimal sign of who reads it."""

    def line(one: PublishedFee) -> str:
        amount = f"{'+' if one.add else ''}{one.amount // 100}{decimal}{one.amount % 100:02}"
        return " ".join(filter(None, (amount, one.who, one.until and f"until {one.until}")))

    return "".join(f"{line(one)}\n" for one in rules.rules)
