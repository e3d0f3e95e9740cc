"""Starts the desk: one worker on SQLite, or several on PostgreSQL."""

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
from contextlib import suppress
from dataclasses import asdict
from threading import current_thread, main_thread
from types import FrameType

import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from ronda.web.app import make_app
from ronda.web.connections import Door, Watched, descriptors, room
from ronda.web.settings import ServerSettings

STOP_SECONDS = 2
BACKLOG = 1024  # connections that wait to be taken
SWITCH_SECONDS = 0.005  # at which a writer and the event loop get in each other's way least
LARGE_PIECE = 64 * 1024  # bytes
_MMAP_THRESHOLD = -3  # as glibc calls it
COLLECT_AFTER = (20_000, 20, 50)  # new objects, and rounds of the younger generations
_VARIABLE = "RONDA_SERVE"  # the settings of this very start, as JSON


def serve(settings: ServerSettings, bound: socket.socket, workers: int = 1) -> None:
    """Until it is stopped. Several workers are processes of their own, which learn the settings by environment."""
    os.environ[_VARIABLE] = json.dumps(asdict(settings))
    config = configured(workers)
    descriptors()  # for the workers, too
    with suppress(KeyboardInterrupt):  # the way to stop it
        if workers > 1:
            Multiprocess(config, sockets=[bound]).run()
        else:
            uvicorn.Server(config).run(sockets=[bound])


def configured(workers: int) -> uvicorn.Config:
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
        http=Watched,
        backlog=BACKLOG,
        # who asked, as a proxy says it, is believed of a proxy on this machine, or of one that is named
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1"),
    )


def bind(host: str, port: int) -> socket.socket:
    """The place where the server listens; an OSError if it cannot be had. Port 0 is any that is free."""
    family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name != "nt":  # there it would let two servers have the same port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(place)
    except OSError:
        bound.close()
        raise
    bound.set_inheritable(True)
    return bound


def hall_address() -> str:
    """What others in the same network call this machine; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def app() -> Litestar:
    """What each worker runs. The writer's thread must not keep the others waiting while a full hall is served, so
    threads take turns more often than usual; and the collector need not look through thousands of facts, which are
    there to stay, every few hundred requests."""
    sys.setswitchinterval(SWITCH_SECONDS)
    _give_memory_back()
    Watched.door = Door(room(descriptors()))
    gc.set_threshold(*COLLECT_AFTER)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    made = make_app(ServerSettings(**json.loads(os.environ[_VARIABLE])))
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
            loop.call_soon_threadsafe(made.state.runtime.hub.close)
            if callable(before):
                before(given, frame)

        signal.signal(number, stop)
