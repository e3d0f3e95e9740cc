"""The codes that the core says about what people type."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, TEXT, Code, Codes

CODES: Codes = {
    "refusal": {
        "name_missing": Code("S4"),
        "text_invisible": Code("S4", {"character": TEXT}),
        "text_too_long": Code("S4 PE1", {"found": COUNT, "most": COUNT}),
        "text_unprintable": Code("S4 PE1", {"character": TEXT}),
    }
}
