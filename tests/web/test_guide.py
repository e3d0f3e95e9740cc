"""The manual in the browser: pages, pictures, search, and the way from a sentence to its article."""

from __future__ import annotations

import re

import pytest

from ronda.systems import NAMES
from tests.web.conftest import At


@pytest.mark.parametrize(
    "path", ["rules/domino", "manual/director", "contents", "README", "decisions/0001-facts-and-fold"]
)
def test_pages_are_for_everybody(desk: At, path: str) -> None:
    answer = desk.elsewhere().get(f"/guide/{path}")
    assert answer.status_code == 200
    assert "<h1" in answer.text
    assert " style=" not in answer.text


@pytest.mark.parametrize(
    "path", ["nowhere", "rules/nowhere", "../pyproject.toml", "images/../README.md", "images/no.png"]
)
def test_what_is_not_there_is_not_found(desk: At, path: str) -> None:
    assert desk.elsewhere().get(f"/guide/{path}").status_code == 404


def test_a_picture(desk: At) -> None:
    answer = desk.elsewhere().get("/guide/images/desk.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")


def test_a_page_in_the_language_of_the_reader(desk: At) -> None:
    away = desk.elsewhere()
    assert 'lang="es" class="written"' in away.get("/guide/rules/domino", params={"lang": "es"}).text
    other = away.get("/guide/rules/domino", params={"lang": "de"}).text
    assert 'lang="en" class="written"' in other
    assert "noch nicht auf Deutsch" in other


def test_the_search_without_scripts(desk: At) -> None:
    found = desk.elsewhere().get("/guide/search", params={"q": "D7.2"})
    assert 'href="/guide/rules/domino#D7.2"' in found.text
    assert "Nothing found" in desk.elsewhere().get("/guide/search", params={"q": "zzzz"}).text
    script = desk.elsewhere().get("/guide/search", params={"q": "<script>"})
    assert "<script>" not in script.text.partition("<main")[2]


def test_the_list_that_the_browser_searches(desk: At) -> None:
    answer = desk.elsewhere().get("/guide/search.json", params={"lang": "es"})
    assert len(answer.json()) > 300
    assert {"a", "p", "h", "t", "w"} == answer.json()[0].keys()
    assert desk.elsewhere().get("/guide/search.json", params={"lang": "xx"}).status_code == 200


@pytest.mark.parametrize("name", [name for name in NAMES if name != "robin"])
def test_a_reason_leads_to_its_article(desk: At, name: str) -> None:
    code = desk.make(name, players=16)
    desk.publish(code)
    text = desk.client.get(f"/e/{code}/round/1/why?table=1").text
    places = re.findall(r'class="article" href="/guide/([\w/]+)#([A-Z]+[\d.]+)"', text)
    assert places, text
    for page, article in set(places):
        assert f'id="{article}"' in desk.elsewhere().get(f"/guide/{page}").text
