"""domino, for the check: by which of the choices of D10 a round was made.

A round says so itself in its reasons, since options may change between two rounds; one without reasons, written by
hand, is judged by the options.
"""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.values import Frozen
from ronda.systems.domino.rules import FIRST_EDITION, settings


class Choices(Frozen, frozen=True):
    """`across`: pairs meet those of the other pyramid (D10.1); `consecutive`: neighbours are ideal partners (D10.2);
    `last`: the lowest rest (D10.3); `fresh`: old partners and rivals are avoided (D10.5); `exchange_first`: before a
    window is relaxed players change pyramids (D10.6). `first`: the round claims to
    be the first in order of those with as little harm; `fewest`: that no fewer old ones can come back."""

    across: bool = False
    consecutive: bool = False
    last: bool = False
    fresh: bool = False
    exchange_first: bool = False
    first: bool = True
    fewest: bool = True


def choices_of(book: Book, round_: Round) -> Choices:
    own = settings(book.setup)
    codes = {reason.code for reason in round_.reasons}
    stated = [reason.facts.get("proved") for reason in round_.reasons if reason.code == "search_stated"]
    if "search_stated" not in codes:  # a first round, or one without reasons
        return Choices(
            across=own.tables == "pyramids",
            consecutive=own.partners == "consecutive",
            last=own.byes == "last",
            fresh=own.fresh,
            exchange_first=own.exchange_first,
        )
    if round_.edition == FIRST_EDITION:
        return Choices()
    rested = codes & {"bye_last", "bye_lowest"}
    return Choices(
        across="chosen_tables" in codes,
        consecutive="chosen_partners" in codes,
        last="bye_last" in rested if rested else own.byes == "last",
        fresh="fresh" in codes,
        exchange_first="chosen_contingency" in codes,
        first=all(proved == "first" for proved in stated),
        fewest="none" not in stated,
    )
