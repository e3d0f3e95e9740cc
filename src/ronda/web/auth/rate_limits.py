"""Rate limits: a pause after so many wrong secrets from one address, and so many open streams per client."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from litestar.exceptions import HTTPException, TooManyRequestsException

MOST_PLACES = 10_000


class Guesses:
    """Wrong secrets of late, or whatever else may come only so often, by address."""

    def __init__(self, most: int = 20, seconds: float = 60.0, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._failed: OrderedDict[str, list[float]] = OrderedDict()

    def check(self, place: str) -> None:
        """Stops here if there were too many."""
        if len(self._recent(place)) >= self._most:
            raise TooManyRequestsException("too_many_tries", headers={"Retry-After": str(int(self._seconds))})

    def failed(self, place: str) -> None:
        """One more; then it is checked."""
        self.count(place)
        self.check(place)

    def count(self, place: str) -> None:
        self._failed[place] = [*self._recent(place), self._clock()]
        self._failed.move_to_end(place)
        while len(self._failed) > MOST_PLACES:
            self._failed.popitem(last=False)

    def _recent(self, place: str) -> list[float]:
        since = self._clock() - self._seconds
        return [at for at in self._failed.get(place, ()) if at > since]


class Streams:
    """The open streams of one worker, by client."""

    def __init__(self, most: int = 4000) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def check(self, client: str, most: int) -> None:
        """Stops here if this client, or all together, have too many."""
        status = 429 if self._open[client] >= most else 503 if self._open.total() >= self._most else 0
        if status:
            raise HTTPException(status_code=status, detail="too_many_open", headers={"Retry-After": "30"})

    @contextmanager
    def counted(self, client: str) -> Iterator[None]:
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def __len__(self) -> int:
        return self._open.total()
