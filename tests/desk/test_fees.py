"""Fees: due, paid, open, given back, and the pot that comes of them (PR6.4, PR7)."""

from __future__ import annotations

from typing import Any

import pytest

from ronda.core.facts import (
    CheckedIn,
    Created,
    Entered,
    Erased,
    Fact,
    FeeSet,
    FeesPublished,
    Paid,
    Paired,
    PrizesPublished,
)
from ronda.core.history import fold
from ronda.core.model import EMPTIED, Player, Round, Scored, Setup, Table, Tournament
from ronda.core.prize_rules import FeeBook, FeeRules, Payment, Pot, PrizeRules, PublishedFee, PublishedPrize
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk import fees
from ronda.desk.actions import ACTIONS
from ronda.desk.bodies import FeeInput, Fees, OwnFeeInput, PaymentInput, PotInput, PrizeInput, Prizes, Refund
from ronda.desk.fees import collected, come_in, fee_list, fee_of
from ronda.desk.permissions import Actor
from ronda.desk.players import link, register
from ronda.desk.prizes import prize_list, publish_prizes
from ronda.formats.tournament.money import fee_lines, fees_text
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write

PLAYERS = [
    Player(1, "Ann", birth_year=2012, club="Old Town"),
    Player(2, "Bob", birth_year=1980, club="Old Town"),
    Player(3, "Cem", birth_year=1990, club="New Town"),
    Player(4, "Deb", club="New Town"),
]
RULES = FeeRules(
    (
        PublishedFee(500, "U18"),
        PublishedFee(800, 'club="Old Town"'),
        PublishedFee(1000),
        PublishedFee(200, "O40", True),
    ),
    "EUR",
    2026,
)


def event(*facts: Fact) -> Tournament:
    return fold([Created(Setup("redemption")), *map(Entered, PLAYERS), FeesPublished(RULES), *facts])


def pay(event: Tournament, player: int, amount: int | None, how: str, by: str, day: str = "") -> Paid | Refusal:
    return fees.pay(event, PaymentInput(player, amount, how, day), Actor("arbiter", by))


def set_fee(event: Tournament, player: int, amount: int | None, reason: str, by: str) -> FeeSet | Refusal:
    return fees.set_fee(event, OwnFeeInput(player, amount, reason), Actor("arbiter", by))


def refund(event: Tournament, player: int, amount: int | None, reason: str, by: str) -> Paid | Refusal:
    return fees.refund(event, Refund(player, amount, reason), Actor("arbiter", by))


def publish_fees(event: Tournament, rules: FeeRules) -> FeesPublished | Refusal:
    listed = [FeeInput(one.amount, one.who, one.add, one.until) for one in rules.rules]
    return fees.publish_fees(event, Fees(listed, rules.currency, rules.year, rules.pay_first))


def done(tournament: Tournament, *facts: Any) -> Tournament:
    assert not any(isinstance(fact, Refusal) for fact in facts), facts
    return fold(facts, tournament)


def test_pr7_1_the_first_rule_that_fits_and_what_comes_on_top() -> None:
    found = fee_list(event())
    assert {line.player: line.due for line in found.lines} == {1: 500, 2: 1000, 3: 1000, 4: 1000}
    assert [line.rule for line in found.lines] == [1, 2, 3, 3]
    assert [line.unknown for line in found.lines] == [False, False, False, True]  # PR2.4: no birth year


def test_pr7_2_due_paid_open_and_totals() -> None:
    now = event()
    now = done(now, pay(now, 3, 500, "cash", "desk 2"))
    assert (fee_of(now, now.players[2]).paid, fee_of(now, now.players[2]).open) == (500, 500)
    now = done(now, pay(now, 3, None, "card", "desk 1"))
    now = done(now, pay(now, 1, None, "cash", "desk 2"))
    found = fee_list(now)
    assert found.by_how == {"cash": 1000, "card": 500}
    assert found.by_helper == {"desk 2": 1000, "desk 1": 500}
    assert (found.due, found.collected, found.open) == (3500, 1500, 2000)
    assert pay(now, 1, None, "", "desk") == Refusal("nothing_open", "PR7.2", {"player": 1})


def test_pr7_2_a_fee_by_hand_needs_a_reason_and_goes_back_to_the_rules() -> None:
    now = event()
    assert isinstance(set_fee(now, 3, 0, " ", "Ann"), Refusal)
    now = done(now, set_fee(now, 3, 0, "invited", "Ann"))
    assert (fee_of(now, now.players[2]).due, fee_of(now, now.players[2]).reason) == (0, "invited")
    assert isinstance(set_fee(now, 3, 0, "invited", "Ann"), Refusal)
    now = done(now, set_fee(now, 3, None, "", "Ann"))
    assert fee_of(now, now.players[2]).due == 1000


def test_pr7_2_a_negative_total_is_refused() -> None:
    now = done(event(), pay(event(), 3, 1000, "", "Ann"))
    refused = refund(now, 3, 1001, "left", "Ann")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["paid"]) == ("refund_too_high", "10.00")
    assert isinstance(refund(now, 3, 400, "", "Ann"), Refusal)
    now = done(now, refund(now, 3, None, "left", "Ann"))
    assert collected(now) == 0  # PR7.3
    assert isinstance(refund(now, 3, None, "again", "Ann"), Refusal)


def test_pr7_1_a_rule_that_nobody_can_read_is_refused() -> None:
    assert isinstance(publish_fees(event(), FeeRules((PublishedFee(1, "young"),))), Refusal)
    assert publish_fees(event(), RULES) == Refusal("nothing_changed", "S4")


def test_the_file_keeps_the_fees() -> None:
    now = event()
    now = done(now, set_fee(now, 3, 0, "invited", "Ann"), pay(now, 1, None, "cash", "desk"))
    again = fold(read(write(now)))
    assert again.fees == now.fees
    assert write(again) == write(now)
    assert b"fees" not in write(fold([Created(Setup("redemption")), *map(Entered, PLAYERS)]))


def test_pp6_what_was_written_about_who_was_erased_is_emptied() -> None:
    now = event()
    now = done(now, set_fee(now, 3, 0, "his aunt pays", "Ann"), pay(now, 3, 100, "", "Ann"))
    now = done(now, refund(now, 3, 100, "his aunt paid", "Ann"), Erased((3,)))
    assert now.fees.own[3].reason == EMPTIED
    assert [one.reason for one in now.fees.payments] == ["", EMPTIED]
    assert collected(now) == 0


@pytest.mark.parametrize(
    ("pot", "worth"),
    [
        (Pot(), [900, 540, 360]),
        (Pot("50"), [450, 270, 180]),
        (Pot(deductions=1000), [400, 240, 160]),
        (Pot(guarantee=100000), [50000, 30000, 20000]),
    ],
)
def test_pr6_4_the_pot_comes_from_the_fees_that_were_paid(pot: Pot, worth: list[int]) -> None:
    tables = (Table(1, (1,), (2,), Scored(5, 1)), Table(2, (3,), (4,), Scored(5, 3)))
    now = event(Paired(Round(1, tables)))
    now = done(now, pay(now, 2, 1000, "", "Ann"), pay(now, 3, 1000, "", "Ann"))
    now = done(now, refund(now, 3, 200, "too much", "Ann"))
    prizes = tuple(PublishedPrize(str(at), percent=part) for at, part in enumerate(("50", "30", "20"), 1))
    fact = publish_prizes(now, PrizeRules(prizes, sharing="none", pot=pot))
    assert isinstance(fact, PrizesPublished)
    found = prize_list(fold([fact], now))
    assert found is not None
    assert [line.prize.value for line in found.lines] == worth
    assert fold(read(write(fold([fact], now)))).prizes == fact.rules


@pytest.mark.parametrize("parts", [("60", "50"), ("-1",), ("a",), ("1e9",), ("101",)])
def test_pr6_4_percentages_that_are_none_are_refused(parts: tuple[str, ...]) -> None:
    prizes = tuple(PublishedPrize(str(at), percent=part) for at, part in enumerate(parts))
    assert isinstance(publish_prizes(event(), PrizeRules(prizes, pot=Pot())), Refusal)


def test_pr6_4_a_percentage_may_be_typed_with_a_comma() -> None:
    body = Prizes([PrizeInput("1st", percent="12,5")], pot=PotInput(percent=" 50,5"))
    fact = ACTIONS["prizes"].decide(event(), body)
    assert isinstance(fact, PrizesPublished)
    assert fact.rules.prizes[0].percent == "12.5"
    assert fact.rules.pot == Pot("50.5")


def test_pp3_5_a_person_is_in_an_event_once() -> None:
    linked = link(event(), {1: "aa", 2: "bb"})
    assert not isinstance(linked, Refusal)
    now = fold(linked, event())
    assert [player.person for player in now.players] == ["aa", "bb", "", ""]
    assert register(now, Player(0, "Ann", person="aa")) == Refusal("person_twice", "PP3.5", {"player": 1})
    assert link(now, {3: "bb"}) == Refusal("person_twice", "PP3.5", {"player": 2})
    assert isinstance(link(now, {1: "aa"}), Refusal)
    swapped = link(now, {1: "bb", 2: "aa"})
    assert not isinstance(swapped, Refusal)
    assert [player.person for player in fold(swapped, now).players][:2] == ["bb", "aa"]


def test_pr7_1_an_early_fee_is_for_those_who_paid_in_time() -> None:
    """8.00 until the end of April, 10.00 afterwards; who has paid in April keeps it."""
    rules = (PublishedFee(800, until="2026-04-30"), PublishedFee(1000))
    tournament = Tournament(Setup("toy"), (Player(1, "Ann"), Player(2, "Bo")), fees=FeeBook(FeeRules(rules)))
    assert [line.due for line in fee_list(tournament, "2026-04-30").lines] == [800, 800]
    assert [(line.due, line.rule) for line in fee_list(tournament, "2026-05-01").lines] == [(1000, 2)] * 2
    assert [line.due for line in fee_list(tournament).lines] == [1000, 1000], "nobody knows the day"
    paid = pay(tournament, 1, None, "cash", "desk", "2026-04-30")
    assert paid == Paid(Payment(1, 800, "cash", "desk", day="2026-04-30"))
    book = FeeBook(FeeRules(rules), {}, (paid.payment,))
    later = fee_list(replace(tournament, fees=book), "2026-06-01")
    assert [(line.due, line.open) for line in later.lines] == [(800, 0), (1000, 1000)]
    late = pay(replace(tournament, fees=book), 2, None, "", "desk", "2026-06-01")
    assert isinstance(late, Paid)
    assert late.payment.amount == 1000


def test_pr7_1_a_day_is_kept_only_where_a_rule_asks_for_it() -> None:
    tournament = Tournament(Setup("toy"), (Player(1, "Ann"),), fees=FeeBook(FeeRules((PublishedFee(1000),))))
    assert pay(tournament, 1, None, "", "desk", "2026-04-30") == Paid(Payment(1, 1000, "", "desk"))
    wrong = publish_fees(tournament, FeeRules((PublishedFee(1000, until="30.4.2026"),)))
    assert isinstance(wrong, Refusal)
    assert wrong.code == "fee_day"


def test_pr7_3_who_has_not_paid_is_not_checked_in_where_fees_come_first() -> None:
    ann, bo = Player(1, "Ann"), Player(2, "Bo")
    book = FeeBook(FeeRules((PublishedFee(1000),), pay_first=True), {}, (Payment(1, 1000),))
    tournament = Tournament(Setup("toy"), (ann, bo), fees=book)
    assert come_in(tournament, ann) == CheckedIn(1, True)
    assert come_in(tournament, bo) == Refusal("pay_first", "PR7.3", {"player": 2})
    assert come_in(replace(tournament, here=frozenset((2,))), bo, here=False) == CheckedIn(2, False)


def test_fees_are_typed_with_their_last_day() -> None:
    rules = fee_lines("8.00 until 2026-04-30\n5 U18 until 2026-04-30\n10,00\n+2 O50")
    assert [(one.amount, one.who, one.add, one.until) for one in rules] == [
        (800, "", False, "2026-04-30"),
        (500, "U18", False, "2026-04-30"),
        (1000, "", False, ""),
        (200, "O50", True, ""),
    ]
    assert fee_lines(fees_text(FeeRules(rules))) == rules


def test_rules_that_were_taken_back_leave_nothing_in_a_file() -> None:
    tournament = fold([Created(Setup("redemption")), Entered(Player(1, "P1"))])
    once = fold([FeesPublished(FeeRules((PublishedFee(500),))), FeesPublished(FeeRules(()))], tournament)
    paid = fold([Paid(Payment(1, 500, "", "Dora"))], once)
    assert write(fold(read(write(paid)))) == write(paid)
