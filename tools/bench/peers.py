"""What others take for the same round: matchings and a Swiss pairing, on the very book that Ronda pairs.

Each sees who has met and what everybody has; none of them explains or proves anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

from ronda.core.book import Book

NEAR = 10  # neighbours in the ranking that a matching may choose from

Peer = Callable[[], object]


def peers(book: Book) -> Iterator[tuple[str, Peer]]:
    """Those that are installed (requirements/bench.lock), each with its input made ready."""
    order = sorted(book.players, key=lambda player: (-book.halves[player], player))
    met = {player: set(book.met(player)) for player in order}
    edges = [
        (a, b, len(order) ** 2 - (b - a) ** 2)
        for a in range(len(order))
        for b in range(a + 1, min(a + 1 + NEAR, len(order)))
        if order[b] not in met[order[a]]
    ]
    for name, make in (("rustworkx", _rustworkx), ("networkx", _networkx)):
        if find_spec(name) is not None:
            yield name, make(len(order), edges)
    if find_spec("swisspair") is not None and len(order) % 2 == 0:
        yield "swisspair", _swisspair(book, order, met)


def _rustworkx(count: int, edges: list[tuple[int, int, int]]) -> Peer:
    import rustworkx

    def run() -> object:
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(count))
        graph.add_edges_from(edges)
        return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

    return run


def _networkx(count: int, edges: list[tuple[int, int, int]]) -> Peer:
    import networkx

    def run() -> object:
        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_nodes_from(range(count))
        graph.add_weighted_edges_from(edges)
        return networkx.max_weight_matching(graph, maxcardinality=True)

    return run


def _swisspair(book: Book, order: list[int], met: dict[int, set[int]]) -> Peer:
    import swisspair

    players = [
        swisspair.Player(str(player), book.halves[player], rank, True, {str(other) for other in met[player]})
        for rank, player in enumerate(order, start=1)
    ]
    return lambda: swisspair.create_matches(players)
