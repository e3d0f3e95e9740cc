"""A player, and the player's rounds so far as programs and as people read them."""

from __future__ import annotations

from ronda.core.book import Outcome
from ronda.core.model import Player, Side, Tournament, base_rounds
from ronda.systems import system
from ronda.texts import Speaker
from ronda.views import View
from ronda.views.seat import PastRound, played_by, published_rounds
from ronda.views.wording import told_result


class PlayerLine(View, frozen=True):
    """A player. What only the desk may know is null for others. `label` is the name with what tells namesakes apart:
    nobody else in the event has it."""

    id: int
    name: str
    label: str
    rating: int | None
    national_rating: int | None
    licence: str | None
    club: str | None
    joined_round: int
    left_after: int | None
    missed: list[int]
    number: int | None
    pinned_table: int | None
    here: bool | None
    title: str | None
    federation: str | None
    fide_id: str | None
    birth_year: int | None
    sex: str | None
    email: str | None
    byes: dict[int, str]
    person: str | None


class PlayedLine(View, frozen=True):
    """One round of a player. `result` has the player's own side first; it is null on a bye and while none is known.
    `outcome`: win, draw, loss, bye, walkover, absent, void or pending."""

    round: int
    table: int | None
    partners: list[int]
    opponents: list[int]
    result: str | None
    outcome: str
    points: float


class ShownPlayed(View, frozen=True):
    """One round of a player as pages and phones show it. `side` is 0 or 1, None on a bye; `outcome` is None where the
    player was not in the round. `result` has the player's own side first, written as people read it, and is empty while
    there is none. `points` are those of the round, `total` those up to it, in the parts of a point that the book counts
    in."""

    round: int
    outcome: Outcome | None
    total: int
    table: int | None = None
    side: int | None = None
    partners: Side = ()
    opponents: Side = ()
    result: str = ""
    points: int = 0


def player_line(tournament: Tournament, player: Player, speaker: Speaker, *, staff: bool, named: bool) -> PlayerLine:
    """`staff` of the event knows everything. Ratings and clubs tell who it is, so they are shown to those who may know
    the name (`named`), or not at all."""
    out = published_rounds(tournament)  # start numbers are fixed with the draft
    return PlayerLine(
        player.id,
        speaker.bare_name(player.id),
        speaker.name(player.id),
        player.rating if named else None,
        player.national_rating if named else None,
        player.licence if staff else None,
        player.club if named else None,
        player.joined_round,
        player.left_after,
        list(player.missed),
        player.number if staff or (named and out) else None,
        player.pinned_table if staff else None,
        (player.id in tournament.here) if staff else None,
        player.title if named else None,
        player.federation if named else None,
        player.fide_id if named else None,
        player.birth_year if staff else None,
        player.sex if staff else None,
        player.email if staff else None,
        dict(player.byes),
        player.person if staff else None,
    )


def played_line(tournament: Tournament, past: PastRound) -> PlayedLine:
    rules = system(tournament.setup.system).rules
    return PlayedLine(
        past.round,
        past.table,
        list(past.partners),
        list(past.opponents),
        rules.results.written(past.result),
        past.tally.outcome,
        past.tally.halves / rules.unit(tournament.setup),
    )


def shown_played(tournament: Tournament, player: int, speaker: Speaker) -> list[ShownPlayed]:
    """Every published round, oldest first. Games of later stages count for their own places only (ST9): they add
    nothing to the total."""
    rules = system(tournament.setup.system).rules
    counted = base_rounds(tournament)
    played = {past.round: past for past in played_by(tournament, player)}
    total, found = 0, []
    for round_ in published_rounds(tournament):
        past = played.get(round_.number)
        if past is None:
            found.append(ShownPlayed(round_.number, None, total))
            continue
        points = past.tally.halves
        total += points if round_.number <= counted else 0
        seat = (past.table, past.side, past.partners, past.opponents)
        result = told_result(rules, past.result, speaker)
        found.append(ShownPlayed(round_.number, past.tally.outcome, total, *seat, result, points))
    return found
