"""The codes with which a report file, or a form, is refused when it is to be written."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, PLAYER, TEXT, TEXTS, Code, Codes

CODES: Codes = {
    "refusal": {
        "form_has_formula": Code("PS4.5", {"cell": TEXT}),
        "form_sheet_missing": Code("PS4.5", {"sheet": TEXT}),
        "form_too_small": Code("PS4.5", {"players": COUNT, "rounds": COUNT, "most": COUNT, "most_rounds": COUNT}),
        "form_unreadable": Code("PS4.5"),
        "no_form": Code("PS4.5"),
        "trf_no_report": Code("T5", {"system": TEXT}),
        "trf_too_many": Code("T2", {"number": COUNT, "most": COUNT}),
        "trf_too_many_points": Code("T2", {"player": PLAYER, "most": TEXT}),
        "trf_too_many_rounds": Code("T2", {"rounds": COUNT, "most": COUNT}),
        "unknown_format": Code("", {"found": TEXT, "known": TEXTS}),
    }
}
