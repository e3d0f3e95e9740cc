"""Turns: nobody waits for somebody else's flood, and no hall waits for nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ronda.web.http.layers import FairQueue, RequestTarget
from ronda.web.http.metrics import RequestMetrics
from ronda.web.limits import AT_ONCE, RequestTurn, TooManyWait, Turns, without_turn
from tests.waiting import GENEROUS, until_async
from tests.web.conftest import At
from tests.web.helping import somebody
from tests.web.looping import run


def crowd_of(desk: At) -> FairQueue:
    observed = desk.app.asgi_handler
    assert isinstance(observed, RequestMetrics)
    target = observed._inner
    assert isinstance(target, RequestTarget)
    crowd = target._inner
    assert isinstance(crowd, FairQueue)
    return crowd


async def asked(turns: Turns, key: str, begun: list[str], worked: float = 0.05) -> None:
    """One request, which takes one pass of the event loop, and is told to have taken so many seconds."""
    await turns.take(key)
    begun.append(key)
    await asyncio.sleep(0)
    turns.give_back(key, worked)


async def passes(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_hall_behind_one_address_is_served_without_pause() -> None:
    """Counted in passes of the event loop: nobody waits while nobody else wants the processor."""

    async def go() -> None:
        turns, begun = Turns(), list[str]()
        hall = [asyncio.create_task(asked(turns, "hall", begun)) for _ in range(500)]
        await passes(1100)
        assert len(begun) == 500
        await asyncio.gather(*hall)
        await until_async(lambda: not turns._lines, "nothing is left")

    run(go())


def test_nobody_waits_for_more_than_what_a_flood_had_begun() -> None:
    async def go() -> None:
        turns, begun = Turns(), list[str]()
        flood = [asyncio.create_task(asked(turns, "flood", begun)) for _ in range(300)]
        await passes(20)
        for _ in range(5):
            before = len(begun)
            await asked(turns, "guest", begun)
            since = begun[before:]
            assert since.count("flood") <= AT_ONCE, since
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        await until_async(lambda: not turns._lines, "nothing is left")

    run(go())


def test_requests_that_take_no_time_are_no_flood_either() -> None:
    """Forty came at once, and none of them waits for anything: the loop looks who else has come all the same."""

    async def go() -> None:
        turns, begun = Turns(), list[str]()

        async def at_once() -> None:
            await turns.take("flood")
            begun.append("flood")
            turns.give_back("flood", 0.0)

        flood = [asyncio.create_task(at_once()) for _ in range(40)]
        await passes(1)
        assert len(begun) <= AT_ONCE
        await asyncio.gather(*flood)
        await until_async(lambda: not turns._lines, "nothing is left")

    run(go())


def test_who_asks_without_pause_has_a_share() -> None:
    """Two of them: one after the other. And who works for long does not keep the other waiting for as long."""

    async def go() -> None:
        turns, begun = Turns(), list[str]()
        both = [asyncio.create_task(asked(turns, key, begun, 0.0)) for key in ("a", "b") for _ in range(100)]
        await asyncio.wait_for(asyncio.gather(*both), GENEROUS)
        half = begun[20:120]
        assert 30 <= half.count("a") <= 70, half
        await turns.take("long")
        await asyncio.wait_for(asyncio.gather(*(asked(turns, "a", begun, 0.001) for _ in range(3))), GENEROUS)
        turns.give_back("long", 0.0)

    run(go())


def test_in_their_order_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ronda.web.limits.MOST_WAITING", 20)

    async def go() -> list[int]:
        turns, order = Turns(), list[int]()

        async def one(number: int) -> None:
            await turns.take("a")
            order.append(number)
            turns.give_back("a", 0.0)

        for _ in range(AT_ONCE):
            await turns.take("a")
        waiting = [asyncio.create_task(one(number)) for number in range(20)]
        await passes(1)
        with pytest.raises(TooManyWait):
            await turns.take("a")
        waiting[3].cancel()
        for _ in range(AT_ONCE):
            turns.give_back("a", 0.0)
        await asyncio.gather(*waiting, return_exceptions=True)
        await until_async(lambda: not turns._lines, "nothing is left")
        return order

    assert run(go()) == [n for n in range(20) if n != 3]


def test_a_turn_that_nobody_waited_for_any_more_is_given_back() -> None:
    async def go() -> None:
        turns = Turns()
        for _ in range(AT_ONCE):
            await turns.take("a")
        late = asyncio.create_task(turns.take("a"))
        await passes(1)
        turns.give_back("a", 0.0)  # the turn is its own, but it is cancelled before it knows
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        turns.give_back("a", 0.0)
        await until_async(lambda: not turns._lines, "nothing is left")

    run(go())


def test_who_waits_for_the_database_has_no_turn() -> None:
    async def go() -> None:
        turns, written = Turns(), asyncio.get_running_loop().create_future()

        async def one() -> None:
            turn = RequestTurn(turns, "hall", waits=True)
            await turn.take()
            await without_turn(asyncio.shield(written))
            turn.give_back()

        hall = [asyncio.create_task(one()) for _ in range(50)]
        await until_async(lambda: not turns._running and not turns._waiting, "all of them wait for it")
        written.set_result(None)
        await asyncio.gather(*hall)

    run(go())


@pytest.fixture
def crowded(desk: At, monkeypatch: pytest.MonkeyPatch) -> At:
    """From 192.168.1.77 nobody gets a turn any more who does not say who they are."""
    crowd = crowd_of(desk)
    monkeypatch.setattr("ronda.web.limits.MOST_WAITING", 1)
    monkeypatch.setattr(crowd, "turns", Turns())

    async def take() -> None:
        for _ in range(AT_ONCE):
            await crowd.turns.take("from 192.168.1.77")
        crowd.turns._lines["from 192.168.1.77"].waiting.append(asyncio.get_running_loop().create_future())

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
    assert crowded.elsewhere().get("/static/app.js").status_code == 200, "what costs nothing waits for nobody"


def test_a_hall_behind_one_address_is_told_apart(crowded: At) -> None:
    """Phones, helpers and programs that say who they are; a made-up mark or session says nothing."""
    code = crowded.make()
    crowded.publish(code)
    mark = crowded.runtime.mark(code, 1)
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
    seen: list[int] = []

    async def go() -> None:
        async def receive() -> Any:
            await passes(1)
            seen.append(crowd.turns._running)
            return {"type": "http.request", "body": b"language=tr", "more_body": False}

        async def send(message: Any) -> None:
            await passes(1)
            seen.append(crowd.turns._running)

        headers = [(b"content-type", b"application/x-www-form-urlencoded"), (b"host", b"x")]
        scope: Any = {"type": "http", "method": "POST", "path": "/language", "raw_path": b"/language"}
        scope |= {"query_string": b"", "headers": headers, "client": ("10.0.0.9", 1), "server": ("x", 80)}
        scope |= {"scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": "", "state": {}}
        await desk.app(scope, receive, send)

    with desk.client.portal() as portal:
        portal.call(go)
    assert len(seen) >= 3
    assert not any(seen)
