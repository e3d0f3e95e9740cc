"""The sheets of one round: pairings by table and by name, result slips, score sheets."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.model import Round, Side, Table
from ronda.core.verdicts import Refusal
from ronda.sheets.context import Data, SheetJob, bye_word, side_marks, side_names
from ronda.sheets.typesetting import cut_and_stack
from ronda.systems import system
from ronda.systems.columns import NAME, RESULT, ListColumn
from ronda.systems.declarations import ResultForm
from ronda.systems.lists import PairingList
from ronda.systems.shared_options import called
from ronda.views.rounds import shown_table
from ronda.views.verdicts import approval_text, shown_reasons, worded

ON_TOP = 6  # so many relaxations stand above the tables, the others after them
SLIPS = 4  # on a page
SCORE_SHEETS = 2
FINDER = (40, 3)  # rows and columns: 120 names on a page
SMALL_FINDER = (30, 2)  # for a list that fits on one page in larger type


def tables_sheet(job: SheetJob, round_: Round) -> Data:
    """Who sits where, against whom, with the points as they were known before the round."""
    declared, made = system(job.system), job.paired(round_)
    codes = [one.code for one in made.sides[0]]
    told = {code: {p: worded(str(cell), job.speaker) for p, cell in made.cells[code].items()} for code in codes}

    def player(pid: int) -> Data:
        return {code: of.get(pid, "") for code, of in told.items()}

    def row(table: Table) -> Data:
        shown = shown_table(table, declared.rules, job.speaker)
        sides = {"first": [player(p) for p in shown.first], "second": [player(p) for p in shown.second]}
        return {
            "table": shown.number,
            "called": called(job.tournament.setup, table.number),
            **sides,
            "result": shown.result,
        }

    def columns(side: Sequence[ListColumn]) -> list[Data]:
        return [
            {
                "code": one.code,
                "heading": worded(one.heading, job.speaker),
                "widest": max(told[one.code].values(), key=len, default=""),
            }
            for one in side
        ]

    statements, relaxed = _statements(job, round_)
    return {
        "statements": [*statements, *relaxed[:ON_TOP]],
        "further": relaxed[ON_TOP:],
        "table": worded(made.table.heading, job.speaker),
        "result": worded(RESULT.heading, job.speaker),
        "sides": [columns(side) for side in made.sides],
        "mirrored": declared.lists.pairings.mirrored,
        "bye": bye_word(job),
        "byes": [player(bye.player) for bye in round_.byes],
        "rows": [row(table) for table in _in_order(round_)],
    }


def _statements(job: SheetJob, round_: Round) -> tuple[list[str], list[str]]:
    """What everybody should know about how the round was made, and each rule that was relaxed (S3)."""
    statements = []
    if round_.by_hand:
        statements.append(job.say("reason.by_hand"))
    if round_.approved is not None:
        statements.append(approval_text(round_, job.speaker))
    elif round_.forced:
        statements.append(job.say("finding.forced_draft"))
    if round_.relaxations:
        statements.append(job.say("say.relaxed", n=len(round_.relaxations)))
    if len(round_.relaxations) > ON_TOP:
        statements[-1] += " " + job.say("label.sheet.more_below", n=len(round_.relaxations) - ON_TOP)
    relaxed = [f"{one.text} ({one.article})" for one in shown_reasons(round_.relaxations, job.speaker)]
    return statements, relaxed


def names_sheet(job: SheetJob, round_: Round) -> Data:
    """Everybody by name, with the table and, where it matters, the colour or side."""
    marks = side_marks(job)
    places: dict[int, Data] = {
        pid: {
            "table": str(table.number),
            "called": called(job.tournament.setup, table.number),
            "mark": marks[seat] if marks else "",
            "dark": bool(seat),
        }
        for table in round_.tables
        for seat, side in enumerate((table.first, table.second))
        for pid in side
    }
    places |= {bye.player: {"bye": bye_word(job)} for bye in round_.byes}
    rows = [{"name": job.name(pid), **places[pid]} for pid in job.by_name(places)]
    height, columns = SMALL_FINDER if len(rows) <= SMALL_FINDER[0] * SMALL_FINDER[1] else FINDER
    return {
        "pages": _columns(rows, height, columns),
        "rows": height,
        "columns": columns,
        "headings": [job.say("label.name"), job.say("label.table")],
        "called": max((len(row.get("called", "")) for row in rows), default=0),
        "legend": [list(pair) for pair in zip(marks, side_names(job), strict=True)] if marks else [],
    }


def _columns(rows: Sequence[Data], height: int, columns: int) -> list[list[Sequence[Data]]]:
    """Pages of columns of rows: who looks for a name goes down, then right. What fits on one page has equal columns."""
    if len(rows) <= height * columns:
        height = max(-(-len(rows) // columns), 1)
    listed = [rows[at : at + height] for at in range(0, len(rows), height)]
    return [listed[at : at + columns] for at in range(0, len(listed), columns)]


def slips_sheet(job: SheetJob, round_: Round) -> Data:
    """A slip for each table, four to a page; the cut stack is in table order."""
    made, form = job.paired(), _form(job)
    sets = form.parts.most if form.parts and form.parts.sets else 0
    return {
        "pages": cut_and_stack([_piece(job, made, table) for table in _in_order(round_)], SLIPS),
        "choices": [text.replace("-", "–") for _, text in form.quick],
        "sets": [str(number) for number in range(1, sets + 1)],
        "won": job.say("label.sets"),
        "drawn": job.say("label.drawn_games") if form.parts and form.parts.drawn else "",
        "game": _game(job),
        **_words(job, round_),
    }


def scores_sheet(job: SheetJob, round_: Round) -> Data | Refusal:
    """A sheet on which the scores of a game are added up, for each table, two to a page: hands, running totals,
    signatures."""
    hands, made = _form(job).hands, job.paired()
    if not hands:
        return Refusal("sheet_not_for_system", "S4", {"system": job.system})
    return {
        "pages": cut_and_stack([_piece(job, made, table) for table in _in_order(round_)], SCORE_SHEETS),
        "hands": hands,
        "hand": job.say("label.sheet.hand"),
        "points": job.say("label.points_short"),
        "total": job.say("label.sheet.total"),
        "game": _game(job),
        **_words(job, round_),
    }


def _piece(job: SheetJob, made: PairingList, table: Table) -> Data:
    def names(side: Side) -> list[Data]:
        return [{"name": told(NAME.code, player), "note": note(player)} for player in side]

    def told(code: str, player: int) -> str:
        return worded(str(made.cells[code][player]), job.speaker)

    def note(player: int) -> str:
        noted = [
            f"{worded(one.heading, job.speaker)}\u00a0{told(one.code, player)}"
            for one in made.sides[0]
            if one.code != NAME.code and told(one.code, player)
        ]
        return " · ".join(noted)

    return {
        "table": table.number,
        "called": called(job.tournament.setup, table.number),
        "first": names(table.first),
        "second": names(table.second),
    }


def _words(job: SheetJob, round_: Round) -> Data:
    return {
        "round": job.say("label.sheet.round", round=round_.number),
        "table": job.say("label.table"),
        "sides": side_names(job),
        "absent": job.say("term.absent"),
        "result": job.say("label.result"),
        "signature": job.say("label.sheet.signature"),
        "judge": job.say("label.sheet.judge"),
    }


def _form(job: SheetJob) -> ResultForm:
    return system(job.system).rules.results.form_for(job.tournament.setup)


def _game(job: SheetJob) -> str:
    """What a game is played to."""
    game = _form(job).game_for(job.tournament.setup)
    return "" if game is None else job.say("label.sheet.game", target=game.target, minutes=game.minutes)


def _in_order(round_: Round) -> list[Table]:
    return sorted(round_.tables, key=lambda table: table.number)
