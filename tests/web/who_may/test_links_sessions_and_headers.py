"""Signing in, invitations, keys: who is let in, for how long, and what nobody ever gets to know."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import text

from ronda.store.access import find_pass, issue
from ronda.store.notes import read_note
from ronda.web.auth import passwords
from ronda.web.context import SESSION_COOKIE, own_path
from ronda.web.limits import Guesses
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened

PASSWORD = "correct horse"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[At]:
    """A desk that others can reach, with a password; its client is at the very machine."""
    with opened(ServerSettings(str(tmp_path / "ronda.db"), "0.0.0.0", 8000)) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        yield at


def signed_in(desk: At) -> TestClient[Any]:
    client = desk.elsewhere()
    answer = client.post("/login", data={"password": PASSWORD, "next": "/new"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/new")
    return client


def link_in(page: str) -> str:
    found = re.search(r"/invite/[\w-]+", page)
    assert found, page
    return found[0]


def invited(desk: At, owner: TestClient[Any], code: str, role: str = "helper", name: str = "Ana") -> str:
    answer = owner.post(f"/e/{code}/people", data={"name": name, "role": role})
    assert answer.status_code == 200
    return link_in(answer.text)


# --- the owner ---------------------------------------------------------------------------------------------


def test_at_the_own_machine_no_password_is_needed(desk: At) -> None:
    assert desk.client.get("/").status_code == 200
    assert desk.elsewhere().get("/").status_code == 401


def test_in_the_hall_also_the_machine_itself_signs_in(hall: At) -> None:
    assert hall.client.get("/").status_code == 401
    assert signed_in(hall).get("/").status_code == 200


def test_a_session(hall: At) -> None:
    client = hall.elsewhere()
    answer = client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{SESSION_COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie
    secret = client.cookies[SESSION_COOKIE]
    assert len(secret) >= 32
    assert client.get("/").status_code == 200
    assert client.post("/logout", follow_redirects=False).status_code == 303
    copy = hall.elsewhere()
    copy.cookies.set(SESSION_COOKIE, secret)
    assert copy.get("/").status_code == 401, "signing out ends the session, wherever a copy of the cookie is"


def test_over_https_the_cookie_stays_there(tmp_path: Path) -> None:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), address="https://ronda.example.org")) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        answer = at.client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
        assert "Secure" in answer.headers["set-cookie"]


def test_only_a_hash_is_kept(hall: At, tmp_path: Path) -> None:
    with hall.runtime.store.reads() as connection:
        kept = read_note(connection, "", "password").value
    assert kept.startswith("$argon2id$")
    client = signed_in(hall)
    secret = client.cookies[SESSION_COOKIE].encode()
    for file in tmp_path.iterdir():
        written = file.read_bytes() if file.is_file() else b""
        assert PASSWORD.encode() not in written
        assert secret not in written


def test_a_wrong_password_gets_one_answer_whatever_was_wrong(hall: At) -> None:
    client = hall.elsewhere()
    pages = set()
    for wrong in ("", "x", PASSWORD.upper(), "y" * 900):
        answer = client.post("/login", data={"password": wrong})
        assert answer.status_code == 401
        pages.add(answer.text)
    assert len(pages) == 1


def test_tries_are_forgotten_after_a_while() -> None:
    time = 0.0
    guesses = Guesses(most=3, seconds=60, clock=lambda: time)
    for _ in range(2):
        guesses.failed("here")
    for asked in (guesses.failed, guesses.check):
        with pytest.raises(Exception, match="too_many_tries"):
            asked("here")
    guesses.check("there")
    time = 61.0
    guesses.failed("here")


def test_the_page_after_signing_in_is_one_of_ours(hall: At) -> None:
    for target in ("//evil.example.org", "https://evil.example.org", "/\\evil.example.org", "/\t/evil", "evil", ""):
        assert own_path(target) == "/"
        client = hall.elsewhere()
        answer = client.post("/login", data={"password": PASSWORD, "next": target}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_a_new_password(hall: At) -> None:
    owner, other = signed_in(hall), signed_in(hall)
    wrong = [
        {"old": "wrong", "new": "longer than before", "again": "longer than before"},
        {"old": PASSWORD, "new": "short", "again": "short"},
        {"old": PASSWORD, "new": "longer than before", "again": "longer than betore"},
    ]
    for fields in wrong:
        assert owner.post("/password", data=fields).status_code == 422
    new = "longer than before"
    assert owner.post("/password", data={"old": PASSWORD, "new": new, "again": new}).status_code == 200
    assert passwords.is_right(hall.runtime.store, new)
    assert owner.get("/").status_code == 200
    assert other.get("/").status_code == 401, "other sessions end with the old password"
    assert hall.elsewhere().post("/login", data={"password": PASSWORD}).status_code == 401


def test_sessions_are_listed_and_ended(hall: At) -> None:
    owner, other = signed_in(hall), signed_in(hall)
    with hall.runtime.store.reads() as connection:
        found = find_pass(connection, other.cookies[SESSION_COOKIE])
    assert found is not None
    assert f"/sessions/{found.id}/end" in owner.get("/sessions").text
    assert owner.post(f"/sessions/{found.id}/end", follow_redirects=False).status_code == 303
    assert other.get("/").status_code == 401
    assert owner.post(f"/sessions/{found.id}/end").status_code == 404
    assert owner.post("/sessions/999999999999999999999/end").status_code == 404


# --- invitations -------------------------------------------------------------------------------------------


def test_an_invitation(hall: At) -> None:
    owner, code = signed_in(hall), hall.make()
    link = invited(hall, owner, code)
    assert link not in owner.get(f"/e/{code}/people").text, "shown once"
    helper = hall.elsewhere()
    for _ in range(2):  # a messenger may look at it first
        page = helper.get(link)
        assert "Ana" in page.text
        assert page.headers["referrer-policy"] == "same-origin", "no other site learns the address"
    assert helper.get(f"/e/{code}").status_code == 401
    answer = helper.post(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/e/{code}")
    assert helper.get(f"/e/{code}").status_code == 200
    assert helper.get(f"/e/{code}/people").status_code == 403
    assert helper.get(f"/e/{hall.make()}").status_code == 401
    assert helper.get("/").status_code == 401


def test_an_invitation_that_is_ended_ends_what_was_opened_with_it(hall: At) -> None:
    owner, code = signed_in(hall), hall.make()
    link = invited(hall, owner, code)
    one, two = hall.elsewhere(), hall.elsewhere()
    for client in (one, two):
        client.post(link, follow_redirects=False)
        assert client.get(f"/e/{code}").status_code == 200
    number = re.search(rf"/e/{code}/people/(\d+)/end", owner.get(f"/e/{code}/people").text)
    assert number
    owner.post(number[0], follow_redirects=False)
    for client in (one, two):
        assert client.get(f"/e/{code}").status_code == 401
        assert client.post(f"/api/events/{code}/enter", json={"name": "X"}).status_code == 401
    assert one.get(link).status_code == 404
    assert one.post(link).status_code == 404


def test_an_invitation_that_is_over(hall: At) -> None:
    code = hall.make()
    before = datetime.now(UTC) - timedelta(days=1)
    with hall.runtime.store.writes() as connection:
        issue(connection, "old", "invite-helper", "Ana", before, scope=code, expires=before)
    answer = hall.elsewhere().get("/invite/old")
    assert answer.status_code == 404
    assert "invitation" in answer.text


def test_an_invitation_is_no_session(hall: At) -> None:
    owner, code = signed_in(hall), hall.make()
    secret = invited(hall, owner, code).removeprefix("/invite/")
    client = hall.elsewhere()
    client.cookies.set(SESSION_COOKIE, secret)
    assert client.get(f"/e/{code}").status_code == 401
    headers = {"Authorization": f"Bearer {secret}"}
    assert hall.elsewhere().get(f"/api/events/{code}/log", headers=headers).status_code == 401


def test_only_the_owner_makes_and_ends_arbiters(hall: At) -> None:
    owner, code = signed_in(hall), hall.make()
    arbiter = hall.elsewhere()
    arbiter.post(invited(hall, owner, code, "arbiter"), follow_redirects=False)
    assert arbiter.post(f"/e/{code}/people", data={"name": "Eve", "role": "arbiter"}).status_code == 403
    assert arbiter.post(f"/e/{code}/people", data={"name": "Eve", "role": "owner"}).status_code == 422
    assert arbiter.post(f"/e/{code}/people", data={"name": "Eve"}).status_code == 200
    ends = re.findall(rf"/e/{code}/people/(\d+)/end", owner.get(f"/e/{code}/people").text)
    own = re.findall(rf"/e/{code}/people/(\d+)/end", arbiter.get(f"/e/{code}/people").text)
    assert len(ends) == 2
    assert len(own) == 1
    higher = next(number for number in ends if number not in own)
    assert arbiter.post(f"/e/{code}/people/{higher}/end").status_code == 403
    other = hall.make()
    assert owner.post(f"/e/{other}/people/{own[0]}/end").status_code == 404, "each event ends its own"


def test_one_browser_may_hold_several_rights(hall: At) -> None:
    owner = signed_in(hall)
    first, second = hall.make(), hall.make()
    helper = hall.elsewhere()
    for code in (first, second):
        helper.post(invited(hall, owner, code), follow_redirects=False)
    assert helper.get(f"/e/{first}").status_code == helper.get(f"/e/{second}").status_code == 200


def test_a_name_is_shown_as_text(hall: At) -> None:
    owner, code = signed_in(hall), hall.make()
    name = "<b>x</b>"
    link = invited(hall, owner, code, name=name)
    for page in (owner.get(f"/e/{code}/people").text, hall.elsewhere().get(link).text):
        assert name not in page
        assert "&lt;b&gt;x" in page
    for unfit in ("", " ", "a\nb", "x" * 201):
        answer = owner.post(f"/e/{code}/people", data={"name": unfit})
        assert answer.status_code == (200 if unfit == "a\nb" else 422)


def test_guessing_invitations_is_slowed_down(hall: At) -> None:
    client = hall.elsewhere("192.168.1.60")
    statuses = [client.get(f"/invite/guess{n}").status_code for n in range(30)]
    assert statuses[0] == 404
    assert statuses[-1] == 429


# --- keys --------------------------------------------------------------------------------------------------


def secret_in(page: str) -> str:
    found = re.search(r'<code class="secret">([\w-]+)</code>', page)
    assert found
    return found[1]


def test_a_key_for_the_whole_desk(hall: At) -> None:
    owner = signed_in(hall)
    key = secret_in(owner.post("/sessions", data={"name": "scoreboard\u00a0"}).text)
    headers = {"Authorization": f"Bearer {key}"}
    made = hall.elsewhere().post("/api/events", json={"system": "chess", "name": "X"}, headers=headers)
    assert made.status_code == 201
    log = hall.elsewhere().get(f"/api/events/{made.json()['code']}/log", headers=headers).json()
    assert log["entries"][0]["actor"] == "scoreboard"
    number = re.search(r"/sessions/\d+/end", owner.get("/sessions").text.partition("scoreboard")[2])
    assert number
    owner.post(number[0], follow_redirects=False)
    assert hall.elsewhere().get("/api/events", headers=headers).status_code == 401


def test_a_key_for_one_event(hall: At) -> None:
    owner, code = signed_in(hall), hall.make()
    key = secret_in(owner.post(f"/e/{code}/people", data={"name": "scoreboard", "kind": "key"}).text)
    client, headers = hall.elsewhere(), {"Authorization": f"Bearer {key}"}
    assert client.post(f"/api/events/{code}/check-in", json={"player": 1}, headers=headers).status_code == 200
    assert client.post(f"/api/events/{code}/pair", json={}, headers=headers).status_code == 403
    assert client.post(f"/api/events/{hall.make()}/check-in", json={"player": 1}, headers=headers).status_code == 401


def test_a_wrong_key_is_nobody_even_at_the_machine(desk: At) -> None:
    headers = {"Authorization": "Bearer nonsense"}
    assert desk.client.get("/api/events", headers=headers).status_code == 401
    assert desk.client.get("/api/events").status_code == 200


# --- what every answer keeps -------------------------------------------------------------------------------


def test_another_site_cannot_write(desk: At) -> None:
    code = desk.make()
    good = [
        {},
        {"Origin": "http://127.0.0.1:8000"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:8000"},
        {"Sec-Fetch-Site": "none"},
    ]
    bad = [
        {"Origin": "https://evil.example.org"},
        {"Origin": "http://127.0.0.1:8001"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ]
    for path in (f"/api/events/{code}/rename", f"/e/{code}/do/rename", "/login", "/logout", "/sessions"):
        for headers in bad:
            answer = desk.client.post(path, json={"name": "Y"}, headers=headers)
            assert answer.status_code == 403, (path, headers)
    for number, headers in enumerate(good):
        answer = desk.client.post(f"/api/events/{code}/rename", json={"name": f"Y{number}"}, headers=headers)
        assert answer.status_code == 200, headers
    assert desk.client.get(f"/e/{code}", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/login", "/api", "/api/events", "/nowhere", "/e/NOPE", "/invite/x"])
def test_safe_headers(desk: At, path: str) -> None:
    headers = desk.client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_no_secrets_in_logs(desk: At, caplog: pytest.LogCaptureFixture) -> None:
    """When everything goes wrong, it is told where, and not who."""
    caplog.set_level(logging.DEBUG, "ronda")
    code = desk.make()
    mark = desk.runtime.mark(code, 1)
    with desk.runtime.store.writes() as connection:
        connection.execute(text("drop table note"))
        connection.execute(text("drop table desk_pass"))
    desk.runtime.store.live.forget(code)
    client = desk.elsewhere()
    client.cookies.set(SESSION_COOKIE, "secret-of-a-session")
    for path in (f"/p/{code}/{mark}", "/invite/secret-of-an-invitation"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert "desk_pass" not in answer.text
    assert caplog.records
    for secret in (mark, "secret-of-an-invitation", "secret-of-a-session"):
        assert secret not in caplog.text
