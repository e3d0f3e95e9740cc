"""Starts the server: one worker on SQLite, or several on PostgreSQL."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict
from tempfile import TemporaryDirectory
from threading import current_thread, main_thread
from types import FrameType
from typing import ClassVar

import uvicorn
from litestar import Litestar
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import LOGGING_CONFIG
from uvicorn.supervisors import Multiprocess

from ronda.web.app import make_app
from ronda.web.http.connections import Connection, Connections, descriptors, room
from ronda.web.http.metrics import FOLDER, write_logs
from ronda.web.settings import ServerSettings

STOP_SECONDS = 8  # for what is being answered; streams end at once
BACKLOG = 1024  # connections that wait to be taken
SWITCH_SECONDS = 0.001  # after which a thread lets another go on; a request changes threads several times
LARGE_PIECE = 64 * 1024  # bytes
_MMAP_THRESHOLD = -3  # as glibc calls it
COLLECT_AFTER = (20_000, 20, 50)  # new objects, and rounds of the younger generations
_log = logging.getLogger(__name__)
_VARIABLE = "RONDA_SERVE"  # the settings of this very start, as JSON


def serve(settings: ServerSettings, bound: socket.socket, workers: int = 1) -> None:
    """Until it is stopped. Several workers are processes of their own, which learn the settings by environment."""
    os.environ[_VARIABLE] = json.dumps(asdict(settings))
    config = configured(workers, settings)
    descriptors()  # for the workers, too
    with ExitStack() as closing:
        closing.enter_context(suppress(KeyboardInterrupt))  # the way to stop it
        if workers > 1:
            if settings.metrics_token:
                folder = TemporaryDirectory(prefix="ronda-", ignore_cleanup_errors=True)
                os.environ[FOLDER] = closing.enter_context(folder)
            Workers(config, sockets=[bound]).run()
        else:
            Serving(config).run(sockets=[bound])


class Workers(Multiprocess):
    """Several of them: one that ended is replaced, and counts no longer in the gauges."""

    _known: frozenset[int] = frozenset()

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        running = frozenset(worker.pid for worker in self.processes if worker.pid is not None)
        for ended in self._known - running if FOLDER in os.environ else ():
            mark_process_dead(ended)
        self._known = running


class Serving(uvicorn.Server):
    """One worker, which can listen at a further place while it runs."""

    running: ClassVar[Serving | None] = None  # the one of this process

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        Serving.running = self
        super().run(sockets)

    async def listen(self, bound: socket.socket) -> Callable[[], None]:
        """Connections from there are like all others; what is answered ends them."""

        def connection() -> asyncio.Protocol:
            return Connection(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

        place = bound.getsockname()
        further = await asyncio.get_running_loop().create_server(connection, sock=bound, backlog=BACKLOG)
        self.servers.append(further)

        def stop() -> None:
            further.close()
            self.servers.remove(further)
            Connection.door.end(place)

        return stop


def configured(workers: int, settings: ServerSettings) -> uvicorn.Config:
    trusted = ",".join(("127.0.0.1", "::1", *settings.proxies)) if settings.proxies else ""
    return uvicorn.Config(
        "ronda.web.server:app",
        factory=True,
        workers=workers,
        log_level="error",  # nobody fills the disk with requests that are none
        access_log=False,  # addresses of players' links are secrets
        timeout_graceful_shutdown=STOP_SECONDS,
        server_header=False,
        date_header=False,
        lifespan="on",
        ws="none",
        http=Connection,
        backlog=BACKLOG,
        # who asked, as a proxy says it, is believed of a proxy on this machine, or of one that is named
        forwarded_allow_ips=trusted or os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1"),
        log_config=None if settings.log_format == "json" else LOGGING_CONFIG,
    )


def app() -> Litestar:
    """What each worker runs. The writer's thread must not keep the others waiting while a full hall is served, so
    threads take turns more often than usual; and the collector need not look through thousands of facts, which are
    there to stay, every few hundred requests."""
    sys.setswitchinterval(SWITCH_SECONDS)
    _give_memory_back()
    Connection.door = Connections(room(descriptors()))
    gc.set_threshold(*COLLECT_AFTER)
    settings = ServerSettings(**json.loads(os.environ[_VARIABLE]))
    write_logs(settings.log_format, requests=settings.log_requests)
    made = make_app(settings)
    made.on_startup.append(lambda: _log.info("started"))
    made.on_shutdown.append(lambda: _log.info("stopped"))
    made.state.listen = Serving.running.listen if Serving.running else None
    made.on_startup.append(_end_streams_early)
    return made


def _give_memory_back() -> None:
    """What was needed for a moment goes back to the system: glibc would keep pieces of that size for later."""
    with suppress(OSError, AttributeError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE_PIECE)


def _end_streams_early(made: Litestar) -> None:
    """Who stops the server need not wait for open pages: their streams end as soon as the signal comes."""
    if current_thread() is not main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def stop(given: int, frame: FrameType | None, before: object = before) -> None:
            loop.call_soon_threadsafe(made.state.runtime.broadcast.close)
            if callable(before):
                before(given, frame)

        signal.signal(number, stop)
