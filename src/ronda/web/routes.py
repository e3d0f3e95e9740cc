"""All routes of the desk."""

from __future__ import annotations

from typing import Any

from ronda.web import api
from ronda.web.pages import (
    access,
    acting,
    clock,
    desk,
    join,
    log,
    owner,
    paper,
    phone,
    player,
    players,
    privacy,
    public,
    results,
    rounds,
    settings,
    setup,
    standings,
    start,
    start_list,
    streams,
    wall,
)

_MODULES = (
    start,
    setup,
    owner,
    access,
    desk,
    acting,
    streams,
    players,
    rounds,
    results,
    clock,
    standings,
    start_list,
    player,
    log,
    settings,
    privacy,
    paper,
    phone,
    join,
    wall,
    api,
    public,
)
ROUTES: list[Any] = [route for module in _MODULES for route in module.ROUTES]
