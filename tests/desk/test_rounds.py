"""A round from its draft to its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ronda.core.facts import Approved, Discarded, Finished, Paired, Published, Rearranged, ResultEntered
from ronda.core.history import before_round, fold
from ronda.core.model import Approval, Earlier, Forfeit, Player, Scored, Setup, Tournament
from ronda.core.verdicts import Reason, Refusal, Relaxation
from ronda.desk import check_rounds, come_back, enter, leave, record_result, rounds
from ronda.desk.bodies import ApprovalInput
from ronda.desk.decisions import check_round, next_round
from ronda.desk.rounds import Rearrangement, approve, discard, draft, publish, swap_players, swap_tables
from tests.counting import counted
from tests.desk.events import Evening, after
from tests.playing import byes, hand_made, tables


def arranged(answer: Rearrangement | Refusal) -> Rearrangement:
    assert isinstance(answer, Rearrangement), answer
    return answer


def swapped(evening: Evening, one: int, other: int) -> Rearrangement:
    return arranged(swap_players(evening.tournament, one, other))


# --- drafts -------------------------------------------------------------------------------------------------


def test_a_new_round_is_a_draft_until_it_is_published() -> None:
    evening = Evening()
    assert evening.draft().status == "draft"
    assert evening.refused("result", lambda t: record_result(t, 1, 1, "5-3")).code == "not_now"
    assert evening.publish().status == "published"


def test_a_round_that_is_not_forced_needs_and_takes_no_approval() -> None:
    made = next_round(Evening().tournament, approval=Approval("Ada", "just in case"))
    assert isinstance(made, Paired)
    assert not made.round.forced
    assert made.round.approved is None


def test_a_round_that_is_only_tried_out_is_the_same_and_not_checked() -> None:
    """What a forecast plays on with is never played: checking it would double the wait."""
    evening = Evening()
    made, whole = counted(lambda: next_round(evening.tournament))
    tried, less = counted(lambda: next_round(evening.tournament, checked=False))
    assert made == tried
    assert less < whole


def test_nothing_has_to_be_closed_before_the_draft() -> None:
    evening = Evening()
    evening.play("5-3")
    assert isinstance(draft(evening.tournament), Paired)


def test_no_draft_while_results_are_missing() -> None:
    evening = Evening()
    evening.draft()
    evening.publish()
    assert draft(evening.tournament) == Refusal("results_missing", "S4", {"round": 1, "tables": [1, 2, 3]})


def test_a_seed_of_its_own_is_kept_with_the_round() -> None:
    evening = Evening()
    evening.do("pair", lambda t: draft(t, 77))
    assert evening.last.seed == 77


# --- swapping by hand ---------------------------------------------------------------------------------------


def rematch_possible() -> Evening:
    """Two rounds of four players; in the second a swap would seat people against each other once more."""
    evening = Evening(players=4, options={"rounds": 3})
    evening.play("5-3")
    evening.draft()
    return evening


def test_two_players_change_seats() -> None:
    evening = Evening()
    before = tables(evening.draft())
    one, other = before[0][0], before[1][1]
    evening.do("rearrange", lambda t: arranged(swap_players(t, one, other)).fact)
    assert tables(evening.last) == [(other, before[0][1]), (before[1][0], one), before[2]]
    assert evening.last.by_hand


def test_a_resting_player_changes_seats_with_another() -> None:
    evening = Evening(players=5)
    made = evening.draft()
    rests, plays = byes(made)[0], tables(made)[0][0]
    swap = swapped(evening, rests, plays)
    assert byes(swap.fact.round) == [plays]
    assert swap.fact.round.byes == (replace(made.byes[0], player=plays),)  # its worth stays (R3.3)
    assert Counter(swap.fact.round.players) == Counter(made.players)


def test_the_findings_are_shown_before_it_is_saved() -> None:
    evening = rematch_possible()
    before = evening.facts
    first = tables(evening.tournament.rounds[0])[0]
    second = tables(evening.last)
    mine = next(pair for pair in second if first[0] in pair)
    partner = next(player for player in mine if player != first[0])
    swap = swapped(evening, partner, first[1])
    assert set(first) in map(set, tables(swap.fact.round))
    again = [finding for finding in swap.findings if set(first) <= set(finding.players)]
    assert again
    assert {finding.severity for finding in swap.findings} <= {"relaxation", "note"}  # the director decides
    assert evening.facts == before


def test_a_rearranged_round_is_no_violation_afterwards() -> None:
    evening = rematch_possible()
    one, other = evening.last.tables[0].players[0], evening.last.tables[1].players[0]
    evening.do("rearrange", lambda t: arranged(swap_players(t, one, other)).fact)
    evening.publish()
    evening.results("5-3")
    assert not [finding for finding in check_rounds(evening.tournament) if finding.severity == "violation"]


def test_s1_is_never_given_up() -> None:
    evening = Evening()
    made = evening.draft()
    twice = replace(made, tables=(made.tables[0], made.tables[0], made.tables[2]), by_hand=True)
    found = check_round(evening.tournament, twice)
    assert ("S1", "violation") in [(finding.article, finding.severity) for finding in found]


def test_reasons_that_are_no_longer_true_give_way() -> None:
    evening = Evening(players=7)
    made = evening.draft()
    rests, plays = byes(made)[0], made.tables[1].players[0]
    now = swapped(evening, rests, plays).fact.round
    by_hand = Reason("by_hand", "S3", {}, table=2), Reason("by_hand", "S3", {}, player=plays)
    assert set(map(repr, by_hand)) <= set(map(repr, now.reasons))
    kept = [reason for reason in made.reasons if reason.table in (1, 3)]
    assert [reason for reason in now.reasons if reason.table in (1, 3)] == kept
    assert Counter(r.table for r in now.reasons if r.table) == Counter(t.number for t in now.tables)
    assert [r.player for r in now.reasons if r.player] == [plays]


def test_two_tables_change_numbers() -> None:
    evening = Evening()
    before = tables(evening.draft())
    swap = arranged(swap_tables(evening.tournament, 1, 3))
    assert tables(swap.fact.round) == [before[2], before[1], before[0]]
    assert [table.number for table in swap.fact.round.tables] == [1, 2, 3]
    assert {r.table for r in swap.fact.round.reasons if r.code == "by_hand"} == {1, 3}


def test_what_cannot_be_swapped() -> None:
    evening = Evening(players=5)
    start = evening.tournament
    no_round = Refusal("unknown_round", "S4", {"round": 1, "rounds": 0})
    assert swap_players(start, 1, 2) == swap_tables(start, 1, 2) == no_round
    evening.draft()
    evening.publish()
    now = evening.tournament
    assert swap_players(now, 1, 9) == Refusal("not_in_round", "S1", {"player": 9, "round": 1})
    assert swap_tables(now, 9, 1) == swap_tables(now, 1, 9) == Refusal("unknown_table", "S4", {"round": 1, "table": 9})
    assert swap_players(now, 1, 1) == swap_tables(now, 1, 1) == Refusal("nothing_changed", "S4")
    evening.result(1, 1, "5-3")
    one, other = evening.last.tables[0].players[0], evening.last.tables[1].players[0]
    assert swap_players(evening.tournament, one, other) == Refusal("has_result", "S4", {"table": 1, "round": 1})


def test_a_table_keeps_its_result_when_it_changes_its_number() -> None:
    evening = Evening()
    made = evening.draft()
    evening.publish()
    evening.result(1, 1, "5-3")
    evening.do("rearrange", lambda t: arranged(swap_tables(t, 1, 2)).fact)
    assert evening.table(1, 2).players == made.tables[0].players
    assert evening.table(1, 2).result == Scored(5, 3)
    assert evening.table(1, 1).result is None


# --- what was relaxed ---------------------------------------------------------------------------------------

FORCED = Relaxation("forced", "D7.3", (1, 2), {"as": "partners"})
RESTS = Relaxation("bye_again", "C4.4", (9,), {})
THREE = Relaxation("other", "S3", (1, 5, 9), {})


def forced() -> Evening:
    """A domino draft in which 1 and 2 are partners again."""
    evening = Evening("domino", players=9)
    made = evening.draft()
    assert tables(made) == [(1, 2, 3, 4), (5, 6, 7, 8)]
    relaxed = replace(made, relaxations=(FORCED, RESTS, THREE))
    evening.do("rearrange", lambda _: Rearranged(relaxed))
    return evening


def test_a_forced_round_needs_an_approval() -> None:
    evening = forced()
    assert publish(evening.tournament) == Refusal("approval_needed", "D7.3")
    incomplete = Refusal("approval_incomplete", "D7.3", {"round": 1})
    assert approve(evening.tournament, ApprovalInput("Dora", " ")) == incomplete
    assert approve(evening.tournament, ApprovalInput("", "few players")) == incomplete
    approval = Approval("Dora", "few players")
    evening.do("approve", lambda t: approve(t, ApprovalInput("Dora", "few players")))
    assert evening.facts[-1] == Approved(1, approval)
    assert publish(evening.tournament) == Published(1)
    assert evening.publish().approved == approval


def test_a_round_that_is_not_forced_has_nothing_to_approve() -> None:
    evening = Evening()
    evening.draft()
    assert approve(evening.tournament, ApprovalInput("Dora", "why not")) == Refusal(
        "nothing_to_approve", "D7.3", {"round": 1}
    )
    assert publish(evening.tournament) == Published(1)


@pytest.mark.parametrize(
    ("one", "other", "stated"),
    [
        (3, 5, (FORCED, RESTS, THREE)),  # their opponent is another one: still partners
        (2, 5, (RESTS, THREE)),  # partners no more
        (2, 3, (RESTS, THREE)),  # now they are opponents
        (9, 5, (FORCED, THREE)),  # somebody else rests
    ],
)
def test_what_is_no_longer_relaxed_is_no_longer_stated(one: int, other: int, stated: tuple[Relaxation, ...]) -> None:
    now = swapped(forced(), one, other).fact.round
    assert now.relaxations == stated
    assert now.forced == (FORCED in stated)


def test_a_forced_pair_that_only_moves_to_another_table_is_still_forced() -> None:
    evening = forced()
    assert arranged(swap_tables(evening.tournament, 1, 2)).fact.round.forced


# --- taken back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["redemption", "chess"])
def test_a_discarded_first_round_leaves_no_start_numbers(system: str) -> None:
    evening = Evening(system)
    before = evening.tournament
    evening.draft()
    evening.do("discard", discard)
    assert evening.tournament == before


def test_a_discarded_round_takes_only_its_own_start_numbers_along() -> None:
    evening = Evening("redemption")
    evening.play("5-3")
    evening.do("enter", lambda t: enter(t, Player(0, "Late")))
    numbers = {player.id: player.number for player in evening.tournament.players}
    evening.draft()
    assert evening.player(7).number == 7
    evening.do("discard", discard)
    assert {player.id: player.number for player in evening.tournament.players} == numbers
    assert numbers[7] is None


def test_a_number_that_was_there_before_the_round_stays() -> None:
    start = Tournament(Setup("redemption"), (Player(1, "A", number=2), Player(2, "B", number=1)))
    made = after(start, draft(start))
    assert after(made, discard(made)).players == start.players


def test_folding_in_two_parts_discards_the_same() -> None:
    evening = Evening()
    evening.play("5-3")
    evening.draft()
    evening.do("discard", discard)
    evening.draft()
    for cut in range(1, len(evening.facts) + 1):
        folded = fold(evening.facts[cut:], fold(evening.facts[:cut]))
        assert folded == evening.tournament
        assert folded.numbered == evening.tournament.numbered


def test_what_was_kept_for_the_sake_of_a_discarded_round_goes() -> None:
    evening = Evening()
    evening.play("5-3")
    evening.draft()
    evening.publish()
    evening.result(1, 1, "0-5")  # round 2 was made when it was 5-3
    assert evening.table(1, 1).earlier == (Earlier(Scored(5, 3), until=2),)
    evening.do("discard", discard)
    assert evening.table(1, 1).earlier == ()
    assert evening.table(1, 1).result == Scored(0, 5)


def test_what_earlier_rounds_were_made_from_stays() -> None:
    evening = Evening(options={"rounds": 5})
    for _ in range(2):
        evening.play("5-3")
    evening.result(1, 1, "4-0")  # round 2 was made from 5-3
    evening.draft()
    evening.publish()
    evening.result(1, 1, "0-4")  # round 3 from 4-0
    assert [e.until for e in evening.table(1, 1).earlier] == [2, 3]
    evening.do("discard", discard)
    assert evening.table(1, 1).earlier == (Earlier(Scored(5, 3), until=2),)
    assert before_round(evening.tournament, 2).rounds[0].tables[0].result == Scored(5, 3)
    assert before_round(evening.tournament, 3).rounds[0].tables[0].result == Scored(0, 4)


def test_a_round_with_results_is_not_discarded() -> None:
    evening = Evening()
    evening.draft()
    evening.publish()
    evening.result(1, 2, "5-3")
    assert discard(evening.tournament) == Refusal("has_result", "S4", {"table": 2, "round": 1})
    evening.undo()
    assert discard(evening.tournament) == Discarded(1)


def test_who_comes_while_a_draft_is_looked_at_plays_in_the_one_that_replaces_it() -> None:
    evening = Evening(players=5)
    evening.draft()
    evening.do("enter", lambda t: enter(t, Player(0, "Late")))
    evening.do("discard", discard)
    assert not evening.player(6).plays_in(1)
    evening.do("return", lambda t: come_back(t, evening.player(6)))
    assert 6 in evening.draft().players


def test_who_goes_while_a_draft_is_looked_at_can_go_from_the_one_that_replaces_it() -> None:
    evening = Evening(players=5)
    evening.draft()
    evening.do("leave", lambda t: leave(t, evening.player(2)))
    evening.do("discard", discard)
    evening.do("leave", lambda t: leave(t, evening.player(2)))
    assert 2 not in evening.draft().players


# --- corrections and the end --------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "text", "other"), [("redemption", "5-3", "0-5"), ("chess", "1-0", "0-1")])
def test_a_correction_never_changes_a_published_round(system: str, text: str, other: str) -> None:
    evening = Evening(system)
    evening.play(text)
    evening.play(text)
    seats = tables(evening.last), evening.last.byes, evening.last.reasons
    evening.result(1, 1, other)
    assert (tables(evening.last), evening.last.byes, evening.last.reasons) == seats
    assert not [finding for finding in check_rounds(evening.tournament) if finding.severity == "violation"]


def test_a_correction_has_to_be_confirmed() -> None:
    evening = Evening()
    evening.play("5-3")
    answer = evening.ask("correct", lambda t: record_result(t, 1, 1, "0-5"))
    assert answer == Refusal("confirm_first", "S4", {"action": "correct", "phase": "played"})


def test_nothing_has_to_be_closed_before_the_end() -> None:
    evening = Evening()
    evening.play("5-3")
    assert rounds.finish(evening.tournament) == [Finished()]


def test_nothing_is_finished_while_results_are_missing() -> None:
    start = Tournament(Setup("redemption"), (Player(1, "A"), Player(2, "B")))
    made = after(start, [Paired(hand_made(1, (1, 2)))])
    assert rounds.finish(made) == Refusal("results_missing", "S4", {"round": 1, "tables": [1]})
    played = after(made, [ResultEntered(1, 1, Forfeit(first_absent=False, second_absent=True))])
    assert rounds.finish(played) == [Finished()]
