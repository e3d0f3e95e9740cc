"""melee: doubles with partners drawn each round (rulebook M1–M6)."""

from __future__ import annotations

from ronda.systems.declarations import Rest, ResultForm
from ronda.systems.melee.check import check
from ronda.systems.melee.codes import CODES
from ronda.systems.melee.pair import pair
from ronda.systems.melee.rules import (
    EDITION,
    EXAMPLE,
    OPTIONS,
    criteria,
    guarantee,
    play,
    read_result,
    rounds,
    scoring,
    seating,
    settings,
    side_sizes,
    validate,
)
from ronda.systems.results import score_text
from ronda.systems.system import Results, Rules, Seating, System, Trial, Wording

SYSTEM = System(
    id="melee",
    order=2,
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
            form=ResultForm(EXAMPLE, width=5),
            scores_count=lambda setup: settings(setup).by_difference,
        ),
        pair=pair,
        check=check,
        seating=Seating(2, side_sizes, seating),
        guarantee=guarantee,
    ),
    trial=Trial(play),
    words=Wording(CODES, rest=Rest("label.sheet.free_game", "web.phone.free_game", "web.phone.outcome.free_game")),
)
