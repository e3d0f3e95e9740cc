"""dutch: what the system declares about itself."""

from ronda.systems.declarations import ResultForm, Sides
from ronda.systems.dutch.bench import BENCHMARK
from ronda.systems.dutch.cards import start_numbers
from ronda.systems.dutch.check.round import check
from ronda.systems.dutch.codes import CODES
from ronda.systems.dutch.pair.round import pair
from ronda.systems.dutch.ratings import player_notes
from ronda.systems.dutch.rules import EDITION
from ronda.systems.dutch.scoring import (
    EXAMPLE,
    KEYS,
    OPTIONS,
    PLAYER_FIELDS,
    byes_on_request,
    criteria,
    game_points,
    phone_byes,
    play,
    read_result,
    rounds,
    scoring,
    settled,
    validate,
    write_result,
)
from ronda.systems.system import NAME, Particular, System, attribute

_NUMBER = Particular("number", "label.number", start_numbers)

SYSTEM = System(
    id="dutch",
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
    settled=settled,
    guarantee=lambda book: (0, "C1"),  # noqa: ARG005 - nobody meets twice, and no number of rounds is promised
    start_numbers=start_numbers,
    renumbers_until=lambda setup: 1000,  # noqa: ARG005 - DU1.3: in any round
    byes_on_request=byes_on_request,
    phone_byes=phone_byes,
    beside=(_NUMBER,),
    start_list=(
        _NUMBER,
        attribute("title", "label.title", personal=True),
        NAME,
        attribute("rating", "label.rating", personal=True),
        attribute("federation", "label.federation", personal=True, words=True),
        attribute("club", "label.club", personal=True, words=True),
    ),
    result_form=ResultForm(
        lambda setup: EXAMPLE,  # noqa: ARG005
        keys=KEYS,
        quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")),
        width=4,
    ),
    play=play,
    player_fields=PLAYER_FIELDS,
    player_notes=player_notes,
    codes=CODES,
    sides=Sides(("label.whites", "label.blacks"), coloured=True),
    score_unit=2,
    game_points=game_points,
    benchmark=BENCHMARK,
)
