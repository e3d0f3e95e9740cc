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
from ronda.systems.system import Byes, Forms, Results, Rules, System, Tiebreaks, Trial, Wording

SYSTEM = System(
    id="chess",
    order=3,
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(
            read=read_result,
            write=write_result,
            form=ResultForm(
                GAME,
                keys={key: write_result(result) for key, result in CODES.items()},  # C6
                quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")),
                width=4,
            ),
            unit=2,  # C6: results are kept in half points
        ),
        pair=pair,
        check=check,
        guarantee=guarantee,
        last_resort=last_resort,
        byes=Byes(("H", "F", "Z")),
        tiebreaks=Tiebreaks(points=(2, 1), scores=False),
    ),
    trial=Trial(play),
    words=Wording(VERDICTS, sides=Sides(("label.whites", "label.blacks"), coloured=True)),
    forms=Forms(
        player_fields=PLAYER_FIELDS,
        kept_name=kept_name,
        start_numbers=start_numbers,
        console=Console("tr", licence, "first_colour"),
    ),
    lists=LISTS,
)
