"""domino_pairs: every code that the system says, with its articles and its facts."""

from __future__ import annotations

from ronda.checking.codes import JUDGED
from ronda.core.verdict_codes import COUNT, PASSED, PLAYER, PROOF, ROUNDS, SEED, TABLE, TEXT, Code, Codes

_TABLE = {"player": PLAYER, "opponent": PLAYER, **PASSED}
_BYE = {"player": PLAYER, "byes": COUNT, **PASSED}
_FEW = Code("R3.5", {"players": COUNT, "least": COUNT})
_REMATCH = {"rounds": ROUNDS, **JUDGED}

CODES: Codes = {
    "reason": {
        "bye_by_lot": Code("R3.1", _BYE),
        "bye_lowest": Code("R3.1 R3.3", _BYE),
        "bye_again": Code("R3.2", _BYE),
        "bye_even": Code("R3.4", _BYE),
        "bye_last": Code("PS3.4", {"player": PLAYER}),
        "table_by_lot": Code("R4.2", {**_TABLE, "seed": SEED}),
        "table_by_elo": Code("PS3.3", {"player": PLAYER, "opponent": PLAYER}),
        "table_by_clubs": Code("PS3.3", {"player": PLAYER, "opponent": PLAYER}),
        "highest_unmet": Code("R4.3", _TABLE),
        "completed": Code("R4.4", _TABLE),
        "rematch": Code("R4.4 R4.5", {**_TABLE, "rounds": ROUNDS}),
        "pin_taken": Code("R5.1", {"player": PLAYER}),
    },
    "relaxation": {
        "rematch": Code("R4.4", {"rounds": ROUNDS, **PROOF}),
        "avoid_broken": Code("S3", PROOF),
    },
    "skipped": {
        "met": Code(facts={"player": PLAYER, "rounds": ROUNDS}),
        "avoid": Code(facts={"player": PLAYER}),
        "completion": Code(facts={"player": PLAYER}),
        "had_bye": Code(facts={"player": PLAYER, "rounds": ROUNDS}),
    },
    "refusal": {
        "too_few_players": _FEW,
        "draw_impossible": Code("D2.1", {"text": TEXT}),
        "score_above_ceiling": Code("PS2.5", {"score": COUNT, "most": COUNT}),
        "score_needs_confirmation": Code("D2.1", {"score": COUNT, "target": COUNT, "most": COUNT}),
    },
    "finding": {
        "too_few_players": _FEW,
        "rematches_ahead": Code("R4.4", {"rounds": COUNT}),
        "bye_wrong": Code("R3.1 R3.2 R3.3 R3.4 PS3.4", {"expected": PLAYER}),
        "table_number": Code("R5.1", {"table": TABLE, "expected": TABLE, "wrong": COUNT}),
        "first_not_higher": Code("R4.3", {"table": TABLE}),
        "first_round_order": Code("PS3.3"),
        "nearer_opponent_free": Code("R4.3 R4.4 R4.5", {"player": PLAYER, "opponent": PLAYER, "free": PLAYER}),
        "rematch": Code("R4.4", _REMATCH),
        "rematch_unrecorded": Code("R4.4", _REMATCH),
    },
}
