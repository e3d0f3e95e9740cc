"""A season over events of the store (SE)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from ronda.core.facts import Created, Entered, Fact, Finished, Paired
from ronda.core.history import fold
from ronda.core.model import Player, Round, Scored, Setup, Table, Tournament
from ronda.core.values import replace
from ronda.desk.season import CountedEvent, Definition, Points, event_rows, season_table, share_of
from ronda.formats.errors import Fault
from ronda.formats.series_file import series_file
from ronda.series import SeasonRules
from ronda.series.points import Declared
from ronda.series.points import expected as expected_score
from tests.counting import counted

TABLE = tuple(Fraction(one) for one in (10, 8, 6, 4))


def counted_event(code: str, tournament: Tournament) -> CountedEvent:
    return CountedEvent(code, share_of(tournament))


def event(*results: tuple[int, int], names: Sequence[str] = "ABCD", finished: bool = True) -> Tournament:
    """One round: the first two, the next two."""
    tables = tuple(Table(at, (2 * at - 1,), (2 * at,), Scored(*result)) for at, result in enumerate(results, start=1))
    facts: list[Fact] = [Created(Setup("redemption", options={"rounds": 1 if finished else 2}))]
    facts += [Entered(Player(pid, name, number=pid)) for pid, name in enumerate(names, start=1)]
    facts.append(Paired(Round(1, tables)))
    return fold([*facts, Finished()] if finished else facts)


def season(
    *events: Tournament, rules: SeasonRules | None = None, provisional: bool = False
) -> dict[str, tuple[int | None, Fraction]]:
    counted = [counted_event(str(at), one) for at, one in enumerate(events, start=1)]
    found = season_table(
        Definition("", Points(table=TABLE), rules=rules or SeasonRules()), counted, provisional=provisional
    )
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
    assert season(FIRST, SECOND, rules=SeasonRules(best=1))["A"] == (1, Fraction(10))


def test_se1_3_the_same_person_by_number_or_name() -> None:
    other = event((5, 1), names=("b", "E"))
    assert season(FIRST, other)["b"] == (1, Fraction(14))
    twice = event((5, 1), names="AA")
    found = season_table(Definition("", Points(table=TABLE)), [counted_event("x", twice)])
    assert found.lines == ()
    assert found.unassigned == (("x", "A"), ("x", "A"))


def test_se1_4_only_finished_events_count() -> None:
    running = event((5, 1), (5, 3), finished=False)
    assert season(FIRST, running) == season(FIRST)
    assert season(FIRST, running, provisional=True)["A"] == (1, Fraction(20))
    table = season_table(Definition("", Points(table=TABLE)), [counted_event("r", running)])
    assert table.waiting == ("r",)


def test_se8_1_a_corrected_event_corrects_the_season() -> None:
    assert season(event((1, 5), (5, 3)))["B"] == (1, Fraction(10))


def test_se13_2_totals() -> None:
    counted = [counted_event(str(at), one) for at, one in enumerate((FIRST, SECOND), start=1)]
    found = season_table(Definition("", Points("totals"), rules=SeasonRules(drop=1)), counted)
    assert [(found.names[one.person], one.sum.wins) for one in found.totals][:2] == [("A", 1), ("B", 1)]


def test_se3_2_other_rules() -> None:
    for rule, expected in (("field", 4), ("score", 3), ("sum", 13)):
        points = Points(rule, TABLE, per_win=Fraction(2), attendance=Fraction(1))  # type: ignore[arg-type]
        found = season_table(Definition("", points), [counted_event("x", FIRST)])
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


def test_a_hundred_events_of_sixty_people_are_quick() -> None:
    names = [f"Player {at}" for at in range(60)]
    tournament = event(*[(5, at % 5) for at in range(30)], names=names)
    events = [counted_event(str(at), tournament) for at in range(100)]
    found, calls = counted(
        lambda: season_table(Definition("", Points(table=TABLE), rules=SeasonRules(best=60)), events)
    )
    assert calls < 4_000_000
    assert len(found.lines) == 60


def linked(tournament: Tournament, people: dict[int, str]) -> Tournament:
    players = tuple(replace(one, person=people.get(one.id, "")) for one in tournament.players)
    return replace(tournament, players=players)


def test_se1_3_a_list_of_people_says_who_is_who_after_mergings_too() -> None:
    """Another name, and still the same; who was merged is the one who is left (SE8.3)."""
    first = linked(FIRST, {1: "k1", 2: "k2"})
    second = linked(event((1, 5), (5, 2), names=("Anna", "Bea", "C", "D")), {1: "k1", 2: "k9"})
    counted = [counted_event("1", first), counted_event("2", second)]
    points = Definition("", Points(table=TABLE))
    found = season_table(points, counted, resolve=lambda key: {"k9": "k2"}.get(key, key))
    assert {found.names[line.person] for line in found.lines} == {"Anna", "Bea", "C", "D"}
    apart = season_table(points, counted)
    assert len(apart.lines) == 5, "nobody has said that k9 is k2"


def test_se1_3_who_is_not_linked_in_one_event_is_still_known_by_name() -> None:
    found = season_table(
        Definition("", Points(table=TABLE)),
        [counted_event("1", linked(FIRST, {1: "k1"})), counted_event("2", SECOND)],
    )
    assert len(found.lines) == 4


def test_se11_club_elo_over_the_events_of_the_season() -> None:
    """Newcomers 1200, K 40: a win against an equal is +20; by the ratings before each event (SE11.4, SE11.6)."""
    counted = [counted_event("1", FIRST), counted_event("2", SECOND)]
    found = season_table(Definition("", Points(table=TABLE), elo=Declared()), counted)
    by_name = {found.names[person]: rating for person, rating in found.elo.items()}
    first = {"A": Fraction(1220), "B": Fraction(1180), "C": Fraction(1220), "D": Fraction(1180)}
    one = season_table(Definition("", Points(table=TABLE), elo=Declared()), counted[:1])
    assert {one.names[person]: rating for person, rating in one.elo.items()} == first
    assert by_name["B"] == first["B"] + 40 * Fraction(expected_score(Fraction(1220), Fraction(1180)), 100)
    assert sum(by_name.values()) == 4800
    assert not season_table(Definition("", Points(table=TABLE)), counted).elo


def test_se7_a_lot_with_a_published_seed() -> None:
    """Drawn by the seed alone: the same each time, another with another seed; who comes later changes nobody's lot."""
    rules = SeasonRules(ties=("lot",))
    orders = set()
    for seed in range(8):
        definition = Definition("", Points(table=TABLE), rules=rules, seed=seed)
        counted = [counted_event("1", FIRST), counted_event("2", SECOND)]
        found = season_table(definition, counted)
        level = [found.names[line.person] for line in found.lines if line.total == 14]
        assert [line.place for line in found.lines] == [1, 2, 3, 4], "nobody is level any more"
        assert [line.person for line in season_table(definition, counted).lines] == [
            line.person for line in found.lines
        ]
        orders.add(tuple(level))
        more = season_table(definition, [*counted, counted_event("3", event((5, 1), names=("E", "F")))])
        assert [name for line in more.lines if (name := more.names[line.person]) in level] == level
    assert orders == {("A", "B"), ("B", "A")}


def test_the_file_of_a_season_declares_its_elo_and_its_seed() -> None:
    found = series_file({"events": [], "elo": {"start": 1500, "k": 24}, "ties": ["lot"], "seed": 7})
    assert (found.elo, found.seed) == (Declared(start=Fraction(1500), k=24), 7)
    assert series_file({"events": [], "elo": True}).elo == Declared()
    assert series_file({"events": [], "elo": False}).elo is None
    with pytest.raises(Fault):
        series_file({"events": [], "elo": {"k": 0}})
