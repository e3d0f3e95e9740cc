"""House rules where an event is set up: in the form, and for programs (PS6.2)."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import At
from tests.web.test_setup import made, make


def test_page_fills_the_form(desk: At) -> None:
    page = desk.client.get("/new/melee", params={"preset": "supermelee"}).text
    assert 'name="options.leftovers" value="triplette" checked' in page
    assert 'name="options.missed" value="0-13"' in page
    assert "boule-rouge.de" in page
    assert "/new/melee?preset=supermelee" in desk.client.get("/new").text
    chosen = desk.client.post("/new/melee", data={"_key": "k", "name": "Mittwoch", "preset": "supermelee"}).text
    assert 'value="Mittwoch"' in chosen
    assert 'name="house" value="supermelee"' in chosen


def test_page_makes_it(desk: At) -> None:
    fields = {"name": "E", "house": "supermelee-final", "options.leftovers": "triplette"}
    listed = "\n".join(f"P{n}" for n in range(8))
    code = made(desk, make(desk, "melee", **fields, players=listed))
    event = desk.tournament(code)
    assert event.setup.options["leftovers"] == "triplette"
    assert [stage.kind for stage in event.setup.stages] == ["rounds", "elimination"]


def test_api(desk: At) -> None:
    listed = desk.client.get("/api/presets").json()["presets"]
    assert any(one["id"] == "host-guide" and one["options"]["ranking"] == "losers" for one in listed)
    wish: dict[str, Any] = {"system": "redemption", "name": "E", "preset": "host-guide", "options": {"max_score": 7}}
    answer = desk.client.post("/api/events", json=wish)
    assert answer.status_code == 201, answer.text
    assert dict(desk.tournament(answer.json()["code"]).setup.options) == {"ranking": "losers", "max_score": 7}
    refused = desk.client.post("/api/events", json={**wish, "preset": "nothing"})
    assert refused.json()["error"]["code"] == "unknown_preset"
