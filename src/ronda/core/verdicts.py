"""What the program says, before it is put into words: a code, an article and the facts.

Sentences are made outside (`ronda.texts`); nothing here holds prose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from ronda.core.values import Frozen, Value, replace

Facts = Mapping[str, Any]  # values are JSON values: numbers, strings, booleans, lists, objects
Severity = Literal["violation", "relaxation", "note"]
RECORDED = "recorded"  # the code of a reason that is known by its text only


class Reason(Value):
    """Why a table, a bye or a round is as it is (S7)."""

    code: str
    article: str
    facts: Facts = {}
    table: int | None = None
    player: int | None = None


class InForce(Reason):
    """What holds in an event because of its settings and its field, for those who look on."""


class PlayerNote(Reason):
    """Something worth telling about one player's event."""


class Relaxation(Value):
    """A rule that could not be kept, and for whom (S3)."""

    code: str
    article: str
    players: tuple[int, ...]
    facts: Facts = {}


class Finding(Value):
    """What a check of a round or of a set-up saw."""

    code: str
    article: str
    severity: Severity = "violation"
    round: int | None = None
    players: tuple[int, ...] = ()
    facts: Facts = {}


class Refusal(Value):
    """A request that a rule forbids, with the way out in its facts."""

    code: str
    article: str
    facts: Facts = {}


Kind = Literal[
    "reason",
    "relaxation",
    "finding",
    "refusal",
    "in_force",
    "player_note",
    "skipped",  # the entries of a fact `skipped`; their code is their `why`
    "unreadable",  # input from outside that cannot be read
    "defect",  # the entries of a fact `defects`: what is wrong with a tournament report file
    "unimportable",  # somebody else's five tables that cannot be read
    "import_note",  # what is to be looked at after an import of them
    "tables",  # what a check of them saw
]


class FactType(Frozen):
    """What a fact is: which values it has, and, where a text must tell it in one way, that way (`{fact:told}`); "": a
    text may tell it as it is, or by a text of its own (`{proved:word}`)."""

    name: str
    fits: Callable[[Any], bool]
    told: Literal["", "actor", "name", "groups", "skipped"] = ""


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0  # 0: the bye, as an opponent in proofs


def _several(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(fits, value))


def _text(value: object) -> bool:
    return isinstance(value, str)


def _entry(value: object) -> bool:
    return isinstance(value, Mapping) and _text(value.get("why")) and _id(value.get("player"))


PLAYER = FactType("player", _id, "name")
PLAYERS = FactType("players", _several(_id), "name")
GROUPS = FactType("groups of players", _several(_several(_id)), "groups")
# somebody as people named them: by id where there is such a player, else by what was typed
ASKED = FactType("player as asked for", lambda value: _id(value) or _text(value), "name")
ENTRANTS = FactType("players, or names of those not entered yet", _several(lambda one: _id(one) or _text(one)), "name")

COUNT = FactType("count", _id)
NUMBER = FactType("number", _whole)  # may be below zero
POINTS = FactType("points", lambda value: _whole(value) or _text(value))  # halves and tenths are written out
TABLE = FactType("table", _id)
TABLES = FactType("tables", _several(_id))
ROUND = FactType("round", _id)
ROUNDS = FactType("rounds", _several(_id))
PLACES = FactType("places", _several(_id))
SEED = FactType("seed", _whole)
TEXT = FactType("text", _text)
ACTOR = FactType("actor", _text, "actor")  # who did something, as the log keeps it
TEXTS = FactType("texts", _several(_text))
CODE = FactType("code", lambda value: isinstance(value, str | int | None))  # a word of the catalogues, by its code
RESULT = FactType("result", _text)
FLAG = FactType("flag", lambda value: isinstance(value, bool))
SKIPPED = FactType("skipped players", _several(_entry), "skipped")
VALUE = FactType("value", lambda value: True)  # noqa: ARG005 - whatever was given, or data that no sentence tells

# --- facts that come together --------------------------------------------------------------------------------

PASSED: Mapping[str, FactType] = {"skipped": SKIPPED, "more": FLAG}  # `ronda.pairing.explain.skipped_facts`
PROOF: Mapping[str, FactType] = {"hub_size": COUNT, "group_count": COUNT, "hub": PLAYERS, "groups": GROUPS}
# What a verdict says it is about, beside its facts; `first` is the first of the players.
ABOUT: Mapping[str, FactType] = {"player": PLAYER, "players": PLAYERS, "first": PLAYER, "table": TABLE, "round": ROUND}


class Code(Frozen):
    """`articles`: those that may be given with the code, with spaces between them; "": that of the rule or option in
    question. `facts`: those that may come with it, or, if it is `whole`, must. `every_table`: a reason of the whole
    round that explains each of its tables."""

    articles: str = ""
    facts: Mapping[str, FactType] = {}
    every_table: bool = False
    whole: bool = False

    def cites(self, article: str) -> bool:
        return not self.articles or article in self.articles.split()

    def fact_type(self, fact: str) -> FactType | None:
        """What a text knows under that name: a fact, or what the verdict is about."""
        return self.facts.get(fact) or ABOUT.get(fact)


Codes = Mapping[Kind, Mapping[str, Code]]


def citing(articles: str, **facts: FactType) -> Code:
    """What is said by a rule: with its articles, and perhaps with these facts."""
    return Code(articles, facts)


def every_table(articles: str, **facts: FactType) -> Code:
    """The same of a whole round, for each of its tables."""
    return Code(articles, facts, every_table=True)


def uncited(**facts: FactType) -> Code:
    """What is said of input from outside: without an article, always with all of its facts."""
    return Code("", facts, whole=True)


def misfits(codes: Codes, kind: Kind, code: str, article: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """How a verdict departs from the declaration, in English."""
    declared = codes.get(kind, {}).get(code)
    if declared is None:
        yield f"{kind}.{code} is not declared"
        return
    if kind != "skipped" and not declared.cites(article):
        yield f"{kind}.{code} is not declared with {article}"
    if declared.whole:
        yield from (f"{kind}.{code}: the fact {name} is missing" for name in declared.facts if name not in facts)
    for name, value in facts.items():
        type_ = declared.facts.get(name)
        if type_ is None:
            yield f"{kind}.{code}: the fact {name} is not declared"
        elif not type_.fits(value):
            yield f"{kind}.{code}: {name} is no {type_.name}: {value!r}"
        elif type_ is SKIPPED:
            for entry in value:
                rest = {key: own for key, own in entry.items() if key != "why"}
                yield from misfits(codes, "skipped", entry["why"], "", rest)


def cited(shared: Codes, articles: Mapping[Kind, Mapping[str, str]]) -> Codes:
    """Some of the shared codes as one system says them: with the facts that are declared there, under articles of its
    own."""
    return {
        kind: {code: replace(shared[kind][code], articles=own) for code, own in codes.items()}
        for kind, codes in articles.items()
    }


def joined(*several: Codes) -> Codes:
    """The codes of several packages, a system after what it shares with others: where it cites articles of its own,
    those hold. Raises ValueError if two declare different facts of one code."""
    found: dict[Kind, dict[str, Code]] = {}
    for codes in several:
        for kind, declared in codes.items():
            known = found.setdefault(kind, {})
            for code, one in declared.items():
                if code in known and known[code].facts != one.facts:
                    raise ValueError(f"{kind}.{code} is declared twice, with different facts")
                known[code] = one
    return found
