"""dutch for other programs: a round from plain columns, in the order of the boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ronda.core import replace
from ronda.pairing.matching import Barrier
from ronda.systems.dutch.pair.engine import coloured, make
from ronda.systems.dutch.rules import (
    ABSOLUTE,
    BLACK,
    DOWN,
    MILD,
    NONE,
    STRONG,
    UP,
    WHITE,
    Card,
    Field,
    Terms,
    baku_points,
    field_of,
    upper_group,
)
from ronda.systems.exchange import ChecklistEntry, Coming, PairingEntry, Pairs

NAME = "Dutch"
TYPE_CODE = "FIDE_DUTCH"  # T5: what every program reads
_GAMES = "1=0WDL"


def pairs(coming: Coming) -> Pairs | None:
    """The round; None: no complete round exists (DU4.4)."""
    field = field_of(_cards(coming), _terms(coming))
    made = make(field)
    return None if isinstance(made, Barrier) else in_board_order(field, coloured(field, made))


def _terms(coming: Coming) -> Terms:
    return Terms(
        coming.round,
        coming.rounds,
        coming.win,
        coming.loss,
        WHITE if coming.initial == "w" else BLACK,
        coming.forbidden,
    )


def _cards(coming: Coming) -> Iterable[Card]:
    cards = map(_card, coming.entries)
    return _accelerated(coming, cards) if coming.accelerated else cards


def _card(entry: PairingEntry) -> Card:
    kinds = "".join([c if r in _GAMES else r for c, r in zip(entry.colours, entry.results, strict=True)])
    return Card(entry.number, kinds, entry.opponents, entry.points, entry.extra_points, entry.here)


def _accelerated(coming: Coming, cards: Iterable[Card]) -> Iterator[Card]:
    """DU9: the cards with the virtual points of Baku."""
    if coming.round == 1:
        paired = [entry.number for entry in coming.entries if entry.here]
    else:
        paired = [entry.number for entry in coming.entries if entry.opponents[0] or entry.results[0] == "U"]
    last, virtual = upper_group(paired), baku_points(coming.rounds, coming.win, coming.draw)
    first, second, third = (virtual.get(coming.round - ago, 0) for ago in range(3))
    for card in cards:
        now, before, earlier = card.extra_points
        yield replace(card, extra_points=(now + first, before + second, earlier + third)) if card.tpn <= last else card


_WISHES = {
    (WHITE, ABSOLUTE): "W",
    (WHITE, STRONG): "(W)",
    (WHITE, MILD): "w",
    (BLACK, ABSOLUTE): "B",
    (BLACK, STRONG): "(B)",
    (BLACK, MILD): "b",
}
_FLOATS = {UP: "U", DOWN: "D"}


def checklist(coming: Coming) -> list[ChecklistEntry]:
    """Everybody in the order of score and number (DU3.2), whether to be paired or not."""
    everybody = field_of((replace(card, here=True) for card in _cards(coming)), _terms(coming))
    return [
        ChecklistEntry(
            number,
            everybody.scores[at],
            everybody.games[at],
            "A" if everybody.strength[at] == NONE else _WISHES[everybody.wish[at], everybody.strength[at]],
            everybody.may_rest[at],
            (_FLOATS.get(everybody.floated[at][0], ""), _FLOATS.get(everybody.floated[at][1], "")),
        )
        for at, number in enumerate(everybody.tpns)
    ]


def in_board_order(field: Field, found: Pairs) -> Pairs:
    """DU7.4: the higher pairing score, then the sum of both, then the number of the higher ranked; the bye last."""
    score = dict(zip(field.tpns, field.scores, strict=True))

    def place(pair: tuple[int, int]) -> tuple[bool, int, int, int]:
        players = [tpn for tpn in pair if tpn]
        first = min(players, key=lambda tpn: (-score[tpn], tpn))
        return not pair[1], -score[first], -sum(map(score.__getitem__, players)), first

    return sorted(found, key=place)
