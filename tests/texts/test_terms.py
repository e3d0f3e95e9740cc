"""One word per idea: the glossary says which words are not used. No English in another language, and no number without
a form for one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ronda.texts import LANGUAGES
from ronda.texts.catalogue import Text, everything

GLOSSARY = Path(__file__).parent.parent.parent / "docs" / "glossary.md"
ROW = re.compile(r"^\| ([a-z]{2,3}) \| `(.+)` \| .+ \|$", re.MULTILINE)
BANNED = [(language, pattern.replace("\\|", "|")) for language, pattern in ROW.findall(GLOSSARY.read_text("utf-8"))]
TYPED = re.compile(r"\{[^{}]*\}|--[\w-]+|\b[A-Z]{2,}\b|“[^”]*”|«[^»]*»|„[^“]*“|\"[^\"]*\"|\([a-z-]+\)|\b[\w-]+=[\w-]+")
ENGLISH = re.compile(
    r"\b(the|and|with|without|this|which|please|should|were|your|you|they|round|player|been)\b", re.IGNORECASE
)
NOT_COUNTS = {"leader", "who", "player", "opponent", "round", "version", "code", "file", "name", "record", "correct"}
PLURALS = {
    "en": r"(?!is\b|has\b|was\b|gets\b|counts\b)\w+s",
    "es": r"(?!tras\b|dos\b)\w+[oae]s",
    "fr": r"(?!dans\b|fois\b|après\b)\w+[sx]",
}

# Texts that were read: the number is never one (a limit of the program, a field too large for a plan), or it comes from
# a file in which anything may stand.
MORE_THAN_ONE = {
    "web.desk.crowd.joined",
    "web.desk.crowd.phone",
    "web.desk.crowd.waiting",
    "web.rounds.unbeaten",  # of one nothing is said
    "say.metrics_token_short",
    "advice.domino.contingency",  # players of a field
    "advice.domino.variety",
    "alert.many_byes",
    "demo.welcome",
    "finding.forecast_relaxed",
    "finding.many_rounds",
    "finding.player_twice",
    "finding.rematches_ahead.planned",
    "finding.repeat_possible",
    "finding.repeats_ahead",
    "finding.repetitions_ahead",
    "finding.repetitions_ahead.forced_percent",
    "finding.rounds_out_of_bounds",
    "finding.rounds_out_of_bounds.least",
    "finding.too_few_players",
    "finding.too_many_players",
    "import_note.rounds_raised",
    "label.sheet.game",
    "option.redemption.max_score.posted",
    "reason.many_byes",
    "reason.partners_halves",
    "reason.partners_lot",
    "refusal.bad_key",
    "refusal.call_too_often",
    "refusal.not_a_picture",
    "refusal.rounds_out_of_bounds",
    "refusal.rounds_out_of_bounds.least",
    "refusal.text_too_long",
    "refusal.too_few_players",
    "refusal.too_many_players",
    "refusal.trf_too_many_points",
    "refusal.trf_too_many_rounds",
    "refusal.walls_full",
    "relaxation.free_game_on_entry",
    "say.bad_idle_hours",
    "say.bad_workers",
    "say.few_descriptors",
    "say.password_ask",
    "say.password_length",
    "say.the_byes",
    "say.workers_need_postgresql",
    "unimportable.too_large",
    "unreadable.cell_too_far",
    "unreadable.too_deep",
    "unreadable.too_large",
    "unreadable.too_long",
    "unreadable.unpacks_too_large",
    "web.apart.too_many",
    "web.password.least",
    "web.password.length",
    "web.plots.too_many",
    "web.wall.say_last",
    "web.walls.text_about",
}


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


def test_the_glossary_bans_words_of_every_language() -> None:
    assert {language for language, _ in BANNED} == set(LANGUAGES)


@pytest.mark.parametrize(("language", "pattern"), BANNED)
def test_words_that_are_not_used(language: str, pattern: str) -> None:
    banned = re.compile(pattern, re.IGNORECASE)
    texts = everything(language).items()
    assert not [f"{key}: {form}" for key, text in texts for form in forms(text) if banned.search(form)]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_english_in_another_language(language: str) -> None:
    """What is typed as it stands (options, names of columns, what is quoted) may be English."""
    texts = everything(language).items()
    assert not [f"{key}: {form}" for key, text in texts for form in forms(text) if ENGLISH.search(TYPED.sub("", form))]


def test_english_in_another_language_is_found() -> None:
    assert ENGLISH.search(TYPED.sub("", "Die round ist vorbei"))
    assert ENGLISH.search(TYPED.sub("", "{player:name} and {other:name}"))
    assert not ENGLISH.search(TYPED.sub("", "Mit --round N oder „the“ (with-names)"))


def untranslated(language: str) -> list[str]:
    """Texts of several words that are those of English, letter by letter."""
    found = []
    for key, text in everything(language).items():
        words = re.findall(r"[^\W\d_]{3,}", TYPED.sub("", " ".join(forms(text))))
        if len(words) >= 3 and text == everything("en").get(key):
            found.append(key)
    return found


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_text_is_translated(language: str) -> None:
    assert not untranslated(language)
    assert len(untranslated("en")) > 500


def without_forms(language: str) -> Iterator[str]:
    """Texts in which a noun in the plural follows a number, and there is no form for one."""
    found = re.compile(rf"\{{(\w+)\}}[ \u00a0](?:(?:game|printable|simulated) )?({PLURALS[language]})\b")
    for key, text in everything(language).items():
        own = None if isinstance(text, str) else text.get("by", "n")
        for form in forms(text):
            flat = re.sub(r"\{\w+#(?:[^{}]|\{\w+\})*\}", "", form)
            if any(match[1] != own and match[1] not in NOT_COUNTS for match in found.finditer(flat)):
                yield key


@pytest.mark.parametrize("language", PLURALS)
def test_every_number_has_a_form_for_one(language: str) -> None:
    assert not {*without_forms(language)} - MORE_THAN_ONE


def test_what_was_read_is_still_so() -> None:
    assert {key for language in PLURALS for key in without_forms(language)} >= MORE_THAN_ONE
