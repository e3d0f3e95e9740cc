"""The codes with which the command line refuses, beside those of the desk."""

from __future__ import annotations

from ronda.core.verdicts import ACTOR, RESULT, ROUND, TABLE, TEXT, Code, Codes

# what stands at the table, and who entered it when; "": nothing, and nobody
_STANDING = {"round": ROUND, "table": TABLE, "result": RESULT, "by": ACTOR, "time": TEXT}

CODES: Codes = {
    "refusal": {
        "confirm_correction": Code("S4", _STANDING),
        "conflict": Code("S4", _STANDING),
        "deleted": Code("S4", {"code": TEXT}),
        "no_stages": Code("ST1.1"),
        "not_due": Code("PP6.4", {"until": TEXT}),
        "other_writer": Code("R7"),
    }
}
