"""For whatever watches the server: does it live, can it serve, and how is it doing."""

from __future__ import annotations

import asyncio
import hmac

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ronda.store import DiskFull, ReadOnly, StoreTrouble
from ronda.store.notes import write_note
from ronda.web.context import GivenContext
from ronda.web.http.admission import get_page
from ronda.web.http.connections import Connection
from ronda.web.http.metrics import figures, measure
from ronda.web.runtime import Runtime

_TRIED = "tried"  # the note with which writing is tried,
_TRIED_SIZE = 10_000  # larger than what may be left over in a page


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT)
async def alive() -> str:
    """Whether the program answers at all: if not, start it again."""
    return "ok\n"


@get_page("/readyz")
def ready(context: GivenContext) -> Response[dict[str, str]]:
    """Whether people may be sent here: the database answers, and nobody has asked the server to stop. Where something
    could not be written, it is tried whether that has changed."""
    runtime = context.runtime
    state = "stopping" if runtime.broadcast.closing else _database(runtime)
    return Response({"state": state}, status_code=200 if state == "ready" else 503)


def _database(runtime: Runtime) -> str:
    try:
        with runtime.store.reads() as connection:
            connection.execute(text("SELECT 1"))
        if runtime.unwritten:
            with runtime.store.writes() as connection:
                write_note(connection, "", _TRIED, " " * _TRIED_SIZE, quiet=True)
            runtime.unwritten = ""
    except (DiskFull, ReadOnly):
        return runtime.unwritten.replace("_", " ")
    except (SQLAlchemyError, StoreTrouble, OSError):
        return "no database"
    return "ready"


@get_page("/metrics")
async def metrics(context: GivenContext) -> Response[bytes]:
    """For Prometheus, with the token that the server was started with; without one there is nothing here."""
    token = context.runtime.settings.metrics_token
    kind, _, given = context.request.headers.get("authorization", "").partition(" ")
    right = hmac.compare_digest(given.strip().encode(), token.encode())
    if not token or kind.lower() != "bearer" or not right:
        raise NotFoundException("no_such_page")
    measure_worker(context.runtime)
    return Response(await asyncio.to_thread(figures), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def measure_worker(runtime: Runtime) -> None:
    streams, connections = len(runtime.streams), len(Connection.door.inside)
    measure(streams=streams, connections=connections, writes_waiting=runtime.writer.waiting)


ROUTES = [alive, ready, metrics]
