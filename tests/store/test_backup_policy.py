"""When a copy is due, and which ones go: only times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from ronda.store.copies import due, superseded

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
QUARTER = timedelta(minutes=15)


@pytest.mark.parametrize(
    ("age", "wanted"),
    [(None, True), (0, False), (14.99, False), (15, True), (600, True), (-1, True)],  # minutes; -1: the clock was wrong
)
def test_a_copy_is_due_when_the_last_one_is_old_enough(age: float | None, wanted: bool) -> None:
    last = None if age is None else NOW - timedelta(minutes=age)
    assert due(last, NOW, QUARTER) is wanted


def test_a_copy_every_quarter_of_an_hour_thins_out() -> None:
    """As a server makes them: after each new one, those that are no longer needed go."""
    kept: set[datetime] = set()
    start = NOW - timedelta(days=60)
    for number in range(60 * 96 + 1):
        now = start + number * QUARTER
        kept.add(now)
        kept -= superseded(kept, now)
    ages = sorted(now - at for at in kept)
    assert [age for age in ages if age <= timedelta(days=1)] == [n * QUARTER for n in range(97)]
    days = [at for at in kept if timedelta(days=1) < now - at <= timedelta(days=30)]
    assert 28 <= len(days) <= 30
    assert {at.strftime("%H:%M") for at in days} == {"23:45"}  # the last of each day
    months = [at for at in kept if now - at > timedelta(days=30)]
    assert [at.month for at in sorted(months)] == [9, 10]
    assert superseded(kept, now) == set()


def test_the_newest_stays_however_old_it_is() -> None:
    years = [NOW - timedelta(days=365 * n) for n in (2, 3, 4)]
    assert superseded(years, NOW) == set(years[1:])
    assert superseded([], NOW) == set()
    ahead = NOW + timedelta(days=1)
    assert superseded([ahead, NOW], NOW) == set()
