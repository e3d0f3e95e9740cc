"""The codes with which a sheet is refused."""

from __future__ import annotations

from ronda.core.verdict_codes import TEXT, TEXTS, Code, Codes

CODES: Codes = {
    "refusal": {
        "no_bracket": Code("ST1.4"),
        "no_fees": Code("PR7.1"),
        "no_certificates": Code("PR8"),
        "no_prizes": Code("PR3.1"),
        "poster_without_address": Code("S4"),
        "sheet_not_for_system": Code("S4", {"system": TEXT}),
        "unknown_sheet": Code("S4", {"found": TEXT, "known": TEXTS}),
    }
}
