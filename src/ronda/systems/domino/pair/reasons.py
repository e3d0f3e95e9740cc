"""domino: reasons and relaxations of a round (S3, S7, D7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ronda.core.verdicts import Reason, Relaxation
from ronda.pairing.explain import skipped_facts
from ronda.systems.domino.field import Foursome, Pair, Relation, ideal
from ronda.systems.domino.pair.ladder import Failure, LadderOutcome, Part
from ronda.systems.domino.pair.pyramids import wished
from ronda.systems.domino.pair.relations import OLD_PARTNER, OLD_RIVAL, Field, Level
from ronda.systems.domino.pair.search import BUDGET
from ronda.systems.domino.rules import Order

Facts = dict[str, Any]


def names(field: Field, pair: Sequence[int]) -> list[int]:
    return [field.order[place] for place in pair]


def part_reasons(field: Field, part: Part) -> Iterator[Reason]:
    """What is to be said about a pyramid as a whole: exchanges of sides and what the search proved."""
    for a, b in part.seating.sides.exchanged:
        facts: Facts = {"players": names(field, (a, b)), "places": [a + 1, b + 1], "displacement": b - a}
        if field.choices.fresh:
            facts["fresh"] = True
        yield Reason("side_exchange", "D6.6", {"pyramid": part.pyramid, **facts})
    found = part.found
    facts = {"pyramid": part.pyramid, "proved": found.proof, "work": found.work, "budget": BUDGET}
    yield Reason("search_stated", "D6.4", facts)
    if field.choices.fresh:
        tables = part.seating.tables()
        again = sum(field.repeated(table) for table in tables)
        counts = {"partners": again // OLD_PARTNER, "rivals": again % OLD_PARTNER // OLD_RIVAL}
        yield Reason("fresh", "D10.5", {"pyramid": part.pyramid, **counts, "proved": found.proof != "none"})


def choice_reasons(field: Field, order: Order) -> Iterator[Reason]:
    """D10: what the director chose where the documents disagree."""
    if field.choices.across:
        yield Reason("chosen_tables", "D10.1")
    if field.choices.consecutive:
        yield Reason("chosen_partners", "D10.2")
    if order == "index":
        yield Reason("chosen_order", "D10.4")
    if field.choices.exchange_first:
        yield Reason("chosen_contingency", "D10.6")


def table_reasons(field: Field, part: Part, number: Mapping[Pair, int]) -> Iterator[Reason]:
    """Of each table of a pyramid; `number`: of the table of an A pair."""
    seating = part.seating
    moved: dict[Pair, bool] = {}
    passed_over: dict[Pair, list[Facts]] = {}
    for side, pairs in zip(seating.sides.groups, seating.partners, strict=True):
        for pair, not_ideal, skipped in _partners_skipped(field, side, pairs):
            moved[pair], passed_over[pair] = not_ideal, skipped
    better, lower = seating.halves
    free = list(lower)
    for pair, at in zip(better, seating.meets, strict=True):
        other = lower[at]
        rivals = [_rivals_skipped(field, pair, passed) for passed in free[: free.index(other)]]
        free.remove(other)
        code = "moved_rivals" if rivals else "ideal_table"
        article = "D10.1" if field.choices.across else "D6.5"
        if moved[pair] or moved[other]:
            code, article = "moved_partner", "D6.4"
        facts = {"pyramid": part.pyramid, "first": names(field, pair), "second": names(field, other)}
        facts |= skipped_facts([*passed_over[pair], *passed_over[other], *rivals])
        yield Reason(code, article, facts, table=number[pair])


def _partners_skipped(
    field: Field, side: Sequence[int], pairs: Sequence[Pair]
) -> Iterator[tuple[Pair, bool, list[Facts]]]:
    """For each pair whether it is not the ideal one, and who was skipped and why (D6.4)."""
    at = {place: n for n, place in enumerate(side)}
    consecutive = field.choices.consecutive
    placed: set[int] = set()
    for pair in pairs:
        player, partner = pair
        skipped = []
        for n in wished(at[player], len(side), consecutive=consecutive):
            other = side[n]
            if other == partner:
                break
            if other not in placed:
                skipped.append({"for": field.order[player], **_why(field, field.partners, player, other)})
        placed.update(pair)
        yield pair, ideal(at[player], len(side), consecutive=consecutive) != at[partner], skipped


def _why(field: Field, ties: Relation, a: int, b: int) -> Facts:
    gap = ties.gap(a, b)
    found: Facts = {"player": field.order[b]}
    if gap is not None:
        return {**found, "why": f"{ties.name}_window", "last": field.round - gap}
    if b in ties.hard[a] or b in ties.soft[a]:
        return {**found, "why": "avoid"}
    if ties.again(a, b):
        return {**found, "why": f"old_{ties.name}", "last": ties.last[a][b]}
    return {**found, "why": "completion"}


def _rivals_skipped(field: Field, pair: Pair, other: Pair) -> Facts:
    """Why the pair did not meet a free one that stood before (D6.5)."""
    every = [(a, _why(field, field.rivals, a, b)) for a, b in product(pair, other)]
    a, why = next((one for one in every if one[1]["why"] != "completion"), every[0])
    return {"for": field.order[a], "pair": names(field, other), **why}


def ladder_reasons(outcome: LadderOutcome) -> Iterator[Reason]:
    """D7.4: each level that failed, with its attempts; levels that failed for several exchanges between
    the pyramids are told together. Seconds are left out: the same facts give the same round byte for
    byte (S5). D7.2: how many exchanges between the pyramids were compared, and whether no other is better; D7.2b: where
    more hard wishes are broken than counting demands."""
    together: dict[tuple[str, Level, int], list[Failure]] = {}
    for failed in outcome.failures:
        key = (failed.pyramid, failed.level, len(failed.crossing))
        together.setdefault(key, []).append(failed)
    for (pyramid, level, crossed), failures in together.items():
        facts = {
            "pyramid": pyramid,
            "level": level.code,
            "partner_window": level.windows.partner,
            "rival_window": level.windows.rival,
            "crossed": crossed,
            "ways": len(failures),
            "attempts": sum(failed.attempts for failed in failures),
            "proved": all(failed.proved for failed in failures),
        }
        yield Reason("level_failed", "D7.4", facts)
    if outcome.compared is not None:
        ways, of, proved, broken, least = outcome.compared
        if ways:
            yield Reason("exchanges_compared", "D7.2", {"ways": ways, "of": of, "proved": proved})
        if broken > least:
            yield Reason("more_than_counted", "D7.2b", {"broken": broken, "least": least, "proved": proved})


def crossing_relaxations(field: Field, outcome: LadderOutcome) -> Iterator[Relaxation]:
    """D7.2: who changed pyramids; D10.6: so that every window is kept."""
    clean = field.choices.exchange_first and not outcome.harm[0]
    for down, up in outcome.crossing:
        facts: Facts = {"places": [down + 1, up + 1], "displacement": up - down}
        if clean:
            facts["clean"] = True
        yield Relaxation("pyramid_exchange", "D7.2", (field.order[down], field.order[up]), facts)


def table_relaxations(field: Field, pairs: Foursome) -> Iterator[Relaxation]:
    """Every window and every hard wish that the table breaks (D7.1, D7.3, S3)."""
    for ties, a, b in field.together(pairs):
        gap = ties.gap(a, b)
        players = (field.order[a], field.order[b])
        if gap is not None:
            facts = {"as": ties.kind, "last": field.round - gap, "window": ties.window}
            if gap <= 1:
                yield Relaxation("forced", "D7.3", players, facts)
            else:
                yield Relaxation(f"{ties.name}_window", "D7.1", players, facts)
        if b in ties.hard[a]:
            yield Relaxation("avoid_broken", "S3", players, {"as": ties.kind})


def wish_reasons(field: Field, table: int, pairs: Foursome) -> Iterator[Reason]:
    """Soft wishes that could not be kept without harm to a rule."""
    for ties, a, b in field.together(pairs):
        if b in ties.soft[a]:
            facts = {"players": names(field, (a, b)), "as": ties.kind}
            yield Reason("wish_not_kept", "S3", facts, table=table)
