"""Appeals on the command line (PE8), names of tables in lists, and seasons of the desk by their code."""

from __future__ import annotations

import pytest

from ronda.core.facts import Created, Entered, Fact, Finished, Paired
from ronda.core.model import Player, Round, Scored, Setup, Table
from ronda.desk.collections import AnyChange, CollectionBegun, EventInclusion, RulesChange
from ronda.store import Store, open_store
from ronda.store.collections import append_change, create_collection
from tests.cli.running import Desk

AT = "2026-05-03T10:00:00+00:00"


def played(desk: Desk, *options: str) -> str:
    """A file with one round that has its results."""
    people = desk.write("people.csv", "name\n" + "\n".join(f"P{n}" for n in range(1, 7)))
    file = str(desk.path("event.json"))
    assert desk("new", file, "--system", "redemption", "--players", people, *options).status == 0
    assert desk("pair", file, "--write").status == 0
    for table in (1, 2, 3):
        assert desk("result", file, 1, table, "5-3").status == 0
    return file


def test_an_appeal_from_the_first_word_to_its_outcome(desk: Desk) -> None:
    file = played(desk)
    assert desk("penalise", file, 1, "points", "--amount", "1", "--reason", "late", "--by", "Judge 1").status == 0
    appealed = desk("--json", "appeal", file, 1, "the clock was wrong", "--penalty", 1)
    assert appealed.value["against"]
    assert appealed.value["outcome"] == ""
    told = desk("penalties", file).out
    assert "the clock was wrong" in told
    assert desk("decide", file, 1, "changed", "--amount", "0.5", "--reason", "half of it", "--by", "Dora").status == 0
    found = desk("--json", "penalties", file).value
    assert [one["outcome"] for one in found["appeals"]] == ["changed"]
    assert [one.get("lifted", False) for one in found["penalties"]] == [True, False]
    assert desk("pair", file, "--write").status == 0
    assert desk("decide", file, 1, "upheld", "--reason", "again").status == 1, "it is decided"


def test_tables_have_their_names_in_lists(desk: Desk) -> None:
    file = played(desk, "--option", "table_names=1-2: Court #; Garden")
    told = desk("show", file, "pairings", "--round", 1).out
    assert "Court 1" in told
    assert "3 · Garden" in told
    state = desk("--json", "show", file, "pairings", "--round", 1).value
    assert "Garden" in str(state)


def evening(store: Store, winner_first: bool, names: tuple[str, str]) -> str:
    result = Scored(5, 1) if winner_first else Scored(1, 5)
    facts: list[Fact] = [Created(Setup("redemption", "Evening", {"rounds": 1}))]
    facts += [Entered(Player(pid, name, number=pid)) for pid, name in enumerate(names, start=1)]
    facts += [Paired(Round(1, (Table(1, (1,), (2,), result),), status="closed")), Finished()]
    return store.create(facts, actor="test").code


def test_a_season_of_the_desk_by_its_code(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """SE12: the same rows in words and as JSON; a rating of the house where the rules declare one (SE11)."""
    monkeypatch.setenv("RONDA_DB", str(desk.path("ronda.db")))
    with open_store(desk.path("ronda.db")) as store:
        codes = [evening(store, True, ("Ann", "Bo")), evening(store, True, ("Bo", "Ann"))]
        with store.writes() as connection:
            season = create_collection(connection, CollectionBegun("season", "League", {}), "test", AT)
            rules = {"points": {"table": [10, 8]}, "ties": ["latest"], "elo": {"start": 1000, "k": 20}}
            dated = [EventInclusion(code, date=f"2026-05-0{number}") for number, code in enumerate(codes, start=1)]
            changes: list[AnyChange] = [RulesChange(rules), *dated]
            for change in changes:
                found = append_change(connection, season, change, "test", AT)
                assert found is not None
                season = found
    told = desk("series", season.code)
    assert told.status == 0
    assert told.out.startswith("League")
    assert "Club Elo" in told.out
    value = desk("--json", "series", season.code).value
    rows = [(row["place"], row["name"], row["total"], row["elo"]) for row in value["rows"]]
    assert [row[:3] for row in rows] == [(1, "Bo", 18), (2, "Ann", 18)], "the latest event decides (SE7)"
    assert rows[0][3] > 1000 > rows[1][3] or rows[0][3] + rows[1][3] == 2000
    assert [one["event"] for one in value["rows"][0]["counted"]] == codes
    assert desk("series", "ZZZZZZ").status == 2


def test_stages_are_planned_by_a_file_and_what_is_wrong_with_it_is_named_with_its_place(desk: Desk) -> None:
    people = desk.write("people.csv", "name\n" + "\n".join(f"P{n}" for n in range(1, 9)))
    file = str(desk.path("event.json"))
    assert desk("new", file, "--system", "redemption", "--players", people).status == 0
    plan = desk.write("plan.json", '[{"kind": "rounds"},\n {"kind": "elimination", "options": {"take": "top 4"}}]')
    assert desk("stages", file, "--plan", plan).status == 0
    assert [stage["kind"] for stage in desk("--json", "stages", file).value["stages"]] == ["rounds", "elimination"]
    desk.write("plan.json", '[{"kind": "rounds"},\n {"kind": "elimination", "options": {"tale": "top 4"}}]')
    refused = desk("--lang", "en", "stages", file, "--plan", plan)
    assert refused.status == 2
    assert "line 2, column 38" in refused.err
    assert "[1].options.tale" in refused.err
