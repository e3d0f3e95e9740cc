"""dutch: whether a result that is as good as any is also the first of them (DU6.6), one question after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ronda.core.values import Frozen
from ronda.systems.dutch.check.bracket import Bracket, remainder
from ronda.systems.dutch.check.search import Harm, Search, no_harm

Allowed = Callable[[int, int], bool]


class Later(Frozen, frozen=True):
    """The step in which the published result comes later than it need, and whom it is about."""

    article: str
    players: tuple[int, ...]


class Order:
    """The questions about one bracket. Every answer that the published round gives rightly narrows the pairs that are
    allowed in the next question."""

    def __init__(self, bracket: Bracket, search: Search) -> None:
        self.bracket, self.search = bracket, search
        least = search.least()
        assert least is not None
        self.least = least
        self.open = search.edges  # the pairs of members that are allowed still
        self.seated: set[int] = set()  # who must be in a pair of the bracket
        self.inside = set(bracket.members)

    def _possible(self, more: Allowed, *seated: int) -> bool:
        edges = [(a, b) for a, b in self.open if more(a, b)]
        return self.search.least_of(edges, self.seated.union(seated)) == self.least

    def _keep(self, rule: Allowed) -> None:
        self.open = [(a, b) for a, b in self.open if rule(a, b)]

    def later(self) -> Later | None:
        for step in (self._moved_set, self._moved_opponents, self._exchange, self._opponents):
            found = step()
            if found is not None:
                return found
        return None

    def _within(self, a: int, b: int) -> bool:
        return a in self.inside and b in self.inside

    def _moved_set(self) -> Later | None:
        """(a): the paired ones of those moved down are the first by BSN."""
        paired = {p for pair in self.bracket.pairs for p in pair}
        for player in self.bracket.moved:

            def must(a: int, b: int, p: int = player) -> bool:
                return p not in (a, b) or self._within(a, b)

            def must_not(a: int, b: int, p: int = player) -> bool:
                return p not in (a, b) or not self._within(a, b)

            if player in paired:
                self.seated.add(player)
                continue
            self._keep_seated()
            here = any(player in pair and self._within(*pair) for pair in self.open)
            if here and self._possible(must, player):
                return Later("DU6.4", (player,))
            self._keep(must_not)
        self._keep_seated()
        return None

    def _keep_seated(self) -> None:
        """Whoever must be in a pair of the bracket is in no other."""
        seated, inside = self.seated, self.inside
        if not seated:
            return
        self.open = [(a, b) for a, b in self.open if (a in inside and b in inside) or not (a in seated or b in seated)]

    def _choices(self, choosers: Sequence[int], article: str) -> Later | None:
        for player in choosers:
            own = self.bracket.partner[player]

            def earlier(a: int, b: int, p: int = player, o: int = own) -> bool:
                return p not in (a, b) or (self._within(a, b) and a + b - p < o)

            met = [(a, b) for a, b in self.open if a == player or b == player]
            if any(earlier(a, b) for a, b in met) and self._possible(earlier, player):
                return Later(article, (player, own))
            both = (player, own)
            self.open = [(a, b) for a, b in self.open if (a in both) == (b in both)]
            self.seated.add(player)
        return None

    def _moved_opponents(self) -> Later | None:
        """(b)"""
        paired = [p for p in self.bracket.moved if p not in self.bracket.floaters]
        return self._choices(paired, "DU6.4")

    def _exchange(self) -> Later | None:
        """(c): who is the higher ranked of each pair of the remainder."""
        rest = list(remainder(self.bracket))
        among = set(rest)
        tops = {a for a, b in self.bracket.pairs if a in among}
        count = len(tops)
        first = rest[:count]
        if tops == set(first):
            self._only_tops(tops, among)
            return None
        rank = {p: n for n, p in enumerate(rest, start=1)}

        def outside(a: int, b: int) -> int:
            return int(a in rank and b in rank and rank[min(a, b)] > count)

        def number(a: int, b: int) -> int:
            return rank[min(a, b)] if a in rank and b in rank else 0

        extra = [Harm("c1", count, outside, no_harm, no_harm),
                 Harm("c2", count * len(rest), number, no_harm, no_harm)]  # fmt: skip
        self.search = self.search.also(extra)
        least = self.search.least_of(self.open, self.seated)
        assert least is not None
        if least < self.search.published(least):
            return Later("DU6.3", tuple(sorted(tops - set(first))))
        self.least = least
        return self._exchanged(rest, count, tops)

    def _exchanged(self, rest: list[int], count: int, tops: set[int]) -> Later | None:
        among, leaving = set(rest), set(rest[:count])
        for player in [*reversed(rest[:count]), *rest[count:]]:

            def is_top(a: int, b: int, p: int = player) -> bool:
                return p not in (a, b) or (a in among and b in among and p == min(a, b))

            def no_top(a: int, b: int, p: int = player) -> bool:
                return not (a in among and b in among and p == min(a, b))

            if player not in tops:
                if player not in leaving and self._possible(is_top, player):
                    return Later("DU6.3", (player,))
                self._keep(no_top)
            else:
                if player in leaving and self._possible(no_top):
                    return Later("DU6.3", (player,))
                self._keep(is_top)
                self.seated.add(player)
        return None

    def _only_tops(self, tops: set[int], among: set[int]) -> None:
        def divided(a: int, b: int) -> bool:
            return not (a in among and b in among) or (min(a, b) in tops and max(a, b) not in tops)

        self._keep(divided)

    def _opponents(self) -> Later | None:
        """(d)"""
        among = set(remainder(self.bracket))
        return self._choices([a for a, _ in self.bracket.pairs if a in among], "DU6.2")
