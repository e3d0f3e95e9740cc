"""The HTTP API: everything that can be done in the browser, for programs."""

from __future__ import annotations

from typing import Any

from ronda.web.api import actions, desk, hall, people, phones, player, privacy, resources

_MODULES = (desk, resources, hall, player, privacy, people, actions, phones)
ROUTES: list[Any] = [route for module in _MODULES for route in module.ROUTES]
