"""What a check has to prove, apart from the code that pairs: everybody once (S1), nobody nearer was free (S2), and no
round could have done less harm (S3); with the findings that checks of several systems share.

Players are seated two at a table. What a seating costs is a whole number (`Scale`): less harm is just less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ronda.core import Book, Deriving, Frozen, Round, replace
from ronda.core.verdicts import (
    CODE,
    COUNT,
    FLAG,
    PLAYER,
    ROUND,
    ROUNDS,
    TABLE,
    TEXT,
    VALUE,
    Codes,
    Facts,
    Finding,
    Relaxation,
    Severity,
    citing,
)
from ronda.core.weighted_matching import cheapest

# `ronda.checking.proofs.judged`: which relaxation, whether it could be avoided, and then by how much: `made`, `least`
JUDGED = {"relaxation": CODE, "avoidable": FLAG, "made": VALUE, "least": VALUE}
AVOIDED = {"hard": FLAG, "relation": CODE, **JUDGED}
_SAID = {
    "rounds": ROUNDS,
    "last": ROUND,
    "window": COUNT,
    "expected": VALUE,
    "example": VALUE,
    "possible": VALUE,
    "ahead": FLAG,
}
# `step`: the step of the search in which the nearer one was to be taken
_NEARER = {"player": PLAYER, "opponent": PLAYER, "free": PLAYER, "step": CODE}

CODES: Codes = {
    "finding": {
        # everybody once (S1)
        "player_missing": citing("S1"),
        "player_not_in_pool": citing("S1"),
        "player_twice": citing("S1", times=COUNT),
        "side_size": citing("S1", table=TABLE, size=COUNT),
        "bye_count": citing("S1", byes=COUNT, expected=COUNT),
        "bye_kind": citing("AG4.3", kind=CODE, expected=CODE),
        # what is relaxed (S3)
        "relaxation_avoidable": citing("", **AVOIDED, **_SAID),
        "relaxation_not_found": citing("S3", relaxation=CODE, article=TEXT),
        "avoid_broken": citing("S3", **AVOIDED),
        "avoid_broken_unrecorded": citing("S3", **AVOIDED),
        "soft_avoid_met": citing("S3", **AVOIDED),
        "soft_avoid_avoidable": citing("S3", **AVOIDED),
        # where the highest who was not met yet is taken, from the top (`ronda.checking.unmet_walk`)
        "bye_wrong": citing("R3.1 R3.2 R3.3 R3.4", expected=PLAYER, **JUDGED),
        "table_number": citing("R5.1", table=TABLE, expected=TABLE, wrong=COUNT),
        "table_not_kept": citing("PS6.1", table=TABLE),  # `fixed_findings`
        "first_not_higher": citing("R4.3", table=TABLE),
        "nearer_opponent_free": citing("R4.3 R4.4 R4.5 R4.6", **_NEARER),
        "rematch": citing("R4.4 R4.6", rounds=ROUNDS, **JUDGED),
        "rematch_unrecorded": citing("R4.4 R4.6", rounds=ROUNDS, **JUDGED),
    }
}


Price = Callable[[int, int], int]  # the harm of seating two players together, the same both ways

BYE = 0  # stands for the opponent of the one who rests; the ids of players are positive


# --- everybody once (S1) -----------------------------------------------------------------------------------


def structure(book: Book, round_: Round, side: int = 1) -> list[Finding]:
    """Everybody of the pool exactly once, nobody else, so many against so many; as many byes as are left over."""
    found = everybody_once(book, round_, side)
    expected = len(book.pool()) % (2 * side)
    if len(round_.byes) != expected:
        rested = tuple(bye.player for bye in round_.byes)
        facts = {"byes": len(rested), "expected": expected}
        found.append(Finding("bye_count", "S1", "violation", round_.number, rested, facts))
    return found


def everybody_once(book: Book, round_: Round, side: int | None) -> list[Finding]:
    """The same whoever rests; `side`: how many there are on each side, None where the system says that itself."""
    pool = set(book.pool())
    seats = Counter(round_.players)

    def finding(code: str, players: tuple[int, ...], facts: Facts) -> Finding:
        return Finding(code, "S1", "violation", round_.number, players, facts)

    found = [finding("player_missing", (p,), {}) for p in book.players if p in pool and p not in seats]
    found += [finding("player_not_in_pool", (p,), {}) for p in seats if p not in pool]
    found += [finding("player_twice", (p,), {"times": times}) for p, times in seats.items() if times > 1]
    found += [
        finding("side_size", table.players, {"table": table.number, "size": side})
        for table in round_.tables
        if side is not None and (len(table.first) != side or len(table.second) != side)
    ]
    return found


def asked_byes(book: Book, round_: Round, article: str = "AG4.3") -> list[Finding]:
    """Who asked for a bye has that one, and nobody else has one of these kinds (AG4.3)."""
    asked = dict(book.resting())
    given = {bye.player: bye.kind for bye in round_.byes if bye.kind != "U"}
    return [
        Finding("bye_kind", article, "violation", round_.number, (player,), {"kind": kind, "expected": expected})
        for player in sorted({*asked, *given})
        if (kind := given.get(player, "none")) != (expected := asked.get(player, "none"))
    ]


def without_asked(round_: Round) -> Round:
    """The round of those who were in its pool: its byes are those that were allocated."""
    return replace(round_, byes=tuple(bye for bye in round_.byes if bye.kind == "U"))


# --- the least harm (S3) -----------------------------------------------------------------------------------


class Scale(Deriving):
    """Harms, gravest first, as one whole number: adding and comparing numbers adds and compares harms."""

    widths: tuple[int, ...]  # in bits: no sum over a round is wider
    names: tuple[str, ...]

    @classmethod
    def of(cls, names: tuple[str, ...], players: int, rounds: int) -> Scale:
        """Wide enough that no sum over a round reaches the next graver harm."""
        return cls((((players + 2) * (rounds + 2)).bit_length(),) * len(names), names)

    @property
    def forbidden(self) -> int:
        """The price of what may never be done: more than all harms together."""
        return 1 << sum(self.widths)

    def pack(self, harm: Iterable[int]) -> int:
        total = 0
        for amount, width in zip(harm, self.widths, strict=True):
            total = (total << width) | amount
        return total

    def pack_named(self, **harm: int) -> int:
        """The same by name; what is not named is not done."""
        units = self.derived("units", self._units)
        return sum([units[name] * amount for name, amount in harm.items() if amount])

    def _units(self) -> dict[str, int]:
        """What one of each harm counts."""
        alone = range(len(self.names))
        return {name: self.pack(int(at == own) for own in alone) for at, name in enumerate(self.names)}

    def unpack(self, total: int) -> dict[str, int]:
        found: list[int] = []
        for width in reversed(self.widths):
            found.append(total & ((1 << width) - 1))
            total >>= width
        return dict(zip(self.names, reversed(found), strict=True))

    def excess(self, made: int, least: int) -> dict[str, dict[str, int]]:
        """By harm, what was done beyond what had to be done."""
        needed = self.unpack(least)
        return {
            name: {"made": amount, "least": needed[name]}
            for name, amount in self.unpack(made).items()
            if amount > needed[name]
        }


def least_harm(
    players: Sequence[int], price: Price, forbidden: int, made: Sequence[tuple[int, int]] = ()
) -> int | None:
    """The least total price of seating all of them two by two; None where it cannot be done at all. `made`: how they
    were seated, which often is its own proof."""
    if dense(players, price):
        return 0
    for proof in (price_of_cheapest, price_between_groups):
        proved = proof(made, price, forbidden)
        if proved is not None:
            return proved
    return exact_harm(players, price, forbidden)


def price_of_cheapest(tables: Sequence[tuple[int, int]], price: Price, forbidden: int) -> int | None:
    """What these tables cost together, where nobody of them could sit with anybody else for less than at the own one.
    Then no other seating costs less: let each of two pay half of their price, and nobody pays less anywhere (the
    optimum of the dual programme). None where somebody could: that proves nothing."""
    own = {player: price(*table) for table in tables for player in table}
    dearest = sorted(own, key=own.__getitem__, reverse=True)
    if not own or own[dearest[0]] >= forbidden:
        return None
    for at, one in enumerate(dearest):
        least = own[one]
        if not least:
            break  # nobody pays less than nothing
        if any(price(one, other) < least for other in islice(dearest, at + 1, None)):
            return None
    return sum(own.values()) // 2


def price_between_groups(tables: Sequence[tuple[int, int]], price: Price, forbidden: int) -> int | None:
    """What these tables cost together, where the players fall into groups that cannot mix without harm: each group of
    an odd number sends somebody to another one, so half as many tables at least are between groups. Where so many of
    the cheapest such tables cost as much, no seating costs less. None where they cost less: that proves nothing."""
    total = sum(price(*table) for table in tables)
    odd, cheapest_between = _harmless_groups([player for table in tables for player in table], price, forbidden)
    return total if odd and total < forbidden and 2 * total <= odd * cheapest_between else None


def _harmless_groups(players: Iterable[int], price: Price, forbidden: int) -> tuple[int, int]:
    """The groups that can be reached by tables without harm: how many are of an odd number, and the least that a table
    between two of them costs."""
    left = list(players)
    odd, least = 0, forbidden
    while left:
        group = [left.pop()]
        outside = dict.fromkeys(left, forbidden)  # what a table with the group costs each of the others at least
        for one in group:  # grows while it is walked
            near = []
            for other, known in outside.items():
                own = price(one, other)
                if not own:
                    near.append(other)
                elif own < known:
                    outside[other] = own
            group += near
            for other in near:
                del outside[other]
        left = list(outside)
        odd += len(group) % 2
        least = min(least, *outside.values(), forbidden)
    return odd, least


def dense(players: Sequence[int], price: Price) -> bool:
    """Whether everybody could sit harmlessly with at least half of the field. Then (Dirac) there is a ring
    of harmless neighbours through all of them, and every other edge of it makes a harmless round."""
    size = len(players)
    return size % 2 == 0 and all(
        sum(1 for _ in islice((q for q in players if q != p and not price(p, q)), size // 2)) == size // 2
        for p in players
    )


def exact_harm(players: Sequence[int], price: Price, forbidden: int) -> int | None:
    """The least total price, from a matching of greatest weight among the perfect ones."""
    size = len(players)
    edges = [(a, b, cost) for a in range(size) for b in range(a) if (cost := price(players[a], players[b])) < forbidden]
    mates = cheapest(size, edges)
    return None if mates is None else sum(price(players[a], players[b]) for a, b in enumerate(mates) if a < b)


# --- nobody nearer was free (S2) ---------------------------------------------------------------------------


class Overlooked(NamedTuple):
    """A player got `opponent` although `free`, whom the rules prefer, could have been had."""

    player: int
    opponent: int
    free: int


class Walk(Frozen):
    """The walk down the order. `better` lists those of the rest whom the rules prefer to the opponent that
    the player got, best first; each must be shown to leave the others in more harm than the round did."""

    order: Sequence[int]
    partner: Mapping[int, int]
    price: Price
    forbidden: int
    better: Callable[[int, int, Sequence[int]], list[int]]

    def overlooked(self) -> Iterator[Overlooked]:
        rest = list(self.order)
        left = sum(self.price(p, self.partner[p]) for p in self.order) // 2
        while rest:
            player = rest.pop(0)
            opponent = self.partner[player]
            free = self._free(player, opponent, rest, left)
            if free is not None:
                yield Overlooked(player, opponent, free)
            rest.remove(opponent)
            left -= self.price(player, opponent)

    def _free(self, player: int, opponent: int, rest: list[int], left: int) -> int | None:
        better = [c for c in self.better(player, opponent, rest) if self.price(player, c) <= left]
        for candidate in better:
            if self._exchangeable(player, candidate, rest):
                return candidate
        if not better or not self._possible(player, better, rest, left):
            return None
        return next(c for c in better if self._possible(player, [c], rest, left))

    def _exchangeable(self, player: int, candidate: int, rest: list[int]) -> bool:
        """Whether the two can sit together when their opponents sit together too, or with the two of one
        other table. The tables left alone are the witness that the rest stays whole. Where everybody may sit
        with more than half of the rest, this always succeeds."""
        price, partner = self.price, self.partner
        a, b = partner[player], partner[candidate]
        saved = price(player, a) + price(candidate, b) - price(player, candidate)
        if price(a, b) <= saved:
            return True
        involved = (a, b, candidate)
        return any(
            price(a, x) + price(b, partner[x]) <= saved + price(x, partner[x]) for x in rest if x not in involved
        )

    def _possible(self, player: int, opponents: Sequence[int], rest: list[int], left: int) -> bool:
        """Whether the player and the rest can be seated within the harm that is left, the player with one of
        these opponents. Exact."""
        allowed = frozenset(opponents)

        def price(a: int, b: int) -> int:
            if (a == player and b not in allowed) or (b == player and a not in allowed):
                return self.forbidden
            return self.price(a, b)

        least = exact_harm([player, *rest], price, self.forbidden)
        return least is not None and least <= left


# --- what was relaxed, and what the round says about it (S3) -----------------------------------------------


class MissingStatement(NamedTuple):
    """What a happening is called when the round does not state it."""

    code: str
    article: str
    severity: Severity = "violation"


class Deviation(Frozen):
    """A rule that the round did not keep. Where it is `shared`, one stated relaxation may name the players of
    several such deviations; where `statement_helps` is false, stating it does not help."""

    code: str
    article: str
    players: tuple[int, ...]
    avoidable: bool
    unstated: MissingStatement
    facts: Facts = {}
    shared: bool = False
    statement_helps: bool = True

    def stated_by(self, stated: Relaxation) -> bool:
        """By code and players; what was written by hand has no code of its own and goes by its article."""
        same = self.article == stated.article if stated.code == "recorded" else self.code == stated.code
        mine, named = set(self.players), set(stated.players)
        return same and (mine == named or (self.shared and mine <= named))


def judged(round_: Round, happenings: Sequence[Deviation]) -> list[Finding]:
    """Stated and unavoidable is a relaxation; anything else is a violation, also what is stated falsely."""
    stated = round_.relaxations
    found = [_verdict(h, round_.number, told=any(map(h.stated_by, stated))) for h in happenings]
    for relaxation in stated:
        true = {p for h in happenings if h.stated_by(relaxation) for p in h.players}
        if true != set(relaxation.players) or not true:
            facts = {"relaxation": relaxation.code, "article": relaxation.article}
            found.append(Finding("relaxation_not_found", "S3", "violation", round_.number, relaxation.players, facts))
    return found


def _verdict(happening: Deviation, number: int, *, told: bool) -> Finding:
    facts = {**happening.facts, "relaxation": happening.code, "avoidable": happening.avoidable}
    if not (told and happening.statement_helps):
        code, article, severity = happening.unstated
        return Finding(code, article, severity, number, happening.players, facts)
    if happening.avoidable:
        return Finding("relaxation_avoidable", happening.article, "violation", number, happening.players, facts)
    return Finding(happening.code, happening.article, "relaxation", number, happening.players, facts)


Excess = Mapping[str, Mapping[str, int]]


def avoid_happening(players: tuple[int, int], excess: Excess, *, hard: bool) -> Deviation:
    """Two who should not have met did. A hard wish must be stated; a soft one may be."""
    beyond = excess.get("hard_avoid" if hard else "soft_avoid")
    if hard:
        unstated = MissingStatement("avoid_broken_unrecorded", "S3")
    elif beyond:
        unstated = MissingStatement("soft_avoid_avoidable", "S3")
    else:
        unstated = MissingStatement("soft_avoid_met", "S3", "note")
    return Deviation("avoid_broken", "S3", players, beyond is not None, unstated, {"hard": hard, **(beyond or {})})
