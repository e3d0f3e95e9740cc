"""Limits for connections: how many there may be, and how long each may take to send a request and to read the answer.

The protocol of the server would wait for ever for the rest of a request, and for a client that does not read. This one
does not: a sweep once a second closes connections that are over their time.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ronda.web.auth.persons import NEIGHBOUR, LocalPeer
from ronda.web.language import Words, chosen_language
from ronda.web.settings import is_loopback

HEAD_SECONDS = 10.0  # from the first byte to the end of the headers
BODY_SECONDS = 25.0  # for the rest of the request: to wait for a turn, to come (see `bodies`), and one more for
BYTES_A_SECOND = 64_000
READ_SECONDS = 15.0  # for a client to take what it asked for, and one more for
READ_A_SECOND = 16_000  # bytes
LINGER_SECONDS = 3.0  # in which what nobody wants any more is still taken from the line, so that the answer is seen,
MOST_UNWANTED = 100_000  # bytes, no more
SMALL_BODY = 9_999  # bytes
AWAY_SECONDS = 2.0  # for a client that is turned away, to hear why
SWEEP_SECONDS = 1.0
MOST_HEAD = 16_000  # bytes of headers
MOST_TARGET = 4_000  # bytes of an address
MOST_PIPELINED = 8
MOST_BESIDE = 300_000  # bytes that came with a body and are not of it
CHUNK_OVERHEAD = 8  # bytes on the line for one of the body, at most

CONNECTIONS = 6000  # of one worker
OF_AN_ADDRESS = 3000  # which may be a whole hall; a proxy on this very machine may be everybody
TURNED_AWAY = 200  # who are told so; more are cut off

_LANGUAGE = re.compile(rb"\r\naccept-language:[ \t]*([\x21-\x7e \t]{1,200})\r\n", re.IGNORECASE)


class Connections:
    """The open connections of one worker; lives in its event loop."""

    def __init__(self, most: int = CONNECTIONS, most_of_an_address: int = OF_AN_ADDRESS) -> None:
        self.most = most
        self.most_of_an_address = most_of_an_address
        self.inside: set[Connection] = set()
        self._addresses: Counter[str] = Counter()
        self._sweep: asyncio.TimerHandle | None = None

    def register(self, one: Connection) -> bool:
        """Whether there is room."""
        self.inside.add(one)
        self._addresses[one.address] += 1
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._swept)
        crowded = self._addresses[one.address] > self.most_of_an_address and not is_loopback(one.address)
        return len(self.inside) <= self.most and not crowded

    def unregister(self, one: Connection) -> None:
        if one in self.inside:
            self.inside.discard(one)
            self._addresses[one.address] -= 1
            if not self._addresses[one.address]:
                del self._addresses[one.address]

    def end(self, place: tuple[str, int]) -> None:
        """Ends every connection that came in there."""
        for one in list(self.inside):
            if one.server == place:
                with suppress(RuntimeError):  # it was just closed
                    one.cut_off()

    def _swept(self) -> None:
        now = monotonic()
        again = asyncio.get_running_loop().call_later
        self._sweep = again(SWEEP_SECONDS, self._swept) if self.inside else None
        for one in list(self.inside):
            with suppress(RuntimeError):  # it was just closed
                one.check_deadlines(now)


class Connection(HttpToolsProtocol):
    """One connection. `until` is the deadline of its next step; None while the server works."""

    door = Connections()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.address = ""
        self.until: float | None = None
        self._away = False  # there is no room for it
        self._deaf = False  # it has asked too much at once: no more is listened to
        self._running: RequestResponseCycle | None = None
        self._beside = 0  # bytes so far that are no body
        self._unwanted = 0  # bytes of a body that came after the answer
        self._in_head = True
        self._in_body = False
        self._unread: float | None = None  # since when the client has not taken everything

    # --- coming and going ----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.neighbour = LocalPeer(self.client, self.server)
        self.until = monotonic() + HEAD_SECONDS
        if not self.door.register(self):
            self._away = True
            self.until = monotonic() + AWAY_SECONDS
            if len(self.door.inside) > self.door.most + TURNED_AWAY:
                self.cut_off()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.unregister(self)
        super().connection_lost(exc)

    def check_deadlines(self, now: float) -> None:
        if self.until is not None and now > self.until:
            self.cut_off()
            return
        waiting = self.transport.get_write_buffer_size()
        if not waiting:
            self._unread = None
        elif self._unread is None:
            self._unread = now + READ_SECONDS + waiting / READ_A_SECOND
        elif now > self._unread:
            self.cut_off()

    def cut_off(self) -> None:
        if self._running is not None:
            self._running.disconnected = True  # at once: whoever answers meanwhile must not write any more
            self._running.message_event.set()
        self.transport.abort()

    # --- what comes ----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._away:
            self._refuse(503, data, "too_busy")
        if self._deaf or self.transport.is_closing():
            return
        self._beside += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head and self._beside > MOST_HEAD:
            self._refuse(431, b"", "bad_request")
        elif self._in_body and self._beside > MOST_BESIDE:  # trailers without end, or chunks with nothing in them
            self.cut_off()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._beside = True, 0

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body = False, True
        self._beside = self._unwanted = 0
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > MOST_HEAD or len(self.url) > MOST_TARGET:
            self._refuse(431 if size > MOST_HEAD else 414, _language_line(self.headers), "bad_request")
            return
        if len(self.pipeline) >= MOST_PIPELINED:
            self._stop_reading()
        if self._deaf or self.transport.is_closing():
            return
        self.until = monotonic() + BODY_SECONDS
        self.scope[NEIGHBOUR] = self.neighbour  # type: ignore[literal-required]
        super().on_headers_complete()
        if self._follows() > SMALL_BODY:
            self.flow.pause_reading()  # until somebody wants it: who waits, or may not, keeps nothing here

    def _follows(self) -> float:
        """How many bytes, as far as it was announced."""
        told = next((value for name, value in self.headers if name == b"content-length"), b"0")
        if any(name == b"transfer-encoding" for name, _ in self.headers):
            return math.inf
        return int(told) if told.isdigit() and len(told) < 19 else math.inf

    def on_body(self, body: bytes) -> None:
        self._beside = max(self._beside - CHUNK_OVERHEAD * len(body), -MOST_BESIDE)
        if self._deaf or self.transport.is_closing():
            return
        super().on_body(body)
        if not self.cycle.response_complete:
            self.until = None if self.until is None else self.until + len(body) / BYTES_A_SECOND
            return
        self._unwanted += len(body)
        if self._unwanted > MOST_UNWANTED:
            self.flow.pause_reading()

    def on_message_complete(self) -> None:
        self._in_body = False
        if self._deaf or self.transport.is_closing():
            return
        super().on_message_complete()
        self.until = monotonic() + HEAD_SECONDS if self.cycle.response_complete else None

    def on_response_complete(self) -> None:
        another = bool(self.pipeline)
        super().on_response_complete()
        if another:  # it came meanwhile, and is worked on now
            self.until = monotonic() + BODY_SECONDS if self._in_body else None
        else:
            kept = HEAD_SECONDS + self.timeout_keep_alive
            self.until = monotonic() + (LINGER_SECONDS if self._in_body else kept)
            if self._in_body and MOST_UNWANTED < self._follows() < math.inf:
                self.flow.pause_reading()  # nobody wants it

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # --- what is answered before anything else is known ----------------------------------------------------

    def _stop_reading(self) -> None:
        """What was asked before is answered; then it is over."""
        self.cycle.keep_alive = False
        self._deaf = True

    def _refuse(self, status: int, request: bytes, code: str) -> None:
        if self._running is not None and not self._running.response_complete:
            self._stop_reading()
            return
        wished = _LANGUAGE.search(request)
        words = Words(chosen_language(None, wished[1].decode("latin-1") if wished else None))
        text = f"{words(f'trouble.{code}')} {words(f'trouble.way_out.{code}')}\n".encode()
        reason = {414: "URI Too Long", 431: "Request Header Fields Too Large", 503: "Service Unavailable"}[status]
        lines = [
            f"HTTP/1.1 {status} {reason}",
            "content-type: text/plain; charset=utf-8",
            f"content-language: {words.language}",
            f"content-length: {len(text)}",
            "retry-after: 10",
            "connection: close",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + text)
        self.transport.close()


def _language_line(headers: list[tuple[bytes, bytes]]) -> bytes:
    wished = next((value for name, value in headers if name == b"accept-language"), b"")
    return b"\r\naccept-language: " + wished[:200] + b"\r\n"


def room(descriptors: int | None, needed_elsewhere: int = 200) -> int:
    """How many connections fit: each needs a file descriptor, and so do files, the database and what is turned away."""
    if descriptors is None:
        return CONNECTIONS
    return max(16, min(CONNECTIONS, descriptors - needed_elsewhere - TURNED_AWAY))


def descriptors() -> int | None:
    """How many file descriptors this process may have, after it took as many as it is allowed to; None where there is
    no such limit to be known."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 1000
    if soft != resource.RLIM_INFINITY and soft < wanted:
        possible = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, possible), hard))
        except (ValueError, OSError):
            return soft
        return max(soft, possible)
    return None if soft == resource.RLIM_INFINITY else soft
