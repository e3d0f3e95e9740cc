"""The log as entries to be put into words: what happened, and what stood there before. Also the replay.

An entry has a code (`log.CODE` in the catalogues) and facts; players are given by the names they had then, with what
tells namesakes apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, get_args

from ronda.core.chance import Draw
from ronda.core.erasing import redactions
from ronda.core.facts import (
    Approved,
    Archived,
    AvoidChanged,
    ByeRequested,
    CheckedIn,
    Closed,
    Created,
    Deleted,
    Discarded,
    Edited,
    Entered,
    Erased,
    Fact,
    Finished,
    Left,
    Missed,
    OptionsChanged,
    Paired,
    Published,
    Rearranged,
    Redone,
    Renamed,
    Reported,
    ResultEntered,
    Returned,
    Undone,
)
from ronda.core.history import before_round, fold, in_force, undone
from ronda.core.model import OptionValue, Player, Proposal, Result, Round, Setup, Table, Tournament, removed_name
from ronda.formats.fact_text import fact_kind
from ronda.formats.tournament_text import option_value
from ronda.store.values import Record
from ronda.systems import book_of, system
from ronda.systems.labels import Removed, folded, labels, told_actor

Remade = Literal["same", "unnamed", "differs", "by_hand", "not_ours", "other_edition"]
REMADE: tuple[Remade, ...] = get_args(Remade)
CODES = (
    "created",
    "renamed",
    "options_changed",
    "avoid_changed",
    "entered",
    "edited",
    "checked_in",
    "checked_out",
    "left",
    "returned",
    "missed",
    "paired",
    "rearranged",
    "discarded",
    "approved",
    "published",
    "opened_again",
    "result_entered",
    "result_corrected",
    "result_removed",
    "reported",
    "report_withdrawn",
    "closed",
    "finished",
    "reopened",
    "archived",
    "unarchived",
    "deleted",
    "recovered",
    "erased",
    "undone",
    "redone",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of the log. `counts` is false for what was undone."""

    version: int
    at: datetime
    actor: str
    code: str
    fact: Fact
    counts: bool
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A fact with the tournament before it (None: it makes one) and after it."""

    version: int
    fact: Fact
    before: Tournament | None
    after: Tournament


def steps(facts: Sequence[Fact], first: int = 1) -> Iterator[Step]:
    """Folds fact by fact, from the version `first` on. What can be built on is built on; undoing, redoing and
    discarding look back further, so there everything is folded again."""
    before: Tournament | None = None if first == 1 else fold(in_force(facts[: first - 1]))
    for version, fact in enumerate(facts[first - 1 :], start=first):
        if before is None or isinstance(fact, Undone | Redone | Discarded):
            after = fold(in_force(facts[:version]))
        else:
            after = fold([fact], before)
        yield Step(version, fact, before, after)
        before = after


Named = Callable[[Player], str]
_LISTED = 5  # names that an entry tells of many


def entries(records: Sequence[Record], removed: Removed = removed_name) -> list[Entry]:
    """The log in order, each fact with what it changed; `removed`: what those are called who were erased."""
    facts = [record.fact for record in records]
    taken_back = undone(facts)
    named = _naming(facts, removed)
    names: dict[int, str] = {}
    people: dict[int, Player] = {}
    known: tuple[Player, ...] = ()
    found: list[Entry] = []
    for record, step in zip(records, steps(facts), strict=True):
        if step.after.players is not known:
            known = step.after.players
            people |= {player.id: player for player in known}
            names |= {player.id: named(player) for player in known}
        entry = _entry(record, step, names, named, taken_back)
        found.append(replace(entry, actor=told_actor(entry.actor, people, removed)))
    return found


def entries_at(records: Sequence[Record], versions: Sequence[int], removed: Removed = removed_name) -> list[Entry]:
    """Some entries of one action, which follow each other, without folding through all the log."""
    if not versions:
        return []
    facts = [record.fact for record in records[: versions[-1]]]
    named = _naming(facts, removed)
    found = []
    for step in steps(facts, versions[0]):
        names = {player.id: named(player) for player in step.after.players}
        found.append(_entry(records[step.version - 1], step, names, named, set()))
    return found


def _entry(record: Record, step: Step, names: Mapping[int, str], named: Named, taken_back: Collection[int]) -> Entry:
    code, told = _told(step, names, named)
    counts = record.version not in taken_back
    return Entry(record.version, record.at, record.actor, code, record.fact, counts, told)


def _naming(facts: Sequence[Fact], removed: Removed) -> Named:
    """What players are called in all of the log: by the names they had then, with what tells namesakes apart."""
    marks = _marks(facts)

    def named(player: Player) -> str:
        if player.removed:
            return removed(player.id)
        return f"{player.name} ({marks[player.id]})" if player.id in marks else player.name

    return named


def _marks(facts: Sequence[Fact]) -> dict[int, str]:
    """What tells namesakes apart, by player: as it is now, so that all of the log calls them the same; the id for who
    shared a name only before something was edited or undone."""
    if not facts:
        return {}
    marks = {player: label.mark for player, label in labels(fold(in_force(facts))).items() if label.mark}
    called: dict[str, set[int]] = {}
    for fact in facts:
        if isinstance(fact, Entered | Edited):
            called.setdefault(folded(fact.player.name), set()).add(fact.player.id)
    alike = {player for namesakes in called.values() if len(namesakes) > 1 for player in namesakes}
    return {player: f"#{player}" for player in alike} | marks


# --- words -------------------------------------------------------------------------------------------------


def _told(step: Step, names: Mapping[int, str], named: Named) -> tuple[str, dict[str, Any]]:
    """The code of the entry and its facts; `before` and `after` where something was replaced."""
    match step.fact:
        case Created(setup=setup):
            return "created", {"name": setup.name, "system": setup.system}
        case Renamed() | OptionsChanged() | AvoidChanged():
            return _set_up(step.fact, step)
        case Entered() | Edited() | CheckedIn() | Left() | Returned() | Missed() | ByeRequested():
            return _roster(step.fact, step, names, named)
        case ResultEntered():
            return _result(step.fact, step, names)
        case Reported():
            return _report(step.fact, step, names)
        case Undone(versions=versions) | Redone(versions=versions):
            return fact_kind(step.fact), {"versions": list(versions)}
        case Finished(again=again):
            return "reopened" if again else "finished", {}
        case Archived(away=away):
            return "archived" if away else "unarchived", {}
        case Deleted(gone=gone):
            return "deleted" if gone else "recovered", {}
        case Erased(players=players):
            called = [names.get(pid, removed_name(pid)) for pid in players[:_LISTED]]
            return "erased", {"players": [*called, *(["…"] if len(players) > _LISTED else [])], "n": len(players)}
        case Paired() | Rearranged() | Discarded() | Approved() | Published() | Closed():
            return _round(step.fact, step, names)


def _set_up(fact: Renamed | OptionsChanged | AvoidChanged, step: Step) -> tuple[str, dict[str, Any]]:
    assert step.before is not None
    match fact:
        case Renamed(name=name):
            return "renamed", {"before": step.before.setup.name, "after": name}
        case OptionsChanged(options=options):
            old = step.before.setup
            return "options_changed", {
                "before": [_setting(old, key, old.options[key]) for key in options if key in old.options],
                "after": [_setting(old, key, value) for key, value in options.items()],
            }
        case AvoidChanged(avoid=avoid):
            return "avoid_changed", {"before": len(step.before.setup.avoid), "after": len(avoid)}


def _setting(setup: Setup, name: str, value: OptionValue) -> str:
    """`rounds=5`, as people write it."""
    known = {option.name: option for option in system(setup.system).options}
    written = option_value(known[name], value) if name in known else value
    if written is None:
        return f"{name}=auto"
    return f"{name}={json.dumps(written) if isinstance(written, bool) else written}"


def _roster(
    fact: Entered | Edited | CheckedIn | Left | Returned | Missed | ByeRequested,
    step: Step,
    names: Mapping[int, str],
    named: Named,
) -> tuple[str, dict[str, Any]]:
    match fact:
        case Entered(player=player):
            return "entered", {"player": named(player), "id": player.id}
        case Edited(player=player):
            old = next(known for known in step.before.players if known.id == player.id) if step.before else player
            before, after = _differences(old, player)
            return "edited", {"player": named(old), "before": before, "after": after}
        case CheckedIn(player=pid, here=here):
            return "checked_in" if here else "checked_out", {"player": names[pid]}
        case Left(player=pid, after=number):
            return "left", {"player": names[pid], "round": number}
        case Returned(player=pid, round=number) | Missed(player=pid, round=number):
            return fact_kind(fact), {"player": names[pid], "round": number}
        case ByeRequested(player=pid, round=number, kind=kind):
            told = {"player": names[pid], "round": number}
            return ("bye_withdrawn", told) if kind is None else ("bye_requested", {**told, "kind": kind})


def _differences(old: Player, new: Player) -> tuple[list[str], list[str]]:
    keys = [key for key in Player.__struct_fields__ if getattr(old, key) != getattr(new, key)]
    before, after = ([f"{key}={_value(getattr(player, key))}" for key in keys] for player in (old, new))
    return before or [_value(None)], after or [_value(None)]  # what it was may have been erased since


def _value(value: object) -> str:
    return "–" if value is None else str(value)


def _round(
    fact: Paired | Rearranged | Discarded | Approved | Published | Closed, step: Step, names: Mapping[int, str]
) -> tuple[str, dict[str, Any]]:
    match fact:
        case Paired(round=made):
            return "paired", {"round": made.number, "tables": len(made.tables), "seed": made.seed}
        case Rearranged(round=made):
            old = step.before.rounds[-1] if step.before else made
            before, after = _moved(old, made, names)
            return "rearranged", {"round": made.number, "before": before, "after": after}
        case Approved(round=number, approval=approval):
            return "approved", {"round": number, "by": approval.by, "why": approval.reason}
        case Published(round=number) if step.before and step.before.rounds[number - 1].status == "closed":
            return "opened_again", {"round": number}
        case Discarded(round=number) | Published(round=number) | Closed(round=number):
            return fact_kind(fact), {"round": number}


def _moved(old: Round, new: Round, names: Mapping[int, str]) -> tuple[list[str], list[str]]:
    """The tables and byes that differ, as they were and as they are."""
    was, now = (_seats(round_, names) for round_ in (old, new))
    return [seat for seat in was if seat not in now], [seat for seat in now if seat not in was]


def _seats(round_: Round, names: Mapping[int, str]) -> list[str]:
    seats = [f"{table.number}: {_sides(table, names)}" for table in round_.tables]
    return seats + [names.get(bye.player, str(bye.player)) for bye in round_.byes]


def _sides(table: Table, names: Mapping[int, str]) -> str:
    return " – ".join(
        "/".join(names.get(player, str(player)) for player in side) for side in (table.first, table.second)
    )


def _result(fact: ResultEntered, step: Step, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    assert step.before is not None
    table = next(t for t in step.before.rounds[fact.round - 1].tables if t.number == fact.table)
    before, after = (_written(result, step.after) for result in (table.result, fact.result))
    told = {"round": fact.round, "table": fact.table, "sides": _sides(table, names), "before": before, "after": after}
    told |= {"was": _shown(table.result, step.after), "now": _shown(fact.result, step.after)}
    if fact.result is None:
        return "result_removed", told
    return "result_entered" if table.result is None else "result_corrected", told


def _report(fact: Reported, step: Step, names: Mapping[int, str]) -> tuple[str, dict[str, Any]]:
    told = {"round": fact.round, "table": fact.table, "player": names[fact.player]}
    if fact.result is None:
        return "report_withdrawn", told
    return "reported", {**told, "after": _written(fact.result, step.after), "now": _shown(fact.result, step.after)}


def _written(result: Result | None, tournament: Tournament) -> str | None:
    return None if result is None else system(tournament.setup.system).write_result(result)


def _shown(result: Result | None, tournament: Tournament) -> str:
    return system(tournament.setup.system).result_fact(result)


# --- replay ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundAgain:
    """A recorded round made once more from what was known then. `version` is the fact that recorded it."""

    version: int
    number: int
    outcome: Remade


@dataclass(frozen=True, slots=True)
class Replayed:
    """Everything derived anew. `broken` is the first version whose fact does not fit what was there, or None.
    `redacted` are the entries from which something was erased where it stood in the chain: what that was can no longer
    be verified, only that nothing else was changed since."""

    versions: int
    rounds: tuple[RoundAgain, ...]
    broken: int | None = None
    redacted: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        return self.broken is None and all(again.outcome != "differs" for again in self.rounds)


def replay(facts: Sequence[Fact]) -> Replayed:
    """Folds fact by fact and makes every round again, also those that were discarded or undone later."""
    if not facts:  # not even the one that makes it
        return Replayed(0, (), 1)
    rounds: list[RoundAgain] = []
    version, last = 0, None
    try:
        for step in steps(facts):
            match step.fact:
                case Paired(round=made) if step.before is not None:
                    rounds.append(RoundAgain(step.version, made.number, _again(step.fact, step.before, step.after)))
                case Rearranged(round=made):
                    rounds.append(RoundAgain(step.version, made.number, "by_hand"))
            version, last = step.version, step.after
    except (LookupError, AssertionError, ValueError, TypeError, AttributeError):
        return Replayed(len(facts), tuple(rounds), version + 1)
    if last != fold(in_force(facts)):
        return Replayed(len(facts), tuple(rounds), version)
    return Replayed(len(facts), tuple(rounds), None, tuple(sorted(redactions(facts))))


def _again(fact: Paired, before: Tournament, after: Tournament) -> Remade:
    """From what was known then. A round that came with a file carries results that were corrected later."""
    made = fact.round
    if made.by_hand:
        return "by_hand"
    if made.edition is None:
        return "not_ours"
    known = replace(before, rounds=before_round(after, made.number).rounds)
    rules = system(before.setup.system)
    seed = before.setup.seed if made.seed is None else made.seed
    again = rules.again(book_of(known), Draw(seed, "round", made.number), made)
    if isinstance(again, Proposal) and _places(again.round) == _places(made) and _numbers_agree(again, fact):
        return "same"
    if isinstance(again, Proposal) and _holds_without_names(fact, known, again):
        return "unnamed"
    return "differs" if made.edition == rules.edition else "other_edition"


def _holds_without_names(fact: Paired, known: Tournament, again: Proposal) -> bool:
    """Whether the round is the same if only the start numbers are taken as they were recorded: a name that was erased
    since cannot decide them any more. Among those who still have their names the numbers must agree."""
    gone = {player.id for player in known.players if player.removed}
    if not gone or not fact.numbers:
        return False
    both = (again.numbers, fact.numbers)
    now, then = ([pid for pid in sorted(of, key=of.__getitem__) if pid not in gone] for of in both)
    if now != then:
        return False
    numbered = tuple(replace(player, number=fact.numbers.get(player.id, player.number)) for player in known.players)
    made, rules = fact.round, system(known.setup.system)
    seed = known.setup.seed if made.seed is None else made.seed
    once_more = rules.again(book_of(replace(known, players=numbered)), Draw(seed, "round", made.number), made)
    return isinstance(once_more, Proposal) and _places(once_more.round) == _places(made)


def _numbers_agree(again: Proposal, fact: Paired) -> bool:
    """A round that came with a file fixed no numbers: they stand with its players."""
    return not fact.numbers or dict(again.numbers) == dict(fact.numbers)


def _places(round_: Round) -> Any:
    return [(t.number, t.first, t.second) for t in round_.tables], [bye.player for bye in round_.byes]
