"""melee: the next round (M3–M5), and what is said about it (S3, S7; the codes and their facts stand in `codes`).

By article: M3, M6 `relations` · M3.4, M4.2–M4.5 `partners` · M4.4 `plan` · M5.1, M5.2 `opponents` · S3 `wishes` with
`whole_rounds` · PS1 `nobody_rests`. The facts are those of `ronda.systems.melee.field`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ronda.core import (
    Book,
    Bye,
    Draw,
    Proposal,
    Reason,
    Refusal,
    Relaxation,
    Round,
    Table,
    avoided_opponents,
    replace,
)
from ronda.pairing.explain import proof_facts, skipped_facts
from ronda.systems.melee.codes import article
from ronda.systems.melee.pair.nobody_rests import laned, pair_filled
from ronda.systems.melee.pair.partners import Partnering, outlook_of, unpartnered
from ronda.systems.melee.pair.relations import Field, Queue, field_of, free_game_queue
from ronda.systems.melee.pair.wishes import Draft, DraftBasis, keeping_wishes
from ronda.systems.melee.rules import AT_A_TABLE, EDITION, POINT, ranked_by, settings


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Who rests, who plays with whom, who meets whom, and on which lane."""
    found = pair_filled(book, draw) if settings(book.setup).filled else _paired(book, draw)
    return found if isinstance(found, Refusal) else replace(found, round=laned(book, found.round, draw))


def _paired(book: Book, draw: Draw) -> Proposal | Refusal:
    field = field_of(book, book.round)
    if len(field.order) < AT_A_TABLE:
        return Refusal("too_few_players", "M3.1", {"players": len(field.order), "least": AT_A_TABLE})
    queue = free_game_queue(book, field, draw)
    # the round: as it is drawn, unless that breaks a hard wish and hard wishes concern opponents
    basis = DraftBasis(book, field, queue, outlook_of(book, field, queue))
    first = basis.draft(draw)
    draft = keeping_wishes(basis, first, draw) if any(field.rivals) else first
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


def _reason(code: str, facts: dict[str, Any], table: int | None = None, player: int | None = None) -> Reason:
    return Reason(code, article("reason", code), facts, table=table, player=player)


def _relaxation(code: str, players: tuple[int, ...], facts: dict[str, Any]) -> Relaxation:
    return Relaxation(code, article("relaxation", code), players, facts)


# --- free games --------------------------------------------------------------------------------------------


def free_games_told(
    book: Book, field: Field, queue: Queue, made: Partnering, seed: int
) -> tuple[list[Reason], list[Relaxation]]:
    """Why these players rest."""
    rightful = set(queue.first_choice)
    passed = [v for v in queue.candidates[: queue.places] if v not in made.stage.resting]
    bottom = settings(book.setup).bottom_rests and field.round > 1
    values = ranked_by(book) if bottom else {}
    reasons: list[Reason] = []
    relaxations: list[Relaxation] = []
    for v in made.stage.resting:
        player = field.order[v]
        facts: dict[str, Any] = {"player": player, "free_games": field.free_games[v]}
        if v in queue.due:
            code = "free_game_due"
            facts |= {"resting": field.resting, "tier": len(queue.due)}
        else:
            facts["tier"] = len(queue.candidates)
            if v not in rightful:
                code = "free_game_moved"
                possible = unpartnered(field, queue.first_choice).perfect  # in this round; else only later ones fail
                why = made.moved or ("no_plan" if possible else "no_partnering")
                facts |= skipped_facts({"player": field.order[p], "why": why} for p in passed)
            elif bottom:
                code = "free_game_bottom"
                facts |= _bottom_facts(values, field, v)
            else:
                code = "free_game_lot"
                facts["seed"] = seed
        reasons.append(_reason(code, facts, player=player))
        if v in field.entering:
            entry = {"players": len(field.order), "resting": field.resting}
            relaxations.append(_relaxation("free_game_on_entry", (player,), entry))
    return reasons, relaxations


def _bottom_facts(values: Mapping[int, tuple[int, ...]], field: Field, v: int) -> dict[str, Any]:
    """What the one who rests is ranked by, and the lower-ranked who do not."""
    own = values[field.order[v]]
    lower = [
        (values[player], at)
        for at, player in enumerate(field.order)
        if values[player] < own and (at in field.entering or field.free_games[at] > field.free_games[v])
    ]
    skipped = (
        {"player": field.order[at], "why": "late_entry"}
        if at in field.entering
        else {"player": field.order[at], "why": "free_games", "count": field.free_games[at]}
        for _, at in sorted(lower)
    )
    return {"points": own[0] // POINT, **_deciding(own), **skipped_facts(skipped)}


def _deciding(own: tuple[int, ...]) -> dict[str, int]:
    """What ranks after the points: the Buchholz, or by option score difference and points scored."""
    if len(own) == 2:
        return {"buchholz": own[1] // POINT}
    return {"difference": own[-2], "points_for": own[-1]}


# --- partners ----------------------------------------------------------------------------------------------


def partners_told(field: Field, made: Partnering, seed: int) -> tuple[list[Reason], list[Relaxation]]:
    """How the partners were found, and what had to give way."""
    code = "partners_halves" if field.round == 1 else "partners_lot"
    reasons = [_reason(code, {"players": field.seats, "seed": seed})]
    if made.planned is not None:
        reasons.append(_reason("rounds_ahead", {"rounds": field.later, "planned": made.planned}))
    return reasons, list(_partner_relaxations(field, made))


def _compared(made: Partnering) -> dict[str, Any]:
    return {} if made.compared is None else {"compared": made.compared}


def _partner_relaxations(field: Field, made: Partnering) -> Iterator[Relaxation]:
    compared = _compared(made)
    because = proof_facts(made.proof, [*field.order, *[0] * field.resting]) if made.proof else {}
    if field.beyond and not compared:
        nobody_new = made.proof is None or not (made.proof.hub or any(len(group) > 1 for group in made.proof.groups))
        because = {**({} if nobody_new else because), "beyond": field.new_partners}  # that nobody is new says it all
    because |= compared
    repeated = [(a, b) for a, b in made.stage.teams if b in field.partners[a]]
    top = {v for v in range(len(field.order)) if v not in made.stage.resting}
    top = set(sorted(top)[: field.seats // 2])
    for a, b in made.stage.teams:
        players = (field.order[a], field.order[b])
        if b in field.partners[a]:
            facts = {"rounds": list(field.partners[a][b]), "fewest": len(repeated), **because}
            yield _relaxation("partner_repeat", players, facts)
        if b in field.hard[a]:
            yield _relaxation("avoid_broken", players, {"relation": "partners", **because})
        if field.round == 1 and (a in top) is (b in top):
            yield _relaxation("halves_broken", players, compared)


# --- tables ------------------------------------------------------------------------------------------------


def tables_told(book: Book, draft: Draft, seed: int) -> tuple[list[Reason], list[Relaxation]]:
    """Why these teams meet."""
    power = settings(book.setup).power
    reasons: list[Reason] = []
    gaps: list[int] = []
    repeated = 0
    for table in draft.tables:
        first, second = (sum(book.halves[p] for p in side) // POINT for side in (table.first, table.second))
        gaps.append(abs(first - second))
        facts: dict[str, Any] = {
            "first": list(table.first),
            "second": list(table.second),
            "first_points": first,
            "second_points": second,
            "difference": gaps[-1],
        }
        if power:
            again = list(_met_again(book, table))
            repeated += len(again)
            reasons.append(_reason("set_by_power", {**facts, "repeats": again}, table.number))
        else:
            reasons.append(_reason("set_by_lot", {**facts, "seed": seed}, table.number))
    if power:
        total = {"difference": sum(gaps), "squares": sum(gap * gap for gap in gaps), "repeats": repeated}
        reasons.append(_reason("power_total", total))
    return reasons, list(_opponent_relaxations(book, draft))


def _met_again(book: Book, table: Table) -> Iterator[dict[str, Any]]:
    for player in table.first:
        met = book.met(player)
        for opponent in table.second:
            if opponent in met:
                yield {"players": [player, opponent], "rounds": met[opponent]}


def _opponent_relaxations(book: Book, draft: Draft) -> Iterator[Relaxation]:
    seat = {p: (t.number, p in t.first) for t in draft.tables for p in t.players}
    hard = avoided_opponents(book.setup, seat).hard
    for pair in sorted((a, b) for a, others in hard.items() for b in others if a < b):
        one, other = (seat[player] for player in pair)
        if one[0] == other[0] and one[1] is not other[1]:
            yield _relaxation("avoid_broken", pair, {"relation": "opponents", **_compared(draft.made)})
