"""Matchings in isolation: the first one of rows and columns, and the heaviest one with large numbers."""

from __future__ import annotations

from itertools import permutations
from random import Random

import rustworkx

from ronda.core.weighted_matching import heaviest_matching
from ronda.systems.dutch.pair.exact import first_matching


def test_the_first_matching_is_the_first_of_all() -> None:
    lot = Random(1)
    for _ in range(2000):
        size, share = lot.randint(1, 6), lot.choice((0.3, 0.5, 0.8))
        rows = [sum(1 << c for c in range(size) if lot.random() < share) for _ in range(size)]
        every = (list(p) for p in permutations(range(size)) if all(rows[n] >> c & 1 for n, c in enumerate(p)))
        assert first_matching(rows, (1 << size) - 1) == next(every, None), rows


def test_the_heaviest_matching_weighs_what_a_library_finds() -> None:
    lot = Random(2)
    for _ in range(600):
        size, most = lot.randint(1, 13), lot.choice((1, 2, 5, 10**9))
        share = lot.choice((0.3, 0.7, 1))
        edges = [(a, b) for b in range(size) for a in range(b) if lot.random() < share]
        weights = [lot.randint(0, most) for _ in edges]
        weight = dict(zip(edges, weights, strict=True))
        mates = heaviest_matching(size, edges, weights)
        assert all(mate < 0 or mates[mate] == v for v, mate in enumerate(mates))
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from([(a, b, own) for (a, b), own in weight.items()])
        best = rustworkx.max_weight_matching(graph, weight_fn=int)
        found = sum(weight[v, mate] for v, mate in enumerate(mates) if mate > v)
        assert found == sum(weight[min(pair), max(pair)] for pair in best)
