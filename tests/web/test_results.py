"""Results typed at the desk: stored once, refused with a reason, doubted, corrected with a look at what changes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from ronda.core.facts import ResultEntered
from ronda.core.model import Forfeit, Scored, Setup
from ronda.desk import record_result
from ronda.desk.results import report
from ronda.systems import system
from ronda.texts import LANGUAGES
from ronda.web.last_entries import last_entries
from tests.web.conftest import At
from tests.web.helping import somebody

JSON = {"accept": "application/json"}


def enter(client: TestClient[Any], code: str, table: int, result: str, **fields: Any) -> dict[str, Any]:
    data = {"round": 1, "table": table, "result": result, **fields}
    answer: dict[str, Any] = client.post(f"/e/{code}/results", data=data, headers=JSON).json()
    return answer


@pytest.fixture
def domino(desk: At) -> str:
    code = desk.make("domino", 12)
    desk.publish(code)
    return code


def test_what_each_system_offers() -> None:
    chess = system("chess").rules.results.form_for(Setup("chess"))
    assert chess.keys == {"0": "½-½", "1": "1-0", "2": "0-1", "3": "+--", "4": "--+", "5": "---"}
    domino = system("domino").rules.results.form_for(Setup("domino"))
    assert not domino.keys
    assert domino.example_for(Setup("domino", options={"target": 100})) == "100-120"
    assert domino.names_absent


def test_a_result_is_acknowledged_and_counts_once(desk: At, domino: str) -> None:
    first = enter(desk.client, domino, 2, "200-120", _key="k1")
    again = enter(desk.client, domino, 2, "200-120", _key="k1")
    assert first["state"] == again["state"] == "done"
    assert first["result"] == "200-120"
    stored = desk.runtime.store.load(domino)
    assert stored is not None
    assert sum(isinstance(fact, ResultEntered) for fact in stored.facts) == 1


def test_a_repeated_request_after_a_restart_is_acknowledged_too(desk: At, domino: str) -> None:
    """The answer was lost, the page asks again with the same key, and others have written meanwhile."""
    enter(desk.client, domino, 2, "200-120", _key="k1")
    enter(desk.client, domino, 3, "200-100", _key="k2")
    assert enter(desk.client, domino, 2, "200-120", _key="k1")["state"] == "done"


def test_wrong_values_say_why(desk: At, domino: str) -> None:
    assert "no draws" in enter(desk.client, domino, 1, "150-150")["message"]
    assert "200-120" in enter(desk.client, domino, 1, "hello")["message"]
    assert enter(desk.client, domino, 99, "200-1")["state"] == "refused"
    assert desk.client.post(f"/e/{domino}/results", data={"round": "x"}, headers=JSON).status_code == 400


def test_a_doubtful_value_must_be_meant(desk: At, domino: str) -> None:
    assert enter(desk.client, domino, 1, "500-20")["state"] == "doubt"
    assert enter(desk.client, domino, 1, "500-20", sure="true")["state"] == "done"


def test_who_was_missing_at_a_table_that_was_not_played(desk: At, domino: str) -> None:
    table = desk.tournament(domino).rounds[0].tables[0]
    absent = [table.players[0], table.players[3]]
    assert enter(desk.client, domino, table.number, "---", absent=absent)["state"] == "done"
    found = desk.tournament(domino).rounds[0].tables[0]
    assert (found.result, found.absent) == (Forfeit(True, True), tuple(absent))


def test_a_correction_shows_who_moves_before_it_is_saved(desk: At, domino: str) -> None:
    for table in (1, 2, 3):
        enter(desk.client, domino, table, "200-120")
    asked = enter(desk.client, domino, 2, "120-200", was="200-120")
    assert asked["state"] == "confirm"
    assert "200-120" in asked["message"]
    assert any("→" in move for move in asked["moves"])
    assert desk.tournament(domino).rounds[0].tables[1].result == Scored(200, 120)
    assert enter(desk.client, domino, 2, "120-200", was="200-120", _confirm="true")["state"] == "done"
    assert desk.tournament(domino).rounds[0].tables[1].result == Scored(120, 200)


def test_who_was_faster_is_named(desk: At, domino: str) -> None:
    ana = somebody(desk, domino, name="Ana")
    enter(ana, domino, 1, "200-30")
    late = enter(desk.client, domino, 1, "30-200")
    assert late["state"] == "changed"
    assert late["current"] == "200-30"
    assert "Ana" in late["message"]
    enter(ana, domino, 1, "200-40", was="200-30", _confirm="true")
    later = enter(desk.client, domino, 1, "30-200", was="200-30", _confirm="true")
    assert (later["state"], later["current"]) == ("changed", "200-40")
    assert enter(desk.client, domino, 1, "30-200", was="200-40", _confirm="true")["state"] == "done"


def test_the_same_slip_typed_twice_is_no_conflict(desk: At, domino: str) -> None:
    enter(somebody(desk, domino), domino, 1, "200-30")
    assert enter(desk.client, domino, 1, "200–30")["state"] == "done"


def test_forms_say_who_was_faster_too(desk: At, domino: str) -> None:
    enter(somebody(desk, domino, name="Ana"), domino, 1, "200-30")
    fields = {"round": 1, "table": 1, "result": "30-200", "_confirm": "true"}
    answer = desk.client.post(f"/e/{domino}/do/result", data=fields)
    assert answer.status_code == 422
    assert "Ana" in answer.text


def test_without_scripts_a_form_is_enough(desk: At, domino: str) -> None:
    fields = {"round": 1, "table": 1, "first": "200", "second": "30"}
    answer = desk.client.post(f"/e/{domino}/results", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    again = desk.client.post(f"/e/{domino}/results", data={**fields, "first": "100", "second": "200", "was": "200-30"})
    assert again.status_code == 409
    assert 'name="_confirm" value="true"' in again.text
    assert desk.client.post(f"/e/{domino}/results", data={**fields, "second": "200"}).status_code == 422


def test_the_page_shows_what_is_missing_and_what_came_last(desk: At, domino: str) -> None:
    enter(desk.client, domino, 2, "200-120")
    page = desk.client.get(f"/e/{domino}/round/1").text
    assert re.search(r'data-filter="missing"[^>]*>\s*Missing <small>2<', page)
    assert 'data-pick="1" data-state="missing" data-result=""' in page
    assert 'data-pick="2" data-state="in" data-result="200-120"' in page
    assert ">200–120<" in page
    assert page.count("data-pick=") == 3
    assert "/do/take-back" in desk.client.get(f"/e/{domino}/round/1/table/2").text
    assert "/do/take-back" not in desk.client.get(f"/e/{domino}/round/1/table/1").text


def test_a_row_has_its_fields_where_there_are_no_scripts(desk: At, domino: str) -> None:
    page = desk.client.get(f"/e/{domino}/round/1?table=3").text
    row = page[page.index('data-pick="3"') :]
    assert 'name="first"' in row
    assert page.count('name="first"') == 1


def test_filters_show_the_tables_they_count(desk: At, domino: str) -> None:
    enter(desk.client, domino, 2, "200-120")
    for show, tables in (("all", 3), ("missing", 2), ("conflict", 0)):
        assert desk.client.get(f"/e/{domino}/part/round/1?show={show}").text.count("data-pick=") == tables
    assert desk.client.get(f"/e/{domino}/round/1?show=nothing").status_code == 400


def test_where_results_were_entered_leads_to_the_round(desk: At, domino: str) -> None:
    """Old addresses: bookmarks, and links on paper."""
    for asked, place in (("", "/round/1"), ("?table=2", "/round/1?table=2"), ("?round=1&table=3", "/round/1?table=3")):
        answer = desk.client.get(f"/e/{domino}/results{asked}", follow_redirects=False)
        assert answer.headers["location"] == f"/e/{domino}{place}"
    empty = desk.make("chess", 4)
    assert desk.client.get(f"/e/{empty}/results", follow_redirects=False).headers["location"] == f"/e/{empty}"


def test_an_entry_can_be_taken_back_or_turned_round(desk: At, domino: str) -> None:
    helper = somebody(desk, domino)
    enter(helper, domino, 1, "200-30")
    at = {"round": 1, "table": 1, "_confirm": "true"}
    assert helper.post(f"/e/{domino}/do/reverse", data=at).status_code == 200
    assert desk.tournament(domino).rounds[0].tables[0].result == Scored(30, 200)
    back = helper.post(f"/e/{domino}/do/take-back", data={**at, "was": "30-200", "before": "200-30"})
    assert back.status_code == 200
    assert desk.tournament(domino).rounds[0].tables[0].result == Scored(200, 30)
    stale = helper.post(f"/e/{domino}/do/take-back", data={**at, "was": "30-200"})
    assert stale.status_code == 422
    assert helper.post(f"/e/{domino}/do/take-back", data={**at, "was": "200-30"}).status_code == 200
    assert desk.tournament(domino).rounds[0].tables[0].result is None


def test_last_entries_know_what_they_replaced_and_whether_they_stand(desk: At, domino: str) -> None:
    enter(desk.client, domino, 1, "200-30")
    enter(desk.client, domino, 1, "200-40", was="200-30", _confirm="true")
    enter(desk.client, domino, 2, "200-50")
    desk.client.post(f"/e/{domino}/do/undo")
    stored = desk.runtime.store.load(domino)
    assert stored is not None
    newest, oldest = last_entries(desk.runtime.store, stored)
    assert (newest.fact.result, newest.stands) == (Scored(200, 40), True)
    assert newest.before is not None
    assert newest.before.result == Scored(200, 30)
    assert (oldest.stands, oldest.before, oldest.by) == (False, None, "desk")


def test_earlier_rounds_are_corrected_by_an_arbiter_only(desk: At) -> None:
    code = desk.make("redemption", 6)
    desk.play(code)
    desk.publish(code)
    helper = somebody(desk, code)
    page = desk.client.get(f"/e/{code}/results?round=1")
    assert "earlier round: corrections" in page.text
    fields: dict[str, Any] = {"was": "5-3", "_confirm": "true"}
    assert enter(helper, code, 1, "3-5", **fields)["state"] == "refused"
    assert helper.post(f"/e/{code}/do/reverse", data={"round": 1, "table": 1, "_confirm": "true"}).status_code == 422
    assert enter(desk.client, code, 1, "3-5", was="5-3")["state"] == "confirm"
    assert enter(desk.client, code, 1, "3-5", **fields)["state"] == "done"


def test_what_players_say_is_accepted_with_one_press_and_disputes_come_first(desk: At) -> None:
    code = desk.make("chess", 8, rounds=3)
    desk.publish(code)
    first, second = desk.tournament(code).rounds[0].tables[:2]
    for player, text in ((first.first[0], "1-0"), (first.second[0], "0-1"), (second.first[0], "½-½")):
        desk.act(code, "report", lambda t, player=player, text=text: report(t, player, text))
    page = desk.client.get(f"/e/{code}/part/round/1").text
    page = page[page.index("<tbody>") :]
    conflict = page[page.index(f'data-pick="{first.number}"') : page.index(f'data-pick="{second.number}"')]
    assert 'data-state="conflict"' in conflict
    assert conflict.count("hx-post") == 2
    assert page.count("hx-post") == 3
    said = {"round": 1, "table": second.number, "result": "½-½", "sure": "true"}
    assert desk.client.post(f"/e/{code}/do/result", data=said, headers={"hx-request": "true"}).status_code == 200
    assert desk.tournament(code).rounds[0].tables[1].result == Scored(1, 1)


@pytest.mark.parametrize("path", ["results", "round/1", "part/round/1", "round/1/table/1"])
def test_results_are_for_the_desk(desk: At, domino: str, path: str) -> None:
    assert desk.elsewhere().get(f"/e/{domino}/{path}").status_code == 401
    assert somebody(desk, domino).get(f"/e/{domino}/{path}").status_code == 200


@pytest.mark.parametrize("asked", ["round=7", "round=0", "round=99999999999999999999"])
def test_rounds_that_do_not_exist(desk: At, domino: str, asked: str) -> None:
    assert desk.client.get(f"/e/{domino}/results?{asked}").status_code == 404


def test_there_are_no_results_of_a_draft(desk: At) -> None:
    code = desk.make("chess", 8, rounds=3)
    desk.draft(code)
    page = desk.client.get(f"/e/{code}/results?table=1").text
    assert 'data-status="draft"' in page
    assert "data-enters" not in page
    assert 'name="result"' not in page
    assert desk.client.get(f"/e/{code}/round/1/table/1").status_code == 404
    assert enter(desk.client, code, 1, "1-0")["state"] == "refused"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(desk: At, domino: str, language: str) -> None:
    desk.act(domino, "result", lambda t: record_result(t, 1, 1, "200-10"))
    page = desk.client.get(f"/e/{domino}/results?lang={language}").text
    assert "web." not in page.replace("ronda.web.", "")


def test_an_event_with_a_hole_says_so_and_is_mended(desk: At) -> None:
    """Earlier releases let a result be taken out of a round that the next one was made from."""
    code = desk.make()
    desk.play(code)
    desk.play(code)
    stored = desk.runtime.store.load(code)
    assert stored is not None
    desk.runtime.store.append(code, [ResultEntered(1, 2, None)], expected=stored.version, actor="earlier")
    page = desk.client.get(f"/e/{code}").text
    assert "Round 1 is not finished: the result of table 2 is missing." in page
    assert f"/e/{code}/round/1?table=2" in page
    refused = desk.client.post(f"/e/{code}/do/pair", headers={"HX-Request": "true"})
    assert (refused.status_code, "Round 1 is not finished" in refused.text) == (422, True)
    slip = {"round": "1", "table": "2", "result": "5-1", "was": ""}
    asked = desk.client.post(f"/e/{code}/results", data=slip, headers={"accept": "application/json"}).json()
    assert asked["state"] == "confirm"
    assert asked["message"].startswith("Round 1 is over, but table 2 has no result.")
    slip["_confirm"] = "true"
    done = desk.client.post(f"/e/{code}/results", data=slip, headers={"accept": "application/json"}).json()
    assert done["state"] == "done"
    assert "is not finished" not in desk.client.get(f"/e/{code}").text
    assert desk.client.post(f"/e/{code}/do/pair", headers={"HX-Request": "true"}).status_code == 200


def test_an_earlier_round_shows_its_own_entries_only(desk: At) -> None:
    code = desk.make()
    desk.play(code)
    desk.publish(code)
    enter(desk.client, code, 2, "5-1", round=2)
    page = desk.client.get(f"/e/{code}/results?round=1").text
    assert 'data-pick="2" data-state="in"' in page
    assert "5–1" not in page
    assert "/do/take-back" not in desk.client.get(f"/e/{code}/round/1/table/2").text
    assert "5–1" in desk.client.get(f"/e/{code}/results").text


def test_500_tables_are_a_light_page_and_those_that_are_in_come_when_asked_for(desk: At) -> None:
    code = desk.make("chess", 1000, rounds=10)
    desk.publish(code)
    page = desk.client.get(f"/e/{code}/round/1").text
    assert page.count("data-pick=") == 100
    assert len(page.encode()) < 150_000
    enter(desk.client, code, 7, "1-0")
    part = desk.client.get(f"/e/{code}/part/round/1").text
    assert part.count("data-pick=") == 100
    assert 'data-pick="7"' not in part
    assert 'data-pick="101"' in part
    assert 'data-pick="7" data-state="in"' in desk.client.get(f"/e/{code}/part/round/1?show=all").text
