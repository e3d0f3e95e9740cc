"""A desk with a database of its own, asked without a browser."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import Player, Setup, Tournament
from ronda.desk import record_result, rounds
from ronda.desk.bodies import ApprovalInput
from ronda.desk.permissions import ActionKind
from ronda.operations.event_settings import Display
from ronda.operations.joining import hall_word
from ronda.store import Stored
from ronda.store.collections import read_collection
from ronda.store.notes import read_note
from ronda.web.app import make_app
from ronda.web.auth.persons import NEIGHBOUR, LocalPeer
from ronda.web.pages.settings import as_shown
from ronda.web.runtime import Runtime
from ronda.web.settings import ServerSettings
from tests.desk.director import Director
from tests.store.conftest import postgres as postgres  # the same server for these tests

RESULTS = {
    "chess": "1-0",
    "domino": "200-100",
    "dutch": "1-0",
    "melee": "13-7",
    "redemption": "5-3",
    "robin": "1-0",
} | {"swiss": "1-0"}
RESULTS["domino_pairs"] = "200-100"


class Own(LocalPeer):
    """The other end of a connection, as if the system had been asked."""

    def __init__(self, same: bool) -> None:
        super().__init__(None, None)
        self._same = same


class Seen:
    """The application as it is reached from a certain address, by a program of the user who runs it or of another."""

    def __init__(self, app: Litestar, host: str, *, same_user: bool = True) -> None:
        self.app = app
        self.host = host
        self.neighbour = Own(same_user)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["client"] = (self.host, 50000)
            scope[NEIGHBOUR] = self.neighbour
        await self.app(scope, receive, send)


class Browser(TestClient[Any]):
    """Posts forms as pages of this very moment would: with what the person sees, unless the test says another."""

    def __init__(self, app: Seen, **more: Any) -> None:
        super().__init__(app, **more)
        self.served = app.app

    def post(self, url: Any, *, data: Any = None, **more: Any) -> Any:
        if "json" not in more and (data is None or isinstance(data, dict)):
            data = {**self._seen(str(url)), **(data or {})}
        return super().post(url, data=data, **more)

    def scan(self, code: str, root: str = "") -> Any:
        """The QR code of the hall."""
        key = hall_word(self.served.state.runtime, code).key
        answer = self.get(f"{root}/j/{code}/{key}", follow_redirects=False)
        assert answer.status_code == 303
        return answer

    def _seen(self, url: str) -> dict[str, str]:
        runtime: Runtime = self.served.state.runtime
        found = _FORMS.match(url)
        if found is None:
            return {}
        code, form = found["code"] or found["of_phone"] or found["of_collection"], found["form"] or ""
        if form.startswith("clock/"):
            with runtime.store.reads() as connection:
                return {"seen": str(read_note(connection, code, "clock").version)}
        if form == "display":
            return {"seen": as_shown(runtime.display(code))}
        if form == "retention":
            with runtime.store.reads() as connection:
                return {"seen": str(read_note(connection, code, "retention").version)}
        if form.startswith("player-link/"):
            return {"seen": str(runtime.display(code).editions.get(form.removeprefix("player-link/"), 0))}
        if url.startswith("/collections/"):
            with runtime.store.reads() as connection:
                kept = read_collection(connection, code)
            return {"_version": str(kept.version if kept else 1)}
        stored = runtime.store.load(code)
        return {"_version": str(stored.version if stored else 1)}


_FORMS = re.compile(
    r"/(?:e|deleted)/(?P<code>\w+)/(?P<form>do/|results|check-in|apart|players/list|players/take-over|players/\d+/unlink|fees|recover|clock/|display"
    r"|retention|player-link/\d+)"
    r"|/collections/(?P<of_collection>\w+)/do/"
    r"|/p/(?P<of_phone>\w+)/[^/]+/tell/"
)


class At:
    """The desk as somebody at the machine uses it (the owner); `elsewhere` is for the others."""

    def __init__(self, app: Litestar, client: TestClient[Any]) -> None:
        self.app = app
        self.client = client

    @property
    def runtime(self) -> Runtime:
        runtime: Runtime = self.app.state.runtime
        return runtime

    def elsewhere(self, host: str = "192.168.1.77") -> Browser:
        """A browser on another machine, with cookies of its own; the server is the same."""
        return Browser(Seen(self.app, host), base_url="http://192.168.1.2:8000")

    def make(self, system: str = "redemption", players: int = 6, rounds: int = 4, names: Sequence[str] = ()) -> str:
        """An event with players, before its first round."""
        people = [Player(n, f"Player {n}", rating=2000 - n) for n in range(1, players + 1)]
        people = [Player(n, name) for n, name in enumerate(names, start=1)] or people
        facts: list[Fact] = [Created(Setup(system, "Club night", {"rounds": rounds}, 1)), *map(Entered, people)]
        return self.runtime.store.create(facts, actor="test").code

    def show(self, code: str, display: Display) -> None:
        """How the event shows itself from now on."""
        self.runtime.amend_display(code, lambda _: display)

    def tournament(self, code: str) -> Tournament:
        event = self.runtime.event(code)
        assert event is not None
        return event.tournament

    def act(self, code: str, action: ActionKind, decide: Any) -> None:
        director = Director(self.runtime.store, "test")
        answer = director.act(code, action, decide, confirmed=True)
        assert isinstance(answer, Stored), answer

    def draft(self, code: str) -> None:
        self.act(code, "pair", rounds.draft)

    def publish(self, code: str) -> None:
        """The next round, on the wall."""
        self.draft(code)
        if self.tournament(code).rounds[-1].forced:
            self.act(code, "approve", lambda t: rounds.approve(t, ApprovalInput("Dora", "few players")))
        self.act(code, "publish", rounds.publish)

    def play(self, code: str) -> None:
        """A whole round, all tables with the same result."""
        self.publish(code)
        tournament = self.tournament(code)
        text = RESULTS[tournament.setup.system]
        for table in tournament.rounds[-1].tables:
            self.act(code, "result", lambda t, n=table.number: record_result(t, len(t.rounds), n, text))


@pytest.fixture
def place(tmp_path: Path) -> ServerSettings:
    return ServerSettings(str(tmp_path / "ronda.db"))


@pytest.fixture
def desk(place: ServerSettings) -> Iterator[At]:
    """The owner at the machine itself."""
    with opened(place) as at:
        yield at


_IDLE: defaultdict[str, list[Litestar]] = defaultdict(list)  # by the path that they are below


@contextmanager
def opened(settings: ServerSettings, **more: Any) -> Iterator[At]:
    """The desk of a server with these settings. To make an application takes longer than most tests, so one that
    nobody uses any more starts anew: all that it holds is made at its start."""
    idle = _IDLE[settings.root]
    app = idle.pop() if idle else make_app(settings)
    app.state.settings = settings
    with Browser(Seen(app, "127.0.0.1"), base_url="http://127.0.0.1:8000", **more) as client:
        yield At(app, client)
    idle.append(app)
