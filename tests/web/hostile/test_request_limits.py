"""What anybody may send is bounded before it is read: size, kind, fields; and nothing of it is kept."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from functools import _lru_cache_wrapper, cache
from itertools import pairwise
from typing import Any

import pytest
from litestar._parsers import parse_url_encoded_form_data
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from ronda.desk.permissions import ROLES
from ronda.web.app import clear_framework_caches
from ronda.web.http import admission
from ronda.web.http.admission import FILE, LIST, SMALL, rule_of
from ronda.web.limits import Guesses
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.who_may.routes import LEAST
from tests.web.who_may.test_routes_by_role import Route, event, with_pass

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path_factory.mktemp("bounds") / "ronda.db"))) as at:
        yield at


@cache
def writing_routes(hall: At) -> list[tuple[Route, HTTPRouteHandler]]:
    return [
        (Route(method, route.path), handler)
        for route in hall.app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
        if method not in ("GET", "HEAD", "OPTIONS")
    ]


class Body:
    """A request straight to the application. What is read of its body is counted."""

    def __init__(
        self, hall: At, code: str, route: Route, size: int | None, kind: str, chunk: bytes | None = b""
    ) -> None:
        given = {"code": code, "mark": hall.runtime.mark(code, 1), "name": "enter-list"}
        given |= {
            "number": "1",
            "player": "1",
            "secret": "none",
            "phone": "none",
            "answer": "end",
            "what": "arbiter",
            "key": "none",
        }
        path = re.sub(r"{(\w+):\w+}", lambda found: given[found[1]], route.path)
        length = [] if size is None else [(b"content-length", str(size).encode())]
        self.scope: Any = {"type": "http", "method": route.method, "path": path, "raw_path": path.encode()}
        self.scope |= {"query_string": b"", "client": ("192.168.1.77", 5), "server": ("x", 80), "scheme": "http"}
        self.scope |= {"http_version": "1.1", "asgi": {"version": "3.0"}, "root_path": "", "state": {}}
        self.scope["headers"] = [*length, (b"content-type", kind.encode()), (b"host", b"x")]
        self.hall, self.chunk = hall, chunk
        self.read = self.status = 0

    async def _receive(self) -> Any:
        if self.chunk is None:
            await asyncio.sleep(60)
        assert self.chunk is not None
        self.read += max(len(self.chunk), 1)
        return {"type": "http.request", "body": self.chunk, "more_body": True}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)

    async def _asked(self) -> None:
        await self.hall.app(self.scope, self._receive, self._send)

    def answered(self) -> int:
        with self.hall.client.portal() as portal:
            portal.call(self._asked)
        return self.status


# --- by construction ---------------------------------------------------------------------------------------


def test_every_route_that_takes_something_is_bounded(hall: At) -> None:
    """Small, or for the route's own role."""
    assert len(writing_routes(hall)) > 40
    for route, handler in writing_routes(hall):
        rule = rule_of(handler)
        if rule.role == "public":
            assert rule.size == SMALL, route
        elif not callable(rule.role):
            least, role = LEAST[str(route)], rule.role if rule.role in ROLES else "owner"
            assert least == "mark" or ROLES.index(role) <= ROLES.index(least), "what the body says may want more"
        assert rule.size.most <= FILE.most
    large = {str(route) for route, handler in writing_routes(hall) if rule_of(handler).size.most >= LIST.most}
    assert large == {
        "POST /api/events",
        "POST /api/forecast",
        "POST /api/open",
        "POST /api/events/{code:str}/enter-list",
        "POST /e/{code:str}/do/{name:str}",
        "POST /e/{code:str}/players/list",
        "POST /new/{name:str}",
        "POST /open",
        "POST /people/lists",
    }


def test_nobody_who_may_not_is_read(hall: At) -> None:
    """Neither what is too large for anybody, nor what only somebody else may send."""
    code = event(hall)
    for route, handler in writing_routes(hall):
        hall.runtime.guesses = Guesses()
        rule = rule_of(handler)
        kind = JSON if route.path.startswith("/api/") else FORM
        too_large = Body(hall, code, route, rule.size.most + 1, kind)
        known = rule.role not in ("public", "player") or (rule.known and route.path.startswith("/api/"))
        assert too_large.answered() == (401 if known else 413), route
        assert not too_large.read, route
        if known:
            small = Body(hall, code, route, 10, kind)
            assert small.answered() == 401, route
            assert not small.read, route


@pytest.mark.parametrize("size", [10, None])
def test_a_body_is_not_longer_than_told(hall: At, size: int | None) -> None:
    """Also one that does not say how long it is, or lies."""
    body = Body(hall, event(hall), Route("POST", "/login"), size, FORM, b"x" * 10_000)
    assert body.answered() == 413
    assert body.read <= SMALL.most + 10_000


# --- fields and kinds --------------------------------------------------------------------------------------


def parts(count: int) -> bytes:
    return (
        b"".join(b'--x\r\nContent-Disposition: form-data; name="a%d"\r\n\r\n1\r\n' % n for n in range(count)) + b"--x--"
    )


@pytest.mark.parametrize("count", [SMALL.fields, SMALL.fields + 1])
def test_the_number_of_fields_is_bounded(hall: At, count: int) -> None:
    form = b"&".join(b"a%d=1" % n for n in range(count))
    for body, kind in ((form, FORM), (parts(count), "multipart/form-data; boundary=x")):
        answer = hall.client.post("/language", content=body, headers={"Content-Type": kind}, follow_redirects=False)
        assert answer.status_code == (303 if count <= SMALL.fields else 413), kind


WRONG = ("text/plain", "", "application/octet-stream", "text/json", "application/jsonx", FORM, "multipart/form-data")


def test_the_api_takes_json_as_json_only(hall: At) -> None:
    code = event(hall)
    body = json.dumps({"name": "Other"}).encode()
    before = hall.runtime.event(code)
    for kind in WRONG:
        answer = hall.client.post(f"/api/events/{code}/rename", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 415, kind
        assert answer.json()["error"]["code"] == "wrong_content"
        assert "application/json" in answer.json()["error"]["message"]
        assert answer.headers["accept-post"] == "application/json"
    assert hall.runtime.event(code) == before
    for n, kind in enumerate((JSON, "application/json; charset=utf-8", "Application/JSON", "application/vnd.x+json")):
        body = json.dumps({"name": f"Other {n}"}).encode()
        answer = hall.client.post(f"/api/events/{code}/rename", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 200, kind
    headers = {"Content-Type": JSON, "Content-Encoding": "gzip"}
    assert hall.client.post(f"/api/events/{code}/rename", content=body, headers=headers).status_code == 415


def test_where_nothing_must_be_said_nothing_is_asked_for(hall: At) -> None:
    code = hall.make()
    assert hall.client.post(f"/api/events/{code}/pair").status_code == 200
    assert hall.client.post(f"/api/events/{code}/publish", headers={"Content-Type": FORM}).status_code == 200


def test_pages_take_forms_only(hall: At) -> None:
    code = event(hall)
    for path in ("/login", f"/e/{code}/do/close", f"/join/{code}/claim", "/language"):
        for kind in ("text/plain", JSON, ""):
            hall.runtime.guesses = Guesses()
            answer = hall.client.post(path, content=b'{"a":1}', headers={"Content-Type": kind})
            assert answer.status_code == 415, (path, kind)


def test_in_the_language_of_the_reader(hall: At) -> None:
    for language, word in (("tr", "form"), ("de", "Formulare"), ("fr", "formulaires"), ("es", "formularios")):
        headers = {"Content-Type": "text/plain", "Accept-Language": language}
        assert word in hall.elsewhere().post("/language", content=b"x", headers=headers).text


def test_a_slow_body_is_not_waited_for(hall: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "SECONDS", 0.05)
    monkeypatch.setattr(admission, "BYTES_A_SECOND", 1_000_000)
    assert Body(hall, event(hall), Route("POST", "/login"), 10, FORM, None).answered() == 408


# --- what is kept ------------------------------------------------------------------------------------------


def test_a_password_is_not_remembered(hall: At) -> None:
    clear_framework_caches()
    hall.elsewhere().post("/login", data={"password": "unforgettable-7"})
    hall.runtime.guesses = Guesses()
    assert parse_url_encoded_form_data.cache_info().currsize == 0


def caches_found() -> Counter[str]:
    """How much the caches of the framework hold, by name: every app that is there has some of its own."""
    gc.unfreeze()  # what a server or a command has set aside in this process is looked at, too
    found: Counter[str] = Counter()
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith(("litestar", "urllib")):
            found[f"{one.__module__}.{one.__qualname__}"] += one.cache_info().currsize
    return found


def test_no_cache_of_the_framework_is_forgotten_to_be_cleared(hall: At) -> None:
    """A new one, in another version of it, must be looked at."""
    clear_framework_caches()
    before = caches_found()
    for n in range(30):
        anybody = hall.elsewhere(f"192.168.2.{n + 1}")  # whom nothing that was done before is held against
        anybody.get(f"/none-{n}/x{n}?odd={n}&find={n}", headers={"Cookie": f"lang=x{n}", "Host": f"h{n}"})
        anybody.post(f"/language?x={n}", data={"next": f"/{n}"}, follow_redirects=False)
        anybody.get(f"/join?code=x{n}")
        hall.runtime.guesses = Guesses()
    grown = {name for name, size in caches_found().items() if size > before[name] + 20}
    clear_framework_caches()
    after = caches_found()
    assert grown, "they do remember"
    assert not {name for name in grown if after[name] > before[name] + 5}


def test_memory_does_not_grow_with_what_is_sent(hall: At) -> None:
    """Forms, addresses, cookies and searches, all different."""
    code = event(hall)
    anybody = hall.elsewhere()

    def send(n: int) -> None:
        hall.runtime.guesses = Guesses()
        mark = f"{n:05}"
        long = mark * 700
        anybody.post("/language", data={"next": f"/{long}", "x": long * 6}, follow_redirects=False)
        anybody.post(f"/join/{code}/claim", data={"player": "9999", "x": long * 6})
        anybody.get(f"/{code}?find={long[:3000]}", headers={"Cookie": f"x={long}"})
        anybody.get(f"/join/{code}/found?who={mark * 20}")
        anybody.get(f"/{mark}/{long[:3000]}")

    def kept(first: int, last: int) -> int:
        for n in range(first, last):
            send(n)
        clear_framework_caches()  # as it does by itself after some more
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        sizes = [kept(first, first + 25) for first in range(0, 75, 25)]
    finally:
        tracemalloc.stop()
    # Whatever is made only once may be made late, but what adds up does so every time.
    assert min(after - before for before, after in pairwise(sizes)) < 250_000, "of 1 MB that was sent"


@pytest.mark.parametrize("find", ["9" * 5000, "#" + "9" * 5000, "\u0660" * 900, "x" * 6000])
def test_long_searches_are_answered(hall: At, find: str) -> None:
    code = event(hall)
    for path in (f"/{code}", f"/{code}/standings", f"/join/{code}"):
        answer = hall.elsewhere().get(path, params={"find": find, "who": find})
        assert answer.status_code < 500, path


def test_large_lists_still_come_in(hall: At) -> None:
    """2 MB typed into the field, as a form and as a file."""
    people = "\n".join(f"Player Number {n}; {n}" for n in range(1, 4000)) + "\n" * 30_000
    owner = with_pass(hall, "owner", "")
    data = {"players": people + " " * 1_900_000, "name": "Large", "_key": "k"}
    answer = owner.post("/new/redemption", data=data)
    assert answer.status_code == 200
    assert "3999" in answer.text.replace(",", "").replace("\u202f", "")
    files = {"file": ("list.csv", (people + "\n").encode(), "text/csv")}
    answer = owner.post("/new/redemption", data={"name": "Large", "_key": "k"}, files=files)
    assert answer.status_code == 200
    assert "3999" in answer.text.replace(",", "").replace("\u202f", "")
