"""Standings, their working, the cross table, pictures and the page of a player."""

from __future__ import annotations

import html
import re

import pytest

from ronda.desk import leave
from ronda.store.live_events import standings_of
from ronda.systems import NAMES
from ronda.web.visibility import PAGE
from tests.web.conftest import At


@pytest.mark.parametrize("system", NAMES)
def test_every_page_that_looks_at_an_event_can_be_read(desk: At, system: str) -> None:
    code = desk.make(system, players=9, rounds=4)
    for _ in range(2):
        desk.play(code)
    for base in (f"/e/{code}", f"/{code}"):
        for page in ("standings", "standings?after=1", "standings?find=player+3", "cross", "plots", "player/3"):
            answer = desk.client.get(f"{base}/{page}")
            assert answer.status_code == 200, (base, page)
            assert "Player 3" in answer.text, (base, page)


@pytest.mark.parametrize("system", NAMES)
def test_an_event_without_players_or_rounds_has_a_face(desk: At, system: str) -> None:
    for code in (desk.make(system, players=0), desk.make(system, players=8)):
        for base in (f"/e/{code}", f"/{code}"):
            for page in ("/standings", "/cross", "/plots"):
                assert desk.client.get(base + page).status_code == 200
        assert desk.client.get(f"/{code}").status_code == 200


def test_a_value_opens_its_arithmetic(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.play(code)
    winner = desk.tournament(code).rounds[0].tables[0].first[0]
    answer = desk.client.get(f"/e/{code}/part/working/{winner}/match_points?after=1")
    assert answer.status_code == 200
    assert "won against" in answer.text
    assert desk.client.get(f"/e/{code}/part/working/{winner}/nothing").status_code == 404
    assert desk.client.get(f"/e/{code}/part/working/99/match_points").status_code == 404


def test_a_chosen_tie_break_opens_its_arithmetic(desk: At) -> None:
    code = desk.make("dutch", players=8)
    desk.play(code)
    for code_, told in (("BH~C1", "Buchholz (without the lowest)"), ("DE", "Direct encounter")):
        answer = desk.client.get(f"/e/{code}/part/working/3/{code_}?after=1")
        assert answer.status_code == 200
        assert told in answer.text
    assert "BH/C1" in desk.client.get(f"/e/{code}/standings").text


def test_places_that_changed_are_told_in_words(desk: At) -> None:
    code = desk.make("redemption", players=8)
    desk.play(code)
    desk.play(code)
    page = desk.client.get(f"/e/{code}/standings").text
    assert "▲" in page
    assert "up " in page


def test_who_left_is_marked(desk: At) -> None:
    code = desk.make("redemption", players=7)
    desk.play(code)
    gone = desk.tournament(code).players[2]
    desk.act(code, "leave", lambda t: leave(t, gone))
    desk.play(code)
    assert "withdrawn" in desk.client.get(f"/e/{code}/standings").text


def test_a_round_that_is_not_out_yet_changes_nothing(desk: At) -> None:
    code = desk.make("redemption", players=7)
    desk.play(code)
    desk.draft(code)
    for page in (f"/e/{code}/standings", f"/{code}/standings"):
        assert "Standings after round 1" in desk.client.get(page).text
    assert desk.client.get(f"/e/{code}/standings?after=2").status_code == 404


def test_long_standings_come_in_pages(desk: At) -> None:
    code = desk.make("redemption", players=2 * PAGE + 1)
    first = desk.client.get(f"/e/{code}/standings").text
    assert "Page 1 of 3" in first
    assert first.count('<th scope="row">') == PAGE
    last = desk.client.get(f"/e/{code}/standings?page=99").text
    assert last.count('<th scope="row">') == 1
    assert desk.client.get(f"/e/{code}/standings?find=zzz").text.count('<th scope="row">') == 0


def test_names_are_text_whatever_they_contain(desk: At) -> None:
    code = desk.make("redemption", names=["<b>x</b>", "Ann", "x" * 60, "Bob"])
    desk.play(code)
    for page in ("standings", "cross", "plots", "player/1", "log", "print"):
        text = desk.client.get(f"/e/{code}/{page}").text
        assert "<b>x</b>" not in text, page
    assert "&lt;b&gt;x&lt;/b&gt;" in desk.client.get(f"/e/{code}/standings").text


def test_a_player_page_tells_reasons_and_own_score_first(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.play(code)
    table = desk.tournament(code).rounds[0].tables[0]
    winner, loser = table.first[0], table.second[0]
    assert "200–100" in desk.client.get(f"/e/{code}/player/{winner}").text
    page = desk.client.get(f"/e/{code}/player/{loser}").text
    assert "100–200" in page
    assert "Why?" in page
    assert desk.client.get(f"/e/{code}/player/99").status_code == 404


def test_only_the_desk_sees_the_pages_of_the_desk(desk: At) -> None:
    code = desk.make("redemption")
    away = desk.elsewhere()
    for page in ("standings", "part/standings", "part/working/1/match_points", "cross", "plots", "player/1"):
        assert away.get(f"/e/{code}/{page}").status_code == 401, page


def test_standings_are_worked_out_once_for_the_same_rounds(desk: At) -> None:
    code = desk.make("redemption")
    desk.play(code)
    desk.publish(code)
    event = desk.runtime.event(code)
    assert event is not None
    before = standings_of(event, 1)
    desk.client.post(f"/e/{code}/do/result", data={"round": "2", "table": "1", "result": "5-3"})
    later = desk.runtime.event(code)
    assert later is not None
    assert standings_of(later, 1) is before


def test_points_of_the_cross_table_are_written_as_everywhere(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.play(code)
    for base in (f"/{code}", f"/e/{code}"):
        page = desk.client.get(f"{base}/cross?lang=tr").text
        assert "1.00" not in page
        assert re.search(r'<td class="num">1,00</td></tr>', page)  # C8: two decimals


def test_a_row_says_before_whom_and_by_what(desk: At) -> None:
    """The value that decides between two who are level, of both; never between those who are not."""
    code = desk.make("redemption", players=6, rounds=4)
    desk.publish(code)
    for table, result in enumerate(("5-0", "5-2", "5-3"), start=1):
        body = {"round": 1, "table": table, "result": result}
        assert desk.client.post(f"/api/events/{code}/result", json=body).is_success
    page = desk.client.get(f"/e/{code}/standings").text
    first, second, third = (table.first[0] for table in desk.tournament(code).rounds[0].tables)
    told = [html.unescape(one) for one in re.findall(r'<small class="decided">(.*?)</small>', page, re.DOTALL)]
    plain = [re.sub("[\u2066-\u2069]", "", one) for one in told]
    assert plain[:2] == [f"before Player {p} by Differential {n}" for p, n in ((second, "5 : 3"), (third, "3 : 2"))]
    assert len(told) == 4, "two winners and two losers are before somebody who is level"
    assert 'class="decided"' not in desk.client.get(f"/e/{code}/standings?find=player").text, "not among some of them"
    assert first not in (second, third)
