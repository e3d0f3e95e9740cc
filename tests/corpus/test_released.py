"""Events of an earlier release: they open, their rounds still hold, and they are made again as they were."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from typing import Any

import pytest

from ronda.core.chance import Draw
from ronda.core.history import before_round, fold
from ronda.core.model import Proposal, Round, Tournament
from ronda.desk import check_rounds
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import book_of, system
from tests.corpus.making import CORPUS, final_standings

EVENTS = 80  # of each system


@cache
def corpus() -> list[dict[str, Any]]:
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def event(name: str, number: int) -> dict[str, Any]:
    return [record for record in corpus() if record["plan"]["system"] == name][number]


def opened(record: dict[str, Any]) -> Tournament:
    return fold(read(record["file"].encode()))


RELEASED = sorted({record["plan"]["system"] for record in corpus()})  # a system that came later is not among them
each_event = pytest.mark.parametrize(("name", "number"), [(name, n) for name in RELEASED for n in range(EVENTS)])


@each_event
def test_the_file_is_read_and_written_as_it_was(name: str, number: int) -> None:
    record = event(name, number)
    text = record["file"]
    if name == "chess":  # C1.2: names are in capitals, however they came in
        text = re.sub(r'"name": "(Player \d+)"', lambda found: found[0].upper().replace("NAME", "name"), text)
    assert write(opened(record)).decode() == text


@each_event
def test_its_rounds_hold_and_its_standings_are_the_same(name: str, number: int) -> None:
    record = event(name, number)
    tournament = opened(record)
    assert [finding for finding in check_rounds(tournament) if finding.severity == "violation"] == []
    assert final_standings(tournament) == record["standings"]


@each_event
def test_its_rounds_are_made_again_as_they_were(name: str, number: int) -> None:
    tournament = opened(event(name, number))
    for round_ in tournament.rounds:
        again = made_again(tournament, round_)
        if seated(again) != seated(round_):
            assert ruled_otherwise(tournament, round_, again), f"round {round_.number}"


def ruled_otherwise(tournament: Tournament, round_: Round, again: Round | None) -> bool:
    """Whether the round is of an edition in which another rule held for it."""
    if round_.edition == "chess-1":  # C5.4: beyond half the field the rounds to come count since edition 2
        planned = system(tournament.setup.system).rules.rounds(tournament.setup, tournament.players)
        pools = [sum(player.plays_in(n) for player in tournament.players) for n in range(1, planned + 1)]
        return 2 * planned > min(pools)
    if round_.edition == "domino-1":  # D7.2: all exchanges between pyramids are compared since edition 2
        return bool(round_.relaxations) and again is not None and len(again.relaxations) <= len(round_.relaxations)
    return False


def made_again(tournament: Tournament, round_: Round) -> Round | None:
    known = before_round(tournament, round_.number)
    seed = known.setup.seed if round_.seed is None else round_.seed
    again = system(known.setup.system).rules.pair(book_of(known), Draw(seed, "round", round_.number))
    return again.round if isinstance(again, Proposal) else None


def seated(round_: Round | None) -> Any:
    if round_ is None:
        return None
    tables = [(t.number, t.first, t.second) for t in round_.tables]
    return tables, [(bye.player, bye.halves, bye.differential) for bye in round_.byes]
