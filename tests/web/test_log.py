"""The log: everything in words, undo and redo by what they are about, and the proof that it holds."""

from __future__ import annotations

from sqlalchemy import text

from ronda.store.passes import issue
from ronda.web.looking import PAGE
from ronda.web.people import new_secret, now
from tests.web.conftest import At


def helper(desk: At, code: str) -> dict[str, str]:
    secret = new_secret()
    with desk.house.store.writes() as connection:
        issue(connection, secret, "helper", "Hal", now(), scope=code)
    return {"cookie": f"ronda={secret}"}


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
    version = {"_version": str(len(desk.house.store.log(code) or ()))}
    assert desk.client.post(f"/e/{code}/do/undo", data=version, follow_redirects=False).status_code == 303
    assert desk.tournament(code).rounds[-1].status == "draft"
    page = desk.client.get(f"/e/{code}/log").text
    redoing = page[page.index("do/redo") : page.index("</form>", page.index("do/redo"))]
    assert "Round 1 published" in redoing
    assert 'class="undone"' in page


def test_undo_of_something_else_than_was_shown_is_a_conflict(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.publish(code)
    seen = {"_version": str(len(desk.house.store.log(code) or ()))}
    desk.client.post(f"/e/{code}/do/check-in", data={"player": "1"})
    assert desk.client.post(f"/e/{code}/do/undo", data=seen, follow_redirects=False).status_code == 409


def test_the_log_is_searched_and_comes_in_pages(desk: At) -> None:
    code = desk.make("redemption", players=PAGE + 20)
    page = desk.client.get(f"/e/{code}/log").text
    assert "Page 1 of 2" in page
    found = desk.client.get(f"/e/{code}/log?find=PLAYER+77").text
    assert found.count("<tr") == 2
    assert "Nothing found" in desk.client.get(f"/e/{code}/log?find=zzz").text


def test_a_helper_sees_the_log_but_does_not_act(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.publish(code)
    away, cookie = desk.elsewhere(), helper(desk, code)
    page = away.get(f"/e/{code}/log", headers=cookie)
    assert page.status_code == 200
    assert "do/undo" not in page.text
    assert "log/verify" not in page.text
    assert away.get(f"/e/{code}/log/verify", headers=cookie).status_code == 403
    assert desk.elsewhere().get(f"/e/{code}/log").status_code == 401


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
    with desk.house.store.writes() as connection:
        connection.execute(text("update fact set actor = 'somebody else' where version = 3"))
    answer = desk.client.get(f"/e/{code}/log/verify").text
    assert "Something does not hold" in answer
    assert "Entry 3 is not what was written" in answer
