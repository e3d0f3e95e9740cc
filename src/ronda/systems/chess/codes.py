"""chess: every code that the system says, with its articles and its facts."""

from __future__ import annotations

from ronda.checking.codes import JUDGED
from ronda.core.verdict_codes import (
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
    TABLE,
    TEXT,
    TEXTS,
    Code,
    Codes,
)

_TABLE = {"player": PLAYER, "opponent": PLAYER, "white": PLAYER, "step": CODE, **PASSED}
_BYE = {"player": PLAYER, "free_points": COUNT, **PASSED}
# `ahead`: it is for the sake of the rounds to come
_WHY = {"ahead": FLAG, **PROOF}
_BOUNDS = {"rounds": COUNT, "least": COUNT, "most": COUNT, "players": COUNT}
_FEW = Code("C3.1", {"players": COUNT, "least": COUNT})
_BYE_MOVED = {"expected": PLAYER, **JUDGED}

CODES: Codes = {
    "reason": {
        "neighbours": Code("C3.3", _TABLE),
        "nearest": Code("C5.1 C5.2", _TABLE),
        "completed_by_look_ahead": Code("C5.4", _TABLE),
        "completed_for_rounds_to_come": Code("C5.4", _TABLE),
        "fewest_rematches": Code("C5.5", {**_TABLE, "rounds": ROUNDS}),
        "bye_lowest": Code("C4.3", _BYE),
        "bye_again": Code("C4.4", _BYE),
        "bye_moved": Code("C5.5", {**_BYE, "ahead": FLAG}),
        "plan_kept": Code("C5.4", {"rounds": COUNT, "players": PLAYERS, "plan": TEXTS}),
        "rounds_ahead_short": Code("C5.4", {"rounds": COUNT, "planned": COUNT}),
        "search_ended": Code("C5.4", {"undecided": COUNT}),
        "taken_from_plan": Code("C5.4"),
    },
    "relaxation": {
        "forced": Code("C5.5", {"rounds": ROUNDS, **_WHY}, always=("rounds",)),
        "avoid_broken": Code("S3", _WHY),
        "colour_lifted": Code("C5.5", _WHY),
        "both_repeat": Code("C5.5", _WHY),
        "bye_again": Code("C4.4", {"free_points": COUNT}),
        "bye_moved": Code("C5.5", {"rightful": PLAYER, **_WHY}),
    },
    "skipped": {
        "met": Code(facts={"player": PLAYER, "rounds": ROUNDS}),
        "colours": Code(facts={"player": PLAYER}),
        "avoid": Code(facts={"player": PLAYER}),
        "completion": Code(facts={"player": PLAYER}),
        "rounds_to_come": Code(facts={"player": PLAYER}),
        "later_step": Code(facts={"player": PLAYER, "step": CODE}),
        "free_point": Code(facts={"player": PLAYER}),
    },
    "refusal": {
        "too_few_players": _FEW,
        "rounds_out_of_bounds": Code("C3.1", _BOUNDS),
        "licence_taken": Code("C1.1", {"licence": TEXT, "player": ASKED}),
        "no_round_exists": Code("C5.5", {"round": ROUND, "last_resort": FLAG, **PROOF}),
    },
    "finding": {
        "too_few_players": _FEW,
        "rounds_out_of_bounds": Code("C3.1", _BOUNDS),
        "rematches_ahead": Code("C3.2", {"rounds": COUNT, "planned": COUNT}),
        "table_number": Code("C5.6", {"table": TABLE, "expected": TABLE, "wrong": COUNT}),
        "colour_wrong": Code("C3.3 C5.1 C5.3", {"white": PLAYER, "expected": PLAYER}),
        "rematch": Code("C4.1", {"rounds": ROUNDS, **JUDGED}),
        "forced": Code("C5.5", {"rounds": ROUNDS, **JUDGED}, always=("rounds",)),
        "forced_draft": Code("C5.5"),
        "forced_unapproved": Code("C5.5"),
        "both_repeat": Code("C5.5", JUDGED),
        "both_repeat_unrecorded": Code("C5.5", JUDGED),
        "colour_lifted": Code("C5.5", JUDGED),
        "colour_lifted_unrecorded": Code("C4.2", JUDGED),
        "bye_wrong": Code("C4.3 C4.4", _BYE_MOVED),
        "bye_moved": Code("C5.5", _BYE_MOVED),
        "bye_moved_unrecorded": Code("C5.5", _BYE_MOVED),
        "bye_again": Code("C4.4", JUDGED),
        "bye_again_unrecorded": Code("C4.4", JUDGED),
        "nearer_opponent_free": Code(
            "C3.3 C5.1 C5.2 C5.4 C5.5", {"player": PLAYER, "opponent": PLAYER, "free": PLAYER, "step": CODE}
        ),
        "plan_wrong": Code("C5.4"),
        "rounds_to_come_lost": Code("C5.4", {"rounds": COUNT}),
    },
}
