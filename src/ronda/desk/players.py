"""Who takes part: entered, edited, checked in, pausing."""

from __future__ import annotations

from dataclasses import replace

from ronda.desk.decisions import enter
from ronda.desk.text_rules import unfit_text
from ronda.facts import CheckedIn, Edited, Entered, Missed
from ronda.formats.shape import MOST
from ronda.model import Player, Tournament, personal
from ronda.systems import system
from ronda.verdicts import Refusal

LEAST_RATING = 1000  # C1.3


def register(tournament: Tournament, player: Player) -> Entered | Refusal:
    """A new player as typed at the desk, from the next round on."""
    typed = _tidy(tournament, player)
    return _unfit(tournament, replace(typed, id=0)) or enter(tournament, typed)


def edit(tournament: Tournament, player: Player) -> Edited | Refusal:
    """Other particulars for the player of that id. Who plays when, and the start number, stay as they are."""
    known = find_player(tournament, player.id)
    if isinstance(known, Refusal):
        return known
    edited = replace(
        _tidy(tournament, player),
        joined_round=known.joined_round,
        left_after=known.left_after,
        missed=known.missed,
        number=known.number,
    )
    if edited == known:
        return Refusal("nothing_changed", "S4")
    if known.removed and personal(edited) != personal(known):  # what no rule needs does not come back
        return Refusal("player_removed", "PP6.2", {"player": player.id})
    if edited.removed and not known.removed:
        return Refusal("name_reserved", "PP6.2", {"name": edited.name})
    return _unfit(tournament, edited, known) or Edited(edited)


def check_in(tournament: Tournament, player: Player, *, here: bool = True) -> CheckedIn | Refusal:
    if (player.id in tournament.here) == here:
        return Refusal("nothing_changed", "S4")
    return CheckedIn(player.id, here)


def pause(tournament: Tournament, player: Player) -> Missed | Refusal:
    """Not in the next round; afterwards again, by itself (M6). `come_back` takes it back."""
    number = tournament.next_round
    if not player.plays_in(number):
        return Refusal("not_in_pool", "S1", {"player": player.id, "round": number})
    return Missed(player.id, number)


def pause_absent(tournament: Tournament) -> list[Missed]:
    """Everybody in the pool of the next round who is not checked in."""
    number = tournament.next_round
    return [
        Missed(player.id, number)
        for player in tournament.players
        if player.plays_in(number) and player.id not in tournament.here
    ]


def find_player(tournament: Tournament, player: int) -> Player | Refusal:
    for known in tournament.players:
        if known.id == player:
            return known
    return Refusal("unknown_player", "S4", {"player": player})


def _tidy(tournament: Tournament, player: Player) -> Player:
    setup = tournament.setup
    return replace(player, name=system(setup.system).kept_name(setup, " ".join(player.name.split())))


def _unfit(tournament: Tournament, player: Player, known: Player | None = None) -> Refusal | None:
    """Why the player cannot be in the list like this: everything that a tournament file must keep. A text that was
    there before, in the days of other rules, may stay."""
    for text, before, may_be_empty in (
        (player.name, known and known.name, False),
        (player.club, known and known.club, True),
    ):
        unfit = None if text == before else unfit_text(text, may_be_empty=may_be_empty)
        if unfit is not None:
            return unfit
    for number in (player.rating, player.national_rating, player.licence, player.pinned_table or 0):
        if not 0 <= number <= MOST:
            return Refusal("number_out_of_range", "S4", {"found": number, "low": 0, "high": MOST})
    return _unfit_for_chess(tournament, player) if tournament.setup.system == "chess" else None


def _unfit_for_chess(tournament: Tournament, player: Player) -> Refusal | None:
    for rating in (player.rating, player.national_rating):
        if 0 < rating < LEAST_RATING:
            return Refusal("bad_rating", "C1.3", {"found": rating, "least": LEAST_RATING})
    for other in tournament.players:
        if player.licence and other.licence == player.licence and other.id != player.id:
            return Refusal("licence_taken", "C1.1", {"licence": player.licence, "player": other.id})
    return None
