"""Apostrophes, no-break spaces and quotation marks are those of the language, in every catalogue."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent.parent


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("typeset_texts", ROOT / "tools" / "typeset_texts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = _tool()


@pytest.mark.parametrize(
    ("language", "typed", "set_so"),
    [
        ("en", "the director's name, the opponents' points", "the director’s name, the opponents’ points"),
        (
            "fr",
            "l'indice : qu'est-ce ? « oui » ; 5 %",
            "l’indice\u00a0: qu’est-ce\u00a0? «\u00a0oui\u00a0»\u00a0; 5\u00a0%",
        ),
        ("fr", "à 10:30 sur http://127.0.0.1", "à 10:30 sur http://127.0.0.1"),
        ("tr", "Enter'a, 0'dan", "Enter’a, 0’dan"),
        ("de", "{value} % von „allem“", "{value}\u00a0% von „allem“"),
        ("es", '--approve "NAME: REASON"', '--approve "NAME: REASON"'),
    ],
)
def test_how_a_text_is_set(language: str, typed: str, set_so: str) -> None:
    assert TOOL.typeset(language, typed) == set_so
    assert TOOL.typeset(language, set_so) == set_so


@pytest.mark.parametrize("path", list(TOOL.files()), ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_text_is_set_by_its_language(path: Path) -> None:
    texts = json.loads(path.read_bytes())
    wanted = TOOL.typeset_texts(path.stem, texts)
    assert not [key for key in texts if texts[key] != wanted[key]], "run python tools/typeset_texts.py"


def test_pages_set_the_colon_by_the_language() -> None:
    """`{{ t.colon }}` between a label and what it is about: French has a space before it."""
    templates = ROOT / "src" / "ronda" / "web" / "templates"
    typed = re.compile(r"(?:\}\}|</span>|%\}|class=\"sr\">): ")
    assert not [path.name for path in templates.rglob("*.html") if typed.search(path.read_text("utf-8"))]


_NAME = r"\{(?:\w+:(?:name|actor)|name|event|club|who|by)\}"
_ELIDED = re.compile(rf"(?i)\b(?:de|que|jusque|lorsque|puisque|quoique) {_NAME}")


@pytest.mark.parametrize("path", [p for p in TOOL.files() if p.stem == "fr"], ids=lambda path: path.parent.parent.name)
def test_no_french_word_that_is_elided_stands_before_a_name(path: Path) -> None:
    """Names may begin with a vowel: d’Ana, qu’Élise."""
    texts = json.loads(path.read_bytes())
    assert not [key for key, text in texts.items() if _ELIDED.search(json.dumps(text, ensure_ascii=False))]


def test_it_finds_them() -> None:
    assert _ELIDED.search("Droits de {player:name}\u00a0: {amount}")
    assert not _ELIDED.search("Droits, {player:name}\u00a0: la ronde de {n} joueurs")


@pytest.mark.parametrize("path", [p for p in TOOL.files() if p.stem == "es"], ids=lambda path: path.parent.parent.name)
def test_no_spanish_and_or_or_stands_before_a_name(path: Path) -> None:
    """Names may begin with i or o: e Isabel, u Olga."""
    texts = json.loads(path.read_bytes())
    before = re.compile(rf"\b[yo] {_NAME}")
    assert not [key for key, text in texts.items() if before.search(json.dumps(text, ensure_ascii=False))]
