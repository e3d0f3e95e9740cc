"""A round in which the highest who was not met yet is taken, from the top, verified (R3, R4, R5.1), and tables that
somebody keeps (PS6.1), from the recorded facts alone.

Nothing here knows how rounds are made or games moved. The facts of the findings: `bye_wrong` {expected}; `table_number`
{table, expected, wrong}; `rematch` and its like {rounds}, and {made, least} where it was avoidable;
`nearer_opponent_free` {player, opponent, free}. A round says of every fixed table which number it had (`table_fixed`
{was}); the others are in their order, and whatever a system says of table numbers it says of those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.checking.proofs import (
    BYE,
    Deviation,
    Excess,
    MissingStatement,
    Scale,
    Walk,
    asked_byes,
    avoid_happening,
    judged,
    least_harm,
    structure,
    without_asked,
)
from ronda.core import Avoided, Book, Finding, Frozen, Round, Table, avoided_opponents, replace

# R4.4, gravest first; a hard avoid pair is relaxed last of all, a soft one before any rule
HARMS = ("hard_avoid", "rematches", "last_round_rematches", "earlier_meetings", "soft_avoid")
_REMATCH_HARMS = HARMS[1:4]


class Field(Frozen):
    """The players at the tables, in the order of R4.1, and what lies between any two of them. `met`: those who should
    not meet again, with the rounds; `by_lot`: the order of the round is the lot's, and not known."""

    order: Sequence[int]
    position: Mapping[int, int]
    met: Mapping[int, Mapping[int, Sequence[int]]]
    avoided: Avoided
    previous: int
    scale: Scale
    by_lot: bool
    prices: dict[tuple[int, bool], int] = {}  # of meeting again so often, and just now

    def harm(self, a: int, b: int) -> tuple[int, ...]:
        """What it costs to seat the two, in the order of HARMS."""
        rounds = self.met[a].get(b, ())
        return (
            int(self.avoided.is_hard(a, b)),
            int(bool(rounds)),
            int(self.previous in rounds),
            len(rounds),
            int(self.avoided.is_soft(a, b)),
        )

    def price(self, a: int, b: int) -> int:
        rounds = self.met[a].get(b)
        if a in self.avoided.hard or a in self.avoided.soft:
            return self.scale.pack(self.harm(a, b))
        if rounds is None:
            return 0
        again = (len(rounds), self.previous in rounds)
        if again not in self.prices:
            self.prices[again] = self.scale.pack(self.harm(a, b))
        return self.prices[again]

    def better(self, player: int, opponent: int, rest: Sequence[int]) -> list[int]:
        """R4.3, R4.4: those whom the player should have got before the opponent: less harm, then higher. A
        soft wish never makes an opponent better; it only keeps one from being so."""
        *rules, soft = self.harm(player, opponent)
        nearer = rest[: rest.index(opponent)]
        found = []
        for candidate in rest if any(rules) else nearer:
            *own, own_soft = self.harm(player, candidate)
            key = (own, self.position[candidate])
            if own_soft <= soft and key < (rules, self.position[opponent]):
                found.append((key, candidate))
        return [candidate for _, candidate in sorted(found)]


class OwnRules(Frozen):
    """What a system says of its own: the first table number, whether byes go to those with the fewest (R3.4), and
    whether the list is gone through without looking ahead (R4.6). `first`: how round 1 is made (AG5.3); `meetings`: so
    often two may meet (AG5.5); `straight`: the round goes straight down the list (AG5.6); `named_first`: the higher
    placed one has the first side."""

    first_table: int
    even_byes: bool
    list_fallback: bool = False
    first: str = "lot"
    meetings: int = 1
    straight: bool = False
    named_first: bool = True


def check_unmet(book: Book, round_: Round, order: Sequence[int], own: OwnRules) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made, `order` that of the pool."""
    broken = [*asked_byes(book, round_), *structure(book, without_asked(round_))]
    if broken:
        return broken  # without everybody once (S1) there is nothing else to verify
    pool = book.pool()
    resting = {bye.player for bye in round_.byes}
    seated = [player for player in order if player not in resting]
    avoided = avoided_opponents(book.setup, pool)
    field = Field(
        order=seated,
        position={player: at for at, player in enumerate(seated)},
        met={player: _barred(book, player, own) for player in pool},
        avoided=Avoided(avoided.hard, {}) if own.straight else avoided,
        previous=book.round - 1,
        scale=Scale.of(HARMS, len(pool), book.round),
        by_lot=book.round == 1 and own.first == "lot",
    )
    return [
        *_bye(book, round_, order, own),
        *_numbers(book, round_, field, own),
        *(_seats(round_, field) if own.named_first else ()),
        *_judged_pairs(book, round_, field, own),
    ]


def _judged_pairs(book: Book, round_: Round, field: Field, own: OwnRules) -> list[Finding]:
    if own.list_fallback and book.round > 1:
        return _by_list(round_, field)
    if book.round == 1 and own.first in ("slide", "fold"):
        return _halves(round_, field, fold=own.first == "fold")
    return _pairing(round_, field)


def _barred(book: Book, player: int, own: OwnRules) -> Mapping[int, Sequence[int]]:
    """Whom the player should not meet again: nobody in a straight round (AG5.6); who was met before, or so often, or
    just now (AG5.5)."""
    if own.straight:
        return {}
    met = book.met(player)
    if own.meetings == 1:
        return met
    return {one: at for one, at in met.items() if len(at) >= own.meetings or at[-1] == book.round - 1}


# --- the bye (R3) ------------------------------------------------------------------------------------------


def _bye(book: Book, round_: Round, order: Sequence[int], own: OwnRules) -> list[Finding]:
    allocated = [bye.player for bye in round_.byes if bye.kind == "U"]
    if not allocated or (book.round == 1 and own.first == "lot"):
        return []  # in round 1 the lot decides: anybody (R3.1)
    given = allocated[0]
    rightful, article = _rightful_bye(book, order, own)
    if given == rightful:
        return []
    facts = {"expected": rightful}
    return [Finding("bye_wrong", article, "violation", round_.number, (given, rightful), facts)]


def _rightful_bye(book: Book, order: Sequence[int], own: OwnRules) -> tuple[int, str]:
    upward = list(reversed(order))
    if book.round == 1:
        return upward[0], "AG5.3"
    byes = {player: [one.round for one in book.lines[player] if one.bye in ("U", "F", "H")] for player in order}
    not_just_now = [player for player in upward if book.round - 1 not in byes[player]] or upward
    if own.even_byes:
        return min(not_just_now, key=lambda player: len(byes[player])), "R3.4"  # the first of the fewest
    never = [player for player in upward if not byes[player]]
    return (never[0], "R3.1") if never else (not_just_now[0], "R3.2")


# --- the tables (R5.1) -------------------------------------------------------------------------------------


def _in_pairing_order(round_: Round, field: Field) -> list[Table]:
    return sorted(round_.tables, key=lambda table: min(field.position[p] for p in table.players))


def _numbers(book: Book, round_: Round, field: Field, own: OwnRules) -> list[Finding]:
    """R5.1. Whether of two who want the same number the higher placed player or the higher table has it, the
    rulebook leaves open; both are right."""
    tables = _in_pairing_order(round_, field)
    wishes = [
        (field.position[player], at, pin)
        for at, table in enumerate(tables)
        for player in table.players
        if (pin := book.players[player].pinned_table) is not None
    ]
    if field.by_lot:
        readings = [_pinned_by_lot(tables, wishes)]
    else:
        readings = [_pinned(sorted(wishes)), _pinned(sorted(wishes, key=lambda wish: (wish[1], wish[0])))]
    misnumbered = [_misnumbered(field, tables, pinned, own) for pinned in readings]
    if not all(misnumbered):
        return []
    wrong = misnumbered[0]
    table, expected = wrong[0]
    facts = {"table": table.number, "expected": expected, "wrong": len(wrong)}
    return [Finding("table_number", "R5.1", "violation", round_.number, table.players, facts)]


def _pinned(wishes: Sequence[tuple[int, int, int]]) -> dict[int, int]:
    """The tables that have a pinned number, the first wish first."""
    numbers: dict[int, int] = {}
    for _, at, pin in wishes:
        if at not in numbers and pin not in numbers.values():
            numbers[at] = pin
    return numbers


def _pinned_by_lot(tables: Sequence[Table], wishes: Sequence[tuple[int, int, int]]) -> dict[int, int]:
    """In round 1 the pairing order is the lot's and not known: whoever has a wished number may have it."""
    fulfilled = [wish for wish in wishes if tables[wish[1]].number == wish[2]]
    return _pinned([*fulfilled, *wishes])


def _misnumbered(
    field: Field, tables: Sequence[Table], pinned: Mapping[int, int], own: OwnRules
) -> list[tuple[Table, int]]:
    """The tables with another number than theirs, and theirs."""
    others = [at for at in range(len(tables)) if at not in pinned]
    if field.by_lot:
        others.sort(key=lambda at: tables[at].number)
    numbers = _following(own.first_table, len(others), set(pinned.values()))
    expected = {**pinned, **dict(zip(others, numbers, strict=True))}
    return [(table, expected[at]) for at, table in enumerate(tables) if table.number != expected[at]]


def _following(first: int, count: int, taken: set[int]) -> list[int]:
    """So many numbers from the first one up, without those that are taken."""
    return [number for number in range(first, first + count + len(taken)) if number not in taken][:count]


def _seats(round_: Round, field: Field) -> list[Finding]:
    """The higher-ranked player is named first. A custom, not an article: only noted."""
    if field.by_lot:
        return []
    return [
        Finding("first_not_higher", "R4.3", "note", round_.number, table.players, {"table": table.number})
        for table in round_.tables
        if field.position[table.first[0]] > field.position[table.second[0]]
    ]


# --- the pairing (R4) --------------------------------------------------------------------------------------


def _pairing(round_: Round, field: Field) -> list[Finding]:
    pairs = [(table.first[0], table.second[0]) for table in _in_pairing_order(round_, field)]
    made = sum(field.price(a, b) for a, b in pairs)
    least = least_harm(field.order, field.price, field.scale.forbidden, pairs) if made else 0
    assert least is not None, "anybody may sit with anybody, at a price"
    excess = field.scale.excess(made, least)
    if field.by_lot:
        excess.update(_first_round_excess(round_, field, made))
    found = judged(round_, _happenings(pairs, field, excess))
    return found if made != least or field.by_lot else found + _walk(round_, field, pairs)


def _first_round_excess(round_: Round, field: Field, made: int) -> dict[str, dict[str, int]]:
    """In round 1 the lot may give the bye to anybody (R3.1), so a hard wish is only broken of necessity where
    no choice of the bye would have kept it."""
    if not round_.byes or not field.scale.unpack(made)["hard_avoid"]:
        return {}

    def price(a: int, b: int) -> int:
        return 0 if BYE in (a, b) else field.price(a, b)

    least = least_harm([*field.order, round_.byes[0].player, BYE], price, field.scale.forbidden)
    assert least is not None
    return {name: more for name, more in field.scale.excess(made, least).items() if name == "hard_avoid"}


def _happenings(pairs: Sequence[tuple[int, int]], field: Field, excess: Excess) -> list[Deviation]:
    beyond = next((excess[name] for name in _REMATCH_HARMS if name in excess), None)
    found = []
    for a, b in pairs:
        if field.price(a, b) == 0:
            continue
        hard, met, _, _, soft = field.harm(a, b)
        if met:
            facts = {"rounds": list(field.met[a][b]), **(beyond or {})}
            unstated = MissingStatement("rematch_unrecorded", "R4.4")
            found.append(Deviation("rematch", "R4.4", (a, b), beyond is not None, unstated, facts))
        if hard or soft:
            found.append(avoid_happening((a, b), excess, hard=bool(hard)))
    return found


def _walk(round_: Round, field: Field, pairs: Sequence[tuple[int, int]]) -> list[Finding]:
    """R4.3 and R4.4: from the top, nobody preferred to the recorded opponent could have been had."""
    partner = dict(pairs) | {b: a for a, b in pairs}
    walk = Walk(field.order, partner, field.price, field.scale.forbidden, field.better)
    found = []
    for player, opponent, free in walk.overlooked():
        facts = {"player": player, "opponent": opponent, "free": free}
        article = "R4.4" if field.price(player, free) else "R4.3"
        found.append(Finding("nearer_opponent_free", article, "violation", round_.number, (player, free), facts))
    return found


# --- a first round of two halves (AG5.3) --------------------------------------------------------------------


def _halves(round_: Round, field: Field, *, fold: bool) -> list[Finding]:
    """The top half meets the bottom half, with as few broken wishes as can be; from the top, nobody nearer to who was
    due could have been had."""
    half, position = len(field.order) // 2, field.position
    pairs = [(table.first[0], table.second[0]) for table in _in_pairing_order(round_, field)]
    partner = dict(pairs) | {b: a for a, b in pairs}

    def price(a: int, b: int) -> int:
        same = (position[a] < half) == (position[b] < half)
        return field.scale.forbidden if same else field.scale.pack((int(field.avoided.is_hard(a, b)), 0, 0, 0, 0))

    def better(player: int, opponent: int, rest: Sequence[int]) -> list[int]:
        at = position[player]
        due = 2 * half - 1 - at if fold else at + half

        def distance(other: int) -> tuple[int, int, int]:
            return int(field.avoided.is_hard(player, other)), abs(position[other] - due), position[other]

        return sorted((one for one in rest if distance(one) < distance(opponent)), key=distance) if at < half else []

    made = sum(price(a, b) for a, b in pairs)
    least = least_harm(field.order, price, field.scale.forbidden, pairs) if made else 0
    excess = field.scale.excess(made, least or 0)
    found = judged(round_, [avoid_happening(two, excess, hard=True) for two in pairs if field.avoided.is_hard(*two)])
    if made >= field.scale.forbidden:
        wrong = next(two for two in pairs if price(*two) >= field.scale.forbidden)
        return [Finding("first_round_order", "AG5.3", "violation", 1, wrong)]
    walk = Walk(field.order, partner, price, field.scale.forbidden, better)
    return found + [
        Finding("first_round_order", "AG5.3", "violation", 1, (player, opponent), {"expected": free})
        for player, opponent, free in walk.overlooked()
    ]


# --- the list without looking ahead (R4.6) -----------------------------------------------------------------


def _by_list(round_: Round, field: Field) -> list[Finding]:
    """Everybody, from the top, has the opponent that the list gives; whoever meets again is stated."""
    pairs = [(table.first[0], table.second[0]) for table in _in_pairing_order(round_, field)]
    happenings: list[Deviation] = []
    for a, b in pairs:
        if rounds := field.met[a].get(b):
            unstated = MissingStatement("rematch_unrecorded", "R4.6")
            happenings.append(Deviation("rematch", "R4.6", (a, b), False, unstated, {"rounds": list(rounds)}))
        hard = field.avoided.is_hard(a, b)
        if hard or field.avoided.is_soft(a, b):
            happenings.append(avoid_happening((a, b), {}, hard=hard))
    return judged(round_, happenings) + _out_of_list(round_, field, pairs)


def _out_of_list(round_: Round, field: Field, pairs: Sequence[tuple[int, int]]) -> list[Finding]:
    partner = dict(pairs) | {b: a for a, b in pairs}
    found, left = [], list(field.order)
    while left:
        player = left.pop(0)
        opponent, due = partner[player], _due(player, left, field)
        if opponent != due:
            facts = {"player": player, "opponent": opponent, "free": due}
            found.append(Finding("nearer_opponent_free", "R4.6", "violation", round_.number, (player, due), facts))
        left.remove(opponent)
    return found


def _due(player: int, left: Sequence[int], field: Field) -> int:
    """Whom the list gives the player: the first not met yet; where there is none, the first not met in the previous
    round; where there is none either, the first one left. Whom a hard wish bars, only where nobody else is left."""
    met = field.met[player]
    allowed = [other for other in left if not field.avoided.is_hard(player, other)] or left
    never = [other for other in allowed if other not in met]
    not_just_now = [other for other in allowed if field.previous not in met.get(other, ())]
    found = never or not_just_now or allowed
    return next((other for other in found if not field.avoided.is_soft(player, other)), found[0])


def fixed_findings(book: Book, round_: Round) -> list[Finding]:
    """Whoever keeps a table is at it, unless somebody else who keeps the same one is."""
    wishes = {
        table.number: {pin for p in table.players if (pin := book.players[p].pinned_table) is not None}
        for table in round_.tables
        if all(player in book.players for player in table.players)
    }
    return [
        Finding("table_not_kept", "PS6.1", "violation", round_.number, table.players, {"table": table.number})
        for table in round_.tables
        if (own := wishes.get(table.number, set()))
        and table.number not in own
        and not all(pin in wishes.get(pin, set()) for pin in own)
    ]


def before_moving(round_: Round) -> Round:
    """The round with the numbers that the system gave; as it is where it does not say them all."""
    was = {
        one.table: int(one.facts.get("was", 0))
        for one in round_.reasons
        if one.code == "table_fixed" and one.table is not None
    }
    if not was:
        return round_
    listed = sorted(table.number for table in round_.tables)
    free = [number for number in range(1, len(listed) + 1) if number not in was.values()]
    others = [number for number in listed if number not in was]
    if len(free) != len(others):
        return round_
    number = {**was, **dict(zip(others, free, strict=True))}
    tables = sorted((replace(table, number=number[table.number]) for table in round_.tables), key=lambda t: t.number)
    reasons = tuple(
        one if one.table is None else replace(one, table=number.get(one.table, one.table))
        for one in round_.reasons
        if one.code not in ("table_fixed", "pin_taken")
    )
    return replace(round_, tables=tuple(tables), reasons=reasons)
