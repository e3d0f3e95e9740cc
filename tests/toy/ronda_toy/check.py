"""Whether everybody is there once (T2); it does not ask how the round was made."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.verdicts import Finding


def check(book: Book, round_: Round) -> list[Finding]:
    asked = dict(book.resting())
    seated = [player for player in round_.players if player not in asked]
    pool = book.pool()
    found = [Finding("player_missing", "T2", players=(player,), facts={}) for player in pool if player not in seated]
    found += [Finding("circle_twice", "T2", players=(p,), facts={}) for p in pool if seated.count(p) > 1]
    for bye in round_.byes:
        if bye.player in asked and bye.kind != asked[bye.player]:
            found.append(Finding("circle_bye_kind", "T3", players=(bye.player,), facts={"kind": bye.kind}))
    return found
