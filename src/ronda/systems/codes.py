"""The codes that the common parts of the systems say: about players, results and options (`CODES`); and those that
several systems say, each under its own articles (`SHARED`)."""

from __future__ import annotations

from ronda.checking.proofs import JUDGED
from ronda.core.verdicts import (
    CODE,
    COUNT,
    FLAG,
    NUMBER,
    PASSED,
    PLAYER,
    POINTS,
    PROOF,
    ROUND,
    ROUNDS,
    TABLE,
    TEXT,
    TEXTS,
    VALUE,
    Codes,
    citing,
)

# where too many rounds are planned, or too few
_BOUNDS = {"rounds": COUNT, "least": COUNT, "most": COUNT, "players": COUNT}

CODES: Codes = {
    "reason": {"recorded": citing("", text=TEXT)},  # written by hand, in a file
    "relaxation": {"recorded": citing("", text=TEXT)},
    "refusal": {
        "bad_option": citing("", option=TEXT, found=VALUE, expected=TEXT),
        "bad_particular": citing("", field=CODE, found=VALUE, known=TEXTS),
        "bad_rating": citing("", found=NUMBER, least=NUMBER),
        "unknown_preset": citing("PS6.2", preset=TEXT, known=TEXT),
        "number_out_of_range": citing("S4 AG1.1 AG1.3 AG1.5 AG2.5", option=TEXT, found=POINTS, low=NUMBER, high=NUMBER),
        "result_unreadable": citing("", text=TEXT, example=TEXT, negative=FLAG, fractional=FLAG),
        "ratings_one_against_one": citing("B.02"),
        "tiebreaks_one_against_one": citing("TB1.1"),
    },
}

# A system takes up what it says of these (`ronda.core.verdicts.cited`).
SHARED: Codes = {
    "reason": {"bye_last": citing("", player=PLAYER, byes=COUNT, **PASSED)},
    "relaxation": {
        # two who met in these `rounds`; or who are together again `as` something, `last` within the `window`
        "forced": citing("", rounds=ROUNDS, ahead=FLAG, **{"as": CODE}, last=ROUND, window=COUNT, **PROOF),
    },
    "refusal": {
        "rounds_out_of_bounds": citing("", **_BOUNDS),
        "draw_impossible": citing("", text=TEXT),
        "score_too_high": citing("", text=TEXT, most=COUNT),
        "score_above_ceiling": citing("", score=COUNT, most=COUNT),
        "score_needs_confirmation": citing("", score=COUNT, target=COUNT, most=COUNT),
    },
    "finding": {
        "too_few_players": citing("", players=COUNT, least=COUNT),
        "rounds_out_of_bounds": citing("", **_BOUNDS),
        "rematches_ahead": citing("", rounds=COUNT, planned=COUNT),
        "first_round_order": citing("", expected=VALUE),
        "colour_wrong": citing("", white=PLAYER, expected=PLAYER, table=TABLE),
        "forced": citing("", rounds=ROUNDS, relation=CODE, last=ROUND, window=COUNT, example=VALUE, **JUDGED),
        "forced_draft": citing(""),
    },
}
