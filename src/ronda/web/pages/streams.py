"""Live updates as server-sent events: what changed, so that an open page can look again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

from litestar import get
from litestar.response import Stream

from ronda.web.news import News
from ronda.web.visits import EventVisit, client_of

RETRY_MILLISECONDS = 1500
# What each open page adds to the pace: about what it costs to make it anew, and more for what happens at every table.
SELDOM_SECONDS = 0.003
OFTEN_SECONDS = 0.01
# How many one client may have open: a phone has a few tabs, a desk its walls and laptops. Who has neither a link nor a
# session is known by the address alone, which may be that of a whole hall.
MOST_OF_A_PLAYER = 6
MOST_OF_A_SESSION = 40
MOST_OF_AN_ADDRESS = 400


@get("/e/{code:str}/stream", include_in_schema=False)
async def stream(event_visit: EventVisit) -> Stream:
    """For the desk, the wall and public pages: everything that happens."""
    return _stream(event_visit, lambda _: True)


@get("/p/{code:str}/{mark:str}/stream", include_in_schema=False)
async def phone_stream(phone_visit: EventVisit) -> Stream:
    """For a phone: what concerns the player's own table, and everybody."""
    player = phone_visit.person.player
    return _stream(phone_visit, lambda news: news.concerns(player))


def _stream(visit: EventVisit, wants: Callable[[News], bool]) -> Stream:
    visit.house.streams.check(*_client(visit))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = _lines(visit, wants)
    return Stream(lines, media_type="text/event-stream", headers=headers)


async def _lines(visit: EventVisit, wants: Callable[[News], bool]) -> AsyncIterator[str]:
    """`pace` is the number of seconds over which those who are in no hurry spread their looking again."""
    house, code, player = visit.house, visit.code, visit.person.player
    with house.streams.counted(_client(visit)[0]), house.hub.listen(code, wants) as listener:
        event = house.event(code) or visit.event
        pace = _pace(house.hub.listening(code), often=False)
        yield f"retry: {RETRY_MILLISECONDS}\n{_line('hello', {'version': event.version, 'pace': pace})}"
        async for news in listener.news():
            if news is None:
                yield ": still here\n\n"
                continue
            own = player is not None and player in news.players
            pace = 0.0 if own else _pace(house.hub.listening(code), often=not news.for_everybody)
            body = {"version": news.version, "topics": sorted(news.topics), "tables": sorted(news.tables)}
            yield _line("news", {**body, "pace": pace})


def _client(visit: EventVisit) -> tuple[str, int]:
    """Whose stream it is, and how many of them they may have."""
    person = visit.person
    if person.player is not None:
        return f"player {visit.code} {person.player}", MOST_OF_A_PLAYER
    if person.may("helper"):
        return f"session {person.pass_id}", MOST_OF_A_SESSION
    return f"from {client_of(visit.request)}", MOST_OF_AN_ADDRESS


def _pace(listening: int, *, often: bool) -> float:
    return round(listening * (OFTEN_SECONDS if often else SELDOM_SECONDS), 2)


def _line(event: str, body: object) -> str:
    return f"event: {event}\ndata: {json.dumps(body)}\n\n"


ROUTES = [stream, phone_stream]
