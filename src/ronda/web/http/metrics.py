"""What the people who run a server see of it: figures for Prometheus, and lines about requests.

Both know routes by their patterns (`/p/{code}/{mark}`), never by what was asked: addresses of players' links are
secrets, and a figure has as many labels as the program has routes, whatever is sent.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, process_time, time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ronda import __version__

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
SAVE_SECONDS = 2.0
STALE_SECONDS = 15.0  # a worker that has not written for so long is none any more
NOWHERE = "none"  # what led to no route
_METHODS = frozenset(("GET", "POST", "PUT", "HEAD"))
_requests = logging.getLogger("ronda.requests")

Key = tuple[str, ...]


@dataclass(slots=True)
class Figures:
    """Of one worker since its start, or of several together."""

    requests: Counter[Key] = field(default_factory=Counter)  # by method, route and status
    seconds: Counter[Key] = field(default_factory=Counter)  # by route and bound; the sum under "sum"
    gauges: dict[str, float] = field(default_factory=dict)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests[(method if method in _METHODS else "other", route, f"{status // 100}xx")] += 1
        at = bisect_left(BOUNDS, seconds)
        self.seconds[(route, str(BOUNDS[at]) if at < len(BOUNDS) else "+Inf")] += 1
        self.seconds[(route, "sum")] += seconds  # type: ignore[assignment]

    def plus(self, other: Figures) -> Figures:
        names = self.gauges.keys() | other.gauges.keys()
        gauges = {name: self.gauges.get(name, 0) + other.gauges.get(name, 0) for name in names}
        return Figures(self.requests + other.requests, self.seconds + other.seconds, gauges)

    def as_json(self) -> str:
        counted = [[[*key, value] for key, value in one.items()] for one in (self.requests, self.seconds)]
        return json.dumps([*counted, self.gauges])

    @staticmethod
    def from_json(text: str) -> Figures:
        requests, seconds, gauges = json.loads(text)
        counted = [Counter({tuple(row[:-1]): row[-1] for row in rows}) for rows in (requests, seconds)]
        return Figures(counted[0], counted[1], gauges)

    def lines(self) -> Iterator[str]:
        """As Prometheus reads them (text format 0.0.4)."""
        yield from _head("ronda_build_info", "gauge", "The version that runs.")
        yield f'ronda_build_info{{version="{__version__}"}} 1'
        for name, value in sorted(self.gauges.items()):
            kind = "counter" if name.endswith("_total") else "gauge"
            yield from _head(name, kind, _ABOUT.get(name, name))
            yield f"{name} {value:g}"
        yield from _head("ronda_requests_total", "counter", "Requests that were answered.")
        for (method, route, status), count in sorted(self.requests.items()):
            yield f'ronda_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("ronda_request_seconds", "histogram", "Time until the answer was complete; streams apart.")
        for route in sorted({key[0] for key in self.seconds}):
            total = 0
            for bound in (*map(str, BOUNDS), "+Inf"):
                total += self.seconds[(route, bound)]
                yield f'ronda_request_seconds_bucket{{route="{route}",le="{bound}"}} {total}'
            yield f'ronda_request_seconds_sum{{route="{route}"}} {self.seconds[(route, "sum")]:.6f}'
            yield f'ronda_request_seconds_count{{route="{route}"}} {total}'


_ABOUT = {
    "ronda_connections": "Open connections.",
    "ronda_streams": "Open pages that hear of what is new.",
    "ronda_workers": "Workers that serve.",
    "ronda_writes_waiting": "Requests that wait for their place in the next transaction.",
    "process_cpu_seconds_total": "Processor time.",
    "process_resident_memory_bytes": "Memory in use.",
}


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def of_the_process() -> dict[str, float]:
    found = {"process_cpu_seconds_total": process_time(), "ronda_workers": 1.0}
    with suppress(OSError, ValueError, AttributeError):  # Linux only
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        found["process_resident_memory_bytes"] = float(pages * os.sysconf("SC_PAGE_SIZE"))
    return found


class Shared:
    """Workers of one machine tell each other their figures in a folder: whichever is asked answers for all."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder) if folder else None

    def save(self, figures: Figures) -> None:
        if self._folder is not None:
            made = self._folder / f".{os.getpid()}"
            made.write_text(figures.as_json())
            made.replace(self._folder / f"{os.getpid()}.json")

    def others(self) -> Iterator[Figures]:
        """A worker that ended counts on in the totals, as far as it had told; its open streams are closed."""
        for path in self._folder.glob("*.json") if self._folder is not None else ():
            if path.stem == str(os.getpid()):
                continue
            with suppress(OSError, ValueError):
                found = Figures.from_json(path.read_text())
                if time() - path.stat().st_mtime > STALE_SECONDS:
                    found.gauges = {name: value for name, value in found.gauges.items() if name.endswith("_total")}
                yield found


class Observed:
    """Stands before the others, and looks on."""

    def __init__(self, inner: ASGIApp, figures: Figures) -> None:
        self._inner = inner
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        since, status, size = monotonic(), 0, 0

        async def seen(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                size += len(message["body"])
            await send(message)

        try:
            await self._inner(scope, receive, seen)
        except asyncio.CancelledError:
            status = status or 499  # whoever asked went away
            raise
        finally:
            route = str(scope.get("path_template") or NOWHERE)
            took = monotonic() - since
            if not scope["path"].endswith("/stream"):
                self._figures.answered(scope["method"], route, status or 500, took)
            if _requests.isEnabledFor(logging.INFO):
                told = {"method": scope["method"], "route": route, "status": status or 500, "bytes": size}
                _requests.info("request", extra={"fields": {**told, "ms": round(took * 1000, 1)}})


class JsonLines(logging.Formatter):
    """One JSON object a line: what collectors of logs read without being told how."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, Any] = {"time": moment.replace("+00:00", "Z"), "level": record.levelname.lower()}
        told |= {"logger": record.name, "worker": record.process, "message": record.getMessage()}
        told |= getattr(record, "fields", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def write_logs(form: str, *, requests: bool) -> None:
    """To where errors go, for this process."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else _WithFields(plain))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    _requests.setLevel(logging.INFO if requests else logging.WARNING)
    if form == "json":
        logging.getLogger("ronda.web.server").setLevel(logging.INFO)  # its beginning and end


class _WithFields(logging.Formatter):
    """For people: fields stand after the message."""

    def __init__(self, plain: logging.Formatter) -> None:
        super().__init__()
        self._plain = plain

    def format(self, record: logging.LogRecord) -> str:
        fields: Iterable[tuple[str, object]] = getattr(record, "fields", {}).items()
        return " ".join([self._plain.format(record), *(f"{name}={value}" for name, value in fields)])
