"""The catalogues: one file for each language, read when the language is first spoken. Each system has its own beside
them, in its folder (`languages` finds them); what a system says comes before what is said in general. Beside the
languages stand `variants.json`: which texts have variants, and when each of them is told; and `further.json`: which
texts follow the one of a verdict, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from ronda import registry
from ronda.texts import languages
from ronda.texts.languages import HEADER, plural

BUTTON = "button"  # `{button:web.start.new}`: what that button says
OWN_WORDS = "words"  # the key in the file of a system under which its own words stand
WHERE = "where"  # what the event calls the place of a game: `{where.name}` is the text `where.name`

Text = str | Mapping[str, str]
Texts = Mapping[str, Text]
# by key: the end of the variant's key, or the key of the text that follows, and its condition
Conditions = Mapping[str, Mapping[str, str]]

_GENERAL = Path(__file__).parent / "catalogues"


@cache
def catalogue(language: str) -> Texts:
    """The texts of the language that belong to no system; none where there is no such catalogue."""
    return {key: text for key, text in languages.read(language).items() if key != HEADER}


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
    return languages.read(language, system) if system else {}


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
    languages.forget()
    for read in (catalogue, of_system, own_words, _to_replace, everything, variants, further):
        read.cache_clear()


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
