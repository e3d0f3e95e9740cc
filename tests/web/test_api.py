"""The HTTP API: what the browser can do, programs can, with versions and keys so that nothing is lost or done twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, PHONE, Request
from ronda.desk.desk import Desk as DeskOfActions
from ronda.desk.permissions import Actor
from ronda.operations.event_settings import Display
from ronda.store import Conflict
from ronda.systems import NAMES
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import catalogue
from tests.web.conftest import RESULTS, At


def post(desk: At, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = desk.client.post(f"/api{path}", json={} if body is None else body, headers=sent)
    assert answer.status_code == status, answer.text
    return answer.json()


def get(desk: At, path: str, status: int = 200) -> Any:
    answer = desk.client.get(f"/api{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


# --- a whole event -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", RESULTS)
def test_a_whole_event(desk: At, system: str) -> None:
    players = [{"name": f"Player {n}", "rating": 2000 - n} for n in range(1, 9)]
    rounds = 5 if system == "chess" else 3
    made = post(
        desk, "/events", {"system": system, "name": "X", "options": {"rounds": rounds}, "players": players}, 201
    )
    event = f"/events/{made['code']}"
    assert (made["version"], made["phase"], made["planned_rounds"]) == (9, "setup", rounds)
    for player in range(1, 9):
        post(desk, f"{event}/check-in", {"player": player})
    for number in range(1, rounds + 1):
        assert post(desk, f"{event}/pair")["phase"] == "draft"
        round_ = get(desk, f"{event}/rounds/{number}")
        if round_["forced"]:
            post(desk, f"{event}/approve", {"by": "Dora", "reason": "few players"})
        assert post(desk, f"{event}/publish")["phase"] == "playing"
        for table in round_["tables"]:
            post(desk, f"{event}/result", {"round": number, "table": table["number"], "result": RESULTS[system]})
        assert post(desk, f"{event}/close")["phase"] == "played"
    assert post(desk, f"{event}/finish")["phase"] == "finished"
    standings = get(desk, f"{event}/standings")
    assert (standings["after"], len(standings["rows"])) == (rounds, 8)
    assert get(desk, f"{event}/standings?after=1")["after"] == 1
    get(desk, f"{event}/standings?after={rounds + 1}", 404)
    log = get(desk, f"{event}/log")
    assert [entry["version"] for entry in log["entries"]] == list(range(1, log["version"] + 1))
    assert get(desk, f"{event}/log?after={log['version'] - 1}")["entries"][0]["kind"] == "finished"


def test_phones(desk: At) -> None:
    code = desk.make()
    marks = {n: desk.runtime.mark(code, n) for n in range(1, 7)}
    assert post(desk, f"/phones/{code}/{marks[1]}/arrive")["version"] == 8
    desk.publish(code)
    seen = get(desk, f"/phones/{code}/{marks[1]}")
    assert (seen["state"], seen["name"], seen["round"]) == ("playing", "Player 1", 1)
    rival = seen["opponents"][0]
    post(desk, f"/phones/{code}/{marks[1]}/report", {"result": "5-3"})
    post(desk, f"/phones/{code}/{marks[1]}/withdraw")
    post(desk, f"/phones/{code}/{marks[1]}/report", {"result": "5-3"})
    assert get(desk, f"/phones/{code}/{marks[rival]}")["said"] == {"1": "5-3"}
    post(desk, f"/phones/{code}/{marks[rival]}/report", {"result": "5-3"})
    assert get(desk, f"/phones/{code}/{marks[1]}")["table"]["result"] == "5-3"
    refused = post(desk, f"/phones/{code}/{marks[1]}/report", {"result": "5-2"}, 422)
    assert refused["error"]["code"] == "no_table_now"
    assert desk.client.get(f"/api/phones/{code}/1-AAAAAAAAAA").status_code == 404


def test_the_clock(desk: At) -> None:
    code = desk.make()
    get(desk, f"/events/{code}/clock", 404)
    desk.publish(code)
    before = get(desk, f"/events/{code}/clock")
    assert (before["running"], before["left"], before["changes"]) == (False, before["length"], 0)
    turn = f"/events/{code}/clock"
    assert post(desk, turn, {"do": "start"})["running"] is True
    assert post(desk, turn, {"do": "pause", "changes": 0}, 409)["error"]["code"] == "conflict"
    assert post(desk, turn, {"do": "pause"})["running"] is False
    assert post(desk, turn, {"do": "add", "seconds": 60})["length"] == before["length"] + 60
    assert post(desk, turn, {"do": "add", "seconds": 30, "table": 2})["extra"] == {"2": 30}
    assert post(desk, turn, {"do": "add", "seconds": 30, "table": 99}, 422)["error"]["code"] == "unknown_table"
    assert post(desk, turn, {"do": "reset", "seconds": 600})["length"] == 600
    post(desk, turn, {"do": "reset", "seconds": -1}, 422)
    post(desk, turn, {"do": "explode"}, 400)


def test_how_an_event_shows_itself(desk: At) -> None:
    code = desk.make(names=["Ada Lovelace", "Ben Bolt"])
    desk.show(code, Display(editions={"1": 3}))
    shown = {"language": "tr", "names": "initials", "join": False, "reports": False}
    answer = desk.client.put(f"/api/events/{code}/display", json=shown)
    assert (answer.status_code, answer.json()) == (
        200,
        {
            **shown,
            "joining": "card",
            "found": False,
            "calls": True,
            "leaving": False,
        },
    )
    kept = {**shown, "joining": "card", "found": False, "calls": True, "leaving": False}
    assert get(desk, f"/events/{code}/display") == kept
    assert desk.runtime.display(code).editions == {"1": 3}, "links of phones are not touched"
    names = [player["name"] for player in desk.elsewhere().get(f"/api/events/{code}/players").json()["players"]]
    assert names == ["A. L.", "B. B."]
    assert desk.client.put(f"/api/events/{code}/display", json={"names": "none"}).status_code == 400


# --- versions, confirmations, keys -------------------------------------------------------------------------


def test_a_version_that_is_gone(desk: At) -> None:
    code = desk.make()
    seen = desk.client.get(f"/api/events/{code}").headers["etag"]
    assert seen == '"7"'
    post(desk, f"/events/{code}/enter", {"name": "Late"}, If_Match=seen)
    conflict = post(desk, f"/events/{code}/rename", {"name": "Y"}, 409, If_Match=seen)
    assert conflict["error"]["code"] == "conflict"
    assert (conflict["version"], conflict["event"]["players"]) == (8, 7)
    post(desk, f"/events/{code}/publish", None, 409, If_Match="3")
    post(desk, f"/events/{code}/rename", {"name": "Y"}, If_Match="8")
    assert get(desk, f"/events/{code}")["name"] == "Y"
    post(desk, f"/events/{code}/rename", {"name": "Z"}, 409, If_Match="999999")
    for wrong in ("x", "", "-1", "1" * 30, '"', "*"):
        post(desk, f"/events/{code}/rename", {"name": "Z"}, 400, If_Match=wrong)


def test_a_confirmation(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    asked = post(desk, f"/events/{code}/discard", None, 409)
    assert asked["error"]["code"] == "confirm_first"
    assert asked["version"] == 9
    version = post(desk, f"/events/{code}/discard?confirm=true")["version"]
    assert post(desk, f"/events/{code}/undo", If_Match=str(version))["phase"] == "playing"


def test_nobody_is_asked_about_what_cannot_be(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    post(desk, f"/events/{code}/result", {"round": 1, "table": 1, "result": "5-3"})
    wrong = {"round": 1, "table": 1, "result": "9-9", "was": "5-3"}
    assert post(desk, f"/events/{code}/result", wrong, 422)["error"]["code"] == "score_too_high"
    asked = post(desk, f"/events/{code}/result", {**wrong, "result": "5-2"}, 409)
    assert asked["error"]["code"] == "confirm_first"


def test_a_name_of_somebody_who_left_is_asked_about(desk: At) -> None:
    """In the API and at the desk alike: perhaps it is the same person."""
    code = desk.make()
    desk.publish(code)
    name = get(desk, f"/events/{code}/players")["players"][0]["name"]
    post(desk, f"/events/{code}/leave", {"player": 1})
    asked = post(desk, f"/events/{code}/enter", {"name": name}, 409)
    assert asked["error"]["code"] == "has_left"
    page = desk.client.post(f"/e/{code}/do/enter", data={"name": name})
    assert page.status_code == 409
    assert "has left this event" in page.text
    assert 'name="_confirm"' in page.text
    count = asked["event"]["players"]
    assert post(desk, f"/events/{code}/enter?confirm=true", {"name": name})["players"] == count + 1


def test_a_request_with_a_key_counts_once(desk: At) -> None:
    """Also when the event has gone on meanwhile, and the answer is the same as the first time."""
    code = desk.make()
    first = post(desk, f"/events/{code}/pair", {"seed": 5}, Idempotency_Key="pair 1")
    assert post(desk, f"/events/{code}/pair", {"seed": 5}, Idempotency_Key="pair 1") == first
    post(desk, f"/events/{code}/publish", Idempotency_Key="publish 1")
    body = {"round": 1, "table": 1, "result": "5-3"}
    entered = post(desk, f"/events/{code}/result", body, Idempotency_Key="slip 1")
    post(desk, f"/events/{code}/result", {**body, "table": 2}, Idempotency_Key="slip 2")
    assert post(desk, f"/events/{code}/result", body, Idempotency_Key="slip 1") == entered
    assert post(desk, f"/events/{code}/pair", {"seed": 5}, Idempotency_Key="pair 1") == first
    seen = str(get(desk, f"/events/{code}")["version"])
    undone = post(desk, f"/events/{code}/undo", If_Match=seen, Idempotency_Key="undo 1")
    assert post(desk, f"/events/{code}/undo", If_Match=seen, Idempotency_Key="undo 1") == undone
    other = post(desk, f"/events/{code}/result", {**body, "result": "5-2"}, 409, Idempotency_Key="slip 1")
    assert other["error"]["code"] == "key_reused"
    assert get(desk, f"/events/{code}")["version"] == undone["version"]
    post(desk, f"/events/{code}/redo", None, 422, If_Match=str(undone["version"]), Idempotency_Key="\x7f")
    post(desk, f"/events/{code}/redo", None, 400, Idempotency_Key="k" * 201)


def test_an_event_is_made_once(desk: At) -> None:
    body = {"system": "melee", "name": "X", "players": [{"name": "Ada"}, {"name": "Ben"}]}
    first = post(desk, "/events", body, 201, Idempotency_Key="make")
    assert post(desk, "/events", body, 201, Idempotency_Key="make") == first
    assert post(desk, "/events", {**body, "name": "Y"}, 409, Idempotency_Key="make")["error"]["code"] == "key_reused"
    assert len(get(desk, "/events")["events"]) == 1
    assert post(desk, "/events", body, 201)["code"] != first["code"]


def test_every_system_can_be_made(desk: At) -> None:
    document = get(desk, "/openapi.json")
    assert document["components"]["schemas"]["NewEvent"]["properties"]["system"]["enum"] == list(NAMES)


# --- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_in_the_language_of_the_request(desk: At, language: str) -> None:
    code = desk.make()
    answer = desk.client.post(f"/api/events/{code}/publish", headers={"Accept-Language": f"{language}-XX,en;q=0.1"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["article"]) == ("not_now", "S4")
    begins = str(catalogue(language)["refusal.not_now"]).partition("{")[0]
    assert begins
    assert error["message"].startswith(begins)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"system": "go", "name": "X"}, 400),
        ({"system": "chess"}, 400),
        ({"system": "chess", "name": ""}, 422),
        ({"system": "chess", "name": "\u0000"}, 422),
        ({"system": "chess", "name": "x" * 201}, 400),
        ({"system": "chess", "name": "X", "seed": -1}, 400),
        ({"system": "chess", "name": "X", "seed": 2**53}, 400),
        ({"system": "chess", "name": "X", "options": {"rounds": 0}}, 422),
        ({"system": "chess", "name": "X", "options": {"nothing": 1}}, 422),
        ({"system": "chess", "name": "X", "options": {"rounds": "1e999999999"}}, 422),
        ({"system": "chess", "name": "X", "players": [{"name": "A"}] * 5001}, 400),
        ({"system": "chess", "name": "X", "players": [{"name": "A", "rating": 5}]}, 422),
        ({"system": "chess", "name": "X", "more": 1}, 400),
        ([], 400),
        ("x", 400),
        (None, 400),
    ],
)
def test_events_that_cannot_be_made(desk: At, body: Any, status: int) -> None:
    answer = desk.client.post("/api/events", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("options", "kept"),
    [({}, {"variety": "fresh"}), ({"variety": "windows"}, {"variety": "windows"}), ({"variety": "fresh"}, None)],
)
def test_d10_5_an_event_that_is_made_prefers_new_partners_unless_told_otherwise(
    desk: At, options: dict[str, str], kept: dict[str, str] | None
) -> None:
    body = {"system": "domino", "name": "Open", "options": options, "players": [{"name": f"P{n}"} for n in range(8)]}
    code = desk.client.post("/api/events", json=body).json()["code"]
    assert desk.tournament(code).setup.options == (kept or options)
    told = {one["name"]: one for one in desk.client.get("/api/systems/domino").json()["options"]}
    assert (told["variety"]["default"], told["variety"]["new"]) == ("windows", "fresh")
    assert (told["byes"]["default"], told["byes"]["new"]) == ("fair", "fair")


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'"\\ud800"', b"[" * 5000, b'{"round": 1e400}', b"NaN"])
def test_bodies_that_are_none(desk: At, body: bytes) -> None:
    code = desk.make()
    answer = desk.client.post(f"/api/events/{code}/result", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_request"


def test_numbers_beyond_everything(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    for number in (-1, 2**31, 2**63, 2**64, 10**30):
        body = json.dumps({"round": number, "table": 1, "result": "5-3"})
        headers = {"Content-Type": "application/json"}
        answer = desk.client.post(f"/api/events/{code}/result", content=body, headers=headers)
        assert answer.status_code == 400, number
        assert desk.client.get(f"/api/events/{code}/rounds/{number}").status_code == 404
        assert desk.client.get(f"/api/events/{code}/standings?after={number}").status_code in (400, 404)
    assert desk.client.get(f"/api/events/{code}/rounds/{'9' * 5000}").status_code in (400, 404)


def test_what_is_not_there(desk: At) -> None:
    for path in ("/api/events/NOPE00", "/api/events/%00", "/api/nothing", "/api/events/x/y/z", "/api/phones/a/b"):
        answer = desk.client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]["code"].startswith("no_such"), path
    assert desk.client.delete(f"/api/events/{desk.make()}").status_code == 405
    code = desk.make()
    post(desk, f"/events/{code}/delete?confirm=true")
    get(desk, f"/events/{code}", 404)


# --- the description ---------------------------------------------------------------------------------------


def test_every_deed_is_described(desk: At) -> None:
    document = get(desk, "/openapi.json")
    assert document["openapi"].startswith("3.1")
    for name in ACTIONS:
        path = f"/api/phones/{{code}}/{{mark}}/{name}" if name in PHONE else f"/api/events/{{code}}/{name}"
        operation = document["paths"][path]["post"]
        assert operation["summary"].startswith(ACTIONS[name].summary)
        assert {"200", "400", "401", "403", "404", "409", "422", "429"} <= operation["responses"].keys()
        assert {"If-Match", "Idempotency-Key", "confirm"} <= {given["name"] for given in operation["parameters"]}
    ids = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))
    assert document["components"]["schemas"]["ResultEntry"]["additionalProperties"] is False


def test_the_page_for_people(desk: At) -> None:
    for language in LANGUAGES:
        page = desk.elsewhere().get("/api", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert f'lang="{language}"' in page.text
        assert "/api/events/{code}/result" in page.text
        assert "https://" not in page.text, "nothing from elsewhere"
    assert "<script>" not in page.text


def test_what_may_be_done_now(desk: At) -> None:
    code = desk.make()
    state = get(desk, f"/events/{code}")
    assert state["deeds"] == state["actions"], "the older name stays"
    actions = {action["name"]: action for action in state["actions"]}
    assert actions.keys() == {*ACTIONS}
    assert actions["pair"] == {"name": "pair", "role": "arbiter", "now": "safe", "allowed": True}
    assert actions["publish"]["now"] == "forbidden"
    assert actions["report"]["allowed"] is False, "only a phone reports"
    public = {one["name"]: one for one in desk.elsewhere().get(f"/api/events/{code}").json()["actions"]}
    assert not any(deed["allowed"] for deed in public.values())


# --- penalties and prizes ----------------------------------------------------------------------------------


def test_penalties_and_prizes(desk: At) -> None:
    players = [{"name": f"Player {n}", "sex": "F" if n % 2 else "M"} for n in range(1, 5)]
    made = post(desk, "/events", {"system": "redemption", "name": "X", "players": players}, 201)
    event = f"/events/{made['code']}"
    assert get(desk, f"{event}/prizes")["list"] is None
    rules = {
        "prizes": [{"id": "1st", "value": 5000}, {"id": "best girl", "value": 1000, "category": "girls"}],
        "categories": [{"name": "girls", "who": "F"}],
    }
    post(desk, f"{event}/prizes", rules)
    post(desk, f"{event}/pair")
    post(desk, f"{event}/publish")
    for table in get(desk, f"{event}/rounds/1")["tables"]:
        post(desk, f"{event}/result", {"round": 1, "table": table["number"], "result": "5-1"})
    leader = get(desk, f"{event}/standings")["rows"][0]["player"]
    post(desk, f"{event}/penalise", {"player": leader, "kind": "points", "amount": 2, "reason": "late", "by": "Judge"})
    post(desk, f"{event}/penalise", {"player": leader, "kind": "note", "reason": "shouted"})
    assert get(desk, f"{event}/standings")["rows"][0]["player"] != leader
    given = get(desk, f"{event}/penalties")["penalties"]
    assert [(one["kind"], one["amount"], one["reason"]) for one in given] == [
        ("points", 1, "late"),
        ("note", 0, "shouted"),
    ]
    listed = get(desk, f"{event}/prizes")["list"]
    assert sum(one["amount"] for one in listed["payouts"]) == listed["fund"] == 6000
    for page in (f"/e/{made['code']}/prizes", f"/{made['code']}/prizes"):
        shown = desk.client.get(page)
        assert shown.status_code == 200
        assert "best girl" in shown.text
        assert "60.00" in shown.text
    assert f"/{made['code']}/prizes" in desk.client.get(f"/{made['code']}").text
    post(desk, f"{event}/lift", {"penalty": 1, "reason": "appeal", "by": "Director"})
    assert get(desk, f"{event}/standings")["rows"][0]["player"] == leader
    assert post(desk, f"{event}/prizes", {"prizes": []}, 422)["error"]["code"] == "prizes_frozen"
    post(desk, f"{event}/prizes", {"prizes": [], "by": "Dora", "reason": "no sponsor"})


def test_versions_begin_with_one(desk: At) -> None:
    """Before the first there is nothing that anybody could have seen."""
    code = desk.make()
    bodies = {"forget": {"player": 1}, "rename": {"name": "x"}}
    for name in (*(one for one in ACTIONS if one not in PHONE), "forget-all"):
        for version in ("0", '"0"'):
            headers = {"If-Match": version}
            sent = desk.client.post(
                f"/api/events/{code}/{name}?confirm=true", headers=headers, json=bodies.get(name, {})
            )
            assert sent.status_code == 400, (name, sent.status_code)
        form = desk.client.post(f"/e/{code}/do/{name}", data={"_version": "0"})
        assert form.status_code == 428, (name, form.status_code)


def test_the_desk_decides_on_nothing_before_the_first_version(desk: At) -> None:
    code = desk.make()
    owner = Actor("owner", "Dora")
    for name, body in (
        ("forget", ACTIONS["forget"].body(player=1)),
        ("undo", ACTIONS["undo"].body()),
        ("leave", ACTIONS["leave"].body(player=1)),
    ):
        request = Request(ACTIONS[name], body, owner, expected=0, confirmed=True)
        answer = DeskOfActions(desk.runtime.store).act(code, request)
        assert isinstance(answer, Conflict | Refusal), (name, answer)
