"""What the people who run a server see of it: figures for Prometheus, and lines about requests.

Both know routes by their patterns (`/p/{code}/{mark}`), never by what was asked: addresses of players' links are
secrets, and a figure has as many labels as the program has routes, whatever is sent.

Several workers of one machine keep their figures in a folder that all of them read: whichever is asked answers for all.
prometheus_client does that by itself where the environment names the folder before it is imported.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from ronda import __version__

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the variable that names the folder of several workers
MEASURE_SECONDS = 2.0  # between two looks of each of several workers at its own gauges
NOWHERE = "none"  # what led to no route
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
_METHODS = frozenset(("GET", "POST", "PUT", "HEAD"))
_log = logging.getLogger("ronda.requests")

disable_created_metrics()  # when each figure was first counted is nobody's question
_FIGURES = CollectorRegistry()


def _gauge(name: str, about: str) -> Gauge:
    """Of several workers it is the sum; of one that ended, nothing."""
    return Gauge(name, about, registry=_FIGURES, multiprocess_mode="livesum")


_BUILD = Gauge(
    "ronda_build_info", "The version that runs.", ["version"], registry=_FIGURES, multiprocess_mode="livemax"
)
_REQUESTS = Counter("ronda_requests", "Requests that were answered.", ["method", "route", "status"], registry=_FIGURES)
_SECONDS = Histogram(
    "ronda_request_seconds",
    "Time until the answer was complete; streams apart.",
    ["route"],
    buckets=_BOUNDS,
    registry=_FIGURES,
)
_CONNECTIONS = _gauge("ronda_connections", "Open connections.")
_STREAMS = _gauge("ronda_streams", "Open pages that hear of what is new.")
_WORKERS = _gauge("ronda_workers", "Workers that serve.")
_WRITES_WAITING = _gauge("ronda_writes_waiting", "Requests that wait for their place in the next transaction.")
_MEMORY = _gauge("process_resident_memory_bytes", "Memory in use.")
_PROCESSOR = Counter("process_cpu_seconds", "Processor time.", registry=_FIGURES)


def figures() -> bytes:
    """As Prometheus reads them (text format 0.0.4)."""
    if FOLDER not in os.environ:
        return generate_latest(_FIGURES)
    everybodys = CollectorRegistry()
    MultiProcessCollector(everybodys)
    return generate_latest(everybodys)


class _Counted:
    """Of this process."""

    processor_seconds = 0.0


def measure(*, connections: int, streams: int, writes_waiting: int) -> None:
    """Sets what is not counted as it happens."""
    _BUILD.labels(__version__).set(1)
    _WORKERS.set(1)
    _CONNECTIONS.set(connections)
    _STREAMS.set(streams)
    _WRITES_WAITING.set(writes_waiting)
    before, _Counted.processor_seconds = _Counted.processor_seconds, process_time()
    _PROCESSOR.inc(_Counted.processor_seconds - before)
    with suppress(OSError, ValueError, AttributeError):  # Linux only
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        _MEMORY.set(pages * os.sysconf("SC_PAGE_SIZE"))


class RequestMetrics:
    """Counts and logs what the others answer."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

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
            method, route, status = scope["method"], str(scope.get("path_template") or NOWHERE), status or 500
            took = monotonic() - since
            if not scope["path"].endswith("/stream"):
                _REQUESTS.labels(method if method in _METHODS else "other", route, f"{status // 100}xx").inc()
                _SECONDS.labels(route).observe(took)
            if _log.isEnabledFor(logging.INFO):
                told = {"method": method, "route": route, "status": status, "bytes": size}
                _log.info("request", extra={"fields": {**told, "ms": round(took * 1000, 1)}})


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
    handler.setFormatter(
        JsonLines() if form == "json" else TextLines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    _log.setLevel(logging.INFO if requests else logging.WARNING)
    if form == "json":
        logging.getLogger("ronda.web.server").setLevel(logging.INFO)  # its beginning and end


class TextLines(logging.Formatter):
    """For people: fields stand after the message."""

    def format(self, record: logging.LogRecord) -> str:
        fields: Iterable[tuple[str, object]] = getattr(record, "fields", {}).items()
        return " ".join([super().format(record), *(f"{name}={value}" for name, value in fields)])
