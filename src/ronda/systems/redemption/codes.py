"""redemption: the codes that it says beside those of the walk from the top (`ronda.pairing.codes`,
`ronda.checking.codes`), with their articles and their facts."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, PASSED, PLAYER, TEXT, Code, Codes

CODES: Codes = {
    "reason": {
        # of the walk; R3.3 in earlier releases, and told in words of this system's own
        "bye_lowest": Code("R3.1 R3.3", {"player": PLAYER, "byes": COUNT, **PASSED}),
    },
    "refusal": {
        "score_too_high": Code("R2.3", {"text": TEXT, "most": COUNT}),
        "both_at_maximum": Code("R2.3", {"text": TEXT, "most": COUNT}),
    },
    "finding": {
        "too_few_players": Code("R3.5", {"players": COUNT, "least": COUNT}),
        "rematches_ahead": Code("R4.4", {"rounds": COUNT}),
    },
}
