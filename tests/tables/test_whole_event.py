"""R7: an event played through SQL alone is, table by table and place by place, the same event in Ronda."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from ronda.core.chance import Draw
from tests.cli.running import Desk
from tests.tables.conftest import App

NAMES = "Ann Ben Cal Dee Eve Fay Gus Hal Ida"
ROUNDS = 4
MOST = 5

MATCHES = """
    select m.round, m.match_order, a.name as first, b.name as second, m.player1_score, m.player2_score,
           w.name as winner, m.is_tie, m.player1_match_points, m.player2_match_points, m.differential, m.differential2
    from matches m join participants a on a.id = m.player1_id join participants b on b.id = m.player2_id
    left join participants w on w.id = m.winner_id order by m.round, m.match_order
"""
BYES = """
    select b.round_number, p.name, b.match_points, b.differential, r.round_number as of_round
    from byes b join participants p on p.id = b.participant_id join rounds r on r.id = b.round_id order by 1
"""
PEOPLE = "select name, place, match_points, differential, dropped_out from participants order by name"
CUPS = """
    select n_rounds, current_round, has_started, has_ended, max_score, starting_table_number, bye_differential
    from tournaments
"""
ROUND_ROWS = (
    "select round_number, is_completed, ended_at is null as runs, started_at is null as waits from rounds order by 1"
)


def scores(chance: Draw) -> tuple[int, int]:
    while True:
        first, second = chance.below(MOST + 1), chance.below(MOST + 1)
        if (first, second) != (MOST, MOST):
            return first, second


def play(desk: Desk, app: App, chance: Draw) -> list[dict[str, Any]]:
    """The event by SQL and the two commands that write; answers what `pair` said each time."""
    told = []
    for number in range(1, ROUNDS + 1):
        looked = desk("tables", app.url, "pair", "FRI", "--json")
        assert looked.status == 0
        assert app("select id from rounds where round_number = :n", n=number) == []  # a dry run
        written = desk("tables", app.url, "pair", "FRI", "--write", "--json")
        assert written.status == 0, written.err
        made = written.value
        assert {**looked.value, "rows": 0, "changes": 0, "written": 0} == {
            **made,
            "rows": 0,
            "changes": 0,
            "written": 0,
        }
        told.append(made)
        assert desk("tables", app.url, "check", "FRI", "--json").value["findings"] == []
        for table in made["tables"]:
            app.result(number, table["number"] - 10, *scores(chance))
        assert desk("tables", app.url, "score", "FRI", "--write").status == 0
        again = desk("tables", app.url, "score", "FRI", "--json").value
        assert (again["changes"], again["missing"]) == ([], [])
        assert desk("tables", app.url, "check", "FRI", "--json").value["findings"] == []
    return told


def same_in_ronda(desk: Desk, told: list[dict[str, Any]], chance: Draw) -> dict[str, list[Any]]:
    """The same event with Ronda's own commands, and what its own tables say of it."""
    people = told[0]["participants"]
    desk.write(
        "same.json",
        {
            "ronda": 1,
            "name": "Friday",
            "system": "redemption",
            "options": {"rounds": ROUNDS, "max_score": MOST, "first_table": 11},
            "seed": told[0]["seed"],
            "players": [{"id": one["player"], "name": one["name"], "draw": one["draw"]} for one in people],
            "rounds": [],
        },
    )
    code = desk("import", "same.json", "--store", "--json").value["code"]
    for made in told:
        own = desk("pair", code, "--write", "--yes", "--json").value
        for key in ("number", "tables", "byes", "seed", "edition", "reasons", "relaxations"):
            assert own[key] == made[key]
        for table in own["tables"]:
            first, second = scores(chance)
            assert desk("result", code, own["number"], table["number"], f"{first}-{second}").status == 0
    assert desk("close", code, "--yes").status == 0
    assert desk("finish", code, "--yes").status == 0
    engine = create_engine(f"sqlite:///{desk.path('ronda.db')}")
    with engine.connect() as connection:
        found = {query: [tuple(row) for row in connection.execute(text(query))] for query in QUERIES}
    engine.dispose()
    return found


QUERIES = (MATCHES, BYES, PEOPLE, CUPS, ROUND_ROWS)


def test_an_event_of_9_players_and_4_rounds(desk: Desk, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_DB", str(desk.path("ronda.db")))
    app.start("Friday", NAMES, n_rounds=ROUNDS, starting_table_number=11, bye_points=3, bye_differential=0)
    told = play(desk, app, Draw(9, "scores"))
    found = {query: [tuple(row.values()) for row in app(query)] for query in QUERIES}
    assert found == same_in_ronda(desk, told, Draw(9, "scores"))
    assert len(found[MATCHES]) == 16
    assert found[CUPS] == [(ROUNDS, ROUNDS, True, True, MOST, 11, 0)]
    assert [row[0] for row in found[BYES]] == [1, 2, 3, 4]
    assert desk("tables", app.url, "list", "--json").value["tournaments"][0]["state"] == "finished"
    more = desk("tables", app.url, "pair", "FRI", "--write", "--json")
    assert (more.status, more.value["error"]["code"]) == (1, "not_now")


def test_the_rows_that_pair_announces_are_those_that_it_writes(desk: Desk, app: App) -> None:
    app.start("Friday", "Ann Ben Cal", starting_table_number=7)
    told = desk("tables", app.url, "pair", "--write", "--json").value
    assert json.loads(json.dumps(told)) == told
    for name, rows in told["rows"].items():
        stored = {str(row["id"]): row for row in app(f"select * from {name}")}
        assert stored.keys() == {row["id"] for row in rows}
        for row in rows:
            for column, value in row.items():
                if not column.endswith("_at"):
                    found = stored[row["id"]][column]
                    assert (str(found) if column.endswith("id") else found) == value, (name, column)
    assert [row["match_order"] for row in told["rows"]["matches"]] == [1]
    assert [table["number"] for table in told["tables"]] == [7]


def test_a_late_entry_a_drop_out_an_absence_and_a_correction(desk: Desk, app: App) -> None:
    cup = app.start("Friday", "Ann Ben Cal Dee", n_rounds=4)
    first = desk("tables", app.url, "pair", "--write", "--json").value
    draws = {one["name"]: one["draw"] for one in first["participants"]}
    app.result(1, 1, 5, 3)
    app("update matches set player1_match_points = 0, player2_match_points = 3 where match_order = 2")  # R2.4
    app.insert("participants", tournament_id=cup, name="Aaron")
    assert desk("tables", app.url, "score", "--write").status == 0
    absent = app.one("select * from matches where match_order = 2")
    assert (absent["winner_id"], absent["is_tie"]) == (absent["player2_id"], False)
    assert (absent["differential"], absent["differential2"], absent["player1_score"]) == (-5, 0, None)
    second = desk("tables", app.url, "pair", "--write", "--json").value
    after = {one["name"]: one["draw"] for one in second["participants"]}
    assert sorted(draws, key=lambda name: draws[name]) == sorted(draws, key=lambda name: after[name])
    assert after["Aaron"] == max(after.values())
    rests = [row["participant_id"] for row in second["rows"]["byes"]]
    assert rests == [str(absent["player1_id"])]  # R3.1: with 0 and −5 below the late entry with 0 and 0
    for order in (1, 2):
        app.result(2, order, 2, 2)
    gone = app.one("select player2_id as id from matches where round = 2 and match_order = 1")["id"]
    app("update participants set dropped_out = true where id = :id", id=gone)
    app.result(1, 1, 5, 4)  # a correction, two rounds later
    assert desk("tables", app.url, "pair", "--write").status == 0
    assert desk("tables", app.url, "score", "--write").status == 0
    rows = {row["name"]: row for row in app("select * from participants")}
    assert [row["name"] for row in rows.values() if row["place"] is None] == [
        name for name, row in rows.items() if row["id"] == gone
    ]
    seated = app("select player1_id, player2_id from matches where round = 3")
    assert len(seated) == 2
    assert gone not in {who for row in seated for who in row.values()}
    differential = app.one("select differential from matches where round = 1 and match_order = 1")
    assert differential["differential"] == 1
    assert desk("tables", app.url, "check", "--json").value["findings"] == []


def test_another_seed_gives_another_first_round_and_the_same_draw_numbers(desk: Desk, app: App) -> None:
    app.start("Friday", NAMES)
    one, other = (desk("tables", app.url, "pair", "--seed", seed, "--json").value for seed in (1, 2))
    assert one["tables"] != other["tables"]
    assert one["participants"] == other["participants"]
    assert desk("tables", app.url, "pair", "--seed", 1, "--json").value["tables"] == one["tables"]


@pytest.mark.parametrize("app", ["sqlite"], indirect=True)
@pytest.mark.parametrize("players", ["Ann Ben Cal Dee Eve", "Ann Ben Cal Dee Eve Fay"])
def test_r4_4_unavoidable_rematches_are_no_violation_whatever_the_lots(desk: Desk, app: App, players: str) -> None:
    """More rounds than opponents, and many who are level: nothing in the tables says how that was decided."""
    app.start("Friday", players, n_rounds=8)
    chance = Draw(4, players)
    relaxed = 0
    for number in range(1, 9):
        made = desk("tables", app.url, "pair", "--write", "--json").value
        relaxed += len(made["relaxations"])
        for table in made["tables"]:
            app.result(number, table["number"], *((1, 1) if chance.below(3) else (5, chance.below(2))))
    assert desk("tables", app.url, "score", "--write").status == 0
    checked = desk("tables", app.url, "check", "--json")
    assert checked.status == 0
    assert {one["severity"] for one in checked.value["findings"]} == {"relaxation"}
    assert len(checked.value["findings"]) == relaxed > 0


def test_a_tournament_that_is_taken_over_goes_on_the_same_way(desk: Desk, app: App) -> None:
    app.start("Friday", NAMES, n_rounds=4)
    for number in (1, 2):
        made = desk("tables", app.url, "pair", "--write", "--json").value
        for table in made["tables"]:
            app.result(number, table["number"], 2, 2)  # all level: the draw numbers decide
    there = desk("tables", app.url, "pair", "--json").value
    assert desk("import", app.url, "--out", "friday.json").status == 0
    here = desk("pair", "friday.json", "--json").value
    for key in ("number", "tables", "byes", "seed", "relaxations"):
        assert here[key] == there[key]
