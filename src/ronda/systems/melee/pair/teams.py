"""melee: the teams of a round, the strongest first, with what stands between them as opponents (M5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Avoid
from ronda.core.values import Frozen
from ronda.systems.melee.rules import POINT

Team = tuple[int, int]
Counts = Sequence[Mapping[int, int]]


class Teams(Frozen, frozen=True):
    """Level teams stand in an order by lot. `repeats[a][b]`: how many of the four meetings of teams a and b
    are repeated ones; `hard`, `soft`: how many should be avoided (S3)."""

    members: Sequence[Team]
    points: Sequence[int]
    repeats: Counts
    hard: Counts
    soft: Counts

    def clashes(self) -> list[set[int]]:
        """For each team those it should rather not meet, for whatever ground."""
        return [{*again, *h, *s} for again, h, s in zip(self.repeats, self.hard, self.soft, strict=True)]


def teams_of(book: Book, pairs: Sequence[Team], draw: Draw) -> Teams:
    points = {pair: (book.halves[pair[0]] + book.halves[pair[1]]) // POINT for pair in pairs}
    members = sorted(draw.about("M5.2", "order").shuffled(pairs), key=lambda pair: -points[pair])
    team = {player: at for at, pair in enumerate(members) for player in pair}
    repeats: list[dict[int, int]] = [{} for _ in members]
    for player, at in team.items():
        for opponent in {who for line in book.lines[player] for who in line.opponents}:
            if opponent in team and team[opponent] != at:
                repeats[at][team[opponent]] = repeats[at].get(team[opponent], 0) + 1
    hard, soft = avoided_opponents(book.setup.avoid, hard=True), avoided_opponents(book.setup.avoid, hard=False)
    return Teams(
        members=members,
        points=[points[pair] for pair in members],
        repeats=repeats,
        hard=_wishes(hard, team),
        soft=_wishes(soft - hard, team),
    )


def avoided_opponents(wishes: Iterable[Avoid], *, hard: bool) -> set[Team]:
    """The pairs that the wishes about opponents name, the lower id first: what is wished twice counts once."""
    found = (wish.players for wish in wishes if wish.hard is hard and wish.bars_opponents())
    return {(min(players), max(players)) for players in found}


def _wishes(pairs: Iterable[Team], team: Mapping[int, int]) -> list[dict[int, int]]:
    found: list[dict[int, int]] = [{} for _ in range(len(team) // 2)]
    for pair in pairs:
        a, b = (team.get(player) for player in pair)
        if a is not None and b is not None and a != b:
            found[a][b] = found[a].get(b, 0) + 1
            found[b][a] = found[b].get(a, 0) + 1
    return found
