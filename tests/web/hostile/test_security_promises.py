"""What the table in docs/security.md promises, where no other test shows it; and that the tests it names exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ronda.operations.event_settings import new_secret
from ronda.web.auth import passwords
from ronda.web.server import configured
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.looping import run
from tests.web.who_may.routes import LEAST
from tests.web.who_may.test_routes_by_role import ENDLESS, Route, ask, event, with_pass

ROOT = Path(__file__).parents[3]
PASSWORD = "correct horse"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), "0.0.0.0", 8000)) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        yield at


@cache
def named_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/security.md").read_text("utf-8"))
    assert len(named) > 60
    missing = [f"{path}::{name}" for path, name in named if name not in named_in(path)]
    assert not missing


def test_every_row_has_its_state_and_its_reason() -> None:
    """Each requirement once, met, not applicable or not met, with a test or a reason."""
    rows = re.findall(r"^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+?) \| (.+?) \|$", _table(), re.MULTILINE)
    numbers = [row[0] for row in rows]
    assert len(numbers) == len(set(numbers)) == len(re.findall(r"^\| \d", _table(), re.MULTILINE))
    assert {row[3] for row in rows} <= {"met", "not applicable", "not met"}
    assert all(len(row[4]) > 10 for row in rows)
    assert numbers == sorted(numbers, key=lambda number: [*map(int, number.split("."))])


def _table() -> str:
    return (ROOT / "docs/security.md").read_text("utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/static/../server.py",
        "/static/..%2f..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
    ],
)
def test_nothing_but_what_is_meant_is_served(desk: At, path: str) -> None:
    answer = desk.client.get(path)
    assert answer.status_code in (400, 404)
    assert "import" not in answer.text


@pytest.mark.parametrize("path", ["/static", "/static/", "/static/vendor/"])
def test_no_folder_is_listed(desk: At, path: str) -> None:
    assert desk.client.get(path).status_code == 404


def test_other_methods_are_none(desk: At) -> None:
    for method in ("TRACE", "CONNECT", "PROPFIND", "FOO"):
        assert desk.client.request(method, "/login").status_code in (400, 404, 405), method


def test_no_other_site_may_read(desk: At) -> None:
    code = desk.make()
    """What is public may be read through the API (test_interfaces), and nothing else."""
    mark = desk.runtime.mark(code, 1)
    for path in (
        "/",
        f"/{code}",
        f"/embed/{code}",
        "/login",
        "/api/events",
        "/api/sessions",
        f"/api/phones/{code}/{mark}",
    ):
        for method in ("GET", "OPTIONS"):
            answer = desk.client.request(method, path, headers={"Origin": "https://evil.example.org"})
            assert not any(name.startswith("access-control-") for name in answer.headers), (method, path)


def test_password_fields_hide_and_let_programs_help(hall: At) -> None:
    client = hall.elsewhere()
    fields = re.findall(r"<input[^>]*type=\"password\"[^>]*>", client.get("/login").text)
    client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    fields += re.findall(r"<input[^>]*type=\"password\"[^>]*>", client.get("/password").text)
    assert len(fields) == 4
    assert all(re.search(r'autocomplete="(current|new)-password"', field) for field in fields)
    assert not any("maxlength" in field or "onpaste" in field for field in fields)


def test_a_password_counts_as_it_was_typed(hall: At) -> None:
    long = " Ünal's  Pferd " * 8
    passwords.set_password(hall.runtime.store, long)
    assert 64 < len(long) < passwords.MOST_LETTERS
    assert passwords.is_right(hall.runtime.store, long)
    for other in (long.strip(), long.lower(), long[:-1], long[:72]):
        assert not passwords.is_right(hall.runtime.store, other)


def test_secrets_are_long_and_never_the_same() -> None:
    found = {new_secret() for _ in range(200)}
    assert len(found) == 200
    assert all(len(secret) == 32 for secret in found), "24 random bytes"


def test_signing_in_again_ends_the_session_before(hall: At) -> None:
    client = hall.elsewhere()
    client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    before = client.cookies["ronda"]
    client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    assert client.cookies["ronda"] != before
    assert client.get("/").status_code == 200
    copy = hall.elsewhere()
    copy.cookies.set("ronda", before)
    assert copy.get("/").status_code == 401


def test_signing_out_leaves_nothing_in_the_browser(hall: At) -> None:
    client = hall.elsewhere()
    client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    assert client.get("/").headers["cache-control"] == "no-store"
    assert client.post("/logout", follow_redirects=False).headers["clear-site-data"] == '"cache"'


def test_every_answer_says_what_it_is(desk: At) -> None:
    code = desk.make()
    desk.play(code)
    kinds = {"/": "text/html", f"/api/events/{code}": "application/json", "/static/app.js": "javascript"}
    kinds |= {f"/e/{code}/export/csv": "text/csv", "/robots.txt": "text/plain", "/nowhere": "text/html"}
    for path, kind in kinds.items():
        told = desk.client.get(path).headers["content-type"]
        assert kind in told, path
        assert "json" in told or "charset=utf-8" in told.lower(), path


def test_looking_changes_nothing(desk: At) -> None:
    """Whatever address somebody is made to open: no fact, and no right, comes of it."""
    code = event(desk)
    owner = with_pass(desk, "owner", "")
    before = _kept(desk, code)
    for entry in LEAST:
        method, path = entry.split()
        if method == "GET" and path not in ENDLESS:
            ask(desk, owner, Route(method, path), code)
    assert _kept(desk, code) == before


def _kept(desk: At, code: str) -> tuple[int, int]:
    stored = desk.runtime.store.load(code)
    assert stored is not None
    with desk.runtime.store.reads() as connection:
        return stored.version, connection.execute(text("select count(*) from desk_pass")).scalar_one()


@pytest.mark.parametrize(("peer", "seen"), [("127.0.0.1", "203.0.113.9"), ("192.168.1.5", "192.168.1.5")])
def test_headers_of_a_proxy_are_believed_from_this_machine_only(
    monkeypatch: pytest.MonkeyPatch, peer: str, seen: str
) -> None:
    """Whoever comes from elsewhere is where they come from, whatever they say."""
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    found: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append(scope["client"][0])

    trusted = configured(1, ServerSettings("")).forwarded_allow_ips
    headers = [(b"x-forwarded-for", b"203.0.113.9")]
    scope: Any = {"type": "http", "client": (peer, 1), "headers": headers, "scheme": "http"}
    nothing: Any = None
    run(ProxyHeadersMiddleware(app, trusted or "")(scope, nothing, nothing))
    assert found == [seen]


@pytest.mark.parametrize("path", ["/static/%00", "/static/a%00.js", "/%00", "/e/a%0Ab", "/api/events/%7F", "/p/%1F/x"])
def test_no_page_has_a_control_character_in_its_address(desk: At, path: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = desk.elsewhere().get(path)
    assert answer.status_code == 404
    assert "content-security-policy" in answer.headers
    assert not caplog.records
