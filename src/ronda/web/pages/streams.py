"""Live updates as server-sent events: what changed, so that an open page can look again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

from litestar import get
from litestar.response import Stream

from ronda.web.news import News
from ronda.web.visits import EventVisit

RETRY_MILLISECONDS = 1500


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
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = _lines(visit, wants)
    return Stream(lines, media_type="text/event-stream", headers=headers)


async def _lines(visit: EventVisit, wants: Callable[[News], bool]) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MILLISECONDS}\n{_line('hello', {'version': visit.event.version})}"
    async for news in visit.house.hub.listen(visit.code, wants):
        if news is None:
            yield ": still here\n\n"
        else:
            body = {"version": news.version, "topics": sorted(news.topics), "tables": sorted(news.tables)}
            yield _line("news", body)


def _line(event: str, body: object) -> str:
    return f"event: {event}\ndata: {json.dumps(body)}\n\n"


ROUTES = [stream, phone_stream]
