"""The verdict codes of the desk, for pages, API, command line and console alike."""

from __future__ import annotations

from ronda.core.verdict_codes import (
    ACTOR,
    ASKED,
    CODE,
    COUNT,
    PLAYER,
    PLAYERS,
    RESULT,
    ROUND,
    ROUNDS,
    SEED,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    VALUE,
    Code,
    Codes,
)

_NOW = {"action": CODE, "phase": CODE}
_SEAT = {"round": ROUND, "table": TABLE}

CODES: Codes = {
    "reason": {
        "by_hand": Code("S3"),
        "check_disagrees": Code("", {"code": TEXT}),
    },
    "finding": {
        "made_without_results": Code("S4", {"rounds": ROUNDS}),
        "results_missing": Code("S4", {"tables": TABLES}),
    },
    "refusal": {
        # what is not there
        "unknown_code": Code("S4", {"code": TEXT}),
        "unknown_category": Code("PR3.1", {"category": TEXT}),
        "unknown_option": Code("S4", {"option": TEXT, "known": TEXTS}),
        "unknown_penalty": Code("PE1", {"penalty": COUNT}),
        "unknown_player": Code("S4", {"player": ASKED}),
        "unknown_round": Code("S4", {"round": ROUND, "rounds": COUNT}),
        "unknown_table": Code("S4", _SEAT),
        # who may, and when
        "busy": Code("S4", {"code": TEXT}),
        "changed_meanwhile": Code("S4", {**_SEAT, "current": RESULT, "by": ACTOR}),
        "confirm_first": Code("S4 PP6", _NOW),
        "erasure_is_final": Code("PP6"),
        "not_now": Code("S4", _NOW),
        "not_your_role": Code("S4", {"action": CODE}),
        "nothing_changed": Code("S4 PR3.4"),
        "nothing_to_redo": Code("S4"),
        "nothing_to_undo": Code("S4"),
        "overtaken": Code("S4", {"versions": VALUE, "current": COUNT}),
        # rounds
        "approval_incomplete": Code("", {"round": ROUND}),
        "approval_needed": Code(""),
        "check_disagrees": Code("", {"code": TEXT, "seed": SEED}),
        "has_result": Code("S4", _SEAT),
        "not_in_round": Code("S1", {"player": PLAYER, "round": ROUND}),
        "nothing_to_approve": Code("D7.3", {"round": ROUND}),
        "other_event": Code("S4", {"round": ROUND}),
        "results_missing": Code("S4", {"round": ROUND, "tables": TABLES}),
        "rounds_already_made": Code("", {"rounds": COUNT, "made": COUNT}),
        "rounds_done": Code("S1", {"rounds": COUNT}),
        # results
        "absent_but_played": Code("D2.3", {"players": PLAYERS}),
        "no_table_now": Code("S4", {"player": PLAYER}),
        "not_at_table": Code("D2.3 PE2", {"player": PLAYER, "table": TABLE}),
        "nothing_to_reverse": Code("S4", {"table": TABLE}),
        "report_too_late": Code("S4", {"round": ROUND}),
        "result_built_on": Code("S4", {**_SEAT, "next": ROUND}),
        # players and settings
        "already_left": Code("S1", {"player": PLAYER}),
        "avoids_self": Code("S3", {"player": PLAYER}),
        "bye_in_last_rounds": Code("S4", {"last": COUNT}),
        "bye_not_offered": Code("S4", {"kind": CODE}),
        "bye_too_late": Code("S4", {"round": ROUND}),
        "byes_used_up": Code("S4", {"most": COUNT}),
        "phone_byes_off": Code("S4"),
        "frozen_option": Code("", {"option": TEXT}),
        "name_reserved": Code("PP6.2", {"name": TEXT}),
        "not_in_pool": Code("S1", {"player": PLAYER, "round": ROUND}),
        "not_left": Code("S1", {"player": PLAYER}),
        "player_removed": Code("PP6.2", {"player": PLAYER}),
        "unreadable_list": Code("S4", {"trouble": VALUE}),
        # penalties and prizes
        "appeal_against_what": Code("PE8.1"),
        "appeal_needs_reason": Code("PE8.1"),
        "appeal_needs_text": Code("PE8.1"),
        "appeal_too_late": Code("PE8.1", {"round": ROUND}),
        "late_after_result": Code("PE5.1", {"table": TABLE}),
        "note_needs_text": Code("PE2"),
        "unknown_appeal": Code("PE8.1", {"appeal": COUNT}),
        "amount_needed": Code("PE2", {"kind": CODE}),
        "amount_not_meant": Code("PE2", {"kind": CODE}),
        "no_score_penalties": Code("PE2", {"kind": CODE}),
        "no_table_to_strike": Code("PE2 PE5.1", {"player": PLAYER}),
        "prize_twice": Code("PR3.1", {"name": TEXT}),
        "prizes_frozen": Code("PR3.4"),
        "reason_needed": Code("PE1"),
    },
}
