"""The clock of a round."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ronda.desk.clock import Clock


def test_it_runs_only_when_started() -> None:
    clock = Clock(1, 1800)
    assert clock.left(5_000) == 1800
    assert not clock.touched
    running = clock.start(5_000)
    assert running.running
    assert running.touched
    assert running.left(5_060) == 1740
    assert running.start(6_000) == running, "starting twice changes nothing"


def test_a_pause_keeps_what_is_left() -> None:
    paused = Clock(1, 1800).start(0).pause(600)
    assert paused.left(9_999) == 1200
    assert paused.touched
    assert paused.start(10_000).left(10_100) == 1100


def test_who_started_it_has_touched_it_however_short() -> None:
    assert Clock(1, 1800).start(5_000).pause(5_000).touched
    assert not Clock(1, 1800).pause(5_000).touched
    assert not Clock(1, 1800).start(0).pause(600).reset(1800).touched
    assert Clock(1, 1800, used=1.5).touched, "as an earlier release kept it"
    again = Clock(1, 1800).start(5_000).pause(5_000).start(6_000)
    assert (again.begun, again.left(6_010)) == (5_000, 1790), "begun when it was started first"


def test_more_time_for_all_and_for_one_table() -> None:
    clock = Clock(1, 600).start(0).add(300).add_at(12, 120)
    assert clock.left(0) == 900
    assert clock.left(0, table=12) == 1020
    assert clock.left(1_000) == -100
    assert clock.add_at(12, -500).extra == {}
    assert clock.reset(60) == Clock(1, 60)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=20))
def test_what_has_gone_by_is_the_time_it_ran(steps: list[tuple[bool, int]]) -> None:
    clock, now, ran = Clock(1, 1000), 0, 0
    for start, seconds in steps:
        clock = clock.start(now) if start else clock.pause(now)
        now += seconds
        ran += seconds if start else 0
    assert clock.left(now) == 1000 - ran
