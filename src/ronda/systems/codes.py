"""The codes that the common parts of the systems say: about players, results and options."""

from __future__ import annotations

from ronda.core.verdict_codes import CODE, COUNT, FLAG, NUMBER, TEXT, TEXTS, VALUE, Code, Codes

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
        # of games to a target (`score_to_target`)
        "draw_impossible": Code("D2.1", {"text": TEXT}),
        "score_above_ceiling": Code("PS2.5", {"score": COUNT, "most": COUNT}),
        "score_needs_confirmation": Code("D2.1", {"score": COUNT, "target": COUNT, "most": COUNT}),
        "ratings_one_against_one": Code("B.02"),
        "tiebreaks_one_against_one": Code("TB1.1"),
    },
}
