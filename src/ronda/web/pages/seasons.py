"""A season: its standings for the desk and for everybody, as a file and on paper."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.chance import fresh_seed
from ronda.desk.season import presets
from ronda.formats.player_lists.csv_text import harmless
from ronda.sheets.event_sheets import listing_pdf
from ronda.views.season import differences, season_grid, shown_season
from ronda.web.collections import CollectionContext, GivenCollection
from ronda.web.pages.printing import safe_name
from ronda.web.season_form import RULES, SHARES, TIES, fields_of
from ronda.web.seasons import SeasonNow, called, season_now, season_state
from ronda.web.visibility import page_from

MOST_COLUMNS = 12  # events that have a column of their own on paper
_ROWS = 200


def season_values(context: CollectionContext) -> dict[str, Any]:
    season = context.of_kind("season")
    now = season_now(context.runtime, season)
    return {
        **standings_values(context, now, public=False),
        "fields": fields_of(season.rules, context.words.language),
        "fresh_seed": fresh_seed(),
        "rules": RULES,
        "shares": SHARES,
        "tie_choices": TIES,
        "tiers": sorted(season.series.tiers),
        "presets": presets(),
        "seats": [(now.table.names[one], *now.table.seats[one][-1]) for one in sorted_people(now)],
        "points": season.series.points.get("rule", "places") != "totals",
    }


def sorted_people(now: SeasonNow) -> list[str]:
    return sorted(now.table.seats, key=lambda one: now.table.names[one].casefold())


def standings_values(context: CollectionContext, now: SeasonNow, *, public: bool, page: int = 1) -> dict[str, Any]:
    """What `parts/season.html` needs."""
    table, season = now.table, context.collection

    def unnamed(code: str, player: int) -> str:
        return context.words("web.season.unnamed", number=player, event=now.event_name(code))

    names = called(context.runtime, now, unnamed if public else None)
    shown = shown_season(table, names, context.words.speaker)
    at, last = season.published[-1] if season.published else ("", None)
    return {
        "now": now,
        "table": table,
        "shown": shown,
        "page": page_from(shown.rows, page, _ROWS),
        "public": public,
        "names": names if public else None,
        "dated": {one.event: one for one in season.events},
        "published_on": date.fromisoformat(at[:10]) if at else None,
        "since": differences(last.rows, table, names) if last is not None else [],
        "unassigned": [] if public else [(now.event_name(code), name) for code, name in table.unassigned],
    }


@get("/s/{code:str}", include_in_schema=False, sync_to_thread=True)
def public_season(
    collection_context: GivenCollection, provisional: FromQuery[bool] = False, page: FromQuery[int] = 1
) -> Template:
    """The standings for everybody, if the organiser shows them."""
    context, now = seen(collection_context, provisional=provisional)
    facts = standings_values(context, now, public=not context.person.may("owner"), page=page)
    return context.page("public_season.html", provisional=provisional, **facts)


@get("/s/{code:str}/{file:str}", include_in_schema=False, sync_to_thread=True)
def season_file(collection_context: GivenCollection, file: FromPath[str]) -> Response[bytes]:
    """The same as a sheet or a file: `standings.pdf`, `standings.csv`, `standings.json`."""
    context, now = seen(collection_context)
    facts = standings_values(context, now, public=not context.person.may("owner"))
    names = facts["names"] or now.table.names
    match file:
        case "standings.pdf":
            return _file(context, _sheet(context, now, facts), "application/pdf", "pdf")
        case "standings.csv":
            text = io.StringIO(newline="")
            grid = season_grid(now.table, names)
            rows = ([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in grid)
            csv.writer(text, lineterminator="\r\n").writerows(rows)
            return _file(context, text.getvalue().encode("utf-8-sig"), "text/csv", "csv")
        case "standings.json":
            state = season_state(context.collection, now, facts["names"])
            return _file(context, msgspec.json.format(msgspec.json.encode(state)), "application/json", "json")
    raise NotFoundException("no_such_page")


def seen(context: CollectionContext, *, provisional: bool = False) -> tuple[CollectionContext, SeasonNow]:
    """What this person may see of a season: the owner all, everybody else what is shown."""
    season = context.of_kind("season")
    if not season.public and not context.person.may("owner"):
        raise NotAuthorizedException("sign_in_first")
    return context, season_now(context.runtime, season, provisional=provisional)


def _sheet(context: CollectionContext, now: SeasonNow, facts: dict[str, Any]) -> bytes:
    words, shown = context.words, facts["shown"]
    narrow = len(now.table.events) <= MOST_COLUMNS
    events = [str(at) for at in range(1, len(now.table.events) + 1)] if narrow else []
    headings = [words("label.season.place"), words("label.season.name"), *events, *shown.ends]
    rows = []
    for row in shown.rows:
        cells = [cell.text if cell.kept or not cell.text else f"({cell.text})" for cell in row.cells] if narrow else []
        rows.append([row.place, row.name, *cells, *row.ends])
    counted = [f"{at} {now.event_name(code)}" for at, code in enumerate(now.table.events, start=1)] if narrow else []
    return listing_pdf(
        words.speaker,
        event=context.collection.name,
        title=words("web.season.standings", n=len(now.table.events)),
        day=date.today(),
        statement=" · ".join(counted),
        headings=headings,
        words=[at == 1 for at in range(len(headings))],
        rows=rows,
    )


def _file(context: CollectionContext, data: bytes, media_type: str, ending: str) -> Response[bytes]:
    stem = "-".join(part for part in (safe_name(context.collection.name), context.code) if part)
    how = "inline" if ending == "pdf" else "attachment"
    return Response(data, media_type=media_type, headers={"content-disposition": f'{how}; filename="{stem}.{ending}"'})


ROUTES = [public_season, season_file]
