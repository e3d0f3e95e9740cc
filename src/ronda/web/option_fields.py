"""The options of a system as fields of a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ronda.core.model import OptionValue, Tournament
from ronda.desk.settings import frozen_options
from ronda.formats.tournament.writing import option_value
from ronda.systems import Option, system
from ronda.texts.catalogue import known
from ronda.web.language import Words

FIRST = ("rounds", "target", "max_score", "minutes", "round_minutes")  # the rest stands under "more options"


@dataclass(frozen=True, slots=True)
class OptionField:
    """One field. `choices` are values with their sentences; without any it is a number, and `label` says which; without
    a `step` it is a text, and `about` may say what to write there.
    `frozen` is why it stays as it is: since the first "draw" or "result"."""

    system: str
    name: str
    label: str
    value: str
    article: str
    choices: tuple[tuple[str, str], ...] = ()
    low: str = ""
    high: str = ""
    step: str = "1"
    automatic: bool = False
    about: str = ""
    example: str = ""
    frozen: str = ""
    error: str = ""

    @property
    def first(self) -> bool:
        return self.name in FIRST


def option_fields(
    name: str, given: Mapping[str, str], words: Words, errors: Mapping[str, str] | None = None
) -> list[OptionField]:
    """The fields with what was typed into them, or else the defaults."""
    return [
        _field(
            name,
            option,
            given.get(option.name, as_text(option, option.default)),
            words,
            (errors or {}).get(option.name, ""),
        )
        for option in system(name).rules.options
    ]


def settled_fields(tournament: Tournament, words: Words) -> list[OptionField]:
    """The fields with the values in force; those that can no longer be changed say so."""
    setup = tournament.setup
    rules = system(setup.system).rules
    given = {option.name: as_text(option, rules.option(setup, option.name)) for option in rules.options}
    frozen = frozen_options(tournament)
    return [
        replace(field, frozen=option.frozen_after or "", article=frozen[field.name]) if field.name in frozen else field
        for option, field in zip(rules.options, option_fields(setup.system, given, words), strict=True)
    ]


def as_text(option: Option, value: OptionValue) -> str:
    """The value as it stands in a field; nothing stands there where the system finds it itself."""
    shown: Any = option_value(option, value)
    if shown is None or (option.nothing and shown == option.nothing):
        return ""
    return str(shown).lower() if isinstance(shown, bool) else str(shown)


def _field(name: str, option: Option, value: str, words: Words, error: str) -> OptionField:
    values: tuple[OptionValue, ...] = (True, False) if option.kind == "bool" else option.choices
    if values and option.default is None:
        values = (None, *values)
    short = f"web.option.{name}.{option.name}"
    return OptionField(
        name,
        option.name,
        "" if values or known(short, name) else words(option.text(name)),
        value,
        option.article,
        tuple((as_text(option, one), _sentence(name, option, one, words)) for one in values),
        as_text(option, option.low),
        as_text(option, option.high),
        {"halves": "0.5", "text": ""}.get(option.kind, "1"),
        option.default is None,
        words(f"{short}.about") if known(f"{short}.about", name) else "",
        option.example,
        error=error,
    )


def _sentence(name: str, option: Option, value: OptionValue, words: Words) -> str:
    key = f"{option.text(name)}.posted"
    if option.kind == "int" and value is not None:
        return words(key, value=value)
    return words(f"{key}.{'auto' if value is None else value}")
