"""Single brackets: the exact solver, the fast way and the letter of the articles agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from ronda.core import weighted_matching
from ronda.core.weighted_matching import NOBODY, Edge
from ronda.systems.dutch.pair import criteria, engine, exact
from ronda.systems.dutch.pair.criteria import Scope, Solution
from ronda.systems.dutch.pair.exact import solve
from ronda.systems.dutch.pair.fast import try_fast
from ronda.systems.dutch.rules import BLACK, Field, Terms, colour_wish
from tests.dutch.literal import first_best
from tests.dutch.playing import event
from tests.dutch.rounds import answer, field_at, known_rounds, paired


def small_field(seed: int, size: int, moved: int, *, most_met: float = 0.5) -> Field:
    """Players with made-up pasts: some of one score, the first ones of higher ones."""
    lot = Random(seed)
    games = ["".join(lot.choice("wb") for _ in range(lot.randrange(4))) for _ in range(size)]
    wishes = [colour_wish(played) for played in games]
    met = {
        frozenset((a, b))
        for b in range(size)
        for a in range(b)
        if lot.random() < min(most_met, lot.choice((0.1, 0.3, 0.5)))
    }
    scores = sorted((lot.choice((4, 5)) for _ in range(moved)), reverse=True) + [2] * (size - moved)
    last = lot.random() < 0.3
    return Field(
        terms=Terms(5, 5 if last else 9),
        tpns=list(range(1, size + 1)),
        scores=scores,
        banned=[frozenset(b for b in range(size) if frozenset((a, b)) in met) for a in range(size)],
        wish=[wish for wish, _, _ in wishes],
        strength=[strength for _, strength, _ in wishes],
        games=games,
        difference=[difference for _, _, difference in wishes],
        floated=[(lot.choice((0, 0, 1, -1)), lot.choice((0, 0, 1, -1))) for _ in range(size)],
        may_rest=[True] * size,
        unplayed=[0] * size,
        top=[last and score > 2 for score in scores],
        odd=[n % 2 == 0 for n in range(size)],
        soft={},
    )


def result(solution: Solution | None) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
    assert solution is not None
    return frozenset(solution.pairs), frozenset(solution.floaters)


def _agree(seeds: range) -> None:
    for seed in seeds:
        size, moved = 3 + seed % 5, (seed // 5) % 3
        if moved >= size - 1:
            continue
        field = small_field(seed, size, moved)
        members = range(size)
        assert result(solve(field, Scope(members, moved))) == first_best(field, members, moved), seed


def test_du6_6_is_the_order_of_generation() -> None:
    _agree(range(300))


@pytest.mark.soak
def test_du6_6_is_the_order_of_generation_thousands() -> None:
    _agree(range(300, 6000))


def _fields() -> Iterator[tuple[Field, Sequence[int], range]]:
    for seed, draws in enumerate((0.1, 0.4, 0.8)):
        for field, made in event(60, 7, seed, draws=draws):
            for bracket in made.brackets:
                group = range(bracket.members[bracket.moved], bracket.members[-1] + 1)
                yield field, bracket.members[: bracket.moved], group


def test_the_fast_way_finds_what_the_exact_one_finds() -> None:
    seen = 0
    for field, moved, group in _fields():
        fast = try_fast(field, moved, group, None)
        if fast is not None:
            seen += 1
            members = (*moved, *group)
            assert result(fast) == result(solve(field, Scope(members, len(moved))))
    assert seen > 50


def _fast_agrees(seeds: range) -> int:
    seen = 0
    for seed in seeds:
        size, moved = 8 + seed % 17, seed % 4
        field = small_field(seed, size, moved, most_met=0.1)
        fast = try_fast(field, range(moved), range(moved, size), None)
        if fast is not None:
            seen += 1
            assert result(fast) == result(solve(field, Scope(range(size), moved))), seed
    return seen


def test_the_fast_way_finds_what_the_exact_one_finds_whatever_the_past() -> None:
    assert _fast_agrees(range(400)) > 40


@pytest.mark.soak
def test_the_fast_way_finds_what_the_exact_one_finds_whatever_the_past_thousands() -> None:
    assert _fast_agrees(range(400, 12_000)) > 1000


def test_c12_who_is_moved_down_takes_nobody_whom_the_remainder_needs() -> None:
    """Half of all want black: somebody moved down who wants white may not have the one who wants nothing, though that
    one is the first, since two who want black would then be left for each other. Counting must show that: the exact
    way takes ten times as long as the rest of a large round."""
    lines = ["b", "", *("bwb" if n % 2 else "wbw" for n in range(22))]  # wishes: white, none, then black and white
    lines[3], lines[2] = "wbw", "wbw"
    wishes = [colour_wish(played) for played in lines]
    size = len(lines)
    assert sum(wish == BLACK for wish, _, _ in wishes) == size // 2
    field = replace(
        small_field(1, size, 1, most_met=0),
        wish=[wish for wish, _, _ in wishes],
        strength=[strength for _, strength, _ in wishes],
        games=lines,
        difference=[difference for _, _, difference in wishes],
        floated=[(0, 0)] * size,
    )
    fast = try_fast(field, range(1), range(1, size), None)
    assert fast is not None
    assert fast.pairs[0] == (0, 2)
    assert result(fast) == result(solve(field, Scope(range(size), 1)))


def _shuffling(lot: Random) -> object:
    """The same matching with vertices and edges in another order."""

    def shuffled(size: int, edges: Sequence[Edge], *, most: bool) -> list[int]:
        place = list(range(size))
        lot.shuffle(place)
        moved = [(place[a], place[b], weight) for a, b, weight in edges]
        lot.shuffle(moved)
        found = weighted_matching.heaviest(size, moved, most=most)
        back = {new: old for old, new in enumerate(place)}
        return [back.get(found[place[v]], NOBODY) for v in range(size)]

    return shuffled


def test_the_matcher_breaks_no_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "heaviest", _shuffling(Random(1)))
    for n, case in enumerate(known_rounds()):
        if n % 20 == 0 and case["expected"] is not None:
            field = field_at(case)
            assert paired(field, 1) == frozenset(map(tuple, case["expected"])), case["id"]


@pytest.mark.soak
@pytest.mark.parametrize("reach", [engine.ALONE, engine.NEXT, engine.WHOLE])
def test_the_matcher_breaks_no_ties_in_any_known_round(reach: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "heaviest", _shuffling(Random(reach)))
    for case in known_rounds():
        if case["expected"] is not None:
            assert paired(field_at(case), reach) == answer(case["expected"]), case["id"]


def _however_far(seeds: range) -> int:
    """How many rounds of random events there were, late ones of small fields among them."""
    seen = 0
    for seed in seeds:
        for players, rounds in ((9, 8), (14, 11), (24, 14), (41, 11), (90, 9)):
            chances = {"draws": seed % 7 / 7, "forfeits": seed % 3 / 12, "byes": seed % 4 / 20}
            for field, made in event(players, rounds, seed, **chances):
                whole = engine.make(field, engine.WHOLE)
                assert isinstance(whole, engine.Made)
                assert set(engine.coloured(field, whole)) == set(engine.coloured(field, made)), (seed, players)
                seen += 1
    return seen


def test_what_is_made_fast_is_what_one_matching_over_everybody_makes() -> None:
    assert _however_far(range(2)) > 80


@pytest.mark.soak
def test_what_is_made_fast_is_what_one_matching_over_everybody_makes_thousands() -> None:
    assert _however_far(range(2, 120)) > 4000


def test_numbers_too_large_for_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighted_matching, "_BITS", 0)
    for n, case in enumerate(known_rounds()):
        if n % 60 == 0 and case["expected"] is not None and case["active"] <= 40:
            assert paired(field_at(case), 1) == frozenset(map(tuple, case["expected"])), case["id"]


@pytest.mark.parametrize(
    "criterion",
    [
        "C6",
        "C7",
        "C8",
        "C9",
        "C10",
        "C11",
        "C12",
        "C13",
        "C14",
        "C15",
        "C16",
        "C17",
        "C18",
        "C19",
        "C20",
        "C21",
        "C15/C19",
        "C17/C21",
    ],
)
def test_each_criterion_decides_some_round(criterion: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Left out, it changes the rounds that it is said to decide."""
    left_out = set(criterion.split("/"))
    of_all = criteria.columns_of

    def without(field: Field, scope: Scope, edges: Sequence[tuple[int, int]], *, resting: bool) -> list[object]:
        return [column for column in of_all(field, scope, edges, resting=resting) if column.name not in left_out]

    alone = criterion in ("C6", "C17")  # in no known round one of them decides alone
    some = [small_field(seed, 8, 2) for seed in range(400 if alone else 0)]
    answers = [(field, result(solve(field, Scope(range(8), 2)))) for field in some]
    monkeypatch.setattr(exact, "columns_of", without)
    if alone:
        assert any(result(solve(field, Scope(range(8), 2))) != right for field, right in answers)
        return
    deciding = [case for case in known_rounds() if criterion in case.get("decides", ()) and case["active"] <= 25]
    assert deciding
    for case in deciding[:3]:
        assert paired(field_at(case), 3) != frozenset(map(tuple, case["expected"])), case["id"]
