"""melee: every code that this system says, with its article and its facts, for those who write the texts.

Teams are lists of two ids, points are whole points. A proof reads: without the players of the hub, the others fall into
that many groups of odd size that cannot mix, more than the hub has players (id 0 stands for a free game). `compared`
stands where hard wishes about opponents decided over partners or free games: "all" – every round that could be made
was compared, and none does less harm; "some" – the field is too large for that, and no exchange of players was found
that lessens it.
"""

from __future__ import annotations

from ronda.checking.proofs import CODES as CHECKING
from ronda.checking.proofs import JUDGED
from ronda.core.verdicts import (
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
    VALUE,
    Codes,
    Kind,
    cited,
    citing,
    every_table,
    joined,
)
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED

# the points, then what ranks those with equal ones: the first, or by option the other two
_RANKED = {"points": POINTS, "buchholz": POINTS, "difference": NUMBER, "points_for": COUNT}
_FREE = {"player": PLAYER, "free_games": COUNT, "tier": COUNT}
_SET = {"first": PLAYERS, "second": PLAYERS, "first_points": COUNT, "second_points": COUNT, "difference": COUNT}
_REPEATED = {"rounds": ROUNDS, **JUDGED}
_MOVED = {"expected": PLAYERS, "ahead": FLAG, **JUDGED}

_OWN: Codes = {
    "reason": {
        # about one player
        "free_game_due": citing("M3.2", **_FREE, resting=COUNT),
        "free_game_bottom": citing("M3.3", **_FREE, **_RANKED, **PASSED),
        "free_game_lot": citing("M3.3", **_FREE, seed=SEED),
        "free_game_moved": citing("M3.4", **_FREE, **PASSED),
        # about the round
        "partners_halves": every_table("M4.2", players=COUNT, seed=SEED),
        "partners_lot": every_table("M4.3", players=COUNT, seed=SEED),
        "rounds_ahead": citing("M4.4", rounds=COUNT, planned=COUNT),
        "power_total": citing("M5.2", difference=COUNT, squares=COUNT, repeats=COUNT),
        # about one table; repeats: [{"players": [a, b], "rounds": […]}]
        "set_by_power": citing("M5.2", **_SET, repeats=VALUE),
        "set_by_lot": citing("M5.2", **_SET, seed=SEED),
        "filled": every_table("PS1.2", players=COUNT, threes=COUNT, twos=COUNT, seed=SEED),
        "in_a_three": citing("PS1.5", player=PLAYER, times=COUNT),
        "lanes_drawn": citing("PS1.9", seed=SEED),
        "lanes_rotated": citing("PS1.9", seed=SEED),
    },
    "relaxation": {
        # beyond: the last round without repeated partners, where the director lets the event go on after it
        "partner_repeat": citing("M4.5 PS1.4", rounds=ROUNDS, fewest=COUNT, beyond=ROUND, compared=CODE, **PROOF),
        "halves_broken": citing("M4.2", compared=CODE),
        "free_game_on_entry": citing("M6", players=COUNT, resting=COUNT),
    },
    "skipped": {
        "free_games": citing("", player=PLAYER, count=COUNT),
        "late_entry": citing("", player=PLAYER),
        "no_partnering": citing("", player=PLAYER),
        "no_plan": citing("", player=PLAYER),
        "hard_wish": citing("", player=PLAYER),
    },
    "finding": {
        "repeats_ahead": citing("M4.1 PS1.4", rounds=COUNT, most=COUNT, players=COUNT, repeats=COUNT),
        "free_game_tier": citing("M3.2", free_games=COUNT, fewest=COUNT),
        "free_game_wrong": citing("M3.3", **_MOVED),
        "free_game_moved": citing("M3.4", **_MOVED),
        "free_game_moved_unrecorded": citing("M3.4", **_MOVED),
        "free_game_on_entry": citing("M6", **JUDGED),
        "free_game_on_entry_unrecorded": citing("M6", **JUDGED),
        "partner_repeat": citing("M4.5 PS1.4", **_REPEATED),
        "partner_repeat_unrecorded": citing("M4.1", **_REPEATED),
        "halves_broken": citing("M4.2", **JUDGED),
        "halves_broken_unrecorded": citing("M4.2", **JUDGED),
        "repeat_possible": citing("PS1.4", rounds=COUNT, reached=COUNT),
        "wrong_shape": citing("PS1.2", threes=COUNT, expected=COUNT),
        "threes_unfair": citing("PS1.5"),
        "threes_uneven": citing("PS1.5", most=COUNT, least=COUNT),
        "guarantee_missed": citing("M4.4", repeats=COUNT),
        "better_setting": citing(
            "M5.2",
            difference=COUNT,
            squares=COUNT,
            repeats=COUNT,
            least_difference=CODE,
            least_squares=CODE,
            least_repeats=CODE,
        ),
    },
}
CODES: Codes = joined(
    cited(
        PAIRING,
        {
            "relaxation": {"avoid_broken": "S3"},
            "refusal": {"too_few_players": "M3.1 PS1.2"},
        },
    ),
    cited(CHECKING, {"finding": {"bye_count": "M3.1"}}),
    cited(
        SHARED,
        {
            "refusal": {"rounds_out_of_bounds": "M4.1 PS1.4", "draw_impossible": "M2"},
            "finding": {"too_few_players": "M3.1 PS1.2", "rounds_out_of_bounds": "M4.1 PS1.4"},
        },
    ),
    _OWN,
)


def article(kind: Kind, code: str) -> str:
    """The article of a code; of several, that of the rulebook."""
    return CODES[kind][code].articles.split()[0]
