"""What happens between the making of a page and the opening of its stream reaches the page all the same."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from ronda.web import broadcast
from ronda.web.broadcast import LATE_SECONDS, Broadcast, News
from tests.web.conftest import At

CLOCK = News(4, frozenset(("clock",)), beside_facts=True)
CALL = News(4, frozenset(("phones",)), players=frozenset((3,)), beside_facts=True)
RESULT = News(5, frozenset(("results",)), tables=frozenset((2,)), players=frozenset((3, 6)))


class Time:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(broadcast, "time", made)
    return made


def heard(desk: Broadcast, code: str, player: int | None, since: float | None) -> tuple[bool, News | None]:
    """Whether too much was missed, and what is told first."""

    async def listen() -> tuple[bool, News | None]:
        with desk.listen(code, player, since) as listener:
            missed = listener.missed
            listener.wake()
            return missed, await anext(aiter(listener.news()))

    return asyncio.run(listen())


def test_told_again_to_whom_it_concerns(clock: Time) -> None:
    desk = Broadcast()
    page_made = clock.now = 1_010.0
    clock.now += 1
    for news in (CALL, CLOCK, RESULT):
        desk.notify("ABC234", news)
    clock.now += 1
    assert heard(desk, "ABC234", None, page_made) == (False, CALL + CLOCK), "the version tells of the result"
    assert heard(desk, "ABC234", 3, page_made) == (False, CALL + CLOCK)
    assert heard(desk, "ABC234", 4, page_made) == (False, CLOCK), "somebody else's call"
    assert heard(desk, "XYZ234", None, page_made) == (False, None), "another event"
    assert heard(desk, "ABC234", None, None) == (False, None), "who just begins"


def test_not_what_the_page_shows_already(clock: Time) -> None:
    desk = Broadcast()
    clock.now += 10
    desk.notify("ABC234", CLOCK)
    clock.now += LATE_SECONDS - 0.1
    assert heard(desk, "ABC234", None, clock.now)[1] == CLOCK, "another worker may have made the page"
    clock.now += 0.2
    assert heard(desk, "ABC234", None, clock.now) == (False, None)


def test_who_was_away_for_too_long_looks_at_everything(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "MOST_RECENT", 3)
    desk = Broadcast()
    clock.now += 10
    assert heard(desk, "ABC234", None, 999.0)[0], "before this server was started"
    assert heard(desk, "ABC234", None, clock.now + 60)[0], "a clock that was set back"
    made = clock.now
    for _ in range(3):
        clock.now += 1
        desk.notify("ABC234", CLOCK)
    assert not heard(desk, "ABC234", None, made)[0]
    desk.notify("ABC234", CLOCK)
    assert heard(desk, "ABC234", None, made)[0], "the oldest are forgotten"
    assert not heard(desk, "ABC234", None, clock.now)[0]


def opened(desk: At, address: str, headers: dict[bytes, bytes] | None = None) -> str:
    """What a stream says until it is closed."""
    desk.runtime.broadcast.close()
    answer: httpx.Response = desk.client.get(address, headers=headers)
    return answer.text


def test_every_message_has_an_id_from_which_a_browser_goes_on(desk: At) -> None:
    code = desk.make("chess", players=8)
    lines = opened(desk, f"/e/{code}/stream")
    assert re.search(r"^event: hello\ndata: .*\nid: \d{13}$", lines, re.MULTILINE)
    assert '"missed":false' in lines


@pytest.mark.parametrize("given", ["0", "-1", "rubbish", "9" * 15, "9" * 400, "٣"])
def test_an_odd_moment_means_that_everything_is_looked_at(desk: At, given: str) -> None:
    code = desk.make("chess", players=8)
    assert '"missed":true' in opened(desk, f"/e/{code}/stream", {b"last-event-id": given.encode()})


@pytest.mark.parametrize("age", ["0", "-1", "rubbish", "9" * 15, "9" * 400, ""])
def test_a_page_says_how_old_it_is(desk: At, age: str) -> None:
    code = desk.make("chess", players=8)
    missed = "false" if age == "0" else "true"
    assert f'"missed":{missed}' in opened(desk, f"/e/{code}/stream?age={age}")
