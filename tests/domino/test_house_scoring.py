"""domino: scored as in mistorneos (PS2, PE4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.facts import Created, Entered, Fact, Left, Paired
from ronda.core.history import fold
from ronda.core.model import Bye, Forfeit, Penalty, Player, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.penalties import Given, penalise
from ronda.systems import book_of, standings_book
from ronda.systems.domino import SYSTEM

HOUSE = Setup("domino", options={"scoring": "fvd"})


def event(*rounds: Round, players: int = 5, penalties: tuple[Penalty, ...] = ()) -> Tournament:
    field = tuple(Player(n, f"P{n}") for n in range(1, players + 1))
    return Tournament(replace(HOUSE, penalties=penalties), field, rounds)


def table(result: Scored | Forfeit, absent: tuple[int, ...] = ()) -> Table:
    return Table(1, (1, 2), (3, 4), result, absent)


def lines(tournament: Tournament) -> dict[int, tuple[str, int, int, int, int]]:
    found = book_of(tournament).lines
    return {p: (o.outcome, o.halves // 2, o.made, o.conceded, o.differential) for p, own in found.items() for o in own}


def test_ps2_1_effectiveness_is_a_sum() -> None:
    assert lines(event(Round(1, (table(Scored(200, 150)),)))) == {
        1: ("win", 1, 200, 150, 50),
        2: ("win", 1, 200, 150, 50),
        3: ("loss", 0, 150, 200, -50),
        4: ("loss", 0, 150, 200, -50),
    }
    assert lines(event(Round(1, (table(Scored(160, 120)),))))[1] == ("win", 1, 160, 120, 40)


def test_ps2_2_bye_is_a_win_of_half_the_target() -> None:
    made = event(Round(1, (table(Scored(200, 150)),), byes=(Bye(5),), status="closed"))
    assert lines(made)[5] == ("bye", 1, 200, 0, 100)


def test_pe4_3_who_is_absent_loses_alone() -> None:
    absent = event(Round(1, (table(Forfeit(True, False), (1,)),)))
    assert lines(absent) == {
        1: ("absent", 0, 0, 200, -200),
        2: ("walkover", 1, 200, 0, 100),
        3: ("walkover", 1, 200, 0, 100),
        4: ("walkover", 1, 200, 0, 100),
    }
    nobody_named = event(Round(1, (table(Forfeit(True, False)),)))
    assert [line[0] for line in lines(nobody_named).values()] == ["absent", "absent", "walkover", "walkover"]
    not_played = event(Round(1, (table(Forfeit(True, True)),)))
    assert {line[0] for line in lines(not_played).values()} == {"bye"}


def test_pe4_2_a_sanction_can_turn_a_win_into_a_loss() -> None:
    played = Round(1, (table(Scored(200, 150)),))
    forty = Penalty(1, 1, "score", 1, 1, 40)
    eighty = Penalty(1, 1, "score", 1, 1, 80)
    assert lines(event(played, penalties=(forty,)))[1] == ("win", 1, 160, 150, 10)
    found = lines(event(played, penalties=(eighty,)))
    assert found[1] == ("loss", 0, 120, 150, -30)
    assert found[2] == ("win", 1, 200, 150, 50)  # the partner keeps his own line
    assert found[3] == ("loss", 0, 150, 200, -50)


def test_pe4_3_red_card_strikes_one() -> None:
    red = Penalty(1, 1, "warning", 1, 1, card="red")
    found = lines(event(Round(1, (table(Scored(200, 150)),)), penalties=(red,)))
    assert found[1] == ("loss", 0, 0, 200, -200)
    assert found[2] == found[3] == ("win", 1, 200, 0, 200)


def test_ps2_4_the_order() -> None:
    rounds = (
        Round(1, (table(Scored(200, 150)),), status="closed"),
        Round(2, (Table(1, (2, 3), (4, 5), Scored(200, 10)),), byes=(Bye(1),), status="closed"),
        Round(3, (table(Scored(120, 160)),), byes=(Bye(5),), status="closed"),
        Round(4, (table(Forfeit(True, False), (1,)),), byes=(Bye(5),), status="closed"),
    )
    row = next(row for row in SYSTEM.rules.standings(standings_book(event(*rounds))) if row.player == 1)
    values = {name: measure.value for name, measure in row.measures.items()}
    assert [values[name] for name in ("wins", "effectiveness", "points_for")] == [2, -90, 520]
    ranking = [criterion.name for criterion in SYSTEM.rules.criteria(HOUSE) if criterion.ranks]
    assert ranking == ["wins", "effectiveness", "points_for", "elo", "number"]
    for name, measure in row.measures.items():
        counted = sum(term.amount for term in measure.terms if term.counted)
        assert name in ("number", "elo", "byes") or counted == measure.amount


def test_ps2_5_ceiling() -> None:
    refused = SYSTEM.rules.results.read("325-100", HOUSE)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["most"]) == ("score_above_ceiling", 320)
    assert SYSTEM.rules.results.read("190-320", HOUSE) == Scored(190, 320)
    assert SYSTEM.rules.results.read("325-100", Setup("domino")) == Scored(325, 100)


PLAYED = Scored(200, 150)


def begun(result: Scored | None = PLAYED) -> Tournament:
    facts: list[Fact] = [Created(HOUSE), *(Entered(Player(n, f"P{n}")) for n in range(1, 5))]
    made = Table(1, (1, 2), (3, 4), result)
    return fold([*facts, *(Paired(Round(n, (made,), status="closed")) for n in (1, 2, 3))])


@pytest.mark.parametrize("shown", ["", "yellow"])
def test_pe4_4_cards_climb(shown: str) -> None:
    tournament = begun()
    found = []
    for number in (1, 2, 3):
        given = Given(1, "score", 80, round=number, card="yellow" if shown else "", reason="talking", by="Judge")
        facts = penalise(tournament, given)
        assert not isinstance(facts, Refusal)
        tournament = fold(facts, tournament)
        found.append(tournament.setup.penalties[-1].card)
        out = [fact for fact in facts if isinstance(fact, Left)]
    assert found == ["yellow", "red", "black"]
    assert len(out) == 1  # black: out from the next round
    assert [line.outcome for line in book_of(tournament).lines[1]] == ["loss", "loss", "loss"]
    assert book_of(tournament).lines[1][0].differential == -30
    assert book_of(tournament).lines[1][1].differential == -200


def test_a_red_card_without_a_table_strikes_the_players_own() -> None:
    facts = penalise(begun(), Given(3, "warning", round=2, card="red", reason="insult", by="Judge"))
    assert not isinstance(facts, Refusal)
    assert fold(facts, begun()).setup.penalties[0].table == 1


def test_a_game_loss_at_an_open_table_names_who_lost_it() -> None:
    open_table = begun(None)
    facts = penalise(open_table, Given(1, "game-loss", round=3, reason="left the hall", by="Judge"))
    assert not isinstance(facts, Refusal)
    line = {p: own[2] for p, own in book_of(fold(facts, open_table)).lines.items()}
    assert (line[1].differential, line[2].differential, line[3].differential) == (-200, 200, 200)
