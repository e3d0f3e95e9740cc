"""Bad data is told with table, row and column, all of it at once, and nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ronda.store import open_store
from ronda.texts import LANGUAGES
from tests.cli.running import Desk
from tests.tables.conftest import App

MATCH = "where round = 1 and match_order = 1"


@pytest.fixture
def cup(desk: Desk, app: App) -> Any:
    """Five players after round 1, scored."""
    cup = app.start("Friday", "Ann Ben Cal Dee Eve", n_rounds=3)
    other = app.start("Saturday", "Zoe")
    assert other != cup
    assert desk("tables", app.url, "pair", "FRI", "--write").status == 0
    app.result(1, 1, 5, 3)
    app.result(1, 2, 2, 2)
    assert desk("tables", app.url, "score", "FRI", "--write").status == 0
    assert desk("tables", app.url, "check", "FRI", "--json").value["findings"] == []
    return cup


# What somebody does to the tables, and what is to be told: table, column, code, and how to find the row
FAULTS = [
    (f"update matches set player1_score = 6 {MATCH}", "matches", "player1_score", "bad_result", MATCH),
    (f"update matches set player2_score = 7 {MATCH}", "matches", "player2_score", "bad_result", MATCH),
    (f"update matches set player2_score = 5 {MATCH}", "matches", "player1_score", "bad_result", MATCH),
    (f"update matches set player2_score = -1 {MATCH}", "matches", "player2_score", "out_of_range", MATCH),
    (f"update matches set player2_score = 2.5 {MATCH}", "matches", "player2_score", "wrong_type", MATCH),
    (f"update matches set player2_score = null {MATCH}", "matches", "player2_score", "score_missing", MATCH),
    (f"update matches set player1_id = null {MATCH}", "matches", "player1_id", "missing_value", MATCH),
    (f"update matches set round = 0 {MATCH}", "matches", "round", "out_of_range", "where round = 0"),
    (f"update matches set round = 2 {MATCH}", "matches", "round", "no_round_row", "where round = 2"),
    (f"update matches set tournament_id = null {MATCH}", "matches", "tournament_id", "stray", MATCH),
    (
        f"update matches set player2_id = (select id from participants where name = 'Zoe') {MATCH}",
        *("matches", "player2_id", "unknown_participant", MATCH),
    ),
    (
        f"update matches set player2_id = player1_id {MATCH}",
        *("matches", "player2_id", "player_twice", MATCH),
    ),
    (
        f"update byes set participant_id = (select player1_id from matches {MATCH})",
        *("byes", "participant_id", "player_twice", ""),
    ),
    ("update byes set round_number = 1.5", "byes", "round_number", "wrong_type", ""),
    ("update byes set match_points = 2.25", "byes", "match_points", "not_half", ""),
    (
        "update byes set round_id = (select id from rounds where round_number = 9)",
        *("byes", "round_id", "wrong_round", ""),
    ),
    ("delete from rounds where round_number = 1", "matches", "round", "no_round_row", MATCH),
    (
        "insert into rounds (tournament_id, round_number) select id, 2 from tournaments where code = 'FRI'",
        *("rounds", "round_number", "empty_round", "where round_number = 2"),
    ),
    (
        "insert into byes (tournament_id, participant_id, round_number, match_points, differential) "
        "select tournament_id, participant_id, 2, 3, 0 from byes",
        *("byes", "round_number", "bye_alone", "where round_number = 2"),
    ),
    ("update tournaments set max_score = null", "tournaments", "max_score", "missing_value", "where code = 'FRI'"),
    ("update tournaments set max_score = 6", "tournaments", "max_score", "unknown_choice", "where code = 'FRI'"),
    ("update tournaments set n_rounds = 0", "tournaments", "n_rounds", "out_of_range", "where code = 'FRI'"),
    ("update tournaments set bye_points = -1", "tournaments", "bye_points", "out_of_range", "where code = 'FRI'"),
]


# What is wrong with a value does not depend on the database; that it is read alike there, other tests and the soak say.
@pytest.mark.parametrize("app", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)], indirect=True)
@pytest.mark.parametrize(("deed", "table", "column", "code", "where"), FAULTS, ids=[f"{f[3]}-{f[2]}" for f in FAULTS])
@pytest.mark.usefixtures("cup")
def test_every_bad_value_is_named_and_nothing_is_written(
    desk: Desk, app: App, deed: str, table: str, column: str, code: str, where: str
) -> None:
    if "= 9" in deed:  # a round of another tournament
        app("insert into rounds (tournament_id, round_number) select id, 9 from tournaments where code = 'SAT'")
    app(deed)
    row = str(app(f"select id from {table} {where}")[0]["id"])
    before = app.everything()
    found = desk("tables", app.url, "check", "FRI", "--json")
    assert found.status == 3
    told = [(one["table"], one["row"], one["column"], one["code"], one["severity"]) for one in found.value["findings"]]
    assert (table, row, column, code, "violation") in told
    for verb in ("pair", "score"):
        refused = desk("tables", app.url, verb, "FRI", "--write", "--json")
        assert refused.status == 2
        faults = refused.value["error"]["faults"]
        assert (table, row, column, code) in [(one["table"], one["row"], one["column"], one["code"]) for one in faults]
    in_words = desk("tables", app.url, "pair", "FRI", "--write")
    assert (in_words.status, in_words.out) == (2, "")
    assert f"table {table}, row {row}, column {column}: " in in_words.err
    assert app.everything() == before


@pytest.mark.usefixtures("cup")
def test_all_of_them_are_told_at_once(desk: Desk, app: App) -> None:
    app("update matches set player1_score = 5.5, player2_score = -1 where match_order = 1")
    app("update byes set match_points = 2.25")
    faults = desk("tables", app.url, "pair", "FRI", "--json").value["error"]["faults"]
    assert [(one["table"], one["column"]) for one in faults] == [
        ("matches", "player1_score"),
        ("matches", "player2_score"),
        ("byes", "match_points"),
    ]


@pytest.mark.usefixtures("cup")
def test_a_gap_between_the_rounds(desk: Desk, app: App) -> None:
    app("update rounds set round_number = 3")
    app("update matches set round = 3")
    app("update byes set round_number = 3")
    found = desk("tables", app.url, "check", "FRI", "--json")
    assert found.status == 3
    assert [(one["code"], one["column"]) for one in found.value["findings"]] == [("round_missing", "round")] * 2


@pytest.mark.parametrize(
    ("deed", "table", "columns"),
    [
        (f"update matches set player1_match_points = 2 {MATCH}", "matches", ["player1_match_points"]),
        (f"update matches set player2_match_points = 1.5 {MATCH}", "matches", ["player2_match_points"]),
        (
            f"update matches set differential = 3, differential2 = 2 {MATCH}",
            "matches",
            ["differential", "differential2"],
        ),
        (f"update matches set winner_id = player2_id {MATCH}", "matches", ["winner_id"]),
        (f"update matches set is_tie = true {MATCH}", "matches", ["is_tie"]),
        ("update matches set is_tie = false where match_order = 2", "matches", ["is_tie"]),
        ("update participants set match_points = 99 where name = 'Ann'", "participants", ["match_points"]),
        ("update participants set differential = -99 where name = 'Ann'", "participants", ["differential"]),
        ("update participants set place = 99 where name = 'Ann'", "participants", ["place"]),
    ],
)
@pytest.mark.usefixtures("cup")
def test_derived_values_that_do_not_follow(desk: Desk, app: App, deed: str, table: str, columns: list[str]) -> None:
    before = app.everything()
    app(deed)
    found = desk("tables", app.url, "check", "FRI", "--json")
    told = [(one["table"], one["column"], one["code"], one["severity"]) for one in found.value["findings"]]
    assert (found.status, told) == (3, [(table, column, "differs", "violation") for column in columns])
    assert desk("tables", app.url, "score", "FRI", "--write").status == 0
    assert desk("tables", app.url, "check", "FRI").status == 0
    for name, rows in app.everything().items():  # as if nothing had been
        assert [{**row, "updated_at": 0} for row in rows] == [{**row, "updated_at": 0} for row in before[name]]


@pytest.mark.usefixtures("cup")
def test_what_is_only_not_done_yet_is_no_fault(desk: Desk, app: App) -> None:
    assert desk("tables", app.url, "pair", "FRI", "--write").status == 0
    app.result(2, 1, 0, 0)
    found = desk("tables", app.url, "check", "FRI", "--json")
    assert found.status == 0
    assert [(one["table"], one["code"], one["severity"]) for one in found.value["findings"]] == [
        ("matches", "unscored", "note")
    ]
    app("update rounds set is_completed = true")
    found = desk("tables", app.url, "check", "FRI", "--json")
    assert [(one["table"], one["code"]) for one in found.value["findings"] if one["severity"] == "violation"] == [
        ("rounds", "differs")
    ]
    app("update tournaments set has_ended = true, current_round = 7, n_rounds = 1 where code = 'FRI'")
    app("insert into participants (name) values ('Nobody''s')")
    codes = {one["code"] for one in desk("tables", app.url, "check", "FRI", "--json").value["findings"]}
    assert codes >= {"result_missing", "other_round", "more_rounds", "nobodys"}


def test_r4_4_a_round_of_somebody_else_is_judged_by_the_rulebook(desk: Desk, app: App) -> None:
    """Made by the plain walk: in round 3 Ben and Dee meet again, which can be avoided."""
    cup = app.start("Friday", "Ann Ben Cal Dee Eve Fay", n_rounds=5)
    ids = {row["name"]: row["id"] for row in app("select id, name from participants")}

    def table(number: int, order: int, first: str, second: str, scores: tuple[int, int]) -> None:
        app.insert(
            "matches",
            tournament_id=cup,
            round=number,
            player1_id=ids[first],
            player2_id=ids[second],
            player1_score=scores[0],
            player2_score=scores[1],
            match_order=order,
        )

    for number in (1, 2):
        app.insert("rounds", tournament_id=cup, round_number=number)
    for order, (first, second) in enumerate((("Ann", "Ben"), ("Cal", "Dee"), ("Eve", "Fay")), start=1):
        table(1, order, first, second, (5, 0))
    for order, (first, second) in enumerate((("Eve", "Cal"), ("Ann", "Fay"), ("Dee", "Ben")), start=1):
        table(2, order, first, second, (5, 0))  # the lots may well have been these: all six are level in threes
    assert desk("tables", app.url, "check", "--json").status == 0
    app.insert("rounds", tournament_id=cup, round_number=3)
    for order, (first, second) in enumerate((("Ann", "Eve"), ("Cal", "Dee"), ("Ben", "Fay")), start=1):
        table(3, order, first, second, (5, 0))
    found = desk("tables", app.url, "check", "--json")
    assert found.status == 3
    rounds = [one for one in found.value["findings"] if one["table"] is None]
    assert {(one["round"], one["article"], one["severity"]) for one in rounds} == {(3, "R4.4", "violation")}


# --- what is no such database ------------------------------------------------------------------------------


def test_a_store_of_ronda_is_refused_with_a_hint(desk: Desk, tmp_path: Path) -> None:
    open_store(tmp_path / "store.db").close()
    for words in (("list",), ("check", "X"), ("pair", "X", "--write"), ("score", "X", "--write")):
        refused = desk("tables", tmp_path / "store.db", *words)
        assert (refused.status, refused.out) == (2, "")
        assert "--db" in refused.err


def test_a_database_that_is_none(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "rubbish.db").write_bytes(b"This is no database. " * 100)
    for source in (
        "missing.db",
        "rubbish.db",
        "mysql://x/y",
        "postgresql://ann:secret@127.0.0.1:1/x?connect_timeout=2",
    ):
        for words in (("list",), ("pair", "X", "--write")):
            refused = desk("tables", source, *words)
            assert (refused.status, refused.out) == (2, "")
            assert "secret" not in refused.err
            assert "Traceback" not in refused.err
    assert not (tmp_path / "missing.db").exists()


def test_tables_that_are_missing(desk: Desk, app: App) -> None:
    app("drop table byes")
    refused = desk("tables", app.url, "list", "--json")
    assert (refused.status, refused.value["error"]["code"]) == (2, "missing_table")


def test_which_tournament_is_meant(desk: Desk, app: App) -> None:
    assert desk("tables", app.url, "list", "--json").value == {"tournaments": []}
    assert desk("tables", app.url, "pair", "--json").value["error"]["code"] == "no_tournament"
    cup = app.insert("tournaments", name="Alone")  # without a code
    (listed,) = desk("tables", app.url, "list", "--json").value["tournaments"]
    assert (listed["id"], listed["code"], listed["state"]) == (str(cup), None, "setup")
    unset = desk("tables", app.url, "pair", str(cup), "--json").value["error"]
    assert [(one["table"], one["column"]) for one in unset["faults"]] == [("tournaments", "max_score")]
    app("update tournaments set max_score = 7")
    few = desk("tables", app.url, "pair", str(cup), "--json")
    assert (few.status, few.value["error"]["article"]) == (1, "R3.5")
    for name in ("Ann", "Ben"):
        app.insert("participants", tournament_id=cup, name=name)
    app.start("Saturday", "Cal Dee")
    several = desk("tables", app.url, "pair", "--json")
    assert (several.status, several.value["error"]["code"]) == (2, "tournament_not_named")
    assert desk("tables", app.url, "pair", "Sunday", "--json").value["error"]["code"] == "unknown_tournament"
    for wish in (str(cup), "alone"):
        assert desk("tables", app.url, "pair", wish).status == 0
    assert desk("tables", app.url, "pair", "sat", "--write").status == 0
    assert [row["tournament_id"] for row in app("select tournament_id from rounds")] != [cup]
    assert [one["rounds"] for one in desk("tables", app.url, "list", "alone", "--json").value["tournaments"]] == [0]


@pytest.mark.usefixtures("cup")
def test_a_round_that_is_not_complete(desk: Desk, app: App) -> None:
    assert desk("tables", app.url, "pair", "FRI", "--write").status == 0
    app.result(2, 2, 5, 0)
    refused = desk("tables", app.url, "pair", "FRI", "--write", "--json")
    assert (refused.status, refused.value["error"]["code"]) == (1, "results_missing")
    assert "table 1 " in refused.value["error"]["message"]
    scored = desk("tables", app.url, "score", "FRI", "--write", "--json").value
    assert scored["missing"] == [{"round": 2, "tables": [1]}]
    assert [row["is_completed"] for row in app("select is_completed from rounds order by round_number")] == [
        True,
        False,
    ]
    app.result(2, 1, 5, 0)
    app(f"update matches set player1_score = null, player2_score = null {MATCH}")
    app(f"update matches set player1_match_points = null, player2_match_points = null {MATCH}")
    earlier = desk("tables", app.url, "pair", "FRI", "--json").value["error"]
    assert (earlier["code"], "Round 1" in earlier["message"]) == ("results_missing", True)


@pytest.mark.usefixtures("cup")
def test_looking_does_not_write(desk: Desk, app: App) -> None:
    before = app.everything()
    app.result(1, 1, 5, 4)
    changed = app.everything()
    for words in (("list",), ("check", "FRI"), ("pair", "FRI"), ("score", "FRI")):
        assert desk("tables", app.url, *words).status == 0 or words[0] == "check"
    assert app.everything() == changed != before
    for verb in ("list", "check"):
        assert desk("tables", app.url, verb, "FRI", "--write").status == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("app", ["sqlite"], indirect=True)  # the words do not depend on the database
@pytest.mark.usefixtures("cup")
def test_it_speaks_every_language(desk: Desk, app: App, language: str) -> None:
    app.result(1, 1, 5, 4)
    for words, status in ((("list",), 0), (("check", "FRI"), 3), (("pair", "FRI"), 0), (("score", "FRI"), 0)):
        said = desk("tables", app.url, *words, "--lang", language)
        assert (said.status, said.err) == (status, "")
        assert "{" not in said.out
    app("update matches set player1_score = 6 where match_order = 1")
    assert desk("tables", app.url, "pair", "FRI", "--lang", language).status == 2
