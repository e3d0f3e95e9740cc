"""The tournament file: UTF-8 JSON, read strictly and written in one canonical way."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Hashable, Mapping, Sequence
from functools import cache, partial
from operator import attrgetter
from typing import Any, TypedDict, cast, get_args

from msgspec import Raw, ValidationError, convert
from msgspec.structs import astuple

from ronda import registry
from ronda.core.facts import Appealed, Fact, PrizesPublished
from ronda.core.model import Avoid, OptionValue, Player, RequestedBye, Setup
from ronda.core.prize_rules import PrizeRules
from ronda.core.stage_plan import Stage
from ronda.core.values import replace
from ronda.formats.errors import CODES, Fault, Unreadable, shown
from ronda.formats.made_with import Difference, difference_reader, made_with, retold
from ronda.formats.strict_json.shape import (
    MOST,
    MOST_SEED,
    Reader,
    boolean,
    choice,
    halves,
    integer,
    list_of,
    mapping,
    name,
    or_null,
    record,
    text,
    tuple_of,
    wrong_type,
)
from ronda.formats.strict_json.text import certain, part, place, plain, text_of
from ronda.formats.tournament.penalties import appeals, penalties
from ronda.formats.tournament.rounds import plain_rounds, round_reader
from ronda.formats.tournament.seating import seated
from ronda.systems import Option, System, system
from ronda.systems.players import unfit_fields, unfit_value, unique_fields
from ronda.systems.system import as_given

__all__ = ["CODES", "VERSION", "Unreadable", "read"]

VERSION = 1

_MOST_ROUNDS = 1_000_000
_MOST_NAME = 200
_MOST_TEXT = 2000  # of an option that is a text
_LARGE = 50_000  # bytes; to prepare the types of a plain file takes longer than to read a small one without
_KEYS = (
    "ronda",
    "name",
    "system",
    "options",
    "seed",
    "players",
    "rounds",
    "avoid",
    "penalties",
    "prizes",
    "stages",
    "fees",
    "appeals",
)


def read(data: bytes) -> list[Fact]:
    """The facts that the file tells of, in the order in which they happened; a report file (TRF) is known by what
    stands in it. Raises Unreadable."""
    if not data.startswith(b"{"):
        from ronda.formats.trf.lines import looks_like_trf

        if looks_like_trf(data):
            from ronda.formats.trf.to_facts import facts_of  # few files are such

            return facts_of(data).facts
    found = _opened(data.removeprefix(BOM_UTF8))
    if found is not None:
        try:
            return _facts(found)
        except Fault:  # said below, with its place
            pass
    from ronda.formats.strict_json.scanner import parse  # few files need it

    source = text_of(data)
    try:
        value = parse(source)
    except Fault as fault:
        from ronda.formats.strict_json.places import search

        at = search(source, fault)
        raise fault.at(*((None, None) if at is None else place(source, at))) from None
    try:
        return _facts(value)
    except Fault as fault:
        from ronda.formats.strict_json.places import locate

        raise fault.at(*place(source, locate(source, fault))) from None


def _opened(data: bytes) -> Any:
    """The value of a file that is acceptable beyond doubt; None: somebody has to look."""
    if len(data) < _LARGE:
        return certain(data)
    own, other = _plain_files()
    return plain(data, own) or plain(data, other)


@cache
def _plain_files() -> tuple[Any, Any]:
    """The types of files whose rounds and players msgspec can make at once, as nearly all are. Where the key of a start
    number is the system's own, players are left as they are written (`Raw`) until the system is known."""
    typed: Any = TypedDict
    whole = {**dict.fromkeys(_KEYS, Any), "rounds": plain_rounds()}
    own, other = (typed("File", whole | {"players": players}, total=False) for players in (list[Player], Raw))
    return own, other


def _facts(value: Any) -> list[Fact]:
    whole = _top(value)
    rules = _known_system(whole["system"])
    head = record(
        {key: inner for key, inner in whole.items() if key in ("name", "options", "seed")},
        {"name": text(_MOST_NAME), "options": partial(_options, rules), "seed": integer(0, MOST_SEED)},
    )
    bare = Setup(rules.id, head.get("name", ""), head.get("options", {}), head.get("seed", 0))
    players = _part(whole, "players", partial(_players, rules, bare))
    known = {player.id: player for player in players}
    differences: dict[int, Difference] = {}
    difference = difference_reader(
        partial(_options, rules),
        partial(_avoid, known),
        partial(_players, rules, None),
        partial(penalties, known, None),
        len(players),
    )
    setup = replace(
        bare,
        avoid=tuple(_part(whole, "avoid", partial(_avoid, known))),
        penalties=tuple(_part(whole, "penalties", partial(penalties, known, rules.unit(bare)))),
        stages=tuple(_part(whole, "stages", partial(_stages, known, difference, differences))),
    )
    rounds = _part(whole, "rounds", list_of(round_reader(rules, setup, known, difference, differences)))
    try:
        made = made_with(setup, players, rounds, differences)
        if differences:
            seated(rounds, made)
    except Fault as fault:
        raise fault.within("rounds") from None
    prizes = _part(whole, "prizes", _prizes)
    fees = _part(whole, "fees", partial(_fees, known))
    found = _part(whole, "appeals", partial(appeals, known))
    return [*retold(setup, players, rounds, made), *map(PrizesPublished, prizes), *fees, *map(Appealed, found)]


def _top(value: Any) -> dict[str, Any]:
    """The whole file, with its version checked before anything else."""
    whole = mapping(value)
    if "ronda" in whole and (type(whole["ronda"]) is not int or whole["ronda"] != VERSION):
        found = whole["ronda"]
        if type(found) is not int:
            raise wrong_type("integer", found).within("ronda")
        raise Fault("bad_version", found=found, known=[VERSION]).within("ronda")
    return record(whole, {key: lambda inner: inner for key in _KEYS}, required=("ronda", "system"))


def _part(whole: Mapping[str, Any], key: str, reader: Reader[list[Any]]) -> list[Any]:
    try:
        return reader(whole.get(key, []))
    except Fault as fault:
        raise fault.within(key) from None


def _stages(
    known: Mapping[int, Player], difference: Reader[Difference], differences: dict[int, Difference], value: Any
) -> list[Stage]:
    if value == []:
        return []
    from ronda.formats.tournament.stages import stages  # few events have any

    return stages(known, difference, differences, value)


def _prizes(value: Any) -> list[PrizeRules]:
    if value == []:
        return []
    from ronda.formats.tournament.prizes import prize_rules  # few events have any

    return [prize_rules(value)]


def _fees(known: Mapping[int, Player], value: Any) -> list[Fact]:
    if value == []:
        return []
    from ronda.formats.tournament.fees import fee_book, fee_facts  # few events have any

    return list(fee_facts(fee_book(value, known)))


def _known_system(value: Any) -> System:
    if type(value) is not str:
        raise wrong_type("string", value).within("system")
    if not registry.known(value):
        raise Fault("unknown_system", found=shown(value), known=list(registry.names())).within("system")
    return system(value)


def _options(rules: System, value: Any) -> dict[str, OptionValue]:
    return record(value, {option.name: _option_reader(option) for option in rules.options})


def _option_reader(option: Option) -> Reader[OptionValue]:
    low = -MOST if option.low is None else option.low
    high = MOST if option.high is None else option.high
    reader: Reader[OptionValue]
    match option.kind:
        case "int":
            reader = partial(_one_of, option.choices, integer(low, high))
        case "halves":
            reader = halves(low, high)
        case "bool":
            reader = boolean
        case "choice":
            reader = choice(*map(str, option.choices))
        case "text":
            reader = partial(_accepted, option)
    return or_null(reader) if option.default is None else reader


def _accepted(option: Option, value: Any) -> str:
    found = text(_MOST_TEXT)(value)
    if not option.accepts(found):
        raise Fault("unknown_choice", found=found, known=[option.example])
    return found


def _one_of(choices: Sequence[OptionValue], reader: Reader[int], value: Any) -> int:
    found = reader(value)
    if choices and found not in choices:
        raise Fault("unknown_choice", found=found, known=list(choices))
    return found


def _players(rules: System, setup: Setup | None, value: Any) -> list[Player]:
    """With their names as the set-up keeps them; None: as they stand there, of an earlier set-up."""
    whole = integer(0, MOST)
    number = rules.number_key
    fields: dict[str, Reader[Any]] = {
        "id": integer(1, MOST),
        "name": name(_MOST_NAME),
        "rating": whole,
        "national_rating": whole,
        "licence": _licence,
        "club": text(_MOST_NAME),
        "joined_round": integer(1, _MOST_ROUNDS),
        "left_after": or_null(integer(0, _MOST_ROUNDS)),
        "missed": tuple_of(integer(1, _MOST_ROUNDS)),
        number: or_null(integer(1, MOST)),
        "pinned_table": or_null(whole),
        **{key: text(_MOST_NAME) for key in ("title", "federation", "fide_id", "sex", "email", "person")},
        "birth_year": integer(0, MOST),
        "byes": _byes,
    }
    listed = _plain_players(number, value)
    if listed is None:
        listed = list_of(partial(_player, fields, number))(certain(bytes(value)) if type(value) is Raw else value)
    players = listed
    if setup is not None and rules.kept_name is not as_given:
        players = [_renamed(rules, setup, player) for player in listed]
    fields_ = [field for field in rules.player_fields if field.least or field.choices]
    judged = ((field, value) for field in fields_ for value in set(map(attrgetter(field.name), players)))
    if any(unfit_value(*one) for one in judged):
        for at, player in enumerate(players):
            for key, refusal in unfit_fields(rules, player):
                raise Fault(refusal.code, **refusal.facts, article=refusal.article).within(at, key)
    _refuse_duplicates(players, rules, number)
    return players


def _renamed(rules: System, setup: Setup, player: Player) -> Player:
    name = rules.kept_name(setup, player.name)
    return player if player.name == name else replace(player, name=name)


_WHOLE = {
    **dict.fromkeys(("rating", "national_rating", "birth_year", "pinned_table"), (0, MOST)),
    **dict.fromkeys(("id", "number"), (1, MOST)),
    "joined_round": (1, _MOST_ROUNDS),
    "left_after": (0, _MOST_ROUNDS),
}
_LINES = ("name", "licence", "club", "title", "federation", "fide_id", "sex", "email", "person")


def _plain_players(number: str, value: Any) -> list[Player] | None:
    """All players at once; None where one of them is not plain, or wrong: they are read one by one, which tells
    where."""
    players: list[Player] | None
    if type(value) is Raw:
        # Only a key can read like this; one that ends like this (`"x\"draw":`) is unknown before and after.
        renamed = bytes(value).replace(f'"{number}":'.encode(), b'"number":')
        players = part(renamed, list[Player]) if number == "number" or b'"number"' not in bytes(value) else None
    else:
        try:
            players = convert(value, list[Player])  # nothing is done where msgspec has made them already
        except ValidationError:
            return None
        if number != "number" and any(player.number is not None for player in players):
            return None
    if players is None:
        return None
    for key, column in zip(Player.__struct_fields__, zip(*map(astuple, players), strict=True), strict=False):
        values: Sequence[Any] = column  # most have one value only
        if column.count(column[0]) == len(column):
            values = column[:1]
        if key in _WHOLE:
            low, high = _WHOLE[key]
            if None in values:
                values = [given for given in values if given is not None]
            fits = not values or low <= min(values) <= max(values) <= high
        elif key in _LINES:
            fits = "".join(values).isprintable() and max(map(len, values)) <= _MOST_NAME
        else:  # rounds that were missed, or asked for
            fits = not any(values)
        if not fits:
            return None
    return players if all(map(str.strip, map(attrgetter("name"), players))) else None


def _player(fields: Mapping[str, Reader[Any]], number: str, value: Any) -> Player:
    found = record(value, fields, required=("id", "name"))
    if number != "number" and number in found:
        found["number"] = found.pop(number)
    missed = found.get("missed", ())
    if len(set(missed)) < len(missed):
        at, again = _first_again(missed)
        raise Fault("duplicate_value", key="missed", value=again).within("missed", at)
    return Player(**found)


def _licence(value: Any) -> str:
    """A text. Files of before have a number there, which is read as that text; 0 was none."""
    return str(integer(0, MOST)(value) or "") if type(value) is int else text(_MOST_NAME)(value)


def _byes(value: Any) -> tuple[tuple[int, RequestedBye], ...]:
    """`{"3": "H"}`: the rounds in which the player asked to rest, and how."""
    found: dict[int, RequestedBye] = {}
    for key, inner in mapping(value).items():
        if not (key.isascii() and key.isdecimal() and len(key) < 8 and 1 <= int(key) <= _MOST_ROUNDS):
            raise Fault("unknown_key", key=shown(key), known=["1", "2", "3"]).within(key)
        if int(key) in found:
            raise Fault("duplicate_value", key="byes", value=int(key)).within(key)
        try:
            found[int(key)] = cast("RequestedBye", choice(*get_args(RequestedBye))(inner))
        except Fault as fault:
            raise fault.within(key) from None
    return tuple(sorted(found.items()))


def _refuse_duplicates(players: Sequence[Player], rules: System, number: str) -> None:
    ids = [*map(attrgetter("id"), players)]
    if len(set(ids)) < len(ids):
        at, again = _first_again(ids)
        raise Fault("duplicate_id", id=again).within(at, "id")
    columns: dict[str, list[Hashable | None]] = {number: [*map(attrgetter("number"), players)]}
    for field in unique_fields(rules):
        if any(map(attrgetter(field.name), players)):
            columns[field.name] = [field.same(player) for player in players]
    for key, values in columns.items():
        given = [value for value in values if value is not None]
        if len(set(given)) < len(given):
            at, again = _first_again(values)
            raise Fault("duplicate_value", key=key, value=again).within(at, key)


def _first_again(values: Sequence[Hashable | None]) -> tuple[int, Hashable]:
    """The first value that stood there before, and its position."""
    seen: set[Hashable] = set()
    for at, value in enumerate(values):
        if value is None:
            continue
        if value in seen:
            return at, value
        seen.add(value)
    raise AssertionError("one of the values is there twice")


def _avoid(known: Mapping[int, Player], value: Any) -> list[Avoid]:
    fields: dict[str, Reader[Any]] = {
        "players": tuple_of(integer(1, MOST), length=2),
        "as": choice("opponents", "partners", "both"),
        "hard": boolean,
    }
    return list_of(partial(_wish, fields, known))(value)


def _wish(fields: Mapping[str, Reader[Any]], known: Mapping[int, Player], value: Any) -> Avoid:
    found = record(value, fields, required=("players",))
    one, other = found["players"]
    for at, player in enumerate((one, other)):
        if player not in known:
            raise Fault("unknown_player", player=player).within("players", at)
    if one == other:
        raise Fault("player_twice", player=one).within("players", 1)
    return Avoid((one, other), found.get("as", "both"), found.get("hard", True))
