"""However fast results come in and however many look: a page with standings is of this very moment, and they are worked
out once for all who look."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ronda.desk import record_result, standings_after
from ronda.store import live_events
from tests.web.conftest import At


class Counted:
    """How often standings were made."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, *given: Any) -> Any:
        self.made += 1
        return standings_after(*given)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counts = Counted()
    monkeypatch.setattr(live_events, "standings_after", counts)
    return counts


def missing(page: str) -> int:
    found = re.search(r"(\d+) result", page)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("address", ["/e/{code}/part/standings", "/{code}/part/standings"])
def test_every_look_is_of_this_moment(desk: At, counted: Counted, address: str) -> None:
    code = desk.make(players=12)
    desk.publish(code)
    look = address.format(code=code)
    for table in range(1, 6):
        desk.act(code, "result", lambda t, table=table: record_result(t, len(t.rounds), table, "5-3"))
        pages = [desk.client.get(look).text for _ in range(3)]
        assert [missing(page) for page in pages] == [6 - table] * 3
        assert not any("load delay" in page for page in pages)
    assert counted.made == 5, "once for each result"
