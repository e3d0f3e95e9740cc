"""chess: every code that the system says, with its articles and its facts."""

from __future__ import annotations

from ronda.checking.proofs import CODES as CHECKING
from ronda.checking.proofs import JUDGED
from ronda.core.verdicts import (
    ASKED,
    CODE,
    COUNT,
    FLAG,
    PASSED,
    PLAYER,
    PLAYERS,
    PROOF,
    ROUND,
    ROUNDS,
    TEXT,
    TEXTS,
    Codes,
    cited,
    citing,
    joined,
)
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

_TABLE = {"player": PLAYER, "opponent": PLAYER, "white": PLAYER, "step": CODE, **PASSED}
_BYE = {"player": PLAYER, "free_points": COUNT, **PASSED}
# `ahead`: it is for the sake of the rounds to come
_WHY = {"ahead": FLAG, **PROOF}
_BYE_MOVED = {"expected": PLAYER, **JUDGED}

_OWN: Codes = {
    "reason": {
        "neighbours": citing("C3.3", **_TABLE),
        "nearest": citing("C5.1 C5.2", **_TABLE),
        "completed_by_look_ahead": citing("C5.4", **_TABLE),
        "completed_for_rounds_to_come": citing("C5.4", **_TABLE),
        "fewest_rematches": citing("C5.5", **_TABLE, rounds=ROUNDS),
        "bye_moved": citing("C5.5", **_BYE, ahead=FLAG),
        "plan_kept": citing("C5.4", rounds=COUNT, players=PLAYERS, plan=TEXTS),
        "rounds_ahead_open": citing("C5.4", rounds=COUNT, planned=COUNT),
        "rounds_ahead_short": citing("C5.4", rounds=COUNT, planned=COUNT),
        "search_ended": citing("C5.4", undecided=COUNT),
        "taken_from_plan": citing("C5.4"),
    },
    "relaxation": {
        "colour_lifted": citing("C5.5", **_WHY),
        "both_repeat": citing("C5.5", **_WHY),
        "bye_again": citing("C4.4", free_points=COUNT),
        "bye_moved": citing("C5.5", rightful=PLAYER, **_WHY),
    },
    "skipped": {
        "colours": citing("", player=PLAYER),
        "rounds_to_come": citing("", player=PLAYER),
        "later_step": citing("", player=PLAYER, step=CODE),
        "free_point": citing("", player=PLAYER),
    },
    "refusal": {
        "licence_taken": citing("C1.1", licence=TEXT, player=ASKED),
        "no_round_exists": citing("C5.5", round=ROUND, last_resort=FLAG, **PROOF),
    },
    "finding": {
        "forced_unapproved": citing("C5.5"),
        "both_repeat": citing("C5.5", **JUDGED),
        "both_repeat_unrecorded": citing("C5.5", **JUDGED),
        "colour_lifted": citing("C5.5", **JUDGED),
        "colour_lifted_unrecorded": citing("C4.2", **JUDGED),
        "bye_moved": citing("C5.5", **_BYE_MOVED),
        "bye_moved_unrecorded": citing("C5.5", **_BYE_MOVED),
        "bye_again": citing("C4.4", **JUDGED),
        "bye_again_unrecorded": citing("C4.4", **JUDGED),
        "plan_wrong": citing("C5.4"),
        "rounds_to_come_lost": citing("C5.4", rounds=COUNT),
        "rounds_to_come_open": citing("C5.4", rounds=COUNT),
    },
}
CODES: Codes = joined(
    cited(
        PAIRING,
        {
            "reason": {"bye_lowest": "C4.3", "bye_again": "C4.4"},
            "relaxation": {"avoid_broken": "S3"},
            "refusal": {"too_few_players": "C3.1"},
        },
    ),
    cited(
        CHECKING,
        {
            "finding": {
                "bye_wrong": "C4.3 C4.4",
                "nearer_opponent_free": "C3.3 C5.1 C5.2 C5.4 C5.5",
                "rematch": "C4.1",
                "table_number": "C5.6",
            }
        },
    ),
    cited(
        SHARED,
        {
            "relaxation": {"forced": "C5.5"},
            "refusal": {"rounds_out_of_bounds": "C3.1"},
            "finding": {
                "too_few_players": "C3.1",
                "rounds_out_of_bounds": "C3.1",
                "rematches_ahead": "C3.2",
                "colour_wrong": "C3.3 C5.1 C5.3",
                "forced": "C5.5",
                "forced_draft": "C5.5",
            },
        },
    ),
    _OWN,
)
