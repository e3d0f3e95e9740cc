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
    told = [page.index(words) for words in ("table 2:", "Round 1 published", "Player 4 entered", "Event created")]
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
    desk.client.post(f"/e/{code}/do/check-in", data={"player": "1", "here": "false"})
    assert desk.client.post(f"/e/{code}/do/undo", data=seen, follow_redirects=False).status_code == 409


def test_the_log_is_searched_and_comes_in_pages(desk: At) -> None:
    code = desk.make("redemption", players=PAGE + 20)
    page = desk.client.get(f"/e/{code}/log").text
    assert "Page 1 of 2" in page
    found = desk.client.get(f"/e/{code}/log?find=PLAYER+77").text
    assert found.count("<tr") == 2
    assert "Nothing found" in desk.client.get(f"/e/{code}/log?find=zzz").text


def test_a_search_that_is_repeated_knows_what_happened_since(desk: At) -> None:
    code = desk.make("redemption", players=4)

    def found(words: str) -> str:
        return str(desk.client.get(f"/e/{code}/log?find={words}").text)

    assert "Nothing found" in found("published")
    desk.publish(code)
    assert "Round 1 published" in found("published")
    assert 'class="undone"' not in found("published")
    version = {"_version": str(len(desk.runtime.store.log(code) or ()))}
    assert desk.client.post(f"/e/{code}/do/undo", data=version, follow_redirects=False).status_code == 303
    assert 'class="undone"' in found("published")
    edited = {"player": "2", "name": "Zoe", "_confirm": "true"}
    assert desk.client.post(f"/e/{code}/do/edit", data=edited, follow_redirects=False).status_code == 303
    assert "Zoe" in found("zoe")


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
    assert "has no gap and gives the same event again" in answer
    assert "is sealed as the end by this installation" in answer
    assert "gives the same pairing" in answer


def test_a_changed_entry_is_found(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.play(code)
    desk.client.get(f"/e/{code}/log")
    with desk.runtime.store.writes() as connection:
        connection.execute(text("update fact set actor = 'somebody else' where version = 3"))
    answer = desk.client.get(f"/e/{code}/log/verify").text
    assert "Something does not match" in answer
    assert "Entry 3 was changed after it was written" in answer


def test_verifying_again_looks_at_what_came_since(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.play(code)
    first = desk.client.get(f"/e/{code}/log/verify").text
    assert "Verify everything again" not in first
    desk.publish(code)
    seen = len(desk.runtime.store.log(code) or ())
    again = desk.client.get(f"/e/{code}/log/verify").text
    assert "Verify everything again" in again
    assert f"{seen} log entries" in again or str(seen) in again
    assert "Verify everything again" not in desk.client.get(f"/e/{code}/log/verify?full=true").text


def test_what_was_changed_since_is_found_and_what_is_behind_by_a_full_look(desk: At) -> None:
    code = desk.make("redemption", players=6)
    desk.client.get(f"/e/{code}/log/verify")
    with desk.runtime.store.writes() as connection:
        connection.execute(text("UPDATE fact SET actor = 'Eve' WHERE version = 3"))
    assert "changed" not in desk.client.get(f"/e/{code}/log/verify").text
    assert 'class="verdict bad"' in desk.client.get(f"/e/{code}/log/verify?full=true").text
    assert 'class="verdict bad"' in desk.client.get(f"/e/{code}/log/verify?full=true").text


def test_a_long_verification_shows_how_far_it_is(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ronda.web.pages.log.AT_ONCE", 5)
    code = desk.make("redemption", players=6)
    desk.play(code)
    page = desk.client.get(f"/e/{code}/log/verify").text
    for _ in range(200):
        if "<progress" not in page:
            break
        assert f"/e/{code}/log/verify/progress" in page
        page = desk.client.get(f"/e/{code}/log/verify/progress", headers={"hx-request": "true"}).text
    assert 'class="verdict good"' in page


def test_the_api_tells_the_newest_entries(desk: At) -> None:
    code = desk.make("redemption", players=6)
    entries = desk.client.get(f"/api/events/{code}/log").json()["entries"]
    found = desk.client.get(f"/api/events/{code}/log?last=3").json()
    assert found["entries"] == entries[-3:]
    assert found["more"] is False
    assert desk.client.get(f"/api/events/{code}/log?after=2").json()["entries"] == entries[2:]
