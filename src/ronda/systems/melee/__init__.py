"""melee: doubles with partners drawn each round (rulebook M1–M6)."""

from ronda.systems.declarations import Benchmark, Rest, ResultForm, Sides
from ronda.systems.melee.check.round import check
from ronda.systems.melee.codes import CODES
from ronda.systems.melee.pair.round import pair
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
    validate,
)
from ronda.systems.results import score_text
from ronda.systems.system import System, WorkedCases


def _worked() -> WorkedCases:
    from ronda.systems.melee.house_rules import WORKED

    return WORKED


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
    guarantee=guarantee,
    seating=seating,
    differential=lambda setup: settings(setup).by_difference,
    score_counts=lambda setup: settings(setup).by_difference,
    result_form=ResultForm(lambda setup: EXAMPLE, width=5),  # noqa: ARG005
    play=play,
    sides=Sides(("label.sheet.team", "label.sheet.team")),
    rest=Rest("label.sheet.free_game", "web.phone.free_game", "web.phone.outcome.free_game"),
    known_as=("melee", "mêlée", "petanque", "pétanque", "boule", "boules"),
    benchmark=Benchmark((16, 100, 400, 2_000), rounds=7, base=100),
    worked=_worked,
    codes=CODES,
)
