"""melee: the next round (M3–M5)."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.systems.melee.pair.free_games import Queue, free_game_queue
from ronda.systems.melee.pair.nobody_rests import laned, pair_filled
from ronda.systems.melee.pair.opponents import Draft, DraftBasis
from ronda.systems.melee.pair.partners import outlook_of
from ronda.systems.melee.pair.reasons import free_games_told, partners_told, tables_told
from ronda.systems.melee.pair.relations import Field, field_of
from ronda.systems.melee.pair.wishes import keeping_wishes
from ronda.systems.melee.rules import AT_A_TABLE, EDITION, settings


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Who rests, who plays with whom, who meets whom, and on which lane."""
    found = pair_filled(book, draw) if settings(book.setup).filled else _paired(book, draw)
    return found if isinstance(found, Refusal) else replace(found, round=laned(book, found.round, draw))


def _paired(book: Book, draw: Draw) -> Proposal | Refusal:
    field = field_of(book, book.round)
    if len(field.order) < AT_A_TABLE:
        return Refusal("too_few_players", "M3.1", {"players": len(field.order), "least": AT_A_TABLE})
    queue = free_game_queue(book, field, draw)
    draft = _drafted(book, field, queue, draw)
    told = (
        tables_told(book, draft, draw.seed),
        free_games_told(book, field, queue, draft.made, draw.seed),
        partners_told(field, draft.made, draw.seed),
    )
    return Proposal(
        Round(
            number=book.round,
            tables=tuple(draft.tables),
            byes=tuple(Bye(field.order[v]) for v in draft.made.stage.resting),
            seed=draw.seed,
            edition=EDITION,
            reasons=tuple(reason for reasons, _ in told for reason in reasons),
            relaxations=tuple(relaxation for _, relaxations in told for relaxation in relaxations),
        )
    )


def _drafted(book: Book, field: Field, queue: Queue, draw: Draw) -> Draft:
    """The round: as it is drawn, unless that breaks a hard wish and hard wishes concern opponents."""
    basis = DraftBasis(book, field, queue, outlook_of(book, field, queue))
    first = basis.draft(draw)
    if not any(field.rivals):
        return first
    return keeping_wishes(basis, first, draw)
