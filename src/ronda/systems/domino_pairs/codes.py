"""domino_pairs: the codes that it says beside those of the walk from the top (`ronda.pairing.codes`,
`ronda.checking.codes`), with their articles and their facts."""

from __future__ import annotations

from ronda.core.verdict_codes import COUNT, PASSED, PLAYER, Code, Codes

_TABLE = {"player": PLAYER, "opponent": PLAYER}

CODES: Codes = {
    "reason": {
        "bye_lowest": Code("R3.1", {"player": PLAYER, "byes": COUNT, **PASSED}),  # in words of its own: a pair rests
        "bye_last": Code("PS3.4", {"player": PLAYER}),
        "table_by_elo": Code("PS3.3", _TABLE),
        "table_by_clubs": Code("PS3.3", _TABLE),
    },
    "finding": {
        "too_few_players": Code("R3.5", {"players": COUNT, "least": COUNT}),
        "rematches_ahead": Code("R4.4", {"rounds": COUNT}),
        "bye_wrong": Code("R3.1 R3.2 R3.3 R3.4 PS3.4", {"expected": PLAYER}),
        "first_round_order": Code("PS3.3"),
    },
}
