"""A plain reading of D6 and D7, without any of the program's own search: everything is tried in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csr_matrix

from ronda.core.book import Book

Pair = tuple[int, int]
Tables = list[tuple[Pair, Pair]]


class History(NamedTuple):
    """The players to be seated, best first, and the last round in which two were partners, or rivals."""

    order: Sequence[int]
    now: int
    partners: dict[Pair, int]
    rivals: dict[Pair, int]

    def partner_gap(self, a: int, b: int) -> int:
        return self.now - self.partners.get((min(a, b), max(a, b)), -1000)

    def rival_gap(self, a: int, b: int) -> int:
        return self.now - self.rivals.get((min(a, b), max(a, b)), -1000)


def history(book: Book, order: Sequence[int]) -> History:
    partners: dict[Pair, int] = {}
    rivals: dict[Pair, int] = {}
    for player, lines in book.lines.items():
        for line in lines:
            if line.outcome in ("win", "loss"):
                for found, others in ((partners, line.partners), (rivals, line.opponents)):
                    for other in others:
                        found[min(player, other), max(player, other)] = line.round
    return History(order, book.round, partners, rivals)


class Choices(NamedTuple):
    """D10: whether pairs meet across the pyramids, partners are neighbours, old ones are avoided, and players change
    pyramids before a window is relaxed."""

    across: bool = False
    consecutive: bool = False
    fresh: bool = False
    exchange_first: bool = False


DEFAULT = Choices()


class Harm(NamedTuple):
    """What a table breaks: repetitions of the last round, relaxed windows, rival windows among them, depth; then,
    where they are to be new, partners and rivals who were so before (D10.5)."""

    forced: int = 0
    relaxed: int = 0
    rival: int = 0
    depth: int = 0
    old_partners: int = 0
    old_rivals: int = 0

    def plus(self, other: Harm) -> Harm:
        return Harm(*(a + b for a, b in zip(self, other, strict=True)))


def table_harm(
    past: History, table: tuple[Pair, Pair], windows: Pair, kept: Pair, *, fresh: bool = False
) -> Harm | None:
    """None: not allowed while the windows `kept` are."""
    first, second = table
    gaps = [(past.partner_gap(*first), 0), (past.partner_gap(*second), 0)]
    gaps += [(past.rival_gap(a, b), 1) for a in first for b in second]
    harm = Harm()
    for gap, kind in gaps:
        if gap <= kept[kind]:
            return None
        if gap <= windows[kind]:
            if gap <= 1:
                harm = harm.plus(Harm(forced=1))
            else:
                harm = harm.plus(Harm(relaxed=1, rival=kind, depth=windows[kind] - gap + 1))
        if fresh and gap <= past.now:
            harm = harm.plus(Harm(old_rivals=1) if kind else Harm(old_partners=1))
    return harm


# --- the order of D6.3–D6.6 ----------------------------------------------------------------------------------


def sides_in_order(pyramids: Sequence[Sequence[int]]) -> Iterator[list[list[int]]]:
    """A and B of each pyramid: as they are, then exchanges by number, displacement and the lower-placed A players."""
    ways = []
    for chosen in product(*(list(_exchanges(len(pyramid))) for pyramid in pyramids)):
        number = sum(len(out) for out, _ in chosen)
        displacement = sum(sum(into) - sum(out) for out, into in chosen)
        placed = [
            -pyramid[n] for pyramid, (out, _) in zip(pyramids[::-1], chosen[::-1], strict=True) for n in out[::-1]
        ]
        ways.append((number, displacement, placed, [into for _, into in chosen], chosen))
    for *_, chosen in sorted(ways):
        sides = []
        for pyramid, (out, into) in zip(pyramids, chosen, strict=True):
            better = {*range(len(pyramid) // 2)} - {*out} | {*into}
            sides.append([place for n, place in enumerate(pyramid) if n in better])
            sides.append([place for n, place in enumerate(pyramid) if n not in better])
        yield sides


def _exchanges(size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    half = size // 2
    for count in range(half + 1):
        yield from product(combinations(range(half), count), combinations(range(half, size), count))


def partners_in_order(
    side: Sequence[int], free: Sequence[int] | None = None, *, consecutive: bool = False
) -> Iterator[list[Pair]]:
    """All partner lists of a side in the order of D6.4, or with neighbours as ideal partners (D10.2)."""
    left = list(range(len(side))) if free is None else list(free)
    if not left:
        yield []
        return
    at = left[0]
    block = at // 4 * 4
    if consecutive or len(side) - block == 2:
        best = at + 1 if at % 2 == 0 else at - 1
    else:
        best = at + 2 if at < block + 2 else at - 2
    below = [n for n in left if n >= best and n > at]
    skipped = [n for n in left if at < n < best]
    for other in below + skipped[::-1]:
        rest = [n for n in left if n not in (at, other)]
        for more in partners_in_order(side, rest, consecutive=consecutive):
            yield [(side[at], side[other]), *more]


def seatings(pyramids: Sequence[Sequence[int]], choices: Choices) -> Iterator[Tables]:
    """One pyramid, or, across, both: the k-th of the first half of all pairs meets one of the last half (D10.1). Where
    a lower pair stands among the first half, no more than a quarter of its pyramid is above it."""
    for sides in sides_in_order(pyramids):
        if len(sides) == 4 and len(sides[0]) < len(sides[2]):
            lower = pyramids[1]
            if lower.index(sides[2][0]) > len(lower) // 4:
                continue
        for lists in product(*(list(partners_in_order(s, consecutive=choices.consecutive)) for s in sides)):
            pairs = [pair for found in lists for pair in found]
            half = len(pairs) // 2
            for way in permutations(pairs[half:]):
                yield list(zip(pairs[:half], way, strict=True))


# --- D7 ------------------------------------------------------------------------------------------------------


def kept_windows(windows: Pair) -> list[Pair]:
    partner, rival = windows
    ladder = [windows]
    ladder += [(w, rival) for w in range(partner - 1, 0, -1)]
    ladder += [(min(partner, 1), w) for w in range(rival - 1, 0, -1)]
    return ladder


def best_seating(
    past: History,
    pyramids: Sequence[Sequence[int]],
    windows: Pair,
    ladder: Sequence[Pair],
    choices: Choices = DEFAULT,
) -> tuple[Harm, Tables, int] | None:
    """The least harm on the first level of the ladder that has a seating, the first in order with it, and which level
    that is."""
    places = [[past.order.index(player) for player in pyramid] for pyramid in pyramids]
    for depth, kept in enumerate(ladder):
        best: tuple[Harm, Tables, int] | None = None
        for tables in seatings(places, choices):
            harm = Harm()
            named = [_named(past, table) for table in tables]
            for table in named:
                own = table_harm(past, table, windows, kept, fresh=choices.fresh)
                if own is None:
                    break
                harm = harm.plus(own)
            else:
                if best is None or harm < best[0]:
                    best = (harm, named, depth)
                if harm == Harm():
                    return best
        if best is not None:
            return best
    return None


def _named(past: History, table: tuple[Pair, Pair]) -> tuple[Pair, Pair]:
    (a, b), (c, d) = table
    order = past.order
    return (order[a], order[b]), (order[c], order[d])


def crossings(players: int) -> Iterator[list[Pair]]:
    """D7.2 with S2: one, then two, nearest first."""
    cut = players // 4 // 2 * 4
    for count in range(3):
        ways = []
        for out in combinations(range(cut), count):
            for into in combinations(range(cut, players), count):
                ways.append((sum(into) - sum(out), tuple(-n for n in out[::-1]), into, out))
        for _, _, into, out in sorted(ways):
            yield list(zip(out[::-1], into, strict=True))


def whole_round(past: History, windows: Pair, choices: Choices = DEFAULT) -> tuple[Harm, int, Tables]:
    """The round of a small field: its harm, the number of players who changed pyramids, its tables. Where exchanges
    between pyramids are needed, all of them are made: the mildest windows count, then the relaxed pairs, then the
    number of players and their displacement (D7.2)."""
    none, *others = crossings(len(past.order))
    ladder = kept_windows(windows)
    stages = [([none], ladder), (others, ladder), ([none, *others], [*ladder, (0, 0)])]
    if choices.exchange_first:  # D10.6
        stages = [([none], ladder[:1]), (others, ladder[:1]), *stages]
    for every, steps in stages:
        ways = []
        for at, crossing in enumerate(every):
            found = _both(past, windows, crossing, steps, choices)
            if found is not None:
                harm, tables, depth = found
                ways.append(((depth, harm.forced, harm.relaxed, at), harm, len(crossing), tables))
        if ways:
            return min(ways, key=lambda way: way[0])[1:]
    raise AssertionError("with every window lifted everybody can be seated")


def _both(
    past: History, windows: Pair, crossing: list[Pair], ladder: Sequence[Pair], choices: Choices
) -> tuple[Harm, Tables, int] | None:
    """Each pyramid as mild as it can be: the harm of both, the tables, and how far down the ladder they went."""
    cut = len(past.order) // 4 // 2 * 4
    upper = {*range(cut)}
    for down, up in crossing:
        upper ^= {down, up}
    lower = [n for n in range(len(past.order)) if n not in upper]
    pyramids = [[past.order[n] for n in places] for places in (sorted(upper), lower) if places]
    harm, tables, depth = Harm(), list[tuple[Pair, Pair]](), 0
    for together in [pyramids] if choices.across else [[pyramid] for pyramid in pyramids]:
        found = best_seating(past, together, windows, ladder, choices)
        if found is None:
            return None
        harm, tables, depth = harm.plus(found[0]), tables + found[1], max(depth, found[2])
    return harm, sorted(tables, key=lambda table: min(map(past.order.index, (*table[0], *table[1])))), depth


# --- exchanges that keep every window (D10.6) -------------------------------------------------------------------


def clean_exchange(past: History, windows: Pair) -> list[Pair] | None:
    """The first exchange between the pyramids, none at all before any, after which both can be seated with every
    window kept, however they are seated; None: there is none."""
    cut, places = len(past.order) // 4 // 2 * 4, range(len(past.order))
    known: dict[frozenset[int], bool] = {}

    @cache
    def clean(*four: int) -> bool:
        return any(table_harm(past, table, windows, windows) is not None for table in _ways_to_sit(past, *four))

    def seated(group: frozenset[int]) -> bool:
        if group not in known:
            first, *rest = sorted(group)
            known[group] = any(
                clean(first, *others) and seated(group - {first, *others}) for others in combinations(rest, 3)
            )
        return known[group]

    known[frozenset()] = True
    for crossing in crossings(len(past.order)):
        moved = {place for pair in crossing for place in pair}
        upper = frozenset(place for place in places if (place < cut) != (place in moved))
        if seated(upper) and seated(frozenset(places) - upper):
            return [(past.order[down], past.order[up]) for down, up in crossing]
    return None


def _ways_to_sit(past: History, a: int, b: int, c: int, d: int) -> Iterator[tuple[Pair, Pair]]:
    for table in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        yield _named(past, table)


# --- the least number of broken windows as a set partition -----------------------------------------------------


def fewest_broken(past: History, pyramid: Sequence[int], windows: Pair, kept: Pair) -> int | None:
    """The fewest broken windows of a pyramid while the windows `kept` are, by an integer program."""
    costs: list[int] = []
    rows: list[int] = []
    columns: list[int] = []
    for four in combinations(range(len(pyramid)), 4):
        a, b, c, d = (pyramid[n] for n in four)
        for table in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
            harm = table_harm(past, table, windows, kept)
            if harm is not None:
                rows += four
                columns += [len(costs)] * 4
                costs.append(harm.forced + harm.relaxed)
    if not costs:
        return None
    cover = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(pyramid), len(costs)))
    solve: Callable[..., Any] = milp
    answer = solve(
        c=np.array(costs),
        constraints=LinearConstraint(cover, 1, 1),
        integrality=np.ones(len(costs)),
        bounds=(0, 1),
    )
    return round(answer.fun) if answer.success else None
