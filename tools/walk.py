"""The walk of a form: how many modules and functions of Ronda it passes, from the first layer to the answer.

    python -m tools.walk [--modules]

In an event of eight chess players `POST /e/CODE/do/result` enters the last result of round 1, and `POST
/e/CODE/do/pair` makes round 2. Another event has gone the same way before, so what a server loads once is there.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, NamedTuple

from litestar import Litestar
from litestar.testing import TestClient

from ronda.core.facts import Created, Entered
from ronda.core.model import Player, Setup
from ronda.web.app import make_app
from ronda.web.settings import ServerSettings

SOURCE = f"{Path(__file__).parents[1] / 'src' / 'ronda'}/"
_INNER = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<lambda>", "<module>")  # parts of functions
TABLES = 4


class Walk(NamedTuple):
    modules: list[str]
    functions: list[str]


class Profile:
    """Notes the functions of Ronda that any thread calls while it is `on`. It must be there before the threads."""

    def __init__(self) -> None:
        self.on = False
        self.called: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.on and event == "call":
            self.called.add(frame.f_code)

    def walk(self) -> Walk:
        own = [code for code in self.called if code.co_filename.startswith(SOURCE) and code.co_filename.endswith(".py")]
        functions = {
            f"{code.co_filename.removeprefix(SOURCE)} {code.co_qualname}" for code in own if code.co_name not in _INNER
        }
        return Walk(sorted({name.split()[0] for name in functions}), sorted(functions))


@contextmanager
def profiled() -> Iterator[Profile]:
    profile = Profile()
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield profile
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


@contextmanager
def desk() -> Iterator[tuple[TestClient[Any], Litestar]]:
    """As its owner uses it at the machine."""
    with TemporaryDirectory() as folder:
        app = make_app(ServerSettings(f"{folder}/ronda.db", trust_local=True))

        async def at_the_machine(scope: Any, receive: Any, send: Any) -> None:
            scope["client"] = ("127.0.0.1", 50000)
            await app(scope, receive, send)

        with TestClient(at_the_machine, base_url="http://127.0.0.1:8000") as client:
            yield client, app


def walks() -> dict[str, Walk]:
    """By the name of the action, on a server that has done all of it before."""
    found: dict[str, Walk] = {}
    with profiled() as profile, desk() as (client, app):
        store = app.state.runtime.store

        def post(name: str, **fields: str) -> Walk:
            form = {"_version": str(store.load(code).version), **fields}
            profile.called.clear()
            profile.on = True
            answer = client.post(f"/e/{code}/do/{name}", data=form, headers={"HX-Request": "true"})
            profile.on = False
            assert answer.status_code == 200, answer.text
            return profile.walk()

        for _ in range(2):
            players = [Player(number, f"Player {number}", rating=2000 - number) for number in range(1, 9)]
            facts = [Created(Setup("chess", "Walk", {"rounds": 4}, 1)), *map(Entered, players)]
            code = store.create(facts, actor="walk").code
            post("pair")
            post("publish")
            for table in range(1, TABLES + 1):
                found["result"] = post("result", round="1", table=str(table), result="1-0")
            found["pair"] = post("pair")
    return found


def main() -> None:
    for name, walk in walks().items():
        print(f"POST /e/CODE/do/{name}: {len(walk.modules)} modules, {len(walk.functions)} functions")
        if "--modules" in sys.argv:
            for module in walk.modules:
                print(f"  {module}: {sum(one.startswith(f'{module} ') for one in walk.functions)}")


if __name__ == "__main__":
    main()
