"""chess: club Swiss after the Turkish assignment (rulebook C1–C8). Not for FIDE-rated events."""

from ronda.systems.chess.check.round import check
from ronda.systems.chess.listed import BESIDE, START_LIST
from ronda.systems.chess.pair.round import guarantee, last_resort, pair
from ronda.systems.chess.rules import (
    EDITION,
    OPTIONS,
    criteria,
    kept_name,
    read_result,
    rounds,
    scoring,
    start_numbers,
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
    criteria=criteria,
    pair=pair,
    check=check,
    guarantee=guarantee,
    kept_name=kept_name,
    start_numbers=start_numbers,
    beside=BESIDE,
    start_list=START_LIST,
    last_resort=last_resort,
)
