"""Who sits at the machine itself is the owner, without a password; and nobody else is, however alike the request."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from ronda.web.auth.persons import LocalPeer, can_be_known
from ronda.web.settings import ServerSettings, is_loopback
from tests.web.conftest import At, Browser, Seen, opened
from tests.web.test_serve import get, started

LINUX = pytest.mark.skipif(not can_be_known(), reason="this system does not say whose a connection is")
LINK = "secret-of-this-start"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), link=LINK)) as at:
        yield at


def of_another_user(desk: At, host: str = "127.0.0.1") -> Browser:
    """A program of another user on this machine, as a proxy is: its requests are alike to the letter."""
    return Browser(Seen(desk.app, host, same_user=False), base_url="http://127.0.0.1:8000")


# --- what a request says of itself -------------------------------------------------------------------------


FORWARDED = """X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Server
Forwarded Via X-Real-IP X-Client-IP Client-IP True-Client-IP X-Cluster-Client-IP CF-Connecting-IP CF-Ray CF-Visitor
CDN-Loop X-Original-URL X-Original-Host X-Original-Forwarded-For X-Proxy-Host X-Host X-Envoy-External-Address
X-Amzn-Trace-Id X-Azure-ClientIP Fastly-Client-IP Fly-Client-IP X-Vercel-Forwarded-For X-ARR-SSL"""


@pytest.mark.parametrize("name", FORWARDED.split())
def test_who_comes_through_a_proxy_is_not_at_the_machine(desk: At, name: str) -> None:
    assert desk.client.get("/", headers={name: "127.0.0.1"}).status_code == 401


NAMES = "evil.example.org evil.example.org:8000 192.168.1.2 [ 127.0.0.1.nip.io 127.0.0.1 localhost:8001 localhost:x"


@pytest.mark.parametrize("host", NAMES.split())
def test_another_name_for_this_machine_is_not_believed(desk: At, host: str) -> None:
    """A page on the internet could point its own name at 127.0.0.1; and another port is another server's."""
    assert desk.client.get("/", headers={"Host": host}).status_code == 401


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "127.1.2.3:8000", "[::1]:8000", "LOCALHOST:8000"])
@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_names_of_this_machine(desk: At, host: str, client: str) -> None:
    browser = Browser(Seen(desk.app, client), base_url="http://127.0.0.1:8000")
    assert browser.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("client", ["192.168.1.5", "::ffff:192.168.1.5", "", "unix:", "testclient"])
def test_who_does_not_come_from_here(desk: At, client: str) -> None:
    browser = Browser(Seen(desk.app, client), base_url="http://127.0.0.1:8000")
    assert browser.get("/").status_code == 401


def test_loopback_inside_ipv6() -> None:
    assert is_loopback("::ffff:127.0.0.1")
    assert is_loopback("[::1]")
    assert not is_loopback("::ffff:10.0.0.1")


# --- what the system knows ---------------------------------------------------------------------------------


def test_a_program_of_another_user_is_nobody(desk: At) -> None:
    for path in ("/", "/api/events", "/password", "/new"):
        assert of_another_user(desk).get(path).status_code == 401
    assert of_another_user(desk).post("/api/events", json={"system": "chess", "name": "X"}).status_code == 401


def test_where_nothing_is_known_nobody_is_believed(desk: At) -> None:
    """As on a system without such a table, or under another server than ours."""

    async def plain(scope: object, receive: object, send: object) -> None:
        if isinstance(scope, dict) and scope["type"] == "http":
            scope["client"] = ("127.0.0.1", 50000)
        await desk.app(scope, receive, send)  # type: ignore[arg-type]

    async def asked() -> int:
        transport = httpx.ASGITransport(app=plain)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            return (await client.get("/")).status_code

    with desk.client.portal() as portal:
        assert portal.call(asked) == 401


@contextmanager
def connected(family: socket.AddressFamily, host: str, to: str = "") -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a connection inside this process: ours, and the other's."""
    with closing(socket.create_server((host, 0), family=family)) as server:
        other = socket.socket(socket.AF_INET6 if ":" in (to or host) else family)
        with closing(other):
            other.connect((to or host, server.getsockname()[1]))
            own, _ = server.accept()
            with closing(own):
                yield own, other


def neighbour_of(own: socket.socket) -> LocalPeer:
    return LocalPeer(own.getpeername()[:2], own.getsockname()[:2])


@LINUX
@pytest.mark.parametrize(
    ("family", "host", "to"),
    [
        (socket.AF_INET, "127.0.0.1", ""),
        (socket.AF_INET6, "::1", ""),
        (socket.AF_INET, "127.0.0.1", "::ffff:127.0.0.1"),  # as Java connects
    ],
)
def test_the_same_user(family: socket.AddressFamily, host: str, to: str) -> None:
    with connected(family, host, to) as (own, _):
        assert neighbour_of(own).same_user


@LINUX
def test_a_connection_that_is_closed_is_nobodys() -> None:
    """The system says that sockets without a program are root's."""
    with connected(socket.AF_INET, "127.0.0.1") as (own, other):
        found = neighbour_of(own)
        other.close()
        assert not found.same_user


def table(folder: Path, *rows: str) -> tuple[str, ...]:
    path = folder / "tcp"
    path.write_text("  sl  local_address rem_address st tx_queue rx_queue tr tm->when retrnsmt uid timeout inode\n")
    with path.open("a") as file:
        file.writelines(f"   0: {row} 00000000:00000000 00:00000000 00000000 {{}} 0 1\n" for row in rows)
    return (str(path),)


@LINUX
@pytest.mark.parametrize(("user", "state", "same"), [("own", "01", True), ("33", "01", False), ("own", "06", False)])
def test_another_user(tmp_path: Path, user: str, state: str, same: bool) -> None:
    """33 is `www-data` of Debian; 06 is a connection that is over."""
    (path,) = table(tmp_path, f"0100007F:C350 0100007F:1F40 {state}")
    number = str(os.getuid()) if user == "own" else user
    Path(path).write_text(Path(path).read_text().replace("{}", number))
    assert LocalPeer(("127.0.0.1", 50000), ("127.0.0.1", 8000), (path,)).same_user is same


@LINUX
def test_what_cannot_be_found(tmp_path: Path) -> None:
    (path,) = table(tmp_path)
    for client, server, tables in [
        (("127.0.0.1", 50000), ("127.0.0.1", 8000), (path,)),
        (("127.0.0.1", 50000), ("127.0.0.1", 8000), (str(tmp_path / "none"),)),
        (None, ("127.0.0.1", 8000), (path,)),
        (("", 0), ("127.0.0.1", 8000), (path,)),
    ]:
        assert not LocalPeer(client, server, tables).same_user


# --- the link, and the options -----------------------------------------------------------------------------


def test_the_link_makes_a_browser_the_owners(desk: At) -> None:
    """For a browser of another user on the same machine, or a system that knows nothing: once is enough."""
    browser = of_another_user(desk)
    page = browser.get("/login").text
    assert "ronda serve" in page, "where the link is to be found"
    answer = browser.get(f"/here/{LINK}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert browser.get("/").status_code == 200
    assert LINK not in browser.get("/sessions").text


def test_the_link_is_for_this_machine_only(desk: At) -> None:
    for browser in (desk.elsewhere(), of_another_user(desk, "192.168.1.5")):
        assert browser.get(f"/here/{LINK}").status_code == 404
    browser = of_another_user(desk)
    assert browser.get(f"/here/{LINK}", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404
    assert browser.get(f"/here/{LINK}", headers={"Host": "ronda.example.org"}).status_code == 404
    for wrong in ("x", LINK[:-1], LINK.upper(), "ü"):
        assert browser.get(f"/here/{wrong}").status_code == 404
    assert browser.get("/").status_code == 401


def test_no_link_no_door(tmp_path: Path) -> None:
    for settings in (
        ServerSettings(str(tmp_path / "a.db")),
        ServerSettings(str(tmp_path / "b.db"), "0.0.0.0", link=LINK),
    ):
        with opened(settings) as at:
            browser = of_another_user(at)
            assert browser.get("/here/").status_code == 404
            assert browser.get(f"/here/{LINK}").status_code == 404
            assert browser.get("/here/%20").status_code == 404


def test_trust_local(tmp_path: Path) -> None:
    """As it was: nobody proves anything. What a request says of itself still counts."""
    with opened(ServerSettings(str(tmp_path / "ronda.db"), trust_local=True)) as at:
        assert of_another_user(at).get("/").status_code == 200
        assert of_another_user(at).get("/", headers={"Via": "1.1 x"}).status_code == 401
        assert of_another_user(at, "192.168.1.5").get("/").status_code == 401


def test_behind_a_proxy_nobody_is_at_the_machine(tmp_path: Path) -> None:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), behind_proxy=True)) as at:
        assert at.client.get("/").status_code == 401
        assert "shows in its window" not in at.client.get("/login").text, "there is no link"


def test_what_makes_a_hall() -> None:
    here = ServerSettings("x")
    assert not here.hall
    assert replace(here, behind_proxy=True).hall
    assert replace(here, address="https://localhost").hall, "somebody else does https"
    assert replace(here, address="http://ronda.example.org").hall


def test_the_server_shows_its_link(tmp_path: Path) -> None:
    with started("--db", str(tmp_path / "ronda.db")) as (_, told):
        assert get(told["url"] + "/") == (200 if can_be_known() else 401)
        assert told["link"].startswith(f"{told['url']}/here/")
        assert get(told["link"]) in (200, 303)
        assert get(told["url"] + "/", **{"X-Real-IP": "127.0.0.1"}) == 401
    words = ("--db", str(tmp_path / "ronda.db"), "--behind-proxy", "--address", "https://ronda.example.org")
    with started(*words, RONDA_PASSWORD="long enough") as (_, told):
        assert told["hall"]
        assert "link" not in told
        assert get(f"http://127.0.0.1:{told['port']}/") == 401
