"""Penalties in an event: given, counted, lifted, undone, kept in files (PE)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ronda.core.erasing import fact_left, free_texts
from ronda.core.facts import Created, Entered, Fact, Left, Missed, Paired, Penalised, PenaltyLifted, ResultEntered
from ronda.core.history import before_round, fold
from ronda.core.model import Bye, Forfeit, Penalty, Player, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.bodies import PenaltyLift
from ronda.desk.decisions import check_rounds, standings_after
from ronda.desk.penalties import Given, lift, penalise, proposed_step
from ronda.formats.fact_text import fact_text, text_fact
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import standings_book


def facts_of(decided: object) -> list[Fact]:
    assert not isinstance(decided, Refusal), decided
    assert isinstance(decided, list | tuple)
    return list(decided)


def after(tournament: Tournament, given: Given) -> Tournament:
    return fold(facts_of(penalise(tournament, given)), tournament)


def redemption(*results: tuple[int, int] | None) -> Tournament:
    """Four players, one round: 1–2, 3–4."""
    tables = tuple(
        Table(at, (2 * at - 1,), (2 * at,), None if result is None else Scored(*result))
        for at, result in enumerate(results, start=1)
    )
    players = [Entered(Player(pid, f"P{pid}", number=pid)) for pid in range(1, 2 * len(results) + 1)]
    return fold([Created(Setup("redemption")), *players, Paired(Round(1, tables))])


def points(tournament: Tournament) -> dict[int, Fraction | None]:
    rows = standings_after(tournament, len(tournament.rounds))
    return {row.player: next(iter(row.measures.values())).value for row in rows}


def test_pe5_2_points_in_halves_and_the_differential_stays() -> None:
    event = redemption((5, 1), (5, 3))
    punished = after(event, Given(1, "points", Fraction(1, 2), reason="third warning"))
    assert points(punished)[1] == Fraction(5, 2)
    row = next(row for row in standings_after(punished, 1) if row.player == 1)
    assert row.measures["differential"].value == 4
    assert [(term.amount, term.code) for term in row.measures["match_points"].terms] == [(6, "win"), (-1, "penalty")]
    assert sum(term.amount for term in row.measures["match_points"].terms) == row.measures["match_points"].amount


def test_pe2_3_game_loss_counts_as_absence() -> None:
    event = after(redemption((5, 1), (5, 3)), Given(1, "game-loss", reason="illegal deck"))
    assert event.rounds[0].tables[0].result == Scored(5, 1)  # the result stays as it was played
    assert points(event) == {1: 0, 2: 3, 3: 3, 4: 0}
    rows = {row.player: row for row in standings_after(event, 1)}
    assert rows[1].measures["differential"].value == -5
    assert rows[2].measures["differential"].value == 0


def test_pe2_3_a_table_still_played_is_lost_at_once() -> None:
    facts = facts_of(penalise(redemption(None, (5, 3)), Given(2, "game-loss", reason="late list")))
    assert facts[0] == ResultEntered(1, 1, Forfeit(first_absent=False, second_absent=True))
    assert isinstance(facts[1], Penalised)


def test_pe2_both_lose() -> None:
    assert points(after(redemption((5, 1), (5, 3)), Given(1, "both-lose", reason="agreed")))[2] == 0


def test_pe2_expelled_from_the_next_round_on() -> None:
    facts = facts_of(penalise(redemption((5, 1), (5, 3)), Given(1, "expel", reason="words")))
    assert facts[-1] == Left(1, 1)
    event = fold(facts, redemption((5, 1), (5, 3)))
    assert points(event)[1] == 3  # keeps what was scored
    assert points(after(redemption(None, (5, 3)), Given(1, "expel", reason="words")))[2] == 3


def test_pe2_miss() -> None:
    facts = facts_of(penalise(redemption((5, 1), (5, 3)), Given(1, "miss", 2, reason="words")))
    assert facts[1:] == [Missed(1, 2), Missed(1, 3)]


def test_pe2_warning_and_note_change_nothing() -> None:
    event = redemption((5, 1), (5, 3))
    assert points(after(event, Given(1, "warning", card="yellow", reason="loud"))) == points(event)
    assert points(after(event, Given(1, "note"))) == points(event)


def domino(*penalties: Given) -> Tournament:
    table = Table(1, (1, 2), (3, 4), Scored(200, 150))
    players = [Entered(Player(pid, f"P{pid}")) for pid in range(1, 5)]
    event = fold([Created(Setup("domino")), *players, Paired(Round(1, (table,)))])
    for given in penalties:
        event = after(event, given)
    return event


def test_pe4_1_the_score_of_one_player_only() -> None:
    event = domino(Given(1, "score", 40, reason="talking"))
    lines = {pid: own[0] for pid, own in standings_book(event).lines.items()}
    assert [(lines[pid].outcome, lines[pid].made) for pid in (1, 2, 3)] == [("win", 160), ("win", 200), ("loss", 150)]
    rows = {row.player: row for row in standings_after(event, 1)}
    effects = {pid: rows[pid].measures["eff"].value for pid in (1, 2)}
    assert effects == {1: Fraction(105, 2), 2: Fraction(125, 2)}


def test_pe2_1_scores_add_up_and_never_fall_below_0() -> None:
    twice = domino(Given(1, "score", 40, reason="a"), Given(1, "score", 40, reason="b"))
    assert standings_book(twice).lines[1][0].made == 120
    assert standings_book(domino(Given(1, "score", 900, reason="a"))).lines[1][0].made == 0
    red = domino(Given(1, "score", 40, reason="a"), Given(1, "game-loss", card="red", reason="b"))
    assert [standings_book(red).lines[pid][0].outcome for pid in (1, 2, 3, 4)] == [
        *("absent", "absent"),
        *("walkover", "walkover"),
    ]


def melee(given: Given | None) -> Tournament:
    table = Table(1, (1, 2), (3, 4), Scored(13, 5))
    players = [Entered(Player(pid, f"P{pid}")) for pid in range(1, 6)]
    event = fold([Created(Setup("melee")), *players, Paired(Round(1, (table,), (Bye(5),)))])
    return event if given is None else after(event, given)


def test_pe2_2_nobody_else_pays() -> None:
    plain = {row.player: row for row in standings_after(melee(None), 1)}
    punished = {row.player: row for row in standings_after(melee(Given(1, "points", 1, reason="x")), 1)}
    assert next(iter(punished[1].measures.values())).value == 0
    for other in (2, 3, 4, 5):
        assert punished[other].amounts == plain[other].amounts


def test_pe2_4_a_later_penalty_does_not_touch_rounds_that_were_made() -> None:
    event = redemption((5, 1), (5, 3))
    second = Round(2, (Table(1, (1,), (3,)), Table(2, (4,), (2,))))
    event = fold([Paired(second)], event)
    punished = after(event, Given(1, "points", 6, round=1, reason="x"))
    assert before_round(punished, 2).setup.penalties == ()
    assert [f.severity for f in check_rounds(punished)] == [f.severity for f in check_rounds(event)]
    assert points(replace(punished, rounds=punished.rounds[:1]))[1] == -3


def test_pe1_lifting_and_undoing() -> None:
    event = after(redemption((5, 1), (5, 3)), Given(1, "points", 1, reason="x"))
    lifted = fold(facts_of(lift(event, PenaltyLift(1, "appeal", "Director"))), event)
    assert points(lifted)[1] == 3
    assert [one.lifted for one in lifted.setup.penalties] == [True]
    assert isinstance(lift(lifted, PenaltyLift(1, "again", "Director")), Refusal)
    following = facts_of(penalise(lifted, Given(1, "note")))[0]
    assert isinstance(following, Penalised)
    assert following.penalty.id == 2  # numbers are not used again


def test_pe1_who_was_expelled_may_come_back() -> None:
    event = after(redemption((5, 1), (5, 3)), Given(1, "expel", reason="x"))
    back = fold(facts_of(lift(event, PenaltyLift(1, "mistake", "Director"))), event)
    assert back.players[0].plays_in(2)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (Given(9, "note"), "unknown_player"),
        (Given(1, "score", 40, reason="x"), "no_score_penalties"),
        (Given(1, "points", reason="x"), "amount_needed"),
        (Given(1, "points", 2), "reason_needed"),
        (Given(1, "points", Fraction(1, 4), reason="x"), "amount_between_steps"),
        (Given(1, "warning", 2, reason="x"), "amount_not_meant"),
        (Given(1, "game-loss", table=2, reason="x"), "not_at_table"),
        (Given(1, "game-loss", table=7, reason="x"), "unknown_table"),
        (Given(1, "game-loss", round=0, reason="x"), "no_table_to_strike"),
        (Given(1, "points", 1, round=4, reason="x"), "unknown_round"),
        (Given(1, "warning", reason="x" * 241), "text_too_long"),
        (Given(1, "warning", reason="a\nb"), "text_unprintable"),
    ],
)
def test_what_cannot_be_given(given: Given, code: str) -> None:
    refused = penalise(redemption((5, 1), (5, 3)), given)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_pe3_the_next_step() -> None:
    event = redemption((5, 1), (5, 3))
    steps = []
    for _ in range(4):
        steps.append(proposed_step(event, 1))
        event = after(event, Given(1, "warning", reason="x"))
        event = after(event, Given(1, "note"))
    assert steps == ["warning", "warning", "game-loss", "expel"]


def test_a_file_keeps_them_and_what_rounds_knew_of_them() -> None:
    given = Given(1, "points", Fraction(1, 2), reason="third warning", by="Judge", rule="W3")
    event = after(redemption((5, 1), (5, 3)), given)
    event = fold([Paired(Round(2, (Table(1, (1,), (3,)), Table(2, (4,), (2,)))))], event)
    event = after(event, Given(2, "game-loss", round=1, card="red", reason="deck"))
    event = fold(facts_of(lift(event, PenaltyLift(1, "appeal", "Director"))), event)
    again = fold(read(write(event)))
    assert again.setup == event.setup
    assert again == event
    assert before_round(again, 2).setup.penalties == before_round(event, 2).setup.penalties
    assert write(again) == write(event)


def test_facts_without_them_are_written_as_before() -> None:
    assert fact_text(Created(Setup("redemption"))) == ("created", '{"setup":{"system":"redemption"}}')
    fact = Penalised(Penalty(1, 7, "score", 3, 5, 40, rule="talking", by="Judge 2"))
    assert text_fact(*fact_text(fact)) == fact


def test_pe9_reasons_go_with_the_person_effects_stay() -> None:
    fact = Penalised(Penalty(1, 7, "points", 3, amount=2, reason="shouted"))
    assert free_texts(fact) == (3, ["shouted"])
    left = fact_left(fact, [7], ())
    assert isinstance(left, Penalised)
    assert (left.penalty.reason, left.penalty.amount) == ("–", 2)
    assert fact_left(fact, [8], ()) is fact
    lifted = PenaltyLifted(1, "because", "Judge")
    assert fact_left(lifted, (), (0,)) == PenaltyLifted(1, "–", "Judge")
