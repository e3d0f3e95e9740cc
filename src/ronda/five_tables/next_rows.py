"""The next round as rows for somebody's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ronda.core.facts import Paired
from ronda.core.history import fold
from ronda.core.verdicts import Refusal
from ronda.desk import next_round
from ronda.five_tables.derived import DerivedChange, changes_beside, unless_set, with_values
from ronda.five_tables.reading import Theirs, rules
from ronda.store.read_model.rows import id_of

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class NextRows:
    """A round that was made: the rows to be inserted, table by table, and what changes beside them."""

    made: Paired
    rows: Mapping[str, Sequence[Row]]
    changes: Sequence[DerivedChange]


def next_rows(theirs: Theirs, seed: int | None, now: datetime) -> NextRows | Refusal:
    refused = _not_ready(theirs)
    if refused is not None:
        return refused
    made = next_round(theirs.tournament, seed)
    if isinstance(made, Refusal):
        return made
    after = fold([made], theirs.tournament)
    changes = [*changes_beside(theirs, after, now), _started(theirs, made, now)]
    return NextRows(made, _rows(theirs, made, now), changes)


def _not_ready(theirs: Theirs) -> Refusal | None:
    if theirs.event.settings.ended:
        return Refusal("not_now", "S4", {"action": "pair", "phase": "finished"})
    for round_ in theirs.tournament.rounds:  # also one before the last: somebody may have deleted a score there
        missing = [table.number for table in round_.tables if table.result is None]
        if missing:
            return Refusal("results_missing", "S4", {"round": round_.number, "tables": missing})
    return None


def _rows(theirs: Theirs, made: Paired, now: datetime) -> dict[str, Sequence[Row]]:
    round_ = made.round
    own, number = theirs.row.cells["id"], round_.number
    round_id = _like(own, id_of(theirs.id, "round", number))
    first = rules().option(theirs.tournament.setup, "first_table")
    assert isinstance(first, int)
    of_round = {"id": round_id, "tournament_id": own, "round_number": number, "started_at": now, "is_completed": False}
    matches = [
        {
            "id": _like(own, id_of(theirs.id, "match", number, table.number)),
            "tournament_id": own,
            "round": number,
            "player1_id": theirs.ids[table.first[0]],
            "player2_id": theirs.ids[table.second[0]],
            "updated_at": now,
            "is_tie": False,
            "match_order": table.number - first + 1,
        }
        for table in round_.tables
    ]
    scoring = rules().scoring(theirs.tournament.setup)
    byes = [
        {
            "id": _like(own, id_of(theirs.id, "bye", number, bye.player)),
            "participant_id": theirs.ids[bye.player],
            "tournament_id": own,
            "round_number": number,
            "round_id": round_id,
            "created_at": now,
            "match_points": scoring.bye(bye).halves / scoring.unit,
            "differential": float(scoring.bye(bye).differential),
        }
        for bye in round_.byes
    ]
    return {"rounds": [of_round], "matches": matches, "byes": byes}


def _started(theirs: Theirs, made: Paired, now: datetime) -> DerivedChange:
    values = {"has_started": True, "current_round": made.round.number, "updated_at": now}
    return with_values(DerivedChange(theirs.row, {}, {}), {**values, **unless_set(theirs.row, "started_at", now)})


def _like(known: object, made: UUID) -> object:
    """The new id in the form of a known one: a uuid, or text with or without hyphens."""
    if isinstance(known, UUID):
        return made
    text = str(made) if "-" in str(known) else made.hex
    return text.upper() if str(known) == str(known).upper() != str(known).lower() else text
