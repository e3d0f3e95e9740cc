"""Penalties, notes, lateness and appeals in the browser; who sees what (PE9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import At


def begun(desk: At) -> str:
    code = desk.make(players=6)
    for deed in ("pair", "publish"):
        assert desk.client.post(f"/api/events/{code}/{deed}").status_code == 200
    return code


def give(desk: At, code: str, **fields: Any) -> Any:
    version = desk.client.get(f"/api/events/{code}").json()["version"]
    sent = {"_version": str(version), "kind": "warning", "reason": "talking", "by": "Judge 2", "rule": "T1", **fields}
    return desk.client.post(f"/e/{code}/penalties/give", data=sent, follow_redirects=False)


def test_given_shown_lifted(desk: At) -> None:
    code = begun(desk)
    assert give(desk, code, player="1", kind="points", amount="0,5").status_code == 303
    assert desk.tournament(code).setup.penalties[0].amount == 1
    page = desk.client.get(f"/e/{code}/penalties").text
    assert "point deduction −½" in page
    assert "talking" in page
    standings = desk.elsewhere().get(f"/{code}/standings").text
    assert "point deduction −½" in standings
    player = desk.elsewhere().get(f"/{code}/player/1").text
    assert "point deduction −½" in player
    assert "talking" not in player  # reasons are the desk's and the player's own
    assert "talking" in desk.client.get(f"/e/{code}/player/1").text
    lifted = desk.client.post(f"/e/{code}/do/lift", data={"penalty": "1", "reason": "a mistake"})
    assert lifted.status_code == 200
    assert "−½" not in desk.elsewhere().get(f"/{code}/standings").text


def test_at_a_table_and_undone(desk: At) -> None:
    code = begun(desk)
    table = desk.tournament(code).rounds[0].tables[0]
    give(desk, code, player=str(table.first[0]), kind="game-loss", table=str(table.number))
    assert desk.tournament(code).rounds[0].tables[0].result is not None
    assert "game loss" in desk.elsewhere().get(f"/{code}").text
    assert "game loss" in desk.client.get(f"/e/{code}/round/1").text
    version = desk.client.get(f"/api/events/{code}").json()["version"]
    desk.client.post(f"/api/events/{code}/undo", json={}, headers={"If-Match": str(version)})
    assert desk.tournament(code).rounds[0].tables[0].result is None
    assert not desk.tournament(code).setup.penalties


def test_warnings_are_not_public(desk: At) -> None:
    code = begun(desk)
    give(desk, code, player="1", card="yellow")
    for path in (f"/{code}", f"/{code}/standings", f"/{code}/player/1"):
        assert "yellow" not in desk.elsewhere().get(path).text
    page = desk.client.get(f"/e/{code}/penalties").text
    assert "next step: warning" in page


def test_bad_amounts_are_told(desk: At) -> None:
    code = begun(desk)
    assert give(desk, code, player="1", kind="points", amount="a lot").status_code == 422
    assert give(desk, code, player="1", kind="points", amount="0.3").status_code == 422
    assert give(desk, code, player="1", kind="points").status_code == 422
    assert not desk.tournament(code).setup.penalties


@pytest.mark.parametrize(
    ("system", "options", "hint"),
    [("chess", {}, "steps of 0.5"), ("dutch", {"scoring": "1-0.3-0"}, "steps of 0.1")],
)
def test_the_form_says_in_which_steps_points_are_taken(
    desk: At, system: str, options: dict[str, str], hint: str
) -> None:
    people = [{"name": f"Player {n}"} for n in range(1, 7)]
    made = desk.client.post("/api/events", json={"system": system, "name": "X", "players": people, "options": options})
    assert made.status_code == 201, made.text
    assert f"{hint}</small>" in desk.client.get(f"/e/{made.json()['code']}/penalties").text


def test_points_in_the_api_are_those_that_people_speak_of(desk: At) -> None:
    code = begun(desk)
    path = f"/api/events/{code}"
    given = {"player": 1, "kind": "points", "reason": "late"}
    for own in ({"points": 0.5}, {"points": "1,5"}, {"points": 2}, {"amount": 1}):  # the last one counts halves
        assert desk.client.post(f"{path}/penalise", json={**given, **own}).status_code == 200
    assert desk.client.post(f"{path}/penalise", json={**given, "kind": "miss", "amount": 1}).status_code == 200
    told = [(one["amount"], one["points"]) for one in desk.client.get(f"{path}/penalties").json()["penalties"]]
    assert told == [(0.5, 0.5), (1.5, 1.5), (2, 2), (0.5, 0.5), (1, None)]
    for wrong, refused in (
        ({"points": 0.3}, "amount_between_steps"),
        ({"points": 0.5, "amount": 1}, "points_or_amount"),
        ({"points": 1, "kind": "miss"}, "points_or_amount"),
        ({"points": "a lot"}, "not_a_number"),
        ({"points": 0}, "amount_needed"),
        ({}, "amount_needed"),
    ):
        answer = desk.client.post(f"{path}/penalise", json={**given, **wrong})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, refused)
    for unfit in (-1, 10**30, True, "1" * 21):
        assert desk.client.post(f"{path}/penalise", json={**given, "points": unfit}).status_code == 400
    assert len(desk.tournament(code).setup.penalties) == 5


def test_an_appeal_changes_points_as_they_are_typed(desk: At) -> None:
    code = begun(desk)
    assert give(desk, code, player="1", kind="points", amount="2").status_code == 303
    desk.client.post(f"/e/{code}/do/appeal", data={"player": "1", "text": "too much", "penalty": "1"})
    assert 'name="points"' in desk.client.get(f"/e/{code}/penalties").text
    verdict = {"appeal": "1", "outcome": "changed", "reason": "too much", "by": "Dora", "points": "0,5"}
    assert desk.client.post(f"/e/{code}/do/decide-appeal", data=verdict).status_code == 200
    shown = desk.client.get(f"/api/events/{code}/penalties").json()["penalties"]
    assert [(one["points"], one["lifted"]) for one in shown] == [(2, True), (0.5, False)]


def test_one_form_for_all_and_a_field_that_finds(desk: At) -> None:
    code = begun(desk)
    page = desk.client.get(f"/e/{code}/penalties").text
    assert page.count("penalties/give") == 2  # one form, with scripts and without
    assert "do/note" not in page
    assert "do/appeal" not in page
    for kind, against in (("warning", ""), ("note", ""), ("appeal", "1")):
        assert give(desk, code, who="player 3", kind=kind, round="1", penalty=against).status_code == 303
    assert [(one.player, one.kind) for one in desk.tournament(code).setup.penalties] == [(3, "warning"), (3, "note")]
    assert [(one.player, one.text) for one in desk.tournament(code).appeals] == [(3, "talking")]
    assert give(desk, code, who="player").status_code == 422  # several
    assert give(desk, code, who="nobody").status_code == 422


def test_a_warning_from_the_menu_of_the_table(desk: At) -> None:
    code = begun(desk)
    table = desk.tournament(code).rounds[0].tables[0]
    give(desk, code, player="1")
    menu = desk.client.get(f"/e/{code}/round/1/table/{table.number}").text
    assert f'action="/e/{code}/penalties/give"' in menu
    assert all(f'<option value="{player}">' in menu for player in table.players)


def test_late_note_appeal(desk: At) -> None:
    code = begun(desk)
    table = desk.tournament(code).rounds[0].tables[0]
    who = table.second[0]
    menu = f"/e/{code}/round/1/table/{table.number}"
    assert "has not turned up" not in desk.client.get(menu).text  # penalties are not used yet
    desk.client.post(f"/e/{code}/uses", data={"feature": "penalties", "seen": "0", "on": "true"})
    assert "has not turned up" in desk.client.get(menu).text
    assert give(desk, code, player=str(who), kind="late").status_code == 303
    assert desk.tournament(code).rounds[0].tables[0].result is not None
    desk.client.post(f"/e/{code}/do/note", data={"player": str(who), "reason": "came at 14:20"})
    complaint = {"player": str(who), "text": "the bus", "round": "1", "table": str(table.number)}
    desk.client.post(f"/e/{code}/do/appeal", data=complaint)
    page = desk.client.get(f"/e/{code}/penalties").text
    assert "the bus" in page
    assert "1 appeal open" in desk.client.get(f"/e/{code}").text
    assert "the bus" not in desk.elsewhere().get(f"/{code}").text
    verdict = {"appeal": "1", "outcome": "upheld", "reason": "a bus is no reason", "by": "Dora"}
    desk.client.post(f"/e/{code}/do/decide-appeal", data=verdict)
    assert desk.tournament(code).appeals[0].outcome == "upheld"
    log = desk.client.get(f"/e/{code}/log").text
    assert "the decision stands" in log
    state = desk.client.get(f"/api/events/{code}/penalties").json()
    assert state["appeals"][0]["outcome"] == "upheld"
    assert desk.elsewhere().get(f"/api/events/{code}/penalties").json()["appeals"] == []


def test_prize_list_and_certificates_are_printed(desk: At) -> None:
    code = begun(desk)
    assert "certificates.pdf" in desk.client.get(f"/e/{code}/print").text
    assert "prizes.pdf" not in desk.client.get(f"/e/{code}/print").text
    prizes = {"prizes": [{"id": "1st", "value": 10000}, {"id": "2nd", "value": 5000}], "currency": "EUR"}
    assert desk.client.post(f"/api/events/{code}/prizes", json=prizes).status_code == 200
    for sheet in ("prizes", "certificates"):
        answer = desk.client.get(f"/e/{code}/print/{sheet}.pdf")
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")
