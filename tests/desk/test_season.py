"""A season over events of the store (SE)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import process_time

import pytest

from ronda.core.facts import Created, Entered, Fact, Finished, Paired
from ronda.core.history import fold
from ronda.core.model import Player, Round, Scored, Setup, Table, Tournament
from ronda.desk.season import CountedEvent, Definition, Points, event_rows, season_table
from ronda.formats.errors import Fault
from ronda.formats.json_series import series_file
from ronda.series.season import Rules

TABLE = tuple(Fraction(one) for one in (10, 8, 6, 4))


def event(*results: tuple[int, int], names: Sequence[str] = "ABCD", finished: bool = True) -> Tournament:
    """One round: the first two, the next two."""
    tables = tuple(Table(at, (2 * at - 1,), (2 * at,), Scored(*result)) for at, result in enumerate(results, start=1))
    facts: list[Fact] = [Created(Setup("redemption", options={"rounds": 1 if finished else 2}))]
    facts += [Entered(Player(pid, name, number=pid)) for pid, name in enumerate(names, start=1)]
    facts.append(Paired(Round(1, tables)))
    return fold([*facts, Finished()] if finished else facts)


def season(
    *events: Tournament, rules: Rules | None = None, provisional: bool = False
) -> dict[str, tuple[int | None, Fraction]]:
    counted = [CountedEvent(str(at), one) for at, one in enumerate(events, start=1)]
    found = season_table(Definition("", Points(table=TABLE), rules=rules or Rules()), counted, provisional=provisional)
    return {found.names[line.person]: (line.place, line.total) for line in found.lines}


FIRST = event((5, 1), (5, 3))  # A, C, D, B
SECOND = event((1, 5), (5, 2))  # B, C, D, A


def test_se2_what_an_event_gives() -> None:
    rows = event_rows(FIRST)
    assert [rows[pid].place for pid in (1, 2, 3, 4)] == [1, 4, 2, 3]
    assert (rows[1].points, rows[1].evening.wins, rows[1].evening.difference) == (Fraction(3), 1, 4)


def test_se3_and_se5_over_events() -> None:
    assert season(FIRST, SECOND) == {
        "C": (1, Fraction(16)),
        "A": (2, Fraction(14)),
        "B": (2, Fraction(14)),
        "D": (4, Fraction(12)),
    }
    assert season(FIRST, SECOND, rules=Rules(best=1))["A"] == (1, Fraction(10))


def test_se1_3_the_same_person_by_number_or_name() -> None:
    other = event((5, 1), names=("b", "E"))
    assert season(FIRST, other)["b"] == (1, Fraction(14))
    twice = event((5, 1), names="AA")
    found = season_table(Definition("", Points(table=TABLE)), [CountedEvent("x", twice)])
    assert found.lines == ()
    assert found.unassigned == (("x", "A"), ("x", "A"))


def test_se1_4_only_finished_events_count() -> None:
    running = event((5, 1), (5, 3), finished=False)
    assert season(FIRST, running) == season(FIRST)
    assert season(FIRST, running, provisional=True)["A"] == (1, Fraction(20))
    table = season_table(Definition("", Points(table=TABLE)), [CountedEvent("r", running)])
    assert table.waiting == ("r",)


def test_se8_1_a_corrected_event_corrects_the_season() -> None:
    assert season(event((1, 5), (5, 3)))["B"] == (1, Fraction(10))


def test_se13_2_totals() -> None:
    counted = [CountedEvent(str(at), one) for at, one in enumerate((FIRST, SECOND), start=1)]
    found = season_table(Definition("", Points("totals"), rules=Rules(drop=1)), counted)
    assert [(found.names[one.person], one.sum.wins) for one in found.totals][:2] == [("A", 1), ("B", 1)]


def test_se3_2_other_rules() -> None:
    for rule, expected in (("field", 4), ("score", 3), ("sum", 13)):
        points = Points(rule, TABLE, per_win=Fraction(2), attendance=Fraction(1))  # type: ignore[arg-type]
        found = season_table(Definition("", points), [CountedEvent("x", FIRST)])
        assert found.lines[0].total == expected


def test_definition() -> None:
    found = series_file(
        {
            "events": [{"event": "b", "date": "2026-05-03"}, {"event": "a", "date": "2026-01-01", "tier": "open"}],
            "points": {"table": [10, "13/3"]},
            "tiers": {"open": {"factor": "3/2", "cap": 2}},
            "best": 3,
        }
    )
    assert [one.event for one in found.events] == ["a", "b"]
    assert found.points["table"] == (Fraction(10), Fraction(13, 3))
    assert (found.rules.caps, found.rules.best) == ({"open": 2}, 3)
    assert found.tiers == {"open": {"factor": Fraction(3, 2)}}


@pytest.mark.parametrize(
    "wrong",
    [{}, {"events": [{}]}, {"events": [], "points": {"rule": "x"}}, {"events": [], "best": 0}, {"events": [], "x": 1}],
)
def test_what_is_no_definition(wrong: object) -> None:
    with pytest.raises(Fault):
        series_file(wrong)


def test_a_hundred_events_of_sixty_people_in_a_second() -> None:
    names = [f"Player {at}" for at in range(60)]
    tournament = event(*[(5, at % 5) for at in range(30)], names=names)
    counted = [CountedEvent(str(at), tournament) for at in range(100)]
    start = process_time()
    found = season_table(Definition("", Points(table=TABLE), rules=Rules(best=60)), counted)
    assert process_time() - start < 1
    assert len(found.lines) == 60
