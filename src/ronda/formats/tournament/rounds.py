"""The rounds of a tournament file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import count, starmap
from operator import itemgetter
from typing import Annotated, Any, TypedDict, get_args

import msgspec
from msgspec.structs import astuple

from ronda.core.model import Approval, Bye, ByeKind, Earlier, Player, Result, Round, Setup, Table
from ronda.core.values import replace
from ronda.core.verdicts import RECORDED, Reason, Refusal, Relaxation
from ronda.formats.errors import Fault
from ronda.formats.made_with import Difference
from ronda.formats.strict_json.shape import (
    MOST,
    MOST_SEED,
    Reader,
    boolean,
    choice,
    integer,
    mapping,
    name,
    or_null,
    parts,
    record,
    text,
    tuple_of,
)
from ronda.formats.strict_json.text import Shallow
from ronda.formats.tournament.seating import Seating
from ronda.systems import System

MOST_SIDE = 3
_MOST_RESULT = 40
_MOST_CODE = 100
_MOST_APPROVAL = 1000
_MOST_TEXT = 10_000
_Fields = dict[str, Reader[Any]]
_PlayerId = Annotated[int, msgspec.Meta(ge=1, le=MOST)]

_KEYS = ("number", "byes", "seed", "system", "edition", "relaxations", "status", "by_hand", "approved", "made_with")

# What `pair --json` tells beside the shape of the file: it follows from the rest, and a round that was printed can be
# put into a file as it is.
_TOLD = {"round": ("forced", "in_force"), "table": ("names", "labels"), "bye": ("name", "label")}


def round_reader(
    rules: System,
    setup: Setup,
    players: Mapping[int, Player],
    difference: Reader[Difference],
    differences: dict[int, Difference],
) -> Reader[Round]:
    """A reader of rounds that come in order, the first one first. What they were made with goes to `differences`."""
    fields = {**_round_fields(rules, setup), "made_with": difference}
    seating = Seating(players, setup.stages)
    following = count(1)
    drafts: list[int] = []

    def read(value: Any) -> Round:
        found = {"tables": (), **record(value, fields, required=("number",), passed_over=_TOLD["round"])}
        found.pop("system", None)
        made_with = found.pop("made_with", None)
        expected = next(following)
        if found["number"] != expected:
            raise Fault("wrong_value", expected=expected, found=found["number"]).within("number")
        if made_with:
            differences[expected] = made_with
        round_ = Round(**found)
        seating.check(round_)
        return _settled(round_, drafts)

    return read


def _settled(round_: Round, drafts: list[int]) -> Round:
    """Only the last round can be a draft. One that has results is none: somebody has played it. (That a result is
    missing in a closed round is for `check` to say: the event must be opened to be mended.)"""
    if drafts:
        raise Fault("round_after_draft", round=round_.number, draft=drafts[0]).within("number")
    if round_.status != "draft":
        return round_
    if any(table.result is not None for table in round_.tables):
        return replace(round_, status="published")
    drafts.append(round_.number)
    return round_


def _round_fields(rules: System, setup: Setup) -> _Fields:
    player, number, unit = integer(1, MOST), integer(0, MOST), rules.scoring(setup).unit
    results = _Results(rules, setup)
    result = results.read
    absent = tuple_of(player)
    # sides of a stage may have another size (ST7); `check` judges them
    sizes = range(1, MOST_SIDE + 1) if setup.stages else rules.side_sizes(setup)
    side = tuple_of(player, length=sizes[0] if len(sizes) == 1 else None)
    earlier: _Fields = {"result": result, "until": integer(1, MOST), "absent": absent}
    table: _Fields = {
        "number": number,
        "first": side,
        "second": side,
        "result": result,
        "absent": absent,
        "earlier": tuple_of(partial(_earlier, earlier)),
    }
    one = partial(_table, table)
    bye: _Fields = {
        "player": player,
        "kind": choice(*get_args(ByeKind)),
        "points": or_null(parts(unit, 0, unit * MOST)),
        "differential": or_null(integer(-MOST, MOST)),
    }
    told: _Fields = {"code": text(_MOST_CODE), "article": text(_MOST_CODE), "facts": mapping, "text": _prose}
    return {
        "number": number,
        "tables": partial(_tables, sizes, results, one, tuple_of(one)),
        "byes": tuple_of(partial(_bye, bye)),
        "seed": or_null(integer(0, MOST_SEED)),
        "system": choice(rules.id),
        "edition": or_null(text(_MOST_CODE)),
        "reasons": partial(
            _reasons, tuple_of(partial(_reason, {"table": or_null(number), "player": or_null(player), **told}))
        ),
        "relaxations": tuple_of(partial(_relaxation, {"players": tuple_of(player), **told})),
        "status": choice("draft", "published", "closed"),
        "by_hand": boolean,
        "approved": or_null(partial(_approval, {"by": name(_MOST_APPROVAL), "reason": name(_MOST_APPROVAL)})),
    }


class _Results:
    """Results by what stands for them in the file; each is read once, as somebody could have typed it."""

    def __init__(self, rules: System, setup: Setup) -> None:
        self.rules, self.setup = rules, setup
        self.known: dict[Any, Any] = {None: None, msgspec.UNSET: None}

    def read(self, value: Any) -> Result | None:
        """Raises Fault."""
        if value is not None and text(_MOST_RESULT)(value) not in self.known:
            result = self.rules.read_result(value, self.setup)
            if isinstance(result, Refusal):
                raise Fault("bad_result", code=result.code, article=result.article, facts=result.facts)
            self.known[value] = result
        found: Result | None = self.known[value]
        return found

    def read_all(self, values: Collection[Any]) -> Iterator[Result | None]:
        """The same for strings and what is known; a file may have thousands that are different."""
        read, setup, known = self.rules.read_result, self.setup, self.known
        new = set(values) - known.keys()
        plain = "".join(new).isprintable() and max(map(len, new), default=0) <= _MOST_RESULT
        for text_ in new:
            result = read(text_, setup)
            known[text_] = result if plain and type(result) is not Refusal else self.read(text_)
        return map(known.__getitem__, values)


class _Plain(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What msgspec makes of the text, to be looked at and copied."""


class _PlainTable(_Plain):
    number: Annotated[int, msgspec.Meta(ge=0, le=MOST)]
    first: tuple[_PlayerId, ...]
    second: tuple[_PlayerId, ...]
    result: str | msgspec.UnsetType | None = msgspec.UNSET
    absent: tuple[_PlayerId, ...] = ()
    earlier: list[Shallow] = []


class _PlainReason(_Plain):
    code: str
    article: str = ""
    facts: dict[str, Shallow] = {}
    table: Annotated[int, msgspec.Meta(ge=0, le=MOST)] | None = None
    player: _PlayerId | None = None


def plain_rounds() -> Any:
    """The type of rounds whose tables and reasons msgspec can make at once, as nearly all are."""
    keyed: Any = TypedDict
    listed: Any = list
    long = {"tables": list[_PlainTable], "reasons": list[_PlainReason]}
    return listed[keyed("Round", dict.fromkeys(_KEYS, Any) | long, total=False)]


def _tables(
    sizes: Collection[int], results: _Results, one: Reader[Table], one_by_one: Reader[tuple[Table, ...]], value: Any
) -> tuple[Table, ...]:
    """All tables of a round at once; where one is not plain, or wrong, they are read one by one, which tells where."""
    try:
        found = msgspec.convert(value, list[_PlainTable])  # nothing is done where msgspec has made them already
        if not found:
            return ()
        numbers, first, second, texts, absent, earlier = zip(*map(astuple, found), strict=True)
        if not {*map(len, first), *map(len, second)}.issubset(sizes):
            return one_by_one(value)
        tables = [*map(Table, numbers, first, second, results.read_all(texts))]
        if any(absent) or any(earlier):
            for at, table in enumerate(found):
                if table.absent or table.earlier:
                    tables[at] = one(msgspec.json.decode(msgspec.json.encode(table)))
    except (msgspec.ValidationError, Fault):
        return one_by_one(value)
    return tuple(tables)


def _reasons(one_by_one: Reader[tuple[Reason, ...]], value: Any) -> tuple[Reason, ...]:
    """The same for reasons."""
    try:
        found = list(map(astuple, msgspec.convert(value, list[_PlainReason])))
    except msgspec.ValidationError:
        return one_by_one(value)
    for text_ in {*map(itemgetter(0), found), *map(itemgetter(1), found)}:
        if len(text_) > _MOST_CODE or not text_.isprintable():
            return one_by_one(value)
    return tuple(starmap(Reason, found))


def _table(fields: _Fields, value: Any) -> Table:
    required = ("number", "first", "second")
    table = Table(**record(value, fields, required=required, passed_over=_TOLD["table"]))
    for key, side in (("first", table.first), ("second", table.second)):
        if not 1 <= len(side) <= MOST_SIDE:
            raise Fault("out_of_range", found=len(side), low=1, high=MOST_SIDE).within(key)
    _refuse_strangers(table, table.absent)
    for at, earlier in enumerate(table.earlier):
        _refuse_strangers(table, earlier.absent, "earlier", at)
    return table


def _refuse_strangers(table: Table, absent: tuple[int, ...], *steps: str | int) -> None:
    """Only players of the table can have been missing from it, each of them once."""
    for at, player in enumerate(absent):
        if player not in table.players:
            raise Fault("not_at_table", player=player).within(*steps, "absent", at)
        if player in absent[:at]:
            raise Fault("player_twice", player=player).within(*steps, "absent", at)


def _earlier(fields: _Fields, value: Any) -> Earlier:
    return Earlier(**record(value, fields, required=("result", "until")))


def _bye(fields: _Fields, value: Any) -> Bye:
    found = record(value, fields, required=("player",), passed_over=_TOLD["bye"])
    return Bye(found["player"], found.get("points"), found.get("differential"), found.get("kind", "U"))


def _approval(fields: _Fields, value: Any) -> Approval:
    return Approval(**record(value, fields, required=("by", "reason")))


def _prose(value: Any) -> str:
    """A sentence, perhaps of several lines."""
    line = text(_MOST_TEXT)
    line(value.replace("\n", " ") if type(value) is str else value)
    return str(value)


def _reason(fields: _Fields, value: Any) -> Reason:
    return Reason(**_told(record(value, fields)))


def _relaxation(fields: _Fields, value: Any) -> Relaxation:
    return Relaxation(**_told(record(value, fields, required=("players",))))


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """The code decides and its text is made anew; where there is only a text, it is kept."""
    prose = found.pop("text", None)
    if "code" not in found:
        if prose is None:
            raise Fault("missing_key", key="code")
        found = {**found, "code": RECORDED, "facts": {"text": prose}}
    found.setdefault("article", "")
    return found
