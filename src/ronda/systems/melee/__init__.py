"""melee: doubles with partners drawn each round (rulebook M1–M6)."""

from ronda.systems.melee.check.round import check
from ronda.systems.melee.pair.round import pair
from ronda.systems.melee.rules import (
    EDITION,
    OPTIONS,
    criteria,
    read_result,
    rounds,
    rounds_of_new_partners,
    scoring,
    settings,
    validate,
)
from ronda.systems.results import score_text
from ronda.systems.system import System

SYSTEM = System(
    id="melee",
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
    guarantee=lambda book: (min(book.rounds, rounds_of_new_partners(book)), "M4.4"),
    differential=lambda setup: settings(setup).by_difference,
)
