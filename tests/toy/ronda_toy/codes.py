"""Every verdict code of the system, with its articles and what its facts are."""

from __future__ import annotations

from ronda.checking.proofs import CODES as CHECKING
from ronda.core.verdicts import CODE, COUNT, PLAYER, Codes, cited, citing, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

_OWN: Codes = {
    "reason": {
        "circle_rest": citing("T2", player=PLAYER),
        "circle_turned": citing("T2", player=PLAYER, opponent=PLAYER, turn=COUNT),
    },
    "finding": {
        "circle_twice": citing("T2"),
        "circle_bye_kind": citing("T3", kind=CODE),
    },
}
CODES: Codes = joined(
    cited(PAIRING, {"refusal": {"too_few_players": "T1"}}),
    cited(CHECKING, {"finding": {"player_missing": "T2"}}),
    cited(SHARED, {"finding": {"too_few_players": "T1"}}),
    _OWN,
)
