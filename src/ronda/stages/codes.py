"""The codes with which stages are refused."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, Code, Codes

CODES: Codes = {
    "refusal": {
        "cross_needs_power_of_two": Code("ST6.6", {"groups": COUNT}),
        "cut_size": Code("ST2.11", {"take": COUNT, "least": COUNT, "most": COUNT}),
        "groups_too_small": Code("ST6.1", {"players": COUNT, "groups": COUNT, "most": COUNT}),
    }
}
