"""Who is in a category, as people write it (PR2.1): `U12 F`, `rating<=1599 | unrated`, `!club="Old Town"`.

What stands side by side must all be true, `|` is or, `!` is not, brackets group. Tests: `U12`, `O50`, `F`, `M`, `X`,
`rating<=1599`, `rating>=1400`, `rating=1400..1599` (with `?` behind it also who has none), `unrated`, `club=`,
`federation=`, `title=` (several with commas), `label=`. Where `rating` stands, any rating can be named.
"""

from __future__ import annotations

import re

from ronda.core.verdicts import Refusal
from ronda.prizes.categories import Age, AllOf, AnyOf, LabelCategory, Not, OneOf, Rating, Sex, Test, Unrated

_TOKEN = re.compile(r'\s*(?:([()|!])|((?:[^\s()|!"]|"[^"]*")+))')
_RATINGS = ("rating", "national_rating", "club_elo")


class _Unfit(Exception):
    pass


def category_test(text: str) -> Test | Refusal:
    """The predicate that a text means; an empty one is everybody."""
    try:
        tokens = _tokens(text)
        test, rest = _either(tokens)
        if rest:
            raise _Unfit(rest[0])
        return test
    except _Unfit as unfit:
        return Refusal("category_unreadable", "PR2.1", {"text": text, "found": str(unfit)})


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text.rstrip()):
        token = _TOKEN.match(text, at)
        if token is None:
            raise _Unfit(text[at:].strip())
        found.append(token[1] or token[2])
        at = token.end()
    return found


def _either(tokens: list[str]) -> tuple[Test, list[str]]:
    tests = []
    while True:
        test, tokens = _together(tokens)
        tests.append(test)
        if not tokens or tokens[0] != "|":
            return tests[0] if len(tests) == 1 else AnyOf(tuple(tests)), tokens
        tokens = tokens[1:]


def _together(tokens: list[str]) -> tuple[Test, list[str]]:
    tests = []
    while tokens and tokens[0] not in ("|", ")"):
        test, tokens = _one(tokens)
        tests.append(test)
    return tests[0] if len(tests) == 1 else AllOf(tuple(tests)), tokens


def _one(tokens: list[str]) -> tuple[Test, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "!":
        if not rest:
            raise _Unfit(head)
        test, rest = _one(rest)
        return Not(test), rest
    if head == "(":
        test, rest = _either(rest)
        if not rest or rest[0] != ")":
            raise _Unfit(head)
        return test, rest[1:]
    return _atom(head), rest


def _atom(word: str) -> Test:
    if age := re.fullmatch(r"([UO])(\d{1,3})", word):
        return Age("U" if age[1] == "U" else "O", int(age[2]))
    if word in ("F", "M", "X"):
        return Sex(word)
    if word == "unrated":
        return Unrated("rating")
    if band := re.fullmatch(r"(\w+)(<=|>=|=)(\d{1,4})(?:\.\.(\d{1,4}))?(\?)?", word):
        if band[1] in _RATINGS and (band[4] is None) == (band[2] != "="):
            low = None if band[2] == "<=" else int(band[3])
            high = int(band[4]) if band[4] else int(band[3]) if band[2] == "<=" else None
            return Rating(band[1], low, high, unrated=band[5] is not None)
        raise _Unfit(word)
    name, equals, value = word.partition("=")
    value = value.replace('"', "").strip()
    if not equals or not value:
        raise _Unfit(word)
    if name == "label":
        return LabelCategory(value)
    values = frozenset(one.strip() for one in value.split(",") if one.strip())
    match name:
        case "club":
            return OneOf("club", values)
        case "federation":
            return OneOf("federation", values)
        case "title":
            return OneOf("title", values)
    raise _Unfit(word)
