"""What watches a server: whether it lives, whether it can serve, its figures and its log."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.multiprocess import mark_process_dead

from ronda import __version__
from ronda.cli import run
from ronda.core.facts import Created
from ronda.core.model import Setup
from ronda.operations.event_settings import event_key, player_mark
from ronda.store import open_store
from ronda.web.http.metrics import FOLDER, JsonLines
from ronda.web.server import configured
from ronda.web.settings import ServerSettings
from tests.store.conftest import fresh_database
from tests.waiting import until
from tests.web.conftest import At, opened
from tests.web.serving import free_port, serving

TOKEN = "a token for Prometheus"
ASKING = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), metrics_token=TOKEN)) as at:
        yield at


def test_it_lives_and_is_ready(desk: At) -> None:
    assert desk.elsewhere().get("/healthz").text == "ok\n"
    answer = desk.elsewhere().get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"state": "ready"})


def test_not_ready_without_its_database(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OSError("the disk is gone: /secret/place")

    monkeypatch.setattr(desk.runtime.store, "reads", gone)
    answer = desk.elsewhere().get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"state": "no database"})
    assert desk.elsewhere().get("/healthz").status_code == 200, "to start it again would not help"


def test_not_ready_any_more_when_it_stops(desk: At) -> None:
    desk.runtime.broadcast.close()
    assert desk.elsewhere().get("/readyz").json() == {"state": "stopping"}


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer wrong"}, {"authorization": f"Basic {TOKEN}"}])
def test_figures_are_for_who_has_the_token(watched: At, headers: dict[str, str]) -> None:
    assert watched.client.get("/metrics", headers=headers).status_code == 404, "not even for the owner"
    assert watched.client.get("/metrics", headers=ASKING).status_code == 200


def test_without_a_token_there_are_none(desk: At) -> None:
    for given in ("Bearer ", "Bearer", ""):
        assert desk.client.get("/metrics", headers={"authorization": given}).status_code == 404


def test_what_is_asked_makes_no_new_labels(watched: At) -> None:
    """Whatever strangers send, there are as many figures as routes."""
    code = watched.make()
    mark = player_mark(event_key(watched.runtime.store, code), code, 1, 0)
    watched.publish(code)
    client = watched.elsewhere()
    before = opened_cards(client.get("/metrics", headers=ASKING).text)  # an application may have served other tests
    for n in range(5):
        client.get(f"/p/{code}/{mark}")
        client.get(f"/nowhere/{n}/at-all")
        client.get(f"/e/{code}/round/{n}")
        client.request("BREW", f"/{n}")
        client.post(f"/p/{code}/{mark}/tell/report", data={"result": f"{n}-1"}, follow_redirects=False)
    text = watched.elsewhere().get("/metrics", headers=ASKING).text
    assert mark not in text
    assert code not in text
    routes = set(re.findall(r'route="([^"]*)"', text))
    known = {re.sub(r":\w+\}", "}", route.path) for route in watched.app.routes}
    assert {re.sub(r":\w+\}", "}", route) for route in routes} <= known | {"none", "/p/{code}/{mark}/…"}
    assert 'method="other"' in text
    assert opened_cards(text) - before == 5
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [0-9.e+-]+", line), line


def opened_cards(text: str) -> int:
    found = re.search(r'ronda_requests_total\{method="GET",route="/p/[^/]*/[^/]*",status="2xx"\} (\d+)\.0', text)
    return int(found[1]) if found else 0


WORKER = """
import os, sys
from ronda.web.http import metrics

async def inner(scope, receive, send):
    await send({"type": "http.response.start", "status": int(sys.argv[1]), "headers": []})
    await send({"type": "http.response.body", "body": b""})

async def send(message): ...

import asyncio
scope = {"type": "http", "method": "GET", "path": "/", "path_template": "/"}
asyncio.run(metrics.RequestMetrics(inner)(scope, None, send))
metrics.measure(connections=0, streams=int(sys.argv[2]), writes_waiting=0)
print(os.getpid())
print(metrics.figures().decode())
"""


def test_figures_of_workers_add_up(tmp_path: Path) -> None:
    """Each is a process; the last one is asked."""

    def worked(status: int, streams: int) -> tuple[int, list[str]]:
        words = [sys.executable, "-c", WORKER, str(status), str(streams)]
        env = {**os.environ, FOLDER: str(tmp_path)}
        told = subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout.splitlines()
        return int(told[0]), told[1:]

    one, _ = worked(200, 2)
    two, _ = worked(404, 3)
    _, lines = worked(200, 4)
    assert 'ronda_requests_total{method="GET",route="/",status="2xx"} 2.0' in lines
    assert 'ronda_requests_total{method="GET",route="/",status="4xx"} 1.0' in lines
    assert 'ronda_request_seconds_bucket{le="+Inf",route="/"} 3.0' in lines
    assert 'ronda_request_seconds_count{route="/"} 3.0' in lines
    assert {"ronda_streams 9.0", "ronda_workers 3.0"} <= set(lines)
    assert f'ronda_build_info{{version="{__version__}"}} 1.0' in lines
    for ended in (one, two):
        mark_process_dead(ended, str(tmp_path))
    _, lines = worked(200, 1)
    assert {"ronda_streams 5.0", "ronda_workers 2.0"} <= set(lines), "what they held does not count"
    assert 'ronda_request_seconds_count{route="/"} 4.0' in lines, "what they did does"


def test_a_line_of_the_log_is_an_object() -> None:
    record = logging.LogRecord("ronda.web", logging.WARNING, "x.py", 1, "no backup: %s", ("full",), None)
    record.fields = {"ms": 1.5}
    told = json.loads(JsonLines().format(record))
    assert (told["level"], told["logger"], told["message"], told["ms"]) == (
        "warning",
        "ronda.web",
        "no backup: full",
        1.5,
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["time"])


def test_requests_are_logged_by_their_routes(tmp_path: Path) -> None:
    """A whole server: its log has neither marks nor names nor addresses in it."""
    port = free_port()
    words = [sys.executable, "-m", "ronda", "serve", "--db", str(tmp_path / "r.db"), "--port", str(port)]
    env = {**os.environ, "RONDA_METRICS_TOKEN": TOKEN}
    with subprocess.Popen(
        [*words, "--log-format", "json", "--log-requests"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        until(lambda: asked(port, "/readyz") == 200, "it is ready")
        asked(port, "/p/K7M2XQ/7-2K9DABCDEF?secret=1")
        asked(port, "/metrics")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=30)
    lines = [json.loads(line) for line in log.decode().splitlines()]
    seen = [line for line in lines if line["logger"] == "ronda.requests"]
    assert {(line["route"].replace(":str", ""), line["status"]) for line in seen} >= {
        ("/p/{code}/{mark}", 404),
        ("/metrics", 404),
    }
    assert all(line["ms"] >= 0 and line["method"] == "GET" for line in seen)
    messages = [line["message"] for line in lines if line["logger"] == "ronda.web.server"]
    assert messages == ["started", "stopped"]
    for secret in ("7-2K9DABCDEF", "K7M2XQ", "secret", "127.0.0.1", TOKEN):
        assert secret not in log.decode()


def test_open_pages_are_told_that_it_goes(tmp_path: Path) -> None:
    """So that they come back quietly, each at a moment of its own."""
    db, port = str(tmp_path / "r.db"), free_port()
    with open_store(db) as store:
        code = store.create([Created(Setup("redemption", "X", {}, 1))], actor="desk").code
    place = f"http://127.0.0.1:{port}/e/{code}/stream"
    with serving(db, port) as server, urllib.request.urlopen(place, timeout=60) as stream:
        assert b"retry" in stream.readline()
        server.send_signal(signal.SIGTERM)
        rest = stream.read().decode()
    assert re.search(r"^retry: \d+\nevent: going\n", rest, re.MULTILINE)


def asked(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0


def test_any_worker_answers_for_all(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_METRICS_TOKEN", TOKEN)
    port = free_port()
    with serving(fresh_database(postgres), port, workers=2) as server:

        def workers() -> set[str]:
            request = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers=ASKING)
            with urllib.request.urlopen(request, timeout=30) as answer:
                return set(re.findall(r"^ronda_workers (\d+)\.0$", answer.read().decode(), re.MULTILINE))

        def pids() -> list[int]:
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
            return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

        until(lambda: workers() == {"2"}, "both are counted")
        victim, other = pids()
        surroundings = Path(f"/proc/{other}/environ").read_bytes().decode().split("\0")
        (folder,) = (Path(line.partition("=")[2]) for line in surroundings if line.startswith(f"{FOLDER}="))
        assert [*folder.glob(f"gauge_live*_{victim}.db")]
        os.kill(victim, signal.SIGKILL)
        until(lambda: victim not in pids() and len(pids()) == 2, "another one took its place")
        until(lambda: not [*folder.glob(f"gauge_live*_{victim}.db")], "the one that was killed holds nothing")
        until(lambda: workers() == {"2"}, "both are counted")


def test_proxies_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = ServerSettings("", proxies=("172.28.0.0/24", "10.0.0.5"))
    assert configured(1, settings).forwarded_allow_ips == "127.0.0.1,::1,172.28.0.0/24,10.0.0.5"
    for wrong in ("*", "0.0.0.0/0", "::/0", "proxy.example", "10.0.0.5/8"):
        assert run(["serve", "--db", str(tmp_path / "x.db"), "--port", "0", "--trusted-proxy", wrong]) == 2
        assert wrong in capsys.readouterr().err


def test_a_proxy_that_is_named_lets_others_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["serve", "--db", str(tmp_path / "x.db"), "--port", "0", "--trusted-proxy", "10.0.0.5"]
    assert run([*words, "--trust-local"]) == 2
    assert "trust-local" in capsys.readouterr().err


def test_a_token_is_long_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RONDA_METRICS_TOKEN", "short")
    assert run(["serve", "--db", str(tmp_path / "x.db"), "--port", "0"]) == 2
    assert "RONDA_METRICS_TOKEN" in capsys.readouterr().err
