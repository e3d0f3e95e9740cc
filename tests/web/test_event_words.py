"""What an event calls things, on everything that speaks of it: pages, wall, phones, sheets, the terminal. A mêlée has
tables, courts, lanes or fields (M7); domino in Spanish has atletas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

import pytest

from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import OptionValue, Player, Setup, Tournament
from ronda.desk import record_result, rounds
from ronda.desk.settings import change_options
from ronda.sheets import SHEETS
from ronda.systems.declarations import PLACE_WORDS
from ronda.texts import LANGUAGES, Speaker
from tests.sheets.reading import printed
from tests.web.conftest import RESULTS, At
from tests.web.test_versions_seen import pages

# the words of other places; cross tables, Berger tables and the desk are called so in any event
TABLE = {
    "en": r"(?<!cross )(?<!Berger )(?<!as a )\btables?\b(?! of points| above| football)",
    "es": r"\bmesas?\b(?! de control)",
    "de": r"\bTische?n?s?\b",
    "fr": r"\btables?\b(?! de (marque|Berger))",
    "tr": r"\bmasa(?!sı|ya başvur)\w*",
}
LANE = {"en": r"\blanes?\b", "es": r"$^", "de": r"\bBahn(en)?\b", "fr": r"\bterrains?\b", "tr": r"\bsaha\w*"}
COURT = {"en": "court", "es": "pista", "de": "Court", "fr": "court", "tr": "kort"}
TOLD = r'\b(?:title|alt|placeholder|aria-label|data-[\w-]+)="([^"]*)"'
CHOICES = "|".join(
    re.escape(Speaker(language, system="melee").say(f"option.melee.place_word.posted.{word}"))
    for language in LANGUAGES
    for word in PLACE_WORDS
)


def event(desk: At, system: str, options: Mapping[str, OptionValue], players: int = 9) -> str:
    people = [Player(n, f"Name{n}") for n in range(1, players + 1)]
    facts: list[Fact] = [Created(Setup(system, "Club night", {"rounds": 3, **options}, 1)), *map(Entered, people)]
    return desk.runtime.store.create(facts, actor="test").code


def said(page: str) -> str:
    """What a page tells people: its text, and what its attributes say."""
    page = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    told = " ".join(value for value in re.findall(TOLD, page) if " " in value)  # words, no names of things
    text = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page) + " " + told))
    return re.sub(CHOICES, "", text)  # the settings name every word


def seen(desk: At, code: str, system: str, language: str) -> Iterator[tuple[str, str]]:
    """Every page that is about the event, as it is now."""
    mark = desk.runtime.mark(code, 1)
    for path in pages(desk, code, mark, system):
        answer = desk.client.get(path, headers={"accept-language": language}) if code in path else None
        if answer and answer.status_code == 200 and "html" in answer.headers["content-type"]:
            yield path, said(answer.text)


def moments(desk: At, code: str) -> Iterator[str]:
    """An event from its list of players to its end."""
    yield "setup"
    desk.draft(code)
    yield "draft"
    desk.act(code, "publish", rounds.publish)
    yield "published"
    text = RESULTS[desk.tournament(code).setup.system]
    for table in desk.tournament(code).rounds[-1].tables:
        desk.act(code, "result", lambda t, n=table.number: record_result(t, 1, n, text))
    yield "all in"
    desk.play(code)
    desk.play(code)
    desk.act(code, "finish", rounds.finish)
    yield "finished"


def on_paper(tournament: Tournament, language: str) -> str:
    """Every sheet that can be printed of it."""
    found = []
    for sheet in SHEETS:
        try:
            found += [page.extract_text() for page in printed(tournament, sheet, language=language).pages]
        except AssertionError:  # it needs a stage, a prize list
            continue
    assert len(found) > 5
    return re.sub(r"\s+", " ", " ".join(found))


def named(text: str, pattern: str) -> list[str]:
    """The places in a text, with what stands around them."""
    return [text[max(0, found.start() - 60) : found.end() + 40] for found in re.finditer(pattern, text, re.IGNORECASE)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_m7_pages_of_padel_speak_of_courts(desk: At, language: str) -> None:
    code = event(desk, "melee", {"place_word": "court"})
    told, wrong = "", []
    for moment in moments(desk, code):
        for path, text in seen(desk, code, "melee", language):
            told += text
            for others in (TABLE, LANE):
                wrong += [f"{moment} {path}: {found}" for found in named(text, others[language])]
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert len(named(told, COURT[language])) > 100


@pytest.mark.parametrize("system", ["domino", "domino_pairs"])
def test_pages_of_spanish_domino_have_no_jugador(desk: At, system: str) -> None:
    code = event(desk, system, {})
    told, wrong = said(desk.client.get(f"/new/{system}", headers={"accept-language": "es"}).text), []
    wrong += named(told, "jugador")
    for moment in moments(desk, code):
        for path, text in seen(desk, code, system, "es"):
            told += text
            wrong += [f"{moment} {path}: {found}" for found in named(text, "jugador")]
    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert len(named(told, "atleta")) > 50


def test_m7_the_word_can_be_changed_in_the_middle_of_an_event(desk: At) -> None:
    """An event that says nothing has tables; the numbers stay."""
    code = event(desk, "melee", {})
    desk.publish(code)
    for word in ("Table", "Lane", "Field", "Court"):
        if word != "Table":
            desk.act(code, "options", lambda t, w=word: change_options(t, {"place_word": w.lower()}))
        for path in (f"/e/{code}/round/1", f"/{code}", f"/wall/{code}"):
            told = said(desk.client.get(path, headers={"accept-language": "en"}).text)
            assert named(told, rf"\b{word}s?\b"), f"{word}: {path}"


@pytest.mark.parametrize(("preset", "words"), [("padel", "1 court"), ("petanque", "1 lane"), ("", "1 table")])
def test_m7_a_preset_sets_the_word_before_there_is_an_event(desk: At, preset: str, words: str) -> None:
    form = {"name": "Evening", "players": "Ann\nBen\nCal\nDee\nEve", "preset": preset}
    assert words in said(desk.client.post("/new/melee", data=form, headers={"accept-language": "en"}).text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_m7_sheets_of_padel_speak_of_courts(desk: At, language: str) -> None:
    code = event(desk, "melee", {"place_word": "court"})
    desk.publish(code)
    text = on_paper(desk.tournament(code), language)
    wrong = [found for others in (TABLE, LANE) for found in named(text, others[language])]
    assert not wrong, "\n".join(wrong)
    assert named(text, COURT[language])


def test_spanish_domino_has_no_jugador_on_paper(desk: At) -> None:
    code = event(desk, "domino", {})
    desk.play(code)
    desk.publish(code)
    text = on_paper(desk.tournament(code), "es")
    assert not named(text, "jugador")
    assert named(text, "atleta")
