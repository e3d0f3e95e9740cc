"""Players as the API and `--json` have them, and what one player sees of an event: where they sit, what was said about
the result, how they did so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ronda.core import (
    Frozen,
    Player,
    Reason,
    Relaxation,
    Result,
    Round,
    Side,
    Table,
    Tournament,
    base_rounds,
    replace,
    running,
    turned,
)
from ronda.core.book import PENDING, PLAYED, Outcome, Tally, tallies_at
from ronda.core.penalty_effects import in_force
from ronda.desk.codes import CODES as DESK_CODES
from ronda.desk.results import agreed, contradicted
from ronda.systems import rules_of, system
from ronda.texts import Speaker
from ronda.views import View, mirrored
from ronda.views.verdicts import concerning, result_text

State = Literal[
    "before",  # no round is published yet
    "waiting",  # for the next round
    "away",  # not in this round
    "left",
    "resting",
    "playing",  # nobody has said anything yet
    "reported",  # our side has
    "asked",  # the other side has
    "disputed",
    "held",  # one phone has said the same for both sides: the desk confirms it
    "stored",
    "finished",
]


class Seat(Frozen):
    """The player's place in the last published round. `side` is 0 or 1; `ours` and `theirs` are what the sides say,
    `speaker` who said ours."""

    state: State
    round: Round | None = None
    table: Table | None = None
    side: int = 0
    partners: Side = ()
    opponents: Side = ()
    ours: Result | None = None
    speaker: int | None = None
    theirs: Result | None = None


class PastRound(Frozen):
    """One round of the player's past. `side` is 0 or 1, None on a bye; `result` has the player's own side first."""

    round: int
    table: int | None
    side: int | None
    partners: Side
    opponents: Side
    result: Result | None
    tally: Tally


class Met(NamedTuple):
    """Somebody the player has played with, or against, and in which rounds."""

    player: int
    rounds: tuple[int, ...]


def published_rounds(tournament: Tournament) -> tuple[Round, ...]:
    """The rounds that everybody may see: only the last one can be a draft."""
    rounds = tournament.rounds
    return rounds[:-1] if rounds and rounds[-1].status == "draft" else rounds


def as_published(tournament: Tournament) -> Tournament:
    """The event as everybody may know it: a draft is the desk's own."""
    rounds = published_rounds(tournament)
    return tournament if rounds is tournament.rounds else replace(tournament, rounds=rounds)


def announced(tournament: Tournament) -> Tournament:
    """The same without the start numbers and lots that were fixed with the draft."""
    out = as_published(tournament)
    if out is tournament:
        return tournament
    hidden = set(tournament.numbered.get(tournament.rounds[-1].number, ()))
    players = tuple(replace(player, number=None) if player.id in hidden else player for player in out.players)
    return replace(out, players=players)


def complete_rounds(tournament: Tournament) -> int:
    """How many rounds are over, with all results: standings are shown after these."""
    rounds = published_rounds(tournament)
    if rounds and any(table.result is None for table in rounds[-1].tables):
        return len(rounds) - 1
    return len(rounds)


def from_side(result: Result, side: int) -> Result:
    """The result with that side first, or back again."""
    return result if side == 0 else turned(result)


def seat_of(tournament: Tournament, player: Player) -> Seat:
    """Where the player stands now."""
    rounds = published_rounds(tournament)
    if tournament.finished:
        return Seat("finished", rounds[-1] if rounds else None)
    if not rounds:
        return Seat("before")
    last = rounds[-1]
    table = next((table for table in last.tables if player.id in table.players), None)
    if table is not None:
        return _at_table(tournament, last, table, player.id)
    if player.left_after is not None and player.left_after <= last.number:
        return Seat("left", last)
    if last.over or last is not tournament.rounds[-1] or player.joined_round > last.number:
        return Seat("waiting", last)
    return Seat("resting" if player.id in last.players else "away", last)


def _at_table(tournament: Tournament, last: Round, table: Table, player: int) -> Seat:
    side, partners, opponents = _sides(table, player)
    said = tournament.reports.get(table.number, {}) if last is tournament.rounds[-1] else {}
    speaker = next((who for who in (player, *partners) if who in said), None)
    ours = None if speaker is None else from_side(said[speaker], side)
    theirs = next((from_side(said[who], side) for who in opponents if who in said), None)
    if table.result is not None:
        state: State = "stored"
    elif said and contradicted(tournament, table):
        state = "disputed"
    elif agreed(tournament, table):
        state = "held"
    elif speaker is not None:
        state = "reported"
    else:
        state = "playing" if theirs is None else "asked"
    return Seat(state, last, table, side, partners, opponents, ours, speaker, theirs)


def _sides(table: Table, player: int) -> tuple[int, Side, Side]:
    """On which side the player sits, with whom, against whom."""
    side = 0 if player in table.first else 1
    own, opponents = (table.first, table.second) if side == 0 else (table.second, table.first)
    return side, tuple(other for other in own if other != player), opponents


def played_by(tournament: Tournament, player: int) -> list[PastRound]:
    """The player's rounds, oldest first."""
    scoring = rules_of(tournament.setup).scoring(tournament.setup)
    penalties = in_force(tournament.setup.penalties)
    playing = running(tournament)
    found = []
    for round_ in published_rounds(tournament):
        for bye in round_.byes:
            if bye.player == player:
                tally = PENDING if round_.number == playing else scoring.bye(bye)
                found.append(PastRound(round_.number, None, None, (), (), None, tally))
        for table in round_.tables:
            if player in table.players:
                tally = tallies_at(table, round_.number, scoring, penalties)[table.players.index(player)]
                found.append(_played(round_.number, table, player, tally))
    return found


def company(played: Sequence[PastRound]) -> tuple[list[Met], list[Met]]:
    """With whom and against whom the player has played; the most often first, then the earliest."""
    partners: dict[int, list[int]] = {}
    opponents: dict[int, list[int]] = {}
    for past in played:
        if past.tally.outcome in PLAYED:
            for others, known in ((past.partners, partners), (past.opponents, opponents)):
                for other in others:
                    known.setdefault(other, []).append(past.round)
    return _met(partners), _met(opponents)


def _met(known: Mapping[int, Sequence[int]]) -> list[Met]:
    listed = [Met(player, tuple(rounds)) for player, rounds in known.items()]
    return sorted(listed, key=lambda met: (-len(met.rounds), met.rounds))


def outcome_of(tournament: Tournament, seat: Seat, player: int, result: Result) -> Outcome:
    """What a result, own side first, would mean for the player."""
    assert seat.table is not None, "only who sits at a table has a result"
    table = replace(seat.table, result=from_side(result, seat.side))
    scoring = rules_of(tournament.setup).scoring(tournament.setup)
    return scoring.table(table)[table.players.index(player)].outcome


def _played(number: int, table: Table, player: int, tally: Tally) -> PastRound:
    side, partners, opponents = _sides(table, player)
    result = None if table.result is None else from_side(table.result, side)
    return PastRound(number, table.number, side, partners, opponents, result, tally)


def why_here(round_: Round, player: int, system_name: str) -> list[Reason | Relaxation]:
    """The stored reasons for the player's table or bye, and what had to be given up for it. Of those of the whole round
    only what explains each table."""
    found = concerning(round_, player)
    seated = any(player in table.players for table in round_.tables)
    declared = {**DESK_CODES["reason"], **system(system_name).words.codes.get("reason", {})}

    def tells(reason: Reason) -> bool:
        if reason.table is not None or reason.player is not None:
            return True
        return seated and reason.code in declared and declared[reason.code].every_table

    return [*filter(tells, found.reasons), *found.relaxations]


class ListedPlayer(View):
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


class PlayerLine(ListedPlayer):
    """With what an entry has in some events: points before round 1 (AG1.5), members who play together (AG1.1)."""

    start: int
    members: list[str] | None


_TELLING = ("rating", "national_rating", "club", "title", "federation", "fide_id", "members")
_FOR_THE_DESK = ("licence", "pinned_table", "here", "birth_year", "sex", "email", "person")


class PlayedLine(View):
    """One round of a player. `result` has the player's own side first; it is null on a bye and while none is known.
    `outcome`: win, draw, loss, bye, walkover, absent, void or pending."""

    round: int
    table: int | None
    partners: list[int]
    opponents: list[int]
    result: str | None
    outcome: str
    points: float


class ShownPlayed(View):
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
    known = mirrored(
        PlayerLine,
        player,
        name=speaker.bare_name(player.id),
        label=speaker.name(player.id),
        missed=list(player.missed),
        here=player.id in tournament.here,
        byes=dict(player.byes),
        members=player.members.split("; ") if player.members else [],
    )
    numbered = staff or (named and published_rounds(tournament))  # start numbers are fixed with the draft
    hidden = (*(() if named else _TELLING), *(() if staff else _FOR_THE_DESK), *(() if numbered else ("number",)))
    return replace(known, **dict.fromkeys(hidden))


def played_line(tournament: Tournament, past: PastRound) -> PlayedLine:
    rules = rules_of(tournament.setup)
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
    rules = rules_of(tournament.setup)
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
        result = result_text(rules, past.result, speaker)
        found.append(ShownPlayed(round_.number, past.tally.outcome, total, *seat, result, points))
    return found
