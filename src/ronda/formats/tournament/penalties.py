"""Penalties in the tournament file: read strictly, and written with what has its default left out (PE1)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, get_args

from ronda.core.model import Appeal, AppealOutcome, Card, Penalty, PenaltyKind, Player
from ronda.core.penalty_effects import HALVES, amount_of, countable, kept_as, read_amount
from ronda.formats.errors import Fault
from ronda.formats.strict_json.shape import (
    MOST,
    Reader,
    boolean,
    choice,
    from_parts,
    integer,
    list_of,
    or_null,
    record,
    text,
    uncounted,
    wrong_type,
)

_MOST_TEXT = 240


def penalties(known: Mapping[int, Player], unit: int | None, value: Any) -> list[Penalty]:
    """The list of an event with these players, which counts points in so many parts of one; None: in those of an
    earlier set-up, that the reader does not know."""
    fields: dict[str, Reader[Any]] = {
        "id": integer(1, MOST),
        "player": integer(1, MOST),
        "kind": choice(*get_args(PenaltyKind)),
        "round": integer(0, MOST),
        "table": or_null(integer(0, MOST)),
        "amount": _amount,
        "card": choice(*get_args(Card)),
        "rule": text(_MOST_TEXT),
        "reason": text(_MOST_TEXT),
        "by": text(_MOST_TEXT),
        "lifted": boolean,
    }
    found = list_of(partial(_penalty, fields, known, unit))(value)
    seen: set[int] = set()
    for at, one in enumerate(found):
        if one.id in seen:
            raise Fault("duplicate_id", id=one.id).within(at, "id")
        seen.add(one.id)
    return found


def _amount(value: Any) -> Fraction:
    if type(value) is not int and type(value) is not float:
        raise wrong_type("number", value)
    if not -MOST <= value * HALVES <= MOST:
        raise Fault("out_of_range", found=value, low=0, high=from_parts(MOST, HALVES))
    found = read_amount(abs(value))
    if found is None:
        raise Fault("not_half", found=value)
    return -found if value < 0 else found


def _penalty(fields: Mapping[str, Reader[Any]], known: Mapping[int, Player], unit: int | None, value: Any) -> Penalty:
    found = record(value, fields, required=("id", "player", "kind", "round"))
    if found["player"] not in known:
        raise Fault("unknown_player", player=found["player"]).within("player")
    said = found.get("amount", Fraction(0))
    if found["kind"] != "points" and said < 0:  # PE7.2: only points can be given, too
        raise Fault("out_of_range", found=value["amount"], low=0, high=from_parts(MOST, HALVES)).within("amount")
    if found["kind"] != "points" and said.denominator != 1:
        raise Fault("wrong_type", expected="integer", found="number").within("amount")
    # halves were kept in any event once; what was lifted may be of a time with other options
    if unit is not None and not found.get("lifted") and not countable(said, HALVES) and not countable(said, unit):
        raise uncounted(value["amount"], unit).within("amount")
    amount, parts = kept_as(found["kind"], said)
    return Penalty(**{**found, "amount": amount, "parts": parts})


def penalty_line(penalty: Penalty) -> dict[str, Any]:
    """As the file has it."""
    line: dict[str, Any] = {
        "id": penalty.id,
        "player": penalty.player,
        "kind": penalty.kind,
        "round": penalty.round,
    }
    if penalty.table is not None:
        line["table"] = penalty.table
    if penalty.amount:
        said = amount_of(penalty)
        line["amount"] = from_parts(said.numerator, said.denominator)
    for name in ("card", "rule", "reason", "by"):
        if getattr(penalty, name):
            line[name] = getattr(penalty, name)
    if penalty.lifted:
        line["lifted"] = True
    return line


def appeals(known: Mapping[int, Player], value: Any) -> list[Appeal]:
    """The appeals of an event with these players (PE8)."""
    fields: dict[str, Reader[Any]] = {
        "id": integer(1, MOST),
        "player": integer(1, MOST),
        "round": integer(0, MOST),
        "text": text(_MOST_TEXT),
        "penalty": or_null(integer(1, MOST)),
        "table": or_null(integer(0, MOST)),
        "outcome": choice(*get_args(AppealOutcome)),
        "by": text(_MOST_TEXT),
        "reason": text(_MOST_TEXT),
    }

    def one(line: Any) -> Appeal:
        found = record(line, fields, required=("id", "player", "round", "text"))
        if found["player"] not in known:
            raise Fault("unknown_player", player=found["player"]).within("player")
        return Appeal(**found)

    return list_of(one)(value)


def appeal_line(appeal: Appeal) -> dict[str, Any]:
    """As the file has it."""
    line: dict[str, Any] = {"id": appeal.id, "player": appeal.player, "round": appeal.round, "text": appeal.text}
    for name in ("penalty", "table", "outcome", "by", "reason"):
        if getattr(appeal, name):
            line[name] = getattr(appeal, name)
    return line
