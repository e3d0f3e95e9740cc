"""domino_pairs: the codes that it says beside those of the walk from the top (`ronda.pairing.explain`,
`ronda.checking.proofs`), with their articles and their facts."""

from __future__ import annotations

from ronda.checking.proofs import CODES as CHECKING
from ronda.core.verdicts import PLAYER, Code, Codes, cited, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

_TABLE = {"player": PLAYER, "opponent": PLAYER}

_OWN: Codes = {
    "reason": {
        "table_by_elo": Code("PS3.3", _TABLE),
        "table_by_clubs": Code("PS3.3", _TABLE),
    },
}
CODES: Codes = joined(
    cited(PAIRING, {"reason": {"bye_lowest": "R3.1"}}),  # in words of its own: a pair rests
    cited(CHECKING, {"finding": {"bye_wrong": "R3.1 R3.2 R3.3 R3.4 PS3.4"}}),
    cited(
        SHARED,
        {
            "reason": {"bye_last": "PS3.4"},
            "refusal": {"draw_impossible": "D2.1", "score_above_ceiling": "PS2.5", "score_needs_confirmation": "D2.1"},
            "finding": {"too_few_players": "R3.5", "rematches_ahead": "R4.4", "first_round_order": "PS3.3"},
        },
    ),
    _OWN,
)
