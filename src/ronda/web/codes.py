"""The codes with which the server refuses, beside those of the desk."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, Code, Codes

CODES: Codes = {
    "refusal": {
        "bad_key": Code("S4", {"most": COUNT}),
        "clock_finished": Code("S4"),
        "reports_off": Code("S4"),
    }
}
