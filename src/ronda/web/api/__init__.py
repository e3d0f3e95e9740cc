"""The HTTP API: everything that can be done in the browser, for programs."""

from __future__ import annotations

from typing import Any

from ronda.web.api import actions, collections, desk, hall, phones, player, privacy, resources, sign_ups

_MODULES = (desk, resources, hall, player, privacy, actions, phones, collections, sign_ups)
ROUTES: list[Any] = [route for module in _MODULES for route in module.ROUTES]
