"""The API and `--json` tell the same of a round, of its standings and of its log; null where the other says nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import Player, Setup
from ronda.desk import standings_after
from ronda.operations.event_settings import Display
from ronda.store.event_log import entries
from ronda.systems.labels import labels
from ronda.systems.lists import pairing_list_of, standings_columns
from ronda.texts import Speaker
from ronda.views import plain
from ronda.views.events import log_line
from ronda.views.rounds import round_state, with_pairings
from ronda.views.standings import standings_line, with_cells
from tests.web.conftest import At

NAMES = {n: f"Player {n}" for n in range(1, 10)}


def without_blanks(value: Any) -> Any:
    """As `--json` has it."""
    if isinstance(value, list):
        return [without_blanks(one) for one in value]
    if not isinstance(value, dict):
        return value
    optional = {"table", "player", "points", "differential", "approved", "reports", "absent", "earlier", "in_force"}
    return {key: without_blanks(one) for key, one in value.items() if not (key in optional and one in (None, [], {}))}


@pytest.fixture(params=["redemption", "domino"])
def event(request: pytest.FixtureRequest, desk: At) -> tuple[At, str]:
    made: list[Fact] = [
        Created(Setup(request.param, "Club", {"rounds": 3}, 1)),
        *(Entered(Player(n, NAMES[n])) for n in NAMES),
    ]
    code = desk.runtime.store.create(made, actor="test").code
    desk.play(code)
    desk.publish(code)
    return desk, code


def test_a_round_is_the_same_in_both(event: tuple[At, str]) -> None:
    desk, code = event
    tournament = desk.tournament(code)
    told = desk.client.get(f"/api/events/{code}/rounds/2").json()
    speaker, last = Speaker("en", NAMES, system=tournament.setup.system), tournament.rounds[-1]
    state = round_state(tournament, last, speaker)
    listed = with_pairings(state, tournament, last, pairing_list_of(tournament, last, speaker.number), speaker)
    assert without_blanks(told) == plain(listed)
    assert all(
        list(line["cells"]) == [one["code"] for one in told["columns"]] for line in told["tables"] + told["byes"]
    )
    assert told["tables"][0].keys() >= {"absent", "earlier", "reports"}
    assert told["approved"] is None
    assert any(reason["facts"] for reason in told["reasons"])
    if tournament.setup.system == "redemption":  # R3.3: what it is worth is fixed with the round
        assert [(bye["points"], bye["differential"]) for bye in told["byes"]] == [(3, 0)]
    else:
        assert told["byes"][0]["points"] is None or told["byes"][0]["points"] >= 0
        assert [line["article"] for line in told["in_force"]]


def test_where_names_are_hidden_facts_are_not_told(event: tuple[At, str]) -> None:
    """A sentence says what may be known; the facts behind it may tell who somebody is."""
    desk, code = event
    desk.show(code, Display(names="number"))
    told = desk.elsewhere().get(f"/api/events/{code}/rounds/2").json()
    assert told["reasons"]
    assert all(line["facts"] == {} for line in told["reasons"] + told["relaxations"])
    row = desk.elsewhere().get(f"/api/events/{code}/standings?player=4").json()["rows"][0]
    assert row["working"].keys() == row["criteria"].keys()


def test_standings_and_log_are_the_same_in_both(event: tuple[At, str]) -> None:
    desk, code = event
    speaker = Speaker("en", NAMES)
    rows = desk.client.get(f"/api/events/{code}/standings?after=1").json()["rows"]
    standings, called = standings_after(desk.tournament(code), 1), labels(desk.tournament(code))
    lines = [standings_line(row, speaker) for row in standings]
    assert rows == [plain(line) for line in with_cells(lines, standings, standings_columns(standings), speaker, called)]
    one = desk.client.get(f"/api/events/{code}/standings?player=4").json()
    assert [(row["player"], list(row["working"])) for row in one["rows"]] == [(4, list(rows[0]["criteria"]))]
    assert isinstance(one["rows"][0]["notes"], list)
    assert (one["winners"], one["podium"]) == ([], [])
    assert desk.client.get(f"/api/events/{code}/standings?player=99").status_code == 404
    log = desk.client.get(f"/api/events/{code}/log").json()["entries"]
    own = json.loads(json.dumps([plain(log_line(one, speaker)) for one in entries(desk.runtime.store.log(code) or ())]))
    assert [line["fact"] for line in log] == [line["fact"] for line in own]
    assert [line.get("after") for line in log] == [line.get("after") for line in own]
