"""Who may do and see what, route by route: `routes.txt` says it, and every route is asked by everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from ronda.desk.actions import ACTIONS, PHONE
from ronda.desk.permissions import ROLES
from ronda.operations.event_settings import Display
from ronda.store.access import issue
from ronda.web.context import SESSION_COOKIE
from ronda.web.limits import Guesses
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.who_may.routes import LEAST

NAMES = ["Quillon Zebedrake", "Xanthe Wolfingham", "Ygraine Thistlewood", "Peregrin Brandybrook"]
NAMES += ["Oisin Marrowbane", "Leocadia Fontblanche"]
ASIDE = {"/static/{path:path}"}  # the same for everybody
ENDLESS = {"/e/{code:str}/stream", "/p/{code:str}/{mark:str}/stream"}  # see test_serve.py
ENDLESS |= {"/api/events/{code:str}/stream", "/api/phones/{code:str}/{mark:str}/stream"}
DENIED = (401, 403)
CHANCE = r'name="_key" value="[^"]*"|v=[0-9a-f]+|[0-9]+'  # what differs each time: keys, versions, clocks

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
    given = {"code": code, "mark": mark, "number": 1, "table": 1, "player": player, "secret": "none", "path": "none"}
    given |= {
        "criterion": "match_points",
        "role": "director",
        "kind": "json",
        "file": "slips.pdf",
        "phone": "none",
        "answer": "end",
        "section": "also",
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
    assert {str(route) for route in routes_of(hall)} == LEAST.keys(), "make routes"


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
