"""dutch: every code that the system says, with its articles and its facts."""

from __future__ import annotations

from ronda.core.verdict_codes import (
    ASKED,
    CODE,
    COUNT,
    FLAG,
    NUMBER,
    PASSED,
    PLAYER,
    PLAYERS,
    POINTS,
    PROOF,
    ROUND,
    ROUNDS,
    SEED,
    TEXT,
    VALUE,
    Code,
    Codes,
    cited,
    joined,
)
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

_TABLE = {"player": PLAYER, "opponent": PLAYER, "score": POINTS, **PASSED}
_COLOUR = {"white": PLAYER, "granted": PLAYER, "wanted": CODE, "absolute": FLAG}
_FLOATED = {"player": PLAYER, "score": POINTS}
_BRACKET = {"bracket": COUNT, "score": POINTS}

_OWN: Codes = {
    "reason": {
        "initial_colour": Code("DU8.5", {"colour": CODE, "seed": SEED}),
        "halves": Code("DU6.1", _TABLE),
        "transposition": Code("DU6.2", _TABLE),
        "exchange": Code("DU6.3", {**_TABLE, "came": PLAYERS, "left": PLAYERS}),
        "moved_down": Code("DU6.4", {**_TABLE, "from": POINTS}),
        "floated_odd": Code("C6", _FLOATED),
        "floated_no_opponent": Code("C6", _FLOATED),
        "floated_few_opponents": Code("C6", _FLOATED),
        "floated_completion": Code("C4", _FLOATED),
        "pab": Code("C5", {**_FLOATED, **PASSED}),
        "colour_granted": Code("DU8.1", _COLOUR),
        "colour_stronger": Code("DU8.2", _COLOUR),
        "colour_history": Code("DU8.3", _COLOUR),
        "colour_ranked": Code("DU8.4", _COLOUR),
        "colour_by_number": Code("DU8.5", {"white": PLAYER, "player": PLAYER, "parity": CODE}),
    },
    "skipped": {
        "clash": Code(facts={"player": PLAYER}),
        "absolute": Code(facts={"player": PLAYER}),
        "criteria": Code(facts={"player": PLAYER}),
        "rest_barred": Code(facts={"player": PLAYER}),
        "rest_completion": Code(facts={"player": PLAYER}),
    },
    "player_note": {
        "performance": Code("TB4", {"score": TEXT, "games": COUNT, "mean": NUMBER, "performance": NUMBER}),
        "rating_change": Code("TB8", {"expected": TEXT, "k10": TEXT, "k20": TEXT, "k40": TEXT}),
    },
    "refusal": {
        "acceleration_scoring": Code("DU9.1"),
        "fide_id_taken": Code("DU1.1", {"fide_id": TEXT, "player": ASKED}),
        "no_complete_round": Code("DU4.4", {"round": ROUND, **PROOF}),
    },
    "finding": {
        "acceleration_scoring": Code("DU9.1"),
        "many_rounds": Code("DU1.5", {"rounds": COUNT, "players": COUNT}),
        "bye_kind": Code("DU2.4", {"kind": CODE, "expected": CODE}),
        "met_before": Code("C1", {"rounds": ROUNDS}),
        "kept_apart": Code("C1"),
        "pab_barred": Code("C2"),
        "absolute_clash": Code("C3"),
        "pab_score": Code("C5", {"score": POINTS, "best": POINTS}),
        "not_judged": Code("", {**_BRACKET, "criterion": CODE}),
        "later": Code("", {**_BRACKET, "step": CODE}),
        "worse": Code("", {**_BRACKET, "criterion": CODE, "made": VALUE, "best": VALUE}),
    },
}
CODES: Codes = joined(
    cited(
        PAIRING,
        {
            "relaxation": {"avoid_broken": "S3"},
            "refusal": {"too_few_players": "DU1.5"},
        },
    ),
    cited(SHARED, {"finding": {"too_few_players": "DU1.5", "colour_wrong": "DU8"}}),
    _OWN,
)
