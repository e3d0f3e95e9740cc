"""Tie-breaks over events of the desk: the same values as from a report file, each with a working that adds up."""

from __future__ import annotations

from fractions import Fraction

import pytest

import ronda
from ronda.core.model import Tournament
from ronda.systems import standings_book, system
from ronda.tiebreaks.codes import NAMES
from tests.tiebreaks.charts import EXAMPLE, chart, values
from tests.tiebreaks.test_events import EVENTS

CODES = [
    *(name for name in NAMES if name != "DE"),
    *("BH/C1", "BH/C2", "BH/M1", "BH/P", "SB/C1", "SB/C2", "SB/P", "FB/C1", "AOB/F", "PS/C1", "KS/L+1", "ARO/C1"),
]
NOT_ADDED_UP = ("DE",)


@pytest.fixture(scope="module", params=[EXAMPLE.read_text(), *(event["trf"] for event in EVENTS[5::20])])
def text(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("code", CODES)
def test_the_desk_gives_what_the_report_file_gives(text: str, code: str) -> None:
    rows = ronda.standings(ronda.loads(text, "trf"), criteria=["PTS", code] if code != "PTS" else ["PTS"])
    wanted = values(chart(text), code)
    assert {row.player: row.values[code] for row in rows} == wanted


@pytest.mark.parametrize("code", CODES)
def test_the_working_adds_up(text: str, code: str) -> None:
    event = ronda.loads(text, "trf")
    rules = system(event.setup.system).rules
    chosen = rules.chosen_criteria(event.setup, code)
    assert isinstance(chosen, tuple)
    for row in rules.standings(standings_book(event), chosen):
        measure = row.measures[code]
        terms = [term for term in measure.terms if term.counted]
        if measure.amount is not None:
            assert sum(term.amount for term in terms) == measure.amount, (row.player, code, terms)


def test_tb1_1_points_come_first_where_the_list_does_not_have_them() -> None:
    rows = ronda.standings(ronda.load(EXAMPLE), criteria=["BH"])
    assert list(rows[0].values) == ["PTS", "BH"]


def test_tb1_2_who_is_level_shares_the_place() -> None:
    rows = ronda.standings(ronda.load(EXAMPLE), criteria=["PTS"])
    assert [row.place for row in rows] == [1, 2, 3, 3, 3, 6, 6]


def test_tb1_3_direct_encounter_only_inside_the_group_still_tied() -> None:
    """7 beat nobody, 6 lost to 7 by forfeit: level on points, and with /P 7 is first."""
    rows = {row.player: row for row in ronda.standings(ronda.load(EXAMPLE), criteria=["PTS", "DE/P"])}
    assert (rows[7].values["DE/P"], rows[6].values["DE/P"]) == (1, 2)
    assert {row.values["DE"] for row in ronda.standings(ronda.load(EXAMPLE), criteria=["PTS", "DE"])} == {0}


def test_tb1_5_a_round_counts_when_it_is_complete() -> None:
    event = ronda.load(EXAMPLE)
    after_three = ronda.standings(event, after=3, criteria=["PTS", "BH"])
    made: Tournament = ronda.publish(cut := _after(event, 3), ronda.pair(cut, seed=1))
    begun = ronda.record(made, 4, 1, "1-0")
    before = {row.player: row.values["BH"] for row in after_three}
    assert {row.player: row.values["BH"] for row in ronda.standings(begun, criteria=["PTS", "BH"])} == before
    assert Fraction(sum(row.values["PTS"] or 0 for row in ronda.standings(begun))) > sum(
        row.values["PTS"] or 0 for row in after_three
    )


def _after(event: Tournament, rounds: int) -> Tournament:
    """The report file of the first rounds."""
    lines = []
    points = {row.player: row.values["PTS"] for row in ronda.standings(event, after=rounds, criteria=["PTS"])}
    for line in EXAMPLE.read_text().splitlines():
        if line.startswith("001"):
            own = float(points[int(line[4:8])] or 0)
            line = f"{line[:80]}{own:4.1f}{line[84 : 91 + 10 * rounds - 2]}"
        lines.append(line)
    return ronda.loads("\n".join(lines), "trf")


@pytest.mark.parametrize("name", ["chess", "redemption"])
def test_other_systems_of_one_against_one_can_be_seen_by_tie_breaks(name: str) -> None:
    event = ronda.simulate(name, 12, 4, seed=3)
    rows = ronda.standings(event, criteria=["BH/C1", "SB", "WIN"])
    assert list(rows[0].values) == ["PTS", "BH/C1", "SB", "WIN"]
    own = ronda.standings(event)
    assert "BH/C1" not in own[0].values


def test_systems_of_pairs_refuse_them() -> None:
    event = ronda.simulate("melee", 8, 2, seed=3)
    with pytest.raises(ronda.Refused) as refused:
        ronda.standings(event, criteria=["BH"])
    assert refused.value.code == "tiebreaks_one_against_one"
