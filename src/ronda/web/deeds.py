"""Everything that can be done to an event, once: the pages and the HTTP API both act through this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import msgspec

from ronda.core.facts import Archived, Deleted, Entered, Fact, Finished, ResultEntered
from ronda.core.history import fold
from ronda.core.model import Approval, Avoid, OptionValue, Player, Scored, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import come_back, concerns, erase_result, find_table, leave, record_result, rounds
from ronda.desk.concerns import Concern, Concerns
from ronda.desk.desk import Decided
from ronda.desk.erasure import forget, forget_everybody
from ronda.desk.new_event import joined
from ronda.desk.phases import Action, entry_action
from ronda.desk.players import check_in, edit, find_player, pause, pause_absent, register
from ronda.desk.reports import report, withdraw
from ronda.desk.settings import change_avoid, rename, reset_options
from ronda.formats.errors import Unreadable
from ronda.formats.option_text import read_option
from ronda.formats.players_csv import understand
from ronda.systems import system
from ronda.web.roles import Person, Role

MOST_PLAYERS = 5_000
_MOST = 1_000_000_000

Text = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, msgspec.Meta(ge=0, le=_MOST)]
PlayerId = Annotated[int, msgspec.Meta(ge=1, le=_MOST)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]  # up to here all programs read JSON numbers alike
OptionsGiven = Annotated[
    dict[Text, bool | Annotated[float, msgspec.Meta(ge=-_MOST, le=_MOST)] | Text | None], msgspec.Meta(max_length=50)
]


class Ask(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What somebody asks for; without particulars."""


class Name(Ask, frozen=True):
    name: Text


class Options(Ask, frozen=True):
    options: OptionsGiven


class Pair(Ask, frozen=True):
    """Two players who should not meet, or not be partners."""

    players: tuple[PlayerId, PlayerId]
    relation: Literal["opponents", "partners", "both"] = "both"
    hard: bool = True


class Pairs(Ask, frozen=True):
    avoid: Annotated[list[Pair], msgspec.Meta(max_length=MOST_PLAYERS)]


class Particulars(Ask, frozen=True):
    """A player; what a system does not use may be left out."""

    name: Text
    rating: Number = 0
    national_rating: Number = 0
    licence: Text | Number = ""
    club: Text = ""
    pinned_table: Number | None = None
    title: Text = ""
    federation: Text = ""
    fide_id: Text | Number = ""
    birth_year: Number = 0
    sex: Text = ""
    email: Text = ""


class Changed(Particulars, frozen=True, kw_only=True):
    player: PlayerId


class Listed(Ask, frozen=True):
    """Players as pasted from a spreadsheet or typed, one in a line."""

    text: Annotated[str, msgspec.Meta(max_length=1_000_000)]


class One(Ask, frozen=True):
    player: PlayerId


class Here(One, frozen=True):
    here: bool = True


class Draw(Ask, frozen=True):
    """The next round; `present` lets those who are not checked in miss it. `last_resort`: where the rules allow no
    round, propose the one with the fewest rematches all the same, as a forced draft that somebody has to approve."""

    seed: Seed | None = None
    present: bool = False
    last_resort: bool = False


class Two(Ask, frozen=True):
    one: PlayerId
    other: PlayerId


class Approve(Ask, frozen=True):
    by: Text
    reason: Text


class Score(Ask, frozen=True):
    """`was` is the result that the person saw; if another one stands there by now, nothing is written."""

    round: Number
    table: Number
    result: Text
    was: Text | None = None
    absent: Annotated[list[PlayerId], msgspec.Meta(max_length=4)] = []
    sure: bool = False


class At(Ask, frozen=True):
    """`was` is the result that the person saw; if another one stands there by now, nothing is written."""

    round: Number
    table: Number
    was: Text | None = None


class Back(Ask, frozen=True):
    """An entry that was a mistake: `was` is what the person saw, `before` what stood there earlier, if anything."""

    round: Number
    table: Number
    was: Text
    before: Text = ""
    absent: Annotated[list[PlayerId], msgspec.Meta(max_length=4)] = []


class Said(Ask, frozen=True):
    """`round` is the one that the player meant: a report that was long on its way is not taken for a later one."""

    result: Text
    sure: bool = False
    round: Number | None = None


class Forget(One, frozen=True):
    """Somebody's personal data are removed for good. `rounds`: whose free texts (why a round was approved, what a file
    says about it) are emptied as well."""

    rounds: Annotated[list[Number], msgspec.Meta(max_length=1000)] = []


class ForgetAll(Ask, frozen=True):
    """The personal data of all players are removed for good; `rounds` as for one."""

    rounds: Annotated[list[Number], msgspec.Meta(max_length=1000)] = []


class Away(Ask, frozen=True):
    away: bool = True


class Gone(Ask, frozen=True):
    gone: bool = True


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that can be done: from which role on, with which particulars, as which action of the state table, and
    what must not have changed since the person looked."""

    name: str
    role: Role
    ask: type[Ask]
    action: Callable[[Tournament, Any], Action]
    decide: Callable[[Tournament, Any, Person], Decided]
    concerns: Callable[[Any, Person], Concerns | None]
    slow: bool = False  # worked out beside the line of writers


def _as(action: Action) -> Callable[[Tournament, Any], Action]:
    return lambda *_: action


def _about(*concerns: Concern) -> Callable[[Any, Person], Concerns]:
    return lambda *_: frozenset(concerns)


def _about_player(ask: One, _: Person) -> Concerns:
    """Also which round is the next one: from there on somebody leaves, pauses or is back."""
    return frozenset((concerns.of_player(ask.player), concerns.ROUNDS))


def _about_table(ask: Score | Back, _: Person) -> Concerns:
    """Who sits there. The result that was seen comes with the request itself."""
    return frozenset((concerns.of_seats(ask.round),))


def _about_result(ask: At, _: Person) -> Concerns:
    return frozenset((concerns.of_seats(ask.round), concerns.of_table(ask.round, ask.table)))


def _presence(player: int | None) -> Concerns:
    return frozenset((concerns.of_presence(player or 0),))


def _with_player(
    decide: Callable[[Tournament, Player], Fact | Refusal],
) -> Callable[[Tournament, One, Person], Decided]:
    def found(tournament: Tournament, ask: One, _: Person) -> Decided:
        player = find_player(tournament, ask.player)
        return player if isinstance(player, Refusal) else decide(tournament, player)

    return found


def _options(tournament: Tournament, ask: Options, _: Person) -> Decided:
    return reset_options(tournament, read_options(tournament.setup.system, ask.options))


def read_options(name: str, given: Mapping[str, bool | float | str | None]) -> dict[str, OptionValue]:
    """Values as a form or JSON has them; what cannot be one is left as it is, to be refused by name."""
    known = {option.name: option for option in system(name).options}
    found: dict[str, OptionValue] = {}
    for key, value in given.items():
        typed = (str(int(value)) if value.is_integer() else str(value)) if isinstance(value, float) else value
        try:
            found[key] = read_option(known[key], "" if typed is None else str(typed))
        except (KeyError, ValueError):
            found[key] = typed
    return found


def _avoid(tournament: Tournament, ask: Pairs, _: Person) -> Decided:
    return change_avoid(tournament, [Avoid(pair.players, pair.relation, pair.hard) for pair in ask.avoid])


def player_of(ask: Particulars, number: int = 0) -> Player:
    """The player as asked for. Licences and ids are texts; who sends a number means its digits."""
    given = {name: getattr(ask, name) for name in Particulars.__struct_fields__}
    texts = {name: str(given[name] or "") for name in ("licence", "fide_id")}
    return Player(number, **{**given, **texts})


def _enter(tournament: Tournament, ask: Particulars, _: Person) -> Decided:
    return register(tournament, player_of(ask))


def enter_all(tournament: Tournament, ask: Listed, _: Person) -> list[Entered] | Refusal:
    """All of the list, or none of it."""
    try:
        players = understand(ask.text.encode("utf-8", "replace"), encoding="utf-8").players
    except Unreadable as trouble:
        return Refusal("unreadable_list", "S4", {"trouble": trouble})
    return joined(tournament, players) or Refusal("nothing_changed", "S4")


def _draw(tournament: Tournament, ask: Draw, _: Person) -> Sequence[Fact] | Refusal:
    missed = pause_absent(tournament) if ask.present else []
    made = rounds.draft(fold(missed, tournament), ask.seed, last_resort=ask.last_resort)
    return made if isinstance(made, Refusal) else [*missed, *made]


def _swap(tournament: Tournament, ask: Two, _: Person) -> Decided:
    changed = rounds.swap_players(tournament, ask.one, ask.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def _swap_tables(tournament: Tournament, ask: Two, _: Person) -> Decided:
    changed = rounds.swap_tables(tournament, ask.one, ask.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def _approve(tournament: Tournament, ask: Approve, _: Person) -> Decided:
    return rounds.approve(tournament, Approval(ask.by, ask.reason))


def _result(tournament: Tournament, ask: Score, person: Person) -> Decided:
    table = _as_seen(tournament, ask, ask.was, person)
    if isinstance(table, Refusal):
        return table
    return record_result(tournament, ask.round, ask.table, ask.result, absent=tuple(ask.absent), confirmed=ask.sure)


def _as_seen(tournament: Tournament, ask: Score | At | Back, was: str | None, person: Person) -> Table | Refusal:
    """The table, if it has what the person saw there and the person may change it."""
    table = find_table(tournament, ask.round, ask.table)
    if isinstance(table, Refusal):
        return table
    standing = written(tournament, ask.round, ask.table)
    if standing != (was or None):
        current = system(tournament.setup.system).result_fact(table.result) or "–"
        return Refusal("changed_meanwhile", "S4", {"table": ask.table, "current": current, "round": ask.round})
    if table.result is not None and not _may_correct(tournament, ask.round, person):
        return Refusal("not_your_role", "S4", {"action": "correct"})
    return table


def _may_correct(tournament: Tournament, number: int, person: Person) -> bool:
    """Earlier rounds have been played on: only an arbiter touches them."""
    return number >= len(tournament.rounds) or person.may("arbiter")


def written(tournament: Tournament, number: int, table: int) -> str | None:
    """The result of a table as people write it."""
    found = find_table(tournament, number, table)
    if isinstance(found, Refusal) or found.result is None:
        return None
    return system(tournament.setup.system).write_result(found.result)


def _take_back(tournament: Tournament, ask: Back, person: Person) -> Decided:
    """The table as it stood before an entry."""
    table = _as_seen(tournament, ask, ask.was, person)
    if isinstance(table, Refusal):
        return table
    if not ask.before:
        closed = tournament.rounds[ask.round - 1].status == "closed"
        if closed and not person.may("arbiter"):  # the round would be open again
            return Refusal("not_your_role", "S4", {"action": "correct"})
        return erase_result(tournament, ask.round, ask.table)
    absent = tuple(ask.absent)
    return record_result(tournament, ask.round, ask.table, ask.before, absent=absent, confirmed=True)


def _reverse(tournament: Tournament, ask: At, person: Person) -> Decided:
    """A slip that was filled in the wrong way round."""
    table = _as_seen_or_said(tournament, ask, person)
    if isinstance(table, Refusal):
        return table
    if not isinstance(table.result, Scored):
        return Refusal("nothing_to_reverse", "S4", {"table": ask.table})
    return ResultEntered(ask.round, ask.table, Scored(table.result.second, table.result.first))


def _as_seen_or_said(tournament: Tournament, ask: At, person: Person) -> Table | Refusal:
    """A program may leave out what it saw."""
    was = written(tournament, ask.round, ask.table) if ask.was is None else ask.was
    return _as_seen(tournament, ask, was, person)


def _erase(tournament: Tournament, ask: At, person: Person) -> Decided:
    table = _as_seen_or_said(tournament, ask, person)
    if isinstance(table, Refusal):
        return table
    return erase_result(tournament, ask.round, ask.table)


def _report(tournament: Tournament, ask: Said, person: Person) -> Decided:
    assert person.player is not None, "only phones report"
    if ask.round not in (None, len(tournament.rounds)):
        return Refusal("report_too_late", "S4", {"round": ask.round})
    return report(tournament, person.player, ask.result, confirmed=ask.sure, without=person.rivals)


def _withdraw(tournament: Tournament, _: Ask, person: Person) -> Decided:
    assert person.player is not None, "only phones report"
    return withdraw(tournament, person.player)


def _check_self_in(tournament: Tournament, ask: Here, person: Person) -> Decided:
    player = find_player(tournament, person.player or 0)
    return player if isinstance(player, Refusal) else check_in(tournament, player, here=ask.here)


def _check_in(tournament: Tournament, ask: Here, _: Person) -> Decided:
    player = find_player(tournament, ask.player)
    return player if isinstance(player, Refusal) else check_in(tournament, player, here=ask.here)


class Self(Ask, frozen=True):
    here: bool = True


class Step(Ask, frozen=True):
    """`of` is the version of the action that is meant; if it is not the last one by now, nothing is written."""

    of: Number | None = None


def _edit(tournament: Tournament, ask: Changed, _: Person) -> Decided:
    return edit(tournament, replace(player_of(ask), id=ask.player))


def _forget(tournament: Tournament, ask: Forget, _: Person) -> Decided:
    return forget(tournament, [ask.player], ask.rounds)


def _forget_all(tournament: Tournament, ask: ForgetAll, _: Person) -> Decided:
    return forget_everybody(tournament, ask.rounds)


_stage = _about(concerns.ROUNDS, concerns.STAGE)

DEEDS: dict[str, Deed] = {
    deed.name: deed
    for deed in (
        Deed("rename", "arbiter", Name, _as("rename"), lambda t, a, _: rename(t, a.name), _about(concerns.NAME)),
        Deed("options", "arbiter", Options, _as("options"), _options, _about(concerns.OPTIONS, concerns.ROUNDS)),
        Deed("avoid", "arbiter", Pairs, _as("avoid"), _avoid, _about(concerns.AVOID)),
        Deed("enter", "helper", Particulars, _as("enter"), _enter, _about(concerns.ROUNDS)),
        Deed("enter-list", "arbiter", Listed, _as("enter"), enter_all, _about(concerns.ROUNDS), slow=True),
        Deed("edit", "arbiter", Changed, _as("edit"), _edit, lambda a, _: frozenset((concerns.of_player(a.player),))),
        Deed("check-in", "helper", Here, _as("check_in"), _check_in, lambda a, _: _presence(a.player)),
        Deed("leave", "helper", One, _as("leave"), _with_player(leave), _about_player),
        Deed("return", "helper", One, _as("return"), _with_player(come_back), _about_player),
        Deed("pause", "helper", One, _as("pause"), _with_player(pause), _about_player),
        Deed("pair", "arbiter", Draw, _as("pair"), _draw, _stage, slow=True),
        Deed("swap", "arbiter", Two, _as("rearrange"), _swap, _stage),
        Deed("swap-tables", "arbiter", Two, _as("rearrange"), _swap_tables, _stage),
        Deed("discard", "arbiter", Ask, _as("discard"), lambda t, *_: rounds.discard(t), _stage),
        Deed("approve", "arbiter", Approve, _as("approve"), _approve, _stage),
        Deed("publish", "arbiter", Ask, _as("publish"), lambda t, *_: rounds.publish(t), _stage),
        Deed("result", "helper", Score, lambda t, a: entry_action(t, a.round, a.table), _result, _about_table),
        Deed("reverse", "helper", At, _as("correct"), _reverse, _about_result),
        Deed("take-back", "helper", Back, _as("correct"), _take_back, _about_table),
        Deed("erase", "arbiter", At, _as("correct"), _erase, _about_result),
        Deed("close", "arbiter", Ask, _as("close"), lambda t, *_: rounds.close(t), _stage),
        Deed("finish", "arbiter", Ask, _as("finish"), lambda t, *_: rounds.finish(t), _stage),
        Deed("reopen", "arbiter", Ask, _as("reopen"), lambda *_: Finished(again=True), _stage),
        Deed("archive", "owner", Away, _as("archive"), lambda _, a, __: Archived(a.away), _about(concerns.SHELF)),
        Deed("delete", "owner", Gone, _as("delete"), lambda _, a, __: Deleted(a.gone), _about(concerns.SHELF)),
        Deed(
            "forget", "arbiter", Forget, _as("forget"), _forget, lambda a, _: frozenset((concerns.of_player(a.player),))
        ),
        Deed("forget-all", "owner", ForgetAll, _as("forget"), _forget_all, lambda *_: concerns.EVERYTHING),
        Deed("report", "player", Said, _as("report"), _report, _about(concerns.SEATING)),
        Deed("withdraw", "player", Ask, _as("report"), _withdraw, _about(concerns.SEATING)),
        Deed("arrive", "player", Self, _as("check_in"), _check_self_in, lambda _, p: _presence(p.player)),
    )
}
PHONE = ("report", "withdraw", "arrive")  # what only a phone does, for its own player
REPORTS = ("report", "withdraw")  # what the event can do without
