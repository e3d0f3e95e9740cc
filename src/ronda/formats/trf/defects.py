"""What can be wrong with a tournament report file: codes with their facts, collected over the whole file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import field

from ronda.core.values import Value
from ronda.formats.errors import Unreadable, shown

# Every code with the names of its facts, beside the place. Sentences are made from these, outside.
DEFECTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        code: frozenset(names.split())
        for code, names in (
            # the file as a whole
            ("no_players", ""),
            ("teams", "record"),  # a record of team events
            ("scoring_unclear", ""),  # no usual scoring makes the points add up
            ("scoring_by_colour", "found"),  # white and black get different points
            # one field
            ("bad_number", "field found"),
            ("bad_points", "field found"),
            ("bad_colour", "found"),
            ("bad_result", "found"),
            ("bad_value", "field found expected"),
            ("out_of_range", "field found low high"),
            ("no_name", ""),
            # players and rounds
            ("duplicate_number", "number"),
            ("unknown_opponent", "opponent"),
            ("own_opponent", ""),
            ("not_mutual", "opponent other"),  # the opponent names somebody else (0: nobody)
            ("same_colour", "opponent colour"),
            ("no_colour", "opponent"),
            ("results_contradict", "opponent own other"),
            ("bye_with_opponent", "opponent found"),
            ("game_without_opponent", "found"),
            ("second_pab", "other"),
            ("pab_not_paired", ""),  # a pairing-allocated bye in a round that is not paired
            ("points_differ", "found expected"),
            ("no_result", ""),  # a blank result in a round before the last
            ("unknown_player", "number"),
            ("bye_of_paired", "kind"),  # a bye record for somebody who was paired in that round
            ("two_byes", "kind other"),
            ("nothing_virtual", ""),  # virtual points of 0
            # what the format knows, and the desk has no place for
            ("not_kept", "field"),
            ("duplicate_fide_id", "found other"),
        )
    }
)


class Defect(Value, frozen=True):
    """One thing that is wrong, and where: the player and round it is about, line and column counted from 1 (columns
    in characters). None where there is no such place."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    player: int | None = None
    round: int | None = None
    line: int | None = None
    column: int | None = None


class BadTrf(Unreadable):
    """A file with defects: all of them at once, in the order of the file."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        told = [
            {name: value for name in Defect.__struct_fields__ if (value := getattr(one, name)) is not None}
            for one in defects
        ]
        first = defects[0]
        super().__init__("bad_trf", {"count": len(defects), "defects": told}, "", first.line, first.column)
        self.defects = defects


class Collector:
    """Takes down the defects of a file while it is read."""

    def __init__(self) -> None:
        self.found: list[Defect] = []

    def add(
        self,
        code: str,
        *,
        player: int | None = None,
        round: int | None = None,
        line: int | None = None,
        column: int | None = None,
        **facts: Any,
    ) -> None:
        assert facts.keys() == DEFECTS[code], (code, facts)
        kept = {name: shown(value) if isinstance(value, str) else value for name, value in facts.items()}
        self.found.append(Defect(code, kept, player, round, line, column))

    def refuse(self) -> None:
        """Raises all of them, if there are any."""
        if self.found:
            in_order = sorted(self.found, key=lambda one: (one.line or 0, one.column or 0, one.round or 0))
            raise BadTrf(tuple(in_order))
