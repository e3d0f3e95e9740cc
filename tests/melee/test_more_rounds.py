"""More rounds than there are new partners for, where the director says so (M4.1, M4.5 by option)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Round, Scored, Table, Tournament
from ronda.lab.forecast import forecast
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.rules import most_rounds
from tests.melee.events import begin, paired, partnerships, played, refused, repeated, violations, without
from tests.melee.test_partners import matchings

MORE = {"repeats": True}
FIELDS = [(4, 7), (5, 8), (6, 9), (7, 13), (8, 10), (9, 11), (10, 13)]


def at_least(players: int, rounds: int) -> int:
    """More teams than pairs of players: so many must repeat."""
    return max(2 * (players // 4) * rounds - players * (players - 1) // 2, 0)


def test_m4_1_refused_unless_the_director_says_so() -> None:
    (refusal,) = SYSTEM.rules.validate(begin(8, {"rounds": 8}).setup, begin(8).players)
    assert (refusal.code, refusal.severity) == ("rounds_out_of_bounds", "violation")
    (note,) = SYSTEM.rules.validate(begin(8, {"rounds": 10, **MORE}).setup, begin(8).players)
    assert (note.code, note.article, note.severity) == ("repeats_ahead", "M4.1", "note")
    assert note.facts == {"rounds": 10, "most": 7, "players": 8, "repeats": 12}
    assert SYSTEM.rules.validate(begin(8, {"rounds": 7, **MORE}).setup, begin(8).players) == []
    assert refused(begin(3, MORE)).code == "too_few_players"
    assert [SYSTEM.rules.rounds(begin(n, MORE).setup, begin(n).players) for n in (4, 5, 30)] == [3, 4, 4]


@pytest.mark.parametrize(("players", "rounds"), FIELDS)
@pytest.mark.parametrize("seed", range(3))
def test_m4_5_no_more_repeats_than_counting_demands(players: int, rounds: int, seed: int) -> None:
    """Up to M4.1 nobody repeats (M4.4 holds), after it as many as there are too few pairs."""
    most = most_rounds(players)
    event = played(begin(players, {"rounds": rounds, **MORE}), rounds, seed)
    assert repeated(replace(event, rounds=event.rounds[:most])) == 0
    assert repeated(event) == at_least(players, rounds)
    stated = [relaxation for made in event.rounds for relaxation in made.relaxations]
    assert [relaxation.code for relaxation in stated] == ["partner_repeat"] * repeated(event)
    assert all(relaxation.facts["beyond"] == most and relaxation.article == "M4.5" for relaxation in stated)


@pytest.mark.parametrize("players", [6, 8, 9])
def test_m4_4_up_to_the_bound_the_rounds_are_the_same_with_or_without(players: int) -> None:
    rounds = most_rounds(players)
    plain, more = (played(begin(players, {"rounds": rounds, **own}), rounds, 3) for own in ({}, MORE))
    assert plain.rounds == more.rounds
    longer = played(begin(players, {"rounds": rounds + 3, **MORE}), rounds, 3)
    assert longer.rounds == plain.rounds


def wear(event: Tournament, teams: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Repeated teams, their earlier partnerships beyond the first, the sum of their last rounds."""
    had: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, a, b in partnerships(event):
        had[a, b].append(number)
    again = [had[team] for team in teams if team in had]
    return len(again), sum(len(rounds) - 1 for rounds in again), sum(max(rounds) for rounds in again)


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("seed", range(4))
def test_m4_5_least_often_then_longest_ago(players: int, seed: int) -> None:
    """Against all partnerings, one after the other."""
    event = begin(players, {"rounds": 12, **MORE})
    for _ in range(12):
        event = played(event, 1, seed)
        before, made = replace(event, rounds=event.rounds[:-1]), event.rounds[-1]
        teams = [(min(side), max(side)) for table in made.tables for side in (table.first, table.second)]
        assert wear(before, teams) == min(wear(before, found) for found in matchings(range(1, players + 1)))


def test_m4_5_check_finds_partners_who_repeat_too_soon() -> None:
    event = played(begin(8, {"rounds": 9, **MORE}), 8, 1)
    made = paired(event, 5)
    assert violations(event, made) == []
    last = event.rounds[-1]  # the same partners once more: no more repeats than needed, but a third time
    tables = tuple(replace(table, result=None) for table in last.tables)
    relaxations = tuple(
        replace(made.relaxations[0], players=tuple(sorted(side)))
        for table in tables
        for side in (table.first, table.second)
    )
    again = replace(made, tables=tables, relaxations=relaxations)
    worse = [finding for finding in violations(event, again) if finding.code == "relaxation_avoidable"]
    assert len(worse) == 4
    assert all((finding.facts["made"], finding.facts["least"]) == (4, 0) for finding in worse)
    default = replace(event, setup=replace(event.setup, options={"rounds": 9}))
    assert not any(finding.code == "relaxation_avoidable" for finding in violations(default, again))


def test_m4_5_check_wants_every_repeat_stated() -> None:
    event = played(begin(8, {"rounds": 8, **MORE}), 7, 2)
    silent = replace(paired(event, 3), relaxations=())
    assert [finding.code for finding in violations(event, silent)] == ["partner_repeat_unrecorded"] * 4


@pytest.mark.parametrize("seed", range(4))
def test_s3_with_wishes_late_entries_and_drop_outs(seed: int) -> None:
    """Every round of `played` is checked; nothing ends early."""

    def change(event: Tournament) -> Tournament:
        match len(event.rounds):
            case 3:
                return without(event, 2, 5)
            case 6:
                late = replace(event.players[0], id=20, name="Late", joined_round=7)
                return replace(event, players=(*event.players, late))
            case _:
                return event

    avoid = (Avoid((1, 3), "opponents"), Avoid((4, 6), "partners"), Avoid((7, 8), "both", hard=False))
    event = played(begin(10, {"rounds": 14, **MORE}, avoid=avoid), 14, seed, change)
    assert len(event.rounds) == 14


def test_m4_4_the_forecast_promises_only_the_rounds_of_new_partners() -> None:
    ahead = forecast(begin(8, {"rounds": 9, **MORE}))
    assert (ahead.secure, ahead.planned, ahead.first_relaxed) == (7, 9, 8)


def test_m4_5_four_players_begin_anew() -> None:
    """In a fourth round any partners repeat; those of round 1 were partners longest ago."""
    event = begin(4, {"rounds": 4, **MORE})
    for number, first, second in ((1, (1, 2), (3, 4)), (2, (1, 3), (2, 4)), (3, (1, 4), (2, 3))):
        event = replace(event, rounds=(*event.rounds, Round(number, (Table(1, first, second, Scored(13, 4)),))))
    assert {frozenset(table.first) for seed in range(9) for table in paired(event, seed).tables} <= {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }


def test_m4_5_a_field_of_eight_goes_round_once_more() -> None:
    """So nobody is partner a third time before everybody was twice: the first rounds left no dead end (M4.4)."""
    event = played(begin(8, {"rounds": 14, **MORE}), 14, 6)
    teams = [
        {frozenset(side) for table in made.tables for side in (table.first, table.second)} for made in event.rounds
    ]
    assert teams[:7] == teams[7:]
    assert all("hub_size" not in relaxation.facts for made in event.rounds for relaxation in made.relaxations)


def test_m4_5_where_somebody_has_a_new_partner_left_the_repeats_have_a_proof() -> None:
    event = played(begin(6, {"rounds": 9, **MORE}), 9, 2)  # fifteen pairs, two teams a round: one is left after seven
    eighth = event.rounds[7]
    (again,) = eighth.relaxations
    assert (again.facts["fewest"], again.facts["beyond"]) == (1, 7)
    assert {"hub_size", "group_count"} <= set(again.facts)
