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
from ronda.systems.system import Comparison, Forms, Penalties, Results, Rules, Seating, System, Trial, Wording

SYSTEM = System(
    id="domino",
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
