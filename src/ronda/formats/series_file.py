"""The definition of a series as JSON (SE1.1, SE3, SE5, SE7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from ronda.core import Frozen, exact
from ronda.formats.errors import Fault, within
from ronda.formats.json_types import Line, Positive, Row, Seed, Whole, convert_checked, refuse_blank
from ronda.series import DEFAULT_TIES, SeasonRules, Tie
from ronda.series.points import Declared, Share


class ListedEvent(Frozen):
    """An event of the series: the code of a stored one, or a file."""

    event: str
    date: str = ""
    tier: str = ""
    must: bool = False


class SeriesFile(Frozen):
    """What stands in the file; `points` and `tiers` as keys and values for whoever makes points."""

    name: str
    events: tuple[ListedEvent, ...]
    points: dict[str, Any]
    tiers: dict[str, dict[str, Any]]
    rules: SeasonRules
    by_days: bool
    months: int = 0
    clubs: int = 0
    elo: Declared | None = None
    seed: int = 0


PointRule = Literal["places", "field", "score", "sum", "totals"]
_Exact = float | int | str  # a number, or a text "a/b"


class _PointsRow(Row):
    rule: PointRule | UnsetType = UNSET
    table: list[_Exact] | UnsetType = UNSET
    rest: _Exact | UnsetType = UNSET
    attendance: _Exact | UnsetType = UNSET
    per_win: _Exact | UnsetType = UNSET
    factor: _Exact | UnsetType = UNSET
    share: Share | UnsetType = UNSET


class _TierRow(_PointsRow):
    cap: Whole | UnsetType = UNSET


class _EloRow(Row):
    """SE11.1: what is declared of the rating of the house."""

    start: _Exact | UnsetType = UNSET
    cap: Annotated[int, Meta(ge=1, le=10_000)] | UnsetType = UNSET
    k: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET
    provisional_k: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET
    provisional_games: Whole | UnsetType = UNSET


class _RulesRow(Row):
    """`best`: so many, or a share of all events: `"2/3"`. `elo`: `true` with all defaults."""

    points: _PointsRow = field(default_factory=_PointsRow)
    tiers: dict[str, _TierRow] = {}
    best: Positive | str | UnsetType = UNSET
    drop: Whole = 0
    min_events: Whole = 0
    ties: tuple[Tie, ...] = DEFAULT_TIES
    order: Literal["days"] | UnsetType = UNSET
    months: Annotated[int, Meta(ge=0, le=1200)] = 0
    clubs: Whole = 0
    missed: _Exact = 0
    excused_max: Whole = 0
    elo: _EloRow | bool = False
    seed: Seed = 0


class _EventRow(Row):
    event: Line
    date: Line = ""
    tier: Line = ""
    must: bool = False


class _SeriesRow(_RulesRow, kw_only=True):
    name: Line = ""
    events: list[_EventRow]


def series_file(value: Any) -> SeriesFile:
    """Read strictly; events by date, those of a day in the order of the file (SE1.2). Raises Fault."""
    row = convert_checked(value, _SeriesRow)
    for at, one in enumerate(row.events):
        refuse_blank(one.event, "events", at, "event")
    events = (ListedEvent(one.event, one.date, one.tier, one.must) for one in row.events)
    return _series(row, row.name, tuple(sorted(events, key=lambda event: event.date)))


def series_rules(value: Any) -> SeriesFile:
    """The rules alone, as a preset or a stored season has them. Raises Fault."""
    return _series(convert_checked(value, _RulesRow), "", ())


def _series(row: _RulesRow, name: str, events: tuple[ListedEvent, ...]) -> SeriesFile:
    tiers = {}
    for tier, own in row.tiers.items():
        with within("tiers", tier):
            tiers[tier] = _given(own)
    with within("points"):
        points = _given(row.points)
    rules = SeasonRules(
        best=_best(row.best),
        drop=row.drop,
        caps={tier: own.pop("cap") for tier, own in tiers.items() if "cap" in own},
        min_events=row.min_events,
        ties=row.ties,
        missed="average" if row.missed == "average" else _number(row.missed, "missed"),
        excused_max=row.excused_max,
    )
    elo = Declared() if row.elo is True else None
    if isinstance(row.elo, _EloRow):
        with within("elo"):
            elo = Declared(**_given(row.elo))
    by_days = row.order is not UNSET
    return SeriesFile(name, events, points, tiers, rules, by_days, row.months, row.clubs, elo, row.seed)


def _best(value: int | str | UnsetType) -> int | Fraction | None:
    if isinstance(value, int) or value is UNSET:
        return None if value is UNSET else value
    share = _number(value, "best")
    if not 0 < share <= 1:
        raise Fault("wrong_type", expected="number", found="value").within("best")
    return share


_EXACT_FIELDS = ("rest", "attendance", "per_win", "factor", "start")


def _given(row: Row) -> dict[str, Any]:
    """What a row says, with exact numbers."""
    found = {key: value for key in row.__struct_fields__ if (value := getattr(row, key)) is not UNSET}
    for key in found.keys() & _EXACT_FIELDS:
        found[key] = _number(found[key], key)
    if "table" in found:
        found["table"] = tuple(_number(one, "table", at) for at, one in enumerate(found["table"]))
    return found


def _number(value: _Exact, *steps: str | int) -> Fraction:
    try:
        return exact(value)
    except (ValueError, ZeroDivisionError):
        raise Fault("wrong_type", expected="number", found="value").within(*steps) from None
