"""With an https address: browsers come back by https only, and no cookie leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest

from ronda.web.auth import passwords
from ronda.web.context import SESSION_COOKIE
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, Browser, Seen, opened

PASSWORD = "correct horse"
ADDRESS = "https://ronda.example.org"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), address=ADDRESS)) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        yield at


def browser(desk: At) -> Browser:
    return Browser(Seen(desk.app, "192.168.1.77"), base_url=ADDRESS)


def set_by(answer: httpx.Response) -> dict[str, Any]:
    """The cookies of an answer, by name."""
    found = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        found.load(header)
    return dict(found)


def test_browsers_are_told_to_stay_with_https(hall: At, tmp_path: Path) -> None:
    code = hall.make()
    for path in ("/login", "/", f"/{code}", "/nowhere", "/static/app.js", f"/api/events/{code}", "/language"):
        told = browser(hall).get(path).headers["strict-transport-security"]
        assert int(told.removeprefix("max-age=").partition(";")[0]) >= 365 * 86400, path


def test_not_without_https(desk: At) -> None:
    """A laptop in the hall has no certificate: a browser that insisted on one would never come back."""
    assert "strict-transport-security" not in desk.client.get("/").headers
    answer = desk.client.post("/language", data={"language": "es"}, follow_redirects=False)
    assert not set_by(answer)["lang"]["secure"]


def every_cookie(desk: At) -> dict[str, Any]:
    """Of somebody who signs in, joins and chooses a language."""
    code, client = desk.make(), browser(desk)
    client.scan(code)
    answers = [
        client.post("/login", data={"password": PASSWORD}, follow_redirects=False),
        client.post("/language", data={"language": "es"}, follow_redirects=False),
        client.post(f"/join/{code}/claim", data={"player": "1"}, follow_redirects=False),
    ]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    return {name: morsel for answer in answers for name, morsel in set_by(answer).items()}


def test_every_cookie_is_for_this_host_alone(hall: At) -> None:
    found = every_cookie(hall)
    assert {"ronda", "lang", "device", "known"} <= {name.removeprefix("__Host-") for name in found}
    assert any(name.startswith("__Host-phone-") for name in found)
    for name, morsel in found.items():
        assert name.startswith("__Host-"), name
        assert morsel["secure"], name
        assert morsel["path"] == "/", name
        assert not morsel["domain"], name
        assert morsel["samesite"].lower() == "lax", name
        assert morsel["httponly"], name


def test_nobody_is_signed_out_by_the_upgrade(hall: At) -> None:
    """A session from before: its cookie is read once more, and replaced."""
    new = browser(hall)
    new.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    secret = new.cookies[f"__Host-{SESSION_COOKIE}"]
    old = browser(hall)
    old.cookies.set(SESSION_COOKIE, secret)
    answer = old.get("/")
    assert answer.status_code == 200
    found = set_by(answer)
    assert found[f"__Host-{SESSION_COOKIE}"].value == secret
    assert found[f"__Host-{SESSION_COOKIE}"]["secure"]
    assert found[SESSION_COOKIE]["max-age"] == "0"
    again = browser(hall)
    again.cookies.set(f"__Host-{SESSION_COOKIE}", secret)
    assert "set-cookie" not in again.get("/").headers, "replaced once"


def test_a_phone_that_joined_before_is_still_that_players(hall: At) -> None:
    code, client = hall.make(), browser(hall)
    client.scan(code)
    answer = client.post(f"/join/{code}/claim", data={"player": "1"}, follow_redirects=False)
    mark = next(morsel.value for name, morsel in set_by(answer).items() if "phone" in name)
    old = browser(hall)
    old.cookies.set("phone", mark, path=f"/join/{code}")
    answer = old.get(f"/join/{code}")
    assert f"/p/{code}/{mark}" in answer.text
    assert set_by(answer)[f"__Host-phone-{code}"].value == mark
    assert set_by(answer)["phone"]["path"] == f"/join/{code}", "where it was set, there it ends"


def test_the_own_name_counts_more_than_one_that_anybody_may_have_set(hall: At) -> None:
    """A neighbour in the same domain can set cookies of any name but those."""
    owner, thief = browser(hall), browser(hall)
    for client in (owner, thief):
        client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    owner.cookies.set(SESSION_COOKIE, "made-up")
    answer = owner.get("/")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_signing_out_ends_both_names(hall: At) -> None:
    client = browser(hall)
    client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    found = set_by(client.post("/logout", follow_redirects=False))
    assert {SESSION_COOKIE, f"__Host-{SESSION_COOKIE}"} <= found.keys()
    assert all(found[name]["max-age"] == "0" for name in (SESSION_COOKIE, f"__Host-{SESSION_COOKIE}"))
    assert found[f"__Host-{SESSION_COOKIE}"]["secure"], "else a browser does not take it"


def test_behind_a_proxy_that_speaks_https(desk: At) -> None:
    """Also without an address: the scheme is known from the proxy."""
    client = Browser(Seen(desk.app, "192.168.1.77"), base_url="https://ronda.example.org")
    found = set_by(client.post("/language", data={"language": "es"}, follow_redirects=False))
    assert found["__Host-lang"]["secure"]


@pytest.mark.parametrize("path", ["/", "/login", "/nowhere", "/static/app.js", "/api"])
def test_other_sites_get_nothing(hall: At, path: str) -> None:
    headers = browser(hall).get(path).headers
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
