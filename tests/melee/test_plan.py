"""No dead ends (M4.4)."""

from __future__ import annotations

import pytest

from ronda.core.chance import Draw
from ronda.systems.melee.pair import partners
from ronda.systems.melee.pair import plan as planning
from ronda.systems.melee.pair.plan import PlannedRound, Task, make_plan, renamed, stage_of, standing_plan, turns
from ronda.systems.melee.pair.relations import field_of
from ronda.systems.melee.rules import most_rounds
from tests.melee.events import begin, book_of, played, repeated


def sound(plan: list[PlannedRound], n: int) -> bool:
    """Everybody once a round, no partnership twice, free games by tiers."""
    used = [team for stage in plan for team in stage.teams]
    had = [0] * n
    for stage in plan:
        everybody = sorted([*stage.resting, *(v for team in stage.teams for v in team)])
        others = [had[v] for v in range(n) if v not in stage.resting]
        if everybody != list(range(n)) or len(stage.resting) != n % 4:
            return False
        if any(had[v] > min(others) for v in stage.resting):
            return False
        for v in stage.resting:
            had[v] += 1
    return len(used) == len(set(used))


@pytest.mark.parametrize("n", range(4, 33))
def test_m4_4_a_plan_for_the_whole_event_exists(n: int) -> None:
    """The base of the guarantee: the plan that no seed decides, with as many rounds as can exist. The first
    R rounds of it are a plan for R rounds."""
    plan = standing_plan(book_of(begin(n, {"rounds": most_rounds(n)})), 1)
    assert plan is not None
    assert len(plan) == most_rounds(n)
    assert sound(plan, n)


@pytest.mark.parametrize("n", range(4, 14))
def test_m4_4_every_number_of_rounds(n: int) -> None:
    for rounds in range(1, most_rounds(n) + 1):
        for seed, option in enumerate(("bottom", "random")):
            event = played(begin(n, {"rounds": rounds, "free_games": option}), rounds, seed)
            assert repeated(event) == 0
            assert not any(made.relaxations for made in event.rounds)


@pytest.mark.parametrize("n", [14, 16, 19, 21, 22, 25])
def test_m4_4_as_many_rounds_as_can_exist(n: int) -> None:
    event = played(begin(n, {"rounds": most_rounds(n)}, seed=n), most_rounds(n), n)
    assert repeated(event) == 0


@pytest.mark.parametrize("n", [8, 9, 6, 7])
def test_m4_4_small_fields_with_many_seeds(n: int) -> None:
    for seed in range(12):
        assert repeated(played(begin(n, {"rounds": most_rounds(n)}, seed), most_rounds(n), seed)) == 0


def test_m4_4_the_plan_of_the_event_carries_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if every search after the first failed, the first plan would be followed to the end."""
    found = planning._judged

    def only_at_first(task: Task) -> list[PlannedRound] | None:
        untouched = all(len(others) == len(task.open) - 1 for others in task.open)
        return found(task) if untouched else None

    monkeypatch.setattr(planning, "_judged", only_at_first)
    monkeypatch.setattr(partners, "make_plan", lambda *_: None)
    for n in (8, 9, 10, 11):
        event = played(begin(n, {"rounds": most_rounds(n)}), most_rounds(n), 3)
        assert repeated(event) == 0


def test_m4_4_no_plan_is_made_where_nothing_can_go_wrong() -> None:
    event = begin(40, {"rounds": 7})
    assert not planning.plan_needed(field_of(book_of(event), 1))
    assert planning.plan_needed(field_of(book_of(begin(12, {"rounds": 9})), 1))


def test_m3_2_turns_of_free_games() -> None:
    assert [(sorted(who), seats) for who, seats in turns([0, 1, 0, 2], 7)] == [
        ([0, 2], 2),
        ([0, 1, 2], 3),
        ([0, 1, 2, 3], 2),
    ]


def test_who_rests_first_can_be_settled() -> None:
    everybody = set(range(7))
    task = Task([everybody - {v} for v in range(7)], 10, [0] * 7, 3, first=(2, 4, 6))
    plan = make_plan(task, Draw(1))
    assert plan is not None
    assert plan[0].resting == (2, 4, 6)
    assert sound(plan, 7)


def test_a_plan_can_be_renamed() -> None:
    plan = make_plan(Task([set(range(9)) - {v} for v in range(9)], 9, [0] * 9, 1), Draw(1))
    assert plan is not None
    first = stage_of([3], [(0, 8), (1, 7), (2, 6), (4, 5)])
    other = renamed(plan, first)
    assert other[0] == first
    assert sound(other, 9)


def test_no_plan_is_an_answer() -> None:
    everybody = set(range(8))
    assert make_plan(Task([everybody - {v} for v in range(8)], 8, [0] * 8, 0), Draw(1)) is None
