"""Who a stage takes, as people write it (ST2.1): `top 8`, `places 9-16`, `2 of each group`, `2 of each group + 2 best`,
`winners 2`, `losers of 1`, `all`."""

from __future__ import annotations

import re
from typing import Literal

from ronda.core.values import Frozen

_FORMS = {
    "top": re.compile(r"top\s+(\d{1,3})"),
    "places": re.compile(r"places\s+(\d{1,3})\s*[-–]\s*(\d{1,3})"),
    "groups": re.compile(r"(\d{1,2})\s+of\s+each\s+group(?:\s*\+\s*(\d{1,2})\s+best)?"),
    "winners": re.compile(r"winners\s+(\d{1,2})"),
    "losers": re.compile(r"losers\s+of\s+(\d)"),
    "all": re.compile(r"all"),
}


class Take(Frozen, frozen=True):
    """`one` and `other`: the numbers of it, in the order in which they are written."""

    kind: Literal["top", "places", "groups", "winners", "losers", "all"]
    one: int = 0
    other: int = 0

    @property
    def count(self) -> int:
        """How many, where that does not depend on the source."""
        return self.other - self.one + 1 if self.kind == "places" else self.one


def read_take(text: str) -> Take | None:
    """None: it is none of these."""
    typed = " ".join(text.lower().split())
    for kind, form in _FORMS.items():
        found = form.fullmatch(typed)
        if found:
            numbers = [int(part or 0) for part in found.groups()]
            take = Take(kind, *numbers)  # type: ignore[arg-type]
            return take if kind != "places" or 1 <= take.one < take.other else None
    return None
