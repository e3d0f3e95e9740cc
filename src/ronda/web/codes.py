"""The codes with which the server refuses, beside those of the desk."""

from __future__ import annotations

from ronda.core.verdicts import COUNT, TEXT, Code, Codes

CODES: Codes = {
    "refusal": {
        "account_events": Code("S4", {"most": COUNT}),
        "account_players": Code("S4", {"most": COUNT}),
        "account_taken": Code("S4", {"text": TEXT}),
        "bad_field": Code("S4", {"detail": TEXT}),
        "bad_key": Code("S4", {"most": COUNT}),
        "call_too_often": Code("S4", {"most": COUNT}),
        "calls_off": Code("S4"),
        "clock_finished": Code("S4"),
        "no_place": Code("S4"),
        "not_a_colour": Code("S4", {"text": TEXT}),
        "not_a_picture": Code("S4", {"most": COUNT, "least": COUNT, "side": COUNT}),
        "not_a_tier": Code("SE3.5", {"text": TEXT}),
        "reports_off": Code("S4"),
        "sign_up_closed": Code("S4"),
        "walls_full": Code("S4", {"most": COUNT}),
        "wrong_hall_word": Code("S4"),
        "bad_webhook": Code("S4", {"most": COUNT}),
        "webhooks_full": Code("S4", {"most": COUNT}),
    }
}
