"""Which languages there are, and what each says of itself. A language is its files: a catalogue for what is said in
general, one in the folder of each system. It declares itself in the first of them, under the key `language`: its name,
its plurals, the sign before decimals, where it differs the direction of its lines, the letters of its alphabet, the
marks that a space stands before. Nothing else in the program knows a language by its name.

Languages that are being translated may lie in a folder of their own, named by `RONDA_TEXTS`: `xx.json` in it and
`SYSTEM/xx.json`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from ronda import registry

SOURCE = "en"  # what the others are translated from; what they lack is told in it
HEADER = "language"

_GENERAL = Path(__file__).parent / "catalogues"
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
_BEFORE_THEM = "\u0590"
_ISOLATE, _END = "\u2068", "\u2069"


class Language(msgspec.Struct, frozen=True):
    """What a language says of itself. `plural`: the rules of CLDR, `one: i = 1 and v = 0; other`; `spaced`: the marks
    that a no-break space stands before; `alphabet`: its own letters, each after the one that it follows, `n ñ, s ş`;
    `and_then`: how its "and" sounds before a word that begins like `and_before`."""

    name: str
    plural: str = "other"
    decimal: str = "."
    direction: Literal["ltr", "rtl"] = "ltr"
    spaced: str = ""
    alphabet: str = ""
    and_before: str = ""
    and_then: str = ""

    def capital(self, letter: str) -> str:
        """The capital of a small letter: where the dotless i is a letter of its own, the other one keeps its dot."""
        return "İ" if letter == "i" and "ı" in self.alphabet else letter.upper()

    @property
    def colon(self) -> str:
        """What stands between a label and what it is about."""
        return "\u00a0:" if ":" in self.spaced else ":"


def files(language: str, system: str = "") -> Iterator[Path]:
    """Where the texts of the language may be, in general or of one system; the first that is there counts."""
    own = registry.texts_folder(system) if system else _GENERAL
    for folder in (*([own] if own else []), *(extra / system for extra in _extra())):
        yield folder / f"{language}.json"


def read(language: str, system: str = "") -> Mapping[str, Any]:
    """The file as it stands; nothing where there is none."""
    for path in files(language, system):
        try:
            found: dict[str, Any] = msgspec.json.decode(path.read_bytes())
        except FileNotFoundError:
            continue
        return found
    return {}


def _extra() -> list[Path]:
    named = os.environ.get("RONDA_TEXTS", "")
    return [Path(named)] if named else []


def _found() -> tuple[str, ...]:
    """Every language that has a catalogue: English first, the others by their tags."""
    names = [name for folder in (_GENERAL, *_extra()) if folder.is_dir() for name in os.listdir(folder)]
    tags = {name.removesuffix(".json") for name in names if name.endswith(".json")}
    return (SOURCE, *sorted(tag for tag in tags if _is_tag(tag) and tag != SOURCE))


def _is_tag(text: str) -> bool:
    return len(text) in (2, 3) and text.isascii() and text.isalpha() and text.islower()


LANGUAGES = _found()


@cache
def described(language: str) -> Language:
    """What the language says of itself; English where there is no such language."""
    return Language(**(read(language).get(HEADER) or read(SOURCE)[HEADER]))


def language_names() -> Mapping[str, str]:
    """Every language by its own name."""
    return {language: described(language).name for language in LANGUAGES}


def isolated(language: str, text: str) -> str:
    """The text as a part of a sentence: where it is written in the other direction, it may not drag what stands beside
    it along, or two names would change places."""
    if described(language).direction == "rtl":
        turns = any(sign.isalpha() and not re.match(_RIGHT_TO_LEFT, sign) for sign in text)
    else:
        turns = not text.isascii() and max(text) >= _BEFORE_THEM and re.search(_RIGHT_TO_LEFT, text) is not None
    return f"{_ISOLATE}{text}{_END}" if turns and text[0] != _ISOLATE else text


# --- plurals -------------------------------------------------------------------------------------------------


Relation = tuple[str, int, bool, tuple[tuple[int, int], ...]]


@cache
def plural_rules(language: str) -> tuple[tuple[str, tuple[tuple[Relation, ...], ...]], ...]:
    """The categories of the language, each with its alternatives; `other`, which is always the last, has none."""
    found = []
    for rule in described(language).plural.split(";"):
        category, _, conditions = rule.strip().partition(": ")
        alternatives = conditions.split(" or ") if conditions else []
        found.append((category, tuple(tuple(map(_relation, one.split(" and "))) for one in alternatives)))
    return tuple(found)


def _relation(condition: str) -> Relation:
    """`i % 10 = 2..4,7`: the operand, the divisor (0: none), whether it is to be so, the ranges."""
    match condition.split():
        case [operand, "%", divisor, ("=" | "!=") as sign, said]:
            pass
        case [operand, ("=" | "!=") as sign, said]:
            divisor = "0"
        case _:
            raise ValueError(condition)
    if operand not in ("n", "i", "v"):
        raise ValueError(condition)
    ranges = [part.partition("..") for part in said.split(",")]
    return operand, int(divisor), sign == "=", tuple((int(low), int(high or low)) for low, _, high in ranges)


def plural(language: str, count: object) -> str:
    """Which form the language uses with the number (the categories of CLDR). A list counts its entries; what is no
    number has the form `other`."""
    if isinstance(count, list | tuple):
        count = len(count)
    if isinstance(count, str) or not hasattr(count, "__abs__"):
        return "other"
    size: Any = abs(count)
    operands = {"n": size, "i": int(size), "v": int(size != int(size))}
    for category, alternatives in plural_rules(language):
        if any(all(_holds(relation, operands) for relation in one) for one in alternatives):
            return category
    return "other"


def _holds(relation: Relation, operands: Mapping[str, Any]) -> bool:
    operand, divisor, wanted, ranges = relation
    value = operands[operand] % divisor if divisor else operands[operand]
    return (value == int(value) and any(low <= value <= high for low, high in ranges)) == wanted


def forget() -> None:
    for known in (described, plural_rules):
        known.cache_clear()
