"""The HTTP API: everything that can be done in the browser, for programs."""

from __future__ import annotations

from typing import Any

from ronda.web.api import acting, desk, looking, phones, player, privacy

ROUTES: list[Any] = [*desk.ROUTES, *looking.ROUTES, *player.ROUTES, *privacy.ROUTES, *acting.ROUTES, *phones.ROUTES]
