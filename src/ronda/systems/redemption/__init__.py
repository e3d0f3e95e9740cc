"""redemption: card-game Swiss with match points and differential (rulebook R1–R7)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.model import OptionValue, Player, Setup
from ronda.pairing.walk import surely_unmet
from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.redemption.check import check
from ronda.systems.redemption.codes import CODES
from ronda.systems.redemption.pair import pair
from ronda.systems.redemption.rules import (
    EDITION,
    FULL_WIN,
    LEVEL,
    OPTIONS,
    criteria,
    example,
    game,
    placed,
    play,
    read_result,
    rounds,
    scoring,
    settings,
    validate,
)
from ronda.systems.redemption.tracker import tracker
from ronda.systems.results import score_text
from ronda.systems.system import Forms, Results, Rules, System, Tiebreaks, Trial, Wording


def _guarantee(book: Book) -> tuple[int, str]:
    if settings(book.setup).list_fallback:
        return int(book.round == 1), "R4.6"  # who goes down the list does not look ahead
    return surely_unmet(book), "R4.4"


def _settled(setup: Setup, players: Sequence[Player]) -> dict[str, OptionValue]:  # noqa: ARG001
    return {"absent_differential": settings(setup).absent_differential}


SYSTEM = System(
    id="redemption",
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(read=read_result, write=score_text, form=ResultForm(example, game=game, width=3)),
        pair=pair,
        check=check,
        placed=placed,
        guarantee=_guarantee,
        settled=_settled,
        tiebreaks=Tiebreaks(points=(FULL_WIN, LEVEL)),
    ),
    trial=Trial(play),
    words=Wording(CODES),
    forms=Forms(
        player_fields=(PlayerField("pinned_table"),),
        number_key="draw",  # R4.1
        report=tracker,
    ),
)
