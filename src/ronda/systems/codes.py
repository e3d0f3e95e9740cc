"""The codes that the common parts of the systems say: about players, results and options (`CODES`); and those that
several systems say, each under its own articles (`SHARED`)."""

from __future__ import annotations

from ronda.checking.proofs import JUDGED
from ronda.core.verdicts import (
    CODE,
    COUNT,
    FLAG,
    NUMBER,
    PASSED,
    PLAYER,
    PROOF,
    ROUND,
    ROUNDS,
    TABLE,
    TEXT,
    TEXTS,
    VALUE,
    Code,
    Codes,
)

# where too many rounds are planned, or too few
_BOUNDS = {"rounds": COUNT, "least": COUNT, "most": COUNT, "players": COUNT}

CODES: Codes = {
    "reason": {"recorded": Code("", {"text": TEXT})},  # written by hand, in a file
    "relaxation": {"recorded": Code("", {"text": TEXT})},
    "refusal": {
        "bad_option": Code("", {"option": TEXT, "found": VALUE, "expected": TEXT}),
        "bad_particular": Code("", {"field": CODE, "found": VALUE, "known": TEXTS}),
        "bad_rating": Code("", {"found": NUMBER, "least": NUMBER}),
        "unknown_preset": Code("PS6.2", {"preset": TEXT, "known": TEXT}),
        "number_out_of_range": Code("S4", {"found": NUMBER, "low": NUMBER, "high": NUMBER}),
        "result_unreadable": Code("", {"text": TEXT, "example": TEXT, "negative": FLAG, "fractional": FLAG}),
        "ratings_one_against_one": Code("B.02"),
        "tiebreaks_one_against_one": Code("TB1.1"),
    },
}

# A system takes up what it says of these (`ronda.core.verdicts.cited`).
SHARED: Codes = {
    "reason": {"bye_last": Code("", {"player": PLAYER, "byes": COUNT, **PASSED})},
    "relaxation": {
        # two who met in these `rounds`; or who are together again `as` something, `last` within the `window`
        "forced": Code(
            "",
            {"rounds": ROUNDS, "ahead": FLAG, "as": CODE, "last": ROUND, "window": COUNT, **PROOF},
        ),
    },
    "refusal": {
        "rounds_out_of_bounds": Code("", _BOUNDS),
        "draw_impossible": Code("", {"text": TEXT}),
        "score_above_ceiling": Code("", {"score": COUNT, "most": COUNT}),
        "score_needs_confirmation": Code("", {"score": COUNT, "target": COUNT, "most": COUNT}),
    },
    "finding": {
        "too_few_players": Code("", {"players": COUNT, "least": COUNT}),
        "rounds_out_of_bounds": Code("", _BOUNDS),
        "rematches_ahead": Code("", {"rounds": COUNT, "planned": COUNT}),
        "first_round_order": Code("", {"expected": VALUE}),
        "colour_wrong": Code("", {"white": PLAYER, "expected": PLAYER, "table": TABLE}),
        "forced": Code(
            "",
            {"rounds": ROUNDS, "relation": CODE, "last": ROUND, "window": COUNT, "example": VALUE, **JUDGED},
        ),
        "forced_draft": Code(""),
    },
}
