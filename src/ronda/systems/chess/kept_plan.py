"""chess: a plan of the rounds still to come as it is kept with a round (C5.4).

It stands in the facts of the reason `plan_kept`: `players` by id, and for each round one text: the place in `players`
of the opponent of the first player not yet named, then of the next one, and so on; the own place: the bye, or not in
that round. A place is one sign, or two where there are more than 64 players. Nothing is decided here: this is only how
it is written and read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from ronda.core.verdicts import Reason

CODE = "plan_kept"
_SIGNS = ascii_uppercase + ascii_lowercase + digits + "-_"
_VALUE = {sign: n for n, sign in enumerate(_SIGNS)}
_BASE = len(_SIGNS)

Pairs = tuple[tuple[int, int], ...]  # of one round, by id


def written(players: Sequence[int], rounds: Iterable[Iterable[tuple[int, int]]]) -> dict[str, Any]:
    """The facts that tell of these rounds; pairs by id."""
    place = {player: at for at, player in enumerate(players)}
    texts = []
    for pairs in rounds:
        mate = list(range(len(players)))
        for a, b in pairs:
            mate[place[a]], mate[place[b]] = place[b], place[a]
        texts.append("".join(_sign(other, len(players)) for at, other in enumerate(mate) if at <= other))
    return {"players": list(players), "plan": texts}


def _sign(place: int, size: int) -> str:
    high, low = divmod(place, _BASE)
    return _SIGNS[low] if size <= _BASE else _SIGNS[high] + _SIGNS[low]


def kept(reasons: Iterable[Reason]) -> list[Pairs] | None:
    """The rounds that one of the reasons tells of, pairs by id; None where none does, or not in this way."""
    for reason in reasons:
        if reason.code == CODE:
            players: Any = reason.facts.get("players")
            texts: Any = reason.facts.get("plan")
            if not _list_of(players, int) or not _list_of(texts, str):
                return None
            found = [_read(text, players) for text in texts]
            return None if None in found else [pairs for pairs in found if pairs is not None]
    return None


def _list_of(value: object, kind: type) -> bool:
    return isinstance(value, list | tuple) and all(type(item) is kind for item in value)


def _read(text: str, players: Sequence[int]) -> Pairs | None:
    size = len(players)
    width = 1 if size <= _BASE else 2
    mate: list[int | None] = [None] * size
    rest = text
    for at in range(size):
        if mate[at] is not None:
            continue
        value = 0
        for sign in rest[:width]:
            value = value * _BASE + _VALUE.get(sign, size)
        if len(rest) < width or not at <= value < size or mate[value] is not None:
            return None
        mate[at], mate[value] = value, at
        rest = rest[width:]
    if rest:
        return None
    return tuple((players[at], players[other]) for at, other in enumerate(mate) if other is not None and at < other)
