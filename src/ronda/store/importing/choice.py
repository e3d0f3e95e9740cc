"""Which of the tournaments in five tables are meant, and which rows are theirs."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.formats.errors import shown
from ronda.store.importing.faults import NAMES, NotImportable, Raw, Tables

_KEYS = ("id", "code", "name")


def choose(wanted: Sequence[str], rows: Sequence[Raw]) -> list[Raw]:
    """The tournaments that are meant by their id, code or name; without a wish, all of them. Raises NotImportable."""
    if not rows:
        raise NotImportable("no_tournament", {}, "tournaments")
    chosen = [_meant(wish, rows) for wish in wanted]
    return [row for row in rows if not wanted or any(row is one for one in chosen)]


def _meant(wish: str, rows: Sequence[Raw]) -> Raw:
    for key in _KEYS:
        found = [row for row in rows if str(row.cells.get(key) or "").casefold() == wish.strip().casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotImportable("several_tournaments", {"wanted": shown(wish), "found": listed(found)}, "tournaments")
    raise NotImportable("unknown_tournament", {"wanted": shown(wish), "found": listed(rows)}, "tournaments")


def listed(rows: Sequence[Raw]) -> list[dict[str, str]]:
    return [{key: shown(str(row.cells.get(key) or "")) for key in _KEYS} for row in rows]


def apart(tables: Tables, chosen: Sequence[Raw]) -> list[Tables]:
    """The rows of each of the chosen tournaments."""
    found: dict[str, dict[str, list[Raw]]] = {}
    for name in NAMES[1:]:
        own: dict[str, list[Raw]] = {}
        for row in tables[name]:
            if "tournament_id" not in row.cells:
                raise row.fault("missing_column", "tournament_id")
            own.setdefault(str(row.cells["tournament_id"]).lower(), []).append(row)
        found[name] = own
    return [
        {"tournaments": [one], **{name: own.get(str(one.cells.get("id")).lower(), []) for name, own in found.items()}}
        for one in chosen
    ]
