"""The description of the API: types are called by nouns, paths name all their methods, files are what they say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from ronda.desk import record_result, rounds
from ronda.web.app import ROUTES
from tests.web.conftest import At

# What the names of types end with: things, and nothing that is done to them.
NOUNS = {
    *("Absence", "Adjustment", "Advice", "Answer", "Archive", "Beginning", "Body", "Bye", "Call", "Category", "Cell"),
    *("Change", "Collection", "Deletion", "Edit", "Entry", "Erasure", "Error", "Event", "Exclusion", "Face", "Fee"),
    *("Field", "File", "Forecast", "Form", "Inclusion", "Input", "Invitation", "Lift", "Limit", "Line", "Link", "List"),
    *("Log", "Merge", "Name", "News", "Note", "Option", "Pair", "Pass", "Passes", "Person", "Phone", "Picture"),
    *("Place", "Player", "Presence", "Preset", "Prize", "Publication", "Reason", "Receipt", "Ref", "Refund", "Removal"),
    *("Renewal", "Report", "Restoration", "Round", "Row", "SignUp", "Stage", "State", "Step", "Swap", "System"),
    *("Trial", "Turn", "Verdict", "View", "Visibility", "Webhook", "Wish", "Word"),
}


def document(desk: At) -> Any:
    return desk.client.get("/api/openapi.json").json()


def parts(told: Any) -> Iterator[dict[str, Any]]:
    """Every object in a part of the document."""
    if isinstance(told, dict):
        yield told
    for one in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from parts(one)


# --- names -------------------------------------------------------------------------------------------------


def test_types_are_called_by_nouns(desk: At) -> None:
    """A name that two types have would get the path of a module in front, and be lost in generated clients."""
    schemas = document(desk)["components"]["schemas"]
    assert {name: shape["title"] for name, shape in schemas.items() if shape["title"] != name} == {}
    ends = tuple({end for noun in NOUNS for end in (noun, f"{noun}s")})
    assert [name for name in schemas if not re.fullmatch("([A-Z][a-z]+)+", name) or not name.endswith(ends)] == []


def test_the_language_of_an_event_is_a_named_one_or_none(desk: At) -> None:
    found = document(desk)["components"]["schemas"]["DisplayWish"]["properties"]["language"]
    assert [part for part in parts(found) if "" in part.get("enum", ())] == []
    path = f"/api/events/{desk.make()}/display"
    for body, kept in (({"language": "de"}, "de"), ({"language": None}, ""), ({"language": "tr"}, "tr"), ({}, "")):
        assert desk.client.put(path, json=body).json()["language"] == kept
    desk.client.put(path, json={"language": "de"})
    assert desk.client.put(path, json={"language": ""}).json()["language"] == "", "as older programs say it"
    assert desk.client.put(path, json={"language": "xx"}).status_code == 400


# --- what is told is so ------------------------------------------------------------------------------------


def test_bounds_are_told_at_both_ends(desk: At) -> None:
    """Also the zero of a number that may be null."""
    told = document(desk)
    assert [part for part in parts(told) if "maximum" in part and "minimum" not in part] == []
    pair = told["components"]["schemas"]["AvoidPair"]["properties"]["players"]
    assert (pair["minItems"], pair["maxItems"]) == (2, 2)


def test_a_parameter_is_there_or_not_but_never_null(desk: At) -> None:
    operations = [one for methods in document(desk)["paths"].values() for one in methods.values()]
    given = [parameter["schema"] for one in operations for parameter in one.get("parameters", ())]
    assert [kind for kind in given if {"type": "null"} in kind.get("oneOf", ())] == []
    assert [one["operationId"] for one in operations if "content" in one["responses"].get("204", {})] == []


def test_an_empty_name_is_refused_as_the_document_says(desk: At) -> None:
    told, code, tried = document(desk), desk.make(), 0
    for path, methods in told["paths"].items():
        kind = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        shape = told["components"]["schemas"].get(kind.get("schema", {}).get("$ref", "").rpartition("/")[2], {})
        if shape.get("properties", {}).get("name", {}).get("minLength") == 1:
            body = {"name": "", "system": "chess", "of": "festival", "player": 1}
            body = {key: value for key, value in body.items() if key in shape["required"]}
            answer = desk.client.post(path.replace("{code}", code), json=body)
            assert answer.status_code == 422, path
            tried += 1
    assert tried > 7


def test_an_unknown_system_is_told_the_others(desk: At) -> None:
    for path in ("events", "forecast", "demo"):
        answer = desk.client.post(f"/api/{path}", json={"system": "ches"} | ({} if path == "demo" else {"name": "X"}))
        (detail,) = answer.json()["error"]["detail"]
        assert (answer.status_code, detail["key"]) == (400, "system")
        assert "chess" in detail["message"]


# --- examples of an event ----------------------------------------------------------------------------------


def examples(desk: At, client: Any, code: str) -> dict[str, Any]:
    """The examples in the parameters of the document, by their names."""
    told = client.get(f"/api/openapi.json?event={code}").json()
    operations = [one for methods in told["paths"].values() for one in methods.values()]
    return {p["name"]: p["example"] for one in operations for p in one.get("parameters", ()) if "example" in p}


def test_examples_are_there(desk: At) -> None:
    """Every route that reads of an event finds something with them."""
    code = desk.make("dutch")
    desk.play(code)
    desk.act(code, "close", rounds.close)
    desk.draft(code)
    told = desk.client.get(f"/api/openapi.json?event={code}").json()
    unanswered = set()
    for path, methods in told["paths"].items():
        given = methods.get("get", {}).get("parameters", ())
        known = {one["name"]: one["example"] for one in given if "example" in one}
        if known and not path.endswith(("/stream", "/sheets/{name}", "/{number}/deliveries")):
            asked = {name: value for name, value in known.items() if f"{{{name}}}" not in path}
            answer = desk.client.get(path.format_map(known), params=asked)
            unanswered |= set() if answer.status_code == 200 else {path}
    assert unanswered == {"/api/events/{code}/clock"}, "a draft has none"


def test_examples_of_what_is_sent(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    desk.act(code, "result", lambda event: record_result(event, 1, 1, "5-3"))
    told = desk.client.get(f"/api/openapi.json?event={code}").json()["components"]["schemas"]
    body = {name: kind["examples"][0] for name, kind in told["ResultEntry"]["properties"].items() if "examples" in kind}
    assert body.keys() == {"round", "table", "result"}
    assert desk.client.post(f"/api/events/{code}/result", json=body).status_code == 200
    assert "examples" not in told["Error"]["properties"]["code"], "of another kind"


def test_examples_tell_nobody_more_than_they_may_know(desk: At) -> None:
    other, code = desk.make(), desk.make()
    desk.draft(code)
    plain = desk.client.get("/api/openapi.json").text
    assert '"example' not in plain
    assert code not in plain
    at_the_desk, away = examples(desk, desk.client, code), examples(desk, desk.elsewhere(), code)
    assert at_the_desk.keys() >= {"mark", "round", "number", "player"}
    assert away.keys() >= {"code", "player"}
    assert not away.keys() & {"mark", "round", "number", "table"}, "a draft and personal links are the desk's own"
    assert other not in desk.client.get(f"/api/openapi.json?event={code}").text
    assert desk.client.get("/api/openapi.json?event=XXXXXX").status_code == 404
    site = desk.client.get(f"/api/openapi.json?event={code}", headers={"Origin": "https://club.example.org"})
    assert at_the_desk["mark"] not in site.text


# --- methods -----------------------------------------------------------------------------------------------


def test_options_name_all_methods(desk: At) -> None:
    known: defaultdict[str, set[str]] = defaultdict(set)
    for route in ROUTES:
        for path in route.paths:
            known[re.sub(r"{\w+:\w+}", "x", re.sub(r"{\w+:int}", "1", path))] |= route.http_methods
    told = {path: set(desk.client.options(path).headers["allow"].split(", ")) for path in known}
    assert {path: methods - {"HEAD", "OPTIONS"} for path, methods in told.items()} == known
    assert [path for path in told if ("HEAD" in told[path]) != ("GET" in known[path] and "/stream" not in path)] == []
    assert sum(len(methods) > 1 for methods in known.values()) > 20, "where several handlers share a path"


def test_a_method_that_is_not_there_is_told_the_others(desk: At) -> None:
    answer = desk.client.delete("/api/accounts")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS, POST")


# --- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "marked"), [("", False), ("?bom=false", False), ("?bom=true", True)])
def test_csv_with_the_byte_order_mark_or_without(desk: At, asked: str, marked: bool) -> None:
    code = desk.make(names=["Çağla", "Ben"])
    answer = desk.client.get(f"/api/events/{code}/export/csv{asked or '?'}&what=players")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf") == marked
    text = answer.content.decode("utf-8-sig" if marked else "utf-8")
    assert text.startswith("id,name,")
    assert "Çağla" in text


def test_files_for_people_have_the_mark_and_one_charset(desk: At) -> None:
    """They are opened in a spreadsheet."""
    code = desk.make("dutch")
    for path in (f"/e/{code}/export/csv?what=players", f"/e/{code}/fees.csv"):
        answer = desk.client.get(path)
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.content.startswith(b"\xef\xbb\xbf")
    desk.play(code)
    report = desk.client.get(f"/e/{code}/export/trf")
    assert (report.status_code, report.headers["content-type"]) == (200, "text/plain; charset=utf-8")


def test_a_conflict_about_a_season_is_described_as_it_is_sent(desk: At) -> None:
    client = desk.client
    code = client.post("/api/collections", json={"of": "season", "name": "Winter"}).json()["code"]
    told = document(desk)["paths"]["/api/collections/{code}/changes"]["post"]["responses"]["409"]
    change = {"kind": "rename", "name": "Spring"}
    sent = client.post(f"/api/collections/{code}/changes", json=change, headers={"If-Match": '"9"'})
    assert (sent.status_code, list(sent.json())) == (409, ["error"])
    assert told["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorAnswer")
