"""All routes of the desk."""

from __future__ import annotations

from typing import Any

from ronda.web import api
from ronda.web.pages import (
    access,
    actions,
    clock,
    desk,
    face,
    hall,
    health,
    installed,
    join,
    log,
    new_event,
    owner,
    penalties,
    phone,
    player,
    players,
    printing,
    privacy,
    public,
    results,
    rounds,
    settings,
    sharing,
    site,
    stages,
    standings,
    start,
    streams,
    wall,
    walls,
)

_MODULES = (
    health,
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
    sharing,
    log,
    settings,
    privacy,
    printing,
    site,
    stages,
    penalties,
    phone,
    join,
    wall,
    walls,
    face,
    installed,
    api,
    public,
)
ROUTES: list[Any] = [route for module in _MODULES for route in module.ROUTES]


def own_words() -> frozenset[str]:
    """How the paths of this program begin: no site that it is put into may begin so, too."""
    paths = [path for route in ROUTES for path in route.paths]
    return frozenset(path.split("/")[1].partition("{")[0] for path in paths) - {""} | {"static", "api"}
