"""Tournaments to store."""

from __future__ import annotations

from ronda.core.facts import (
    AppealDecided,
    Appealed,
    Approved,
    Archived,
    AvoidChanged,
    ByeRequested,
    CheckedIn,
    Closed,
    Created,
    Deleted,
    Discarded,
    Edited,
    Entered,
    Erased,
    Fact,
    FeeSet,
    FeesPublished,
    Finished,
    Left,
    LotDrawn,
    Missed,
    OptionsChanged,
    Paid,
    Paired,
    Penalised,
    PenaltyLifted,
    PrizesPublished,
    Published,
    Rearranged,
    Redone,
    Renamed,
    Reported,
    ResultEntered,
    Returned,
    StageBegun,
    StagesPlanned,
    StageTakenBack,
    Undone,
)
from ronda.core.model import (
    Appeal,
    Approval,
    Avoid,
    Bye,
    Earlier,
    Forfeit,
    Penalty,
    Player,
    Round,
    Scored,
    Setup,
    Table,
)
from ronda.core.prize_rules import FeeRules, Payment, PrizeRules, PublishedFee, PublishedPrize
from ronda.core.stage_plan import Replacement, Stage, StageStart
from ronda.core.verdicts import Reason, Relaxation

NAMES = ("Ann", "Ben", "Çiğdem İnce", "Åsa", "Łucja", "漢字", 'O\'Neil "Q"', "a\\b")


def started(players: int = 8) -> list[Fact]:
    """An event with its players and a first round without results."""
    tables = tuple(Table(n, (2 * n - 1,), (2 * n,)) for n in range(1, players // 2 + 1))
    return [
        Created(Setup("redemption", "Club night", {"rounds": 3, "max_score": 5}, seed=42)),
        *(Entered(Player(n, NAMES[(n - 1) % len(NAMES)])) for n in range(1, players + 1)),
        Paired(Round(1, tables, seed=7), {n: n for n in range(1, players + 1)}),
    ]


def result(table: int, first: int, second: int = 0) -> ResultEntered:
    return ResultEntered(1, table, Scored(first, second))


def whole_life() -> list[Fact]:
    """An event in which everything happens that can happen. The files of old releases hold it: what is new comes
    at the end."""
    draft = Round(
        1,
        (Table(1, (1,), (2,)), Table(2, (3,), (4,))),
        byes=(Bye(5, halves=6, differential=0),),
        seed=2**62,
        edition="2025",
        reasons=(Reason("nearest", "R4.4", {"skipped": [1, 2.5, None, {"a": True}]}, table=1), Reason("x", "R1")),
        relaxations=(Relaxation("forced", "D7.3", (1, 2), {"why": "few"}),),
        status="draft",
    )
    swapped = Round(1, (Table(1, (1,), (3,)), Table(2, (2,), (4,))), byes=(Bye(5),), status="draft")
    second = Round(2, (Table(1, (1,), (4,), None, (), (Earlier(Scored(1, 1), 2, (4,)),)), Table(2, (2,), (3,))))
    return [
        Created(Setup("redemption", "Club nihgt", {"rounds": 3, "sound": True, "ranking": "differential", "x": None})),
        Renamed("Club night"),
        OptionsChanged({"rounds": 4}),
        AvoidChanged((Avoid((1, 2)), Avoid((3, 4), "partners", hard=False))),
        *(Entered(Player(n, NAMES[n], rating=1000 + n, club="Ç")) for n in range(1, 6)),
        Edited(Player(5, "Łucja Nowak", 1500, 1400, "99", "Club", pinned_table=1)),
        CheckedIn(1),
        CheckedIn(2),
        CheckedIn(2, here=False),
        Paired(draft, {n: 6 - n for n in range(1, 6)}),
        Rearranged(swapped),
        Approved(1, Approval("Dora", "only six came")),
        Published(1),
        ResultEntered(1, 1, Scored(5, 3)),
        ResultEntered(1, 2, Forfeit(first_absent=False, second_absent=True), absent=(4,)),
        ResultEntered(1, 1, None),
        ResultEntered(1, 1, Scored(5, 4)),
        Closed(1),
        Missed(5, 2),
        Paired(second),
        Discarded(2),
        Left(4, 1),
        Returned(4, 3),
        Finished(),
        Finished(again=True),
        Archived(),
        Archived(away=False),
        Deleted(),
        Deleted(gone=False),
        Renamed("Undone"),
        Undone((34,)),
        Renamed("Redone"),
        Undone((36,)),
        Redone((36,)),
        Reported(1, 1, 1, Scored(5, 4)),
        Reported(1, 1, 1, None),
        Erased((6,), rounds=(9,)),  # nobody, and no round: whoever is erased is not there afterwards
        ByeRequested(3, 4, "H"),
        ByeRequested(3, 4),
        Penalised(Penalty(1, 2, "points", 1, amount=1, rule="PE2", reason="late", by="Dora")),
        PenaltyLifted(1, "a mistake", "Dora"),
        PrizesPublished(
            PrizeRules((PublishedPrize("1st", 10000), PublishedPrize("cup", kind="honour"))), "Dora", "more"
        ),
        StagesPlanned((Stage("rounds"), Stage("elimination", "Final", "top 2", best_of=3)), "Dora"),
        StageBegun(
            2, StageStart(1, ((2,), (5,)), 7, changes=(Replacement(1, 5),), early=True, by="Dora", reason="rain")
        ),
        StageTakenBack(2),
        FeesPublished(FeeRules((PublishedFee(500, "U18"), PublishedFee(1000)), "EUR", 2026)),
        FeeSet(2, 0, "invited", "Dora"),
        Paid(Payment(1, 1000, "cash", "Dora")),
        Paid(Payment(1, -500, by="Dora", reason="too much")),
        FeeSet(2, None, by="Dora"),
        Appealed(Appeal(1, 2, 1, "it was the bell", penalty=1, table=1)),
        AppealDecided(1, "upheld", "Dora", "it was not"),
        LotDrawn(5),
    ]
