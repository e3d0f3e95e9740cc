"""The codes with which a list of tie-breaks is refused."""

from __future__ import annotations

from ronda.core.verdict_codes import TEXT, TEXTS, Code, Codes

CODES: Codes = {
    "refusal": {
        "tiebreak_unknown": Code("TB1.1 TB4", {"found": TEXT, "known": TEXT}),
        "tiebreak_twice": Code("TB1.1", {"found": TEXT}),
        "tiebreak_modifier": Code("TB4", {"found": TEXT, "known": TEXTS, "modifier": TEXT, "name": TEXT}),
    }
}
