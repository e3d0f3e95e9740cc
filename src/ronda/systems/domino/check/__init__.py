"""domino: a round verified against the rulebook (D1, D4–D7, D9, D10, S1, S3), from the recorded facts alone.

D7 `relations`; D6.2, D6.3 `pyramids`; D6.4–D6.6, D10.5 `walk`; D7 `ladder` with `search`; D7.2 `exchanges`. The facts
of a field are those of `ronda.systems.domino.field`.

Nothing here knows how rounds are made. What each finding says: its players, and these facts.
`bye_wrong` {expected}; `table_number` {table, expected, wrong}; `first_round_order` {expected}; `late_entry_closed`
{joined_round, last}; repetitions {relation, last, window}; `exchange_not_nearest` {expected}; `exchange_not_mildest`
{made, possible, exchange, example}; `pyramids_mixed`, `sides_mixed` {exchanges, most}; `side_exchange_avoidable`
{exchanges, possible}; `nearer_exchange_free` {made, nearer}; `nearer_partner_free` {player, partner, free};
`nearer_pair_free` {pair, rivals, free}; `fresher_round` {partners, rivals, possible_partners, possible_rivals,
example}; `variety_unproved` {partners, rivals}; `too_many_relaxed`, `milder_relaxation` {made, possible, example};
`relaxation_avoidable` {relaxation, example}; `unavoidability_unproved` {stages, count}; `more_than_counted` {broken,
least}. An `example` is a table of the round that does less harm, as two lists of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ronda.checking.proofs import (
    Deviation,
    Excess,
    MissingStatement,
    avoid_happening,
    judged,
    structure,
)
from ronda.core import Book, Facts, Finding, Round, Severity, replace
from ronda.systems.domino.check.exchanges import another_exchange
from ronda.systems.domino.check.ladder import Ladder, LadderVerdict, Rung
from ronda.systems.domino.check.pyramids import (
    MOST_EXCHANGES,
    NO_SWAP,
    Crossing,
    crossing,
    crossing_across,
    pyramids,
    seated_in,
)
from ronda.systems.domino.check.relations import FORCED, FREE, HARD, Sides, Ties, ties_of
from ronda.systems.domino.check.walk import fresher, side_exchanges, walk
from ronda.systems.domino.field import Pair, Relation
from ronda.systems.domino.ranking import elo, pairing_order
from ronda.systems.domino.rules import FIRST_EDITION, LAST_ENTRY, Choices, settings


class Claims(NamedTuple):
    """What a round says of itself. `first`: it is the first in order of those with as little harm; `fewest`: no fewer
    old partners and rivals can come back."""

    first: bool = True
    fewest: bool = True


def _stated(book: Book, round_: Round) -> tuple[Choices, Claims]:
    """By which of the choices of D10 a round was made. It says so itself in its reasons, since options may change
    between two rounds; one without reasons, written by hand, is judged by the options."""
    own = settings(book.setup).choices
    codes = {reason.code for reason in round_.reasons}
    proved = [reason.facts.get("proved") for reason in round_.reasons if reason.code == "search_stated"]
    if "search_stated" not in codes:  # a first round, or one without reasons
        return own, Claims()
    if round_.edition == FIRST_EDITION:
        return Choices(), Claims()
    rested = codes & {"bye_last", "bye_lowest"}
    choices = Choices(
        across="chosen_tables" in codes,
        consecutive="chosen_partners" in codes,
        last="bye_last" in rested if rested else own.last,
        fresh="fresh" in codes,
        exchange_first="chosen_contingency" in codes,
    )
    return choices, Claims(all(one == "first" for one in proved), "none" not in proved)


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    broken = structure(book, round_, side=2)
    if broken:
        return broken  # without everybody once (S1) there is nothing else to verify
    pool = book.pool()
    order = pairing_order(book, pool) if book.round > 1 else sorted(pool, key=lambda p: -elo(book.players[p]))
    resting = {bye.player for bye in round_.byes}
    seated = [player for player in order if player not in resting]
    by_lot = book.round == 1 and not settings(book.setup).by_elo
    choices, claims = _stated(book, round_)
    ties = ties_of(book, pool, fresh=choices.fresh)
    return [
        *_late(book, round_),
        *([] if by_lot else _byes(book, round_, order, last=choices.last)),
        *_numbers(round_, seated, by_lot=by_lot),
        *([] if by_lot or book.round > 1 else _first_round(round_, seated, ties)),
        *_harms(round_, seated, ties, choices, claims),
        *_draft(round_),
    ]


# --- everybody once (S1), D4, D9 ---------------------------------------------------------------------------


def _late(book: Book, round_: Round) -> list[Finding]:
    """D9; told once, in the round that the player joined."""
    return [
        Finding(
            "late_entry_closed", "D9", "violation", round_.number, (pid,), {"joined_round": joined, "last": LAST_ENTRY}
        )
        for pid in book.pool()
        if LAST_ENTRY < (joined := book.players[pid].joined_round) == round_.number
    ]


def _byes(book: Book, round_: Round, order: Sequence[int], *, last: bool) -> list[Finding]:
    """D4: the fewest byes, then the lowest. D10.3: the lowest, but nobody twice running while another can rest. In
    round 1 nobody has rested: the end of the order by ELO."""
    upward = list(reversed(order))
    upward.sort(key=lambda p: book.round - 1 in book.byes(p) if last else len(book.byes(p)))
    article = "D10.3" if last and book.round > 1 else "D4"
    rightful = upward[: len(round_.byes)]
    given = [bye.player for bye in round_.byes]
    wrong = [player for player in given if player not in rightful]
    due = [player for player in rightful if player not in given]
    return [
        Finding("bye_wrong", article, "violation", round_.number, (player, expected), {"expected": expected})
        for player, expected in zip(wrong, due, strict=True)
    ]


def _draft(round_: Round) -> list[Finding]:
    """D7.3: a forced round without a name and a reason."""
    if round_.approved is not None or not round_.forced:
        return []
    return [Finding("forced_draft", "D7.3", "note", round_.number)]


# --- numbers (D6.7) and round 1 (D5) -----------------------------------------------------------------------


def _by_best(tables: Sequence[Sides], order: Sequence[int]) -> list[Sides]:
    """The tables by their best-placed player."""
    position = {player: at for at, player in enumerate(order)}
    return sorted(tables, key=lambda sides: min(position[player] for side in sides for player in side))


def _numbers(round_: Round, order: Sequence[int], *, by_lot: bool) -> list[Finding]:
    """D6.7. Where round 1 is drawn by lot the order is not known: only that no number is left out."""
    position = {player: at for at, player in enumerate(order)}
    tables = sorted(
        round_.tables, key=lambda table: table.number if by_lot else min(position[p] for p in table.players)
    )
    wrong = [(table, number) for number, table in enumerate(tables, start=1) if table.number != number]
    if not wrong:
        return []
    table, expected = wrong[0]
    facts = {"table": table.number, "expected": expected, "wrong": len(wrong)}
    return [Finding("table_number", "D6.7", "violation", round_.number, table.players, facts)]


def _first_round(round_: Round, order: Sequence[int], ties: Ties) -> list[Finding]:
    """D5: 1-2 v 3-4, 5-6 v 7-8, … Where that would break a wish, the rulebook leaves open how it gives way."""
    fours = [order[at : at + 4] for at in range(0, len(order), 4)]
    expected: list[Sides] = [((a, b), (c, d)) for a, b, c, d in fours]
    if any(map(ties.breaks_wish, expected)):
        return []
    for sides, right in zip(
        _by_best([(table.first, table.second) for table in round_.tables], order), expected, strict=True
    ):
        if {frozenset(side) for side in sides} != {frozenset(side) for side in right}:
            facts = {"expected": [list(right[0]), list(right[1])]}
            return [Finding("first_round_order", "D5", "violation", round_.number, (*sides[0], *sides[1]), facts)]
    return []


# --- windows, pyramids, wishes, and whether less harm was possible (D6, D7, S3) ------------------------------


def _harms(round_: Round, order: Sequence[int], ties: Ties, choices: Choices, claims: Claims) -> list[Finding]:
    first_round = ties.round == 1
    read = crossing_across if choices.across else crossing
    tables = _by_best([(table.first, table.second) for table in round_.tables], order)
    stated = [
        r for r in round_.relaxations if r.code == "pyramid_exchange" or (r.code == "recorded" and r.article == "D7.2")
    ]
    named = {player for relaxation in stated for player in relaxation.players}
    seen = Crossing([], tables, NO_SWAP) if first_round else read(order, tables, named)
    made = Rung(min(ties.harms_of(tables), default=FREE), len(seen.swap.fallen))
    ladder = Ladder(ties, order, seen, first_round, choices)
    verdict = _verdict(round_, made, ladder) if made != Rung(FREE, 0) else LadderVerdict()
    happenings = [*_pair_happenings(tables, ties, verdict)]
    mixed: list[Finding] = []
    if seen.swap.fallen:
        pairs = _exchanged_pairs(seen, [relaxation.players for relaxation in stated])
        happenings += _exchange_happenings(pairs, made, verdict)
        mixed = _wrong_exchange(round_, seen, verdict)
    if verdict.better is not None:
        mixed.append(another_exchange(ties, seen, verdict.better))
    return [
        *judged(round_, happenings),
        *mixed,
        *_sides(order, seen, ties, choices, claims),
        *_counted(round_, verdict, claims),
    ]


def _verdict(round_: Round, made: Rung, ladder: Ladder) -> LadderVerdict:
    """By the edition that the round was made with. A round that names none is judged by the newest, but what was right
    before is not called wrong."""
    if round_.edition == FIRST_EDITION:
        return replace(ladder, compares=False).verdict(made)
    verdict = ladder.verdict(made)
    if round_.edition is None and verdict.blames:
        before = replace(ladder, compares=False).verdict(made)
        return verdict if before.blames else before
    return verdict


def _pair_happenings(tables: Sequence[Sides], ties: Ties, verdict: LadderVerdict) -> list[Deviation]:
    found = []
    for relation, pair in (together for sides in tables for together in ties.together(sides)):
        a, b = pair
        kind = ties.repetition(relation, *pair)
        if kind != FREE:
            found.append(_repetition(relation, pair, kind, verdict))
        if b in relation.hard[a]:
            excess: Excess = {"hard_avoid": {}} if _milder(verdict, HARD) else {}
            found.append(avoid_happening(pair, excess, hard=True))
        elif b in relation.soft[a]:
            found.append(avoid_happening(pair, {}, hard=False))
    return found


def _repetition(relation: Relation, pair: Pair, kind: int, verdict: LadderVerdict) -> Deviation:
    code, article = ("forced", "D7.3") if kind == FORCED else (f"{relation.name}_window", "D7.1")
    facts: dict[str, object] = {"relation": relation.name, "window": relation.window}
    facts["last"] = relation.last[pair[0]][pair[1]]
    avoidable = _milder(verdict, kind)
    if avoidable:
        facts |= _example(verdict, pair)
    return Deviation(code, article, pair, avoidable, MissingStatement(f"{code}_unrecorded", "D1.3"), facts)


def _milder(verdict: LadderVerdict, kind: int) -> bool:
    """Whether a round was found that needs nothing of this kind."""
    return verdict.stage is not None and kind < verdict.stage.gravest


def _example(verdict: LadderVerdict, players: Sequence[int]) -> dict[str, list[list[int]]]:
    first, second = next(sides for sides in verdict.tables if players[0] in (*sides[0], *sides[1]))
    return {"example": [list(first), list(second)]}


def _exchanged_pairs(seen: Crossing, stated: Sequence[Sequence[int]]) -> list[Pair]:
    """Who was exchanged with whom: as the round states it, otherwise the nearest. Where there are more than D7.2
    knows, only what is stated: the rest is not an exchange."""
    fallen, risen = list(seen.swap.fallen), list(seen.swap.risen)
    mixed = len(fallen) > MOST_EXCHANGES
    pairs = []
    for players in stated:
        down, up = set(players) & set(fallen), set(players) & set(risen)
        if len(down) == len(up) == 1:
            a, b = down.pop(), up.pop()
            pairs.append((a, b))
            fallen.remove(a)
            risen.remove(b)
    return pairs if mixed else pairs + list(zip(fallen, risen, strict=True))


def _exchange_happenings(pairs: Sequence[Pair], made: Rung, verdict: LadderVerdict) -> list[Deviation]:
    avoidable = verdict.stage is not None and verdict.stage.exchanges < made.exchanges
    unstated = MissingStatement("pyramid_exchange_unrecorded", "D6.2")
    return [
        Deviation("pyramid_exchange", "D7.2", pair, avoidable, unstated, _example(verdict, pair) if avoidable else {})
        for pair in pairs
    ]


def _wrong_exchange(round_: Round, seen: Crossing, verdict: LadderVerdict) -> list[Finding]:
    """D7.2: the last one of the upper with the first one of the lower, or the nearest that will do (S2); then two,
    never more."""
    number = len(seen.swap.fallen)
    players = (*seen.swap.fallen, *seen.swap.risen)
    if number > MOST_EXCHANGES:
        facts: Facts = {"exchanges": number, "most": MOST_EXCHANGES}
        return [Finding("pyramids_mixed", "D7.2", "violation", round_.number, players, facts)]
    if verdict.nearer is None:
        return []
    facts = {"expected": [*verdict.nearer.fallen, *verdict.nearer.risen]}
    return [Finding("exchange_not_nearest", "D7.2", "violation", round_.number, players, facts)]


def _sides(order: Sequence[int], seen: Crossing, ties: Ties, choices: Choices, claims: Claims) -> list[Finding]:
    """D6.4–D6.6 and D10.5, inside each pyramid. A round that does not say that it is the first in its order is not
    held to it where partners and rivals of old count, or the pyramids meet."""
    if ties.round == 1 or len(seen.swap.fallen) > MOST_EXCHANGES:
        return []
    layout = pyramids(order, seen.swap, choices)
    found: list[Finding] = []
    for pyramid, tables in zip(layout, seated_in(layout, seen), strict=True):
        if claims.first or not (choices.fresh or choices.across):
            again = ties.again(tables) if choices.fresh else None
            found += side_exchanges(ties, pyramid, tables, again)
            found += walk(ties, pyramid, tables, again)
        if choices.fresh:
            found += fresher(ties, pyramid, tables, claimed=claims.fewest)
    return found


def _counted(round_: Round, verdict: LadderVerdict, claims: Claims) -> list[Finding]:
    """D7.1: only as many pairs as necessary; and what could not be proved. A round that says itself that nothing is
    proved about it is not blamed for what is found in a pyramid too large to be searched: it is noted."""
    found = []
    for less in verdict.less:
        first, second = less.tables[0]
        facts = {"made": less.made, "possible": less.possible, "example": [list(first), list(second)]}
        code = "too_many_relaxed" if less.possible < less.made else "milder_relaxation"
        severity: Severity = "violation" if less.searched or claims.fewest else "note"
        found.append(Finding(code, "D7.1", severity, round_.number, less.players, facts))
    undecided = [list(stage) for stage in verdict.undecided]
    if (undecided and verdict.stage is None) or verdict.count_undecided:
        proof = {"stages": undecided, "count": verdict.count_undecided}
        found.append(Finding("unavoidability_unproved", "S3", "note", round_.number, (), proof))
    if verdict.counted is not None:
        broken, least = verdict.counted
        counts = {"broken": broken, "least": least}
        found.append(Finding("more_than_counted", "D7.2b", "note", round_.number, (), counts))
    return found
