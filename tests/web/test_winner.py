"""The winner is declared on every page of a finished event (R6.2), and called provisional where it is only played out
(R5.5); a finished event has no clock."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from ronda.core.facts import Finished
from ronda.core.model import Player
from ronda.desk import leave, record_result, rounds
from ronda.desk.players import find_player
from ronda.operations.event_settings import Display
from ronda.store.read_model.schema import ROUNDS
from ronda.texts import LANGUAGES
from tests.sheets.reading import pages as printed
from tests.web.conftest import At
from tests.web.test_phone import path_of

NAMES = ("Ann Lee", "Ben Orr", "Cal Poe", "Dee Fox")


def tie(desk: At) -> str:
    """Two who are level on everything: both win 5-3."""
    code = desk.make("redemption", names=NAMES, rounds=1)
    desk.play(code)
    desk.act(code, "finish", rounds.finish)
    return code


def won(desk: At) -> tuple[str, int]:
    """An event with one winner, and who it is."""
    code, first = played(desk)
    desk.act(code, "finish", rounds.finish)
    return code, first


def played(desk: At) -> tuple[str, int]:
    """The same before anybody has finished it."""
    code = desk.make("redemption", names=NAMES, rounds=1)
    desk.publish(code)
    tables = desk.tournament(code).rounds[-1].tables
    for table, text in zip(tables, ("5-0", "5-3"), strict=True):
        desk.act(code, "result", lambda t, n=table.number, x=text: record_result(t, 1, n, x))
    return code, tables[0].first[0]


def winners(desk: At, code: str) -> list[str]:
    first = {table.first[0] for table in desk.tournament(code).rounds[-1].tables}
    return [player.name for player in desk.tournament(code).players if player.id in first]


def pages(desk: At, code: str) -> dict[str, str]:
    away = desk.elsewhere()
    return {
        "desk": desk.client.get(f"/e/{code}").text,
        "desk part": desk.client.get(f"/e/{code}/part/desk").text,
        "standings": desk.client.get(f"/e/{code}/standings").text,
        "public": away.get(f"/{code}").text,
        "public standings": away.get(f"/{code}/standings").text,
        "embed": away.get(f"/embed/{code}").text,
    }


def test_every_page_names_the_winner(desk: At) -> None:
    code, first = won(desk)
    name = NAMES[first - 1]
    for where, page in pages(desk, code).items():
        assert f"Winner: {name}" in page, where
    wall = desk.elsewhere().get(f"/wall/{code}").text
    assert '<section class="panel" data-panel="podium">' in wall
    assert re.search(rf'class="step1">.*?<b>{name}</b>', wall, re.S)
    assert "<h2>Winner</h2>" in wall


def test_a_shared_first_place_is_called_a_tie(desk: At) -> None:
    code = tie(desk)
    both = " and ".join(winners(desk, code))
    for where, page in pages(desk, code).items():
        assert f"A tie, first place is shared: {both}" in page, where
        assert "Winner:" not in page, where
    wall = desk.elsewhere().get(f"/wall/{code}").text
    assert "A tie: shared first place" in wall
    podium = wall.partition('data-panel="podium"')[2].partition("</section>")[0]
    assert re.findall(r'class="(step\d)', podium) == ["step1", "step3"]
    assert len(re.findall("<b>", podium)) == 4
    public = desk.elsewhere().get(f"/{code}").text
    assert len(re.findall('<li class="step1">', public)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_five_languages(desk: At, language: str) -> None:
    code, _ = won(desk)
    words = {"en": "Winner", "es": "Primer puesto", "tr": "Turnuva birincisi", "de": "Turniersieg", "fr": "Vainqueur"}
    assert words[language] in desk.elsewhere().get(f"/{code}?lang={language}").text
    assert words[language] in desk.elsewhere().get(f"/wall/{code}?lang={language}").text


def test_opening_the_event_again_makes_the_winner_provisional(desk: At) -> None:
    code, first = won(desk)
    desk.act(code, "reopen", lambda _: Finished(again=True))
    is_provisional(desk, code, first)


def is_provisional(desk: At, code: str, first: int) -> None:
    """On every page, on every phone, on the wall, on paper, and in the API."""
    name = NAMES[first - 1]
    for where, page in pages(desk, code).items():
        assert f"Provisional winner: {name}" in page, where
        assert "Winner" not in page, where
    away = desk.elsewhere()
    wall = away.get(f"/wall/{code}").text
    assert "<h2>Provisional winner <small>This is provisional until the event is finished.</small></h2>" in wall
    assert re.search(rf'class="step1">.*?<b>{name}</b>', wall, re.S)
    for player in range(1, 5):
        phone = away.get(path_of(desk, code, player)).text
        assert ("You are the provisional winner." if player == first else f"Provisional winner: {name}") in phone
        assert "Provisional place" in phone
        assert "The next round is not published yet" not in phone
    sheet = printed(desk.tournament(code), "standings")[0]
    assert f"Provisional winner: {name}" in sheet
    assert "Final standings" not in sheet
    for path in ("", "/standings"):
        told = desk.client.get(f"/api/events/{code}{path}").json()
        assert (told["winners"], told["podium"], told["provisional_winners"]) == ([], [], [first])


def test_r5_5_after_the_last_result_every_page_names_the_provisional_winner(desk: At) -> None:
    code, first = played(desk)
    assert desk.client.get(f"/api/events/{code}").json()["phase"] == "played"
    is_provisional(desk, code, first)
    last = desk.tournament(code).rounds[-1].tables[-1]
    out = {"round": 1, "table": last.number, "was": "5-3", "_confirm": "true"}
    assert desk.client.post(f"/e/{code}/do/erase", data=out).status_code == 200
    for where, page in pages(desk, code).items():
        assert "Provisional winner" not in page, where
    assert 'data-panel="podium"' not in desk.elsewhere().get(f"/wall/{code}").text


def test_nobody_has_won_before_the_last_planned_round(desk: At) -> None:
    code = desk.make("redemption", names=NAMES, rounds=2)
    desk.play(code)
    for where, page in pages(desk, code).items():
        assert "rovisional winner" not in page, where
    assert desk.client.get(f"/api/events/{code}").json()["provisional_winners"] == []


def test_no_page_asks_to_close_a_round(desk: At) -> None:
    code = desk.make("redemption", names=NAMES, rounds=2)
    desk.play(code)
    for page in ("", "/round/1", "/results", "/standings"):
        assert "/do/close" not in desk.client.get(f"/e/{code}{page}").text
    before = desk.client.get(f"/api/events/{code}").json()
    assert desk.client.post(f"/e/{code}/do/close").status_code in (200, 204)
    assert desk.client.post(f"/api/events/{code}/close", json={}).status_code == 200
    assert desk.client.get(f"/api/events/{code}").json() == before
    (told,) = desk.client.get(f"/api/events/{code}/rounds").json()["rounds"]
    with desk.runtime.store.reads() as connection:
        row = connection.execute(select(ROUNDS.c.is_completed, ROUNDS.c.ended_at)).one()
    assert (told["status"], told["is_completed"], told["missing"]) == ("closed", row.is_completed, 0)
    assert told["ended_at"] == row.ended_at.isoformat()
    desk.publish(code)
    told = desk.client.get(f"/api/events/{code}/rounds").json()["rounds"][1]
    assert (told["status"], told["is_completed"], told["ended_at"]) == ("published", False, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_provisional_in_five_languages(desk: At, language: str) -> None:
    code, _ = played(desk)
    words = {
        "en": "Provisional winner",
        "es": "Primer puesto provisional",
        "tr": "Geçici birinci",
        "de": "Vorläufiger Turniersieg",
        "fr": "Vainqueur provisoire",
    }
    assert words[language] in desk.elsewhere().get(f"/{code}?lang={language}").text
    assert words[language] in desk.elsewhere().get(f"/wall/{code}?lang={language}").text


def test_hidden_names_stay_hidden(desk: At) -> None:
    code, first = won(desk)
    desk.show(code, Display(names="number"))
    away = desk.elsewhere()
    for address in (f"/{code}", f"/{code}/standings", f"/wall/{code}", f"/embed/{code}", f"/api/events/{code}"):
        text = away.get(address).text
        assert not [name for name in NAMES if name in text], address
        assert str(first) in text
    other = next(player.id for player in desk.tournament(code).players if player.id != first)
    phone = away.get(path_of(desk, code, other)).text
    assert NAMES[first - 1] not in phone
    assert "Winner: " in phone


# --- phones -------------------------------------------------------------------------------------------------


def test_the_phone_of_the_winner_says_so_and_the_others_their_place(desk: At) -> None:
    code, first = won(desk)
    away = desk.elsewhere()
    assert "You have won the event" in away.get(path_of(desk, code, first)).text
    for player in range(1, 5):
        if player != first:
            page = away.get(path_of(desk, code, player)).text
            assert "You have won" not in page
            assert f"Winner: {NAMES[first - 1]}" in page
            assert "Final place" in page


def test_the_phones_of_a_tie(desk: At) -> None:
    code = tie(desk)
    names = winners(desk, code)
    away = desk.elsewhere()
    for name, other in (names, names[::-1]):
        page = away.get(path_of(desk, code, NAMES.index(name) + 1)).text
        assert f"you share first place with {other}" in page
        assert "shared by 2 players" in page


def test_the_phone_of_somebody_without_a_place(desk: At) -> None:
    code = desk.make("redemption", names=NAMES, rounds=3)
    desk.play(code)
    gone = desk.tournament(code).rounds[0].tables[0].first[0]

    player = find_player(desk.tournament(code), gone)
    assert isinstance(player, Player)
    desk.act(code, "leave", lambda t: leave(t, player))
    desk.act(code, "finish", rounds.finish)
    page = desk.elsewhere().get(path_of(desk, code, gone)).text
    assert "you have no place" in page
    assert "You have won" not in page
    state = desk.elsewhere().get(f"/api/phones/{path_of(desk, code, gone).removeprefix('/p/')}").json()
    assert (state["place"], state["shared"]) == (None, 0)
    assert gone not in state["winners"]


# --- the API and paper --------------------------------------------------------------------------------------


def test_the_api_has_winners_and_podium(desk: At) -> None:
    code, first = won(desk)
    state = desk.elsewhere().get(f"/api/events/{code}").json()
    assert state["winners"] == [first]
    assert [step["place"] for step in state["podium"]] == [1, 2, 3]
    assert state["podium"][0] == {"place": 1, "players": [first], "names": [NAMES[first - 1]]}
    phone = desk.elsewhere().get(f"/api/phones/{path_of(desk, code, first).removeprefix('/p/')}").json()
    assert (phone["place"], phone["shared"], phone["winners"]) == (1, 1, [first])


def test_finishing_by_the_api_answers_with_the_winner(desk: At) -> None:
    code = desk.make("redemption", names=NAMES, rounds=1)
    desk.play(code)
    assert desk.client.get(f"/api/events/{code}").json()["winners"] == []
    state = desk.client.post(f"/api/events/{code}/finish", headers={"origin": "http://127.0.0.1:8000"}).json()
    assert len(state["winners"]) == 2


def test_the_final_sheet_declares_the_winner(desk: At) -> None:
    code, first = won(desk)
    text = printed(desk.tournament(code), "standings")[0]
    assert "Final standings" in text
    assert f"Winner: {NAMES[first - 1]}" in text
    assert "geteilter erster Platz" in printed(desk.tournament(tie(desk)), "standings", language="de")[0]


# --- provisional ---------------------------------------------------------------------------------------------


def test_standings_in_a_running_round_say_so(desk: At) -> None:
    code = desk.make("redemption", players=5, rounds=3)
    desk.play(code)
    desk.publish(code)
    away = desk.elsewhere()
    for address in (f"/{code}/standings", f"/embed/{code}"):
        page = away.get(address).text
        assert "Standings in round 2" in page, address
        assert "Provisional: 2 results are missing." in page, address
        assert "Standings after round 2" not in page, address
    state = away.get(f"/api/events/{code}/standings").json()
    assert (state["after"], state["provisional"], state["missing"]) == (2, True, 2)
    resting = desk.tournament(code).rounds[1].byes[0].player
    earlier = away.get(f"/api/events/{code}/standings?after=1").json()["rows"]
    before = {row["player"]: row["criteria"] for row in earlier}
    assert {row["player"]: row["criteria"] for row in state["rows"]}[resting] == before[resting]
    table = desk.tournament(code).rounds[1].tables
    for one in table:
        desk.act(code, "result", lambda t, n=one.number: record_result(t, 2, n, "5-3"))
    state = away.get(f"/api/events/{code}/standings").json()
    assert (state["provisional"], state["missing"]) == (False, 0)
    assert {row["player"]: row["criteria"] for row in state["rows"]}[resting] != before[resting]


# --- no clock ------------------------------------------------------------------------------------------------


def test_a_finished_event_offers_no_clock(desk: At) -> None:
    code, _ = won(desk)
    own = {"origin": "http://127.0.0.1:8000"}
    page = desk.client.get(f"/e/{code}").text
    assert "/clock/start" not in page
    assert 'id="clock-title"' not in page
    refused = desk.client.post(f"/e/{code}/clock/start", headers=own)
    assert refused.status_code == 422
    assert "there is no clock any more" in refused.text
    for answer, status in (
        (desk.client.get(f"/api/events/{code}/clock"), 404),
        (desk.client.post(f"/api/events/{code}/clock", json={"do": "start"}, headers=own), 422),
    ):
        assert answer.status_code == status
        assert answer.json()["error"]["code"] == "clock_finished"
        assert "there is no clock any more" in answer.json()["error"]["message"]
    assert desk.elsewhere().get(f"/wall/{code}/now").json()["clock"] is None
    assert "data-left" not in desk.elsewhere().get(f"/wall/{code}?view=clock").text
    desk.act(code, "reopen", lambda _: Finished(again=True))
    assert desk.client.get(f"/api/events/{code}/clock").status_code == 200


# --- who stands for a forced round (D7.3) --------------------------------------------------------------------


def test_d7_3_the_approval_stands_with_the_round(desk: At) -> None:
    code = desk.make("domino", players=4, rounds=6)
    while not (rounds := desk.tournament(code).rounds) or not rounds[-1].forced:
        assert len(rounds) < 6
        desk.play(code)
    number = len(rounds)
    away = desk.elsewhere()
    for client, address in ((desk.client, f"/e/{code}/round/{number}"), (away, f"/{code}/round/{number}")):
        page = client.get(address).text
        assert "Dora" in page, address
        assert "few players" in page, address
    approved = away.get(f"/api/events/{code}/rounds/{number}").json()["approved"]
    assert approved == {"by": "Dora", "reason": "few players"}
    assert away.get(f"/api/events/{code}/rounds/1").json()["approved"] is None
    desk.show(code, Display(names="initials"))
    assert "few players" not in away.get(f"/{code}/round/{number}").text
    assert away.get(f"/api/events/{code}/rounds/{number}").json()["approved"] is None
