"""melee: what a check of a round looks at: who rests and who might have (M3, M6), who was whose partner (M4),
who should not meet. Read from the recorded facts and the rulebook alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from ronda.checking.proofs import Scale
from ronda.core.avoidance import Avoided, avoided_opponents, avoided_partners
from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.values import Frozen
from ronda.systems.melee import rules

Pair = tuple[int, int]

# Gravest first: a hard wish is broken last of all, a soft one before any rule. Other candidates rest (M3.4) rather
# than that partners repeat (M4.5).
HARMS = ("hard_avoid", "halves_broken", "partner_repeat", "soft_avoid")
_HARMLESS = (0, 0, 0, 0)


class Tier(Frozen, frozen=True):
    """Who may rest by the number of free games so far (M3.2): all that are `due`, and so many (`places`) of
    the `candidates`. Who enters in this round is asked last (M6)."""

    due: frozenset[int]
    candidates: tuple[int, ...]
    places: int


class Field(Frozen, frozen=True):
    """One round among the players of its pool. The teams 0 and 1 meet, 2 and 3, and so on."""

    number: int
    rounds: int
    pool: Sequence[int]
    resting: frozenset[int]
    teams: Sequence[Pair]
    late: frozenset[int]
    free_games: Mapping[int, int]
    tier: Tier
    rank: Mapping[int, int]  # of the candidates: 0 the lowest (M3.3); all 0 where the lot decides
    partnered: Mapping[int, Mapping[int, Sequence[int]]]  # with the rounds
    partners: Avoided
    opponents: Avoided
    scale: Scale
    beyond: bool = False  # whether this round comes after the last one of new partners, as the director allows

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
        return self.tier.due <= self.resting and self.resting <= self.tier.due | set(self.tier.candidates)

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
    pool = book.pool()
    late = frozenset(p for p in pool if 1 < book.round == book.players[p].joined_round)
    free_games = {player: len(book.byes(player)) for player in pool}
    tier = _tier(pool, late, free_games)
    return Field(
        number=book.round,
        rounds=rules.rounds_of_new_partners(book),
        pool=pool,
        resting=frozenset(bye.player for bye in round_.byes),
        teams=[(side[0], side[1]) for table in round_.tables for side in (table.first, table.second)],
        late=late,
        free_games=free_games,
        tier=tier,
        rank=_ranks(book, tier.candidates),
        partnered={player: _partnered(book, player) for player in pool},
        partners=avoided_partners(book.setup, pool),
        opponents=avoided_opponents(book.setup, pool),
        scale=Scale.of(HARMS, 2 * len(pool), book.round),
        beyond=rules.settings(book.setup).repeats and book.round > rules.rounds_of_new_partners(book),
    )


def _tier(pool: Sequence[int], late: frozenset[int], free_games: Mapping[int, int]) -> Tier:
    """M3.1, M3.2: whole tiers while they fit, the rest from the next one; late entrants come last (M6)."""
    places = len(pool) % rules.AT_A_TABLE

    def turn(player: int) -> tuple[bool, int]:
        return player in late, free_games[player]

    due: set[int] = set()
    for _, group in groupby(sorted(pool, key=turn), key=turn):
        tier = tuple(group)
        if len(tier) > places - len(due):
            return Tier(frozenset(due), tier, places - len(due))
        due.update(tier)
    return Tier(frozenset(due), (), 0)


def _ranks(book: Book, candidates: Sequence[int]) -> dict[int, int]:
    """M3.3: `bottom` by the ranking in force, level players level; in round 1 and for `random` the lot decides."""
    if book.round == 1 or not rules.settings(book.setup).bottom_rests:
        return dict.fromkeys(candidates, 0)
    values = rules.ranked_by(book)
    levels = {value: at for at, value in enumerate(sorted({values[p] for p in candidates}))}
    return {player: levels[values[player]] for player in candidates}


def _partnered(book: Book, player: int) -> dict[int, list[int]]:
    """M2: also partners of a table that was not played count as having been partners."""
    rounds: dict[int, list[int]] = {}
    for line in book.lines[player]:
        for partner in line.partners:
            rounds.setdefault(partner, []).append(line.round)
    return rounds


def unchanged(book: Book) -> bool:
    """Whether everybody has been in every round so far: nobody came, left or paused."""
    return all(
        who.plays_in(book.round) and len(book.lines[player]) == book.round - 1 for player, who in book.players.items()
    )
