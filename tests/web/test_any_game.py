"""A Swiss for any game on the forms: what says something is asked, refusals stand at their fields, presets fill in the
rest (AG1, AG3, AG8)."""

from __future__ import annotations

import re

import pytest

from ronda.systems import NAMES
from ronda.systems.presets import presets
from tests.web.conftest import At
from tests.web.test_settings import HTMX
from tests.web.test_setup import made, make

TABLE = "0: 10-10\n6: 11-9\n11: 12-8"


def asked(page: str) -> set[str]:
    return set(re.findall(r'name="options\.(\w+)"', page))


def players(count: int) -> str:
    return "\n".join(f"Player {n}" for n in range(1, count + 1))


@pytest.mark.parametrize("preset", [one.id for one in presets("swiss")])
def test_ag8_nothing_else_is_to_be_filled_in(desk: At, preset: str) -> None:
    page = desk.client.get("/new/swiss", params={"preset": preset}).text
    assert "field-error" not in page
    code = made(desk, make(desk, "swiss", name="Evening", house=preset, players=players(17)))
    options = desk.tournament(code).setup.options
    wanted = next(one for one in presets("swiss") if one.id == preset).options
    assert {name: str(value).lower() for name, value in options.items()}.items() <= wanted.items()


def test_ag8_1_scrabble_in_a_club_of_eight(desk: At) -> None:
    page = desk.client.get("/new/swiss", params={"preset": "scrabble"}).text
    assert re.search(r'id="name" name="name" value="Scrabble[^"]+"', page)
    for rounds, meetings in ((7, 1), (8, 2)):
        fields = {"name": "Scrabble", "house": "scrabble", "options.rounds": str(rounds), "_key": str(rounds)}
        code = made(desk, make(desk, "swiss", **fields, players=players(8)))
        options = desk.tournament(code).setup.options
        assert options.get("meetings", 1) == meetings
        assert options["straight"] == 1


def test_ag8_a_card_game_proposes_the_cut(desk: At) -> None:
    code = made(desk, make(desk, "swiss", name="Cards", house="card-game", players=players(17)))
    assert [(one.kind, str(one.take)) for one in desk.tournament(code).setup.stages] == [
        ("rounds", ""),
        ("elimination", "top 8"),
    ]


def test_ps6_2_values_stay_editable_and_what_says_nothing_is_left_out(desk: At) -> None:
    fields = {"name": "Sets", "house": "table-tennis", "options.best_of": "7", "options.set_target": "21"}
    options = desk.tournament(made(desk, make(desk, "swiss", **fields, players=players(6)))).setup.options
    assert (options["best_of"], options["set_target"], options["win"]) == (7, 21, "2")
    fields = {"name": "No sets", "house": "table-tennis", "options.form": "winner", "options.order": "", "_key": "2"}
    options = desk.tournament(made(desk, make(desk, "swiss", **fields, players=players(6)))).setup.options
    assert not {"set_target", "best_of"} & set(options)


def test_fields_appear_where_they_matter(desk: At) -> None:
    sets = {"best_of", "all_games", "set_target"}
    plain = asked(desk.client.get("/new/swiss").text)
    assert not plain & {*sets, "target", "ending", "margin_cap", "margin_table", "time", "time_win", "bye_games"}
    assert {"form", "draws", "win", "draw", "loss", "bye", "within", "first"} <= plain
    for form, own in (("score", {"target", "margin_cap"}), ("games", {"best_of", "bye_games"}), ("sets", sets)):
        page = desk.client.post("/new/swiss", data={"name": "E", "options.form": form}).text
        assert own <= asked(page)
        assert ("ending" in asked(page)) is False
    page = desk.client.post("/new/swiss", data={"name": "E", "options.form": "score", "options.target": "7"}).text
    assert "ending" in asked(page)
    look = {"name": "E", **{f"options.{name}": "" for name in plain}, "options.form": "sets"}
    assert 'id="rule-fields"' in desk.client.post("/new/swiss", data=look, headers=HTMX).text
    shown = asked(desk.client.post("/new/swiss", data={"name": "E", "options.form": "sets"}).text)
    again = {"name": "E", **{f"options.{name}": "" for name in shown}, "options.form": "sets", "options.win": "2"}
    assert 'id="rule-fields"' not in desk.client.post("/new/swiss", data=again, headers=HTMX).text


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("draw", "2", "out of order"),
        ("win", "1/13", "not possible"),
        ("win", "2e3", "not a number"),
        ("absent", "-1", "not possible"),
        ("margin_table", "5: 10-10", "begin with the difference 0"),
        ("margin_table", "0: 11-9", "the same points"),
        ("margin_table", "0: 10-10\n6: 9-11", "out of order"),
        ("margin_table", "six: 10-10", "not a row"),
        ("forfeit_margin", "five", "cannot be"),
        ("target", "-3", "cannot be"),
    ],
)
def test_ag1_3_ag3_4_refusals_stand_at_the_field(desk: At, field: str, value: str, told: str) -> None:
    data = {"name": "E", "options.form": "score", f"options.{field}": value, "make": "yes"}
    answer = desk.client.post("/new/swiss", data=data)
    assert answer.status_code == 422
    errors = dict(re.findall(r'class="field-error" id="option-(\w+)-error">([^<]+)<', answer.text))
    assert list(errors) == [field]
    assert told in errors[field]
    code = made(desk, make(desk, "swiss", name="E", **{"options.form": "score"}))
    refused = desk.client.post(f"/e/{code}/do/options", data={f"options.{field}": value}, headers=HTMX)
    assert (refused.status_code, refused.headers["ronda-field"]) == (422, f"option-{field}")


def test_several_refusals_each_at_its_own_field(desk: At) -> None:
    data = {"name": "E", "options.form": "score", "options.win": "x", "options.margin_table": "1: 2-2", "make": "yes"}
    errors = re.findall(r'class="field-error" id="option-(\w+)-error"', desk.client.post("/new/swiss", data=data).text)
    assert set(errors) == {"win", "margin_table"}


def test_a_refusal_blames_nobody_for_what_follows_from_it(desk: At) -> None:
    """Without its table the bye of 10 would be too much: only the table is wrong."""
    data = {"name": "E", "house": "wargame", "options.margin_table": "5: 10-10", "options.rounds": "", "make": "yes"}
    errors = re.findall(r'class="field-error" id="option-(\w+)-error"', desk.client.post("/new/swiss", data=data).text)
    assert errors == ["margin_table"]
    data = {"name": "E", "options.draw": "2", "options.bye": "2", "options.rounds": "", "make": "yes"}
    errors = re.findall(r'class="field-error" id="option-(\w+)-error"', desk.client.post("/new/swiss", data=data).text)
    assert errors == ["bye"]


def test_ag3_4_the_table_is_written_line_by_line_and_kept_in_one(desk: At) -> None:
    fields = {"name": "E", "options.form": "score", "options.margin_table": TABLE}
    code = made(desk, make(desk, "swiss", **fields, players=players(4)))
    assert desk.tournament(code).setup.options["margin_table"] == "0: 10-10; 6: 11-9; 11: 12-8"
    assert f">\n{TABLE}</textarea>" in desk.client.get(f"/e/{code}/settings/rules").text


def test_ag1_4_form_and_points_are_frozen_and_say_so(desk: At) -> None:
    code = made(desk, make(desk, "swiss", name="E", house="table-tennis", players=players(4)))
    assert {"form", "set_target", "win"} <= asked(desk.client.get(f"/e/{code}/settings/rules").text)
    desk.publish(code)
    desk.client.post(f"/e/{code}/do/result", data={"round": "1", "table": "1", "result": "7 8 9"})
    page = desk.client.get(f"/e/{code}/settings/rules").text
    assert not {"form", "set_target", "win", "best_of"} & asked(page)
    assert {"within", "meetings", "straight"} <= asked(page)
    assert "Fixed since the first result" in page


def test_ag5_8_who_wants_acceleration_is_told_where_it_is(desk: At) -> None:
    code = made(desk, make(desk, "swiss", name="E"))
    answer = desk.client.post(f"/api/events/{code}/options", json={"options": {"accelerated": True}})
    error = answer.json()["error"]
    assert error["code"] == "unknown_option"
    assert "dutch" in error["message"]


@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_criteria_is_not_asked_for_where_nothing_is_ranked_yet(desk: At, name: str) -> None:
    fields = re.findall(r'<(?:input|textarea)[^>]*name="options\.order"[^>]*>', desk.client.get(f"/new/{name}").text)
    assert all('type="radio"' in field for field in fields)
