"""Events played by the program itself: their files say all of them, reasons and corrections included."""

from __future__ import annotations

from random import Random

import pytest

from ronda.core.facts import Created, Entered, Fact, Left, Paired, ResultEntered
from ronda.core.history import fold
from ronda.core.model import Avoid, Player, Setup
from ronda.core.verdicts import Refusal
from ronda.desk import next_round, record_result
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write

RESULTS = {
    "redemption": ["5-3", "0-5", "2-2", "4-1", "+--", "--+", "---"],
    "chess": ["1-0", "0-1", "½-½", "+--", "--+"],
}


def play(system_id: str, size: int, rounds: int, planned: int | None = None) -> list[Fact]:
    chance = Random(size)
    setup = Setup(system_id, "Played", {"rounds": planned or rounds}, 5, (Avoid((1, 2), "both", hard=False),))
    players = [Player(n, f"PLAYER {n}", rating=1000 + n, licence=str(n)) for n in range(1, size + 1)]  # C1.2
    facts: list[Fact] = [Created(setup), *map(Entered, players)]
    for number in range(1, rounds + 1):
        paired = next_round(fold(facts))
        if isinstance(paired, Refusal):
            break
        facts.append(paired)
        for table in paired.round.tables:
            result = record_result(fold(facts), number, table.number, chance.choice(RESULTS[system_id]))
            assert isinstance(result, ResultEntered)
            facts.append(result)
        if number == 2:
            facts.append(Left(size, after=2))
    corrected = record_result(fold(facts), 1, fold(facts).rounds[0].tables[0].number, RESULTS[system_id][0])
    assert isinstance(corrected, ResultEntered)
    return [*facts, corrected]


@pytest.mark.parametrize("system_id", sorted(RESULTS))
@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (5, 4), (6, 5), (12, 5), (13, 7)])
def test_the_file_of_a_played_event_says_all_of_it(system_id: str, size: int, rounds: int) -> None:
    tournament = fold(play(system_id, size, rounds))
    assert tournament.rounds
    data = write(tournament)
    assert fold(read(data)) == tournament
    assert write(fold(read(data))) == data


@pytest.mark.parametrize("system_id", sorted(RESULTS))
def test_an_event_goes_on_from_its_file_as_it_would_have(system_id: str) -> None:
    tournament = fold(play(system_id, 12, 3, planned=5))
    following = next_round(tournament)
    assert isinstance(following, Paired)
    assert next_round(fold(read(write(tournament)))) == following
