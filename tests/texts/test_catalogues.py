"""The catalogues say the same things, and everything that the program needs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from string import Formatter

import pytest

from ronda import registry
from ronda.systems import NAMES
from ronda.systems.declarations import PLACE_WORDS
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import (
    HEADER,
    OWN_WORDS,
    WHERE,
    Text,
    Texts,
    everything,
    is_where,
    of_system,
    plural,
    plural_rules,
    selector,
)
from ronda.texts.catalogue import catalogue as general
from ronda.texts.catalogue import fields as told_fields
from tests.texts.wanted import unknown_families, wanted_keys

FOLDER = Path(general.__wrapped__.__code__.co_filename).parent / "catalogues"
NAMESPACES = {"reason", "relaxation", "finding", "refusal", "unreadable", "skipped"}  # verdicts
NAMESPACES |= {"criterion", "term", "option", "system", "label", "help", "say", "note", "alert", "step", "word"}
NAMESPACES |= {"console", "demo", "way"}  # only on the command line
NAMESPACES |= {"action", "log", "phase", "problem", "recover", "replay", "seal"}  # the store
NAMESPACES |= {"copy", "import_note", "tables", "unimportable"}
NAMESPACES |= {"confirm", "trouble", "web"}  # the desk in the browser
NAMESPACES |= {"collection", "season"}  # several events
NAMESPACES |= {"sheet"}  # paper
NAMESPACES |= {"bye_kind"}
NAMESPACES |= {"appeal", "card", "penalty"}  # what judges give
NAMESPACES |= {"defect", "defect_at", "defect_field", "tiebreak"}  # report files and standings
NAMESPACES |= {
    "advice",
    "category",
    "in_force",
    "player_note",
    "preset",
    "result",
}  # what a system says of an event as a whole
NAMESPACES |= {WHERE}  # what the event calls the place of a game


catalogue = everything  # what is said here holds for the texts of every system too


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


def fields(text: Text) -> set[tuple[str, str]]:
    """Each field of the text, in any of its forms, and how it is to be told."""
    return {*told_fields(text)}


def selectors(text: Text) -> list[tuple[str, Mapping[str, str]]]:
    """Each selector of the text: the number that it depends on, and its forms."""
    parsed = [field for form in forms(text) for field in Formatter().parse(form)]
    return [found for _, name, spec, _ in parsed if name is not None and (found := selector(name, spec or ""))]


def test_every_needed_text_is_there() -> None:
    needed = wanted_keys()
    missing = [f"{key}  ({where})" for key, where in sorted(needed.items()) if key not in catalogue("en")]
    assert not missing, "texts to be written:\n" + "\n".join(missing)


def test_every_key_put_together_is_spelled_out() -> None:
    unknown = unknown_families()
    assert not unknown, "to be added to FAMILIES in wanted.py:\n" + "\n".join(unknown)


def test_all_languages_have_the_same_keys() -> None:
    everything = {key for lang in LANGUAGES for key in catalogue(lang) if not is_where(key)}
    missing = [f"{lang}: {key}" for lang in LANGUAGES for key in sorted(everything - catalogue(lang).keys())]
    assert not missing, "texts to be translated:\n" + "\n".join(missing)


@pytest.mark.parametrize("name", NAMES)
def test_all_languages_of_a_system_have_the_same_keys(name: str) -> None:
    """What it says in place of a general text it may say in one language alone: only French has a word of its own for a
    round of pétanque."""
    own = {
        language: {key for key in of_system(language, name).keys() - general(language).keys() if not is_where(key)}
        for language in LANGUAGES
    }
    assert own["en"]
    assert {language: keys ^ own["en"] for language, keys in own.items()} == {language: set() for language in LANGUAGES}


@pytest.mark.parametrize("name", NAMES)
def test_a_system_repeats_no_general_text(name: str) -> None:
    """A copy would hide what is changed in the general one later."""
    copies = [
        f"{language}: {key}"
        for language in LANGUAGES
        for key, text in of_system(language, name).items()
        if general(language).get(key) == text
    ]
    assert not copies


def test_general_texts_name_no_system() -> None:
    assert not [key for key in general("en") if not set(NAMES).isdisjoint(key.split("."))]


@pytest.mark.parametrize("name", NAMES)
def test_a_text_of_a_system_names_no_other(name: str) -> None:
    others = {other for other in NAMES if other != name}
    assert not [key for key in of_system("en", name) if not others.isdisjoint(key.split("."))]


def test_all_languages_have_the_same_fields() -> None:
    english = catalogue("en")
    wrong = [
        f"{language}: {key}: {sorted(fields(text))}, English has {sorted(fields(english[key]))}"
        for language in LANGUAGES
        for key, text in catalogue(language).items()
        if key in english and fields(text) != fields(english[key])
    ]
    assert not wrong, "\n".join(wrong)


def buttons(language: str) -> dict[str, set[str]]:
    """The buttons that texts name."""
    named = {
        key: {spec or "" for form in forms(text) for _, name, spec, _ in Formatter().parse(form) if name == "button"}
        for key, text in catalogue(language).items()
    }
    return {key: keys for key, keys in named.items() if keys}


def test_guides_call_buttons_as_they_are_called() -> None:
    assert {key for named in buttons("en").values() for key in named} <= catalogue("en").keys()
    for language in LANGUAGES:
        assert buttons(language) == buttons("en")
        told = Speaker(language, strict=True).say("web.guide.director.10")
        assert Speaker(language, strict=True).say("web.nav.print") in told


def test_what_may_be_nothing_has_a_word_for_it() -> None:
    """`{heading:label.heading}` is the heading, or the text `label.heading.None` where there is none."""
    wanted = {f"{spec}.None" for text in catalogue("en").values() for _, spec in fields(text) if "." in spec}
    assert wanted
    assert wanted <= catalogue("en").keys()
    speaker = Speaker("en", strict=True)
    assert speaker.say("note.ignored_column", column=3, heading="Phone") == "Column 3 was not used (Phone)."
    assert speaker.say("note.ignored_column", column=3, heading=None) == "Column 3 was not used (no heading)."


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_whole(language: str) -> None:
    wrong, wanted = [], {category for category, _ in plural_rules(language)}
    for key, text in catalogue(language).items():
        if key.partition(".")[0] not in NAMESPACES:
            wrong.append(f"{key}: unknown namespace")
        if any(not form.strip() or form != form.strip() for form in forms(text)):
            wrong.append(f"{key}: empty, or space around it")
        if is_where(key):
            continue
        if isinstance(text, Mapping) and (text.keys() - {"by"} != wanted or len(wanted) == 1):
            wrong.append(f"{key}: must have the forms {wanted}, and none that is never shown")
        if isinstance(text, Mapping) and text.get("by", "n") not in {name for name, _ in fields(text)}:
            wrong.append(f"{key}: does not say the number it depends on")
        for fact, chosen in selectors(text):
            if fact == WHERE:
                continue
            if chosen.keys() != wanted or len({*chosen.values()}) < 2:
                wrong.append(f"{key}: a selector of {fact} must have the forms {wanted}, and they must differ")
            if fact not in {name for name, _ in fields(catalogue("en")[key])}:
                wrong.append(f"{key}: no fact {fact} to select by")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_for_the_place_of_a_game_has_every_form_that_is_used(language: str) -> None:
    """Each language has the forms that its own texts need, each for every word; what agrees with it knows all."""
    found = {key: text for name in NAMES for key, text in of_system(language, name).items()}
    used = set(re.findall(r"\{(where\.\w+)\}", json.dumps([*found.values()])))
    declared = {key: text for key, text in found.items() if is_where(key)}
    assert used
    assert used == declared.keys()
    assert not [key for key, text in declared.items() if set(text) != {"by", *PLACE_WORDS}]
    agreeing = [chosen.keys() for text in found.values() for fact, chosen in selectors(text) if fact == WHERE]
    assert all(
        words <= {*PLACE_WORDS, "other"} and ("other" in words or len(words) == len(PLACE_WORDS)) for words in agreeing
    )


@pytest.mark.parametrize("language", [one for one in LANGUAGES if plural(one, 0) == plural(one, 1)])
def test_where_nothing_is_said_as_one_is_the_number_stands_there(language: str) -> None:
    """French has one form for 0 and for 1: a "1" that is written out would be said of 0."""
    singular = plural(language, 1)
    wrong = []
    for folder, read in files():
        for key, text in read(language).items():
            said = [(text.get("by", "n"), text[singular])] if isinstance(text, Mapping) and not is_where(key) else []
            said += [(fact, chosen[singular]) for fact, chosen in selectors(text) if fact != WHERE]
            ones = [
                form for fact, form in said if re.search(r"(?<![\w.,])1(?![\w.,])", form) and f"{{{fact}" not in form
            ]
            wrong += [f"{folder.parent.name}: {key}: {form}" for form in ones]
    assert not wrong


def files() -> Iterator[tuple[Path, Callable[[str], Texts]]]:
    """Every folder of texts, and how the program reads it."""
    yield FOLDER, general
    for name in NAMES:
        folder = registry.texts_folder(name)
        assert folder is not None
        yield folder, partial(_of_system, name)


def _of_system(name: str, language: str) -> Texts:
    return of_system(language, name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("folder", "texts"), [*files()])
def test_files_are_sorted_and_plain(folder: Path, texts: Callable[[str], Texts], language: str) -> None:
    written = (folder / f"{language}.json").read_text("utf-8")
    header = {key: text for key, text in json.loads(written).items() if key in (HEADER, OWN_WORDS)}
    pairs: list[tuple[str, Text]] = json.loads(written, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), "a key is there twice"
    assert keys == sorted(keys), "to be sorted by key"
    assert (
        written == json.dumps(dict(sorted({**texts(language), **header}.items())), ensure_ascii=False, indent=2) + "\n"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_do_not_speak_of_options(language: str) -> None:
    """They are read in the browser, too; what helps on the command line is said there (`way.…`)."""
    verdicts = ("reason", "relaxation", "finding", "refusal", "confirm", "trouble")
    texts = {key: text for key, text in catalogue(language).items() if key.partition(".")[0] in verdicts}
    assert not [key for key, text in texts.items() if any(re.search("--[a-z]", form) for form in forms(text))]


def test_turkish_never_bends_a_name() -> None:
    """A suffix would have to follow the vowels of the name, so no letter or apostrophe follows a field."""
    for key, text in catalogue("tr").items():
        for form in forms(text):
            for part in form.split("}")[1:]:
                assert not part.startswith(("'", "’")), key
                assert not part[:1].isalpha(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_for_the_last_results_are_different(language: str) -> None:
    """In the column of the standings nobody takes a bye for a draw, or a loss."""
    letters = [catalogue(language)[f"web.form.{outcome}"] for outcome in ("win", "draw", "loss", "bye", "absent")]
    assert len({*map(str, letters)}) == len(letters)
