"""The list of players at the desk: found by number or name, counted, each with a state."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ronda.core.chance import Draw
from ronda.core.history import fold
from ronda.core.model import Player, Tournament, by_stages
from ronda.core.verdicts import Refusal
from ronda.desk.players import pause_absent
from ronda.systems import book_of, planned_rounds, system
from ronda.systems.labels import PLAIN_NUMBER, folded
from ronda.web.language import KnownPlayers, known_players

State = Literal["here", "absent", "pauses", "rests", "joins", "waits", "left"]
Showing = Literal["all", "absent", "left"]
SHOWINGS: tuple[Showing, ...] = ("all", "absent", "left")
MOST_DIGITS = 9  # of a number that somebody types
PAGE = 300  # so many in a list before somebody asks for all of them


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player and where they stand; `round` is the one in which they join, or after which they left. `table`: where
    they sit in the round that is being played; 0 where they have a bye in it."""

    player: Player
    state: State
    round: int
    here: bool
    table: int | None = None
    twice: bool = False


def row_of(tournament: Tournament, player: Player) -> PlayerRow:
    state, number = _state_of(tournament, player)
    return PlayerRow(player, state, number, player.id in tournament.here, _seats(tournament).get(player.id))


def _state_of(tournament: Tournament, player: Player) -> tuple[State, int]:
    number = tournament.next_round
    if player.left_after is not None and player.left_after < number:
        return "left", player.left_after
    if player.joined_round > number:
        return "joins", player.joined_round
    if player.waits:
        return "waits", number
    if number in player.missed:
        return "pauses", number
    if player.bye_asked(number) is not None:
        return "rests", number
    return ("here" if player.id in tournament.here else "absent"), number


def _seats(tournament: Tournament) -> dict[int, int]:
    """Where everybody sits in the round that is being played, 0 with a bye."""
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or last.status == "draft" or last.over:
        return {}
    return dict.fromkeys((bye.player for bye in last.byes), 0) | {
        player: table.number for table in last.tables for player in table.players
    }


@dataclass(frozen=True, slots=True)
class Roll:
    """Everybody as they are called out: in the order of their numbers, with the numbers and labels they are known by.
    `heading`: what the numbers are called."""

    players: Sequence[Player]
    numbers: Mapping[int, int]
    called: Mapping[int, str]
    heading: str


def roll_of(tournament: Tournament, known: KnownPlayers | None = None) -> Roll:
    """In the order of the start numbers once they are fixed (C2.2), else as entered; as the desk knows people, or as
    somebody else does."""
    known = known or known_players(tournament)
    heading, given = known.numbering
    players: Sequence[Player] = tournament.players
    if heading != PLAIN_NUMBER:
        players = sorted(players, key=lambda player: given[player.id])
    return Roll(players, given, known.names, heading)


@dataclass(frozen=True, slots=True)
class FoundPlayers:
    """The players that were asked for, the first ones of them, and how many there are of each kind."""

    rows: list[PlayerRow]
    found: int
    counts: dict[Showing, int]


def listing(
    tournament: Tournament,
    roll: Roll,
    wish: str,
    show: Showing,
    most: int | None = PAGE,
    order: Callable[[PlayerRow], Any] | None = None,
    *,
    down: bool = False,
) -> FoundPlayers:
    """In the order of the roll, or by what `order` says of each; of whom it says nothing come last, `down` or up."""
    names = {player.id: fold_accents(player.name) for player in tournament.players}
    counts, seats = Counter(names.values()), _seats(tournament)
    rows = [
        PlayerRow(
            player,
            *_state_of(tournament, player),
            player.id in tournament.here,
            seats.get(player.id),
            counts[names[player.id]] > 1,
        )
        for player in find(roll, wish)
    ]
    kinds = {"all": rows, **{kind: [row for row in rows if row.state == kind] for kind in SHOWINGS[1:]}}
    chosen = kinds[show]
    if order is not None:
        known = sorted((row for row in chosen if order(row)), key=order, reverse=down)
        chosen = known + [row for row in chosen if not order(row)]
    return FoundPlayers(chosen[:most], len(chosen), {kind: len(kinds[kind]) for kind in SHOWINGS})


def fold_accents(text: str) -> str:
    """Without capitals, accents and Turkish dots: as people type who are in a hurry."""
    spread = unicodedata.normalize("NFKD", text).casefold().replace("ı", "i")
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def find(roll: Roll, wish: str) -> list[Player]:
    """The player of that number (`#7`: of that entry), or of that label where it is more than the name; or those in
    whose name, or club, a word begins with each word of the wish. A whole name goes before all that only contain it."""
    words, players = fold_accents(wish).split(), roll.players
    if not words:
        return list(players)
    if is_number(wish):
        return find_number(roll, wish)
    whole = folded(wish)
    for player in players:
        label = roll.called[player.id]
        if label != player.name and folded(label) == whole:
            return [player]
    found = [player for player in players if _begins(fold_accents(f"{player.name} {player.club}"), words)]
    return sorted(found, key=lambda player: fold_accents(player.name).split() != words)


def is_number(wish: str) -> bool:
    digits = wish.strip().removeprefix("#")
    return digits.isdecimal() and len(digits) <= MOST_DIGITS


def find_number(roll: Roll, wish: str) -> list[Player]:
    """Who has that number: `4` as the lists have it, `#7` that of the entry."""
    if not is_number(wish):
        return []
    entry, wanted = wish.strip().startswith("#"), int(wish.strip().removeprefix("#"))
    return [player for player in roll.players if (player.id if entry else roll.numbers[player.id]) == wanted]


def best_matches(roll: Roll, wish: str) -> list[Player]:
    """Whom somebody means who will not be asked again: one, if it is clear."""
    found = find(roll, wish) if wish.strip() else []
    exact = [player for player in found if fold_accents(player.name).split() == fold_accents(wish).split()]
    return exact if len(exact) == 1 else found


def _begins(name: str, words: list[str]) -> bool:
    parts = name.replace(",", " ").replace("-", " ").split()
    return all(any(part.startswith(word) for part in parts) or word in name for word in words)


class Seats(NamedTuple):
    """Of how many tables a round will be, and how many rest; no tables where a stage decides, or no round comes."""

    tables: int
    byes: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Who is expected in the next round and who of them is here; `now` is what the round would be with those alone,
    `full` with everybody. `few`: who is here makes no round. `paired`: so many the round will be made of."""

    expected: list[Player]
    here: list[Player]
    absent: list[Player]
    few: bool
    paired: int
    now: Seats
    full: Seats

    @property
    def seats(self) -> Seats:
        """What the next round will be made of."""
        return self.now if self.paired < len(self.expected) else self.full

    @property
    def rings(self) -> list[tuple[int, int]]:
        """The tables with everybody at them, as they fill: how many seats each has, and how many are taken."""
        tables, byes = self.full
        least, more = divmod(len(self.expected) - byes, tables or 1)
        here, found = len(self.here), []
        for table in range(tables):
            size = least + (table < more)
            found.append((size, min(size, here)))
            here -= found[-1][1]
        return found


def pool_of(tournament: Tournament) -> Pool:
    number, rules = tournament.next_round, system(tournament.setup.system).rules
    expected = [player for player in tournament.players if player.plays_in(number)]
    here = [player for player in expected if player.id in tournament.here]
    absent = [player for player in expected if player.id not in tournament.here]
    few = len(here) < 2 * rules.seating.side_size
    # Before the first round most of them may do without the others; later everybody is paired who does not pause.
    without_absent = number == 1 and 2 * len(here) > len(expected) and not few
    full = seats_of(tournament, len(expected))
    now = seats_of(fold(pause_absent(tournament), tournament), len(here)) if absent else full
    return Pool(expected, here, absent, few, len(here) if without_absent else len(expected), now, full)


def seats_of(tournament: Tournament, players: int) -> Seats:
    """As the next round is made with so many players. By a table that says who meets whom, of which a part may be away
    (ST5.5), it has to be made."""
    number, rules = tournament.next_round, system(tournament.setup.system).rules
    if number > planned_rounds(tournament) or by_stages(tournament, number):
        return Seats(0, 0)
    if not rules.seating.scheduled:
        return Seats(*rules.seating.seats(tournament.setup, players))
    book = book_of(tournament)
    made = rules.pair(book, Draw(tournament.setup.seed, "round", book.round))
    return Seats(0, 0) if isinstance(made, Refusal) else Seats(len(made.round.tables), len(made.round.byes))
