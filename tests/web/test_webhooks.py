"""Webhooks: signed, at least once, over restarts; and nowhere they should not be sent."""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import update
from standardwebhooks import Webhook as Standard

from ronda.desk import record_result
from ronda.desk.decisions import erase_result
from ronda.operations.webhooks import parts_of
from ronda.store.database.tables import webhook
from ronda.store.webhooks import DELAYS, KEPT, MOST_OF_AN_EVENT, OFF_AFTER, deliveries_of, webhooks_of
from ronda.web.settings import ServerSettings
from ronda.web.webhooks import deliver, gather, is_of_the_internet, next_due
from tests.web.conftest import At, opened
from tests.web.who_may.test_routes_by_role import NAMES


class Receiver(HTTPServer):
    """Keeps what comes, and answers with what it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answer, self.headers = 200, {}  # type: ignore[var-annotated]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook?a=1"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers.items()), body))
        self.send_response(self.server.answer)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def private(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), private_webhooks=True)) as at:
        yield at


def made(desk: At, code: str, url: str, *kinds: str) -> dict[str, Any]:
    answer = desk.client.post(f"/api/events/{code}/webhooks", json={"url": url, "kinds": list(kinds)})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def told(desk: At, rounds: int = 50) -> None:
    """Everything that is due now."""
    for _ in range(rounds):
        gather(desk.runtime)
        waiting = next_due(desk.runtime)
        for pair in waiting:
            deliver(desk.runtime, *pair)
        if not waiting:
            return


def later(desk: At, seconds: float) -> None:
    usual = desk.runtime.now
    desk.runtime.now = lambda: usual() + timedelta(seconds=seconds)


def test_what_happens_is_told_and_signed(private: At, receiver: Receiver) -> None:
    code = private.make(names=NAMES)
    hook = made(private, code, receiver.url)
    private.play(code)
    told(private)
    kinds = [json.loads(body)["kind"] for _, body in receiver.heard]
    assert kinds == ["draft", "published", "result", "result", "result", "closed"]
    for headers, body in receiver.heard:
        assert Standard(hook["secret"]).verify(body, headers) == json.loads(body)
        assert headers["webhook-id"] == json.loads(body)["id"]
        stamp = headers["Ronda-Timestamp"]
        expected = hmac.new(hook["secret"].encode(), f"{stamp}.".encode() + body, sha256).hexdigest()
        assert headers["Ronda-Signature"] == f"v1={expected}"
        assert headers["Ronda-Event"] == json.loads(body)["kind"]
        assert not any(part in body.decode() for name in NAMES for part in name.split()), "numbers, no names"
    last, over = (json.loads(body) for _, body in receiver.heard[-2:])
    assert (last["event"], last["round"], last["table"], last["result"]) == (code, 1, 3, "5-3")
    assert (over["event"], over["round"], over["version"], over["id"]) == (
        code,
        1,
        last["version"],
        last["id"] + "-closed",
    )
    told(private)
    assert len(receiver.heard) == 6, "once"
    listed = private.client.get(f"/api/events/{code}/webhooks/{hook['id']}/deliveries").json()["deliveries"]
    assert {(one["state"], one["answer"], one["attempts"]) for one in listed} == {("arrived", "200", 1)}


def test_a_secret_from_before_is_a_key_as_it_is(private: At, receiver: Receiver) -> None:
    code = private.make(names=NAMES)
    made(private, code, receiver.url)
    with private.runtime.store.writes() as connection:
        connection.execute(update(webhook).values(secret="x9-_from-before"))
    private.publish(code)
    told(private)
    headers, body = receiver.heard[-1]
    assert Standard(b"x9-_from-before").verify(body, headers) == json.loads(body)


def test_only_of_the_kinds_that_are_wanted(private: At, receiver: Receiver) -> None:
    code = private.make()
    made(private, code, receiver.url, "published")
    private.play(code)
    told(private)
    assert [json.loads(body)["kind"] for _, body in receiver.heard] == ["published"]


def test_r5_5_that_a_round_is_over_is_told_with_its_last_result(private: At, receiver: Receiver) -> None:
    code = private.make(names=NAMES)
    made(private, code, receiver.url, "closed")
    private.publish(code)
    for table in (1, 2):
        private.act(code, "result", lambda t, n=table: record_result(t, 1, n, "5-3"))
        told(private)
        assert receiver.heard == []
    private.act(code, "result", lambda t: record_result(t, 1, 3, "5-3"))
    private.act(code, "correct", lambda t: record_result(t, 1, 1, "3-5"))  # ends nothing anew
    told(private)
    assert [json.loads(body)["round"] for _, body in receiver.heard] == [1]
    private.act(code, "correct", lambda t: erase_result(t, 1, 1))
    private.act(code, "result", lambda t: record_result(t, 1, 1, "5-3"))
    told(private)
    assert [json.loads(body)["kind"] for _, body in receiver.heard] == ["closed", "closed"]


def test_a_restart_loses_nothing(tmp_path: Path, receiver: Receiver) -> None:
    settings = ServerSettings(str(tmp_path / "ronda.db"), private_webhooks=True)
    with opened(settings) as desk:
        code = desk.make()
        made(desk, code, receiver.url, "result", "published")
        desk.publish(code)  # nobody has looked yet
    with opened(settings) as desk:
        gather(desk.runtime)  # it is in the queue, and not sent
        desk.act(code, "result", lambda t: record_result(t, 1, 1, "5-3"))
    with opened(settings) as desk:
        told(desk)
    assert [json.loads(body)["kind"] for _, body in receiver.heard] == ["published", "result"]
    assert [headers["Ronda-Delivery"] for headers, _ in receiver.heard] == ["1", "2"]


def test_again_after_growing_pauses_until_it_is_given_up(private: At, receiver: Receiver) -> None:
    receiver.answer = 500
    code = private.make()
    hook = made(private, code, receiver.url, "published")
    private.publish(code)
    for number, pause in enumerate(DELAYS, start=1):
        told(private)
        assert len(receiver.heard) == number
        later(private, pause - 5)
        told(private)
        assert len(receiver.heard) == number, "not before"
        later(private, 6)
    told(private)
    listed = private.client.get(f"/api/events/{code}/webhooks/{hook['id']}/deliveries").json()["deliveries"]
    assert (listed[0]["state"], listed[0]["answer"], listed[0]["attempts"]) == ("given_up", "500", len(DELAYS) + 1)
    same = {body for _, body in receiver.heard}
    assert len(same) == 1, "the same message, with the same id"


def test_off_after_many_failures_and_on_again(private: At, receiver: Receiver) -> None:
    receiver.answer = 404
    code = private.make()
    hook = made(private, code, receiver.url)
    api = f"/api/events/{code}/webhooks"
    for _ in range(OFF_AFTER):
        private.client.post(f"{api}/{hook['id']}/test")
        told(private, 1)
        later(private, 13 * 3600)
    assert private.client.get(api).json()["webhooks"][0]["off_at"]
    heard = len(receiver.heard)
    private.publish(code)
    told(private)
    assert len(receiver.heard) == heard
    receiver.answer = 204
    assert private.client.post(f"{api}/{hook['id']}/on").json()["webhooks"][0]["off_at"] is None
    told(private)
    kinds = [json.loads(body)["kind"] for _, body in receiver.heard[heard:]]
    assert "published" in kinds, "what happened meanwhile is told"
    with private.runtime.store.reads() as connection:
        assert len(deliveries_of(connection, hook["id"], 1000)) <= KEPT


def test_the_queue_is_bounded_and_what_waits_is_not_lost(
    private: At, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ronda.store.webhooks.MOST_WAITING", 2)
    code = private.make()
    hook = made(private, code, receiver.url)
    private.play(code)
    gather(private.runtime)
    gather(private.runtime)
    with private.runtime.store.reads() as connection:
        assert len(deliveries_of(connection, hook["id"], 1000)) == 2
    told(private)
    assert len(receiver.heard) == 6


def test_redirects_are_not_followed(private: At, receiver: Receiver) -> None:
    receiver.answer, receiver.headers = 307, {"Location": receiver.url}
    code = private.make()
    made(private, code, receiver.url)
    private.publish(code)
    gather(private.runtime)
    deliver(private.runtime, *next_due(private.runtime)[0])
    assert len(receiver.heard) == 1


# --- where not to send -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "10.0.0.5", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
        *("::1", "fe80::1", "fd00::1", "::ffff:10.0.0.5", "64:ff9b::a00:5", "2002:a00:5::1", "ff02::1", "x"),
        *("64:ff9b:1::a00:5", "::127.0.0.1", "::7f00:1", "fec0::1", "192.88.99.1", "192.0.0.192", "192.0.0.9"),
        *("2001:0:a00::1", "2001:db8::1", "100::1", "5f00::1"),
    ],
)
def test_private_places_are_refused(host: str) -> None:
    assert not is_of_the_internet(host)


@pytest.mark.parametrize("host", ["8.8.8.8", "193.0.0.1", "2606:4700::1111", "2a00:1450::1", "2001:4860:4860::8888"])
def test_others_are_not(host: str) -> None:
    assert is_of_the_internet(host)


def test_a_name_that_leads_home_is_refused(desk: At, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it led to when it was typed in: the name is looked up once, and what was found is what is reached."""
    code = desk.make()
    port = receiver.server_address[1]
    hook = made(desk, code, f"http://club.example.org:{port}/")
    desk.publish(code)
    asked: list[str] = []

    def leads(host: str, port: int, **_: Any) -> Any:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, port)) for place in ("8.8.8.8", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", leads)
    gather(desk.runtime)
    deliver(desk.runtime, *next_due(desk.runtime)[0])
    assert asked == ["club.example.org"]
    assert not receiver.heard
    listed = desk.client.get(f"/api/events/{code}/webhooks/{hook['id']}/deliveries").json()["deliveries"]
    assert listed[-1]["answer"] == "not_allowed"


@pytest.mark.parametrize(
    "url",
    [
        *("", "ftp://x.org/", "file:///etc/passwd", "https://", "//x.org", "https://a:b@x.org/", "http://x.org:25/"),
        *(
            "https://x.org/\r\nA: b",
            "https://x.org/ü",
            "https://x.org:99999/",
            "https://[::1",
            "https://x.org/" + "a" * 500,
        ),
    ],
)
def test_what_is_no_address(desk: At, url: str) -> None:
    assert parts_of(url) is None
    code = desk.make()
    page = desk.client.post(f"/e/{code}/webhooks", data={"url": url})
    assert page.status_code == 422
    with desk.runtime.store.reads() as connection:
        assert webhooks_of(connection, code) == []


# --- the page ----------------------------------------------------------------------------------------------


def test_the_page_adds_tries_and_removes(private: At, receiver: Receiver) -> None:
    code = private.make()
    page = f"/e/{code}/webhooks"
    assert private.client.post(page, data={"url": receiver.url, "kinds": ["nonsense"]}).status_code == 422
    shown = private.client.post(page, data={"url": receiver.url, "kinds": ["result", "published"]})
    assert shown.status_code == 200
    with private.runtime.store.reads() as connection:
        hook = webhooks_of(connection, code)[0]
    assert hook.secret in shown.text
    assert hook.kinds == ("published", "result")
    assert hook.secret not in private.client.get(page).text, "it is shown once"
    assert private.client.post(f"{page}/{hook.id}/test", follow_redirects=False).status_code == 303
    told(private)
    assert json.loads(receiver.heard[0][1])["kind"] == "test"
    assert "200" in private.client.get(page).text
    assert private.client.post(f"{page}/{hook.id}/nonsense").status_code == 404
    other = private.make()
    assert private.client.post(f"/e/{other}/webhooks/{hook.id}/remove").status_code == 404
    assert private.client.post(f"{page}/{hook.id}/remove", follow_redirects=False).status_code == 303
    assert receiver.url.replace("&", "&amp;") not in private.client.get(page).text
    for _ in range(MOST_OF_AN_EVENT):
        made(private, code, receiver.url)
    assert private.client.post(page, data={"url": receiver.url}).status_code == 422
