"""All routes of the desk."""

from __future__ import annotations

from typing import Any

from ronda.web import api
from ronda.web.pages import (
    access,
    actions,
    clock,
    desk,
    hall,
    join,
    log,
    new_event,
    owner,
    phone,
    player,
    players,
    printing,
    privacy,
    public,
    results,
    rounds,
    settings,
    stages,
    standings,
    start,
    streams,
    wall,
)

_MODULES = (
    start,
    new_event,
    owner,
    hall,
    access,
    desk,
    actions,
    streams,
    players,
    rounds,
    results,
    clock,
    standings,
    player,
    log,
    settings,
    privacy,
    printing,
    stages,
    phone,
    join,
    wall,
    api,
    public,
)
ROUTES: list[Any] = [route for module in _MODULES for route in module.ROUTES]
