"""Whatever words somebody writes anywhere are refused, or a file tells of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_origin

import msgspec
import pytest

from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.desk import bodies
from ronda.desk.actions import ACTIONS
from tests.states.moves import ALL, Move
from tests.states.questions import ask
from tests.states.test_ledgers import ways
from tests.states.test_walk import stations
from tests.states.walk import after

WORDS = ("a\x07b", "a\nb", "a\u202eb", "x" * 3000, " ", '"=1+1', "\ud800")


def respelt(value: Any, words: str) -> Iterator[Any]:
    """The value with one of its texts replaced, each of them in turn."""
    match value:
        case str():
            yield words
        case list():
            for at, one in enumerate(value):
                yield from ([*value[:at], other, *value[at + 1 :]] for other in respelt(one, words))
        case msgspec.Struct():
            for field in msgspec.structs.fields(value):
                if get_origin(field.type) is not Literal:
                    for other in respelt(getattr(value, field.name), words):
                        yield msgspec.structs.replace(value, **{field.name: other})


def told(now: Tournament) -> Iterator[tuple[Move, ...]]:
    """Everything that can be done, and what needs something before it."""
    yield from ways(now)
    yield (Move("pair", bodies.NextRound(approve=bodies.ApprovalInput("Dora", "few"))),)


@pytest.mark.parametrize("words", WORDS, ids=ascii)
def test_no_words_make_an_event_unreadable(words: str) -> None:
    log = next(log for way, log in stations("redemption") if way and way[-1].name == ALL)
    now = fold(in_force([record.fact for record in log]))
    kept: set[str] = set()
    refused: set[str] = set()
    for *before, last in told(now):
        reached: Any = log
        for move in before:
            reached = reached and after(reached, move)
        if reached is None:
            continue
        body = last.body if isinstance(last.body, ACTIONS[last.name].body) else ACTIONS[last.name].body()
        for other in respelt(body, words):
            then = after(reached, last._replace(body=other))
            if then is None:
                refused.add(last.name)
                continue
            kept.add(last.name)
            ask([record.fact for record in then])
    assert refused
    assert len(kept | refused) > 15
