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
from ronda.systems.system import Forms, Results, Rules, Seating, System, Tiebreaks, Trial, Wording

SYSTEM = System(
    id="robin",
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
            form=ResultForm(GAME, keys=GAME_KEYS, quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")), width=4),
            unit=2,
        ),
        pair=pair,
        check=check,
        seating=Seating(scheduled=True),
        placed=placed,
        guarantee=lambda book: (scheduled_rounds(book.setup, list(book.players.values())), "ST5.1"),
        settled=lambda setup, players: {"rounds": rounds(setup, players)},
        tiebreaks=Tiebreaks("tiebreaks", game_points),
    ),
    trial=Trial(play),
    words=Wording(CODES, sides=Sides(("label.whites", "label.blacks"), coloured=True)),
    forms=Forms(player_fields=(PlayerField("rating", "ST5.4"),)),
)
