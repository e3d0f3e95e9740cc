"""domino_pairs: fixed pairs (PS3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.chance import Draw
from ronda.core.history import fold
from ronda.core.model import Bye, Forfeit, OptionValue, Player, Proposal, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds, leave, standings_after
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import book_of, standings_book
from ronda.systems.domino_pairs import SYSTEM
from tests.playing import Event


def event(n: int, *rounds: Round, clubs: str = "", **options: OptionValue) -> Tournament:
    field = tuple(Player(i, f"P{i}", rating=2000 - 10 * i, club=clubs[i - 1 : i], number=i) for i in range(1, n + 1))
    return Tournament(Setup("domino_pairs", options=options, seed=4), field, rounds)


def paired(tournament: Tournament, seed: int = 1) -> Round:
    book = book_of(tournament)
    made = SYSTEM.rules.pair(book, Draw(seed))
    assert isinstance(made, Proposal)
    assert [f for f in SYSTEM.rules.check(book, made.round) if f.severity == "violation"] == []
    return made.round


def seats(made: Round) -> list[tuple[int, int]]:
    return [(table.first[0], table.second[0]) for table in made.tables]


def first(*results: Scored | Forfeit, byes: tuple[Bye, ...] = ()) -> Round:
    tables = tuple(Table(at, (2 * at - 1,), (2 * at,), one) for at, one in enumerate(results, start=1))
    return Round(1, tables, byes, status="closed")


def order(tournament: Tournament) -> list[int]:
    return [row.player for row in SYSTEM.rules.standings(standings_book(tournament))]


def test_ps3_6_the_worked_example() -> None:
    played = event(4, first(Scored(100, 60), Scored(100, 90)), target=100)
    assert order(played) == [1, 3, 4, 2]
    assert seats(paired(played)) == [(1, 3), (4, 2)]


def test_ps3_2_head_to_head() -> None:
    rounds = (
        first(Scored(100, 90), Scored(100, 0)),
        Round(2, (Table(1, (3,), (1,), Scored(100, 0)), Table(2, (2,), (4,), Scored(100, 0))), status="closed"),
        Round(3, (Table(1, (1,), (4,), Scored(100, 0)), Table(2, (2,), (3,), Scored(100, 90))), status="closed"),
    )
    assert order(event(4, *rounds, target=100)) == [3, 2, 1, 4]  # two wins each: +190, +100, +10
    played = event(2, first(Scored(100, 90)), target=100, head_to_head=True)
    assert [c.name for c in SYSTEM.rules.criteria(played.setup)] == ["wins", "head_to_head", "difference", "points_for"]


def test_ps3_2_effectiveness() -> None:
    played = event(4, first(Scored(200, 150), Scored(160, 120)), score="fvd")
    row = next(iter(SYSTEM.rules.standings(standings_book(played))))
    assert row.player == 1
    assert row.measures["effectiveness"].value == 50
    assert [line.differential for line in book_of(played).lines[4]] == [-40]
    refused = SYSTEM.rules.results.read("325-1", played.setup)
    assert isinstance(refused, Refusal)
    assert refused.code == "score_above_ceiling"


def test_ps3_3_by_elo_the_halves_meet() -> None:
    assert seats(paired(event(8, first_round="elo"))) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    made = paired(event(7, first_round="elo"))
    assert [bye.player for bye in made.byes] == [7]
    wrong = replace(made, tables=(Table(1, (1,), (2,)), Table(2, (3,), (4,)), Table(3, (5,), (6,))))
    assert "first_round_order" in {f.code for f in SYSTEM.rules.check(book_of(event(7, first_round="elo")), wrong)}


def test_ps3_3_by_clubs_the_first_pairs_meet() -> None:
    made = paired(event(6, clubs="XXXYYY", first_round="clubs"))
    assert sorted(seats(made)) == [(1, 4), (2, 5), (3, 6)]
    wrong = replace(made, tables=(Table(1, (1,), (2,)), Table(2, (3,), (4,)), Table(3, (5,), (6,))))
    found = SYSTEM.rules.check(book_of(event(6, clubs="XXXYYY", first_round="clubs")), wrong)
    assert "first_round_order" in {f.code for f in found}


def test_ps3_4_the_bye_is_a_win() -> None:
    played = event(3, first(Scored(200, 10), byes=(Bye(3),)))
    assert book_of(played).halves[3] == 2
    house = event(3, first(Scored(200, 10), byes=(Bye(3),)), score="fvd")
    assert book_of(house).lines[3][0].differential == 100
    assert [bye.player for bye in paired(played).byes] == [2]  # the lowest without a bye


@pytest.mark.parametrize("score", ["difference", "fvd"])
def test_absence(score: str) -> None:
    played = event(2, first(Forfeit(first_absent=True, second_absent=False)), score=score)
    assert [book_of(played).halves[p] for p in (1, 2)] == [0, 2]
    nobody = event(2, first(Forfeit(first_absent=True, second_absent=True)), score=score)
    assert [book_of(nobody).halves[p] for p in (1, 2)] == [0, 0]


def test_nobody_meets_twice_over_a_whole_event() -> None:
    played = event(16, rounds=5)
    for number in range(1, 6):
        made = paired(played, number)
        results = tuple(replace(t, result=Scored(200, 10 * t.number)) for t in made.tables)
        played = replace(played, rounds=(*played.rounds, replace(made, tables=results, status="closed")))
    assert all(len(rounds) == 1 for p in range(1, 17) for rounds in book_of(played).met(p).values())


@pytest.mark.parametrize("options", [{}, {"first_round": "elo", "score": "fvd"}, {"first_round": "clubs"}])
def test_ps3_a_pair_goes_through_desk_file_check_and_standings(options: dict[str, OptionValue]) -> None:
    """Both names in one entry, an odd number of pairs, one that leaves and one that comes late."""
    names = [f"Ana{n} / Beto{n}" for n in range(1, 8)]
    pairs = [Player(n, name, rating=1500 + n, club="ABC"[n % 3]) for n, name in enumerate(names, start=1)]
    played = Event("domino_pairs", pairs, {"rounds": 4, **options})
    for number in range(1, 5):
        made = played.pair()
        played.results(*(("200-150", "--+", "90-200", "160-120")[(number + at) % 4] for at in range(len(made.tables))))
        if number == 2:
            played.enter(Player(8, "Eva / Iván", rating=1400, club="D"))
            left = leave(played.tournament, pairs[6])
            assert not isinstance(left, Refusal)
            played.facts.append(left)
    again = fold(read(write(played.tournament)))
    assert again.players[0].name == "Ana1 / Beto1"
    assert [f for f in check_rounds(again) if f.severity == "violation"] == []
    rows = list(standings_after(again, 4))
    assert [row.player for row in rows] == [row.player for row in standings_after(played.tournament, 4)]
    assert {row.player for row in rows} >= {1, 8}
    wins = [row.measures["wins"].amount or 0 for row in rows if row.player != 7]
    assert wins == sorted(wins, reverse=True)
