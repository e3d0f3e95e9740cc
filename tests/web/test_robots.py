"""Search engines: nothing is for them, but the public pages of an event that wants to be found."""

from __future__ import annotations

import re
import urllib.robotparser

import httpx
import pytest

from ronda.operations.event_settings import DISPLAY, Display
from tests.web.conftest import At
from tests.web.helping import somebody
from tests.web.who_may.routes import LEAST

PUBLIC = ("", "/round/1", "/standings", "/cross", "/plots", "/player/1")
NEVER: tuple[str, ...] = (
    "/e/{}",
    "/e/{}/players",
    "/wall/{}",
    "/join/{}",
    "/embed/{}",
    "/{}/part/round",
    "/{}/part/standings",
)
NEVER += ("/api/events/{}", "/api/events/{}/standings", "/e/{}/print/standings.pdf", "/p/{}/1-0000000000")
ELSEWHERE = ("/", "/login", "/join", "/guide", "/api", "/nowhere", "/static/app.js", "/robots.txt")


def hidden(answer: httpx.Response) -> bool:
    page = answer.headers.get("content-type", "").startswith("text/html") and "<head>" in answer.text
    by_header, by_page = "noindex" in answer.headers["x-robots-tag"], 'content="noindex' in answer.text
    assert not page or by_header == by_page, answer.url
    return by_header


@pytest.fixture
def code(desk: At) -> str:
    made = desk.make()
    desk.play(made)
    return made


def test_nothing_is_for_search_engines(desk: At, code: str) -> None:
    for client in (desk.client, desk.elsewhere()):
        for path in (*(f"/{code}{part}" for part in PUBLIC), *(path.format(code) for path in NEVER), *ELSEWHERE):
            assert hidden(client.get(path)), path


def test_an_event_that_wants_to_be_found(desk: At, code: str) -> None:
    other = desk.make()
    desk.show(code, Display(found=True))
    anybody = desk.elsewhere()
    for part in PUBLIC:
        assert not hidden(anybody.get(f"/{code}{part}")), part
        if part in ("", "/standings"):
            assert hidden(anybody.get(f"/{other}{part}")), "another event"
    for path in (*(path.format(code) for path in NEVER), *ELSEWHERE, f"/{code}/round/99", f"/{code}/player/99"):
        assert hidden(anybody.get(path)), path


def allowed(desk: At, path: str) -> bool:
    """As the parser of the standard library reads it. (It takes the first rule that fits, others the longest.)"""
    rules = urllib.robotparser.RobotFileParser()
    rules.parse(desk.elsewhere().get("/robots.txt").text.replace("$", "").splitlines())
    return rules.can_fetch("AnyBot", path)


def test_robots_txt(desk: At, code: str) -> None:
    answer = desk.elsewhere().get("/robots.txt")
    assert answer.text == "User-agent: *\nDisallow: /\n"
    assert answer.headers["content-type"].startswith("text/plain")
    desk.show(code, Display(found=True))
    other = desk.make()
    text = desk.elsewhere().get("/robots.txt").text
    assert f"Allow: /{code}$\nAllow: /{code}/\n" in text
    assert f"Disallow: /{code}/part/\n" in text
    assert text.endswith("\nDisallow: /\n")
    assert other not in text
    assert allowed(desk, f"/{code}/standings")
    for path in ("/", f"/{other}", f"/e/{code}", f"/api/events/{code}", f"/join/{code}"):
        assert not allowed(desk, path), path


def test_a_deleted_event_is_not_named(desk: At, code: str) -> None:
    desk.show(code, Display(found=True))
    assert code in desk.elsewhere().get("/robots.txt").text
    assert desk.client.post(f"/api/events/{code}/delete?confirm=true", json={}).status_code == 200
    assert code not in desk.elsewhere().get("/robots.txt").text


def test_it_is_switched_in_the_settings(desk: At, code: str) -> None:
    assert 'name="found" value="true">' in desk.client.get(f"/e/{code}/settings/phones").text
    fields = {"names": "full", "reports": "true", "joining": "word"}
    desk.client.post(f"/e/{code}/display", data={**fields, "found": "true"})
    assert desk.runtime.display(code).found
    assert re.search(r'name="found" value="true"\s+checked>', desk.client.get(f"/e/{code}/settings/phones").text)
    desk.client.post(f"/e/{code}/display", data=fields)
    assert not desk.runtime.display(code).found
    assert somebody(desk, code, "helper").post(f"/e/{code}/display", data={"found": "true"}).status_code == 403


def test_and_by_the_api(desk: At, code: str) -> None:
    path = f"/api/events/{code}/display"
    assert desk.client.get(path).json()["found"] is False
    assert desk.client.put(path, json={"found": True}).json()["found"] is True
    assert desk.client.put(path, json={"names": "initials"}).json()["found"] is True, "who says nothing changes nothing"
    assert desk.client.put(path, json={"found": False}).json()["found"] is False


def test_events_from_before_are_not_found() -> None:
    assert not DISPLAY.read({"language": "es", "names": "full", "join": True, "reports": True}).found
    assert not DISPLAY.read(None).found


def test_every_route_answers_so(desk: At, code: str) -> None:
    """Also those that lead nowhere or are refused."""
    anybody = desk.elsewhere()
    for entry in LEAST:
        method, path = entry.split()
        if method == "GET" and "stream" not in path:
            given = path.replace("{code:str}", "NOPE99").replace("{", "").replace("}", "")
            assert "noindex" in anybody.get(given, follow_redirects=False).headers["x-robots-tag"], path
