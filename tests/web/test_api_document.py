"""The description of the API: types are called by nouns, paths name all their methods, files are what they say."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import pytest

from ronda.web.routes import ROUTES
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


def enums(part: Any) -> list[list[Any]]:
    """All lists of choices in a part of the document."""
    if isinstance(part, list):
        return [found for one in part for found in enums(one)]
    if not isinstance(part, dict):
        return []
    own = [part["enum"]] if isinstance(part.get("enum"), list) else []
    return own + [found for one in part.values() for found in enums(one)]


# --- names -------------------------------------------------------------------------------------------------


def test_types_are_called_by_nouns(desk: At) -> None:
    """A name that two types have would get the path of a module in front, and be lost in generated clients."""
    schemas = document(desk)["components"]["schemas"]
    assert {name: shape["title"] for name, shape in schemas.items() if shape["title"] != name} == {}
    ends = tuple({end for noun in NOUNS for end in (noun, f"{noun}s")})
    assert [name for name in schemas if not re.fullmatch("([A-Z][a-z]+)+", name) or not name.endswith(ends)] == []


def test_the_language_of_an_event_is_a_named_one_or_none(desk: At) -> None:
    found = document(desk)["components"]["schemas"]["DisplayWish"]["properties"]["language"]
    assert [choices for choices in enums(found) if "" in choices] == []
    path = f"/api/events/{desk.make()}/display"
    for body, kept in (({"language": "de"}, "de"), ({"language": None}, ""), ({"language": "tr"}, "tr"), ({}, "")):
        assert desk.client.put(path, json=body).json()["language"] == kept
    desk.client.put(path, json={"language": "de"})
    assert desk.client.put(path, json={"language": ""}).json()["language"] == "", "as older programs say it"
    assert desk.client.put(path, json={"language": "xx"}).status_code == 400


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
