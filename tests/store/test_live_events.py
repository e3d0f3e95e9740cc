"""What a process knows of an event goes on from version to version, within bounds, and is forgotten in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Barrier, Thread

import pytest

from ronda.core.facts import Erased, Fact
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.store import Store, Stored, open_store
from ronda.store.live_events import FACT_BYTES, MOST_PARTS, LiveEvent, LiveEvents, Parts
from tests.store.samples import result, started
from tests.waiting import GENEROUS


@pytest.fixture
def states(tmp_path: Path) -> list[Stored]:
    """One event after each of some results, as the store hands it out."""
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        return results_in(store, 8)


def results_in(store: Store, count: int) -> list[Stored]:
    found = [store.create(started(), actor="ann")]
    for score in range(count):
        after = store.append(found[-1].code, [result(1, score)], expected=found[-1].version, actor="ann")
        assert isinstance(after, Stored)
        found.append(after)
    return found


# --- an event ----------------------------------------------------------------------------------------------


def test_one_goes_on_from_the_version_before(states: list[Stored], monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def counted(facts: Sequence[Fact], before: Tournament | None = None) -> Tournament:
        lengths.append(len(facts))
        return fold(facts) if before is None else fold(facts, before)

    monkeypatch.setattr("ronda.store.live_events.fold", counted)
    first = LiveEvent(states[0])
    assert first.tournament is first.tournament, "it is kept"
    unfolded = LiveEvent(states[3], first)
    assert LiveEvent(states[5], unfolded).tournament == fold(states[5].facts)
    assert LiveEvent(states[2], unfolded).tournament == fold(states[2].facts)
    assert lengths == [states[0].version, 5, states[2].version], "nobody goes back from a later version"


def test_what_two_threads_read_at_once_goes_on(states: list[Stored]) -> None:
    """The last facts are then equal, and not the same; one of another content is another way."""
    begun = states[4].version - 2
    facts = [*states[6].facts]
    again = [replace(fact) for fact in facts[begun:]]
    first = LiveEvent(states[4])
    both = replace(states[6], facts=(*facts[:begun], *again))
    assert LiveEvent(both, first).lasting is first.lasting
    other = [*facts[:begun], result(1, 99), *again[1:]]
    assert LiveEvent(replace(states[6], facts=tuple(other)), first).lasting is not first.lasting
    anew = replace(states[6], facts=tuple(replace(fact) for fact in facts))
    assert LiveEvent(anew, first).lasting is not first.lasting, "perhaps somebody was erased"


def test_what_lasts_goes_on_and_what_is_of_a_version_does_not(states: list[Stored]) -> None:
    first = LiveEvent(states[0])
    second = LiveEvent(states[1], first)
    assert (second.lasting, second.notes) == (first.lasting, first.notes)
    assert second.parts is not first.parts
    facts = (*started(), result(1, 0), result(1, 1))
    anew = LiveEvent(replace(states[2], facts=facts), second)
    assert anew.lasting is not second.lasting, "equal facts, but not the same: they were read anew"


def test_nothing_goes_on_from_before_an_erasure(tmp_path: Path) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        made = store.create(started(), actor="ann")
        before = store.event(made.code)
        assert before is not None
        before.lasting.put("names", "Ann")
        after = store.append(made.code, [Erased((1,))], expected=made.version, actor="ann")
        live = store.last_known(made.code)
        assert live is not None
        assert live.stored is after
        assert live.lasting.get("names") is None
        assert live.tournament == fold(live.stored.facts)


# --- its parts ---------------------------------------------------------------------------------------------


def test_a_part_is_made_once_of_the_same_values_not_of_equal_ones() -> None:
    parts, one, equal = Parts(), [1], [1]
    assert parts.get_or_make("a", lambda: 1, of=(one, equal)) == 1
    assert parts.get_or_make("a", lambda: 2, of=(one, equal)) == 1
    assert parts.get_or_make("a", lambda: 3, of=(one, one)) == 3
    assert parts.get_or_make("a", lambda: 4, of=(one,)) == 4


def test_what_fails_is_tried_again() -> None:
    parts = Parts()
    with pytest.raises(ZeroDivisionError):
        parts.get_or_make("a", lambda: 1 // 0)
    assert parts.get_or_make("a", lambda: 2) == 2
    assert parts.get_or_make("a", lambda: 3) == 2


def test_who_asks_while_it_is_made_waits_for_it() -> None:
    parts, begun, both, got = Parts(), Barrier(2), Barrier(2), []

    def make() -> int:
        begun.wait(GENEROUS)
        both.wait(GENEROUS)
        return 7

    first = Thread(target=lambda: got.append(parts.get_or_make("a", make)))
    first.start()
    begun.wait(GENEROUS)
    second = Thread(target=lambda: got.append(parts.get_or_make("a", lambda: 8)))
    second.start()
    assert parts.get("a") is None, "not yet"
    both.wait(GENEROUS)
    first.join(GENEROUS)
    second.join(GENEROUS)
    assert got == [7, 7]


def test_what_is_dropped_while_it_is_made_is_not_kept() -> None:
    """A note that is written while somebody reads it: what was read goes to who asked, and is read again."""
    parts = Parts()

    def read() -> str:
        parts.drop("display")
        return "of before"

    assert parts.get_or_make("display", read) == "of before"
    assert parts.get_or_make("display", lambda: "of now") == "of now"


def test_the_parts_asked_for_last_are_kept() -> None:
    parts = Parts()
    for number in range(MOST_PARTS + 3):
        parts.get_or_make(number, partial(int, number))
        parts.get_or_make(0, lambda: 0)
    assert [parts.get(number) for number in (0, 1, 3, 4)] == [0, None, None, 4]


# --- all events --------------------------------------------------------------------------------------------


def test_who_read_before_a_write_does_not_take_it_back(states: list[Stored]) -> None:
    live = LiveEvents()
    seen, written = LiveEvent(states[1]), LiveEvent(states[2])
    live.keep(seen)
    live.keep(written)
    assert live.keep(LiveEvent(states[1]), instead_of=seen) is written
    assert live.last_known(states[0].code) is written


def test_a_restored_database_is_believed(states: list[Stored]) -> None:
    live = LiveEvents()
    seen, restored = LiveEvent(states[5]), LiveEvent(states[3])
    live.keep(seen)
    live.keep(restored, instead_of=seen)
    assert live.last_known(states[0].code) is restored


def test_an_earlier_version_is_answered_and_not_kept(states: list[Stored]) -> None:
    live = LiveEvents()
    present = live.keep(LiveEvent(states[5]))
    assert live.of(states[5]) is present
    assert live.of(states[3]).tournament == fold(states[3].facts)
    assert live.last_known(states[0].code) is present


def test_a_day_of_many_events_takes_only_so_much_room(tmp_path: Path) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        weight = FACT_BYTES * store.create(started(), actor="ann").version
        store.live = live = LiveEvents(most_bytes=4 * weight)
        made = [store.create(started(), actor="ann").code for _ in range(10)]
        assert [code for code in made if live.last_known(code)] == made[-4:], "those that were used last"
        last = [event for code in made if (event := live.last_known(code))]
        for event in last:
            live.text(event, "page", lambda: "x" * weight)
        assert [code for code in made if live.last_known(code)] == made[-2:], "pages weigh, too"
        live.text(last[-1], "sheet", lambda: b"x" * 9 * weight)
        assert [code for code in made if live.last_known(code)] == made[-1:], "the last one stays, however heavy"
        assert store.load(made[0]) is not None
        assert [code for code in made if live.last_known(code)] == [made[0]], "it is no heavier than its facts"
        assert len(live._weights) == 1


def test_the_last_version_alone_is_kept(tmp_path: Path) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        found = results_in(store, 20)
        code = found[0].code
        assert all(early.version < late.version for early, late in pairwise(found))
        assert store.last_known(code) is store.event(code)
        assert [*store.live._events] == [code]


def test_of_one_event_everything_is_forgotten_and_of_others_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        codes = [store.create(started(), actor="ann").code for _ in range(2)]
        store.live.forget(codes[0])
        assert store.last_known(codes[0]) is None
        assert store.last_known(codes[1]) is not None
        assert store.load(codes[0]) is not None


def test_notes_are_read_again_when_they_were_written(states: list[Stored]) -> None:
    live = LiveEvents()
    event = live.keep(LiveEvent(states[0]))
    for name in ("display", "walls"):
        event.notes.put(name, "old")
    live.note_changed(event.code, "display")
    assert (event.notes.get("display"), event.notes.get("walls")) == (None, "old")
    live.note_changed("", "")
    assert event.notes.get("walls") is None
