"""dutch for other programs: a round from plain columns, in the order of the boards."""

from __future__ import annotations

from ronda.pairing.matching import Barrier
from ronda.systems.dutch.pair.engine import coloured, make
from ronda.systems.dutch.rules import BLACK, WHITE, Card, Field, Terms, field_of
from ronda.systems.exchange import Coming, PairingEntry, Pairs

NAME = "Dutch"
TYPE_CODE = "FIDE_DUTCH"  # T5: what every program reads
_GAMES = "1=0WDL"


def pairs(coming: Coming) -> Pairs | None:
    """The round; None: no complete round exists (DU4.4)."""
    field = field_before(coming)
    made = make(field)
    return None if isinstance(made, Barrier) else in_board_order(field, coloured(field, made))


def field_before(coming: Coming) -> Field:
    """The players to be paired, with all that the rules ask about them."""
    terms = Terms(
        coming.round,
        coming.rounds,
        coming.win,
        coming.loss,
        WHITE if coming.initial == "w" else BLACK,
        coming.forbidden,
    )
    return field_of(map(_card, coming.entries), terms)


def _card(entry: PairingEntry) -> Card:
    kinds = "".join([c if r in _GAMES else r for c, r in zip(entry.colours, entry.results, strict=True)])
    return Card(entry.number, kinds, entry.opponents, entry.points, entry.virtual, entry.here)


def in_board_order(field: Field, found: Pairs) -> Pairs:
    """DU7.4: the higher pairing score, then the sum of both, then the number of the higher ranked; the bye last."""
    score = dict(zip(field.tpns, field.scores, strict=True))

    def place(pair: tuple[int, int]) -> tuple[bool, int, int, int]:
        first = min(pair, key=lambda tpn: (-score.get(tpn, -1), tpn))
        return not pair[1], -score[first], -sum(score.get(tpn, 0) for tpn in pair), first

    return sorted(found, key=place)
