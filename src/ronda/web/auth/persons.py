"""Who asks: the best role that sessions and keys give, and whose process is at the other end of a connection from this
machine.

A browser of the person who started the server and a proxy that forwards requests of others look the same in the
request. The operating system knows the difference: a proxy runs as another user (`www-data`, `nobody`), and the table
of connections names the user of each socket.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import NamedTuple

from ronda.desk.permissions import ROLES, Actor, printable
from ronda.store.access import Belonging, Pass
from ronda.web.settings import plain_address

TABLES = ("/proc/net/tcp", "/proc/net/tcp6")  # of Linux; elsewhere there are none, and nobody is believed
NEIGHBOUR = "ronda.neighbour"  # where the connection stands in the scope of a request
_NOBODY = 65534  # whose sockets are those of everybody who has no user here
_ESTABLISHED = "01"  # sockets that are closed belong to root, whoever had them

# How the headers begin that proxies add, of whatever make: one is enough. (No browser sends them of its own accord.)
_OF_PROXIES = """
forwarded via true-client-ip client-ip cdn-loop x-real- x-client-ip x-cluster- x-forwarded x-original- x-proxy x-host
x-envoy- x-amzn- x-appengine- x-azure- x-arr- x-vercel- x-varnish x-akamai- x-sendfile- cf- fastly- fly- ngrok-
"""

Place = tuple[str, int | None]


class LocalPeer:
    """The other end of one connection. The system is asked once, and only if it matters."""

    def __init__(self, client: Place | None, server: Place | None, tables: tuple[str, ...] = TABLES) -> None:
        self._client, self._server, self._tables = client, server, tables
        self._same: bool | None = None

    @property
    def same_user(self) -> bool:
        """Whether a program of the very user who runs this server is there; False where that cannot be known."""
        if self._same is None:
            self._same = self._looked_up()
        return self._same

    def _looked_up(self) -> bool:
        if self._client is None or self._server is None or not hasattr(os, "getuid"):
            return False
        own = os.getuid()
        return own != _NOBODY and _user_of(_end(*self._client), _end(*self._server), self._tables) == own


class _End(NamedTuple):
    address: IPv4Address | IPv6Address
    port: int


def is_from_a_proxy(header: str) -> bool:
    """Whether a header of this name shows that somebody hands on what others have asked."""
    return header.lower().startswith(tuple(_OF_PROXIES.split()))


def can_be_known() -> bool:
    """Whether this system says whose a connection is."""
    return hasattr(os, "getuid") and os.getuid() != _NOBODY and any(Path(table).exists() for table in TABLES)


def _end(host: str, port: int | None) -> _End | None:
    address = plain_address(host)
    return None if address is None or port is None else _End(address, port)


def _user_of(theirs: _End | None, ours: _End | None, tables: tuple[str, ...]) -> int | None:
    """The user of the socket that goes from there to here; None if there is none, or not exactly one."""
    if theirs is None or ours is None:
        return None
    found = {
        user
        for table in tables
        for here, there, user in _sockets(table, theirs.port)
        if (here, there) == (theirs, ours)
    }
    return found.pop() if len(found) == 1 else None


def _sockets(table: str, port: int) -> Iterator[tuple[_End, _End, int]]:
    """Local end, remote end and user of each living connection from that port."""
    try:
        lines = Path(table).read_text("ascii").splitlines()[1:]
    except (OSError, ValueError):
        return
    local = f":{port:04X} "
    for line in lines:
        if local not in line:  # of thousands
            continue
        fields = line.split()
        if len(fields) > 7 and fields[3] == _ESTABLISHED:
            yield _read(fields[1]), _read(fields[2]), int(fields[7])


def _read(text: str) -> _End:
    """`0100007F:1F90`: words of four bytes as this machine orders them, and the port."""
    digits, _, port = text.partition(":")
    words = [bytes.fromhex(digits[at : at + 8]) for at in range(0, len(digits), 8)]
    packed = b"".join(word[::-1] if sys.byteorder == "little" else word for word in words)
    address = ip_address(packed)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return _End(mapped or address, int(port, 16))


PUBLIC = Actor("public", "public")
SESSION_EXPIRED = Actor("public", "public", rested=True)
AT_THE_MACHINE = Actor("owner", "desk", administrator=True)


def person_of(shown: Iterable[Pass], code: str, at: datetime, whose: Callable[[], Belonging] = Belonging) -> Actor:
    """The best role that one of the passes gives in the event; `code` is "" for the whole desk. `whose` tells, if that
    must be known, whose event it is: what is for the whole desk is for one's own events only. While an account is
    suspended, nobody is at the desk of its events. On the whole desk an organiser has no role, but an account."""
    best = PUBLIC
    for found in shown:
        if not found.holds(at) or found.role not in ROLES or found.scope not in ("", code):
            continue
        if code and (found.scope == "" and found.account != whose().account):
            continue
        if code and whose().suspended:
            continue
        person = _person(found, organiser=not code and found.account is not None)
        if person.may(best.role) and (best.account is None or person.role != "public"):
            best = person
    return best


def _person(found: Pass, *, organiser: bool) -> Actor:
    role = "public" if organiser else next(role for role in ROLES if role == found.role)
    administrator = found.administrator or (role == "owner" and found.account is None)
    name = printable(found.name) or role
    return Actor(role, name, None, found.id, account=found.account, administrator=administrator)
