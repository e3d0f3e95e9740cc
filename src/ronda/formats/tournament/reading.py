"""The tournament file: UTF-8 JSON, read strictly."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, convert
from msgspec.structs import asdict

from ronda import registry
from ronda.core import (
    Appeal,
    Avoid,
    OptionValue,
    Penalty,
    Player,
    Refusal,
    RequestedBye,
    Setup,
    from_parts,
    replace,
)
from ronda.core.facts import Appealed, Fact, LotDrawn, PrizesPublished
from ronda.core.penalty_effects import HALVES, countable, kept_as, read_amount
from ronda.core.stage_plan import Replacement, Stage, StageStart
from ronda.formats.errors import Fault, Step, shown, within
from ronda.formats.fact_text import facts_of_state
from ronda.formats.json_text import read_json
from ronda.formats.json_types import MOST, OptionLine, convert_checked, in_parts, refuse_blank, uncounted
from ronda.formats.tournament.money import fee_book, fee_facts, rules_of
from ronda.formats.tournament.rounds import Difference, check_seating, made_with, rounds_of
from ronda.formats.tournament.rows import (
    MOST_ROUNDS,
    VERSION,
    File,
    FileAppeal,
    FileAvoid,
    FileMadeWith,
    FilePenalty,
    FilePlayer,
    FileStage,
    StageOptions,
    player_row,
    refuse_strangers,
)
from ronda.formats.trf.fields import looks_like_trf
from ronda.stages.elimination import LARGEST, read_take
from ronda.stages.groups import LEAST
from ronda.systems import Option, System, system
from ronda.systems.players import unfit_fields, unique_fields
from ronda.systems.system import Forms, Rules

_MOST_STAGES = 20
_MOST_PLAYERS = 1000


def read(data: bytes) -> list[Fact]:
    """The facts that the file tells of, in the order in which they happened; a report file (TRF) is known by what
    stands in it. Raises Unreadable."""
    if not data.startswith(b"{") and looks_like_trf(data):
        from ronda.formats.trf.events import facts_of  # few files are such

        return facts_of(data).facts
    return read_json(data, _facts)


def _facts(value: Any) -> list[Fact]:
    file = _file(value)
    system = _known_system(file.system)
    with within("options"):
        options = {} if file.options is UNSET else _options(system.rules, file.options)
    name, seed = "" if file.name is UNSET else file.name, 0 if file.seed is UNSET else file.seed
    bare = Setup(system.id, name, options, seed)
    unfit = system.rules.refused(bare)
    if unfit is not None:
        raise Fault("bad_options", code=unfit.code, article=unfit.article, facts=unfit.facts).within("options")
    with within("players"):
        players = _players(system.forms, bare, file.players)
    known = {player.id: player for player in players}
    with within("avoid"):
        avoid = _avoid(file.avoid, known)
    with within("penalties"):
        given = _penalties(file.penalties, known, system.rules.unit(bare))
    with within("stages"):
        planned = _stages(file.stages, known)
    setup = replace(bare, avoid=avoid, penalties=given, stages=tuple(planned))
    with within("rounds"):
        rounds = rounds_of(file.rounds, system, setup, known)
    differences = _differences(file, system, known, planned)
    with within("rounds"):
        then = made_with(setup, players, rounds, differences)
        if differences:
            check_seating(rounds, then)
    facts = facts_of_state(setup, players, rounds, then)
    if file.prizes is not UNSET:
        with within("prizes"):
            facts.append(PrizesPublished(rules_of(file.prizes)))
    if file.fees is not UNSET:
        with within("fees"):
            facts += fee_facts(fee_book(file.fees, known))
    with within("appeals"):
        facts += map(Appealed, _appeals(file.appeals, known))
    if file.lot is not UNSET:
        facts.append(LotDrawn(file.lot))
    return facts


def _file(value: Any) -> File:
    """The whole file, with its version checked before anything else."""
    version = value.get("ronda") if type(value) is dict else None
    if type(version) is int and version != VERSION:
        raise Fault("bad_version", found=version, known=[VERSION]).within("ronda")
    return convert_checked(value, File)


def _known_system(name: str) -> System:
    if not registry.known(name):
        raise Fault("unknown_system", found=shown(name), known=list(registry.names())).within("system")
    return system(name)


def _options(rules: Rules, given: Mapping[str, Any]) -> dict[str, OptionValue]:
    known = {option.name: option for option in rules.options}
    found: dict[str, OptionValue] = {}
    for name, value in given.items():
        if name not in known:
            raise Fault("unknown_key", key=shown(name), known=list(known)).within(name)
        with within(name):
            found[name] = _option(known[name], value)
    return found


def _option(option: Option, value: Any) -> OptionValue:
    if value is None and option.default is None:
        return None
    low = -MOST if option.low is None else option.low
    high = MOST if option.high is None else option.high
    kind: Any
    match option.kind:
        case "halves":
            return in_parts(value, 2, low, high)
        case "int":
            kind = Annotated[int, Meta(ge=low, le=high)]
        case "bool":
            kind = bool
        case "choice":
            kind = OptionLine if option.accepts is not None else Literal[*map(str, option.choices)]
        case "text":
            kind = OptionLine
    found: OptionValue = convert_checked(value, kind)
    if option.kind == "int" and option.choices and found not in option.choices:
        raise Fault("unknown_choice", found=found, known=list(option.choices))
    if isinstance(found, str) and found not in option.choices and not option.takes(found):
        raise Fault("unknown_choice", found=found, known=[*option.choices] or [option.example])
    return found


def _players(forms: Forms, setup: Setup | None, listed: Sequence[Mapping[str, Any]]) -> list[Player]:
    """With their names as the set-up keeps them; None: as they stand there, of an earlier set-up."""
    players: list[Player] = []
    kind = player_row(forms.number_key)
    for at, given in enumerate(listed):
        with within(at):
            player = _player(convert_checked(given, kind))
            if setup is not None:
                player = replace(player, name=forms.name(setup, player.name))
            for key, refusal in unfit_fields(forms, player):
                raise _unfit(refusal).within(key)
        players.append(player)
    _refuse_duplicates(players, forms)
    return players


def _unfit(refusal: Refusal) -> Fault:
    if refusal.code == "bad_rating":
        return Fault("bad_rating", **refusal.facts, article=refusal.article)
    return Fault("unknown_choice", found=refusal.facts["found"], known=refusal.facts["known"])


def _player(row: FilePlayer) -> Player:
    refuse_blank(row.name, "name")
    again = _first_again(row.missed)
    if again is not None:
        raise Fault("duplicate_value", key="missed", value=row.missed[again]).within("missed", again)
    licence = row.licence if isinstance(row.licence, str) else str(row.licence or "")  # 0 was none
    size = row.size or len([name for name in row.members.split(";") if name.strip()])
    return Player(**{**asdict(row), "licence": licence, "byes": _byes(row.byes), "size": size})


def _byes(given: Mapping[str, RequestedBye]) -> tuple[tuple[int, RequestedBye], ...]:
    """The rounds in which the player asked to rest, and how."""
    found: dict[int, RequestedBye] = {}
    for key, kind in given.items():
        if not (key.isascii() and key.isdecimal() and len(key) < 8 and 1 <= int(key) <= MOST_ROUNDS):
            raise Fault("unknown_key", key=shown(key), known=["1", "2", "3"]).within("byes", key)
        if int(key) in found:
            raise Fault("duplicate_value", key="byes", value=int(key)).within("byes", key)
        found[int(key)] = kind
    return tuple(sorted(found.items()))


def _refuse_duplicates(players: Sequence[Player], forms: Forms) -> None:
    again = _first_again([player.id for player in players])
    if again is not None:
        raise Fault("duplicate_id", id=players[again].id).within(again, "id")
    columns: dict[str, list[Hashable | None]] = {forms.number_key: [player.number for player in players]}
    columns |= {field.name: [field.same(player) for player in players] for field in unique_fields(forms)}
    for key, values in columns.items():
        again = _first_again(values)
        if again is not None:
            raise Fault("duplicate_value", key=key, value=values[again]).within(again, key)


def _first_again(values: Sequence[Hashable | None]) -> int | None:
    """Where a value first stands that stood there before."""
    seen: set[Hashable] = set()
    for at, value in enumerate(values):
        if value in seen:
            return at
        if value is not None:
            seen.add(value)
    return None


def _avoid(rows: Sequence[FileAvoid], known: Collection[int]) -> tuple[Avoid, ...]:
    for at, row in enumerate(rows):
        refuse_strangers(known, ((player, (at, "players", seat)) for seat, player in enumerate(row.players)))
        if row.players[0] == row.players[1]:
            raise Fault("player_twice", player=row.players[0]).within(at, "players", 1)
    return tuple(Avoid(row.players, row.relation, row.hard) for row in rows)


# --- penalties and appeals (PE1, PE8) ----------------------------------------------------------------------


def _penalties(rows: Sequence[FilePenalty], known: Collection[int], unit: int | None) -> tuple[Penalty, ...]:
    """Of an event that counts points in so many parts of one; None: in those of an earlier set-up, that the reader
    does not know."""
    found: dict[int, Penalty] = {}
    for at, row in enumerate(rows):
        with within(at):
            refuse_strangers(known, [(row.player, ("player",))])
            with within("amount"):
                amount, parts = kept_as(row.kind, _amount(row, unit))
            if row.id in found:
                raise Fault("duplicate_id", id=row.id).within("id")
        found[row.id] = Penalty(**asdict(row) | {"amount": amount, "parts": parts})
    return tuple(found.values())


def _amount(row: FilePenalty, unit: int | None) -> Fraction:
    low = -MOST if row.kind == "points" else 0  # PE7.2: only points can be given, too
    if not low <= row.amount * HALVES <= MOST:
        raise Fault("out_of_range", found=row.amount, low=0, high=from_parts(MOST, HALVES))
    size = read_amount(abs(row.amount))
    if size is None:
        raise Fault("not_half", found=row.amount)
    amount = -size if row.amount < 0 else size
    if row.kind != "points" and amount.denominator != 1:
        raise Fault("wrong_type", expected="integer", found="number")
    # halves were kept in any event once; what was lifted may be of a time with other options
    if unit is not None and not row.lifted and not countable(amount, HALVES) and not countable(amount, unit):
        raise uncounted(row.amount, unit)
    return amount


def _appeals(rows: Sequence[FileAppeal], known: Collection[int]) -> list[Appeal]:
    refuse_strangers(known, ((row.player, (at, "player")) for at, row in enumerate(rows)))
    return convert(rows, list[Appeal], from_attributes=True)


# --- stages: what is planned, and who entered those that have begun (ST10) ---------------------------------


def planned_stages(value: Any) -> list[Stage]:
    """A list of stages as the file has them, of which none has begun. Raises Fault."""
    return _stages(convert_checked(value, list[FileStage]), ())


def _stages(rows: Sequence[FileStage], known: Collection[int]) -> list[Stage]:
    found: list[Stage] = []
    for at, row in enumerate(rows):
        with within(at):
            stage = _stage(row, known)
            if stage.kind == "rounds" and at:
                raise Fault("unknown_choice", found=stage.kind, known=["elimination"]).within("kind")
            if stage.source > at:
                raise Fault("out_of_range", found=stage.source, low=0, high=at).within("options", "source")
        found.append(stage)
    if len(found) > _MOST_STAGES:
        raise Fault("out_of_range", found=len(found), low=0, high=_MOST_STAGES)
    return found


def _stage(row: FileStage, known: Collection[int]) -> Stage:
    with within("options"):
        convert_checked(row.options, StageOptions)
        stage = Stage(row.kind, row.name, **row.options)
        if stage.take and read_take(stage.take) is None:
            raise Fault("unknown_choice", found=stage.take, known=["top 8", "places 9-16"]).within("take")
    if row.entrants is UNSET:
        return stage
    _refuse_strange_entrants(row, row.entrants, known)
    low, high = {"elimination": (2, LARGEST), "table": (4, 4)}.get(stage.kind, (LEAST, _MOST_PLAYERS))
    if not low <= len(row.entrants) <= high:
        raise Fault("out_of_range", found=len(row.entrants), low=low, high=high).within("entrants")
    fields = {name: value for name, value in asdict(row).items() if name in StageStart.__struct_fields__}
    fields |= {"entrants": tuple(row.entrants), "grouped": row.groups}
    fields["changes"] = tuple(Replacement(one.out, one.into) for one in row.changes)
    said = {name: value for name, value in fields.items() if value is not UNSET}
    return replace(stage, begun=StageStart(**{"after": 0, **said}))


def _refuse_strange_entrants(row: FileStage, entrants: Sequence[tuple[int, ...]], known: Collection[int]) -> None:
    """Only players of the event enter, each of them once, and every seed is in one group."""
    named: list[tuple[int, tuple[Step, ...]]] = [
        *((player, ("entrants", at, seat)) for at, side in enumerate(entrants) for seat, player in enumerate(side)),
        *((player, ("lots", at, 0)) for at, (player, _) in enumerate(row.lots)),
        *((player, ("playoff", at)) for at, player in enumerate(row.playoff)),
        *((one.out, ("changes", at, "out")) for at, one in enumerate(row.changes)),
        *((one.into, ("changes", at, "in")) for at, one in enumerate(row.changes)),
    ]
    refuse_strangers(known, named)
    everybody = [player for side in entrants for player in side]
    if len(set(everybody)) < len(everybody) or not all(entrants):
        twice = next((player for player in everybody if everybody.count(player) > 1), 0)
        raise Fault("player_twice", player=twice).within("entrants")
    seeds = sorted(seed for group in row.groups for seed in group)
    if row.groups and seeds != list(range(1, len(entrants) + 1)):
        raise Fault("wrong_value", expected=len(entrants), found=len(seeds)).within("groups")


# --- what rounds were made with ----------------------------------------------------------------------------


def _differences(file: File, system: System, known: Collection[int], planned: Sequence[Stage]) -> dict[int, Difference]:
    """What rounds were made with, by round; also what a stage began with whose first round is not made yet."""
    found: dict[int, Difference] = {}
    for at, (row, stage) in enumerate(zip(file.stages, planned, strict=True)):
        if stage.begun is not None and row.made_with is not UNSET:
            with within("stages", at, "made_with"):
                found[stage.begun.after + 1] = _difference(row.made_with, system, known)
    for at, round_ in enumerate(file.rounds):
        if round_.made_with is not UNSET:
            with within("rounds", at, "made_with"):
                found[at + 1] = _difference(round_.made_with, system, known)
    return {number: difference for number, difference in found.items() if difference}


def _difference(row: FileMadeWith, system: System, known: Collection[int]) -> Difference:
    options = avoid = given = entered = None
    if row.options is not UNSET:
        with within("options"):
            options = _options(system.rules, row.options)
    if row.avoid is not UNSET:
        with within("avoid"):
            avoid = _avoid(row.avoid, known)
    if row.entered is not UNSET:
        entered = row.entered
        if entered > len(known):
            raise Fault("out_of_range", found=entered, low=0, high=len(known)).within("entered")
    with within("players"):
        players = tuple(_players(system.forms, None, row.players))
    if row.penalties is not UNSET:
        with within("penalties"):
            given = _penalties(row.penalties, known, None)
    return Difference(options, avoid, entered, players, given)
