"""What a phone may ask the desk for: an arbiter at the table, and to leave the event."""

from __future__ import annotations

import re
from dataclasses import replace

from ronda.desk import record_result
from ronda.operations.phones import MOST_CALLS, Calls, calls_of, open_calls
from ronda.store.notes import CALL_NOTES, notes_of
from tests.web.conftest import At


def phone(desk: At, code: str, player: int = 1) -> str:
    return f"/p/{code}/{desk.runtime.mark(code, player)}"


def ask(desk: At, at: str, what: str) -> int:
    status: int = desk.elsewhere().post(f"{at}/ask/{what}", headers={"hx-request": "true"}).status_code
    return status


def waiting(desk: At, code: str) -> list[tuple[int, int]]:
    return [(call.player, call.table) for call in open_calls(desk.runtime, code, desk.tournament(code))]


def answer(desk: At, code: str, player: int, what: str) -> int:
    page = " ".join(desk.client.get(f"/e/{code}").text.split())  # however its lines are wrapped
    found = re.search(
        rf'action="/e/{code}/calls/{player}".*?name="seen" value="([^"]*)">.*?name="what" value="{what}"',
        page,
    )
    assert found
    data = {"seen": found[1], "what": what}
    return desk.client.post(f"/e/{code}/calls/{player}", data=data, headers={"hx-request": "true"}).status_code


def test_a_player_calls_the_arbiter_and_the_desk_answers(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    at, table = phone(desk, code), next(t.number for t in desk.tournament(code).rounds[0].tables if 1 in t.players)
    assert "Call the arbiter" in desk.elsewhere().get(at).text
    assert ask(desk, at, "arbiter") == 204
    assert ask(desk, at, "arbiter") == 204, "who presses twice has called once"
    assert waiting(desk, code) == [(1, table)]
    assert "calls the arbiter" in desk.client.get(f"/e/{code}").text
    assert "The arbiter knows" in desk.elsewhere().get(at).text
    assert answer(desk, code, 1, "arbiter") == 200
    assert waiting(desk, code) == []
    assert "Call the arbiter" in desk.elsewhere().get(at).text


def test_a_call_ends_with_the_result_of_the_table(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    at, table = phone(desk, code), next(t.number for t in desk.tournament(code).rounds[0].tables if 1 in t.players)
    ask(desk, at, "arbiter")
    desk.act(code, "result", lambda t: record_result(t, 1, table, "1-0"))
    assert waiting(desk, code) == []
    assert "Call the arbiter" not in desk.elsewhere().get(at).text


def test_a_phone_cannot_ring_for_ever(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    at = phone(desk, code)
    for _ in range(MOST_CALLS):
        assert ask(desk, at, "arbiter") == 204
        assert ask(desk, at, "arbiter_off") == 204
    assert ask(desk, at, "arbiter") == 422
    assert waiting(desk, code) == []
    assert ask(desk, phone(desk, code, 2), "arbiter") == 204, "the others may"


def test_the_organiser_may_switch_calls_off(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    desk.show(code, replace(desk.runtime.display(code), calls=False))
    assert "Call the arbiter" not in desk.elsewhere().get(phone(desk, code)).text
    assert ask(desk, phone(desk, code), "arbiter") == 422
    assert waiting(desk, code) == []


def test_to_leave_is_asked_on_the_phone_and_confirmed_at_the_desk(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    at = phone(desk, code)
    assert ask(desk, at, "leave") == 422, "unless the organiser wants it so"
    desk.show(code, replace(desk.runtime.display(code), leaving=True))
    assert ask(desk, at, "leave") == 204
    assert desk.tournament(code).players[0].left_after is None, "only the desk makes it so"
    assert waiting(desk, code) == [(1, 0)]
    assert "asks to leave the event" in desk.client.get(f"/e/{code}").text
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    gone = desk.client.post(f"/e/{code}/do/leave", data={"player": "1", "_version": str(version), "_confirm": "true"})
    assert gone.status_code == 200
    assert waiting(desk, code) == []


def test_who_stays_after_all(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    desk.show(code, replace(desk.runtime.display(code), leaving=True))
    ask(desk, phone(desk, code, 1), "leave")
    ask(desk, phone(desk, code, 2), "leave")
    assert ask(desk, phone(desk, code, 1), "leave_off") == 204
    assert answer(desk, code, 2, "leave") == 200
    assert waiting(desk, code) == []


def test_nobody_calls_for_somebody_else(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.publish(code)
    assert ask(desk, f"/p/{code}/NONSENSE", "arbiter") == 404
    assert ask(desk, phone(desk, code), "nonsense") == 404
    assert desk.elsewhere().post(f"/e/{code}/calls/1", data={"seen": "x", "what": "arbiter"}).status_code == 401


def test_erasing_a_player_erases_the_calls(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.runtime.amend(code, calls_of(8), lambda _: Calls(leave="2026-05-30T10:00:00+00:00"))
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    data = {"player": "8", "_version": str(version), "_confirm": "true"}
    assert desk.client.post(f"/e/{code}/do/forget", data=data).status_code == 200
    with desk.runtime.store.reads() as connection:
        assert not list(notes_of(connection, code, f"{CALL_NOTES}:"))


def test_the_page_of_a_player_can_be_installed(desk: At) -> None:
    code = desk.make("chess", players=8)
    at = phone(desk, code)
    page = desk.elsewhere().get(at).text
    found = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert found
    told = desk.elsewhere().get(found[1])
    assert told.headers["content-type"].startswith("application/manifest+json")
    assert told.json()["start_url"] == at
    assert told.json()["display"] == "standalone"
    assert desk.elsewhere().get(told.json()["icons"][0]["src"]).status_code == 200
    worker = desk.elsewhere().get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "No connection" in desk.elsewhere().get("/offline").text
