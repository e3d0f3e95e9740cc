"""chess, for the check: the players in their order, what lies between any two of them, and what it would cost to seat
them together (C4, C5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import NamedTuple

from ronda.checking.proofs import BYE, Scale, exact_harm
from ronda.core import Avoided, Book, Deriving, Round, avoided_opponents
from ronda.systems.chess import rules
from ronda.systems.chess.field import bye_candidates
from ronda.systems.chess.rules import BLACK, WHITE, Colour, Colours

# C5.5 read from its end, gravest first: rematches only where a director allowed them; a hard avoid pair is relaxed last
# of all other things, a soft one before any rule
HARMS = (
    "rematches",
    "last_round",
    "meetings",
    "hard_avoid",
    "free_point_again",
    "colour_lifted",
    "bye_moved",
    "both_repeat",
    "soft_avoid",
)


def harm_scale(players: int, rounds: int) -> Scale:
    """Earlier meetings may add up to more than anything else."""
    few, many = (players + 1).bit_length(), ((players + 1) * (rounds + 1)).bit_length()
    return Scale(tuple(many if name == "meetings" else few for name in HARMS), HARMS)


# --- two players and their colours (C4.2, C5.1, C5.3) ------------------------------------------------------


class Seating(NamedTuple):
    """One way to give the colours to P and, below, Q. The smaller, the better."""

    lifted: int  # for how many C4.2 is not kept
    both_repeat: bool  # step 1.4: both repeat, legally
    step: int  # 1 for 1.1 … 4 for 1.4
    colour: Colour  # of P


Meetings = tuple[bool, bool, int]  # met before, in the previous round, how often
Key = tuple[Meetings, bool, int, bool, int, int, int]  # meetings, hard avoid, lifted, by 1.4, group, step, place


def repeats(player: Colours, colour: Colour) -> bool:
    return player.previous == colour  # C5.3: without a previous colour nothing is repeated


def allowed(player: Colours, colour: Colour) -> bool:
    if player.previous is None:
        return True
    return player.may_repeat if repeats(player, colour) else player.may_alternate


def colours_given(p: Colours, q: Colours, colour: Colour) -> Seating:
    other: Colour = BLACK if colour == WHITE else WHITE
    lifted = (not allowed(p, colour)) + (not allowed(q, other))
    step = 1 + repeats(q, other) + 2 * repeats(p, colour)
    return Seating(lifted, step == 4 and not lifted, step, colour)


@cache
def best_seating(p: Colours, q: Colours) -> Seating:
    """C5.1; where neither has a previous colour, the higher-ranked has white (C5.3): WHITE is the smaller."""
    return min(colours_given(p, q, WHITE), colours_given(p, q, BLACK))


def preferred(own: Key, other: Key) -> bool:
    """The rulebook orders the legal steps and puts the lifted ones last; among those, and among hard avoid
    pairs, one is preferred only where it is so in every respect."""
    if own[:3] != other[:3] or other[1:3] == (False, 0):
        return own < other
    return own != other and all(a <= b for a, b in zip(own[3:], other[3:], strict=True))


# --- all players -------------------------------------------------------------------------------------------


class Field(Deriving):
    """The players in the order of C2.2, what lies between any two of them, and how they were seated."""

    order: Sequence[int]
    position: Mapping[int, int]
    halves: Mapping[int, int]
    met: Mapping[int, Mapping[int, Sequence[int]]]
    colours: Mapping[int, Colours]
    avoided: Avoided
    harms: Scale
    free: Mapping[int, int]  # points without playing (C4.3)
    candidates: Sequence[int]  # for the bye, the rightful one first (C4.3, C4.4)
    bye: int | None
    pairs: Sequence[tuple[int, int]]  # in the order of the walk, the higher-ranked first
    white: AbstractSet[int]
    round: int
    rematches: bool  # whether a director allowed them

    def resting(self, player: int) -> int:
        """What it costs to let the player rest (C4.3, C4.4, C5.5). A wrong bye is found elsewhere; given it, the rest
        must still be right."""
        if self.bye is not None and self.bye not in self.candidates:
            return 0 if player == self.bye else self.harms.forbidden
        if player not in self.candidates:
            return self.harms.forbidden
        level = [other for other in self.candidates if self.free[other] == self.free[player]]
        again = self.free[player] - self.free[self.candidates[0]]
        return self.harms.pack_named(free_point_again=again, bye_moved=level.index(player))

    def exists(self) -> bool:
        """Whether there is any round without a rematch in which one of the candidates rests."""

        def price(a: int, b: int) -> int:
            if a == BYE or b == BYE:
                return 0 if a + b - BYE in self.candidates else self.harms.forbidden
            return self.harms.forbidden if b in self.met[a] else 0

        players = self.order if self.bye is None else [*self.order, BYE]
        return exact_harm(players, price, self.harms.forbidden) is not None

    def recorded(self, p: int, q: int) -> Seating:
        return colours_given(self.colours[p], self.colours[q], WHITE if p in self.white else BLACK)

    def price(self, a: int, b: int) -> int:
        """What it costs to seat the two with the best colours for them, or to let one rest."""
        if a == BYE or b == BYE:
            return self.resting(a + b - BYE)
        if b in self.met[a] and not self.rematches:
            return self.harms.forbidden  # C4.1
        p, q = (a, b) if self.position[a] < self.position[b] else (b, a)
        return self.price_of(a, b, best_seating(self.colours[p], self.colours[q]))

    def price_of(self, a: int, b: int, seats: Seating) -> int:
        if b not in self.met[a] and not self.avoided.any:  # as most are
            if not (seats.lifted or seats.both_repeat):
                return 0
            return self.harms.pack_named(colour_lifted=seats.lifted, both_repeat=seats.both_repeat)
        hard, soft = self.avoided.is_hard(a, b), self.avoided.is_soft(a, b)
        met, last, often = self.meetings(a, b)
        if not (seats.lifted or seats.both_repeat or hard or soft or met):
            return 0
        return self.harms.pack_named(
            rematches=met,
            last_round=last,
            meetings=often,
            hard_avoid=hard,
            colour_lifted=seats.lifted,
            both_repeat=seats.both_repeat,
            soft_avoid=soft,
        )

    def meetings(self, a: int, b: int) -> Meetings:
        rounds = self.met[a].get(b, ())
        return bool(rounds), self.round - 1 in rounds, len(rounds)

    def key(self, player: int, opponent: int) -> Key:
        """By 1.1–1.3 group by group down, then by 1.4, then the lifted ones (C5.1, C5.2, C5.5)."""
        seats = best_seating(self.colours[player], self.colours[opponent])
        hard, group = self.avoided.is_hard(player, opponent), -self.halves[opponent]
        met, place = self.meetings(player, opponent), self.position[opponent]
        return met, hard, seats.lifted, seats.both_repeat, group, seats.step, place

    def better(self, player: int, opponent: int, rest: Sequence[int]) -> list[int]:
        """Those whom the player should have got before the opponent. A soft wish never makes an opponent
        better; it only keeps one from being so."""
        soft = self.avoided.is_soft(player, opponent)
        key, met = self.key(player, opponent), self.met[player]
        legal, step = not any((*key[0], *key[1:4])), key[5]
        found = []
        for candidate in rest:
            if legal and (self.halves[candidate] < self.halves[opponent] or (step == 1 and candidate == opponent)):
                break  # nobody further down is preferred
            if candidate in met and not self.rematches:
                continue
            if self.avoided.is_soft(player, candidate) and not soft:
                continue
            own = self.key(player, candidate)
            if preferred(own, key):
                found.append((own, candidate))
        return [candidate for _, candidate in sorted(found)]

    @property
    def made(self) -> int:
        """The harm of the round as it was recorded."""
        total = sum(self.price_of(p, q, self.recorded(p, q)) for p, q in self.pairs)
        resting = 0 if self.bye is None else self.resting(self.bye)
        return total + (0 if resting >= self.harms.forbidden else resting)


class Preferred:
    """`Field.better` for the whole walk, from the top of the `order` down. Who is level in points and in the past of
    colours is the same to everybody: of each such kind only those are looked at whom the rules put before the opponent,
    and who has sat down is dropped. So a large group costs no more than its tables, by whichever step they are made."""

    def __init__(self, field: Field, order: Sequence[int], partner: Mapping[int, int]) -> None:
        self.field = field
        self.seated = {p: min(field.position[p], field.position[partner[p]]) for p in order}
        self.groups: dict[int, dict[Colours, list[int]]] = {}
        for player in order:
            kinds = self.groups.setdefault(field.halves[player], {})
            kinds.setdefault(field.colours[player], []).append(player)

    def better(self, player: int, opponent: int, rest: Sequence[int]) -> list[int]:
        field = self.field
        key = field.key(player, opponent)
        if any((*key[0], *key[1:4])):  # not by 1.1 to 1.3: then one looks at everybody
            return field.better(player, opponent, rest)
        own, lowest, step, place = field.halves[player], -key[4], key[5], key[6]
        found: list[tuple[Key, int]] = []
        for halves, kinds in self.groups.items():  # from the highest
            if halves > own:
                continue
            if halves < lowest:
                break
            for colours, members in kinds.items():
                seats = best_seating(field.colours[player], colours)
                if seats.lifted or seats.both_repeat or (halves == lowest and seats.step > step):
                    continue
                before = place if halves == lowest and seats.step == step else len(field.order)
                found += self._among(members, player, opponent, before)
        return [candidate for _, candidate in sorted(found)]

    def _among(self, members: list[int], player: int, opponent: int, before: int) -> Iterator[tuple[Key, int]]:
        """Those of one kind who come before that place, are free and may meet the player."""
        field, at = self.field, self.field.position[player]
        still: list[int] = []
        passed = 0
        for candidate in members:
            if field.position[candidate] >= before:
                break
            passed += 1
            if self.seated[candidate] >= at and candidate != player:
                still.append(candidate)
        if len(still) < passed:
            members[:passed] = still
        soft = field.avoided.is_soft(player, opponent)
        for candidate in still:
            if candidate in field.met[player] or field.avoided.is_hard(player, candidate):
                continue
            if candidate != opponent and (soft or not field.avoided.is_soft(player, candidate)):
                yield field.key(player, candidate), candidate


def field_of(book: Book, round_: Round, *, anybody: bool = False, rematches: bool = False) -> Field:
    """`anybody`: whether also those who have had more free points than others may rest."""
    pool = book.pool()
    order = rules.pairing_order(book, pool, rules.start_numbers(book.players))
    position = {player: at for at, player in enumerate(order)}
    pairs = [sorted(table.players, key=position.__getitem__) for table in round_.tables]
    return Field(
        order=order,
        position=position,
        halves=book.halves,
        met={player: book.met(player) for player in pool},
        colours={player: rules.colours(book.lines[player]) for player in pool},
        avoided=avoided_opponents(book.setup, pool),
        harms=harm_scale(len(pool), book.round),
        free={player: rules.free_points(book, player) for player in pool},
        candidates=bye_candidates(book, order, anybody=anybody),
        bye=round_.byes[0].player if round_.byes else None,
        pairs=sorted(((p, q) for p, q in pairs), key=lambda pair: position[pair[0]]),
        white={player for table in round_.tables for player in table.first},
        round=book.round,
        rematches=rematches,
    )
