"""An event as a list of stages (ST): who advances, brackets, round robins, groups, finals, and the event's own list.

Pure functions over seeds and places; a seed is an entrant's number in its stage, 1 the best. Lots come in as arguments.
"""

from __future__ import annotations

from ronda.core.verdicts import COUNT, PLAYER, PLAYERS, ROUND, TABLE, TEXT, TEXTS, Code, Codes

_STAGE = {"stage": COUNT}
_MATCH = {"player": PLAYER, "opponent": PLAYER, "one": COUNT, "other": COUNT}
_TABLE = {"table": TABLE}

CODES: Codes = {
    "reason": {
        "stage_lines": Code("ST3.2", {**_MATCH, "size": COUNT}),
        "stage_winners": Code("ST3.2 ST3.6", _MATCH),
        "stage_third": Code("ST3.7", _MATCH),
        "stage_consolation": Code("ST3.8", _MATCH),
        "stage_further_game": Code("ST3.9", {**_MATCH, "game": COUNT}),
        "stage_schedule": Code("ST5.1", {"player": PLAYER, "opponent": PLAYER, "turn": COUNT}),
        "stage_table_game": Code("ST7.3", {"player": PLAYER, "opponent": PLAYER}),
        "stage_bye": Code("ST3.1", {"player": PLAYER, "one": COUNT, "of": COUNT, "size": COUNT}),
    },
    "finding": {
        "stage_side_unknown": Code("ST12", _TABLE),
        "stage_out_already": Code("ST12", _TABLE),
        "stage_wrong_match": Code("ST3.2 ST3.6 ST7.3", _TABLE),
        "stage_not_scheduled": Code("ST5.1", _TABLE),
        "stage_sides_exchanged": Code("ST5.1", _TABLE),
        "stage_changed": Code("ST2.9", {"by": TEXT, "why": TEXT}),
        "stage_passed_over": Code("ST2.2"),
        "stage_tie_unsettled": Code("ST2.5 ST2.7"),
    },
    "refusal": {
        "cross_needs_power_of_two": Code("ST6.6", {"groups": COUNT}),
        "cut_open": Code("ST2.5", {"players": PLAYERS, "spots": COUNT}),
        "cut_size": Code("ST2.11", {"take": COUNT, "least": COUNT, "most": COUNT}),
        "group_has_no_place": Code("ST2.1", {"places": TEXTS}),
        "groups_too_small": Code("ST6.1", {"players": COUNT, "groups": COUNT, "most": COUNT}),
        "stage_begun": Code("ST1.6", _STAGE),
        "stage_change": Code("ST2.9", {"player": PLAYER, "other": PLAYER}),
        "stage_draft": Code("ST1.4", {"round": ROUND}),
        "stage_built_on": Code("ST1.6", _STAGE),
        "stage_fixed": Code("ST1.6", _STAGE),
        "stage_seats": Code("ST1.6", {"round": ROUND}),
        "stage_has_rounds": Code("ST1.5", {"stage": COUNT, "round": ROUND}),
        "stage_not_begun": Code("ST1.4", _STAGE),
        "stage_rounds_first": Code("ST1.1", _STAGE),
        "stage_sides": Code("ST7.1", {"stage": COUNT, "least": COUNT}),
        "stage_sides_left": Code("ST7.1", {"players": COUNT, "size": COUNT}),
        "stage_source": Code("ST1.1", _STAGE),
        "stage_source_runs": Code("ST1.4", {"made": COUNT, "planned": COUNT}),
        "stage_table": Code("ST7.3", _STAGE),
        "stage_take": Code("ST2.1", {"stage": COUNT, "take": TEXT}),
        "stage_to_begin": Code("ST1.4", _STAGE),
        "stage_unsigned": Code("ST2.9"),
        "unknown_stage": Code("ST1.1", _STAGE),
    },
}
