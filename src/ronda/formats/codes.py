"""The codes with which a report file is refused when it is to be written."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, PLAYER, TEXT, TEXTS, Code, Codes

CODES: Codes = {
    "refusal": {
        "trf_no_report": Code("T5", {"system": TEXT}),
        "trf_too_many": Code("T2", {"number": COUNT, "most": COUNT}),
        "trf_too_many_points": Code("T2", {"player": PLAYER, "most": TEXT}),
        "trf_too_many_rounds": Code("T2", {"rounds": COUNT, "most": COUNT}),
        "unknown_format": Code("", {"found": TEXT, "known": TEXTS}),
    }
}
