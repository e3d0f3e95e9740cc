"""chess: the bye, the walk (C3.3, C4.3, C5.1–C5.3) and the round that comes of it, with what is said about it (S7).

Further by article: C4.2, C5.3 `relations` · C4.4, C5.5 `ladder` · C5.4 `look_ahead` with `ladder`, `plan` and
`plan_search`. The facts are those of `ronda.systems.chess.field`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from typing import Any

from ronda.core import Book, Bye, Draw, Proposal, Reason, Refusal, Relaxation, Round, Table
from ronda.pairing.explain import passed_over, proof_facts, skipped_facts
from ronda.pairing.matching import Barrier
from ronda.pairing.walk import Choice, Column, Graph, walk
from ronda.systems.chess.field import bye_candidates
from ronda.systems.chess.pair.ladder import (
    LEGAL_STEPS,
    Field,
    Pairing,
    breaks,
    climb,
    colour_by_step,
    fewest_rematches,
    field_of,
    freed,
    other,
    repeats,
    step_between,
)
from ronda.systems.chess.pair.look_ahead import outlook_of, secured, with_later_rounds
from ronda.systems.chess.rules import (
    BLACK,
    EDITION,
    WHITE,
    Colour,
    Colours,
    free_points,
    pairing_order,
    start_numbers,
)


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """The next round."""
    return _made(book, draw, rematches=False)


def last_resort(book: Book, draw: Draw) -> Proposal | Refusal:
    """The next round where none without a rematch exists: with as few as possible, for a director to approve (C5.5)."""
    return _made(book, draw, rematches=True)


def guarantee(book: Book) -> tuple[int, str]:
    """The last round that surely exists as long as nobody comes or goes: by counting (C3.2), or by a plan (C5.4)."""
    order = pairing_order(book, book.pool(), start_numbers(book.players))
    made = _by_itself(book, order) if len(order) > 1 and book.round <= book.rounds else None
    if not isinstance(made, Pairing):
        return book.round - 1, "C5.4"
    outlook = outlook_of(book, order)
    if outlook is not None:
        return book.round + secured(book, order, outlook, made), "C5.4"
    return book.rounds, "C3.2" if book.round < book.rounds else "C5.4"


def _made(book: Book, draw: Draw, *, rematches: bool) -> Proposal | Refusal:
    pool = book.pool()
    if len(pool) < 2:
        return Refusal("too_few_players", "C3.1", {"players": len(pool), "least": 2})
    numbers = start_numbers(book.players)
    order = pairing_order(book, pool, numbers)
    made = _by_itself(book, order)
    outlook = outlook_of(book, order) if isinstance(made, Pairing) else None
    if isinstance(made, Pairing) and outlook is not None:
        made = with_later_rounds(book, order, outlook, made)
    if isinstance(made, Refusal):
        if not rematches:
            return made
        made = fewest_rematches(book, order, made)
    fresh = {pid: n for pid, n in numbers.items() if book.players[pid].number is None}
    return Proposal(_round(book, made, order, draw.seed), fresh)


def _by_itself(book: Book, order: Sequence[int]) -> Pairing | Refusal:
    """The round as if no other came after it."""
    resting = bye_candidates(book, order) if len(order) % 2 else []
    seated = field_of(book, [player for player in order if player not in resting[:1]])
    found = _walk(seated)
    if not isinstance(found, Barrier):
        return Pairing(seated, found, resting[:1])
    proof = proof_facts(found, seated.order)
    made = climb(book, order, resting, proof)
    if isinstance(made, Refusal) and resting:
        return climb(book, order, bye_candidates(book, order, anybody=True), proof)
    return made


def _walk(seated: Field) -> list[Choice] | Barrier:
    """Round 1: neighbours (C3.3). Later: by score group down, in each by steps 1.1 to 1.3, nearest first."""
    graph = _graph(seated)
    placed = bytearray(len(seated.order))
    everybody = Column(range(len(seated.order)), placed)
    groups = _groups(seated, placed)
    group_of = {halves: at for at, halves in enumerate(sorted(set(seated.halves), reverse=True))}

    def neighbours(player: int) -> Iterator[int]:
        return (q for q in everybody if q != player and q not in graph.barred[player])

    def by_steps(player: int) -> Iterator[int]:
        own, barred = seated.colours[player], graph.barred[player]
        for group in groups[group_of[seated.halves[player]] :]:
            for step in LEGAL_STEPS:
                columns = [c for kind, c in group.items() if colour_by_step(own, kind, step) is not None]
                yield from (q for q in merge(*columns) if q != player and q not in barred)

    return walk(graph, neighbours if seated.relations.round == 1 else by_steps, placed)


def _graph(seated: Field) -> Graph:
    """Who may sit together by C4.1, C4.2 and steps 1.1 to 1.3. Two players who must both change to the same
    colour are of one clan. Who must not change colour (after C4.2 was lifted) is barred one by one."""
    barred = seated.relations.barred(soft=True)
    places: dict[Colours, set[int]] = {}
    for at, own in enumerate(seated.colours):
        places.setdefault(own, set()).add(at)
    for own in [own for own in places if not own.may_alternate]:
        for other_own, theirs in places.items():
            step, lifted = step_between(own, other_own)  # who of the two is placed higher makes no difference
            if lifted or step not in LEGAL_STEPS:
                for at in places[own]:
                    barred[at] |= theirs
                for at in theirs:
                    barred[at] |= places[own]
    for at, found in enumerate(barred):
        found.discard(at)
    clan = ["" if own.may_repeat or not own.may_alternate else f"had {own.previous}" for own in seated.colours]
    return Graph(barred, clan)


def _groups(seated: Field, placed: bytearray) -> list[dict[Colours, Column]]:
    """The score groups, best first; in each the players by the colours they may get."""
    found: dict[int, dict[Colours, list[int]]] = {}
    for place, (halves, own) in enumerate(zip(seated.halves, seated.colours, strict=True)):
        found.setdefault(halves, {}).setdefault(own, []).append(place)
    return [
        {own: Column(places, placed) for own, places in found[halves].items()} for halves in sorted(found, reverse=True)
    ]


def _round(book: Book, made: Pairing, order: Sequence[int], seed: int) -> Round:
    """The round with its reasons; MNo in the order made (C5.6)."""
    seated = made.seated
    numbers = start_numbers(book.players)
    tables: list[Table] = []
    reasons: list[Reason] = []
    relaxations: list[Relaxation] = []
    skips = passed_over(made.choices, made.why)
    for number, (choice, skipped) in enumerate(zip(made.choices, skips, strict=True), start=1):
        white, black = _colours(book, numbers, seated, choice)
        tables.append(Table(number, (white,), (black,)))
        reasons.append(table_reason(made, choice, number, white, skipped))
        relaxations += table_relaxations(seated, choice, made.proof)
    if made.resting:
        reason, moved = bye_told(book, made, order, bye_candidates(book, order))
        reasons.append(reason)
        relaxations += moved
    return Round(
        number=book.round,
        tables=tuple(tables),
        byes=(*(Bye(player, kind=kind) for player, kind in book.resting()), *map(Bye, made.resting)),  # AG4.3
        seed=seed,
        edition=EDITION,
        reasons=(*reasons, *made.reasons),
        relaxations=tuple(relaxations),
    )


def _colours(book: Book, numbers: Mapping[int, int], seated: Field, choice: Choice) -> tuple[int, int]:
    """White and black of the table. In round 1 odd BSNos have the arbiter's colour (C3.3); where two of a kind sit
    together (as others should not meet), the higher-ranked keeps it."""
    one, two = seated.order[choice.player], seated.order[choice.opponent]
    colour: Colour | None
    if book.round == 1:
        first: Colour = BLACK if book.setup.options.get("first_colour") == "s" else WHITE
        colour = first if numbers[one] % 2 else other(first)
    else:
        p, q = seated.colours[choice.player], seated.colours[choice.opponent]
        colour = colour_by_step(freed(p), freed(q), step_between(p, q)[0])
    return (one, two) if colour == WHITE else (two, one)


# --- what is said about it (S3, S7) ------------------------------------------------------------------------


def table_reason(made: Pairing, choice: Choice, number: int, white: int, skipped: Mapping[str, Any]) -> Reason:
    """Why these two, and why these colours."""
    seated = made.seated
    a, b = choice.player, choice.opponent
    facts: dict[str, Any] = {"player": seated.order[a], "opponent": seated.order[b], "white": white}
    if seated.relations.round == 1:
        return Reason("neighbours", "C3.3", {**facts, **skipped}, table=number)
    facts["step"] = f"1.{seated.step(a, b)[0]}"
    if seated.relations.met(a, b):
        return Reason("fewest_rematches", "C5.5", {**facts, "rounds": seated.relations.meetings(a, b)}, table=number)
    if any((seated.order[a], seated.order[other]) in made.spared for other in choice.rejected):
        return Reason("completed_for_rounds_to_come", "C5.4", {**facts, **skipped}, table=number)
    if choice.rejected:
        return Reason("completed_by_look_ahead", "C5.4", {**facts, **skipped}, table=number)
    article = "C5.1" if seated.halves[a] == seated.halves[b] else "C5.2"
    return Reason("nearest", article, {**facts, **skipped}, table=number)


def table_relaxations(seated: Field, choice: Choice, proof: Mapping[str, Any]) -> Iterator[Relaxation]:
    """What the ladder had to lift for this table."""
    a, b = choice.player, choice.opponent
    players = (seated.order[a], seated.order[b])
    step, lifted = seated.step(a, b)
    if seated.relations.met(a, b):
        yield Relaxation("forced", "C5.5", players, {"rounds": seated.relations.meetings(a, b), **proof})
    if seated.relations.hard(a, b):
        yield Relaxation("avoid_broken", "S3", players, proof)
    if lifted:
        broken = [
            seated.order[place]
            for place, again in zip((a, b), repeats(step), strict=True)
            if breaks(seated.colours[place], again=again)
        ]
        yield Relaxation("colour_lifted", "C5.5", tuple(broken), proof)
    elif step == 4:
        yield Relaxation("both_repeat", "C5.5", players, proof)


def bye_told(
    book: Book, made: Pairing, order: Sequence[int], candidates: Sequence[int]
) -> tuple[Reason, list[Relaxation]]:
    """Why this player rests, and what had to give way (C4.3, C4.4, C5.5)."""
    (chosen,) = made.resting
    rightful = candidates[0]
    free = free_points(book, chosen)
    below = reversed(order[order.index(chosen) + 1 :])
    facts = {"player": chosen, "free_points": free, **skipped_facts(_not_resting(made, candidates, below))}
    relaxations: list[Relaxation] = []
    if free:
        relaxations.append(Relaxation("bye_again", "C4.4", (chosen,), {"free_points": free}))
    if chosen != rightful:
        relaxations.append(Relaxation("bye_moved", "C5.5", (chosen, rightful), {"rightful": rightful, **made.proof}))
        ahead = {"ahead": made.proof["ahead"]} if "ahead" in made.proof else {}
        return Reason("bye_moved", "C5.5", {**facts, **ahead}, player=chosen), relaxations
    code, article = ("bye_again", "C4.4") if free else ("bye_lowest", "C4.3")
    return Reason(code, article, facts, player=chosen), relaxations


def _not_resting(made: Pairing, candidates: Sequence[int], players: Iterable[int]) -> Iterator[dict[str, Any]]:
    for player in players:
        if (player, 0) in made.spared:
            yield {"player": player, "why": "rounds_to_come"}
        else:
            yield {"player": player, "why": "completion" if player in candidates else "free_point"}
