"""redemption: card-game Swiss with match points and differential (rulebook R1–R7)."""

from __future__ import annotations

from ronda.core.book import Book
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
from ronda.systems.system import System


def _guarantee(book: Book) -> tuple[int, str]:
    if settings(book.setup).list_fallback:
        return int(book.round == 1), "R4.6"  # who goes down the list does not look ahead
    return surely_unmet(book), "R4.4"


SYSTEM = System(
    id="redemption",
    edition=EDITION,
    side_size=1,
    options=OPTIONS,
    scoring=scoring,
    rounds=rounds,
    validate=validate,
    read_result=read_result,
    write_result=score_text,
    criteria=criteria,
    placed=placed,
    pair=pair,
    check=check,
    guarantee=_guarantee,
    settled=lambda setup, players: {"absent_differential": settings(setup).absent_differential},  # noqa: ARG005
    result_form=ResultForm(example, game=game, width=3),
    play=play,
    game_points=lambda setup: (FULL_WIN, LEVEL),  # noqa: ARG005
    player_fields=(PlayerField("pinned_table"),),
    number_key="draw",  # R4.1
    five_tables=True,  # R7
    demonstrates=("terminal",),
    known_as=("redemption",),
    form=tracker,
    codes=CODES,
)
