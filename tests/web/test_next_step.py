"""The desk leads on: who plays is present, refusals have a way out, a second click is silent, undo names its object."""

from __future__ import annotations

import re

import pytest

from ronda.desk.players import check_in, find_player, pause
from ronda.desk.reports import report
from tests.web.conftest import At

HTMX = {"HX-Request": "true"}


def arrive(desk: At, code: str, *players: int) -> None:
    for player in players:
        desk.act(code, "check_in", lambda t, player=player: check_in(t, find_player(t, player)))


def test_who_plays_is_present(desk: At) -> None:
    """Paired with all while one is checked in: from then on everybody at a table is there."""
    code = desk.make(players=6)
    arrive(desk, code, 1)
    desk.draft(code)
    assert desk.tournament(code).here == {1}
    desk.client.post(f"/e/{code}/do/publish", headers=HTMX)
    assert desk.tournament(code).here == {1, 2, 3, 4, 5, 6}
    page = desk.client.get(f"/e/{code}/players").text
    assert "6 of 6" in page
    assert "/do/check-in" not in page


def test_who_is_checked_out_after_a_round_is_away(desk: At) -> None:
    code = desk.make(players=6)
    desk.publish(code)
    desk.act(code, "check_in", lambda t: check_in(t, find_player(t, 2), here=False))
    assert desk.tournament(code).here == {1, 3, 4, 5, 6}


def test_the_primary_button_never_offers_a_round_of_one(desk: At) -> None:
    code = desk.make(players=6)
    arrive(desk, code, 1)
    page = desk.client.get(f"/e/{code}").text
    primary = re.search(r"<[^>]*data-primary[^>]*>", page)
    assert primary is not None
    assert f'href="/e/{code}"' in primary[0]  # who is left out is asked, with names
    assert "Player 2" in page


def test_a_disagreement_is_called_so_on_the_desk(desk: At) -> None:
    code = desk.make("redemption", 6)
    desk.publish(code)
    table = desk.tournament(code).rounds[0].tables[0]
    for player, text in ((table.first[0], "5-3"), (table.second[0], "5-1")):
        desk.act(code, "report", lambda t, player=player, text=text: report(t, player, text))
    needs = desk.client.get(f"/e/{code}/part/desk").text.partition('id="needs-title"')[2]
    assert "state-conflict" in needs
    assert "state-one" not in needs
    assert needs.count("/do/result") == 2 * 2  # both scores, each a form


@pytest.mark.parametrize(("system", "headings"), [("domino", ["Pts", "Index"])])
def test_the_wall_shows_points_and_what_decides(desk: At, system: str, headings: list[str]) -> None:
    code = desk.make(system, 12)
    desk.play(code)
    page = desk.client.get(f"/wall/{code}?view=standings").text
    heads = page[page.index('class="heads"') : page.index("ranked")]
    assert re.findall(r"<small>(.*?)</small>", heads)[:2] == headings


def test_after_the_finish_the_wall_sends_nobody_to_a_table(desk: At) -> None:
    code = desk.make(rounds=1)
    desk.play(code)
    assert "Your table on your phone" in desk.client.get(f"/wall/{code}").text
    desk.client.post(f"/e/{code}/do/finish", data={"_confirm": "true"}, headers=HTMX)
    assert desk.tournament(code).finished
    assert "Your table on your phone" not in desk.client.get(f"/wall/{code}").text


def test_undo_names_what_it_undoes(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    desk.client.post(f"/e/{code}/do/result", data={"round": 1, "table": 2, "result": "5-3"})
    page = desk.client.get(f"/e/{code}").text
    button = page[page.index("/do/undo") :].partition("</button>")[0]
    assert "table 2" in button
    assert "5-3" in button
    toast = desk.client.post(f"/e/{code}/do/undo", headers=HTMX).text
    assert "Undone" in toast
    assert "table 2" in toast
    again = desk.client.post(f"/e/{code}/do/redo", headers=HTMX).text
    assert "Done again" in again
    assert "table 2" in again


@pytest.mark.parametrize("name", ["pair", "publish"])
def test_a_second_click_says_nothing(desk: At, name: str) -> None:
    code = desk.make()
    if name == "publish":
        desk.draft(code)
    seen = {"_version": desk.runtime.store.load(code).version, "_next": f"/e/{code}/round/1"}  # type: ignore[union-attr]
    first = desk.client.post(f"/e/{code}/do/{name}", data=seen, headers=HTMX)
    second = desk.client.post(f"/e/{code}/do/{name}", data=seen, headers=HTMX)
    assert first.status_code == 200
    assert (second.status_code, second.text) == (204, "")
    assert second.headers["HX-Redirect"] == f"/e/{code}/round/1"
    assert len(desk.tournament(code).rounds) == 1


def test_publishing_what_is_not_there_is_still_refused(desk: At) -> None:
    code = desk.make()
    assert desk.client.post(f"/e/{code}/do/publish", headers=HTMX).status_code == 422


def test_c3_1_a_refusal_comes_with_the_button_that_mends_it(desk: At) -> None:
    code = desk.make("chess", 6, rounds=7)
    refused = desk.client.post(f"/e/{code}/do/pair", headers=HTMX)
    assert refused.status_code == 422
    assert "Set 5 rounds" in refused.text
    assert "Set 5 rounds" in desk.client.get(f"/e/{code}").text
    desk.client.post(f"/e/{code}/do/options", data={"options.rounds": "5"}, headers=HTMX)
    assert desk.client.post(f"/e/{code}/do/pair", headers=HTMX).status_code == 200


def test_the_root_of_the_hall_asks_for_the_code(desk: At) -> None:
    page = desk.elsewhere().get("/")
    assert page.status_code == 401
    assert 'action="/join"' in page.text
    assert 'name="code"' in page.text
    assert 'href="/">' not in page.text.partition("<main")[2]  # no link to itself


def test_who_pauses_is_named_in_the_round_and_in_the_cross_table(desk: At) -> None:
    code = desk.make("chess", 8, rounds=3)
    desk.play(code)
    desk.act(code, "pause", lambda t: pause(t, find_player(t, 3)))
    desk.publish(code)
    page = desk.client.get(f"/e/{code}/round/2").text
    assert 'class="away small"' in page
    assert "Player 3" in page.partition('class="away small"')[2].partition("</p>")[0]
    cross = desk.client.get(f"/e/{code}/cross").text
    assert '<td class="num"></td>' not in cross.replace("\n", "")
    assert 'class="away' not in desk.client.get(f"/e/{code}/round/1").text


@pytest.mark.parametrize("path", ["/", "/guide", "/static/app.css"])
def test_head_is_get_without_a_body(desk: At, path: str) -> None:
    assert (desk.client.head(path).status_code, desk.client.head(path).content) == (200, b"")
    assert desk.client.head("/nowhere/at/all").status_code == 404


@pytest.mark.parametrize("page", ["", "/players", "/results", "/standings", "/print", "/log", "/settings"])
def test_help_is_on_every_page(desk: At, page: str) -> None:
    code = desk.make()
    assert 'href="/guide"' in desk.client.get(f"/e/{code}{page}").text


def test_a_round_that_departs_from_rules_is_not_said_to_keep_them(desk: At) -> None:
    code = desk.make("domino", 6, rounds=4)
    for _ in range(4):
        desk.play(code)
        if desk.tournament(code).rounds[-1].relaxations:
            break
    round_ = desk.tournament(code).rounds[-1]
    assert round_.relaxations
    told = desk.client.get(f"/e/{code}/round/{round_.number}/check").text
    assert "nothing against the rules" not in told
    assert "stated" in told
