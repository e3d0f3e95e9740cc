"""Whatever is typed into an address or sent with a form: no page fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ronda.web.limits import Guesses
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.who_may.test_routes_by_role import ENDLESS, Route, event, routes_of

NINES = "9" * 5000
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
UPLOAD = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n\xff\x00\r\n--x--'
FIELDS = "name=%00%01%E2%80%A8&player=%D9%A1&round=%C2%B2&_key=%07&result=5-3&password=%ED%A0%80&new=%ED%A0%80aaaaaaaa"
BODIES = [
    (b"\xff\xfe=\xff&a=%FF%ED%A0%80", FORM),
    (b"a=1&a=2&" * 2000, FORM),
    (UPLOAD, PARTS),
    (b"garbage", PARTS),
    (b"garbage", "multipart/form-data"),
    (b'{"a":', "application/json"),
    (b"[" * 5000, "application/json"),
    (f"{FIELDS}&table={NINES}&seen={NINES}&_version={NINES}&minutes={NINES}".encode(), FORM),
    (f"_version=1&stage={NINES}&out={NINES}&into={NINES}&playoff={NINES}&seat={NINES}&year={NINES}".encode(), FORM),
    (b"", "text/plain"),
]
QUERIES = [
    f"round={NINES}&part={NINES}",
    "round=%C2%B2",
    "after=99999999999999999999&page=99999999999999999999",
    f"table=%D9%A1&only=%D9%A1,{NINES}",
    "lang=%00&find=%00%ED%A0%80&name=%ED%A0%80&q=%00&file=%ED%A0%80",
    "one=99999999999999999999&other=-5&minutes=-5",
]
ODD = {
    "number": "99999999999999999999",
    "table": "0",
    "player": "99999999999999999999",
    "secret": "%ED%A0%80",
    "path": "x",
}
ODD |= dict.fromkeys(("criterion", "section", "role", "kind", "file", "name", "phone", "answer", "what", "key"), "%00")
EVEN = {
    "number": "1",
    "table": "1",
    "player": "1",
    "secret": "x",
    "path": "x",
    "section": "event",
    "criterion": "match_points",
    "role": "director",
}
EVEN |= {
    "kind": "csv",
    "file": "standings.pdf",
    "name": "redemption",
    "phone": "abc",
    "answer": "allow",
    "what": "arbiter",
    "key": "nobody",
}
NAMES = ("redemption", "enter", "result", "start", "add", "report", "arrive")


def path_of(desk: At, route: Route, code: str, given: dict[str, str]) -> str:
    desk.runtime.guesses = Guesses()
    known = {"code": code, "mark": desk.runtime.mark(code, 1), **given}
    return re.sub(r"{(\w+):\w+}", lambda found: known[found[1]], route.path)


@pytest.fixture
def rough(tmp_path: Path) -> Any:
    with opened(ServerSettings(str(tmp_path / "ronda.db")), raise_server_exceptions=False) as at:
        yield at


def test_odd_addresses(rough: At) -> None:
    code = event(rough)
    failed = {
        (str(route), query[:40])
        for route in routes_of(rough)
        if route.method == "GET" and route.path not in ENDLESS
        for query in QUERIES
        for given in (ODD, EVEN)
        if rough.client.get(f"{path_of(rough, route, code, given)}?{query}", follow_redirects=False).status_code >= 500
    }
    assert not failed


def test_odd_forms(rough: At) -> None:
    code = event(rough)
    failed = set()
    for route in routes_of(rough):
        if route.method == "GET":
            continue
        for name in NAMES if "{name:str}" in route.path else NAMES[:1]:
            path = path_of(rough, route, code, {**EVEN, "name": name})
            for body, kind in BODIES:
                rough.runtime.guesses = Guesses()
                answer = rough.client.request(
                    route.method, path, content=body, headers={"Content-Type": kind}, follow_redirects=False
                )
                if answer.status_code >= 500:
                    failed.add((str(route), name, body[:20]))
    assert not failed
