"""Penalties and appeals in the tournament file (PE1, PE8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

import msgspec

from ronda.core.model import Appeal, Penalty
from ronda.core.penalty_effects import HALVES, amount_of, countable, kept_as, read_amount
from ronda.core.values import from_parts
from ronda.formats.errors import Fault
from ronda.formats.strict_json.types import MOST, Number, uncounted
from ronda.formats.tournament.rows import FileAppeal, FilePenalty


def penalties(rows: Sequence[FilePenalty], known: Collection[int], unit: int | None) -> tuple[Penalty, ...]:
    """Those of an event with these players, which counts points in so many parts of one; None: in those of an earlier
    set-up, that the reader does not know. Raises Fault."""
    found: list[Penalty] = []
    seen: set[int] = set()
    for at, row in enumerate(rows):
        try:
            found.append(_penalty(row, known, unit))
        except Fault as fault:
            raise fault.within(at) from None
        if row.id in seen:
            raise Fault("duplicate_id", id=row.id).within(at, "id")
        seen.add(row.id)
    return tuple(found)


def _penalty(row: FilePenalty, known: Collection[int], unit: int | None) -> Penalty:
    if row.player not in known:
        raise Fault("unknown_player", player=row.player).within("player")
    amount, parts = kept_as(row.kind, _amount(row, unit))
    return Penalty(**{**msgspec.structs.asdict(row), "amount": amount, "parts": parts})


def _amount(row: FilePenalty, unit: int | None) -> Fraction:
    low = -MOST if row.kind == "points" else 0  # PE7.2: only points can be given, too
    if not low <= row.amount * HALVES <= MOST:
        raise Fault("out_of_range", found=row.amount, low=0, high=from_parts(MOST, HALVES)).within("amount")
    size = read_amount(abs(row.amount))
    if size is None:
        raise Fault("not_half", found=row.amount).within("amount")
    amount = -size if row.amount < 0 else size
    if row.kind != "points" and amount.denominator != 1:
        raise Fault("wrong_type", expected="integer", found="number").within("amount")
    # halves were kept in any event once; what was lifted may be of a time with other options
    if unit is not None and not row.lifted and not countable(amount, HALVES) and not countable(amount, unit):
        raise uncounted(row.amount, unit).within("amount")
    return amount


def penalty_row(penalty: Penalty) -> FilePenalty:
    """As the file has it."""
    fields = msgspec.structs.asdict(penalty)
    del fields["parts"]
    return FilePenalty(**{**fields, "amount": _written(amount_of(penalty))})


def _written(amount: Fraction) -> Number:
    return from_parts(amount.numerator, amount.denominator)


def appeals(rows: Sequence[FileAppeal], known: Collection[int]) -> list[Appeal]:
    """Those of an event with these players. Raises Fault."""
    for at, row in enumerate(rows):
        if row.player not in known:
            raise Fault("unknown_player", player=row.player).within(at, "player")
    return msgspec.convert(rows, list[Appeal], from_attributes=True)


def appeal_row(appeal: Appeal) -> FileAppeal:
    """As the file has it."""
    return FileAppeal(**{**msgspec.structs.asdict(appeal), "table": appeal.table or None})
