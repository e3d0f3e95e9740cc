"""The definition of a series as JSON (SE1.1, SE3, SE5, SE7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, get_args

from ronda.core.exact_numbers import exact
from ronda.core.values import Frozen
from ronda.formats.errors import Fault
from ronda.formats.strict_json.shape import (
    MOST,
    MOST_SEED,
    Reader,
    boolean,
    choice,
    integer,
    list_of,
    mapping,
    name,
    record,
    text,
)
from ronda.series.points import Declared, Share
from ronda.series.season import DEFAULT_TIES, Rules, Tie

_LONG = 200
_MOST_MONTHS = 1200
POINT_RULES = ("places", "field", "score", "sum", "totals")


class ListedEvent(Frozen, frozen=True):
    """An event of the series: the code of a stored one, or a file."""

    event: str
    date: str = ""
    tier: str = ""
    must: bool = False


class SeriesFile(Frozen, frozen=True):
    """What stands in the file; `points` and `tiers` as keys and values for whoever makes points."""

    name: str
    events: tuple[ListedEvent, ...]
    points: dict[str, Any]
    tiers: dict[str, dict[str, Any]]
    rules: Rules
    by_days: bool
    months: int = 0
    clubs: int = 0
    elo: Declared | None = None
    seed: int = 0


def series_file(value: Any) -> SeriesFile:
    """Read strictly; events by date, those of a day in the order of the file (SE1.2)."""
    fields: dict[str, Reader[Any]] = {"name": text(_LONG), "events": list_of(_event)}
    found = record(value, {**fields, **_rule_fields()}, required=("events",))
    return _series(found, found.get("name", ""), found["events"])


def series_rules(value: Any) -> SeriesFile:
    """The rules alone, as a preset or a stored season has them."""
    return _series(record(value, _rule_fields()), "", [])


def _rule_fields() -> dict[str, Reader[Any]]:
    return {
        "points": _points,
        "tiers": _tiers,
        "best": _best,
        "drop": integer(0, MOST),
        "min_events": integer(0, MOST),
        "ties": list_of(choice(*get_args(Tie))),
        "order": choice("days"),
        "months": integer(0, _MOST_MONTHS),
        "clubs": integer(0, MOST),
        "missed": _missed,
        "excused_max": integer(0, MOST),
        "elo": _elo,
        "seed": integer(0, MOST_SEED),
    }


def _series(found: dict[str, Any], name: str, events: list[ListedEvent]) -> SeriesFile:
    tiers = found.get("tiers", {})
    rules = Rules(
        best=found.get("best"),
        drop=found.get("drop", 0),
        caps={tier: own.pop("cap") for tier, own in tiers.items() if "cap" in own},
        min_events=found.get("min_events", 0),
        ties=tuple(found.get("ties", DEFAULT_TIES)),
        missed=found.get("missed", Fraction(0)),
        excused_max=found.get("excused_max", 0),
    )
    return SeriesFile(
        name,
        tuple(sorted(events, key=lambda event: event.date)),
        found.get("points", {}),
        tiers,
        rules,
        found.get("order") == "days",
        found.get("months", 0),
        found.get("clubs", 0),
        found.get("elo"),
        found.get("seed", 0),
    )


def _elo(value: Any) -> Declared | None:
    """SE11.1: what is declared of the rating of the house; `true` with all defaults."""
    if isinstance(value, bool):
        return Declared() if value else None
    whole = {"k": integer(1, 100), "provisional_k": integer(1, 100), "provisional_games": integer(0, MOST)}
    fields: dict[str, Reader[Any]] = {"start": _number, "cap": integer(1, 10_000), **whole}
    return Declared(**record(value, fields))


def _best(value: Any) -> int | Fraction:
    """So many, or a share of all events: `"2/3"`."""
    if not isinstance(value, str):
        return integer(1, MOST)(value)
    share = _number(value)
    if not 0 < share <= 1:
        raise Fault("wrong_type", expected="number", found="value")
    return share


def _missed(value: Any) -> Fraction | Literal["average"]:
    return "average" if value == "average" else _number(value)


def _event(value: Any) -> ListedEvent:
    fields: dict[str, Reader[Any]] = {
        "event": name(_LONG),
        "date": text(_LONG),
        "tier": text(_LONG),
        "must": boolean,
    }
    return ListedEvent(**record(value, fields, required=("event",)))


def _number(value: Any) -> Fraction:
    try:
        return exact(value)
    except (ValueError, ZeroDivisionError):
        raise Fault("wrong_type", expected="number", found="value") from None


def _fields() -> dict[str, Reader[Any]]:
    return {
        "rule": choice(*POINT_RULES),
        "table": lambda value: tuple(list_of(_number)(value)),
        "rest": _number,
        "attendance": _number,
        "per_win": _number,
        "factor": _number,
        "share": choice(*get_args(Share)),
    }


def _points(value: Any) -> dict[str, Any]:
    return record(value, _fields())


def _tiers(value: Any) -> dict[str, dict[str, Any]]:
    found = {}
    for tier, own in mapping(value).items():
        try:
            found[tier] = record(own, {**_fields(), "cap": integer(0, MOST)})
        except Fault as fault:
            raise fault.within(tier) from None
    return found
