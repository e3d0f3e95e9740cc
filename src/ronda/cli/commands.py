"""Every command with its arguments, as data: the parser, the help and the test of the documentation read it.

The help texts are in the catalogues: `help.COMMAND` and `help.arg.NAME` (or `help.COMMAND.NAME` where a command
means something of its own).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ronda import registry
from ronda.core.values import Frozen
from ronda.systems import demonstrated
from ronda.texts import LANGUAGES

KINDS = ("note", "warning", "score", "bonus", "points", "game-loss", "both-lose", "miss", "expel")
BYES = ("F", "H", "Z", "none")
PEOPLE = (
    *("list", "show", "add", "take", "import", "lists", "drop", "export"),
    *("doubles", "merge", "unmerge", "ratings", "forget"),
)
OUTCOMES = ("upheld", "changed", "lifted")
SHELLS = ("bash", "fish", "powershell", "tcsh", "zsh")
CARDS = ("yellow", "orange", "red", "black")


class Arg:
    """One argument, as argparse takes it. `called`: what its help is kept under, where that is not its flag;
    `otherwise`: what is taken where nothing is given, as the systems declare it, for the help."""

    def __init__(
        self, *flags: str, called: str = "", otherwise: Callable[[], str] | None = None, **settings: Any
    ) -> None:
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


def _demonstrated() -> str:
    return demonstrated("terminal")


class Command(Frozen, frozen=True):
    """`action` is `module:function` below `ronda.cli`; it gets the parsed arguments and the output to speak at."""

    action: str
    args: tuple[Arg, ...] = ()


EVERYWHERE = (Arg("--json", action="store_true"), Arg("--lang", choices=LANGUAGES))

_TOURNAMENT = Arg("tournament", metavar="TOURNAMENT")
_CODE = Arg("tournament", metavar="CODE")
_DB = Arg("--db", metavar="URL")
_YES = Arg("--yes", action="store_true")
_OPTION = Arg("--option", metavar="K=V", action="append", default=[])
_SEED = Arg("--seed", metavar="N", type=int)
_PLAYER = Arg("player", metavar="PLAYER")
_ROUND = Arg("--round", metavar="R", type=int)
_SYSTEM = Arg("--system", metavar="S", required=True)
_OUT = Arg("--out", metavar="FILE")
_FORCE = Arg("--force", action="store_true")
_WRITE = Arg("--write", action="store_true")
_APPROVE = Arg("--approve", metavar="NAME:REASON")

_SETTING_UP = {
    "systems": Command("new_event:systems"),
    "presets": Command("new_event:list_presets"),
    "new": Command(
        "new_event:new",
        (
            Arg("target", metavar="FILE"),
            _SYSTEM,
            Arg("--name", metavar="NAME", default=""),
            Arg("--preset", metavar="ID"),
            _OPTION,
            Arg("--players", metavar="CSV"),
            Arg("--encoding", metavar="NAME"),
            _SEED,
            _FORCE,
            _DB,
        ),
    ),
    "enter": Command(
        "players:enter",
        (
            _TOURNAMENT,
            Arg("name", metavar="NAME"),
            Arg("--rating", metavar="N", type=int, default=0),
            Arg("--national-rating", metavar="N", type=int, default=0),
            Arg("--licence", metavar="N", default=""),
            Arg("--club", metavar="NAME", default=""),
            _YES,
            _DB,
        ),
    ),
    "bye": Command(
        "players:bye",
        (
            _TOURNAMENT,
            _PLAYER,
            Arg("round", metavar="ROUND", type=int),
            Arg("kind", metavar="KIND", choices=BYES),
            _YES,
            _DB,
        ),
    ),
    "leave": Command("players:leave", (_TOURNAMENT, _PLAYER, _YES, _DB)),
    "return": Command("players:come_back", (_TOURNAMENT, _PLAYER, _YES, _DB)),
}

_ROUNDS = {
    "pair": Command(
        "pair:pair",
        (_TOURNAMENT, _SEED, _WRITE, _APPROVE, Arg("--draft", action="store_true"), _YES, _DB),
    ),
    "result": Command(
        "results:result",
        (
            _TOURNAMENT,
            Arg("round", metavar="ROUND", type=int),
            Arg("table", metavar="TABLE", type=int),
            Arg("result", metavar="RESULT"),
            Arg("--absent", metavar="PLAYER", action="append", default=[]),
            Arg("--confirm", action="store_true"),
            Arg("--preview", action="store_true"),
            _YES,
            _DB,
        ),
    ),
}

_PENALTIES = {
    "penalise": Command(
        "penalties:penalise",
        (
            _TOURNAMENT,
            _PLAYER,
            Arg("kind", metavar="KIND", choices=KINDS),
            Arg("--amount", metavar="N", default=""),
            _ROUND,
            Arg("--table", metavar="T", type=int),
            Arg("--card", metavar="COLOUR", choices=CARDS, default=""),
            Arg("--rule", metavar="CODE", default=""),
            Arg("--reason", metavar="TEXT", default=""),
            Arg("--by", metavar="NAME", default=""),
            _YES,
            _DB,
        ),
    ),
    "lift": Command(
        "penalties:lift",
        (
            _TOURNAMENT,
            Arg("penalty", metavar="PENALTY", type=int),
            Arg("--reason", metavar="TEXT", default=""),
            Arg("--by", metavar="NAME", default=""),
            _YES,
            _DB,
        ),
    ),
    "penalties": Command("penalties:penalties", (_TOURNAMENT, _DB)),
    "appeal": Command(
        "penalties:appeal",
        (
            _TOURNAMENT,
            _PLAYER,
            Arg("text", metavar="TEXT"),
            Arg("--penalty", metavar="PENALTY", type=int),
            _ROUND,
            Arg("--table", metavar="T", type=int),
            _YES,
            _DB,
        ),
    ),
    "decide": Command(
        "penalties:decide",
        (
            _TOURNAMENT,
            Arg("appeal", metavar="APPEAL", type=int),
            Arg("outcome", metavar="OUTCOME", choices=OUTCOMES),
            Arg("--reason", metavar="TEXT", default=""),
            Arg("--by", metavar="NAME", default=""),
            Arg("--amount", metavar="N", default=""),
            _YES,
            _DB,
        ),
    ),
    "stages": Command(
        "stages:stages",
        (
            _TOURNAMENT,
            Arg("--plan", metavar="FILE"),
            Arg("--begin", action="store_true"),
            _SEED,
            Arg("--change", metavar="OUT=IN", action="append", default=[]),
            Arg("--slot", action="store_true"),
            Arg("--playoff", metavar="PLAYER", action="append", default=[]),
            Arg("--early", action="store_true"),
            Arg("--cancel", metavar="STAGE", type=int),
            Arg("--by", metavar="NAME", default=""),
            Arg("--reason", metavar="TEXT", default=""),
            _YES,
            _DB,
        ),
    ),
    "prizes": Command(
        "prizes:prizes",
        (
            _TOURNAMENT,
            Arg("--rules", metavar="FILE"),
            Arg("--by", metavar="NAME", default=""),
            Arg("--reason", metavar="TEXT", default=""),
            _YES,
            _DB,
        ),
    ),
}

_PEOPLE = {
    "fees": Command(
        "fees:fees",
        (
            _TOURNAMENT,
            Arg("--rules", metavar="FILE"),
            Arg("--currency", metavar="NAME", default=""),
            Arg("--year", metavar="Y", type=int, default=0),
            Arg("--pay", metavar="P[=AMOUNT]", action="append", default=[]),
            Arg("--how", metavar="TEXT", default=""),
            Arg("--set", metavar="P[=AMOUNT]", action="append", default=[]),
            Arg("--refund", metavar="P[=AMOUNT]", action="append", default=[]),
            Arg("--reason", metavar="TEXT", default=""),
            _OUT,
            _YES,
            _DB,
        ),
    ),
    "people": Command(
        "people:people",
        (
            Arg("verb", metavar="VERB", choices=PEOPLE),
            Arg("what", metavar="WHAT", nargs="*"),
            Arg("--source", metavar="NAME", default=""),
            Arg("--dated", metavar="DATE", default=""),
            _OUT,
            _YES,
            _DB,
        ),
    ),
}

_VIEWS = {
    "standings": Command(
        "views:standings",
        (
            _TOURNAMENT,
            Arg("--after", metavar="R", type=int),
            Arg("--player", metavar="P"),
            Arg("--tiebreaks", metavar="LIST"),
            _DB,
        ),
    ),
    "ratings": Command(
        "ratings:ratings",
        (
            _TOURNAMENT,
            Arg("--k", metavar="K", type=int, default=20),
            Arg("--own-k", metavar="P=K", action="append", default=[]),
            _DB,
        ),
    ),
    "explain": Command(
        "views:explain",
        (
            _TOURNAMENT,
            Arg("number", called="round", metavar="ROUND", nargs="?", type=int),
            _ROUND,
            Arg("--player", metavar="P"),
            _DB,
        ),
    ),
    "show": Command(
        "views:show",
        (_TOURNAMENT, Arg("list", choices=("start", "pairings", "final", "cross")), _ROUND, _DB),
    ),
    "check": Command("views:check", (_TOURNAMENT, Arg("--forecast", action="store_true"), _DB)),
    "report": Command("simulate:report", (_TOURNAMENT, _DB)),
    "series": Command("series:series", (Arg("file", metavar="FILE"), Arg("--provisional", action="store_true"), _DB)),
    "simulate": Command(
        "simulate:simulate",
        (
            _SYSTEM,
            Arg("--players", metavar="N", type=int, required=True),
            Arg("--rounds", metavar="R", type=int, required=True),
            _SEED,
            Arg("--repeat", metavar="K", type=int, default=1),
            _OUT,
            _OPTION,
            Arg("--absences", metavar="N", type=int, default=0),
            Arg("--drop-outs", metavar="N", type=int, default=0),
            Arg("--late-entries", metavar="N", type=int, default=0),
            Arg("--workers", metavar="N", type=int),
        ),
    ),
}

_EXCHANGE = {
    "export": Command(
        "import_export:export",
        (
            _TOURNAMENT,
            Arg("--to", choices=("json", "csv", "xlsx", "trf", "trf16", "site", "form"), required=True),
            Arg("--what", choices=("standings", "rounds", "players", "start"), default="standings"),
            Arg("--names", choices=("full", "adults", "short", "initials", "number")),
            Arg("--template", metavar="FILE"),
            _OUT,
            _DB,
        ),
    ),
    "import": Command(
        "import_export:import_",
        (
            Arg("file", metavar="FILE"),
            _OUT,
            Arg("--store", action="store_true"),
            Arg("--tournament", metavar="NAME", action="append", default=[]),
            Arg("--system", metavar="S"),
            Arg("--name", metavar="NAME", default=""),
            Arg("--encoding", metavar="NAME"),
            _FORCE,
            _DB,
        ),
    ),
}

_PRIVACY = {
    "person": Command("privacy:person", (_TOURNAMENT, _PLAYER, _DB)),
    "forget": Command(
        "privacy:forget",
        (
            _TOURNAMENT,
            Arg("player", metavar="PLAYER", nargs="?"),
            Arg("--all", action="store_true"),
            Arg("--due", action="store_true"),
            Arg("--texts", action="store_true"),
            _YES,
            _DB,
        ),
    ),
    "keep": Command("privacy:keep", (_CODE, Arg("--until", metavar="DATE"), _DB)),
}

_STORED = {  # only on the code of a stored tournament
    "list": Command("list_events:list_", (Arg("--all", action="store_true"), _DB)),
    "publish": Command("rounds:publish", (_TOURNAMENT, _APPROVE, _YES, _DB)),
    "swap": Command(
        "rounds:swap",
        (_TOURNAMENT, _PLAYER, Arg("other", metavar="OTHER"), _WRITE, _YES, _DB),
    ),
    "discard": Command("rounds:discard", (_TOURNAMENT, _YES, _DB)),
    "close": Command("rounds:close", (_TOURNAMENT, _YES, _DB)),
    "finish": Command("rounds:finish", (_TOURNAMENT, _YES, _DB)),
    "reopen": Command("rounds:reopen", (_TOURNAMENT, _YES, _DB)),
    "undo": Command("rounds:undo", (_TOURNAMENT, _YES, _DB)),
    "redo": Command("rounds:redo", (_TOURNAMENT, _YES, _DB)),
    "log": Command("history:log", (_TOURNAMENT, Arg("--last", metavar="N", type=int), _DB)),
    "replay": Command("history:replay", (_CODE, Arg("--head", metavar="VERSION:HASH"), _DB)),
    "duplicate": Command("store_commands:duplicate", (_CODE, Arg("--name", metavar="NAME"), _SEED, _DB)),
    "archive": Command("store_commands:archive", (_CODE, Arg("--back", action="store_true"), _YES, _DB)),
    "delete": Command("store_commands:delete", (_CODE, _YES, _DB)),
    "recover": Command(
        "recover:recover",
        (Arg("tournament", metavar="CODE", nargs="?"), Arg("--from", metavar="FILE", dest="damaged"), _YES, _DB),
    ),
}

_DATABASE = {
    "backup": Command("store_commands:backup", (_OUT, Arg("--portable", action="store_true"), _DB)),
    "restore": Command("store_commands:restore", (Arg("file", metavar="FILE"), _FORCE, _DB)),
    "seal": Command("seal:seal", (Arg("--anew", action="store_true"), _DB)),
    "rebuild": Command("store_commands:rebuild", (Arg("tournament", metavar="CODE", nargs="?"), _DB)),
}

_ELSEWHERE = {  # on the five tables in somebody's own database
    "tables": Command(
        "tables.command:tables",
        (
            Arg("url", metavar="URL"),
            Arg("verb", metavar="VERB", choices=("list", "check", "pair", "score")),
            Arg("code", metavar="CODE", nargs="?"),
            _SEED,
            _WRITE,
        ),
    ),
}

_ENGINE = {  # for other programs: `ronda.engine` reads the words itself, so that it starts fast
    "engine": Command(
        "engine_command:engine",
        (
            *(Arg(f"--{name}", called="system", metavar="FILE", nargs="?") for name in registry.exchanging()),
            Arg("file", metavar="FILE", nargs="?"),
            Arg("-p", metavar="OUT", nargs="?"),
            Arg("-c", action="store_true"),
            Arg("-g", action="store_true"),
            Arg("-o", metavar="OUT"),
            Arg("-s", metavar="SEED", type=int),
            Arg("-l", metavar="LIST", nargs="?"),
            Arg("-b", action="store_true"),
            Arg("-q", metavar="N", nargs="?"),
            Arg("-w", action="store_true"),
            Arg("-r", action="store_true"),
        ),
    ),
}

_SERVER = {
    "serve": Command(
        "serve:serve",
        (
            Arg("--host", metavar="H", default="127.0.0.1"),
            Arg("--port", metavar="P", type=int, default=8000),
            _DB,
            Arg("--address", metavar="URL", default=""),
            Arg("--workers", metavar="N", type=int, default=1),
            Arg("--idle-hours", metavar="N", type=int, default=12),
            Arg("--behind-proxy", action="store_true"),
            Arg("--trust-local", action="store_true"),
            Arg("--trusted-proxy", metavar="ADDRESS", action="append", default=[]),
            Arg("--private-webhooks", action="store_true"),
            Arg("--cors", metavar="ORIGIN", action="append", default=[]),
            Arg("--log-format", metavar="FORM", choices=("text", "json"), default="text"),
            Arg("--log-requests", action="store_true"),
            Arg("--open", action="store_true"),
        ),
    ),
}

_ACCOUNTS = {
    "accounts": Command(
        "accounts:accounts",
        (
            Arg(
                "action",
                metavar="ACTION",
                nargs="?",
                default="list",
                choices=("list", "add", "limits", "suspend", "restore", "password", "give", "link"),
            ),
            Arg("name", metavar="NAME", nargs="?", default=""),
            Arg("code", metavar="CODE", nargs="?", default=""),
            Arg("--admin", action="store_true"),
            Arg("--events", metavar="N", type=int),
            Arg("--players", metavar="N", type=int),
            Arg("--address", metavar="URL", default=""),
            _DB,
        ),
    ),
    "do": Command(
        "operations:do",
        (
            Arg("operation", metavar="OPERATION"),
            Arg("fields", metavar="KEY=VALUE", nargs="*", default=()),
            Arg("--address", metavar="URL", default=""),
            _DB,
        ),
    ),
}

_DIALOGUES = {
    "console": Command(
        "console.command:console", (Arg("file", metavar="FILE", nargs="?"), Arg("--new", action="store_true"))
    ),
    "demo": Command("demo:demo", (Arg("--system", metavar="S", default="", otherwise=_demonstrated),)),
    "completion": Command("completion:completion", (Arg("shell", metavar="SHELL", choices=SHELLS),)),
    "guide": Command("guide:guide", (Arg("page", metavar="PAGE", nargs="?", default=""),)),
}

COMMANDS: Mapping[str, Command] = {
    **_SETTING_UP,
    **_ROUNDS,
    **_PENALTIES,
    **_PEOPLE,
    **_VIEWS,
    **_EXCHANGE,
    **_PRIVACY,
    **_STORED,
    **_DATABASE,
    **_ELSEWHERE,
    **_ENGINE,
    **_SERVER,
    **_ACCOUNTS,
    **_DIALOGUES,
}
