"""The words of an event's system on pages that are about many events or about none yet; numbers, money and keys in the
way of the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ronda.systems import system
from ronda.texts import LANGUAGES, Speaker
from ronda.web import rendering
from tests.web.conftest import At

OWN = Path(rendering.__file__).parent


def page(desk: At, path: str, language: str = "fr") -> str:
    answer = desk.client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    return answer.text


def shown(desk: At, path: str, language: str = "fr") -> str:
    """The text of a page: no tags, no addresses."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page(desk, path, language)))


def test_the_start_page_speaks_of_each_event_in_its_words(desk: At) -> None:
    melee, chess = desk.make("melee", players=8), desk.make("chess", players=8)
    assert "avant la partie 1" in shown(desk, "/")
    for code in (melee, chess):
        desk.play(code)
    told = shown(desk, "/")
    assert "Partie 1 : tous les résultats sont saisis" in told.replace("\xa0", " ")
    assert "Ronde 1 : tous les résultats sont saisis" in told.replace("\xa0", " ")
    assert "Apparier la partie 2" in told


def test_a_festival_speaks_of_each_tournament_in_its_words(desk: At) -> None:
    melee = desk.make("melee", players=8)
    desk.publish(melee)
    answer = desk.client.post("/collections", data={"of": "festival", "name": "Spring days"})
    code = str(answer.url).rpartition("/")[2]
    assert desk.client.post(f"/collections/{code}/do/count", data={"event": melee}).status_code == 200
    mark = desk.runtime.mark(melee, 1)
    assert desk.elsewhere().post(f"/p/{melee}/{mark}/ask/arbiter").status_code == 200
    assert "Arbitre demandé à la table" in page(desk, f"/collections/{code}/part/festival")
    assert "partie en cours" in page(desk, f"/f/{code}")


def test_the_form_of_a_new_event_speaks_of_its_system(desk: At) -> None:
    told = shown(desk, "/new/melee")
    assert not re.search(r"\brondes?\b", told), told
    assert re.search(r"\brondes?\b", shown(desk, "/new/chess"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_that_is_typed_has_its_short_name(desk: At, language: str) -> None:
    say = Speaker(language, system="melee", strict=True).say
    made = page(desk, "/new/melee", language)
    field = re.search(r'<label for="option-missed">([^<]*)</label>\s*<input id="option-missed"([^>]*)>', made)
    assert field is not None
    assert field[1] == say("web.option.melee.missed")
    assert 'value=""' in field[2], "none is no word of a form"
    assert say("web.option.melee.missed.about") in made.replace("&#39;", "'")


def test_an_empty_field_is_no_missed_score(desk: At) -> None:
    form = {"name": "Boules", "list": "A\nB\nC\nD\nE\nF\nG\nH", "options.missed": "", "options.rounds": "3"}
    looked = desk.client.post("/new/melee", data=form).text
    assert 'id="option-missed-error"' not in looked
    assert 'id="option-missed-error"' in desk.client.post("/new/melee", data={**form, "options.missed": "x"}).text
    code = desk.make("melee", players=8)
    assert system("melee").rules.option(desk.tournament(code).setup, "missed") == "none"


@pytest.mark.parametrize(
    ("language", "once", "twice"),
    [
        ("en", "(round 1)", "(rounds 1 and 2)"),
        ("de", "(Runde 1)", "(Runden 1 und 2)"),
        ("es", "(ronda 1)", "(rondas 1 y 2)"),
        ("fr", "(ronde 1)", "(rondes 1 et 2)"),
        ("tr", "(tur: 1)", "(tur: 1 ve 2)"),
    ],
)
def test_earlier_meetings_are_told_in_the_right_number(language: str, once: str, twice: str) -> None:
    told = Speaker(language, {1: "A", 2: "B"}, strict=True).say
    for key in ("web.round.were_opponents", "web.round.were_partners"):
        assert told(key, players=[1, 2], rounds=[1]).endswith(f"{once}.")
        assert told(key, players=[1, 2], rounds=[1, 2]).endswith(f"{twice}.")


def test_a_page_says_when_two_sat_together(desk: At) -> None:
    """The page passes the rounds as numbers, so that the text can count them."""
    code = desk.make("domino", players=4, rounds=3)
    for _ in range(2):
        desk.play(code)
    desk.publish(code)
    assert "have already been opponents (rounds 1 and 2)" in shown(desk, f"/e/{code}/round/3/why?table=1", "en")


@pytest.mark.parametrize(("language", "decimal"), [("en", "."), ("de", ","), ("es", ","), ("fr", ","), ("tr", ",")])
def test_fees_are_written_in_the_way_of_the_language(desk: At, language: str, decimal: str) -> None:
    code = desk.make(players=4)
    desk.client.post(f"/e/{code}/fees", data={"rules": "7,50 U18\n10.00", "currency": "EUR"})
    made = page(desk, f"/e/{code}/fees", language)
    assert f"40{decimal}00" in made
    assert f"7{decimal}50 U18" in made
    assert f'value="10{decimal}00"' in page(desk, f"/e/{code}/players/1", language)
    csv = desk.client.get(f"/e/{code}/fees.csv", headers={"accept-language": language}).text
    assert ",10.00,0.00,10.00," in csv
    for typed in ("2,50", "2.50"):
        paid = desk.client.post(f"/e/{code}/fees/1", data={"what": "pay", "amount": typed})
        assert paid.status_code == 200
    assert f"5{decimal}00" in page(desk, f"/e/{code}/fees", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_called_as_the_texts_call_them(desk: At, language: str) -> None:
    say = Speaker(language, strict=True).say
    code = desk.make()
    assert f"<kbd>{say('web.keys.key.enter')}</kbd>" in page(desk, f"/e/{code}", language)


def test_no_template_writes_a_word_or_a_colon_itself() -> None:
    """What stands between a label and what it is about is `t.colon`; names of files, papers and the program are none of
    a language."""
    names = {"Ronda", "CSV", "JSON", "XLSX", "PDF", "TRF26", "TRF16", "Letter", "ronda serve --host 0.0.0.0"}
    wrong = []
    for path in sorted((OWN / "templates").rglob("*.html")):
        text = re.sub(r"\{% block \w+_attributes %\}.*?\{% endblock %\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}|<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
        outside = re.sub(r"<[^<>]*>", "<>", re.sub(r"\{\{.*?\}\}", "{}", text, flags=re.DOTALL))
        outside = re.sub(r"&\w+;", "", outside)  # signs
        wrong += [f"{path.name}: {found}" for found in re.findall(r"[^<>]*[\w}]: ?\{\}", outside)]
        words = (found.strip() for found in re.findall(r">([^<>{}]*)<", outside))
        wrong += [f"{path.name}: {word}" for word in words if re.search(r"[^\W\d_]{3,}", word) and word not in names]
    for package in ("web", "views", "sheets"):
        for path in sorted((OWN.parent / package).rglob("*.py")):
            wrong += [f"{path.name}: {line}" for line in path.read_text("utf-8").splitlines() if "}: {" in line]
    assert not wrong, "\n".join(wrong)


def test_names_that_are_kept_otherwise_are_shown_before_the_event_is_made(desk: At) -> None:
    form = {"name": "Kulüp", "players": "Işık Gül\nCan Ay\nEce Su\nAli Er", "options.capitals": "tr"}
    looked = desk.client.post("/new/chess", data=form, headers={"accept-language": "tr"}).text
    assert "Adlar böyle yazılır: IŞIK GÜL" in looked
    others = desk.client.post("/new/chess", data={**form, "options.capitals": "off"}, headers={"accept-language": "tr"})
    assert "Adlar böyle" not in others.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_round_of_a_sheet_is_no_menu(desk: At, language: str) -> None:
    code = desk.make("melee", players=8)
    desk.publish(code)
    word = Speaker(language, system="melee", strict=True).say("label.round")
    assert f'<label for="round">{word}</label>' in page(desk, f"/e/{code}/print", language)
