"""melee: doubles with partners drawn each round (rulebook M1–M6)."""

from ronda.systems.melee.check import check
from ronda.systems.melee.pair import pair
from ronda.systems.melee.rules import (
    EDITION,
    OPTIONS,
    read_result,
    rounds,
    scoring,
    standings,
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
    standings=standings,
    pair=pair,
    check=check,
    guarantee=lambda book: (book.rounds, "M4.4"),
)
