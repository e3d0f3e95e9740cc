"""The recipes for proxies, and three machines behind one of them, of which one dies in mid-round: `make soak`."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

from ronda.operations.access import new_key
from ronda.operations.event_settings import event_key, player_mark
from ronda.store import open_store
from ronda.store.replay import replay
from ronda.web.auth import passwords
from tests.store.conftest import fresh_database
from tests.waiting import until
from tests.web.looping import run as run_loop
from tests.web.proxies import CADDY, NGINX, UNSAFE, caddy, nginx, two_ports
from tests.web.serving import free_port, serving
from tests.web.test_load import a_round

PASSWORD = "correct horse battery"
MACHINES = 3
PHONES = 60

pytestmark = pytest.mark.soak


# --- recipes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_the_recipe_of_a_proxy(kind: str, tmp_path: Path) -> None:
    """Signing in, an event, its stream: with a certificate, below a path, as the files of `deploy/` have it."""
    if not {"nginx": NGINX, "caddy": CADDY}[kind]:
        pytest.skip(f"{kind} is not installed")
    front, back = two_ports()
    address = f"https://127.0.0.1:{front}/ronda"
    db = str(tmp_path / "ronda.db")
    with serving(db, back, password=PASSWORD, address=address), ExitStack() as stack:
        stack.enter_context(
            nginx(tmp_path / "proxy", front, [f"127.0.0.1:{back}"])
            if kind == "nginx"
            else caddy(tmp_path / "proxy", front, back)
        )
        client = stack.enter_context(httpx.Client(verify=UNSAFE, timeout=60, headers={"origin": address[:-6]}))
        assert client.get(f"{address}/").status_code == 401, "nobody is the owner through a proxy"
        entered = client.post(f"{address}/login", data={"password": PASSWORD})
        assert (entered.status_code, entered.headers["location"]) == (303, "/ronda/")
        people = [{"name": f"Player {n}"} for n in range(1, 7)]
        made = client.post(f"{address}/api/events", json={"system": "redemption", "name": "X", "players": people})
        event = f"{address}/api/events/{made.json()['code']}"
        assert made.headers["location"] == event.removeprefix(f"https://127.0.0.1:{front}")
        with client.stream("GET", f"{address}/e/{made.json()['code']}/stream") as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("event:")) == "event: hello"
            since = monotonic()
            assert client.post(f"{event}/pair", json={"publish": True}).status_code == 200
            assert next(line for line in lines if line.startswith("event:")) == "event: news"
            assert monotonic() - since < 30, "at once, and not when a buffer is full"
        answer = client.get(f"{address}/e/{made.json()['code']}")
        assert "strict-transport-security" in answer.headers


# --- three machines ----------------------------------------------------------------------------------------


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def machine(number: int) -> Iterator[tuple[str, str, str]]:
    """A network namespace of its own: its name, its address, and that of the proxy as it is seen from there."""
    name, host, inside = f"ronda{number}x{os.getpid()}", f"10.77.{number}.1", f"10.77.{number}.2"
    cable = f"rd{number}x{os.getpid() % 100000}"
    try:
        _ip("netns", "add", name)
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("addr", "add", f"{host}/24", "dev", cable)
        _ip("link", "set", cable, "up")
        for words in (["addr", "add", f"{inside}/24", "dev", "eth0"], ["link", "set", "eth0", "up"]):
            _ip("-n", name, *words)
        _ip("-n", name, "link", "set", "lo", "up")
        yield name, inside, host
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
        subprocess.run(["ip", "link", "del", cable], capture_output=True)


@contextmanager
def worker(name: str, inside: str, proxy: str, db: str, address: str) -> Iterator[subprocess.Popen[bytes]]:
    words = ["ip", "netns", "exec", name, sys.executable, "-m", "ronda", "serve", "--db", db, "--host", inside]
    words += ["--address", address, "--trusted-proxy", proxy]
    env = {**os.environ, "RONDA_PASSWORD": PASSWORD}
    with subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(15)
            process.kill()


def test_one_of_three_machines_dies_in_mid_round(postgres: str, tmp_path: Path) -> None:
    """60 phones report through nginx, each until it is told that its word is safe. In the middle a machine is gone:
    nothing that was acknowledged is missing, nobody waits for long, and the next round is made."""
    if not NGINX or not shutil.which("ip") or subprocess.run(["ip", "netns", "list"], capture_output=True).returncode:
        pytest.skip("nginx and network namespaces are needed")
    db = fresh_database(postgres)
    with open_store(db) as store:
        passwords.set_password(store, PASSWORD)
        code = a_round(store, PHONES)
        marks = [player_mark(event_key(store, code), code, n, 0) for n in range(1, PHONES + 1)]
        key = new_key(store, code, "arbiter", "desk")
    front = free_port()
    address = f"http://127.0.0.1:{front}/ronda"
    with ExitStack() as stack:
        try:
            hosts = [stack.enter_context(machine(n)) for n in range(1, MACHINES + 1)]
        except subprocess.CalledProcessError as refused:
            pytest.skip(f"no network namespaces here: {refused.stderr.decode()}")
        workers = [stack.enter_context(worker(*host, db, address)) for host in hosts]
        until(lambda: all(_ready(f"http://{inside}:8000/readyz") for _, inside, _ in hosts), "all are ready")
        servers = [f"{inside}:8000 fail_timeout=2s" for _, inside, _ in hosts]
        stack.enter_context(nginx(tmp_path / "nginx", front, servers, tls=False))
        told = run_loop(_report(f"{address}/api", code, marks, workers[1]))
        acknowledged, waits, failed = told
        headers = {"authorization": f"Bearer {key}"}
        with httpx.Client(headers=headers, timeout=60) as desk:
            tables = _again(desk, "GET", f"{address}/api/events/{code}/rounds/1").json()["tables"]
            for table in tables:
                if table["result"] is not None:
                    continue  # two phones agreed
                body = {"round": 1, "table": table["number"], "result": "5-3"}
                answer = _again(desk, "POST", f"{address}/api/events/{code}/result?confirm=true", body)
                assert answer.status_code == 200, answer.text
            paired = _again(desk, "POST", f"{address}/api/events/{code}/pair", {"publish": True})
            assert (paired.status_code, paired.json()["rounds"]) == (200, 2)
    with open_store(db) as store:
        log = store.log(code)
        assert log is not None
        assert not set(acknowledged) - {record.key for record in log}, "nothing acknowledged is lost"
        assert not store.verify(code)
        assert replay([record.fact for record in log]).holds
    waits.sort()
    print(
        f"\n{MACHINES} machines, one killed: {len(acknowledged)} reports of {PHONES} phones, {failed} tries failed and "
        f"were sent again; median {waits[len(waits) // 2] * 1000:.0f} ms, p95 {_p95(waits)} ms, "
        f"slowest {waits[-1]:.1f} s"
    )
    assert waits[-1] < 30


def _ready(url: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(url, timeout=10).status_code == 200
    return False


def _again(client: httpx.Client, method: str, url: str, body: Any = None) -> httpx.Response:
    """As pages do: what was not answered is sent again, with the same key."""
    headers = {"idempotency-key": os.urandom(8).hex()} if body is not None else {}
    for _ in range(20):
        with suppress(httpx.TransportError):
            answer = client.request(method, url, json=body, headers=headers)
            if answer.status_code < 500:
                return answer
    raise AssertionError(f"no answer: {url}")


async def _report(
    api: str, code: str, marks: list[str], victim: subprocess.Popen[bytes]
) -> tuple[list[str], list[float], int]:
    """The keys that were acknowledged, how long each took with all its tries, and how many tries failed."""
    keys: list[str] = []
    waits: list[float] = []
    failed = 0
    lots = random.Random(7)

    async def phone(client: httpx.AsyncClient, mark: str, pauses: list[float]) -> None:
        nonlocal failed
        for n, pause in enumerate(pauses):
            await asyncio.sleep(pause)
            key, since = f"{mark}-{n}", monotonic()
            while True:
                with suppress(httpx.TransportError):
                    # nobody agrees with anybody, so that everybody goes on
                    body = {"result": f"5-{n % 4}" if int(mark.partition("-")[0]) % 2 else f"{n % 4}-5", "round": 1}
                    answer = await client.post(
                        f"{api}/phones/{code}/{mark}/report", json=body, headers={"idempotency-key": key}
                    )
                    if answer.status_code < 500:
                        if answer.status_code == 200:
                            keys.append(key)
                        break
                failed += 1
                await asyncio.sleep(0.3)
            waits.append(monotonic() - since)

    async def kill() -> None:
        await asyncio.sleep(4)
        victim.send_signal(signal.SIGKILL)

    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(timeout=20, limits=limits) as client:
        pauses = [[lots.uniform(0.3, 2.0) for _ in range(8)] for _ in marks]
        await asyncio.gather(kill(), *(phone(client, *one) for one in zip(marks, pauses, strict=True)))
    assert victim.poll() is not None
    return keys, waits, failed


def _p95(seconds: list[float]) -> int:
    return round(seconds[len(seconds) * 95 // 100] * 1000)
