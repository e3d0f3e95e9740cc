"""What programs and pages of other sites find: files, sheets, explanations, people; CORS; the overlay; and a client
that is made from the description."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ronda.desk import rounds
from ronda.operations.event_settings import Display, player_mark
from ronda.web.settings import ServerSettings
from tests.web.conftest import RESULTS, At, opened
from tests.web.who_may.test_routes_by_role import NAMES, with_pass

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "api.md"
ELSEWHERE = {"Origin": "https://club.example.org"}
ALLOWED = "access-control-allow-origin"


# --- other sites -------------------------------------------------------------------------------------------


def test_pages_of_other_sites_read_what_is_public(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    for path in (
        f"/api/events/{code}",
        f"/api/events/{code}/standings",
        "/api/systems",
        f"/api/events/{code}/rounds/1",
    ):
        answer = desk.elsewhere().get(path, headers=ELSEWHERE)
        assert (answer.status_code, answer.headers[ALLOWED]) == (200, "*"), path
        assert "access-control-allow-credentials" not in answer.headers
    assert ALLOWED not in desk.elsewhere().get(f"/api/events/{code}").headers, "no other site asks"


def test_they_never_read_as_the_desk(desk: At) -> None:
    """Whatever the browser sends along, and even at the machine of the owner itself."""
    code = desk.make(names=NAMES)
    desk.draft(code)
    desk.show(code, Display(names="number"))
    owner = with_pass(desk, "owner", "")
    for client in (desk.client, owner):
        assert client.get(f"/api/events/{code}").json()["role"] == "owner"
        answer = client.get(f"/api/events/{code}", headers=ELSEWHERE)
        assert (answer.json()["role"], answer.json()["rounds"]) == ("public", 0)
        assert NAMES[0] not in client.get(f"/api/events/{code}/players", headers=ELSEWHERE).text
        assert client.get(f"/api/events/{code}/log", headers=ELSEWHERE).status_code == 401
        assert client.get("/api/events", headers=ELSEWHERE).status_code == 401
        assert client.get(f"/e/{code}", headers={"Origin": "null"}, follow_redirects=False).status_code == 401


def test_a_key_is_for_programs_not_for_pages(desk: At) -> None:
    code = desk.make()
    made = desk.client.post(f"/api/events/{code}/people", json={"name": "Score board", "kind": "key"})
    assert made.status_code == 201
    key = {"Authorization": f"Bearer {made.json()['secret']}"}
    answer = desk.elsewhere().get(f"/api/events/{code}", headers={**key, **ELSEWHERE})
    assert answer.json()["role"] == "helper"
    assert ALLOWED not in answer.headers
    asked = {**ELSEWHERE, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}
    assert ALLOWED not in desk.elsewhere().options(f"/api/events/{code}", headers=asked).headers.get(ALLOWED, "")


def test_the_links_of_players_are_nobody_elses(desk: At) -> None:
    code = desk.make()
    mark = desk.runtime.mark(code, 1)
    answer = desk.elsewhere().get(f"/api/phones/{code}/{mark}", headers=ELSEWHERE)
    assert answer.status_code == 200
    assert ALLOWED not in answer.headers


@pytest.mark.parametrize(("origins", "allowed"), [((), None), (("https://club.example.org",), ELSEWHERE["Origin"])])
def test_the_sites_can_be_named(tmp_path: Path, origins: tuple[str, ...], allowed: str | None) -> None:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), origins=origins)) as desk:
        code = desk.make()
        answer = desk.elsewhere().get(f"/api/events/{code}", headers=ELSEWHERE)
        assert answer.headers.get(ALLOWED) == allowed
        assert "Origin" in answer.headers["vary"]
        other = desk.elsewhere().get(f"/api/events/{code}", headers={"Origin": "https://other.example.org"})
        assert ALLOWED not in other.headers


# --- files, sheets, explanations ---------------------------------------------------------------------------


def test_files_and_back(desk: At) -> None:
    code = desk.make()
    desk.play(code)
    api = f"/api/events/{code}"
    found = {kind: desk.client.get(f"{api}/export/{kind}") for kind in ("json", "xlsx", "csv", "trf")}
    assert {kind: answer.status_code for kind, answer in found.items()} == {
        "json": 200,
        "xlsx": 200,
        "csv": 200,
        "trf": 404,
    }
    assert found["xlsx"].content[:2] == b"PK"
    assert found["trf"].json()["error"]["message"]
    assert desk.client.get(f"{api}/export/csv?what=none").status_code == 404
    for kind in ("json", "xlsx"):
        body = {"content": base64.b64encode(found[kind].content).decode()}
        made = desk.client.post("/api/open", json=body)
        assert made.status_code == 201, kind
        assert (made.json()["players"], made.json()["rounds"]) == (6, 1)
        assert desk.client.get(made.headers["location"]).status_code == 200
    bad = desk.client.post("/api/open", json={"content": base64.b64encode(b"{}").decode()})
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "unreadable")
    assert desk.client.post("/api/open", json={"content": "§"}).status_code == 400


def test_sheets(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    api = f"/api/events/{code}/sheets"
    names = {one["name"] for one in desk.client.get(api).json()["sheets"]}
    assert {"tables", "slips", "standings"} <= names
    sheet = desk.client.get(f"{api}/slips?round=1&language=de&paper=letter")
    assert (sheet.headers["content-type"], sheet.content[:4]) == ("application/pdf", b"%PDF")
    anybody = desk.elsewhere()
    assert [anybody.get(f"{api}/{name}").status_code for name in ("tables", "slips", "audit")] == [200, 401, 401]


def test_why_check_swap_forecast_working(desk: At) -> None:
    code = desk.make()
    desk.draft(code)
    api = f"/api/events/{code}"
    table = desk.client.get(f"{api}/rounds/1").json()["tables"][0]
    told = desk.client.get(f"{api}/rounds/1/why?table={table['number']}").json()
    assert told["short"][0]["article"]
    assert told["met"] == []
    assert desk.client.get(f"{api}/rounds/1/why").status_code == 404
    checked = desk.client.get(f"{api}/rounds/1/check").json()
    assert (checked["holds"], checked["round"]) == (True, 1)
    one, other = table["first"][0], desk.client.get(f"{api}/rounds/1").json()["tables"][1]["first"][0]
    swapped = desk.client.get(f"{api}/rounds/1/swap?one={one}&other={other}").json()
    assert len(swapped["tables"]) == 2
    before = desk.tournament(code)
    assert desk.tournament(code) == before, "nothing is stored"
    assert desk.client.get(f"{api}/rounds/1/swap?one={one}&other={one}").status_code == 422
    assert desk.client.get(f"{api}/forecast").json()["findings"]
    desk.act(code, "discard", rounds.discard)
    desk.play(code)
    row = desk.elsewhere().get(f"{api}/standings?player=1").json()["rows"][0]
    assert row["criteria"].keys() == row["working"].keys()
    listed = desk.elsewhere().get(f"{api}/cross-table").json()
    assert sorted(listed["players"]) == [1, 2, 3, 4, 5, 6]
    assert desk.elsewhere().get(f"{api}/start-list").json()["rows"]
    assert desk.client.get(f"{api}/log/verify").json()["holds"] is True


def test_before_an_event_is_made(desk: At) -> None:
    systems = desk.elsewhere().get("/api/systems").json()["systems"]
    assert {one["id"] for one in systems} >= RESULTS.keys()
    assert all(option["text"] for one in systems for option in one["options"])
    assert desk.elsewhere().get("/api/systems/none").status_code == 404
    players = [{"name": f"Player {n}"} for n in range(1, 9)]
    body = {"system": "redemption", "name": "New", "players": players, "options": {"rounds": 3}}
    found = desk.client.post("/api/forecast", json=body).json()
    assert (found["players"], found["tables"], found["byes"], found["rounds"]) == (8, 4, 0, 3)
    assert found["findings"]
    assert desk.runtime.store.codes() == ()
    assert desk.client.post("/api/demo", json={}).status_code == 201


def test_links_phones_and_calls(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    player = f"/api/events/{code}/players/1"
    link = desk.client.get(f"{player}/link").json()
    assert link["link"].endswith(f"/p/{code}/{link['mark']}")
    asked = desk.elsewhere().post(f"/api/phones/{code}/{link['mark']}/ask", json={"what": "arbiter"})
    assert asked.json()["table"] == 1
    call = desk.client.get(f"/api/events/{code}/calls").json()["calls"][0]
    assert (call["player"], call["what"], call["table"]) == (1, "arbiter", 1)
    answers = f"/api/events/{code}/calls/1"
    assert desk.client.post(answers, json={"what": "arbiter", "seen": "2020-01-01"}).status_code == 409
    assert desk.client.post(answers, json={"what": "arbiter", "seen": call["since"]}).json() == {"calls": []}
    assert desk.client.post(f"{player}/link", json={"changes": 7}).status_code == 409
    renewed = desk.client.post(f"{player}/link", json={"changes": 0}).json()
    assert (renewed["changes"], renewed["mark"] == link["mark"]) == (1, False)
    assert desk.elsewhere().get(f"/api/phones/{code}/{link['mark']}").status_code == 404
    assert desk.elsewhere().get(f"/api/phones/{code}/{renewed['mark']}/known").json()["player"]
    assert player_mark("key", code, 1) != renewed["mark"]


def test_people_by_api(desk: At) -> None:
    code = desk.make()
    api = f"/api/events/{code}/people"
    link = desk.client.post(api, json={"name": "Ana", "role": "arbiter"}).json()["link"]
    page = desk.elsewhere().get(link.partition("8000")[2] or link)
    assert "Ana" in page.text
    listed = desk.client.get(api).json()["passes"]
    assert [(one["kind"], one["role"], one["name"]) for one in listed] == [("invitation", "arbiter", "Ana")]
    helper = with_pass(desk, "arbiter", code)
    assert helper.delete(f"{api}/{listed[0]['id']}").status_code == 403, "arbiters do not end arbiters"
    assert desk.client.delete(f"{api}/{listed[0]['id']}").status_code == 200
    assert desk.client.delete(f"{api}/{listed[0]['id']}").status_code == 404
    key = desk.client.post("/api/sessions", json={"name": "Cloud"}).json()["secret"]
    program = {"Authorization": f"Bearer {key}"}
    assert desk.elsewhere().get("/api/events", headers=program).status_code == 200
    own = next(one for one in desk.elsewhere().get("/api/sessions", headers=program).json()["passes"] if one["own"])
    assert desk.elsewhere().delete(f"/api/sessions/{own['id']}", headers=program).status_code == 200
    assert desk.elsewhere().get("/api/events", headers=program).status_code == 401


def test_once_more_and_back(desk: At) -> None:
    code = desk.make()
    made = desk.client.post(f"/api/events/{code}/duplicate", json={"name": "Once more"})
    assert (made.status_code, made.json()["name"], made.json()["players"]) == (201, "Once more", 6)
    assert desk.client.post(f"/api/events/{code}/delete?confirm=true", json={"gone": True}).status_code == 200
    assert [one["code"] for one in desk.client.get("/api/deleted").json()["events"]] == [code]
    assert desk.client.post(f"/api/deleted/{code}/recover", headers={"If-Match": "1"}).status_code == 409
    assert desk.client.post(f"/api/deleted/{code}/recover").json()["code"] == code
    assert desk.client.get("/api/deleted").json()["events"] == []


# --- the overlay -------------------------------------------------------------------------------------------


def test_the_overlay(desk: At) -> None:
    code = desk.make(names=NAMES)
    away = desk.elsewhere()
    assert away.get(f"/overlay/{code}?table=1").status_code == 200
    desk.play(code)
    shown = away.get(f"/overlay/{code}?table=1")
    assert "5" in shown.text
    assert "data-overlay=" in shown.text
    assert "frame-ancestors *" in shown.headers["content-security-policy"]
    first = desk.tournament(code).rounds[0].tables[0].first[0]
    assert NAMES[first - 1] in shown.text
    desk.show(code, Display(names="number"))
    hidden = away.get(f"/overlay/{code}?table=1").text + away.get(f"/overlay/{code}").text
    assert not any(name in hidden for name in NAMES)
    assert away.get(f"/overlay/{code}/part?show=clock").status_code == 200
    assert away.get(f"/overlay/{code}?show=none").status_code == 404
    assert away.get(f"/overlay/{code}?table=99").status_code == 200


# --- a client made from the description --------------------------------------------------------------------


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The operations of the client that openapi-python-client makes from the description, as the guide says."""
    folder = tmp_path_factory.mktemp("client")
    with opened(ServerSettings(str(folder / "ronda.db"))) as desk:
        (folder / "openapi.json").write_text(desk.client.get("/api/openapi.json").text)
    found = re.search(r"```yaml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found
    (folder / "client.yaml").write_text(found[1])
    words = ["generate", "--path", "openapi.json", "--config", "client.yaml", "--meta", "none"]
    surroundings = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}  # it looks for ruff
    told = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *words, "--output-path", "generated_client"],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    assert "WARNING" not in told.stdout + told.stderr, "all of it was understood"
    sys.path.insert(0, str(folder))
    yield import_module("generated_client")
    sys.path.remove(str(folder))


class Client:
    """Calls operations of the generated client by their names, as this browser; what went wrong raises."""

    def __init__(self, module: Any, who: Any) -> None:
        self._client = module.Client("").set_httpx_client(who)
        self._places = {path.stem: path.parent.name for path in Path(module.__file__).parent.glob("api/*/*.py")}
        self._models = import_module("generated_client.models")

    def __call__(self, operation: str, *given: Any, body: tuple[str, dict[str, Any]] | None = None, **more: Any) -> Any:
        if body is not None:
            more["body"] = getattr(self._models, body[0]).from_dict(body[1])
        module = import_module(f"generated_client.api.{self._places[operation]}.{operation}")
        answer = module.sync_detailed(*given, client=self._client, **more)
        if answer.status_code >= 400:
            raise ValueError(f"{answer.status_code} {answer.parsed.error.code}")
        return answer.parsed


@pytest.mark.parametrize("system", sorted(RESULTS))
def test_a_generated_client_runs_a_whole_event(desk: At, generated: Any, system: str) -> None:
    api = Client(generated, desk.client)
    players = [{"name": f"Player {n}", "rating": 2000 - n} for n in range(1, 9)]
    options = {} if system == "robin" else {"rounds": 3}
    wish = {"system": system, "name": "By a program", "players": players, "options": options}
    event = api("make_event", body=("NewEvent", wish))
    code = event.code
    for number in range(1, event.planned_rounds + 1):
        drafted = api("event_pair", code, body=("NextRound", {}))
        if api("get_round", code, number).forced:
            api("event_approve", code, body=("ApprovalInput", {"by": "Program", "reason": "few players"}))
        assert api("check_round", code, number).holds
        version = str(api("get_event", code).version)
        api("event_publish", code, body=("Body", {}), if_match=version)
        assert drafted.rounds == number
        for table in api("get_round", code, number).tables:
            told = {"round": number, "table": table.number, "result": RESULTS[system], "was": ""}
            api("event_result", code, body=("ResultEntry", told), idempotency_key=f"{number}-{table.number}")
        api("event_close", code, body=("Body", {}), confirm=True)
    finished = api("event_finish", code, body=("Body", {}), confirm=True)
    assert finished.finished
    assert finished.winners
    assert len(api("get_standings", code).rows) == 8
    sheets = import_module("generated_client.models").PrintSheetName
    assert api("print_sheet", code, sheets.STANDINGS).payload.read().startswith(b"%PDF")
    assert api("export_json", code).to_dict()["system"] == system
    with pytest.raises(ValueError, match="404"):
        api("get_event", "NONE")
    public = Client(generated, desk.elsewhere())
    with pytest.raises(ValueError, match="401"):
        public("get_log", code)
    assert public("get_standings", code).rows
