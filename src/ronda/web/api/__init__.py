"""The HTTP API: everything that can be done in the browser, for programs."""

from __future__ import annotations

from typing import Any

from ronda.web.api import actions, desk, phones, player, privacy, resources

ROUTES: list[Any] = [*desk.ROUTES, *resources.ROUTES, *player.ROUTES, *privacy.ROUTES, *actions.ROUTES, *phones.ROUTES]
