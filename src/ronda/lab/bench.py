"""Benchmarks, as ratios measured in one run: `make bench`.

Times are processor times, the best of several tries, so that a busy machine disturbs them little. What counts is
a ratio: a large field against a small one, Ronda against a peer. Every line ends with its bound and `ok` or `MISSED`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.gc_pause import collector_at_rest
from ronda.core.history import fold
from ronda.core.model import Player, Proposal, Round, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.formats.tournament_file import read
from ronda.formats.tournament_text import write
from ronda.lab.results import play
from ronda.systems import book_of, names, system

SIZES = (500, 1_000, 4_000, 10_000)
EARLY, LATE = 3, 18
TRIES = 5


class Ratio(NamedTuple):
    """Something measured against its bound."""

    what: str
    value: float
    most: float

    @property
    def kept(self) -> bool:
        return self.value <= self.most


def played(name: str, players: int, rounds: int, seed: int = 1) -> Tournament:
    """An event of so many rounds with all results, made as fast as possible: nothing is checked."""
    rules = system(name)
    chance = Draw(seed, "bench", name, players)
    field = tuple(Player(n, f"Player {n}", rating=1000 + chance.below(1400)) for n in range(1, players + 1))
    tournament = Tournament(Setup(name, "", {"rounds": rounds + 1}, seed), field)
    strength = {player.id: player.rating for player in field}
    for number in range(1, rounds + 1):
        proposal = rules.pair(book_of(tournament), Draw(seed, "round", number))
        assert isinstance(proposal, Proposal)
        tournament = _with_results(tournament, proposal, strength, chance)
    return tournament


def _with_results(tournament: Tournament, proposal: Proposal, strength: dict[int, int], chance: Draw) -> Tournament:
    setup = tournament.setup
    rules = system(setup.system)
    tables = []
    for table in proposal.round.tables:
        result = rules.read_result(play(setup.system, table, strength, setup.options, chance), setup)
        assert not isinstance(result, Refusal)
        tables.append(replace(table, result=result))
    numbered = tuple(
        replace(player, number=proposal.numbers[player.id]) if player.id in proposal.numbers else player
        for player in tournament.players
    )
    made: Round = replace(proposal.round, tables=tuple(tables))
    return replace(tournament, players=numbered, rounds=(*tournament.rounds, made))


def best(action: Callable[[], object], tries: int = TRIES) -> float:
    """Processor seconds of the fastest try."""
    times = []
    with collector_at_rest():  # as the desk does, and as timeit does
        for _ in range(tries):
            start = process_time()
            action()
            times.append(process_time() - start)
    return min(times)


def pairing_time(book: Book) -> float:
    rules = system(book.setup.system)
    return best(lambda: rules.pair(book, Draw(1, "round", book.round)))


def growth(name: str) -> Iterator[Ratio]:
    """Between 500 and 10,000 players a round may cost at most 1.5 times as much per player."""
    events = {size: played(name, size, LATE) for size in SIZES}
    for number in (EARLY, LATE):
        costs = {}
        for size, event in events.items():
            book = book_of(replace(event, rounds=event.rounds[: number - 1]))
            costs[size] = pairing_time(book) / size
            print(f"  {name} round {number}, {size:>6} players: {costs[size] * size:.4f} s")
        ratio = costs[SIZES[-1]] / costs[SIZES[0]]
        yield Ratio(f"{name} round {number}: cost per player, {SIZES[-1]} against {SIZES[0]}", ratio, 1.5)


def against_networkx(name: str, size: int = 500) -> Ratio:
    """A maximum-weight matching over the complete graph, as many tools pair."""
    import networkx

    event = played(name, size, EARLY)
    book = book_of(event)
    order = sorted(book.players, key=lambda player: -book.halves[player])
    met = {player: book.met(player) for player in order}
    graph: networkx.Graph[int] = networkx.Graph()
    for (a, one), (b, other) in combinations(enumerate(order), 2):
        if other not in met[one]:
            graph.add_edge(one, other, weight=size * size - (b - a) ** 2)
    theirs = best(lambda: networkx.max_weight_matching(graph, maxcardinality=True), tries=1)
    ours = pairing_time(book)
    print(f"  {name}, {size} players: networkx {theirs:.2f} s, Ronda {ours:.4f} s, {theirs / ours:.0f} times faster")
    return Ratio(f"{name}: time against networkx on the complete graph, {size} players", ours / theirs, 1 / 50)


def against_file(name: str, size: int = 4_000, rounds: int = 12) -> Ratio:
    """Pairing 4,000 players against starting, reading and writing their file three times over."""
    event = played(name, size, rounds)
    data = write(event)
    pairing = pairing_time(book_of(event))
    reading = best(lambda: fold(read(data)), tries=3)
    writing = best(lambda: write(event), tries=3)
    start = wall([sys.executable, "-c", "pass"])
    file = start + reading + writing
    print(f"  {name}, {size} players: pairing {pairing:.3f} s, start + read + write {file:.3f} s ({len(data)} bytes)")
    return Ratio(f"{name}: pairing {size} players against start + read + write", pairing / file, 3)


def wall(command: list[str], tries: int = 15) -> float:
    """The median of a command's whole time."""
    times = []
    for _ in range(tries):
        start = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - start)
    return median(times)


def start_up() -> Ratio:
    """`ronda --version` against a bare interpreter."""
    bare = wall([sys.executable, "-c", "pass"])
    ours = wall([sys.executable, "-m", "ronda", "--version"])
    print(f"  bare interpreter {bare * 1000:.0f} ms, ronda --version {ours * 1000:.0f} ms")
    return Ratio("ronda --version against python -c pass", ours / bare, 3)


def doubles(name: str, sizes: tuple[int, ...], rounds: int, base: int) -> Iterator[Ratio]:
    """Whole events: no rule may be relaxed, and from `base` to the largest field the cost per player may at most
    double."""
    costs: dict[int, float] = {}
    relaxed = 0
    before = 0.0
    for size in sizes:
        event = played(name, size, rounds)
        relaxed += sum(len(round_.relaxations) for round_ in event.rounds)
        books = [book_of(replace(event, rounds=event.rounds[:n])) for n in range(rounds)]
        costs[size] = sum(map(pairing_time, books)) / rounds / size
        growth = f", {costs[size] / before:.2f} times the cost per player of the one before" if before else ""
        print(f"  {name} {size:>5} players × {rounds} rounds: {costs[size] * size:.4f} s a round{growth}")
        before = costs[size]
    yield Ratio(f"{name}: relaxations in {len(sizes)} events", relaxed, 0)
    yield Ratio(f"{name}: cost per player, {sizes[-1]} against {base}", costs[sizes[-1]] / costs[base], 2)


def against_prototype(name: str, size: int = 1_000, rounds: int = 8) -> Ratio:
    """Against two bare matchings on sparse graphs, with nothing explained or proved."""
    event = played(name, size, rounds)
    book = book_of(event)
    theirs = best(lambda: two_stages(book))
    ours = pairing_time(book)
    print(f"  {name}, {size} players: two-stage prototype {theirs:.3f} s, Ronda {ours:.3f} s")
    return Ratio(f"{name}: time against a two-stage prototype, {size} players", ours / theirs, 3)


def two_stages(book: Book, near: int = 12) -> int:
    """Partners by one matching of near places, tables by a second one of near pairs; windows of 3 and 4 rounds."""
    import rustworkx

    order = sorted(book.players, key=lambda player: -book.halves[player])
    partners = {p: {q for line in book.lines[p][-3:] for q in line.partners} for p in order}
    rivals = {p: {q for line in book.lines[p][-4:] for q in line.opponents} for p in order}

    def matched(count: int, allowed: Callable[[int, int], bool], ideal: int) -> list[tuple[int, int]]:
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(count))
        graph.add_edges_from(
            [
                (a, b, 1000 - abs(b - a - ideal))
                for a in range(count)
                for b in range(a + 1, min(a + near, count))
                if allowed(a, b)
            ]
        )
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((min(pair), max(pair)) for pair in found)

    pairs = matched(len(order), lambda a, b: order[b] not in partners[order[a]], 2)

    def may_meet(a: int, b: int) -> bool:
        return all(order[q] not in rivals[order[p]] for p in pairs[a] for q in pairs[b])

    return len(matched(len(pairs), may_meet, 1))


def ratios() -> Iterator[Ratio]:
    yield start_up()
    for name in names():
        own = system(name).benchmark
        if own is None:
            yield from growth(name)
            yield against_networkx(name)
            yield against_file(name)
            continue
        yield from doubles(name, own.sizes, own.rounds, own.base)
        if own.prototype:
            yield against_prototype(name)


def main() -> int:
    """Print every ratio; status 1 where one misses its bound."""
    missed = 0
    for ratio in ratios():
        missed += not ratio.kept
        print(f"{ratio.what}: {ratio.value:.3g} (at most {ratio.most:.3g}) {'ok' if ratio.kept else 'MISSED'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
