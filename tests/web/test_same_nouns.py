"""The API and `--json` tell a noun with the same names and the same values, from one database."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.cli import run
from ronda.people import Person
from ronda.store import people_list
from ronda.web.settings import ServerSettings
from tests.waiting import until
from tests.web.conftest import At
from tests.web.test_seasons import event as season_event
from tests.web.test_seasons import season


class Both:
    """A server, and commands on its database."""

    def __init__(self, desk: At, capsys: pytest.CaptureFixture[str]) -> None:
        self.desk = desk
        self._capsys = capsys

    def command(self, *words: str) -> Any:
        self._capsys.readouterr()
        assert run([*words, "--json", "--lang", "en"]) == 0
        return json.loads(self._capsys.readouterr().out)

    def api(self, path: str) -> Any:
        answer = self.desk.client.get(f"/api/{path}", headers={"accept-language": "en"})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, code: str, name: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        version = self.api(f"events/{code}")["version"]
        headers = {"if-match": f'"{version}"'}
        answer = self.desk.client.post(f"/api/events/{code}/{name}?confirm=true", json=body or {}, headers=headers)
        assert answer.status_code in (200, 201), answer.text
        told: dict[str, Any] = answer.json()
        return told


@pytest.fixture
def both(desk: At, place: ServerSettings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Both:
    monkeypatch.setenv("RONDA_ACTOR", "Dora")
    monkeypatch.setenv("RONDA_DB", place.db)
    return Both(desk, capsys)


def with_stages(both: Both) -> str:
    """One round of the system, then a bracket that has begun."""
    code = both.desk.make(players=8, rounds=1)
    both.act(code, "stages", {"stages": [{"kind": "rounds"}, {"kind": "elimination", "take": "top 4"}]})
    both.desk.play(code)
    both.act(code, "begin-stage")
    return code


# --- events ------------------------------------------------------------------------------------------------


def test_an_event_in_a_list(both: Both) -> None:
    codes = [both.desk.make(players=0), both.desk.make("domino", players=9), with_stages(both)]
    both.desk.publish(codes[1])
    told = both.api("events")["events"]
    assert told == both.command("list")["tournaments"]
    assert [one["code"] for one in told] == codes
    assert [(one["state"], one["players"], one["rounds"], one["planned"]) for one in told] == [
        ("setup", 0, 0, None),
        ("playing", 9, 1, 4),
        ("played", 8, 1, 3),
    ]
    for one in told:
        assert (one["phase"], one["created_at"], one["updated_at"]) == (one["state"], one["created"], one["updated"])
        assert [one["damaged"], one["deleted"], one["due"]] == [False, False, False]


def test_a_deleted_event_in_a_list(both: Both) -> None:
    code = both.desk.make()
    both.command("delete", code, "--yes")
    told = both.api("deleted")["events"]
    assert told == both.command("list", "--all")["tournaments"]
    assert [one["deleted"] for one in told] == [True]
    assert both.api("events")["events"] == both.command("list")["tournaments"] == []


def test_where_an_event_stands(both: Both) -> None:
    code = both.desk.make()
    both.desk.play(code)
    closed = both.command("close", code)
    until(lambda: both.api(f"events/{code}")["version"] == closed["version"], "the server has seen the command")
    told = both.api(f"events/{code}")
    assert {key: told[key] for key in closed} == closed
    (line,) = both.api("events")["events"]
    shared = line.keys() & told.keys()
    assert shared > {"state", "phase", "rounds", "planned", "planned_rounds", "players", "finished", "version"}
    assert {key: line[key] for key in shared} == {key: told[key] for key in shared}


# --- people ------------------------------------------------------------------------------------------------


def test_a_person_and_the_events_of_one(both: Both) -> None:
    people = [Person("Kaya, Deniz", ids={"licence": "0041"}, club="Kale", born=2010), Person("Ann", labels=("guest",))]
    with both.desk.runtime.store.writes() as connection:
        keys = people_list.add_all(connection, people, both.desk.runtime.now())
    code = both.desk.make("melee", players=8)
    links = {"links": [{"player": at, "person": key} for at, key in enumerate(keys, start=1)]}
    both.act(code, "link", links)
    both.desk.play(code)
    told = both.api("people")
    assert told == both.command("people", "list")
    assert [one["version"] for one in told["people"]] == [1, 1]
    assert told["people"] == both.command("people", "export")["people"]
    for key in keys:
        history = both.api(f"people/{key}")
        assert history == both.command("people", "show", key)
        assert [one["code"] for one in history["events"]] == [code]
        assert history["records"]
        assert history["course"] == []


# --- house rules, personal data ----------------------------------------------------------------------------


def test_house_rules_to_begin_with(both: Both) -> None:
    told, own = both.api("presets")["presets"], both.command("presets")["presets"]
    for one, other in zip(told, own, strict=True):
        shared = one.keys() - {"stages", "categories"}  # numbers and names there, the whole of them here
        assert shared == other.keys() - {"stages", "categories"}
        assert {key: one[key] for key in shared} == {key: other[key] for key in shared}
        assert (one["stages"], one["categories"]) == (len(other["stages"]), [c["name"] for c in other["categories"]])
        assert (other["stages"], other["categories"]) == (one["stage_plan"], one["category_list"])
    assert any(one["stage_plan"] for one in told)
    assert any(one["category_list"] for one in told)


@pytest.mark.parametrize(("day", "mode"), [("usual", "usual"), ("never", "never"), ("2020-05-31", "date")])
def test_until_when_personal_data_are_kept(both: Both, day: str, mode: str) -> None:
    code = both.desk.make()
    own = both.command("keep", code, "--until", day)
    assert own == both.api(f"events/{code}/retention")
    assert (own["mode"], own["chosen"], own["due"]) == (mode, mode != "usual", mode == "date")
    assert own["keep_until"] == own["until"]


# --- seasons -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{}, {"rule": "totals"}, {"clubs": "2"}])
def test_the_standings_of_a_season(both: Both, rules: dict[str, str]) -> None:
    running = both.desk.make()
    code = season(both.desk, season_event(both.desk, (5, 1), (5, 3)), running, **rules)
    told, own = both.api(f"collections/{code}/standings"), both.command("series", code)
    for key in ("name", "totals", "clubs", "not_counted", "not_assigned"):
        assert own[key] == told[key], key
    assert own["rows"] == told["rows"] + told["totals"]
    assert len(own["rows"]) == 4
    assert told["not_counted"] == [running]
