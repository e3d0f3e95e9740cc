"""What was worked out lately is kept by tournament, within bounds, and can be forgotten."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Thread

import pytest

from ronda.core import cache as cache_module
from ronda.core.cache import Cache, CacheKind, Same
from tests.waiting import GENEROUS

FEW: CacheKind[object] = CacheKind("few", most=2)
TEXTS: CacheKind[str | bytes] = CacheKind("texts", most=64, most_bytes=1000)
BRIEF: CacheKind[int] = CacheKind("brief", most=8, seconds=5)


def test_the_values_used_last_are_kept() -> None:
    cache = Cache()
    cache.put(FEW, "A", 1)
    cache.put(FEW, "B", 2)
    assert cache.get(FEW, "A") == 1
    cache.put(FEW, "C", 3)
    assert cache.get(FEW, "B") is None
    assert cache.get(FEW, "A") == 1


def test_a_key_recognises_values_as_the_same_and_holds_them() -> None:
    cache = Cache()
    one, equal = [1], [1]
    assert cache.once(FEW, "A", Same(one, equal), lambda: 1) == 1
    assert cache.once(FEW, "A", Same(one, equal), lambda: 2) == 1
    assert cache.once(FEW, "A", Same(one, one), lambda: 3) == 3
    assert Same(one) != Same(equal)
    many: CacheKind[int] = CacheKind("many", most=500)
    assert [cache.once(many, "A", Same([n]), partial(int, n)) for n in range(500)] == [*range(500)]


def test_what_fails_is_tried_again() -> None:
    cache = Cache()
    with pytest.raises(ZeroDivisionError):
        cache.once(FEW, "A", 1, lambda: 1 // 0)
    assert cache.once(FEW, "A", 1, lambda: 2) == 2
    assert cache.once(FEW, "A", 1, lambda: 3) == 2
    assert cache.once(FEW, "A", 2, lambda: 4) == 4


def test_who_asks_while_it_is_made_waits_for_it() -> None:
    cache, both, made, got = Cache(), Barrier(2), [], []

    def make() -> int:
        both.wait(GENEROUS)
        made.append(1)
        return 7

    first = Thread(target=lambda: got.append(cache.once(FEW, "A", 1, make)))
    first.start()
    second = Thread(target=lambda: got.append(cache.once(FEW, "A", 1, lambda: 8)))
    while not cache._kinds:
        pass
    second.start()
    both.wait(GENEROUS)
    first.join(GENEROUS)
    second.join(GENEROUS)
    assert (got, made) == ([7, 7], [1])


def test_texts_are_bounded_by_their_weight() -> None:
    cache = Cache()
    for number in range(50):
        assert len(cache.once(TEXTS, "A", number, f"{number:400}".__str__)) == 400
    assert [int(text) for text in cache.held()["texts"]] == [48, 49], "the oldest go first"
    cache.once(TEXTS, "A", "heavy", lambda: b"x" * 5000)
    assert cache.held()["texts"] == [b"x" * 5000], "what was just made stays"


def test_of_one_tournament_everything_is_forgotten_and_of_others_nothing() -> None:
    cache = Cache()
    for code in ("A", "B"):
        cache.put(FEW, code, f"name in {code}")
        cache.put(TEXTS, code, f"name in {code}", key=("standings", 3))
    cache.forget("A")
    assert cache.held() == {"few": ["name in B"], "texts": ["name in B"]}


def test_what_is_made_while_it_is_forgotten_is_not_kept() -> None:
    cache = Cache()

    def make() -> str:
        cache.forget("A")
        return "of before"

    assert cache.once(FEW, "A", 1, make) == "of before"
    assert not cache.held()


def test_some_values_last_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(cache_module, "monotonic", lambda: now)
    cache = Cache()
    cache.put(BRIEF, "A", 1)
    now = 104.9
    assert cache.get(BRIEF, "A") == 1
    now = 105.0
    assert cache.get(BRIEF, "A") is None


def test_of_two_changes_at_once_none_is_lost() -> None:
    cache = Cache()
    counter: CacheKind[int] = CacheKind("counter", most=1)
    threads = [
        Thread(target=lambda: [cache.change(counter, "A", lambda old: (old or 0) + 1) for _ in range(200)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.get(counter, "A") == 800
