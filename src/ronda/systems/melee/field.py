"""melee: the facts of a round, for `pair` and for `check`: who was whose partner and when (M2, M4.1), who had a free
game and whose turn it is by tiers (M3.2, M3.3, M6), who was in a three or beside one (PS1.5), and who should not be
together.

Nothing is decided here. Who of a tier rests after all, and what partners and opponents cost, `pair` and `check` say
each on their own.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from itertools import groupby

from ronda.core import Avoided, Book, Frozen, avoided_opponents, avoided_partners
from ronda.systems.melee.rules import AT_A_TABLE, ranked_by, rounds_of_new_partners, settings


class Past(Frozen):
    """The players of round `number`, in list order, and what the rounds before it say about them. `late`: whose first
    round this is, after the first of all (M6). `partnered`: partners with the rounds, also of a table that was not
    played (M2). `rounds`: the last round that is to have new partners only; `beyond`: the director lets the event go
    on, and this round comes after that one."""

    number: int
    pool: Sequence[int]
    late: frozenset[int]
    free_games: Mapping[int, int]
    partnered: Mapping[int, Mapping[int, Sequence[int]]]
    partners: Avoided
    opponents: Avoided
    rounds: int
    beyond: bool


def past_of(book: Book, number: int) -> Past:
    pool = [player for player, who in book.players.items() if who.plays_in(number)]
    fresh = rounds_of_new_partners(book)
    return Past(
        number=number,
        pool=pool,
        late=frozenset(player for player in pool if 1 < number == book.players[player].joined_round),
        free_games={player: sum(rested < number for rested in book.byes(player)) for player in pool},
        partnered={player: partners_of(book, player, number) for player in pool},
        partners=avoided_partners(book.setup, pool),
        opponents=avoided_opponents(book.setup, pool),
        rounds=fresh,
        beyond=settings(book.setup).repeats and number > fresh,
    )


def partners_of(book: Book, player: int, before: int) -> dict[int, list[int]]:
    """Everybody who was partner of the player, with the rounds."""
    found: dict[int, list[int]] = {}
    for line in book.lines[player]:
        if line.round < before:
            for partner in line.partners:
                found.setdefault(partner, []).append(line.round)
    return found


# --- free games (M3, M6) -----------------------------------------------------------------------------------


class Tier(Frozen):
    """Who may rest by the number of free games so far: all that are `due`, and so many (`places`) of the
    `candidates`."""

    due: tuple[int, ...]
    candidates: tuple[int, ...]
    places: int


def tier_of(players: Collection[int], late: Container[int], free_games: Mapping[int, int] | Sequence[int]) -> Tier:
    """M3.1, M3.2: whole tiers while they do not fill the places, the rest from the next one. Who enters in this round
    is asked last (M6). The order of the players is kept within a tier."""
    places = len(players) % AT_A_TABLE

    def turn(player: int) -> tuple[bool, int]:
        return player in late, free_games[player]

    due: tuple[int, ...] = ()
    for _, group in groupby(sorted(players, key=turn), key=turn):
        tier = tuple(group)
        if len(tier) >= places - len(due):
            return Tier(due, tier, places - len(due))
        due += tier
    return Tier(due, (), 0)


def ranks(book: Book, candidates: Sequence[int]) -> dict[int, int]:
    """M3.3: the lowest 0, by the ranking in force, level players level; all 0 in round 1 and where the lot decides."""
    if book.round == 1 or not settings(book.setup).bottom_rests:
        return dict.fromkeys(candidates, 0)
    values = ranked_by(book)
    levels = {value: at for at, value in enumerate(sorted({values[player] for player in candidates}))}
    return {player: levels[values[player]] for player in candidates}


# --- threes (PS1.5) ----------------------------------------------------------------------------------------


def is_beside(own: int, others: int) -> bool:
    """Whether a side of so many against so many is beside a three: the two against it, or one against one."""
    return (own, others) in ((2, 3), (1, 1))


def threes_and_beside(book: Book, pool: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
    """How often everybody was in a three, and how often beside one."""
    sides = {player: [(len(line.partners) + 1, len(line.opponents)) for line in book.lines[player]] for player in pool}
    return (
        {player: sum(own == 3 for own, _ in had) for player, had in sides.items()},
        {player: sum(is_beside(*side) for side in had) for player, had in sides.items()},
    )
