"""All routes of the desk."""

from __future__ import annotations

from typing import Any

from ronda.web import api, sharing, site, streams
from ronda.web.pages import (
    access,
    accounts,
    actions,
    collections,
    desk,
    fees,
    festivals,
    guide,
    hall,
    health,
    join,
    log,
    new_event,
    overlay,
    owner,
    penalties,
    people,
    phone,
    phone_app,
    player,
    players,
    printing,
    privacy,
    public,
    results,
    rounds,
    seasons,
    settings,
    sign_up,
    stages,
    standings,
    start,
    wall,
    walls,
    webhooks,
)

_MODULES = (
    health,
    guide,
    start,
    new_event,
    owner,
    hall,
    people,
    fees,
    access,
    accounts,
    desk,
    actions,
    streams,
    players,
    rounds,
    results,
    standings,
    player,
    sharing,
    log,
    settings,
    privacy,
    printing,
    site,
    stages,
    collections,
    seasons,
    festivals,
    sign_up,
    penalties,
    phone,
    join,
    wall,
    walls,
    webhooks,
    phone_app,
    overlay,
    api,
    public,
)
ROUTES: list[Any] = [route for module in _MODULES for route in module.ROUTES]


def own_words() -> frozenset[str]:
    """How the paths of this program begin: no site that it is put into may begin so, too."""
    paths = [path for route in ROUTES for path in route.paths]
    return frozenset(path.split("/")[1].partition("{")[0] for path in paths) - {""} | {"static", "api"}
