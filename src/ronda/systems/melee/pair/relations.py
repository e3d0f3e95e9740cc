"""melee: the players of a round by place in list order, what stands between them as partners, which of them must not
be opponents, and whose turn a free game is (M3, M6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from ronda.core import Book, Draw, Frozen
from ronda.systems.melee.field import Tier, past_of, ranks, tier_of
from ronda.systems.melee.rules import AT_A_TABLE


class Field(Frozen):
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


class Queue(Tier):
    """The candidates stand with the first choice first. All are places on the field. `level`: the rank of each
    candidate; the lot decides among level ones."""

    level: Mapping[int, int]

    @property
    def first_choice(self) -> tuple[int, ...]:
        return self.with_chosen(self.candidates[: self.places])

    def with_chosen(self, chosen: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted((*self.due, *chosen)))

    def chosen_by(self, fits: Callable[[Sequence[int], Sequence[int], int], bool]) -> list[int]:
        """Of the candidates one by one always the first that fits: with those who would rest, the other
        candidates, and how many of them must rest, too."""
        chosen: list[int] = []
        for at, v in enumerate(self.candidates):
            open_seats = self.places - len(chosen) - 1
            if open_seats < 0:
                break
            if fits(self.with_chosen([*chosen, v]), self.candidates[at + 1 :], open_seats):
                chosen.append(v)
        return chosen

    def choices(self) -> Iterator[tuple[int, ...]]:
        """All who may rest, the first choice first (M3.4)."""
        return (self.with_chosen(chosen) for chosen in combinations(self.candidates, self.places))

    def levels(self, resting: Sequence[int]) -> tuple[int, ...]:
        """The ranks of those of the tier who rest, from the bottom: the lower the better (M3.3)."""
        return tuple(sorted(self.level[v] for v in resting if v in self.level))


def free_game_queue(book: Book, field: Field, draw: Draw) -> Queue:
    """The fewest free games come first (M3.2), in a tier the lowest-ranked or a lot (M3.3). Late entries are
    asked last in their first round (M6)."""
    if not field.resting:
        return Queue((), (), 0, {})
    by_lot = draw.about("M3.3").shuffled(range(len(field.order)))
    tier = tier_of(by_lot, field.entering, field.free_games)
    rank = ranks(book, [field.order[at] for at in tier.candidates])
    level = {at: rank[field.order[at]] for at in tier.candidates}
    return Queue(tier.due, tuple(sorted(tier.candidates, key=level.__getitem__)), tier.places, level)
