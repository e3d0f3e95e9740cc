"""Opening the desk to the hall while it runs: a second place to listen, beside the one for this machine only.

What was said at the start stays: a server that was started for the network is open, and only a new start closes it.
"""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from typing import Literal

from ronda.web.settings import ServerSettings, is_loopback

# Starts to listen at a place that was bound; what it answers stops that again, and ends the connections from there.
Listen = Callable[[socket.socket], Awaitable[Callable[[], None]]]
State = Literal["closed", "open", "started_open"]

_ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # of passwords that are read from one screen and typed into another
_GROUPS, _GROUP_LETTERS = 3, 4  # 58 bits
# Nothing is sent to any of them: the way to them tells the address of this machine in the network it is in.
_FAR = ("10.255.255.255", "192.168.255.255", "172.31.255.255", "169.254.255.255")


class NoHall(Exception):
    """Why it cannot be opened: a code, and facts for its sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class Hall:
    """Whether other machines can reach this worker, and the way to change that. In its event loop."""

    def __init__(self, settings: ServerSettings, listen: Listen | None = None) -> None:
        self.settings = settings
        self.address = ""  # where the hall finds the desk, while it is open
        self.password = ""  # made here and not yet replaced; only whoever sits at the machine sees it
        self._listen = listen
        self._stop: Callable[[], None] | None = None
        self._turn = asyncio.Lock()

    @property
    def state(self) -> State:
        if self.settings.hall:
            return "started_open"
        return "open" if self._stop is not None else "closed"

    @property
    def can_open(self) -> bool:
        """Not with several workers, which would have to do it all at once; nor where it was open from the start."""
        return self._listen is not None and not self.settings.hall

    async def open(self) -> None:
        """Whoever opens twice opens once."""
        async with self._turn:
            if self._stop is not None or self._listen is None or self.settings.hall:
                return
            host = hall_host()
            if not host:
                raise NoHall("no_network")
            try:
                bound = _bound(host, self.settings.port)
                try:
                    self._stop = await self._listen(bound)
                except OSError:
                    bound.close()
                    raise
            except OSError as trouble:
                raise NoHall("cannot_listen", host=host, detail=trouble.strerror or str(trouble)) from None
            self.address = f"http://{host}:{bound.getsockname()[1]}"

    async def close(self) -> None:
        async with self._turn:
            if self._stop is not None:
                self._stop()
            self._stop, self.address = None, ""


def new_password() -> str:
    """One that nobody has thought of, and that is easy to read out and to type."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LETTERS)) for _ in range(_GROUPS))
    return "-".join(groups)


def hall_host() -> str:
    """What others in the same network call this machine; nothing if it is in none. Nothing is sent to find out."""
    for far in _FAR:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
                found = str(probe.getsockname()[0])
            except OSError:
                continue
            if not is_loopback(found) and found != "0.0.0.0":
                return found
    return ""


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


def _bound(host: str, port: int) -> socket.socket:
    """At the port of the desk; if somebody else has it at that address, at any that is free."""
    try:
        return bind(host, port)
    except OSError as trouble:
        if trouble.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        return bind(host, 0)
