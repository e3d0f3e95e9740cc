"""dutch: a round verified against the articles, apart from the code that makes rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ronda.checking.proofs import (
    Deviation,
    MissingStatement,
    asked_byes,
    dense,
    exact_harm,
    judged,
    structure,
    without_asked,
)
from ronda.core import Book, Finding, Frozen, Round, replace
from ronda.systems.dutch.check.bracket import Bracket, brackets_of, has_white, legal, proved, remainder
from ronda.systems.dutch.check.search import MOST, Harm, Search, absorbs
from ronda.systems.dutch.field import prepared, terms_of
from ronda.systems.dutch.rules import FIRST_EDITION, Field, field_of
from ronda.systems.dutch.scoring import score_text

Allowed = Callable[[int, int], bool]


class Later(Frozen):
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
        bracket, among = self.bracket, set(remainder(self.bracket))
        return (
            self._moved_set()  # (a)
            or self._choices([p for p in bracket.moved if p not in bracket.floaters], "DU6.4")  # (b)
            or self._exchange()  # (c)
            or self._choices([a for a, _ in bracket.pairs if a in among], "DU6.2")  # (d)
        )

    def _within(self, a: int, b: int) -> bool:
        return a in self.inside and b in self.inside

    def _moved_set(self) -> Later | None:
        """The paired ones of those moved down are the first by BSN."""
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

    def _exchange(self) -> Later | None:
        """Who is the higher ranked of each pair of the remainder."""
        rest = list(remainder(self.bracket))
        among = set(rest)
        tops = {a for a, b in self.bracket.pairs if a in among}
        count = len(tops)
        first = rest[:count]
        if tops == set(first):
            self._keep(lambda a, b: not (a in among and b in among) or (min(a, b) in tops and max(a, b) not in tops))
            return None
        rank = {p: n for n, p in enumerate(rest, start=1)}

        def outside(a: int, b: int) -> int:
            return int(a in rank and b in rank and rank[min(a, b)] > count)

        def number(a: int, b: int) -> int:
            return rank[min(a, b)] if a in rank and b in rank else 0

        extra = [Harm("c1", count, outside),
                 Harm("c2", count * len(rest), number)]  # fmt: skip
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


# --- the first fault ---------------------------------------------------------------------------------------


class Fault(Frozen):
    """What is wrong. `bracket`: which from the top, 0 for the round as a whole; `score`: of its residents; `made` and
    `best`: what the criterion counts, less being better. `sure` is false where it could not be decided."""

    article: str
    bracket: int
    score: int
    players: tuple[int, ...]
    made: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    sure: bool = True


def judge(field: Field, pairs: Sequence[tuple[int, int]], resting: int | None) -> Fault | None:
    """The first fault of a round in which everybody sits once; None: it is the round of the articles."""
    for a, b in pairs:
        if b in field.banned[a]:
            return Fault("C1", 0, 0, (a, b))
        if not legal(field, a, b):
            return Fault("C3", 0, 0, (a, b))
    if resting is not None and not field.may_rest[resting]:
        return Fault("C2", 0, 0, (resting,))
    if resting is not None and (lower := _lower_rest(field, resting)) is not None:
        return Fault("C5", 0, 0, (resting,), (field.scores[resting],), (field.scores[lower],))
    partner: dict[int, int] = {}
    for a, b in pairs:
        partner[a], partner[b] = b, a
    bye = None if resting is None else field.scores[resting]
    for bracket in brackets_of(field, partner, resting):
        fault = _in_bracket(bracket, partner, bye)
        if fault is not None:
            return fault
    return None


def _lower_rest(field: Field, resting: int) -> int | None:
    """C5: somebody with a lower score who could have the PAB so that all others can be paired."""
    low = [p for p in range(len(field)) if field.scores[p] < field.scores[resting] and field.may_rest[p]]

    def price(a: int, b: int) -> int:
        return int(not legal(field, a, b))

    for player in reversed(low):
        others = [p for p in range(len(field)) if p != player]
        if dense(others, price) or exact_harm(others, price, 1) is not None:
            return player
    return None


def _in_bracket(bracket: Bracket, partner: Mapping[int, int], bye: int | None) -> Fault | None:
    if proved(bracket, _nothing_lost(bracket, partner), bye):
        return None
    field = bracket.field
    below = range(bracket.following.stop, len(field))
    lowest = field.scores[bracket.following.start] if bracket.following else bracket.score
    far = bye is not None and bye < lowest  # the PAB is further below
    if below and absorbs(field, below, resting=far):
        beyond, own = None, None if far else bye
    else:
        beyond, own = below, bye
    if len(bracket.members) + len(bracket.following) + len(beyond or ()) > MOST:
        return Fault("C6", bracket.number, bracket.score, (), sure=False)
    return _compared(bracket, beyond, own, bye)


def _compared(bracket: Bracket, beyond: range | None, own: int | None, bye: int | None) -> Fault | None:
    """Against the best result of a matching over everything left."""
    one = len(bracket.members) % 2 == 1 and bye is not None and bye >= bracket.score

    plain = Search(bracket, beyond, own, unplayed=False)
    least = plain.least()
    if least is None:
        return Fault("C4", bracket.number, bracket.score, (), sure=False)
    unplayed = one and plain.unpack(least)["C6"] == (1,)  # C9 is about exactly one floater, who has the PAB
    best = Search(bracket, beyond, own, unplayed=True) if unplayed else plain
    least = best.least()
    assert least is not None
    made = best.published(least)
    if least < made:
        lost, possible = best.unpack(made), best.unpack(least)
        name = next(name for name in lost if lost[name] > possible[name])
        return Fault(name, bracket.number, bracket.score, bracket.members, lost[name], possible[name])
    if best.cut is not None:
        return Fault(best.cut, bracket.number, bracket.score, (), sure=False)
    later = Order(bracket, best).later()
    return None if later is None else Fault(later.article, bracket.number, bracket.score, later.players)


def _nothing_lost(bracket: Bracket, partner: Mapping[int, int]) -> bool:
    """C8: whether the published round shows that the next bracket loses nothing: all who come find an opponent there,
    and no more than one of it goes on, which cannot be otherwise."""
    comers = [p for p in bracket.floaters if p != bracket.resting]
    following = set(bracket.following)
    if any(partner.get(p) not in following for p in comers):
        return False
    if not comers:
        return True  # what becomes of the next bracket does not depend on this one
    there = following.union(comers)
    going = [p for p in there if partner.get(p) not in there]
    return len(going) == len(there) % 2


# --- the round ---------------------------------------------------------------------------------------------


def check(book: Book, round_: Round) -> list[Finding]:
    """Everything that is wrong with a round; of the brackets, the first one that could be better."""
    if round_.edition == FIRST_EDITION:
        book = replace(book, setup=replace(book.setup, penalties=()))  # which it did not see
    allocated = without_asked(round_)
    found = [*structure(book, allocated), *asked_byes(book, round_, "DU2.4")]
    if found:
        return found
    numbers = prepared(book).numbers
    field, given_up = _field(book)
    at = {tpn: position for position, tpn in enumerate(field.tpns)}
    place = {player: at[number] for player, number in numbers.items() if number in at}
    ids = {position: player for player, position in place.items()}
    found += _colours(field, place, round_)
    pairs = [tuple(sorted((place[table.first[0]], place[table.second[0]]))) for table in round_.tables]
    resting = place[allocated.byes[0].player] if allocated.byes else None
    fault = judge(field, [(a, b) for a, b in pairs], resting)
    if fault is not None:
        found.append(_finding(book, round_.number, fault, ids))
    met = {frozenset((ids[a], ids[b])) for a, b in pairs}
    back = {number: player for player, number in numbers.items()}
    broken = [
        Deviation(
            "avoid_broken",
            "S3",
            (back[a], back[b]),
            False,
            MissingStatement("avoid_broken_unrecorded", "S3"),
            {"hard": True},
        )
        for a, b in given_up
        if frozenset((back[a], back[b])) in met
    ]
    return [*found, *judged(round_, broken)]


def _field(book: Book) -> tuple[Field, list[tuple[int, int]]]:
    """The field, and the hard wishes that had to be given up: the last of the list first (S3)."""
    known = prepared(book)
    if not known.hard or _complete(known.field):
        return known.field, []

    def keeping(wishes: Sequence[tuple[int, int]]) -> Field:
        return field_of(known.cards, terms_of(book, known.forbidden, wishes, known.soft))

    kept: list[tuple[int, int]] = []
    for wish in known.hard:
        if _complete(keeping([*kept, wish])):
            kept.append(wish)
    return keeping(kept), [wish for wish in known.hard if wish not in kept]


def _complete(field: Field) -> bool:
    """Whether a complete round exists; the bye is one more opponent."""
    size = len(field)

    def price(a: int, b: int) -> int:
        if size in (a, b):
            return int(not field.may_rest[min(a, b)])
        return int(not legal(field, a, b))

    everybody = range(size + size % 2)
    return dense(everybody, price) or exact_harm(everybody, price, 1) is not None


def _colours(field: Field, place: Mapping[int, int], round_: Round) -> Iterator[Finding]:
    """DU8, pair by pair."""
    for table in round_.tables:
        first, second = table.first[0], table.second[0]
        higher, lower = (first, second) if place[first] < place[second] else (second, first)
        white = higher if has_white(field, place[higher], place[lower]) else lower
        if white != first:
            facts = {"white": first, "expected": white, "table": table.number}
            yield Finding("colour_wrong", "DU8", "violation", round_.number, table.players, facts)


_ABSOLUTE = {"C2": "pab_barred", "C3": "absolute_clash", "C5": "pab_score"}


def _finding(book: Book, number: int, fault: Fault, ids: Mapping[int, int]) -> Finding:
    players = tuple(ids[position] for position in fault.players)
    if fault.article == "C1":
        a, b = players
        rounds = [line.round for line in book.lines[a] if b in line.opponents]
        if rounds:
            return Finding("met_before", "C1", "violation", number, players, {"rounds": rounds})
        return Finding("kept_apart", "C1", "violation", number, players)
    if fault.article in _ABSOLUTE:
        facts = {}
        if fault.article == "C5":
            facts = {"score": score_text(fault.made[0], book.unit), "best": score_text(fault.best[0], book.unit)}
        return Finding(_ABSOLUTE[fault.article], fault.article, "violation", number, players, facts)
    where = {"bracket": fault.bracket, "score": score_text(fault.score, book.unit)}
    if not fault.sure:
        return Finding("not_judged", fault.article, "note", number, (), {**where, "criterion": fault.article})
    if not fault.best:
        return Finding("later", fault.article, "violation", number, players, {**where, "step": fault.article})
    counts = {"made": list(fault.made), "best": list(fault.best), "criterion": fault.article}
    return Finding("worse", fault.article, "violation", number, players, {**where, **counts})
