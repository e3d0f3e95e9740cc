"""Who may do and see what, route by route. A new route without an entry here fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from ronda.desk.actions import ACTIONS, PHONE
from ronda.desk.roles import ROLES
from ronda.operations.event_settings import Display
from ronda.store.access import issue
from ronda.web.auth.rate_limits import Guesses
from ronda.web.context import SESSION_COOKIE
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened

NAMES = ["Quillon Zebedrake", "Xanthe Wolfingham", "Ygraine Thistlewood", "Peregrin Brandybrook"]
NAMES += ["Oisin Marrowbane", "Leocadia Fontblanche"]
ASIDE = {"/static/{path:path}"}  # the same for everybody
ENDLESS = {"/e/{code:str}/stream", "/p/{code:str}/{mark:str}/stream"}  # see test_serve.py
ENDLESS |= {"/api/events/{code:str}/stream", "/api/phones/{code:str}/{mark:str}/stream"}
DENIED = (401, 403)
CHANCE = r'name="_key" value="[^"]*"|v=[0-9a-f]+|[0-9]+'  # what differs each time: keys, versions, clocks

# The least role that a route wants. `mark`: a player's own link, and nothing else, opens it.
LEAST: dict[str, str] = {
    "GET /": "owner",
    "GET /api": "public",
    "GET /api/openapi.json": "public",
    "GET /api/{path:str}": "public",
    "GET /api/events": "owner",
    "GET /api/presets": "owner",
    "POST /api/events": "owner",
    "GET /api/events/{code:str}": "public",
    "GET /api/events/{code:str}/clock": "public",
    "POST /api/events/{code:str}/clock": "helper",
    "GET /api/events/{code:str}/display": "helper",
    "GET /api/events/{code:str}/identity": "public",
    "PUT /api/events/{code:str}/identity": "arbiter",
    "GET /api/events/{code:str}/walls": "helper",
    "PUT /api/events/{code:str}/walls": "arbiter",
    "PUT /api/events/{code:str}/display": "arbiter",
    "GET /api/events/{code:str}/log": "arbiter",
    "GET /api/events/{code:str}/penalties": "public",  # notes and reasons are for the desk (test_public)
    "GET /api/events/{code:str}/players": "public",
    "GET /api/events/{code:str}/players/{player:int}": "public",
    "GET /api/events/{code:str}/players/{player:int}/known": "arbiter",
    "GET /api/events/{code:str}/retention": "arbiter",
    "GET /api/events/{code:str}/prizes": "public",
    "GET /api/events/{code:str}/stages": "public",
    "PUT /api/events/{code:str}/players/{player:int}/public-name": "arbiter",
    "PUT /api/events/{code:str}/retention": "arbiter",
    "GET /api/events/{code:str}/rounds": "public",
    "GET /api/events/{code:str}/rounds/{number:int}": "public",
    "GET /api/events/{code:str}/standings": "public",
    "GET /api/phones/{code:str}/{mark:str}": "mark",
    "POST /api/phones/{code:str}/{mark:str}/arrive": "mark",
    "POST /api/phones/{code:str}/{mark:str}/ask-bye": "mark",
    "POST /api/phones/{code:str}/{mark:str}/report": "mark",
    "POST /api/phones/{code:str}/{mark:str}/withdraw": "mark",
    "GET /api/systems": "public",
    "GET /api/systems/{name:str}": "public",
    "POST /api/forecast": "owner",
    "POST /api/demo": "owner",
    "POST /api/open": "owner",
    "GET /api/deleted": "owner",
    "POST /api/deleted/{code:str}/recover": "owner",
    "POST /api/events/{code:str}/duplicate": "owner",
    "GET /api/events/{code:str}/export/json": "helper",
    "GET /api/events/{code:str}/export/xlsx": "helper",
    "GET /api/events/{code:str}/export/csv": "helper",
    "GET /api/events/{code:str}/export/trf": "helper",
    "GET /api/events/{code:str}/export/trf16": "helper",
    "GET /api/events/{code:str}/export/zip": "helper",
    "GET /api/events/{code:str}/share": "public",
    "GET /api/events/{code:str}/sheets": "helper",
    "GET /api/events/{code:str}/sheets/{name:str}": "public",  # of some; the others are in test_interfaces
    "PUT /api/events/{code:str}/logo": "arbiter",
    "GET /api/events/{code:str}/rounds/{number:int}/why": "helper",
    "GET /api/events/{code:str}/rounds/{number:int}/check": "helper",
    "GET /api/events/{code:str}/rounds/{number:int}/swap": "arbiter",
    "GET /api/events/{code:str}/forecast": "helper",
    "GET /api/events/{code:str}/start-list": "public",
    "GET /api/events/{code:str}/cross-table": "public",
    "GET /api/events/{code:str}/log/verify": "arbiter",
    "GET /api/events/{code:str}/stream": "public",
    "GET /api/phones/{code:str}/{mark:str}/stream": "mark",
    "GET /api/phones/{code:str}/{mark:str}/known": "mark",
    "POST /api/phones/{code:str}/{mark:str}/ask": "mark",
    "GET /api/sessions": "owner",
    "POST /api/sessions": "owner",
    "DELETE /api/sessions/{number:int}": "owner",
    "GET /api/events/{code:str}/people": "arbiter",
    "POST /api/events/{code:str}/people": "arbiter",
    "DELETE /api/events/{code:str}/people/{number:int}": "arbiter",
    "GET /api/events/{code:str}/players/{player:int}/link": "helper",
    "POST /api/events/{code:str}/players/{player:int}/link": "helper",
    "POST /api/events/{code:str}/players/{player:int}/phones/{phone:str}": "helper",
    "GET /api/events/{code:str}/calls": "helper",
    "POST /api/events/{code:str}/calls/{player:int}": "helper",
    "GET /e/{code:str}/webhooks": "owner",
    "POST /e/{code:str}/webhooks": "owner",
    "POST /e/{code:str}/webhooks/{number:int}/remove": "owner",
    "POST /e/{code:str}/webhooks/{number:int}/{what:str}": "owner",
    "GET /api/events/{code:str}/webhooks": "owner",
    "POST /api/events/{code:str}/webhooks": "owner",
    "DELETE /api/events/{code:str}/webhooks/{number:int}": "owner",
    "POST /api/events/{code:str}/webhooks/{number:int}/{what:str}": "owner",
    "GET /api/events/{code:str}/webhooks/{number:int}/deliveries": "owner",
    "POST /sessions/others": "owner",
    "GET /accounts": "owner",  # and accounts that manage others (test_organisers_accounts)
    "POST /accounts": "owner",
    "POST /accounts/{number:int}/limits": "owner",
    "POST /accounts/{number:int}/do/{what:str}": "owner",
    "POST /accounts/{number:int}/do/link": "owner",
    "GET /welcome/{secret:str}": "public",
    "POST /welcome/{secret:str}": "public",
    "GET /api/accounts": "owner",
    "POST /api/accounts": "owner",
    "GET /api/accounts/events": "owner",
    "PUT /api/accounts/{number:int}/limits": "owner",
    "POST /api/accounts/{number:int}/{what:str}": "owner",
    "POST /api/accounts/{number:int}/link": "owner",
    "GET /overlay/{code:str}": "public",
    "GET /overlay/{code:str}/part": "public",
    "GET /api/events/{code:str}/fees": "helper",
    "GET /api/people": "owner",
    "POST /api/people": "owner",
    "GET /api/people/{key:str}": "owner",
    "PUT /api/people/{key:str}": "owner",
    "DELETE /api/people/{key:str}": "owner",
    "POST /api/people/{key:str}/merge": "owner",
    "POST /api/people/{key:str}/unmerge": "owner",
    "GET /people": "owner",
    "POST /people": "owner",
    "POST /people/lists": "owner",
    "POST /people/lists/remove": "owner",
    "GET /people/doubles": "owner",
    "GET /people/{key:str}": "owner",
    "POST /people/{key:str}": "owner",
    "POST /people/{key:str}/merge": "owner",
    "POST /people/{key:str}/unmerge": "owner",
    "POST /people/{key:str}/not-same": "owner",
    "GET /people/{key:str}/forget": "owner",
    "POST /people/{key:str}/forget": "owner",
    "GET /e/{code:str}/part/known-people": "helper",
    "POST /e/{code:str}/players/take-over": "arbiter",
    "POST /e/{code:str}/players/{player:int}/unlink": "arbiter",
    "GET /e/{code:str}/fees": "helper",
    "GET /e/{code:str}/part/fees": "helper",
    "GET /e/{code:str}/fees.csv": "helper",
    "POST /e/{code:str}/fees": "arbiter",
    "POST /e/{code:str}/fees/{player:int}": "helper",
    "GET /deleted": "owner",
    "POST /deleted/{code:str}/recover": "owner",
    "GET /demo": "owner",
    "POST /demo": "owner",
    "GET /e/{code:str}": "helper",
    "GET /e/{code:str}/apart": "helper",
    "POST /e/{code:str}/apart": "arbiter",
    "POST /e/{code:str}/apart/remove": "arbiter",
    "POST /e/{code:str}/check-in": "helper",
    "POST /e/{code:str}/clock/{name:str}": "helper",
    "GET /e/{code:str}/cross": "helper",
    "GET /e/{code:str}/start": "helper",
    "POST /e/{code:str}/display": "arbiter",
    "POST /e/{code:str}/do/{name:str}": "helper",
    "POST /e/{code:str}/duplicate": "owner",
    "GET /e/{code:str}/export/{kind:str}": "helper",
    "GET /e/{code:str}/forget": "owner",
    "GET /e/{code:str}/log": "arbiter",
    "GET /e/{code:str}/log/verify": "arbiter",
    "GET /e/{code:str}/part/apart": "helper",
    "GET /e/{code:str}/part/clock": "helper",
    "GET /e/{code:str}/part/desk": "helper",
    "GET /archived": "owner",
    "GET /picture/{name:str}": "public",
    "GET /e/{code:str}/log/verify/progress": "arbiter",
    "GET /e/{code:str}/part/step-bar": "helper",
    "GET /e/{code:str}/part/top-five": "helper",
    "GET /e/{code:str}/part/hall": "helper",
    "GET /e/{code:str}/who-plays": "arbiter",
    "GET /e/{code:str}/part/log": "arbiter",
    "GET /e/{code:str}/part/taking-back": "arbiter",
    "GET /e/{code:str}/part/player/{player:int}": "helper",
    "GET /e/{code:str}/part/players": "helper",
    "GET /e/{code:str}/part/results": "helper",
    "GET /e/{code:str}/part/round/{number:int}": "helper",
    "GET /e/{code:str}/part/standings": "helper",
    "GET /e/{code:str}/part/working/{player:int}/{criterion:str}": "helper",
    "GET /e/{code:str}/people": "arbiter",
    "POST /e/{code:str}/people": "arbiter",
    "POST /e/{code:str}/people/{number:int}/end": "arbiter",
    "GET /e/{code:str}/player-link/{player:int}": "helper",
    "POST /e/{code:str}/player-link/{player:int}": "helper",
    "POST /e/{code:str}/phones/{player:int}/{phone:str}/{answer:str}": "helper",
    "GET /e/{code:str}/player/{player:int}": "helper",
    "GET /e/{code:str}/players": "helper",
    "GET /e/{code:str}/players/list": "arbiter",
    "POST /e/{code:str}/players/list": "arbiter",
    "GET /e/{code:str}/players/{player:int}": "helper",
    "GET /e/{code:str}/players/{player:int}/state": "helper",
    "GET /e/{code:str}/players/{player:int}/forget": "arbiter",
    "GET /e/{code:str}/players/{player:int}/known": "arbiter",
    "GET /e/{code:str}/players/{player:int}/known.json": "arbiter",
    "POST /e/{code:str}/players/{player:int}/public-name": "arbiter",
    "POST /e/{code:str}/retention": "arbiter",
    "GET /e/{code:str}/plots": "helper",
    "GET /e/{code:str}/print": "helper",
    "GET /e/{code:str}/print/{file:str}": "helper",  # the slips; what hangs on the wall is for all (test_paper)
    "GET /e/{code:str}/prizes": "helper",
    "GET /e/{code:str}/stages": "helper",
    "GET /e/{code:str}/penalties": "helper",
    "GET /e/{code:str}/part/penalties": "helper",
    "POST /e/{code:str}/penalties/give": "arbiter",
    "GET /e/{code:str}/part/stages": "helper",
    "GET /e/{code:str}/part/brackets": "helper",
    "POST /e/{code:str}/stages/add": "arbiter",
    "POST /e/{code:str}/stages/remove": "arbiter",
    "POST /e/{code:str}/stages/begin": "arbiter",
    "GET /e/{code:str}/results": "helper",
    "POST /e/{code:str}/results": "helper",
    "GET /e/{code:str}/results/tables": "helper",
    "GET /e/{code:str}/round/{number:int}": "helper",
    "GET /e/{code:str}/round/{number:int}/check": "helper",
    "GET /e/{code:str}/round/{number:int}/swap": "arbiter",
    "GET /e/{code:str}/round/{number:int}/why": "helper",
    "GET /e/{code:str}/settings": "arbiter",
    "GET /e/{code:str}/standings": "helper",
    "GET /e/{code:str}/stream": "public",
    "GET /embed/{code:str}": "public",
    "GET /guide": "public",
    "GET /guide/search": "public",
    "GET /guide/search.json": "public",
    "GET /guide/images/{name:path}": "public",
    "GET /guide/{name:path}": "public",
    "GET /here/{secret:str}": "public",
    "GET /healthz": "public",
    "GET /metrics": "public",  # with the token of the server only (test_observed)
    "GET /readyz": "public",
    "GET /robots.txt": "public",
    "GET /invite/{secret:str}": "public",
    "POST /invite/{secret:str}": "public",
    "GET /j/{code:str}": "public",
    "GET /j/{code:str}/{key:str}": "public",
    "GET /api/events/{code:str}/joining": "helper",
    "POST /api/events/{code:str}/joining": "helper",  # another word: arbiter (test_joining_with_the_hall_word)
    "POST /api/events/{code:str}/join": "public",
    "POST /e/{code:str}/hall-word": "arbiter",
    "POST /e/{code:str}/phones/waiting": "helper",
    "POST /e/{code:str}/phones/crowd": "helper",
    "POST /collections/{code:str}/hall-word": "arbiter",
    "GET /api/collections/{code:str}/hall-word": "helper",
    "POST /api/collections/{code:str}/hall-word": "arbiter",
    "GET /join": "public",
    "GET /join/{code:str}": "public",
    "POST /join/{code:str}/claim": "public",
    "GET /join/{code:str}/found": "public",
    "GET /join/{code:str}/part": "public",
    "POST /language": "public",
    "GET /login": "public",
    "POST /login": "public",
    "POST /logout": "public",
    "GET /new": "owner",
    "GET /new/{name:str}": "owner",
    "POST /new/{name:str}": "owner",
    "POST /new/{name:str}/forecast": "owner",
    "GET /open": "owner",
    "POST /open": "owner",
    "GET /p/{code:str}/{mark:str}": "mark",
    "GET /p/{code:str}/{mark:str}/known": "mark",
    "GET /p/{code:str}/{mark:str}/known.json": "mark",
    "GET /p/{code:str}/{mark:str}/part": "mark",
    "GET /p/{code:str}/{mark:str}/stream": "mark",
    "POST /p/{code:str}/{mark:str}/tell/{name:str}": "mark",
    "GET /password": "owner",
    "POST /password": "owner",
    "GET /hall": "owner",
    "POST /hall/open": "machine",
    "POST /hall/close": "machine",
    "GET /sessions": "owner",
    "POST /sessions": "owner",
    "POST /sessions/{number:int}/end": "owner",
    "GET /e/{code:str}/accent.css": "public",  # what every page is coloured with
    "GET /e/{code:str}/logo": "public",
    "POST /e/{code:str}/logo": "arbiter",
    "POST /e/{code:str}/face": "arbiter",
    "POST /look": "public",
    "GET /sw.js": "public",
    "GET /offline": "public",
    "GET /p/{code:str}/{mark:str}/app.webmanifest": "mark",
    "POST /e/{code:str}/calls/{player:int}": "helper",
    "POST /p/{code:str}/{mark:str}/ask/{what:str}": "mark",
    "GET /e/{code:str}/walls": "arbiter",
    "GET /e/{code:str}/part/walls": "helper",
    "POST /e/{code:str}/walls": "arbiter",
    "POST /e/{code:str}/walls/{number:int}": "arbiter",
    "POST /e/{code:str}/announce": "arbiter",
    "GET /wall/{code:str}/{number:int}": "public",
    "GET /wall/{code:str}": "public",
    "GET /wall/{code:str}/now": "public",
    "GET /wall/{code:str}/part": "public",
    "GET /{code:str}": "public",
    "GET /{code:str}/cross": "public",
    "GET /{code:str}/start": "public",
    "GET /{code:str}/share": "public",
    "GET /e/{code:str}/site.zip": "helper",
    "GET /{code:str}/card.png": "public",
    "GET /{code:str}/round/{number:int}/card.png": "public",
    "GET /{code:str}/player/{player:int}/card.png": "public",
    "GET /{code:str}/part/player/{player:int}": "public",
    "GET /{code:str}/part/round": "public",
    "GET /{code:str}/part/standings": "public",
    "GET /{code:str}/part/working/{player:int}/{criterion:str}": "public",
    "GET /{code:str}/player/{player:int}": "public",
    "GET /{code:str}/plots": "public",
    "GET /{code:str}/prizes": "public",
    "GET /{code:str}/bracket": "public",
    "GET /{code:str}/part/bracket": "public",
    "GET /wall/{code:str}/bracket": "public",
    "GET /{code:str}/round/{number:int}": "public",
    "GET /{code:str}/standings": "public",
    # seasons and festivals: what belongs to a real one is in test_seasons and test_festivals
    "GET /collections": "owner",
    "POST /collections": "owner",
    "GET /collections/{code:str}": "helper",
    "POST /collections/{code:str}/do/{name:str}": "helper",
    "GET /collections/{code:str}/log": "owner",
    "GET /collections/{code:str}/part/festival": "helper",
    "GET /collections/{code:str}/check-in": "helper",
    "POST /collections/{code:str}/check-in": "helper",
    "GET /s/{code:str}": "public",
    "GET /s/{code:str}/{file:str}": "public",
    "GET /f/{code:str}": "public",
    "GET /f/{code:str}/join": "public",
    "POST /f/{code:str}/claim": "public",
    "GET /f/{code:str}/wall": "public",
    "GET /api/collections": "owner",
    "POST /api/collections": "owner",
    "GET /api/collections/{code:str}": "helper",
    "GET /api/collections/{code:str}/standings": "public",
    "POST /api/collections/{code:str}/changes": "owner",
    "GET /signup/{code:str}": "public",
    "POST /signup/{code:str}": "public",
    "GET /signup/{code:str}/{secret:str}": "public",
    "POST /signup/{code:str}/{secret:str}/withdraw": "public",
    "GET /signups/{code:str}": "helper",
    "POST /signups/{code:str}/settings": "arbiter",
    "POST /signups/{code:str}/{number:int}/{what:str}": "helper",
    "GET /api/signups/{code:str}": "helper",
    "POST /api/signups/{code:str}": "public",
    "POST /api/signups/{code:str}/{number:int}": "helper",
}
for name in ACTIONS:
    if name not in PHONE:
        LEAST[f"POST /api/events/{{code:str}}/{name}"] = ACTIONS[name].role

# What must be said so that a request is understood at all.
BODIES: dict[str, Any] = {
    "penalise": {"player": 1, "kind": "warning", "reason": "late"},
    "lift": {"penalty": 1},
    "note": {"player": 1, "reason": "talked"},
    "late": {"player": 1},
    "appeal": {"player": 1, "text": "not so", "table": 1},
    "decide-appeal": {"appeal": 1, "outcome": "upheld", "reason": "so it was"},
    "prizes": {"prizes": [{"id": "1st", "value": 100}]},
    "stages": {"stages": [{"kind": "rounds"}, {"kind": "elimination", "take": "top 2"}]},
    "cancel-stage": {"stage": 2},
    "fees": {"rules": [{"amount": 1000}]},
    "fee": {"player": 1, "amount": 500, "reason": "member"},
    "pay": {"player": 1, "amount": 500},
    "refund": {"player": 1, "amount": 500, "reason": "left"},
    "link": {"links": []},
    "people": {"name": "Nora New"},
    "{key:str}": {"name": "Nora New"},
    "merge": {"other": "nobody"},
    "rename": {"name": "Club evening"},
    "options": {"options": {"rounds": 3}},
    "avoid": {"avoid": []},
    "enter": {"name": "Nora New"},
    "enter-list": {"text": "Nora New"},
    "edit": {"player": 1, "name": "Nora New"},
    "check-in": {"player": 1},
    "leave": {"player": 1},
    "return": {"player": 1},
    "pause": {"player": 1},
    "bye": {"player": 1, "round": 9},
    "swap": {"one": 1, "other": 2},
    "swap-tables": {"one": 1, "other": 2},
    "approve": {"by": "Dora", "reason": "so it is"},
    "result": {"round": 1, "table": 1, "result": "5-3"},
    "reverse": {"round": 1, "table": 1},
    "take-back": {"round": 1, "table": 1, "was": "5-3"},
    "erase": {"round": 1, "table": 1},
    "forget": {"player": 1},
    "public-name": {"names": "short"},
    "retention": {"mode": "never"},
    "report": {"result": "5-3"},
    "ask-bye": {"round": 9},
    "clock": {"do": "start"},
    "display": {"names": "full"},
    "identity": {"place": "Town hall"},
    "walls": {"walls": [{"scene": "clock"}]},
    "events": {"system": "chess", "name": "New"},
    "forecast": {"system": "chess", "name": "New"},
    "demo": {},
    "open": {"content": ""},
    "duplicate": {"name": "Once more"},
    "logo": {"content": ""},
    "ask": {"what": "arbiter"},
    "joining": {"do": "let_in", "until": "2026-05-30"},
    "join": {"player": 1},
    "hall-word": {"changes": 0},
    "webhooks": {"url": "https://club.example.org/"},
    "accounts": {"name": "Club"},
    "limits": {},
    "sessions": {"name": "program"},
    "/api/events/{code:str}/players/{player:int}/link": {"changes": 0},
    "{phone:str}": {"answer": "end"},
    "{player:int}": {"what": "arbiter", "seen": "2026-05-30"},
    "collections": {"of": "season", "name": "League"},
    "{code:str}": {"name": "Nora New"},
    "{number:int}": {"answer": "enter"},
    "changes": {"kind": "rename", "name": "League"},
}
FORMS: dict[str, dict[str, str]] = {
    "POST /login": {"password": "wrong"},
    "POST /language": {"language": "en"},
    "POST /password": {"new": "x"},
    "POST /sessions": {"name": "program"},
    "POST /e/{code:str}/people": {"name": "Ana"},
    "POST /e/{code:str}/hall-word": {"seen": "0"},
}


def body_of(path: str) -> Any:
    """By the whole address, or by its last part."""
    return BODIES.get(path, BODIES.get(path.rpartition("/")[2], {}))


class Route(NamedTuple):
    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def routes_of(desk: At) -> list[Route]:
    return [
        Route(method, route.path)
        for route in desk.app.routes
        if isinstance(route, HTTPRoute) and route.path not in ASIDE
        for method in sorted(set(route.methods) - {"OPTIONS", "HEAD"})
    ]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    """One desk for all: everything that may change an event has one of its own."""
    with opened(ServerSettings(str(tmp_path_factory.mktemp("roles") / "ronda.db"))) as at:
        yield at


def event(desk: At) -> str:
    """Round 1 is out, with names that stand nowhere else."""
    code = desk.make(names=NAMES)
    desk.publish(code)
    return code


Staffed = tuple[str, dict[str, TestClient[Any]]]  # an event, and somebody of every role in it


def staffed(desk: At) -> Staffed:
    code = event(desk)
    return code, {
        "public": desk.elsewhere(),
        "stranger": with_pass(desk, "arbiter", event(desk)),  # of another event
        "helper": with_pass(desk, "helper", code),
        "arbiter": with_pass(desk, "arbiter", code),
        "owner": with_pass(desk, "owner", ""),
    }


@pytest.fixture(scope="module")
def looked_at(hall: At) -> Staffed:
    """Looking changes nothing: one event for all pages."""
    return staffed(hall)


def with_pass(desk: At, role: str, scope: str) -> TestClient[Any]:
    secret = f"{role}-{scope}-{datetime.now(UTC).timestamp()}".replace(".", "-")
    with desk.runtime.store.writes() as connection:
        issue(connection, secret, role, role, datetime.now(UTC), scope=scope)
    client = desk.elsewhere()
    client.cookies.set(SESSION_COOKIE, secret)
    return client


def ask(desk: At, client: TestClient[Any], route: Route, code: str, player: int = 1) -> Any:
    desk.runtime.guesses = Guesses()  # who may not guess is not the question here
    mark = desk.runtime.mark(code, player)
    given = {"code": code, "mark": mark, "number": 1, "player": player, "secret": "none", "path": "none"}
    given |= {
        "criterion": "match_points",
        "role": "director",
        "kind": "json",
        "file": "slips.pdf",
        "phone": "none",
        "answer": "end",
        "what": "arbiter",
        "key": "nobody",
    }
    given["name"] = "check-in" if "/do/" in route.path else "start" if "/clock/" in route.path else "redemption"
    if route.path.startswith("/p/"):
        given["name"] = "arrive"
    path = re.sub(r"{(\w+):\w+}", lambda found: str(given[found[1]]), route.path)
    body: dict[str, Any] = {}
    if route.method != "GET":
        if route.path.startswith("/api/"):
            body = {"json": body_of(route.path)}
        else:
            body = {"data": FORMS.get(str(route), {"player": "1"})}
    if route.path.endswith("/swap"):
        path += "?one=1&other=2"
    return client.request(route.method, path, follow_redirects=False, **body)


def test_every_route_has_its_entry(hall: At) -> None:
    assert {str(route) for route in routes_of(hall)} == LEAST.keys()


@pytest.mark.parametrize("entry", [entry for entry in LEAST if entry.split()[1] not in ENDLESS])
def test_who_may_enter(hall: At, looked_at: Staffed, entry: str) -> None:
    method, path = entry.split()
    route, least = Route(method, path), LEAST[entry]
    code, people = looked_at if method == "GET" else staffed(hall)
    for role, client in people.items():
        status = ask(hall, client, route, code).status_code
        assert status < 500, (role, status)
        # what is for whoever sits at the machine is for nobody elsewhere, not even the owner
        of_rank = least in ROLES and role != "stranger" and ROLES.index(role) >= ROLES.index(least)
        allowed = least in ("public", "mark") or of_rank
        if entry != "POST /login":
            assert (status not in DENIED) == allowed, (role, status)


FOR_SOME = [entry for entry, least in LEAST.items() if not entry.startswith("GET") and least not in ("public", "mark")]
BODIES_OF_STRANGERS = (b"", b"{]", b"[1]", b'{"x": 1}', b"x=1&player=y")


@pytest.fixture(scope="module")
def untouched(hall: At) -> str:
    return event(hall)


@pytest.mark.parametrize("entry", FOR_SOME)
def test_rights_come_before_bodies(hall: At, untouched: str, entry: str) -> None:
    """Whatever a stranger sends, they hear that they may not, and nothing about what they sent."""
    method, path = entry.split()
    given = {"name": "check-in" if "/do/" in path else "start" if "/clock/" in path else "redemption", "number": "1"}
    given |= {"code": untouched, "player": "1", "answer": "end", "what": "arbiter"}
    place = re.sub(r"{(\w+):\w+}", lambda found: given.get(found[1], "none"), path)
    kind = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
    for body in BODIES_OF_STRANGERS:
        hall.runtime.guesses = Guesses()
        headers = {"content-type": kind} if body else {}
        answer = hall.elsewhere().request(method, place, content=body, headers=headers, follow_redirects=False)
        assert answer.status_code in (*DENIED, 404), (body, answer.status_code)


@pytest.mark.parametrize("entry", [entry for entry, least in LEAST.items() if least == "mark"])
def test_a_link_opens_only_for_its_own_player(hall: At, entry: str) -> None:
    """A mark of another event, of nobody, or a made-up one is none."""
    method, path = entry.split()
    code, other = event(hall), event(hall)
    anybody = hall.elsewhere()
    good = hall.runtime.mark(code, 1)
    for mark in (
        hall.runtime.mark(other, 1),
        "1-0000000000",
        "99-0000000000",
        "x",
        "2" + good[1:],
    ):
        hall.runtime.guesses = Guesses()
        named = path.replace("{code:str}", code).replace("{mark:str}", mark).replace("{name:str}", "arrive")
        body = body_of(path)
        sent = {} if method == "GET" else {"json": body} if path.startswith("/api") else {"data": {"x": "1"}}
        answer = anybody.request(method, named, **sent)
        assert answer.status_code == 404, mark


@pytest.mark.parametrize("name", [*ACTIONS])
def test_actions_by_role(hall: At, name: str) -> None:
    """The same table for the forms and for the API; a phone does nothing but its own three deeds."""
    code = event(hall)
    least = ACTIONS[name].role
    version = hall.runtime.event(code).version  # type: ignore[union-attr]
    mark = hall.runtime.mark(code, 1)
    fields = {key: str(value) for key, value in BODIES.get(name, {}).items() if isinstance(value, str | int)}
    for role in ("public", "helper", "arbiter"):
        client = hall.elsewhere() if role == "public" else with_pass(hall, role, code)
        if ROLES.index(role) >= ROLES.index(least) and name not in PHONE:
            continue
        assert client.post(f"/e/{code}/do/{name}", data=fields).status_code in (*DENIED, 422)
        assert client.post(f"/api/events/{code}/{name}", json=BODIES.get(name, {})).status_code in (*DENIED, 404)
    if name not in PHONE:
        answer = hall.elsewhere().post(f"/p/{code}/{mark}/tell/{name}", data=fields)
        assert answer.status_code == 404
        assert hall.elsewhere().post(f"/api/phones/{code}/{mark}/{name}", json={}).status_code == 404
    assert hall.runtime.event(code).version == version  # type: ignore[union-attr]


# --- names and drafts --------------------------------------------------------------------------------------


def open_to_all(desk: At, method: str = "GET") -> list[Route]:
    return [
        route
        for route in routes_of(desk)
        if route.method == method and LEAST[str(route)] in ("public", "mark") and route.path not in ENDLESS
    ]


@pytest.mark.parametrize("mode", ["initials", "number"])
def test_hidden_names_stand_nowhere(hall: At, mode: str) -> None:
    code = event(hall)
    hall.show(code, Display(names=mode))
    anybody = hall.elsewhere()
    words = [part for name in NAMES[1:] for part in name.split()]
    for route in open_to_all(hall):
        for language in ("en", "tr"):
            anybody.cookies.set("lang", language)
            answer = ask(hall, anybody, route, code)
            told = [word for word in words if word in answer.text or word.upper() in answer.text]
            assert not told, route
            if "{mark:str}" not in route.path:
                assert NAMES[0].split()[1] not in answer.text, route
    found = anybody.get(f"/join/{code}/found", params={"name": "Xanthe", "find": "Xanthe", "q": "Xanthe"})
    assert "Wolfingham" not in found.text


def test_a_draft_is_nowhere_to_be_seen(hall: At) -> None:
    """Everything that is open to all looks the same before and after."""
    code = hall.make(names=NAMES)
    anybody = hall.elsewhere()
    ask(hall, anybody, Route("GET", "/p/{code:str}/{mark:str}"), code)  # that the card was opened is no draft

    def seen() -> dict[str, str]:
        answers = {str(route): ask(hall, anybody, route, code) for route in open_to_all(hall)}
        return {name: f"{answer.status_code} {re.sub(CHANCE, '#', answer.text)}" for name, answer in answers.items()}

    before = seen()
    hall.draft(code)
    after = seen()
    assert {name for name in before if before[name] != after[name]} == set()
    assert anybody.get(f"/api/events/{code}/rounds").json()["rounds"] == []
    assert anybody.get(f"/api/events/{code}").json()["phase"] == "setup"
    staff = with_pass(hall, "helper", code).get(f"/api/events/{code}/rounds").json()
    assert [line["status"] for line in staff["rounds"]] == ["draft"]
