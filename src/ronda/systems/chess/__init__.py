"""chess: club Swiss after the Turkish assignment (rulebook C1–C8). Not for FIDE-rated events."""

from ronda.systems.chess.check import check
from ronda.systems.chess.pair import guarantee, last_resort, pair
from ronda.systems.chess.rules import (
    EDITION,
    OPTIONS,
    read_result,
    rounds,
    scoring,
    standings,
    validate,
    write_result,
)
from ronda.systems.system import System

SYSTEM = System(
    id="chess",
    edition=EDITION,
    side_size=1,
    options=OPTIONS,
    scoring=scoring,
    rounds=rounds,
    validate=validate,
    read_result=read_result,
    write_result=write_result,
    standings=standings,
    pair=pair,
    check=check,
    guarantee=guarantee,
    last_resort=last_resort,
)
