"""A season: its standings for the desk and for everybody, as a file and on paper."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, get_args

import msgspec
from litestar import Response
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.chance import fresh_seed
from ronda.core.verdicts import Refusal
from ronda.desk.season import presets
from ronda.formats.csv_text import escape_cell
from ronda.formats.series_file import PointRule
from ronda.operations.collections import (
    SeasonNow,
    public_names,
    season_now,
    season_state,
    seen_season,
)
from ronda.operations.files import safe_name
from ronda.operations.operation import FileAnswer, Outcome
from ronda.series import DEFAULT_TIES, Tie
from ronda.series.points import Share
from ronda.sheets.event_sheets import listing_pdf
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import SOURCE, catalogue, described
from ronda.views.season import differences, season_grid, shown_season
from ronda.web.collections import CollectionContext, GivenCollection
from ronda.web.forms import sent_file
from ronda.web.http.admission import get_page
from ronda.web.perform import read_number
from ronda.web.visibility import page_from

MOST_COLUMNS = 12  # events that have a column of their own on paper
_ROWS = 200


def season_values(context: CollectionContext) -> dict[str, Any]:
    season = context.of_kind("season")
    now = season_now(context.store, season)
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

    names = public_names(context, now) if public else dict(table.names)
    shown = shown_season(table, names, context.speaker)
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


@get_page("/s/{code:str}")
def public_season(
    collection_context: GivenCollection, provisional: FromQuery[bool] = False, page: FromQuery[int] = 1
) -> Template:
    """The standings for everybody, if the organiser shows them."""
    context, now = collection_context, _seen(collection_context, provisional=provisional)
    facts = standings_values(context, now, public=not context.person.may("owner"), page=page)
    return context.page("public_season.html", provisional=provisional, **facts)


@get_page("/s/{code:str}/{file:str}")
def season_file(collection_context: GivenCollection, file: FromPath[str]) -> Response[bytes]:
    """The same as a sheet or a file: `standings.pdf`, `standings.csv`, `standings.json`."""
    context, now = collection_context, _seen(collection_context)
    facts = standings_values(context, now, public=not context.person.may("owner"))
    names = facts["names"] or now.table.names
    match file:
        case "standings.pdf":
            return _file(context, _sheet(context, now, facts), "application/pdf", "pdf")
        case "standings.csv":
            text = io.StringIO(newline="")
            grid = season_grid(now.table, names)
            rows = ([escape_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in grid)
            csv.writer(text, lineterminator="\r\n").writerows(rows)
            return _file(context, text.getvalue().encode("utf-8-sig"), "text/csv", "csv")
        case "standings.json":
            state = season_state(context.collection, now, facts["names"])
            return _file(context, msgspec.json.format(msgspec.json.encode(state)), "application/json", "json")
    raise NotFoundException("no_such_page")


def _seen(context: CollectionContext, *, provisional: bool = False) -> SeasonNow:
    now = seen_season(context, provisional=provisional)
    if isinstance(now, Outcome):
        raise NotAuthorizedException(now.value)
    return now


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
    return sent_file(FileAnswer(f"{stem}.{ending}", media_type, data, inline=ending == "pdf"))


ROUTES = [public_season, season_file]


TIES: tuple[str, ...] = get_args(Tie)
SHARES: tuple[str, ...] = get_args(Share)
RULES: tuple[str, ...] = get_args(PointRule)
_NUMBERS = ("drop", "min_events", "months", "clubs", "excused_max")
_POINTS = ("rest", "attendance", "per_win")
_MOST_TIERS = 50
_DECIMAL = re.compile(r"[-−+]?[0-9]+,[0-9]+")
_AVERAGE, _MOST = "web.season.word.average", "web.season.word.most"  # words that are typed, in any language


def rules_of(fields: Mapping[str, str]) -> dict[str, Any] | Refusal:
    """What somebody typed, as the file of a season has it; whether it is sense, the reader of such files says."""
    points: dict[str, Any] = {"rule": fields.get("rule", "places")}
    if fields.get("table", "").strip():
        points["table"] = _row(fields["table"])
    points |= {name: _number(fields[name]) for name in _POINTS if fields.get(name, "").strip()}
    if fields.get("share"):
        points["share"] = fields["share"]
    rules: dict[str, Any] = {"points": points}
    for name in ("best", *_NUMBERS):
        text = _number(fields.get(name, ""))
        if text:
            rules[name] = _integer(text)
    if fields.get("missed", "").strip():
        average = fields["missed"].strip().casefold() in _words(_AVERAGE)
        rules["missed"] = "average" if average else _number(fields["missed"])
    if fields.get("order"):
        rules["order"] = "days"
    rules["ties"] = list(dict.fromkeys(fields[f"tie{at}"] for at in (1, 2, 3) if fields.get(f"tie{at}")))
    if "lot" in rules["ties"] and fields.get("seed", "").strip():
        rules["seed"] = _integer(fields["seed"].strip(), 19)
    if fields.get("elo"):
        rules["elo"] = _elo(fields)
    tiers: dict[str, Any] = {}
    for line in fields.get("tiers", "").splitlines()[:_MOST_TIERS]:
        if line.strip():
            tier = _tier(line)
            if tier is None:
                return Refusal("not_a_tier", "SE3.5", {"text": line.strip()[:100]})
            tiers |= tier
    return {**rules, "tiers": tiers} if tiers else rules


def _elo(fields: Mapping[str, str]) -> dict[str, Any]:
    """SE11.1; whoever leaves a field empty takes its default."""
    own: dict[str, Any] = {}
    for name in ("start", "k"):
        text = fields.get(f"elo_{name}", "").strip()
        if text:
            own[name] = _integer(text)
    return own


def _words(key: str) -> set[str]:
    """The word in every language: whoever reads one may have got the rules from a reader of another."""
    return {str(catalogue(language)[key]).casefold() for language in LANGUAGES if key in catalogue(language)}


def _integer(text: str, digits: int = 9) -> int | str:
    """What is no number is told as it was typed, by the reader of such files."""
    found = read_number(text, digits)
    return text if found is None else found


def _number(text: str) -> str:
    """As the file has it; people type a comma or a point."""
    return text.strip().replace(",", ".")


def _row(text: str) -> list[str]:
    """Numbers with anything between them. A comma within a number is its decimal sign only where spaces separate the
    numbers: `10,5 8,5`, but `10,8,6`."""
    parts = text.replace(";", " ").split()
    if len(parts) > 1:
        parts = [_number(part) if _DECIMAL.fullmatch(part) else part for part in (one.rstrip(",") for one in parts)]
    return " ".join(parts).replace(",", " ").split()


def _tier(line: str) -> dict[str, Any] | None:
    """`final = ×3/2`, `district = 10 5 2 max 2`."""
    name, equals, rest = line.partition("=")
    if not equals or not name.strip():
        return None
    own: dict[str, Any] = {}
    words = "|".join(map(re.escape, sorted(_words(_MOST), key=len, reverse=True)))
    points, _, most = re.sub(rf"(?i)(?<!\w)(?:{words})", "\0", rest, count=1).partition("\0")
    if most.strip():
        own["cap"] = _integer(most.strip())
    worth = points.strip()
    if worth[:1] in ("x", "×", "*"):
        own["factor"] = _number(worth[1:])
    elif worth:
        own["table"] = _row(worth)
    return {name.strip(): own}


def fields_of(rules: Mapping[str, Any], language: str = SOURCE) -> dict[str, str]:
    """The same rules as the form shows them to who reads the language."""
    points = rules.get("points", {})
    ties = rules.get("ties", list(DEFAULT_TIES))
    found = {
        "rule": str(points.get("rule", "places")),
        "table": " ".join(_written(one, language) for one in points.get("table", ())),
        "share": str(points.get("share", "average")),
        "order": str(rules.get("order", "")),
        "tiers": "\n".join(_tier_line(name, own, language) for name, own in rules.get("tiers", {}).items()),
    }
    elo = rules.get("elo", False)
    given = elo if isinstance(elo, Mapping) else {}
    found |= {"elo": "" if elo is False else "on", "seed": str(rules.get("seed", ""))}
    found |= {f"elo_{name}": str(given.get(name, "")) for name in ("start", "k")}
    found |= {name: _written(points.get(name, ""), language) for name in _POINTS}
    found |= {name: _written(rules.get(name, ""), language) for name in ("best", "missed", *_NUMBERS)}
    if found["missed"] == "average":
        found["missed"] = Speaker(language).say(_AVERAGE)
    return found | {f"tie{at}": ties[at - 1] if at <= len(ties) else "" for at in (1, 2, 3)}


def _written(value: object, language: str) -> str:
    return str(value).replace(".", described(language).decimal)


def _tier_line(name: str, own: Mapping[str, Any], language: str) -> str:
    table = " ".join(_written(one, language) for one in own.get("table", ()))
    worth = f"×{_written(own['factor'], language)}" if "factor" in own else table
    return f"{name} = {worth}" + (f" {Speaker(language).say(_MOST)} {own['cap']}" if "cap" in own else "")
