"""redemption: card-game Swiss with match points and differential (rulebook R1–R7)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core import Book, Codes, Draw, OptionValue, Player, Proposal, Refusal, Setup
from ronda.core.verdicts import COUNT, TEXT, cited, citing, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.pairing.walk import surely_unmet
from ronda.systems.codes import SHARED
from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.redemption.check import check
from ronda.systems.redemption.rules import (
    EDITION,
    FULL_WIN,
    LEVEL,
    OPTIONS,
    criteria,
    example,
    game,
    pairing_order,
    play,
    read_result,
    rounds,
    settings,
    validate,
)
from ronda.systems.redemption.tracker import tracker
from ronda.systems.results import score_text
from ronda.systems.swiss.pair import pair_by
from ronda.systems.swiss.rules import draw_numbers, placed
from ronda.systems.swiss.scoring import scoring_by
from ronda.systems.system import Byes, Forms, Results, Rules, System, Tiebreaks, Trial, Wording


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """From the top, each the highest-placed who was not met yet; the order of R4.1."""
    order = pairing_order(book, book.pool(), draw_numbers(book.players, book.setup.seed))
    return pair_by(book, draw, settings(book.setup), order, EDITION)


def _guarantee(book: Book) -> tuple[int, str]:
    if settings(book.setup).walk.list_fallback:
        return int(book.round == 1), "R4.6"  # who goes down the list does not look ahead
    return surely_unmet(book), "R4.4"


def _settled(setup: Setup, players: Sequence[Player]) -> dict[str, OptionValue]:  # noqa: ARG001
    return {"absent_differential": settings(setup).worth.forfeit_margin[1]}


_OWN: Codes = {
    "refusal": {
        "both_at_maximum": citing("R2.3", text=TEXT, most=COUNT),
    },
}
CODES: Codes = joined(
    # R3.3 in earlier releases, and told in words of this system's own
    cited(PAIRING, {"reason": {"bye_lowest": "R3.1 R3.3"}}),
    cited(SHARED, {"refusal": {"score_too_high": "R2.3"}}),
    cited(SHARED, {"finding": {"too_few_players": "R3.5", "rematches_ahead": "R4.4"}}),
    _OWN,
)

SYSTEM = System(
    id="redemption",
    order=4,
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=lambda setup: scoring_by(settings(setup)),
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(read=read_result, write=score_text, form=ResultForm(example, game=game, width=3)),
        pair=pair,
        check=check,
        placed=placed,
        guarantee=_guarantee,
        settled=_settled,
        byes=Byes(("H", "F", "Z")),
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
