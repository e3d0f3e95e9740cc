"""robin: every code that the system says, with its articles and its facts."""

from __future__ import annotations

from ronda.core.verdicts import COUNT, FLAG, PLAYER, ROUND, SEED, TABLE, Code, Codes, cited, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

_GAME = {"player": PLAYER, "opponent": PLAYER, "one": COUNT, "other": COUNT, "turn": COUNT}
_MANY = Code("ST5", {"players": COUNT, "most": COUNT})
_LATE = Code("ST5.6", {"round": ROUND})

_OWN: Codes = {
    "reason": {
        "berger": Code("ST5.1", _GAME),
        "berger_again": Code("ST5.3", _GAME),
        "numbers_by_lot": Code("ST5.4", {"seed": SEED}),
        "numbers_in_order": Code("ST5.4"),
        "rests_by_table": Code("ST5.1", {"player": PLAYER}),
        "opponent_away": Code("ST5.5", {"player": PLAYER, "opponent": PLAYER, "void": FLAG}),
    },
    "refusal": {
        "too_many_players": _MANY,
        "late_entry": _LATE,
        "schedule_over": Code("ST5.1"),
    },
    "finding": {
        "too_many_players": _MANY,
        "late_entry": _LATE,
        "not_scheduled": Code("ST5.1", {"table": TABLE}),
        "sides_exchanged": Code("ST5.1", {"table": TABLE, "expected": PLAYER}),
        "should_not_rest": Code("ST5.1", {"opponent": PLAYER}),
        "rest_worth": Code("ST5.5", {"counts": FLAG}),
    },
}
CODES: Codes = joined(
    cited(PAIRING, {"refusal": {"too_few_players": "ST5"}}),
    cited(SHARED, {"finding": {"too_few_players": "ST5"}}),
    _OWN,
)
