"""Reasons, relaxations, findings and their like, with the sentence that says them; and everything else that is put into
words for people: lists, workings, approvals, winners."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ronda.core import (
    Approval,
    Book,
    Finding,
    Frozen,
    Measure,
    Reason,
    Relaxation,
    Result,
    Round,
    Scored,
    Severity,
    Table,
    Tournament,
)
from ronda.desk.rounds import Departure
from ronda.formats.errors import Unreadable
from ronda.systems import Rules, in_force, system
from ronda.systems.columns import NO_VALUE
from ronda.systems.lists import REMOVED, Cell, Listing
from ronda.texts import Speaker
from ronda.views import UNSET, Blank, UnsetType, View, mirrored

if TYPE_CHECKING:
    from ronda.desk.prizes import Podium

_SOMEBODY = re.compile(rf"{REMOVED.replace('.', '[.]')} (\d+)")


class ToldTerm(Frozen):
    """One step of the working of a value, in words; `round` is None where no round is meant."""

    round: int | None
    amount: str
    text: str
    counted: bool


def term_texts(measure: Measure, speaker: Speaker) -> list[ToldTerm]:
    """What every round added to a value."""
    return [
        ToldTerm(
            term.round,
            _written(Fraction(term.amount, measure.unit), measure, speaker),
            speaker.say(f"term.{term.code}", opponents=speaker.name(list(term.opponents))),
            term.counted,
        )
        for term in measure.terms
    ]


def working(measure: Measure, speaker: Speaker) -> str:
    """The arithmetic of one value in a line; what did not count stands in brackets."""
    parts = []
    for term in term_texts(measure, speaker):
        text = f"{term.amount} ({term.text})"
        if term.round is not None:
            text = f"{speaker.say('label.round_short', round=term.round)} {text}"
        parts.append(text if term.counted else f"[{text}]")
    return f"{shown_exactly(measure, speaker)} = {' + '.join(parts) or '0'}"


def shown_exactly(measure: Measure, speaker: Speaker) -> str:
    """A value with everything behind the point."""
    return NO_VALUE if measure.value is None else _written(measure.value, measure, speaker)


def _written(value: Fraction, measure: Measure, speaker: Speaker) -> str:
    """A share of 100 with the decimals of its criterion, anything else with everything behind the point."""
    if not measure.criterion.percent:
        return speaker.number(value)
    return speaker.number(100 * value, decimals=measure.criterion.decimals, percent=True)


def in_force_text(tournament: Tournament, speaker: Speaker) -> list[str]:
    """What follows from the settings and the field, in words."""
    return [speaker.verdict("in_force", one) for one in in_force(tournament)]


def notes_text(book: Book, player: int, speaker: Speaker) -> list[str]:
    """What the system tells about one player's event so far, in words."""
    notes = system(book.setup.system).words.notes_on(book, player)
    return [speaker.verdict("player_note", note) for note in notes]


def result_text(rules: Rules, result: Result | None, speaker: Speaker) -> str:
    """A result as people read it: in the system's word for it, or scores with a dash between them; of sets, how many
    each side has won."""
    shown = worded(rules.results.brief(result), speaker)
    return shown.replace("-", "–") if isinstance(result, Scored) else shown


def sets_text(result: Result | None) -> list[str]:
    """The sets of a match one by one; nothing where there are none."""
    return [f"{one}–{other}" for one, other in result.sets] if isinstance(result, Scored) else []


_FIRST = {
    (False, False): "say.winner",
    (False, True): "say.shared_first",
    (True, False): "say.provisional_winner",
    (True, True): "say.provisional_shared",
}


def podium_text(podium: Podium, speaker: Speaker) -> list[str]:
    """The declaration, a line for each place: the winner, or that the first place is shared (R6.2)."""
    lines = []
    for step in podium.steps:
        who = speaker.listed(
            f"{speaker.name(player)} ({speaker.say('label.status.left')})"
            if player in podium.left
            else speaker.name(player)
            for player in step.players
        )
        if step.place == 1:
            lines.append(speaker.say(_FIRST[podium.provisional, step.shared], who=who))
        else:
            key = "say.podium_shared" if step.shared else "say.podium_place"
            lines.append(speaker.say(key, place=step.place, who=who))
    return lines


def approval_text(round_: Round, speaker: Speaker) -> str:
    """Who stands for a forced round, and why (D7.3); nothing where nobody had to."""
    if round_.approved is None:
        return ""
    return speaker.say("log.approved", round=round_.number, by=round_.approved.by, why=round_.approved.reason)


def departure_texts(found: Sequence[Departure], speaker: Speaker) -> list[str]:
    """All exceptions of an event, each with its round, and behind the last one of a round who approved it."""
    lines = []
    for at, departure in enumerate(found):
        label = speaker.say("label.round_short", round=departure.round)
        relaxed = departure.relaxation
        told = f"{speaker.verdict('relaxation', relaxed)} ({relaxed.article})" if relaxed else ""
        text = speaker.say("say.labelled", label=label, text=told or speaker.say("reason.by_hand"))
        last = at + 1 == len(found) or found[at + 1].round != departure.round
        if departure.approved and last:
            by, reason = departure.approved.by, departure.approved.reason
            text += f" – {speaker.say('web.round.approved', by=by, reason=reason)}"
        lines.append(text)
    return lines


def worded(text: str, speaker: Speaker) -> str:
    """Keys become words; `label.round_short 3` is the third round, and what follows the word for a result stays."""
    if REMOVED in text:  # also beside others in one cell
        told: str = _SOMEBODY.sub(lambda found: speaker.removed(int(found[1])), text)
        return told
    if not text.startswith(("label.", "criterion.", "result.")):
        return text
    key, _, rest = text.partition(" ")
    if key.startswith("result."):
        return f"{speaker.say(key)} {rest}".rstrip()
    return speaker.say(key, round=rest)


def worded_listing(listing: Listing, speaker: Speaker) -> tuple[list[str], list[list[Cell]]]:
    """The list in words: its headings and its rows."""
    return (
        [worded(heading, speaker) for heading in listing.headings],
        [[worded(cell, speaker) if isinstance(cell, str) else cell for cell in row] for row in listing.rows],
    )


def unreadable_text(trouble: Unreadable, speaker: Speaker) -> str:
    """What is wrong with a file, and where."""
    sentence = speaker.verdict("unreadable", trouble)
    if trouble.line is None:
        return sentence
    key = "say.line" if trouble.column is None else "say.line_column"
    column = {} if trouble.column is None else {"column": trouble.column}
    return speaker.say("web.list.at", place=speaker.say(key, line=trouble.line, **column), text=sentence)


class ShownReason(View):
    """A sentence with the article it rests on; `relaxed`: it tells what was given up."""

    text: str
    article: str
    relaxed: bool = False


class ApprovalLine(View):
    """Who stands for a forced round, and why (D7.3)."""

    by: str
    reason: str


class ReasonLine(View):
    """Why something is as it is; about a table, a player, or the whole round."""

    table: int | UnsetType | None
    player: int | UnsetType | None
    article: str
    code: str
    facts: dict[str, Any]
    text: str


class RelaxationLine(View):
    """A rule that could not be kept, and for whom."""

    article: str
    players: list[int]
    code: str
    facts: dict[str, Any]
    text: str


class FindingLine(View):
    """What a check saw."""

    round: int | None
    article: str
    severity: Severity
    code: str
    players: list[int]
    facts: dict[str, Any]
    text: str


class DepartureLine(View):
    """An exception that was made in a round, and who stands for it."""

    round: int
    article: str
    players: list[int]
    code: str
    facts: dict[str, Any]
    text: str
    approved: ApprovalLine | None


class InForceLine(View):
    """What follows from the settings and the field of an event, for example the category (D1.2)."""

    article: str
    code: str
    facts: dict[str, Any]
    text: str


class NoteLine(View):
    """Something worth telling about a player's event, where the system has something to tell."""

    code: str
    facts: dict[str, Any]
    text: str


def approval_line(approval: Approval) -> ApprovalLine:
    return ApprovalLine(approval.by, approval.reason)


def reason_line(reason: Reason, speaker: Speaker, *, open_facts: bool = True, blank: Blank = UNSET) -> ReasonLine:
    """`open_facts` is false for who must not learn who somebody is: the facts may tell it, the sentence does not."""
    return mirrored(
        ReasonLine,
        reason,
        table=blank if reason.table is None else reason.table,
        player=blank if reason.player is None else reason.player,
        facts=dict(reason.facts) if open_facts else {},
        text=speaker.verdict("reason", reason),
    )


def relaxation_line(relaxation: Relaxation, speaker: Speaker, *, open_facts: bool = True) -> RelaxationLine:
    facts = dict(relaxation.facts) if open_facts else {}
    text = speaker.verdict("relaxation", relaxation)
    return mirrored(RelaxationLine, relaxation, players=list(relaxation.players), facts=facts, text=text)


def shown_reasons(found: Iterable[Reason | Relaxation], speaker: Speaker) -> list[ShownReason]:
    """Reasons and relaxations as people read them."""
    return [
        ShownReason(speaker.verdict("relaxation", one), one.article, relaxed=True)
        if isinstance(one, Relaxation)
        else ShownReason(speaker.verdict("reason", one), one.article)
        for one in found
    ]


def finding_line(finding: Finding, speaker: Speaker) -> FindingLine:
    players, text = list(finding.players), speaker.verdict("finding", finding)
    return mirrored(FindingLine, finding, players=players, facts=dict(finding.facts), text=text)


def departure_line(departure: Departure, speaker: Speaker) -> DepartureLine:
    approved = approval_line(departure.approved) if departure.approved else None
    if departure.relaxation is None:
        return DepartureLine(departure.round, "S3", [], "by_hand", {}, speaker.say("reason.by_hand"), approved)
    return mirrored(
        DepartureLine, relaxation_line(departure.relaxation, speaker), round=departure.round, approved=approved
    )


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


class Concerning(Frozen):
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


def reason_text(reason: Reason, speaker: Speaker, *, article: bool = False) -> str:
    """The sentence, behind the table that it is about; with the article it rests on where that is asked for."""
    told = speaker.verdict("reason", reason)
    if article:
        told = f"{told} ({reason.article})"
    if reason.table is None:
        return told
    return speaker.say("say.labelled", label=speaker.say("say.at_table", table=reason.table), text=told)
