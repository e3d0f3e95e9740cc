"""Opening the desk to the hall: in one click, at the machine only, and no code that leads nowhere before."""

from __future__ import annotations

import re
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ronda.web import hall
from ronda.web.auth import passwords
from ronda.web.hall import hall_host, new_password
from ronda.web.settings import ServerSettings
from tests.waiting import GENEROUS, until
from tests.web.conftest import At, opened
from tests.web.test_serve import started


class Line:
    """Stands for the server: what listens, and what was stopped."""

    def __init__(self) -> None:
        self.places: list[tuple[str, int]] = []
        self.stopped = 0

    async def listen(self, bound: socket.socket) -> Callable[[], None]:
        self.places.append(bound.getsockname())

        def stop() -> None:
            self.stopped += 1
            bound.close()

        return stop


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def desk(place: ServerSettings, line: Line, monkeypatch: pytest.MonkeyPatch) -> Iterator[At]:
    monkeypatch.setattr(hall, "hall_host", lambda: "127.0.0.3")  # a machine in a network, without one
    monkeypatch.setattr("ronda.web.context.is_loopback", lambda host: host in ("127.0.0.1", "localhost"))
    with opened(place) as at:
        at.runtime.hall._listen = line.listen
        yield at


def walls(code: str) -> list[str]:
    return [
        f"/wall/{code}",
        f"/wall/{code}/part",
        f"/wall/{code}?view=join",
        f"/join/{code}/part",
    ]


def pages_with_codes(code: str) -> list[str]:
    return [
        f"/join/{code}",
        f"/join/{code}?screen=true",
        f"/e/{code}/player-link/1",
        f"/hall?code={code}",
    ]


def test_no_code_that_leads_nowhere_and_one_click_to_a_real_one(desk: At, line: Line) -> None:
    code = desk.make()
    for page in pages_with_codes(code):
        text = desk.client.get(page).text
        assert 'class="qr"' not in text, page
        assert 'action="/hall/open"' in text, page
    for page in walls(code):
        text = desk.client.get(page).text
        assert 'class="qr"' not in text, page
        assert f">{code}<" not in text, page  # nobody can use it yet
        assert "hall-closed" not in text, page  # everybody in the hall sees it: that is for the desk
        assert "6 players" in text, page
    for page in (f"/e/{code}", f"/e/{code}/print"):
        assert 'action="/hall/open"' in desk.client.get(page).text, page
    assert "/print/poster.pdf" not in desk.client.get(f"/e/{code}/print").text
    invited = desk.client.post(f"/e/{code}/people", data={"name": "Ana", "role": "helper", "kind": "link"}).text
    assert 'class="qr"' not in invited

    shown = desk.client.post("/hall/open", data={"back": f"/e/{code}/print", "code": code})
    assert line.places == [("127.0.0.3", 8000)]
    assert "127.0.0.3:8000" in shown.text
    assert 'class="qr"' in shown.text
    assert f'href="/e/{code}/print"' in shown.text
    for page in [*walls(code), *pages_with_codes(code)]:
        text = desk.client.get(page).text
        assert 'class="qr"' in text, page
        assert 'action="/hall/open"' not in text, page
    assert "/print/poster.pdf" in desk.client.get(f"/e/{code}/print").text
    assert "127.0.0.3:8000" in desk.client.get(f"/e/{code}").text


def test_the_password_is_made_once_shown_here_and_works(desk: At, line: Line) -> None:
    first = desk.client.post("/hall/open", data={}).text
    password = re.findall(r'<code class="secret">(.*?)</code>', first)[0]
    assert passwords.is_right(desk.runtime.store, password)
    again = desk.client.post("/hall/open", data={}).text  # a double click
    assert password in again
    assert len(line.places) == 1
    elsewhere = desk.elsewhere()
    assert elsewhere.get("/hall").status_code == 401
    assert elsewhere.post("/login", data={"password": password}).status_code == 200
    assert password not in elsewhere.get("/hall").text  # the owner, but not at the machine
    desk.client.post("/password", data={"old": password, "new": "another long one", "again": "another long one"})
    assert "secret" not in desk.client.get("/hall").text


def test_a_password_that_was_there_stays(desk: At) -> None:
    passwords.set_password(desk.runtime.store, "correct horse battery")
    assert "secret" not in desk.client.post("/hall/open", data={}).text
    assert passwords.is_right(desk.runtime.store, "correct horse battery")


def test_it_is_closed_again(desk: At, line: Line) -> None:
    code = desk.make()
    desk.client.post("/hall/open", data={"code": code})
    closed = desk.client.post("/hall/close", data={"code": code})
    assert line.stopped == 1
    assert 'action="/hall/open"' in closed.text
    assert 'class="qr"' not in desk.client.get(f"/wall/{code}").text
    desk.client.post("/hall/close", data={})
    assert line.stopped == 1


def test_only_whoever_sits_at_the_machine_opens_and_closes(desk: At, line: Line) -> None:
    passwords.set_password(desk.runtime.store, "correct horse battery")
    elsewhere = desk.elsewhere()
    for what in ("open", "close"):
        assert elsewhere.post(f"/hall/{what}", data={}).status_code == 401
    elsewhere.post("/login", data={"password": "correct horse battery"})
    for what in ("open", "close"):
        assert elsewhere.post(f"/hall/{what}", data={}).status_code == 403
    assert line.places == []
    assert 'action="/hall/open"' not in elsewhere.get("/hall").text


def test_another_site_cannot_open_it(desk: At, line: Line) -> None:
    assert desk.client.post("/hall/open", data={}, headers={"origin": "https://evil.example"}).status_code == 403
    assert line.places == []


def test_the_owner_stays_the_owner_at_the_machine(desk: At) -> None:
    code = desk.make()
    desk.client.post("/hall/open", data={})
    assert desk.client.get(f"/e/{code}/settings").status_code == 200
    assert desk.elsewhere().get(f"/e/{code}/settings").status_code == 401


def test_a_machine_in_no_network_says_so(desk: At, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "hall_host", lambda: "")
    answer = desk.client.post("/hall/open", data={})
    assert answer.status_code == 503
    assert "no network" in answer.text
    assert line.places == []


def test_a_port_that_somebody_else_has_is_no_obstacle(desk: At, line: Line) -> None:
    with hall.bind("127.0.0.3", 8000) as taken:
        taken.listen()
        shown = desk.client.post("/hall/open", data={}).text
    assert line.places[0][1] != 8000
    assert f"127.0.0.3:{line.places[0][1]}" in shown


def test_several_workers_say_how_to_start(place: ServerSettings) -> None:
    """Each would have to listen by itself; nobody is offered what does not work."""
    with opened(place) as at:
        text = at.client.get("/hall").text
        assert 'action="/hall/open"' not in text
        assert "--host 0.0.0.0" in text


def test_passwords_are_no_words() -> None:
    made = {new_password() for _ in range(200)}
    assert len(made) == 200
    assert all(passwords.unfit(password) is None for password in made)


# --- the real server ---------------------------------------------------------------------------------------


def _asked(url: str, data: bytes | None = None) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data), timeout=GENEROUS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


needs_network = pytest.mark.skipif(not hall_host(), reason="this machine is in no network")


@needs_network
def test_the_running_server_listens_in_the_hall_and_stops_again(tmp_path: Path) -> None:
    """Without a new start: the desk goes on, phones find it, and after closing they do not, not even by a line that
    was open."""
    host = hall_host()
    with started("--db", str(tmp_path / "r.db")) as (_, told):
        here, port = told["url"], told["port"]
        there = f"http://{host}:{port}"
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((host, port), timeout=GENEROUS)
        status, text = _asked(f"{here}/hall/open", b"back=/")
        assert status == 200
        assert f"{host}:{port}" in text
        status, text = _asked(f"{there}/")
        assert status == 401
        assert 'name="code"' in text  # whoever types the address is asked for the code
        assert _asked(f"{there}/hall/close", b"back=/")[0] == 401
        with socket.create_connection((host, port), timeout=GENEROUS) as phone:
            phone.sendall(b"GET /static/app.js HTTP/1.1\r\nhost: x\r\n\r\n")
            assert phone.recv(12) == b"HTTP/1.1 200"
            assert _asked(f"{here}/hall/close", b"back=/")[0] == 200
            until(lambda: _is_over(phone), "the line is cut")
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((host, port), timeout=GENEROUS)
        assert _asked(f"{here}/")[0] == 200


def _is_over(phone: socket.socket) -> bool:
    try:
        return not phone.recv(100_000)
    except ConnectionError:
        return True


@needs_network
def test_what_is_printed_answers_when_it_is_printed(tmp_path: Path) -> None:
    for words in ((), ("--host", "0.0.0.0")):
        with started("--db", str(tmp_path / "r.db"), *words, RONDA_PASSWORD="correct horse battery") as (_, told):
            assert _asked(f"{told['url']}/join")[0] == 200
            if words:
                assert told["url"] == f"http://{hall_host()}:{told['port']}"


def test_make_run_opens_the_hall_if_wished() -> None:
    def said(*more: str) -> str:
        words = ["make", "-n", "run", *more]
        return subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]).stdout

    assert "--host" not in said()
    assert "serve --port 8000 --host 0.0.0.0" in said("HALL=1")
