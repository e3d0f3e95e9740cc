"""The arguments of the library: what does not fit is refused in words, with the name that was perhaps meant. Numbers
and tables of other libraries are taken by what they can do, and none of these is needed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from functools import cache, wraps
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from ronda.desk.actions import Body
from ronda.formats.csv_text import meanings_of
from ronda.formats.errors import Fault, Unreadable, path_text, shown
from ronda.formats.json_types import convert_checked, wrong_type
from ronda.texts import Speaker
from ronda.texts.speaker import nearest

P = ParamSpec("P")
R = TypeVar("R")
B = TypeVar("B", bound=Body)

_ENGLISH = Speaker("en")
_WORDS: Mapping[Any, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}


class Refused(Exception):
    """What a rule forbids, or what cannot be read: `code` and `article` for programs, `message` for people."""

    def __init__(self, code: str, article: str, message: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.article = article
        self.message = message
        self.facts = dict(facts or {})


def unfit(trouble: Fault | Unreadable) -> Refused:
    """Input that cannot be read, with its place, and where a name is unknown the one that was perhaps meant."""
    path = path_text(trouble.steps) if isinstance(trouble, Fault) else trouble.path
    sentences = [_ENGLISH.verdict("unreadable", trouble)]
    known = [one for one in trouble.facts.get("known", ()) if isinstance(one, str)]
    meant = nearest(str(trouble.facts.get("key", trouble.facts.get("found"))), known)
    if meant:
        sentences.append(_ENGLISH.say("say.did_you_mean", meant=meant))
    place = f"{path}: " if path else ""
    return Refused(trouble.code, "", f"{place}{' '.join(sentences)}", trouble.facts)


def known_choice(name: str, found: str, known: Collection[str]) -> None:
    """One of those that there are. Raises Refused."""
    if found not in known:
        raise unfit(Fault("unknown_choice", found=shown(found), known=list(known)).within(name))


def within_bounds(name: str, found: int, low: int, high: int) -> None:
    """Raises Refused."""
    if not low <= found <= high:
        raise unfit(Fault("out_of_range", found=found, low=low, high=high).within(name))


# --- values as other libraries have them -------------------------------------------------------------------


def normal(value: Any) -> Any:
    """A value as JSON has it: not a number is missing, a whole number is one however it is kept, and whatever is in
    order is a list. Raises Refused where a text cannot be written."""
    if _is_missing(value):
        return None
    if isinstance(value, str):
        return _written(value)
    if not isinstance(value, int | float | str) and callable(getattr(value, "item", None)):
        value = value.item()  # a number of NumPy
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {_written(str(key)): normal(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | Set):
        return [normal(inner) for inner in value]
    return value


def _written(text: str) -> str:
    """The text, if it can be written: half a character cannot."""
    half = next((sign for sign in text if "\ud800" <= sign <= "\udfff"), None)
    if half is not None:
        raise unfit(Fault("control_character", character=f"U+{ord(half):04X}"))
    return text


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)  # NaN is not even itself
    except (TypeError, ValueError):  # pandas.NA says neither yes nor no; an array says it of each of its elements
        return not hasattr(value, "__len__")


def player_rows(players: Any, known: Collection[str]) -> list[dict[str, Any]]:
    """Players as they come: names, mappings or a DataFrame. Fields are those that are known, or headings as lists of
    players have them; a value that is missing is left out. Raises Refused."""
    listed = players.to_dict("records") if callable(getattr(players, "to_dict", None)) else players
    if isinstance(listed, str | bytes | Mapping) or not isinstance(listed, Iterable):
        raise unfit(wrong_type("list", listed).within("players"))
    return [_player_row(at, player, known) for at, player in enumerate(listed)]


def _player_row(at: int, player: Any, known: Collection[str]) -> dict[str, Any]:
    if isinstance(player, str):
        return {"name": player}
    if not isinstance(player, Mapping):
        raise unfit(wrong_type("object", player).within("players", at))
    row = {str(key): value for key, value in normal(player).items() if value is not None}
    meanings = zip(row, meanings_of(tuple(row)), strict=True)
    found = {key if key in known else meaning or key: row[key] for key, meaning in meanings}
    names = [str(found.pop(part)) for part in ("first_name", "surname") if part in found]
    if names:
        found["name"] = " ".join(names)
    return {key: str(value) if key in ("licence", "fide_id") else value for key, value in found.items()}


def body_of(kind: type[B], fields: Mapping[str, Any]) -> B:
    """The body of an action; what is None was not said. Raises Refused."""
    try:
        return convert_checked({key: value for key, value in normal(fields).items() if value is not None}, kind)
    except Fault as fault:
        raise unfit(fault) from None


# --- calls -------------------------------------------------------------------------------------------------


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with arguments that do not fit it refused before anything is done."""
    signature = inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError:
            raise unfit(_unbound(signature, args, kwargs)) from None
        for name, hint in _hints(function).items():
            if name in bound.arguments:
                value = bound.arguments[name] = _number(bound.arguments[name])
                if not _fits(value, hint):
                    raise unfit(wrong_type(_named(hint), value).within(name))
        return function(*bound.args, **bound.kwargs)

    return call


@cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of the arguments, but for those that are taken whatever they are called."""
    several = [one.name for one in inspect.signature(function).parameters.values() if one.kind is one.VAR_KEYWORD]
    return {name: hint for name, hint in get_type_hints(function).items() if name not in ("return", *several)}


def _unbound(signature: inspect.Signature, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Fault:
    """Why the arguments are not those of the function."""
    known = list(signature.parameters.values())
    named = [one.name for one in known if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    places = [one.name for one in known if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    if len(args) > len(places):
        return Fault("wrong_length", expected=len(places), found=len(args))
    unknown = next((name for name in kwargs if name not in named), None)
    if unknown is not None and not any(one.kind is one.VAR_KEYWORD for one in known):
        return Fault("unknown_key", key=shown(unknown), known=named)
    twice = next((name for name in places[: len(args)] if name in kwargs), None)
    if twice is not None:
        return Fault("duplicate_key", key=twice)
    given = {*places[: len(args)], *(name for name in kwargs if name in named)}
    required = (one.name for one in known if one.default is one.empty and one.kind is not one.VAR_KEYWORD)
    return Fault("missing_key", key=next(name for name in required if name not in given))


def _number(value: Any) -> Any:
    """A whole number of another library, as Python has it; anything else as it is."""
    return normal(value) if isinstance(value, float) or hasattr(value, "__index__") else value


def _fits(value: Any, hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in parts)
    if origin is Literal:
        return value in parts
    if origin is tuple:
        return isinstance(value, tuple | list) and len(value) == len(parts) and all(map(_fits, value, parts))
    if origin is Sequence:
        return (
            isinstance(value, Sequence | Set) and not isinstance(value, str) and all(_fits(v, parts[0]) for v in value)
        )
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, origin or hint)


def _named(hint: Any) -> str:
    """What is expected, in words."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " / ".join(dict.fromkeys(_named(one) for one in parts if one is not NoneType))
    if origin is Literal:
        return " / ".join(parts)
    if origin in (tuple, Sequence):
        return "list"
    return _WORDS.get(hint) or getattr(origin or hint, "__name__", "string").lower()
