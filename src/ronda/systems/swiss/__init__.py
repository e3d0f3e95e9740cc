"""swiss: one against one for any game: results and points by options, the walk down the list (AG)."""

from __future__ import annotations

from ronda.checking.proofs import CODES as CHECKING
from ronda.core import Book, Codes, Setup
from ronda.core.verdicts import COUNT, PLAYER, POINTS, TABLE, TEXT, cited, citing, joined
from ronda.pairing.walk import surely_unmet
from ronda.systems.codes import SHARED
from ronda.systems.declarations import PlayerField, Sides
from ronda.systems.swiss.check import check
from ronda.systems.swiss.pair import pair
from ronda.systems.swiss.results import doubt, form, play, read_result, write
from ronda.systems.swiss.rules import EDITION, OPTIONS, criteria, placed, rounds, settings, unfit, validate
from ronda.systems.swiss.scoring import scoring_by
from ronda.systems.system import Byes, Forms, Penalties, Results, Rules, System, Tiebreaks, Trial, Wording

_MOST = {"text": TEXT, "most": COUNT}
_GAMES = {"text": TEXT, "games": COUNT}
_OWN: Codes = {
    "refusal": {
        "both_at_target": citing("AG2.3", **_MOST),
        "target_not_reached": citing("AG2.3", **_MOST),
        "too_many_games": citing("AG2.4", **_GAMES),
        "not_decided": citing("AG2.4", **_GAMES),
        "set_impossible": citing("AG2.5", text=TEXT, number=COUNT, set=TEXT, possible=TEXT),
        "sets_after_end": citing("AG2.5", text=TEXT, number=COUNT),
        "number_unreadable": citing("AG1.3", option=TEXT, found=TEXT),
        "points_out_of_order": citing("AG1.3", win=POINTS, loss=POINTS),
        "margin_table_unreadable": citing("AG3.4", option=TEXT, found=TEXT),
        "margin_table_gap": citing("AG3.4", option=TEXT, found=TEXT),
        "margin_table_level": citing("AG3.4", option=TEXT, found=TEXT),
        "margin_table_order": citing("AG3.4", option=TEXT, found=TEXT),
    },
    "finding": {
        "not_straight": citing("AG5.6", player=PLAYER, opponent=PLAYER, free=PLAYER),
        "result_form": citing("AG2", table=TABLE),
        "start_wrong": citing("AG5.7", table=TABLE, expected=PLAYER),
    },
}
CODES: Codes = joined(
    cited(CHECKING, {"finding": {"bye_wrong": "R3.1 R3.2 R3.4 AG5.3"}}),
    cited(
        SHARED,
        {
            "reason": {"bye_last": "AG5.3"},
            "refusal": {"draw_impossible": "AG2.2", "score_too_high": "AG2.3", "score_needs_confirmation": "AG2.8"},
            "finding": {"too_few_players": "R3.5", "rematches_ahead": "R4.4", "first_round_order": "AG5.3"},
        },
    ),
    _OWN,
)


def _guarantee(book: Book) -> tuple[int, str]:
    return surely_unmet(book), "R4.4"


def _points(setup: Setup) -> tuple[int, int]:
    own = settings(setup).worth
    return own.win, own.draw


def _sides(setup: Setup) -> Sides:
    """AG5.7: who begins is told where somebody decides it."""
    if settings(setup).walk.starts == "none":
        return Sides()
    return Sides(("label.first_begins", "label.second"), begins=True)


SYSTEM = System(
    id="swiss",
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=lambda setup: scoring_by(settings(setup)),
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(read=read_result, write=write, form=form, doubt=doubt),
        pair=pair,
        check=check,
        unfit=unfit,
        placed=placed,
        guarantee=_guarantee,
        byes=Byes(("H", "F", "Z")),
        tiebreaks=Tiebreaks(
            points=_points,
            loss=lambda setup: settings(setup).worth.loss,
            scores=lambda setup: settings(setup).match.form != "winner",
        ),
        penalties=Penalties(scores=True),
    ),
    trial=Trial(play),
    words=Wording(CODES, _sides),
    forms=Forms(
        player_fields=(
            PlayerField("rating", "AG5.3"),
            PlayerField("start", "AG1.5", most=50),
            PlayerField("members", "AG1.1", where=("entry", "side")),
            PlayerField("pinned_table"),
        ),
        number_key="draw",
    ),
)
