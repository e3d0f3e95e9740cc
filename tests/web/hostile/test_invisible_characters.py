"""Names with characters that nobody sees: refused in forms and by the API, cleaned in lists, harmless in old events."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ronda.sheets import typesetting
from ronda.web.rendering import _shown
from tests.web.conftest import At

HOSTILE = "Ana \u202elleB"


def test_no_form_takes_them(desk: At) -> None:
    code = desk.make()
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    forms: list[tuple[str, dict[str, str]]] = [
        (f"/e/{code}/do/enter", {"name": HOSTILE}),
        (f"/e/{code}/do/edit", {"player": "1", "name": HOSTILE}),
        (f"/e/{code}/do/edit", {"player": "1", "name": "Ana", "club": HOSTILE}),
        (f"/e/{code}/do/rename", {"name": HOSTILE}),
        (f"/e/{code}/people", {"name": HOSTILE}),
        (f"/e/{code}/duplicate", {"name": HOSTILE}),
        ("/sessions", {"name": HOSTILE}),
    ]
    for path, fields in forms:
        answer = desk.client.post(path, data=fields, follow_redirects=False)
        assert answer.status_code == 422, path
        assert "U+202E" in answer.text, path
    assert desk.runtime.event(code).version == version  # type: ignore[union-attr]


def test_nor_does_the_api(desk: At) -> None:
    code = desk.make()
    asked: list[tuple[str, dict[str, Any]]] = [
        (f"/api/events/{code}/enter", {"name": HOSTILE}),
        (f"/api/events/{code}/edit", {"player": 1, "name": HOSTILE}),
        (f"/api/events/{code}/rename", {"name": HOSTILE}),
        ("/api/events", {"system": "chess", "name": HOSTILE}),
        ("/api/events", {"system": "chess", "name": "X", "players": [{"name": HOSTILE}]}),
    ]
    for path, body in asked:
        answer = desk.client.post(path, json=body)
        assert answer.status_code == 422, path
        assert answer.json()["error"]["code"] == "text_invisible", path


def test_a_list_is_cleaned_and_says_so(desk: At) -> None:
    code = desk.make()
    data = {"players": f"Name\n{HOSTILE}\nBea\n"}
    page = desk.client.post(f"/e/{code}/players/list", data=data).text
    assert "Invisible characters were removed" in page
    assert "Ana lleB" in page


def test_an_old_event_turns_no_line_round(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, in text and in titles, and sheets; what is kept stays as it was."""
    code = desk.make("redemption", names=[HOSTILE, "Bea", "Eva", "Dan"])
    desk.play(code)
    mark = desk.runtime.mark(code, 1)
    pages = [f"/e/{code}{part}" for part in ("", "/players", "/round/1", "/results", "/standings", "/log", "/player/1")]
    pages += [f"/{code}{part}" for part in ("", "/standings", "/cross", "/player/1")]
    pages += [f"/wall/{code}", f"/p/{code}/{mark}", f"/embed/{code}", f"/e/{code}/edit/1", f"/e/{code}/apart"]
    seen = 0
    for path in pages:
        answer = desk.client.get(path)
        assert "\u202e" not in answer.text, path
        seen += "lleB" in answer.text
    assert seen > 10
    assert "<bdi>Ana lleB</bdi>" in desk.client.get(f"/{code}/standings").text
    assert desk.tournament(code).players[0].name == HOSTILE
    monkeypatch.setattr(typesetting, "_compiled", lambda template, text: text.encode())
    sheet = typesetting.typeset("names", {"name": HOSTILE, "deep": [{"x": HOSTILE}]}).decode()
    assert sheet.count("lleB") == 2
    assert "\u202e" not in sheet


def test_a_name_in_another_direction_stays_where_it_is(desk: At) -> None:
    code = desk.make("redemption", names=["דוד כהן", "محمد علي", "Eva", "Dan"])
    desk.publish(code)
    for path in (f"/{code}", f"/e/{code}", f"/wall/{code}"):
        assert re.search("<bdi>\u2068?דוד כהן\u2069?</bdi>", desk.client.get(path).text), path


ARABIC, HEBREW = "محمد", "שרה"


def test_names_from_right_to_left_keep_to_themselves(desk: At) -> None:
    """In sentences, lists and what scripts get: the first side stays the first."""
    code = desk.make("redemption", names=[ARABIC, HEBREW, "Ana", "Bea"])
    desk.publish(code)
    pages = [f"/e/{code}", f"/e/{code}/results?table=1", f"/e/{code}/round/1", f"/e/{code}/players", f"/wall/{code}"]
    for page in pages:
        text = desk.client.get(page).text
        for name in (ARABIC, HEBREW):
            apart = re.sub(rf"<bdi>[^<]*</bdi>|\u2068{name}\u2069|\\\\u2068{name}", "", text)
            assert name not in re.sub(r'(?:value|data-[a-z]+)="[^"]*"', "", apart), (page, name)


def test_what_isolates_is_only_kept_where_it_ends() -> None:
    assert _shown("\u2068\u202eAna\u2069") == "Ana"
    assert _shown("\u2068Ana") == "Ana"
    assert _shown(f"\u2068{ARABIC}\u2069 – Ana\u202e") == f"\u2068{ARABIC}\u2069 – Ana"
