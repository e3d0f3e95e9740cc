"""The clock of a round. Only people start it; time is an argument, so every reading can be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Clock:
    """`length` seconds, of which `used` had gone by when it was last stopped; it runs since the time `started`
    (seconds since 1970). Some tables may have `extra` seconds."""

    round: int
    length: int
    used: float = 0.0
    started: float | None = None
    extra: Mapping[int, int] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self.started is not None

    @property
    def touched(self) -> bool:
        """Whether anybody has started it yet."""
        return self.running or self.used > 0

    def left(self, now: float, table: int | None = None) -> float:
        """Seconds left, below zero when the time is over."""
        gone = self.used + (0.0 if self.started is None else max(0.0, now - self.started))
        return self.length + self.extra.get(table or 0, 0) - gone

    def start(self, now: float) -> Clock:
        return self if self.running else replace(self, started=now)

    def pause(self, now: float) -> Clock:
        if self.started is None:
            return self
        return replace(self, used=self.used + max(0.0, now - self.started), started=None)

    def add(self, seconds: int) -> Clock:
        """More time for everybody, or less; never less than nothing."""
        return replace(self, length=max(0, self.length + seconds))

    def add_at(self, table: int, seconds: int) -> Clock:
        """More time for one table."""
        given = max(0, self.extra.get(table, 0) + seconds)
        others = {number: extra for number, extra in self.extra.items() if number != table}
        return replace(self, extra={**others, table: given} if given else others)

    def reset(self, length: int) -> Clock:
        return Clock(self.round, length)
