"""How rounds are made by what people use today, as far as its published behaviour is known: each in a few lines.

A rival is told the order of the standings, who has met and who were partners, and says who sits where, and whether it
was stuck: whether it had to seat people whom it means to keep apart. None of them knows colours, floats or windows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import NamedTuple

from ronda.core.chance import Draw

Met = Mapping[int, set[int]]
Side = tuple[int, ...]
RESTARTS = 100


class Seated(NamedTuple):
    tables: list[tuple[Side, Side]]
    stuck: bool


class Known(NamedTuple):
    """What a rival goes by: who plays, the best first, who was an opponent of whom, and who a partner."""

    order: Sequence[int]
    met: Met
    partners: Met
    chance: Draw


Rival = Callable[[Known], Seated]


def _first(player: int, free: Sequence[int], barred: Met) -> int | None:
    return next((other for other in free if other not in barred[player]), None)


def greedy(known: Known) -> Seated:
    """Card trackers: from the top, each meets the next in the list whom they have not met; at the end whoever is left
    plays whoever is left."""
    free, stuck = [*known.order], False
    tables: list[tuple[Side, Side]] = []
    while free:
        one = free.pop(0)
        other = _first(one, free, known.met)
        stuck |= other is None
        other = free[0] if other is None else other
        free.remove(other)
        tables.append(((one,), (other,)))
    return Seated(tables, stuck)


def matching(known: Known) -> Seated:
    """A script with networkx: the complete graph of all who have not met, near places preferred."""
    import networkx

    order = known.order
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(order)
    most = len(order) ** 2
    for at, one in enumerate(order):
        for to in range(at + 1, len(order)):
            if order[to] not in known.met[one]:
                graph.add_edge(one, order[to], weight=most - (to - at) ** 2)
    place = {player: at for at, player in enumerate(order)}
    found = sorted(tuple(sorted(pair, key=place.__getitem__)) for pair in networkx.max_weight_matching(graph, True))
    seated = {player for pair in found for player in pair}
    left = [player for player in order if player not in seated]
    pairs = [*found, *zip(left[::2], left[1::2], strict=True)]
    return Seated([((one,), (other,)) for one, other in sorted(pairs, key=lambda pair: place[pair[0]])], bool(left))


def restarts(known: Known) -> Seated:
    """Mêlée tools: everybody drawn by lot two by two; drawn anew while partners repeat, a hundred times at most."""
    for _ in range(RESTARTS):
        drawn = known.chance.shuffled(known.order)
        sides = [*zip(drawn[::2], drawn[1::2], strict=True)]
        stuck = any(other in known.partners[one] for one, other in sides)
        if not stuck:
            break
    return Seated([*zip(sides[::2], sides[1::2], strict=True)], stuck)


def first_come(known: Known) -> Seated:
    """Scripts for tables of four: from the top, the next who was not a partner; then two who were rivals of neither."""
    free, stuck = [*known.order], False
    tables: list[tuple[Side, Side]] = []
    while free:
        one = free.pop(0)
        partner = _first(one, free, known.partners)
        stuck |= partner is None
        partner = free[0] if partner is None else partner
        free.remove(partner)
        rivals: list[int] = []
        for _ in range(2):
            fresh = (other for other in free if not {one, partner} & known.met[other])
            rival = next((other for other in fresh if not rivals or other not in known.partners[rivals[0]]), None)
            stuck |= rival is None
            rivals.append(free[0] if rival is None else rival)
            free.remove(rivals[-1])
        tables.append(((one, partner), tuple(rivals)))
    return Seated(tables, stuck)


def swiss_package(known: Known) -> Seated:
    """swisspair from PyPI, told places instead of points, and whom everybody has met."""
    import swisspair

    playing, most = set(known.order), len(known.order)
    players = [
        swisspair.Player(str(player), most - at, at + 1, True, {str(other) for other in known.met[player] & playing})
        for at, player in enumerate(known.order)
    ]
    made = swisspair.create_matches(players)
    tables: list[tuple[Side, Side]] = []
    for match in made:
        one, other = int(match.p1.id), int(match.p2.id)
        tables.append(((one,), (other,)))
    return Seated(tables, any(second[0] in known.met[first[0]] for first, second in tables))


def rivals(side_size: int) -> dict[str, Rival]:
    """Those for so many on a side, if what they need is installed."""
    if side_size > 1:
        return {"random with restart": restarts, "first come": first_come}
    found: dict[str, Rival] = {"greedy": greedy}
    if find_spec("networkx") is not None:
        found["networkx, complete graph"] = matching
    if find_spec("swisspair") is not None:
        found["swisspair"] = swiss_package
    return found
