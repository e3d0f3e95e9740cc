"""Personal data on the pages of the desk, on phones and in the API (PP5.4, PP6)."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date
from typing import Any

import pytest
from pypdf import PdfReader

from ronda.core.facts import Approved, Edited
from ronda.core.model import Approval, Player
from ronda.desk.permissions import Actor
from ronda.operations.event_settings import Display
from ronda.sheets.context import SHEETS
from ronda.store import Stored
from ronda.store.privacy import keep
from ronda.web.context import RequestContext
from ronda.web.settings import ServerSettings
from tests.sheets.reading import plain
from tests.web.conftest import At, opened
from tests.web.who_may.test_routes_by_role import with_pass

NAMES = ["Quillon Zebedrake", "Xanthe Wolfingham", "Ygraine Thistlewood", "Peregrin Brandybrook"]
WORDS = ("Quillon", "Zebedrake", "QUILLON", "Castle Club", "918273")


def event(desk: At) -> str:
    code = desk.make(names=NAMES)
    append(desk, code, Edited(Player(1, NAMES[0], club="Castle Club", licence="918273")))
    desk.play(code)
    return code


def append(desk: At, code: str, *facts: Any) -> None:
    stored = desk.runtime.store.load(code)
    assert stored is not None
    assert isinstance(desk.runtime.store.append(code, facts, expected=stored.version, actor="Dora"), Stored)


def everywhere(code: str, mark: str) -> list[str]:
    at, api = f"/e/{code}", f"/api/events/{code}"
    desk = ["", "/players", "/players/1", "/player/1", "/round/1", "/results", "/standings", "/cross", "/start"]
    desk += ["/plots", "/log", "/log/verify", "/apart", "/export/json", "/export/csv", "/print/audit.pdf"]
    desk += ["/export/csv?what=players", "/players/1/known", "/players/1/known.json", "/settings"]
    public = ["", "/standings", "/round/1", "/player/1", "/cross", "/plots", "/start"]
    programs = ["", "/players", "/players/1", "/players/1/known", "/rounds/1", "/standings", "/log"]
    phone = [f"/p/{code}/{mark}", f"/p/{code}/{mark}/known", f"/api/phones/{code}/{mark}"]
    shown = [f"/wall/{code}", f"/wall/{code}/now", f"/wall/{code}/part", f"/embed/{code}", f"/join/{code}"]
    found = [f"/join/{code}/found?who=quillo", f"{at}/players?q=quillo", f"{at}/standings?find=quillo"]
    return [
        *(at + path for path in desk),
        *(f"/{code}{path}" for path in public),
        *(api + path for path in programs),
        *phone,
        *shown,
        *found,
    ]


def test_pp6_2_the_person_is_removed_everywhere_at_once(desk: At) -> None:
    code = event(desk)
    mark = desk.runtime.mark(code, 2)
    pages = everywhere(code, mark)
    named = [page for page in pages if any(word in desk.client.get(page).text for word in WORDS)]
    assert len(named) > 25  # and every cache is warm
    before = desk.client.get(f"/api/events/{code}/standings").json()
    page = desk.client.get(f"/e/{code}/players/1/forget")
    assert page.status_code == 200
    assert "Castle Club" in page.text
    answer = desk.client.post(
        f"/e/{code}/do/forget", data={"player": "1", "_confirm": "true", "_next": f"/e/{code}/players/1"}
    )
    assert answer.status_code in (200, 303)
    for address in pages:
        text = desk.client.get(address).text
        assert not [word for word in WORDS if word in text], address
    after = desk.client.get(f"/api/events/{code}/standings").json()
    for rows in (before, after):
        for row in rows["rows"]:
            row["name"] = row["label"] = row["cells"]["name"] = ""
        rows.pop("version")
    assert before == after
    assert "Player 1 (removed)" in desk.client.get(f"/e/{code}/standings").text
    assert "Joueur 1 (supprimé)" in desk.client.get(f"/{code}/standings?lang=fr").text
    assert "Jugador 1 (datos eliminados)" in desk.client.get(f"/e/{code}/log?lang=es").text


def test_it_needs_a_word_and_what_was_seen(desk: At) -> None:
    code = event(desk)
    asked = desk.client.post(f"/e/{code}/do/forget", data={"player": "1"})
    assert asked.status_code == 409
    append(desk, code, Edited(Player(1, "Quillon Changed")))
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    late = desk.client.post(
        f"/e/{code}/do/forget", data={"player": "1", "_confirm": "true", "_version": str(version - 1)}
    )
    assert late.status_code == 409
    assert desk.client.post(f"/api/events/{code}/forget", json={"player": 1}).status_code == 409
    assert not desk.tournament(code).players[0].removed
    helper = with_pass(desk, "helper", code)
    assert helper.get(f"/e/{code}/players/1/forget").status_code == 403


def test_the_phone_of_who_is_removed_ends(desk: At) -> None:
    code = event(desk)
    mark = desk.runtime.mark(code, 1)
    anybody = desk.elsewhere()
    assert anybody.get(f"/p/{code}/{mark}").status_code == 200
    phone = desk.elsewhere("192.168.1.78")
    phone.scan(code)
    joined = phone.post(f"/join/{code}/claim", data={"player": "2"}, follow_redirects=False)
    other = joined.headers["location"]
    assert desk.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": 1}).status_code == 200
    assert anybody.get(f"/p/{code}/{mark}").status_code == 404
    assert anybody.get(f"/p/{code}/{mark}/known.json").status_code == 404
    assert desk.client.get(f"/e/{code}/player-link/1").status_code == 404
    assert anybody.post(f"/join/{code}/claim", data={"player": "1"}).status_code == 404
    assert anybody.get(other).status_code in (200, 303)  # somebody else's


def test_undo_does_not_touch_it(desk: At) -> None:
    code = event(desk)
    assert desk.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": 1}).status_code == 200
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    seen = {"if-match": str(version)}
    plain = desk.client.post(f"/api/events/{code}/undo?confirm=true", json={}, headers=seen)
    named = desk.client.post(f"/api/events/{code}/undo?confirm=true", json={"of": version}, headers=seen)
    for answer in (plain, named):
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "erasure_is_final")
    earlier = desk.client.post(f"/api/events/{code}/undo?confirm=true", json={"of": version - 1}, headers=seen)
    assert earlier.status_code == 200
    assert desk.tournament(code).players[0].removed


def test_a_retry_is_answered_after_an_erasure(desk: At) -> None:
    code = event(desk)
    key = {"idempotency-key": "k1"}
    entered = desk.client.post(f"/api/events/{code}/enter", json={"name": "Nora New"}, headers=key)
    assert entered.status_code == 200
    body, once = {"player": 5}, {"idempotency-key": "k2"}
    for _ in range(2):
        answer = desk.client.post(f"/api/events/{code}/forget?confirm=true", json=body, headers=once)
        assert answer.status_code == 200, answer.text
    again = desk.client.post(f"/api/events/{code}/enter", json={"name": "Nora New"}, headers=key)
    assert again.status_code == 200
    assert len(desk.tournament(code).players) == 5
    refused = desk.client.post(f"/api/events/{code}/edit?confirm=true", json={"player": 5, "name": "Nora"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "player_removed")


def test_pp6_3_texts_that_name_the_person_are_shown_and_emptied(desk: At) -> None:
    code = event(desk)
    append(desk, code, Approved(1, Approval("Dora", "so that Quillon can go")))
    page = desk.client.get(f"/e/{code}/players/1/forget").text
    assert "so that Quillon can go" in page
    assert re.search(r'name="rounds"\s+value="1" checked', page)
    sent = {"player": "1", "rounds": "1", "_confirm": "true"}
    assert desk.client.post(f"/e/{code}/do/forget", data=sent).status_code in (200, 303)
    assert "can go" not in desk.client.get(f"/e/{code}/log").text
    assert desk.runtime.store.verify(code) == []


def test_pp5_4_the_person_sees_what_is_stored_by_the_own_link_only(desk: At) -> None:
    code = event(desk)
    mark = desk.runtime.mark(code, 1)
    anybody = desk.elsewhere()
    assert f"/p/{code}/{mark}/known" in anybody.get(f"/p/{code}/{mark}").text
    found = anybody.get(f"/p/{code}/{mark}/known.json").json()
    assert (found["player"]["name"], found["player"]["licence"], found["texts"]) == (NAMES[0], "918273", [])
    assert found["rounds"][0]["result"] == "5-3"
    desk.show(code, Display(names="number"))
    hidden = anybody.get(f"/p/{code}/{mark}/known").text
    assert NAMES[0] in hidden
    assert not any(name in hidden for name in NAMES[1:])
    phone = desk.elsewhere("192.168.1.99")
    phone.scan(code)
    joined = phone.post(f"/join/{code}/claim", data={"player": "3"}, follow_redirects=False)
    assert anybody.get(f"{joined.headers['location']}/known.json").status_code == 404  # proved nothing


def test_pp6_4_the_desk_says_what_is_due_and_removes_all_at_once(desk: At) -> None:
    code = event(desk)
    due = "The time for keeping this event’s personal data is over."
    assert due not in desk.client.get("/").text + desk.client.get(f"/e/{code}").text
    sent = {"mode": "date", "until": "2020-01-01"}
    assert desk.client.post(f"/e/{code}/retention", data=sent, follow_redirects=False).status_code == 303
    for page in ("/", f"/e/{code}", f"/e/{code}/settings/delete"):
        assert due in desk.client.get(page).text, page
    assert not any(player.removed for player in desk.tournament(code).players)  # nothing by itself
    preview = desk.client.get(f"/e/{code}/forget").text
    assert "4 players" in preview
    answer = desk.client.post(f"/e/{code}/do/forget-all", data={"_confirm": "true"}, follow_redirects=False)
    assert answer.status_code in (200, 303)
    assert all(player.removed for player in desk.tournament(code).players)
    assert due not in desk.client.get("/").text
    assert "nothing left" in desk.client.get(f"/e/{code}/forget").text
    assert "Personal data of 4 players removed" in desk.client.get(f"/e/{code}/log").text


def test_a_later_entry_is_not_removed_unseen(desk: At) -> None:
    code = event(desk)
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    assert desk.client.post(f"/api/events/{code}/enter", json={"name": "Nora New"}).status_code == 200
    late = desk.client.post(f"/e/{code}/do/forget-all", data={"_confirm": "true", "_version": str(version)})
    assert late.status_code == 409


def test_until_when_in_the_api(desk: At) -> None:
    code = event(desk)
    at = f"/api/events/{code}/retention"
    usual = desk.client.get(at).json()
    assert (usual["mode"], usual["due"], usual["changes"]) == ("usual", False, 0)
    assert date.fromisoformat(usual["until"]).year == date.today().year + 2
    assert desk.client.put(at, json={"mode": "never", "changes": 0}).json()["until"] is None
    assert desk.client.put(at, json={"mode": "usual", "changes": 0}).status_code == 409
    assert desk.client.put(at, json={"mode": "date"}).status_code == 400
    assert desk.client.put(at, json={"mode": "date", "until": "2020-02-30"}).status_code == 400
    assert desk.client.put(at, json={"mode": "date", "until": "2020-02-28"}).json()["due"] is True
    assert desk.client.post(f"/e/{code}/retention", data={"mode": "date", "until": "soon"}).status_code == 422
    assert desk.client.post(f"/e/{code}/retention", data={"mode": "never", "seen": "0"}).status_code == 409


def test_another_worker_forgets_at_once(postgres: str) -> None:
    """Two workers on one database: what one has shown a moment ago it does not show again."""
    from tests.store.conftest import fresh_database

    place = ServerSettings(fresh_database(postgres))
    with opened(place) as one, opened(place) as other:
        code = event(one)
        page = f"/e/{code}/standings"
        assert "Zebedrake" in one.client.get(page).text
        assert "Zebedrake" in other.client.get(page).text
        done = one.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": 1})
        assert done.status_code == 200
        seen = {"ronda-version": str(done.json()["version"])}
        for address in (page, f"/{code}/standings", f"/api/events/{code}/players"):
            assert "Zebedrake" not in one.client.get(address).text
            assert "Zebedrake" not in other.client.get(address, headers=seen).text
        known = other.runtime.store.last_known(code)  # nothing, where the news of the erasure came after the last page
        assert known is None or "Zebedrake" not in repr(known.stored.facts)
        assert other.runtime.store.verify(code) == []


@pytest.mark.parametrize("name", ["chess", "domino", "melee", "redemption"])
def test_paper_and_files_of_all_systems(desk: At, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RequestContext, "reachable", True)  # open to the hall: poster and cards, too
    code = desk.make(name, 8)
    for action, body in (
        ("fees", {"rules": [{"amount": 1000}], "currency": "EUR"}),
        ("prizes", {"prizes": [{"id": "first", "value": 100}]}),
    ):
        assert desk.client.post(f"/api/events/{code}/{action}", json=body).is_success
    desk.play(code)
    append(
        desk,
        code,
        Edited(Player(2, "Castle Person", club="Castle Club", number=desk.tournament(code).players[1].number)),
    )
    assert desk.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": 2}).status_code == 200
    named = set()
    for sheet in SHEETS:
        answer = desk.client.get(f"/e/{code}/print/{sheet}.pdf")
        assert answer.status_code == 200 or sheet in ("scores", "bracket"), (
            sheet
        )  # for dominoes, and where there is one
        if answer.status_code == 200:
            text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
            assert "castle" not in text.casefold(), sheet
            named |= {sheet} if "Player 2 (removed)" in plain(text) else set()
    assert {"start", "standings", "audit"} <= named
    with zipfile.ZipFile(io.BytesIO(desk.client.get(f"/e/{code}/export/xlsx").content)) as book:
        assert not any(b"castle" in book.read(part).lower() for part in book.namelist())
    assert "castle" not in desk.client.get(f"/e/{code}/export/json").text.casefold()


def test_the_date_is_kept_by_the_store(desk: At) -> None:
    code = event(desk)
    with desk.runtime.store.writes() as connection:
        keep(connection, code, date(2031, 1, 31))
    assert "2031-01-31" in desk.client.get(f"/e/{code}/settings/delete").text


def test_the_log_says_who_reported_and_the_chain_only_has_the_number(desk: At) -> None:
    code = desk.make(names=NAMES)
    desk.publish(code)
    first = desk.tournament(code).rounds[-1].tables[0].first[0]
    mark = desk.runtime.mark(code, first)
    sent = {"result": "5-3", "round": "1"}
    assert desk.elsewhere().post(f"/p/{code}/{mark}/tell/report", data=sent).status_code in (200, 204, 303)
    records = desk.runtime.store.log(code) or ()
    assert records[-1].actor == f"#{first}"
    called = f"{NAMES[first - 1]} (#{first})"
    assert called in desk.client.get(f"/e/{code}/log").text
    assert desk.client.get(f"/api/events/{code}/log").json()["entries"][-1]["actor"] == called
    assert desk.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": first}).status_code == 200
    entries = desk.client.get(f"/api/events/{code}/log").json()["entries"]
    assert entries[-2]["actor"] == f"Player {first} (removed)"
    assert Actor("helper", "#7").actor == "helper #7"  # nobody of the desk is taken for a player
