"""What a button says has room on a phone. Which texts stand on buttons is read from the templates; how wide they are in
real pages is measured in the browser (`tests/browser/test_languages.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ronda.core.model import Setup
from ronda.systems import NAMES, system
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import Text, everything

TEMPLATES = Path(__file__).parent.parent.parent / "src" / "ronda" / "web" / "templates"
ON_A_BUTTON = 36  # letters: one line of a button as wide as a phone
IN_THE_RAIL = 16  # beneath an icon, in one or two lines
IN_ONE_LINE = 13  # a word of it that is longer would be broken

HIDDEN = re.compile(r'<span class="sr">.*?</span>', re.DOTALL)
BUTTON = re.compile(
    r"<button\b[^>]*?>(?P<button>.*?)</button>"
    r'|<a\b[^>]*class="[^"]*\bbutton\b[^"]*"[^>]*>(?P<link>.*?)</a>'
    r"|\baction_button\((?P<action>.*?)\) *\}\}",
    re.DOTALL,
)
KEY = re.compile(r"\bt\(\s*'([\w.]+)'(?!\s*~)")
COMPOSED = re.compile(r"\bt\(\s*'([\w.]+)'\s*~")
WAYS = {
    "web.phone.": sorted(
        {meaning for name in NAMES for meaning, _ in system(name).rules.results.form_for(Setup(name)).quick}
    )
}
FIELD = re.compile(r"\{\w+(?::\w+)?\}")


def on_buttons(template: str) -> Iterator[str]:
    """The keys of the texts that stand on its buttons; of keys that are put together, all that begin so."""
    for found in BUTTON.finditer(HIDDEN.sub("", template)):
        words = found["button"] or found["link"] or found["action"] or ""
        yield from KEY.findall(words)
        for begin in COMPOSED.findall(words):
            ends = WAYS.get(begin, ())
            yield from (f"{begin}{end}" for end in ends)
            if not ends:
                yield from (key for key in everything("en") if re.fullmatch(re.escape(begin) + r"\w+", key))


KEYS = sorted({key for path in TEMPLATES.rglob("*.html") for key in on_buttons(path.read_text("utf-8"))})
RAIL = sorted(key for key in everything("en") if key.startswith("web.nav."))


def length(form: str) -> int:
    """With two digits for every number."""
    return len(FIELD.sub("00", re.sub(r"\{\w+#(?:\w+:([^|{}]*)\|?)+\}", r"\1", form)))


def too_long(language: str, keys: list[str], most: int) -> list[str]:
    return [
        f"{key}: {form} ({length(form)})"
        for key in keys
        for form in forms(everything(language)[key])
        if length(form) > most
    ]


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


def test_the_buttons_of_the_templates_are_found() -> None:
    assert len(KEYS) > 100
    assert {"web.start.continue", "web.desk.last_resort", "web.phone.won", "web.settings.download.csv"} <= {*KEYS}
    page = "<button class=\"primary\">{{ t('web.say') }}<span class=\"sr\">{{ t('web.hidden') }}</span></button>"
    assert [*on_buttons(page)] == ["web.say"]
    assert [*on_buttons("<a class=\"button big\" href=\"/\">{{ t('web.open') }}</a> {{ t('web.not') }}")] == [
        "web.open"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_too_long_for_its_button(language: str) -> None:
    assert not too_long(language, KEYS, ON_A_BUTTON)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_too_long_for_the_rail(language: str) -> None:
    assert RAIL
    assert not too_long(language, RAIL, IN_THE_RAIL)
    words = [word for key in RAIL for form in forms(everything(language)[key]) for word in form.split()]
    assert not [word for word in words if len(word) > IN_ONE_LINE]


def test_a_text_that_is_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    long = {"web.say": {"one": "Now", "other": "{n} " + "x" * 34}}
    monkeypatch.setattr("tests.texts.test_button_lengths.everything", lambda _: long)
    assert too_long("en", ["web.say"], ON_A_BUTTON) == [f"web.say: {{n}} {'x' * 34} (37)"]
