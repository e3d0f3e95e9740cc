"""dutch: the heaviest matching of a general graph, by a library where the numbers are small enough for it."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1
WIDTH = 118  # bits that the library is trusted with


def heaviest(size: int, edges: Sequence[tuple[int, int]], weights: Sequence[int], *, most: bool) -> list[int]:
    """Mates in a matching of the largest total weight; `most`: among those with the most pairs."""
    width = max(weights, default=0).bit_length()
    if width > WIDTH:
        from ronda.pairing.blossom import heaviest_matching

        if most:
            bonus = 1 << (width + size.bit_length())
            weights = [weight + bonus for weight in weights]
        return heaviest_matching(size, edges, weights)
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(a, b, weight) for (a, b), weight in zip(edges, weights, strict=True)])
    mates = [NOBODY] * size
    for a, b in rustworkx.max_weight_matching(graph, max_cardinality=most, weight_fn=int):
        mates[a], mates[b] = b, a
    return mates
