"""chess: a round verified against the rulebook (C3.3, C4, C5), from the recorded facts alone.

Nothing here knows how rounds are made. The facts of the findings: `bye_moved`, `bye_wrong` {expected};
`table_number` {table, expected, wrong}; `colour_wrong` {white, expected}; `rematch` {rounds};
`nearer_opponent_free` {player, opponent, free, step}. What was relaxed has {relaxation, avoidable}, and
{made, least} where there was more of it than needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ronda.book import Book
from ronda.model import Round
from ronda.systems.avoidance import Avoided, avoided_opponents
from ronda.systems.chess import rules
from ronda.systems.chess.rules import BLACK, WHITE, Colour, Colours
from ronda.systems.proofs import (
    AVOID_CODES,
    BYE,
    RELAXATION_CODES,
    STRUCTURE_CODES,
    Excess,
    Happening,
    Scale,
    Unstated,
    Walk,
    avoid_happening,
    dense,
    exact_harm,
    judged,
    least_harm,
    structure,
)
from ronda.verdicts import Facts, Finding

_OWN = """both_repeat both_repeat_unrecorded bye_again bye_again_unrecorded bye_moved bye_moved_unrecorded
    bye_wrong colour_lifted colour_lifted_unrecorded colour_wrong nearer_opponent_free rematch table_number"""
CODES: frozenset[str] = STRUCTURE_CODES | RELAXATION_CODES | AVOID_CODES | frozenset(_OWN.split())

# C5.5 read from its end, gravest first; a hard avoid pair is relaxed last of all, a soft one before any rule
HARMS = ("hard_avoid", "colour_lifted", "bye_moved", "both_repeat", "soft_avoid")


# --- two players and their colours (C4.2, C5.1, C5.3) ------------------------------------------------------


class Seating(NamedTuple):
    """One way to give the colours to P and, below, Q. The smaller, the better."""

    lifted: int  # for how many C4.2 is not kept
    both_repeat: bool  # step 1.4: both repeat, legally
    step: int  # 1 for 1.1 … 4 for 1.4
    colour: Colour  # of P


Key = tuple[bool, int, bool, int, int, int]  # hard avoid, lifted, by 1.4, group, step, place


def _repeats(player: Colours, colour: Colour) -> bool:
    return player.previous == colour  # C5.3: without a previous colour nothing is repeated


def _allowed(player: Colours, colour: Colour) -> bool:
    if player.previous is None:
        return True
    return player.may_repeat if _repeats(player, colour) else player.may_alternate


def _seating(p: Colours, q: Colours, colour: Colour) -> Seating:
    other: Colour = BLACK if colour == WHITE else WHITE
    lifted = (not _allowed(p, colour)) + (not _allowed(q, other))
    step = 1 + _repeats(q, other) + 2 * _repeats(p, colour)
    return Seating(lifted, step == 4 and not lifted, step, colour)


@cache
def _best_seating(p: Colours, q: Colours) -> Seating:
    """C5.1; where neither has a previous colour, the higher-ranked has white (C5.3): WHITE is the smaller."""
    return min(_seating(p, q, WHITE), _seating(p, q, BLACK))


def _preferred(own: Key, other: Key) -> bool:
    """The rulebook orders the legal steps and puts the lifted ones last; among those, and among hard avoid
    pairs, one is preferred only where it is so in every respect."""
    if other[:2] == (False, 0) or own[:2] != other[:2]:
        return own < other
    return own != other and all(a <= b for a, b in zip(own, other, strict=True))


@dataclass(frozen=True, slots=True)
class Field:
    """The players in the order of C2.2, what lies between any two of them, and how they were seated."""

    order: Sequence[int]
    position: Mapping[int, int]
    halves: Mapping[int, int]
    met: Mapping[int, Mapping[int, Sequence[int]]]
    colours: Mapping[int, Colours]
    avoided: Avoided
    scale: Scale
    candidates: Sequence[int]  # for the bye, the rightful one first (C4.3, C4.4)
    bye: int | None
    pairs: Sequence[tuple[int, int]]  # in the order of the walk, the higher-ranked first
    white: AbstractSet[int]

    def moved(self, resting: int) -> int | None:
        """How far up the candidates the bye goes (C5.5). A wrong bye is found elsewhere; given it, the rest
        must still be right."""
        if self.bye is not None and self.bye not in self.candidates:
            return 0 if resting == self.bye else None
        return self.candidates.index(resting) if resting in self.candidates else None

    def seating(self, p: int, q: int) -> Seating:
        """As it was recorded."""
        return _seating(self.colours[p], self.colours[q], WHITE if p in self.white else BLACK)

    def price(self, a: int, b: int) -> int:
        """What it costs to seat the two with the best colours for them, or to let one rest."""
        if a == BYE or b == BYE:
            up = self.moved(a + b - BYE)
            return self.scale.forbidden if up is None else self.scale.pack((0, 0, up, 0, 0))
        if b in self.met[a]:
            return self.scale.forbidden  # C4.1
        p, q = (a, b) if self.position[a] < self.position[b] else (b, a)
        return self.price_of(a, b, _best_seating(self.colours[p], self.colours[q]))

    def price_of(self, a: int, b: int, seating: Seating) -> int:
        hard, soft = self.avoided.is_hard(a, b), self.avoided.is_soft(a, b)
        if not (seating.lifted or seating.both_repeat or hard or soft):
            return 0
        return self.scale.pack((hard, seating.lifted, 0, seating.both_repeat, soft))

    def key(self, player: int, opponent: int) -> Key:
        """By 1.1–1.3 group by group down, then by 1.4, then the lifted ones (C5.1, C5.2, C5.5)."""
        seating = _best_seating(self.colours[player], self.colours[opponent])
        hard, group = self.avoided.is_hard(player, opponent), -self.halves[opponent]
        return hard, seating.lifted, seating.both_repeat, group, seating.step, self.position[opponent]

    def better(self, player: int, opponent: int, rest: Sequence[int]) -> list[int]:
        """Those whom the player should have got before the opponent. A soft wish never makes an opponent
        better; it only keeps one from being so."""
        soft = self.avoided.is_soft(player, opponent)
        key, met = self.key(player, opponent), self.met[player]
        legal, step = not any(key[:3]), key[4]
        found = []
        for candidate in rest:
            if legal and (self.halves[candidate] < self.halves[opponent] or (step == 1 and candidate == opponent)):
                break  # nobody further down is preferred
            if candidate in met or (self.avoided.is_soft(player, candidate) and not soft):
                continue
            own = self.key(player, candidate)
            if _preferred(own, key):
                found.append((own, candidate))
        return [candidate for _, candidate in sorted(found)]


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    broken = structure(book, round_)
    if broken:
        return broken  # without everybody once (S1) there is nothing else to verify
    field = _field(book, round_)
    return [
        *_numbers(round_, field),
        *_colours(book, field),
        *judged(round_, _happenings(book, field)),
        *_walk(book, field),
    ]


def _field(book: Book, round_: Round) -> Field:
    pool = book.pool()
    order = rules.pairing_order(book, pool, rules.start_numbers(book.players))
    position = {player: at for at, player in enumerate(order)}
    free = {player: rules.free_points(book, player) for player in pool}
    fewest = min(free.values(), default=0)
    pairs = [sorted(table.players, key=position.__getitem__) for table in round_.tables]
    return Field(
        order=order,
        position=position,
        halves=book.halves,
        met={player: book.met(player) for player in pool},
        colours={player: rules.colours(book.lines[player]) for player in pool},
        avoided=avoided_opponents(book.setup, pool),
        scale=Scale.of(HARMS, len(pool), book.round),
        candidates=[player for player in reversed(order) if free[player] == fewest],
        bye=round_.byes[0].player if round_.byes else None,
        pairs=sorted(((p, q) for p, q in pairs), key=lambda pair: position[pair[0]]),
        white={player for table in round_.tables for player in table.first},
    )


def _violation(book: Book, code: str, article: str, players: tuple[int, ...], facts: Facts) -> Finding:
    return Finding(code, article, "violation", book.round, players, facts)


# --- tables (C5.6) and colours (C3.3, C5.1, C5.3) ----------------------------------------------------------


def _numbers(round_: Round, field: Field) -> list[Finding]:
    """C5.6: from 1 in the order of the walk."""
    tables = sorted(round_.tables, key=lambda table: min(field.position[p] for p in table.players))
    wrong = [(at, table) for at, table in enumerate(tables, start=1) if table.number != at]
    if not wrong:
        return []
    expected, first = wrong[0]
    facts = {"table": first.number, "expected": expected, "wrong": len(wrong)}
    return [Finding("table_number", "C5.6", "violation", round_.number, first.players, facts)]


def _colours(book: Book, field: Field) -> list[Finding]:
    """Who has white at a table of these two: C3.3 in round 1, later C5.1 and C5.3."""
    numbers = rules.start_numbers(book.players)
    found = []
    for p, q in field.pairs:
        white = p if p in field.white else q
        fitting = _first_whites(book, numbers, p, q) if book.round == 1 else _whites(field, p, q)
        if white not in fitting:
            newcomer = None in (field.colours[p].previous, field.colours[q].previous)
            article = "C3.3" if book.round == 1 else "C5.3" if newcomer else "C5.1"
            facts = {"white": white, "expected": fitting[0]}
            found.append(_violation(book, "colour_wrong", article, (p, q), facts))
    return found


def _whites(field: Field, p: int, q: int) -> list[int]:
    """Where C4.2 must be lifted at the table, the rulebook does not say for whom of the two."""
    of_p, of_q = field.colours[p], field.colours[q]
    best = _best_seating(of_p, of_q)
    ways = [(p, _seating(of_p, of_q, WHITE)), (q, _seating(of_p, of_q, BLACK))]
    return [white for white, way in ways if way == best or (best.lifted and way.lifted == best.lifted)]


def _first_whites(book: Book, numbers: Mapping[int, int], p: int, q: int) -> list[int]:
    """C3.3: odd starting numbers have the arbiter's colour, even ones the other. Where two of a kind sit
    together (as others should not meet), only number 1 is sure of its colour."""
    white_is_odd = book.setup.options.get("first_colour", "b") == "b"
    fitting = [player for player in (p, q) if (numbers[player] % 2 == 1) == white_is_odd]
    if len(fitting) == 1:
        return fitting
    if numbers[p] == 1:
        return [p if white_is_odd else q]
    return [p, q]


# --- what was relaxed (C4.1, C4.3, C4.4, C5.5) -------------------------------------------------------------


def _happenings(book: Book, field: Field) -> list[Happening]:
    """What the round did not keep, and whether it could have."""
    up = (field.moved(field.bye) or 0) if field.bye is not None else 0
    made = field.scale.pack((0, 0, up, 0, 0))
    made += sum(field.price_of(p, q, field.seating(p, q)) for p, q in field.pairs)
    rematches = [(p, q) for p, q in field.pairs if q in field.met[p]]
    least = _least(field) if made or rematches else 0
    excess = field.scale.excess(made, made if least is None else least)
    found = []
    for p, q in rematches:  # C4.1: never, whatever the round says about it
        facts, unstated = {"rounds": list(field.met[p][q])}, Unstated("rematch", "C4.1")
        exists = least is not None
        found.append(Happening("rematch", "C4.1", (p, q), exists, unstated, facts, excusable=False))
    for p, q in field.pairs:
        found += _table_happenings(field, p, q, excess)
    return found if field.bye is None else found + _bye_happenings(book, field, field.bye, excess)


def _least(field: Field) -> int | None:
    """The least harm of any legal round, whoever of the candidates rests; None where there is none."""
    if field.bye is None:
        return least_harm(field.order, field.price, field.scale.forbidden)
    rightful = field.candidates[0] if field.bye in field.candidates else field.bye
    if dense([player for player in field.order if player != rightful], field.price):
        return 0
    return exact_harm([*field.order, BYE], field.price, field.scale.forbidden)


def _table_happenings(field: Field, p: int, q: int, excess: Excess) -> list[Happening]:
    seating = field.seating(p, q)
    found = []
    if seating.both_repeat:
        beyond, unstated = excess.get("both_repeat"), Unstated("both_repeat_unrecorded", "C5.5")
        found.append(Happening("both_repeat", "C5.5", (p, q), bool(beyond), unstated, beyond or {}))
    if seating.lifted:
        beyond, unstated = excess.get("colour_lifted"), Unstated("colour_lifted_unrecorded", "C4.2")
        for player in (p, q):
            if not _allowed(field.colours[player], WHITE if player in field.white else BLACK):
                happening = Happening(
                    "colour_lifted", "C5.5", (player,), bool(beyond), unstated, beyond or {}, shared=True
                )
                found.append(happening)
    for hard, avoids in ((True, field.avoided.is_hard), (False, field.avoided.is_soft)):
        if avoids(p, q):
            found.append(avoid_happening((p, q), excess, hard=hard))
    return found


def _bye_happenings(book: Book, field: Field, bye: int, excess: Excess) -> list[Happening]:
    rightful = field.candidates[0]
    facts = {"expected": rightful, **excess.get("bye_moved", {})}
    again = rules.free_points(book, rightful) > 0
    wrong = Unstated("bye_wrong", "C4.4" if again else "C4.3")
    found = []
    if bye not in field.candidates:
        found.append(Happening("bye_moved", "C5.5", (bye, rightful), True, wrong, facts))
    elif bye != rightful:
        avoidable = "bye_moved" in excess
        unstated = wrong if avoidable else Unstated("bye_moved_unrecorded", "C5.5")
        found.append(Happening("bye_moved", "C5.5", (bye, rightful), avoidable, unstated, facts))
    if again and bye in field.candidates:
        found.append(Happening("bye_again", "C4.4", (bye,), False, Unstated("bye_again_unrecorded", "C4.4")))
    return found


# --- the walk (C5.1, C5.2, C5.4) ---------------------------------------------------------------------------


def _walk(book: Book, field: Field) -> list[Finding]:
    """From the top, nobody preferred to the recorded opponent could have been had. In round 1 all are level
    and without colours, so the nearest is the neighbour (C3.3). Needless harm is not walked after."""
    seated = [player for player in field.order if player != field.bye]
    made, forbidden = sum(field.price(p, q) for p, q in field.pairs), field.scale.forbidden
    if made and (made >= forbidden or made != least_harm(seated, field.price, forbidden)):
        return []
    partner = dict(field.pairs) | {q: p for p, q in field.pairs}
    found = []
    for player, opponent, free in Walk(seated, partner, field.price, forbidden, field.better).overlooked():
        hard, lifted, both_repeat, _, step, _ = field.key(player, free)
        if book.round == 1:
            article = "C3.3"
        elif hard or lifted or both_repeat:
            article = "C5.5"
        else:
            article = "C5.1" if field.halves[player] == field.halves[free] else "C5.2"
        facts = {"player": player, "opponent": opponent, "free": free, "step": f"1.{step}"}
        found.append(_violation(book, "nearer_opponent_free", article, (player, free), facts))
    return found
