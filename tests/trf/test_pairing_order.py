"""`XXC rank`: the order of the player records is the pairing order, whatever their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import ronda
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.writing import write_trf
from tests.trf.files import trf
from tests.trf.test_bonuses import engine_pairs, event_pairs

HEAD = ("012 Order", "142 5", "152 W")
NUMBERS = (7, 2, 90, 14, 3, 5, 40, 1)  # with gaps


def row(number: int, points: str = "0.0", rounds: str = "", rank: int = 1) -> str:
    return f"001 {number:4}      P{number:<32} 2000{'':28}{points:>4}{rank:>5}  {rounds}"


def listed(rows: Iterable[str], *more: str, ranked: bool = True) -> str:
    return trf(*rows, head=HEAD, more=(*(("XXC rank",) if ranked else ()), *more))


def renamed(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of an event numbered 1 to 8 with the numbers above."""
    called = dict(enumerate(NUMBERS, start=1)) | {0: 0}
    return [(called[white], called[black]) for white, black in pairs]


def test_the_lines_decide_and_neither_the_numbers_nor_the_rank_column() -> None:
    plain = listed((row(number) for number in range(1, 9)), ranked=False)
    ranked = listed(row(number, rank=10 - number % 10) for number in NUMBERS)
    assert engine_pairs(plain) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert engine_pairs(ranked) == event_pairs(ranked) == renamed(engine_pairs(plain))


def test_a_whole_event_is_the_same_under_other_numbers() -> None:
    """Two rounds, virtual points, players kept apart and a bye: all named by the numbers of the file."""
    called = dict(enumerate(NUMBERS, start=1))
    rounds = {
        1: [(5, "w 1")],
        5: [(1, "b 0")],
        2: [(6, "b =")],
        6: [(2, "w =")],
        3: [(7, "w 1")],
        7: [(3, "b 0")],
        4: [(8, "b 1")],
        8: [(4, "w 0")],
    }
    points = {1: "1.0", 2: "0.5", 3: "1.0", 4: "1.0", 5: "0.0", 6: "0.5", 7: "0.0", 8: "0.0"}

    def rows(name: dict[int, int]) -> list[str]:
        return [
            row(name[own], points[own], "  ".join(f"{name[other]:4} {said}" for other, said in rounds[own]))
            for own in sorted(rounds)
        ]

    def more(name: dict[int, int]) -> list[str]:
        virtual = [f"250       1.0 001 003 {name[own]:4} {name[own]:4}" for own in (1, 2, 3, 4)]
        return [*virtual, f"260 001 005 {name[1]:4} {name[3]:4}", f"240 Z 002 {name[8]:4}"]

    same = {number: number for number in called}
    plain = listed(rows(same), *more(same), ranked=False)
    ranked = listed(rows(called), *more(called))
    assert engine_pairs(ranked) == renamed(engine_pairs(plain))
    assert event_pairs(plain) == engine_pairs(plain)
    assert event_pairs(ranked) == engine_pairs(ranked)
    assert [one.severity for one in ronda.check(ronda.loads(ranked, "trf"))] == [
        one.severity for one in ronda.check(ronda.loads(plain, "trf"))
    ]


def test_it_is_written_and_read_again() -> None:
    event = read_trf(listed(row(number) for number in NUMBERS)).event
    assert event.order == NUMBERS
    for dialect in ("trf26", "trf16"):
        again = read_trf(write_trf(event, dialect)).event
        assert (again.order, again.players) == (event.order, event.players)


def test_the_initial_colour_is_read_off_the_first_of_the_order() -> None:
    """No record says it: 7 is the first and had black, so it was black."""
    first = [row(7, "1.0", "   3 b 1"), row(2, "0.0", "   5 w 0"), row(3, "0.0", "   7 w 0"), row(5, "1.0", "   2 b 1")]
    ranked = trf(*first, head=("012 x", "142 5"), more=("XXC rank",))
    same = [row(1, "1.0", "   3 b 1"), row(2, "0.0", "   4 w 0"), row(3, "0.0", "   1 w 0"), row(4, "1.0", "   2 b 1")]
    called = {1: 7, 2: 2, 3: 3, 4: 5, 0: 0}
    plain = engine_pairs(trf(*same, head=("012 x", "142 5")))
    assert engine_pairs(ranked) == [(called[white], called[black]) for white, black in plain]
