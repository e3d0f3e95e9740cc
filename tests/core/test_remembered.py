"""What was worked out of a value is kept by the value itself, within bounds, and can be forgotten."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Thread

from ronda.core.remembered import Memo, forget_remembered, remembered
from tests.waiting import GENEROUS


def test_a_value_is_recognised_as_the_same_not_as_equal() -> None:
    memo: Memo[str] = Memo(most=8)
    one, equal = [1], [1]
    assert memo.once(one, None, lambda: "one") == "one"
    assert memo.once(equal, None, lambda: "equal") == "equal"
    assert memo.once(one, "otherwise", lambda: "otherwise") == "otherwise"
    assert memo.once(one, None, lambda: "again") == "one"


def test_no_other_value_gets_the_identity_of_one_that_is_kept() -> None:
    memo: Memo[int] = Memo(most=1_000)
    assert [memo.once([number], None, partial(int, number)) for number in range(1_000)] == [*range(1_000)]


def test_the_oldest_go_by_number_and_by_weight() -> None:
    few: Memo[str] = Memo(most=2)
    light: Memo[str] = Memo(most=8, weight=len, most_weight=10)
    values = [[n] for n in range(3)]
    for memo in (few, light):
        for value in values:
            memo.once(value, None, lambda: "12345")
        assert memo.once(values[2], None, lambda: "new") == "12345"
        assert memo.once(values[1], None, lambda: "new") == "12345"
        assert memo.once(values[0], None, lambda: "new") == "new"
    assert light.once([9], None, lambda: "more than all of them") == "more than all of them"
    light.forget()
    assert (light._weight, light._known) == (0, {})


def test_two_who_make_it_at_once_get_the_same() -> None:
    memo: Memo[object] = Memo(most=8)
    of, both, got = [1], Barrier(2), []

    def make() -> object:
        both.wait(GENEROUS)
        return object()

    threads = [Thread(target=lambda: got.append(memo.once(of, None, make))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(GENEROUS)
    assert got[0] is got[1]


def test_all_is_forgotten_in_one_call() -> None:
    memo: Memo[str] = Memo(most=8)
    asked: list[str] = []

    @remembered(most=8)
    def small(name: str) -> str:
        asked.append(name)
        return name.lower()

    of = [1]
    memo.once(of, None, lambda: "old")
    assert (small("ANN"), small("ANN"), asked) == ("ann", "ann", ["ANN"])
    forget_remembered()
    assert memo.once(of, None, lambda: "new") == "new"
    assert (small("ANN"), asked) == ("ann", ["ANN", "ANN"])
