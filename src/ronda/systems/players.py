"""Whether a player can be in the list of an event: one answer for the desk, tournament files and lists of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ronda.core import Player, Refusal, Setup, replace
from ronda.core.text_rules import MOST_NUMBER, unfit_text
from ronda.systems.declarations import TEXTS, PlayerField
from ronda.systems.system import Forms

MOST_MEMBERS = 12  # AG1.1
_BETWEEN = re.compile(r"[&+/]")
NUMBERS = ("rating", "national_rating", "pinned_table", "birth_year", "start")
Taken = Mapping[tuple[str, Any], int | str]  # by field and value: whose it is, as an id or by name


def fit_player(
    forms: Forms, setup: Setup, player: Player, *, known: Player | None = None, taken: Taken | None = None
) -> Player | Refusal:
    """The player as the list keeps it, or why it cannot. A text that was there before (`known`), in the days of other
    rules, may stay."""
    fit = replace(player, name=forms.name(setup, " ".join(player.name.split())))
    asked = next((field for field in forms.asked(setup) if field.name == "members"), None)
    names = () if asked is None else _members(fit, named=asked.where is not None)
    fit = replace(fit, members="; ".join(names), size=len(names))
    found = _unfit_text(fit, known) or _unfit_number(fit) or _unfit_members(fit)
    if found is not None:
        return found
    for _, refusal in unfit_fields(forms, fit):
        return refusal
    for field in forms.player_fields:
        whose = (taken or {}).get((field.name, field.same(fit))) if field.unique else None
        if whose is not None:
            return Refusal(field.unique, field.article, {field.name: getattr(fit, field.name), "player": whose})
    return fit


def unfit_fields(forms: Forms, player: Player) -> Iterator[tuple[str, Refusal]]:
    """The fields with values that the system does not take, and why."""
    for field in forms.player_fields:
        refusal = unfit_value(field, getattr(player, field.name))
        if refusal is not None:
            yield field.name, refusal


def unfit_value(field: PlayerField, value: Any) -> Refusal | None:
    """Why the system does not take that value for the field."""
    if field.least and 0 < value < field.least:
        return Refusal("bad_rating", field.article, {"found": value, "least": field.least})
    if field.most and value > field.most:
        return Refusal("number_out_of_range", field.article, {"found": value, "low": 0, "high": field.most})
    if field.choices and value and value not in field.choices:
        facts = {"field": field.name, "found": value, "known": list(field.choices)}
        return Refusal("bad_particular", field.article, facts)
    return None


def unique_fields(forms: Forms) -> tuple[PlayerField, ...]:
    return tuple(field for field in forms.player_fields if field.unique)


def taken_values(forms: Forms, players: Iterable[Player], *, by_name: bool = False) -> dict[tuple[str, Any], int | str]:
    """The values that nobody else may have."""
    return {
        (field.name, value): player.name if by_name else player.id
        for player in players
        for field in unique_fields(forms)
        if (value := field.same(player)) is not None
    }


def _members(player: Player, *, named: bool) -> list[str]:
    """Who is in the entry (AG1.1, PS3.1). `named`: where nobody is said, those in its name ("Ana & Luis")."""
    told = player.members or (player.name if named else "")
    names = told.split(";") if ";" in told else _BETWEEN.split(told)
    if len(names) == 1 and player.members:
        names = told.split(",")
    return [" ".join(one.split()) for one in names if one.strip()]


def _unfit_members(player: Player) -> Refusal | None:
    if player.size > MOST_MEMBERS:
        return Refusal("number_out_of_range", "AG1.1", {"found": player.size, "low": 2, "high": MOST_MEMBERS})
    return next(filter(None, map(unfit_text, filter(None, player.members.split("; ")))), None)


def _unfit_text(player: Player, known: Player | None) -> Refusal | None:
    for name in TEXTS:
        text = getattr(player, name)
        if name == "members" or (not text and name != "name"):
            continue
        unfit = None if known and text == getattr(known, name) else unfit_text(text, may_be_empty=name != "name")
        if unfit is not None:
            return unfit
    return None


def _unfit_number(player: Player) -> Refusal | None:
    for name in NUMBERS:
        number = getattr(player, name) or 0
        if not 0 <= number <= MOST_NUMBER:
            return Refusal("number_out_of_range", "S4", {"found": number, "low": 0, "high": MOST_NUMBER})
    return None
