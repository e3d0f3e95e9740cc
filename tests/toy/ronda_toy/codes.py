"""Every verdict code of the system, with its articles and what its facts are."""

from __future__ import annotations

from ronda.core.verdict_codes import CODE, COUNT, PLAYER, Code, Codes

_FEW = Code("T1", {"players": COUNT, "least": COUNT})

CODES: Codes = {
    "reason": {
        "circle_rest": Code("T2", {"player": PLAYER}),
        "circle_turned": Code("T2", {"player": PLAYER, "opponent": PLAYER, "turn": COUNT}),
    },
    "refusal": {"too_few_players": _FEW},
    "finding": {
        "too_few_players": _FEW,
        "player_missing": Code("T2"),
        "circle_twice": Code("T2"),
        "circle_bye_kind": Code("T3", {"kind": CODE}),
    },
}
