"""The log: everything in words, undo and redo by what they are about, and the proof that it holds."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from ronda.web.visibility import PAGE
from tests.web.conftest import At
from tests.web.helping import somebody


def test_everything_that_happened_is_told_newest_first(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.play(code)
    page = desk.client.get(f"/e/{code}/log").text
    told = [page.index(words) for words in ("table 2:", "Round 1 published", "Player 4 entered", "Event made")]
    assert told == sorted(told)


def test_a_correction_shows_what_stood_there_before(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.play(code)
    fields = {"round": "1", "table": "1", "result": "4-5", "was": "5-3", "_confirm": "true"}
    assert desk.client.post(f"/e/{code}/do/result", data=fields, follow_redirects=False).status_code == 303
    assert "5-3 → 4-5" in desk.client.get(f"/e/{code}/log").text


def test_undo_says_what_it_takes_back_and_redo_brings_it_back(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.publish(code)
    page = desk.client.get(f"/e/{code}/log").text
    undoing = page[page.index("do/undo") : page.index("</form>", page.index("do/undo"))]
    assert "Round 1 published" in undoing
    version = {"_version": str(len(desk.runtime.store.log(code) or ()))}
    assert desk.client.post(f"/e/{code}/do/undo", data=version, follow_redirects=False).status_code == 303
    assert desk.tournament(code).rounds[-1].status == "draft"
    page = desk.client.get(f"/e/{code}/log").text
    redoing = page[page.index("do/redo") : page.index("</form>", page.index("do/redo"))]
    assert "Round 1 published" in redoing
    assert 'class="undone"' in page


def test_undo_of_something_else_than_was_shown_is_a_conflict(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.publish(code)
    seen = {"_version": str(len(desk.runtime.store.log(code) or ()))}
    desk.client.post(f"/e/{code}/do/check-in", data={"player": "1"})
    assert desk.client.post(f"/e/{code}/do/undo", data=seen, follow_redirects=False).status_code == 409


def test_the_log_is_searched_and_comes_in_pages(desk: At) -> None:
    code = desk.make("redemption", players=PAGE + 20)
    page = desk.client.get(f"/e/{code}/log").text
    assert "Page 1 of 2" in page
    found = desk.client.get(f"/e/{code}/log?find=PLAYER+77").text
    assert found.count("<tr") == 2
    assert "Nothing found" in desk.client.get(f"/e/{code}/log?find=zzz").text


@pytest.mark.parametrize("path", ["/e/{}/log", "/e/{}/part/log", "/e/{}/log/verify", "/api/events/{}/log"])
@pytest.mark.parametrize(("role", "status"), [("", 401), ("helper", 403), ("arbiter", 200), ("owner", 200)])
def test_the_log_is_for_the_same_people_on_page_and_api(desk: At, path: str, role: str, status: int) -> None:
    code = desk.make("redemption", players=4)
    client = somebody(desk, code, role) if role else desk.elsewhere()
    assert client.get(path.format(code)).status_code == status


def test_who_may_not_see_the_log_finds_no_way_there(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.publish(code)
    for role, there in (("helper", False), ("arbiter", True)):
        client = somebody(desk, code, role)
        for page in ("", "/players", "/round/1", "/results", "/standings", "/print"):
            assert (f"/e/{code}/log" in client.get(f"/e/{code}{page}").text) is there, (role, page)


def test_the_replay_holds(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.play(code)
    answer = desk.client.get(f"/e/{code}/log/verify").text
    assert "without a gap and give the same event again" in answer
    assert "is sealed as the end by this installation" in answer
    assert "comes out the same" in answer


def test_a_changed_entry_is_found(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.play(code)
    desk.client.get(f"/e/{code}/log")
    with desk.runtime.store.writes() as connection:
        connection.execute(text("update fact set actor = 'somebody else' where version = 3"))
    answer = desk.client.get(f"/e/{code}/log/verify").text
    assert "Something does not hold" in answer
    assert "Entry 3 is not what was written" in answer
