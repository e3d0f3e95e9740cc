"""Prize lists and fees as JSON: in the tournament file (PR3, PR7); prizes as a file of their own that somebody
publishes, and fees as the lines that people type."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ronda.core import Refusal, exact
from ronda.core.facts import Fact, FeeSet, FeesPublished, Paid
from ronda.core.prize_rules import (
    FeeBook,
    FeeRules,
    OwnFee,
    Payment,
    PerPerson,
    Pot,
    PrizeKind,
    PrizeRules,
    PublishedCategory,
    PublishedFee,
    PublishedPrize,
    Sharing,
    TieOn,
)
from ronda.formats.errors import Fault, Unreadable, shown, within
from ronda.formats.json_types import Line, LongLine, Positive, Row, Signed, Whole, Year, convert_checked, refuse_blank
from ronda.prizes import percentages

_Percent = float | int | str


class PrizeRow(Row):
    id: Line
    value: Whole = 0
    category: Line = ""
    kind: PrizeKind = "money"
    percent: _Percent = ""


class CategoryRow(Row):
    name: Line
    who: Line = ""


class PotRow(Row):
    percent: _Percent = ""
    deductions: Whole = 0
    guarantee: Whole = 0


class PrizesRow(Row):
    """Instead of `prizes` there may be a `pot` and its `percents`: then these are prizes for everybody, to the last
    unit (PR6.4). A `pot` that is an object comes from the fees that were paid."""

    prizes: Sequence[PrizeRow] = ()
    categories: tuple[CategoryRow, ...] = ()
    per_person: PerPerson = "one"
    sharing: Sharing = "equal"
    tie_on: TieOn = "place"
    unit: Positive = 1
    min_share: Whole = 0
    min_rounds: Whole = 1
    year: Year = 0
    currency: Line = ""
    excluded: tuple[Positive, ...] = ()
    pot: PotRow | Whole | None = None
    percents: tuple[_Percent, ...] = ()


def prize_rules(value: Any) -> PrizeRules:
    """Read strictly. Raises Fault."""
    return rules_of(convert_checked(value, PrizesRow))


def rules_of(row: PrizesRow) -> PrizeRules:
    """Raises Fault."""
    own = [_prize(one, at) for at, one in enumerate(row.prizes)]
    for at, category in enumerate(row.categories):
        refuse_blank(category.name, "categories", at, "name")
    percents = [_percent(one, "percents", at) for at, one in enumerate(row.percents)]
    pot = None
    if isinstance(row.pot, PotRow):
        pot = Pot(_percent_text(row.pot.percent, "pot", "percent"), row.pot.deductions, row.pot.guarantee)
        own = [*(PublishedPrize(str(at), percent=str(one)) for at, one in enumerate(percents, start=1)), *own]
    else:
        own = [*_of_pot(row.pot or 0, percents, row.unit), *own]
    fields = {name: getattr(row, name) for name in PrizeRules.__struct_fields__}
    categories = tuple(PublishedCategory(one.name, one.who) for one in row.categories)
    return PrizeRules(**fields | {"prizes": tuple(own), "categories": categories, "pot": pot})


def _prize(row: PrizeRow, at: int) -> PublishedPrize:
    refuse_blank(row.id, "prizes", at, "id")
    percent = _percent_text(row.percent, "prizes", at, "percent")
    return PublishedPrize(row.id, row.value, row.category, row.kind, percent)


def _percent_text(value: _Percent, *steps: str | int) -> str:
    """A number, or a text that is looked at where the list is published."""
    if not isinstance(value, str):
        return str(_percent(value, *steps))
    with within(*steps):
        return convert_checked(value, Line)


def _percent(value: _Percent, *steps: str | int) -> Fraction:
    try:
        found = exact(value)
    except (ValueError, ZeroDivisionError):
        raise Fault("wrong_type", expected="number", found="value").within(*steps) from None
    if not 0 <= found <= 100:
        raise Fault("out_of_range", found=str(value), low=0, high=100).within(*steps)
    return found


def _of_pot(pot: int, percents: Sequence[Fraction], unit: int) -> list[PublishedPrize]:
    amounts = percentages(pot, percents, unit)
    if isinstance(amounts, Refusal):
        raise Fault("out_of_range", found=amounts.facts["sum"], low=0, high=100).within("percents")
    return [PublishedPrize(str(place), amount) for place, amount in enumerate(amounts, start=1)]


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
    own: dict[str, OwnFeeRow] = {}
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
