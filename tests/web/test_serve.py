"""`ronda serve`: starts, says where, refuses what cannot be, and stops when it is told to."""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ronda.cli import run
from ronda.core.facts import Created
from ronda.core.model import Setup
from ronda.operations.access import know_device, known_device, open_session
from ronda.store import open_store
from ronda.store.access import find_pass
from ronda.web.auth import passwords
from ronda.web.hall import bind
from ronda.web.settings import ServerSettings, is_loopback
from tests.store.conftest import fresh_database
from tests.waiting import GENEROUS, until

WORDS = (sys.executable, "-m", "ronda", "serve")
# A server that would wait long for open connections: if it stops nevertheless, it has ended them itself.
PATIENT = "from ronda.web import server; server.STOP_SECONDS = 600; from ronda.__main__ import main; main()"
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("RONDA_")} | {"RONDA_LANG": "en"}
Refused = Callable[..., str]


@contextmanager
def started(
    *words: str, patient: bool = False, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """The server, and what it says about itself."""
    given = {**ENVIRONMENT, **environment}
    command = (sys.executable, "-c", PATIENT, "serve") if patient else WORDS
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    with subprocess.Popen([*command, "--json", "--port", "0", *words], env=given, text=True, **pipes) as server:  # type: ignore[call-overload]
        try:
            line = server.stdout.readline()
            assert line, server.stderr.read()
            yield server, json.loads(line)
        finally:
            server.kill()


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Why it does not start."""

    def words_of(*words: str, **environment: str) -> str:
        with monkeypatch.context() as given:
            for name in os.environ.keys() - ENVIRONMENT.keys():
                given.delenv(name)
            for name, value in {**ENVIRONMENT, **environment}.items():
                given.setenv(name, value)
            given.setattr("sys.stdin", io.StringIO())
            assert run(["serve", *words]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        return said.err

    return words_of


def get(url: str, **headers: str) -> int:
    """The status, once the server is there."""
    request = urllib.request.Request(url, headers=headers)
    statuses: list[int] = []

    def answered() -> bool:
        with suppress(OSError):
            try:
                with urllib.request.urlopen(request, timeout=GENEROUS) as answer:
                    statuses.append(answer.status)
            except urllib.error.HTTPError as answer:
                statuses.append(answer.code)
        return bool(statuses)

    until(answered, f"an answer from {url}")
    return statuses[0]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_even_with_open_streams(tmp_path: Path, sign: signal.Signals) -> None:
    db = str(tmp_path / "ronda.db")
    with open_store(db) as store:
        code = store.create([Created(Setup("redemption", "X"))], actor="test").code
    with started("--db", db, patient=True) as (server, told):
        assert told["url"] == f"http://127.0.0.1:{told['port']}"
        assert told["hall"] is False
        assert get(told["url"] + "/") == 200
        with urllib.request.urlopen(f"{told['url']}/e/{code}/stream", timeout=GENEROUS) as stream:
            assert stream.readline().startswith(b"retry")
            server.send_signal(sign)
            server.wait(GENEROUS)
            assert stream.read() is not None  # ended, not broken
        if sign == signal.SIGINT:
            assert server.returncode == 0
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()


def test_two_workers_on_postgresql(postgres: str) -> None:
    """What one worker writes, the streams of both tell; and both stop, although pages are open."""
    db = fresh_database(postgres)
    with open_store(db) as store:
        code = store.create([Created(Setup("redemption", "X"))], actor="test").code
    with started("--db", db, "--workers", "2", patient=True) as (server, told), ExitStack() as opened:
        assert get(told["url"] + "/") == 200
        stream = f"{told['url']}/e/{code}/stream"
        streams = [opened.enter_context(urllib.request.urlopen(stream, timeout=GENEROUS)) for _ in range(6)]
        assert enter(told["url"], code, "Ada") == 200
        for lines in streams:
            assert any('"topics"' in lines.readline().decode() for _ in range(8))
        server.send_signal(signal.SIGINT)
        server.wait(GENEROUS)
        assert server.returncode == 0


def enter(url: str, code: str, name: str) -> int:
    body, headers = json.dumps({"name": name}).encode(), {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/api/events/{code}/enter", body, headers)
    with urllib.request.urlopen(request, timeout=GENEROUS) as answer:
        return int(answer.status)


def test_streams_tell_no_names(tmp_path: Path) -> None:
    """They say what to look at again, and nothing of what is to be seen there."""
    db = str(tmp_path / "ronda.db")
    with open_store(db) as store:
        code = store.create([Created(Setup("redemption", "X"))], actor="test").code
    with started("--db", db) as (_, told):
        assert get(told["url"] + "/") == 200
        with urllib.request.urlopen(f"{told['url']}/e/{code}/stream", timeout=GENEROUS) as stream:
            assert enter(told["url"], code, "Xanthe Wolfingham") == 200
            lines = (line.decode() for line in stream)
            news = json.loads(next(line for line in lines if '"topics"' in line).removeprefix("data: "))
        assert news == {"version": 2, "topics": ["players"], "tables": [], "pace": 0.01}


def test_a_server_for_the_hall_needs_a_password(tmp_path: Path, refused: Refused) -> None:
    db = str(tmp_path / "ronda.db")
    assert "RONDA_PASSWORD" in refused("--host", "0.0.0.0", "--port", "0", "--db", db)
    assert "8" in refused("--host", "0.0.0.0", "--port", "0", "--db", db, RONDA_PASSWORD="short")
    assert "RONDA_PASSWORD" in refused("--address", "https://ronda.example.org", "--port", "0", "--db", db)
    with started("--host", "0.0.0.0", "--db", db, RONDA_PASSWORD="long enough") as (_, told):
        assert told["hall"] is True
        assert str(told["port"]) in told["url"]
        assert "0.0.0.0" not in told["url"]
        assert get(f"http://127.0.0.1:{told['port']}/") == 401, "also at the machine itself: it may be a proxy"
    with open_store(db) as store:
        assert passwords.is_right(store, "long enough")
    with started("--host", "0.0.0.0", "--db", db) as (_, told):  # from the earlier start
        assert told["hall"] is True


def test_a_new_password_from_outside_ends_all_sessions(tmp_path: Path, refused: Refused) -> None:
    db = str(tmp_path / "ronda.db")
    with open_store(db) as store:
        passwords.set_password(store, "password")  # as an earlier release took it
        session, proof = open_session(store, timedelta(hours=12)), know_device(store)
    common = refused("--host", "0.0.0.0", "--port", "0", "--db", db, RONDA_PASSWORD="Password123")
    assert "first passwords" in common
    for password, holds in (("password", True), ("another long one", False)):
        with started("--host", "0.0.0.0", "--db", db, RONDA_PASSWORD=password), open_store(db) as store:
            assert passwords.is_right(store, password)
            assert (known_device(store, proof) is not None) is holds
            with store.reads() as connection:
                found = find_pass(connection, session)
            assert found is not None
            assert (found.revoked_at is None) is holds


def test_a_port_that_is_taken(tmp_path: Path, refused: Refused) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert "--port 0" in refused("--port", port, "--db", str(tmp_path / "ronda.db"))


def test_what_cannot_be(tmp_path: Path, refused: Refused) -> None:
    db = str(tmp_path / "ronda.db")
    assert "PostgreSQL" in refused("--workers", "2", "--db", db)
    assert "65535" in refused("--port", "70000", "--db", db)
    assert "1 to" in refused("--workers", "0", "--db", db)
    for address in ("ronda.example.org", "ftp://x", "https://x/a b", "https://", "http://[", "http://x:y"):
        assert "address" in refused("--address", address, "--db", db), address
    assert "--host" in refused("--host", "no.such.host.invalid", "--db", db)
    assert "mysql" in refused("--db", "mysql://nowhere/x")
    assert "1 to" in refused("--idle-hours", "0", "--db", db)
    for words in (("--behind-proxy",), ("--trusted-proxy", "10.0.0.5")):
        assert "--address" in refused(*words, "--db", db), "links and codes would carry whatever name a stranger says"
    for words in (("--host", "0.0.0.0"), ("--behind-proxy",), ("--address", "https://ronda.example.org")):
        assert "--trust-local" in refused("--trust-local", *words, "--db", db)
    assert "address" in refused("--trust-local", "--address", "http://[", "--db", db)


def test_other_commands_do_not_load_the_server() -> None:
    script = (
        "import sys; from ronda.cli import run; run(['--version']); run(['systems']);"
        "print([name for name in ('litestar', 'uvicorn', 'sqlalchemy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], text=True, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_port_0_is_any_that_is_free() -> None:
    with bind("127.0.0.1", 0) as one, bind("127.0.0.1", 0) as other:
        assert one.getsockname()[1] != other.getsockname()[1]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LOCALHOST"])
def test_this_machine(host: str) -> None:
    assert is_loopback(host)
    assert not ServerSettings("x", host).hall


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "localhost.example.org", "", "127.0.0.1.nip.io"])
def test_others_can_reach_it(host: str) -> None:
    assert not is_loopback(host)
    assert ServerSettings("x", host).hall


def test_a_proxy_in_front_lets_others_in() -> None:
    assert ServerSettings("x", "127.0.0.1", 8000, "https://ronda.example.org").hall
    assert not ServerSettings("x", "127.0.0.1", 8000, "http://localhost:8000").hall
    assert ServerSettings("x", address="https://ronda.example.org").encrypted


def test_a_server_without_the_key_of_the_seals_says_so_and_serves(tmp_path: Path) -> None:
    db = tmp_path / "ronda.db"
    with open_store(db) as store:
        store.create([Created(Setup("chess", "Night"))], actor="Ana")
    elsewhere = tmp_path / "elsewhere.key"
    (tmp_path / "ronda.db.seal-key").rename(elsewhere)
    with started("--db", str(db)) as (server, told):
        assert server.stderr is not None
        assert "1 event is sealed with a key that is not on this machine" in server.stderr.readline()
        assert get(f"{told['url']}/readyz") == 200
    with started("--db", str(db), RONDA_SEAL_KEY_FILE=str(elsewhere)) as (server, _):
        server.terminate()
        assert "sealed" not in server.communicate()[1]
