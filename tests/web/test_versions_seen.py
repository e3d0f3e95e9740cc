"""Every change carries what the person saw: no form, no action of the API without it; a newer fact asks again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from ronda.core.facts import Finished
from ronda.core.model import Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import leave, record_result, rounds
from ronda.desk.actions import ACTIONS, PHONE, STEPS
from ronda.desk.players import find_player
from ronda.systems import NAMES
from ronda.systems import system as rules_of
from ronda.web.api.actions import ROUTES as API_ACTIONS
from ronda.web.pages.settings import SECTIONS
from tests.sampling import only
from tests.web.conftest import RESULTS, At

# Forms that decide on nothing that somebody else could have changed, and why.
FREE = {
    r"/login|/logout|/password|/invite/.*": "about the person who asks",
    r"/language|/look": "about this browser",
    r"/demo|/new|/open|/e/\w+/duplicate|/collections|/signup/\w+": "makes something new",
    r"/sessions|/e/\w+/people": "makes an invitation",
    r"/sessions/others": "about the person who asks",
    r"/e/\w+/webhooks|/e/\w+/webhooks/\d+/\w+": "makes one, or names the one that it is about",
    r"/accounts|/accounts/\d+/(limits|do/[\w-]+)": "makes one, or names the one that it is about",
    r"/sessions/\d+/end|/e/\w+/people/\d+/end": "names the one session that it ends",
    r"/join/\w+/claim|/f/\w+/claim": "a claim is checked against what stands there",
    r"/signups/\w+/\d+/\w+": "an answer is checked against what stands there",
    r"/collections/\w+/check-in": "who presses twice has what was wished",
    r"/people|/people/lists": "makes something new",
    r"/people/lists/remove": "names the one list that it removes",
    r"/people/\w+/(merge|unmerge|not-same|forget)": "names the people it is about, and is refused if they are gone",
}
SEEN_BY_FORM = ("_version", "seen")
# Every page by its route; the others are streams and files, or need more than an event to be looked at.
GIVEN = {
    "player:int": "1",
    "number:int": "1",
    "table:int": "1",
    "criterion:str": "points",
    "role:str": "director",
    "key:str": "nobody",
}
GIVEN |= {"name:path": "manual/director"}
NO_PAGES = (
    "/stream",
    "/print/{file:str}",
    "/s/{code:str}/{file:str}",
    "/signup/{code:str}/{secret:str}",
    "/export/{kind:str}",
    "/now",
    "/j/{code:str}",
    "/embed/",
    "/accent.css",
    "/logo",
)
NEED_MORE = ("/invite/{secret:str}", "/welcome/{secret:str}", "/here/{secret:str}", "/api", "/static", "/schema")
QUERIES = {
    "/e/{code:str}/round/{number:int}/swap": "?one=1&other=2",
    "/join/{code:str}": "?find=1",
    "/join/{code:str}/found": "?find=1",
    "/e/{code:str}/round/{number:int}": "?table=1",
}


def pages(desk: At, code: str, mark: str, system: str) -> Iterator[str]:
    """All that a browser can show of an event, from the routes of the application itself."""
    given = {**GIVEN, "code:str": code, "mark:str": mark, "name:str": system}
    for route in desk.app.routes:
        path = route.path
        skipped = any(part in path for part in NO_PAGES) or path.startswith(NEED_MORE)
        if "GET" not in getattr(route, "methods", ()) or skipped:
            continue
        sections = SECTIONS if "section:str" in path else ("",)
        for section in sections:
            values = {**given, "section:str": section}
            filled = "".join(values[part] if at % 2 else part for at, part in enumerate(re.split(r"\{([^}]+)\}", path)))
            yield filled
        if path in QUERIES:
            yield filled + QUERIES[path]


class Forms(HTMLParser):
    """The forms of a page that post, with the names of their fields."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("method", "").lower() == "post"
            if self.inside:
                self.found.append((given.get("action", ""), {}))
        elif self.inside and "name" in given:
            self.found[-1][1].setdefault(given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def forms_of(text: str) -> list[tuple[str, dict[str, str]]]:
    parser = Forms()
    parser.feed(text)
    return parser.found


def stages(desk: At, system: str) -> Iterator[str]:
    """The code of an event at every stage that pages know."""
    code = desk.make(system, players=7 if system in ("chess", "redemption") else 9, rounds=3)
    yield code
    desk.act(code, "check_in", lambda t: _arrived(t))
    yield code
    desk.draft(code)
    yield code
    _published(desk, code)
    yield code
    _entered(desk, code, 1)
    yield code
    for table in desk.tournament(code).rounds[-1].tables[1:]:
        _entered(desk, code, table.number)
    yield code
    assert desk.client.post(f"/e/{code}/do/undo", headers={"HX-Request": "true"}).status_code == 200
    yield code
    _entered(desk, code, desk.tournament(code).rounds[-1].tables[-1].number)
    desk.play(code)
    desk.play(code)
    yield code
    desk.act(code, "finish", rounds.finish)
    yield code
    desk.act(code, "reopen", lambda _: Finished(again=True))
    yield code


def _arrived(tournament: Tournament) -> Any:
    from ronda.desk.players import check_in

    player = find_player(tournament, 1)
    assert not isinstance(player, Refusal)
    return check_in(tournament, player)


def _published(desk: At, code: str) -> None:
    from ronda.desk.bodies import ApprovalInput

    if desk.tournament(code).rounds[-1].forced:
        desk.act(code, "approve", lambda t: rounds.approve(t, ApprovalInput("Dora", "few players")))
    desk.act(code, "publish", rounds.publish)


def _entered(desk: At, code: str, table: int) -> None:
    text = RESULTS[desk.tournament(code).setup.system]
    number = desk.tournament(code).rounds[-1].tables[0].number if table == 1 else table
    desk.act(code, "result", lambda t: record_result(t, len(t.rounds), number, text))


@pytest.mark.parametrize("system", only(NAMES, NAMES[:1]))
def test_no_form_without_what_was_seen(desk: At, system: str) -> None:
    gone = desk.make(system)
    desk.client.post(f"/e/{gone}/do/delete", data={"_confirm": "true"})
    acting: set[str] = set()
    for code in stages(desk, system):
        mark = desk.runtime.mark(code, 1)
        for path in pages(desk, code, mark, system):
            answer = desk.client.get(path, headers={"Accept-Language": "en"})
            assert answer.status_code in (200, 400, 404, 422), path
            for action, fields in forms_of(answer.text) if answer.status_code == 200 else ():
                acting.add(re.sub(r"\?.*|\d+$", "", action.replace(code, "CODE").replace(mark, "MARK")))
                if any(fields.get(name) for name in SEEN_BY_FORM):
                    continue
                reason = next((pattern for pattern in FREE if re.fullmatch(pattern, action.partition("?")[0])), None)
                assert reason is not None, f"{path} posts to {action} without what was seen: {fields}"
    names = ("pair", "publish", "discard", "undo", "redo", "finish", "reopen", "rename", "options", "edit")
    known = {f"/e/CODE/do/{name}" for name in (*names, "leave", "check-in", "take-back", "archive", "delete", "swap")}
    known |= {
        f"/e/CODE/{form}"
        for form in ("results", "clock/start", "clock/table", "clock/reset", "display", "apart", "uses")
    }
    if rules_of(system).rules.byes.on_request(Setup(system)):
        known |= {"/e/CODE/do/bye"}
    known |= {"/p/CODE/MARK/tell/report", "/p/CODE/MARK/tell/arrive"}
    assert known <= acting, f"the walk comes by all of these, but not by {known - acting}"


def test_no_deed_from_a_page_without_what_was_seen(desk: At) -> None:
    """Whatever a page forgets, the server asks for it."""
    code = desk.make()
    desk.publish(code)
    before = desk.runtime.store.load(code)
    mark = desk.runtime.mark(code, 1)
    paths = [f"/e/{code}/do/{name}" for name in ACTIONS if name not in PHONE]
    paths += [f"/p/{code}/{mark}/tell/{name}" for name in PHONE]
    paths += [
        f"/e/{code}/{form}" for form in ("results", "check-in", "apart", "apart/remove", "display", "clock/start")
    ]
    paths += [f"/e/{code}/player-link/1"]
    for path in paths:
        fields = {"round": "1", "table": "1", "result": "5-3", "club": "x", "_version": "", "seen": ""}
        answer = desk.client.post(path, data=fields, follow_redirects=False)
        assert answer.status_code == 428, (path, answer.status_code)
    after = desk.runtime.store.load(code)
    assert before is not None
    assert after is not None
    assert after.version == before.version


def test_every_action_of_the_api_takes_what_was_seen(desk: At) -> None:
    document = desk.client.get("/api/openapi.json").json()
    actions = [path for path, methods in document["paths"].items() if "post" in methods and "{code}" in path]
    assert len(actions) >= len(API_ACTIONS)
    for path in actions:
        operation = document["paths"][path]["post"]
        seen = [given for given in operation.get("parameters", ()) if given["name"] == "If-Match"]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        named = body.get("$ref", "").rpartition("/")[2]
        properties = document["components"]["schemas"].get(named, {}).get("properties", {})
        assert seen or {"was", "seen", "changes"} & properties.keys() or path in NEW, path
        if path.rpartition("/")[2] in STEPS:
            assert "428" in operation["responses"]


NEW = {"/api/events/{code}/duplicate", "/api/events/{code}/people"}  # make something new
NEW |= {"/api/events/{code}/players/{player}/phones/{phone}"}  # names the one that was seen
NEW |= {"/api/events/{code}/webhooks", "/api/events/{code}/webhooks/{number}/{what}"}
NEW |= {"/api/phones/{code}/{mark}/ask"}  # says what is wanted, whatever stood there
NEW |= {"/api/events/{code}/join"}  # checked against what stands there
NEW |= {"/api/signups/{code}", "/api/signups/{code}/{number}"}  # checked against what stands there


@pytest.mark.parametrize("name", STEPS)
def test_the_api_undoes_nothing_unseen(desk: At, name: str) -> None:
    code = desk.make()
    desk.publish(code)
    if name == "redo":
        version = desk.client.get(f"/api/events/{code}").json()["version"]
        desk.client.post(f"/api/events/{code}/undo", json={}, headers={"If-Match": str(version)})
    before = desk.runtime.store.load(code)
    assert before is not None
    answer = desk.client.post(f"/api/events/{code}/{name}", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (428, "version_needed")
    stale = desk.client.post(f"/api/events/{code}/{name}", json={}, headers={"If-Match": str(before.version - 1)})
    assert stale.status_code == 409
    assert len(stale.json()["since"]) == 1
    other = desk.client.post(f"/api/events/{code}/{name}", json={"of": 3}, headers={"If-Match": str(before.version)})
    assert other.status_code == 409, "the version is right, but another action is meant"
    done = desk.client.post(f"/api/events/{code}/{name}", json={}, headers={"If-Match": str(before.version)})
    assert done.status_code == 200


# --- a newer fact asks again --------------------------------------------------------------------------------


def undo_form(desk: At, code: str, page: str = "") -> dict[str, str]:
    found = [fields for action, fields in forms_of(desk.client.get(f"/e/{code}{page}").text) if action.endswith("undo")]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("page", ["", "/log"])
def test_undo_does_not_take_back_what_was_not_seen(desk: At, page: str) -> None:
    """A helper's result came in after the director had looked."""
    code = desk.make()
    desk.publish(code)
    form = undo_form(desk, code, page)
    assert "Round 1 published" in desk.client.get(f"/e/{code}{page}").text
    _entered(desk, code, 1)
    answer = desk.client.post(f"/e/{code}/do/undo", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "Round 1, table 1" in answer.text, "what has happened"
    assert ", test: " in answer.text, "and by whom"
    assert desk.tournament(code).rounds[-1].tables[0].result is not None
    again = undo_form(desk, code, page)
    assert again["of"] != form["of"]
    assert desk.client.post(f"/e/{code}/do/undo", data=again, headers={"HX-Request": "true"}).status_code == 200
    assert desk.tournament(code).rounds[-1].tables[0].result is None
    assert desk.tournament(code).rounds[-1].status == "published"


def test_what_players_report_does_not_keep_the_desk_from_undoing(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    _entered(desk, code, 1)
    form = undo_form(desk, code)
    table = desk.tournament(code).rounds[-1].tables[1]
    mark = desk.runtime.mark(code, table.first[0])
    told = desk.client.post(f"/p/{code}/{mark}/tell/report", data={"ours": "5", "theirs": "3"}, follow_redirects=False)
    assert told.status_code == 303
    assert desk.tournament(code).reports
    assert desk.client.post(f"/e/{code}/do/undo", data=form, headers={"HX-Request": "true"}).status_code == 200


def test_the_question_keeps_what_was_seen(desk: At) -> None:
    """Undoing in a finished event is asked about first: the answer is decided on what was seen before."""
    code = desk.make(rounds=2)
    desk.play(code)
    desk.act(code, "finish", rounds.finish)
    form = undo_form(desk, code, "/log")
    question = desk.client.post(f"/e/{code}/do/undo", data=form, headers={"HX-Request": "true"})
    assert question.status_code == 409
    (_, fields) = forms_of(question.text)[0]
    assert fields["_version"] == form["_version"]
    desk.act(code, "reopen", lambda _: Finished(again=True))
    answer = desk.client.post(f"/e/{code}/do/undo", data=fields, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "Event reopened" in answer.text


def test_a_slip_in_a_round_that_is_over_is_taken_back_without_ceremony(desk: At) -> None:
    """Until the next round is made; whoever takes out another result is told that the round will be open again."""
    code = desk.make()
    desk.play(code)
    page = desk.client.get(f"/e/{code}/round/1/table/1").text
    back = next(fields for action, fields in forms_of(page) if action.endswith("/take-back"))
    out = {"round": "1", "table": "2", "was": "5-3", "_version": str(desk.runtime.event(code).version)}  # type: ignore[union-attr]
    question = desk.client.post(f"/e/{code}/do/erase", data=out, headers={"HX-Request": "true"})
    assert question.status_code == 409
    assert "Round 1 is over. Without this result it is open again" in question.text
    assert desk.client.post(f"/e/{code}/do/take-back", data=back, headers={"HX-Request": "true"}).status_code == 200
    assert not desk.tournament(code).rounds[-1].over


def test_a_draft_that_was_changed_is_not_published_unseen(desk: At) -> None:
    code = desk.make()
    desk.draft(code)
    seen = str(desk.client.get(f"/api/events/{code}").json()["version"])
    one, other = (table.first[0] for table in desk.tournament(code).rounds[-1].tables[:2])
    swapped = rounds.swap_players(desk.tournament(code), one, other)
    assert not isinstance(swapped, Refusal)
    desk.act(code, "rearrange", lambda _: swapped.fact)
    answer = desk.client.post(f"/e/{code}/do/publish", data={"_version": seen}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert desk.tournament(code).rounds[-1].status == "draft"
    version = answer.headers["ronda-version"]
    again = desk.client.post(f"/e/{code}/do/publish", data={"_version": version}, headers={"HX-Request": "true"})
    assert again.status_code == 200, "who was told, and means it still, says it again"


def test_nobody_leaves_from_another_round_than_was_seen(desk: At) -> None:
    code = desk.make()
    desk.play(code)
    seen = str(desk.client.get(f"/api/events/{code}").json()["version"])
    desk.publish(code)
    data = {"player": "1", "_version": seen}
    assert desk.client.post(f"/e/{code}/do/leave", data=data, headers={"HX-Request": "true"}).status_code == 409
    assert desk.tournament(code).players[0].left_after is None


def test_what_does_not_concern_it_does_not_stop_it(desk: At) -> None:
    """In a full hall something happens every moment."""
    code = desk.make()
    desk.publish(code)
    seen = str(desk.client.get(f"/api/events/{code}").json()["version"])
    _entered(desk, code, 1)
    desk.act(code, "leave", lambda t: leave(t, t.players[2]))
    for name, fields in (
        ("rename", {"name": "Open"}),
        ("check-in", {"player": "1", "here": "false"}),
        ("edit", {"player": "2", "name": "Bea"}),
        ("result", {"round": "1", "table": "2", "result": "5-1", "was": ""}),
        ("pause", {"player": "4"}),
    ):
        data = {**fields, "_version": seen}
        answer = desk.client.post(f"/e/{code}/do/{name}", data=data, headers={"HX-Request": "true"})
        assert answer.status_code == 200, (name, answer.text)


def test_a_result_is_for_those_who_sat_there(desk: At) -> None:
    """The slip says table 1; meanwhile others sit at it."""
    code = desk.make()
    desk.publish(code)
    seen = str(desk.client.get(f"/api/events/{code}").json()["version"])
    first = desk.tournament(code).rounds[-1].tables[0]
    mark = desk.runtime.mark(code, first.first[0])
    swapped = rounds.swap_tables(desk.tournament(code), 1, 2)
    assert not isinstance(swapped, Refusal)
    desk.act(code, "rearrange", lambda _: swapped.fact)
    data = {"round": "1", "table": "1", "result": "5-3", "was": "", "_version": seen}
    answer = desk.client.post(f"/e/{code}/results", data=data, headers={"accept": "application/json"})
    assert answer.json()["state"] == "refused"
    told = desk.client.post(f"/p/{code}/{mark}/tell/report", data={"ours": "5", "theirs": "3", "_version": seen})
    assert told.status_code == 422
    assert not any(table.result for table in desk.tournament(code).rounds[-1].tables)
    assert not desk.tournament(code).reports


@pytest.mark.parametrize("name", ["reverse", "erase"])
def test_a_corrected_result_is_not_turned_or_erased_unseen(desk: At, name: str) -> None:
    code = desk.make()
    desk.publish(code)
    _entered(desk, code, 1)
    seen = str(desk.client.get(f"/api/events/{code}").json()["version"])
    desk.act(code, "correct", lambda t: record_result(t, 1, 1, "0-5"))
    at = {"round": "1", "table": "1", "_confirm": "true"}
    late = desk.client.post(f"/e/{code}/do/{name}", data={**at, "_version": seen}, headers={"HX-Request": "true"})
    assert late.status_code == 409
    body = {"round": 1, "table": 1, "was": "5-3"}
    answer = desk.client.post(f"/api/events/{code}/{name}?confirm=true", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "changed_meanwhile")


def test_how_the_event_shows_itself_is_changed_as_it_was_seen(desk: At) -> None:
    code = desk.make()
    (form,) = [
        f for action, f in forms_of(desk.client.get(f"/e/{code}/settings/phones").text) if action.endswith("display")
    ]
    data = {"seen": form["seen"], "names": "initials", "join": "true", "reports": "true"}
    assert desk.client.post(f"/e/{code}/display", data=data, headers={"HX-Request": "true"}).status_code == 200
    late = desk.client.post(f"/e/{code}/display", data={**data, "names": "number"}, headers={"HX-Request": "true"})
    assert late.status_code == 409
    assert desk.runtime.display(code).names == "initials"


def test_the_link_of_a_phone_is_renewed_once(desk: At) -> None:
    """Two people at the desk press at once: the link that the first one prints is good."""
    code = desk.make()
    for _ in range(2):
        desk.client.post(f"/e/{code}/player-link/1", data={"seen": "0"})
    assert desk.runtime.display(code).editions == {"1": 1}
