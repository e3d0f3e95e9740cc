"""What pairings of several systems say: reasons, relaxations, refusals. The articles are those of the walk from the
top (`ronda.pairing.unmet_walk`); a system that pairs in another way cites its own."""

from __future__ import annotations

from ronda.core.verdict_codes import (
    CODE,
    COUNT,
    FLAG,
    PASSED,
    PLAYER,
    PLAYERS,
    PROOF,
    ROUND,
    ROUNDS,
    SEED,
    TABLE,
    Code,
    Codes,
)

_TABLE = {"player": PLAYER, "opponent": PLAYER, **PASSED}
# how many they had, or where it is such points that count, how many of those
_BYE = {"player": PLAYER, "byes": COUNT, "free_points": COUNT, **PASSED}
# a wish that was passed over: whose it was, who was passed, and in which pair or round
_WISH = {"for": PLAYER, "player": PLAYER, "pair": PLAYERS, "last": ROUND}
# as what they sit together; whether it is for the sake of rounds to come, and which rounds were compared
_AVOIDED = {"as": CODE, "relation": CODE, "ahead": FLAG, "compared": CODE, **PROOF}

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
        "second_pass": Code("R4.6", {**_TABLE, "rounds": ROUNDS}),
        "first_left": Code("R4.6", {**_TABLE, "rounds": ROUNDS}),
        "pin_taken": Code("R5.1 PS6.1", {"player": PLAYER}),
        "table_fixed": Code("PS6.1", {"player": PLAYER, "was": TABLE}),  # `ronda.pairing.fixed_tables`
    },
    "relaxation": {
        "rematch": Code("R4.4 R4.6", {"rounds": ROUNDS, **PROOF}),  # five tables mark none: theirs too
        "avoid_broken": Code("S3", _AVOIDED),
    },
    "skipped": {
        "met": Code(facts={"player": PLAYER, "rounds": ROUNDS}),
        "avoid": Code(facts=_WISH),
        "completion": Code(facts=_WISH),
        "had_bye": Code(facts={"player": PLAYER, "rounds": ROUNDS, "byes": COUNT}),
    },
    "refusal": {"too_few_players": Code("R3.5", {"players": COUNT, "least": COUNT})},
}
