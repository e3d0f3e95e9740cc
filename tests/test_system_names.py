"""No name of a system outside `systems/`: what is told of one anywhere else, it declares itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ronda
from ronda.systems import console_system, names
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import catalogue, of_system

SOURCE = Path(ronda.__file__).parent
KINDS = {".py", ".html", ".js", ".css", ".typ", ".json", ".svg", ".md", ".txt"}
# what people call the games that have a system; a text that belongs to no system speaks of none of them
GAMES = re.compile(
    r"chess|ajedrez|satran[cç]|(?<!ver)schach|échecs|domin(?:o|ó|os)\b|p[ée]tan(?:que|ca|k)|m[êe]l[ée]e|melé\b",
    re.IGNORECASE,
)
# a form of play that every game knows, a program of others, and words that nobody should choose for a password
FORM = re.compile(r"round[_ ]robin|swiss[- ]manager|event evento swiss", re.IGNORECASE)
# the rulebook's own word for a stage of that form (ST1.1)
STAGE = '"robin"'
PLANS = (SOURCE / "core/stage_plan.py", SOURCE / "stages/forecast.py")
# one was chosen: for demonstrations, and as the one whose events somebody else's tables hold (R7)
CHOSEN = (SOURCE / "cli/commands.py", SOURCE / "lab/simulate.py", SOURCE / "store/importing/event.py")
CHOICE = re.compile(r'^(DEMONSTRATED|SYSTEM) = "[a-z_]+"')


def named(text: str) -> list[str]:
    """The lines in which a system is named: quoted, as an identifier or part of one, or in a comment."""
    word = re.compile(rf"(?<![a-z])({'|'.join(names())})(?![a-z])", re.IGNORECASE)
    return [line.strip() for line in text.splitlines() if word.search(FORM.sub("", line))]


def test_no_system_is_named_outside_its_folder() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {line}"
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in KINDS and not (path.is_relative_to(SOURCE / "systems") and path.parent != SOURCE / "systems")
        for line in named(path.read_text("utf-8"))
        if path not in PLANS or named(line.replace(STAGE, ""))
        if path not in CHOSEN or not CHOICE.match(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_general_texts_speak_of_no_game(language: str) -> None:
    found = [f"{key}: {text}" for key, text in catalogue(language).items() if GAMES.search(f"{key} {text}")]
    assert not found, "\n".join(found)


def test_the_dialogue_on_the_terminal_speaks_in_words_of_its_system() -> None:
    """Its questions are about colours, codes of results and ratings of one game."""
    modules = [SOURCE / "cli" / name for name in ("console.py", "dialogue.py")]
    asked = {key for path in modules for key in re.findall(r'"(console\.[a-z_]+)"', path.read_text("utf-8"))}
    assert asked
    for language in LANGUAGES:
        assert not [key for key in catalogue(language) if key.startswith("console.")]
        assert {*asked, "help.console"} <= of_system(language, console_system().id).keys()


def test_a_name_is_found_wherever_it_stands() -> None:
    name = names()[0]
    for line in (
        f'if system == "{name}":',
        f".{name}-table {{}}",
        f"def {name}_only():",
        f"data-{name}",
        f"// {name.title()}",
    ):
        assert named(line) == [line]
    assert not named(f"{name}board")
