"""What everybody may see: published rounds, and names only as the event tells them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import Player, Setup
from ronda.desk import rounds
from ronda.operations.event_settings import Display
from ronda.systems import NAMES
from ronda.texts import LANGUAGES
from ronda.web.language import TOPICS
from tests.web.conftest import At

SECRET = [
    "Zelda Quill",
    "Yusuf Xanthos",
    "Wanda Voss",
    "Ulla Thorn",
    "Sven Rask",
    "Quentin Pahl",
    "Olga Nurmi",
    "Mona Lund",
]
PAGES = (
    "",
    "/part/round",
    "/round/1",
    "/standings",
    "/part/standings",
    "/cross",
    "/plots",
    "/player/1",
    "/part/player/1",
    "/share",
    "/share?round=1",
    "/share?player=1",
)


def test_the_public_page_shows_tables_with_results(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.play(code)
    away = desk.elsewhere()
    page = away.get(f"/{code}").text
    assert "Pairings of round 1" in page
    assert "5–3" in page
    assert f"/join/{code}" in page
    assert f"/e/{code}/settings" not in page
    assert away.get(f"/{code.lower()}").status_code == 200


@pytest.mark.parametrize("path", ["/nothere", "/000000", "/favicon.ico", "/ABC", "/000000/standings"])
def test_what_is_no_code_is_not_found(desk: At, path: str) -> None:
    assert desk.elsewhere().get(path).status_code == 404


def test_a_draft_is_nobodys_business(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.draft(code)
    away = desk.elsewhere()
    assert "No round is published yet" in away.get(f"/{code}").text
    assert away.get(f"/{code}/round/1").status_code == 404
    assert away.get(f"/e/{code}/print/tables.pdf").status_code == 404
    assert "against" not in away.get(f"/{code}/player/1").text
    assert "No round is published yet" in away.get(f"/embed/{code}").text
    desk.act(code, "publish", rounds.publish)
    assert away.get(f"/{code}/round/1").status_code == 200


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("mode", ["initials", "number"])
def test_hidden_names_stay_hidden(desk: At, system: str, mode: str) -> None:
    code = desk.make(system, names=SECRET)
    desk.show(code, Display(names=mode))
    desk.play(code)
    words = {word.casefold() for name in SECRET for word in name.split()}
    for visitor in (desk.elsewhere(), desk.client):  # also who sits at the desk sees the public page as it is
        for path in (*(f"/{code}{page}" for page in PAGES), f"/embed/{code}"):
            text = visitor.get(path).text
            assert not words & set(re.findall(r"\w+", text.casefold())), path
    assert "Zelda Quill" in desk.client.get(f"/e/{code}/standings").text


@pytest.mark.parametrize("system", NAMES)
def test_pp5_1_of_the_young_the_public_sees_no_family_name(desk: At, system: str) -> None:
    """Unless the organiser chooses it; nothing else tells it either."""
    people = [
        Player(n, name, birth_year=2012 if n % 2 else 1980, licence=f"77{n}31", rating=1500 - n)
        for n, name in enumerate(SECRET, start=1)
    ]
    facts: list[Fact] = [Created(Setup(system, "School", {"rounds": 4}, 1)), *map(Entered, people)]
    code = desk.runtime.store.create(facts, actor="test").code
    desk.play(code)
    desk.client.put(f"/api/events/{code}/identity", json={"date": "2026-05-30"})
    family = {name.split()[1].casefold() for name in SECRET[::2]}
    hidden = family | {player.licence for player in people[::2]}
    api = [f"/api/events/{code}{path}" for path in ("/players", "/players/1", "/rounds/1", "/standings")]
    away = desk.elsewhere()
    for path in (*(f"/{code}{page}" for page in PAGES), f"/{code}/start", f"/embed/{code}", f"/wall/{code}", *api):
        told = away.get(path)
        assert told.is_success, path
        assert not hidden & set(re.findall(r"\w+", told.text.casefold())), path

    def listed() -> str:
        return away.get(f"/{code}/start").text.casefold()

    assert all(text in listed() for text in ("wanda v.", "yusuf xanthos"))
    assert "voss" in desk.client.get(f"/e/{code}/standings").text.casefold()
    found = away.get(f"/join/{code}?who=Wanda+Voss").text
    assert "wanda v." in found.casefold(), "who types the whole name is found"
    desk.client.put(f"/api/events/{code}/identity", json={"date": "2031-05-30"})
    assert "wanda voss" in listed(), "grown up in the year of the event"
    desk.client.put(f"/api/events/{code}/identity", json={"date": "2026-05-30"})
    desk.show(code, Display(names="full"))
    assert "wanda voss" in listed()


def test_pp5_1_of_somebody_less_is_shown_than_of_others(desk: At) -> None:
    code = desk.make("chess", names=SECRET)
    desk.play(code)
    away, path = desk.elsewhere(), f"/api/events/{code}/players/3/public-name"
    assert "Wanda Voss" in away.get(f"/{code}/start").text.title()
    assert desk.client.put(path, json={"names": "short"}).json() == {"names": "short", "shown": "Wanda V."}
    told = away.get(f"/{code}/start").text.title()
    assert "Voss" not in told
    assert "Yusuf Xanthos" in told
    form = {"names": "number", "seen": "short"}
    at = f"/e/{code}/players/3/public-name"
    assert desk.client.post(at, data=form, follow_redirects=False).status_code == 303
    assert "Wanda" not in away.get(f"/{code}/standings").text.title()
    assert desk.client.post(at, data=form).status_code == 409, "somebody else has changed it"
    assert 'value="number" checked' in desk.client.get(f"/e/{code}/players/3/known").text
    assert desk.client.put(path, json={"names": "full"}).status_code == 400, "never more than of others"
    desk.show(code, replace(desk.runtime.display(code), names="initials"))
    assert desk.client.put(path, json={"names": "short"}).json()["shown"] == "W. V."


@pytest.mark.parametrize("mode", ["initials", "number"])
def test_a_bracket_hides_names_and_what_is_not_published(desk: At, mode: str) -> None:
    code = desk.make("chess", names=SECRET)
    desk.play(code)
    planned = {"stages": [{"kind": "rounds"}, {"kind": "elimination", "take": "top 4"}]}
    for action, body in (("stages", planned), ("begin-stage", {"early": True, "by": "Dora", "reason": "late"})):
        assert desk.client.post(f"/api/events/{code}/{action}", json=body).is_success
    pages = [f"/{code}/bracket", f"/{code}/part/bracket", f"/wall/{code}/bracket"]

    def seen() -> list[str]:
        changing = r'data-version="\d+"|data-stamp="[^"]*"|<time.*?</time>'
        return [re.sub(changing, "", desk.elsewhere().get(page).text) for page in pages]

    before = seen()
    desk.draft(code)
    assert seen() == before
    desk.act(code, "publish", rounds.publish)
    in_stage = desk.tournament(code).rounds[-1].tables[0]
    page = desk.elsewhere().get(f"/{code}/player/{in_stage.first[0]}").text
    assert "not in this round" not in page
    assert SECRET[in_stage.second[0] - 1].split()[0] in page, "a game of a stage is a round of the player, too"
    desk.show(code, Display(names=mode))
    words = {word.casefold() for name in SECRET for word in name.split()}
    for page in pages:
        text = desk.elsewhere().get(page).text
        assert not words & set(re.findall(r"\w+", text.casefold())), page


def test_the_api_hides_as_much(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.play(code)
    standings = f"/api/events/{code}/standings"
    desk.show(code, Display(names="number"))
    assert "1999" not in desk.elsewhere().get(standings).text
    assert "1999" in desk.client.get(standings).text, "the desk sees it"
    desk.show(code, Display())
    assert "1999" in desk.elsewhere().get(standings).text


def test_hidden_names_hide_ratings_too(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.show(code, Display(names="number"))
    desk.play(code)
    away = desk.elsewhere()
    for page in ("standings", "player/1", "cross"):
        assert "1999" not in away.get(f"/{code}/{page}").text, page
    assert away.get(f"/{code}/part/working/1/elo").status_code == 404
    assert away.get(f"/{code}/part/working/1/points").status_code == 200


def test_the_podium_stands_when_the_event_is_finished(desk: At) -> None:
    code = desk.make("redemption", players=6, rounds=2)
    desk.play(code)
    assert "podium" not in desk.elsewhere().get(f"/{code}").text
    desk.play(code)
    assert "podium provisional" in desk.elsewhere().get(f"/{code}").text
    desk.act(code, "finish", rounds.finish)
    page = desk.elsewhere().get(f"/{code}").text
    assert 'class="step1"' in page
    assert "/join/" not in page


def test_somebody_finds_their_table(desk: At) -> None:
    code = desk.make("redemption", names=SECRET)
    desk.publish(code)
    page = desk.elsewhere().get(f"/{code}?find=quill").text
    assert "Zelda Quill" in page
    assert page.count("<li data-found=") == 1
    assert "Nothing found" in desk.elsewhere().get(f"/{code}?find=%3Cb%3E").text


def test_only_the_embedded_page_may_be_framed(desk: At) -> None:
    code = desk.make("redemption")
    away = desk.elsewhere()
    assert "frame-ancestors *" in away.get(f"/embed/{code}").headers["content-security-policy"]
    assert "frame-ancestors 'none'" in away.get(f"/{code}").headers["content-security-policy"]


def test_a_part_follows_the_event(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.publish(code)
    away = desk.elsewhere()
    assert "5–3" not in away.get(f"/{code}/part/round").text
    desk.client.post(f"/e/{code}/do/result", data={"round": "1", "table": "1", "result": "5-3"})
    assert "5–3" in away.get(f"/{code}/part/round").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["/guide", "/guide/helper", "/guide/player"])
def test_the_manual_speaks_every_language(desk: At, page: str, language: str) -> None:
    answer = desk.elsewhere().get(page, params={"lang": language})
    assert answer.status_code == 200
    assert answer.text.count('<li id="') == len(TOPICS[page.partition("/guide")[2].strip("/") or "director"])
    assert "web.guide" not in answer.text


def test_there_is_no_manual_for_others(desk: At) -> None:
    assert desk.elsewhere().get("/guide/spectator").status_code == 404


def test_prizes_and_penalties_hide_as_much(desk: At) -> None:
    code = desk.make("redemption", names=SECRET)
    desk.show(code, Display(names="number"))
    desk.play(code)
    prizes = {"prizes": [{"id": "1st", "value": 100}], "categories": [{"name": "all of them", "who": "!F | F"}]}
    for action, body in (
        ("prizes", prizes),
        ("penalise", {"player": 1, "kind": "points", "amount": 1, "reason": "shouted", "by": "Judge Dora"}),
        ("penalise", {"player": 1, "kind": "note", "reason": "shouted"}),
    ):
        assert desk.client.post(f"/api/events/{code}/{action}", json=body).status_code == 200
    words = {word.casefold() for name in SECRET for word in name.split()} | {"shouted", "dora"}
    for path in (
        f"/{code}/prizes",
        f"/api/events/{code}/prizes",
        f"/api/events/{code}/penalties",
        f"/{code}/standings",
    ):
        text = desk.elsewhere().get(path).text
        assert not words & set(re.findall(r"\w+", text.casefold())), path
    outside = desk.elsewhere().get(f"/api/events/{code}/penalties").json()["penalties"]
    assert [one["kind"] for one in outside] == ["points"]
    assert desk.elsewhere().get(f"/e/{code}/prizes").status_code in (302, 303, 401, 403)
