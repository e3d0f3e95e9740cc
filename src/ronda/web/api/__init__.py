"""The HTTP API: everything that can be done in the browser, for programs."""

from __future__ import annotations

from typing import Any

from ronda.web.api import actions, by_hand, hall, operations

ROUTES: list[Any] = [route for module in (operations, by_hand, hall, actions) for route in module.ROUTES]
