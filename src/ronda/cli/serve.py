"""`ronda serve`: the desk in the browser."""

from __future__ import annotations

import errno
import getpass
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_network
from threading import Thread
from time import sleep
from types import SimpleNamespace as Namespace
from urllib.parse import urlsplit

from ronda.cli.output import Misused, Output
from ronda.cli.stored_event import opened, reporting_store_trouble, url_of
from ronda.operations.access import end_others
from ronda.operations.event_settings import new_secret
from ronda.store import Store
from ronda.store.database.location import database_url, shown_url
from ronda.web.app import own_words
from ronda.web.auth import passwords
from ronda.web.auth.persons import can_be_known
from ronda.web.hall import bind, hall_host
from ronda.web.http.connections import CONNECTIONS, descriptors, room
from ronda.web.server import serve as run
from ronda.web.settings import ANY_ORIGIN, ServerSettings, is_loopback

PASSWORD = "RONDA_PASSWORD"
METRICS = "RONDA_METRICS_TOKEN"
LEAST_TOKEN = 16
MOST_WORKERS = 64
MOST_IDLE_HOURS = 720  # thirty days, after which a session ends in any case
_EVERYWHERE = ("0.0.0.0", "::", "")
_NONE = "none"
_TRIES = 3
_PATH = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,60}){1,4}")
_BETWEEN_TRIES = 0.05  # seconds
_NO_NETWORK = "127.0.0.1"  # what answers all the same


def serve(values: Namespace, output: Output) -> None:
    """Until somebody stops it."""
    url = url_of(values)
    _check(values, url)
    settings = ServerSettings(
        url,
        values.host,
        values.port,
        _address(values.address),
        trust_local=values.trust_local,
        behind_proxy=values.behind_proxy or bool(values.trusted_proxy),
        idle_hours=values.idle_hours,
        proxies=tuple(values.trusted_proxy),
        log_format=values.log_format,
        log_requests=values.log_requests,
        metrics_token=_metrics_token(),
        origins=_origins(values.cors),
        private_webhooks=values.private_webhooks,
    )
    store = opened(values)
    store.summaries()  # to say now what is wrong with it
    bound = values.closing.enter_context(_bound(values.host, values.port))
    if settings.hall:
        _see_to_password(store, output)
    settings = _known(settings, bound.getsockname()[1])
    place = settings.address or f"http://{_bracketed(values.host)}:{settings.port}"
    link = f"{place}/here/{settings.link}" if settings.link else ""
    elsewhere = store.sealed_elsewhere()
    if elsewhere:
        output.note(output.say("say.seals.other_key", n=elsewhere, file=str(store.key_file)))
    fitting = room(descriptors())
    if fitting < CONNECTIONS:
        output.note(output.say("say.few_descriptors", n=fitting, most=CONNECTIONS))

    def answers() -> None:
        shown = shown_url(database_url(settings.db))
        told = {"url": place, "port": settings.port, "hall": settings.hall, "database": shown}
        output.data(told | ({"link": link} if link else {}))
        output.tell("say.serving_hall" if settings.hall else "say.serving", url=place)
        if link:
            output.tell("say.serving_link" if can_be_known() else "say.serving_by_link", url=link)
        sys.stdout.flush()
        if values.open:
            webbrowser.open(link or place)

    Thread(target=_once_it_answers, args=(_own_place(bound), answers), daemon=True).start()
    store.close()
    run(settings, bound, values.workers)


def _known(settings: ServerSettings, port: int) -> ServerSettings:
    """With what is known once it listens: the port, the address for the hall, or the link for this machine."""
    settings = replace(settings, port=port)
    if not settings.hall:
        return replace(settings, link=new_secret())
    if settings.address or is_loopback(settings.host):
        return settings
    name = (hall_host() or _NO_NETWORK) if settings.host in _EVERYWHERE else settings.host
    return replace(settings, address=f"http://{_bracketed(name)}:{port}")


def _check(values: Namespace, url: str) -> None:
    if not 0 <= values.port <= 65535:
        raise Misused("bad_port", found=values.port)
    if not 1 <= values.workers <= MOST_WORKERS:
        raise Misused("bad_workers", found=values.workers, most=MOST_WORKERS)
    if not 1 <= values.idle_hours <= MOST_IDLE_HOURS:
        raise Misused("bad_idle_hours", found=values.idle_hours, most=MOST_IDLE_HOURS)
    for proxy in values.trusted_proxy:
        _check_proxy(proxy)
    let_in = values.behind_proxy or bool(values.trusted_proxy)
    reached = ServerSettings(url, values.host, 0, _address(values.address), behind_proxy=let_in)
    if values.trust_local and reached.hall:
        raise Misused("trust_local_alone")
    if let_in and not values.address:
        raise Misused("proxy_needs_address")
    with reporting_store_trouble(url):
        sqlite = database_url(url).get_backend_name() == "sqlite"
    if values.workers > 1 and sqlite:
        raise Misused("workers_need_postgresql", found=values.workers)


def _check_proxy(given: str) -> None:
    """A machine or a network; never everybody, or anybody could say who asks."""
    try:
        network = ip_network(given)
    except ValueError:
        raise Misused("bad_proxy", found=given) from None
    if network.prefixlen == 0:
        raise Misused("bad_proxy", found=given)


def _origins(given: list[str]) -> tuple[str, ...]:
    """The sites whose pages may read what is public: all, those named, or none."""
    if given == [_NONE]:
        return ()
    for one in given:
        parts = urlsplit(one)
        if one != ANY_ORIGIN and (parts.scheme not in ("http", "https") or one != f"{parts.scheme}://{parts.netloc}"):
            raise Misused("bad_origin", found=one)
    return tuple(given) or (ANY_ORIGIN,)


def _metrics_token() -> str:
    token = os.environ.pop(METRICS, "").strip()
    if token and len(token) < LEAST_TOKEN:
        raise Misused("metrics_token_short", variable=METRICS, least=LEAST_TOKEN)
    return token


def _address(given: str) -> str:
    """What phones are told to open, without a slash at the end; perhaps with a path on somebody else's site."""
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        named = False
    if not named or parts.query or parts.fragment or not given.isprintable():
        raise Misused("bad_address", found=given)
    root = parts.path.rstrip("/")
    if root and not _PATH.fullmatch(root):
        raise Misused("bad_address", found=given)
    if root and root.split("/")[1] in own_words():
        raise Misused("address_taken", found=given, path=root)
    return given.rstrip("/")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _bound(host: str, port: int) -> socket.socket:
    try:
        return bind(host, port)
    except socket.gaierror:
        raise Misused("unknown_host", host=host) from None
    except OSError as trouble:
        match trouble.errno:
            case errno.EADDRINUSE:
                raise Misused("port_taken", port=port) from None
            case errno.EACCES:
                raise Misused("port_forbidden", port=port) from None
            case errno.EADDRNOTAVAIL:
                raise Misused("unknown_host", host=host) from None
            case _:
                raise Misused("cannot_listen", host=host, port=port, detail=trouble.strerror or str(trouble)) from None


def _see_to_password(store: Store, output: Output) -> None:
    """Once others can reach the server, its owner needs a password: from the environment, from an earlier start, or
    typed now."""
    given = os.environ.pop(PASSWORD, "")
    if given:
        if not passwords.is_right(store, given):  # (one from an earlier release may stay)
            _fits(given)
            passwords.set_password(store, given)
            end_others(store)  # perhaps that is why there is a new one
    elif not passwords.is_set(store):
        if not sys.stdin.isatty():
            raise Misused("password_needed", variable=PASSWORD)
        passwords.set_password(store, _typed(output))


def _fits(password: str) -> None:
    match passwords.unfit(password):
        case "length":
            raise Misused("password_length", least=passwords.LEAST_LETTERS, most=passwords.MOST_LETTERS)
        case "common":
            raise Misused("password_common")


def _typed(output: Output) -> str:
    output.note(output.say("say.password_why"))
    for _ in range(_TRIES):
        password = getpass.getpass(f"{output.say('say.password_ask', least=passwords.LEAST_LETTERS)} ")
        try:
            _fits(password)
        except Misused as unfit:
            output.note(output.say(f"say.{unfit.key}", **unfit.facts))
            continue
        if password == getpass.getpass(f"{output.say('say.password_again')} "):
            return password
        output.note(output.say("say.password_differ"))
    raise Misused("password_needed", variable=PASSWORD)


def _own_place(bound: socket.socket) -> tuple[str, int]:
    """Where this very server answers."""
    host, port = bound.getsockname()[:2]
    if host not in _EVERYWHERE:
        return host, port
    return (hall_host() or _NO_NETWORK) if ":" not in host else "::1", port


def _once_it_answers(place: tuple[str, int], then: Callable[[], None]) -> None:
    """What is told before may be tried too early, or be wrong."""
    while True:  # as long as the program runs: it ends with it
        with suppress(OSError):
            socket.create_connection(place, timeout=1).close()
            break
        sleep(_BETWEEN_TRIES)
    then()
