"""A tournament as the text of its file: canonical, one player, table, bye and reason to a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType, structs

from ronda.core import (
    Appeal,
    Avoid,
    Bye,
    OptionValue,
    Penalty,
    Player,
    Round,
    Setup,
    Table,
    Tournament,
    from_parts,
)
from ronda.core.penalty_effects import amount_of
from ronda.core.prize_rules import FeeBook
from ronda.core.stage_plan import Stage
from ronda.core.verdicts import RECORDED, Reason, Relaxation
from ronda.formats.json_types import Row
from ronda.formats.tournament.money import PrizesRow, fees_row
from ronda.formats.tournament.rounds import Difference, differences
from ronda.formats.tournament.rows import (
    STAGE_OPTIONS,
    VERSION,
    File,
    FileAppeal,
    FileApproval,
    FileAvoid,
    FileBye,
    FileChange,
    FileEarlier,
    FileMadeWith,
    FilePenalty,
    FileReason,
    FileRelaxation,
    FileRound,
    FileStage,
    FileTable,
    player_row,
)
from ronda.systems import Option, System, system
from ronda.systems.event_stages import begun_stages
from ronda.systems.system import Forms, Results, Rules

# of a player, where a system asks for them, and who that is in the list of people
FURTHER = ("title", "federation", "fide_id", "birth_year", "sex", "email", "person", "start", "members")

_packed = msgspec.json.Encoder().encode


def json_line(value: Any) -> str:
    """JSON with a space after each comma and colon, as Python writes it."""
    return msgspec.json.format(_packed(value), indent=0).decode()


def write(tournament: Tournament) -> bytes:
    """The tournament file. Keys stand in a fixed order and what has its default value is left out."""
    return f"{_laid_out(_file(tournament), 1)}\n".encode()


def _laid_out(row: Row, depth: int) -> str:
    """An object with a line for each key, and for each item of a list; what lies deeper is on one line, but for rounds
    and what they were made with."""
    margin = "  " * depth
    parts: list[str] = []
    for field in structs.fields(row):
        value = getattr(row, field.name)
        if value is UNSET or value is field.default:
            continue
        if isinstance(value, FileMadeWith):
            text = _laid_out(value, depth + 1)
        elif value and isinstance(value, list | tuple):
            lines = (_laid_out(item, depth + 2) if isinstance(item, FileRound) else json_line(item) for item in value)
            text = f"[\n{margin}  " + f",\n{margin}  ".join(lines) + f"\n{margin}]"
        else:
            text = json_line(value)
        parts.append(f'{margin}"{field.encode_name}": {text}')
    return "{\n" + ",\n".join(parts) + "\n" + margin.removesuffix("  ") + "}"


def _file(tournament: Tournament) -> File:
    setup = tournament.setup
    declared = system(setup.system)
    made = differences(tournament)
    stages = stage_rows(tournament)
    following = made.get(len(tournament.rounds) + 1)
    if following is not None:  # what a stage began with whose first round is not made yet
        first = next(row for row in stages if row.after == len(tournament.rounds))
        first.made_with = _made_with(following, declared)
    prizes, fees = tournament.prizes, tournament.fees
    return File(
        ronda=VERSION,
        name=setup.name,
        system=setup.system,
        options=option_values(setup, declared.rules),
        seed=setup.seed,
        players=_players(tournament.players, declared.forms),
        rounds=[_round(one, declared, declared.rules.unit(setup), made.get(one.number)) for one in tournament.rounds],
        avoid=tuple(map(_avoid, setup.avoid)),
        penalties=tuple(map(penalty_row, setup.penalties)),
        stages=tuple(stages),
        prizes=UNSET if prizes is None else msgspec.convert(prizes, PrizesRow, from_attributes=True),
        fees=UNSET if fees == FeeBook() else fees_row(fees),
        appeals=tuple(map(_appeal, tournament.appeals)),
        lot=UNSET if tournament.lot is None else tournament.lot,
    )


def option_values(setup: Setup, rules: Rules) -> dict[str, Any]:
    """The options that were set, as people write them."""
    return {
        option.name: option_value(option, setup.options[option.name])
        for option in rules.options
        if option.name in setup.options
    }


def option_value(option: Option, value: OptionValue) -> Any:
    """Halves as 1.5, everything else as it is."""
    return from_parts(value, 2) if option.kind == "halves" and isinstance(value, int) else value


def _players(players: Iterable[Player], forms: Forms) -> list[dict[str, Any]]:
    row = player_row(forms.number_key)
    rows = [
        row(**{**structs.asdict(player), "byes": {str(number): kind for number, kind in player.byes}})
        for player in players
    ]
    return msgspec.to_builtins(rows)  # type: ignore[no-any-return]


def _avoid(avoid: Avoid) -> FileAvoid:
    return FileAvoid(avoid.players, avoid.relation, avoid.hard)


def penalty_row(penalty: Penalty) -> FilePenalty:
    amount = amount_of(penalty)
    fields = structs.asdict(penalty) | {"amount": from_parts(amount.numerator, amount.denominator)}
    del fields["parts"]
    return FilePenalty(**fields)


def _appeal(appeal: Appeal) -> FileAppeal:
    return FileAppeal(**structs.asdict(appeal) | {"table": appeal.table or None})


def stage_rows(tournament: Tournament) -> list[FileStage]:
    """The stages as the file has them, each with the numbers of its rounds."""
    if not tournament.setup.stages:
        return []
    rounds = {one.number: [round_.number for round_ in one.rounds] for one in begun_stages(tournament)}
    return [stage_row(one, rounds.get(at, [])) for at, one in enumerate(tournament.setup.stages, start=1)]


def stage_row(stage: Stage, rounds: list[int]) -> FileStage:
    """A stage as the file has it; `rounds`: the numbers of its rounds in the event."""
    plain, begun = Stage(stage.kind), stage.begun
    options = {key: getattr(stage, key) for key in STAGE_OPTIONS if getattr(stage, key) != getattr(plain, key)}
    if begun is None:
        return FileStage(stage.kind, stage.name, options)
    fields: dict[str, Any] = structs.asdict(begun)
    fields["groups"] = fields.pop("grouped")
    fields["settled"] = begun.settled or UNSET
    fields["changes"] = tuple(FileChange(one.out, one.into) for one in begun.changes)
    if not begun.by and not begun.reason:
        del fields["by"], fields["reason"]
    return FileStage(stage.kind, stage.name, options, **fields, rounds=rounds)


def _made_with(difference: Difference, system: System) -> FileMadeWith:
    """Options, wishes and players as they were when the round was made, where that has changed since."""
    row = FileMadeWith(players=tuple(_players(difference.players, system.forms)))
    if difference.options is not None:
        row.options = option_values(Setup(system.id, options=difference.options), system.rules)
    if difference.avoid is not None:
        row.avoid = list(map(_avoid, difference.avoid))
    if difference.entered is not None:
        row.entered = difference.entered
    if difference.penalties is not None:
        row.penalties = list(map(penalty_row, difference.penalties))
    return row


def _round(round_: Round, system: System, unit: int, difference: Difference | None) -> FileRound:
    row = FileRound(
        round_.number,
        [_table(table, system.rules.results) for table in round_.tables],
        [_bye(bye, unit) for bye in round_.byes],
        round_.seed,
        edition=round_.edition,
        by_hand=round_.by_hand,
    )
    made = round_.edition is not None  # then it says all of itself, also that no rule was relaxed
    if made:
        row.system = system.id
    if made or round_.reasons:
        row.reasons = [
            FileReason(reason.table, reason.player, reason.article, *_told(reason)) for reason in round_.reasons
        ]
    if made or round_.relaxations:
        row.relaxations = [FileRelaxation(each.players, each.article, *_told(each)) for each in round_.relaxations]
    if round_.approved is not None:
        row.approved = FileApproval(round_.approved.by, round_.approved.reason)
    if round_.status != "published":
        row.status = round_.status
    if difference:
        row.made_with = _made_with(difference, system)
    return row


def _table(table: Table, results: Results) -> FileTable:
    earlier = tuple(FileEarlier(results.written(one.result), one.until, one.absent) for one in table.earlier)
    return FileTable(table.number, table.first, table.second, results.written(table.result), table.absent, earlier)


def _bye(bye: Bye, unit: int) -> FileBye:
    points = None if bye.halves is None else from_parts(bye.halves, unit)
    return FileBye(bye.player, UNSET if bye.kind == "U" else bye.kind, points, bye.differential)


def _told(verdict: Reason | Relaxation) -> tuple[str | UnsetType, dict[str, Any], str | UnsetType]:
    if verdict.code == RECORDED and verdict.facts.keys() == {"text"}:
        return UNSET, {}, verdict.facts["text"]
    return verdict.code, dict(verdict.facts), UNSET
