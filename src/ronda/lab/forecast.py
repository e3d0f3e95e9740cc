"""For how many more rounds a legal round surely exists, and from which round on relaxations may be needed.

Two kinds of answer, never mixed up: a bound is proved for any results; a simulation tells what happened when the
event was played on with random results. Before an event: which value of an option is worth choosing for the field, and
whether the number of rounds suits it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ronda.core import Draw, Frozen, OptionValue, Player, Setup, Tournament, fold, replace
from ronda.core.facts import Created, Entered, Fact
from ronda.core.verdicts import COUNT, ROUND, Codes, Finding, Refusal, citing
from ronda.desk import missing_results, next_round
from ronda.lab.quality import round_quality
from ronda.lab.simulate import played_round
from ronda.systems import Comparison, System, book_of, rules_of, system, system_rounds
from ronda.systems.system import Rules

_AHEAD = {"next": ROUND, "rounds": COUNT}

CODES: Codes = {
    "finding": {
        "forecast_secure": citing("", **_AHEAD, secure=ROUND),
        "forecast_no_bound": citing("", **_AHEAD),
        "forecast_clean": citing("S3", **_AHEAD, n=COUNT),
        "forecast_relaxed": citing("S3", **_AHEAD, n=COUNT, relaxed=COUNT, first_relaxed=ROUND),
    }
}


_WORK = 4_000  # players times simulated events
_FEW = 3
_LONG = 20  # rounds; longer events are simulated a few times
_MOST_SEATS = 2_000  # players times rounds; longer events of larger fields not at all

MOST_PLAYERS = 200  # up to so many players it takes a second or two


class Forecast(Frozen):
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
    secure, article = rules_of(setup).guaranteed(book_of(tournament))
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
        if isinstance(made, Refusal) or made.round.relaxations:
            return now.next_round
        facts.append(made)
        facts += played_round(fold(facts, tournament), strength, chance.about("round", now.next_round))


def foreseeable(tournament: Tournament) -> bool:
    """Whether it is worth the time."""
    if not 0 < len(tournament.players) <= MOST_PLAYERS:
        return False
    verdicts = rules_of(tournament.setup).validate(tournament.setup, tournament.players)
    return all(one.severity == "note" for one in verdicts)


MOST_TRIED = 120  # of a larger field so many are tried: the cost of setting up an event must not grow with it
MOST_ROUNDS = 9
_RUNS = 3
_TRIED_IN_ALL = 300  # players of all runs with one value


class ExpectedQuality(Frozen):
    """What an event with this value is like: the counts of the quality report, on average over the runs."""

    value: OptionValue
    counts: tuple[int, ...]


class Advice(Frozen):
    """What was tried (a sample of the field, if it is large, and not more rounds than are worth it), and what came of
    every value of the option, the one that is chosen first. `better` is a value to prefer, if there is one."""

    system: str
    option: str
    measures: tuple[str, ...]
    players: int
    rounds: int
    runs: int
    tried: tuple[ExpectedQuality, ...]

    @property
    def better(self) -> OptionValue:
        best = min(self.tried, key=lambda one: one.counts)
        return best.value if best.counts < self.tried[0].counts else None

    @property
    def key(self) -> str:
        return f"advice.{self.system}.{self.option}"

    def facts(self) -> Mapping[str, Any]:
        """For the text: every count as `MEASURE_VALUE`."""
        counts = {
            f"{measure}_{one.value}": count
            for one in self.tried
            for measure, count in zip(self.measures, one.counts, strict=True)
        }
        return {"players": self.players, "rounds": self.rounds, "n": self.runs, **counts}


def advice(setup: Setup, players: Sequence[Player], seed: int = 0) -> tuple[Advice, ...]:
    """What is worth knowing: of every option that the system compares, where its values differ. The same field gets
    the same answer everywhere."""
    declared = system(setup.system)
    verdicts = declared.rules.validate(setup, players)
    if not declared.trial.comparisons or not players or any(one.severity == "violation" for one in verdicts):
        return ()
    trial = _trial(declared.rules, setup, players, seed)
    as_chosen = trial.events({})
    found = (_compared(declared, trial, by, as_chosen) for by in declared.trial.comparisons)
    return tuple(told for told in found if told is not None)


class _Trial(Frozen):
    """How a field is tried out."""

    setup: Setup
    players: Sequence[Player]
    rounds: int
    runs: int
    seed: int

    def events(self, options: Mapping[str, OptionValue]) -> list[Tournament]:
        """So many events, with other values of some options."""
        setup = replace(self.setup, options={**self.setup.options, **options, "rounds": self.rounds})
        return [_played(setup, self.players, self.rounds, Draw(self.seed, "advice", run)) for run in range(self.runs)]


def _trial(rules: Rules, setup: Setup, players: Sequence[Player], seed: int) -> _Trial:
    # the field, or every so many of it, so that strong and weak are among them
    every = max(1, -(-len(players) // MOST_TRIED))
    some = [replace(player, joined_round=1, left_after=None, missed=()) for player in players[::every]]
    rounds = min(rules.rounds(setup, players), MOST_ROUNDS)
    return _Trial(_fixed(setup, players), some, rounds, max(1, min(_RUNS, _TRIED_IN_ALL // len(some))), seed)


def _compared(system: System, trial: _Trial, by: Comparison, as_chosen: Sequence[Tournament]) -> Advice | None:
    """Every value beside the chosen one; None where they come to the same."""
    chosen = system.rules.option(trial.setup, by.option)
    option = next(option for option in system.rules.options if option.name == by.option)
    tried = [_expected(chosen, as_chosen, by)]
    if chosen == option.default and not any(tried[0].counts):
        return None
    others = (value for value in option.choices if value != chosen)
    tried += (_expected(value, trial.events({option.name: value}), by) for value in others)
    if len({one.counts for one in tried}) == 1:
        return None
    return Advice(system.id, option.name, by.measures, len(trial.players), trial.rounds, trial.runs, tuple(tried))


def _expected(value: OptionValue, events: Sequence[Tournament], by: Comparison) -> ExpectedQuality:
    """On average, rounded."""
    runs, sums = len(events), [sum(own) for own in zip(*(_counts(event, by) for event in events), strict=True)]
    return ExpectedQuality(value, tuple((2 * total + runs) // (2 * runs) for total in sums))


def _fixed(setup: Setup, players: Sequence[Player]) -> Setup:
    """The set-up with what follows from the size of the field written down, so that a sample is played alike. Wishes
    may concern players who are not in it."""
    declared = system(setup.system)
    names = {option.name for option in declared.rules.options}
    facts = {name: value for told in declared.words.consequences(setup, players) for name, value in told.facts.items()}
    options = {**setup.options, **{name: value for name, value in facts.items() if name in names}}
    return replace(setup, options=options, avoid=())


def _counts(played: Tournament, by: Comparison) -> list[int]:
    if by.counts is not None:
        return [sum(own) for own in zip(*map(by.counts, played.rounds), strict=True)]
    qualities = [round_quality(played, round_.number) for round_ in played.rounds]
    return [sum(getattr(quality, measure) for quality in qualities) for measure in by.measures]


def _played(setup: Setup, players: Sequence[Player], rounds: int, chance: Draw) -> Tournament:
    facts: list[Fact] = [Created(setup), *map(Entered, players)]
    day = chance.about("strength")
    strength = {player.id: (player.rating or 1200) - 150 + day.below(301) for player in players}
    for number in range(1, rounds + 1):
        made = next_round(fold(facts), seed=chance.about("seed", number).below(1 << 30), checked=False)
        if isinstance(made, Refusal):
            break
        facts.append(made)
        facts += played_round(fold(facts), strength, chance.about("round", number))
    return fold(facts)


class RoundsAdvice(Frozen):
    """Another number of rounds, and why: what the rulebook says of the planned one, or that so many players may have
    won all their games after it."""

    rounds: int
    finding: Finding | None
    unbeaten: int = 0


def rounds_advice(setup: Setup, players: Sequence[Player]) -> RoundsAdvice | None:
    """None: nothing is to be decided. Both bounds are exact: too many rounds by the rulebook; too few (and fewer than
    the rulebook suggests), as a round may leave half of those unbeaten who were so before."""
    rules = system(setup.system).rules
    finding = _too_many(rules.validate(setup, players))
    if finding is not None:
        most = finding.facts.get("most", finding.facts["rounds"])
        return RoundsAdvice(max(min(rules.rounds(setup, players), most), finding.facts.get("least", 1)), finding)
    others = {name: value for name, value in setup.options.items() if name != "rounds"}
    planned, suggested = (rules.rounds(one, players) for one in (setup, replace(setup, options=others)))
    enough = min((len(players) - 1).bit_length(), suggested)
    longer = replace(setup, options={**others, "rounds": enough})
    if not 0 < planned < enough or rules.seating.scheduled or _too_many(rules.validate(longer, players)):
        return None
    return RoundsAdvice(enough, None, -(-len(players) // 2**planned))


def _too_many(found: Sequence[Finding]) -> Finding | None:
    """What is wrong with the number of rounds; that all can be played, if not so well, is nothing to decide."""
    for one in found:
        if one.code == "rounds_out_of_bounds" or (one.code == "rematches_ahead" and "planned" not in one.facts):
            return one
    return None
