"""Small rounds judged by trying all of them: slow, plain, and apart from both the pairing and the check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ronda.core.book import Book
from ronda.core.model import Avoid, Bye, Forfeit, Player, Result, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Relaxation
from ronda.systems import book_of
from ronda.systems.chess.rules import Colours, colours, free_points, pairing_order, start_numbers
from ronda.systems.redemption import rules as redemption_rules

Pairs = tuple[tuple[int, int], ...]  # the higher-ranked first, in the order of the walk


def matchings(order: Sequence[int]) -> Iterator[Pairs]:
    """All ways to seat them two by two."""
    if not order:
        yield ()
        return
    first, *others = order
    for at, second in enumerate(others):
        for rest in matchings(others[:at] + others[at + 1 :]):
            yield ((first, second), *rest)


def is_avoided(book: Book, a: int, b: int, *, hard: bool) -> bool:
    return any({a, b} == set(w.players) and w.hard == hard and w.bars_opponents() for w in book.setup.avoid)


# --- redemption (R4.4) -------------------------------------------------------------------------------------


def redemption_order(book: Book) -> list[int]:
    numbers = redemption_rules.draw_numbers(book.players, book.setup.seed)
    return redemption_rules.pairing_order(book, book.pool(), numbers)


def redemption_harm(book: Book, a: int, b: int) -> tuple[int, ...]:
    rounds = book.met(a).get(b, [])
    hard, soft = is_avoided(book, a, b, hard=True), is_avoided(book, a, b, hard=False)
    return int(hard), int(bool(rounds)), rounds.count(book.round - 1), len(rounds), int(soft and not hard)


def redemption_choice(book: Book, order: Sequence[int]) -> Pairs:
    """The pairing of R4.4: of those with the least harm, the first by the walk."""

    def total(pairs: Pairs) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(redemption_harm(book, a, b) for a, b in pairs), strict=True)))

    def walk(pairs: Pairs) -> list[tuple[tuple[int, ...], int]]:
        return [(redemption_harm(book, a, b), order.index(b)) for a, b in pairs]

    return min(matchings(list(order)), key=lambda pairs: (total(pairs), walk(pairs)))


def redemption_round(book: Book, pairs: Pairs, bye: int | None) -> Round:
    stated = [Relaxation("rematch", "R4.4", pair) for pair in pairs if redemption_harm(book, *pair)[1]]
    stated += [Relaxation("avoid_broken", "S3", pair) for pair in pairs if redemption_harm(book, *pair)[0]]
    return _round(book, pairs, bye, stated)


# --- chess (C5) --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChessRound:
    """One possible round with its harm (C5.5) and the preference of each choice, in the order of the walk."""

    white_black: Pairs
    bye: int | None
    harm: tuple[int, ...]
    walk: tuple[tuple[int, ...], ...]
    relaxations: tuple[Relaxation, ...]


def _way(p: Colours, q: Colours) -> tuple[str, bool, list[int]]:
    """The step by which P and Q meet, whether P has white, and which of the two (0, 1) C4.2 is lifted for."""
    ways: list[tuple[int, str, bool, list[int]]] = []
    for step, p_repeats, q_repeats in (("1.1", 0, 0), ("1.2", 0, 1), ("1.3", 1, 0), ("1.4", 1, 1)):
        for p_white in (True, False):
            p_colour, q_colour = (0, 1) if p_white else (1, 0)
            fits_p = p_repeats == 0 if p.previous is None else (p.previous == p_colour) == bool(p_repeats)
            fits_q = q_repeats == 0 if q.previous is None else (q.previous == q_colour) == bool(q_repeats)
            if not (fits_p and fits_q):
                continue
            legal = [
                who.previous is None or (who.may_repeat if repeats else who.may_alternate)
                for who, repeats in ((p, p_repeats), (q, q_repeats))
            ]
            ways.append((legal.count(False), step, p_white, [at for at in (0, 1) if not legal[at]]))
    _, step, white, lifted = min(ways, key=lambda way: (way[0], way[1]))  # the first of level ones: P white
    return step, white, lifted


def chess_rounds(book: Book, *, anybody: bool = False) -> list[ChessRound]:
    """All rounds that C4.1 allows, whoever of the candidates rests, or whoever at all."""
    order = pairing_order(book, book.pool(), start_numbers(book.players))
    if len(order) % 2 == 0:
        return [_chess_round(book, order, pairs, None) for pairs in matchings(order) if _legal(book, pairs)]
    fewest = min(free_points(book, p) for p in order)
    candidates = [p for p in reversed(order) if anybody or free_points(book, p) == fewest]
    candidates.sort(key=lambda p: free_points(book, p))
    return [
        _chess_round(book, order, pairs, (bye, candidates))
        for bye in candidates
        for pairs in matchings([p for p in order if p != bye])
        if _legal(book, pairs)
    ]


def _legal(book: Book, pairs: Pairs) -> bool:
    return not any(q in book.met(p) for p, q in pairs)


def _chess_round(book: Book, order: Sequence[int], pairs: Pairs, rest: tuple[int, list[int]] | None) -> ChessRound:
    stated: list[Relaxation] = []
    seats, walk = [], []
    hard = lifted = repeats = soft = 0
    for p, q in pairs:
        step, white, lifted_here = _way(colours(book.lines[p]), colours(book.lines[q]))
        is_hard, is_soft = is_avoided(book, p, q, hard=True), is_avoided(book, p, q, hard=False)
        repeat = step == "1.4" and not lifted_here
        hard, soft = hard + is_hard, soft + (is_soft and not is_hard)
        lifted, repeats = lifted + len(lifted_here), repeats + repeat
        if lifted_here:
            stated.append(Relaxation("colour_lifted", "C5.5", tuple((p, q)[at] for at in lifted_here)))
        if repeat:
            stated.append(Relaxation("both_repeat", "C5.5", (p, q)))
        if is_hard:
            stated.append(Relaxation("avoid_broken", "S3", (p, q)))
        seats.append((p, q) if white else (q, p))
        walk.append((is_hard, len(lifted_here), repeat, -book.halves[q], int(step[-1]), order.index(q)))
    moved, again, bye = 0, 0, None
    if rest is not None:
        bye, candidates = rest
        again = free_points(book, bye) - free_points(book, candidates[0])
        moved = [p for p in candidates if free_points(book, p) == free_points(book, bye)].index(bye)
        if bye != candidates[0]:
            stated.append(Relaxation("bye_moved", "C5.5", (bye, candidates[0])))
        if free_points(book, bye):
            stated.append(Relaxation("bye_again", "C4.4", (bye,)))
    harm = (hard, again, lifted, moved, repeats, soft)
    return ChessRound(tuple(seats), bye, harm, tuple(walk), tuple(stated))


def chess_round(book: Book, made: ChessRound, edition: str | None = "chess-1") -> Round:
    """Edition 1 looks at each round by itself."""
    return replace(_round(book, made.white_black, made.bye, made.relaxations), edition=edition)


def _round(book: Book, pairs: Pairs, bye: int | None, stated: Sequence[Relaxation]) -> Round:
    tables = tuple(Table(at, (a,), (b,)) for at, (a, b) in enumerate(pairs, start=1))
    byes = () if bye is None else (Bye(bye),)
    return Round(book.round, tables, byes, relaxations=tuple(stated))


# --- random histories --------------------------------------------------------------------------------------


def random_book(random: Random, system: str, *, most: int = 8, soft: bool = False) -> Book:
    """A few players after some rounds that nobody paired by any rule, but that C4.1 allows in chess."""
    count = random.randint(2, most)
    players = tuple(_random_player(random, at, system) for at in range(1, count + 1))
    pairs = [(a, b) for a in range(1, count + 1) for b in range(1, a)]
    avoid = [Avoid(pair, hard=not soft or random.random() < 0.3) for pair in pairs if random.random() < 0.12]
    setup = Setup(system, options={"rounds": 20}, seed=random.randint(0, 99), avoid=tuple(avoid))
    event = Tournament(setup, players)
    for _ in range(random.randint(0, count - 1)):
        round_ = _random_round(random, book_of(event))
        if round_ is None:
            break
        event = Tournament(setup, players, (*event.rounds, round_))
    return book_of(event)


def _random_player(random: Random, at: int, system: str) -> Player:
    late = random.random() < 0.1
    return Player(
        at,
        f"P{at}",
        rating=random.choice((0, 1500, 1600)) if system == "chess" else 0,
        joined_round=2 if late else 1,
        left_after=random.choice((1, 2)) if random.random() < 0.1 else None,
        missed=(3,) if random.random() < 0.1 else (),
    )


def _random_round(random: Random, book: Book) -> Round | None:
    pool = book.pool()
    random.shuffle(pool)
    bye = pool.pop() if len(pool) % 2 else None
    choices = [m for m in matchings(pool) if book.setup.system != "chess" or _legal(book, m)]
    if not choices:
        return None
    pairs = random.choice(choices)
    tables = tuple(Table(at, (a,), (b,), _random_result(random, book)) for at, (a, b) in enumerate(pairs, start=1))
    return Round(book.round, tables, () if bye is None else (Bye(bye),))


def _random_result(random: Random, book: Book) -> Result:
    if random.random() < 0.1:
        return Forfeit(first_absent=random.random() < 0.5, second_absent=True)
    if book.setup.system == "chess":
        return random.choice((Scored(2, 0), Scored(1, 1), Scored(0, 2)))
    return Scored(random.randint(0, 4), random.randint(0, 5))
