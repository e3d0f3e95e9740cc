"""robin: everybody meets everybody, once or twice, by the Berger tables (rulebook ST5)."""

from __future__ import annotations

from ronda.core import Book, Bye, Draw, Proposal, Round, Table
from ronda.core.verdicts import (
    COUNT,
    FLAG,
    PLAYER,
    ROUND,
    SEED,
    TABLE,
    Codes,
    Reason,
    Refusal,
    cited,
    citing,
    joined,
)
from ronda.pairing.explain import CODES as PAIRING
from ronda.stages.groups import REST, scheduled_round
from ronda.systems.codes import SHARED
from ronda.systems.declarations import PlayerField, ResultForm, Sides
from ronda.systems.results import GAME, GAME_KEYS
from ronda.systems.robin.check import check
from ronda.systems.robin.rules import (
    EDITION,
    LEAST,
    OPTIONS,
    WIN,
    counted,
    counts_for_nobody,
    criteria,
    doubled,
    game_points,
    placed,
    play,
    read_result,
    rounds,
    scheduled_rounds,
    scoring,
    starters,
    table_numbers,
    validate,
    write_result,
)
from ronda.systems.system import Forms, Results, Rules, Seating, System, Tiebreaks, Trial, Wording


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Nothing is drawn by lot but the numbers."""
    field = starters(book.players.values())
    if len(field) < LEAST:
        return Refusal("too_few_players", "ST5", {"players": len(field), "least": LEAST})
    numbers = table_numbers(book)
    who = {number: player for player, number in numbers.items()}
    if book.round > scheduled_rounds(book.setup, field):
        return Refusal("schedule_over", "ST5.1")
    close_last = book.setup.options.get("close_last") is True
    games = scheduled_round(len(field), book.round, double=doubled(book.setup), close_last=close_last)
    pool = set(book.pool())
    tables: list[Table] = []
    byes: list[Bye] = []
    reasons = _about_numbers(book)
    for one, other in games:
        first, second = who[one], who.get(other, REST)
        if first in pool and second in pool:
            tables.append(Table(len(tables) + 1, (first,), (second,)))
            facts = {"player": first, "opponent": second, "one": one, "other": other, "turn": book.round}
            again = doubled(book.setup) and second in book.met(first)
            code, article = ("berger_again", "ST5.3") if again else ("berger", "ST5.1")
            reasons.append(Reason(code, article, facts, table=len(tables)))
        else:
            _rests(book, pool, (first, second), byes, reasons)
    made = Round(book.round, tuple(tables), tuple(byes), draw.seed, EDITION, tuple(reasons))
    fixed = {player: number for player, number in numbers.items() if book.players[player].number is None}
    return Proposal(made, fixed)


def _about_numbers(book: Book) -> list[Reason]:
    if book.round > 1:
        return []
    if book.setup.options.get("numbers", "lot") == "lot":
        return [Reason("numbers_by_lot", "ST5.4", {"seed": book.setup.seed})]
    return [Reason("numbers_in_order", "ST5.4")]


def _rests(book: Book, pool: set[int], game: tuple[int, int], byes: list[Bye], reasons: list[Reason]) -> None:
    """Whoever of the two is there: resting by the table, or without the opponent (ST5.5)."""
    for player, opponent in (game, game[::-1]):
        if player not in pool:
            continue
        if opponent == REST:
            byes.append(Bye(player, 0))
            reasons.append(Reason("rests_by_table", "ST5.1", {"player": player}, player=player))
        else:
            counts = not counts_for_nobody(book, opponent)
            byes.append(Bye(player, WIN if counts else 0))
            facts = {"player": player, "opponent": opponent, **({} if counts else {"void": True})}
            reasons.append(Reason("opponent_away", "ST5.5", facts, player=player))


_GAME = {"player": PLAYER, "opponent": PLAYER, "one": COUNT, "other": COUNT, "turn": COUNT}
_MANY = citing("ST5", players=COUNT, most=COUNT)
_LATE = citing("ST5.6", round=ROUND)

_OWN: Codes = {
    "reason": {
        "berger": citing("ST5.1", **_GAME),
        "berger_again": citing("ST5.3", **_GAME),
        "numbers_by_lot": citing("ST5.4", seed=SEED),
        "numbers_in_order": citing("ST5.4"),
        "rests_by_table": citing("ST5.1", player=PLAYER),
        "opponent_away": citing("ST5.5", player=PLAYER, opponent=PLAYER, void=FLAG),
    },
    "refusal": {
        "too_many_players": _MANY,
        "late_entry": _LATE,
        "schedule_over": citing("ST5.1"),
    },
    "finding": {
        "too_many_players": _MANY,
        "late_entry": _LATE,
        "not_scheduled": citing("ST5.1", table=TABLE),
        "sides_exchanged": citing("ST5.1", table=TABLE, expected=PLAYER),
        "should_not_rest": citing("ST5.1", opponent=PLAYER),
        "rest_worth": citing("ST5.5", counts=FLAG),
    },
}
CODES: Codes = joined(
    cited(PAIRING, {"refusal": {"too_few_players": "ST5"}}),
    cited(SHARED, {"finding": {"too_few_players": "ST5"}}),
    _OWN,
)

SYSTEM = System(
    id="robin",
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(
            read=read_result,
            write=write_result,
            form=ResultForm(GAME, keys=GAME_KEYS, quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")), width=4),
            unit=2,
        ),
        pair=pair,
        check=check,
        seating=Seating(scheduled=True),
        placed=placed,
        guarantee=lambda book: (scheduled_rounds(book.setup, list(book.players.values())), "ST5.1"),
        settled=lambda setup, players: {"rounds": rounds(setup, players)},
        tiebreaks=Tiebreaks("tiebreaks", game_points, scores=False, counted=counted),
    ),
    trial=Trial(play),
    words=Wording(CODES, sides=Sides(("label.whites", "label.blacks"), coloured=True)),
    forms=Forms(player_fields=(PlayerField("rating", "ST5.4"),)),
)
