"""domino: settings, windows, results and scoring (D1, D2), and what the rulebook has against a field (D1.5, D9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from ronda.core import (
    Book,
    Card,
    Draw,
    Finding,
    Forfeit,
    Frozen,
    InForce,
    OptionValue,
    Outcome,
    Penalty,
    Player,
    Reason,
    Refusal,
    Result,
    Round,
    Scored,
    Scoring,
    Setup,
    Table,
    Tally,
    starters,
)
from ronda.systems.score_to_target import HOUSE, LENGTH, HouseLine, Whom, bye_line, line, read_score
from ronda.systems.system import Goal, Option, values_in

FIRST_EDITION = "domino-1"  # of several exchanges between pyramids the first that would do was taken (D7.2)
EDITION = "domino-3"

LEAST_PLAYERS = 4  # D1.5
ENOUGH_PLAYERS = 16  # D1.5: fewer are warned
LAST_ENTRY = 2  # D9: the last round that somebody may join in
MISSING_ELO = 1200  # D1.4
WIN = 2  # halves (D2.2)

# D1.1, D1.2, D1.4; D10: where the documents disagree the first choice is the default. `order` is D3.4, or the order by
# difference that some federations use, or by index as the documents' own pseudocode has it (D10.4)
OPTIONS = (
    Option("rounds", "int", 7, "D1.1", low=1, high=1000),
    *LENGTH,
    Option("first_round", "choice", "elo", "D1.4", choices=("elo", "random"), frozen_after="draw"),
    Option("bye_value", "halves", 1, "D1.1", low=0, high=2),
    Option("partner_window", "int", None, "D1.2", low=0, high=1000, frozen_after="draw"),
    Option("rival_window", "int", None, "D1.2", low=0, high=1000, frozen_after="draw"),
    Option("category", "choice", None, "D1.2", choices=("compacta", "estandar", "internacional"), frozen_after="draw"),
    Option("order", "choice", "rulebook", "D3.4", choices=("rulebook", "points-difference", "index")),
    Option("tables", "choice", "sides", "D10.1", choices=("sides", "pyramids")),
    Option("partners", "choice", "alternate", "D10.2", choices=("alternate", "consecutive")),
    Option("byes", "choice", "fair", "D10.3", choices=("fair", "last")),
    Option("variety", "choice", "windows", "D10.5", choices=("windows", "fresh"), new="fresh"),
    Option("contingency", "choice", "relax", "D10.6", choices=("relax", "exchange")),
    Option("bye_played", "bool", False, "D10.7"),
    Option("scoring", "choice", "rulebook", "PS2.1", choices=("rulebook", "fvd"), frozen_after="result"),
)


class Windows(NamedTuple):
    """A repetition is forbidden while round - last_round ≤ the window (D1.3)."""

    partner: int
    rival: int


# D1.2: the most players of a category, its name and its windows
CATEGORIES: tuple[tuple[int | None, str, Windows], ...] = (
    (36, "compacta", Windows(1, 2)),
    (76, "estandar", Windows(2, 3)),
    (None, "internacional", Windows(3, 4)),
)

# D8: what a round and an event should be like
GOALS = (
    Goal("clean_share", "above", Fraction(95, 100), "D8", "share"),
    Goal("relaxed_share", "at_most", Fraction(5, 100), "D8", "share"),
    Goal("opponent_spread", "below", Fraction(15), "D8", "percent"),
    Goal("seconds_max", "below", Fraction(30), "D8", "seconds"),
    Goal("byes_max", "at_most", Fraction(2), "D8"),
)


Order = Literal["rulebook", "points-difference", "index"]


class Choices(Frozen):
    """D10: where the documents disagree. `across`: pairs meet those of the other pyramid (D10.1); `consecutive`:
    neighbours are ideal partners (D10.2); `last`: the lowest rest (D10.3); `fresh`: old partners and rivals are avoided
    (D10.5); `exchange_first`: before a window is relaxed players change pyramids (D10.6)."""

    across: bool = False
    consecutive: bool = False
    last: bool = False
    fresh: bool = False
    exchange_first: bool = False


class Settings(Frozen):
    """The options that decide, with their types."""

    rounds: int
    target: int
    by_elo: bool
    bye_halves: int
    order: Order
    choices: Choices
    bye_played: bool
    house: bool  # PS2.1: lines as in mistorneos


def settings(setup: Setup) -> Settings:
    values = values_in(setup, OPTIONS)
    return Settings(
        rounds=values["rounds"],
        target=values["target"],
        by_elo=values["first_round"] == "elo",
        bye_halves=values["bye_value"],
        order=values["order"] if values["order"] in ("points-difference", "index") else "rulebook",
        choices=Choices(
            across=values["tables"] == "pyramids",
            consecutive=values["partners"] == "consecutive",
            last=values["byes"] == "last",
            fresh=values["variety"] == "fresh",
            exchange_first=values["contingency"] == "exchange",
        ),
        bye_played=values["bye_played"],
        house=values["scoring"] == HOUSE,
    )


def rounds(setup: Setup, players: Sequence[Player]) -> int:  # noqa: ARG001  every system is asked the same way
    return settings(setup).rounds


def category(setup: Setup, players: Iterable[Player]) -> str:
    """D1.2: the category in force: the set one, otherwise that of the field."""
    own = setup.options.get("category")
    if isinstance(own, str):
        return own
    count = len(starters(players))  # D1.2
    return next(name for most, name, _ in CATEGORIES if most is None or count <= most)


def windows(setup: Setup, players: Iterable[Player]) -> Windows:
    """D1.2: the windows in force: the set ones, otherwise those of the category."""
    named = category(setup, players)
    own = next(own for _, name, own in CATEGORIES if name == named)
    partner, rival = setup.options.get("partner_window"), setup.options.get("rival_window")
    return Windows(
        partner if isinstance(partner, int) else own.partner,
        rival if isinstance(rival, int) else own.rival,
    )


def settled(setup: Setup, players: Sequence[Player]) -> dict[str, OptionValue]:
    """D1.2: the windows in force, whoever set them."""
    own = windows(setup, players)
    return {"partner_window": own.partner, "rival_window": own.rival}


def in_force(setup: Setup, players: Sequence[Player]) -> tuple[Reason, ...]:
    """D1.2: category and windows, for every place that shows the event."""
    own = windows(setup, players)
    facts = {
        "category": category(setup, players),
        "partner_window": own.partner,
        "rival_window": own.rival,
    }
    if any(isinstance(setup.options.get(name), int) for name in ("partner_window", "rival_window")):
        facts["by_hand"] = True
    return (InForce("category", "D1.2", facts),)


# --- results (D2) ------------------------------------------------------------------------------------------


def read_result(text: str, setup: Setup) -> Result | Refusal:
    """A result as typed (D2.1, D2.3)."""
    return read_score(text, setup, "scoring")


def play(odds: int, setup: Setup, draw: Draw) -> str:
    """Hands of about a seventh of the target until somebody reaches it; one game in ten ends by time (D2.1)."""
    target = settings(setup).target
    scores = [0, 0]
    hands = 5 if draw.below(10) == 0 else 1000
    while max(scores) < target and (hands > 0 or scores[0] == scores[1]):
        scores[0 if draw.below(1000) < odds else 1] += max(target // 20, 1) + draw.below(max(target // 5, 1))
        hands -= 1
    return f"{scores[0]}-{scores[1]}"


def result_word(result: Result) -> str | None:
    """A table that was not played is called so (D2.3)."""
    return "domino.not_played" if result == Forfeit(first_absent=True, second_absent=True) else None


def scoring(setup: Setup) -> Scoring:
    own = settings(setup)
    if not own.house:
        return Scoring(
            table=lambda table: score_table(table, own.bye_halves),
            bye=lambda bye: Tally("bye", own.bye_halves if bye.halves is None else bye.halves),
        )
    resting = _house_tally("bye", bye_line(own.target))
    return Scoring(
        table=lambda table: house_tallies(table, own.target),
        bye=lambda bye: resting,  # noqa: ARG005 - PS2.2: what a bye is worth follows from the target
        penalised=lambda table, penalties: house_tallies(table, own.target, penalties),
    )


def house_tallies(table: Table, target: int, penalties: Sequence[Penalty] = ()) -> tuple[Tally, ...]:
    """PS2.1, PE4.2, PE4.3: each player's own line; its effectiveness stands as the difference. Who is absent or shown
    a red or black card loses alone, also against the partner; where nobody was absent, a table that was not played is
    a bye for all of it."""
    assert table.result is not None, "only tables with a result are scored"
    struck = {p.player for p in penalties if p.card in ("red", "black") or p.kind in ("game-loss", "expel")}
    if any(one.kind == "both-lose" for one in penalties):
        struck = set(table.players)
    gone = _gone(table)
    found = []
    for side in (table.first, table.second):
        own, others = _scores(table, first=side is table.first)
        for player in side:
            less = sum(one.amount for one in penalties if one.kind == "score" and one.player == player)
            more = sum(one.amount for one in penalties if one.kind == "bonus" and one.player not in side)
            made = line(
                own + more, others, target, sanction=less, forfeit=_whom(player, gone - struck),
                card=_whom(player, struck),
            )  # fmt: skip
            found.append(_house_tally(_house_outcome(table, player, gone, struck, won=made.won), made))
    if isinstance(table.result, Forfeit) and not gone and not struck:
        return (_house_tally("bye", bye_line(target)),) * len(table.players)
    return tuple(found)


def _gone(table: Table) -> set[int]:
    """Who was not there: those named, or else everybody of a side that alone was absent."""
    match table.result:
        case Forfeit(first_absent=True, second_absent=True):
            return set(table.absent)
        case Forfeit(first_absent=first):
            side = table.first if first else table.second
            return set(table.absent) & set(side) or set(side)
    return set()


def _scores(table: Table, *, first: bool) -> tuple[int, int]:
    if not isinstance(table.result, Scored):
        return 0, 0
    own = table.result.first, table.result.second
    return own if first else own[::-1]


def _whom(player: int, of: set[int]) -> Whom | None:
    return None if not of else "me" if player in of else "other"


def _house_outcome(table: Table, player: int, gone: set[int], struck: set[int], *, won: bool) -> Outcome:
    if player in gone - struck:
        return "absent"
    if isinstance(table.result, Forfeit):
        return "walkover" if won else "absent"
    return "win" if won else "loss"


def _house_tally(outcome: Outcome, made: HouseLine) -> Tally:
    return Tally(outcome, WIN if made.won else 0, made.own, made.opponents, made.effectiveness)


def score_table(table: Table, bye_halves: int) -> tuple[Tally, ...]:
    """One tally per player of the table (D2.2, D2.3). Scores are kept as they were made; the cap at the
    target belongs to EFF alone (D3.2)."""
    match table.result:
        case Scored(first=first, second=second):
            return (_played(first, second),) * 2 + (_played(second, first),) * 2
        case Forfeit(first_absent=True, second_absent=True):
            # who is named as absent gets 0, everybody else has a bye that counts as one everywhere; where nobody is
            # named, nobody was missing: the table was not played for another reason
            return tuple(
                Tally("absent") if player in table.absent else Tally("bye", bye_halves) for player in table.players
            )
        case Forfeit(first_absent=first_absent):
            # a pair is absent as soon as one of the two is; the one who came gets 0 too, but was not absent
            lost = table.first if first_absent else table.second
            absent = table.absent or lost
            return tuple(
                Tally("walkover", WIN) if player not in lost else Tally("absent" if player in absent else "void")
                for player in table.players
            )
        case None:
            raise AssertionError("only tables with a result are scored")


@lru_cache(maxsize=1 << 14)
def _played(made: int, conceded: int) -> Tally:
    difference = made - conceded
    if difference > 0:
        return Tally("win", WIN, made, conceded, difference)
    return Tally("loss", 0, made, conceded, difference)


# --- what the rulebook has against a field (D1.5, D9) ------------------------------------------------------


def guarantee(book: Book) -> tuple[int, str]:
    """D1.5: no bound is proved for a field, unless nothing counts as a repetition."""
    free = windows(book.setup, book.players.values()) == (0, 0)
    return settings(book.setup).rounds if free else 0, "D1.5"


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """D1.5 and D9."""
    findings = [
        Finding(
            "late_entry_closed",
            "D9",
            players=(player.id,),
            facts={"joined_round": player.joined_round, "last": LAST_ENTRY},
        )
        for player in players
        if player.joined_round > LAST_ENTRY
    ]
    count = len(starters(players))  # D1.2
    if count < LEAST_PLAYERS:
        findings.append(Finding("too_few_players", "D1.5", facts={"players": count, "least": LEAST_PLAYERS}))
    elif count < ENOUGH_PLAYERS:
        findings.append(Finding("repetitions_ahead", "D1.5", "note", facts=_forecast(setup, players)))
    return findings


# D1.5: of a hundred tables from round 2 on, how many needed a relaxation (exchanges between pyramids are some) and how
# many a forced one, in a hundred simulated events of seven rounds with windows 1/2; by whether new partners are
# preferred (D10.5) and the number of players
FORECAST: dict[bool, dict[int, tuple[int, int]]] = {
    fresh: dict(zip(range(LEAST_PLAYERS, ENOUGH_PLAYERS), zip(relaxed, forced, strict=True), strict=True))
    for fresh, relaxed, forced in (
        (False, (100, 100, 47, 69, 72, 73, 64, 45, 32, 31, 23, 13), (100, 100, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0)),
        (True, (100, 100, 47, 66, 72, 74, 66, 47, 36, 33, 22, 14), (100, 100, 3, 5, 0, 0, 0, 0, 0, 0, 0, 0)),
    )
}


def _forecast(setup: Setup, players: Sequence[Player]) -> dict[str, object]:
    """What to expect of a small field."""
    count = len(starters(players))  # D1.2
    own = windows(setup, players)
    facts: dict[str, object] = {
        "players": count,
        "enough": ENOUGH_PLAYERS,
        "partner_window": own.partner,
        "rival_window": own.rival,
    }
    chosen = settings(setup).choices
    usual = not (chosen.across or chosen.consecutive or chosen.exchange_first)
    if usual and own == CATEGORIES[0][2]:
        facts["relaxed_percent"], facts["forced_percent"] = FORECAST[chosen.fresh][count]
    return facts


def contingency_counts(round_: Round) -> tuple[int, int]:
    """D10.6: how many pairs repeat inside a window, and how many exchanges between the pyramids there are."""
    exchanged = sum(relaxation.code == "pyramid_exchange" for relaxation in round_.relaxations)
    return len(round_.relaxations) - exchanged, exchanged


CARDS: tuple[Card, ...] = ("", "yellow", "red", "black")
CARRIES_A_CARD = 80  # PE4.4: a sanction of so much brings one, a smaller one does not


def card(sanction: int, shown: Card, highest_before: Card) -> Card:
    """PE4.4: the card that somebody gets by the house rules of Venezuela, with the highest of earlier rounds. Orange is
    not a card of this house: what was shown stays."""
    if shown in ("orange", "red", "black") or highest_before == "orange":
        return shown
    if sanction < CARRIES_A_CARD and shown != "yellow":
        return ""
    return CARDS[min(CARDS.index(highest_before) + 1, len(CARDS) - 1)]
