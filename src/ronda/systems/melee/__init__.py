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
from ronda.systems.system import System

SYSTEM = System(
    id="melee",
    edition=EDITION,
    side_size=2,
    sizes=side_sizes,
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
    seating=seating,
    score_counts=lambda setup: settings(setup).by_difference,
    result_form=ResultForm(lambda setup: EXAMPLE, width=5),  # noqa: ARG005
    play=play,
    rest=Rest("label.sheet.free_game", "web.phone.free_game", "web.phone.outcome.free_game"),
    known_as=("melee", "mêlée", "petanque", "pétanque", "boule", "boules"),
    codes=CODES,
)
