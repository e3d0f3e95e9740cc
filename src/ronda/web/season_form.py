"""The rules of a season as a form: fields of text to rules, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from ronda.core.verdicts import Refusal
from ronda.formats.json_series import POINT_RULES
from ronda.series.points import Share
from ronda.series.season import DEFAULT_TIES, Tie

TIES: tuple[str, ...] = tuple(tie for tie in get_args(Tie) if tie != "lot")  # a lot is drawn by hand, in a file
SHARES: tuple[str, ...] = get_args(Share)
RULES = POINT_RULES
_NUMBERS = ("drop", "min_events", "months", "clubs", "excused_max")
_POINTS = ("rest", "attendance", "per_win")
_MOST_TIERS = 50


def rules_of(fields: Mapping[str, str]) -> dict[str, Any] | Refusal:
    """What somebody typed, as the file of a season has it; whether it is sense, the reader of such files says."""
    points: dict[str, Any] = {"rule": fields.get("rule", "places")}
    if fields.get("table", "").strip():
        points["table"] = _row(fields["table"])
    points |= {name: fields[name].strip() for name in _POINTS if fields.get(name, "").strip()}
    if fields.get("share"):
        points["share"] = fields["share"]
    rules: dict[str, Any] = {"points": points}
    for name in ("best", *_NUMBERS):
        text = fields.get(name, "").strip()
        if text:
            rules[name] = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
    if fields.get("missed", "").strip():
        rules["missed"] = fields["missed"].strip()
    if fields.get("order"):
        rules["order"] = "days"
    rules["ties"] = list(dict.fromkeys(fields[f"tie{at}"] for at in (1, 2, 3) if fields.get(f"tie{at}")))
    tiers: dict[str, Any] = {}
    for line in fields.get("tiers", "").splitlines()[:_MOST_TIERS]:
        if line.strip():
            tier = _tier(line)
            if tier is None:
                return Refusal("not_a_tier", "SE3.5", {"text": line.strip()[:100]})
            tiers |= tier
    return {**rules, "tiers": tiers} if tiers else rules


def _row(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _tier(line: str) -> dict[str, Any] | None:
    """`final = ×3/2`, `district = 10 5 2 max 2`."""
    name, equals, rest = line.partition("=")
    if not equals or not name.strip():
        return None
    own: dict[str, Any] = {}
    points, _, most = rest.partition("max")
    if most.strip():
        own["cap"] = int(most) if most.strip().isdecimal() and len(most.strip()) < 10 else most.strip()
    row = _row(points)
    if row and row[0][0] in "x×*":
        own["factor"] = row[0][1:]
    elif row:
        own["table"] = row
    return {name.strip(): own}


def fields_of(rules: Mapping[str, Any]) -> dict[str, str]:
    """The same rules as the form shows them."""
    points = rules.get("points", {})
    ties = rules.get("ties", list(DEFAULT_TIES))
    found = {
        "rule": str(points.get("rule", "places")),
        "table": " ".join(map(str, points.get("table", ()))),
        "share": str(points.get("share", "average")),
        "order": str(rules.get("order", "")),
        "tiers": "\n".join(_tier_line(name, own) for name, own in rules.get("tiers", {}).items()),
    }
    found |= {name: str(points.get(name, "")) for name in _POINTS}
    found |= {name: str(rules.get(name, "")) for name in ("best", "missed", *_NUMBERS)}
    return found | {f"tie{at}": ties[at - 1] if at <= len(ties) else "" for at in (1, 2, 3)}


def _tier_line(name: str, own: Mapping[str, Any]) -> str:
    worth = f"×{own['factor']}" if "factor" in own else " ".join(map(str, own.get("table", ())))
    return f"{name} = {worth}" + (f" max {own['cap']}" if "cap" in own else "")
