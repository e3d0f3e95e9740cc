"""Every command with its arguments, as data: the parser, the help and the test of the documentation read it.

The help texts are in the catalogues: `help.COMMAND` and `help.arg.NAME` (or `help.COMMAND.NAME` where a command
means something of its own).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronda import registry
from ronda.core import Frozen
from ronda.texts import LANGUAGES

KINDS = ("note", "warning", "score", "bonus", "points", "game-loss", "both-lose", "miss", "expel")
BYES = ("F", "H", "Z", "none")
PEOPLE = (
    *("list", "show", "add", "take", "import", "lists", "drop", "export"),
    *("doubles", "merge", "unmerge", "ratings", "forget"),
)
DEMONSTRATED = "redemption"  # the system that `ronda demo` shows, unless another one is asked for
OUTCOMES = ("upheld", "changed", "lifted")
SHELLS = ("bash", "fish", "powershell", "tcsh", "zsh")
SHEETS = (
    *("tables", "names", "slips", "scores", "cross", "bracket", "fees", "prizes", "certificates"),
    *("cards", "rules", "audit", "poster"),
)  # beside those that are lists, too
CARDS = ("yellow", "orange", "red", "black")


class Arg:
    """One argument, as argparse takes it. `called`: what its help is kept under, where that is not its flag;
    `otherwise`: what is taken where nothing is given, for the help."""

    def __init__(self, *flags: str, called: str = "", otherwise: str = "", **settings: Any) -> None:
        self.flags = flags
        self.called = called
        self.otherwise = otherwise
        self.settings = settings

    @property
    def name(self) -> str:
        return self.called or self.flags[-1].lstrip("-")

    @property
    def is_option(self) -> bool:
        return self.flags[0].startswith("-")


class Command(Frozen):
    """`action` is `module:function` below `ronda.cli`; it gets the parsed arguments and the output to speak at."""

    action: str
    args: tuple[Arg, ...] = ()


def _flag(name: str) -> Arg:
    return Arg(name, action="store_true")


def _text(name: str, metavar: str) -> Arg:
    return Arg(name, metavar=metavar, default="")


def _number(name: str, metavar: str, **settings: Any) -> Arg:
    return Arg(name, metavar=metavar, type=int, **settings)


def _many(name: str, metavar: str) -> Arg:
    """An option that may be given several times."""
    return Arg(name, metavar=metavar, action="append", default=[])


EVERYWHERE = (_flag("--json"), Arg("--lang", choices=LANGUAGES))

_TOURNAMENT = Arg("tournament", metavar="TOURNAMENT")
_CODE = Arg("tournament", metavar="CODE")
_DB = Arg("--db", metavar="URL")
_YES = _flag("--yes")
_OPTION = _many("--option", "K=V")
_SEED = _number("--seed", "N")
_PLAYER = Arg("player", metavar="PLAYER")
_ROUND = _number("--round", "R")
_SYSTEM = Arg("--system", metavar="S", required=True)
_OUT = Arg("--out", metavar="FILE")
_FORCE = _flag("--force")
_WRITE = _flag("--write")
_APPROVE = Arg("--approve", metavar="NAME:REASON")
_REASON = _text("--reason", "TEXT")
_BY = _text("--by", "NAME")
_AMOUNT = _text("--amount", "N")
_TABLE = _number("--table", "T")


def _command(action: str, *args: Arg) -> Command:
    return Command(action, args)


def _looking(action: str, *args: Arg) -> Command:
    """At an event, in a file or by its code."""
    return Command(action, (_TOURNAMENT, *args, _DB))


def _changing(action: str, *args: Arg) -> Command:
    """The same event."""
    return Command(action, (_TOURNAMENT, *args, _YES, _DB))


# Commands by what they are for; `help.group.NAME` says it.
GROUPS: Mapping[str, Mapping[str, Command]] = {
    "setup": {
        "systems": _command("new_event:systems"),
        "presets": _command("new_event:list_presets"),
        "new": _command(
            "new_event:new",
            Arg("target", metavar="FILE"),
            _SYSTEM,
            _text("--name", "NAME"),
            Arg("--preset", metavar="ID"),
            _OPTION,
            Arg("--players", metavar="CSV"),
            Arg("--encoding", metavar="NAME"),
            _SEED,
            _FORCE,
            _DB,
        ),
        "enter": _changing(
            "new_event:enter",
            Arg("name", metavar="NAME"),
            _number("--rating", "N", default=0),
            _number("--national-rating", "N", default=0),
            _text("--licence", "N"),
            _text("--club", "NAME"),
        ),
        "bye": _changing(
            "new_event:bye", _PLAYER, _number("round", "ROUND"), Arg("kind", metavar="KIND", choices=BYES)
        ),
        "leave": _changing("new_event:leave", _PLAYER),
        "return": _changing("new_event:come_back", _PLAYER),
    },
    "rounds": {
        "pair": _changing("rounds:pair", _SEED, _WRITE, _APPROVE, _flag("--draft")),
        "publish": _changing("rounds:publish", _APPROVE),
        "swap": _changing("rounds:swap", _PLAYER, Arg("other", metavar="OTHER"), _WRITE),
        "discard": _changing("rounds:discard"),
        "result": _changing(
            "rounds:result",
            _number("round", "ROUND"),
            _number("table", "TABLE"),
            Arg("result", metavar="RESULT"),
            _many("--absent", "PLAYER"),
            _flag("--confirm"),
            _flag("--preview"),
        ),
        "close": _changing("rounds:close"),
        "undo": _changing("rounds:undo"),
        "redo": _changing("rounds:redo"),
        "finish": _changing("rounds:finish"),
        "reopen": _changing("rounds:reopen"),
        "console": _command("console:console", Arg("file", metavar="FILE", nargs="?"), _flag("--new")),
    },
    "lists": {
        "standings": _looking(
            "views:standings", _number("--after", "R"), Arg("--player", metavar="P"), Arg("--tiebreaks", metavar="LIST")
        ),
        "show": _looking("views:show", Arg("list", choices=("start", "pairings", "final", "cross")), _ROUND),
        "explain": _looking(
            "views:explain",
            Arg("number", called="round", metavar="ROUND", nargs="?", type=int),
            _ROUND,
            Arg("--player", metavar="P"),
        ),
        "ratings": _looking("views:ratings", _number("--k", "K", default=20), _many("--own-k", "P=K")),
        "log": _looking("history:log", _number("--last", "N")),
    },
    "rulings": {
        "penalise": _changing(
            "rulings:penalise",
            _PLAYER,
            Arg("kind", metavar="KIND", choices=KINDS),
            _AMOUNT,
            _ROUND,
            _TABLE,
            Arg("--card", metavar="COLOUR", choices=CARDS, default=""),
            _text("--rule", "CODE"),
            _REASON,
            _BY,
        ),
        "lift": _changing("rulings:lift", _number("penalty", "PENALTY"), _REASON, _BY),
        "penalties": _looking("rulings:penalties"),
        "appeal": _changing(
            "rulings:appeal", _PLAYER, Arg("text", metavar="TEXT"), _number("--penalty", "PENALTY"), _ROUND, _TABLE
        ),
        "decide": _changing(
            "rulings:decide",
            _number("appeal", "APPEAL"),
            Arg("outcome", metavar="OUTCOME", choices=OUTCOMES),
            _REASON,
            _BY,
            _AMOUNT,
        ),
        "stages": _changing(
            "rulings:stages",
            Arg("--plan", metavar="FILE"),
            _flag("--begin"),
            _SEED,
            _many("--change", "OUT=IN"),
            _flag("--slot"),
            _many("--playoff", "PLAYER"),
            _flag("--early"),
            _number("--cancel", "STAGE"),
            _BY,
            _REASON,
        ),
        "prizes": _changing("rulings:prizes", Arg("--rules", metavar="FILE"), _BY, _REASON),
        "fees": _changing(
            "rulings:fees",
            Arg("--rules", metavar="FILE"),
            _text("--currency", "NAME"),
            _number("--year", "Y", default=0),
            _many("--pay", "P[=AMOUNT]"),
            _text("--how", "TEXT"),
            _many("--set", "P[=AMOUNT]"),
            _many("--refund", "P[=AMOUNT]"),
            _REASON,
            _OUT,
        ),
    },
    "people": {
        "people": _command(
            "people:people",
            Arg("verb", metavar="VERB", choices=PEOPLE),
            Arg("what", metavar="WHAT", nargs="*"),
            _text("--source", "NAME"),
            _text("--dated", "DATE"),
            _OUT,
            _YES,
            _DB,
        ),
        "series": _command("people:series", Arg("file", metavar="FILE"), _flag("--provisional"), _DB),
        "person": _looking("privacy:person", _PLAYER),
        "forget": _changing(
            "privacy:forget",
            Arg("player", metavar="PLAYER", nargs="?"),
            _flag("--all"),
            _flag("--due"),
            _flag("--texts"),
        ),
        "keep": _command("privacy:keep", _CODE, Arg("--until", metavar="DATE"), _DB),
    },
    "checking": {
        "check": _looking("views:check", _flag("--forecast")),
        "report": _looking("simulate:report"),
        "replay": _command("history:replay", _CODE, Arg("--head", metavar="VERSION:HASH"), _DB),
        "simulate": _command(
            "simulate:simulate",
            _SYSTEM,
            Arg("--players", metavar="N", type=int, required=True),
            Arg("--rounds", metavar="R", type=int, required=True),
            _SEED,
            _number("--repeat", "K", default=1),
            _OUT,
            _OPTION,
            _number("--absences", "N", default=0),
            _number("--drop-outs", "N", default=0),
            _number("--late-entries", "N", default=0),
            _number("--workers", "N"),
        ),
        "demo": _command("simulate:demo", Arg("--system", metavar="S", default="", otherwise=DEMONSTRATED)),
    },
    "files": {
        "export": _looking(
            "import_export:export",
            Arg("--to", choices=("json", "csv", "xlsx", "pdf", "trf", "trf16", "site", "form"), required=True),
            Arg("--what", choices=("standings", "rounds", "players", "start", *SHEETS), default="standings"),
            _ROUND,
            Arg("--paper", choices=("a4", "letter"), default="a4"),
            Arg("--names", choices=("full", "adults", "short", "initials", "number")),
            Arg("--template", metavar="FILE"),
            _OUT,
        ),
        "import": _command(
            "import_export:import_",
            Arg("file", metavar="FILE"),
            _OUT,
            _flag("--store"),
            _many("--tournament", "NAME"),
            Arg("--system", metavar="S"),
            _text("--name", "NAME"),
            Arg("--encoding", metavar="NAME"),
            _FORCE,
            _DB,
        ),
        "tables": _command(
            "tables:tables",
            Arg("url", metavar="URL"),
            Arg("verb", metavar="VERB", choices=("list", "check", "pair", "score")),
            Arg("code", metavar="CODE", nargs="?"),
            _SEED,
            _WRITE,
        ),
        # for other programs: `ronda.engine` reads the words itself, so that it starts fast
        "engine": _command(
            "operations:engine",
            *(Arg(f"--{name}", called="system", metavar="FILE", nargs="?") for name in registry.exchanging()),
            Arg("file", metavar="FILE", nargs="?"),
            Arg("-p", metavar="OUT", nargs="?"),
            _flag("-c"),
            _flag("-g"),
            Arg("-o", metavar="OUT"),
            _number("-s", "SEED"),
            Arg("-l", metavar="LIST", nargs="?"),
            _flag("-b"),
            Arg("-q", metavar="N", nargs="?"),
            _flag("-w"),
            _flag("-r"),
        ),
    },
    "store": {
        "list": _command("history:list_", _flag("--all"), _DB),
        "duplicate": _command("store_commands:duplicate", _CODE, Arg("--name", metavar="NAME"), _SEED, _DB),
        "archive": _command("store_commands:archive", _CODE, _flag("--back"), _YES, _DB),
        "delete": _command("store_commands:delete", _CODE, _YES, _DB),
        "recover": _command(
            "store_commands:recover",
            Arg("tournament", metavar="CODE", nargs="?"),
            Arg("--from", metavar="FILE", dest="damaged"),
            _YES,
            _DB,
        ),
        "backup": _command("store_commands:backup", _OUT, _flag("--portable"), _DB),
        "restore": _command("store_commands:restore", Arg("file", metavar="FILE"), _FORCE, _DB),
        "seal": _command("store_commands:seal", _flag("--anew"), _DB),
        "rebuild": _command("store_commands:rebuild", Arg("tournament", metavar="CODE", nargs="?"), _DB),
    },
    "server": {
        "serve": _command(
            "serve:serve",
            Arg("--host", metavar="H", default="127.0.0.1"),
            _number("--port", "P", default=8000),
            _DB,
            _text("--address", "URL"),
            _number("--workers", "N", default=1),
            _number("--idle-hours", "N", default=12),
            _flag("--behind-proxy"),
            _flag("--trust-local"),
            _many("--trusted-proxy", "ADDRESS"),
            _flag("--private-webhooks"),
            _many("--cors", "ORIGIN"),
            Arg("--log-format", metavar="FORM", choices=("text", "json"), default="text"),
            _flag("--log-requests"),
            _flag("--open"),
        ),
        "accounts": _command(
            "operations:accounts",
            Arg(
                "action",
                metavar="ACTION",
                nargs="?",
                default="list",
                choices=("list", "add", "limits", "suspend", "restore", "password", "give", "link"),
            ),
            Arg("name", metavar="NAME", nargs="?", default=""),
            Arg("code", metavar="CODE", nargs="?", default=""),
            _flag("--admin"),
            _number("--events", "N"),
            _number("--players", "N"),
            _text("--address", "URL"),
            _DB,
        ),
        "do": _command(
            "operations:do",
            Arg("operation", metavar="OPERATION"),
            Arg("fields", metavar="KEY=VALUE", nargs="*", default=()),
            _text("--address", "URL"),
            _DB,
        ),
    },
    "help": {
        "guide": _command("guide:guide", Arg("page", metavar="PAGE", nargs="?", default="")),
        "completion": _command("guide:completion", Arg("shell", metavar="SHELL", choices=SHELLS)),
    },
}
COMMANDS: Mapping[str, Command] = {name: one for group in GROUPS.values() for name, one in group.items()}
