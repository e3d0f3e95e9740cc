"""melee: the players of a round by place in list order, with what stands between them as partners, and which of
them must not be opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from ronda.core.book import Book
from ronda.core.values import Frozen
from ronda.systems.melee.field import past_of
from ronda.systems.melee.pair.plan import PlannedRound, Task
from ronda.systems.melee.rules import AT_A_TABLE


class Field(Frozen, frozen=True):
    """`partners[a][b]`: the rounds in which a and b were partners. `hard`, `soft`: with whom a should not be
    (S3). `rivals`: against whom a must not be, by hard wishes; soft ones are for the setting. `entering`: late
    entries whose first round this is (M6). `later`: how many rounds follow up to `new_partners`, the last one
    without repeated partners; `beyond`: the director lets the event go on, and this round comes after that one."""

    order: Sequence[int]
    partners: Sequence[Mapping[int, Sequence[int]]]
    hard: Sequence[AbstractSet[int]]
    soft: Sequence[AbstractSet[int]]
    rivals: Sequence[AbstractSet[int]]
    free_games: Sequence[int]
    entering: AbstractSet[int]
    round: int
    later: int
    new_partners: int
    beyond: bool

    @property
    def resting(self) -> int:
        return len(self.order) % AT_A_TABLE  # M3.1

    @property
    def seats(self) -> int:
        return len(self.order) - self.resting

    def worn(self, a: int, b: int) -> int:
        """Beyond the last new partners: what sets one repeated team apart from another (M4.5). The sum of all is the
        less the fewer earlier partnerships there are, then the longer ago the last ones were."""
        rounds = self.partners[a].get(b, ())
        return (len(rounds) - 1) * self._ages + rounds[-1] if self.beyond and rounds else 0

    @property
    def most_worn(self) -> int:
        """More than any sum of it over a round."""
        return (self.round + 1) * self.seats * self._ages if self.beyond else 1

    @property
    def _ages(self) -> int:
        """More than any sum of rounds."""
        return self.seats // 2 * self.round + 1

    def barred(self, *, soft: bool = False) -> list[set[int]]:
        """For each place those who were partners (M4.1) or are to be avoided; soft wishes if asked for."""
        wishes = (self.hard, self.soft) if soft else (self.hard,)
        return [set(self.partners[a]).union(*(wish[a] for wish in wishes)) for a in range(len(self.order))]

    def task(self, rounds: int, first: tuple[int, ...] | None = None) -> Task:
        """This round and those after it, `rounds` in all, to be planned."""
        everybody = set(range(len(self.order)))
        unused = [everybody - barred - {a} for a, barred in enumerate(self.barred())]
        return Task(unused, rounds, self.free_games, self.resting, first)

    def task_after(self, stage: PlannedRound, rounds: int) -> Task:
        """The rounds after this one if it is made so."""
        task = self.task(rounds)
        unused = [set(others) for others in task.open]
        for a, b in stage.teams:
            unused[a].discard(b)
            unused[b].discard(a)
        free_games = list(self.free_games)
        for v in stage.resting:
            free_games[v] += 1
        return Task(unused, rounds, free_games, self.resting)


def field_of(book: Book, number: int) -> Field:
    """The field of round `number` of the book."""
    past = past_of(book, number)
    place = {player: at for at, player in enumerate(past.pool)}
    wishes, rivals = past.partners.called(place), past.opponents.called(place)
    return Field(
        order=past.pool,
        partners=[{place[p]: rounds for p, rounds in past.partnered[q].items() if p in place} for q in past.pool],
        hard=list(wishes.hard.values()),
        soft=list(wishes.soft.values()),
        rivals=list(rivals.hard.values()),
        free_games=list(past.free_games.values()),
        entering={place[player] for player in past.late},
        round=number,
        later=max(past.rounds - number, 0),
        new_partners=past.rounds,
        beyond=past.beyond,
    )
