"""The desk over a database that is damaged, read-only or full: it says so, shows what it can, and goes on after."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ronda.core.facts import Published
from ronda.store import StoreTrouble, open_store
from ronda.web.settings import ServerSettings
from tests.store.damaging import BY_SQL, Standing, damaged, make
from tests.store.places import fill_up, read_only, small_disk
from tests.store.samples import started
from tests.web.conftest import At, opened

PAGES = ("", "/players", "/results", "/standings", "/log", "/settings")


def two_events(path: Path) -> tuple[str, str]:
    with open_store(path) as store:
        first, second = (store.create([*started(), Published(1)], actor="Ana") for _ in range(2))
        return first.code, second.code


def hurt(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)


def enter(at: At, code: str, loser: int = 3) -> Any:
    event = at.runtime.event(code)
    assert event is not None
    return enter_on(at, code, event.version, loser)


def enter_on(at: At, code: str, version: int, loser: int = 3) -> Any:
    body = {"round": 1, "table": 1, "result": f"5-{loser}"}
    headers = {"if-match": f'"{version}"', "accept-language": "en"}
    return at.client.post(f"/api/events/{code}/result?confirm=true", json=body, headers=headers)


@pytest.mark.parametrize("what", ["bad time in the list", "a name that is no text", "a body that is no JSON"])
def test_one_bad_row_hides_one_event(what: str, tmp_path: Path) -> None:
    path = tmp_path / "ronda.db"
    first, second = two_events(path)
    hurt(path, BY_SQL[what])
    with opened(ServerSettings(str(path))) as at:
        at.client.get(f"/e/{first}")  # what is wrong inside is known once somebody has looked
        page = at.client.get("/", headers={"accept-language": "en"})
        assert page.status_code == 200
        assert f'href="/e/{second}"' in page.text
        assert f'href="/e/{first}"' not in page.text
        assert first in page.text
        assert "damaged" in page.text
        listed = at.client.get("/api/events").json()["events"]
        assert [one["code"] for one in listed] == [first, second]
        assert listed[1]["damaged"] is False
        assert at.client.get(f"/e/{second}").status_code == 200


def test_damage_is_told_to_the_owner_with_the_way_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "ronda.db"
    first, _ = two_events(path)
    hurt(path, BY_SQL["a body that is no JSON"])
    with opened(ServerSettings(str(path))) as at:
        for page in PAGES:
            answer = at.client.get(f"/e/{first}{page}", headers={"accept-language": "en"})
            assert answer.status_code == 500
            assert str(path) in answer.text
            assert f"entry 2 of event {first}" in answer.text
            assert "ronda recover" in answer.text
        elsewhere = at.elsewhere()
        outside = elsewhere.get(f"/e/{first}", headers={"accept-language": "en"})
        assert outside.status_code == 500
        assert "damaged" in outside.text
        assert str(path) not in outside.text
        error = at.client.get(f"/api/events/{first}").json()["error"]
        assert error["code"] == "damaged"
        assert enter_on(at, first, 11).json()["error"]["code"] == "damaged"
    assert not any(record.exc_info for record in caplog.records if record.name == "ronda.web.errors")


def test_a_note_that_is_damaged_is_named(tmp_path: Path) -> None:
    path = tmp_path / "ronda.db"
    first, second = two_events(path)
    with opened(ServerSettings(str(path))) as at:
        assert at.client.get(f"/e/{first}").status_code == 200
    hurt(path, f"INSERT INTO note VALUES ('{first}', 'display', '[1', 1), ('{second}', 'display', '[1]', 1)")
    with opened(ServerSettings(str(path))) as at:
        for code in (first, second):
            answer = at.client.get(f"/e/{code}", headers={"accept-language": "en"})
            assert answer.status_code == 500
            assert "note display" in answer.text


def test_a_read_only_folder_is_looked_into(tmp_path: Path) -> None:
    (tmp_path / "db").mkdir()
    first, _ = two_events(tmp_path / "db" / "ronda.db")
    with read_only(tmp_path / "db") as place, opened(ServerSettings(str(place / "ronda.db"))) as at:
        for page in PAGES:
            assert at.client.get(f"/e/{first}{page}").status_code == 200, page
        answer = enter(at, first)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "read_only")
        form = at.client.post(
            f"/e/{first}/do/result",
            data={"round": "1", "table": "1", "result": "5-3"},
            headers={"hx-request": "true", "accept-language": "en"},
        )
        assert form.status_code == 503
        assert "read-only: nothing was saved" in form.text


def test_a_full_disk_is_named_and_heals(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with small_disk(tmp_path / "disk", 2000) as disk:
        path = disk / "ronda.db"
        first, _ = two_events(path)
        with opened(ServerSettings(str(path))) as at:
            ballast = fill_up(disk)
            answers = [enter(at, first, n % 4) for n in range(60)]
            refused = next(answer for answer in answers if answer.status_code not in (200, 201))
            assert (refused.status_code, refused.json()["error"]["code"]) == (507, "disk_full")
            assert len([one for one in caplog.records if one.name == "ronda.web.errors"]) == 1, "the log says so once"
            ready = at.client.get("/readyz")
            assert (ready.status_code, ready.json()) == (503, {"state": "disk full"})
            for page in PAGES:
                assert at.client.get(f"/e/{first}{page}").status_code == 200, page
            before = at.client.get(f"/api/events/{first}").json()["version"]
            ballast.unlink()
            assert at.client.get("/readyz").json() == {"state": "ready"}, "also if nobody writes anything"
            after = enter(at, first)
            assert after.status_code in (200, 201), after.text
            assert after.json()["version"] > before


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    return make(tmp_path_factory.mktemp("standing"))


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files(seed: int, standing: Standing, tmp_path: Path) -> None:
    look_at_damaged(standing, tmp_path, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_damaged_files(seed: int, standing: Standing, tmp_path: Path) -> None:
    look_at_damaged(standing, tmp_path, seed)


def look_at_damaged(standing: Standing, folder: Path, seed: int) -> None:
    """Every page is shown, or says that something is damaged; nothing goes wrong that nobody foresaw."""
    path, what = damaged(standing, folder / "db", seed)
    try:
        with open_store(path) as store:
            store.summaries()
    except StoreTrouble:  # `ronda serve` says so, and ends
        return
    with opened(ServerSettings(str(path)), raise_server_exceptions=False) as at:
        for code in standing.codes:
            here = f"/api/events/{code}"
            for page in (here, f"{here}/standings", f"{here}/log", f"{here}/clock", "/api/events"):
                answer = at.client.get(page)
                assert answer.status_code < 500 or answer.json()["error"]["code"] == "damaged", (
                    what,
                    page,
                    answer.text,
                )
            for page in ("/", *(f"/e/{code}{page}" for page in PAGES), f"/w/{code}"):
                answer = at.client.get(page, headers={"accept-language": "en"})
                assert answer.status_code in (200, 404) or "is damaged" in answer.text, (what, page, answer.text)
            answer = enter_on(at, code, 1)
            assert answer.status_code < 500 or answer.json()["error"]["code"] == "damaged", (what, answer.text)
