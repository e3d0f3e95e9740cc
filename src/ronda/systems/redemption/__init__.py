"""redemption: card-game Swiss with match points and differential (rulebook R1–R7)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core import Book, Bye, Draw, OptionValue, Player, Proposal, Setup
from ronda.core.verdicts import COUNT, TEXT, Codes, Refusal, cited, citing, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.pairing.unmet_walk import WalkRules, pair_unmet
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
    draw_numbers,
    example,
    game,
    pairing_order,
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


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """From the top, each the highest-placed who was not met yet; the order of R4.1."""
    own, numbers = settings(book.setup), draw_numbers(book.players, book.setup.seed)
    rules = WalkRules(
        EDITION,
        own.first_table,
        own.even_byes,
        lambda player: Bye(player, own.bye_halves, own.bye_differential),  # R3.3
        own.list_fallback,
    )
    return pair_unmet(book, draw, pairing_order(book, book.pool(), numbers), numbers, rules)


def _guarantee(book: Book) -> tuple[int, str]:
    if settings(book.setup).list_fallback:
        return int(book.round == 1), "R4.6"  # who goes down the list does not look ahead
    return surely_unmet(book), "R4.4"


def _settled(setup: Setup, players: Sequence[Player]) -> dict[str, OptionValue]:  # noqa: ARG001
    return {"absent_differential": settings(setup).absent_differential}


_OWN: Codes = {
    "refusal": {
        "score_too_high": citing("R2.3", text=TEXT, most=COUNT),
        "both_at_maximum": citing("R2.3", text=TEXT, most=COUNT),
    },
}
CODES: Codes = joined(
    # R3.3 in earlier releases, and told in words of this system's own
    cited(PAIRING, {"reason": {"bye_lowest": "R3.1 R3.3"}}),
    cited(SHARED, {"finding": {"too_few_players": "R3.5", "rematches_ahead": "R4.4"}}),
    _OWN,
)

SYSTEM = System(
    id="redemption",
    order=4,
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
