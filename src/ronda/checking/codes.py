"""The findings that checks of several systems share, and the facts that every judged relaxation has. A system whose
rulebook has another article for one of them cites that."""

from __future__ import annotations

from ronda.core.verdict_codes import CODE, COUNT, FLAG, PLAYER, ROUND, ROUNDS, TABLE, TEXT, VALUE, Code, Codes

# `ronda.checking.proofs.judged`: which relaxation, whether it could be avoided, and then by how much: `made`, `least`
JUDGED = {"relaxation": CODE, "avoidable": FLAG, "made": VALUE, "least": VALUE}
AVOIDED = {"hard": FLAG, "relation": CODE, **JUDGED}
_SAID = {
    "rounds": ROUNDS,
    "last": ROUND,
    "window": COUNT,
    "expected": VALUE,
    "example": VALUE,
    "possible": VALUE,
    "ahead": FLAG,
}
# `step`: the step of the search in which the nearer one was to be taken
_NEARER = {"player": PLAYER, "opponent": PLAYER, "free": PLAYER, "step": CODE}

CODES: Codes = {
    "finding": {
        # everybody once (S1)
        "player_missing": Code("S1"),
        "player_not_in_pool": Code("S1"),
        "player_twice": Code("S1", {"times": COUNT}),
        "side_size": Code("S1", {"table": TABLE, "size": COUNT}),
        "bye_count": Code("S1", {"byes": COUNT, "expected": COUNT}),
        # what is relaxed (S3)
        "relaxation_avoidable": Code("", {**AVOIDED, **_SAID}),
        "relaxation_not_found": Code("S3", {"relaxation": CODE, "article": TEXT}),
        "avoid_broken": Code("S3", AVOIDED),
        "avoid_broken_unrecorded": Code("S3", AVOIDED),
        "soft_avoid_met": Code("S3", AVOIDED),
        "soft_avoid_avoidable": Code("S3", AVOIDED),
        # where the highest who was not met yet is taken, from the top (`ronda.checking.unmet_walk`)
        "bye_wrong": Code("R3.1 R3.2 R3.3 R3.4", {"expected": PLAYER, **JUDGED}),
        "table_number": Code("R5.1", {"table": TABLE, "expected": TABLE, "wrong": COUNT}),
        "table_not_kept": Code("PS6.1", {"table": TABLE}),  # `ronda.checking.fixed_tables`
        "first_not_higher": Code("R4.3", {"table": TABLE}),
        "nearer_opponent_free": Code("R4.3 R4.4 R4.5 R4.6", _NEARER),
        "rematch": Code("R4.4 R4.6", {"rounds": ROUNDS, **JUDGED}),
        "rematch_unrecorded": Code("R4.4 R4.6", {"rounds": ROUNDS, **JUDGED}),
    }
}
