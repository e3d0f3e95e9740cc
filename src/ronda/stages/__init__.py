"""An event as a list of stages (ST): who advances, brackets, round robins, groups, finals, and the event's own list.

Pure functions over seeds and places; a seed is an entrant's number in its stage, 1 the best. Lots come in as arguments.
"""

from __future__ import annotations

from ronda.core.verdicts import COUNT, PLAYER, PLAYERS, ROUND, TABLE, TEXT, TEXTS, Codes, citing

_STAGE = {"stage": COUNT}
_MATCH = {"player": PLAYER, "opponent": PLAYER, "one": COUNT, "other": COUNT}
_TABLE = {"table": TABLE}

CODES: Codes = {
    "reason": {
        "stage_lines": citing("ST3.2", **_MATCH, size=COUNT),
        "stage_winners": citing("ST3.2 ST3.6", **_MATCH),
        "stage_third": citing("ST3.7", **_MATCH),
        "stage_consolation": citing("ST3.8", **_MATCH),
        "stage_further_game": citing("ST3.9", **_MATCH, game=COUNT),
        "stage_schedule": citing("ST5.1", player=PLAYER, opponent=PLAYER, turn=COUNT),
        "stage_table_game": citing("ST7.3", player=PLAYER, opponent=PLAYER),
        "stage_bye": citing("ST3.1", player=PLAYER, one=COUNT, of=COUNT, size=COUNT),
    },
    "finding": {
        "stage_side_unknown": citing("ST12", **_TABLE),
        "stage_out_already": citing("ST12", **_TABLE),
        "stage_wrong_match": citing("ST3.2 ST3.6 ST7.3", **_TABLE),
        "stage_not_scheduled": citing("ST5.1", **_TABLE),
        "stage_sides_exchanged": citing("ST5.1", **_TABLE),
        "stage_changed": citing("ST2.9", by=TEXT, why=TEXT),
        "stage_passed_over": citing("ST2.2"),
        "stage_tie_unsettled": citing("ST2.5 ST2.7"),
    },
    "refusal": {
        "cross_needs_power_of_two": citing("ST6.6", groups=COUNT),
        "cut_open": citing("ST2.5", players=PLAYERS, spots=COUNT),
        "cut_size": citing("ST2.11", take=COUNT, least=COUNT, most=COUNT),
        "group_has_no_place": citing("ST2.1", places=TEXTS),
        "groups_too_small": citing("ST6.1", players=COUNT, groups=COUNT, most=COUNT),
        "stage_begun": citing("ST1.6", **_STAGE),
        "stage_change": citing("ST2.9", player=PLAYER, other=PLAYER),
        "stage_draft": citing("ST1.4", round=ROUND),
        "stage_built_on": citing("ST1.6", **_STAGE),
        "stage_fixed": citing("ST1.6", **_STAGE),
        "stage_seats": citing("ST1.6", round=ROUND),
        "stage_has_rounds": citing("ST1.5", stage=COUNT, round=ROUND),
        "stage_not_begun": citing("ST1.4", **_STAGE),
        "stage_rounds_first": citing("ST1.1", **_STAGE),
        "stage_sides": citing("ST7.1", stage=COUNT, least=COUNT),
        "stage_sides_left": citing("ST7.1", players=COUNT, size=COUNT),
        "stage_source": citing("ST1.1", **_STAGE),
        "stage_source_runs": citing("ST1.4", made=COUNT, planned=COUNT),
        "stage_table": citing("ST7.3", **_STAGE),
        "stage_take": citing("ST2.1", stage=COUNT, take=TEXT),
        "stage_to_begin": citing("ST1.4", **_STAGE),
        "stage_unsigned": citing("ST2.9"),
        "unknown_stage": citing("ST1.1", **_STAGE),
    },
}
