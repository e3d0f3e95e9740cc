"""robin: everybody meets everybody, once or twice, by the Berger tables (rulebook ST5)."""

from __future__ import annotations

from ronda.systems.declarations import PlayerField, ResultForm, Sides
from ronda.systems.results import GAME, GAME_KEYS
from ronda.systems.robin.check import check
from ronda.systems.robin.codes import CODES
from ronda.systems.robin.pair import pair
from ronda.systems.robin.rules import (
    EDITION,
    OPTIONS,
    criteria,
    game_points,
    placed,
    play,
    read_result,
    rounds,
    scheduled_rounds,
    scoring,
    validate,
    write_result,
)
from ronda.systems.system import System

SYSTEM = System(
    id="robin",
    edition=EDITION,
    side_size=1,
    options=OPTIONS,
    scoring=scoring,
    rounds=rounds,
    validate=validate,
    read_result=read_result,
    write_result=write_result,
    criteria=criteria,
    placed=placed,
    pair=pair,
    check=check,
    guarantee=lambda book: (scheduled_rounds(book.setup, list(book.players.values())), "ST5.1"),
    settled=lambda setup, players: {"rounds": rounds(setup, players)},
    scheduled=True,
    result_form=ResultForm(
        lambda setup: GAME,  # noqa: ARG005
        keys=GAME_KEYS,
        quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")),
        width=4,
    ),
    play=play,
    player_fields=(PlayerField("rating", "ST5.4"),),
    codes=CODES,
    sides=Sides(("label.whites", "label.blacks"), coloured=True),
    score_unit=2,
    tiebreaks="tiebreaks",
    game_points=game_points,
)
