"""Places and faults in somebody's five tables, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from ronda.cli.output import Output
from ronda.store.database.location import shown_url
from ronda.store.importing.rows import NotImportable

MOST_NAMES = 20


def source_label(source: str) -> str:
    """What the user named, without a password."""
    if "://" not in source:
        return source
    try:
        return shown_url(make_url(source))
    except (ArgumentError, ValueError):
        return f"{source.partition('://')[0]}://…"


def place_of(trouble: NotImportable, output: Output) -> str:
    """Tournament, line, table, row and column, as far as they are known."""
    parts = [("tournament", trouble.tournament), ("line", trouble.line), ("table", trouble.table)]
    parts += [("row", trouble.row), ("column", trouble.column)]
    return place([(what, value) for what, value in parts if value is not None], output)


def place(parts: Sequence[tuple[str, object]], output: Output) -> str:
    return ", ".join(output.say(f"label.place.{what}", value=tellable(value)) for what, value in parts)


def fault_text(trouble: NotImportable, output: Output) -> str:
    return output.say(f"unimportable.{trouble.code}", **plain(trouble.facts))


def plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tellable(value) for key, value in facts.items()}


def tellable(value: object) -> object:
    """As it can be told: text from elsewhere may hold anything, also what a terminal would obey."""
    match value:
        case str():
            return "".join(sign if sign.isprintable() else "�" for sign in value)
        case float():
            return Fraction(value).limit_denominator(1000)
        case list() if value and isinstance(value[0], Mapping):
            names = [f"{one['name']} ({one['code'] or one['id']})" for one in value[:MOST_NAMES]]
            return [tellable(name) for name in names] + ["…"] * (len(value) > MOST_NAMES)
        case _:
            return value


def plain_value(value: object) -> object:
    """A value of a row as JSON has it."""
    match value:
        case datetime():
            return value.isoformat(timespec="seconds")
        case float() if value == int(value):
            return int(value)
        case None | str() | int() | float():
            return value
        case _:  # a uuid, or whatever else a database has
            return str(value)


def shown_value(value: object, output: Output) -> str:
    """A value of a row as people read it."""
    match plain_value(value):
        case None:
            return "–"
        case bool(flag):
            return output.say("label.yes" if flag else "label.no")
        case int() | float() as number:
            return output.speaker.number(Fraction(number))
        case other:
            return str(tellable(str(other)))
