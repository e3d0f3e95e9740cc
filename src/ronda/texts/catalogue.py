"""The catalogues: one file for each language, read when the language is first spoken. Each system has its own beside
them, in its folder; what a system says comes before what is said in general. Beside the
languages stand `variants.json`: which texts have variants, and when each of them is told; and `further.json`: which
texts follow the one of a verdict, and when. And the languages that there are, each with what it says of itself."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
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
        if any(all(_counts(relation, operands) for relation in one) for one in alternatives):
            return category
    return "other"


def _counts(relation: Relation, operands: Mapping[str, Any]) -> bool:
    operand, divisor, wanted, ranges = relation
    value = operands[operand] % divisor if divisor else operands[operand]
    return (value == int(value) and any(low <= value <= high for low, high in ranges)) == wanted


BUTTON = "button"  # `{button:web.start.new}`: what that button says
OWN_WORDS = "words"  # the key in the file of a system under which its own words stand
WHERE = "where"  # what the event calls the place of a game: `{where.name}` is the text `where.name`

Text = str | Mapping[str, str]
Texts = Mapping[str, Text]
# by key: the end of the variant's key, or the key of the text that follows, and its condition
Conditions = Mapping[str, Mapping[str, str]]


@cache
def catalogue(language: str) -> Texts:
    """The texts of the language that belong to no system; none where there is no such catalogue."""
    return {key: text for key, text in read(language).items() if key != HEADER}


@cache
def of_system(language: str, system: str) -> Texts:
    """The texts of one system."""
    return {key: text for key, text in _file(language, system).items() if key != OWN_WORDS}


@cache
def own_words(language: str, system: str) -> Mapping[str, str]:
    """The words of one system, by those of all texts that they stand in place of: *atleta* for *jugador*. Such a word
    needs no other articles or endings beside it."""
    found: Mapping[str, str] = _file(language, system).get(OWN_WORDS, {})
    return found


def _file(language: str, system: str) -> Mapping[str, Any]:
    return read(language, system) if system else {}


@cache
def _to_replace(language: str, system: str) -> re.Pattern[str]:
    longest_first = sorted(own_words(language, system), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def reworded(text: str, language: str, system: str) -> str:
    """The text with the system's own words; one with a capital stays one."""
    own = own_words(language, system)
    if not own:
        return text

    def replaced(found: re.Match[str]) -> str:
        word = own[found[0].lower()]
        return word[0].upper() + word[1:] if found[0][0].isupper() else word

    return _to_replace(language, system).sub(replaced, text)


@cache
def everything(language: str) -> Texts:
    """All texts of the language: the general ones, and those of every system that are not among them."""
    found: dict[str, Text] = {}
    for texts in (catalogue(language), *(of_system(language, name) for name in registry.names())):
        found = {**texts, **found}
    return found


@cache
def variants(system: str) -> Conditions:
    """The variants of every text, for one who speaks of that system, or of any: its own before the general ones."""
    return _conditions(system, "variants.json")


@cache
def further(system: str) -> Conditions:
    """The texts that follow the one of a verdict, in the same way."""
    return _conditions(system, "further.json")


def _conditions(system: str, name: str) -> Conditions:
    folders = [registry.texts_folder(one) for one in ((system,) if system else registry.names())]
    found: dict[str, dict[str, str]] = {}
    for folder in (*folders, _GENERAL):
        for key, own in conditions_in(folder, name).items() if folder else ():
            found[key] = {**found.get(key, {}), **own}
    return found


def conditions_in(folder: Path, name: str) -> Conditions:
    """What the folder says about variants, or about texts that follow."""
    try:
        found: Conditions = msgspec.json.decode((folder / name).read_bytes())
    except FileNotFoundError:
        return {}
    return found


def variant(key: str, facts: Mapping[str, Any], article: str = "", system: str = "") -> str:
    """The key of the text that is told of these facts: of the first variant whose condition holds, else the key."""
    own = variants(system).get(key, {})
    return next((f"{key}.{ends}" for ends, condition in own.items() if _holds(condition, facts, article)), key)


def following(key: str, facts: Mapping[str, Any], article: str = "", system: str = "") -> list[str]:
    """The keys of the texts that are told of these facts after the one with that key."""
    own = further(system).get(key, {})
    return [variant(text, facts, article, system) for text, when in own.items() if _holds(when, facts, article)]


def _holds(condition: str, facts: Mapping[str, Any], article: str) -> bool:
    """`has FACT`: it is there; `some FACT`: it is there, and neither empty nor 0; `no FACT`: it is there, and it is;
    `article A`: the verdict is by that article."""
    match condition.split():
        case ["has", name]:
            return name in facts and facts[name] != ""
        case ["no", name]:
            return name in facts and not facts[name]
        case ["some", name]:
            return bool(facts.get(name))
        case ["article", name]:
            return article == name
        case _:
            raise ValueError(condition)


def forget() -> None:
    """Read the texts again, of the systems that are there now."""
    registry.forget()
    for cached in (
        *(described, plural_rules, catalogue, of_system, own_words),
        *(_to_replace, everything, variants, further),
    ):
        cached.cache_clear()


def known(key: str, system: str = "") -> bool:
    """Whether there is such a text, for one who speaks of that system, or of any."""
    if key in of_system("en", system) or key in catalogue("en"):
        return True
    return not system and key in everything("en")


def template(language: str, key: str, facts: Mapping[str, Any], system: str = "") -> str | None:
    """The text with its fields still open, in the form that the number asks for. The system's own comes first; what
    only another one has is found as well, since there are pages about all of them."""
    text = of_system(language, system).get(key) if system else None
    if text is None:
        text = catalogue(language).get(key)
    if text is None:
        text = everything(language).get(key)
    if text is None:
        return None
    said = text if isinstance(text, str) else choice(language, text, facts.get(text.get("by", "n")))
    return reworded(said, language, system)


def choice(language: str, forms: Mapping[str, str], value: object) -> str:
    """What a selector within a text says of a number or a word: `{n#one:…|other:…}`, `{where#lane:…|other:…}`."""
    form = value if isinstance(value, str) and value in forms else plural(language, value)
    return forms[form if form in forms else "other"]


def selector(name: str, spec: str) -> tuple[str, Mapping[str, str]] | None:
    """The fact that a selector counts, and its forms; nothing where the field is an ordinary one."""
    fact, mark, first = name.partition("#")
    if not mark:
        return None
    return fact, dict(_form(part) for part in f"{first}:{spec}".split("|"))


def is_where(name: str) -> bool:
    """Whether the field is the word of the event for the place of a game, in one of its forms: `{where.name}`."""
    return name.startswith(f"{WHERE}.")


def _form(part: str) -> tuple[str, str]:
    form, colon, said = part.partition(":")
    if not colon:
        raise ValueError(part)
    return form, said


def fields(text: Text) -> Iterator[tuple[str, str]]:
    """Each field of the text, in any of its forms and within its selectors, and how it is to be told."""
    for said in [text] if isinstance(text, str) else [said for form, said in text.items() if form != "by"]:
        for _, name, spec, _ in Formatter().parse(said):
            if name is None or name == BUTTON or is_where(name):
                continue
            chosen = selector(name, spec or "")
            if chosen is None:
                yield name, spec or ""
            else:
                for form in chosen[1].values():
                    yield from fields(form)
