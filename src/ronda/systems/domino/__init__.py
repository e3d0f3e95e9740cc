"""domino: individual domino with rotating partners, two against two (rulebook D1–D9)."""

from __future__ import annotations

from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.domino.check import check
from ronda.systems.domino.codes import CODES
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
from ronda.systems.system import Comparison, System

SYSTEM = System(
    id="domino",
    edition=EDITION,
    side_size=2,
    options=OPTIONS,
    scoring=scoring,
    rounds=rounds,
    validate=validate,
    read_result=read_result,
    write_result=score_text,
    criteria=criteria,
    pair=pair,
    check=check,
    guarantee=guarantee,
    doubt=doubt,
    goals=GOALS,
    in_force=in_force,
    result_word=result_word,
    player_notes=player_notes,
    comparisons=(
        Comparison("variety", ("partner_repeats", "rematches")),  # D10.5
        Comparison("contingency", ("broken", "exchanged"), contingency_counts),  # D10.6
    ),
    # D2.3: who was missing at a table that was not played counts
    result_form=ResultForm(example, names_absent=True, game=game, hands=18),
    play=play,
    player_fields=(PlayerField("rating"),),
    settled=settled,
    lists=LISTS,
    demonstrates=("browser",),
    known_as=("domino", "dominos", "dominoes", "dominó"),
    score_penalties=True,
    card=lambda setup, sanction, shown, before: card(sanction, shown, before) if settings(setup).house else shown,
    codes=CODES,
)
