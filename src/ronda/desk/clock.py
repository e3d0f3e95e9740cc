"""The clock of a round. Only people start it; the time is an argument, so every reading can be tested."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.core import Frozen, replace


class Clock(Frozen):
    """`length` seconds, `added` ones among them, of which `used` had gone by when it was last stopped; it runs since
    the time `started` (seconds since 1970). `begun` is when it was started first, `stopped` when it was paused. Some
    tables may have `extra` seconds."""

    round: int
    length: int
    used: float = 0.0
    started: float | None = None
    extra: Mapping[int, int] = {}
    begun: float | None = None
    stopped: float | None = None
    added: int = 0

    @property
    def running(self) -> bool:
        return self.started is not None

    @property
    def touched(self) -> bool:
        """Whether anybody has started it yet."""
        return self.running or self.begun is not None or self.used > 0  # earlier releases kept only `used`

    @property
    def first_started(self) -> float | None:
        """None: nobody has started it; or an earlier release did, which forgot it with the first pause."""
        return self.started if self.begun is None and not self.used else self.begun

    @property
    def ends(self) -> float | None:
        """When the time is over; None while it stands."""
        return None if self.started is None else self.started + self.length - self.used

    def left(self, now: float, table: int | None = None) -> float:
        """Seconds left, below zero when the time is over."""
        gone = self.used + (0.0 if self.started is None else max(0.0, now - self.started))
        return self.length + self.extra.get(table or 0, 0) - gone

    def start(self, now: float) -> Clock:
        if self.running:
            return self
        begun = now if not self.touched else self.begun
        return replace(self, started=now, begun=begun, stopped=None)

    def pause(self, now: float) -> Clock:
        if self.started is None:
            return self
        used = self.used + max(0.0, now - self.started)
        return replace(self, used=used, started=None, begun=self.first_started, stopped=now)

    def add(self, seconds: int) -> Clock:
        """More time for everybody, or less; never less than nothing."""
        length = max(0, self.length + seconds)
        return replace(self, length=length, added=self.added + length - self.length)

    def add_at(self, table: int, seconds: int) -> Clock:
        """More time for one table."""
        given = max(0, self.extra.get(table, 0) + seconds)
        others = {number: extra for number, extra in self.extra.items() if number != table}
        return replace(self, extra={**others, table: given} if given else others)

    def reset(self, length: int) -> Clock:
        return Clock(self.round, length)
