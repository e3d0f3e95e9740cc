"""domino_pairs: settings, results, scoring, order and ranking of fixed pairs (PS3). An entry is a pair."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from ronda.core import (
    Criterion,
    Draw,
    Finding,
    Forfeit,
    Frozen,
    Player,
    Refusal,
    Result,
    Scored,
    Setup,
    Table,
    measured,
    starters,
)
from ronda.core.book import Book, Outcome, Scoring, Tally
from ronda.systems.score_to_target import HOUSE, HOUSE_CRITERIA, LENGTH, HouseLine, bye_line, line, read_score
from ronda.systems.system import Option, values_in
from ronda.tiebreaks.library import rulebook_criterion, without_groups

EDITION = "domino-pairs-1"
WIN = 2  # halves (PS3.1)
FirstRound = Literal["lot", "elo", "clubs"]

# PS3
OPTIONS = (
    Option("rounds", "int", 5, "PS3.3", low=1, high=1000),
    *LENGTH,
    Option("first_round", "choice", "lot", "PS3.3", choices=("lot", "elo", "clubs"), frozen_after="draw"),
    Option("score", "choice", "difference", "PS3.2", choices=("difference", "fvd"), frozen_after="result"),
    Option("head_to_head", "bool", False, "PS3.2"),
    Option("byes", "choice", "seed", "R3.4", choices=("seed", "even")),
    Option("first_table", "int", 1, "PS6.1", low=0, high=1_000_000),
)


class Settings(Frozen):
    """The options that decide, with their types."""

    rounds: int
    target: int
    first_round: FirstRound
    house: bool
    head_to_head: bool
    even_byes: bool
    first_table: int


def settings(setup: Setup) -> Settings:
    values = values_in(setup, OPTIONS)
    return Settings(
        rounds=values["rounds"],
        target=values["target"],
        first_round=values["first_round"],
        house=values["score"] == HOUSE,
        head_to_head=values["head_to_head"],
        even_byes=values["byes"] == "even",
        first_table=values["first_table"],
    )


def rounds(setup: Setup, players: Sequence[Player]) -> int:  # noqa: ARG001  every system is asked the same way
    return settings(setup).rounds


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """What a director should know before round 1 (R3.5, R4.4)."""
    count = len(starters(players))
    if count < 2:
        return [Finding("too_few_players", "R3.5", facts={"players": count, "least": 2})]
    most = count - 1 + count % 2
    if rounds(setup, players) > most:
        return [Finding("rematches_ahead", "R4.4", "note", facts={"rounds": most})]
    return []


# --- results (D2.1) ----------------------------------------------------------------------------------------


def read_result(text: str, setup: Setup) -> Result | Refusal:
    """A result as typed (D2.1)."""
    return read_score(text, setup, "score")


def play(odds: int, setup: Setup, draw: Draw) -> str:
    """Hands of about a seventh of the target until somebody reaches it."""
    target = settings(setup).target
    scores = [0, 0]
    while max(scores) < target:
        scores[0 if draw.below(1000) < odds else 1] += max(target // 20, 1) + draw.below(max(target // 5, 1))
    return f"{scores[0]}-{scores[1]}"


def scoring(setup: Setup) -> Scoring:
    own = settings(setup)
    resting = _tally("bye", bye_line(own.target)) if own.house else Tally("bye", WIN)  # PS3.4, PS2.2
    return Scoring(
        table=lambda table: score_table(table, own.target if own.house else None),
        bye=lambda bye: {"F": Tally("bye", WIN), "H": Tally("bye", WIN // 2), "Z": Tally("bye")}.get(
            bye.kind, resting
        ),  # AG4.3
    )


def score_table(table: Table, target: int | None) -> tuple[Tally, ...]:
    """PS3.1: a win 1, a loss 0; with a `target` the effectiveness of each pair stands as its difference (PE4.2)."""
    match table.result:
        case Scored(first=first, second=second):
            return _played(first, second, target), _played(second, first, target)
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            return _absence(first_absent, second_absent, target), _absence(second_absent, first_absent, target)
        case None:
            raise AssertionError("only tables with a result are scored")


@lru_cache(maxsize=1 << 14)
def _played(made: int, conceded: int, target: int | None) -> Tally:
    outcome: Outcome = "win" if made > conceded else "loss"
    if target is not None:
        return _tally(outcome, line(made, conceded, target))
    return Tally(outcome, WIN if made > conceded else 0, made, conceded, made - conceded)


def _absence(own: bool, others: bool, target: int | None) -> Tally:
    if target is None:
        return Tally("absent") if own else Tally("walkover", WIN)
    return _tally(
        "absent" if own else "walkover", line(0, 0, target, forfeit="me" if own else "other" if others else None)
    )


def _tally(outcome: Outcome, made: HouseLine) -> Tally:
    return Tally(outcome, WIN if made.won else 0, made.own, made.opponents, made.effectiveness)


# --- order and ranking (PS3.2) -----------------------------------------------------------------------------


def draw_numbers(players: Mapping[int, Player], seed: int) -> dict[int, int]:
    """PS3.2: everybody's draw number, by lot from the tournament's seed; who comes later gets the next ones."""
    known = {pid: player.number for pid, player in players.items() if player.number is not None}
    used = set(known.values())
    free = iter(number for number in range(1, 2 * len(players) + 1) if number not in used)
    others = [pid for pid in players if pid not in known]
    starters = Draw(seed, "draw numbers").shuffled([pid for pid in others if players[pid].joined_round <= 1])
    late = sorted((pid for pid in others if players[pid].joined_round > 1), key=lambda p: players[p].joined_round)
    return known | {pid: next(free) for pid in (*starters, *late)}


def pairing_order(book: Book, pool: Collection[int], numbers: Mapping[int, int]) -> list[int]:
    """PS3.2: as the standings have them, level ones by their draw numbers; before round 2 by the first round's rule."""
    own = settings(book.setup)
    if book.round == 1 and own.first_round != "lot":
        return first_order(book, pool, numbers)
    keys = measured(book, without_groups(criteria(book.setup)), pool).keys
    return sorted(pool, key=lambda pid: (keys[pid], numbers[pid]))


def first_order(book: Book, pool: Collection[int], numbers: Mapping[int, int]) -> list[int]:
    """PS3.3: by Elo, or the first pairs of all clubs, then the second ones, and so on; level ones by draw number."""
    if settings(book.setup).first_round == "elo":
        return sorted(pool, key=lambda pid: (-book.players[pid].rating, numbers[pid]))
    turn: dict[str, int] = {}
    place: dict[int, tuple[int, int]] = {}
    for pid in pool:
        club = book.players[pid].club.strip().casefold() or f"#{pid}"
        turn[club] = turn.get(club, 0) + 1
        place[pid] = turn[club], numbers[pid]
    return sorted(pool, key=lambda pid: place[pid])


_HEAD_TO_HEAD = rulebook_criterion("beat", "head_to_head")
_BY_DIFFERENCE = (
    rulebook_criterion("margin", "difference"),
    rulebook_criterion("scored", "points_for"),
)


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """PS3.2: wins, then difference and points, or effectiveness and points; level pairs share a place."""
    own = settings(setup)
    wins, *house = HOUSE_CRITERIA
    return (wins, *((_HEAD_TO_HEAD,) if own.head_to_head else ()), *(house if own.house else _BY_DIFFERENCE))


def placed(book: Book, player: int) -> bool:
    """A pair that left is listed without a place."""
    return not book.has_left(player)
