"""The winners: read off the final standings (R6.2); before the event is finished, provisionally (R5.5)."""

from __future__ import annotations

from ronda.core.model import Tournament, next_stage
from ronda.core.ranking import Standings
from ronda.core.values import Frozen
from ronda.desk.decisions import standings_after, waiting_for
from ronda.systems import planned_rounds

PLACES = 3  # on the podium


class SharedPlace(Frozen, frozen=True):
    """A place and everybody who has it."""

    place: int
    players: tuple[int, ...]

    @property
    def shared(self) -> bool:
        return len(self.players) > 1


class Podium(Frozen, frozen=True):
    """The first places in their order; after a shared one the next are left out (1, 1, 3). `left` are those of them
    who withdrew: where the rulebook lets them keep their place, it is theirs (D9). `provisional`: all planned rounds
    are over, but the director has not finished the event (R5.5)."""

    steps: tuple[SharedPlace, ...]
    left: frozenset[int] = frozenset()
    provisional: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the first place; several, if nothing in the rulebook tells them apart: a tie."""
        return self.steps[0].players

    @property
    def shared(self) -> bool:
        return self.steps[0].shared


def podium_of(rows: Standings, *, provisional: bool = False) -> Podium | None:
    """The podium of such standings; None: nobody has a place. A player without a place is never on it."""
    by_place: dict[int, list[int]] = {}
    for row in rows:
        if row.place is not None and row.place <= PLACES:
            by_place.setdefault(row.place, []).append(row.player)
    if not by_place:
        return None
    on_it = {player for players in by_place.values() for player in players}
    steps = tuple(SharedPlace(place, tuple(players)) for place, players in sorted(by_place.items()))
    left = frozenset(row.player for row in rows if row.status == "left" and row.player in on_it)
    return Podium(steps, left, provisional)


def decided(tournament: Tournament) -> bool:
    """Whether a winner is declared: the event is finished, a round was played and no result is missing."""
    rounds = len(tournament.rounds)
    return tournament.finished and rounds > 0 and not waiting_for(tournament, rounds)


def played_out(tournament: Tournament) -> bool:
    """Whether all planned rounds are over: from then on the leader is the provisional winner (R5.5). An event in a
    file, which nobody finishes, ends with it."""
    if tournament.setup.stages and next_stage(tournament) is not None:
        return False
    enough = len(tournament.rounds) >= max(planned_rounds(tournament), 1)
    return enough and all(round_.over for round_ in tournament.rounds)


def declared(tournament: Tournament) -> Podium | None:
    """The podium of an event that is decided, or, called provisional, of one that is played out. Opening the event
    again makes it provisional again."""
    final = decided(tournament)
    if not final and not played_out(tournament):
        return None
    return podium_of(standings_after(tournament, len(tournament.rounds)), provisional=not final)
