"""A language is its files: it is found, declares itself, and nothing else in the program knows it by name."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import Language, described, files, isolated, plural, plural_rules
from tests import pseudo

SOURCE = Path(__file__).parent.parent.parent / "src" / "ronda"
SYSTEMS = SOURCE / "systems"
RULES = {
    "ru": "one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; "
    "many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14; other",
    "ar": "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99; other",
    "ja": "other",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_declares_itself(language: str) -> None:
    own = described(language)
    assert own.name.strip()
    assert plural_rules(language)[-1] == ("other", ())
    assert own.decimal in ".,٫"
    assert own.direction in ("ltr", "rtl")
    assert next(files(language)).is_file()
    re.compile(own.and_before)


def test_no_code_knows_a_language_by_name() -> None:
    """Systems know the language of the hall that they come from; nothing else does."""
    named = re.compile(rf"""["'](?:{"|".join(tag for tag in LANGUAGES if tag != "en")})["']""")
    scripts = {path for ending in ("*.js", "*.html", "*.css") for path in SOURCE.rglob(ending)}
    elements = re.compile(r"""(?:closest|make)\(["']tr["']""")
    wrong = [
        f"{path.relative_to(SOURCE)}: {line}"
        for path in {*SOURCE.rglob("*.py"), *scripts}
        if not path.is_relative_to(SYSTEMS) and "vendor" not in path.parts
        for line in path.read_text("utf-8").splitlines()
        if named.search(elements.sub("", line)) and "Order(" not in line
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "other", 1: "one", 2: "other", 21: "other", Fraction(3, 2): "other"}),
        ("fr", {0: "one", 1: "one", 2: "other", 21: "other", Fraction(3, 2): "one"}),
        ("es", {0: "other", 1: "one", 21: "other"}),
        ("de", {0: "other", 1: "one", 21: "other"}),
        ("tr", {0: "other", 1: "other", 21: "other"}),
        ("ru", {0: "many", 1: "one", 2: "few", 5: "many", 11: "many", 21: "one", 22: "few", Fraction(1, 2): "other"}),
        ("ar", {0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other", 103: "few"}),
        ("ja", {0: "other", 1: "other"}),
    ],
)
def test_plurals_by_the_rules_of_cldr(
    language: str, forms: dict[int | Fraction, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if language in RULES:
        monkeypatch.setattr("ronda.texts.catalogue.described", lambda _: Language("x", RULES[language]))
        plural_rules.cache_clear()
    assert {count: plural(language, count) for count in forms} == forms
    plural_rules.cache_clear()


def test_a_rule_that_cannot_be_read_is_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ronda.texts.catalogue.described", lambda _: Language("x", "one: if it feels like it; other"))
    plural_rules.cache_clear()
    with pytest.raises(ValueError, match="feels"):
        plural("xx", 1)
    plural_rules.cache_clear()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.write(tmp_path_factory.mktemp("texts"))


def spoken(folder: Path, *words: str) -> str:
    """What the command says that has languages of a folder."""
    surroundings = {**os.environ, "RONDA_TEXTS": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "ronda", *words], env=surroundings, capture_output=True, text=True, check=True
    ).stdout


def test_a_sixth_language_is_files_and_no_code(folder: Path, tmp_path: Path) -> None:
    """Every command takes it; what it lacks is told in English."""
    event = str(tmp_path / "club.json")
    spoken(folder, "new", event, "--system", "redemption", "--seed", "1", "--players", players(tmp_path))
    english = spoken(folder, "pair", event)
    for language in pseudo.HEADERS:
        told = spoken(folder, "pair", event, "--lang", language)
        assert len(told.splitlines()) == len(english.splitlines())
        sentences = {line for line in english.splitlines() if line.endswith((".", ")")) or ":" in line}
        assert sentences
        assert not {*told.splitlines()} & sentences
        assert all(name in told for name in ("Ann", "Ben", "Cal", "Dee"))
    (tmp_path / "qpx.json").write_text(json.dumps({"language": {"name": "Half"}, "label.place": "Halb"}), "utf-8")
    assert spoken(tmp_path, "pair", event, "--lang", "qpx").splitlines() == english.splitlines()


def players(folder: Path) -> str:
    (folder / "players.csv").write_text("Ann\nBen\nCal\nDee\n", "utf-8")
    return str(folder / "players.csv")


def test_pseudo_texts_keep_fields_and_forms() -> None:
    text = "{n} {n#one:table|other:tables} of {player:name}"
    assert pseudo.retold(text, pseudo.turned) == "{n} {n#one:ראבלה|other:ראבלהק} סו {player:name}"
    assert pseudo.retold("Pair round {round}", pseudo.longer) == "Påîŕ ŕöûñdåñð {round}"


def test_names_never_change_places() -> None:
    """A name that is written in the other direction is isolated, so that it does not turn what stands beside it."""
    speaker = Speaker("en", {1: "דנה", 2: "יעל", 3: "Ann"}, strict=True)
    assert speaker.name_text([1, 2, 3]) == "\u2068דנה\u2069, \u2068יעל\u2069 and Ann"
    assert speaker.name(1) == "דנה"  # as data
    assert isolated("en", "Ångström") == "Ångström"
    assert isolated("en", isolated("en", "דנה")) == "\u2068דנה\u2069"
