"""Who rests and who plays whom where the highest who was not met yet is taken, from the top (R3, R4, R5.1): for every
system that walks like that. And the table that somebody keeps all the event, in systems whose own rules know no such
thing (PS6.1): the game moves, never the pairing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Literal

from ronda.core import (
    Avoided,
    Book,
    Bye,
    ByeKind,
    Draw,
    Frozen,
    Proposal,
    Reason,
    Refusal,
    Relaxation,
    Round,
    Side,
    Table,
    avoided_opponents,
    replace,
)
from ronda.pairing.explain import passed_over, proof_facts, skipped_facts
from ronda.pairing.least_harm import Packing, cheapest_of_rows
from ronda.pairing.matching import Barrier, Unplaced
from ronda.pairing.walk import Choice, Column, Graph, Relations, relations_of, walk

_SOFT = 4  # the last part of a cost: hard wish, rematch, of the last round, earlier meetings, soft wish (R4.4, S3)


FirstRound = Literal["lot", "slide", "fold", "adjacent"]


class WalkRules(Frozen):
    """What a system says of its own: the first table number, whether byes go to those with the fewest (R3.4), what the
    bye of a player is worth (R3.3), its edition, and whether the list is gone through without looking ahead (R4.6).
    `first`: how round 1 is made (AG5.3); `meetings`: so often two may meet (AG5.5); `straight`: this round goes
    straight down the list (AG5.6). `begins`: who of two has the first side of a table, the higher placed one where it
    is not said (AG5.7)."""

    edition: str
    first_table: int
    even_byes: bool
    bye: Callable[[int, ByeKind], Bye]
    list_fallback: bool = False
    first: FirstRound = "lot"
    meetings: int = 1
    straight: bool = False
    begins: Callable[[int, int, int], int] | None = None


def pair_unmet(
    book: Book, draw: Draw, order: Sequence[int], numbers: Mapping[int, int], own: WalkRules
) -> Proposal | Refusal:
    """The next round of those in this `order`; in the first one the lot orders them. `numbers`: everybody's draw number
    (R4.1), which is fixed with the first round that a player is in."""
    if len(order) < 2:
        return Refusal("too_few_players", "R3.5", {"players": len(order), "least": 2})
    if book.round == 1 and own.first == "lot":
        order = draw.about("R4.2").shuffled(order)
    byes, reasons = _bye(book, order, own)
    resting = {bye.player for bye in byes}
    seated = [player for player in order if player not in resting]
    relations = relations_of(book, seated, own.meetings)
    by_list = own.list_fallback and book.round > 1  # in round 1 the lot decides (R4.2)
    if own.straight:
        relations = replace(relations, faced=[set()] * len(seated), avoided=Avoided(relations.avoided.hard, {}))
    proof = None
    if book.round == 1 and own.first in ("slide", "fold"):
        choices = _across(relations, fold=own.first == "fold")
    elif by_list:
        choices = _down_the_list(relations)
    else:
        choices, proof = _choose(relations)
    tables, unpinned = seat_tables(
        [((relations.order[c.player],), (relations.order[c.opponent],)) for c in choices],
        first=own.first_table,
        pins={p.id: p.pinned_table for p in book.players.values() if p.pinned_table is not None},
    )
    reasons += _reasons(relations, choices, tables, draw.seed, own)
    if own.begins is not None:
        tables = [_begun(table, own.begins) for table in tables]
    reasons += [Reason("pin_taken", "R5.1", {"player": player}, player=player) for player in unpinned]
    made = Round(
        number=book.round,
        tables=tuple(sorted(tables, key=lambda table: table.number)),
        byes=(*(own.bye(player, kind) for player, kind in book.resting()), *byes),
        seed=draw.seed,
        edition=own.edition,
        reasons=tuple(reasons),
        relaxations=tuple(_relaxations(relations, choices, proof, own)),
    )
    return Proposal(made, {pid: n for pid, n in numbers.items() if book.players[pid].number is None})


# --- the bye -----------------------------------------------------------------------------------------------


def _bye(book: Book, order: Sequence[int], own: WalkRules) -> tuple[list[Bye], list[Reason]]:
    """Who rests when the number of players is odd (R3)."""
    if len(order) % 2 == 0:
        return [], []
    byes = {player: [one.round for one in book.lines[player] if one.bye not in (None, "Z")] for player in order}
    upwards = list(reversed(order))
    not_just_now = [p for p in upwards if book.round - 1 not in byes[p]] or upwards
    if book.round == 1 and own.first != "lot":
        chosen, code, article = upwards[0], "bye_last", "AG5.3"
    elif book.round == 1:
        chosen, code, article = _bye_by_lot(book, upwards), "bye_by_lot", "R3.1"
    elif own.even_byes:
        chosen, code, article = min(not_just_now, key=lambda p: len(byes[p])), "bye_even", "R3.4"
    elif (first := next((p for p in upwards if not byes[p]), None)) is not None:
        chosen, code, article = first, "bye_lowest", "R3.1"
    else:
        chosen, code, article = not_just_now[0], "bye_again", "R3.2"
    below = upwards[: upwards.index(chosen)]
    skipped = ({"player": p, "why": "had_bye", "rounds": byes[p]} for p in below)
    facts = {"player": chosen, "byes": len(byes[chosen]), **skipped_facts(skipped)}
    return [own.bye(chosen, "U")], [Reason(code, article, facts, player=chosen)]


def _bye_by_lot(book: Book, upwards: Sequence[int]) -> int:
    """The last of the random order; with hard wishes, the last one whose rest keeps as many of them as can be."""
    avoided = avoided_opponents(book.setup, upwards)
    if not avoided.hard:
        return upwards[0]
    forced: dict[int, int] = {}  # how many players would be left without an allowed opponent
    for chosen in upwards:
        others = [player for player in upwards if player != chosen]
        rest = Unplaced(range(len(others)), lambda a, b, o=others: not avoided.is_hard(o[a], o[b]))  # type: ignore[misc]
        if rest.perfect:
            return chosen
        forced[chosen] = len(rest.exposed)
    return min(forced, key=lambda player: forced[player])


# --- the tables --------------------------------------------------------------------------------------------


def _begun(table: Table, begins: Callable[[int, int, int], int]) -> Table:
    """The table with who begins on its first side."""
    higher, lower = table.first[0], table.second[0]
    return table if begins(higher, lower, table.number) == higher else replace(table, first=(lower,), second=(higher,))


def _across(relations: Relations, *, fold: bool) -> list[Choice]:
    """AG5.3: the top half against the bottom half, in the same order or the other way round. With hard wishes the
    fewest that are broken, then from the top the one nearest to who was due, the higher of two."""
    size = len(relations.order)
    half = size // 2
    due = [size - 1 - at if fold else at + half for at in range(half)]
    if not relations.avoided.hard:
        return [Choice(at, other) for at, other in enumerate(due)]
    rows = [
        {other: int(relations.hard(at, other)) for other in (range(half, size) if at < half else range(half))}
        for at in range(size)
    ]

    def liking(player: int, below: Sequence[int]) -> Sequence[int]:
        if player >= half:
            return below
        return sorted(below, key=lambda other: (rows[player][other], abs(other - due[player]), other))

    found = cheapest_of_rows(rows, liking)
    assert found is not None, "two halves of one size can always be paired"
    return found


def _choose(relations: Relations) -> tuple[list[Choice], Barrier | None]:
    """R4.3, completed by R4.4; with a proof where a rematch cannot be avoided."""
    graph = Graph(relations.barred(soft=True), [""] * len(relations.order))
    placed = bytearray(len(relations.order))
    everybody = Column(range(len(relations.order)), placed)

    def candidates(player: int) -> Iterator[int]:
        barred = graph.barred[player]
        return (other for other in everybody if other != player and other not in barred)

    found = walk(graph, candidates, placed)
    if not isinstance(found, Barrier):
        return found, None
    strict, proof = graph, found if not relations.avoided.soft else None
    if proof is None:  # without soft wishes there may be a round
        strict = Graph(relations.barred(soft=False), graph.clan)
        rest = Unplaced(range(len(relations.order)), strict.legal, strict.near)
        proof = None if rest.perfect else rest.barrier()
    return _fewest_rematches(relations, strict, proof), proof


def _down_the_list(relations: Relations) -> list[Choice]:
    """R4.6: from the top, each takes the first not met yet; who finds none goes down the list again and takes the first
    not met in the previous round, or else the first one left. Hard wishes stand before all of it, soft ones after."""
    barred, last = relations.barred(soft=True), _met_last(relations)
    waiting = list(range(len(relations.order)))
    choices: list[Choice] = []
    while waiting:
        player = waiting.pop(0)

        def harm(other: int, one: int = player) -> tuple[bool, ...]:
            return relations.hard(one, other), relations.met(one, other), other in last[one], relations.soft(one, other)

        unmet = (other for other in waiting if other not in barred[player])
        opponent = next(unmet, None)
        if opponent is None:
            opponent = min(waiting, key=harm)  # the first of them
        waiting.remove(opponent)
        choices.append(Choice(player, opponent))
    return choices


def _fewest_rematches(relations: Relations, strict: Graph, proof: Barrier | None) -> list[Choice]:
    """R4.4: the fewest rematches, then the fewest from the last round, then the fewest earlier meetings. Hard
    wishes stand before all of them, soft ones after. `proof`: why there is none without."""
    order, met, wishes = relations.order, relations.book.met, relations.avoided.any
    size, previous = len(order), relations.round - 1
    last, twice = _met_last(relations), _met_twice(relations)
    most_meetings = max((len(met(order[a])[order[b]]) for a, others in enumerate(twice) for b in others), default=1)
    cost = Packing.of((size * (most_meetings + 1) + 1,) * (_SOFT + 1))
    loose = {place for group in proof.groups for place in group} if proof else set()

    hard, rematch, last_round, meeting, soft_wish = cost.units

    def packed(a: int, b: int) -> int:
        rounds = met(order[a]).get(order[b], ()) if relations.met(a, b) else ()
        price = rematch + (previous in rounds) * last_round + len(rounds) * meeting if rounds else 0
        return price + relations.hard(a, b) * hard + relations.soft(a, b) * soft_wish if wishes else price

    everybody, once = set(range(size)), rematch + meeting
    rows: list[dict[int, int]] = []
    for a in range(size):
        row = dict.fromkeys(everybody.difference(strict.barred[a], (a,)), 0)
        if relations.avoided.soft:
            row = {b: packed(a, b) for b in row}
        # without hard wishes, only players whom some fullest pairing leaves over can need a rematch
        if proof and (relations.avoided.hard or a in loose):
            barred = strict.barred[a] if relations.avoided.hard else loose.intersection(strict.barred[a])
            row |= dict.fromkeys(barred, once)
            row |= dict.fromkeys(barred & last[a], once + last_round)
            row |= {b: packed(a, b) for b in (barred if wishes else barred & twice[a])}
        rows.append(row)

    def liking(player: int, below: Sequence[int]) -> Sequence[int]:
        """Those who were not met as `below` has them, from the top, then the others by what they cost; a soft wish
        counts nothing here."""
        row = rows[player]
        unmet = [other for other in below if row[other] < meeting]
        if len(unmet) == len(below):
            return below
        again = [other for other in below if row[other] >= meeting]
        return unmet + sorted(again, key=lambda other: row[other] // meeting)

    found = cheapest_of_rows(rows, liking)
    assert found is not None, "with rematches allowed everybody can be paired"
    return found


def _met_last(relations: Relations) -> list[set[int]]:
    """For each place whom it met in the last round."""
    lines, previous = relations.book.lines, relations.round - 1
    place = {player: at for at, player in enumerate(relations.order)}
    own = ([one for one in lines[player][-1:] if one.round == previous] for player in relations.order)
    return [{place[other] for line in last for other in line.opponents if other in place} for last in own]


def _met_twice(relations: Relations) -> list[set[int]]:
    """For each place whom it met more than once: nobody, where there are no more rounds than opponents."""
    book = relations.book
    place = {player: at for at, player in enumerate(relations.order)}
    found: list[set[int]] = []
    for player, faced in zip(relations.order, relations.faced, strict=True):
        meetings = book.met(player) if len(book.lines[player]) > len(faced) else {}
        found.append({place[other] for other, rounds in meetings.items() if len(rounds) > 1 and other in place})
    return found


# --- what is said about it ---------------------------------------------------------------------------------


def _reasons(
    relations: Relations, choices: Sequence[Choice], tables: Sequence[Table], seed: int, own: WalkRules
) -> list[Reason]:
    def why(choice: Choice, other: int) -> dict[str, Any]:
        return relations.ground(choice.player, other) or {"player": relations.order[other], "why": "completion"}

    reasons = []
    for choice, table, skipped in zip(choices, tables, passed_over(choices, why), strict=True):
        a, b = choice.player, choice.opponent
        facts: dict[str, Any] = {"player": relations.order[a], "opponent": relations.order[b]}
        before = relations.meetings(a, b)
        if before:
            facts["rounds"] = before
        if own.straight:
            code, article = "straight", "AG5.6"
        elif relations.round == 1 and own.first != "lot":
            code, article = f"table_by_{own.first}", "AG5.3"
            skipped = {} if own.first != "adjacent" else skipped  # nobody is passed over between two halves
        elif relations.round == 1:
            code, article = "table_by_lot", "R4.2"
            facts["seed"] = seed
        elif relations.met(a, b):
            just_now = relations.round - 1 in before
            again = ("first_left" if just_now else "second_pass", "R4.6")
            code, article = again if own.list_fallback else ("rematch", "R4.5")
        elif before:
            code, article = "met_again", "AG5.5"
        elif choice.rejected:
            code, article = "completed", "R4.4"
        else:
            code, article = "highest_unmet", "R4.3"
        reasons.append(Reason(code, article, {**facts, **skipped}, table=table.number))
    return reasons


def _relaxations(
    relations: Relations, choices: Sequence[Choice], proof: Barrier | None, own: WalkRules
) -> Iterator[Relaxation]:
    because = proof_facts(proof, relations.order) if proof else {}
    for choice in choices:
        a, b = choice.player, choice.opponent
        players = (relations.order[a], relations.order[b])
        if relations.met(a, b):
            article = "R4.6" if own.list_fallback else "R4.4"
            yield Relaxation("rematch", article, players, {"rounds": relations.meetings(a, b), **because})
        if relations.hard(a, b):
            yield Relaxation("avoid_broken", "S3", players, because)


def seat_tables(
    sides: Sequence[tuple[Side, Side]], first: int, pins: Mapping[int, int]
) -> tuple[list[Table], list[int]]:
    """The tables in pairing order, numbered from `first`, and the players whose pin could not be kept because
    somebody placed before them has that table."""
    pinned: dict[int, int] = {}
    refused: list[int] = []
    for at, pair in enumerate(sides):
        for player in (*pair[0], *pair[1]):
            wish = pins.get(player)
            if wish is None or pinned.get(wish) == at:
                continue
            if wish in pinned or at in pinned.values():
                refused.append(player)
            else:
                pinned[wish] = at
    number_of = {at: number for number, at in pinned.items()}
    free = (number for number in count(first) if number not in pinned)
    tables = [
        Table(number_of[at] if at in number_of else next(free), one, other) for at, (one, other) in enumerate(sides)
    ]
    return tables, refused


def with_fixed_tables(book: Book, made: Proposal) -> Proposal:
    """The same round with everybody who keeps a table at it; of two who want the same, the one at the higher table."""
    pins = {player.id: player.pinned_table for player in book.players.values() if player.pinned_table is not None}
    listed = sorted(made.round.tables, key=lambda table: table.number)
    if not any(player in pins for table in listed for player in table.players):
        return made
    moved, refused = seat_tables([(table.first, table.second) for table in listed], first=1, pins=pins)
    number = {old.number: new.number for old, new in zip(listed, moved, strict=True)}
    kept = {
        old.number: next(p for p in old.players if pins.get(p) == number[old.number])
        for old in listed
        if any(pins.get(player) == number[old.number] for player in old.players)
    }
    tables = sorted((replace(table, number=number[table.number]) for table in listed), key=lambda table: table.number)
    reasons = [one if one.table is None else replace(one, table=number[one.table]) for one in made.round.reasons]
    reasons += [
        Reason("table_fixed", "PS6.1", {"player": player, "was": old}, table=number[old])
        for old, player in kept.items()
    ]
    reasons += [Reason("pin_taken", "PS6.1", {"player": player}, player=player) for player in refused]
    return replace(made, round=replace(made.round, tables=tuple(tables), reasons=tuple(reasons)))
