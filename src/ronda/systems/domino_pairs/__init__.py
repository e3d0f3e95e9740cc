"""domino_pairs: domino of fixed pairs (PS3). An entry is a pair; its name has both names."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.pairing.walk import surely_unmet
from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.domino_pairs.check import check
from ronda.systems.domino_pairs.codes import CODES
from ronda.systems.domino_pairs.pair import pair
from ronda.systems.domino_pairs.rules import (
    EDITION,
    OPTIONS,
    criteria,
    placed,
    play,
    read_result,
    rounds,
    scoring,
    validate,
)
from ronda.systems.results import score_text
from ronda.systems.score_to_target import doubt, example, game
from ronda.systems.system import Forms, Penalties, Results, Rules, System, Trial, Wording


def _guarantee(book: Book) -> tuple[int, str]:
    return surely_unmet(book), "R4.4"


SYSTEM = System(
    id="domino_pairs",
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(read=read_result, write=score_text, form=ResultForm(example, game=game, hands=18), doubt=doubt),
        pair=pair,
        check=check,
        placed=placed,
        guarantee=_guarantee,
        penalties=Penalties(scores=True),
    ),
    trial=Trial(play),
    words=Wording(CODES),
    forms=Forms(player_fields=(PlayerField("rating"), PlayerField("pinned_table"))),
)
