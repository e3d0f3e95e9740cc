"""The real server and clients that are slow, many, or send what has no end. All on the loopback."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from ronda.operations.event_settings import event_key, player_mark
from ronda.store import Store, open_store
from ronda.web import streams
from ronda.web.http import connections
from ronda.web.limits import Streams
from tests.waiting import GENEROUS, until, until_async
from tests.web.conftest import At
from tests.web.helping import somebody
from tests.web.hurting import FROM, HOST, got, once, posted
from tests.web.looping import run
from tests.web.serving import free_port, serving
from tests.web.test_load import a_round
from tests.web.test_serve import ENVIRONMENT, WORDS

PATIENCE, MOST_PATIENCE = 8.0, 12.0  # seconds; usually it is longer
HASTY = (
    "from ronda.web.http import admission, connections;"
    f" connections.HEAD_SECONDS = admission.SECONDS = {PATIENCE}; connections.BODY_SECONDS = {MOST_PATIENCE}"
)

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Ask = Callable[[bytes], bytes]


class Served:
    def __init__(self, port: int, code: str, mark: str, process: subprocess.Popen[bytes]) -> None:
        self.port, self.code, self.mark, self.process = port, code, mark, process

    def once(self, data: bytes) -> bytes:
        return run(once(self.port, data))

    def memory(self) -> float:
        """In MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1000

    def held(self) -> int:
        """The connections that the server has."""
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        return sum(line.split()[1].endswith(f":{self.port:04X}") and line.split()[3] == "01" for line in lines)


def made(store: Store) -> tuple[str, str]:
    code = a_round(store, 20)
    return code, player_mark(event_key(store, code), code, 1)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    db = f"sqlite:///{tmp_path_factory.mktemp('door')}/ronda.db"
    with open_store(db) as store:
        code, mark = made(store)
    port = free_port()
    with serving(db, port, before=HASTY) as process:
        yield Served(port, code, mark, process)


async def opened(port: int, count: int, data: bytes, source: str = "127.0.0.4") -> list[Connection]:
    found = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
        writer.write(data)
        found.append((reader, writer))
    return found


def test_half_a_request_is_not_waited_for(served: Served) -> None:
    """400 of them, half in the headers and half in the body: gone when their time is over; others are served."""

    async def go() -> None:
        in_head = b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Le"
        in_body = posted("/login", b"password=12")[:-1]
        held = [*await opened(served.port, 200, in_head), *await opened(served.port, 200, in_body)]
        held += await opened(served.port, 20, b"")
        await until_async(lambda: served.held() >= 420, "all of them are held")
        for _ in range(5):
            assert (await once(served.port, got(f"/{served.code}"))).startswith(b"HTTP/1.1 200")
        told = await asyncio.gather(*(reader.read(2000) for reader, _ in held), return_exceptions=True)
        slow = [answer for answer in told if isinstance(answer, bytes) and b" 408 " in answer[:20]]
        assert len(slow) == 200, "whose headers were complete are told why"
        for _, writer in held:
            writer.close()

    run(asyncio.wait_for(go(), GENEROUS))
    until(lambda: served.held() <= 5, "nothing of it is left")


def test_dripping_bytes_do_not_help(served: Served) -> None:
    """A byte a second is not enough, neither in the headers nor after an answer that came early."""

    async def drip(data: bytes) -> None:
        ((reader, writer),) = await opened(served.port, 1, data)
        read = asyncio.create_task(reader.read())
        while not read.done():
            writer.write(b"x")
            await asyncio.sleep(0.5)
        writer.close()

    async def go() -> None:
        early = b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 900\r\n\r\n"
        await asyncio.gather(drip(b"GET / HTTP/1.1\r\nX: "), drip(early), drip(posted("/login", b"x" * 900)[:-800]))

    run(asyncio.wait_for(go(), GENEROUS))  # as long as bytes come, only the server ends it


def test_what_has_no_end_is_cut_off(served: Served) -> None:
    before = served.memory()
    assert b" 414 " in served.once(got(f"/?{'a' * 5000}"))[:20]
    assert b" 431 " in served.once(b"GET / HTTP/1.1\r\nX: " + b"a" * 33_000 + b"\r\n\r\n")[:20]
    served.once(b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000_000)
    served.once(b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 2_000_000)
    served.once(got("/guide") * 20_000)
    chunked = b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    served.once(chunked + b"1\r\na\r\n0\r\n" + b"X: y\r\n" * 2_000_000)
    served.once(chunked + b"1;" + b"x" * 10_000_000)
    served.once(b"\r\n" * 5_000_000)
    assert served.once(got("/guide")).startswith(b"HTTP/1.1 200")
    assert served.memory() - before < 20


def test_large_bodies_leave_nothing_behind(served: Served) -> None:
    served.once(posted(f"/join/{served.code}/claim", b"player=1"))
    before = served.memory()
    for n in range(15):
        answer = served.once(posted(f"/join/{served.code}/claim", b"a%d=" % n + b"x" * 19_000_000))
        assert b" 413 " in answer[:20]
    assert served.memory() - before < 3


def test_who_does_not_read_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """20 MB asked for and not taken; another takes it slowly, but steadily enough."""
    monkeypatch.setattr(connections, "READ_SECONDS", 2.0)
    monkeypatch.setattr(connections, "READ_A_SECOND", 2_000_000)
    size = 20_000_000

    async def large(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"20000000")]})
            await send({"type": "http.response.body", "body": bytes(size)})

    async def go() -> None:
        port = free_port()
        config = uvicorn.Config(
            large, host=HOST, port=port, http=connections.Connection, lifespan="off", log_level="error"
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve())
        await until_async(lambda: server.started, "the server has started")
        deaf, slow = [await asyncio.open_connection(HOST, port, limit=65536) for _ in range(2)]
        for _, writer in (deaf, slow):
            writer.write(got("/"))
        taken = 0
        while taken < size and (part := await slow[0].read(500_000)):
            taken += len(part)
            await asyncio.sleep(0.005)
        assert taken >= size
        gone = "both are gone: one that did not read, one that was done"
        await until_async(lambda: not connections.Connection.door.inside, gone)
        slow[1].close()
        deaf[1].close()
        server.should_exit = True
        await running

    run(go())


def test_pipelined_requests_are_answered_in_turn(served: Served) -> None:
    """A few, as a program may send them; and the stream at the end stays open."""

    async def go() -> None:
        reader, writer = await asyncio.open_connection(HOST, served.port)
        writer.write(got("/static/app.js") * 3 + got(f"/p/{served.code}/{served.mark}/stream"))
        text = b""
        while b"event: hello" not in text:
            text += await asyncio.wait_for(reader.read(65536), GENEROUS)
        assert text.count(b"HTTP/1.1 200") == 4
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(), MOST_PATIENCE + 2)
        writer.close()

    run(go())


# --- how many ----------------------------------------------------------------------------------------------


async def first_welcome(port: int, address: bytes) -> asyncio.StreamWriter:
    """The server learns of a stream that was closed when it looks; until then one more is refused."""
    end = time.monotonic() + GENEROUS
    while time.monotonic() < end:
        ((reader, writer),) = await opened(port, 1, address)
        if (await reader.readline()).startswith(b"HTTP/1.1 200"):
            return writer
        writer.close()
        await asyncio.sleep(0.05)
    raise TimeoutError("still too many")


def test_streams_of_one_phone(served: Served) -> None:
    async def go() -> None:
        address = got(f"/p/{served.code}/{served.mark}/stream").replace(b"\r\n\r\n", b"\r\nAccept-Language: de\r\n\r\n")
        held = []
        for _ in range(streams.MOST_OF_A_PLAYER):
            ((reader, writer),) = await opened(served.port, 1, address)
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            await reader.readuntil(b"hello")
            held.append(writer)
        answer = await once(served.port, address)
        assert answer.startswith(b"HTTP/1.1 429")
        assert b"retry-after: 30" in answer.lower()
        held.pop().close()
        writer = await first_welcome(served.port, address)  # one is free again
        writer.close()
        for writer in held:
            writer.close()

    run(go())


def test_streams_are_counted_by_client(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hall behind one address has its phones counted each by itself; who has no link shares what the address has."""
    code = desk.make()
    for name in ("MOST_OF_A_PLAYER", "MOST_OF_A_SESSION", "MOST_OF_AN_ADDRESS"):
        monkeypatch.setattr(streams, name, 1)
    mark = desk.runtime.mark(code, 1)
    other = desk.runtime.mark(code, 2)
    helper = somebody(desk, code)
    anybody, elsewhere = desk.elsewhere(), desk.elsewhere("192.168.1.78")
    with desk.runtime.streams.counted(f"player {code} 1"), desk.runtime.streams.counted("from 192.168.1.77"):
        assert anybody.get(f"/p/{code}/{mark}/stream").status_code == 429
        page = anybody.get(f"/e/{code}/stream", headers={"Accept-Language": "tr"})
        assert page.status_code == 429
        assert "çok fazla sayfa açık" in page.text
        desk.runtime.broadcast.close()  # so that a stream ends at once
        assert anybody.get(f"/p/{code}/{other}/stream").status_code == 200
        assert helper.get(f"/e/{code}/stream").status_code == 200
        assert elsewhere.get(f"/e/{code}/stream").status_code == 200
    assert len(desk.runtime.streams) == 0
    desk.runtime.streams = Streams(most=0)
    assert anybody.get(f"/e/{code}/stream").status_code == 503


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[tuple[int, str, str]]:
    """A server that may have few files open, and what it says at its start."""
    db = f"sqlite:///{tmp_path}/ronda.db"
    with open_store(db) as store:
        code, _ = made(store)
    port = free_port()
    words = ["sh", "-c", 'ulimit -n 450; exec "$@"', "sh", *WORDS, "--db", db, "--port", str(port)]
    with subprocess.Popen(
        words, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            until(lambda: run(once(port, got("/static/app.js"))), "the server answers")
            yield port, code, said
        finally:
            process.kill()


async def answered(port: int, data: bytes, beginning: bytes) -> bytes:
    """The first answer that begins so."""
    end = time.monotonic() + GENEROUS
    while time.monotonic() < end:
        answer = await once(port, data)
        if answer.startswith(beginning):
            return answer
        await asyncio.sleep(0.05)
    raise TimeoutError(f"never {beginning!r}")


def test_few_descriptors_are_told_and_enough_for_an_answer(cramped: tuple[int, str, str]) -> None:
    """With no room for one more, a visitor is told so in their language; and it heals."""
    port, code, said = cramped
    fitting = 450 - 200 - connections.TURNED_AWAY
    assert f"{fitting} connections at once" in said

    async def go() -> None:
        held = await opened(port, fitting, b"GET / HTTP/1.1\r\nHost: x\r\n")
        french = got(f"/{code}").replace(b"\r\n\r\n", b"\r\nAccept-Language: fr-FR,fr;q=0.9\r\n\r\n")
        answer = await answered(port, french, b"HTTP/1.1 503")
        assert "Trop de requêtes à la fois".encode() in answer
        for _, writer in held:
            writer.close()
        await answered(port, got(f"/{code}"), b"HTTP/1.1 200")
        crowd = await opened(port, 600, b"GET / HTTP/1.1\r\nHost: x\r\n")
        await asyncio.sleep(1)
        for _, writer in crowd:
            writer.close()
        await answered(port, got(f"/{code}"), b"HTTP/1.1 200")  # it heals

    run(go())


def test_as_many_descriptors_as_are_allowed_are_taken() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert connections.descriptors() == (
            min(hard, connections.CONNECTIONS + 1000) if hard > 0 else connections.CONNECTIONS + 1000
        )
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert connections.room(None) == connections.CONNECTIONS
    assert connections.room(100_000) == connections.CONNECTIONS
    assert connections.room(1024) == 1024 - 200 - connections.TURNED_AWAY


def test_one_address_has_not_all_the_room() -> None:
    class Client:
        def __init__(self, address: str) -> None:
            self.address = address

    async def go() -> None:
        crowded = connections.Connections(most=10, most_of_an_address=3)
        came = [crowded.register(Client("10.0.0.1")) for _ in range(4)]  # type: ignore[arg-type]
        assert came == [True, True, True, False]
        assert crowded.register(Client("10.0.0.2"))  # type: ignore[arg-type]
        assert all(crowded.register(Client(FROM)) for _ in range(5)), "a proxy here stands for many"  # type: ignore[arg-type]
        assert not crowded.register(Client("10.0.0.3"))  # type: ignore[arg-type]

    run(go())
