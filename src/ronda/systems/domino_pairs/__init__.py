"""domino_pairs: domino of fixed pairs (PS3). An entry is a pair; its name has both names."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.checking.proofs import CODES as CHECKING
from ronda.core import Book, Bye, Draw, Proposal, Round
from ronda.core.verdicts import PLAYER, Codes, Reason, Refusal, cited, citing, joined
from ronda.pairing.explain import CODES as PAIRING
from ronda.pairing.unmet_walk import WalkRules, pair_unmet, seat_tables
from ronda.pairing.walk import surely_unmet
from ronda.systems.codes import SHARED
from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.domino_pairs.check import check
from ronda.systems.domino_pairs.rules import (
    EDITION,
    OPTIONS,
    criteria,
    draw_numbers,
    pairing_order,
    placed,
    play,
    read_result,
    rounds,
    scoring,
    settings,
    validate,
)
from ronda.systems.results import score_text
from ronda.systems.score_to_target import doubt, example, game
from ronda.systems.system import Byes, Forms, Penalties, Results, Rules, System, Trial, Wording


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Round 1 by lot, Elo or clubs; later, from the top, each the highest-placed not met yet (R4.3–R4.5)."""
    own, numbers = settings(book.setup), draw_numbers(book.players, book.setup.seed)
    order = pairing_order(book, book.pool(), numbers)
    if book.round == 1 and own.first_round != "lot" and len(order) > 1 and not book.setup.avoid:
        made = _first(book, order, draw)
        return Proposal(made, {pid: n for pid, n in numbers.items() if book.players[pid].number is None})
    rules = WalkRules(EDITION, own.first_table, own.even_byes, lambda player, kind: Bye(player, kind=kind))
    return pair_unmet(book, draw, order, numbers, rules)


def _first(book: Book, order: Sequence[int], draw: Draw) -> Round:
    """PS3.3; the last of the order rests (PS3.4)."""
    own = settings(book.setup)
    seated, resting = (order[:-1], order[-1:]) if len(order) % 2 else (order, ())
    half = len(seated) // 2
    by_elo = own.first_round == "elo"
    tables, unpinned = seat_tables(
        [((a,), (b,)) for a, b in (zip(seated[:half], seated[half:], strict=True) if by_elo else _mixed(book, seated))],
        first=own.first_table,
        pins={p.id: p.pinned_table for p in book.players.values() if p.pinned_table is not None},
    )
    code = "table_by_elo" if by_elo else "table_by_clubs"
    reasons = [Reason(code, "PS3.3", {"player": t.first[0], "opponent": t.second[0]}, table=t.number) for t in tables]
    reasons += [Reason("bye_last", "PS3.4", {"player": player}, player=player) for player in resting]
    reasons += [Reason("pin_taken", "R5.1", {"player": player}, player=player) for player in unpinned]
    return Round(
        number=1,
        tables=tuple(sorted(tables, key=lambda table: table.number)),
        byes=(*(Bye(player, kind=kind) for player, kind in book.resting()), *map(Bye, resting)),  # AG4.3
        seed=draw.seed,
        edition=EDITION,
        reasons=tuple(reasons),
    )


def _mixed(book: Book, order: Sequence[int]) -> list[tuple[int, int]]:
    """From the top, each with the next one of another club; of the own club only where nobody else is left."""
    clubs = {player: book.players[player].club.strip().casefold() for player in order}
    left, found = list(order), []
    while left:
        first = left.pop(0)
        at = next((at for at, other in enumerate(left) if not clubs[first] or clubs[other] != clubs[first]), 0)
        found.append((first, left.pop(at)))
    return found


_TABLE = {"player": PLAYER, "opponent": PLAYER}

_OWN: Codes = {
    "reason": {
        "table_by_elo": citing("PS3.3", **_TABLE),
        "table_by_clubs": citing("PS3.3", **_TABLE),
    },
}
CODES: Codes = joined(
    cited(PAIRING, {"reason": {"bye_lowest": "R3.1"}}),  # in words of its own: a pair rests
    cited(CHECKING, {"finding": {"bye_wrong": "R3.1 R3.2 R3.3 R3.4 PS3.4"}}),
    cited(
        SHARED,
        {
            "reason": {"bye_last": "PS3.4"},
            "refusal": {"draw_impossible": "D2.1", "score_above_ceiling": "PS2.5", "score_needs_confirmation": "D2.1"},
            "finding": {"too_few_players": "R3.5", "rematches_ahead": "R4.4", "first_round_order": "PS3.3"},
        },
    ),
    _OWN,
)


def _guarantee(book: Book) -> tuple[int, str]:
    return surely_unmet(book), "R4.4"


SYSTEM = System(
    id="domino_pairs",
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(read=read_result, write=score_text, form=ResultForm(example, game=game, hands=18), doubt=doubt),
        pair=pair,
        check=check,
        placed=placed,
        guarantee=_guarantee,
        byes=Byes(("H", "F", "Z")),
        penalties=Penalties(scores=True),
    ),
    trial=Trial(play),
    words=Wording(CODES),
    forms=Forms(player_fields=(PlayerField("rating"), PlayerField("members", "PS3.1"), PlayerField("pinned_table"))),
)
