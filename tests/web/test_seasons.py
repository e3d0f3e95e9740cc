"""Seasons at the desk and in public."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from ronda.core.facts import Created, Entered, Fact, Finished, Paired, ResultEntered
from ronda.core.model import Player, Round, Scored, Setup, Table
from ronda.desk.season import presets
from ronda.operations.collections import found_collection, season_now
from ronda.operations.event_settings import Display
from ronda.texts import LANGUAGES, Speaker
from ronda.web.pages.seasons import fields_of, rules_of
from tests.web.conftest import At
from tests.web.helping import somebody

RULES = {"rule": "places", "table": "10 8 6 4", "share": "average", "tie1": "single", "tie2": "firsts"}


def event(
    desk: At, *results: tuple[int, int], names: Sequence[str] = ("Ann Lee", "Bo", "Cy", "Di"), **more: Any
) -> str:
    """One round: the first two, the next two."""
    tables = tuple(Table(at, (2 * at - 1,), (2 * at,), Scored(*result)) for at, result in enumerate(results, start=1))
    facts: list[Fact] = [Created(Setup("redemption", more.get("name", "Evening"), {"rounds": 1}, 1))]
    facts += [Entered(Player(pid, name, number=pid, club="X")) for pid, name in enumerate(names, start=1)]
    facts.append(Paired(Round(1, tables, status="closed" if more.get("over", True) else "published")))
    if more.get("over", True):
        facts.append(Finished())
    return desk.runtime.store.create(facts, actor="test").code


def season(desk: At, *events: str, **rules: str) -> str:
    answer = desk.client.post("/collections", data={"of": "season", "name": "League", "preset": "club"})
    assert answer.status_code == 200
    code = str(answer.url).rpartition("/")[2]
    done(desk, code, "rules", {**RULES, **rules})
    for one in events:
        done(desk, code, "count", {"event": one})
    return code


def done(desk: At, code: str, name: str, data: dict[str, str] | None = None, status: int = 200) -> str:
    answer = desk.client.post(f"/collections/{code}/do/{name}", data=data or {})
    assert answer.status_code == status, answer.text
    return str(answer.text)


def standings(desk: At, code: str) -> dict[str, tuple[Any, Any]]:
    answer = desk.client.get(f"/s/{code}/standings.json")
    assert answer.status_code == 200
    return {row["name"]: (row["place"], row["total"]) for row in answer.json()["rows"]}


def test_a_season_adds_up_events_and_follows_their_corrections(desk: At) -> None:
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    code = season(desk, first, second)
    assert standings(desk, code) == {"Cy": (1, 16), "Ann Lee": (2, 14), "Bo": (2, 14), "Di": (4, 12)}
    append(desk, second, Finished(again=True))
    assert "not finished" in desk.client.get(f"/collections/{code}").text
    assert standings(desk, code)["Cy"] == (2, 8)
    assert "provisional" in desk.client.get(f"/s/{code}?provisional=true").text
    append(desk, second, ResultEntered(1, 1, Scored(5, 1)), Finished())
    assert standings(desk, code)["Ann Lee"] == (1, 20)


def append(desk: At, code: str, *facts: Fact) -> None:
    stored = desk.runtime.store.load(code)
    assert stored is not None
    desk.runtime.store.append(code, facts, expected=stored.version, actor="test")


def test_the_list_that_was_published_stays_and_changes_are_named(desk: At) -> None:
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    code = season(desk, first, second)
    done(desk, code, "publish")
    assert "Nothing has changed since" in desk.client.get(f"/collections/{code}").text
    done(desk, code, "uncount", {"event": second})
    page = desk.client.get(f"/collections/{code}").text
    assert "4 changes since" in page
    assert "place 1, 16 → place 2, 8" in page


def test_adjustments_stand_in_their_column_and_undo_takes_them_back(desk: At) -> None:
    first = event(desk, (5, 1), (5, 3))
    code = season(desk, first)
    done(desk, code, "adjust", {"seat": f"{first} 2", "points": "1/2", "reason": "organised the evening"})
    assert standings(desk, code)["Bo"] == (4, "9/2")
    page = desk.client.get(f"/collections/{code}").text
    assert "Adjusted" in page
    assert "4.5" in page
    log = desk.client.get(f"/collections/{code}/log").text
    assert "organised the evening" in log
    done(desk, code, "undo")
    assert standings(desk, code)["Bo"] == (4, 4)
    assert "<s " in desk.client.get(f"/collections/{code}/log").text
    assert "reason" in done(desk, code, "adjust", {"seat": f"{first} 2", "points": "1", "reason": ""}, 422).lower()


def test_who_decided_on_something_else_is_told(desk: At) -> None:
    code = season(desk)
    seen = {"_version": "1", "name": "Other"}
    assert desk.client.post(f"/collections/{code}/do/rename", data=seen).status_code == 409
    assert desk.client.post(f"/collections/{code}/do/rename", data={"_version": "", "name": "x"}).status_code == 428


def test_only_the_owner_and_whom_it_is_shown_to(desk: At) -> None:
    first = event(desk, (5, 1), (5, 3))
    code = season(desk, first)
    anybody, helper = desk.elsewhere(), somebody(desk, first)
    for client in (anybody, helper):
        for path in (f"/s/{code}", f"/s/{code}/standings.csv", f"/collections/{code}", "/collections"):
            assert client.get(path).status_code in (401, 403), path
        assert client.get(f"/api/collections/{code}/standings").status_code in (401, 403)
        assert client.post(f"/collections/{code}/do/rename", data={"name": "x"}).status_code in (401, 403)
    done(desk, code, "show", {"public": "true"})
    assert "Ann Lee" in anybody.get(f"/s/{code}").text
    assert "name ann lee" not in anybody.get(f"/s/{code}/standings.json").text
    done(desk, code, "show")
    assert anybody.get(f"/s/{code}").status_code == 401


@pytest.mark.parametrize(("mode", "shown"), [("initials", "A. L."), ("number", "No. 1, Evening")])
def test_pp5_names_are_hidden_as_the_strictest_event_hides_them(desk: At, mode: str, shown: str) -> None:
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    desk.show(first, Display(names=mode))
    code = season(desk, first, second)
    done(desk, code, "show", {"public": "true"})
    anybody = desk.elsewhere()
    for path in (f"/s/{code}", f"/s/{code}/standings.csv", f"/api/collections/{code}/standings"):
        text = anybody.get(path).text
        assert "Ann Lee" not in text, path
        assert "ann lee" not in text.lower(), path
        assert shown in text, path
    assert "Ann Lee" in desk.client.get(f"/s/{code}/standings.csv").text


def test_who_was_erased_is_in_no_season(desk: At) -> None:
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    code = season(desk, first, second)
    assert "Ann Lee" in standings(desk, code)
    for one in (first, second):
        answer = desk.client.post(f"/e/{one}/do/forget", data={"player": "1", "_confirm": "true"})
        assert answer.status_code in (200, 303)
    assert "Ann Lee" not in json.dumps(desk.client.get(f"/s/{code}/standings.json").json())


def test_deleted_events_leave_the_season(desk: At) -> None:
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    code = season(desk, first, second)
    desk.client.post(f"/e/{second}/do/delete", data={"gone": "true", "_confirm": "true"})
    assert standings(desk, code)["Ann Lee"] == (1, 10)
    assert "1 event is deleted" in desk.client.get(f"/collections/{code}").text


def test_files_and_sheets(desk: At) -> None:
    first = event(desk, (5, 1), (5, 3))
    code = season(desk, first)
    sheet = desk.client.get(f"/s/{code}/standings.pdf")
    assert sheet.headers["content-type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF")
    rows = desk.client.get(f"/s/{code}/standings.csv").text.splitlines()
    assert rows[0].lstrip("\ufeff") == f"place,name,{first},adjusted,total,why"
    assert rows[1] == "1,Ann Lee,10,,10,"
    assert desk.client.get(f"/s/{code}/standings.exe").status_code == 404


def test_totals_clubs_and_presets(desk: At) -> None:
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    for preset in presets():
        answer = desk.client.post("/collections", data={"of": "season", "name": "L", "preset": preset})
        code = str(answer.url).rpartition("/")[2]
        done(desk, code, "count", {"event": first})
        done(desk, code, "count", {"event": second})
        assert desk.client.get(f"/collections/{code}").status_code == 200
        for ending in ("pdf", "csv", "json"):
            assert desk.client.get(f"/s/{code}/standings.{ending}").status_code == 200
    code = season(desk, first, clubs="2")
    assert desk.client.get(f"/s/{code}/standings.json").json()["clubs"][0]["total"] == 18


def test_the_rules_survive_the_form() -> None:
    for rules in presets().values():
        made = rules_of(fields_of(rules))
        assert isinstance(made, dict)
        assert fields_of(made) == fields_of(rules)
    assert rules_of({"tiers": "final"}) is not None
    made = rules_of({"tiers": "final = ×3/2\ndistrict = 10, 5, 2 max 2"})
    assert isinstance(made, dict)
    assert made["tiers"] == {"final": {"factor": "3/2"}, "district": {"table": ["10", "5", "2"], "cap": 2}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_and_numbers_of_the_form_are_those_of_the_reader(language: str) -> None:
    rules = {
        "points": {"rule": "places", "table": ["10", "7.5"], "rest": "0.5", "share": "average"},
        "missed": "average",
        "ties": [],
        "tiers": {"final": {"factor": "1.5"}, "district": {"table": ["5", "2.5"], "cap": 2}},
    }
    fields = fields_of(rules, language)
    assert fields["missed"] == Speaker(language).say("web.season.word.average")
    assert Speaker(language).say("web.season.word.most") in fields["tiers"]
    assert ("7,5" in fields["table"]) == (language != "en")
    assert rules_of(fields) == rules


def test_numbers_are_typed_with_a_comma_or_a_point() -> None:
    for typed, read in (("10,8,6", ["10", "8", "6"]), ("10, 8, 6", ["10", "8", "6"]), ("10,5 8.5", ["10.5", "8.5"])):
        made = rules_of({"table": typed, "missed": "1,5"})
        assert isinstance(made, dict)
        assert made["points"]["table"] == read
        assert made["missed"] == "1.5"


def test_rules_that_are_none_are_refused(desk: At) -> None:
    code = season(desk)
    for wrong in ({"best": "0"}, {"best": "3/2"}, {"table": "ten"}, {"drop": "x"}, {"tiers": "final"}, {"rule": "x"}):
        done(desk, code, "rules", {**RULES, **wrong}, 422)


def test_the_api_of_collections(desk: At) -> None:
    first = event(desk, (5, 1), (5, 3))
    made = desk.client.post(
        "/api/collections", json={"of": "season", "name": "League", "rules": {"points": {"table": [3, 2]}}}
    )
    assert made.status_code == 201, made.text
    code = made.json()["code"]
    answer = desk.client.post(f"/api/collections/{code}/changes", json={"kind": "count", "event": first})
    assert answer.status_code == 200, answer.text
    assert answer.json()["events"][0]["event"] == first
    rows = desk.client.get(f"/api/collections/{code}/standings").json()["rows"]
    assert [(row["name"], row["total"]) for row in rows[:2]] == [("Ann Lee", 3), ("Cy", 2)]
    late = {"if-match": '"1"'}
    answer = desk.client.post(f"/api/collections/{code}/changes", json={"kind": "rename", "name": "x"}, headers=late)
    assert answer.status_code == 409
    assert desk.client.post(f"/api/collections/{code}/changes", json={"kind": "begun"}).status_code == 400
    assert desk.client.post(f"/api/collections/{code}/changes", json={"kind": "undo"}).status_code == 200
    assert desk.client.get(f"/api/collections/{code}").json()["events"] == []
    assert [one["code"] for one in desk.client.get("/api/collections").json()["collections"]] == [code]


def test_only_what_changed_is_read_again(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"Person {n:02}" for n in range(10)]
    results = [(5, n % 5) for n in range(5)]
    codes = [event(desk, *results, names=names) for _ in range(5)]
    found = found_collection(desk.runtime.store, season(desk, *codes))
    assert found is not None
    first = season_now(desk.runtime.store, found).table
    assert len(first.lines) == 10
    append(desk, codes[2], Finished(again=True))
    read: list[str] = []
    load = desk.runtime.store.event
    desk.runtime.store.live.forget(codes[2])

    def noted(code: str) -> Any:
        read.append(code)
        return load(code)

    monkeypatch.setattr(desk.runtime.store, "event", noted)
    assert season_now(desk.runtime.store, found).table.waiting == (codes[2],)
    assert read == [codes[2]]


def test_a_season_with_a_rating_of_the_house_and_a_lot(desk: At) -> None:
    """SE7, SE11: declared in the form, a column on the page, in the sheet, in CSV and for programs."""
    first, second = event(desk, (5, 1), (5, 3)), event(desk, (1, 5), (5, 2))
    code = season(desk, first, second, tie1="lot", tie2="", seed="7", elo="on", elo_start="1500", elo_k="")
    page = desk.client.get(f"/collections/{code}").text
    assert "Club Elo" in page
    assert 'name="elo" value="on" checked' in page
    assert 'id="seed" name="seed" value="7"' in page
    answer = desk.client.get(f"/s/{code}/standings.json").json()
    assert sum(row["elo"] for row in answer["rows"]) == 4 * 1500
    assert [row["place"] for row in answer["rows"]] == [1, 2, 3, 4]
    assert desk.client.get(f"/s/{code}/standings.csv").text.splitlines()[0].endswith("elo")
    assert desk.client.get(f"/s/{code}/standings.pdf").content.startswith(b"%PDF")
    done(desk, code, "rules", {**RULES, "elo": "on", "elo_k": "many"}, status=422)
