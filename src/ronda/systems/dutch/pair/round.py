"""dutch: the next round of an event, with its reasons (DU7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from ronda.core import Book, Bye, Draw, Frozen, Proposal, Reason, Refusal, Relaxation, Round, Table
from ronda.pairing.explain import LISTED, proof_facts, skipped_facts
from ronda.pairing.matching import Barrier, Unplaced
from ronda.pairing.walk import Column
from ronda.systems.dutch.field import prepared, terms_of
from ronda.systems.dutch.pair.criteria import white_first
from ronda.systems.dutch.pair.engine import Bracket, Feasibility, Made, make
from ronda.systems.dutch.rules import ABSOLUTE, EDITION, WHITE, Field, field_of
from ronda.systems.dutch.scoring import score_text, settings


class RoundContext(Frozen):
    """A round that was made: the ids of the positions in `order`, and the pairs in the order of the boards."""

    book: Book
    field: Field
    made: Made
    order: Sequence[int]
    boards: Sequence[tuple[int, int]]

    def score(self, position: int) -> str:
        return score_text(self.field.scores[position], self.book.unit)


def reasons_of(context: RoundContext) -> list[Reason]:
    """For every table how the pair came about and who has white; for every floater why; the bye; the colour drawn."""
    board = {pair: n for n, pair in enumerate(context.boards, start=1)}
    found = []
    if context.book.round == 1 and context.book.setup.options.get("initial_colour") is None:
        colour = "white" if context.field.terms.initial == WHITE else "black"
        found.append(Reason("initial_colour", "DU8.5", {"colour": colour, "seed": context.book.setup.seed}))
    placed = bytearray(len(context.field))
    for bracket in context.made.brackets:
        found += _pairs(context, bracket, board, placed)
        found += _floaters(context, bracket)
    found += [_colour(context, n, pair) for pair, n in board.items()]
    if context.made.resting is not None:
        found.append(_rest(context, context.made.resting))
    return found


# --- pairs ---------------------------------------------------------------------------------------------------


def _pairs(
    context: RoundContext, bracket: Bracket, board: Mapping[tuple[int, int], int], placed: bytearray
) -> Iterator[Reason]:
    """`placed`: who is the lower ranked of a pair that was explained."""
    moved = set(bracket.members[: bracket.moved])
    left, came = bracket.solution.exchanged
    pairs = sorted(bracket.solution.pairs)
    waiting = Column(bracket.members[bracket.moved :], placed)
    lower = Column(_lower_half(bracket, pairs, moved), placed)
    for a, b in pairs:
        passed = list(islice(takewhile(b.__gt__, waiting if a in moved else lower), LISTED + 1))
        placed[b] = True
        facts: dict[str, Any] = {
            "player": context.order[a],
            "opponent": context.order[b],
            "score": context.score(bracket.members[-1]),
            **skipped_facts(_skipped(context, a, other) for other in passed),
        }
        if a in moved:
            code, article = "moved_down", "DU6.4"
            facts["from"] = context.score(a)
        elif a in came or b in left:
            code, article = "exchange", "DU6.3"
            facts["left"], facts["came"] = [context.order[p] for p in left], [context.order[p] for p in came]
        else:
            code, article = ("halves", "DU6.1") if not passed else ("transposition", "DU6.2")
        yield Reason(code, article, facts, table=board[a, b])


def _lower_half(bracket: Bracket, pairs: Sequence[tuple[int, int]], moved: set[int]) -> list[int]:
    """Those of the remainder who are not the higher ranked of their pair, in order."""
    taken = {b for a, b in pairs if a in moved}
    tops = {a for a, _ in pairs}
    return [p for p in bracket.members[bracket.moved :] if p not in taken and p not in tops]


def _skipped(context: RoundContext, player: int, other: int) -> dict[str, Any]:
    """Why the player does not meet somebody nearer to the front."""
    field = context.field
    entry: dict[str, Any] = {"player": context.order[other]}
    if other in field.banned[player]:
        played = ("win", "draw", "loss", "pending")
        lines = [line for line in context.book.lines[context.order[player]] if line.outcome in played]
        rounds = [line.round for line in lines if context.order[other] in line.opponents]
        return {**entry, "why": "met", "rounds": rounds} if rounds else {**entry, "why": "avoid"}
    if not field.legal(player, other):
        return {**entry, "why": "absolute"}
    if field.wish[player] and field.wish[player] == field.wish[other]:
        return {**entry, "why": "clash"}
    return {**entry, "why": "criteria"}


# --- floaters, the bye ------------------------------------------------------------------------------------------


def _floaters(context: RoundContext, bracket: Bracket) -> Iterator[Reason]:
    """DU3.4. Who rests has a reason of its own."""
    floaters, moved = bracket.solution.floaters, set(bracket.members[: bracket.moved])
    if not any(p != context.made.resting for p in floaters):
        return

    def legal(a: int, b: int) -> bool:
        return not (a in moved and b in moved) and context.field.legal(a, b)

    alone = len(floaters) == len(bracket.members) % 2
    # how few would float if nothing lay below the bracket
    possible = 0 if alone else len(Unplaced(bracket.members, legal).exposed)
    for position in floaters:
        if position == context.made.resting:
            continue
        facts = {"player": context.order[position], "score": context.score(bracket.members[-1])}
        if alone:
            code, article = "floated_odd", "C6"
        elif not any(p != position and legal(position, p) for p in bracket.members):
            code, article = "floated_no_opponent", "C6"
        elif possible < len(floaters):
            code, article = "floated_completion", "C4"
        else:
            code, article = "floated_few_opponents", "C6"
        yield Reason(code, article, facts, player=context.order[position])


def _rest(context: RoundContext, resting: int) -> Reason:
    """C5: the PAB, and why nobody with fewer points has it."""
    field = context.field
    lower = [p for p in range(len(field)) if field.scores[p] < field.scores[resting]]
    skipped = (
        {"player": context.order[p], "why": "rest_completion" if field.may_rest[p] else "rest_barred"}
        for p in reversed(lower)
    )
    facts = {"player": context.order[resting], "score": context.score(resting), **skipped_facts(skipped)}
    return Reason("pab", "C5", facts, player=context.order[resting])


# --- colours ------------------------------------------------------------------------------------------------------


_COLOUR_CODES = {
    "DU8.1": "colour_granted",
    "DU8.2": "colour_stronger",
    "DU8.3": "colour_history",
    "DU8.4": "colour_ranked",
    "DU8.5": "colour_by_number",
}


def _colour(context: RoundContext, number: int, pair: tuple[int, int]) -> Reason:
    """DU8: the rule that gave the colours; where both wanted one, which."""
    field = context.field
    a, b = pair
    white, rule = white_first(field, a, b)
    first, second = (a, b) if white else (b, a)
    facts: dict[str, Any] = {"white": context.order[first]}
    if rule == "DU8.5":
        facts |= {"player": context.order[a], "parity": "odd" if field.odd[a] else "even"}
    elif rule != "DU8.1":
        wanted = field.wish[a] == WHITE
        facts["wanted"] = "white" if wanted else "black"
        facts["granted"] = context.order[first if wanted else second]
        if field.strength[a] == ABSOLUTE == field.strength[b]:
            facts["absolute"] = True
    return Reason(_COLOUR_CODES[rule], rule, facts, table=number)


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
        reasons=tuple(reasons_of(RoundContext(book, field, made, order, boards))),
        relaxations=tuple(
            Relaxation("avoid_broken", "S3", (order[a], order[b]))
            for a, b in boards
            if tuple(sorted((field.tpns[a], field.tpns[b]))) in broken
        ),
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

    def keeping(wishes: Sequence[tuple[int, int]]) -> Field:
        return field_of(known.cards, terms_of(book, known.forbidden, wishes, known.soft))

    kept: list[tuple[int, int]] = []
    for wish in hard:
        if not isinstance(Feasibility(keeping([*kept, wish])).pab_score(), Barrier):
            kept.append(wish)
    return keeping(kept), [wish for wish in hard if wish not in kept]


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
