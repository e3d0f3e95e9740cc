"""When a copy is due, and which are no longer needed. Only times: no files, no database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

DAY = timedelta(days=1)
DAILY = timedelta(days=30)
MONTHLY = timedelta(days=365)


def due(last: datetime | None, now: datetime, every: timedelta) -> bool:
    """Whether it is time for another copy. A last one from the future (the clock was wrong) does not hold it up."""
    return last is None or not timedelta(0) <= now - last < every


def superseded(copies: Iterable[datetime], now: datetime) -> set[datetime]:
    """The copies that may go: all of the last day stay, then the last of each day for 30 days, the last of each month
    for a year, and the newest of all in any case."""
    gone: set[datetime] = set()
    seen: set[str] = set()
    for number, at in enumerate(sorted(set(copies), reverse=True)):
        age = now - at
        period = at.strftime("day %Y-%m-%d") if age <= DAILY else at.strftime("month %Y-%m")
        needed = number == 0 or age <= DAY or (age <= MONTHLY and period not in seen)
        seen.add(period)
        if not needed:
            gone.add(at)
    return gone
