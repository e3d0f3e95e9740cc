"""melee: what a check of a round looks at, beside the facts: who rests and who might have (M3, M6), and what it costs
to make two players partners (M4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import asdict

from ronda.checking.proofs import Scale
from ronda.core.book import Book
from ronda.core.model import Round
from ronda.systems.melee.field import Past, Tier, past_of, ranks, tier_of

Pair = tuple[int, int]

# Gravest first: a hard wish is broken last of all, a soft one before any rule. Other candidates rest (M3.4) rather
# than that partners repeat (M4.5).
HARMS = ("hard_avoid", "halves_broken", "partner_repeat", "soft_avoid")
_HARMLESS = (0, 0, 0, 0)


class Field(Past, frozen=True):
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
