"""dutch: the articles about players (DU1–DU4, DU9) on small values of their own.

A `Card` is what one player did so far, `Terms` is what the event lays down for the round, and `field_of` derives from
them the `Field`: the players to be paired in their order, each known by position 0, 1, 2 … Points are whole numbers in
any one unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ronda.core import Frozen

FIRST_EDITION = "C.04.3/2026-02-01"  # penalties on the points did not count for pairing
EDITION = f"{FIRST_EDITION}/2"

WHITE, BLACK, EITHER = 1, -1, 0
NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3
DOWN, UP, LEVEL = 1, -1, 0
_UNPLAYED = {ord(c): None for c in "+-UFHZ"}
_PAIRED = frozenset("wb+-U")


class Card(Frozen):
    """One player's event so far. `kinds` has one sign per past round: `w`, `b` a game played with that colour,
    `+`, `-` a forfeit, `U` the pairing-allocated bye, `F`, `H`, `Z` a full-, half- or zero-point bye or an absence.
    `extra_points`: points beside those of the rounds when this round is paired, the last one, and the one before:
    virtual points (DU9), bonuses and penalties (PE7.2)."""

    tpn: int
    kinds: str = ""
    opponents: Sequence[int] = ()
    points: Sequence[int] = ()
    extra_points: tuple[int, int, int] = (0, 0, 0)
    here: bool = True  # to be paired in this round (DU2.4)


class Terms(Frozen):
    """The round to be paired: its number, how many rounds the event has, what a win and a loss are worth, the initial
    colour (DU8.5), pairs of numbers that the arbiter keeps apart, and pairs that should not meet where no criterion
    suffers (S3)."""

    round: int
    rounds: int
    win: int = 2
    loss: int = 0
    initial: int = WHITE
    forbidden: frozenset[tuple[int, int]] = frozenset()
    soft: frozenset[tuple[int, int]] = frozenset()


class Field(Frozen):
    """The players to be paired, by position in the order DU3.2. `banned`: the positions a player may not meet (met
    before, or kept apart); `wish` and `strength`: the colour preference (DU3.8); `games`: the colours played, in order;
    `difference`: CD (DU3.7); `floated`: the floats of the last round and of the one before (DU3.6); `may_rest`: not
    barred from the PAB (DU2.1); `unplayed`: rounds without a game (C9); `odd`: whether the effective number is odd
    (DU1.4); `soft`: for those who have any, whom they should rather not meet (S3)."""

    terms: Terms
    tpns: Sequence[int]
    scores: Sequence[int]
    banned: Sequence[frozenset[int]]
    wish: Sequence[int]
    strength: Sequence[int]
    games: Sequence[str]
    difference: Sequence[int]
    floated: Sequence[tuple[int, int]]
    may_rest: Sequence[bool]
    unplayed: Sequence[int]
    top: Sequence[bool]
    odd: Sequence[bool]
    soft: Mapping[int, frozenset[int]]

    def __len__(self) -> int:
        return len(self.tpns)

    def groups(self) -> list[range]:
        """The scoregroups from the top, as ranges of positions (DU3.3)."""
        starts = [at for at, score in enumerate(self.scores) if not at or score != self.scores[at - 1]]
        return [range(start, end) for start, end in pairwise([*starts, len(self)])]

    def legal(self, a: int, b: int) -> bool:
        """C1 and C3."""
        if b in self.banned[a]:
            return False
        if self.strength[a] == ABSOLUTE == self.strength[b] and self.wish[a] == self.wish[b]:
            return self.top[a] or self.top[b]
        return True


def colour_wish(games: str) -> tuple[int, int, int]:
    """Colour wanted, how strongly, and the colour difference (DU3.7, DU3.8): the first line that fits."""
    difference = 2 * games.count("w") - len(games)
    if not games:
        return EITHER, NONE, 0
    if difference >= 2:
        return BLACK, ABSOLUTE, difference
    if difference <= -2:
        return WHITE, ABSOLUTE, difference
    last = games[-1]
    other = BLACK if last == "w" else WHITE
    if len(games) > 1 and games[-2] == last:
        return other, ABSOLUTE, difference
    if difference:
        return (BLACK if difference > 0 else WHITE), STRONG, difference
    return other, MILD, 0


def bars_rest(card: Card, win: int) -> bool:
    """C2, DU2.1: a PAB before, or a round without a game that gave at least a win."""
    kinds = card.kinds
    if "U" in kinds or "F" in kinds:
        return True
    if not kinds.translate(_PLAYED):
        return False
    return any(kind not in "wb" and points >= win for kind, points in zip(kinds, card.points, strict=True))


_PLAYED = {ord(c): None for c in "wb"}


def _float(card: Card, ago: int, before: dict[int, int], loss: int) -> int:
    """DU3.6: the float of the round so many rounds `ago`; `before` has everybody's pairing score before it."""
    if len(card.kinds) < ago:
        return LEVEL
    kind = card.kinds[-ago]
    if kind in "wb":
        own, other = before[card.tpn], before[card.opponents[-ago]]
        return DOWN if own > other else UP if own < other else LEVEL
    if kind == "U":
        return DOWN  # 1.4.3: whatever it is worth
    return DOWN if card.points[-ago] > loss else LEVEL  # DU2.2


def field_of(cards: Iterable[Card], terms: Terms) -> Field:
    """The players to be paired, in order, with all that the criteria ask about them."""
    everybody = list(cards)
    now, last, earlier = (
        {card.tpn: sum(card.points[: max(len(card.points) - ago, 0)]) + card.extra_points[ago] for card in everybody}
        for ago in range(3)
    )
    here = sorted((card for card in everybody if card.here), key=lambda card: (-now[card.tpn], card.tpn))
    at = {card.tpn: position for position, card in enumerate(here)}
    odd = _odd_numbers(everybody)
    kept_apart = _kept_apart(terms.forbidden, at)
    scores = [now[card.tpn] for card in here]
    games = [card.kinds.translate(_UNPLAYED) for card in here]
    wishes = [colour_wish(played) for played in games]
    last_round = terms.round >= terms.rounds
    enough = terms.win * (terms.round - 1)
    return Field(
        terms=terms,
        tpns=[card.tpn for card in here],
        scores=scores,
        banned=[_met(card, at) | kept_apart.get(position, frozenset()) for position, card in enumerate(here)],
        wish=[wish for wish, _, _ in wishes],
        strength=[strength for _, strength, _ in wishes],
        games=games,
        difference=[difference for _, _, difference in wishes],
        floated=[(_float(card, 1, last, terms.loss), _float(card, 2, earlier, terms.loss)) for card in here],
        may_rest=[not bars_rest(card, terms.win) for card in here],
        unplayed=[len(card.kinds) - len(played) for card, played in zip(here, games, strict=True)],
        top=[last_round and 2 * score > enough for score in scores],  # DU3.9
        odd=[odd[card.tpn] for card in here],
        soft=_kept_apart(terms.soft, at),
    )


def _met(card: Card, at: dict[int, int]) -> frozenset[int]:
    """C1: only games that were played count (DU2)."""
    met = zip(card.kinds, card.opponents, strict=True)
    return frozenset([at[opponent] for kind, opponent in met if kind in "wb" and opponent in at])


def _kept_apart(forbidden: Iterable[tuple[int, int]], at: dict[int, int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for a, b in forbidden:
        if a in at and b in at and a != b:
            found.setdefault(at[a], set()).add(at[b])
            found.setdefault(at[b], set()).add(at[a])
    return {position: frozenset(others) for position, others in found.items()}


def _odd_numbers(cards: Sequence[Card]) -> dict[int, bool]:
    """DU1.4: whether a player's effective number is odd, counted over those who are or were paired."""
    found: dict[int, bool] = {}
    odd = False
    for card in sorted(cards, key=lambda card: card.tpn):
        if card.here or not _PAIRED.isdisjoint(card.kinds):
            odd = not odd
            found[card.tpn] = odd
    return found


def upper_group(numbers: Iterable[int]) -> int:
    """DU9.2: the number of the last player of GA, of those who were paired in round 1: the first half rounded up to an
    even number. That player stays the last one."""
    starting = sorted(numbers)
    half = 2 * -(-len(starting) // 4)
    return starting[half - 1] if starting else 0


def baku_points(rounds: int, win: int, draw: int) -> dict[int, int]:
    """DU9.3: the virtual points of GA by round."""
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    return {number: win if number <= full else draw for number in range(1, accelerated + 1)}
