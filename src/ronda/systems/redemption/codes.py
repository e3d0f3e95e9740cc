"""redemption: the codes that it says beside those of the walk from the top (`ronda.pairing.explain`,
`ronda.checking.proofs`), with their articles and their facts."""

from __future__ import annotations

from ronda.core.verdicts import COUNT, TEXT, Code, Codes, cited, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

_OWN: Codes = {
    "refusal": {
        "score_too_high": Code("R2.3", {"text": TEXT, "most": COUNT}),
        "both_at_maximum": Code("R2.3", {"text": TEXT, "most": COUNT}),
    },
}
CODES: Codes = joined(
    # R3.3 in earlier releases, and told in words of this system's own
    cited(PAIRING, {"reason": {"bye_lowest": "R3.1 R3.3"}}),
    cited(SHARED, {"finding": {"too_few_players": "R3.5", "rematches_ahead": "R4.4"}}),
    _OWN,
)
