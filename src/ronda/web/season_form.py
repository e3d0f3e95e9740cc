"""The rules of a season as a form: fields of text to rules, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from ronda.core.verdicts import Refusal
from ronda.formats.series_file import PointRule
from ronda.series.points import Share
from ronda.series.season import DEFAULT_TIES, Tie
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import catalogue
from ronda.texts.languages import SOURCE, described

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
            rules[name] = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
    if fields.get("missed", "").strip():
        average = fields["missed"].strip().casefold() in _words(_AVERAGE)
        rules["missed"] = "average" if average else _number(fields["missed"])
    if fields.get("order"):
        rules["order"] = "days"
    rules["ties"] = list(dict.fromkeys(fields[f"tie{at}"] for at in (1, 2, 3) if fields.get(f"tie{at}")))
    if "lot" in rules["ties"] and fields.get("seed", "").strip():
        seed = fields["seed"].strip()
        rules["seed"] = int(seed) if seed.isascii() and seed.isdecimal() and len(seed) < 20 else seed
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
            own[name] = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
    return own


def _words(key: str) -> set[str]:
    """The word in every language: whoever reads one may have got the rules from a reader of another."""
    return {str(catalogue(language)[key]).casefold() for language in LANGUAGES if key in catalogue(language)}


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
        own["cap"] = int(most) if most.strip().isdecimal() and len(most.strip()) < 10 else most.strip()
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
