"""The clock: only people start it, it survives a restart, and two who press at once do not overwrite each other."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from ronda.desk.clock import Clock
from ronda.operations import clock as clocks
from ronda.store.read_model.schema import ROUND_CLOCKS, ROUNDS
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.helping import somebody


@pytest.fixture
def code(desk: At) -> str:
    code = desk.make("redemption", 6)
    desk.publish(code)
    return code


def clock_of(desk: At, code: str) -> Clock:
    event = desk.runtime.event(code)
    assert event is not None
    clock = clocks.clock_of(desk.runtime.store, event)
    assert clock is not None
    return clock


def press(desk: At, code: str, name: str, **fields: object) -> int:
    return desk.client.post(f"/e/{code}/clock/{name}", data=fields, headers={"hx-request": "true"}).status_code


def test_nobody_but_a_person_starts_it(desk: At, code: str) -> None:
    assert not clock_of(desk, code).touched
    assert press(desk, code, "start") == 200
    assert clock_of(desk, code).running
    assert press(desk, code, "pause") == 200
    stopped = clock_of(desk, code)
    assert stopped.touched
    assert not stopped.running


def test_r7_every_touch_stands_in_the_tables(desk: At, code: str) -> None:
    def told() -> dict[str, object]:
        with desk.runtime.store.reads() as connection:
            query = select(ROUND_CLOCKS, ROUNDS.c.started_at.label("round_started_at")).join(ROUNDS)
            return dict(connection.execute(query).mappings().one())

    press(desk, code, "add", minutes=5)
    assert (told()["added_seconds"], told()["started_at"]) == (300, None)
    assert desk.client.post(f"/api/events/{code}/clock", json={"do": "start"}).status_code == 200
    started = told()
    assert started["started_at"] == started["running_since"] == started["round_started_at"] is not None
    press(desk, code, "pause")
    assert told()["running_since"] is None
    assert told()["paused_at"] is not None
    press(desk, code, "reset", minutes=20)
    assert told()["length_seconds"] == 1200
    assert told()["round_started_at"] != started["round_started_at"]


def test_more_time_for_all_and_for_one_table(desk: At, code: str) -> None:
    length = clock_of(desk, code).length
    assert press(desk, code, "add", minutes=5) == 200
    assert press(desk, code, "table", table=2, minutes=3) == 200
    clock = clock_of(desk, code)
    assert (clock.length, clock.extra) == (length + 300, {2: 180})
    assert "Table" in desk.client.get(f"/e/{code}/part/clock").text
    assert press(desk, code, "table", table=2, minutes=-3) == 200
    assert clock_of(desk, code).extra == {}
    assert press(desk, code, "reset", minutes=20) == 200
    assert clock_of(desk, code) == Clock(1, 1200)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("add", {"minutes": "x"}),
        ("add", {}),
        ("add", {"minutes": "99999"}),
        ("reset", {"minutes": "0"}),
        ("reset", {"minutes": "-3"}),
        ("table", {"minutes": "5"}),
        ("table", {"minutes": "5", "table": "77"}),
    ],
)
def test_wrong_values_are_refused(desk: At, code: str, name: str, fields: dict[str, str]) -> None:
    before = clock_of(desk, code)
    assert press(desk, code, name, **fields) == 422
    assert clock_of(desk, code) == before


def test_what_is_pressed_is_meant_for_what_was_seen(desk: At, code: str) -> None:
    seen = re.search(r'name="seen" value="(\d+)"', desk.client.get(f"/e/{code}/part/clock").text)
    assert seen is not None
    assert press(desk, code, "add", minutes=5, seen=seen[1]) == 200
    assert press(desk, code, "add", minutes=5, seen=seen[1]) == 409
    assert clock_of(desk, code).length == 50 * 60


def test_it_survives_a_restart(desk: At, code: str, place: ServerSettings) -> None:
    press(desk, code, "start")
    before = clock_of(desk, code)
    with opened(place) as again:
        assert clock_of(again, code) == before
        assert 'data-running="true"' in again.client.get(f"/e/{code}").text


def test_helpers_run_it_and_arbiters_set_it_back(desk: At, code: str) -> None:
    helper = somebody(desk, code)
    assert helper.post(f"/e/{code}/clock/start", follow_redirects=False).status_code == 303
    assert helper.post(f"/e/{code}/clock/reset").status_code == 403
    assert "/clock/reset" not in helper.get(f"/e/{code}/part/clock").text
    assert desk.elsewhere().post(f"/e/{code}/clock/pause").status_code == 401
    assert desk.client.post(f"/e/{code}/clock/explode").status_code == 404


def test_a_draft_has_no_clock(desk: At) -> None:
    code = desk.make("chess", 8, rounds=3)
    desk.draft(code)
    assert press(desk, code, "start") == 422
    assert "data-left" not in desk.client.get(f"/e/{code}/part/clock").text
