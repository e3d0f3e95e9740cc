"""dutch: the next round of an event, with its reasons (DU7)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round, Table
from ronda.core.verdicts import Refusal, Relaxation
from ronda.pairing.explain import proof_facts
from ronda.pairing.matching import Barrier
from ronda.systems.dutch.field import Prepared, prepared, terms_of
from ronda.systems.dutch.pair.criteria import white_first
from ronda.systems.dutch.pair.engine import Made, make
from ronda.systems.dutch.pair.feasible import Feasibility
from ronda.systems.dutch.pair.reasons import Told, reasons_of
from ronda.systems.dutch.rules import EDITION, Field, field_of
from ronda.systems.dutch.scoring import settings


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """The next round. Nothing in it is drawn by lot but the initial colour (DU8.5)."""
    pool = book.pool()
    if len(pool) < 2:
        return Refusal("too_few_players", "DU1.5", {"players": len(pool), "least": 2})
    numbers = prepared(book).numbers
    field, broken = _field(book)
    made = make(field)
    ids = {number: player for player, number in numbers.items()}
    order = [ids[tpn] for tpn in field.tpns]
    if isinstance(made, Barrier):
        facts = {"round": book.round, **proof_facts(made, [*order, 0])}
        return Refusal("no_complete_round", "DU4.4", facts)
    boards = board_order(field, made)
    tables = [_table(field, order, n, a, b) for n, (a, b) in enumerate(boards, start=1)]
    round_ = Round(
        number=book.round,
        tables=tuple(tables),
        byes=_byes(book, order, made.resting),
        seed=draw.seed,
        edition=EDITION,
        reasons=tuple(reasons_of(Told(book, field, made, order, boards))),
        relaxations=tuple(_relaxations(field, boards, order, broken)),
    )
    changed = {player: n for player, n in numbers.items() if book.players[player].number != n}
    return Proposal(round_, changed)


def _field(book: Book) -> tuple[Field, list[tuple[int, int]]]:
    """The field, with the hard avoid pairs that could not be kept: they are kept in the order of the list, as long as a
    complete round exists (S3)."""
    known = prepared(book)
    field, hard = known.field, known.hard
    if not hard or not isinstance(Feasibility(field).pab_score(), Barrier):
        return field, []
    kept: list[tuple[int, int]] = []
    for wish in hard:
        tried = _with_wishes(book, known, [*kept, wish])
        if not isinstance(Feasibility(tried).pab_score(), Barrier):
            kept.append(wish)
    return _with_wishes(book, known, kept), [wish for wish in hard if wish not in kept]


def _with_wishes(book: Book, known: Prepared, hard: Sequence[tuple[int, int]]) -> Field:
    return field_of(known.cards, terms_of(book, known.forbidden, hard, known.soft))


def board_order(field: Field, made: Made) -> list[tuple[int, int]]:
    """DU7.4: the pairs by the score of the higher ranked, the sum of both scores, and the number of the higher ranked.
    Positions are in the order of score and number."""
    scores = field.scores
    pairs = [pair for bracket in made.brackets for pair in bracket.solution.pairs]
    return sorted(pairs, key=lambda pair: (-scores[pair[0]], -scores[pair[1]], pair[0]))


def _table(field: Field, order: Sequence[int], number: int, a: int, b: int) -> Table:
    white, _ = white_first(field, a, b)
    first, second = (a, b) if white else (b, a)
    return Table(number, (order[first],), (order[second],))


def _byes(book: Book, order: Sequence[int], resting: int | None) -> tuple[Bye, ...]:
    """The PAB first, then those who asked for a bye."""
    own = settings(book.setup)
    worth = {"F": own.win, "H": own.draw, "Z": 0}
    found = [] if resting is None else [Bye(order[resting], own.pab)]
    found += [Bye(player, worth[kind], kind=kind) for player, kind in book.resting()]
    return tuple(found)


def _relaxations(
    field: Field, boards: Sequence[tuple[int, int]], order: Sequence[int], broken: Sequence[tuple[int, int]]
) -> list[Relaxation]:
    """The hard wishes that were given up and are met by the round."""
    given_up = set(broken)
    found = []
    for a, b in boards:
        pair = (min(field.tpns[a], field.tpns[b]), max(field.tpns[a], field.tpns[b]))
        if pair in given_up:
            found.append(Relaxation("avoid_broken", "S3", (order[a], order[b])))
    return found
