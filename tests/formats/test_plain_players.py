"""Players and what was written before: the quick ways of reading and writing tell the same as the long ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.core.history import fold
from ronda.core.model import Scored
from ronda.core.values import replace
from ronda.formats.tournament import reading
from ronda.formats.tournament.known_texts import KnownTexts
from ronda.formats.tournament.reading import Unreadable, read
from ronda.formats.tournament.writing import write
from ronda.systems import NAMES
from tools.bench.events import played

PLAYER = {"id": 1, "name": "Ana"}


def event(*players: dict[str, Any]) -> bytes:
    return json.dumps({"ronda": 1, "system": "chess", "players": players}).encode()


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"rating": 1500, "club": "A", "joined_round": 2, "left_after": None, "licence": "x-1", "birth_year": 1990},
        {"missed": [2, 3]},
        {"missed": [2, 2]},
        {"rating": -1},
        {"rating": 1.0},
        {"rating": True},
        {"rating": None},
        {"id": 0},
        {"name": " "},
        {"name": "\u2800"},
        {"name": "A\u202eB"},
        {"name": "A" * 201},
        {"club": "a\nb"},
        {"joined_round": 0},
        {"left_after": 1_000_001},
        {"licence": 17},
        {"number": 1},
        {"start_number": 1},
        {"byes": {"2": "H"}},
        {"nothing": 1},
        {"rating": 10**30},
    ],
    ids=str,
)
def test_all_at_once_or_one_by_one(more: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    data = event({"id": 9, "name": "Eva"}, {**PLAYER, **more})

    def answer() -> object:
        try:
            return read(data)
        except Unreadable as trouble:
            return trouble.code, trouble.facts, trouble.path, trouble.line, trouble.column

    quick = answer()
    monkeypatch.setattr(reading, "_plain_players", lambda *_: None)
    assert quick == answer()


@pytest.mark.parametrize("system", NAMES)
def test_what_was_written_before_is_written_again(system: str) -> None:
    known = KnownTexts()
    tournament = played(system, 12, 2)
    assert write(tournament, known) == write(tournament)
    table = replace(tournament.rounds[-1].tables[0], result=Scored(5, 3))
    last = replace(tournament.rounds[-1], tables=(table, *tournament.rounds[-1].tables[1:]))
    corrected = replace(tournament, rounds=(*tournament.rounds[:-1], last))
    for one in (corrected, tournament, replace(tournament, players=tournament.players[::-1])):
        if system in ("chess", "dutch", "robin") and one is corrected:
            continue  # no scores there
        assert write(one, known) == write(one)
    assert fold(read(write(tournament, known))).rounds
