"""What the walk shared by several systems says (`ronda.pairing.unmet_walk`): reasons, relaxations, refusals."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, PASSED, PLAYER, PROOF, ROUNDS, SEED, TABLE, Code, Codes

_TABLE = {"player": PLAYER, "opponent": PLAYER, **PASSED}
_BYE = {"player": PLAYER, "byes": COUNT, **PASSED}

CODES: Codes = {
    "reason": {
        "bye_by_lot": Code("R3.1", _BYE),
        "bye_lowest": Code("R3.1", _BYE),
        "bye_again": Code("R3.2", _BYE),
        "bye_even": Code("R3.4", _BYE),
        "table_by_lot": Code("R4.2", {**_TABLE, "seed": SEED}),
        "highest_unmet": Code("R4.3", _TABLE),
        "completed": Code("R4.4", _TABLE),
        "rematch": Code("R4.4 R4.5", {**_TABLE, "rounds": ROUNDS}),
        "pin_taken": Code("R5.1 PS6.1", {"player": PLAYER}),
        "table_fixed": Code("PS6.1", {"player": PLAYER, "was": TABLE}),  # `ronda.pairing.fixed_tables`
    },
    "relaxation": {
        "rematch": Code("R4.4", {"rounds": ROUNDS, **PROOF}),  # of rounds from the five tables too, which mark none
        "avoid_broken": Code("S3", PROOF),
    },
    "skipped": {
        "met": Code(facts={"player": PLAYER, "rounds": ROUNDS}),
        "avoid": Code(facts={"player": PLAYER}),
        "completion": Code(facts={"player": PLAYER}),
        "had_bye": Code(facts={"player": PLAYER, "rounds": ROUNDS}),
    },
    "refusal": {"too_few_players": Code("R3.5", {"players": COUNT, "least": COUNT})},
}
