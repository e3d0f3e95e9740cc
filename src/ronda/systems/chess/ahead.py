"""chess: completion over the rounds still to come (C5.4).

Of the rounds in the rulebook's order the first is taken after which all remaining rounds can be made without a rematch;
where that is no longer possible, because players came or went, as many of them as can be. Only rematches count for the
rounds to come: colours and wishes are looked at when their time comes. A free point comes to those who have had the
fewest (C4.3, C4.4), also in the rounds to come; only where they cannot be made so, to anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ronda.book import Book
from ronda.lots import Draw
from ronda.systems.chess.certificate import CODE, written
from ronda.systems.chess.contest import Pairing
from ronda.systems.chess.exchange import improved
from ronda.systems.chess.factors import MOST_EXACT, Exhausted, exact_plan
from ronda.systems.chess.ladder import ballot_of, bye_candidates, pairing_of
from ronda.systems.chess.ordered import Ballot, Ordered, in_order
from ronda.systems.chess.outlook import Outlook
from ronda.systems.chess.plan import Stage, Task, mend, nearest, removed, too_few_left
from ronda.verdicts import Reason, Refusal

MOST_ROUNDS = 5_000  # how many rounds are tried in small fields before the plan's own is taken
_WORK = 200_000  # in larger ones: players times pairs times rounds tried
_LEAST_ROUNDS = 3
_SHORTER = 3  # how many lengths are tried in larger fields when not all rounds can be planned


@dataclass(frozen=True, slots=True)
class _Level:
    """How many rounds after this one are wanted, and whether anybody may rest."""

    rounds: int
    often: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """A round, the plan for those after it, and how many rounds were tried if the search was ended before the first
    choice was sure."""

    pairs: tuple[tuple[int, int], ...]
    later: Sequence[Stage]
    ended: int = 0


def look_ahead(book: Book, order: Sequence[int], outlook: Outlook, today: Pairing | Refusal) -> Pairing | Refusal:
    """The round for the longest outlook there is; `today` is the first choice if no later round counted."""
    search = _Search(book, order, outlook, today)
    for level in search.levels():
        found = search.at(level)
        if found is not None:
            return search.told(found, level)
    return replace(today, reasons=search.short(0)) if isinstance(today, Pairing) else today


class _Search:
    def __init__(self, book: Book, order: Sequence[int], outlook: Outlook, today: Pairing | Refusal) -> None:
        self.book, self.order, self.outlook, self.today = book, order, outlook, today
        self.exact = outlook.bye + outlook.odd <= MOST_EXACT
        self.draw = Draw(0, "C5.4", book.round)  # the history alone decides, not the seed of the event
        self.first = self._places(today) if isinstance(today, Pairing) else None
        self._ballots: dict[bool, Ballot] = {}

    def levels(self) -> Iterator[_Level]:
        """The longest outlook first; for each first with the byes as they should be."""
        longest = len(self.outlook.later)
        lengths = [n for n in range(longest, 0, -1) if not too_few_left(self.outlook.task(n + 1, often=True))]
        for rounds in lengths if self.exact else lengths[:_SHORTER]:
            yield _Level(rounds, often=False)
            if self.outlook.odd:
                yield _Level(rounds, often=True)

    def at(self, level: _Level) -> _Found | None:
        """The first round after which the later ones can be made; None where there is none, or where none is known."""
        first = None if level.often else self.first
        if first is not None:
            later = self._later(first, level)
            if later is not None:
                return _Found(first, later)
        whole = self._plan(self.outlook.task(level.rounds + 1, often=level.often), self.outlook.plan)
        if whole is None:
            return None
        ballot = self.ballot(often=level.often)
        tried = 0
        for round_ in in_order(ballot):
            tried += 1
            later = self._later(round_.pairs, level)
            if later is not None:
                return _Found(round_.pairs, later)
            if tried >= self._most(ballot):
                break
        return self._from_plan(whole, ballot, tried)

    def ballot(self, *, often: bool) -> Ballot:
        if often not in self._ballots:
            resting = bye_candidates(self.book, self.order, anybody=often) if len(self.order) % 2 else []
            self._ballots[often] = ballot_of(self.book, self.order, resting)
        return self._ballots[often]

    def _most(self, ballot: Ballot) -> int:
        if self.exact:
            return MOST_ROUNDS
        return max(_WORK // (ballot.size * len(ballot.harm)), _LEAST_ROUNDS)

    # --- plans ---------------------------------------------------------------------------------------------

    def _stage(self, pairs: Sequence[tuple[int, int]]) -> Stage:
        """The pairs of this round in the places of the outlook: the bye is the last of them."""
        size = len(self.order)
        return frozenset((a, self.outlook.bye if b == size else b) for a, b in pairs)

    def _later(self, pairs: Sequence[tuple[int, int]], level: _Level) -> list[Stage] | None:
        """A plan for the rounds after one of these pairs."""
        made = self._stage(pairs)
        start = self.outlook.start(made, level.rounds)
        if len(start) > level.rounds:
            start.pop(nearest(start, made))
        return self._plan(self.outlook.task(level.rounds, often=level.often, after=made), removed(start, made))

    def _plan(self, task: Task, start: Sequence[Any]) -> list[Stage] | None:
        found = mend(task, start, self.draw.about("mend", len(task.rounds)), attempts=1 if self.exact else 3)
        if found is not None or not self.exact:
            return found
        try:
            return exact_plan(task)
        except Exhausted:
            return None

    def _from_plan(self, whole: Sequence[Stage], ballot: Ballot, tried: int) -> _Found | None:
        """The best round that exchanges within the plan lead to. It is costed as the rulebook orders rounds: the harm,
        then from the top how well each player likes the opponent."""
        size, weight = ballot.size, [0] * ballot.size
        digit = 1
        for player in reversed(range(size)):
            weight[player], digit = digit, digit * (size + 1)

        def cost(pair: tuple[int, int]) -> int | None:
            a, b = pair[0], min(pair[1], len(self.order))
            if (a, b) not in ballot.harm:
                return None
            return ballot.harm[a, b] * digit + ballot.rank(a, b) * weight[a]

        found = improved(whole, cost, self.draw.about("exchange"))
        if found is None:
            return None
        pairs = tuple(sorted((a, min(b, len(self.order))) for a, b in found[0]))
        return _Found(pairs, found[1:], tried)

    # --- what is told --------------------------------------------------------------------------------------

    def _places(self, made: Pairing) -> tuple[tuple[int, int], ...]:
        place = {player: at for at, player in enumerate(self.order)}
        seated = made.contest.order
        pairs = [(place[seated[c.player]], place[seated[c.opponent]]) for c in made.choices]
        return tuple(sorted([*pairs, *((place[player], len(self.order)) for player in made.resting)]))

    def told(self, found: _Found, level: _Level) -> Pairing:
        """The pairing with what is to be said about the rounds to come."""
        outlook = self.outlook
        facts = {"rounds": level.rounds, **written(outlook.ids, map(outlook.by_id, found.later))}
        reasons = [Reason(CODE, "C5.4", facts)]
        if level.rounds < len(outlook.later):
            reasons += self.short(level.rounds)
        if found.ended:
            reasons.append(Reason("search_ended", "C5.4", {"tried": found.ended}))
        if isinstance(self.today, Pairing) and found.pairs == self.first:
            return replace(self.today, reasons=tuple(reasons))
        ballot = self.ballot(often=level.often)
        round_ = ballot.placed(found.pairs)
        made = pairing_of(self.book, self.order, ballot.choices(round_), {"ahead": level.rounds})
        return replace(made, reasons=tuple(reasons), spared=self._spared(ballot, round_))

    def short(self, rounds: int) -> tuple[Reason, ...]:
        """That not all rounds can be made any more."""
        return (Reason("rounds_ahead_short", "C5.4", {"rounds": rounds, "planned": len(self.outlook.later)}),)

    def _spared(self, ballot: Ballot, round_: Ordered) -> frozenset[tuple[int, int]]:
        """Who was liked better and did not come for the sake of the rounds to come; in larger fields, where it would
        take long to tell, of this round as well. By id, the bye is 0."""
        ids = [*self.order, 0]
        found = set()
        for at, choice in enumerate(ballot.choices(round_)):
            for other in choice.rejected:
                if not self.exact or ballot.completes(round_, at, choice.player, other):
                    found.add((ids[choice.player], ids[other]))
        for other in bye_candidates(self.book, self.order) if len(self.order) % 2 else []:
            at = self.order.index(other)
            if (at, len(self.order)) not in round_.pairs and ballot.completes(round_, 0, at, len(self.order)):
                found.add((other, 0))
        return frozenset(found)
