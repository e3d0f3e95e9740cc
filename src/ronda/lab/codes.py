"""The codes in which the lab tells what to expect of an event."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, ROUND, Code, Codes

_AHEAD = {"next": ROUND, "rounds": COUNT}

CODES: Codes = {
    "finding": {
        "forecast_secure": Code("", {**_AHEAD, "secure": ROUND}),
        "forecast_no_bound": Code("", _AHEAD),
        "forecast_clean": Code("S3", {**_AHEAD, "n": COUNT}),
        "forecast_relaxed": Code("S3", {**_AHEAD, "n": COUNT, "relaxed": COUNT, "first_relaxed": ROUND}),
    }
}
