"""The prize list of an event (PR)."""

from __future__ import annotations

import pytest

from ronda.core.facts import Created, Entered, Paired, PrizesPublished
from ronda.core.history import fold
from ronda.core.model import Player, Round, Scored, Setup, Table, Tournament
from ronda.core.prize_rules import PrizeRules, PublishedCategory, PublishedPrize
from ronda.core.verdicts import Refusal
from ronda.desk.penalties import Given, penalise
from ronda.desk.prizes import PrizeList, prize_list, publish_prizes
from ronda.formats.errors import Fault
from ronda.formats.fact_text import fact_text, text_fact
from ronda.formats.tournament.money import prize_rules
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.prizes.categories import (
    Age,
    AllOf,
    AnyOf,
    LabelCategory,
    Not,
    OneOf,
    Rating,
    Sex,
    Test,
    Unrated,
    category_test,
)

PLAYERS = [
    Player(1, "Ann", rating=1700, birth_year=1980, sex="F", number=1),
    Player(2, "Bob", rating=1500, birth_year=2012, sex="M", number=2),
    Player(3, "Cem", birth_year=2014, sex="M", number=3),
    Player(4, "Deb", rating=1400, sex="F", number=4),
]
RULES = PrizeRules(
    (
        PublishedPrize("1st", 10000),
        PublishedPrize("2nd", 5000),
        PublishedPrize("best girl", 4000, "girls"),
        PublishedPrize("U12", 3000, "U12"),
        PublishedPrize("cup", kind="honour"),
    ),
    (PublishedCategory("girls", "F"), PublishedCategory("U12", "U12")),
    year=2026,
)


def event(first: tuple[int, int] = (5, 1), second: tuple[int, int] = (5, 3)) -> Tournament:
    tables = (Table(1, (1,), (2,), Scored(*first)), Table(2, (3,), (4,), Scored(*second)))
    return fold([Created(Setup("redemption")), *map(Entered, PLAYERS), Paired(Round(1, tables))])


def listed(tournament: Tournament, rules: PrizeRules = RULES) -> PrizeList:
    fact = publish_prizes(tournament, rules, "Ann", "sponsor")
    assert isinstance(fact, PrizesPublished)
    found = prize_list(fold([fact], tournament))
    assert found is not None
    return found


def test_pr4_2_in_an_event() -> None:
    found = listed(event())
    winners = {line.prize.id: line.winner for line in found.lines}
    assert winners == {"1st": 1, "2nd": 3, "best girl": 4, "U12": None, "cup": 1}
    assert {one.player: one.amount for one in found.payouts} == {1: 10000, 3: 5000, 4: 4000}
    assert sum(one.amount for one in found.payouts) == found.fund == 19000
    assert found.left == 3000


def test_pr2_4_who_cannot_be_judged() -> None:
    categories = {one.name: one for one in listed(event()).categories}
    assert categories["U12"].unknown == (4,)
    assert categories["U12"].places == {3: 1}
    assert categories["girls"].places == {1: 1, 4: 2}


def test_pr5_shared_place_shares() -> None:
    found = listed(event((5, 1), (5, 1)), PrizeRules(RULES.prizes[:2]))
    assert {one.player: (one.amount, one.shared) for one in found.payouts} == {
        1: (7500, (1, 3)),
        3: (7500, (1, 3)),
    }


def test_pr5_1_level_on_points() -> None:
    rules = PrizeRules(RULES.prizes[:2], sharing="hort", tie_on="points")
    assert {one.player: one.amount for one in listed(event(), rules).payouts} == {1: 8750, 3: 6250}


def test_pr3_3_who_cannot_win() -> None:
    tournament = event()
    expelled = penalise(tournament, Given(1, "expel", reason="x"))
    assert not isinstance(expelled, Refusal)
    found = listed(fold(expelled, tournament), PrizeRules(RULES.prizes[:1], excluded=(3,)))
    assert found.lines[0].winner == 4


def test_pr3_4_frozen_once_a_round_is_published() -> None:
    before = event()
    tournament = fold([PrizesPublished(RULES)], before)
    other = PrizeRules(RULES.prizes[:1])
    refused = publish_prizes(tournament, other)
    assert isinstance(refused, Refusal)
    assert refused.code == "prizes_frozen"
    assert isinstance(publish_prizes(tournament, other, "Ann", "sponsor left"), PrizesPublished)
    assert isinstance(publish_prizes(tournament, RULES, "Ann", "x"), Refusal)
    assert prize_list(before) is None


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (PrizeRules((PublishedPrize("a", 1), PublishedPrize("b", 2))), "prize_rises"),
        (PrizeRules((PublishedPrize("a", 1), PublishedPrize("a", 1))), "prize_twice"),
        (PrizeRules((PublishedPrize("a", 1, "W"),)), "unknown_category"),
        (PrizeRules((), (PublishedCategory("W", "F &"),)), "category_unreadable"),
        (PrizeRules((), excluded=(9,)), "unknown_player"),
    ],
)
def test_what_cannot_be_published(rules: PrizeRules, code: str) -> None:
    refused = publish_prizes(event(), rules)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_a_file_and_a_fact_keep_them() -> None:
    tournament = fold([PrizesPublished(RULES)], event())
    assert fold(read(write(tournament))).prizes == RULES
    fact = PrizesPublished(RULES, "Ann", "why")
    assert text_fact(*fact_text(fact)) == fact


def test_pr6_4_a_pot_in_per_cents() -> None:
    found = prize_rules({"pot": 33333, "percents": [50, 30, "20"]})
    assert [(one.id, one.value) for one in found.prizes] == [("1", 16666), ("2", 10000), ("3", 6667)]
    bad: list[object] = [{"pot": 5, "percents": [60, 50]}, {"percents": ["x"]}, {"prizes": [{}]}, {"colour": 1}]
    for wrong in bad:
        with pytest.raises(Fault):
            prize_rules(wrong)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("", AllOf(())),
        ("U12 F", AllOf((Age("U", 12), Sex("F")))),
        ("U8 | O60", AnyOf((Age("U", 8), Age("O", 60)))),
        ("!F", Not(Sex("F"))),
        ("!(F | M) U8", AllOf((Not(AnyOf((Sex("F"), Sex("M")))), Age("U", 8)))),
        ("rating<=1599", Rating("rating", high=1599)),
        ("national_rating>=1400?", Rating("national_rating", 1400, unrated=True)),
        ("rating=1400..1599", Rating("rating", 1400, 1599)),
        ("unrated", Unrated("rating")),
        ('club="Old Town"', OneOf("club", frozenset({"Old Town"}))),
        ("title=WFM,WIM", OneOf("title", frozenset({"WFM", "WIM"}))),
        ("label=novice", LabelCategory("novice")),
    ],
)
def test_pr2_1_categories_as_people_write_them(text: str, test: Test) -> None:
    assert category_test(text) == test


@pytest.mark.parametrize("text", ["F &", "(F", "F)", "!", "U", "rating=5", "elo<=3", "club=", "colour=red", '"'])
def test_what_is_no_category(text: str) -> None:
    assert isinstance(category_test(text), Refusal)
