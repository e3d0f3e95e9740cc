"""Webhooks: whoever wants to be told of what happens in an event is sent a signed message for each of it.

A message has numbers only, no names: who gets it asks the API for more. It is sent at least once, again after growing
pauses if nothing came through, and its id says whether it was there before. Where it is sent somebody typed into a
form: so neither this machine nor its neighbours are reached (unless the server was told so), no redirect is followed,
and nothing of the answer is shown but its status.
"""

from __future__ import annotations

import asyncio
import hmac
import http.client
import json
import logging
import socket
import ssl
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from ipaddress import IPv4Address, IPv6Network, ip_network
from threading import Timer
from typing import Any, NamedTuple

from sqlalchemy.exc import DBAPIError

from ronda import __version__
from ronda.core import facts as happened
from ronda.core.facts import Fact, Redone, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.desk.desk import LedgerEntry
from ronda.formats.fact_text import fact_kind
from ronda.operations.webhooks import WHSEC, Kind, parts_of
from ronda.store import StoreTrouble
from ronda.store.webhooks import (
    Delivery,
    Message,
    Webhook,
    behind,
    claim,
    due,
    enqueue,
    room_left,
    sent,
)
from ronda.systems import system
from ronda.web.runtime import Runtime
from ronda.web.settings import plain_address

SECONDS = 8.0  # for a word of the other side
MOST_SECONDS = 15.0  # for all of them
MOST_ANSWER = 4_096  # bytes that are read; none of them is kept
AT_ONCE = 4
LOOK_SECONDS = 3.0
_INTERNET = IPv6Network("2000::/3")  # the rest is local, or has an IPv4 address in it
_RESERVED = tuple(map(ip_network, ("2001::/23", "2002::/16", "192.88.99.0/24", "192.0.0.0/24")))  # tunnels and the like
_log = logging.getLogger(__name__)

_KINDS: tuple[tuple[Any, Kind], ...] = (
    (happened.ResultEntered, "result"),
    (happened.Reported, "report"),
    (happened.Published, "published"),
    (happened.Closed, "closed"),
    (happened.Paired | happened.Rearranged | happened.Discarded | happened.Approved, "draft"),
    (happened.RosterFact, "players"),
    (happened.Penalised | happened.PenaltyLifted, "penalty"),
    (happened.StagesPlanned | happened.StageBegun | happened.StageTakenBack, "stage"),
    (happened.Finished, "finished"),
    (happened.Undone | happened.Redone, "undone"),
)


def kind_of(fact: Fact) -> Kind:
    return next((kind for kinds, kind in _KINDS if isinstance(fact, kinds)), "settings")


# --- where to ----------------------------------------------------------------------------------------------


class NotAllowed(Exception):
    """This is no place to send anything to."""


def _reached(host: str, port: int, *, private: bool) -> list[tuple[Any, ...]]:
    """The addresses of a name, all of which must be of the internet; so that none of them is looked up again."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    for *_, place in found:
        if not private and not is_of_the_internet(str(place[0])):
            raise NotAllowed
    return found


def is_of_the_internet(host: str) -> bool:
    """Neither this machine, nor a neighbour, nor one inside another address."""
    address = plain_address(host)
    if address is None or not address.is_global or address.is_multicast:
        return False
    known = isinstance(address, IPv4Address) or address in _INTERNET
    return known and not any(address in network for network in _RESERVED)


# --- sending -----------------------------------------------------------------------------------------------


class DeliveryResult(NamedTuple):
    arrived: bool
    answer: str  # the status, or a word for what went wrong


def key_of(secret: str) -> bytes:
    """What is signed with. Secrets made before `whsec_` was told in front are keys as they are."""
    told = secret.removeprefix(WHSEC)
    return secret.encode() if told == secret else b64decode(told)


def signatures(secret: str, id_: str, timestamp: str, body: bytes) -> dict[str, str]:
    """The headers of Standard Webhooks, and those from before Ronda had them, for whoever reads them."""
    signed = hmac.digest(key_of(secret), f"{id_}.{timestamp}.".encode() + body, "sha256")
    older = hmac.digest(secret.encode(), f"{timestamp}.".encode() + body, "sha256")
    return {
        "webhook-id": id_,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{b64encode(signed).decode()}",
        "Ronda-Timestamp": timestamp,
        "Ronda-Signature": f"v1={older.hex()}",
    }


def send(hook: Webhook, one: Delivery, now: datetime, *, private: bool) -> DeliveryResult:
    """Once, within a time, to where the name leads at this moment."""
    body = one.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"Ronda/{__version__}",
        **signatures(hook.secret, json.loads(body)["id"], str(int(now.timestamp())), body),
        "Ronda-Event": one.kind,
        "Ronda-Delivery": str(one.id),
        "Connection": "close",
    }
    try:
        status = _post(hook.url, body, headers, private=private)
    except NotAllowed:
        return DeliveryResult(False, "not_allowed")
    except ssl.SSLError:
        return DeliveryResult(False, "no_trust")
    except (TimeoutError, socket.gaierror, OSError, http.client.HTTPException, UnicodeError, ValueError):
        return DeliveryResult(False, "no_answer")
    return DeliveryResult(200 <= status < 300, str(status))


def _post(url: str, body: bytes, headers: dict[str, str], *, private: bool) -> int:
    parts = parts_of(url)
    if parts is None:
        raise NotAllowed
    host, https = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if https else 80)
    family, kind, protocol, _, place = _reached(host, port, private=private)[0]
    with socket.socket(family, kind, protocol) as line:
        line.settimeout(SECONDS)
        cut = Timer(MOST_SECONDS, _cut, (line,))  # who answers a letter at a time is not listened to for ever
        cut.daemon = True
        cut.start()
        try:
            line.connect(place)
            spoken = ssl.create_default_context().wrap_socket(line, server_hostname=host) if https else line
            connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
            connection.sock = spoken
            connection.auto_open = 0  # it speaks on this line or not at all
            path = parts.path or "/"
            connection.request("POST", f"{path}?{parts.query}" if parts.query else path, body, headers)
            answer = connection.getresponse()
            answer.read(MOST_ANSWER)
            return answer.status
        finally:
            cut.cancel()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


# --- what is told ------------------------------------------------------------------------------------------


def message(code: str, version: int, at: datetime, fact: Fact, system_id: str) -> Message:
    """Numbers and codes. Whoever is erased later leaves nothing behind here."""
    told: dict[str, Any] = {"id": f"{code}-{version}", "kind": kind_of(fact), "fact": fact_kind(fact), "event": code}
    told |= {"version": version, "at": at.isoformat()}
    for name in ("round", "table", "player", "number"):
        value = getattr(fact, name, None)
        if isinstance(value, int):
            told[name] = value
    if isinstance(fact, happened.Paired | happened.Rearranged):
        told["round"] = fact.round.number
    if isinstance(fact, happened.Entered | happened.Edited):
        told["player"] = fact.player.id
    if isinstance(fact, happened.ResultEntered | happened.Reported):
        told["result"] = None if fact.result is None else system(system_id).rules.results.write(fact.result)
    if isinstance(fact, happened.Finished):
        told["finished"] = True
    return Message(kind_of(fact), json.dumps(told))


def closed_message(code: str, version: int, at: datetime, round_number: int) -> Message:
    """What is told beside the fact of that version, which brought the last result: no fact says it (R5.5)."""
    told = {"id": f"{code}-{version}-closed", "kind": "closed", "fact": "closed", "event": code}
    return Message("closed", json.dumps({**told, "version": version, "at": at.isoformat(), "round": round_number}))


def rounds_ended(before: Sequence[Fact], records: Sequence[LedgerEntry]) -> dict[int, int]:
    """The versions of the records with which a round was over, and its number; `before` are all facts before them."""
    facts = list(before)
    state = fold(in_force(facts))
    found: dict[int, int] = {}
    for record in records:
        facts.append(record.fact)
        stepped = isinstance(record.fact, Undone | Redone)
        following = fold(in_force(facts)) if stepped else fold([record.fact], state)
        if _over(following) > _over(state):
            found[record.version] = _over(following)
        state = following
    return found


def _over(tournament: Tournament) -> int:
    """How many rounds are over."""
    return sum(round_.over for round_ in tournament.rounds)


def gather(runtime: Runtime) -> None:
    """What has happened since each webhook looked, put into its queue as far as there is room."""
    with runtime.store.reads() as connection:
        found = [(hook, room_left(connection, hook.id)) for hook in behind(connection)]
    for hook, room in found:
        event = runtime.event(hook.scope)
        records = runtime.store.changes_since(hook.scope, hook.seen) or ()
        system_id = event.tournament.setup.system if event is not None else ""
        ended: Mapping[int, int] = {}
        if event is not None and hook.wants("closed"):
            ended = rounds_ended(event.stored.facts[: hook.seen], records)
        messages: list[Message] = []
        seen = hook.seen
        for record in records:
            told: list[Message] = []
            if event is not None and hook.wants(kind_of(record.fact)):
                told.append(message(hook.scope, record.version, record.at, record.fact, system_id))
            if event is not None and record.version in ended:
                told.append(closed_message(hook.scope, record.version, record.at, ended[record.version]))
            if len(messages) + len(told) > room:
                break
            messages += told
            seen = record.version
        if seen > hook.seen:
            with runtime.store.writes() as connection:
                enqueue(connection, hook, seen, messages, runtime.now())


def deliver(runtime: Runtime, hook: Webhook, one: Delivery) -> None:
    with runtime.store.writes() as connection:
        if not claim(connection, one, runtime.now()):
            return
    outcome = send(hook, one, runtime.now(), private=runtime.settings.private_webhooks)
    with runtime.store.writes() as connection:
        sent(connection, hook, one, outcome.answer, runtime.now(), arrived=outcome.arrived)


def next_due(runtime: Runtime) -> list[tuple[Webhook, Delivery]]:
    """One for each webhook, so that they stay in order while all goes well, and a slow one holds up only itself."""
    with runtime.store.reads() as connection:
        found = due(connection, runtime.now(), 20 * AT_ONCE)
    first = {hook.id: (hook, one) for hook, one in reversed(found)}
    return sorted(first.values(), key=lambda pair: pair[1].id)[:AT_ONCE]


async def deliver_for_ever(runtime: Runtime) -> None:
    """As long as the server runs. Several workers share the work; should one end, another one goes on."""
    loop = asyncio.get_running_loop()
    pool = ThreadPoolExecutor(AT_ONCE, "ronda-webhooks")
    waiting: list[tuple[Webhook, Delivery]] = []
    try:
        while True:
            await asyncio.sleep(0 if waiting else LOOK_SECONDS)
            try:
                await loop.run_in_executor(pool, gather, runtime)
                waiting = await loop.run_in_executor(pool, next_due, runtime)
                await asyncio.gather(*(loop.run_in_executor(pool, deliver, runtime, *pair) for pair in waiting))
            except (DBAPIError, StoreTrouble, OSError) as trouble:
                _log.warning("webhooks must wait: %s", type(trouble).__name__)
                waiting = []
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # what is on its way is sent again after the next start
