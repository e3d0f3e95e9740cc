"""The application: routes, templates, and what happens at start and end."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template.config import TemplateConfig

from ronda.store.backup.copies import keep_up
from ronda.web.api.describing import openapi
from ronda.web.bodies import Bodies
from ronda.web.bounds import FILE
from ronda.web.cookies import replace_old
from ronda.web.crowd import Crowd
from ronda.web.guarding import add_safe_headers
from ronda.web.house import House
from ronda.web.removal import forget_names
from ronda.web.rendering import environment
from ronda.web.routes import ROUTES
from ronda.web.settings import Settings
from ronda.web.short_way import ShortWay
from ronda.web.trouble import told
from ronda.web.visits import event_visit_of, phone_visit_of, visit_of

HERE = Path(__file__).parent
BACKUP_SECONDS = 15 * 60
THREADS = max(8, (os.cpu_count() or 1) + 4)  # twice as many as one client can keep busy

_log = logging.getLogger(__name__)


def make_app(settings: Settings) -> Litestar:
    """The desk as an ASGI application."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "ronda"))
        house = House(app.state.settings)
        app.state.house = house
        house.on_erased = forget_names
        house.open()
        backups = asyncio.create_task(_back_up(house))
        try:
            yield
        finally:
            backups.cancel()
            with suppress(asyncio.CancelledError):
                await backups
            house.close()

    made = Litestar(
        route_handlers=[
            *ROUTES,
            create_static_files_router("/static", [HERE / "static"], include_in_schema=False, cache_control=None),
        ],
        lifespan=[life],
        state=State({"settings": settings}),
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment())),
        dependencies={
            "visit": Provide(visit_of, sync_to_thread=False),
            "event_visit": Provide(event_visit_of, sync_to_thread=False),
            "phone_visit": Provide(phone_visit_of, sync_to_thread=False),
        },
        before_send=[add_safe_headers, replace_old],
        exception_handlers={HTTPException: told, Exception: told},
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude=["/stream"]),
        openapi_config=openapi(),
        middleware=[Bodies()],
        request_max_body_size=FILE.most,
        logging_config=None,  # what is logged, and where, is for the program that runs it
    )
    made.asgi_handler = Crowd(made, ShortWay(made.asgi_handler))  # before everything, also what leads nowhere
    return made


async def _back_up(house: House) -> None:
    """On a schedule, as long as the server runs; nothing that was erased is left by then."""
    while True:
        await asyncio.sleep(BACKUP_SECONDS)
        try:
            await asyncio.to_thread(house.store.scrub)
            await asyncio.to_thread(keep_up, house.settings.db)
        except Exception as trouble:
            _log.warning("no backup: %s", trouble)
