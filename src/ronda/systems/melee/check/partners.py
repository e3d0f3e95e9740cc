"""melee: what a check of a round looks at, beside the facts: who rests and who might have (M3, M6), what it costs to
make two players partners (M4), and the least harm of resting and partnering, proven by matching (M3.4, M4.5, S3).

Where a hard wish about opponents may decide who are partners, whole rounds are compared. Small fields are searched to
the end. In large ones a better round is looked for by exchanging two players; what is found is a proof, what is not
found is not held against the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb

from msgspec.structs import asdict

from ronda.checking.proofs import Scale, exact_harm
from ronda.core import Book, Round
from ronda.systems.melee.field import Past, Tier, past_of, ranks, tier_of

Pair = tuple[int, int]

# Gravest first: a hard wish is broken last of all, a soft one before any rule. Other candidates rest (M3.4) rather
# than that partners repeat (M4.5).
HARMS = ("hard_avoid", "halves_broken", "partner_repeat", "soft_avoid")
_HARMLESS = (0, 0, 0, 0)


class Field(Past):
    """One round among the players of its pool. The teams 0 and 1 meet, 2 and 3, and so on."""

    resting: frozenset[int]
    teams: Sequence[Pair]
    tier: Tier
    rank: Mapping[int, int]  # of the candidates: 0 the lowest (M3.3); all 0 where the lot decides
    scale: Scale

    @property
    def seated(self) -> list[int]:
        return [player for player in self.pool if player not in self.resting]

    @property
    def repeated(self) -> list[Pair]:
        """The teams that were partners before."""
        return [team for team in self.teams if team[1] in self.partnered[team[0]]]

    @property
    def keeps_tiers(self) -> bool:
        """Whether nobody rests whom M3.2 and M6 do not allow to."""
        due = frozenset(self.tier.due)
        return due <= self.resting <= due.union(self.tier.candidates)

    def upper(self, seated: Sequence[int]) -> frozenset[int]:
        """M4.2: the top half of the list, in round 1."""
        return frozenset(seated[: len(seated) // 2] if self.number == 1 else ())

    def proper_rest(self) -> list[int]:
        """The candidates that M3.3 lets rest; of level ones any, here the first."""
        return sorted(self.tier.candidates, key=self.rank.__getitem__)[: self.tier.places]

    def chosen(self, resting: Iterable[int]) -> list[int]:
        """Those of the candidates who rest, from the bottom."""
        candidates = [player for player in resting if player in self.rank]
        return sorted(candidates, key=lambda player: (self.rank[player], player))

    def harm(self, a: int, b: int, upper: frozenset[int]) -> tuple[int, int, int, int]:
        """What it costs to make the two partners: hard wish, halves (M4.2), repeat (M4.1), soft wish."""
        if self.number > 1 and b not in self.partnered[a] and not self.partners.any:
            return _HARMLESS
        return (
            int(self.partners.is_hard(a, b)),
            int(self.number == 1 and (a in upper) == (b in upper)),
            int(b in self.partnered[a]),
            int(self.partners.is_soft(a, b)),
        )

    def made(self) -> int:
        """The harm of the recorded partners."""
        upper = self.upper(self.seated)
        harms = [self.harm(a, b, upper) for a, b in self.teams]
        return self.scale.pack([sum(amounts) for amounts in zip(*harms, strict=True)])

    def harmless(self, players: Sequence[int], *, soft: bool, halves: bool) -> bool:
        """Whether a harmless partnering surely exists: everybody has at least half of those that may be partners
        at all (Dirac; between two halves, Hall)."""
        there, nobody = set(players), frozenset[int]()
        wishes = (self.partners.hard, self.partners.soft if soft else {})
        barred = max(
            len(self.partnered[p].keys() & there) + sum(len(wish.get(p, nobody) & there) for wish in wishes)
            for p in players
        )
        size = len(players) // 2 if halves else len(players)
        return 2 * (size - (not halves) - barred) >= size

    def slack(self) -> bool:
        """Whether any legal partners now leave legal partners for all rounds to come, whoever rests (M4.4).
        After each round everybody has one new partner less; as long as that leaves half of those at the tables,
        partners exist (Dirac)."""
        if self.number >= self.rounds:
            return True
        there = set(self.pool)
        used = max(len((self.partnered[p].keys() | self.partners.hard.get(p, frozenset())) & there) for p in self.pool)
        resting = len(self.resting)
        worst = len(self.pool) - 1 - used - (self.rounds - self.number) - resting
        return 2 * worst >= len(self.pool) - resting


def field_of(book: Book, round_: Round) -> Field:
    past = past_of(book, book.round)
    tier = tier_of(past.pool, past.late, past.free_games)
    return Field(
        **asdict(past),
        resting=frozenset(bye.player for bye in round_.byes),
        teams=[(side[0], side[1]) for table in round_.tables for side in (table.first, table.second)],
        tier=tier,
        rank=ranks(book, tier.candidates),
        scale=Scale.of(HARMS, 2 * len(past.pool), book.round),
    )


def unchanged(book: Book) -> bool:
    """Whether everybody has been in every round so far: nobody came, left or paused."""
    return all(
        who.plays_in(book.round) and len(book.lines[player]) == book.round - 1 for player, who in book.players.items()
    )


_SEARCHED = 60_000  # ways to rest and partner that are compared completely

Needless = dict[str, dict[str, int]]
Harm = tuple[int, int, int, tuple[int, ...]]  # hard wishes, halves broken, partner repeats, ranks of the resting
Seats = list[int]  # four to a table: the first two against the last two


def needless(field: Field) -> Needless:
    """By harm, what the resting and the partners did beyond what had to be done. A wish about opponents that
    may not be broken can cost partners too; then whole rounds are compared."""
    excess = _needless_partners(field)
    if field.opponents.hard:
        if excess or whole_harm(field)[0]:
            excess = _needless_whole(field)
    elif field.beyond and field.repeated and "partner_repeat" not in excess:
        excess |= _needlessly_worn(field)
    if "soft_avoid" in excess and not field.slack():
        del excess["soft_avoid"]  # M4.4: the rounds to come may need these partners
    return excess


def _needless_partners(field: Field) -> Needless:
    scale, made = field.scale, field.made()
    excess = scale.excess(made, _least_with_these_resting(field)) if made else {}
    if not field.keeps_tiers:
        return excess
    hard, _, repeats, _ = scale.unpack(made).values()
    if hard or repeats:
        wanted = scale.pack((hard, 0, repeats, 0))
        excess |= scale.excess(wanted, min(wanted, _least_whoever_rests(field)))
    if _lower_could_rest(field):
        excess["free_game_moved"] = {}
    return excess


WEAR = ("hard_avoid", "halves_broken", "partner_repeat", "partner_again", "partner_recent")


def _needlessly_worn(field: Field) -> Needless:
    """M4.5 beyond M4.1: among the rounds with the fewest repeated teams those whose teams were partners
    least often before, then longest ago. With the recorded free games."""
    seated = field.seated
    scale, upper = Scale.of(WEAR, 2 * len(field.pool), field.number), field.upper(seated)

    def price(a: int, b: int) -> int:
        hard, halves, repeat, _ = field.harm(a, b, upper)
        rounds = field.partnered[a].get(b, ())
        return scale.pack((hard, halves, repeat, max(len(rounds) - 1, 0), max(rounds, default=0)))

    made = sum(price(a, b) for a, b in field.teams)
    least = exact_harm(seated, price, scale.forbidden)
    assert least is not None, "anybody may be anybody's partner, at a price"
    beyond = scale.excess(made, least)
    worn = beyond.get("partner_again") or beyond.get("partner_recent")
    return {"partner_worn": worn} if made > least and worn else {}


def _least_with_these_resting(field: Field) -> int:
    """All harms, with the recorded free games."""
    seated, scale = field.seated, field.scale
    upper = field.upper(seated)

    def price(a: int, b: int) -> int:
        return scale.pack(field.harm(a, b, upper))

    if field.harmless(seated, soft=True, halves=field.number == 1):
        return 0
    least = exact_harm(seated, price, scale.forbidden)
    assert least is not None, "anybody may be anybody's partner, at a price"
    return least


def _least_whoever_rests(field: Field, fixed: Sequence[int] = (), low: Sequence[int] | None = None) -> int:
    """Hard wishes and repeats, over all choices of free games inside the tier (M3.4) that hold the fixed ones
    and, where asked for, one of the low ones. A free game is a partner nobody minds."""
    scale, tier = field.scale, field.tier
    out, nobody = {*tier.due, *fixed}, frozenset[int]()
    others = frozenset(tier.candidates)
    first = others if low is None else frozenset(low)
    free = range(-1, len(fixed) - tier.places - 1, -1)  # the ids of players are positive

    def price(a: int, b: int) -> int:
        if a < 0 or b < 0:
            return 0 if max(a, b) in (first if min(a, b) == -1 else others) else scale.forbidden
        hard, _, repeat, _ = field.harm(a, b, nobody)
        return scale.pack((hard, 0, repeat, 0))

    order = [p for p in sorted(tier.candidates, key=lambda p: p not in first) if p not in out]
    if field.harmless(_without(field.pool, {*out, *order[: len(free)]}), soft=False, halves=False):
        return 0
    least = exact_harm([*_without(field.pool, out), *free], price, scale.forbidden)
    assert least is not None, "there are at least as many candidates as places"
    return least


def _lower_could_rest(field: Field) -> bool:
    """M3.3, M3.4: from the bottom, whether somebody ranked lower than one who rests could have rested instead,
    with no more harm."""
    hard, _, repeats, _ = field.scale.unpack(field.made()).values()
    made = field.scale.pack((hard, 0, repeats, 0))
    chosen = field.chosen(field.resting)
    for at, player in enumerate(chosen):
        low = [p for p in field.tier.candidates if field.rank[p] < field.rank[player] and p not in chosen[:at]]
        if low and _least_whoever_rests(field, chosen[:at], low) <= made:
            return True
    return False


def _without(players: Sequence[int], others: set[int] | frozenset[int]) -> list[int]:
    return [player for player in players if player not in others]


def _needless_whole(field: Field) -> Needless:
    made, least = whole_harm(field), least_whole_round(field)
    if least >= made:
        return {}
    excess = {
        name: {"made": one, "least": other}
        for name, one, other in zip(HARMS[:3], made[:3], least[:3], strict=True)
        if one > other
    }
    return excess if made[3] <= least[3] else {**excess, "free_game_moved": {}}


def late_needlessly(field: Field) -> bool:
    """M6: whether more of those who have just come rest than there is need for: with no more harm than was done
    they could have played."""
    places, early = len(field.resting), len(field.pool) - len(field.late)
    if len(field.late & field.resting) <= max(places - early, 0):
        return False
    amounts = field.scale.unpack(field.made())
    least = field.scale.unpack(_least_whoever_rests(field))
    names = ("hard_avoid", "partner_repeat")
    return [least[name] for name in names] <= [amounts[name] for name in names]


# --- whole rounds (S3) -------------------------------------------------------------------------------------


def whole_harm(field: Field) -> Harm:
    """Of the recorded round."""
    return _harm(field, [player for team in field.teams for player in team], field.resting)


def _harm(field: Field, seats: Seats, resting: Iterable[int]) -> Harm:
    there = set(seats)
    upper = field.upper([player for player in field.pool if player in there])
    tables = [_table_harm(field, seats[at : at + 4], upper) for at in range(0, len(seats), 4)]
    hard, halves, repeats = (sum(amounts) for amounts in zip(*tables, strict=True))
    return hard, halves, repeats, _ranks(field, resting)


def _ranks(field: Field, resting: Iterable[int]) -> tuple[int, ...]:
    return tuple(field.rank[player] for player in field.chosen(resting))


def _table_harm(field: Field, table: Sequence[int], upper: frozenset[int]) -> tuple[int, int, int]:
    a, b, c, d = table
    first, second = field.harm(a, b, upper), field.harm(c, d, upper)
    hard = first[0] + second[0] + _hard(field, (a, b), (c, d))
    return hard, first[1] + second[1], first[2] + second[2]


def _hard(field: Field, team: Pair, other: Pair) -> int:
    return sum(field.opponents.is_hard(a, b) for a in team for b in other)


def least_whole_round(field: Field) -> Harm:
    """The least harm of any round: exact where the field is small, else the best that was found."""
    seated = len(field.seated)
    ways = comb(len(field.tier.candidates), field.tier.places)
    for odd in range(1, seated, 2):
        ways *= odd
        if ways > _SEARCHED:
            return min(_descended(field, *start) for start in _starts(field))
    return min(_all_partners(field))


# --- small fields ------------------------------------------------------------------------------------------


def _all_partners(field: Field) -> Iterator[Harm]:
    """The harm of all ways to rest and to partner, each with its best setting."""
    best = whole_harm(field)
    yield best
    between: dict[tuple[Pair, Pair], int] = {}

    def meeting(team: Pair, other: Pair) -> int:
        if (team, other) not in between:
            between[team, other] = _hard(field, team, other)
        return between[team, other]

    for resting in _rests(field):
        seated = [player for player in field.pool if player not in resting]
        upper, moved = field.upper(seated), _ranks(field, resting)
        for teams in _pairings(seated):
            harms = [field.harm(a, b, upper) for a, b in teams]
            hard, halves, repeats, _ = (sum(amounts) for amounts in zip(*harms, strict=True))
            if (hard, halves, repeats, moved) < best:
                best = min(best, (hard + _least_hard(meeting, teams, best[0] - hard + 1), halves, repeats, moved))
                yield best


def _rests(field: Field) -> Iterator[frozenset[int]]:
    if not field.keeps_tiers:
        yield field.resting
        return
    for chosen in combinations(field.tier.candidates, field.tier.places):
        yield frozenset((*field.tier.due, *chosen))


def _pairings(players: Sequence[int]) -> Iterator[list[Pair]]:
    if not players:
        yield []
        return
    first, *others = players
    for at, second in enumerate(others):
        for rest in _pairings(others[:at] + others[at + 1 :]):
            yield [(first, second), *rest]


def _least_hard(meeting: Callable[[Pair, Pair], int], teams: Sequence[Pair], enough: int) -> int:
    """The fewest hard wishes broken by any setting of the teams; no more is asked of what breaks `enough`."""
    if not teams:
        return 0
    first, *others = teams
    for at, other in enumerate(others):
        broken = meeting(first, other)
        if broken < enough:
            rest = others[:at] + others[at + 1 :]
            enough = min(enough, broken + _least_hard(meeting, rest, enough - broken))
    return enough


# --- large fields ------------------------------------------------------------------------------------------


def _starts(field: Field) -> Iterator[tuple[Seats, frozenset[int]]]:
    """The recorded round, and the same with the free games of M3.3."""
    seats = [player for team in field.teams for player in team]
    yield seats, field.resting
    if field.keeps_tiers:
        proper = frozenset((*field.tier.due, *field.proper_rest()))
        back, out = sorted(field.resting - proper), sorted(proper - field.resting)
        instead = dict(zip(out, back, strict=True))
        yield [instead.get(player, player) for player in seats], proper


def _descended(field: Field, seats: Seats, resting: frozenset[int]) -> Harm:
    """Exchange two players while that lessens the harm."""
    upper = field.upper([player for player in field.pool if player not in resting])
    seats = list(seats)
    while _exchanged(field, seats, upper):
        pass
    return _harm(field, seats, resting)


def _exchanged(field: Field, seats: Seats, upper: frozenset[int]) -> bool:
    """One exchange that lessens the harm, made in place; False where there is none."""
    tables = [_table_harm(field, seats[at : at + 4], upper) for at in range(0, len(seats), 4)]
    troubled = [at for at in range(len(seats)) if any(tables[at // 4])]
    for here in troubled:
        for there in range(len(seats)):
            one, other = here // 4, there // 4
            places = {one, other}
            before = _sum(tables[at] for at in places)
            seats[here], seats[there] = seats[there], seats[here]
            after = _sum(_table_harm(field, seats[4 * at : 4 * at + 4], upper) for at in places)
            if after < before:
                return True
            seats[here], seats[there] = seats[there], seats[here]
    return False


def _sum(harms: Iterable[tuple[int, int, int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*harms, strict=True)))
