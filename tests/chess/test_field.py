"""The facts that pairing and check both read, from a record written by hand (C4.3, C4.4, C5.4)."""

from __future__ import annotations

from ronda.core.model import Bye, Player, Round, Scored, Setup, Table, Tournament
from ronda.systems import book_of
from ronda.systems.chess.field import ahead_of, bye_candidates, pausing

WHITE_WINS = Scored(2, 0)


def record(*rounds: Round, players: tuple[Player, ...] = ()) -> Tournament:
    everybody = players or tuple(Player(number, f"P{number}") for number in range(1, 6))
    return Tournament(Setup("chess", options={"rounds": 4}), everybody, rounds)


FIRST = Round(1, (Table(1, (1,), (2,), WHITE_WINS), Table(2, (3,), (4,), WHITE_WINS)), (Bye(5),))


def test_c4_3_the_lowest_of_those_with_the_fewest_free_points() -> None:
    book = book_of(record(FIRST))
    assert bye_candidates(book, [1, 3, 5, 2, 4]) == [4, 2, 3, 1]
    assert bye_candidates(book, [1, 3, 5, 2, 4], anybody=True) == [4, 2, 3, 1, 5]


def test_c5_4_whoever_misses_only_this_round_is_counted_on() -> None:
    players = (
        Player(1, "here"),
        Player(2, "pauses", missed=(2,)),
        Player(3, "enters and pauses", joined_round=2, missed=(2,)),
        Player(4, "not yet", joined_round=3, missed=(2,)),
        Player(5, "leaves after it", missed=(2,), left_after=2),
        Player(6, "left", missed=(2,), left_after=1),
        Player(7, "pauses later", missed=(3,)),
    )
    first = Round(1, (Table(1, (1,), (2,), WHITE_WINS),))
    assert pausing(book_of(record(first, players=players))) == [2, 3, 5]


def test_c5_4_whom_everybody_has_not_met_and_who_may_rest() -> None:
    ahead = ahead_of(book_of(record(FIRST)), [1, 2, 3, 4, 5])
    assert ahead.now == ahead.later == {1, 2, 3, 4, 5}
    assert ahead.rounds == 2
    assert ahead.unmet[1] == {3, 4, 5}
    assert ahead.unmet[5] == {1, 2, 3, 4}
    assert ahead.fresh == {1, 2, 3, 4}
