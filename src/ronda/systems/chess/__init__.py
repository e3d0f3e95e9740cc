"""chess: club Swiss after the Turkish assignment (rulebook C1–C8). Not for FIDE-rated events."""

from __future__ import annotations

from ronda.systems.chess.check import check
from ronda.systems.chess.codes import CODES as VERDICTS
from ronda.systems.chess.lists import LISTS
from ronda.systems.chess.pair import guarantee, last_resort, pair
from ronda.systems.chess.rules import (
    CODES,
    EDITION,
    OPTIONS,
    PLAYER_FIELDS,
    criteria,
    kept_name,
    licence,
    play,
    read_result,
    rounds,
    scoring,
    start_numbers,
    validate,
    write_result,
)
from ronda.systems.declarations import Console, ResultForm, Sides
from ronda.systems.results import GAME
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
    last_resort=last_resort,
    result_form=ResultForm(
        lambda setup: GAME,  # noqa: ARG005
        keys={key: write_result(result) for key, result in CODES.items()},  # C6
        quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")),
        width=4,
    ),
    play=play,
    player_fields=PLAYER_FIELDS,
    sides=Sides(("label.whites", "label.blacks"), coloured=True),
    lists=LISTS,
    score_unit=2,  # C6: results are kept in half points
    game_points=lambda setup: (2, 1),  # noqa: ARG005
    known_as=("chess", "schach", "ajedrez", "echecs", "échecs", "satranc", "satranç"),
    console=Console("tr", licence, "first_colour"),
    codes=VERDICTS,
)
