"""Fees as JSON: in the tournament file, and as a file of their own that somebody publishes (PR7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from ronda.core.facts import Fact, FeeSet, FeesPublished, Paid
from ronda.core.prize_rules import FeeBook, FeeRules, OwnFee, Payment, PublishedFee
from ronda.core.text_rules import MOST_WORDS
from ronda.formats.errors import Fault, Unreadable, shown
from ronda.formats.strict_json.shape import MOST, Reader, boolean, integer, list_of, mapping, record, text

_LONG = 200
_LATEST_YEAR = 9999


def fee_rules(value: Any) -> FeeRules:
    """Read strictly."""
    fields: dict[str, Reader[Any]] = {
        "rules": list_of(_fee),
        "currency": text(_LONG),
        "year": integer(0, _LATEST_YEAR),
        "pay_first": boolean,
    }
    found = record(value, fields)
    return FeeRules(tuple(found.pop("rules", ())), **found)


def _fee(value: Any) -> PublishedFee:
    fields: dict[str, Reader[Any]] = {
        "amount": integer(0, MOST),
        "who": text(_LONG),
        "add": boolean,
        "until": text(_LONG),
    }
    return PublishedFee(**record(value, fields, required=("amount",)))


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


def fee_book(value: Any, players: Collection[int]) -> FeeBook:
    """Rules and payments of the players of a file. Raises Fault."""
    player = integer(1, MOST)

    def known(number: Any) -> int:
        found = player(number)
        if found not in players:
            raise Fault("unknown_player", player=found)
        return found

    def payment(one: Any) -> Payment:
        fields: dict[str, Reader[Any]] = {
            "player": known,
            "amount": integer(-MOST, MOST),
            **{key: text(_LONG) for key in ("how", "by", "day")},
            "reason": text(MOST_WORDS),
        }
        return Payment(**record(one, fields, required=("player", "amount")))

    def own(one: Any) -> dict[int, OwnFee]:
        fields: dict[str, Reader[Any]] = {"amount": integer(0, MOST), "reason": text(MOST_WORDS)}
        given = mapping(one)
        return {
            known(int(key) if key.isdecimal() else key): OwnFee(**record(inner, fields, required=("amount",)))
            for key, inner in given.items()
        }

    fields: dict[str, Reader[Any]] = {"rules": fee_rules, "own": own, "payments": list_of(payment)}
    found = record(value, fields)
    return FeeBook(found.get("rules", FeeRules()), found.get("own", {}), tuple(found.get("payments", ())))


def fee_facts(book: FeeBook) -> Iterator[Fact]:
    """The facts that tell of it."""
    if book.rules != FeeRules():
        yield FeesPublished(book.rules)
    for player, own in book.own.items():
        yield FeeSet(player, own.amount, own.reason)
    yield from map(Paid, book.payments)


def fees_line(book: FeeBook) -> Mapping[str, Any]:
    """As the file has it; what has its default is left out."""
    found = msgspec.to_builtins(book, str_keys=True)
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if value}
