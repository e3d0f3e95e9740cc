"""A round with its tables, byes and reasons; a table as programs and as people read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import combinations, product

from ronda.core import (
    Bye,
    Result,
    Round,
    RoundStatus,
    Setup,
    Table,
    Tournament,
    from_parts,
    replace,
    tallies_at,
)
from ronda.core.penalty_effects import in_force
from ronda.systems import rules_of, system
from ronda.systems.lists import PairingList, pairing_rows
from ronda.systems.shared_options import called
from ronda.systems.system import Rules
from ronda.texts import Speaker
from ronda.views import UNSET, Blank, UnsetType, View
from ronda.views.standings import ColumnLine, column_lines
from ronda.views.verdicts import (
    ApprovalLine,
    InForceLine,
    ReasonLine,
    RelaxationLine,
    approval_line,
    in_force_lines,
    reason_line,
    relaxation_line,
    result_text,
    sets_text,
    worded,
)

Reports = Mapping[int, Mapping[int, Result]]


class EarlierLine(View, omit_defaults=True):
    """What a table's result was until round `until` was made; it was corrected since."""

    result: str | None
    until: int
    absent: list[int] = []


class TableLine(View):
    """`first` has white where colour matters. `names` and `labels` are those of `first`, then of `second`; `earlier`
    are results that were corrected after a later round was made; `reports` (for the desk) is what players say, by
    player; `called` is the name or the zone of the table, where the organiser gave one; `cells` is the row of the list
    as people read it, by the codes of its columns."""

    number: int
    first: list[int]
    second: list[int]
    result: str | None
    absent: list[int] | UnsetType
    earlier: list[EarlierLine] | UnsetType
    names: list[str]
    labels: list[str]
    reports: dict[str, str] | UnsetType | None
    called: str | UnsetType = UNSET
    cells: dict[str, str] | UnsetType = UNSET


class ByeLine(View, kw_only=True):
    """Who rests, and what that is worth, where the system fixes it with the round. `kind`, where there are several: U
    allocated by the pairing; F, H, Z asked for, with the points of a win, of a draw, or none."""

    player: int
    kind: str | UnsetType = UNSET
    points: float | UnsetType | None
    differential: int | UnsetType | None
    name: str
    label: str
    cells: dict[str, str] | UnsetType = UNSET


class ShownTable(View):
    """A table as pages, the wall and paper show it: `result` is written as people read it, empty while there is none;
    `word`: it is a word and not figures; `sets`: those of a match one by one, where there are any."""

    number: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    result: str
    word: bool
    sets: list[str]


def winning_side(tournament: Tournament, number: int, table: Table) -> int | None:
    """0 or 1: the side that has won the table of that round; None while nobody has."""
    rules = rules_of(tournament.setup)
    tallies = tallies_at(table, number, rules.scoring(tournament.setup), in_force(tournament.setup.penalties))
    outcomes = (tallies[0].outcome, tallies[len(table.first)].outcome)
    return next((side for side, outcome in enumerate(outcomes) if outcome in ("win", "walkover")), None)


def meetings_at(table: Table) -> Iterator[tuple[int, int, bool]]:
    """Who meets whom at a table, the lower number first, and whether as partners."""
    for one, other in product(table.first, table.second):
        yield min(one, other), max(one, other), False
    for side in (table.first, table.second):
        for one, other in combinations(sorted(side), 2):
            yield one, other, True


class ShownBye(View):
    """Who rests, and what that is worth, in the parts of a point that the book counts in."""

    player: int
    worth: int


def shown_status(round_: Round) -> RoundStatus:
    """`closed` is a round that is over, whether or not somebody ever said so (R5.5)."""
    return "closed" if round_.over else round_.status if round_.status == "draft" else "published"


class RoundState(View):
    """`status`: `closed` when the round is over, that is with its last result. `forced`: a director must approve it
    (`approved`) before it is more than a draft. `columns`: those of the list of pairings, where it was asked for."""

    number: int
    status: RoundStatus
    tables: list[TableLine]
    byes: list[ByeLine]
    seed: int | None
    system: str
    edition: str | None
    reasons: list[ReasonLine]
    relaxations: list[RelaxationLine]
    forced: bool
    by_hand: bool
    approved: ApprovalLine | UnsetType | None
    in_force: list[InForceLine] | UnsetType
    columns: list[ColumnLine] | UnsetType = UNSET


class RoundLine(View):
    """A round in the list of rounds; `status` as in the round. `is_completed` and `ended_at` say that it is over and
    when its last result came in, as in the five tables of the store."""

    number: int
    status: RoundStatus
    tables: int
    byes: int
    missing: int
    is_completed: bool
    ended_at: str | None


def table_line(
    table: Table,
    rules: Rules,
    speaker: Speaker,
    *,
    reports: Mapping[int, Result] | None = None,
    blank: Blank = UNSET,
    setup: Setup | None = None,
) -> TableLine:
    earlier = [EarlierLine(rules.results.written(one.result), one.until, list(one.absent)) for one in table.earlier]
    return TableLine(
        table.number,
        list(table.first),
        list(table.second),
        rules.results.written(table.result),
        list(table.absent) if table.absent or blank is None else UNSET,
        earlier if earlier or blank is None else UNSET,
        [speaker.bare_name(player) for player in table.players],
        [speaker.name(player) for player in table.players],
        blank if reports is None else {str(player): rules.results.write(said) for player, said in reports.items()},
        (called(setup, table.number) if setup else "") or UNSET,
    )


def shown_table(table: Table, rules: Rules, speaker: Speaker) -> ShownTable:
    result = table.result
    word = result is not None and rules.results.read_as(result) is not None
    return ShownTable(
        table.number, table.first, table.second, result_text(rules, result, speaker), word, sets_text(result)
    )


def bye_line(bye: Bye, setup: Setup, rules: Rules, speaker: Speaker, *, blank: Blank = UNSET) -> ByeLine:
    return ByeLine(
        player=bye.player,
        kind=bye.kind if rules.byes.on_request(setup) else UNSET,
        points=blank if bye.halves is None else from_parts(bye.halves, rules.unit(setup)),
        differential=blank if bye.differential is None else bye.differential,
        name=speaker.bare_name(bye.player),
        label=speaker.name(bye.player),
    )


def round_state(
    tournament: Tournament,
    round_: Round,
    speaker: Speaker,
    *,
    reports: Reports | None = None,
    open_facts: bool = True,
    blank: Blank = UNSET,
) -> RoundState:
    """`reports`: what players say, by table, for those who may know it."""
    declared = system(tournament.setup.system)
    said = None if reports is None else reports.get
    told = in_force_lines(tournament, speaker)
    return RoundState(
        round_.number,
        shown_status(round_),
        [
            table_line(
                table,
                declared.rules,
                speaker,
                reports=said and said(table.number, {}),
                blank=blank,
                setup=tournament.setup,
            )
            for table in round_.tables
        ],
        [bye_line(bye, tournament.setup, declared.rules, speaker, blank=blank) for bye in round_.byes],
        round_.seed,
        declared.id,
        round_.edition,
        [reason_line(one, speaker, open_facts=open_facts, blank=blank) for one in round_.reasons],
        [relaxation_line(one, speaker, open_facts=open_facts) for one in round_.relaxations],
        round_.forced,
        round_.by_hand,
        approval_line(round_.approved) if round_.approved else blank,
        told if told or blank is None else UNSET,
    )


def round_line(round_: Round, ended: datetime | None) -> RoundLine:
    missing = sum(table.result is None for table in round_.tables)
    at = ended.isoformat() if ended is not None and round_.over else None
    counts = len(round_.tables), len(round_.byes), missing
    return RoundLine(round_.number, shown_status(round_), *counts, round_.over, at)


def with_pairings(
    state: RoundState, tournament: Tournament, round_: Round, made: PairingList, speaker: Speaker
) -> RoundState:
    """The round with what the list of people has of it."""
    columns = made.columns
    rows = [
        {one.code: worded(str(cell), speaker) for one, cell in zip(columns, row, strict=True)}
        for row in pairing_rows(tournament, round_, made)
    ]
    seats = len(state.tables)
    return replace(
        state,
        tables=[replace(line, cells=cells) for line, cells in zip(state.tables, rows[:seats], strict=True)],
        byes=[replace(line, cells=cells) for line, cells in zip(state.byes, rows[seats:], strict=True)],
        columns=column_lines(columns, speaker),
    )
