"""domino: individual domino with rotating partners, two against two (rulebook D1–D9)."""

from ronda.systems.domino.athletes import player_notes
from ronda.systems.domino.check.round import check
from ronda.systems.domino.pair.round import pair
from ronda.systems.domino.ranking import criteria
from ronda.systems.domino.rules import (
    EDITION,
    GOALS,
    OPTIONS,
    doubt,
    in_force,
    read_result,
    result_word,
    rounds,
    scoring,
    validate,
)
from ronda.systems.results import score_text
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
    guarantee=lambda book: (0, "D1.5"),  # noqa: ARG005
    doubt=doubt,
    differential=lambda setup: True,  # noqa: ARG005
    goals=GOALS,
    in_force=in_force,
    result_word=result_word,
    player_notes=player_notes,
    comparison=Comparison("variety", ("partner_repeats", "rematches")),  # D10.5
)
