"""Live updates as server-sent events: what changed, so that an open page can load itself again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from secrets import randbelow
from time import time

import msgspec
from litestar.types import ASGIApp, Receive, Scope, Send

from ronda.web.context import EventContext, GivenEvent, client_of
from ronda.web.http.admission import get_page
from ronda.web.perform import read_number

RETRY_MILLISECONDS = 1500
BACK_MILLISECONDS = 2000  # at most, after the server said that it goes
# What each open page adds to the pace: about what it costs to make it anew, and more for what happens at every table.
SELDOM_SECONDS = 0.003
OFTEN_SECONDS = 0.01
# How many one client may have open: a phone has a few tabs, a desk its walls and laptops. Who has neither a link nor a
# session is known by the address alone, which may be that of a whole hall.
MOST_OF_A_PLAYER = 6
MOST_OF_A_SESSION = 40
MOST_OF_AN_ADDRESS = 400
_LONGEST = 15  # digits of milliseconds
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@get_page("/e/{code:str}/stream")
async def stream(event_context: GivenEvent) -> ASGIApp:
    """For the desk, the wall and public pages: everything that happens."""
    return open_stream(event_context)


@get_page("/p/{code:str}/{mark:str}/stream")
async def phone_stream(phone_context: GivenEvent) -> ASGIApp:
    """For a phone: what concerns the player's own table, and everybody."""
    return open_stream(phone_context)


def open_stream(context: EventContext) -> ASGIApp:
    context.runtime.streams.check(*_client(context))
    return EventStream(_lines(context))


class EventStream:
    """An answer that is sent until the client goes away or the stream is closed."""

    def __init__(self, lines: AsyncGenerator[bytes, None]) -> None:
        self._lines = lines

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_end_with(receive, asyncio.current_task()))
        try:
            async with aclosing(self._lines):
                await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
                async for line in self._lines:
                    await send({"type": "http.response.body", "body": line, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not gone.done():  # somebody else wants it to stop
                raise
        finally:
            gone.cancel()


async def _end_with(receive: Receive, telling: asyncio.Task[None] | None) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    if telling is not None:
        telling.cancel()


async def _lines(context: EventContext) -> AsyncGenerator[bytes, None]:
    """`pace` is the number of seconds over which those who are in no hurry spread their looking again."""
    runtime, code, player = context.runtime, context.code, context.person.player
    counted = runtime.streams.counted(_client(context)[0])
    with counted, runtime.broadcast.listen(code, player, _since(context)) as listener:
        event = runtime.event(code) or context.event
        pace = _pace(runtime.broadcast.listening(code), often=False)
        hello = {"version": event.version, "pace": pace, "missed": listener.missed}
        yield b"retry: %d\n%b" % (RETRY_MILLISECONDS, _line("hello", hello))
        async for news in listener.news():
            if news is None:
                yield b": still here\n\n"
                continue
            own = player is not None and player in news.players
            pace = 0.0 if own else _pace(runtime.broadcast.listening(code), often=not news.for_everybody)
            body = {"version": news.version, "topics": sorted(news.topics), "tables": sorted(news.tables)}
            yield _line("news", {**body, "pace": pace})
        if runtime.broadcast.closing:  # a new start: come back, but not all at the same moment
            yield b"retry: %d\n%b" % (BACK_MILLISECONDS // 4 + randbelow(BACK_MILLISECONDS), _line("going", {}))


def _since(context: EventContext) -> float | None:
    """When the browser has last heard of us, or, by the `age` of a page that opens its stream, when it was asked for;
    None for a listener who just begins."""
    heard = context.request.headers.get("last-event-id")
    if heard is not None:
        return _seconds(heard)
    age = context.request.query_params.get("age")
    return None if age is None else time() - _seconds(age, rubbish=time())


def _seconds(milliseconds: str, rubbish: float = 0.0) -> float:
    found = read_number(milliseconds, _LONGEST)
    return rubbish if found is None else found / 1000


def _client(context: EventContext) -> tuple[str, int]:
    """Whose stream it is, and how many of them they may have."""
    person = context.person
    if person.player is not None:
        return f"player {context.code} {person.player}", MOST_OF_A_PLAYER
    if person.may("helper"):
        return f"session {person.pass_id}", MOST_OF_A_SESSION
    return f"from {client_of(context.request)}", MOST_OF_AN_ADDRESS


def _pace(listening: int, *, often: bool) -> float:
    return round(listening * (OFTEN_SECONDS if often else SELDOM_SECONDS), 2)


def _line(event: str, body: object) -> bytes:
    return b"event: %b\ndata: %b\nid: %d\n\n" % (event.encode(), msgspec.json.encode(body), time() * 1000)


ROUTES = [stream, phone_stream]
