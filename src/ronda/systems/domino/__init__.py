"""domino: individual domino with rotating partners, two against two (rulebook D1–D9)."""

from __future__ import annotations

from ronda.checking.proofs import CODES as CHECKING
from ronda.checking.proofs import JUDGED
from ronda.core.verdicts import (
    CODE,
    COUNT,
    ENTRANTS,
    FLAG,
    NUMBER,
    PASSED,
    PLACES,
    PLAYER,
    PLAYERS,
    ROUND,
    SEED,
    VALUE,
    Codes,
    cited,
    citing,
    joined,
)
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED
from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.domino.check import check
from ronda.systems.domino.pair import pair
from ronda.systems.domino.ranking import LISTS, criteria, player_notes
from ronda.systems.domino.rules import (
    EDITION,
    GOALS,
    OPTIONS,
    card,
    contingency_counts,
    guarantee,
    in_force,
    play,
    read_result,
    result_word,
    rounds,
    scoring,
    settings,
    settled,
    validate,
)
from ronda.systems.results import score_text
from ronda.systems.score_to_target import doubt, example, game
from ronda.systems.system import Comparison, Forms, Penalties, Results, Rules, Seating, System, Trial, Wording

_TABLE = {"pyramid": CODE, "first": PLAYERS, "second": PLAYERS, **PASSED}
_OPENING = {"first": PLAYERS, "second": PLAYERS, "places": PLACES, "by": CODE, "seed": SEED}
_BYE = {"player": PLAYER, "byes": COUNT, **PASSED}
_WINDOW = {"as": CODE, "last": ROUND, "window": COUNT}
_WINDOWS = {"partner_window": COUNT, "rival_window": COUNT}
_AGAIN = {"relation": CODE, "last": ROUND, "window": COUNT, "example": VALUE, **JUDGED}
_EXCHANGED = {"example": VALUE, **JUDGED}
_LESS = {"made": COUNT, "possible": COUNT, "example": VALUE}
_FRESHER = {"partners": COUNT, "rivals": COUNT, "possible_partners": COUNT, "possible_rivals": COUNT, "example": VALUE}
# `for`: whose wish it was; `player`: who was skipped; by the code of it also the free `pair` that was passed, or the
# `last` round
_WISH = {"for": PLAYER, "player": PLAYER, "pair": PLAYERS, "last": ROUND}

_OWN: Codes = {
    "reason": {
        "consecutive": citing("D5", **_OPENING),
        "moved_for_wish": citing("D5", **_OPENING),
        "ideal_table": citing("D6.5", **_TABLE),
        "moved_partner": citing("D6.4", **_TABLE),
        "moved_rivals": citing("D6.5", **_TABLE),
        "side_exchange": citing("D6.6", pyramid=CODE, players=PLAYERS, places=PLACES, displacement=NUMBER, fresh=FLAG),
        "search_stated": citing("D5 D6.4", pyramid=CODE, proved=CODE, work=COUNT, budget=COUNT),
        "fresh": citing("D10.5", pyramid=CODE, partners=COUNT, rivals=COUNT, proved=FLAG),
        "chosen_tables": citing("D10.1"),
        "chosen_partners": citing("D10.2"),
        "chosen_order": citing("D10.4"),
        "chosen_contingency": citing("D10.6"),
        "level_failed": citing(
            "D7.4", level=CODE, **_WINDOWS, crossed=COUNT, ways=COUNT, attempts=COUNT, proved=FLAG, pyramid=CODE
        ),
        "exchanges_compared": citing("D7.2", ways=COUNT, of=COUNT, proved=FLAG),
        "more_than_counted": citing("D7.2b", broken=COUNT, least=COUNT, proved=FLAG),
        "bye_end_of_list": citing("D4", **_BYE),
        "many_byes": citing("D4", player=PLAYER, byes=COUNT),
        "wish_not_kept": citing("S3", players=PLAYERS, **{"as": CODE}),
    },
    "relaxation": {
        "partner_window": citing("D7.1", **_WINDOW),
        "rival_window": citing("D7.1", **_WINDOW),
        "pyramid_exchange": citing("D7.2", places=PLACES, displacement=NUMBER, clean=FLAG),
    },
    "skipped": {
        "partner_window": citing("", **_WISH),
        "rival_window": citing("", **_WISH),
        "old_partner": citing("", **_WISH),
        "old_rival": citing("", **_WISH),
        "rested": citing("", player=PLAYER),
    },
    "in_force": {
        "category": citing("D1.2", category=CODE, **_WINDOWS, by_hand=FLAG),
    },
    "player_note": {
        "games": citing("D3.1", played=COUNT, wins=COUNT, losses=COUNT),
        "winning_now": citing("D2.2", n=COUNT),
        "losing_now": citing("D2.2", n=COUNT),
        "longest_streak": citing("D2.2", n=COUNT, first_round=ROUND, last_round=ROUND),
        "best_partner": citing("D2.2", players=PLAYERS, wins=COUNT, difference=NUMBER),
        "most_met": citing("D1.3", players=PLAYERS, times=COUNT),
    },
    "refusal": {
        "late_entry_closed": citing("D9", players=ENTRANTS, joined_round=ROUND, last=ROUND),
    },
    "finding": {
        "late_entry_closed": citing("D9", joined_round=ROUND, last=ROUND),
        "repetitions_ahead": citing(
            "D1.5", players=COUNT, enough=COUNT, **_WINDOWS, relaxed_percent=COUNT, forced_percent=COUNT
        ),
        "partner_window": citing("D7.1", **_AGAIN),
        "partner_window_unrecorded": citing("D1.3", **_AGAIN),
        "rival_window": citing("D7.1", **_AGAIN),
        "rival_window_unrecorded": citing("D1.3", **_AGAIN),
        "forced_unrecorded": citing("D1.3", **_AGAIN),
        "pyramid_exchange": citing("D7.2", **_EXCHANGED),
        "pyramid_exchange_unrecorded": citing("D6.2", **_EXCHANGED),
        "pyramids_mixed": citing("D7.2", exchanges=COUNT, most=COUNT),
        "exchange_not_nearest": citing("D7.2", expected=PLAYERS),
        "exchange_not_mildest": citing("D7.2", **_LESS, exchange=PLAYERS),
        "too_many_relaxed": citing("D7.1 D7.2", **_LESS),
        "milder_relaxation": citing("D7.1", **_LESS),
        "more_than_counted": citing("D7.2b", broken=COUNT, least=COUNT),
        "unavoidability_unproved": citing("S3", stages=VALUE, count=FLAG),
        "sides_mixed": citing("D6.6", exchanges=COUNT, most=COUNT),
        "side_exchange_avoidable": citing("D6.6", exchanges=COUNT, possible=COUNT),
        "nearer_exchange_free": citing("D6.6", made=PLAYERS, nearer=PLAYERS),
        "nearer_partner_free": citing("D6.4", player=PLAYER, partner=PLAYER, free=PLAYER),
        "nearer_pair_free": citing("D6.5", pair=PLAYERS, rivals=PLAYERS, free=PLAYERS),
        "not_opposite": citing("D10.1"),
        "fresher_round": citing("D10.5", **_FRESHER),
        "variety_unproved": citing("D10.5", **_FRESHER),
    },
}
CODES: Codes = joined(
    cited(
        PAIRING,
        {
            "reason": {"bye_lowest": "D4"},
            "relaxation": {"avoid_broken": "S3"},
            "refusal": {"too_few_players": "D1.5"},
        },
    ),
    cited(CHECKING, {"finding": {"bye_wrong": "D4 D10.3", "table_number": "D6.7"}}),
    cited(
        SHARED,
        {
            "reason": {"bye_last": "D10.3"},
            "relaxation": {"forced": "D7.3"},
            "refusal": {"draw_impossible": "D2.1", "score_above_ceiling": "PS2.5", "score_needs_confirmation": "D2.1"},
            "finding": {"too_few_players": "D1.5", "first_round_order": "D5", "forced": "D7.3", "forced_draft": "D7.3"},
        },
    ),
    _OWN,
)


SYSTEM = System(
    id="domino",
    order=1,
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(
            read=read_result,
            write=score_text,
            # D2.3: who was missing at a table that was not played counts
            form=ResultForm(example, names_absent=True, game=game, hands=18),
            word=result_word,
            doubt=doubt,
        ),
        pair=pair,
        check=check,
        seating=Seating(2),
        guarantee=guarantee,
        settled=settled,
        penalties=Penalties(
            lambda setup, sanction, shown, before: card(sanction, shown, before) if settings(setup).house else shown,
            scores=True,
        ),
    ),
    trial=Trial(
        play,
        GOALS,
        (
            Comparison("variety", ("partner_repeats", "rematches")),  # D10.5
            Comparison("contingency", ("broken", "exchanged"), contingency_counts),  # D10.6
        ),
    ),
    words=Wording(CODES, player_notes=player_notes, in_force=in_force),
    forms=Forms(player_fields=(PlayerField("rating"),)),
    lists=LISTS,
)
