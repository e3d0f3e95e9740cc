"""Penalties in the tournament file: read strictly, and written with what has its default left out (PE1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from ronda.core.model import Appeal, AppealOutcome, Card, Penalty, PenaltyKind, Player
from ronda.formats.errors import Fault
from ronda.formats.strict_json.shape import (
    MOST,
    Reader,
    boolean,
    choice,
    from_halves,
    halves,
    integer,
    list_of,
    or_null,
    record,
    text,
)

_MOST_TEXT = 240


def penalties(known: Mapping[int, Player], value: Any) -> list[Penalty]:
    """The list of an event with these players."""
    fields: dict[str, Reader[Any]] = {
        "id": integer(1, MOST),
        "player": integer(1, MOST),
        "kind": choice(*get_args(PenaltyKind)),
        "round": integer(0, MOST),
        "table": or_null(integer(0, MOST)),
        "amount": halves(0, MOST),
        "card": choice(*get_args(Card)),
        "rule": text(_MOST_TEXT),
        "reason": text(_MOST_TEXT),
        "by": text(_MOST_TEXT),
        "lifted": boolean,
    }
    found = list_of(partial(_penalty, fields, known))(value)
    seen: set[int] = set()
    for at, one in enumerate(found):
        if one.id in seen:
            raise Fault("duplicate_id", id=one.id).within(at, "id")
        seen.add(one.id)
    return found


def _penalty(fields: Mapping[str, Reader[Any]], known: Mapping[int, Player], value: Any) -> Penalty:
    found = record(value, fields, required=("id", "player", "kind", "round"))
    if found["player"] not in known:
        raise Fault("unknown_player", player=found["player"]).within("player")
    amount = found.get("amount", 0)
    if found["kind"] != "points":  # only those come in halves
        if amount % 2:
            raise Fault("wrong_type", expected="integer", found="number").within("amount")
        amount //= 2
    return Penalty(**{**found, "amount": amount})


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
        line["amount"] = from_halves(penalty.amount) if penalty.kind == "points" else penalty.amount
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
