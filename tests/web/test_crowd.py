"""Of one client a few requests are worked on at once; nobody waits for somebody else's."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from litestar.exceptions import HTTPException

from ronda.web.http.fair_queue import FULL, FairQueue, Turns
from ronda.web.http.metrics import Observed
from ronda.web.writer import MOST_WAITING
from tests.waiting import GENEROUS
from tests.web.conftest import At
from tests.web.helping import somebody
from tests.web.looping import run


def crowd_of(desk: At) -> FairQueue:
    observed = desk.app.asgi_handler
    assert isinstance(observed, Observed)
    crowd = observed._inner
    assert isinstance(crowd, FairQueue)
    return crowd


def test_turns_are_taken_in_order() -> None:
    async def go() -> list[int]:
        turns, order = Turns(at_once=1), []

        async def one(number: int) -> None:
            await turns.take("a")
            order.append(number)
            await asyncio.sleep(0)
            turns.give_back("a")

        await asyncio.gather(*(one(number) for number in range(20)))
        assert not turns._lines, "nothing is left"
        return order

    assert run(go()) == list(range(20))


def test_a_crowd_rests_as_long_as_it_works() -> None:
    """Half of the time is for the others; where nobody waits, there is no rest."""

    async def go() -> float:
        turns = Turns(at_once=1)

        async def one() -> None:
            await turns.take("a")
            await asyncio.sleep(0)  # so that the others wait
            turns.give_back("a", worked=0.05)

        begin = time.monotonic()
        await asyncio.gather(*(one() for _ in range(6)))
        assert not turns._lines
        return time.monotonic() - begin

    assert run(go()) >= 0.24, "five times as long as they are said to have worked"


def test_another_client_does_not_wait() -> None:
    async def go() -> None:
        turns = Turns(at_once=2)
        for _ in range(2):
            await turns.take("a")
        waiting = asyncio.create_task(turns.take("a"))
        await asyncio.wait_for(turns.take("b"), GENEROUS)
        assert turns.full("a")
        assert not turns.full("b")
        assert not waiting.done()
        turns.give_back("a")
        await asyncio.wait_for(waiting, GENEROUS)

    run(go())


def test_the_line_is_bounded_in_length_and_time() -> None:
    async def go() -> None:
        turns = Turns(at_once=1, most_waiting=2, patience=0.05)
        await turns.take("a")
        waiting = [asyncio.create_task(turns.take("a")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(HTTPException) as caught:
            await turns.take("a")
        assert (caught.value.status_code, caught.value.detail) == (503, "too_busy")
        for one in waiting:
            with pytest.raises(HTTPException):
                await one
        turns.give_back("a")
        assert not turns._lines

    run(go())


def test_who_gives_up_leaves_the_line() -> None:
    async def go() -> None:
        turns = Turns(at_once=1)
        await turns.take("a")
        gone, stays = (asyncio.create_task(turns.take("a")) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        turns.give_back("a")
        await asyncio.wait_for(stays, GENEROUS)
        late = asyncio.create_task(turns.take("a"))
        await asyncio.sleep(0)
        turns.give_back("a")  # the turn is its own, but it is cancelled before it knows
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        assert not turns._lines, "a turn that nobody took is given back"

    run(go())


@pytest.fixture
def crowded(desk: At, monkeypatch: pytest.MonkeyPatch) -> At:
    """From 192.168.1.77 nobody gets a turn any more who does not say who they are."""
    crowd = crowd_of(desk)
    monkeypatch.setattr(crowd, "turns", Turns(at_once=1, most_waiting=0))

    async def take() -> None:
        await crowd.turns.take("from 192.168.1.77")

    with desk.client.portal() as portal:
        portal.call(take)
    return desk


def test_too_many_from_one_place_are_told(crowded: At) -> None:
    answer = crowded.elsewhere().get("/guide", headers={"Accept-Language": "es"})
    assert answer.status_code == 503
    assert "Demasiadas peticiones" in answer.text
    assert answer.headers["retry-after"] == "2"
    assert "content-security-policy" in answer.headers
    answer = crowded.elsewhere().get("/api/events", headers={"Accept-Language": "de"})
    assert answer.json()["error"]["code"] == "too_busy"
    assert crowded.elsewhere().get("/nowhere/at/all").status_code == 503, "also what leads nowhere"
    assert crowded.elsewhere("192.168.1.78").get("/guide").status_code == 200


def test_a_hall_behind_one_address_is_told_apart(crowded: At) -> None:
    """Phones, helpers and programs that say who they are; a made-up mark or session says nothing."""
    code = crowded.make()
    crowded.publish(code)
    mark = crowded.runtime.mark(code, 1, crowded.runtime.display(code))
    anybody = crowded.elsewhere()
    assert anybody.get(f"/p/{code}/{mark}").status_code == 200
    assert anybody.get(f"/api/phones/{code}/{mark}").status_code == 200
    assert anybody.post(f"/p/{code}/{mark}/tell/report", data={"ours": "5", "theirs": "3"}).status_code == 200
    assert somebody(crowded, code).get(f"/e/{code}").status_code == 200
    for path in (f"/p/{code}/1-0000000000", "/p/XXXXXX/1-0000000000", f"/p/{code}/{mark[:-1]}"):
        assert anybody.get(path).status_code == 503
    anybody.cookies.set("ronda", "made-up")
    assert anybody.get(f"/{code}").status_code == 503
    assert anybody.get(f"/{code}", headers={"Authorization": "Bearer made-up"}).status_code == 503


def test_nobody_holds_a_turn_by_being_slow(desk: At) -> None:
    """While the body is on the way, and once the answer has begun, the turn is somebody else's."""
    crowd = crowd_of(desk)
    seen: list[bool] = []

    async def go() -> None:
        crowd.turns = Turns(at_once=1)
        key = "from 10.0.0.9"

        async def receive() -> Any:
            seen.append(crowd.turns.full(key))
            return {"type": "http.request", "body": b"language=tr", "more_body": False}

        async def send(message: Any) -> None:
            seen.append(crowd.turns.full(key))

        headers = [(b"content-type", b"application/x-www-form-urlencoded"), (b"host", b"x")]
        scope: Any = {"type": "http", "method": "POST", "path": "/language", "raw_path": b"/language"}
        scope |= {"query_string": b"", "headers": headers, "client": ("10.0.0.9", 1), "server": ("x", 80)}
        scope |= {"scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": "", "state": {}}
        await desk.app(scope, receive, send)

    with desk.client.portal() as portal:
        portal.call(go)
    assert len(seen) >= 3
    assert not any(seen)
    crowd.turns = Turns()


def test_in_a_full_hall_the_public_looks_a_little_later(desk: At) -> None:
    """Who writes, and who needs to see where to sit, goes first."""
    code = desk.make()
    desk.publish(code)
    mark = desk.runtime.mark(code, 1, desk.runtime.display(code))
    anybody, helper = desk.elsewhere(), somebody(desk, code)
    assert anybody.get(f"/{code}").status_code == 200
    desk.runtime.writer.waiting = FULL + 1
    for path in (f"/{code}", f"/{code}/standings", f"/api/events/{code}", f"/e/{code}/stream"):
        answer = anybody.get(path, headers={"Accept-Language": "es"})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "3"), path
    assert answer.text.startswith("Están llegando resultados")
    for path in (f"/p/{code}/{mark}", f"/wall/{code}", "/static/app.js"):
        assert anybody.get(path).status_code == 200, path
    assert helper.get(f"/{code}").status_code == 200
    assert desk.client.get(f"/e/{code}").status_code == 200
    desk.runtime.writer.waiting = MOST_WAITING
    told = {"ours": "5", "theirs": "3", "_version": "9", "_key": "a"}
    answer = anybody.post(f"/p/{code}/{mark}/tell/report", data=told)
    assert answer.status_code == 503
    desk.runtime.writer.waiting = 0
    assert anybody.post(f"/p/{code}/{mark}/tell/report", data=told, headers={"HX-Request": "true"}).status_code == 204
