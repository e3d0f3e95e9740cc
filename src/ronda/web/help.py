"""Where the guide tells about a page: one table, so that every page can open it at the place.

A place is a role and a topic of it, `director#pair`. The topics are the anchors of the guide's pages, in the order in
which it tells them; whatever makes those pages must keep the anchors.
"""

from __future__ import annotations

from collections.abc import Mapping

TOPICS: Mapping[str, tuple[str, ...]] = {
    "director": (
        *("create", "players", "presence", "pair", "clock", "close", "undo", "finish"),
        *("wall", "paper", "settings", "stages"),
    ),
    "helper": ("invitation", "check-in", "results", "tick", "turned", "disagree", "leave", "why"),
    "player": ("join", "name", "check-in", "table", "report", "offline", "standings", "leave"),
}
ROLES = tuple(TOPICS)

# The place of each page, by its template; who has none begins at the beginning.
PLACES: Mapping[str, str] = {
    "apart.html": "director#settings",
    "bracket.html": "director#stages",
    "cross.html": "player#standings",
    "desk.html": "director#close",
    "hall.html": "director#presence",
    "join.html": "player#name",
    "join_closed.html": "player#join",
    "join_code.html": "player#join",
    "join_screen.html": "director#presence",
    "log.html": "director#undo",
    "new.html": "director#create",
    "new_event.html": "director#create",
    "open.html": "director#create",
    "people.html": "helper#invitation",
    "phone.html": "player#table",
    "player.html": "helper#why",
    "player_card.html": "helper#leave",
    "player_link.html": "player#join",
    "players.html": "director#players",
    "players_list.html": "director#players",
    "plots.html": "player#standings",
    "print.html": "director#paper",
    "prizes.html": "director#finish",
    "public.html": "player#table",
    "results.html": "helper#results",
    "round.html": "director#pair",
    "settings.html": "director#settings",
    "share.html": "player#standings",
    "stages.html": "director#stages",
    "standings.html": "player#standings",
    "start.html": "director#create",
    "start_list.html": "player#table",
    "verified.html": "director#undo",
    "walls.html": "director#wall",
    "who_plays_page.html": "director#presence",
    "why.html": "helper#why",
}


def help_at(template: str) -> str:
    """The address of what the guide says about a page."""
    place = PLACES.get(template)
    return f"/guide/{place}" if place else "/guide"
