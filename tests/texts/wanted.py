"""Which texts the program needs, read off its source: so that no code is without a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import ronda
from ronda.cli.commands import COMMANDS, EVERYWHERE, GROUPS
from ronda.cli.output import WAYS
from ronda.cli.people import SEASON_COLUMNS, TOTALS
from ronda.cli.rulings import APPEAL_COLUMNS, PAID_COLUMNS, PENALTY_COLUMNS, PRIZE_COLUMNS
from ronda.cli.views import RATING_COLUMNS
from ronda.conformance import speakable
from ronda.core.book import Outcome
from ronda.core.model import Card, Forfeit, OptionValue, PenaltyKind, Setup
from ronda.core.stage_plan import StageKind, kind_word
from ronda.core.verdicts import Severity
from ronda.desk.actions import ACTIONS
from ronda.desk.permissions import PHASES, TABLE, ActionKind
from ronda.five_tables import changes as table_changes
from ronda.formats.csv_text import DELIMITERS, Meaning
from ronda.formats.fact_text import kinds
from ronda.formats.player_lists import NOTES
from ronda.formats.tournament.writing import FURTHER
from ronda.formats.trf import fields as trf_fields
from ronda.formats.trf.reading import NOTES as TRF_NOTES
from ronda.lab.quality import EventQuality, RoundQuality, quality_values, round_values
from ronda.operations.features import FEATURES
from ronda.people import LEVELS
from ronda.store import replay
from ronda.store.copy_files import BAD_COPIES
from ronda.store.importing import rows as import_trouble
from ronda.store.values import SEALS, ProblemCode
from ronda.systems import NAMES, system
from ronda.texts.catalogue import everything, known
from ronda.tiebreaks.codes import NAMES as TIEBREAKS
from ronda.views.rulings import FEE_COLUMNS
from ronda.web.errors import TROUBLES
from tests.texts.declared import modules

SOURCE = Path(ronda.__file__).parent
KINDS = {"Reason": "reason", "Relaxation": "relaxation", "Finding": "finding", "Refusal": "refusal"}
# calls whose first argument is a code
CODED = {**KINDS, "InForce": "in_force", "PlayerNote": "player_note", "Misused": "say"}
NAMED_BY_FACT = {"why": "skipped", "what": "word"}  # facts whose value is a code
KEY = re.compile(
    r"(?:advice|alert|confirm|console|copy|criterion|demo|help|import_note|label|log|note|phase|problem|recover|replay|result"
    r"|say|seal|sheet|system|tables|term|trouble|unimportable|web)\.[a-z0-9_.-]*"
)
IN_TEMPLATE = re.compile(
    r"""\bt\(\s*(['"])([a-z0-9_.-]+)\1(\s*~)?"""
)  # a key, or the beginning of one that is put together
DELIMITER_NAMES = {"\t": "tab", ";": "semicolon", ",": "comma"}  # as the command line calls them


def wanted_keys() -> dict[str, str]:
    """Every key that is needed, and where."""
    found: dict[str, str] = {}
    for path in _sources():
        for key in _in_source(ast.parse(path.read_text("utf-8"))):
            found.setdefault(key, str(path.relative_to(SOURCE)))
    for path in sorted(SOURCE.rglob("*.html")):
        for key in _in_template(path.read_text("utf-8")):
            found.setdefault(key, str(path.relative_to(SOURCE)))
    for begins, family in FAMILIES.items():
        for key in family():
            found.setdefault(key, f"every {begins}…")
    for module, codes in modules().items():
        for kind, own in codes.items():
            for code in own:
                found.setdefault(f"{kind}.{code}", module)
    return found


def unknown_families() -> list[str]:
    """Keys that the source puts together (`f"label.{name}"`) and that no family here spells out."""
    return [
        f"{begins}…  ({path.relative_to(SOURCE)})"
        for path in _sources()
        for begins in _begun(ast.parse(path.read_text("utf-8")))
        if begins not in FAMILIES
    ]


def _sources() -> list[Path]:
    """Everything but the systems that are not offered yet."""
    systems = SOURCE / "systems"
    unfinished = [path for path in systems.iterdir() if path.is_dir() and path.name not in NAMES]
    return [path for path in sorted(SOURCE.rglob("*.py")) if not any(path.is_relative_to(u) for u in unfinished)]


# --- keys that are put together ----------------------------------------------------------------------------


def _helps() -> Iterator[str]:
    """`help.COMMAND.ARGUMENT` where a command means something of its own, else `help.arg.ARGUMENT`."""
    for name, command in COMMANDS.items():
        yield f"help.{name}"
        for arg in (*command.args, *EVERYWHERE):
            own = f"help.{name}.{arg.name}"
            yield own if own in everything("en") else f"help.arg.{arg.name}"


def _qualities() -> Iterator[str]:
    number: dict[str, Any] = dict.fromkeys(RoundQuality.__struct_fields__, 0)
    yield from (f"label.quality.{key}" for key in round_values(RoundQuality(**number)))
    yield from (f"label.quality.{key}" for key in quality_values(EventQuality()))
    yield from (f"label.quality.{key}" for key in ("seconds", "remade", "violations", "ended_early"))
    yield from (f"label.quality.{goal.quality}" for name in NAMES for goal in system(name).trial.goals)


def _options() -> Iterator[str]:
    return (option.text(name) for name in NAMES for option in system(name).rules.options)


def _short_options() -> Iterator[str]:
    """Those whose values have a sentence each need a heading."""
    for name in NAMES:
        yield from (f"web.{one.text(name)}" for one in system(name).rules.options if one.choices or one.kind == "bool")


def _advice() -> Iterator[str]:
    """What is told, and offered, of an option that is tried out before an event."""
    for name in NAMES:
        for compared in system(name).trial.comparisons:
            yield f"advice.{name}.{compared.option}"


def _choices(name: str, option: str) -> Iterable[OptionValue]:
    return next(own.choices for own in system(name).rules.options if own.name == option)


def _result_words() -> Iterator[str]:
    """The words for results of the systems that have some."""
    for results in (system(name).rules.results for name in NAMES):
        for forfeit in (Forfeit(True, True), Forfeit(True, False), Forfeit(False, True)):
            if results.read_as(forfeit) is not None:
                yield results.shown(forfeit)


def _terms() -> Iterator[str]:
    """What a round was, and the other codes in the working of the criteria."""
    yield from (f"term.{outcome}" for outcome in get_args(Outcome))
    for path in _sources():
        for call in _calls(ast.parse(path.read_text("utf-8")), "Term"):
            codes = [*call.args[1:2], *(word.value for word in call.keywords if word.arg == "code")]
            yield from (f"term.{text}" for code in codes for text in _strings(code))


def _criteria() -> Iterator[str]:
    """Whatever a system ranks by or shows, with any of its options."""
    for name in NAMES:
        rules = system(name).rules
        chosen = [{}, *({one.name: value} for one in rules.options for value in one.choices)]
        for criterion in (one for options in chosen for one in rules.criteria(Setup(name, options=options))):
            if known(criterion.label) or not speakable(criterion.label, name):  # those of tie-breaks are put together
                yield from (f"{criterion.label}{ends}" for ends in ("", ".short", ".about"))


def _alerts() -> Iterator[str]:
    for node in ast.walk(_function("lab/quality.py", "_alerts")):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            yield from (f"alert.{code}" for code in _strings(node.value.elts[0]))


def _statuses() -> Iterator[str]:
    for node in ast.walk(_function("core/ranking.py", "status")):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from (f"label.status.{status}" for status in _strings(node.value) if status != "active")


def _expected() -> Iterator[str]:
    """What a value of the five tables should have been."""
    tree = ast.parse((SOURCE / "store" / "importing" / "rows.py").read_text("utf-8"))
    return (f"word.{text}" for call in _calls(tree, "_wrong") for text in _strings(call.args[0]))


def _log_codes() -> Iterator[str]:
    """What an entry of the log is told with: by the kind of its fact, or as the module says."""
    tree = ast.parse((SOURCE / "store" / "log_messages.py").read_text("utf-8"))
    answers = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    said = {text for one in answers if isinstance(one, ast.Tuple) for text in _strings(one.elts[0])}
    return (f"log.{code}" for code in sorted({*kinds(), *said}))


def _questions() -> Iterator[str]:
    """What is asked before a deed that some state wants confirmed."""
    asked = {action for action, leaves in TABLE.items() if "confirm" in leaves.values()}
    for name, action in ACTIONS.items():
        kinds = {"result", "correct"} if callable(action.kind) else {action.kind}
        if kinds & asked:
            yield f"confirm.{name.replace('-', '_')}"


def _defect_fields() -> Iterator[str]:
    """The fields that something can be wrong with: `field="…"` in the readers, and the names of what is not kept."""
    for path in sorted((SOURCE / "formats" / "trf").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        words = (word for node in ast.walk(tree) if isinstance(node, ast.Call) for word in node.keywords)
        yield from (f"defect_field.{text}" for word in words if word.arg == "field" for text in _strings(word.value))
    unkept = ("forfeit_win", "forfeit_loss", "full", "half", "absence", "abnormal", "pab")
    yield from (f"defect_field.{name}" for name in unkept)


def _of(begins: str, names: Iterable[str], ends: str = "") -> Callable[[], Iterable[str]]:
    return lambda: [f"{begins}{name}{ends}" for name in names]


FAMILIES: dict[str, Callable[[], Iterable[str]]] = {
    "web.also.": _of(
        "web.also.",
        (*FEATURES, *(f"{name}.used" for name in FEATURES if name not in ("helpers", "season"))),
    ),
    "label.stage.": _of("label.stage.", ("final", "semi_final", "quarter_final", "third", "consolation")),
    "label.stage.kind.": _of("label.stage.kind.", map(kind_word, get_args(StageKind))),
    "web.guide.area.": _of(
        "web.guide.area.",
        (
            "for-directors",
            "for-arbiters-and-helpers",
            "for-players",
            "for-hosts",
            "for-programs",
            "rules",
            "for-contributors",
            "decisions",
            "design",
            "words",
        ),
    ),
    "web.option.": _short_options,
    "web.form.": _of("web.form.", get_args(Outcome)),
    "web.stages.state.": _of("web.stages.state.", ("planned", "running", "over")),
    "action.": _of("action.", get_args(ActionKind)),  # told by `refusal.not_now`
    "advice.": _advice,
    "alert.": _alerts,
    "confirm.": _questions,
    "copy.": _of("copy.", BAD_COPIES),
    "defect.": _of("defect.", trf_fields.CODES["defect"]),
    "defect_at.": _of("defect_at.", ("line", "column", "player", "round")),
    "defect_field.": _defect_fields,
    "tiebreak.": lambda: [f"tiebreak.{name}{ends}" for name in TIEBREAKS for ends in ("", ".about")],
    "tiebreak.cut.": _of("tiebreak.cut.", {letter for own in TIEBREAKS.values() for letter in own}),
    "criterion.": _criteria,
    "category.": lambda: [f"category.{value}" for value in _choices("domino", "category")],  # told by `in_force`
    "help.": _helps,
    "web.hall.": _of("web.hall.", ("no_network", "cannot_listen")),
    "help.arg.": tuple,  # told with the others
    "help.group.": lambda: (f"help.group.{name}" for name in GROUPS),
    "import_note.": _of("import_note.", import_trouble.CODES["import_note"]),
    "label.": _of("label.", ("option", "default", "choices", "article", "meaning")),  # headings of `ronda systems`
    "label.column.": _of("label.column.", (*get_args(Meaning), "ignored")),
    "label.delimiter.": _of("label.delimiter.", ("line", *(DELIMITER_NAMES[sign] for sign in DELIMITERS))),
    "label.goal.": _of("label.goal.", ("above", "below", "at_most")),
    "label.account.": _of("label.account.", ("name", "role", "state", "events", "most_events", "most_players")),
    "web.accounts.": _of("web.accounts.", ("suspended", "invited")),
    "web.accounts.role.": _of("web.accounts.role.", ("organiser", "administrator")),
    "label.list.": _of("label.list.", ("code", "name", "system", "state", "rounds", "players")),
    "label.log.": _of("label.log.", ("version", "time", "actor", "what")),
    "card.": _of("card.", (card for card in get_args(Card) if card)),
    "label.appeal.": _of("label.appeal.", (*APPEAL_COLUMNS, "open")),
    "label.penalty.": _of("label.penalty.", PENALTY_COLUMNS),
    "penalty.": _of("penalty.", get_args(PenaltyKind)),
    "label.fee.": _of("label.fee.", (*FEE_COLUMNS, "total")),
    "label.people.": _of(
        "label.people.",
        (
            *("key", "name", "club", "born", "numbers", "day", "event", "place", "points", "record", "met", "together"),
            *("club_elo", "games", "source", "dated", "rows"),
        ),
    ),
    "web.known.level.": _of("web.known.level.", map(str, sorted(set(LEVELS.values())))),
    "web.known.why.": _of("web.known.why.", map(str, LEVELS)),
    "web.fees.do.": _of("web.fees.do.", ("pay", "own", "refund")),
    "label.prize.": _of("label.prize.", (*PRIZE_COLUMNS, *PAID_COLUMNS)),
    "label.season.": _of("label.season.", (*SEASON_COLUMNS, *TOTALS)),
    "label.person.": _of("label.person.", ("history", "rounds", "reports", "wishes", "phones", "log", "texts")),
    "label.place.": _of("label.place.", ("tournament", "line", "table", "row", "column")),
    "label.quality.": _qualities,
    "label.quality.seconds_": _of("label.quality.seconds_", ("median", "max")),
    "label.round_short ": tuple,  # a heading: the key, then the number
    "label.ratings.": _of("label.ratings.", RATING_COLUMNS),
    "label.severity.": _of("label.severity.", get_args(Severity)),
    "label.last.": _of("label.last.", ("win", "loss", "bye")),
    "label.status.": _statuses,
    "log.": _log_codes,
    "note.": _of("note.", (*NOTES, *TRF_NOTES, "form_byes")),
    "option.": _options,
    "phase.": _of("phase.", (*PHASES, "archived", "damaged", "deleted")),
    "problem.": _of("problem.", get_args(ProblemCode)),
    "replay.": _of("replay.", replay.REMADE),
    "result.": _result_words,
    "seal.": _of("seal.", (seal for seal in SEALS if seal != "broken")),  # that one is a problem
    "say.seals.": _of("say.seals.", SEALS),
    "say.": tuple,  # Misused("…") is found in the source
    "system.": lambda: [f"system.{name}.{what}" for name in NAMES for what in ("name", "about")],
    "tables.": _of("tables.", table_changes.CODES["tables"]),
    "term.": _terms,
    "trouble.": lambda: [f"trouble.{code}" for code in TROUBLES],
    "trouble.way_out.": lambda: [f"trouble.way_out.{code}" for code in TROUBLES],
    "unimportable.": _of("unimportable.", import_trouble.CODES["unimportable"]),
    "web.players.field.": lambda: [f"web.players.field.{name}" for name in ("club", *FURTHER)],
    "way.": _of("way.", WAYS),
    "word.": _expected,
}


# --- reading the source ------------------------------------------------------------------------------------


def _in_source(tree: ast.Module) -> Iterator[str]:
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from _codes_by_name(node)
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in CODED:
                yield from (f"{CODED[name]}.{code}" for code in _strings(first))
            case ast.Call(func=ast.Attribute(attr="say"), args=[first, *_]):
                yield from _strings(first)
            case ast.Constant(value=str(text)) if _is_key(text) and node not in parts:
                yield text
            case ast.Dict(keys=keys, values=values):
                for name_, value in zip(keys, values, strict=True):
                    if isinstance(name_, ast.Constant) and name_.value in NAMED_BY_FACT:
                        yield from (f"{NAMED_BY_FACT[name_.value]}.{code}" for code in _strings(value))
            case _:
                pass


def _in_template(text: str) -> Iterator[str]:
    """The keys of a template. Of one that is put together there must be some that begin so."""
    for _, key, begins in IN_TEMPLATE.findall(text):
        if not begins:
            yield key
        elif not any(known.startswith(key) for known in everything("en")):
            yield f"{key}…"


def _is_key(text: str) -> bool:
    return KEY.fullmatch(text) is not None and not text.endswith((".", ".html"))


def _begun(tree: ast.Module) -> Iterator[str]:
    """How the keys begin that are put together."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if KEY.fullmatch(text.rstrip(" ")):
                yield text
            case _:
                pass


def _codes_by_name(function: ast.FunctionDef) -> Iterator[str]:
    """`code, article = "bye_even", "R3.4"` … `Reason(code, article, …)` in one function."""
    kinds = {
        KINDS[name]
        for name in KINDS
        for call in _calls(function, name)
        if call.args and isinstance(call.args[0], ast.Name) and call.args[0].id == "code"
    }
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Tuple):
            continue
        names = [target.id if isinstance(target, ast.Name) else "" for target in node.targets[0].elts]
        if "code" not in names:
            continue
        for value in _branches(node.value):
            if isinstance(value, ast.Tuple):
                codes = _strings(value.elts[names.index("code")])
                yield from (f"{kind}.{code}" for kind in kinds for code in codes)


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def _function(path: str, name: str) -> ast.FunctionDef:
    tree = ast.parse((SOURCE / path).read_text("utf-8"))
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)


def _branches(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from _branches(value.body)
        yield from _branches(value.orelse)
    else:
        yield value


def _strings(value: ast.expr) -> list[str]:
    return [v.value for v in _branches(value) if isinstance(v, ast.Constant) and isinstance(v.value, str)]
