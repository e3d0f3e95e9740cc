"""The codes with which prizes and categories are refused."""

from __future__ import annotations

from ronda.core.verdict_codes import TEXT, Code, Codes

CODES: Codes = {
    "refusal": {
        "category_unreadable": Code("PR2.1", {"text": TEXT, "found": TEXT}),
        "percents_above_100": Code("PR6.4", {"sum": TEXT}),
        "prize_rises": Code("PR3.2", {"prize": TEXT, "before": TEXT, "category": TEXT}),
    }
}
