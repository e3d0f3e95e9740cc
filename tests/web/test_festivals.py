"""A festival: one check-in, one code, one wall and one schedule for several tournaments."""

from __future__ import annotations

from datetime import UTC, datetime

from ronda.operations.event_settings import Display
from ronda.store.access import issue
from ronda.web.context import SESSION_COOKIE
from tests.web.conftest import At
from tests.web.helping import somebody


def festival(desk: At, *events: str) -> str:
    answer = desk.client.post("/collections", data={"of": "festival", "name": "Spring days"})
    code = str(answer.url).rpartition("/")[2]
    for one in events:
        assert desk.client.post(f"/collections/{code}/do/count", data={"event": one}).status_code == 200
    return code


def two(desk: At) -> tuple[str, str, str]:
    """Ann Lee plays in both, under names that are the same."""
    first = desk.make(names=["Ann Lee", "Bo Ek", "Cy", "Di"])
    second = desk.make("chess", names=["Zed", "LEE, Ann", "Cora", "Dan"])
    return festival(desk, first, second), first, second


def test_a_player_of_several_tournaments_is_one_person_at_the_check_in(desk: At) -> None:
    code, first, second = two(desk)
    page = desk.client.get(f"/collections/{code}/check-in?find=lee").text
    assert f'value="{first} 1"' in page
    assert f'value="{second} 2"' in page
    assert "Bo Ek" not in page
    answer = desk.client.post(f"/collections/{code}/check-in", data={"seat": [f"{first} 1", f"{second} 2"]})
    assert answer.status_code == 200
    assert 1 in desk.tournament(first).here
    assert 2 in desk.tournament(second).here
    assert "Here: 1 of 7" in answer.text
    away = {"seat": [f"{first} 1", f"{second} 2"], "here": "false"}
    desk.client.post(f"/collections/{code}/check-in", data=away)
    assert 1 not in desk.tournament(first).here
    wrong = {"seat": ["XXXXXX 1", f"{first} 99", f"{first} x", "nonsense"]}
    assert desk.client.post(f"/collections/{code}/check-in", data=wrong).status_code == 200


def test_one_code_leads_to_all_tournaments(desk: At) -> None:
    code, first, second = two(desk)
    desk.show(first, Display(joining="open"))
    desk.show(second, Display(joining="open"))
    phone = desk.elsewhere()
    answer = phone.get(f"/join?code={code.lower()}")
    assert str(answer.url).endswith(f"/f/{code}/join")
    assert phone.get(f"/j/{code}", follow_redirects=False).headers["location"] == f"/f/{code}/join"
    assert phone.get("/j/ZZZZZZ").status_code == 404
    page = phone.get(f"/f/{code}/join?who=lee").text
    assert f'value="{first} 1"' in page
    assert f'value="{second} 2"' in page
    answer = phone.post(f"/f/{code}/claim", data={"seat": [f"{first} 1", f"{second} 2"]})
    assert str(answer.url).endswith(f"/f/{code}/join")
    assert f'href="/p/{first}/' in answer.text
    assert f'href="/p/{second}/' in answer.text
    assert 2 in desk.tournament(second).here
    alone = desk.elsewhere().post(f"/f/{code}/claim", data={"seat": f"{first} 2"})
    assert f"/p/{first}/" in str(alone.url)
    assert desk.elsewhere().post(f"/f/{code}/claim", data={"seat": f"{first} 77"}).status_code == 404


def test_hidden_names_are_hidden_there_too(desk: At) -> None:
    code, first, second = two(desk)
    for event in (first, second):
        desk.show(event, Display(names="number"))
    phone = desk.elsewhere()
    assert "Ann Lee" not in phone.get(f"/f/{code}/join?who=an").text
    desk.show(first, Display(joining="card"))
    assert f"{first} 1" not in phone.get(f"/f/{code}/join?who=Ann+Lee").text
    assert phone.post(f"/f/{code}/claim", data={"seat": f"{first} 1"}).status_code == 404


def test_the_wall_shows_one_after_the_other(desk: At) -> None:
    code, first, second = two(desk)
    walls = [
        desk.client.get(f"/f/{code}/wall?after={after}", follow_redirects=False).headers["location"]
        for after in ("", first, second)
    ]
    assert walls == [f"/wall/{one}?festival={code}&seconds=30" for one in (first, second, first)]
    page = desk.client.get(walls[0]).text
    assert f'data-following="/f/{code}/wall?after={first}&amp;seconds=30"' in page
    assert "data-following" not in desk.client.get(f"/wall/{first}").text
    assert "data-following" not in desk.client.get(f"/wall/{first}?festival=ZZZZZZ").text
    empty = festival(desk)
    assert str(desk.client.get(f"/f/{empty}/wall").url).endswith(f"/f/{empty}")


def test_the_schedule_is_the_arbiters_and_the_rest_the_owners(desk: At) -> None:
    code, first, second = two(desk)
    line = {"date": "2026-05-03", "time": "10:00", "text": "Doors open", "_version": "3"}
    helper, arbiter = somebody(desk, first), somebody(desk, first, "arbiter", "Ben")
    for client in (helper, arbiter):  # of one tournament only
        assert client.get(f"/collections/{code}").status_code in (401, 403)
    for client, role in ((helper, "helper"), (arbiter, "arbiter")):
        with desk.runtime.store.writes() as connection:
            issue(connection, f"both-{role}", role, role, datetime.now(UTC), scope=second)
        client.cookies.set(SESSION_COOKIE, f"{client.cookies[SESSION_COOKIE]}.both-{role}")
    assert helper.get(f"/collections/{code}").status_code == 200
    assert helper.get(f"/collections/{code}/check-in").status_code == 200
    assert helper.post(f"/collections/{code}/do/plan", data=line).status_code == 403
    assert arbiter.post(f"/collections/{code}/do/plan", data=line).status_code == 200
    assert arbiter.post(f"/collections/{code}/do/rename", data={"name": "x"}).status_code == 403
    assert "Doors open" in desk.elsewhere().get(f"/f/{code}").text
    assert desk.client.post(f"/collections/{code}/do/unplan", data={"number": "1"}).status_code == 200
    assert "Doors open" not in desk.elsewhere().get(f"/f/{code}").text


def test_the_desk_says_what_needs_whom(desk: At) -> None:
    code, first, second = two(desk)
    desk.publish(first)
    mark = desk.runtime.mark(first, 1)
    assert desk.elsewhere().post(f"/p/{first}/{mark}/ask/arbiter").status_code == 200
    page = desk.client.get(f"/collections/{code}/part/festival").text
    assert "Arbiter wanted at table" in page
    assert page.index(first) < page.index(second)
