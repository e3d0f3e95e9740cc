"""Reasons, relaxations, findings and their like, with the sentence that says them."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from ronda.core.book import Book
from ronda.core.model import Approval, Round, Table, Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Facts, Finding, Reason, Relaxation, Severity
from ronda.desk.rounds import Departure
from ronda.systems import in_force, system
from ronda.texts import Speaker
from ronda.views import UNSET, Blank, UnsetType, View


class ShownReason(View, frozen=True):
    """A sentence with the article it rests on; `relaxed`: it tells what was given up."""

    text: str
    article: str
    relaxed: bool = False


class ApprovalLine(View, frozen=True):
    """Who stands for a forced round, and why (D7.3)."""

    by: str
    reason: str


class ReasonLine(View, frozen=True):
    """Why something is as it is; about a table, a player, or the whole round."""

    table: int | UnsetType | None
    player: int | UnsetType | None
    article: str
    code: str
    facts: dict[str, Any]
    text: str


class RelaxationLine(View, frozen=True):
    """A rule that could not be kept, and for whom."""

    article: str
    players: list[int]
    code: str
    facts: dict[str, Any]
    text: str


class FindingLine(View, frozen=True):
    """What a check saw."""

    round: int | None
    article: str
    severity: Severity
    code: str
    players: list[int]
    facts: dict[str, Any]
    text: str


class DepartureLine(View, frozen=True):
    """An exception that was made in a round, and who stands for it."""

    round: int
    article: str
    players: list[int]
    code: str
    facts: dict[str, Any]
    text: str
    approved: ApprovalLine | None


class InForceLine(View, frozen=True):
    """What follows from the settings and the field of an event, for example the category (D1.2)."""

    article: str
    code: str
    facts: dict[str, Any]
    text: str


class NoteLine(View, frozen=True):
    """Something worth telling about a player's event, where the system has something to tell."""

    code: str
    facts: dict[str, Any]
    text: str


def approval_line(approval: Approval) -> ApprovalLine:
    return ApprovalLine(approval.by, approval.reason)


def reason_line(reason: Reason, speaker: Speaker, *, open_facts: bool = True, blank: Blank = UNSET) -> ReasonLine:
    """`open_facts` is false for who must not learn who somebody is: the facts may tell it, the sentence does not."""
    return ReasonLine(
        blank if reason.table is None else reason.table,
        blank if reason.player is None else reason.player,
        reason.article,
        reason.code,
        _facts(reason.facts, open_facts),
        speaker.verdict("reason", reason),
    )


def relaxation_line(relaxation: Relaxation, speaker: Speaker, *, open_facts: bool = True) -> RelaxationLine:
    return RelaxationLine(
        relaxation.article,
        list(relaxation.players),
        relaxation.code,
        _facts(relaxation.facts, open_facts),
        speaker.verdict("relaxation", relaxation),
    )


def shown_reasons(found: Iterable[Reason | Relaxation], speaker: Speaker) -> list[ShownReason]:
    """Reasons and relaxations as people read them."""
    return [
        ShownReason(speaker.verdict("relaxation", one), one.article, relaxed=True)
        if isinstance(one, Relaxation)
        else ShownReason(speaker.verdict("reason", one), one.article)
        for one in found
    ]


def _facts(facts: Facts, shown: bool) -> dict[str, Any]:
    return dict(facts) if shown else {}


def finding_line(finding: Finding, speaker: Speaker) -> FindingLine:
    return FindingLine(
        finding.round,
        finding.article,
        finding.severity,
        finding.code,
        list(finding.players),
        dict(finding.facts),
        speaker.verdict("finding", finding),
    )


def departure_line(departure: Departure, speaker: Speaker) -> DepartureLine:
    approved = approval_line(departure.approved) if departure.approved else None
    if departure.relaxation is None:
        return DepartureLine(departure.round, "S3", [], "by_hand", {}, speaker.say("reason.by_hand"), approved)
    told = relaxation_line(departure.relaxation, speaker)
    return DepartureLine(departure.round, told.article, told.players, told.code, told.facts, told.text, approved)


def in_force_lines(tournament: Tournament, speaker: Speaker) -> list[InForceLine]:
    """Nothing where the system has nothing to say."""
    return [
        InForceLine(one.article, one.code, dict(one.facts), speaker.verdict("in_force", one))
        for one in in_force(tournament)
    ]


def note_lines(book: Book, player: int, speaker: Speaker) -> list[NoteLine]:
    """What the system tells about one player's event so far."""
    return [
        NoteLine(one.code, dict(one.facts), speaker.verdict("player_note", one))
        for one in system(book.setup.system).words.notes_on(book, player)
    ]


class Concerning(Frozen, frozen=True):
    """Of a round, or of one player's round."""

    reasons: tuple[Reason, ...]
    relaxations: tuple[Relaxation, ...]


def concerning(round_: Round, player: int | None) -> Concerning:
    """What concerns a player: the reasons for the own table or bye, those of the whole round, and what was given up at
    the own table. A reason that names a player is that player's alone, also at a table. None: everything."""
    if player is None:
        return Concerning(round_.reasons, round_.relaxations)
    table = next((table for table in round_.tables if player in table.players), None)
    number = None if table is None else table.number
    return Concerning(
        tuple(one for one in round_.reasons if one.table in (None, number) and one.player in (None, player)),
        _given_up(round_, {player} if table is None else set(table.players)),
    )


def concerning_table(round_: Round, table: Table) -> Concerning:
    """What concerns all who sit there: the reasons for the table, then those of its players; not of the whole round."""
    own = [one for one in round_.reasons if one.table == table.number]
    own += [one for one in round_.reasons if one.table is None and one.player in table.players]
    return Concerning(tuple(own), _given_up(round_, set(table.players)))


def concerning_bye(round_: Round, player: int) -> Concerning:
    """What concerns who rests; not of the whole round."""
    return Concerning(tuple(one for one in round_.reasons if one.player == player), _given_up(round_, {player}))


def _given_up(round_: Round, players: Set[int]) -> tuple[Relaxation, ...]:
    return tuple(one for one in round_.relaxations if not players.isdisjoint(one.players))


def told_reason(reason: Reason, speaker: Speaker, *, article: bool = False) -> str:
    """The sentence, behind the table that it is about; with the article it rests on where that is asked for."""
    told = speaker.verdict("reason", reason)
    if article:
        told = f"{told} ({reason.article})"
    if reason.table is None:
        return told
    return speaker.say("say.labelled", label=speaker.say("say.at_table", table=reason.table), text=told)
