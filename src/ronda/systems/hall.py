"""The players at tables, one against one, by place in the pairing order, and what stands between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ronda.book import Book
from ronda.systems.avoidance import Avoided, avoided_opponents


@dataclass(frozen=True, slots=True)
class Hall:
    """Place 0 is the best player. `meetings[a][b]`: the rounds in which a and b met."""

    order: Sequence[int]
    meetings: Sequence[Mapping[int, Sequence[int]]]
    avoided: Avoided
    round: int

    def met(self, a: int, b: int) -> bool:
        return b in self.meetings[a]

    def hard(self, a: int, b: int) -> bool:
        return self.avoided.is_hard(self.order[a], self.order[b])

    def soft(self, a: int, b: int) -> bool:
        return self.avoided.is_soft(self.order[a], self.order[b])

    def barred(self, *, soft: bool) -> list[set[int]]:
        """For each place those who were met or are to be avoided; soft wishes count only if asked for."""
        place = {player: at for at, player in enumerate(self.order)}
        barred = [set(meetings) for meetings in self.meetings]
        for wishes in (self.avoided.hard, self.avoided.soft) if soft else (self.avoided.hard,):
            for player, others in wishes.items():
                barred[place[player]].update(place[other] for other in others)
        return barred

    def ground(self, a: int, b: int) -> dict[str, Any] | None:
        """Why the two should not meet, as facts about `b`."""
        if self.met(a, b):
            return {"player": self.order[b], "why": "met", "rounds": list(self.meetings[a][b])}
        if self.hard(a, b) or self.soft(a, b):
            return {"player": self.order[b], "why": "avoid"}
        return None


def hall_of(book: Book, order: Sequence[int]) -> Hall:
    place = {player: at for at, player in enumerate(order)}
    meetings = [
        {place[opponent]: rounds for opponent, rounds in book.met(player).items() if opponent in place}
        for player in order
    ]
    return Hall(order, meetings, avoided_opponents(book.setup, order), book.round)
