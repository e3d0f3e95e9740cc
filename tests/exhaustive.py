"""References for small fields: every complete pairing is looked at, straight from the rulebook's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ronda.core.book import Book

Pairs = tuple[tuple[int, int], ...]


def complete_pairings(order: Sequence[int]) -> Iterator[Pairs]:
    """All ways to pair everybody; in each pair, and among the pairs, the better-placed comes first."""
    if not order:
        yield ()
        return
    top, rest = order[0], order[1:]
    for at, other in enumerate(rest):
        for pairs in complete_pairings([*rest[:at], *rest[at + 1 :]]):
            yield ((top, other), *pairs)


def meetings(book: Book, a: int, b: int) -> list[int]:
    return [line.round for line in book.lines[a] if b in line.opponents]


def best_by_walk(order: Sequence[int], allowed: Sequence[Pairs], liking: dict[int, list[int]]) -> list[tuple[int, int]]:
    """From the top, each takes the opponent liked best among those that some allowed pairing still has."""
    chosen: list[tuple[int, int]] = []
    left = list(allowed)
    free = list(order)
    while free:
        top = free[0]
        for other in liking[top]:
            rest = [pairs for pairs in left if (top, other) in pairs]
            if other in free and rest:
                left = rest
                chosen.append((top, other))
                free = [p for p in free if p not in (top, other)]
                break
        else:
            raise AssertionError("no allowed pairing left")
    return chosen


# --- redemption --------------------------------------------------------------------------------------------


def redemption_order(book: Book) -> list[int]:
    """R4.1."""

    def differential(p: int) -> int:
        return sum(line.differential for line in book.lines[p])

    pool = [p for p, who in book.players.items() if who.plays_in(book.round)]
    return sorted(pool, key=lambda p: (-book.halves[p], -differential(p), book.players[p].number or 0))


def redemption_bye(book: Book, order: Sequence[int]) -> list[int]:
    """R3.1, R3.2, R3.4, for rounds after the first."""
    if len(order) % 2 == 0:
        return []
    byes = {p: [line.round for line in book.lines[p] if line.outcome == "bye"] for p in order}
    if book.setup.options.get("byes") == "even":
        candidates = [p for p in order if book.round - 1 not in byes[p]]
        fewest = min(len(byes[p]) for p in candidates)
        return [[p for p in candidates if len(byes[p]) == fewest][-1]]
    never = [p for p in order if not byes[p]]
    if never:
        return [never[-1]]
    return [[p for p in order if book.round - 1 not in byes[p]][-1]]


def redemption_round(book: Book) -> tuple[list[tuple[int, int]], list[int]]:
    """R4.3 and R4.4 by looking at everything."""
    order = redemption_order(book)
    byes = redemption_bye(book, order)
    order = [p for p in order if p not in byes]

    def cost(a: int, b: int) -> tuple[int, int, int]:
        met = meetings(book, a, b)
        return int(bool(met)), int(book.round - 1 in met), len(met)

    costs = {(a, b): cost(a, b) for i, a in enumerate(order) for b in order[i + 1 :]}

    def total(pairs: Pairs) -> tuple[int, ...]:
        return tuple(sum(costs[pair][part] for pair in pairs) for part in range(3))

    everything = list(complete_pairings(order))
    least = min(map(total, everything))
    allowed = [pairs for pairs in everything if total(pairs) == least]
    place = {p: at for at, p in enumerate(order)}
    liking = {
        a: sorted(order[place[a] + 1 :], key=lambda b, a=a: (*costs[a, b], place[b]))  # type: ignore[misc]
        for a in order
    }
    return best_by_walk(order, allowed, liking), byes


def seed_round(book: Book) -> tuple[list[tuple[int, int]], list[int]]:
    """R4.6 as the document writes it: loops over a list, one after the other, that never look ahead."""
    order = redemption_order(book)
    byes = redemption_bye(book, order)
    unpaired = [p for p in order if p not in byes]
    pairs = []
    while unpaired:
        player = unpaired.pop(0)
        chosen = None
        for other in unpaired:
            if not meetings(book, player, other):
                chosen = other
                break
        if chosen is None:
            for other in unpaired:
                if book.round - 1 not in meetings(book, player, other):
                    chosen = other
                    break
        if chosen is None:
            chosen = unpaired[0]
        unpaired.remove(chosen)
        pairs.append((player, chosen))
    return pairs, byes


# --- chess -------------------------------------------------------------------------------------------------


def colour_history(book: Book, p: int) -> str:
    return "".join("ws"[line.seat] for line in book.lines[p] if line.seat is not None)


def colour_legal(history: str, colour: str) -> bool:
    """C4.2."""
    after = history + colour
    return not after.endswith(colour * 3) and abs(after.count("w") - after.count("s")) <= 2


OPPOSITE = {"w": "s", "s": "w"}


def steps(p: str, q: str) -> Iterator[tuple[int, str]]:
    """The steps of C5.1 that may be used for colour histories p (higher) and q, with p's colour; C5.3."""
    if not p and not q:
        yield 1, "w"
        return
    for step, (p_turns, q_turns) in enumerate([(True, True), (True, False), (False, True), (False, False)], 1):
        if (not p and not p_turns) or (not q and not q_turns):
            continue
        want_p = (OPPOSITE[p[-1]] if p_turns else p[-1]) if p else None
        want_q = (OPPOSITE[q[-1]] if q_turns else q[-1]) if q else None
        if want_p is None:
            assert want_q is not None
            want_p = OPPOSITE[want_q]
        if want_q is None:
            want_q = OPPOSITE[want_p]
        if want_p != want_q:
            yield step, want_p


def free_points(book: Book, p: int) -> int:
    return sum(1 for line in book.lines[p] if line.outcome in ("bye", "walkover"))


def chess_bye_candidates(book: Book, order: Sequence[int], *, anybody: bool = False) -> list[int]:
    """C4.3 and C4.4; if anybody may rest, those with more free points after the others."""
    free = {p: free_points(book, p) for p in order}
    lowest_first = [p for p in reversed(order) if anybody or free[p] == min(free.values())]
    return sorted(lowest_first, key=lambda p: free[p])


def chess_round(book: Book, *, alone: bool = False) -> tuple[list[tuple[int, int]], list[int]] | None:
    """C5 from round 2 on: (white, black) of the tables in order, and who rests. None: refused. As many of the rounds to
    come as can be are kept possible (C5.4), with the byes as they should be if that is possible; `alone`: the round is
    looked at by itself."""
    ahead = Ahead(book)
    for rounds in range(0 if alone else len(ahead.pools), -1, -1):
        for anybody in (False, True):
            found = _chess_round(book, ahead, rounds, anybody=anybody)
            if found is not None:
                return found
    return None


def _chess_round(
    book: Book, ahead: Ahead, rounds: int, *, anybody: bool
) -> tuple[list[tuple[int, int]], list[int]] | None:
    """The first round after which so many others can be made."""
    pool = [p for p, who in book.players.items() if who.plays_in(book.round)]
    order = sorted(pool, key=lambda p: (-book.halves[p], book.players[p].number or 0))
    history = {p: colour_history(book, p) for p in order}
    candidates = chess_bye_candidates(book, order, anybody=anybody) if len(order) % 2 else [None]
    free = {p: free_points(book, p) for p in order}
    ways: list[tuple[tuple[int, ...], int | None, Pairs]] = []
    for bye in candidates:
        level = [p for p in candidates if p is None or bye is None or free[p] == free[bye]]
        for pairs in complete_pairings([p for p in order if p != bye]):
            if any(meetings(book, a, b) for a, b in pairs):
                continue
            kinds = [way(history[a], history[b]) for a, b in pairs]
            again = 0 if bye is None else free[bye] - min(free.values())
            four = sum(k[0] == 0 and k[1] == 4 for k in kinds)
            ways.append(((again, sum(k[0] for k in kinds), level.index(bye), four), bye, pairs))
    allowed: list[Pairs] = []
    best: tuple[tuple[int, ...], int | None] | None = None
    for harm, bye, pairs in sorted(ways, key=lambda found: found[0]):
        if best is not None and (harm, bye) != best:
            break
        if ahead.possible(pairs, bye, rounds, anybody=anybody):
            best = (harm, bye)
            allowed.append(pairs)
    if best is None:
        return None
    bye = best[1]
    seated = [p for p in order if p != bye]
    place = {p: at for at, p in enumerate(seated)}

    def key(a: int, b: int) -> tuple[int, ...]:
        lifted, step, _ = way(history[a], history[b])
        return lifted, int(step == 4), -book.halves[b], step, place[b]

    liking = {a: sorted(seated[place[a] + 1 :], key=lambda b, a=a: key(a, b)) for a in seated}  # type: ignore[misc]
    tables = []
    for a, b in best_by_walk(seated, allowed, liking):
        tables.append((a, b) if way(history[a], history[b])[2] == "w" else (b, a))
    return tables, [] if bye is None else [bye]


class Ahead:
    """C5.4 over the rounds to come, by trying everything."""

    def __init__(self, book: Book) -> None:
        pausing = {
            p
            for p, who in book.players.items()
            if book.round in who.missed
            and who.joined_round <= book.round
            and (who.left_after is None or who.left_after >= book.round)
        }
        self.pools = [frozenset(book.pool()) | pausing] * (book.rounds - book.round)
        self.met = frozenset(frozenset((p, q)) for p in book.players for q in book.met(p))
        now = book.pool()
        fewest = min((free_points(book, p) for p in now), default=0)
        self.fresh = frozenset(p for p in book.players if free_points(book, p) <= fewest)
        self.known: dict[tuple[frozenset[frozenset[int]], frozenset[int] | None, int], bool] = {}

    def possible(self, pairs: Pairs, bye: int | None, rounds: int, *, anybody: bool) -> bool:
        """Whether so many rounds can follow these tables."""
        fresh = None if anybody else self.fresh - {bye}
        met = self.met | {frozenset(pair) for pair in pairs}
        return self._from(met, fresh, tuple(self.pools[:rounds]))

    def _from(
        self, met: frozenset[frozenset[int]], fresh: frozenset[int] | None, pools: tuple[frozenset[int], ...]
    ) -> bool:
        if not pools:
            return True
        key = (met, fresh, len(pools))
        if key not in self.known:
            self.known[key] = not self._too_few(met, fresh, pools) and self._tried(met, fresh, pools)
        return self.known[key]

    def _tried(
        self, met: frozenset[frozenset[int]], fresh: frozenset[int] | None, pools: tuple[frozenset[int], ...]
    ) -> bool:
        now, *later = pools
        resting = [None] if len(now) % 2 == 0 else sorted(now if fresh is None else now & fresh)
        for bye in resting:
            for pairs in _unmet_pairings(sorted(now - {bye}), met):
                left = None if fresh is None else fresh - {bye}
                if self._from(met | {frozenset(pair) for pair in pairs}, left, tuple(later)):
                    return True
        return False

    def _too_few(
        self, met: frozenset[frozenset[int]], fresh: frozenset[int] | None, pools: tuple[frozenset[int], ...]
    ) -> bool:
        """Whether somebody has fewer opponents left than rounds to play; only to be quicker."""
        odd = sum(len(pool) % 2 for pool in pools)
        players = frozenset().union(*pools)
        for p in players:
            rests = odd if fresh is None else int(odd > 0 and p in fresh)
            left = sum(1 for q in players if q != p and frozenset((p, q)) not in met)
            if left + rests < sum(p in pool for pool in pools):
                return True
        return False


def _unmet_pairings(players: list[int], met: frozenset[frozenset[int]]) -> Iterator[Pairs]:
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        if frozenset((first, other)) not in met:
            for pairs in _unmet_pairings([p for p in rest if p != other], met):
                yield ((first, other), *pairs)


def way(p: str, q: str) -> tuple[int, int, str]:
    """The best way to seat the two: how many C4.2 is lifted for, the step, and p's colour."""
    return min(
        (int(not colour_legal(p, colour)) + int(not colour_legal(q, OPPOSITE[colour])), step, colour)
        for step, colour in steps(p, q)
    )
