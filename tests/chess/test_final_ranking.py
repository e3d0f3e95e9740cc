"""chess C7: the final ranking."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ronda.core.facts import Entered, Left
from ronda.core.model import Forfeit, Player, Scored, Tournament
from ronda.desk import standings_after
from ronda.lab.simulate import SimulationPlan, simulate
from tests.playing import Event, hand_made

HALF = Fraction(1, 2)


def field(n: int) -> list[Player]:
    return [Player(i, f"P{i}", rating=3000 - i, number=i) for i in range(1, n + 1)]


def event(n: int, rounds: int) -> Event:
    return Event("chess", field(n), {"rounds": rounds})


def values(made: Event, player: int) -> dict[str, Fraction | None]:
    tournament = made.tournament
    (row,) = (row for row in standings_after(tournament, len(tournament.rounds)) if row.player == player)
    return {name: measure.value for name, measure in row.measures.items()}


def terms(made: Event, player: int, criterion: str) -> list[tuple[int | None, str, Any, bool]]:
    tournament = made.tournament
    (row,) = (row for row in standings_after(tournament, len(tournament.rounds)) if row.player == player)
    measure = row.measures[criterion]
    return [(t.round, t.code, Fraction(t.amount) / measure.unit, t.counted) for t in measure.terms]


def order(made: Event) -> list[int]:
    return [row.player for row in standings_after(made.tournament, len(made.tournament.rounds))]


# --- C7 the order ------------------------------------------------------------------------------------------


def test_c7_level_on_everything_the_lower_starting_number_is_first() -> None:
    made = event(4, 2)
    made.given(hand_made(1, (1, 2), (3, 4)))
    made.results("0", "0")
    assert order(made) == [1, 2, 3, 4]
    assert [row.place for row in standings_after(made.tournament, 1)] == [1, 2, 3, 4]  # never shared


def test_c7_points_before_everything() -> None:
    made = event(4, 2)
    made.given(hand_made(1, (1, 2), (3, 4)))
    made.results("2", "0")
    assert order(made) == [2, 3, 4, 1]


# --- C7.1 contributions ------------------------------------------------------------------------------------


def three_rounds() -> Event:
    """4 enters in round 2; 3 rests in round 1 and is absent in round 2; 1 leaves after round 2."""
    made = event(3, 4)
    made.given(hand_made(1, (1, 2), bye=[3]))
    made.results("1")
    made.facts.append(Entered(Player(4, "LATE", joined_round=2, number=4)))
    made.given(hand_made(2, (3, 1), (4, 2)))
    made.results("4", "0")
    made.facts.append(Left(1, 2))
    made.given(hand_made(3, (2, 3), bye=[4]))
    made.results("0")
    return made  # points: 1 has 2, 2 has 1, 3 has 1½, 4 has 1½


def test_c7_1_an_opponents_final_points() -> None:
    assert terms(three_rounds(), 2, "bh1") == [
        (1, "loss", 2, True),  # 1 finished with 2
        (2, "draw", Fraction(3, 2), False),  # 4 with 1½: the lowest, and the first of two
        (3, "draw", Fraction(3, 2), True),  # 3 with 1½
    ]


def test_c7_1_a_bye_and_any_absence_count_a_virtual_opponent() -> None:
    made = three_rounds()
    assert terms(made, 3, "bh1") == [
        (1, "bye", Fraction(3, 2), True),  # nothing before + ½ × (4 − 1)
        (2, "absent", 2, True),  # 1 point before + ½ × (4 − 2)
        (3, "draw", 1, False),  # 2 has 1
    ]
    assert terms(made, 1, "bh1")[1] == (2, "walkover", 2, True)  # 1 point before + ½ × (4 − 2)


def test_c7_1_a_round_before_the_entry_or_after_leaving_counts_as_own_absence() -> None:
    made = three_rounds()
    assert terms(made, 4, "bh1")[0] == (1, "absent", Fraction(3, 2), True)  # 0 + ½ × 3
    assert terms(made, 1, "bh1")[2] == (3, "absent", Fraction(5, 2), True)  # 2 + ½ × 1


def test_c7_1_both_absent_is_virtual_for_both() -> None:
    made = event(2, 1)
    made.given(hand_made(1, (1, 2)))
    made.results("5")
    assert terms(made, 1, "bh1") == [(1, "absent", 0, False)]  # 0 + ½ × (1 − 1)


# --- C7.2 to C7.4 ------------------------------------------------------------------------------------------


def test_c7_2_the_lowest_and_the_two_lowest_are_left_out() -> None:
    made = three_rounds()
    assert values(made, 3)["bh1"] == Fraction(7, 2)
    assert values(made, 3)["bh2"] == 2
    assert values(made, 2)["bh1"] == Fraction(7, 2)
    assert values(made, 2)["bh2"] == 2


@pytest.mark.parametrize("rounds", [1, 2])
def test_c7_2_with_fewer_rounds_than_are_left_out_it_is_nothing(rounds: int) -> None:
    made = event(4, 2)
    for number, seats in enumerate([((1, 2), (3, 4)), ((3, 1), (2, 4))][:rounds], start=1):
        made.given(hand_made(number, *seats))
        made.results("1", "1")
    assert values(made, 1)["bh2"] == 0
    assert (values(made, 1)["bh1"] == 0) == (rounds == 1)


def test_c7_3_beaten_opponents_and_half_of_the_drawn_ones() -> None:
    made = three_rounds()
    assert values(made, 1)["sb"] == 1 + 2  # beat 2 (1 point); walkover (virtual 2); own absence nothing
    assert values(made, 2)["sb"] == Fraction(3, 4) + Fraction(3, 4)  # half of 4's and of 3's 1½
    assert values(made, 3)["sb"] == Fraction(3, 2) + 0 + HALF  # bye; own absence; half of 2's 1
    assert values(made, 4)["sb"] == 0 + HALF + (HALF + HALF)  # not there; half of 2's 1; bye ½ + ½ × (4 − 3)


def test_c7_4_games_won_by_play_or_absence_but_no_bye() -> None:
    made = three_rounds()
    assert {player: values(made, player)["wins"] for player in (1, 2, 3, 4)} == {1: 2, 2: 0, 3: 0, 4: 0}


# --- against the rulebook's words, on whole events ---------------------------------------------------------


def by_the_rulebook(tournament: Tournament, total: int) -> dict[int, tuple[Fraction, ...]]:
    """Points, BH-1, BH-2, SB and GS of everybody, computed as C7 is written."""
    seats: dict[int, dict[int, tuple[str, int | None]]] = {player.id: {} for player in tournament.players}
    for round_ in tournament.rounds:
        for bye in round_.byes:
            seats[bye.player][round_.number] = ("bye", None)
        for table in round_.tables:
            (white,), (black,) = table.first, table.second
            match table.result:
                case Scored(first=a, second=b):
                    seats[white][round_.number] = ("win" if a > b else "draw" if a == b else "loss", black)
                    seats[black][round_.number] = ("win" if b > a else "draw" if a == b else "loss", white)
                case Forfeit(first_absent=a_absent, second_absent=b_absent):
                    seats[white][round_.number] = ("absent" if a_absent else "walkover", black)
                    seats[black][round_.number] = ("absent" if b_absent else "walkover", white)
    worth = {"win": Fraction(1), "draw": HALF, "bye": Fraction(1), "walkover": Fraction(1)}

    def points(player: int, before: int) -> Fraction:
        return sum((worth.get(what, Fraction(0)) for r, (what, _) in seats[player].items() if r < before), Fraction(0))

    found = {}
    for player in seats:
        contributions: list[Fraction] = []
        sb = Fraction(0)
        for number in range(1, len(tournament.rounds) + 1):
            what, opponent = seats[player].get(number, ("absent", None))
            if what in ("win", "draw", "loss") and opponent is not None:
                contribution = points(opponent, total + 1)
            else:
                contribution = points(player, number) + HALF * (total - number)
            contributions.append(contribution)
            sb += {"win": contribution, "bye": contribution, "walkover": contribution, "draw": contribution / 2}.get(
                what, Fraction(0)
            )
        low = sorted(contributions)
        wins = sum(what in ("win", "walkover") for what, _ in seats[player].values())
        found[player] = (points(player, total + 1), sum(low[1:]), sum(low[2:]), sb, Fraction(wins))
    return {player: tuple(map(Fraction, row)) for player, row in found.items()}


@pytest.mark.parametrize("seed", range(8))
def test_c7_whole_events_as_the_rulebook_is_written(seed: int) -> None:
    plan = SimulationPlan("chess", 11, 5, seed=seed, absences=150, drop_outs=40, late_entries=40)
    tournament = simulate(plan, checked=False).tournament
    wanted = by_the_rulebook(tournament, 5)
    rows = standings_after(tournament, 5)
    names = ("points", "bh1", "bh2", "sb", "wins")
    assert {row.player: tuple(row.measures[name].value for name in names) for row in rows} == wanted
    number = {player.id: player.number or 0 for player in tournament.players}
    best_first = sorted(wanted, key=lambda p: (*(-value for value in wanted[p]), number[p]))
    assert [row.player for row in rows] == best_first
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))
