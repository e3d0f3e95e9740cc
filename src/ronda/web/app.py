"""The application: routes, templates, what happens at start and end, and what stands before the framework's routing."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template.config import TemplateConfig

from ronda.store.copies import keep_up
from ronda.web import api, pages, sharing, site, streams
from ronda.web.api.openapi import openapi
from ronda.web.auth.cookies import replace_old
from ronda.web.collections import collection_context_of, offer_context_of
from ronda.web.context import RequestContext, context_of, event_context_of, phone_context_of, reader_context_of
from ronda.web.errors import error_response
from ronda.web.http.admission import FILE, Admission, given
from ronda.web.http.headers import add_safe_headers, name_all_methods
from ronda.web.http.layers import FairQueue, RequestTarget
from ronda.web.http.metrics import FOLDER, MEASURE_SECONDS, RequestMetrics
from ronda.web.pages.health import measure_worker
from ronda.web.rendering import environment
from ronda.web.runtime import Runtime
from ronda.web.settings import ServerSettings
from ronda.web.webhooks import deliver_for_ever

_PAGES = [import_module(found.name) for found in iter_modules(pages.__path__, f"{pages.__name__}.")]
ROUTES: list[Any] = [
    route for module in (*_PAGES, api, sharing, site, streams) for route in getattr(module, "ROUTES", ())
]


def own_words() -> frozenset[str]:
    """How the paths of this program begin: no site that it is put into may begin so, too."""
    paths = [path for route in ROUTES for path in route.paths]
    return frozenset(path.split("/")[1].partition("{")[0] for path in paths) - {""} | {"static", "api"}


HERE = Path(__file__).parent
BACKUP_SECONDS = 15 * 60
THREADS = max(8, (os.cpu_count() or 1) + 4)  # twice as many as one client can keep busy

# As handlers ask for them, by the name of the parameter.
CONTEXTS: dict[str, Callable[..., RequestContext]] = {
    "context": context_of,
    "event_context": event_context_of,
    "reader_context": reader_context_of,
    "collection_context": collection_context_of,
    "phone_context": phone_context_of,
    "offer_context": offer_context_of,
}

_log = logging.getLogger(__name__)


def make_app(settings: ServerSettings) -> Litestar:
    """The desk as an ASGI application."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "ronda"))
        runtime = Runtime(app.state.settings, app.state.get("listen"))
        app.state.runtime = runtime
        runtime.on_erased = clear_framework_caches
        runtime.open()
        tasks = [asyncio.create_task(_back_up(runtime)), asyncio.create_task(deliver_for_ever(runtime))]
        if FOLDER in os.environ:
            tasks.append(asyncio.create_task(_measure(runtime)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            runtime.close()

    made = Litestar(
        route_handlers=[*ROUTES, static_files(HERE / "static")],
        lifespan=[life],
        state=State({"settings": settings}),
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment(settings.root))),
        dependencies={name: Provide(given(make), sync_to_thread=False) for name, make in CONTEXTS.items()},
        before_send=[add_safe_headers, replace_old, name_all_methods],
        exception_handlers={HTTPException: error_response, Exception: error_response},
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude=["/stream"]),
        openapi_config=openapi(settings.root),
        middleware=[Admission(CONTEXTS)],
        request_max_body_size=FILE.most,
        logging_config=None,  # what is logged, and where, is for the program that runs it
    )
    # Before the routing, also of requests that lead nowhere; behind it stands `Admission`, then the handler.
    queue = FairQueue(made, made.asgi_handler)
    made.asgi_handler = RequestMetrics(RequestTarget(settings.root, queue))
    return made


async def _measure(runtime: Runtime) -> None:
    """So that any worker can answer for all of them."""
    while True:
        measure_worker(runtime)
        await asyncio.sleep(MEASURE_SECONDS)


async def _back_up(runtime: Runtime) -> None:
    """On a schedule, as long as the server runs; nothing that was erased is left by then."""
    while True:
        await asyncio.sleep(BACKUP_SECONDS)
        try:
            await asyncio.to_thread(runtime.store.scrub)
            await asyncio.to_thread(keep_up, runtime.settings.db)
        except Exception as trouble:
            _log.warning("no backup: %s", trouble)


def clear_framework_caches() -> None:
    """The framework remembers the last 1,024 addresses, searches and cookies: nobody who was erased is left in them.
    Each is one of `functools`, whatever it is called and wherever it is."""
    for remembering in framework_caches():
        remembering.cache_clear()


def framework_caches() -> Iterator[Any]:
    for name, module in list(sys.modules.items()):
        if name == "urllib.parse" or name.partition(".")[0] == "litestar":
            for one in list(vars(module).values()):
                inside = [getattr(one, key, None) for key in vars(one)] if isinstance(one, type) else []
                yield from (found for found in (one, *inside) if hasattr(found, "cache_clear"))


# Not as the system would guess: on Windows any program may have said that scripts are plain text.
_MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


def static_files(folder: Path) -> HTTPRouteHandler:
    """Answers below /static with what is in the folder now: half a megabyte, kept in memory."""
    files: Mapping[str, tuple[bytes, str]] = {
        file.relative_to(folder).as_posix(): (file.read_bytes(), _MEDIA_TYPES[file.suffix])
        for file in folder.rglob("*.*")
    }

    @get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
    def static_file(path: FromPath[Path]) -> Response[bytes]:
        name = path.as_posix().removeprefix("/")
        if name not in files:
            raise NotFoundException("no_such_page")
        content, media_type = files[name]
        return Response(content, media_type=media_type)

    return static_file
