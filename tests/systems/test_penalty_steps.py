"""Points are taken in the parts of a point that an event counts in, whatever its system, and never rounded (PE2)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ronda.core.facts import Created, Entered, Fact, OptionsChanged, Penalised
from ronda.core.history import fold
from ronda.core.model import OptionValue, Penalty, Player, Setup, Tournament
from ronda.core.penalty_effects import amount_of, deducted, kept_as, points_taken, read_amount
from ronda.core.verdicts import Refusal
from ronda.desk.penalties import Given, penalise
from ronda.desk.settings import change_options
from ronda.formats.errors import Unreadable
from ronda.formats.fact_text import FactUnreadable, fact_text, text_fact
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import standings_book, system
from ronda.texts import LANGUAGES
from tests.cli.running import Desk


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path, capsys)


def played(desk: Desk, toy: str) -> None:
    desk.write("list.csv", "name\nAna\nBen\nCem\nDea\n")
    assert desk("new", "e.json", "--system", toy, "--players", "list.csv").status == 0
    assert desk("pair", "e.json", "--write").status == 0
    for table in (1, 2):
        assert desk("result", "e.json", 1, table, "4-2").status == 0


def points_of(desk: Desk) -> dict[int, float]:
    rows = desk("standings", "e.json", "--json").value["rows"]
    return {row["player"]: row["criteria"]["points"] for row in rows}


def test_half_a_point_where_points_are_whole(toy: str, desk: Desk) -> None:
    played(desk, toy)
    before = points_of(desk)
    for language in LANGUAGES:
        refused = desk("penalise", "e.json", 1, "points", "--amount", "0.5", "--reason", "late", "--lang", language)
        assert refused.status == 1
        assert all(part in refused.err for part in ("PE2", "Ana", "½", "1")), refused.err
    more = desk("--json", "penalise", "e.json", 1, "points", "--amount", "1,5", "--reason", "late").value["error"]
    assert (more["code"], more["article"]) == ("amount_between_steps", "PE2")
    assert "Deduct 1 or 2." in more["message"]
    assert desk("--json", "penalties", "e.json").value["penalties"] == []
    assert desk("penalise", "e.json", 1, "points", "--amount", "1", "--reason", "late").status == 0
    assert points_of(desk) == {**before, 1: before[1] - 1}


def test_an_appeal_does_not_round_either(toy: str, desk: Desk) -> None:
    played(desk, toy)
    assert desk("penalise", "e.json", 1, "points", "--amount", "2", "--reason", "late").status == 0
    assert desk("appeal", "e.json", 1, "too much", "--penalty", 1).status == 0
    assert desk("decide", "e.json", 1, "changed", "--amount", "0.5", "--reason", "half of it").status == 1
    assert desk("decide", "e.json", 1, "changed", "--amount", "1", "--reason", "half of it").status == 0
    assert [one["amount"] for one in desk("--json", "penalties", "e.json").value["penalties"]] == [2, 1]


def test_files_from_before_give_the_same_standings(toy: str, desk: Desk) -> None:
    played(desk, toy)
    before = points_of(desk)
    file = json.loads(desk.path("e.json").read_bytes())
    lines: list[dict[str, Any]] = [
        {"id": 1, "player": 1, "kind": "points", "round": 1, "amount": 0.5},
        {"id": 2, "player": 1, "kind": "points", "round": 1, "amount": 1},
        {"id": 3, "player": 2, "kind": "points", "round": 1, "amount": 1.5},
    ]
    desk.write("e.json", {**file, "penalties": lines})
    assert points_of(desk) == {**before, 1: before[1] - 1, 2: before[2] - 1}
    event = fold(read(desk.path("e.json").read_bytes()))
    assert fold(read(write(event))) == event
    for row in system(toy).rules.standings(standings_book(event)):
        measure = row.measures["points"]
        assert sum(term.amount for term in measure.terms) == measure.amount


# --- tenths ------------------------------------------------------------------------------------------------


def tenths(**options: OptionValue) -> Tournament:
    facts: list[Fact] = [Created(Setup("dutch", options={"scoring": "1-0.4-0", **options}))]
    return fold([*facts, *(Entered(Player(pid, f"P{pid}")) for pid in range(1, 5))])


def after(event: Tournament, amount: Fraction) -> Tournament:
    facts = penalise(event, Given(1, "points", amount, reason="late"))
    assert not isinstance(facts, Refusal), facts
    return fold([text_fact(*fact_text(fact)) for fact in facts], event)


@pytest.mark.parametrize("amount", ["1/10", "1/5", "1/2", "3/10", "7", "13/5"])
def test_tenths_where_they_are_counted(amount: str) -> None:
    event = after(tenths(), Fraction(amount))
    assert standings_book(event).points(1) == -Fraction(amount)
    assert amount_of(event.setup.penalties[0]) == Fraction(amount)
    assert fold(read(write(event))) == event
    refused = penalise(event, Given(1, "points", Fraction(1, 20), reason="late"))
    assert isinstance(refused, Refusal)
    assert refused.code == "amount_between_steps"


def test_options_do_not_round_a_penalty() -> None:
    event = after(tenths(), Fraction(3, 10))
    usual = {"scoring": "1-½-0"}
    refused = change_options(event, usual)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["penalty"]) == ("penalty_between_steps", 1)
    assert isinstance(change_options(after(tenths(), Fraction(1, 2)), usual), OptionsChanged)


def test_what_a_file_may_take() -> None:
    event = after(tenths(), Fraction(3, 10))
    file = json.loads(write(event))
    assert file["penalties"][0]["amount"] == 0.3
    for amount, unfit, scoring in ((0.35, "between_steps", "1-0.4-0"), (0.3, "not_half", "1-½-0")):
        other = {**file, "options": {"scoring": scoring}, "penalties": [{**file["penalties"][0], "amount": amount}]}
        with pytest.raises(Unreadable) as caught:
            read(json.dumps(other).encode())
        assert (caught.value.code, caught.value.path) == (unfit, "penalties[0].amount")
        lifted = {**other, "penalties": [{**other["penalties"][0], "lifted": True}]}
        assert fold(read(json.dumps(lifted).encode())).setup.penalties[0].lifted


# --- amounts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "amount"),
    [("1", "1"), ("0,5", "1/2"), (" 0.5 ", "1/2"), ("½", "1/2"), ("1½", "3/2"), ("1/2", "1/2"), ("1/3", "1/3"),
     (0.1, "1/10"), (0.3, "3/10"), (1 / 3, "1/3"), (2, "2"), (2.5, "5/2")],
)  # fmt: skip
def test_amounts_as_they_are_written(written: str | float, amount: str) -> None:
    assert read_amount(written) == Fraction(amount)


@pytest.mark.parametrize(
    "written", ["", "x", "-1", "1e9", "1/0", "1" * 21, "1 2", "½½", -0.5, 1e-9, *map(float, ("nan", "inf"))]
)
def test_what_is_no_amount(written: str | float) -> None:
    assert read_amount(written) is None


def test_halves_are_kept_as_ever() -> None:
    assert kept_as("points", Fraction(3, 2)) == (3, None)
    assert kept_as("points", Fraction(1, 5)) == (1, 5)
    assert kept_as("score", Fraction(40)) == (40, None)
    old = Penalty(1, 7, "points", 1, amount=1)
    assert fact_text(Penalised(old))[1] == '{"penalty":{"amount":1,"id":1,"kind":"points","player":7,"round":1}}'
    assert [points_taken(old, unit) for unit in (1, 2, 10)] == [0, 1, 5]
    assert deducted([old, Penalty(2, 7, "points", 2, amount=1, parts=5)], 2, 10) == {7: 7}
    with pytest.raises(FactUnreadable):
        text_fact("penalised", '{"penalty":{"amount":1,"id":1,"kind":"points","parts":0,"player":7,"round":1}}')
