"""Until when personal data of an event are kept, for the API and for `--json`."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Literal

from ronda.views import View

if TYPE_CHECKING:  # brings the database with it
    from ronda.store.privacy.retention import Retention

RetentionMode = Literal["usual", "date", "never"]


class RetentionState(View, frozen=True):
    """Until when personal data are kept (null: for ever; `keep_until` is the same), whether the date is the usual one,
    was chosen or is never, and whether they are to be removed by now. `changes`: how often that was changed."""

    code: str
    mode: RetentionMode
    until: date | None
    keep_until: date | None
    chosen: bool
    due: bool
    changes: int


def retention_mode(found: Retention) -> RetentionMode:
    if not found.chosen:
        return "usual"
    return "never" if found.until is None else "date"


def retention_state(code: str, found: Retention, *, due: bool) -> RetentionState:
    return RetentionState(
        code, retention_mode(found), found.until, found.until, chosen=found.chosen, due=due, changes=found.version
    )
