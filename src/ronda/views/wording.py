"""What several rooms tell people in the same words: the working of a value, and lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ronda.core.book import Book
from ronda.core.model import Result, Round, Scored, Tournament
from ronda.core.ranking import Measure
from ronda.core.values import Frozen
from ronda.desk.rounds import Departure
from ronda.formats.errors import Unreadable
from ronda.systems import Rules, in_force, system
from ronda.systems.columns import NO_VALUE
from ronda.systems.lists import REMOVED, Cell, Listing
from ronda.texts import Speaker

if TYPE_CHECKING:
    from ronda.desk.prizes import Podium

_SOMEBODY = re.compile(rf"{REMOVED.replace('.', '[.]')} (\d+)")


class ToldTerm(Frozen, frozen=True):
    """One step of the working of a value, in words; `round` is None where no round is meant."""

    round: int | None
    amount: str
    text: str
    counted: bool


def told_terms(measure: Measure, speaker: Speaker) -> list[ToldTerm]:
    """What every round added to a value."""
    return [
        ToldTerm(
            term.round,
            speaker.number(Fraction(term.amount, measure.unit)),
            speaker.say(f"term.{term.code}", opponents=speaker.name(list(term.opponents))),
            term.counted,
        )
        for term in measure.terms
    ]


def working(measure: Measure, speaker: Speaker) -> str:
    """The arithmetic of one value in a line; what did not count stands in brackets."""
    parts = []
    for term in told_terms(measure, speaker):
        text = f"{term.amount} ({term.text})"
        if term.round is not None:
            text = f"{speaker.say('label.round_short', round=term.round)} {text}"
        parts.append(text if term.counted else f"[{text}]")
    return f"{shown_exactly(measure, speaker)} = {' + '.join(parts) or '0'}"


def shown_exactly(measure: Measure, speaker: Speaker) -> str:
    """A value with everything behind the point."""
    return NO_VALUE if measure.value is None else speaker.number(measure.value)


def told_in_force(tournament: Tournament, speaker: Speaker) -> list[str]:
    """What follows from the settings and the field, in words."""
    return [speaker.verdict("in_force", one) for one in in_force(tournament)]


def told_notes(book: Book, player: int, speaker: Speaker) -> list[str]:
    """What the system tells about one player's event so far, in words."""
    notes = system(book.setup.system).words.notes_on(book, player)
    return [speaker.verdict("player_note", note) for note in notes]


def told_result(rules: Rules, result: Result | None, speaker: Speaker) -> str:
    """A result as people read it: in the system's word for it, or scores with a dash between them."""
    shown = worded(rules.results.shown(result), speaker)
    return shown.replace("-", "–") if isinstance(result, Scored) else shown


_FIRST = {
    (False, False): "say.winner",
    (False, True): "say.shared_first",
    (True, False): "say.provisional_winner",
    (True, True): "say.provisional_shared",
}


def told_podium(podium: Podium, speaker: Speaker) -> list[str]:
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


def told_approval(round_: Round, speaker: Speaker) -> str:
    """Who stands for a forced round, and why (D7.3); nothing where nobody had to."""
    if round_.approved is None:
        return ""
    return speaker.say("log.approved", round=round_.number, by=round_.approved.by, why=round_.approved.reason)


def told_departure(departure: Departure, speaker: Speaker) -> str:
    """What was relaxed, or that the round was changed by hand."""
    if departure.relaxation is None:
        return speaker.say("reason.by_hand")
    return f"{speaker.verdict('relaxation', departure.relaxation)} ({departure.relaxation.article})"


def told_departures(found: Sequence[Departure], speaker: Speaker) -> list[str]:
    """All exceptions of an event, each with its round, and behind the last one of a round who approved it."""
    lines = []
    for at, departure in enumerate(found):
        label = speaker.say("label.round_short", round=departure.round)
        text = speaker.say("say.labelled", label=label, text=told_departure(departure, speaker))
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


def told_unreadable(trouble: Unreadable, speaker: Speaker) -> str:
    """What is wrong with a file, and where."""
    sentence = speaker.verdict("unreadable", trouble)
    if trouble.line is None:
        return sentence
    key = "say.line" if trouble.column is None else "say.line_column"
    column = {} if trouble.column is None else {"column": trouble.column}
    return speaker.say("web.list.at", place=speaker.say(key, line=trouble.line, **column), text=sentence)
