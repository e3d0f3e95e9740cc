"""For how many more rounds a legal round surely exists, and from which round on relaxations may be needed.

Two kinds of answer, never mixed up: a bound is proved for any results; a simulation tells what happened when the
event was played on with random results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ronda.core.chance import Draw
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Round, Tournament
from ronda.core.verdicts import COUNT, ROUND, Code, Codes, Finding, Refusal
from ronda.desk import missing_results, next_round
from ronda.lab.simulate import played_round
from ronda.systems import book_of, system, system_rounds

_AHEAD = {"next": ROUND, "rounds": COUNT}

CODES: Codes = {
    "finding": {
        "forecast_secure": Code("", {**_AHEAD, "secure": ROUND}),
        "forecast_no_bound": Code("", _AHEAD),
        "forecast_clean": Code("S3", {**_AHEAD, "n": COUNT}),
        "forecast_relaxed": Code("S3", {**_AHEAD, "n": COUNT, "relaxed": COUNT, "first_relaxed": ROUND}),
    }
}


_WORK = 4_000  # players times simulated events
_FEW = 3
_LONG = 20  # rounds; longer events are simulated a few times
_MOST_SEATS = 2_000  # players times rounds; longer events of larger fields not at all

MOST_PLAYERS = 200  # up to so many players it takes a second or two


@dataclass(frozen=True, slots=True)
class Forecast:
    """`secure`: the last round that a bound guarantees without a repetition (`article`), as long as nobody comes or
    goes; 0: no bound holds. `first_relaxed`: the earliest round in which one of `runs` simulated continuations
    needed a relaxation or could not be made; None: in none of them. Long events of large fields are not simulated."""

    next: int
    planned: int
    secure: int
    article: str
    runs: int
    relaxed_runs: int
    first_relaxed: int | None

    @property
    def _doubtful(self) -> int:
        """The first round to come that could repeat anything: round 1 cannot."""
        return max(self.next, 2)

    def findings(self) -> Iterator[Finding]:
        """The same as notes for people. Where no bound holds, a simulation that needed nothing says enough (D1.5)."""
        if self.next > self.planned:
            return
        rounds = {"next": self.next, "rounds": self.planned}
        if self.secure >= self.next:
            yield Finding("forecast_secure", self.article, "note", facts={**rounds, "secure": self.secure})
        elif self._doubtful <= self.planned and (not self.runs or self.first_relaxed is not None):
            yield Finding("forecast_no_bound", self.article, "note", facts={**rounds, "next": self._doubtful})
        if not self.runs:
            return
        if self.first_relaxed is None:
            yield Finding("forecast_clean", "S3", "note", facts={**rounds, "n": self.runs})
        else:
            seen = {"n": self.runs, "relaxed": self.relaxed_runs, "first_relaxed": self.first_relaxed}
            yield Finding("forecast_relaxed", "S3", "note", facts={**rounds, **seen})


def forecast(tournament: Tournament, seed: int = 0) -> Forecast:
    """Look ahead to the last round that the system makes; stages follow from results, and nothing is relaxed there.
    Results still missing are played at random, too."""
    setup = tournament.setup
    planned = system_rounds(tournament)
    secure, article = system(setup.system).rules.guaranteed(book_of(tournament))
    runs = _runs(len(tournament.players), planned - len(tournament.rounds))
    firsts = [_first_relaxed(tournament, planned, Draw(seed, "forecast", n)) for n in range(runs)]
    relaxed = [first for first in firsts if first is not None]
    return Forecast(
        next=tournament.next_round,
        planned=planned,
        secure=min(secure, planned),
        article=article,
        runs=runs,
        relaxed_runs=len(relaxed),
        first_relaxed=min(relaxed, default=None),
    )


def _runs(players: int, rounds: int) -> int:
    """How many events are simulated: as many as nobody minds to wait for."""
    if rounds <= _LONG:
        return max(_FEW, min(20, _WORK // max(players, 1)))
    return _FEW if players * rounds <= _MOST_SEATS else 0


def _first_relaxed(tournament: Tournament, planned: int, chance: Draw) -> int | None:
    """Play on with random results; the first round with a relaxation, or that was refused."""
    strength = {player.id: player.rating or 1200 for player in tournament.players}
    facts: list[Fact] = []
    if missing_results(tournament):
        facts += played_round(tournament, strength, chance.about("missing"))
    while True:
        now = fold(facts, tournament)
        if now.next_round > planned:
            return None
        made = next_round(now, seed=chance.below(1 << 30), checked=False)
        if isinstance(made, Refusal) or _relaxed(made.round):
            return now.next_round
        facts.append(made)
        facts += played_round(fold(facts, tournament), strength, chance.about("round", now.next_round))


def _relaxed(round_: Round) -> bool:
    return bool(round_.relaxations)


def foreseeable(tournament: Tournament) -> bool:
    """Whether it is worth the time."""
    if not 0 < len(tournament.players) <= MOST_PLAYERS:
        return False
    verdicts = system(tournament.setup.system).rules.validate(tournament.setup, tournament.players)
    return all(one.severity == "note" for one in verdicts)
