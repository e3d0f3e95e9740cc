"""Several organisers on one server: each sees and does what is theirs, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from ronda.desk.desk import now
from ronda.operations.access import open_session, welcome
from ronda.store.access import Account, add_account, codes_of, find_account, issue, keep_password
from ronda.web.auth import passwords
from ronda.web.context import SESSION_COOKIE
from ronda.web.limits import Guesses
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.who_may.routes import LEAST
from tests.web.who_may.test_routes_by_role import DENIED, ENDLESS, NAMES, Route, ask, routes_of

PASSWORD, OWNERS = "a tall-Giraffe 7", "nine blue Teapots"
CHEAP = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAA"  # nobody's: these tests sign in without it


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    place = str(tmp_path_factory.mktemp("accounts") / "ronda.db")
    with opened(ServerSettings(place, "0.0.0.0", address="http://192.168.1.2:8000")) as at:
        yield at


def account(desk: At, name: str, **more: Any) -> Account:
    with desk.runtime.store.writes() as connection:
        found = find_account(connection, name) or add_account(connection, name, now(), **more)
        assert found is not None
        keep_password(connection, found.id, CHEAP)
    return found


def signed_in(desk: At, of: Account | None, host: str = "192.168.1.77") -> TestClient[Any]:
    client = desk.elsewhere(host)
    whose = ("owner", of.name, of.id) if of else ("owner", "owner", None)
    client.cookies.set(SESSION_COOKIE, open_session(desk.runtime.store, desk.runtime.idle, *whose))
    return client


def event_of(client: TestClient[Any], desk: At, names: list[str] = NAMES) -> str:
    body = {"system": "redemption", "name": "Club night", "players": [{"name": name} for name in names]}
    answer = client.post("/api/events", json={**body, "options": {"rounds": 4}})
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    assert answer.json()["role"] == "owner"
    desk.publish(code)
    return code


# --- whose is what -----------------------------------------------------------------------------------------


def test_every_route_of_an_event_for_everybody_else(hall: At) -> None:
    """All routes × accounts: what is for the desk of an event is for nobody of another account, neither for the owner
    of the server nor for who manages the accounts; and it is for the organiser."""
    ana, ben, admin = (account(hall, name) for name in ("Ana", "Ben", "Root"))
    with hall.runtime.store.writes() as connection:
        add_account(connection, "Fed", now(), role="administrator")
    fed = account(hall, "Fed")
    others = {"ben": ben, "fed": fed, "server": None, "root": admin}
    clients = {name: signed_in(hall, one) for name, one in others.items()}
    own = signed_in(hall, ana)
    code = event_of(own, hall)
    before = hall.runtime.store.load(code)
    reached, mine = set(), set()
    for route in routes_of(hall):
        if "{code:str}" not in route.path or route.path in ENDLESS or route.path.startswith("/deleted"):
            continue
        least = LEAST[str(route)]
        if least in ("public", "mark") or route.path.startswith("/api/deleted"):
            continue
        for name, client in clients.items():
            status = ask(hall, client, route, code).status_code
            if status not in (*DENIED, 404):
                reached.add((str(route), name, status))
        if route.method == "GET" and ask(hall, own, route, code).status_code in DENIED:
            mine.add(str(route))
    assert not reached
    assert not mine, "their own they may see"
    after = hall.runtime.store.load(code)
    assert before is not None
    assert after is not None
    assert before.version == after.version, "nothing was done"


def test_the_list_of_people_is_the_servers_own(hall: At) -> None:
    """An organiser finds nobody in it, and adds nobody to it."""
    server, ours = signed_in(hall, None), signed_in(hall, account(hall, "Ana 7"))
    assert server.post("/api/people", json={"name": "Zafira Known"}).status_code == 201
    code, own = event_of(ours, hall), hall.make()
    assert "Zafira Known" in server.get(f"/e/{own}/players?q=zafi").text
    assert "Zafira Known" not in ours.get(f"/e/{code}/players?q=zafi").text
    form = {"_version": str(hall.runtime.store.load(code).version)}  # type: ignore[union-attr]
    assert ours.post(f"/e/{code}/players/take-over", data=form).status_code == 403
    assert "/people" not in ours.get("/").text
    for path in ("/people", "/api/people", "/collections"):
        assert ours.get(path).status_code == 403


def test_lists_are_of_ones_own(hall: At) -> None:
    ana, ben = account(hall, "Ana 2"), account(hall, "Ben 2")
    ours, theirs = signed_in(hall, ana), signed_in(hall, ben)
    code, other = event_of(ours, hall), event_of(theirs, hall)
    server = signed_in(hall, None)
    made = hall.make()
    for client, own, not_own in ((ours, code, other), (theirs, other, code), (server, made, code)):
        listed = {one["code"] for one in client.get("/api/events").json()["events"]}
        assert own in listed
        assert not_own not in listed
        page = client.get("/").text
        assert f"/e/{own}" in page
        assert not_own not in page
    assert ours.post(f"/api/events/{code}/delete?confirm=true", json={"gone": True}).status_code == 200
    assert code in ours.get("/deleted").text
    for client in (theirs, server):
        assert code not in client.get("/deleted").text
        assert client.post(f"/api/deleted/{code}/recover").status_code == 404
        form = {"_version": str(hall.runtime.store.load(code).version)}  # type: ignore[union-attr]
        assert client.post(f"/deleted/{code}/recover", data=form).status_code == 404
    assert ours.post(f"/api/deleted/{code}/recover").status_code == 200


def test_whole_desk_pages_for_an_organiser(hall: At) -> None:
    """What is of the server is for its owner; what is of an account is for who has one."""
    client = signed_in(hall, account(hall, "Ana 3"))
    wanted = {"GET /hall": 403, "GET /accounts": 403, "GET /": 200, "GET /new": 200, "GET /sessions": 200}
    wanted |= {"GET /password": 200, "GET /open": 200, "GET /api/events": 200, "GET /api/accounts": 403}
    wanted |= {"GET /api/accounts/events": 403, "GET /api/sessions": 200, "GET /deleted": 200, "GET /archived": 200}
    for entry, status in wanted.items():
        assert client.get(entry.split()[1]).status_code == status, entry
    for path in ("/hall/open", "/accounts", "/accounts/1/limits", "/accounts/1/do/suspend"):
        assert client.post(path, data={"name": "x"}).status_code == 403, path
    assert client.post("/demo", data={"system": "chess"}, follow_redirects=False).status_code == 303


def test_guests_come_to_the_one_event(hall: At) -> None:
    ana, ben = account(hall, "Ana 4"), account(hall, "Ben 4")
    ours, theirs = signed_in(hall, ana), signed_in(hall, ben)
    code, other = event_of(ours, hall), event_of(ours, hall)
    link = ours.post(f"/api/events/{code}/people", json={"name": "Ben", "role": "arbiter"}).json()["link"]
    path = re.sub(r"https?://[^/]+", "", link)
    assert theirs.post(path, follow_redirects=False).status_code == 303
    assert theirs.get(f"/e/{code}").status_code == 200
    assert theirs.get(f"/e/{other}").status_code in DENIED
    assert theirs.get("/api/events").json()["events"] == []


def test_keys_and_sessions_are_of_the_account(hall: At) -> None:
    ana, ben = account(hall, "Ana 5"), account(hall, "Ben 5")
    ours, theirs = signed_in(hall, ana), signed_in(hall, ben)
    code = event_of(ours, hall)
    made = ours.post("/api/sessions", json={"name": "Board"}).json()
    program = {"Authorization": f"Bearer {made['secret']}"}
    assert hall.elsewhere().get(f"/api/events/{code}", headers=program).json()["role"] == "owner"
    assert hall.elsewhere().get("/api/accounts", headers=program).status_code == 403
    listed = ours.get("/api/sessions").json()["passes"]
    assert {one["kind"] for one in listed} == {"session", "key"}
    assert not [one for one in theirs.get("/api/sessions").json()["passes"] if one["kind"] == "key"]
    number = next(one["id"] for one in listed if one["kind"] == "key")
    for client in (theirs, signed_in(hall, None)):
        assert client.delete(f"/api/sessions/{number}").status_code == 404
    elsewhere = signed_in(hall, ana)
    assert ours.post("/sessions/others", follow_redirects=False).status_code == 303
    assert elsewhere.get("/").status_code in (303, 401)
    assert ours.get("/").status_code == 200
    assert theirs.get("/").status_code == 200, "others stay"


# --- limits and suspension ---------------------------------------------------------------------------------


def test_limits(hall: At) -> None:
    client = signed_in(hall, account(hall, "Small", most_events=2, most_players=6))
    code = event_of(client, hall, NAMES[:5])
    enter = f"/api/events/{code}/enter"
    assert (
        client.post(f"/api/events/{code}/enter-list", json={"text": "A\nB"}).json()["error"]["code"]
        == "account_players"
    )
    assert client.post(f"{enter}?confirm=true", json={"name": "Sixth"}).status_code == 200
    refused = client.post(f"{enter}?confirm=true", json={"name": "Seventh"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "account_players")
    body = {"system": "redemption", "name": "Large", "players": [{"name": f"P{n}"} for n in range(7)]}
    assert client.post("/api/events", json=body).json()["error"]["code"] == "account_players"
    second = client.post(f"/api/events/{code}/duplicate", json={"name": "Second"})
    assert second.status_code == 201
    full = client.post("/demo", data={"system": "chess"})
    assert full.status_code == 422
    third = client.post("/api/events", json={"system": "chess", "name": "Third"})
    assert third.json()["error"]["code"] == "account_events"
    copied = client.post(f"/e/{code}/duplicate", data={"name": "Third"})
    assert copied.status_code == 422
    gone = second.json()["code"]
    assert client.post(f"/api/events/{gone}/delete?confirm=true", json={"gone": True}).status_code == 200
    assert client.post("/api/events", json={"system": "chess", "name": "Third"}).status_code == 201


def test_a_key_repeats_an_event_only_once(hall: At) -> None:
    client = signed_in(hall, account(hall, "Once", most_events=1))
    body, key = {"system": "chess", "name": "One"}, {"Idempotency-Key": "once"}
    first = client.post("/api/events", json=body, headers=key)
    assert first.status_code == 201
    assert client.post("/api/events", json=body, headers=key).json()["code"] == first.json()["code"]


def test_a_suspended_account(hall: At) -> None:
    ana = account(hall, "Ana 6")
    client, server = signed_in(hall, ana), signed_in(hall, None)
    code = event_of(client, hall)
    helper = hall.elsewhere()
    with hall.runtime.store.writes() as connection:
        issue(connection, "helper-of-ana", "helper", "Helga", now(), scope=code)
    helper.cookies.set(SESSION_COOKIE, "helper-of-ana")
    assert helper.get(f"/e/{code}").status_code == 200
    assert server.post(f"/api/accounts/{ana.id}/suspend").status_code == 200
    for who in (client, helper):
        assert who.get(f"/e/{code}").status_code in DENIED
        assert who.post(f"/api/events/{code}/rename", json={"name": "x"}).status_code in DENIED
    assert client.get("/api/events").status_code == 401
    assert hall.elsewhere().get(f"/{code}").status_code == 200, "what is public stays"
    link = welcome(hall.runtime.store, ana)
    assert hall.elsewhere().get(f"/welcome/{link}").status_code == 404
    assert server.post(f"/api/accounts/{ana.id}/restore").status_code == 200
    assert client.get(f"/e/{code}").status_code == 200


# --- signing in --------------------------------------------------------------------------------------------


def test_invited_signed_in_out_and_a_new_password(tmp_path: Path) -> None:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), "0.0.0.0")) as desk:
        passwords.set_password(desk.runtime.store, OWNERS)
        owner = desk.elsewhere()
        assert 'name="name"' not in owner.get("/login").text, "as ever, while nobody has an account"
        assert owner.post("/login", data={"password": OWNERS}, follow_redirects=False).status_code == 303
        made = owner.post("/accounts", data={"name": "  Club  Norte ", "most_events": "3", "most_players": ""})
        path = re.search(r"/welcome/[\w-]+", made.text)
        assert path is not None
        assert owner.post("/accounts", data={"name": "club norte"}).status_code == 422, "nobody is called the same"
        assert owner.post("/accounts", data={"name": "Other", "most_events": "x"}).status_code == 422
        guest = desk.elsewhere("192.168.1.9")
        assert "Club Norte" in guest.get(path[0]).text
        assert guest.post(path[0], data={"new": "short", "again": "short"}).status_code == 422
        accepted = guest.post(path[0], data={"new": PASSWORD, "again": PASSWORD}, follow_redirects=False)
        assert accepted.status_code == 303
        assert guest.get("/").status_code == 200
        assert desk.elsewhere().get(path[0]).status_code == 404, "once"
        other = desk.elsewhere("192.168.1.10")
        assert 'name="name"' in other.get("/login").text
        wrong = other.post("/login", data={"name": "Club Norte", "password": OWNERS}, follow_redirects=False)
        assert wrong.status_code == 401, "the owner's password is not theirs"
        assert other.post("/login", data={"password": PASSWORD}, follow_redirects=False).status_code == 401
        right = other.post("/login", data={"name": "CLUB NORTE", "password": PASSWORD}, follow_redirects=False)
        assert right.status_code == 303
        assert other.get("/api/accounts").status_code == 403
        new = {"old": PASSWORD, "new": OWNERS + "x", "again": OWNERS + "x"}
        assert other.post("/password", data={**new, "old": "wrong"}).status_code == 422
        assert other.post("/password", data=new).status_code == 200
        assert guest.get("/api/events").status_code == 401, "other sessions end"
        assert other.get("/api/events").status_code == 200
        assert owner.get("/api/events").status_code == 200, "the owner's do not"
        assert passwords.is_right(desk.runtime.store, OWNERS), "nor is the owner's password another"


def test_wrong_passwords_are_counted_for_each_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "matches", lambda kept, given: bool(kept) and given == PASSWORD)
    with opened(ServerSettings(str(tmp_path / "ronda.db"), "0.0.0.0")) as desk:
        ana, _ = account(desk, "Ana"), account(desk, "Ben")
        moment = desk.runtime.now()
        desk.runtime.now = lambda: moment  # the first pause lasts seconds, which a busy machine may need for the rest

        def tried(name: str, host: str, password: str = "wrong", proof: str = "") -> int:
            client = desk.elsewhere(host)
            if proof:
                client.cookies.set("known", proof)
            answer = client.post("/login", data={"name": name, "password": password}, follow_redirects=False)
            status: int = answer.status_code
            return status

        codes = [tried("Ana", f"203.0.113.{n}") for n in range(1, 13)]
        assert codes[:10] == [401] * 10
        assert codes[-1] == 429, "from wherever"
        assert tried("Ben", "203.0.113.50", PASSWORD) == 303, "another account is not held up"
        unknown = [tried("Nobody", "203.0.113.60") for _ in range(7)]
        assert 429 in unknown, "names that are none are counted alike"
        bens = desk.elsewhere("203.0.113.70")
        bens.post("/login", data={"name": "Ben", "password": PASSWORD}, follow_redirects=False)
        proof = bens.cookies["known"]
        assert tried("Ana", "203.0.113.71", PASSWORD, proof) == 429, "Ben's browser is not known as Ana's"
        assert ana.id


def test_who_manages_accounts(hall: At) -> None:
    with hall.runtime.store.writes() as connection:
        add_account(connection, "Federation", now(), role="administrator")
    fed, club = account(hall, "Federation"), account(hall, "Club 7")
    client = signed_in(hall, fed)
    code = event_of(signed_in(hall, club), hall)
    page = client.get("/accounts").text
    assert code in page
    assert "Club 7" in page
    assert not any(name in page for name in NAMES), "nothing of what is in it"
    found = client.get("/api/accounts/events").json()["events"]
    assert [one["organiser"] for one in found if one["code"] == code] == ["Club 7"]
    assert client.get(f"/e/{code}").status_code in DENIED
    assert client.post(f"/api/accounts/{fed.id}/suspend").status_code == 403, "not oneself"
    assert client.put(f"/api/accounts/{club.id}/limits", json={"most_events": 1}).status_code == 200
    made = client.post("/api/accounts", json={"name": "New club"})
    assert made.status_code == 201
    assert hall.elsewhere().get(re.sub(r"https?://[^/]+", "", made.json()["link"])).status_code == 200
    again = client.post(f"/api/accounts/{made.json()['id']}/link")
    assert again.status_code == 201
    assert hall.elsewhere().get(re.sub(r"https?://[^/]+", "", made.json()["link"])).status_code == 404
    assert client.post("/api/accounts/99999/suspend").status_code == 404
    assert client.post(f"/api/accounts/{club.id}/nonsense").status_code == 404


def test_the_laptop_without_accounts_is_as_it_was(desk: At) -> None:
    code = desk.make()
    assert desk.client.get(f"/e/{code}").status_code == 200
    assert "/accounts" not in desk.client.get("/").text
    assert 'name="name"' not in desk.elsewhere().get("/login").text
    with desk.runtime.store.reads() as connection:
        assert codes_of(connection, None) == {code}


def test_at_the_machine_only_the_servers_own(desk: At) -> None:
    """Whoever sits there is the owner of the server, and no organiser."""
    ana = account(desk, "Ana")
    code = event_of(signed_in(desk, ana), desk)
    own = desk.make()
    assert desk.client.get(f"/e/{own}").status_code == 200
    assert desk.client.get(f"/e/{code}").status_code in DENIED
    desk.runtime.guesses = Guesses()
    assert Route("GET", f"/e/{code}")
