"""A large event: standings that take long are worked out now and then, and pages say when to look again."""

from __future__ import annotations

import re
from time import thread_time
from typing import Any

import pytest

from ronda.desk import record_result, standings_after
from ronda.web import page_cache
from ronda.web.news import News
from tests.web.conftest import At

LONG = page_cache.QUICK * 4


class Slow:
    """How often standings were made, and what time it is."""

    def __init__(self) -> None:
        self.made, self.now = 0, 1000.0

    def __call__(self, *given: Any) -> Any:
        begin = thread_time()
        while thread_time() < begin + LONG:
            pass
        self.made += 1
        return standings_after(*given)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Standings take a while, by a clock that stands still between two looks."""
    slow = Slow()
    monkeypatch.setattr(page_cache, "standings_after", slow)
    monkeypatch.setattr(page_cache, "monotonic", lambda: slow.now)
    return slow


def enter(desk: At, code: str, table: int) -> None:
    desk.act(code, "result", lambda t: record_result(t, len(t.rounds), table, "5-3"))


def missing(page: str) -> int:
    found = re.search(r"(\d+) result", page)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("address", ["/e/{code}/part/standings", "/{code}/part/standings"])
def test_many_looks_make_few_standings(desk: At, slowly: Slow, address: str) -> None:
    code = desk.make(players=12)
    desk.publish(code)
    look = address.format(code=code)
    first = desk.client.get(look).text
    assert missing(first) == 6
    assert "load delay" not in first
    for table in range(1, 4):
        enter(desk, code, table)
        page = desk.client.get(look).text
        assert missing(page) == 6, "as it stood a moment ago"
        assert "load delay" in page, "and the page looks again by itself"
    assert slowly.made == 1
    slowly.now += 3600
    last = desk.client.get(look).text
    assert missing(last) == 3
    assert "load delay" not in last
    assert slowly.made == 2


def test_in_a_small_event_they_are_those_of_this_moment(desk: At) -> None:
    code = desk.make(players=12)
    desk.publish(code)
    for table in range(1, 6):
        enter(desk, code, table)
        page = desk.client.get(f"/{code}/part/standings").text
        assert missing(page) == 6 - table
        assert "load delay" not in page


def test_what_happens_at_a_table_does_not_concern_everybody() -> None:
    assert not News(7, frozenset(("results", "reports")), frozenset((1,)), frozenset((4,))).for_everybody
    assert News(7, frozenset(("round", "results"))).for_everybody
